/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a page of results together: a list of what was found, then a section for each result. */
#include "analysis/report/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "analysis/report/chart.h"
#include "analysis/report/draw.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "library/version.h"
#include "sim/files/text_buffer.h"

enum { TABLE_ROWS_MOST = 400, OPEN_ROWS_MOST = 40 };

static size_t rows_shown(const Result *result)
{
    return result->row_count < TABLE_ROWS_MOST ? result->row_count : TABLE_ROWS_MOST;
}

/* ---- tactics, for readers to whom their names say nothing */

static void advice_write(FILE *out, const Result *result, const char *name)
{
    const int tactic = name_find(&TACTIC_NAMES, name);
    char advice[TACTIC_ADVICE];
    if (tactic < 0) return;
    const char *opposite =
        result_reversed(result, name)
            ? " (its weight is below 0 here: the agent does the opposite, and the value is what that "
              "is worth)"
            : "";
    markup_print(out, "<dt><code>%s</code></dt><dd>%s%s</dd>\n", name, tactic_advice(advice, tactic), opposite);
}

/* What the tactics of a result say; nothing where there are none. */
static void tactics_write(FILE *out, Result *result)
{
    static const char *const COLUMNS[] = {"tactic", "tactic_a", "tactic_b"};
    unsigned found = 0;
    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++) {
        const int column = result_column(result, COLUMNS[i]);
        for (size_t row = 0; column >= 0 && row < result->row_count; row++) {
            const int tactic = name_find(&TACTIC_NAMES, result_text(result, row, column));
            if (tactic >= 0) found |= 1u << tactic;
        }
    }
    if (!result->kind || !found) return;
    fputs("<details class=\"columns\"><summary>What the tactics say</summary><dl>\n", out);
    for (; found; found &= found - 1)
        advice_write(out, result, TACTICS[__builtin_ctz(found)].name);
    if (result_column(result, "measure") >= 0)
        fputs(
            "<dt>alone</dt><dd>added to a player who follows no advice and takes what is worth most at once: what a "
            "beginner gains by it</dd>\n"
            "<dt>without</dt><dd>removed from a player who follows all of it: what an expert loses by forgetting it</dd>\n",
            out);
    fputs("</dl></details>\n", out);
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

/* ---- tables */

typedef struct {
    bool empty, number; /* number: every value that is not empty is one */
    int decimals;       /* -1: as the file has them */
} Column;

static Column column_of(Result *result, int index)
{
    Column column = {.empty = true, .number = true, .decimals = -1};
    double largest = 0;
    bool whole = true;
    for (size_t row = 0; row < rows_shown(result); row++) {
        const double value = result_number(result, row, index);
        if (!*result->rows[row]->cells[index]) continue;
        column.empty = false;
        column.number &= !isnan(value);
        largest = fmax(largest, fabs(value)); /* fmax passes NaN over */
        whole &= value == floor(value);
    }
    column.number &= !column.empty;
    if (column.number && !whole) column.decimals = largest < 1 ? 4 : largest < 100 ? 3 : 1;
    return column;
}

/* The column whose value lies there in the rows of the command; -1: none. */
static int column_at(const Result *result, size_t offset)
{
    for (size_t i = 0; i < result->column_count; i++)
        if (result->columns[i].type == FIGURE_NUMBER && result->columns[i].offset == offset) return (int)i;
    return -1;
}

static Interval interval_at(const Result *result, size_t row, const Figure *figure)
{
    const size_t offset = figure->interval;
    if (!offset) return (Interval){NAN, NAN};
    return (Interval){result_number(result, row, column_at(result, offset + offsetof(Interval, low))),
                      result_number(result, row, column_at(result, offset + offsetof(Interval, high)))};
}

/* Does the cell name an agent that sees all cards? */
static bool names_cheat(Result *result, size_t row, int index)
{
    static const char *const AGENTS[] = {"agent", "opponent"};
    bool agent = false;
    for (size_t i = 0; i < sizeof AGENTS / sizeof *AGENTS; i++)
        agent |= !strcmp(result->columns[index].name, AGENTS[i]);
    return agent && agent_name_cheats(result_text(result, row, index));
}

static void text_write(FILE *out, Result *result, size_t row, int index, const Column *column, bool first)
{
    if (names_cheat(result, row, index)) {
        markup_print(out, first ? "<th scope=\"row\">%s" : "<td>%s", result_text(result, row, index));
        fputs(" <span class=\"muted\">(sees all cards: no player)</span>", out);
        fputs(first ? "</th>" : "</td>", out);
        return;
    }
    char shown[PLAY_SHOWN];
    const char *text = result_text(result, row, index), *unit = result->columns[index].unit;
    if (unit && !strcmp(unit, "play")) text = page_play_text(shown, &(Page){.unicode = true}, text);
    markup_print(out,
                 column->number ? "<td class=\"n\">%s</td>"
                 : first        ? "<th scope=\"row\">%s</th>"
                                : "<td>%s</td>",
                 text);
}

/* The value and, behind it, its interval; or why it has none. */
static void value_write(FILE *out, Result *result, size_t row, int index)
{
    const Figure *figure = &result->columns[index];
    const bool share = !strncmp(figure->unit, "share", 5);
    const double scale = share || (result_matches(result) && !*figure->plain) ? 100 : 1;
    const double value = scale * result_number(result, row, index);
    Interval interval = interval_at(result, row, figure);
    const char *verdict = text_at(result, row, "verdict");
    char text[FIGURE_CELL];
    interval = (Interval){scale * interval.low, scale * interval.high};
    if (isnan(value)) {
        fputs("<td class=\"n\" data-v=\"\"></td>", out);
        return;
    }
    fprintf(out, "<td class=\"n\" data-v=\"%.10g\">", value);
    const bool why = figure->interval && *verdict && !interval_known(interval);
    if (!why) {
        interval_text(text, share ? "%.1f" : "%+.2f", value, interval);
        const size_t length = strcspn(text, " ");
        fprintf(out, "%.*s", (int)length, text);
        verdict = text[length] ? text + length + 1 : "";
    }
    if (*verdict) markup_print(out, "%s<span class=\"muted\">%s</span>", why ? "" : " ", verdict);
    fputs("</td>", out);
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
    static const char OTHERS[] = " over the others";
    const size_t length = strlen(figure->plain), end = sizeof OTHERS - 1;
    if (!length) return shown_unit(result);
    const bool one = length > end && !strcmp(figure->plain + length - end, OTHERS) && result_of_two(result);
    return one ? result_format(result, "%.*s", (int)length - 1, figure->plain) : figure->plain;
}

static void cell_write(FILE *out, Result *result, size_t row, int index, const Column *column)
{
    const double value = result_number(result, row, index);
    if (column->decimals < 0 || isnan(value)) {
        text_write(out, result, row, index, column, index == 0);
        return;
    }
    const bool tiny = value != 0 && fabs(value) < 0.5 * pow(10, -column->decimals);
    markup_print(out, "<td class=\"n\" data-v=\"%s", result_text(result, row, index));
    fprintf(out, tiny ? "\">%.*e</td>" : "\">%.*f</td>", tiny ? 1 : column->decimals, value);
}

/* A cell of the short table. */
static void plain_write(FILE *out, Result *result, size_t row, int index, const Column *column, bool first)
{
    const Figure *figure = &result->columns[index];
    if (figure->yes)
        fprintf(out, "<td>%s</td>", result_number(result, row, index) > 0 ? figure->yes : figure->no);
    else if (figure->interval || !strncmp(figure->unit, "share", 5))
        value_write(out, result, row, index);
    else
        text_write(out, result, row, index, column, first);
}

/* A table of the columns that are not empty; plain: of those with plain titles, which a player looks for. Returns how
   many columns it has. */
static size_t table_write(FILE *out, Result *result, const Column columns[], int number, bool plain)
{
    size_t *shown = result_alloc(result, result->column_count + 1, sizeof *shown), count = 0;
    const Ranked *order = rows_order(result, plain);
    for (size_t i = 0; shown && i < result->column_count; i++)
        if (!columns[i].empty && (!plain || result->columns[i].plain)) shown[count++] = i;
    if (!order || !count) return 0;
    fprintf(out,
            "<div class=\"wide%s\" tabindex=\"0\" role=\"region\" aria-label=\"%s result %d\">"
            "<table class=\"sorts\"><thead><tr>",
            plain ? " short" : "", plain ? "Table of" : "All columns of", number);
    for (size_t i = 0; i < count; i++) {
        const Figure *figure = &result->columns[shown[i]];
        const bool right = columns[shown[i]].number && !(plain && figure->yes);
        fprintf(out, "<th scope=\"col\"%s", right ? " class=\"n\"" : "");
        if (figure->help && !plain) markup_print(out, " title=\"%s\"", figure->help);
        markup_print(out, ">%s</th>", plain ? plain_title(result, figure) : figure->name);
    }
    fputs("</tr></thead><tbody>\n", out);
    for (size_t row = 0; row < rows_shown(result); row++) {
        fputs("<tr>", out);
        for (size_t i = 0; i < count; i++)
            if (plain)
                plain_write(out, result, order[row].index, (int)shown[i], &columns[shown[i]], i == 0);
            else
                cell_write(out, result, order[row].index, (int)shown[i], &columns[shown[i]]);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
    return count;
}

/* What a player looks for, folded where it is long. False: there is nothing. */
static bool short_write(FILE *out, Result *result, const Column columns[], int number)
{
    bool ranges = false, some = false;
    for (size_t i = 0; i < result->column_count; i++) {
        const Figure *figure = &result->columns[i];
        some |= figure->plain && !columns[i].empty;
        for (size_t row = 0; figure->plain && row < rows_shown(result); row++)
            ranges |= interval_known(interval_at(result, row, figure));
    }
    const bool folded = some && rows_shown(result) > OPEN_ROWS_MOST;
    if (folded) fprintf(out, "<details><summary>The table: %zu rows</summary>\n", rows_shown(result));
    table_write(out, result, columns, number, true);
    if (ranges)
        fputs(result_at_level(result,
                              "<p class=\"muted\">In brackets: the numbers between which the true value lies, with "
                              "95 % confidence.</p>\n"),
              out);
    if (folded) fputs("</details>\n", out);
    return some;
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
    const bool apart = short_write(out, result, columns, number);
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

/* ---- a section */

/* Where text is gathered. */
typedef struct {
    FILE *list, *body; /* the list at the top, and the sections */
    char *texts[2];
    size_t lengths[2];
    bool reviewed; /* there are rounds of records */
} Pages;

static void verdict_write(FILE *out, const ReportPart *part, const Verdicts *verdicts)
{
    const char *partial = result_partial(part->result);
    if (partial)
        markup_print(
            out,
            "<p class=\"partial\"><strong>PARTIAL:</strong> %s. The run is not over; the figures are of what is "
            "finished.</p>\n",
            partial);
    fputs("<div class=\"verdict\">", out);
    for (size_t i = 0; i < verdicts->count; i++) {
        fputs("<p>", out);
        verdict_print(out, &verdicts->list[i], part->result, true);
        fputs("</p>\n", out);
    }
    fputs("</div>\n", out);
}

static void facts_write(FILE *out, const ReportPart *part)
{
    static const struct {
        const char *key, *title;
    } FACTS[] = {{"command", "Command"}, {"rules", "Rules"},          {"seed", "Seed"},       {"version", "Version"},
                 {"start", "Started"},   {"wall_seconds", "Seconds"}, {"void", "Void boards"}};
    markup_print(out, "<dl>\n<dt>From</dt><dd><code>%s</code></dd>\n", part->name);
    for (size_t i = 0; i < sizeof FACTS / sizeof *FACTS; i++) {
        const char *value = result_head_of(part->result, FACTS[i].key);
        const bool when = !strcmp(FACTS[i].key, "start") || !strcmp(FACTS[i].key, "wall_seconds");
        if (value && !(when && part->summary)) /* of a directory they are those of this look */
            markup_print(out, "<dt>%s</dt><dd><code>%s</code></dd>\n", FACTS[i].title, value);
    }
    fputs("</dl>\n", out);
}

enum { PHONE_WIDTH = 360, PHONE_NUMBER = 10000 };

/* Draws the picture, which reads what is left of a file, and again for a narrow screen; what streams from a file is
   drawn once. */
static bool picture_draw(TextBuffer svg[static 2], const ReportLook *look, const ReportPart *part, int number,
                         Error *error)
{
    const Result *result = part->result;
    if (!look->pictures || !result->kind || !result->kind->draw || !result->row_count) return true;
    return plot_inline(&svg[0], part->result, part->rest, 0, number, error) &&
           (result->kind->streams ||
            plot_inline(&svg[1], part->result, NULL, PHONE_WIDTH, number + PHONE_NUMBER, error));
}

static void picture_write(FILE *out, const ReportPart *part, TextBuffer svg[static 2], int number)
{
    const Result *result = part->result;
    if (!result->kind || !result->kind->draw || !result->row_count) return;
    if (!svg[0].length) {
        fputs("<p class=\"muted\">There is no picture, since gnuplot was not installed.</p>\n", out);
        return;
    }
    fprintf(out, "<figure><div class=\"wide%s\" tabindex=\"0\" role=\"region\" aria-label=\"Picture of result %d\">\n",
            svg[1].length ? " large" : "", number);
    fwrite(svg[0].data, 1, svg[0].length, out);
    fputs("</div>", out);
    if (svg[1].length) {
        fprintf(out, "<div class=\"small\" role=\"region\" aria-label=\"Picture of result %d, narrow\">\n", number);
        fwrite(svg[1].data, 1, svg[1].length, out);
        fputs("</div>", out);
    }
    fputs("</figure>\n", out);
    text_buffer_free(&svg[0]);
    text_buffer_free(&svg[1]);
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
    markup_print(pages->body, "<p class=\"partial\">%s</p>\n", part->missing ? part->missing : "nothing is there yet");
    if (part->command) markup_print(pages->body, "<dl><dt>Command</dt><dd><code>%s</code></dd></dl>\n", part->command);
    fputs("</section>\n", pages->body);
}

static bool section_write(Pages *pages, const ReportLook *look, const ReportPart *part, int number, Error *error)
{
    Result *result = part->result;
    Verdicts verdicts;
    TextBuffer svg[2] = {0};
    if (!picture_draw(svg, look, part, number, error)) return false;
    verdicts_find(&verdicts, result);
    const char *command = result_head_of(result, "command"), *question = result->kind ? result->kind->question : NULL;
    const char *title = part->title ? part->title : question ? question : command;
    heading_write(pages, title ? title : part->name, number);
    if (title == question && command) markup_print(pages->list, " <code class=\"muted\">%s</code>", command);
    fputs("<br>", pages->list);
    if (result_partial(result)) markup_print(pages->list, "<strong>PARTIAL:</strong> %s<br>", result_partial(result));
    for (size_t i = 0; i < verdicts.count; i++) {
        if (i) putc(' ', pages->list);
        verdict_print(pages->list, &verdicts.list[i], result, true);
    }
    fputs("</li>\n", pages->list);
    verdict_write(pages->body, part, &verdicts);
    picture_write(pages->body, part, svg, number);
    if (!tables_write(pages->body, result, number)) return error_memory(error);
    if (part->summary)
        markup_print(pages->body,
                     "<details><summary>As on the terminal</summary><div class=\"wide\" tabindex=\"0\" role=\"region\" "
                     "aria-label=\"Text of result %d\"><pre>%s</pre></div></details>\n",
                     number, part->summary);
    facts_write(pages->body, part);
    methods_write(pages->body, result, look->docs);
    fputs("</section>\n", pages->body);
    return !result->failed || error_memory(error);
}

/* ---- rounds of records */

static void rounds_write(Pages *pages, const ReportPart *part, int number)
{
    heading_write(pages, part->title ? part->title : part->name, number);
    markup_print(pages->list, ": %d %s, play by play</li>\n", (int)part->round_count,
                 part->round_count == 1 ? "round" : "rounds");
    fputs("<p>What each play was worth, by a search of 2000 iterations that sees what its player saw.</p>\n",
          pages->body);
    if (part->left_out)
        markup_print(pages->body, "<p class=\"partial\">%d more rounds of the file are not on this page.</p>\n",
                     (int)part->left_out);
    for (size_t i = 0; i < part->round_count; i++)
        reviewed_round_write(pages->body, &part->rounds[i]);
    fputs("</section>\n", pages->body);
    pages->reviewed = true;
}

/* ---- the page */

static void page_write(FILE *out, const ReportLook *look, const Pages *pages, size_t count)
{
    markup_print(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src 'unsafe-inline'; img-src data:\">\n<title>%s</title>\n<style>\n",
        look->title);
    fprintf(out, "%s%s</style>\n</head>\n<body>\n", PAGE_STYLE, SVG_STYLE);
    markup_print(out, "<header><h1>%s</h1></header>\n<main>\n", look->title);
    if (count > 1) {
        fputs("<nav aria-label=\"Results\"><ol>\n", out);
        fwrite(pages->texts[0], 1, pages->lengths[0], out);
        fputs("</ol></nav>\n", out);
    }
    fwrite(pages->texts[1], 1, pages->lengths[1], out);
    fprintf(out, "</main>\n<footer><p>Written by pasur %s.</p></footer>\n<script>\n%s</script>\n", PASUR_VERSION,
            PAGE_SCRIPT);
    if (pages->reviewed) reviewer_write(out);
    fputs("</body>\n</html>\n", out);
}

bool report_page(TextBuffer *out, const ReportLook *look, const ReportPart *parts, size_t count, Error *error)
{
    Pages pages = {0};
    char *text = NULL;
    size_t length = 0;
    pages.list = open_memstream(&pages.texts[0], &pages.lengths[0]);
    pages.body = open_memstream(&pages.texts[1], &pages.lengths[1]);
    FILE *page = open_memstream(&text, &length);
    bool good = (pages.list && pages.body && page) || error_memory(error);
    for (size_t i = 0; good && i < count; i++) {
        if (parts[i].rounds)
            rounds_write(&pages, &parts[i], (int)i + 1);
        else if (parts[i].result)
            good = section_write(&pages, look, &parts[i], (int)i + 1, error);
        else
            missing_write(&pages, &parts[i], (int)i + 1);
    }
    bool whole = text_stream_close(pages.list, &pages.texts[0]);
    whole &= text_stream_close(pages.body, &pages.texts[1]);
    if (good && whole) page_write(page, look, &pages, count);
    whole &= text_stream_close(page, &text);
    if (good && !whole) good = error_memory(error);
    free(pages.texts[0]);
    free(pages.texts[1]);
    if (good)
        *out = (TextBuffer){.data = text, .length = length, .room = length};
    else
        free(text);
    return good;
}
