/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a CSV file says, in words. */
#include <math.h>
#include <string.h>

#include "analysis/report/text.h"
#include "analysis/report/page.h"

/* A kind of file whose rows are values with intervals, and the words for them. */
typedef struct {
    const char *made_by;
    const char *names[3]; /* the columns that name a row */
    const char *value, *low, *high;
    double middle; /* the value that is neither high nor low */
    const char
        *leads[2]; /* what is said of the highest value: $1 to $3 are the names, $t is $1 as the advice of a tactic, $v
                             the value, $m "most: " if there are other tactics; what stands in brackets is left out where its name is empty */
    const char *of[2]; /* each lead is of the rows with this as their second name; NULL: of all */
    const char *what;  /* "values of tactics" */
    const char *above; /* "above 0" */
    const char *below;
    const char *unit; /* NULL: as the file says, or points a round */
    bool shares;      /* values are shares, which have no sign */
} VerdictKind;

#define VALUES "value", "ci_low", "ci_high", 0
#define SIGNS "above 0", "below 0", NULL, false
static const VerdictKind KINDS[] = {
    {"sim --by score --csv",
     {"score", "opponent"},
     "win_rate",
     "win_ci_low",
     "win_ci_high",
     0.5,
     {"From scores of $1 to $2 most is won: $v"},
     {NULL},
     "pairs of scores",
     "above one half",
     "below it",
     "of the matches won",
     true},
    {"tactics --csv",
     {"tactic", "measure", "opponent"},
     VALUES,
     {"To a beginner, who takes what is worth most at once and follows no advice, $t is worth $m$v[ against $3]",
      "To an expert, who follows all advice, $t is worth $m$v[ against $3]"},
     {"alone", "without"},
     "values of tactics",
     SIGNS},
    {"tactics --sweep",
     {"tactic", "weight", "opponent"},
     VALUES,
     {"The best weight that was tried is $2 of $t: $v more than with the weight 0[, against $3]"},
     {NULL},
     "weights",
     SIGNS},
    {"tactics --by",
     {"tactic", "by", "stratum"},
     VALUES,
     {"$t earns most where $2 is $3: $v of its value"},
     {NULL},
     "situations",
     SIGNS},
    {"tactics --pairs",
     {"tactic_a", "tactic_b", "opponent"},
     VALUES,
     {"$1 and $2 gain most from each other: $v beyond the sum of each alone[, against $3]"},
     {NULL},
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
     {"$1 is strongest: $v more than the average agent"},
     {NULL},
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
     {"$1 against $2 is the largest difference: $v"},
     {NULL},
     NULL, /* pairs_write counts them */
     SIGNS},
    {"exploit --csv",
     {"exploiter", "sample"},
     "diff_mean",
     "diff_ci_low",
     "diff_ci_high",
     0,
     {"$1 wins $v on fresh boards"},
     {"fresh"},
     "results of exploiters",
     SIGNS},
    {"advise --csv",
     {"play"},
     VALUES,
     {"$1 has the highest estimate: $v"},
     {NULL},
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

/* The row of the highest value, of those with `of` as their second name (NULL: of all); table->count: there is none. */
static size_t highest_row(const PageTable *table, int value, int second, const char *of)
{
    size_t best = table->count;
    for (size_t row = 0; row < table->count; row++) {
        if (isnan(page_number(table, row, value)) || (of && second >= 0 && strcmp(table->rows[row][second], of)))
            continue;
        if (best == table->count || page_number(table, row, value) > page_number(table, best, value)) best = row;
    }
    return best;
}

/* "+1.30 (+1.26 to +1.34) points a round" */
static void value_write(FILE *out, const PageTable *table, const VerdictKind *kind, size_t row)
{
    char text[FIGURE_CELL];
    const char *unit = value_unit(table->reader);
    const bool matches = !strcmp(unit, "share of the matches"), percent = !strcmp(unit, "%");
    const double scale = matches ? 100 : 1;
    const Interval interval = interval_at(table, row, kind->low, kind->high);
    fputs(interval_text(text, kind->shares ? "%.3f" : "%+.2f",
                        scale * page_number(table, row, column_at(table, kind->value)),
                        (Interval){scale * interval.low, scale * interval.high}),
          out);
    putc(' ', out);
    markup_text(out, matches ? "% of the matches" : percent ? "% to win the match" : kind->unit ? kind->unit : unit);
}

static const char *name_at(const PageTable *table, const VerdictKind *kind, size_t row, int index)
{
    const int column = index < 3 && kind->names[index] ? column_at(table, kind->names[index]) : -1;
    return column < 0 ? "" : table->rows[row][column];
}

/* Has the file rows of another first name than this one? */
static bool is_one_of(const PageTable *table, const VerdictKind *kind, size_t row)
{
    size_t other = 0;
    while (other < table->count && !strcmp(name_at(table, kind, other, 0), name_at(table, kind, row, 0)))
        other++;
    return other < table->count;
}

/* A lead about a row. */
static void lead_write(FILE *out, const PageTable *table, const VerdictKind *kind, const char *lead, size_t row)
{
    for (; *lead; lead++) {
        const char *dollar = strchr(lead, '$');
        if (*lead == '[' && dollar && !*name_at(table, kind, row, dollar[1] - '1')) {
            lead = strchr(lead, ']');
        } else if (*lead == '$' && lead[1] == 'v') {
            value_write(out, table, kind, row);
            lead++;
        } else if (*lead == '$' && lead[1] == 'm') {
            fputs(is_one_of(table, kind, row) ? "most: " : "", out);
            lead++;
        } else if (*lead == '$' && lead[1] == 't') {
            page_tactic_name(out, table, name_at(table, kind, row, 0));
            lead++;
        } else if (*lead == '$') {
            fputs("<b>", out);
            markup_text(out, name_at(table, kind, row, *++lead - '1'));
            fputs("</b>", out);
        } else if (!strchr("[]", *lead)) {
            putc(*lead, out);
        }
    }
}

/* Is the value of the row shown to be above the middle? */
static bool row_shown(const PageTable *table, const VerdictKind *kind, size_t row)
{
    const int decided = column_at(table, "decided");
    const Interval interval = interval_at(table, row, kind->low, kind->high);
    return decided < 0 ? interval_known(interval) && interval.low > kind->middle : page_number(table, row, decided) > 0;
}

/* How many pairs are decided. A file has each pair twice, once from each side. */
static void pairs_write(FILE *out, const PageTable *table, const VerdictKind *kind)
{
    const int decided = column_at(table, "decided");
    size_t pairs = 0, shown = 0;
    for (size_t row = 0; row < table->count; row++) {
        size_t other = 0; /* the row of the same pair that stands before this one */
        while (other < row && (strcmp(name_at(table, kind, row, 0), name_at(table, kind, other, 1)) ||
                               strcmp(name_at(table, kind, row, 1), name_at(table, kind, other, 0))))
            other++;
        if (other < row) continue;
        const Interval interval = interval_at(table, row, kind->low, kind->high);
        pairs++;
        shown += decided >= 0 ? page_number(table, row, decided) > 0
                              : interval_known(interval) && (interval.low > 0 || interval.high < 0);
    }
    if (decided >= 0)
        fprintf(out, "%zu of %zu pairs %s decided for all together with 95 %% confidence (Holm)%s", shown, pairs,
                shown == 1 ? "is" : "are",
                shown == pairs ? "."
                : shown        ? "; the others may be chance."
                               : "; all may be chance.");
    else
        fprintf(
            out,
            "The interval of %zu of %zu pairs leaves out 0, but each holds by itself: they do not decide for all pairs "
            "together, and of many pairs some leave it out by chance.",
            shown, pairs);
}

/* How many rows are shown to be high, low, neither. */
static void counts_write(FILE *out, const PageTable *table, const VerdictKind *kind)
{
    size_t above = 0, below = 0, open = 0, rare = 0;
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
    fprintf(out, "Of %zu %s, %zu %s shown to be %s, %zu %s", table->count, kind->what, above, above == 1 ? "is" : "are",
            kind->above, below, kind->below);
    if (open) fprintf(out, "; %zu may be either", open);
    if (rare)
        fprintf(out, "; %zu %s no interval: too rare to say, or the same by definition", rare,
                rare == 1 ? "has" : "have");
    putc('.', out);
}

/* The highest value, and what is shown of all. */
static void rows_write(FILE *out, const PageTable *table, const VerdictKind *kind)
{
    const int value = column_at(table, kind->value), second = kind->names[1] ? column_at(table, kind->names[1]) : -1;
    for (size_t i = 0; i < 2 && kind->leads[i]; i++) {
        const size_t best = highest_row(table, value, second, kind->of[i]);
        if (best == table->count) continue;
        lead_write(out, table, kind, kind->leads[i], best);
        fputs(row_shown(table, kind, best) ? ". " : ", which may be chance. ", out);
    }
    if (kind->what)
        counts_write(out, table, kind);
    else
        pairs_write(out, table, kind);
    if (table->more) fputs(" (Of the first rows of the file.)", out);
}

/* Who scores or wins more. */
static void sim_write(FILE *out, const PageTable *table)
{
    const int agent = column_at(table, "agent"), matches = column_at(table, "matches");
    const bool whole = matches >= 0 && *table->rows[0][matches];
    const int value = column_at(table, whole ? "win_rate" : "diff_mean"), wins = column_at(table, "win_rate");
    const size_t found = highest_row(table, value, -1, NULL), best = found < table->count ? found : 0;
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
