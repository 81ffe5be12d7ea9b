/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a page of results together: a list of what was found, then a section for each result. */
#include "analysis/report/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "analysis/report/chart.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "engine/data_file.h"
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

/* Writes the round, for a page that ends with the reviewer. */
static void reviewed_round_write(FILE *out, const ReviewedRound *round)
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

/* ---- tables */

enum { TABLE_ROWS_MOST = 400, OPEN_ROWS_MOST = 40 };

static size_t rows_shown(const Result *result)
{
    return result->row_count < TABLE_ROWS_MOST ? result->row_count : TABLE_ROWS_MOST;
}

/* What the tactics of a result say, for readers to whom their names say nothing; nothing where there are none. */
static void tactics_write(FILE *out, Result *result)
{
    static const char *const COLUMNS[] = {"tactic", "tactic_a", "tactic_b"};
    char advice[TACTIC_ADVICE];
    unsigned found = 0;
    for (size_t row = 0; result->kind && row < result->row_count; row++)
        for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++) {
            const int tactic = name_find(&TACTIC_NAMES, text_at(result, row, COLUMNS[i]));
            if (tactic >= 0) found |= 1u << tactic;
        }
    if (!found) return;
    fputs("<details class=\"columns\"><summary>What the tactics say</summary><dl>\n", out);
    for (; found; found &= found - 1) {
        const char *name = TACTICS[__builtin_ctz(found)].name;
        markup_print(out, "<dt><code>%s</code></dt><dd>%s%s</dd>\n", name, tactic_advice(advice, __builtin_ctz(found)),
                     result_reversed(result, name) ? " (its weight is below 0 here: the agent does the opposite, and "
                                                     "the value is what that is worth)"
                                                   : "");
    }
    if (result_column(result, "measure") >= 0)
        fputs(
            "<dt>alone</dt><dd>added to a player who follows no advice and takes what is worth most at once: what a "
            "beginner gains by it</dd>\n"
            "<dt>without</dt><dd>removed from a player who follows all of it: what an expert loses by forgetting it</dd>\n",
            out);
    fputs("</dl></details>\n", out);
}

typedef struct {
    bool empty, number; /* number: every value that is not empty is one */
} Column;

static Column column_of(Result *result, int index)
{
    Column column = {.empty = true, .number = true};
    for (size_t row = 0; row < rows_shown(result); row++) {
        if (!*result_text(result, row, index)) continue;
        column.empty = false;
        column.number &= !isnan(result_number(result, row, index));
    }
    return column;
}

static Interval interval_at(const Result *result, size_t row, int index)
{
    const Interval interval = interval_behind(result, row, (size_t)index);
    return result->columns[index].interval && interval.low < interval.high ? interval : (Interval){NAN, NAN};
}

static void text_write(FILE *out, Result *result, size_t row, int index, const Column *column, bool first)
{
    static const char *const TAGS[] = {"<td>", "<td class=\"n\">", "<th scope=\"row\">"};
    const bool heads = first && !column->number;
    char shown[PLAY_SHOWN];
    const char *text = result_text(result, row, index), *unit = result->columns[index].unit,
               *name = result->columns[index].name;
    const bool cheats = (!strcmp(name, "agent") || !strcmp(name, "opponent")) && agent_name_cheats(text);
    if (unit && !strcmp(unit, "play")) text = page_play_text(shown, &(Page){.unicode = true}, text);
    fputs(TAGS[heads ? 2 : column->number], out);
    markup_text(out, text);
    if (cheats) fputs(" <span class=\"muted\">(sees all cards: no player)</span>", out);
    fputs(heads ? "</th>" : "</td>", out);
}

/* The value and, behind it, its interval; or why it has none. */
static void value_write(FILE *out, Result *result, size_t row, int index)
{
    const Figure *figure = &result->columns[index];
    const bool share = !strncmp(figure->unit, "share", 5);
    const double scale = share || (result_matches(result) && !*figure->plain) ? 100 : 1;
    const double value = scale * result_number(result, row, index);
    const Interval own = interval_at(result, row, index), interval = {scale * own.low, scale * own.high};
    const char *behind = text_at(result, row, "verdict");
    char text[FIGURE_CELL] = "";
    if (isnan(value)) {
        fputs("<td class=\"n\" data-v=\"\"></td>", out);
        return;
    }
    if (!figure->interval || !*behind || interval_known(interval)) {
        interval_text(text, share ? "%.1f" : "%+.2f", value, interval);
        char *blank = strchr(text, ' ');
        if (blank) *blank = 0;
        behind = blank ? blank + 1 : "";
    }
    fprintf(out, "<td class=\"n\" data-v=\"%.10g\">%s", value, text);
    if (*behind) markup_print(out, "%s<span class=\"muted\">%s</span>", *text ? " " : "", behind);
    fputs("</td>", out);
}

/* plain: as the short table has it. */
static void cell_write(FILE *out, Result *result, size_t row, int index, const Column *column, bool first, bool plain)
{
    const Figure *figure = &result->columns[index];
    const double value = result_number(result, row, index);
    if (plain && figure->yes)
        fprintf(out, "<td>%s</td>", value > 0 ? figure->yes : figure->no);
    else if (plain && (figure->interval || !strncmp(figure->unit, "share", 5)))
        value_write(out, result, row, index);
    else if (!plain && column->number && !isnan(value) && value != floor(value))
        fprintf(out, "<td class=\"n\" data-v=\"%.17g\">%.4g</td>", value, value);
    else
        text_write(out, result, row, index, column, first);
}

/* The rows of a table; those of the short one that are best first. */
static Ranked *rows_order(Result *result, bool plain)
{
    const int best = plain && result->kind && result->kind->best ? result_column(result, result->kind->best) : -1;
    Ranked *order = result_alloc(result, result->row_count, sizeof *order);
    for (size_t row = 0; order && row < result->row_count; row++) {
        const double value = result_number(result, row, best);
        order[row] = (Ranked){row, isnan(value) ? -INFINITY : value};
    }
    if (order && best >= 0) ranked_sort(order, result->row_count);
    return order;
}

/* The title of a column for who knows none of our names. */
static const char *plain_title(Result *result, const Figure *figure)
{
    const char *others = strstr(figure->plain, " over the others");
    if (!*figure->plain) return shown_unit(result);
    return others && result_of_two(result)
               ? result_format(result, "%.*s over the other", (int)(others - figure->plain), figure->plain)
               : figure->plain;
}

/* A table of the columns that are not empty; plain: of those with plain titles, which a player looks for. Where there
   are none, it is not there, and false is returned. */
static bool table_write(FILE *out, Result *result, const Column columns[], int number, bool plain)
{
    int *shown = result_alloc(result, result->column_count + 1, sizeof *shown), count = 0;
    const Ranked *order = rows_order(result, plain);
    bool ranges = false;
    for (int i = 0; shown && i < (int)result->column_count; i++)
        if (!columns[i].empty && (!plain || result->columns[i].plain)) shown[count++] = i;
    if (!order || !count) return false;
    const bool folded = plain && rows_shown(result) > OPEN_ROWS_MOST;
    if (folded) fprintf(out, "<details><summary>The table: %zu rows</summary>\n", rows_shown(result));
    fprintf(out,
            "<div class=\"wide%s\" tabindex=\"0\" role=\"region\" aria-label=\"%s result %d\">"
            "<table class=\"sorts\"><thead><tr>",
            plain ? " short" : "", plain ? "Table of" : "All columns of", number);
    for (int i = 0; i < count; i++) {
        const Figure *figure = &result->columns[shown[i]];
        const bool right = columns[shown[i]].number && !(plain && figure->yes);
        fprintf(out, "<th scope=\"col\"%s", right ? " class=\"n\"" : "");
        if (figure->help && !plain) markup_print(out, " title=\"%s\"", figure->help);
        markup_print(out, ">%s</th>", plain ? plain_title(result, figure) : figure->name);
    }
    fputs("</tr></thead><tbody>\n", out);
    for (size_t row = 0; row < rows_shown(result); row++) {
        fputs("<tr>", out);
        for (int i = 0; i < count; i++) {
            ranges |= plain && interval_known(interval_at(result, row, shown[i]));
            cell_write(out, result, order[row].index, shown[i], &columns[shown[i]], i == 0, plain);
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
    if (ranges)
        fputs(result_at_level(result,
                              "<p class=\"muted\">In brackets: the numbers between which the true value lies, with "
                              "95 % confidence.</p>\n"),
              out);
    if (folded) fputs("</details>\n", out);
    return true;
}

static void columns_explain(FILE *out, const Result *result, const Column columns[])
{
    if (!result->kind) return;
    fputs("<details class=\"columns\"><summary>What the columns mean</summary><dl>\n", out);
    for (size_t i = 0; i < result->column_count; i++) {
        const Figure *figure = &result->columns[i];
        if (figure->help && !columns[i].empty)
            markup_print(out, "<dt><code>%s</code> (%s)</dt><dd>%s</dd>\n", figure->name, figure->unit, figure->help);
    }
    fputs("</dl></details>\n", out);
}

/* The short table, what its tactics say, and the whole table with what its columns mean. */
static bool tables_write(FILE *out, Result *result, int number)
{
    Column *columns = result_alloc(result, result->column_count, sizeof *columns);
    if (!columns) return false;
    for (size_t i = 0; i < result->column_count; i++)
        columns[i] = column_of(result, (int)i);
    const bool apart = table_write(out, result, columns, number, true);
    tactics_write(out, result);
    if (result->more || result->row_count > TABLE_ROWS_MOST)
        fprintf(out, "<p class=\"muted\">The first %d rows; the file has more.</p>\n", TABLE_ROWS_MOST);
    if (!result->kind)
        fputs("<p class=\"muted\">No command of pasur writes these columns: the table shows them as they are.</p>\n",
              out);
    if (apart) fputs("<details><summary>All columns</summary>\n", out);
    table_write(out, result, columns, number, false);
    columns_explain(out, result, columns);
    if (apart) fputs("</details>\n", out);
    return true;
}

/* ---- how figures are made, for a reader who has nothing but the page */

static const char BOARD[] =
    "A board is one shuffled pack, played once in each seating of the agents, so that the luck of the cards falls on all of "
    "them alike; a board in which an agent failed is left out whole. Intervals are over boards and hold at 95 %. The seed "
    "fixes every card and every choice: the same command gives the same figures, whatever the number of threads.";

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

/* ---- a section */

/* Where text is gathered. */
typedef struct {
    FILE *list, *body; /* the list at the top, and the sections */
    bool reviewed;     /* there are rounds of records */
} Pages;

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
        if (value && !(when && part->kept)) /* of a directory they are those of this look */
            markup_print(out, "<dt>%s</dt><dd><code>%s</code></dd>\n", FACTS[i].title, value);
    }
    fputs("</dl>\n", out);
}

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
        if (!plot_inline(&svg, result, narrow || !part->rest.file ? NULL : &part->rest, narrow ? PHONE_WIDTH : 0,
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

static void heading_write(Pages *pages, const char *title, int number)
{
    markup_print(pages->list, "<li><a href=\"#result%d\">%s</a>", number, title);
    markup_print(pages->body, "<section id=\"result%d\"><h2>%s</h2>\n", number, title);
}

static void missing_write(Pages *pages, const ReportPart *part, int number)
{
    heading_write(pages, part->title ? part->title : part->name, number);
    fputs(": not there yet</li>\n", pages->list);
    markup_print(pages->body, "<p class=\"partial\">%s</p>\n", part->missing);
    if (part->command) markup_print(pages->body, "<dl><dt>Command</dt><dd><code>%s</code></dd></dl>\n", part->command);
}

static void verdicts_write(Pages *pages, Result *result)
{
    const char *partial = result_partial(result);
    Verdicts verdicts;
    verdicts_find(&verdicts, result);
    if (partial) {
        markup_print(pages->list, "<strong>PARTIAL:</strong> %s<br>", partial);
        markup_print(
            pages->body,
            "<p class=\"partial\"><strong>PARTIAL:</strong> %s. The run is not over; the figures are of what is "
            "finished.</p>\n",
            partial);
    }
    fputs("<div class=\"verdict\">", pages->body);
    for (size_t i = 0; i < verdicts.count; i++) {
        fputs(i ? " " : "", pages->list);
        fputs("<p>", pages->body);
        verdict_print(pages->list, &verdicts.list[i], result, true);
        verdict_print(pages->body, &verdicts.list[i], result, true);
        fputs("</p>\n", pages->body);
    }
    fputs("</li>\n", pages->list);
    fputs("</div>\n", pages->body);
}

static bool section_write(Pages *pages, const ReportLook *look, ReportPart *part, int number, Error *error)
{
    Result *result = &part->result;
    const char *command = result_head_of(result, "command"), *question = result->kind ? result->kind->question : NULL;
    const char *title = part->title ? part->title : question ? question : command;
    heading_write(pages, title ? title : part->name, number);
    if (title == question && command) markup_print(pages->list, " <code class=\"muted\">%s</code>", command);
    fputs("<br>", pages->list);
    verdicts_write(pages, result);
    if (!picture_write(pages->body, look, part, number, error)) return false;
    if (!tables_write(pages->body, result, number)) return error_memory(error);
    facts_write(pages->body, part);
    methods_write(pages->body, result, look->docs);
    return !result->failed || error_memory(error);
}

/* Rounds of records. */
static void rounds_write(Pages *pages, const ReportPart *part, int number)
{
    heading_write(pages, part->name, number);
    markup_print(pages->list, ": %d %s, play by play</li>\n", (int)part->round_count,
                 part->round_count == 1 ? "round" : "rounds");
    fputs("<p>What each play was worth, by a search of 2000 iterations that sees what its player saw.</p>\n",
          pages->body);
    if (part->left_out)
        markup_print(pages->body, "<p class=\"partial\">%d more rounds of the file are not on this page.</p>\n",
                     (int)part->left_out);
    for (size_t i = 0; i < part->round_count; i++)
        reviewed_round_write(pages->body, &part->rounds[i]);
    pages->reviewed = true;
}

/* ---- the page */

static bool sections_write(Pages *pages, const ReportLook *look, ReportPart *const parts[], size_t count, Error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (parts[i]->rounds)
            rounds_write(pages, parts[i], (int)i + 1);
        else if (parts[i]->missing)
            missing_write(pages, parts[i], (int)i + 1);
        else if (!section_write(pages, look, parts[i], (int)i + 1, error))
            return false;
        fputs("</section>\n", pages->body);
    }
    return true;
}

static void page_write(FILE *out, const ReportLook *look, const Pages *pages, const char *list, const char *body)
{
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
    if (*list) fprintf(out, "<nav aria-label=\"Results\"><ol>\n%s</ol></nav>\n", list);
    fprintf(out, "%s</main>\n<footer><p>Written by pasur %s.</p></footer>\n<script>\n", body, PASUR_VERSION);
    file_write(out, page_script, page_script_end);
    fputs("</script>\n", out);
    if (pages->reviewed) reviewer_write(out);
    fputs("</body>\n</html>\n", out);
}

bool report_page(TextBuffer *out, const ReportLook *look, ReportPart *const parts[], size_t count, Error *error)
{
    char *texts[3] = {NULL};
    size_t length = 0, unused;
    Pages pages = {.list = open_memstream(&texts[0], &unused), .body = open_memstream(&texts[1], &unused)};
    FILE *page = open_memstream(&texts[2], &length);
    bool good = (pages.list && pages.body && page) || error_memory(error);
    good = good && sections_write(&pages, look, parts, count, error);
    bool whole = text_stream_close(pages.list, &texts[0]);
    whole &= text_stream_close(pages.body, &texts[1]);
    if (good && whole) page_write(page, look, &pages, count > 1 ? texts[0] : "", texts[1]);
    whole &= text_stream_close(page, &texts[2]);
    good = good && (whole || error_memory(error));
    free(texts[0]);
    free(texts[1]);
    if (!good) free(texts[2]);
    if (good) *out = (TextBuffer){.data = texts[2], .length = length, .room = length};
    return good;
}
