/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the boards of a study, looks at its cells when their looks are due, and gives the verdicts. */
#include "analysis/study/tactics/tactic_run.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/stats/estimate.h"

/* By how much a board's value is other than 0 at most: in points a round, as far as has ever been seen; in shares of
   its matches, for a pair of tactics. */
#define SWING_POINTS 60
#define SWING_MATCHES 2

typedef struct {
    double first; /* boards of the first look */
    double next;  /* boards of the next look */
    int look;     /* which one that is */
} RowLooks;

typedef struct TacticState {
    const TacticJob *job;
    TacticResult *result;
    RowLooks *rows;
    bool *skip;
    double alpha;      /* of one cell */
    int strata;        /* cells of a row */
    uint64_t expected; /* boards */
} TacticState;

static bool watch(void *arg, const Sums *sums, uint64_t done)
{
    const TacticState *state = arg;
    const TacticProgress now = {state->result->boards + done, state->expected, &sums->voids, state};
    return !state->job->watch || state->job->watch(state->job->arg, &now);
}

/* Plays boards for the rows that are not skipped, until `boards` are played. */
static ArenaEnd boards_run(TacticState *state, uint64_t boards)
{
    const TacticJob *job = state->job;
    TacticResult *result = state->result;
    uint64_t done;
    const TacticValues values = {.study = job->study,
                                 .skip = state->skip,
                                 .first = result->boards,
                                 .boards = boards - result->boards,
                                 .threads = job->threads,
                                 .checkpoint = job->checkpoint,
                                 .blocks = job->blocks,
                                 .watch = watch,
                                 .arg = state};
    ArenaEnd end = job->play ? job->play(job->arg, &values, &result->sums, &done)
                             : tactic_values_play(&values, &result->sums, &done);
    result->boards += done;
    return end;
}

/* Are the variants that count positive the same as those that count negative? */
static bool row_exact(const TacticRow *row)
{
    const int *variants = row->variants;
    if (row->terms == 2) return variants[0] == variants[1];
    return (variants[0] == variants[1] && variants[2] == variants[3]) ||
           (variants[0] == variants[3] && variants[2] == variants[1]);
}

/* Is no look at the row to come? */
static bool row_over(const TacticState *state, int row)
{
    return state->skip[row] || row_exact(&state->job->study->rows[row]);
}

static Estimate part_estimate(const TacticState *state, int row, int stratum)
{
    const Moments value = tactic_moments(&state->result->sums, row, TACTIC_VALUE + stratum);
    return estimate_of(&value, tactic_value_scale(state->job->study));
}

/* Fills the cell with what the sums so far say of it. */
static void cell_fill(const TacticState *state, TacticCell *cell)
{
    const int stratum = cell->stratum < 0 ? 0 : cell->stratum;
    cell->active = sums_x(&state->result->sums, cell->row, TACTIC_ACTIVE + stratum);
    cell->changed = sums_x(&state->result->sums, cell->row, TACTIC_CHANGED + stratum);
    cell->value = part_estimate(state, cell->row, stratum);
    cell->boards = cell->value.n;
    cell->rare = cell->changed < RARE_BOARDS;
}

/* Do the results of the variants differ so seldom that the value is below the wanted width, whatever it is? */
static bool negligible(const TacticState *state, int64_t changed, int64_t boards)
{
    double share = interval_wilson((double)changed, boards, state->alpha).high;
    const double swing = study_matches(state->job->study) ? SWING_MATCHES : SWING_POINTS;
    return share * swing <= state->job->half_width;
}

/* Fills the cells of a row with what look number `look` says of them; true if each is settled. */
static bool cells_look(TacticState *state, int row, int look)
{
    bool all = true;
    for (int i = 0; i < state->strata; i++) {
        TacticCell *cell = &state->result->cells[row * state->strata + i];
        cell_fill(state, cell);
        cell->interval = interval_look(&cell->value, state->alpha, look);
        double p = p_two_sided(&cell->value, 0) / look_share(look);
        cell->p = fmin(fmin(p, 1), isnan(cell->p) ? 1 : cell->p);
        cell->settled = cell->rare ? negligible(state, cell->changed, cell->boards)
                                   : interval_half_width(cell->interval) <= state->job->half_width;
        all &= cell->settled;
    }
    return all;
}

/* The cell's interval at this moment, valid at any time; unknown where the row's first look is not planned yet. */
static Interval interval_now(const TacticState *state, const TacticCell *cell)
{
    const TacticJob *job = state->job;
    if (!(job->half_width > 0))
        return interval_anytime(&cell->value, state->alpha, anytime_rho(state->alpha, (double)job->boards));
    double first = state->rows[cell->row].first;
    return first > 0 ? interval_between(&cell->value, state->alpha, first) : (Interval){NAN, NAN};
}

bool tactic_widest(TacticCell *out, const TacticProgress *now)
{
    const TacticState *state = now->state;
    bool found = false;
    for (int i = 0; i < state->result->cell_count; i++) {
        TacticCell cell = state->result->cells[i];
        if (cell.exact || state->skip[cell.row]) continue;
        cell_fill(state, &cell);
        cell.interval = interval_now(state, &cell);
        if (cell.rare || !interval_known(cell.interval)) continue;
        if (!found || interval_half_width(cell.interval) > interval_half_width(out->interval)) *out = cell;
        found = true;
    }
    return found;
}

/* Fills the cells of a row that no look settled, after all boards were played or something stopped them. */
static void cells_close(TacticState *state, int row, bool stopped)
{
    const TacticJob *job = state->job;
    for (int i = 0; i < state->strata; i++) {
        TacticCell *cell = &state->result->cells[row * state->strata + i];
        cell_fill(state, cell);
        bool looks = job->half_width > 0;
        cell->interval = looks || stopped ? interval_now(state, cell) : interval_t(&cell->value, state->alpha);
        if (!looks)
            cell->p = stopped ? p_anytime(&cell->value, 0, anytime_rho(state->alpha, (double)job->boards))
                              : p_two_sided(&cell->value, 0);
    }
}

/* Makes the cells, and shares out the level among those whose value is not known beforehand. False if memory runs
   out. */
static bool cells_open(TacticState *state)
{
    const TacticStudy *study = state->job->study;
    TacticResult *result = state->result;
    result->alpha = state->job->alpha;
    state->strata = strata_count(study);
    result->cell_count = study->row_count * state->strata;
    result->cells = calloc((size_t)result->cell_count, sizeof *result->cells);
    state->rows = calloc((size_t)study->row_count, sizeof *state->rows);
    state->skip = calloc((size_t)study->row_count, sizeof *state->skip);
    const SumsShape shape = tactic_shape(study);
    if (!sums_open(&result->sums, &shape) || !result->cells || !state->rows || !state->skip) return false;
    int asked = 0;
    for (int i = 0; i < result->cell_count; i++) {
        TacticCell *cell = &result->cells[i];
        cell->row = i / state->strata;
        cell->stratum = study->by == BY_NOTHING ? -1 : i % state->strata;
        cell->exact = row_exact(&study->rows[cell->row]);
        cell->p = NAN;
        asked += !cell->exact;
    }
    state->alpha = bonferroni_alpha(state->job->alpha, asked ? (size_t)asked : 1);
    return true;
}

/* After how many boards the row is looked at first, judged by the boards so far. */
static double row_first(const TacticState *state, int row)
{
    double most = LOOK_MIN_BOARDS;
    for (int i = 0; i < state->strata; i++) {
        Estimate value = part_estimate(state, row, i);
        double boards = look_first(value.sd, value.n, state->job->half_width, state->alpha);
        while (sums_x(&state->result->sums, row, TACTIC_CHANGED + i) < RARE_BOARDS &&
               boards < (double)state->job->boards && !negligible(state, 0, (int64_t)boards))
            boards = ceil(boards * 1.1);
        most = fmax(most, boards);
    }
    return most;
}

/* Plays the first boards and plans the first looks, again while these are few of those that it takes. */
static ArenaEnd looks_plan(TacticState *state)
{
    const TacticStudy *study = state->job->study;
    const uint64_t *played = &state->result->boards;
    ArenaEnd end = ARENA_DONE;
    double wanted = LOOK_PLAN_BOARDS;
    while (end == ARENA_DONE && *played < (uint64_t)fmin(wanted, (double)state->job->boards)) {
        state->expected = (uint64_t)fmin(wanted, (double)state->job->boards);
        end = boards_run(state, state->expected);
        double most = 0;
        for (int row = 0; row < study->row_count && end == ARENA_DONE; row++) {
            RowLooks *looks = &state->rows[row];
            looks->first = row_first(state, row);
            looks->next = fmax(looks->first, (double)*played);
            if (!row_exact(&study->rows[row])) most = fmax(most, looks->first);
        }
        wanted = fmax(wanted, floor(most / LOOK_PLAN_PART));
    }
    return end;
}

/* After how many boards the next look is due, at most all of them; 0: no row waits for one. */
static uint64_t next_look(TacticState *state)
{
    double soonest = INFINITY, last = 0;
    for (int row = 0; row < state->job->study->row_count; row++) {
        if (row_over(state, row)) continue;
        soonest = fmin(soonest, state->rows[row].next);
        last = fmax(last, state->rows[row].next);
    }
    state->expected = (uint64_t)fmin(last, (double)state->job->boards);
    return isinf(soonest) ? 0 : (uint64_t)fmin(soonest, (double)state->job->boards);
}

static void rows_look(TacticState *state)
{
    const double boards = (double)state->result->boards;
    const bool last = state->result->boards == state->job->boards;
    for (int row = 0; row < state->job->study->row_count; row++) {
        RowLooks *looks = &state->rows[row];
        if (row_over(state, row) || (looks->next > boards && !last)) continue;
        state->skip[row] = cells_look(state, row, looks->look++) || last;
        looks->next = look_next(boards, looks->look);
    }
}

static ArenaEnd looks_run(TacticState *state)
{
    uint64_t look;
    ArenaEnd end = looks_plan(state);
    while (end == ARENA_DONE && (look = next_look(state)) > 0) {
        end = boards_run(state, look);
        if (end == ARENA_DONE) rows_look(state);
    }
    return end;
}

static ArenaEnd fixed_run(TacticState *state)
{
    state->expected = state->job->boards;
    return boards_run(state, state->job->boards);
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
static bool cells_adjust(const TacticState *state)
{
    const TacticResult *result = state->result;
    double *p = calloc(2 * (size_t)result->cell_count + 1, sizeof *p);
    if (!p) return false;
    double *adjusted = p + result->cell_count;
    size_t asked = 0;
    for (int i = 0; i < result->cell_count; i++)
        if (!result->cells[i].exact) p[asked++] = result->cells[i].rare ? NAN : result->cells[i].p;
    holm_adjust(adjusted, p, asked);
    asked = 0;
    for (int i = 0; i < result->cell_count; i++) {
        TacticCell *cell = &result->cells[i];
        cell->p_adjusted = NAN;
        if (!cell->exact) cell->p_adjusted = adjusted[asked++];
        if (cell->exact || cell->rare) cell->p = NAN;
        if (cell->exact) cell->value.mean = cell->value.se = 0, cell->interval = (Interval){0, 0};
        if (cell->rare && !cell->exact) cell->interval = (Interval){NAN, NAN};
        cell->gain = NAN;
        if (cell->stratum < 0)
            cell->gain = pairing_gain(&result->sums, cell->row, state->job->study->schedule.seatings);
    }
    free(p);
    return true;
}

bool tactic_run(TacticResult *result, const TacticJob *job)
{
    *result = (TacticResult){0};
    TacticState state = {.job = job, .result = result};
    ArenaEnd end = cells_open(&state) ? job->half_width > 0 ? looks_run(&state) : fixed_run(&state) : ARENA_FAILED;
    if (end != ARENA_FAILED) {
        result->interrupted = end == ARENA_INTERRUPTED;
        result->stopped = end != ARENA_DONE;
        for (int row = 0; row < job->study->row_count; row++)
            if (!state.skip[row]) cells_close(&state, row, result->stopped);
        if (!cells_adjust(&state)) end = ARENA_FAILED;
    }
    free(state.rows);
    free(state.skip);
    return end != ARENA_FAILED;
}

void tactic_result_free(TacticResult *result)
{
    free(result->cells);
    sums_free(&result->sums);
}
