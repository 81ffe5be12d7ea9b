/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks at the cells of a study when their looks are due, and gives the verdicts. */
#include "analysis/study/tactics/tactic_run.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/stats/estimate.h"

/* By how much a board's value is other than 0 at most: in points a round, as far as has ever been seen; in shares of
   its matches, for a pair of tactics. */
#define SWING_POINTS 60
#define SWING_MATCHES 2

/* Are the variants that count positive the same as those that count negative? */
static bool row_exact(const TacticRow *row)
{
    const int *variants = row->variants;
    if (row->terms == 2) return variants[0] == variants[1];
    return (variants[0] == variants[1] && variants[2] == variants[3]) ||
           (variants[0] == variants[3] && variants[2] == variants[1]);
}

/* Is no look at the row to come? */
static bool row_over(const TacticRun *run, int row) { return run->skip[row] || row_exact(&run->study->rows[row]); }

static Estimate part_estimate(const TacticRun *run, int row, int stratum)
{
    const Moments value = tactic_moments(run->sums, row, TACTIC_VALUE + stratum);
    return estimate_of(&value, tactic_value_scale(run->study));
}

/* Fills the cell with what the sums so far say of it. */
static void cell_fill(const TacticRun *run, TacticCell *cell)
{
    const int stratum = cell->stratum < 0 ? 0 : cell->stratum;
    cell->active = sums_x(run->sums, cell->row, TACTIC_ACTIVE + stratum);
    cell->changed = sums_x(run->sums, cell->row, TACTIC_CHANGED + stratum);
    cell->value = part_estimate(run, cell->row, stratum);
    cell->boards = cell->value.n;
    cell->rare = cell->changed < RARE_BOARDS;
}

/* Do the results of the variants differ so seldom that the value is below the wanted width, whatever it is? */
static bool negligible(const TacticRun *run, int64_t changed, int64_t boards)
{
    double share = interval_wilson((double)changed, boards, run->cell_alpha).high;
    const double swing = study_matches(run->study) ? SWING_MATCHES : SWING_POINTS;
    return share * swing <= run->half_width;
}

/* Fills the cells of a row with what look number `look` says of them; true if each is settled. */
static bool cells_look(TacticRun *run, int row, int look)
{
    bool all = true;
    for (int i = 0; i < run->strata; i++) {
        TacticCell *cell = &run->cells[row * run->strata + i];
        cell_fill(run, cell);
        cell->interval = interval_look(&cell->value, run->cell_alpha, look);
        double p = p_two_sided(&cell->value, 0) / look_share(look);
        cell->p = fmin(fmin(p, 1), isnan(cell->p) ? 1 : cell->p);
        cell->settled = cell->rare ? negligible(run, cell->changed, cell->boards)
                                   : interval_half_width(cell->interval) <= run->half_width;
        all &= cell->settled;
    }
    return all;
}

/* The cell's interval at this moment, valid at any time; unknown where the row's first look is not planned yet. */
static Interval interval_now(const TacticRun *run, const TacticCell *cell)
{
    if (!(run->half_width > 0))
        return interval_anytime(&cell->value, run->cell_alpha, anytime_rho(run->cell_alpha, (double)run->boards));
    double first = run->looks[cell->row].first;
    return first > 0 ? interval_between(&cell->value, run->cell_alpha, first) : (Interval){NAN, NAN};
}

bool tactic_widest(TacticCell *out, const TacticRun *run)
{
    bool found = false;
    for (int i = 0; i < run->cell_count; i++) {
        TacticCell cell = run->cells[i];
        if (cell.exact || run->skip[cell.row]) continue;
        cell_fill(run, &cell);
        cell.interval = interval_now(run, &cell);
        if (cell.rare || !interval_known(cell.interval)) continue;
        if (!found || interval_half_width(cell.interval) > interval_half_width(out->interval)) *out = cell;
        found = true;
    }
    return found;
}

/* Fills the cells of a row that no look settled, after all boards were played or something stopped them. */
static void cells_close(TacticRun *run, int row, bool stopped)
{
    const bool looks = run->half_width > 0;
    for (int i = 0; i < run->strata; i++) {
        TacticCell *cell = &run->cells[row * run->strata + i];
        cell_fill(run, cell);
        cell->interval = looks || stopped ? interval_now(run, cell) : interval_t(&cell->value, run->cell_alpha);
        if (!looks)
            cell->p = stopped ? p_anytime(&cell->value, 0, anytime_rho(run->cell_alpha, (double)run->boards))
                              : p_two_sided(&cell->value, 0);
    }
}

bool tactic_run_open(TacticRun *run)
{
    const TacticStudy *study = run->study;
    run->strata = strata_count(study);
    run->wanted = LOOK_PLAN_BOARDS;
    run->cell_count = study->row_count * run->strata;
    run->cells = calloc((size_t)run->cell_count, sizeof *run->cells);
    run->looks = calloc((size_t)study->row_count, sizeof *run->looks);
    run->skip = calloc((size_t)study->row_count, sizeof *run->skip);
    if (!run->cells || !run->looks || !run->skip) return false;
    int asked = 0;
    for (int i = 0; i < run->cell_count; i++) {
        TacticCell *cell = &run->cells[i];
        cell->row = i / run->strata;
        cell->stratum = study->by == BY_NOTHING ? -1 : i % run->strata;
        cell->exact = row_exact(&study->rows[cell->row]);
        cell->p = NAN;
        asked += !cell->exact;
    }
    run->cell_alpha = bonferroni_alpha(run->alpha, asked ? (size_t)asked : 1);
    return true;
}

/* After how many boards the row is looked at first, judged by the boards so far. */
static double row_first(const TacticRun *run, int row)
{
    double most = LOOK_MIN_BOARDS;
    for (int i = 0; i < run->strata; i++) {
        Estimate value = part_estimate(run, row, i);
        double boards = look_first(value.sd, value.n, run->half_width, run->cell_alpha);
        while (sums_x(run->sums, row, TACTIC_CHANGED + i) < RARE_BOARDS && boards < (double)run->boards &&
               !negligible(run, 0, (int64_t)boards))
            boards = ceil(boards * 1.1);
        most = fmax(most, boards);
    }
    return most;
}

/* Plans the first looks; again, while the boards so far are few of those that it takes. */
static void looks_plan(TacticRun *run)
{
    double most = 0;
    for (int row = 0; row < run->study->row_count; row++) {
        TacticLooks *looks = &run->looks[row];
        looks->first = row_first(run, row);
        looks->next = fmax(looks->first, (double)tactic_run_played(run));
        if (!row_exact(&run->study->rows[row])) most = fmax(most, looks->first);
    }
    run->wanted = fmax(run->wanted, floor(most / LOOK_PLAN_PART));
}

/* After how many boards the next look is due, at most all of them; 0: no row waits for one. */
static uint64_t next_look(TacticRun *run)
{
    double soonest = INFINITY, last = 0;
    for (int row = 0; row < run->study->row_count; row++) {
        if (row_over(run, row)) continue;
        soonest = fmin(soonest, run->looks[row].next);
        last = fmax(last, run->looks[row].next);
    }
    run->expected = (uint64_t)fmin(last, (double)run->boards);
    return isinf(soonest) ? 0 : (uint64_t)fmin(soonest, (double)run->boards);
}

static void rows_look(TacticRun *run)
{
    const double boards = (double)tactic_run_played(run);
    const bool last = tactic_run_played(run) == run->boards;
    for (int row = 0; row < run->study->row_count; row++) {
        TacticLooks *looks = &run->looks[row];
        if (row_over(run, row) || (looks->next > boards && !last)) continue;
        run->skip[row] = cells_look(run, row, looks->look++) || last;
        looks->next = look_next(boards, looks->look);
    }
}

uint64_t tactic_run_next(TacticRun *run)
{
    const uint64_t played = tactic_run_played(run);
    uint64_t look;
    if (!(run->half_width > 0)) {
        look = run->expected ? 0 : run->boards; /* once: of a part nothing is known afterwards */
        run->expected = run->boards;
        return look;
    }
    if (run->planned) {
        rows_look(run);
    } else {
        if (played) looks_plan(run);
        run->expected = (uint64_t)fmin(run->wanted, (double)run->boards);
        if (played < run->expected) return run->expected;
        run->planned = true;
    }
    while ((look = next_look(run)) > 0 && look <= played)
        rows_look(run);
    return look;
}

/* How many times more boards it would take with the variants on boards of their own, each board once. */
static double pairing_gain(const Sums *sums, int row, int seatings)
{
    double unpaired = 0;
    for (int seating = 0; seating < seatings; seating++)
        for (int side = 0; side < 2; side++) {
            const Moments one = tactic_moments(sums, row, (side ? TACTIC_MINUS : TACTIC_PLUS) + seating);
            const double sd = estimate_of(&one, 1).sd;
            unpaired += sd * sd;
        }
    const Moments value = tactic_moments(sums, row, TACTIC_VALUE);
    const double sd = estimate_of(&value, 1).sd;
    return variance_ratio(unpaired, sd * sd);
}

/* Adjusts the p-values for all cells together and blanks what cannot be known. False if memory runs out. */
static bool cells_adjust(const TacticRun *run)
{
    double *p = calloc(2 * (size_t)run->cell_count + 1, sizeof *p);
    if (!p) return false;
    double *adjusted = p + run->cell_count;
    size_t asked = 0;
    for (int i = 0; i < run->cell_count; i++)
        if (!run->cells[i].exact) p[asked++] = run->cells[i].rare ? NAN : run->cells[i].p;
    holm_adjust(adjusted, p, asked);
    asked = 0;
    for (int i = 0; i < run->cell_count; i++) {
        TacticCell *cell = &run->cells[i];
        cell->p_adjusted = NAN;
        if (!cell->exact) cell->p_adjusted = adjusted[asked++];
        if (cell->exact || cell->rare) cell->p = NAN;
        if (cell->exact) cell->value.mean = cell->value.se = 0, cell->interval = (Interval){0, 0};
        if (cell->rare && !cell->exact) cell->interval = (Interval){NAN, NAN};
        const int seatings = run->study->schedule.seatings;
        cell->gain = cell->stratum < 0 ? pairing_gain(run->sums, cell->row, seatings) : NAN;
    }
    free(p);
    return true;
}

bool tactic_run_end(TacticRun *run, bool stopped)
{
    run->stopped = stopped;
    for (int row = 0; row < run->study->row_count; row++)
        if (!run->skip[row]) cells_close(run, row, stopped);
    return cells_adjust(run);
}

void tactic_run_free(TacticRun *run)
{
    free(run->cells);
    free(run->looks);
    free(run->skip);
}
