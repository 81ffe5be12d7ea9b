/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a player looks for in a table: of each kind of file the few columns that answer, in words. */
#include <math.h>
#include <string.h>

#include "analysis/report/charts/markup.h"
#include "analysis/report/page/page_parts.h"
#include "analysis/report/text/estimate_text.h"

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
