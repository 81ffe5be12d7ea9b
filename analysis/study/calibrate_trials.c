/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trials: the commands' own judgement of boards whose truth is known. */
#include "analysis/study/calibrate_trials.h"

#include <math.h>
#include <string.h>

#include "analysis/stats/estimate.h"
#include "analysis/stats/rating.h"
#include "analysis/study/sim_figures.h"
#include "analysis/study/tactics/tactic_run.h"
#include "analysis/study/tournament.h"
#include "analysis/study/tuning/tune.h"

#define ALPHA 0.05

static bool misses(Interval interval, double truth)
{
    return interval_known(interval) && (truth < interval.low || truth > interval.high);
}

/* ---- tactics */

/* A study of drawn boards. */
typedef struct {
    const Calibration *calibration;
    Rng *rng;
    int row;    /* of the pool that the study's first row is */
    bool null;  /* a coin turns each board over */
    bool wrong; /* of row 0: an interval missed that could be seen on the way */
} StudyTrial;

/* TacticJob.play: draws boards. */
static ArenaEnd values_draw(void *arg, const TacticValues *values, TacticSum *sums, uint64_t *done, Voids *voids)
{
    enum { LOOK = 64 };
    const StudyTrial *trial = arg;
    const Calibration *pool = trial->calibration;
    *voids = (Voids){0};
    for (*done = 0; *done < values->boards;) {
        const size_t board = rng_bounded(trial->rng, pool->value_count);
        const int32_t *drawn = pool->values + board * (size_t)pool->study.row_count + trial->row;
        const int sign = trial->null && rng_next(trial->rng) & 1 ? -1 : 1;
        for (int row = 0; row < values->study->row_count; row++) {
            TacticStratum *sum = &sums[row].strata[0];
            if (values->skip && values->skip[row]) continue;
            moments_add(&sum->value, sign * drawn[row]);
            sum->boards += drawn[row] != 0;
            sum->changed += drawn[row] != 0;
        }
        if (++*done % LOOK == 0 && values->watch && !values->watch(values->arg, *done, voids)) return ARENA_STOPPED;
    }
    return ARENA_DONE;
}

static bool widest_watch(void *arg, const TacticProgress *now)
{
    StudyTrial *trial = arg;
    TacticCell cell;
    if (tactic_widest(&cell, now)) trial->wrong |= misses(cell.interval, trial->calibration->means[trial->row]);
    return true;
}

/* Judges drawn boards of all rows of null tactics. The result is freed by tactic_result_free whatever is returned. */
static bool null_run(TacticResult *result, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    StudyTrial trial = {.calibration = calibration, .rng = rng, .null = true};
    const TacticJob job = {.study = &calibration->study,
                           .boards = (uint64_t)setup->boards,
                           .threads = 1,
                           .play = values_draw,
                           .arg = &trial};
    return tactic_run(result, &job);
}

bool trial_null_intervals(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    TacticResult result;
    const bool good = null_run(&result, calibration, setup, rng);
    for (int i = 0; good && i < result.cell_count; i++)
        *wrong |= misses(result.cells[i].interval, 0);
    tactic_result_free(&result);
    return good;
}

bool trial_null_holm(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    TacticResult result;
    const bool good = null_run(&result, calibration, setup, rng);
    for (int i = 0; good && i < result.cell_count; i++)
        *wrong |= result.cells[i].p_adjusted <= TACTIC_ALPHA;
    tactic_result_free(&result);
    return good;
}

/* Judges drawn boards of one row. */
static bool row_run(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng, bool watched)
{
    StudyTrial trial = {.calibration = calibration, .rng = rng};
    TacticStudy study = calibration->study;
    for (int row = 0; row < study.row_count; row++)
        if (study.rows[row].measure == MEASURE_WITHOUT && !strcmp(tactic_name(study.rows[row].tactic), setup->tactic))
            trial.row = row;
    study.rows += trial.row;
    study.row_count = 1;
    TacticResult result;
    const TacticJob job = {.study = &study,
                           .boards = setup->width > 0 ? UINT64_C(1) << 40 : (uint64_t)setup->boards,
                           .half_width = setup->width,
                           .threads = 1,
                           .watch = watched ? widest_watch : NULL,
                           .play = values_draw,
                           .arg = &trial};
    const bool good = tactic_run(&result, &job);
    /* Without a rule the last interval is one for a fixed number of boards: nobody may have stopped before. */
    const bool last = !watched || setup->width > 0;
    *wrong = good && (trial.wrong || (last && misses(result.cells[0].interval, calibration->means[trial.row])));
    tactic_result_free(&result);
    return good;
}

bool trial_tactic(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    return row_run(wrong, calibration, setup, rng, false);
}

bool trial_tactic_watched(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    return row_run(wrong, calibration, setup, rng, true);
}

/* ---- sim */

/* Adds a chunk of drawn boards, at most `count`, as a run of `sim` does. */
static void boards_draw(Tally *tally, const Calibration *calibration, bool matches, int64_t count, Rng *rng)
{
    Tally chunk = {0};
    for (int64_t i = 0; i < count && i < BOARDS_CHUNK; i++) {
        const uint32_t board = rng_bounded(rng, calibration->board_count);
        if (matches)
            tally_merge(&chunk, &calibration->match_tallies[board]);
        else
            tally_add(&chunk, &calibration->study.schedule, &calibration->boards[board]);
    }
    tally_merge(tally, &chunk);
}

static const Schedule *schedule_of(const Calibration *calibration, bool matches)
{
    return matches ? &calibration->match_schedule : &calibration->study.schedule;
}

static SimResult result_of(const Calibration *calibration, const Tally *tally, const StopRule *rule, double planned)
{
    return (SimResult){&calibration->study.schedule, calibration->agents, tally, stop_rho(rule, planned, false)};
}

static bool figures_miss(const SimResult *result, const Calibration *calibration, bool share)
{
    const AgentFigures figures = agent_figures(result, 0);
    const bool matches = sim_matches(result);
    return share ? misses(figures.win_interval, matches ? calibration->match_share : calibration->share_mean)
                 : misses(figures.diff_interval, matches ? calibration->match_points : calibration->points_mean);
}

bool trial_sim(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    const StopRule rule = {.kind = STOP_NEVER};
    Tally tally = {0};
    for (int left = setup->boards; left > 0; left -= BOARDS_CHUNK)
        boards_draw(&tally, calibration, setup->matches, left, rng);
    SimResult result = result_of(calibration, &tally, &rule, anytime_rho(SIM_ALPHA, setup->boards));
    result.schedule = schedule_of(calibration, setup->matches);
    *wrong = figures_miss(&result, calibration, setup->results);
    return true;
}

bool trial_sim_watched(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    const StopRule rule = {.kind = STOP_WIDTH, .width = setup->width};
    const double planned = anytime_rho(SIM_ALPHA, stop_planned_boards(&rule, (uint64_t)setup->boards));
    Tally tally = {0};
    const SimResult result = result_of(calibration, &tally, &rule, planned);
    do {
        boards_draw(&tally, calibration, false, BOARDS_CHUNK, rng);
        *wrong |= figures_miss(&result, calibration, setup->results);
    } while (!*wrong && !stop_reached(&rule, &result));
    return true;
}

bool trial_sim_test(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    StopRule rule = {.kind = STOP_TEST, .results = setup->results};
    const double truth = setup->results ? elo_of_share(calibration->share_mean) : calibration->points_mean;
    const double low = setup->high ? truth - setup->effect : truth;
    if (!sprt_plan(&rule.plan, low, low + setup->effect, ALPHA, ALPHA, NULL)) return false;
    Tally tally = {0};
    const SimResult result = result_of(calibration, &tally, &rule, 1);
    do
        boards_draw(&tally, calibration, false, BOARDS_CHUNK, rng);
    while (!stop_reached(&rule, &result));
    *wrong = stop_verdict(&rule, &result) == (setup->high ? SPRT_LOW : SPRT_HIGH);
    return true;
}

/* ---- rate */

/* Rates all agents of the pool on drawn boards; elo may be NULL. */
static bool agents_rate(Rating *points, Rating *elo, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    const uint64_t boards = (uint64_t)setup->boards;
    const Schedule *schedule = schedule_of(calibration, setup->matches);
    Tournament tournament;
    Error error;
    if (!tournament_init(&tournament, schedule, POOL_AGENT_COUNT, NO_GAUNTLET, boards, &error)) return false;
    bool good = true;
    for (uint64_t board = 0; good && board < boards; board++) {
        const uint32_t at = rng_bounded(rng, calibration->board_count);
        const PairingResult *drawn = setup->matches ? calibration->match_results[at] : calibration->results[at];
        for (size_t pairing = 0; good && pairing < POOL_PAIRINGS; pairing++)
            good = tournament_take(&tournament, board, pairing, &drawn[pairing]);
    }
    good = good && tournament_rate(&tournament, points, elo, ALPHA, rng_next(rng));
    tournament_free(&tournament);
    return good;
}

bool trial_rate_points(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    Rating points[POOL_AGENT_COUNT];
    const uint32_t agent = rng_bounded(rng, POOL_AGENT_COUNT);
    if (!agents_rate(points, NULL, calibration, setup, rng)) return false;
    *wrong = misses(points[agent].interval,
                    setup->matches ? calibration->match_ratings[agent] : calibration->ratings[agent]);
    return true;
}

bool trial_rate_elo(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    Rating points[POOL_AGENT_COUNT], elo[POOL_AGENT_COUNT];
    const uint32_t agent = rng_bounded(rng, POOL_AGENT_COUNT);
    if (!agents_rate(points, elo, calibration, setup, rng)) return false;
    *wrong = misses(elo[agent].interval, calibration->elos[agent]);
    return true;
}

/* ---- tune and power */

/* Points of the first agent against the second on a drawn board. */
static int points_draw(const Calibration *calibration, Rng *rng)
{
    return calibration->points[rng_bounded(rng, calibration->board_count)];
}

/* Of a drawn board of matches: those that it won less those that it lost. */
static int matches_draw(const Calibration *calibration, Rng *rng)
{
    const PairingResult *drawn = calibration->match_results[rng_bounded(rng, calibration->board_count)];
    return pairing_diff(drawn, &calibration->match_schedule, 0);
}

bool trial_tune(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    TuneDecision decision = tune_decision_start(setup->effect);
    Moments gains = {0};
    /* Matches that were won count from one half. */
    const double scale = tactic_value_scale(&calibration->study) * (setup->matches ? 2 : 1);
    /* The first verdict stays: what is not better once is never accepted. */
    for (bool over = false; !over && decision.verdict != SPRT_LOW && gains.n < setup->boards;) {
        for (int i = 0; i < TUNE_TEST_BATCH; i++) {
            const int points = setup->matches ? matches_draw(calibration, rng) : points_draw(calibration, rng);
            moments_add(&gains, rng_next(rng) & 1 ? points : -points);
        }
        over = tune_decision_look(&decision, &gains, scale);
    }
    *wrong = tune_decision_accepted(&decision);
    return true;
}

/* The spread of a pilot, in groups as `power` makes them. */
static Spread pilot_draw(const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    Moments groups[SPREAD_GROUPS] = {0};
    for (int i = 0; i < setup->boards; i++)
        moments_add(&groups[spread_group((uint64_t)i, (uint64_t)setup->boards)], points_draw(calibration, rng));
    return spread_of(groups, SPREAD_GROUPS, tactic_value_scale(&calibration->study));
}

bool trial_pilot(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    const Spread spread = pilot_draw(calibration, setup, rng);
    *wrong = misses(spread_interval(&spread, ALPHA, INFINITY), calibration->points_sd);
    return true;
}

bool trial_pilot_ahead(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    enum { AHEAD = 600 };
    const Spread spread = pilot_draw(calibration, setup, rng);
    Moments run = {0};
    for (int i = 0; i < AHEAD; i++)
        moments_add(&run, points_draw(calibration, rng));
    const double sd = estimate_of(&run, tactic_value_scale(&calibration->study)).sd;
    *wrong = misses(spread_interval(&spread, ALPHA, AHEAD), sd);
    return true;
}
