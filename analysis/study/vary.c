/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up what boards come to under each rule set, and the differences. */
#include "analysis/study/vary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/tactics/tactic_run.h"

/* ---- the boards */

SumsShape vary_shape(int rows, int sets)
{
    static const MeasureRow MEASURES[VARY_MEASURE_COUNT] = {
        {"value", "units", ""}, {"difference", "units", ""}, {"other", "1", ""}, {"changed", "1", ""}};
    return (SumsShape){.measures = MEASURES, .count = VARY_MEASURE_COUNT, .squares = VARY_OTHER, .rows = rows * sets};
}

void vary_note(int64_t *values, int sets, int row, int set, int64_t value)
{
    int64_t *first = values + row * sets * VARY_MEASURE_COUNT, *at = first + set * VARY_MEASURE_COUNT;
    at[VARY_VALUE] = value;
    at[VARY_DIFFERENCE] = value - first[VARY_VALUE];
    at[VARY_OTHER] = value != 0;
    at[VARY_CHANGED] = at[VARY_DIFFERENCE] != 0;
}

VaryRow vary_row(const Sums *sums, int index, double scale)
{
    const Moments value = sums_moments(sums, index, VARY_VALUE),
                  difference = sums_moments(sums, index, VARY_DIFFERENCE);
    return (VaryRow){.value = estimate_of(&value, scale),
                     .difference = estimate_of(&difference, scale),
                     .other = sums_x(sums, index, VARY_OTHER),
                     .changed = sums_x(sums, index, VARY_CHANGED)};
}

/* ---- rows */

/* Does the difference of one row say just what that of the other does, to the other side? */
static bool rows_mirror(const VaryRow *a, const VaryRow *b)
{
    return !b->first && !strcmp(a->rules, b->rules) && !strcmp(a->which, b->which) && a->difference.se > 0 &&
           a->difference.mean == -b->difference.mean && a->difference.se == b->difference.se;
}

/* Adjusts the p of all rows that compare, those that mirror an earlier one as that. False if memory runs out. */
static bool rows_adjust(VaryRow rows[], size_t count)
{
    double *p = calloc(2 * count + 1, sizeof *p);
    size_t *place = calloc(count + 1, sizeof *place), asked = 0;
    for (size_t i = 0; p && place && i < count; i++) {
        size_t other = 0;
        while (other < i && !rows_mirror(&rows[i], &rows[other]))
            other++;
        place[i] = other < i ? place[other] : asked;
        if (!rows[i].first && other == i) p[asked++] = rows[i].p;
    }
    const bool good = p && place;
    if (good) holm_adjust(p + count, p, asked);
    for (size_t i = 0; good && i < count; i++)
        rows[i].p_adjusted = rows[i].first ? NAN : p[count + place[i]];
    free(p);
    free(place);
    return good;
}

bool vary_finish(VaryRow rows[], size_t count, bool tactics, double alpha)
{
    const Interval unknown = {NAN, NAN};
    size_t asked = 0;
    for (size_t i = 0; i < count; i++)
        asked += rows[i].first ? 1 : 2;
    if (tactics && asked) alpha = bonferroni_alpha(alpha, asked);
    for (size_t i = 0; i < count; i++) {
        VaryRow *row = &rows[i];
        row->interval = tactics && row->other < RARE_BOARDS ? unknown
                        : row->share                        ? interval_share(&row->value, alpha)
                                                            : interval_t(&row->value, alpha);
        row->apart = row->first || row->changed < RARE_BOARDS ? unknown : interval_t(&row->difference, alpha);
        if (row->first) row->difference.mean = row->difference.se = NAN;
        row->p = interval_known(row->apart) ? p_two_sided(&row->difference, 0) : NAN;
    }
    return rows_adjust(rows, count);
}

/* ---- figures of sim */

int vary_figures(VaryFigure out[static VARY_FIGURES], const Schedule *schedule)
{
    const bool matches = schedule->match_rounds > 0;
    const int sides = schedule->rules.sides;
    int count = 0;
    for (int agent = 0; agent < schedule->agents; agent++) {
        const double scale = board_scale(schedule, agent);
        if (matches) {
            out[count++] = (VaryFigure){"win_rate", agent, scale * win_scale(sides)};
            continue;
        }
        out[count++] = (VaryFigure){"points_mean", agent, scale};
        out[count++] = (VaryFigure){"diff_mean", agent, scale * (sides - 1)};
    }
    if (schedule->seatings > 1)
        out[count++] =
            (VaryFigure){matches ? "first_win" : "first_diff", NOBODY, schedule->seatings * (sides - !matches)};
    out[count++] = (VaryFigure){matches ? "rounds_a_match" : "surs", NOBODY, schedule->seatings};
    return count;
}

void vary_board(int64_t *values, int sets, int set, const Schedule *schedule, const BoardValues *board)
{
    const bool matches = schedule->match_rounds > 0;
    const int64_t *table = board->rows[schedule->agents];
    int64_t surs = 0;
    int figure = 0;
    for (int i = 0; i < schedule->agents; i++) {
        const int64_t *row = board->rows[i];
        surs += row[SUM_surs];
        vary_note(values, sets, figure++, set, row[matches ? SUM_wins : SUM_points]);
        if (!matches) vary_note(values, sets, figure++, set, row[SUM_diff]);
    }
    if (schedule->seatings > 1) vary_note(values, sets, figure++, set, table[SUM_seat_0]);
    vary_note(values, sets, figure, set, matches ? table[SUM_rounds] : surs);
}
