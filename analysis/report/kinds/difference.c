/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How two results differ, and whether they are equivalent. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/chart.h"
#include "analysis/report/kinds/pool.h"
#include "analysis/report/table.h"
#include "analysis/report/verdict.h"
#include "engine/text/number.h"

/* Cases of the table: --within was asked; agents of B stand for others of A; rows divide by rules. */
enum { ASKED = 1, OTHERS = 2, RULES = 4 };

static void p_cell(char out[static FIGURE_CELL], const void *row)
{
    p_text(out, ((const DifferenceRow *)row)->adjusted);
}
static void within_cell(char out[static FIGURE_CELL], const void *row)
{
    p_text(out, ((const DifferenceRow *)row)->within_adjusted);
}

#define AT(member) FIGURE_AT(DifferenceRow, member)
static const Figure ROWS[] = {
    {"who", "name", "whom or what the row of A is about: an agent, a tactic, a score", AT(key.names[0]), .title = "who",
     .plain = "who"},
    {"which", "word", "which part of it: measure, weight, stratum, sample; empty: all", AT(key.names[1]),
     .title = "which", .drop = 2, .plain = "which"},
    {"against", "name", "against whom; empty: the results do not divide by that", AT(key.names[2]), .title = "against",
     .drop = 3, .plain = "against"},
    {"who_b", "name", "who is in that place in B, if that is another; of tactics, against whom", AT(other),
     .title = "in B", .when = OTHERS, .drop = 1, .plain = "in B"},
    {"figure", "word", "the column of the results", AT(key.figure), .title = "figure", .plain = "figure"},
    {"a", "as the figure", "its value in A; of paired boards, over those that B has too", AT(a), .title = "A",
     .width = 8, .format = "%.3f", .drop = 5},
    {"b", "as the figure", "its value in B", AT(b), .title = "B", .width = 8, .format = "%.3f", .drop = 4},
    FIGURE_VALUE("value", "ci", "as the figure", "B less A",
                 "the 95 % interval of value; of results whose intervals hold for all rows together so does this",
                 DifferenceRow, difference.value, interval, .title = "B less A (95 %)", .width = -28, .format = "%+.*f",
                 .plain = "B less A"),
    {"se", "as the figure", "standard error of value", AT(difference.se)},
    {"df", "number", "degrees of freedom of Student's t", AT(difference.df)},
    {"p", "probability", "two-sided chance of so large a value if there is no difference", AT(p)},
    {"p_adjusted", "probability", "p, adjusted for all rows (Holm)", AT(adjusted), .title = "p (Holm)", .width = 8,
     .cell = p_cell, .legend = "chance of such differences if there are none, for all rows together (Holm)"},
    {"within", "as the figure", "--within: what the difference was asked to be below, to either side; else empty",
     AT(within)},
    {"p_within", "probability",
     "the larger p of two one-sided tests: chance of so small a value if the difference is `within` or more",
     AT(p_within)},
    {"p_within_adjusted", "probability", "that, adjusted for all rows that were asked (Holm)", AT(within_adjusted),
     .title = "p within", .when = ASKED, .width = 8, .cell = within_cell,
     .legend = "chance of so small a value if the difference were as large as --within or larger"},
    {"boards_a", "boards", "boards of A; of paired ones those that both have", AT(boards_a)},
    {"boards_b", "boards", "boards of B", AT(boards_b)},
    {"paired", "0 or 1", "1: board by board on the same cards; 0: the two are taken as independent", AT(paired),
     .no = "no", .yes = "yes"},
    {"rules", "word", "under which rules; empty: the results do not divide by that", AT(key.names[3]), .title = "rules",
     .when = RULES, .plain = "rules"},
    {"unit", "word", "in what the figure is", AT(key.unit), .plain = "unit"},
    {"p_beyond_adjusted", "probability",
     "--within: two-sided chance of so large a value if the difference is `within` or less, adjusted for all rows that "
     "were asked (Holm)",
     AT(beyond_adjusted)},
    {"hypothesis", "number",
     "which one the row's p belongs to, from 1: rows that follow from each other have one, as A against B and B against "
     "A, win_rate and elo",
     AT(key.hypothesis)},
};
static const FigureTable DIFFERENCE_FIGURES = {"compare --csv", "row and figure of both results", FIGURE_ROWS(ROWS),
                                               NULL};

/* Are the two one result, or the same on as many boards as it takes to say that they are the same? */
static bool same_boards(const DifferenceResult *result, const DifferenceRow *row)
{
    return result->same ||
           (row->paired && row->difference.se == 0 && row->difference.value == 0 && row->boards_a >= ANYTIME_MIN_N);
}

static bool difference_adjust(DifferenceResult *result, size_t asked, size_t from, size_t to)
{
    return hypotheses_adjust(result->rows, sizeof *result->rows, result->count, asked, from, to);
}

bool difference_finish(DifferenceResult *result)
{
    const double alpha = result->together ? bonferroni_alpha(result->alpha, result->count) : result->alpha;
    for (size_t i = 0; i < result->count; i++) {
        DifferenceRow *row = &result->rows[i];
        row->interval = difference_interval(&row->difference, alpha);
        row->p = difference_p(&row->difference);
        row->p_within = !(row->within > 0)         ? NAN
                        : same_boards(result, row) ? 0
                                                   : difference_p_within(&row->difference, row->within);
        row->p_beyond = row->within > 0 ? difference_p_beyond(&row->difference, row->within) : NAN;
        row->within_adjusted = row->beyond_adjusted = NAN;
    }
    const size_t within = offsetof(DifferenceRow, within);
    hypotheses_number(result->rows, sizeof *result->rows, result->count, false);
    return difference_adjust(result, SIZE_MAX, offsetof(DifferenceRow, p), offsetof(DifferenceRow, adjusted)) &&
           difference_adjust(result, within, offsetof(DifferenceRow, p_within),
                             offsetof(DifferenceRow, within_adjusted)) &&
           difference_adjust(result, within, offsetof(DifferenceRow, p_beyond),
                             offsetof(DifferenceRow, beyond_adjusted));
}

int difference_within(const DifferenceResult *result)
{
    size_t asked = 0, shown = 0;
    for (size_t i = 0; i < result->count; i++) {
        const DifferenceRow *row = &result->rows[i];
        if (!(row->within > 0)) continue;
        if (row->beyond_adjusted <= result->alpha) return -1;
        asked++;
        shown += row->within_adjusted <= result->alpha;
    }
    return shown == asked;
}

void difference_result(Result *out, const DifferenceResult *result)
{
    result_rows(out, &RESULT_DIFFERENCE, result->rows, sizeof *result->rows, result->count);
}

/* ---- words */

/* A row with its value, to which `words` give a meaning; turned: with the other sign. */
static void row_say(Verdicts *verdicts, Result *result, size_t row, const char *words, bool turned)
{
    const char *who = text_at(result, row, "who"), *other = text_at(result, row, "who_b"),
               *which = text_at(result, row, "which"), *against = text_at(result, row, "against");
    const Interval interval = result_interval(result, row, "ci");
    const double value = number_at(result, row, "value");
    Verdict verdict = {.words = words, .names = {who, text_at(result, row, "figure"), ""}, .format = "%.*f"};
    if (*which || *against)
        verdict.names[2] = result_format(result, "%s%s%s", which, *which && *against ? ", " : "",
                                         *against ? result_join(result, "against ", against) : "");
    if (*other && *against)
        verdict.names[2] = result_format(result, "%s, in B %s", verdict.names[2], other);
    else if (*other)
        verdict.names[0] = result_format(result, "%s (in B %s)", who, other);
    verdict.size = turned ? -value : value;
    verdict.interval = turned ? (Interval){-interval.high, -interval.low} : interval;
    verdict.decimals = interval_decimals(3, interval);
    verdict.sign = interval_sign(interval, 0);
    verdict_add(verdicts, verdict);
}

enum { ROWS_SAID = 6 };

static void differences_say(Verdicts *verdicts, Result *result)
{
    const bool *mirrors = rows_mirrored(result);
    size_t shown = 0, same = 0, count = 0;
    double tests = 0;
    for (size_t row = 0; mirrors && row < result->row_count; row++) {
        if (mirrors[row]) continue;
        count++;
        tests = fmax(tests, number_at(result, row, "hypothesis"));
        const double value = number_at(result, row, "value");
        shown += number_at(result, row, "p_adjusted") <= result_alpha(result);
        same += value == 0 && !(number_at(result, row, "se") > 0);
    }
    const char *by = tests < (double)count
                         ? result_format(result, "Holm over %g tests, %g %%", tests, 100 * result_alpha(result))
                         : result_format(result, "Holm, %g %%", 100 * result_alpha(result));
    if (same == count)
        verdict_say(verdicts, "A and B are the same on every board.");
    else if (!shown && count == 1)
        row_say(verdicts, result, 0,
                "No difference is shown: $2 of $1 in B less that in A lies between $l and $h with 95 % confidence.",
                false);
    else if (!shown)
        verdict_say(verdicts, result_format(result, "No difference is shown in any of %zu figures%s (%s).", count,
                                            verdict_whom(result), by));
    else if (count > ROWS_SAID)
        verdict_say(verdicts, result_format(result, "A difference is shown in %zu of %zu figures%s (%s).", shown, count,
                                            verdict_whom(result), by));
    for (size_t row = 0, said = 0; mirrors && row < result->row_count && said < ROWS_SAID; row++) {
        if (mirrors[row] || !(number_at(result, row, "p_adjusted") <= result_alpha(result))) continue;
        const bool below = number_at(result, row, "value") < 0;
        row_say(verdicts, result, row,
                below ? "B lies below A in $2 of $1[ ($3)], by $v." : "B lies above A in $2 of $1[ ($3)], by $v.",
                below);
        said++;
    }
}

static void within_say(Verdicts *verdicts, Result *result)
{
    const bool *mirrors = rows_mirrored(result);
    size_t asked = 0, shown = 0, beyond = 0, first = 0;
    for (size_t row = 0; mirrors && row < result->row_count; row++) {
        const double own = number_at(result, row, "within");
        if (mirrors[row] || !(own > 0)) continue;
        if (!asked++) first = row;
        shown += number_at(result, row, "p_within_adjusted") <= result_alpha(result);
        beyond += number_at(result, row, "p_beyond_adjusted") <= result_alpha(result);
    }
    if (!asked) return;
    const double within = number_at(result, first, "within");
    const char *figure = text_at(result, first, "figure"), *unit = text_at(result, first, "unit");
    const char *size = figure_is_share(unit) ? result_format(result, "%g (%g %%)", within, 100 * within)
                                             : result_format(result, "%g %s", within, unit);
    const char *tests =
        result_format(result, "two one-sided tests%s, %g %%", asked > 1 ? ", Holm" : "", 100 * result_alpha(result));
    const char *rows = asked > 1 ? result_format(result, " in %zu of %zu rows", beyond ? beyond : shown, asked) : "";
    if (!size || !tests || !rows) return;
    if (shown == asked)
        verdict_say(verdicts, result_format(result, "A and B differ in %s by no more than %s either way%s (%s).",
                                            figure, size, asked > 1 ? ", in each row" : "", tests));
    else if (beyond)
        verdict_say(verdicts, result_format(result, "They differ in %s by more than %s%s (%s%g %%).", figure, size,
                                            rows, asked > 1 ? "Holm, " : "", 100 * result_alpha(result)));
    else
        verdict_say(verdicts, result_format(result, "That they differ in %s by no more than %s is %sshown%s (%s).",
                                            figure, size, asked > 1 ? "" : "not ", rows, tests));
}

static void difference_verdicts(Verdicts *verdicts, Result *result)
{
    differences_say(verdicts, result);
    within_say(verdicts, result);
    const char *opponents = result_head_of(result, "opponents"), *pairing = result_head_of(result, "pairing");
    if (opponents) verdict_say(verdicts, result_format(result, "The opponents differ too: %s.", opponents));
    if (pairing && strstr(pairing, "played the same cards"))
        verdict_say(verdicts,
                    "A and B played the same cards but are taken as independent, so that intervals may be too "
                    "narrow.");
}

void difference_summary(FILE *out, const Page *page, const DifferenceResult *result, Result *found)
{
    const bool *mirrors = rows_mirrored(found);
    DifferenceRow *rows = result_alloc(found, result->count, sizeof *rows);
    unsigned is = result->within > 0 ? ASKED : 0;
    size_t count = 0;
    for (size_t i = 0; mirrors && rows && i < result->count; i++) {
        is |= (result->rows[i].other ? OTHERS : 0) | (result->rows[i].key.names[3] ? RULES : 0);
        if (!mirrors[i]) rows[count++] = result->rows[i];
    }
    figures_print(out, page, &DIFFERENCE_FIGURES, is, rows, sizeof *rows, count);
    verdicts_print(out, found);
    if (result->left_out)
        fprintf(out, "Left out, since B has no such row or one of them has no interval for it: %zu figure%s.\n",
                result->left_out, PLURAL(result->left_out));
}

/* The differences in the first figure. */
static bool difference_draw(Chart *chart)
{
    Result *result = chart->result;
    const char *figure = text_at(result, 0, "figure"), *unit = text_at(result, 0, "unit");
    const char **names = result_alloc(result, result->row_count, sizeof *names);
    MarkColumns from = {.count = result->row_count, .rows = names, .own = true};
    for (size_t row = 0; names && row < result->row_count; row++) {
        const char *which = text_at(result, row, "which"), *against = text_at(result, row, "against"),
                   *other = text_at(result, row, "who_b");
        if (!strcmp(text_at(result, row, "figure"), figure))
            names[row] = result_format(result, "%s%s%s%s%s%s%s", text_at(result, row, "who"), *which ? " " : "", which,
                                       *against ? " against " : "", against, *other ? ", in B " : "", other);
    }
    chart->title = "How two results differ";
    chart->subtitle = "B less A, with 95 % intervals";
    chart->unit = result_format(result, "%s: %s", figure, unit);
    chart->zero = true;
    return names && columns_read(&from.of, result, "value", "ci") && chart_fill(chart, &from, 1);
}

const ResultKind RESULT_DIFFERENCE = {
    .table = &DIFFERENCE_FIGURES,
    .question = "How do two results differ?",
    .boardless = true,
    .method =
        "What B says less what A says: board by board where both played the same cards, else with the errors of two "
        "independent results (Welch). --within asks by two one-sided tests whether the difference is small.",
    .page = "methods.md",
    .verdicts = difference_verdicts,
    .draw = difference_draw,
};
