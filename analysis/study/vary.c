/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up the results of boards under each rule set, and the differences. */
#include "analysis/study/vary.h"

#include <math.h>
#include <string.h>

#include "analysis/study/tactics.h"

/* ---- the boards */

SumsShape vary_shape(int rows, int sets)
{
    static const char *const MEASURES[VARY_MEASURE_COUNT] = {"value", "difference", "other", "changed"};
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

/* ---- rows */

/* Does the difference of one row say just what that of the other does, to the other side? */
static bool rows_mirror(const VaryRow *a, const VaryRow *b)
{
    return b->set && a->set == b->set && !strcmp(a->of.which, b->of.which) && a->difference.se > 0 &&
           a->difference.mean == -b->difference.mean && a->difference.se == b->difference.se;
}

bool vary_rows(VaryRow rows[], const Sums *sums, const VaryMeasure measures[], int sets, bool tactics, double alpha)
{
    const Interval unknown = {NAN, NAN};
    const int count = sums->shape.rows, asked = 2 * count - count / sets;
    if (tactics && asked) alpha = bonferroni_alpha(alpha, (size_t)asked);
    for (int i = 0; i < count; i++) {
        VaryRow *row = &rows[i];
        const Moments value = sums_moments(sums, i, VARY_VALUE), difference = sums_moments(sums, i, VARY_DIFFERENCE);
        *row = (VaryRow){.of = measures[i / sets], .set = i % sets};
        row->value = estimate_of(&value, row->of.scale);
        row->difference = estimate_of(&difference, row->of.scale);
        row->interval = tactics && sums_x(sums, i, VARY_OTHER) < RARE_BOARDS ? unknown
                        : row->of.share                                      ? interval_share(&row->value, alpha)
                                                                             : interval_t(&row->value, alpha);
        row->apart =
            !row->set || sums_x(sums, i, VARY_CHANGED) < RARE_BOARDS ? unknown : interval_t(&row->difference, alpha);
        if (!row->set) row->difference.mean = row->difference.se = NAN;
        row->p = interval_known(row->apart) ? p_two_sided(&row->difference, 0) : NAN;
    }
    for (int i = 0; i < count; i++) {
        int other = 0;
        while (other < i && !rows_mirror(&rows[i], &rows[other]))
            other++;
        rows[i].hypothesis = !rows[i].set ? 0 : other < i ? rows[other].hypothesis : i + 1;
    }
    return holm_adjust_rows(rows, sizeof *rows, (size_t)count, offsetof(VaryRow, hypothesis), offsetof(VaryRow, p),
                            offsetof(VaryRow, p_adjusted));
}

/* ---- figures of sim */

int vary_measures(VaryMeasure out[static VARY_COLUMNS], const Schedule *schedule, const Agent *agents)
{
    const bool matches = schedule->match_rounds > 0;
    const int sides = schedule->rules.sides, seatings = schedule->seatings, table = schedule->agents;
    int count = 0;
    for (int agent = 0; agent < table; agent++) {
        const double scale = board_scale(schedule, agent);
        const char *who = agents[agent].name;
        if (matches) {
            out[count++] = (VaryMeasure){who, "win_rate", "", true, scale * win_scale(sides), SUM_wins, agent, 1};
            continue;
        }
        out[count++] = (VaryMeasure){who, "points_mean", "", false, scale, SUM_points, agent, 1};
        out[count++] = (VaryMeasure){who, "diff_mean", "", false, scale * (sides - 1), SUM_diff, agent, 1};
    }
    if (seatings > 1)
        out[count++] = (VaryMeasure){
            "table", matches ? "first_win" : "first_diff", "", false, seatings * (sides - !matches), SUM_seat_0, table,
            1};
    out[count++] = matches ? (VaryMeasure){"table", "rounds_a_match", "", false, seatings, SUM_rounds, table, 1}
                           : (VaryMeasure){"table", "surs", "", false, seatings, SUM_surs, 0, table};
    return count;
}

void vary_board(int64_t *values, int sets, int set, const VaryMeasure measures[], int count, const BoardValues *board)
{
    for (int i = 0; i < count; i++) {
        int64_t value = 0;
        for (int row = measures[i].row; row < measures[i].row + measures[i].rows; row++)
            value += board->rows[row][measures[i].sum];
        vary_note(values, sets, i, set, value);
    }
}
