/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/study/tactic_run.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/stats/looks.h"
#include "analysis/stats/multiple.h"

/* No round differs by more points between two variants, for all one has seen. */
#define SWING 60

typedef struct {
    double first; /* boards of the first look */
    double next;  /* boards of the next look */
    int look;     /* which one that is */
    bool settled;
} RowLooks;

typedef struct Going {
    const TacticJob *run;
    TacticResult *result;
    RowLooks *rows;
    bool *skip;
    double alpha; /* of one cell */
    int strata;   /* cells of a row */
    uint64_t before, expected;
} Going;

static bool watch(void *arg, uint64_t done, uint64_t voids)
{
    const Going *going = arg;
    const TacticProgress now = {going->before + done, going->expected, going->result->voids + voids, going};
    if (going->run->watch) going->run->watch(going->run->arg, &now);
    return true;
}

static ArenaEnd boards_run(Going *going, uint64_t first, uint64_t count, uint64_t *done)
{
    const TacticJob *run = going->run;
    uint64_t voids;
    TacticValues boards = {.study = run->study,
                           .skip = going->skip,
                           .first = first,
                           .boards = count,
                           .threads = run->threads,
                           .watch = watch,
                           .arg = going};
    ArenaEnd end = tactic_values_play(&boards, going->result->sums, done, &voids);
    going->result->voids += voids;
    return end;
}

static bool row_exact(const TacticRow *row) { return row->terms == 2 && row->variants[0] == row->variants[1]; }

static Moments cell_moments(const TacticSum *sum, int stratum)
{
    return stratum < 0 ? pair_moments_difference(&sum->pair) : sum->strata[stratum].value;
}

static Estimate cell_estimate(const Going *going, const TacticSum *sum, int stratum)
{
    Moments moments = cell_moments(sum, stratum);
    return estimate_of(&moments, tactic_value_scale(going->run->study));
}

static int64_t cell_changed(const TacticSum *sum, int stratum)
{
    return stratum < 0 ? sum->changed : sum->strata[stratum].changed;
}

/* Takes the sums so far into the cell. */
static void cell_fill(const Going *going, TacticCell *cell)
{
    const TacticSum *sum = &going->result->sums[cell->row];
    cell->active = cell->stratum < 0 ? sum->active : sum->strata[cell->stratum].boards;
    cell->changed = cell_changed(sum, cell->stratum);
    cell->value = cell_estimate(going, sum, cell->stratum);
    cell->boards = cell->value.n;
    cell->rare = cell->changed < RARE_BOARDS;
}

/* Does it matter so seldom that the value is below the wanted width, whatever it is? */
static bool negligible(const Going *going, int64_t changed, int64_t boards)
{
    double share = interval_wilson((double)changed, boards, going->alpha).high;
    return share * SWING <= going->run->half_width;
}

/* Takes what the row's cells are at look number `look`; true if each is settled. */
static bool cells_look(Going *going, int row, int look)
{
    bool all = true;
    for (int i = 0; i < going->strata; i++) {
        TacticCell *cell = &going->result->cells[row * going->strata + i];
        cell_fill(going, cell);
        cell->interval = interval_look(&cell->value, going->alpha, look);
        double p = p_two_sided(&cell->value, 0) / look_share(look);
        cell->p = fmin(fmin(p, 1), isnan(cell->p) ? 1 : cell->p);
        cell->settled = cell->rare ? negligible(going, cell->changed, cell->boards)
                                   : interval_half_width(cell->interval) <= going->run->half_width;
        all &= cell->settled;
    }
    return all;
}

/* Valid at any time; unknown where the first look is not planned yet. */
static Interval interval_now(const Going *going, const TacticCell *cell)
{
    const TacticJob *run = going->run;
    if (!(run->half_width > 0))
        return interval_anytime(&cell->value, going->alpha, anytime_rho(going->alpha, (double)run->boards));
    double first = going->rows[cell->row].first;
    return first > 0 ? interval_between(&cell->value, going->alpha, first) : (Interval){NAN, NAN};
}

bool tactic_widest(TacticCell *out, const TacticProgress *now)
{
    const Going *going = now->going;
    bool found = false;
    for (int i = 0; i < going->result->cell_count; i++) {
        TacticCell cell = going->result->cells[i];
        if (cell.exact || going->skip[cell.row]) continue;
        cell_fill(going, &cell);
        cell.interval = interval_now(going, &cell);
        if (cell.rare || !interval_known(cell.interval)) continue;
        if (!found || interval_half_width(cell.interval) > interval_half_width(out->interval)) *out = cell;
        found = true;
    }
    return found;
}

/* The last word on a row that was not settled by a look: all boards were played, or the user stopped. */
static void cells_close(Going *going, int row, bool interrupted)
{
    const TacticJob *run = going->run;
    for (int i = 0; i < going->strata; i++) {
        TacticCell *cell = &going->result->cells[row * going->strata + i];
        cell_fill(going, cell);
        bool looks = run->half_width > 0;
        cell->interval = looks || interrupted ? interval_now(going, cell) : interval_t(&cell->value, going->alpha);
        if (!looks)
            cell->p = interrupted ? p_anytime(&cell->value, 0, anytime_rho(going->alpha, (double)run->boards))
                                  : p_two_sided(&cell->value, 0);
    }
}

static bool cells_open(Going *going)
{
    const TacticStudy *study = going->run->study;
    TacticResult *result = going->result;
    going->strata = study->by == BY_NOTHING ? 1 : strata_count(study);
    result->cell_count = study->row_count * going->strata;
    result->cells = calloc((size_t)result->cell_count, sizeof *result->cells);
    result->sums = calloc((size_t)study->row_count, sizeof *result->sums);
    going->rows = calloc((size_t)study->row_count, sizeof *going->rows);
    going->skip = calloc((size_t)study->row_count, sizeof *going->skip);
    if (!result->cells || !result->sums || !going->rows || !going->skip) return false;
    int asked = 0;
    for (int i = 0; i < result->cell_count; i++) {
        TacticCell *cell = &result->cells[i];
        cell->row = i / going->strata;
        cell->stratum = study->by == BY_NOTHING ? -1 : i % going->strata;
        cell->exact = row_exact(&study->rows[cell->row]);
        cell->p = NAN;
        asked += !cell->exact;
    }
    going->alpha = bonferroni_alpha(TACTIC_ALPHA, asked ? (size_t)asked : 1);
    return true;
}

/* Boards of the row's first look, from those so far. */
static double row_first(const Going *going, const TacticSum *sum)
{
    double most = LOOK_MIN_BOARDS;
    for (int i = 0; i < going->strata; i++) {
        int stratum = going->run->study->by == BY_NOTHING ? -1 : i;
        Estimate value = cell_estimate(going, sum, stratum);
        double boards = look_first(value.sd, value.n, going->run->half_width, going->alpha);
        while (cell_changed(sum, stratum) < RARE_BOARDS && boards < (double)going->run->boards &&
               !negligible(going, 0, (int64_t)boards))
            boards = ceil(boards * 1.1);
        most = fmax(most, boards);
    }
    return most;
}

/* Plays the first boards and plans the first looks, again while these are few of those that it takes. */
static ArenaEnd looks_plan(Going *going, uint64_t *played)
{
    const TacticStudy *study = going->run->study;
    ArenaEnd end = ARENA_DONE;
    double wanted = LOOK_PLAN_BOARDS;
    while (end == ARENA_DONE && *played < (uint64_t)fmin(wanted, (double)going->run->boards)) {
        uint64_t done;
        going->before = *played;
        going->expected = (uint64_t)fmin(wanted, (double)going->run->boards);
        end = boards_run(going, *played, going->expected - *played, &done);
        *played += done;
        double most = 0;
        for (int row = 0; row < study->row_count && end == ARENA_DONE; row++) {
            RowLooks *looks = &going->rows[row];
            looks->first = row_first(going, &going->result->sums[row]);
            looks->next = fmax(looks->first, (double)*played);
            if (!row_exact(&study->rows[row])) most = fmax(most, looks->first);
        }
        wanted = fmax(wanted, floor(most / LOOK_PLAN_PART));
    }
    return end;
}

/* Boards of the earliest look to come, at most the limit; 0: none. */
static uint64_t next_look(Going *going)
{
    double soonest = INFINITY, last = 0;
    for (int row = 0; row < going->run->study->row_count; row++) {
        if (going->skip[row] || row_exact(&going->run->study->rows[row])) continue;
        soonest = fmin(soonest, going->rows[row].next);
        last = fmax(last, going->rows[row].next);
    }
    going->expected = (uint64_t)fmin(last, (double)going->run->boards);
    return isinf(soonest) ? 0 : (uint64_t)fmin(soonest, (double)going->run->boards);
}

static void rows_look(Going *going, uint64_t boards)
{
    const TacticStudy *study = going->run->study;
    for (int row = 0; row < study->row_count; row++) {
        RowLooks *looks = &going->rows[row];
        bool last = boards == going->run->boards;
        if (going->skip[row] || row_exact(&study->rows[row]) || (looks->next > (double)boards && !last)) continue;
        looks->settled = cells_look(going, row, looks->look++);
        going->skip[row] = looks->settled || last;
        looks->next = look_next((double)boards, looks->look);
    }
}

static ArenaEnd looks_run(Going *going)
{
    uint64_t played = 0, look;
    ArenaEnd end = looks_plan(going, &played);
    while (end == ARENA_DONE && (look = next_look(going)) > 0) {
        uint64_t done = 0;
        going->before = played;
        end = boards_run(going, played, look - played, &done);
        played += done;
        if (end == ARENA_DONE) rows_look(going, played);
    }
    going->result->boards = played;
    return end;
}

static ArenaEnd fixed_run(Going *going)
{
    uint64_t done;
    going->expected = going->run->boards;
    ArenaEnd end = boards_run(going, 0, going->run->boards, &done);
    going->result->boards = done;
    return end;
}

static double pairing_gain(const TacticSum *sum, int seatings)
{
    double unpaired = 0;
    for (int seating = 0; seating < seatings; seating++)
        for (int side = 0; side < 2; side++) {
            double sd = estimate_of(&sum->rounds[seating][side], 1).sd;
            unpaired += sd * sd;
        }
    Moments difference = pair_moments_difference(&sum->pair);
    double sd = estimate_of(&difference, 1).sd;
    return variance_ratio(unpaired, sd * sd);
}

static bool adjust(const Going *going)
{
    const TacticResult *result = going->result;
    double *p = calloc(2 * (size_t)result->cell_count + 1, sizeof *p), *adjusted = p + result->cell_count;
    if (!p) return false;
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
        if (cell->exact) cell->value.mean = 0, cell->interval = (Interval){0, 0};
        if (cell->rare && !cell->exact) cell->interval = (Interval){NAN, NAN};
        cell->gain = NAN;
        if (cell->stratum < 0)
            cell->gain = pairing_gain(&result->sums[cell->row], going->run->study->schedule.seatings);
    }
    free(p);
    return true;
}

bool tactic_run(TacticResult *result, const TacticJob *run)
{
    *result = (TacticResult){0};
    Going going = {.run = run, .result = result};
    ArenaEnd end = cells_open(&going) ? run->half_width > 0 ? looks_run(&going) : fixed_run(&going) : ARENA_FAILED;
    if (end != ARENA_FAILED) {
        result->interrupted = end == ARENA_INTERRUPTED;
        for (int row = 0; row < run->study->row_count; row++)
            if (!going.skip[row]) cells_close(&going, row, result->interrupted);
        if (!adjust(&going)) end = ARENA_FAILED;
    }
    free(going.rows);
    free(going.skip);
    return end != ARENA_FAILED;
}

void tactic_result_free(TacticResult *result)
{
    free(result->cells);
    free(result->sums);
    *result = (TacticResult){0};
}
