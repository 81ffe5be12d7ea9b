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

bool vary_add(Sums *sums, const int32_t *values, int rows, int sets, uint64_t boards)
{
    const size_t set_size = VARY_BLOCK * (size_t)rows;
    int64_t(*board)[VARY_MEASURE_COUNT] = calloc((size_t)(rows * sets) + 1, sizeof *board);
    for (const int32_t *first = values; board && first < values + boards * (uint64_t)rows; first += rows) {
        bool played = true;
        for (int set = 0; set < sets; set++)
            played &= first[(size_t)set * set_size] != NO_VALUE;
        for (int i = 0; i < rows * sets; i++) {
            const int64_t value = first[(size_t)(i % sets) * set_size + (size_t)(i / sets)];
            const int64_t difference = value - first[i / sets];
            memcpy(board[i], (int64_t[]){value, difference, value != 0, difference != 0}, sizeof *board);
        }
        if (played) sums_add(sums, board[0]);
    }
    const bool good = board;
    free(board);
    return good;
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

void vary_board(int32_t *out, const Schedule *schedule, const BoardValues *values)
{
    const int64_t *table = values->rows[schedule->agents];
    int64_t surs = 0;
    for (int i = 0; i < schedule->agents; i++) {
        const int64_t *row = values->rows[i];
        surs += row[SUM_surs];
        *out++ = (int32_t)row[schedule->match_rounds ? SUM_wins : SUM_points];
        if (!schedule->match_rounds) *out++ = (int32_t)row[SUM_diff];
    }
    if (schedule->seatings > 1) *out++ = (int32_t)table[SUM_seat_0];
    *out = (int32_t)(schedule->match_rounds ? table[SUM_rounds] : surs);
}
