/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assembles a page of results: a list of findings, then a section for each result. */
#include "analysis/report/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "analysis/report/chart.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "engine/data_file.h"
#include "engine/text/number.h"
#include "library/version.h"
#include "sim/files/text_buffer.h"
#include "web/table.h"

/* ---- rounds of records */

enum { ITERATIONS = 2000 };

DATA_FILE(page_style, "web/results.css")
DATA_FILE(page_script, "web/results.js")
DATA_FILE(web_style, "web/style.css")
DATA_FILE(web_symbols, "web/symbols.svg")
/* The modules of web/ that draw a round, in the order in which they are needed. */
#define WEB_MODULES(ROW)                                                                                               \
    ROW(text_en, "text/en")                                                                                            \
    ROW(text_fa, "text/fa")                                                                                            \
    ROW(markup, "markup")                                                                                              \
    ROW(words, "words")                                                                                                \
    ROW(cards, "cards")                                                                                                \
    ROW(people, "people")                                                                                              \
    ROW(told, "told")                                                                                                  \
    ROW(advice, "advice")                                                                                              \
    ROW(curve, "curve")                                                                                                \
    ROW(table, "table")                                                                                                \
    ROW(review, "review")                                                                                              \
    ROW(report, "report")
#define MODULE_FILE(name, file) DATA_FILE(web_##name, "web/" file ".js")
#define MODULE_WRITE(name, file) module_write(out, web_##name, web_##name##_end);
WEB_MODULES(MODULE_FILE)

/* What the engine of the page pasur.html answers; NULL with the reason. */
static const char *answer_of(char *request, Error *error)
{
    static const char FAILED[] = "{\"error\":\"";
    const char *answer = pasur_ask(request), *reason = answer + sizeof FAILED - 1;
    if (strncmp(answer, FAILED, sizeof FAILED - 1)) return answer;
    return error_set(error, "%.*s", (int)strcspn(reason, "\""), reason), NULL;
}

/* "A, B: 13 to 7 points". */
static const char *title_of_round(Result *memory, const Record *record)
{
    const char *title = *record->agents ? "" : "A round";
    size_t length;
    for (const char *at = record->agents; *at; at += length + (at[length] == ' ')) {
        length = strcspn(at, " ");
        title = result_format(memory, "%s%s%.*s", title, *title ? ", " : "", (int)length, at);
    }
    for (int side = 0; record->has_points && side < record->rules.sides; side++)
        title = result_format(memory, "%s%s%d", title, side ? " to " : ": ", record->points[side]);
    return record->has_points ? result_join(memory, title, " points") : title;
}

bool reviewed_round(ReviewedRound *round, Result *memory, const Record *record, Error *error)
{
    char text[RECORD_TEXT], rules[RULES_TEXT], story[64];
    const char *answer = NULL;
    rules_print(rules, &record->rules);
    const bool match = record->has_match && !strcmp(rules, "pagat"); /* whose chances to win are known */
    snprintf(story, sizeof story, "story\nismcts%s\n%d\n1", match ? ":goal=match" : "", ITERATIONS);
    record_print(text, record);
    char *request = result_join(memory, "read\n", text);
    if (!request) return error_memory(error);
    if (!answer_of(request, error) || !(answer = answer_of(story, error))) return false;
    *round =
        (ReviewedRound){result_join(memory, "", text), result_join(memory, "", answer), title_of_round(memory, record)};
    return !memory->failed || error_memory(error);
}

/* Writes the round, for a page that ends with the reviewer. */
static void round_write(FILE *out, const ReviewedRound *round)
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

static void file_write(FILE *out, const unsigned char *text, const unsigned char *end)
{
    fwrite(text, 1, (size_t)(end - text), out);
}

/* Writes the style and the script of all rounds of the page. */
static void reviewer_write(FILE *out)
{
    fputs("<template id=\"table-style\"><style>\n", out);
    file_write(out, web_style, web_style_end);
    fputs("</style>", out);
    file_write(out, web_symbols, web_symbols_end);
    fputs("</template>\n<script type=\"module\">\n", out);
    WEB_MODULES(MODULE_WRITE)
    fputs("</script>\n", out);
}

/* ---- the table */

enum { TABLE_ROWS_MOST = 400, OPEN_ROWS_MOST = 40 };

static size_t rows_shown(const Result *result)
{
    return result->row_count < TABLE_ROWS_MOST ? result->row_count : TABLE_ROWS_MOST;
}

static bool is_empty(const Result *result, int column)
{
    size_t row = 0;
    while (row < rows_shown(result) && !*result_text(result, row, column))
        row++;
    return row == rows_shown(result);
}

/* Is every value that is not empty a number, and stands there as one? */
static bool is_number(const Result *result, int column)
{
    bool number = !(result->columns[column].plain && result->columns[column].yes);
    for (size_t row = 0; row < rows_shown(result); row++)
        number &= !*result_text(result, row, column) || !isnan(result_number(result, row, column));
    return number;
}

static Interval interval_at(const Result *result, size_t row, int index)
{
    const Interval interval = interval_behind(result, row, (size_t)index);
    return result->columns[index].interval && interval.low < interval.high ? interval : (Interval){NAN, NAN};
}

/* The value and, behind it, its interval; or why it has none. */
static void value_write(FILE *out, Result *result, size_t row, int index)
{
    const Column *column = &result->columns[index];
    const bool share = !strncmp(column->unit, "share", 5);
    const double scale = share || (result_matches(result) && !*column->plain) ? 100 : 1;
    const double value = scale * result_number(result, row, index);
    const Interval interval = interval_scaled(interval_at(result, row, index), scale);
    const char *behind = text_at(result, row, "verdict");
    char text[COLUMN_CELL] = "";
    if (isnan(value)) {
        fputs("<td class=\"n\" data-v=\"\"></td>", out);
        return;
    }
    if (!column->interval || !*behind || interval_known(interval)) {
        interval_text(text, share ? "%.1f" : "%+.2f", value, interval);
        char *blank = strchr(text, ' ');
        if (blank) *blank = 0;
        behind = blank ? blank + 1 : "";
    }
    fprintf(out, "<td class=\"n\" data-v=\"%.10g\">%s", value, text);
    if (*behind) markup_print(out, "%s<span class=\"muted\">%s</span>", *text ? " " : "", behind);
    fputs("</td>", out);
}

/* heads: the cell names its row. */
static void cell_write(FILE *out, Result *result, size_t row, int index, bool number, bool heads)
{
    const Column *column = &result->columns[index];
    const char *text = result_text(result, row, index), *unit = column->unit ? column->unit : "";
    char shown[PLAY_SHOWN];
    if (column->plain && column->yes)
        fprintf(out, "<td>%s</td>", result_number(result, row, index) > 0 ? column->yes : column->no);
    else if (column->plain && (column->interval || !strncmp(unit, "share", 5)))
        value_write(out, result, row, index);
    else {
        const bool cheats =
            (!strcmp(column->name, "agent") || !strcmp(column->name, "opponent")) && agent_name_cheats(text);
        if (!strcmp(unit, "play")) text = page_play_text(shown, &(Page){.unicode = true}, text);
        fputs(heads ? "<th scope=\"row\">" : number ? "<td class=\"n\">" : "<td>", out);
        markup_text(out, text);
        fprintf(out, "%s%s", cheats ? " <span class=\"muted\">(sees all cards: not a player)</span>" : "",
                heads ? "</th>" : "</td>");
    }
}

/* The rows, those that are best first. */
static Ranked *rows_order(Result *result)
{
    const int best = result->kind && result->kind->best ? result_column(result, result->kind->best) : -1;
    Ranked *order = result_alloc(result, result->row_count, sizeof *order);
    for (size_t row = 0; order && row < result->row_count; row++) {
        const double value = result_number(result, row, best);
        order[row] = (Ranked){row, isnan(value) ? -INFINITY : value};
    }
    if (order && best >= 0) ranked_sort(order, result->row_count);
    return order;
}

/* The title of a column for who knows none of our names, if it has one. */
static const char *title_of(Result *result, const Column *column)
{
    const char *others = column->plain ? strstr(column->plain, " over the others") : NULL;
    if (!column->plain) return column->name;
    if (!*column->plain) return shown_unit(result);
    return others && result_of_two(result)
               ? result_format(result, "%.*s over the other", (int)(others - column->plain), column->plain)
               : column->plain;
}

/* What the columns mean, and the tactics that are named in them. */
static void table_explain(FILE *out, Result *result, const int shown[], int count)
{
    unsigned found = 0;
    if (!result->kind) return;
    fputs("<details class=\"columns\"><summary>What the columns mean</summary><dl>\n", out);
    for (int i = 0; i < count; i++) {
        const Column *column = &result->columns[shown[i]];
        if (column->help) markup_print(out, "<dt>%s</dt><dd>%s</dd>\n", title_of(result, column), column->help);
        for (size_t row = 0; !strncmp(column->name, "tactic", 6) && row < result->row_count; row++) {
            const int tactic = name_find(&TACTIC_NAMES, result_text(result, row, shown[i]));
            if (tactic >= 0) found |= 1u << tactic;
        }
    }
    if (result_column(result, "measure") >= 0)
        fputs(
            "<dt>alone</dt><dd>added to a player who follows no advice and takes what is worth most at once: what a "
            "beginner gains by it</dd>\n"
            "<dt>without</dt><dd>removed from a player who follows all of it: what an expert loses by forgetting it</dd>\n",
            out);
    for (; found; found &= found - 1) {
        const char *name = TACTICS[__builtin_ctz(found)].name;
        markup_print(out, "<dt><code>%s</code></dt><dd>%s%s</dd>\n", name, TACTICS[__builtin_ctz(found)].advice,
                     result_reversed(result, name) ? " (its weight is below 0 here: the agent does the opposite, and "
                                                     "the value is what that is worth)"
                                                   : "");
    }
    fputs("</dl></details>\n", out);
}

/* The columns that answer, those with titles for a player; where there are none, all. Empty ones are left out. */
static bool table_write(FILE *out, Result *result, int number)
{
    int *shown = result_alloc(result, result->column_count + 1, sizeof *shown), count = 0;
    const Ranked *order = rows_order(result);
    const bool folded = rows_shown(result) > OPEN_ROWS_MOST;
    bool *right = result_alloc(result, result->column_count + 1, sizeof *right), ranges = false;
    if (!shown || !order || !right) return false;
    for (int plain = 1; plain >= 0 && !count; plain--)
        for (int i = 0; i < (int)result->column_count; i++)
            if (!is_empty(result, i) && (!plain || result->columns[i].plain)) shown[count++] = i;
    if (!count) return true;
    if (folded) fprintf(out, "<details><summary>The table: %zu rows</summary>\n", rows_shown(result));
    fprintf(out,
            "<div class=\"wide short\" tabindex=\"0\" role=\"region\" aria-label=\"Table of result %d\">"
            "<table class=\"sorts\"><thead><tr>",
            number);
    for (int i = 0; i < count; i++) {
        right[i] = is_number(result, shown[i]);
        fprintf(out, "<th scope=\"col\"%s>", right[i] ? " class=\"n\"" : "");
        markup_print(out, "%s</th>", title_of(result, &result->columns[shown[i]]));
    }
    fputs("</tr></thead><tbody>\n", out);
    for (size_t row = 0; row < rows_shown(result); row++) {
        fputs("<tr>", out);
        for (int i = 0; i < count; i++) {
            ranges |= interval_known(interval_at(result, row, shown[i]));
            cell_write(out, result, order[row].index, shown[i], right[i], i == 0 && !right[i]);
        }
        fputs("</tr>\n", out);
    }
    fprintf(out, "</tbody></table></div>\n%s", folded ? "</details>\n" : "");
    if (result->more || result->row_count > TABLE_ROWS_MOST)
        fprintf(out, "<p class=\"muted\">The first %d rows; the file has more.</p>\n", TABLE_ROWS_MOST);
    if (ranges)
        fputs(result_at_level(result,
                              "<p class=\"muted\">In brackets: the numbers between which the true value lies, with "
                              "95 % confidence.</p>\n"),
              out);
    if (!result->kind)
        fputs("<p class=\"muted\">No command of pasur writes these columns: the table shows them as they are.</p>\n",
              out);
    table_explain(out, result, shown, count);
    return true;
}

/* ---- how figures are made, for a reader who has nothing but the page */

static const char BOARD[] =
    "A board is one shuffled pack, played once in each seating of the agents, so that all of them get the same luck "
    "of the cards; a board in which an agent failed is left out entirely. Intervals are over boards and hold at 95 "
    "%. The seed fixes every card and every choice: the same command gives the same figures, whatever the number of "
    "threads.";

/* A page of the documentation: a link, where it is known where that is. */
static void page_name(FILE *out, const char *docs, const char *page)
{
    const size_t length = docs ? strlen(docs) : 0;
    if (docs)
        markup_print(out, "<a href=\"%s%s%s\">docs/%s</a>", docs, length && docs[length - 1] != '/' ? "/" : "", page,
                     page);
    else
        markup_print(out, "<code>docs/%s</code>", page);
}

static void methods_write(FILE *out, Result *result, const char *docs)
{
    const ResultKind *kind = result->kind;
    const char *interval = result_head_of(result, "interval");
    if (!kind) return;
    fputs("<details><summary>How these figures are made</summary><p>", out);
    if (!kind->boardless) fprintf(out, "%s ", result_at_level(result, BOARD));
    if (kind->method) fputs(kind->method, out);
    if (interval) markup_print(out, " Intervals of this file: %s.", interval);
    fputs("</p><p>Read on: ", out);
    if (kind->page) {
        page_name(out, docs, kind->page);
        fputs(", ", out);
    }
    page_name(out, docs, "methods.md");
    fputs(" (every interval and test), <code>pasur columns</code> (every column).</p></details>\n", out);
}

static void facts_write(FILE *out, const ReportPart *part)
{
    static const struct {
        const char *key, *title;
    } FACTS[] = {{"command", "Command"}, {"rules", "Rules"},          {"seed", "Seed"},       {"version", "Version"},
                 {"start", "Started"},   {"wall_seconds", "Seconds"}, {"void", "Void boards"}};
    markup_print(out, "<dl>\n<dt>From</dt><dd><code>%s</code></dd>\n", part->name);
    for (size_t i = 0; i < sizeof FACTS / sizeof *FACTS; i++) {
        const char *value = result_head_of(&part->result, FACTS[i].key);
        const bool when = !strcmp(FACTS[i].key, "start") || !strcmp(FACTS[i].key, "wall_seconds");
        if (value && !(when && part->from_directory)) /* of a directory they are those of this look */
            markup_print(out, "<dt>%s</dt><dd><code>%s</code></dd>\n", FACTS[i].title, value);
    }
    fputs("</dl>\n", out);
}

/* ---- a section */

enum { PHONE_WIDTH = 360, PHONE_NUMBER = 10000 };

/* Draws the picture, which reads what is left of a file, and again for a narrow screen; what streams from a file is
   drawn once. False with the reason. */
static bool picture_write(FILE *out, const ReportLook *look, ReportPart *part, int number, Error *error)
{
    Result *result = &part->result;
    const ResultKind *kind = result->kind;
    if (!kind || !kind->picture || !result->row_count) return true;
    if (!look->pictures) {
        fputs("<p class=\"muted\">There is no picture, since gnuplot was not installed.</p>\n", out);
        return true;
    }
    for (int narrow = 0; narrow <= !kind->streams; narrow++) {
        TextBuffer svg;
        if (!plot_inline(&svg, result, narrow || !part->rest.lines.file ? NULL : &part->rest, narrow ? PHONE_WIDTH : 0,
                         number + narrow * PHONE_NUMBER, error))
            return false;
        fprintf(out, "%s<div class=\"%s role=\"region\" aria-label=\"Picture of result %d%s\">\n",
                narrow ? "" : "<figure>",
                narrow          ? "small\""
                : kind->streams ? "wide\" tabindex=\"0\""
                                : "wide large\" tabindex=\"0\"",
                number, narrow ? ", narrow" : "");
        fwrite(svg.data, 1, svg.length, out);
        fputs("</div>", out);
        text_buffer_free(&svg);
    }
    fputs("</figure>\n", out);
    return true;
}

/* What is found, each sentence between these. */
static void verdicts_write(FILE *out, Result *result, const char *before, const char *behind)
{
    Verdicts verdicts;
    verdicts_find(&verdicts, result);
    for (size_t i = 0; i < verdicts.count; i++) {
        fputs(before, out);
        verdict_print(out, &verdicts.list[i], result, true);
        fputs(behind, out);
    }
}

static bool result_section(FILE *out, const ReportLook *look, ReportPart *part, int number, Error *error)
{
    Result *result = &part->result;
    const char *partial = result_partial(result);
    if (partial)
        markup_print(out,
                     "<p class=\"partial\"><strong>PARTIAL:</strong> %s. The run is not over; the figures are from "
                     "what is finished.</p>\n",
                     partial);
    fputs("<div class=\"verdict\">", out);
    verdicts_write(out, result, "<p>", "</p>\n");
    fputs("</div>\n", out);
    if (!picture_write(out, look, part, number, error)) return false;
    if (!table_write(out, result, number)) return error_memory(error);
    facts_write(out, part);
    methods_write(out, result, look->docs);
    return !result->failed || error_memory(error);
}

static void rounds_section(FILE *out, const ReportPart *part)
{
    fputs("<p>What each play was worth, by a search of 2000 iterations that sees what its player saw.</p>\n", out);
    if (part->left_out)
        markup_print(out, "<p class=\"partial\">%d more rounds of the file are not on this page.</p>\n",
                     (int)part->left_out);
    for (size_t i = 0; i < part->round_count; i++)
        round_write(out, &part->rounds[i]);
}

static const char *part_title(const ReportPart *part)
{
    const char *command = result_head_of(&part->result, "command"),
               *question = part->result.kind ? part->result.kind->question : NULL;
    return part->title ? part->title : question ? question : command ? command : part->name;
}

/* Its line in the list at the top. */
static void line_write(FILE *out, ReportPart *part, int number)
{
    const char *command = result_head_of(&part->result, "command"), *partial = result_partial(&part->result);
    markup_print(out, "<li><a href=\"#result%d\">%s</a>", number, part_title(part));
    if (part->rounds)
        fprintf(out, ": %zu round%s, play by play", part->round_count, PLURAL(part->round_count));
    else if (part->missing)
        fputs(": not there yet", out);
    else {
        if (!part->title && part_title(part) != command && command)
            markup_print(out, " <code class=\"muted\">%s</code>", command);
        if (partial) markup_print(out, "<br><strong>PARTIAL:</strong> %s", partial);
        fputs("<br>", out);
        verdicts_write(out, &part->result, "", " ");
    }
    fputs("</li>\n", out);
}

static bool section_write(FILE *out, const ReportLook *look, ReportPart *part, int number, Error *error)
{
    bool good = true;
    markup_print(out, "<section id=\"result%d\"><h2>%s</h2>\n", number, part_title(part));
    if (part->rounds)
        rounds_section(out, part);
    else if (!part->missing)
        good = result_section(out, look, part, number, error);
    else
        markup_print(out, "<p class=\"partial\">%s</p>\n", part->missing);
    if (part->command) markup_print(out, "<dl><dt>Command</dt><dd><code>%s</code></dd></dl>\n", part->command);
    fputs("</section>\n", out);
    return good;
}

/* ---- the page */

bool report_page(TextBuffer *page, const ReportLook *look, ReportPart *const parts[], size_t count, Error *error)
{
    size_t length = 0;
    char *text = NULL;
    bool good = true, reviewed = false;
    FILE *out = open_memstream(&text, &length);
    if (!out) return error_memory(error);
    markup_print(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src 'unsafe-inline'; img-src data:\">\n<title>%s</title>\n<style>\n",
        look->title);
    file_write(out, page_style, page_style_end);
    fprintf(out, "%s</style>\n</head>\n<body>\n", SVG_STYLE);
    markup_print(out, "<header><h1>%s</h1></header>\n<main>\n", look->title);
    if (count > 1) fputs("<nav aria-label=\"Results\"><ol>\n", out);
    for (size_t i = 0; i < count && count > 1; i++)
        line_write(out, parts[i], (int)i + 1);
    if (count > 1) fputs("</ol></nav>\n", out);
    for (size_t i = 0; i < count && good; i++) {
        good = section_write(out, look, parts[i], (int)i + 1, error);
        reviewed |= parts[i]->rounds != NULL;
    }
    fprintf(out, "</main>\n<footer><p>Written by pasur %s.</p></footer>\n<script>\n", PASUR_VERSION);
    file_write(out, page_script, page_script_end);
    fputs("</script>\n", out);
    if (reviewed) reviewer_write(out);
    fputs("</body>\n</html>\n", out);
    good = (text_stream_close(out, &text) || error_memory(error)) && good;
    if (good) *page = (TextBuffer){.data = text, .length = length, .room = length};
    if (!good) free(text);
    return good;
}
