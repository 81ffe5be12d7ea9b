/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a page of results together: a list of what was found, then a section for each result. */
#include "analysis/report/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/text.h"
#include "analysis/report/draw.h"
#include "analysis/report/tactics/tactic_words.h"
#include "analysis/report/version.h"

/* ---- tactics */

/* Had it a weight below 0? */
static bool reversed(const PageTable *table, const char *name)
{
    const char *names = csv_reader_head(table->reader, "reversed");
    return names && strstr(names, name);
}

void page_tactic_name(FILE *out, const PageTable *table, const char *name)
{
    char advice[TACTIC_WORDS];
    const bool known = tactic_words(advice, name);
    if (known) {
        fputs(reversed(table, name) ? "the opposite of <q>" : "<q>", out);
        markup_text(out, advice);
        fputs("</q> (", out);
    }
    fputs("<b>", out);
    markup_text(out, name);
    fputs(known ? "</b>)" : "</b>", out);
}

/* Does a row before this one have the name in that column, or this row in one of those before it? */
static bool named_before(const PageTable *table, const int columns[], size_t row, size_t index)
{
    const char *name = table->rows[row][columns[index]];
    for (size_t at = 0; at <= row; at++)
        for (size_t i = 0; i < (at < row ? 2 : index); i++)
            if (columns[i] >= 0 && !strcmp(table->rows[at][columns[i]], name)) return true;
    return false;
}

static void advice_write(FILE *out, const PageTable *table, const char *name)
{
    char advice[TACTIC_WORDS];
    if (!tactic_words(advice, name)) return;
    fprintf(out, "<dt><code>%s</code></dt><dd>", name);
    markup_text(out, advice);
    if (reversed(table, name))
        fputs(" (its weight is below 0 here: the agent does the opposite, and the value is what that is worth)", out);
    fputs("</dd>\n", out);
}

void page_tactics_write(FILE *out, const PageTable *table)
{
    const bool pairs = page_table_is(table, "tactics --pairs");
    const int columns[] = {csv_reader_column(table->reader, pairs ? "tactic_a" : "tactic"),
                           pairs ? csv_reader_column(table->reader, "tactic_b") : -1};
    if (!table->kind || !table->count || strncmp(table->kind->made_by, "tactics", 7)) return;
    fputs("<details class=\"columns\"><summary>What the tactics say</summary><dl>\n", out);
    for (size_t row = 0; row < table->count; row++)
        for (size_t i = 0; i < 2; i++)
            if (columns[i] >= 0 && !named_before(table, columns, row, i))
                advice_write(out, table, table->rows[row][columns[i]]);
    if (page_table_is(table, "tactics --csv"))
        fputs(
            "<dt>alone</dt><dd>added to a player who follows no advice and takes what is worth most at once: what a "
            "beginner gains by it</dd>\n"
            "<dt>without</dt><dd>taken from a player who follows all of it: what an expert loses who forgets it</dd>\n",
            out);
    fputs("</dl></details>\n", out);
}

/* ---- how figures are made */

static const char BOARD[] =
    "A board is one shuffled pack, played once in each seating of the agents, so that the luck of the cards falls on all of "
    "them alike; a board in which an agent failed is left out whole. Intervals are over boards and hold at 95 %. The seed "
    "fixes every card and every choice: the same command gives the same figures, whatever the number of threads.";

/* What belongs to a kind: the first of these whose name begins that of the kind, and a page of the documentation. */
static const struct {
    const char *made_by, *text, *page;
} METHODS[] = {
    {"sim --by",
     "From each pair of scores both agents play first in turn, so that equals would win one half; the intervals "
     "hold for all pairs together (Bonferroni).",
     "matches.md"},
    {"sim",
     "diff is an agent's points less the mean of the other sides' in the same round. Where a run may stop early "
     "(--stop), its interval is valid at every look.",
     "players.md"},
    {"tactics",
     "Two versions of one agent, with the tactic and without it, play the same boards with the same random "
     "numbers against the same opponent; where the tactic changes nothing the difference is exactly 0. Intervals "
     "hold for all rows together (Bonferroni), p is adjusted for all of them (Holm).",
     "tactics.md"},
    {"tune",
     "Weights were searched on some boards, chosen on others, and tested on boards that were never used before; the "
     "test alone decides, and the validation takes no part in any choice.",
     "tuning.md"},
    {"rate",
     "All agents meet each other on the same boards. A rating is fitted to all meetings at once; its interval comes "
     "from boards drawn again with repetition (bootstrap).",
     "tuning.md"},
    {"exploit",
     "Exploiters, who know the agent, play it on boards of their own; the best of them plays fresh boards, which took no "
     "part in the choice. What it wins there is a lower bound: a better exploiter may win more.",
     "strength.md"},
    {"equity",
     "Rounds are played from each pair of scores; the chances follow from them by solving the match backward from "
     "its end, and whole matches check the result.",
     "matches.md"},
    {"advise",
     "The cards that the player cannot see are dealt again and again, as they may lie, and the round is played out "
     "from there.",
     "search.md"},
    {"calibrate",
     "Each interval and test is tried many times where the truth is known, by the functions that the commands "
     "themselves use, and its errors are counted.",
     "reliability.md"},
    {"bench", "Speeds are of one build on one machine, and differ from run to run.", "speed.md"},
};

/* A page of the documentation: a link, where it is known where that is. */
static void page_name(FILE *out, const char *docs, const char *page)
{
    const size_t length = docs ? strlen(docs) : 0;
    if (docs) {
        fputs("<a href=\"", out);
        markup_text(out, docs);
        fprintf(out, "%s%s\">", length && docs[length - 1] != '/' ? "/" : "", page);
    }
    fprintf(out, docs ? "docs/%s</a>" : "<code>docs/%s</code>", page);
}

void page_methods_write(FILE *out, const PageTable *table, const char *docs)
{
    const char *interval = csv_reader_head(table->reader, "interval"), *name = table->kind->made_by;
    fputs("<details><summary>How these figures are made</summary><p>", out);
    if (strcmp(name, "bench --csv") && strcmp(name, "calibrate --csv")) fprintf(out, "%s ", BOARD);
    size_t i = 0;
    const size_t count = sizeof METHODS / sizeof *METHODS;
    while (i < count && strncmp(name, METHODS[i].made_by, strlen(METHODS[i].made_by)))
        i++;
    if (i < count) fputs(METHODS[i].text, out);
    if (interval) {
        fputs(" Intervals of this file: ", out);
        markup_text(out, interval);
        putc('.', out);
    }
    fputs("</p><p>Read on: ", out);
    if (i < count) {
        page_name(out, docs, METHODS[i].page);
        fputs(", ", out);
    }
    page_name(out, docs, "methods.md");
    fputs(" (every interval and test), ", out);
    page_name(out, docs, "csv.md");
    fputs(" (every column).</p></details>\n", out);
}

/* ---- the short table */

enum { CELLS_MOST = 6, OPEN_ROWS_MOST = 40 }; /* the last cell is empty */

typedef struct {
    const char *title;      /* NULL: the unit of the values, as the file says it */
    const char *column;     /* of the file; NULL: there are no more cells */
    const char *low, *high; /* the columns of its interval; NULL: it has none */
    const char *format;     /* as interval_text takes it; NULL: the text of the file */
    bool share;             /* is shown in % */
    const char *words[2];   /* what a 0 and a 1 mean; or NULL */
} ShortCell;

typedef struct {
    const char *made_by; /* as PlotKind has it */
    const char *filled;  /* for files in which this column is filled; NULL: for all others of the kind */
    ShortCell cells[CELLS_MOST];
} ShortKind;

#define TEXT(title, column)                                                                                            \
    {                                                                                                                  \
        title, column, NULL, NULL, NULL, false, { NULL }                                                               \
    }
#define VALUE(title, column, low, high)                                                                                \
    {                                                                                                                  \
        title, column, low, high, "%+.2f", false, { NULL }                                                             \
    }
#define SHARE(title, column, low, high)                                                                                \
    {                                                                                                                  \
        title, column, low, high, "%.1f", true, { NULL }                                                               \
    }
#define YES(title, column, no, yes)                                                                                    \
    {                                                                                                                  \
        title, column, NULL, NULL, NULL, false, { no, yes }                                                            \
    }
#define TACTIC TEXT("tactic", "tactic")
#define AGAINST TEXT("against", "opponent"), VALUE(NULL, "value", "ci_low", "ci_high")

static const ShortKind KINDS[] = {
    {"sim --csv",
     "matches",
     {
         TEXT("player", "agent"),
         SHARE("matches won, %", "win_rate", "win_ci_low", "win_ci_high"),
         TEXT("matches", "matches"),
     }},
    {"sim --csv",
     NULL,
     {
         TEXT("player", "agent"),
         VALUE("points a round over the others", "diff_mean", "diff_ci_low", "diff_ci_high"),
         SHARE("rounds won, %", "win_rate", "win_ci_low", "win_ci_high"),
         TEXT("rounds", "rounds"),
     }},
    {"sim --rounds-csv",
     NULL,
     {
         TEXT("board", "board"),
         TEXT("seat", "seat"),
         TEXT("player", "agent"),
         TEXT("points", "points"),
         TEXT("Surs", "surs"),
     }},
    {"sim --matches-csv",
     NULL,
     {
         TEXT("match", "match"),
         TEXT("player", "agent"),
         TEXT("score", "score"),
         TEXT("won", "won"),
     }},
    {"sim --by score --csv",
     NULL,
     {
         TEXT("score", "score"),
         TEXT("the other score", "opponent"),
         SHARE("matches won, %", "win_rate", "win_ci_low", "win_ci_high"),
     }},
    {"tactics --csv", NULL, {TACTIC, TEXT("measure", "measure"), AGAINST}},
    {"tactics --sweep", NULL, {TACTIC, TEXT("weight", "weight"), AGAINST}},
    {"tactics --by", NULL, {TACTIC, TEXT("by", "by"), TEXT("which", "stratum"), AGAINST}},
    {"tactics --pairs", NULL, {TEXT("one tactic", "tactic_a"), TEXT("the other", "tactic_b"), AGAINST}},
    {"tune --csv",
     NULL,
     {
         TEXT("phase", "phase"),
         TEXT("step", "step"),
         VALUE(NULL, "objective", "ci_low", "ci_high"),
         VALUE("over the start", "gain", "gain_ci_low", "gain_ci_high"),
         YES("chosen", "chosen", "", "chosen"),
     }},
    {"rate --csv",
     NULL,
     {
         TEXT("player", "agent"),
         VALUE(NULL, "rating", "ci_low", "ci_high"),
         SHARE("won, %", "win_rate", NULL, NULL),
     }},
    {"rate --cross",
     NULL,
     {
         TEXT("player", "agent"),
         TEXT("against", "opponent"),
         VALUE(NULL, "diff_mean", "diff_ci_low", "diff_ci_high"),
         YES("for all pairs together", "decided", "may be chance", "decided"),
     }},
    {"exploit --csv",
     NULL,
     {
         TEXT("exploiter", "exploiter"),
         TEXT("boards", "sample"),
         TEXT("number", "boards"),
         VALUE("points a round won", "diff_mean", "diff_ci_low", "diff_ci_high"),
     }},
    {"equity --csv",
     NULL,
     {
         TEXT("score", "score"),
         TEXT("the other score", "opponent"),
         TEXT("plays first", "first_seat"),
         SHARE("chance to win the match, %", "win", "ci_low", "ci_high"),
     }},
    {"advise --csv",
     NULL,
     {
         TEXT("play", "play"),
         VALUE(NULL, "value", "ci_low", "ci_high"),
         YES("chosen", "choice", "", "chosen"),
     }},
    {"calibrate --csv",
     NULL,
     {
         TEXT("put on trial", "check"),
         TEXT("promise", "promise"),
         TEXT("trials", "trials"),
         TEXT("errors", "errors"),
         TEXT("broken", "broken"),
     }},
};

static int column_of(const PageTable *table, const ShortCell *cell)
{
    return csv_reader_column(table->reader, cell->column);
}

static bool column_filled(const PageTable *table, const char *name)
{
    const int column = csv_reader_column(table->reader, name);
    for (size_t row = 0; column >= 0 && row < table->count; row++)
        if (*table->rows[row][column]) return true;
    return false;
}

static const ShortKind *kind_of(const PageTable *table)
{
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (page_table_is(table, KINDS[i].made_by) && (!KINDS[i].filled || column_filled(table, KINDS[i].filled)))
            return &KINDS[i];
    return NULL;
}

/* Are all fields of the column numbers? They stand to the right, then. */
static bool column_counts(const PageTable *table, int column)
{
    for (size_t row = 0; row < table->count; row++)
        if (*table->rows[row][column] && isnan(page_number(table, row, column))) return false;
    return true;
}

static void text_write(FILE *out, const PageTable *table, size_t row, int column, bool first)
{
    const bool number = column_counts(table, column);
    const char *tag = first && !number ? "th scope=\"row\"" : "td";
    fprintf(out, "<%s%s>", tag, number ? " class=\"n\"" : "");
    markup_text(out, table->rows[row][column]);
    fprintf(out, "</%.2s>", tag);
}

/* What a 0 or a 1 means. */
static void word_write(FILE *out, const PageTable *table, size_t row, const ShortCell *cell)
{
    fprintf(out, "<td>%s</td>", cell->words[page_number(table, row, column_of(table, cell)) > 0]);
}

/* The value and, behind it, its interval. */
static void value_write(FILE *out, const PageTable *table, size_t row, const ShortCell *cell)
{
    char text[FIGURE_CELL];
    const int low = cell->low ? csv_reader_column(table->reader, cell->low) : -1;
    const int high = cell->high ? csv_reader_column(table->reader, cell->high) : -1;
    const double scale = cell->share ? 100 : 1, value = scale * page_number(table, row, column_of(table, cell));
    const Interval interval = {scale * page_number(table, row, low), scale * page_number(table, row, high)};
    if (isnan(value)) {
        fputs("<td class=\"n\" data-v=\"\"></td>", out);
        return;
    }
    const int verdict = csv_reader_column(table->reader, "verdict"); /* says why there is no interval */
    if (verdict >= 0 && *table->rows[row][verdict] && !interval_known(interval)) {
        fprintf(out, "<td class=\"n\" data-v=\"%.10g\"><span class=\"muted\">", value);
        markup_text(out, table->rows[row][verdict]);
        fputs("</span></td>", out);
        return;
    }
    interval_text(text, cell->format, value, interval);
    const size_t length = strcspn(text, " ");
    fprintf(out, "<td class=\"n\" data-v=\"%.10g\">%.*s", value, (int)length, text);
    if (text[length]) fprintf(out, " <span class=\"muted\">%s</span>", text + length + 1);
    fputs("</td>", out);
}

static void head_write(FILE *out, const PageTable *table, const ShortKind *kind)
{
    fputs("<thead><tr>", out);
    for (const ShortCell *cell = kind->cells; cell->column; cell++) {
        if (!column_filled(table, cell->column)) continue;
        const bool number = cell->format || (!cell->words[0] && column_counts(table, column_of(table, cell)));
        fprintf(out, "<th scope=\"col\"%s>", number ? " class=\"n\"" : "");
        markup_text(out, cell->title ? cell->title : value_unit(table->reader));
        fputs("</th>", out);
    }
    fputs("</tr></thead>", out);
}

bool page_short_write(FILE *out, const PageTable *table, int number)
{
    const ShortKind *kind = kind_of(table);
    const bool folded = table->count > OPEN_ROWS_MOST;
    bool ranges = false;
    if (!kind || !table->count) return false;
    if (folded) fprintf(out, "<details><summary>The table: %zu rows</summary>\n", table->count);
    fprintf(out,
            "<div class=\"wide short\" tabindex=\"0\" role=\"region\" aria-label=\"Table of result %d\">"
            "<table class=\"sorts\">",
            number);
    head_write(out, table, kind);
    fputs("<tbody>\n", out);
    for (size_t row = 0; row < table->count; row++) {
        fputs("<tr>", out);
        for (const ShortCell *cell = kind->cells; cell->column; cell++) {
            if (!column_filled(table, cell->column)) continue;
            ranges |= cell->low && column_filled(table, cell->low);
            if (cell->format)
                value_write(out, table, row, cell);
            else if (cell->words[0])
                word_write(out, table, row, cell);
            else
                text_write(out, table, row, column_of(table, cell), cell == kind->cells);
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
    if (ranges)
        fputs(
            "<p class=\"muted\">In brackets: the numbers between which the true value lies, with 95 % confidence.</p>\n",
            out);
    if (folded) fputs("</details>\n", out);
    return true;
}

/* ---- the whole table */

bool page_table_is(const PageTable *table, const char *made_by)
{
    return table->kind && !strcmp(table->kind->made_by, made_by);
}

bool page_table_read(PageTable *out, CsvReader *reader)
{
    *out = (PageTable){.reader = reader, .rows = csv_reader_alloc(reader, TABLE_ROWS_MOST, sizeof *out->rows)};
    if (!out->rows) return false;
    out->kind = plot_kind_of(reader); /* or its columns are unknown, and it has no picture */
    for (;;) {
        const CsvRead read = csv_reader_next(reader);
        if (read == CSV_BAD) return false;
        if (read == CSV_END) return true;
        if ((out->more = out->count == TABLE_ROWS_MOST)) return true;
        const char **row = csv_reader_alloc(reader, reader->column_count, sizeof *row);
        if (!row) return false;
        for (size_t i = 0; i < reader->column_count; i++)
            if (!(row[i] = csv_reader_join(reader, "", reader->fields[i]))) return false;
        out->rows[out->count++] = row;
    }
}

double page_number(const PageTable *table, size_t row, int column)
{
    char *end;
    if (column < 0 || !*table->rows[row][column]) return NAN;
    const double value = strtod(table->rows[row][column], &end);
    return *end || !isfinite(value) ? NAN : value;
}

/* ---- columns */

typedef struct {
    bool empty, number; /* number: every field that is not empty is one */
    int decimals;       /* -1: as the file has them */
} Column;

static Column column_of(const PageTable *table, int index)
{
    Column column = {.empty = true, .number = true, .decimals = -1};
    double largest = 0;
    bool whole = true;
    for (size_t row = 0; row < table->count; row++) {
        const double value = page_number(table, row, index);
        if (!*table->rows[row][index]) continue;
        column.empty = false;
        column.number &= !isnan(value);
        largest = fmax(largest, fabs(value)); /* fmax passes NaN over */
        whole &= value == floor(value);
    }
    column.number &= !column.empty;
    if (column.number && !whole) column.decimals = largest < 1 ? 4 : largest < 100 ? 3 : 1;
    return column;
}

/* The row of the list of columns that is known under the file's columns, or NULL. */
static const FigureTable *table_known(const PageTable *table, const FigureTable *const *tables)
{
    for (; *tables; tables++) {
        const FigureTable *known = *tables;
        size_t i = 0, at = 0;
        for (; i < known->count && at < table->reader->column_count; i++)
            if (known->figures[i].name) {
                if (strcmp(known->figures[i].name, table->reader->columns[at])) break;
                at++;
            }
        const bool named = table->kind && !strncmp(known->file, table->kind->made_by, strlen(table->kind->made_by));
        if (i == known->count || (named && at >= 3)) return known;
    }
    return NULL;
}

static const Figure *figure_named(const FigureTable *known, const char *name)
{
    for (size_t i = 0; known && i < known->count; i++)
        if (known->figures[i].name && !strcmp(known->figures[i].name, name)) return &known->figures[i];
    return NULL;
}

/* ---- HTML */

static void cell_write(FILE *out, const PageTable *table, size_t row, int index, const Column *column)
{
    const char *text = table->rows[row][index], *tag = index == 0 && !column->number ? "th" : "td";
    const double value = page_number(table, row, index);
    fprintf(out, "<%s%s%s", tag, tag[1] == 'h' ? " scope=\"row\"" : "", column->number ? " class=\"n\"" : "");
    if (column->decimals >= 0 && !isnan(value)) {
        const bool tiny = value != 0 && fabs(value) < 0.5 * pow(10, -column->decimals);
        fputs(" data-v=\"", out);
        markup_text(out, text);
        fprintf(out, tiny ? "\">%.*e" : "\">%.*f", tiny ? 1 : column->decimals, value);
    } else {
        putc('>', out);
        markup_text(out, text);
    }
    fprintf(out, "</%s>", tag);
}

static void columns_explain(FILE *out, const PageTable *table, const FigureTable *known, const Column *columns)
{
    if (!known) return;
    fputs("<details class=\"columns\"><summary>What the columns mean</summary><dl>\n", out);
    for (size_t i = 0; i < table->reader->column_count; i++) {
        const Figure *figure = figure_named(known, table->reader->columns[i]);
        if (!figure || columns[i].empty) continue;
        fprintf(out, "<dt><code>%s</code> (%s)</dt><dd>", figure->name, figure->unit);
        markup_text(out, figure->help);
        fputs("</dd>\n", out);
    }
    fputs("</dl></details>\n", out);
}

static void rows_write(FILE *out, const PageTable *table, const FigureTable *known, const Column *columns, int number)
{
    const CsvReader *reader = table->reader;
    fprintf(out,
            "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"All columns of result %d\">"
            "<table class=\"sorts\"><thead><tr>",
            number);
    for (size_t i = 0; i < reader->column_count; i++) {
        const Figure *figure = figure_named(known, reader->columns[i]);
        if (columns[i].empty) continue;
        fprintf(out, "<th scope=\"col\"%s", columns[i].number ? " class=\"n\"" : "");
        if (figure) {
            fputs(" title=\"", out);
            markup_text(out, figure->help);
            putc('"', out);
        }
        putc('>', out);
        markup_text(out, reader->columns[i]);
        fputs("</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
    for (size_t row = 0; row < table->count; row++) {
        fputs("<tr>", out);
        for (size_t i = 0; i < reader->column_count; i++)
            if (!columns[i].empty) cell_write(out, table, row, (int)i, &columns[i]);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

bool page_table_write(FILE *out, const PageTable *table, const FigureTable *const *tables, int number)
{
    const FigureTable *known = table_known(table, tables);
    Column columns[CSV_MAX_COLUMNS];
    for (size_t i = 0; i < table->reader->column_count; i++)
        columns[i] = column_of(table, (int)i);
    const bool apart = page_short_write(out, table, number);
    page_tactics_write(out, table);
    if (table->more) fprintf(out, "<p class=\"muted\">The first %d rows; the file has more.</p>\n", TABLE_ROWS_MOST);
    if (!known)
        fputs("<p class=\"muted\">No command of pasur writes these columns: the table shows them as they are.</p>\n",
              out);
    if (apart) fputs("<details><summary>All columns</summary>\n", out);
    rows_write(out, table, known, columns, number);
    columns_explain(out, table, known, columns);
    if (apart) fputs("</details>\n", out);
    return known;
}

/* ---- the page */

enum { SENTENCES_MOST = 6 };

/* Where text is gathered. */
typedef struct {
    FILE *list, *body; /* the list at the top, and the sections */
    char *texts[2];
    size_t lengths[2];
} Pages;

/* ---- the verdict */

static bool begins(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

/* Is this line of a summary a sentence for people on what was found, and no row of a table? */
static bool is_sentence(const char *line, size_t length)
{
    size_t words = 1;
    if (length < 20 || line[length - 1] != '.' || *line == ' ' || begins(line, "Rows that were precise")) return false;
    for (size_t i = 1; i < length; i++) {
        if (line[i] == ' ' && line[i - 1] == ' ') return false;
        words += line[i] == ' ';
    }
    return words >= 5;
}

static void sentence_write(FILE *out, const char *text)
{
    char line[2000];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
    markup_text(out, line);
}

/* The sentences of a summary, each a paragraph. Returns how many. */
static int sentences_write(FILE *out, const char *summary)
{
    int count = 0;
    for (size_t length; summary && *summary && count < SENTENCES_MOST; summary += length + (summary[length] == '\n')) {
        length = strcspn(summary, "\n");
        if (!is_sentence(summary, length)) continue;
        fputs("<p>", out);
        sentence_write(out, summary);
        fputs("</p>\n", out);
        count++;
    }
    return count;
}

/* The sentence of a summary that says most: what a test decided, or else the first. NULL: there is none. */
static const char *sentence_best(const char *summary)
{
    const char *best = NULL;
    for (size_t length; summary && *summary; summary += length + (summary[length] == '\n')) {
        length = strcspn(summary, "\n");
        if (!is_sentence(summary, length)) continue;
        if (begins(summary, "The test ") || begins(summary, "Accepted") || begins(summary, "Refused")) return summary;
        if (!best) best = summary;
    }
    return best;
}

/* Are the words of the page better than the first sentence of the terminal? */
static bool says_best(const PageTable *table)
{
    return page_table_is(table, "rate --csv") || page_table_is(table, "rate --cross") ||
           page_table_is(table, "equity --csv") || (table->kind && begins(table->kind->made_by, "tactics"));
}

/* What a file of the kind answers, for the title of a result that has none; NULL: the command is its title. */
static const char *question_of(const PageTable *table)
{
    static const char *const QUESTIONS[][2] = {
        {"sim --by score --csv", "Who wins from which scores?"},
        {"sim --csv", "Who is stronger?"},
        {"tactics --csv", "What is a tactic worth?"},
        {"tactics --sweep", "How much weight should a tactic have?"},
        {"tactics --by", "Where is a tactic worth most?"},
        {"tactics --pairs", "Which tactics go together?"},
        {"tune --csv", "Can the player be made better?"},
        {"rate --csv", "Who is best?"},
        {"rate --cross", "Who beats whom?"},
        {"exploit --csv", "How much can be won from a player who is known?"},
        {"equity --csv", "How likely is it to win the match?"},
        {"advise --csv", "What should be played?"},
        {"calibrate --csv", "Do the statistics keep their promises?"},
    };
    for (size_t i = 0; i < sizeof QUESTIONS / sizeof *QUESTIONS; i++)
        if (page_table_is(table, QUESTIONS[i][0])) return QUESTIONS[i][1];
    return NULL;
}

static void verdict_write(FILE *out, const ReportPart *part, const PageTable *table)
{
    const char *partial = csv_reader_head(table->reader, "PARTIAL");
    if (partial) {
        fputs("<p class=\"partial\"><strong>PARTIAL:</strong> ", out);
        markup_text(out, partial);
        fputs(". The run is not over; the figures are of what is finished.</p>\n", out);
    }
    if (part->now) {
        fputs("<p class=\"partial\"><strong>Not this question:</strong> the study asks <code>", out);
        markup_text(out, part->now);
        fputs(
            "</code> now, and these are the figures of the command below. The question needs a new title, or the study "
            "another directory.</p>\n",
            out);
    }
    fputs("<div class=\"verdict\">", out);
    if (says_best(table)) {
        fputs("<p>", out);
        page_verdict_write(out, table);
        fputs("</p>\n", out);
    }
    if (!sentences_write(out, part->summary) && !says_best(table)) {
        fputs("<p>", out);
        page_verdict_write(out, table);
        fputs("</p>\n", out);
    }
    fputs("</div>\n", out);
}

/* ---- a section */

static void facts_write(FILE *out, const ReportPart *part, const CsvReader *reader)
{
    static const struct {
        const char *key, *title;
    } FACTS[] = {{"command", "Command"}, {"rules", "Rules"},          {"seed", "Seed"},       {"version", "Version"},
                 {"start", "Started"},   {"wall_seconds", "Seconds"}, {"void", "Void boards"}};
    fputs("<dl>\n<dt>From</dt><dd><code>", out);
    markup_text(out, part->name);
    fputs("</code></dd>\n", out);
    for (size_t i = 0; i < sizeof FACTS / sizeof *FACTS; i++) {
        const char *value = csv_reader_head(reader, FACTS[i].key);
        const bool when = !strcmp(FACTS[i].key, "start") || !strcmp(FACTS[i].key, "wall_seconds");
        if (!value || (when && part->summary)) continue; /* of a directory they are those of this look */
        fprintf(out, "<dt>%s</dt><dd><code>", FACTS[i].title);
        markup_text(out, value);
        fputs("</code></dd>\n", out);
    }
    fputs("</dl>\n", out);
}

static bool picture_write(FILE *out, const ReportLook *look, const ReportPart *part, const PageTable *table, int number,
                          Error *error)
{
    TextBuffer svg;
    if (!table->kind || !table->count) return true;
    if (!look->pictures) {
        fputs("<p class=\"muted\">There is no picture, since gnuplot was not installed.</p>\n", out);
        return true;
    }
    if (!plot_inline(&svg, part->csv, number, error)) return false;
    fprintf(out, "<figure><div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Picture of result %d\">\n",
            number);
    fwrite(svg.data, 1, svg.length, out);
    fputs("</div></figure>\n", out);
    text_buffer_free(&svg);
    return true;
}

static void heading_write(Pages *pages, const char *title, int number)
{
    fprintf(pages->list, "<li><a href=\"#result%d\">", number);
    markup_text(pages->list, title);
    fputs("</a>", pages->list);
    fprintf(pages->body, "<section id=\"result%d\"><h2>", number);
    markup_text(pages->body, title);
    fputs("</h2>\n", pages->body);
}

static void missing_write(Pages *pages, const ReportPart *part, int number)
{
    heading_write(pages, part->title ? part->title : part->name, number);
    fputs(": not there yet</li>\n", pages->list);
    fputs("<p class=\"partial\">", pages->body);
    markup_text(pages->body, part->missing ? part->missing : "nothing is there yet");
    fputs("</p>\n", pages->body);
    if (part->command) {
        fputs("<dl><dt>Command</dt><dd><code>", pages->body);
        markup_text(pages->body, part->command);
        fputs("</code></dd></dl>\n", pages->body);
    }
    fputs("</section>\n", pages->body);
}

static bool section_write(Pages *pages, const ReportLook *look, const ReportPart *part, int number, CsvReader *reader,
                          Error *error)
{
    PageTable table;
    if (!csv_reader_begin(reader) || !page_table_read(&table, reader)) {
        *error = reader->error;
        return false;
    }
    const char *command = csv_reader_head(reader, "command");
    const char *question = question_of(&table), *title = part->title ? part->title : question ? question : command;
    heading_write(pages, title ? title : part->name, number);
    if (title == question && command) {
        fputs(" <code class=\"muted\">", pages->list);
        markup_text(pages->list, command);
        fputs("</code>", pages->list);
    }
    fputs(part->now ? " (the figures are of another command)<br>" : "<br>", pages->list);
    const bool own = says_best(&table) || page_table_is(&table, "tune --csv"); /* of tune also the validation */
    const char *sentence = own ? NULL : sentence_best(part->summary);
    if (sentence)
        sentence_write(pages->list, sentence);
    else
        page_verdict_write(pages->list, &table);
    fputs("</li>\n", pages->list);
    verdict_write(pages->body, part, &table);
    if (!picture_write(pages->body, look, part, &table, number, error)) return false;
    look->unknown[number - 1] = !page_table_write(pages->body, &table, look->tables, number);
    if (part->summary) {
        fprintf(pages->body,
                "<details><summary>As on the terminal</summary><div class=\"wide\" tabindex=\"0\" role=\"region\" "
                "aria-label=\"Text of result %d\"><pre>",
                number);
        markup_text(pages->body, part->summary);
        fputs("</pre></div></details>\n", pages->body);
    }
    facts_write(pages->body, part, reader);
    if (table.kind) page_methods_write(pages->body, &table, look->docs);
    fputs("</section>\n", pages->body);
    return true;
}

static bool part_write(Pages *pages, const ReportLook *look, const ReportPart *part, int number, Error *error)
{
    CsvReader reader;
    if (!part->csv) return missing_write(pages, part, number), true;
    bool good = csv_reader_open(&reader, part->csv);
    if (!good) *error = reader.error;
    good = good && section_write(pages, look, part, number, &reader, error);
    csv_reader_close(&reader);
    return good;
}

/* ---- the page */

static void page_write(FILE *out, const ReportLook *look, const Pages *pages, size_t count)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
          "script-src 'unsafe-inline'; img-src data:\">\n<title>",
          out);
    markup_text(out, look->title);
    fprintf(out, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<header><h1>", PAGE_STYLE, SVG_STYLE);
    markup_text(out, look->title);
    fputs("</h1></header>\n<main>\n", out);
    if (count > 1) {
        fputs("<nav aria-label=\"Results\"><ol>\n", out);
        fwrite(pages->texts[0], 1, pages->lengths[0], out);
        fputs("</ol></nav>\n", out);
    }
    fwrite(pages->texts[1], 1, pages->lengths[1], out);
    fprintf(out, "</main>\n<footer><p>Written by pasur %s.</p></footer>\n<script>\n%s</script>\n</body>\n</html>\n",
            PASUR_VERSION, PAGE_SCRIPT);
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
    for (size_t i = 0; good && i < count; i++)
        good = part_write(&pages, look, &parts[i], (int)i + 1, error);
    bool whole = !pages.list || fclose(pages.list) == 0;
    whole = (!pages.body || fclose(pages.body) == 0) && whole;
    if (good && whole) page_write(page, look, &pages, count);
    whole = (!page || fclose(page) == 0) && whole;
    if (good && !whole) good = error_memory(error);
    free(pages.texts[0]);
    free(pages.texts[1]);
    if (good)
        *out = (TextBuffer){.data = text, .length = length, .room = length};
    else
        free(text);
    return good;
}
