/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a CSV file says, in words. */
#include <math.h>
#include <string.h>

#include "analysis/report/charts/markup.h"
#include "analysis/report/page/page_parts.h"
#include "analysis/report/text/estimate_text.h"

/* A kind of file whose rows are values with intervals, and the words for them. */
typedef struct {
    const char *made_by;
    const char *names[3]; /* the columns that name a row */
    const char *value, *low, *high;
    double middle;     /* the value that is neither high nor low */
    const char *what;  /* "values of tactics" */
    const char *above; /* "above 0" */
    const char *below;
    const char *unit; /* NULL: as the file says, or points a round */
    bool shares;      /* values are shares, which have no sign */
} VerdictKind;

static const VerdictKind KINDS[] = {
    {"sim --by score --csv",
     {"score", "opponent"},
     "win_rate",
     "win_ci_low",
     "win_ci_high",
     0.5,
     "pairs of scores",
     "above one half",
     "below it",
     "of the matches won",
     true},
    {"tactics --csv",
     {"tactic", "measure", "opponent"},
     "value",
     "ci_low",
     "ci_high",
     0,
     "values of tactics",
     "above 0",
     "below 0",
     NULL,
     false},
    {"tactics --sweep",
     {"tactic", "weight", "opponent"},
     "value",
     "ci_low",
     "ci_high",
     0,
     "weights",
     "above 0",
     "below 0",
     NULL,
     false},
    {"tactics --by",
     {"tactic", "by", "stratum"},
     "value",
     "ci_low",
     "ci_high",
     0,
     "situations",
     "above 0",
     "below 0",
     NULL,
     false},
    {"tactics --pairs",
     {"tactic_a", "tactic_b", "opponent"},
     "value",
     "ci_low",
     "ci_high",
     0,
     "pairs of tactics",
     "above 0 (worth more together)",
     "below 0 (worth less)",
     NULL,
     false},
    {"rate --csv",
     {"agent"},
     "rating",
     "ci_low",
     "ci_high",
     0,
     "ratings",
     "above the average agent",
     "below it",
     NULL,
     false},
    {"rate --cross",
     {"agent", "opponent"},
     "diff_mean",
     "diff_ci_low",
     "diff_ci_high",
     0,
     "pairs of agents",
     "above 0",
     "below 0",
     NULL,
     false},
    {"advise --csv",
     {"play"},
     "value",
     "ci_low",
     "ci_high",
     0,
     "plays",
     "above 0",
     "below 0",
     "points by which the side wins the round",
     false},
};

static int column_at(const PageTable *table, const char *name) { return csv_reader_column(table->reader, name); }

static Interval interval_at(const PageTable *table, size_t row, const char *low, const char *high)
{
    return (Interval){page_number(table, row, column_at(table, low)), page_number(table, row, column_at(table, high))};
}

static size_t highest_row(const PageTable *table, int value)
{
    size_t best = 0;
    for (size_t row = 1; row < table->count; row++)
        if (!(page_number(table, row, value) <= page_number(table, best, value)) &&
            !isnan(page_number(table, row, value)))
            best = row;
    return best;
}

/* "leave_11, alone, tactic" */
static void row_name(FILE *out, const PageTable *table, const VerdictKind *kind, size_t row)
{
    bool first = true;
    for (size_t i = 0; i < 3 && kind->names[i]; i++) {
        const int column = column_at(table, kind->names[i]);
        if (column < 0 || !*table->rows[row][column]) continue;
        if (!first) fputs(", ", out);
        fputs("<b>", out);
        markup_text(out, table->rows[row][column]);
        fputs("</b>", out);
        first = false;
    }
}

/* How many rows are shown to be high, low, neither, and which is the highest. */
static void rows_write(FILE *out, const PageTable *table, const VerdictKind *kind)
{
    size_t above = 0, below = 0, open = 0, rare = 0;
    char text[FIGURE_CELL];
    const int value = column_at(table, kind->value);
    const size_t best = highest_row(table, value);
    const char *unit = kind->unit ? kind->unit : value_unit(table->reader);
    for (size_t row = 0; row < table->count; row++) {
        const Interval interval = interval_at(table, row, kind->low, kind->high);
        if (!interval_known(interval))
            rare++;
        else if (interval.low > kind->middle)
            above++;
        else if (interval.high < kind->middle)
            below++;
        else
            open++;
    }
    fputs("The highest is ", out);
    row_name(out, table, kind, best);
    fprintf(out, ": %s ",
            interval_text(text, kind->shares ? "%.3f" : "%+.2f", page_number(table, best, value),
                          interval_at(table, best, kind->low, kind->high)));
    markup_text(out, unit);
    fprintf(out, ". Of %zu %s, %zu %s shown to be %s, %zu %s", table->count, kind->what, above,
            above == 1 ? "is" : "are", kind->above, below, kind->below);
    if (open) fprintf(out, "; %zu may be either", open);
    if (rare)
        fprintf(out, "; %zu %s no interval: too rare to say, or the same by definition", rare,
                rare == 1 ? "has" : "have");
    fputs(table->more ? ". (Of the first rows of the file.)" : ".", out);
}

/* Who scores or wins more. */
static void sim_write(FILE *out, const PageTable *table)
{
    const int agent = column_at(table, "agent"), matches = column_at(table, "matches");
    const bool whole = matches >= 0 && *table->rows[0][matches];
    const int value = column_at(table, whole ? "win_rate" : "diff_mean"), wins = column_at(table, "win_rate");
    const size_t best = highest_row(table, value);
    const Interval interval = whole ? interval_at(table, best, "win_ci_low", "win_ci_high")
                                    : interval_at(table, best, "diff_ci_low", "diff_ci_high");
    const double middle = whole && table->count == 2 ? 0.5 : whole ? 1.0 / (double)table->count : 0;
    char text[FIGURE_CELL];
    const bool shown = interval_known(interval) && interval.low > middle;
    const bool pair = best + 2 < table->count && table->count == 4 && /* partners have the same figures */
                      page_number(table, best, value) == page_number(table, best + 2, value);
    fputs("<b>", out);
    markup_text(out, table->rows[best][agent]);
    if (pair) {
        fputs("</b> and <b>", out);
        markup_text(out, table->rows[best + 2][agent]);
    }
    fprintf(out, "</b> %s ", pair ? "together:" : shown ? whole ? "wins" : "scores" : "is ahead, which may be chance:");
    if (whole) {
        interval_text(text, "%.1f", 100 * page_number(table, best, value),
                      (Interval){100 * interval.low, 100 * interval.high});
        fprintf(out, "%s %% of the matches%s (95 %% interval; draws count half).", text,
                shown || !pair ? "" : ", which may be chance");
    } else {
        interval_text(text, "%+.2f", page_number(table, best, value), interval);
        fprintf(out,
                "%s points a round over the others (95 %% interval), and %.1f %% of the rounds won (draws count half).",
                text, 100 * page_number(table, best, wins));
    }
}

/* The chance at the beginning, and how far the table goes. */
static void equity_write(FILE *out, const PageTable *table)
{
    const int score = column_at(table, "score"), opponent = column_at(table, "opponent");
    const int first = column_at(table, "first_seat"), third = column_at(table, "third");
    char text[FIGURE_CELL];
    for (size_t row = 0; row < table->count; row++) {
        if (page_number(table, row, score) != 0 || page_number(table, row, opponent) != 0 ||
            page_number(table, row, first) != 1 || (third >= 0 && page_number(table, row, third) > 0))
            continue;
        const Interval interval = interval_at(table, row, "ci_low", "ci_high");
        interval_text(text, "%.1f", 100 * page_number(table, row, column_at(table, "win")),
                      (Interval){100 * interval.low, 100 * interval.high});
        fprintf(out, "From scores of 0 the side that plays first wins %s %% of the matches (95 %% interval). ", text);
        break;
    }
    fputs("Each row is the chance of the side with <code>score</code> against one with <code>opponent</code>.", out);
}

static void calibrate_write(FILE *out, const PageTable *table)
{
    size_t broken = 0;
    for (size_t row = 0; row < table->count; row++)
        broken += page_number(table, row, column_at(table, "broken")) > 0;
    fprintf(out, "Of %zu promises of intervals and tests, %zu %s broken.", table->count, broken,
            broken == 1 ? "is" : "are");
}

void page_verdict_write(FILE *out, const PageTable *table)
{
    const char *said[] = {csv_reader_head(table->reader, "test"), csv_reader_head(table->reader, "validation")};
    if (!table->count || !table->kind) return;
    if (page_table_is(table, "sim --csv")) sim_write(out, table);
    if (page_table_is(table, "equity --csv")) equity_write(out, table);
    if (page_table_is(table, "calibrate --csv")) calibrate_write(out, table);
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (page_table_is(table, KINDS[i].made_by)) rows_write(out, table, &KINDS[i]);
    for (size_t i = 0; i < 2 && page_table_is(table, "tune --csv"); i++)
        if (said[i]) {
            markup_text(out, said[i]);
            putc(' ', out);
        }
}
