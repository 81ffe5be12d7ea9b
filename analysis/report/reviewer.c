/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks web/table.c about rounds, and puts the answers with the files of web/ that draw them into the page. */
#include "analysis/report/page.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/report/text.h"
#include "engine/data_file.h"
#include "web/table.h"

enum { ITERATIONS = 2000 };

DATA_FILE(web_style, "web/style.css")
DATA_FILE(web_symbols, "web/symbols.svg")
DATA_FILE(web_text_en, "web/text/en.js")
DATA_FILE(web_text_fa, "web/text/fa.js")
DATA_FILE(web_markup, "web/markup.js")
DATA_FILE(web_words, "web/words.js")
DATA_FILE(web_cards, "web/cards.js")
DATA_FILE(web_people, "web/people.js")
DATA_FILE(web_told, "web/told.js")
DATA_FILE(web_advice, "web/advice.js")
DATA_FILE(web_curve, "web/curve.js")
DATA_FILE(web_table, "web/table.js")
DATA_FILE(web_review, "web/review.js")
DATA_FILE(web_report, "web/report.js")

/* ---- judging */

static bool answered(const char *answer, Error *error)
{
    static const char FAILED[] = "{\"error\":\"";
    if (strncmp(answer, FAILED, sizeof FAILED - 1)) return true;
    const char *reason = answer + sizeof FAILED - 1;
    return error_set(error, "%.*s", (int)strcspn(reason, "\""), reason);
}

/* "A, B: 13 to 7 points". */
static void title_write(char out[static ROUND_TITLE], const Record *record)
{
    size_t used = 0;
    for (const char *c = *record->agents ? record->agents : "A round"; *c && used + 4 < ROUND_TITLE; c++)
        used += (size_t)sprintf(out + used, *record->agents && *c == ' ' ? ", " : "%c", *c);
    for (int side = 0; record->has_points && side < record->rules.sides && used < ROUND_TITLE; side++)
        used += (size_t)snprintf(out + used, ROUND_TITLE - used, "%s%d", side ? " to " : ": ", record->points[side]);
    if (record->has_points && used < ROUND_TITLE) snprintf(out + used, ROUND_TITLE - used, " points");
}

bool reviewed_round(ReviewedRound *round, const Record *record, Error *error)
{
    char text[RECORD_TEXT], rules[RULES_TEXT], story[64];
    rules_print(rules, &record->rules);
    const bool match = record->has_match && !strcmp(rules, "pagat"); /* whose chances to win are known */
    snprintf(story, sizeof story, "story\nismcts%s\n%d\n1", match ? ":goal=match" : "", ITERATIONS);
    record_print(text, record);
    char *request = malloc(strlen(text) + sizeof "read\n");
    if (!request) return error_memory(error);
    sprintf(request, "read\n%s", text);
    const bool read = answered(pasur_ask(request), error);
    free(request);
    if (!read) return false;
    const char *answer = pasur_ask(story);
    if (!answered(answer, error)) return false;
    *round = (ReviewedRound){.record = strdup(text), .story = strdup(answer)};
    if (!round->record || !round->story) return reviewed_round_free(round), error_memory(error);
    title_write(round->title, record);
    return true;
}

void reviewed_round_free(ReviewedRound *round)
{
    free(round->record);
    free(round->story);
    *round = (ReviewedRound){0};
}

/* ---- the page */

void reviewed_round_write(FILE *out, const ReviewedRound *round)
{
    markup_print(out, "<h3>%s</h3>\n<div class=\"reviewer\"><script type=\"application/json\">", round->title);
    for (const char *c = round->story; *c; c++) /* a name must not end the script */
        if (*c == '<')
            fputs("\\u003c", out);
        else
            putc(*c, out);
    markup_print(out,
                 "</script></div>\n<details><summary>The record</summary><div class=\"wide\" tabindex=\"0\" "
                 "role=\"region\" aria-label=\"Record of %s\"><pre>%s</pre></div></details>\n",
                 round->title, round->record);
}

/* A module as part of a script that holds all of them: nothing is imported or exported. */
static void module_write(FILE *out, const unsigned char *text, const unsigned char *text_end)
{
    const char *line = (const char *)text, *end = (const char *)text_end;
    while (line < end) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        next = next ? next + 1 : end;
        if (!strncmp(line, "export ", 7)) line += 7;
        if (strncmp(line, "import ", 7)) fwrite(line, 1, (size_t)(next - line), out);
        line = next;
    }
}

void reviewer_write(FILE *out)
{
    fputs("<template id=\"table-style\"><style>\n", out);
    fwrite(web_style, 1, (size_t)(web_style_end - web_style), out);
    fputs("</style>", out);
    fwrite(web_symbols, 1, (size_t)(web_symbols_end - web_symbols), out);
    fputs("</template>\n<script type=\"module\">\n", out);
    module_write(out, web_text_en, web_text_en_end);
    module_write(out, web_text_fa, web_text_fa_end);
    module_write(out, web_markup, web_markup_end);
    module_write(out, web_words, web_words_end);
    module_write(out, web_cards, web_cards_end);
    module_write(out, web_people, web_people_end);
    module_write(out, web_told, web_told_end);
    module_write(out, web_advice, web_advice_end);
    module_write(out, web_curve, web_curve_end);
    module_write(out, web_table, web_table_end);
    module_write(out, web_review, web_review_end);
    module_write(out, web_report, web_report_end);
    fputs("</script>\n", out);
}
