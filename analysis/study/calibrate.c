/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pools of boards, the promises of intervals and tests, and how one trial of each is made. */
#include "analysis/study/calibrate.h"
#include "analysis/study/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stats/combine.h"
#include "analysis/stats/estimate.h"
#include "analysis/stats/rating.h"
#include "analysis/study/sim_figures.h"
#include "analysis/study/tournament.h"
#include "analysis/study/tune.h"
#include "analysis/study/vary.h"
#include "engine/notation.h"
#include "sim/advise.h"
#include "sim/boards.h"
#include "sim/rollouts.h"
#include "sim/run/arena.h"

/* ---- pools: every tactic alone and without, and three agents against each other, in rounds and in matches */

/* Values of rows are small, whole boards are not: these stay in the processor's cache. */
enum { VALUE_POOL = 8192, BOARD_POOL = 2048, LEAD_POOL = 4096, LEAD_PLAYS = 4 };

static const char *const AGENTS[POOL_AGENT_COUNT] = {"tactic", "greedy", "counter"};
static const Pairing PAIRINGS[POOL_PAIRINGS] = {{{0, 1}}, {{0, 2}}, {{1, 2}}};

/* ---- what a trial is */

typedef struct Trial Trial;
/* One trial. False if memory runs out; otherwise trial->wrong says whether the answer was wrong. */
typedef bool TrialFunction(Trial *trial);

/* What is promised: a rate and its tolerance; 0: those that intervals miss with, and so many parts of that. `sim` looks
   after chunks of boards, so that a test goes on a little beyond its bounds. */
typedef enum { AT_MOST, ALL_ROWS, WITHIN, TEST } Promise;
static const struct {
    const char *words;
    double nominal, tolerance, parts;
} PROMISES[] = {
    [AT_MOST] = {"at most %g %%", 0, 0, 0},
    [ALL_ROWS] = {"at most %g %%, all rows together", 0, 0, 0},
    [WITHIN] = {"%g +- %g %%", 0, 0, 5},
    [TEST] = {"%g +- %g %%", 0.045, 0.015, 0},
};

/* A promise, and what its trials are made of. */
typedef struct {
    const char *name; /* may hold alpha */
    Promise promise;
    TrialFunction *run;
    const char *tactic; /* whose boards, without it, are drawn; NULL: all rows, or boards of `sim` */
    int boards;         /* of a trial; where a rule may end it before, as many as were planned */
    double width;       /* of --stop ci=, points a round */
    double effect;      /* tests: high - low, points a round, Elo or share of the matches */
    bool watched;       /* any interval counts that could be seen on the way, not the last alone */
    bool high;          /* tests: the high hypothesis is true */
    bool results;       /* tests: on results; `sim`: the share of the wins. Else points */
    bool other;         /* the trial's other figure */
    bool matches;       /* `sim`, `rate`, `tune`: boards of matches */
    bool one_sided;     /* an error to one side alone counts: half of alpha is promised */
    uint32_t part;      /* of the repetitions, one in so many are tried, where a trial takes long; 0: all */
} CheckRow;

struct Trial {
    const Calibration *pool;
    const BoardPool *played; /* rounds or matches, as setup->matches says */
    double alpha;            /* with which intervals miss */
    const CheckRow *setup;
    Rng *rng;
    bool wrong;  /* was the answer? */
    int row;     /* tactics: of the pool that the study's first row is */
    bool turned; /* a coin turns each board over */
};

static uint32_t board_draw(const Trial *trial) { return rng_bounded(trial->rng, BOARD_POOL); }

/* ---- boards */

static bool result_keep(void *arg, uint64_t board, size_t pairing, const BoardPoints *result)
{
    ((BoardPool *)arg)->results[board][pairing] = *result;
    return true;
}

static bool values_keep(const void *arg, void *own, int64_t *values, const WholeBoard *whole, VoidBoard *failure)
{
    (void)own, (void)failure;
    if (!whole->failed) ((const BoardPool *)arg)->values[whole->index] = *board_values(whole->boards[0]);
    *values = 1;
    return !whole->failed;
}

/* By how many points, or matches, the first agent of a pairing wins on a board, both seatings together: the seats change
   hands in the second. */
static int pairing_points(const BoardPool *pool, uint32_t board, int pairing)
{
    const BoardPoints *result = &pool->results[board][pairing];
    return result->points[0][0] - result->points[0][1] + result->points[1][1] - result->points[1][0];
}

/* What of a sum of pairing_points is a point a round, or all matches. */
static double pool_unit(const BoardPool *pool)
{
    return pool->schedule.seatings * (pool->schedule.match_rounds ? 2 : 1);
}

static void truths_take(BoardPool *pool)
{
    const double boards = BOARD_POOL * pool_unit(pool);
    double points = 0, rounds = 0, wins = 0, means[POOL_PAIRINGS] = {0};
    for (uint32_t board = 0; board < BOARD_POOL; board++) {
        const BoardValues *values = &pool->values[board];
        points += (double)(values->rows[0][SUM_points] - values->rows[1][SUM_points]);
        rounds += (double)values->rows[pool->schedule.agents][SUM_rounds];
        wins += (double)values->rows[0][SUM_wins];
        for (int pairing = 0; pairing < POOL_PAIRINGS; pairing++)
            means[pairing] += pairing_points(pool, board, pairing);
    }
    for (int pairing = 0; pairing < POOL_PAIRINGS; pairing++)
        means[pairing] /= boards;
    pool->points = points / rounds;
    pool->share = wins / (BOARD_POOL * pool->schedule.seatings * win_scale(2));
    pool->ratings[0] = (means[0] + means[1]) / 3; /* as many boards for each pair: the mean difference from all three */
    pool->ratings[1] = (means[2] - means[0]) / 3;
    pool->ratings[2] = (-means[1] - means[2]) / 3;
}

/* A tournament of all agents: of all boards of the pool, or with a trial of boards that it draws, on which a coin may turn
   all pairs over. False: there is none. */
static bool tournament_fill(Tournament *out, const BoardPool *pool, uint64_t boards, const Trial *trial)
{
    const Schedule *schedule = &pool->schedule;
    Error error;
    if (!tournament_init(out, schedule, POOL_AGENT_COUNT, NO_GAUNTLET, boards, &error)) return false;
    bool good = true;
    for (uint64_t board = 0; good && board < boards; board++) {
        const BoardPoints *drawn = pool->results[trial ? board_draw(trial) : board];
        const bool turned = trial && trial->turned && rng_next(trial->rng) & 1;
        for (size_t pairing = 0; good && pairing < POOL_PAIRINGS; pairing++) {
            BoardPoints result = drawn[pairing];
            for (int seating = 0; turned && seating < schedule->seatings; seating++) {
                result.points[seating][0] = drawn[pairing].points[seating][1];
                result.points[seating][1] = drawn[pairing].points[seating][0];
            }
            good = tournament_take(out, board, pairing, &result);
        }
    }
    if (!good) tournament_free(out);
    return good;
}

/* Of all boards of single rounds. */
static bool elos_take(Calibration *pool)
{
    const BoardPool *rounds = &pool->played[0];
    Tournament all;
    Rating points[POOL_AGENT_COUNT], elo[POOL_AGENT_COUNT];
    double square = 0;
    for (uint32_t board = 0; board < BOARD_POOL; board++)
        square += pow(pairing_points(rounds, board, 0) / pool_unit(rounds), 2);
    pool->points_sd = sqrt(square / BOARD_POOL - rounds->points * rounds->points);
    if (!tournament_fill(&all, rounds, BOARD_POOL, NULL)) return false;
    const bool good = tournament_rate(&all, points, elo, USUAL_ALPHA, 0);
    for (int i = 0; good && i < POOL_AGENT_COUNT; i++)
        pool->elos[i] = elo[i].value;
    tournament_free(&all);
    return good;
}

/* Plays boards, of each two agents, and those of the first two once more for their values. */
static ArenaEnd boards_fill(Calibration *calibration, BoardPool *pool, int match_rounds)
{
    BoardsJob job = {.schedule = &pool->schedule,
                     .agents = calibration->agents,
                     .agent_count = POOL_AGENT_COUNT,
                     .pairings = PAIRINGS,
                     .pairing_count = POOL_PAIRINGS,
                     .boards = BOARD_POOL,
                     .threads = calibration->threads};
    BoardsUse use = BOARDS_MEASURED;
    use.shape = BOARD_COUNTS;
    use.whole = values_keep;
    use.arg = pool;
    Sums sums = {0};
    pool->schedule = calibration->study.schedule;
    pool->schedule.match_rounds = match_rounds;
    pool->values = calloc(BOARD_POOL, sizeof *pool->values);
    pool->results = calloc(BOARD_POOL, sizeof *pool->results);
    if (!pool->values || !pool->results) return ARENA_FAILED;
    ArenaEnd end = boards_play_points(&job, result_keep, pool, NULL);
    if (end != ARENA_DONE) return end;
    job.pairings = NULL;
    end = boards_add_up(&job, &use, &(StretchRun){.sums = &sums});
    sums_free(&sums);
    if (end == ARENA_DONE) truths_take(pool);
    return end;
}

/* ---- the pool of deals of one position, in which each play is made */

static bool leads_fill(Calibration *pool, Error *error)
{
    static const ViewText POSITIONS[2] = {{.hand = "Ac4d8sQh", .pool = "3c9d", .piles = "6c5s7cJh2h4sTc/Kd8d3h"},
                                          {.hand = "7h4cJdKs", .pool = "2c5d9h", .scores = "40/58"}};
    bool good = true;
    for (int i = 0; good && i < 2; i++) {
        KnownView known;
        Agent agent;
        MatchEquity equity;
        if (!view_parse(&known, &POSITIONS[i], error) || !agent_parse(&agent, "tactic", &known.rules, error) ||
            !match_equity_find(&equity, NULL, &known.rules, error))
            return false;
        const View view = {.rules = &known.rules, .table = &known.table, .hand = known.hand, .seat = known.table.turn};
        CardSet plays[MAX_MOVES];
        Voids voids = {0};
        const Fold fold = fold_for(&known.rules);
        const int count = pool->lead_plays[i] = moves_list(plays, view.hand, known.table.pool, &fold);
        Rollouts *rollouts = rollouts_open(&(RolloutTask){.view = &view,
                                                          .agent = &agent,
                                                          .equity = i ? &equity : NULL,
                                                          .plays = plays,
                                                          .count = count,
                                                          .threads = 1,
                                                          .seed = pool->seed,
                                                          .voids = &voids});
        good = rollouts || error_memory(error);
        for (uint64_t deal = 0; good && deal < LEAD_POOL; deal++) {
            static const int ALL[LEAD_PLAYS] = {0, 1, 2, 3};
            RolloutSums sums[LEAD_PLAYS] = {0};
            rollouts_make(rollouts, sums, ALL, count, NO_PLAY, deal, deal + 1);
            for (int play = 0; play < count; play++)
                pool->lead_values[i][deal * (uint64_t)count + (uint64_t)play] = (int32_t)sums[play].value.sum;
        }
        if (rollouts) rollouts_close(rollouts);
        match_equity_free(&equity);
        agent_free(&agent);
    }
    return good;
}

/* ---- the pools of positions in which choices lose, and of first plays */

enum { REGRET_POOL = 2048, REGRET_ROUNDS = 10, OPENING_POOL = 8192 };
/* Who are judged, the dearest mistakes first, who play and refer, and whose first play is the measure. */
static const char *const PLAY_POOL_AGENTS[PLAY_AGENTS] = {"counter", "greedy", "tactic", "policy", "planner", "random"};

static RegretTask regret_task(const Calibration *pool, uint64_t positions)
{
    return (RegretTask){.schedule = &pool->study.schedule,
                        .players = pool->play_agents + REGRET_JUDGED - 1,
                        .player_count = 2,
                        .judged = pool->play_agents,
                        .judged_count = REGRET_JUDGED,
                        .reference = &pool->play_agents[REGRET_JUDGED + 1],
                        .count = positions,
                        .rounds = REGRET_ROUNDS,
                        .alpha = pool->alpha,
                        .threads = pool->threads};
}

static OpeningTask openings_task(const Calibration *pool, uint64_t boards)
{
    return (OpeningTask){.schedule = &pool->study.schedule,
                         .agent = &pool->play_agents[1],
                         .base = &pool->play_agents[PLAY_AGENTS - 1],
                         .count = boards,
                         .alpha = pool->alpha,
                         .threads = pool->threads};
}

static ArenaEnd plays_fill(Calibration *pool, Error *error)
{
    if (!agents_open(pool->play_agents, PLAY_POOL_AGENTS, PLAY_AGENTS, &pool->study.schedule.rules, error))
        return ARENA_FAILED;
    const RegretTask regret = regret_task(pool, REGRET_POOL);
    const OpeningTask openings = openings_task(pool, OPENING_POOL);
    const ArenaEnd end = regret_measure(&pool->regret, &regret);
    if (end != ARENA_DONE) return end;
    regret_find(&pool->regret, &regret);
    return openings_play(&pool->openings, &openings);
}

/* ---- all pools */

/* The line-ups of the study, and where the values of its rows go. */
typedef struct {
    TacticLineups lineups;
    int32_t *values;
} ValuesRun;

static bool values_note(const void *arg, void *own, int64_t *values, const WholeBoard *whole, VoidBoard *failure)
{
    const ValuesRun *run = arg;
    const int rows = run->lineups.study->row_count;
    for (int row = 0; row < rows; row++) {
        int64_t of[TACTIC_MEASURES] = {0};
        if (!tactic_row(of, &run->lineups, row, own, whole, 0, failure)) return false;
        run->values[whole->index * (uint64_t)rows + (uint64_t)row] = (int32_t)of[TACTIC_VALUE];
    }
    *values = 1;
    return true;
}

/* Plays the rows of the study. */
static ArenaEnd values_fill(Calibration *calibration)
{
    const size_t rows = (size_t)calibration->study.row_count;
    ValuesRun run = {.values = calibration->values};
    Sums sums = {0};
    ArenaEnd end = ARENA_FAILED;
    if (tactic_lineups_make(&run.lineups, &calibration->study, NULL)) {
        BoardsJob job = tactic_job(&run.lineups);
        BoardsUse use = tactic_use(&run.lineups);
        job.boards = VALUE_POOL;
        job.threads = calibration->threads;
        use.shape = BOARD_COUNTS;
        use.whole = values_note;
        use.arg = &run;
        end = boards_add_up(&job, &use, &(StretchRun){.sums = &sums});
    }
    tactic_lineups_free(&run.lineups);
    for (size_t i = 0; i < VALUE_POOL * rows; i++)
        calibration->means[i % rows] += calibration->values[i] / (VALUE_POOL * tactic_value_scale(&calibration->study));
    sums_free(&sums);
    return end;
}

bool calibration_open(Calibration *out, uint64_t seed, int threads, bool *interrupted, Error *error)
{
    *out = (Calibration){.alpha = USUAL_ALPHA, .seed = seed, .threads = threads};
    *interrupted = false;
    Schedule schedule;
    if (!schedule_make(&schedule, "pagat", 2, true, error)) return false;
    schedule.seed = seed;
    const TacticRequest request = {.agent = "tactic", .opponents = "tactic"};
    if (!tactic_study_open(&out->study, &request, &schedule, error)) return false;
    const size_t rows = (size_t)out->study.row_count;
    out->values = calloc(VALUE_POOL * rows, sizeof *out->values);
    out->means = calloc(rows, sizeof *out->means);
    for (int i = 0; i < 2; i++)
        out->lead_values[i] = calloc((size_t)LEAD_POOL * LEAD_PLAYS, sizeof(int32_t));
    error_memory(error);
    ArenaEnd end = ARENA_FAILED;
    if (out->values && out->means && out->lead_values[0] && out->lead_values[1]) end = values_fill(out);
    if (end == ARENA_DONE && !agents_open(out->agents, AGENTS, POOL_AGENT_COUNT, &out->study.schedule.rules, error))
        end = ARENA_FAILED;
    for (int i = 0; i < 2 && end == ARENA_DONE; i++)
        end = boards_fill(out, &out->played[i], i ? MATCH_ROUNDS : 0);
    if (end == ARENA_DONE && (!elos_take(out) || !leads_fill(out, error))) end = ARENA_FAILED;
    if (end == ARENA_DONE) end = plays_fill(out, error);
    *interrupted = end == ARENA_INTERRUPTED;
    if (end == ARENA_DONE || *interrupted) return true;
    calibration_free(out);
    return false;
}

void calibration_free(Calibration *calibration)
{
    agents_free(calibration->agents, POOL_AGENT_COUNT);
    tactic_study_free(&calibration->study);
    free(calibration->values);
    free(calibration->means);
    for (int i = 0; i < 2; i++) {
        free(calibration->played[i].values);
        free(calibration->played[i].results);
        free(calibration->lead_values[i]);
    }
    free(calibration->regret.losses);
    openings_free(&calibration->openings);
    agents_free(calibration->play_agents, PLAY_AGENTS);
    *calibration = (Calibration){0};
}

/* ---- trials: each lets the functions of a command that plays judge boards drawn from the pools, and says whether they
   were wrong. What decides in the command decides here. */

static bool misses(Interval interval, double truth)
{
    return interval_known(interval) && (truth < interval.low || truth > interval.high);
}

/* ---- tactics */

/* Draws boards until so many; watched: any interval that could be seen counts. */
static bool values_draw(Trial *trial, const TacticRun *run, Sums *sums, uint64_t until)
{
    enum { LOOK = 64 };
    const Calibration *pool = trial->pool;
    const SumsShape shape = tactic_shape(run->study);
    int64_t(*drawn_rows)[TACTIC_MEASURES] = calloc((size_t)run->study->row_count + 1, sizeof *drawn_rows);
    bool good = drawn_rows && (sums->x || sums_open(sums, &shape));
    for (uint64_t done = 1; good && (uint64_t)sums->boards < until; done++) {
        const size_t board = rng_bounded(trial->rng, VALUE_POOL);
        const int32_t *drawn = pool->values + board * (size_t)pool->study.row_count + trial->row;
        const int sign = trial->turned && rng_next(trial->rng) & 1 ? -1 : 1;
        for (int row = 0; row < run->study->row_count; row++) {
            int64_t *of = drawn_rows[row];
            memset(of, 0, sizeof *drawn_rows);
            if (run->skip[row]) continue;
            of[TACTIC_BOARDS] = 1;
            of[TACTIC_VALUE] = sign * drawn[row];
            of[TACTIC_ACTIVE] = of[TACTIC_CHANGED] = drawn[row] != 0;
        }
        sums_add(sums, drawn_rows[0]);
        TacticCell cell;
        if (trial->setup->watched && done % LOOK == 0 && tactic_widest(&cell, run))
            trial->wrong |= misses(cell.interval, trial->pool->means[trial->row]);
    }
    free(drawn_rows);
    return good;
}

/* A study of drawn boards, to its end. False if memory runs out; study_end is due in either case. */
static bool study_run(Trial *trial, TacticRun *run, Sums *sums)
{
    uint64_t until;
    run->sums = sums;
    run->alpha = trial->alpha;
    if (!tactic_run_open(run)) return false;
    while ((until = tactic_run_next(run)) > 0)
        if (!values_draw(trial, run, sums, until)) return false;
    return tactic_run_end(run, false);
}

static void study_end(TacticRun *run, Sums *sums)
{
    tactic_run_free(run);
    sums_free(sums);
}

/* Of drawn boards of all rows, where no tactic changes anything, some interval leaves 0 out, or (other) some p of Holm's
   is below alpha. */
static bool trial_null(Trial *trial)
{
    trial->turned = true;
    TacticRun run = {.study = &trial->pool->study, .boards = (uint64_t)trial->setup->boards};
    Sums sums = {0};
    const bool good = study_run(trial, &run, &sums);
    for (int i = 0; good && i < run.cell_count; i++)
        trial->wrong |=
            trial->setup->other ? run.cells[i].p_adjusted <= trial->alpha : misses(run.cells[i].interval, 0);
    study_end(&run, &sums);
    return good;
}

/* The row of a tactic that is left out. */
static int row_of(const Calibration *calibration, const char *tactic)
{
    const TacticStudy *study = &calibration->study;
    int found = 0;
    for (int row = 0; row < study->row_count; row++)
        if (study->rows[row].measure == MEASURE_WITHOUT && !strcmp(tactic_name(study, study->rows[row].tactic), tactic))
            found = row;
    return found;
}

/* The interval of one row misses in the end, or (watched) any that could be seen, with --stop ci= or without. */
static bool trial_tactic(Trial *trial)
{
    const CheckRow *setup = trial->setup;
    TacticStudy study = trial->pool->study;
    trial->row = row_of(trial->pool, setup->tactic);
    study.rows += trial->row;
    study.row_count = 1;
    TacticRun run = {.study = &study,
                     .boards = setup->width > 0 ? UINT64_C(1) << 40 : (uint64_t)setup->boards,
                     .half_width = setup->width};
    Sums sums = {0};
    const bool good = study_run(trial, &run, &sums);
    /* Without a rule the last interval is one for a fixed number of boards: nobody may have stopped before. */
    const bool last = !setup->watched || setup->width > 0;
    trial->wrong = good && (trial->wrong || (last && misses(run.cells[0].interval, trial->pool->means[trial->row])));
    study_end(&run, &sums);
    return good;
}

/* ---- sim */

/* Adds a chunk of drawn boards, at most `count`, as a run of `sim` does. */
static void boards_draw(Sums *sums, const Trial *trial, int64_t count)
{
    const SumsShape shape = sim_shape(&trial->played->schedule);
    if (!sums->x && !sums_open(sums, &shape)) return;
    for (int64_t i = 0; i < count && i < BOARDS_CHUNK; i++)
        sums_add(sums, trial->played->values[board_draw(trial)].rows[0]);
}

static SimResult result_of(const Trial *trial, const Sums *sums, const StopRule *rule, double planned)
{
    return (SimResult){&trial->played->schedule, trial->pool->agents, sums, stop_rho(rule, planned, false),
                       trial->alpha};
}

static bool figures_miss(const SimResult *result, const Trial *trial)
{
    const AgentFigures figures = agent_figures(result, 0);
    return trial->setup->results ? misses(figures.win_interval, trial->played->share)
                                 : misses(figures.diff_interval, trial->played->points);
}

/* The interval in the end misses, or (watched) any that could be seen under --stop ci=. */
static bool trial_sim(Trial *trial)
{
    const CheckRow *setup = trial->setup;
    const StopRule rule = {.kind = setup->watched ? STOP_WIDTH : STOP_NEVER, .width = setup->width};
    const double planned =
        setup->watched ? stop_planned_boards(&rule, (uint64_t)setup->boards, trial->alpha) : (double)setup->boards;
    Sums sums = {0};
    const SimResult result = result_of(trial, &sums, &rule, anytime_rho(trial->alpha, planned));
    int left = setup->boards;
    do {
        boards_draw(&sums, trial, left);
        if (!setup->watched) left -= BOARDS_CHUNK;
        if (setup->watched || left <= 0) trial->wrong |= figures_miss(&result, trial);
    } while (setup->watched ? !trial->wrong && !stop_reached(&rule, &result) : left > 0);
    sums_free(&sums);
    return true;
}

/* Both errors of a test. */
#define TEST_ALPHA 0.05

/* --stop sprt= says what is false. */
static bool trial_sim_test(Trial *trial)
{
    const CheckRow *setup = trial->setup;
    StopRule rule = {.kind = STOP_TEST, .results = setup->results};
    const double truth = setup->results ? elo_of_share(trial->played->share) : trial->played->points;
    const double low = setup->high ? truth - setup->effect : truth;
    if (!sprt_plan(&rule.plan, low, low + setup->effect, TEST_ALPHA, TEST_ALPHA, NULL)) return false;
    Sums sums = {0};
    const SimResult result = result_of(trial, &sums, &rule, 1);
    do
        boards_draw(&sums, trial, BOARDS_CHUNK);
    while (!stop_reached(&rule, &result));
    trial->wrong = stop_verdict(&rule, &result) == (setup->high ? SPRT_LOW : SPRT_HIGH);
    sums_free(&sums);
    return true;
}

/* ---- rate */

/* An agent's interval misses, in points a round or shares of the matches, or (other) that of Elo. */
static bool trial_rate(Trial *trial)
{
    const bool elo = trial->setup->other;
    Rating points[POOL_AGENT_COUNT], elos[POOL_AGENT_COUNT];
    Tournament tournament;
    const uint32_t agent = rng_bounded(trial->rng, POOL_AGENT_COUNT);
    if (!tournament_fill(&tournament, trial->played, (uint64_t)trial->setup->boards, trial)) return false;
    const bool good = tournament_rate(&tournament, points, elo ? elos : NULL, trial->alpha, rng_next(trial->rng));
    trial->wrong = good && (elo ? misses(elos[agent].interval, trial->pool->elos[agent])
                                : misses(points[agent].interval, trial->played->ratings[agent]));
    tournament_free(&tournament);
    return good;
}

/* The test of fit finds a circle where there is none. */
static bool trial_fit(Trial *trial)
{
    Tournament tournament;
    TournamentFit fit;
    trial->turned = true;
    if (!tournament_fill(&tournament, trial->played, (uint64_t)trial->setup->boards, trial)) return false;
    const bool good = tournament_fit(&tournament, &fit, trial->alpha, rng_next(trial->rng));
    trial->wrong = good && fit.fit.p <= trial->alpha;
    tournament_free(&tournament);
    return good;
}

/* ---- results together: pool and compare */

/* By how much the first of a pairing wins, on so many drawn boards. */
static Moments points_draw(const Trial *trial, int pairing, int boards)
{
    Moments moments = {0};
    for (int i = 0; i < boards; i++)
        moments_add(&moments, pairing_points(trial->played, board_draw(trial), pairing));
    return moments;
}

/* What a file of a run of drawn boards of a pairing says. */
static Measured run_draw(const Trial *trial, int pairing)
{
    const Moments moments = points_draw(trial, pairing, trial->setup->boards);
    const Estimate estimate = estimate_of(&moments, tactic_value_scale(&trial->pool->study));
    return (Measured){estimate.mean, estimate.se, trial->setup->boards};
}

/* The interval of several seeds together misses, or (other) they are said to differ. */
static bool trial_pool(Trial *trial)
{
    enum { SEEDS = 5 };
    Measured seeds[SEEDS];
    for (int i = 0; i < SEEDS; i++)
        seeds[i] = run_draw(trial, 0);
    const Pooled pool = pool_of(seeds, SEEDS);
    trial->wrong = trial->setup->other ? pool.p <= trial->alpha
                                       : misses(pool_interval(&pool, trial->alpha), trial->played->points);
    return true;
}

/* What the first agent wins from the third less what it wins from the second. */
static double difference_truth(const Trial *trial) { return 3 * trial->played->ratings[0] - 2 * trial->played->points; }

/* Both play the same drawn boards, in blocks of one to four: the interval misses, or (other) "no more than X" is said
   though the difference is X. */
static bool trial_paired(Trial *trial)
{
    enum { BLOCK_MOST = 4 };
    const double scale = tactic_value_scale(&trial->pool->study), truth = difference_truth(trial);
    PairedBlock *blocks = calloc((size_t)trial->setup->boards, sizeof *blocks);
    size_t count = 0;
    if (!blocks) return false;
    for (int64_t boards = 0; boards < trial->setup->boards; count++) {
        const int64_t size = 1 + (int64_t)(count % BLOCK_MOST);
        blocks[count] = (PairedBlock){{0, (double)size, 0, (double)size}, size};
        for (int64_t i = 0; i < size; i++, boards++) {
            const uint32_t board = board_draw(trial);
            for (int which = 0; which < 2; which++)
                blocks[count].numbers[2 * which] += pairing_points(trial->played, board, which) / scale;
        }
    }
    const Difference difference = paired_of(blocks, count).difference;
    free(blocks);
    trial->wrong = trial->setup->other ? difference_p_within(&difference, fabs(truth)) <= trial->alpha
                                       : misses(difference_interval(&difference, trial->alpha), truth);
    return true;
}

static bool trial_unpaired(Trial *trial)
{
    const Measured a = run_draw(trial, 0), b = run_draw(trial, 1);
    const Difference difference = difference_of(a, b);
    trial->wrong = misses(difference_interval(&difference, trial->alpha), difference_truth(trial));
    return true;
}

/* ---- --vary */

/* Of all figures of `sim` some difference between three sets of rules is called shown, where no rule changes
   anything. */
static bool trial_vary(Trial *trial)
{
    enum { SETS = 3 };
    VaryFigure figures[VARY_FIGURES];
    VaryRow rows[VARY_FIGURES * SETS];
    const Schedule *schedule = &trial->played->schedule;
    const int figure_count = vary_figures(figures, schedule, trial->pool->agents), boards = trial->setup->boards;
    const SumsShape shape = vary_shape(figure_count, SETS);
    int64_t values[VARY_FIGURES * SETS * VARY_MEASURE_COUNT];
    Sums sums;
    uint32_t *drawn = calloc((size_t)(SETS * boards), sizeof *drawn);
    if (!drawn || !sums_open(&sums, &shape)) return free(drawn), false;
    for (int i = 0; i < SETS * boards; i++) /* anew for each rule set */
        drawn[i] = board_draw(trial);
    for (int i = 0; i < boards; i++) {
        for (int set = 0; set < SETS; set++)
            vary_board(values, SETS, set, schedule, &trial->played->values[drawn[set * boards + i]]);
        sums_add(&sums, values);
    }
    free(drawn);
    const bool good = vary_rows(rows, &sums, figures, SETS, false, trial->alpha);
    for (int i = 0; good && i < figure_count * SETS; i++)
        trial->wrong |= rows[i].p_adjusted <= trial->alpha;
    sums_free(&sums);
    return good;
}

/* ---- tune and power */

/* `tune` accepts what is not better than the start: gains less their true mean, of a tactic's rare and skewed boards or
   of matches, turned to either side by a coin. */
static bool trial_tune(Trial *trial)
{
    const Calibration *pool = trial->pool;
    const bool matches = trial->setup->matches;
    const int row = matches ? 0 : row_of(pool, trial->setup->tactic), boards = trial->setup->boards;
    const double turned = rng_next(trial->rng) & 1 ? -1 : 1;
    Moments gains = points_draw(trial, 0, matches ? boards : 0);
    for (int i = 0; !matches && i < boards; i++)
        moments_add(&gains,
                    pool->values[rng_bounded(trial->rng, VALUE_POOL) * (size_t)pool->study.row_count + (size_t)row]);
    /* Matches that were won count from one half. */
    const double truth = matches ? trial->played->share - 0.5 : pool->means[row];
    Estimate gain = estimate_of(&gains, tactic_value_scale(&pool->study) * (matches ? 2 : 1));
    gain.mean = turned * (gain.mean - truth);
    const Interval interval = interval_t(&gain, pool->alpha);
    trial->wrong = tune_judge(interval, interval, INFINITY) == TUNE_ACCEPTED;
    return true;
}

/* By a pilot in groups as `power` makes them the interval of the standard deviation of all boards misses, or (other) that
   of a run to come. */
static bool trial_pilot(Trial *trial)
{
    enum { AHEAD = 600 };
    const int boards = trial->setup->boards, ahead = trial->setup->other ? AHEAD : 0;
    const double scale = tactic_value_scale(&trial->pool->study);
    Moments groups[SPREAD_GROUPS] = {0};
    for (int i = 0; i < boards; i++)
        moments_add(&groups[spread_group((uint64_t)i, (uint64_t)boards)],
                    pairing_points(trial->played, board_draw(trial), 0));
    const Spread spread = spread_of(groups, SPREAD_GROUPS, scale);
    const Moments run = points_draw(trial, 0, ahead);
    const double sd = ahead ? estimate_of(&run, scale).sd : trial->pool->points_sd;
    trial->wrong = misses(spread_interval(&spread, trial->alpha, ahead ? (double)ahead : INFINITY), sd);
    return true;
}

/* ---- advise */

/* RolloutDeals: draws them from one of the pools. */
static bool leads_draw(void *context, RolloutSums sums[], const int plays[], int count, int choice, uint64_t first,
                       uint64_t deals)
{
    const Trial *trial = context;
    const int which = trial->setup->matches;
    (void)first;
    for (uint64_t deal = 0; deal < deals; deal++) {
        const size_t drawn = rng_bounded(trial->rng, LEAD_POOL);
        const int32_t *values = trial->pool->lead_values[which] + drawn * (size_t)trial->pool->lead_plays[which];
        for (int i = 0; i < count; i++) {
            moments_add(&sums[plays[i]].value, values[plays[i]]);
            if (choice == NO_PLAY) continue;
            moments_add(&sums[plays[i]].behind, values[choice] - values[plays[i]]);
            sums[plays[i]].apart += values[choice] != values[plays[i]];
        }
    }
    return true;
}

/* The interval of a play's lead over the best of the others, or (other) of its value, misses. */
static bool trial_lead(Trial *trial)
{
    static const int PLAYS_TRIED[LEAD_PLAYS] = {0, 1, 2, 3};
    static const bool OTHERS[LEAD_PLAYS] = {[1] = true, true, true};
    static const MatchEquity SOME = {0}; /* that there is one makes values chances */
    const Calibration *pool = trial->pool;
    const bool value = trial->setup->other, matches = trial->setup->matches;
    const int plays = pool->lead_plays[matches];
    const int32_t *values = pool->lead_values[matches];
    RolloutSums *sums = calloc(MAX_MOVES, sizeof *sums);
    int rival;
    double truth = 0;
    if (!sums) return false;
    const RolloutJob job = {.make = leads_draw,
                            .context = trial,
                            .plays = PLAYS_TRIED,
                            .count = plays,
                            .rivals = OTHERS,
                            .sums = sums,
                            .made = (uint64_t)trial->setup->boards};
    rollouts_measure(&rival, &job);
    for (uint32_t deal = 0; deal < LEAD_POOL; deal++, values += plays)
        truth += (double)(value ? values[0] : values[0] - values[rival]) / LEAD_POOL;
    const RolloutSums *sum = &sums[value ? 0 : rival];
    const RolloutUnit unit = rollout_unit(value ? ROLLOUT_VALUE : ROLLOUT_BEHIND, &pool->study.schedule.rules,
                                          matches ? &SOME : NULL, advice_reach(pool->alpha));
    const RolloutMean mean =
        value ? rollout_mean(&sum->value, sum->value.n, &unit) : rollout_mean(&sum->behind, sum->apart, &unit);
    trial->wrong = misses((Interval){mean.low, mean.high}, truth / unit.scale);
    free(sums);
    return true;
}

/* ---- regret and openings */

/* Of drawn positions, judged as `regret` judges its own, the interval of what the agent loses whose mistakes are dearest
   misses, or (other) that of some difference from that agent. */
static bool trial_regret(Trial *trial)
{
    const Calibration *pool = trial->pool;
    const uint64_t positions = (uint64_t)trial->setup->boards;
    const RegretTask task = regret_task(pool, positions);
    Regret regret = {.losses = calloc(positions, sizeof *regret.losses), .done = positions};
    if (!regret.losses) return false;
    for (uint64_t i = 0; i < positions; i++)
        regret.losses[i] = pool->regret.losses[rng_bounded(trial->rng, REGRET_POOL)];
    regret_find(&regret, &task);
    if (!trial->setup->other) trial->wrong = misses(regret.rows[0].regret_interval, pool->regret.rows[0].regret.mean);
    for (int i = 1; trial->setup->other && i < REGRET_JUDGED; i++)
        trial->wrong |= misses(regret.rows[i].more_interval, pool->regret.rows[i].more.mean);
    free(regret.losses);
    return true;
}

/* By how much the row's play is better than the first play of --against, over all boards of the pool. */
static double opening_truth(const Calibration *pool, const OpeningRow *row)
{
    Moments gains = {0};
    for (uint64_t i = 0; i < OPENING_POOL; i++) {
        const OpeningBoard *board = &pool->openings.boards[i];
        if (board->pool_class == row->pool_class && board->hand_class == row->hand_class &&
            board->kinds >> row->kind & 1)
            moments_add(&gains, board->values[row->kind] - board->base);
    }
    return estimate_of(&gains, 1).mean;
}

/* The interval of some situation's gain misses. */
static bool trial_openings(Trial *trial)
{
    const uint64_t boards = (uint64_t)trial->setup->boards;
    const OpeningTask task = openings_task(trial->pool, boards);
    Openings *openings = calloc(1, sizeof *openings);
    if (!openings) return false;
    openings->boards = calloc(boards, sizeof *openings->boards);
    const bool good = openings->boards != NULL;
    for (uint64_t i = 0; good && i < boards; i++)
        openings->boards[i] = trial->pool->openings.boards[rng_bounded(trial->rng, OPENING_POOL)];
    if (good) openings->done = boards, openings_rows(openings, &task);
    for (int i = 0; good && i < openings->row_count; i++)
        trial->wrong |= misses(openings->rows[i].gain_interval, opening_truth(trial->pool, &openings->rows[i]));
    openings_free(openings);
    free(openings);
    return good;
}

/* ---- promises */

static const CheckRow CHECKS[] = {
    {"null tactics: an interval without 0", ALL_ROWS, trial_null, .boards = 1000},
    {"null tactics: Holm's p below %g", ALL_ROWS, trial_null, .boards = 1000, .other = true},
    {"anytime interval misses, deny_sur, at any look", AT_MOST, trial_tactic, "deny_sur", .boards = 10000,
     .watched = true},
    {"--stop ci=0.1 misses, deny_sur, at any time", AT_MOST, trial_tactic, "deny_sur", .width = 0.1, .watched = true},
    {"--stop ci=0.02 misses, face_over_ace, at any time", AT_MOST, trial_tactic, "face_over_ace", .width = 0.02,
     .watched = true},
    {"--stop ci=0.5 misses, sim, at any time", AT_MOST, trial_sim, .boards = 100000, .width = 0.5, .watched = true},
    {"--stop ci=0.5 misses the win share, sim, at any time", AT_MOST, trial_sim, .boards = 100000, .width = 0.5,
     .results = true, .watched = true},
    {"fixed interval misses, sim, 100 boards", WITHIN, trial_sim, .boards = 100},
    {"fixed interval misses the win share, sim, 100 boards", WITHIN, trial_sim, .boards = 100, .results = true},
    {"fixed interval misses, deny_sur, 500 boards", WITHIN, trial_tactic, "deny_sur", .boards = 500},
    {"fixed interval misses, face_over_ace, 4000 boards", WITHIN, trial_tactic, "face_over_ace", .boards = 4000},
    {"test of points says high, low is true", TEST, trial_sim_test, .effect = 0.5},
    {"test of points says low, high is true", TEST, trial_sim_test, .effect = 0.5, .high = true},
    {"test of results says high, low is true", TEST, trial_sim_test, .effect = 20, .results = true},
    {"test of results says low, high is true", TEST, trial_sim_test, .effect = 20, .results = true, .high = true},
    {"rating in points misses, rate, 30 boards", WITHIN, trial_rate, .boards = 30},
    {"rating in points misses, rate, 50 boards", WITHIN, trial_rate, .boards = 50},
    {"Elo misses, rate, 30 boards", AT_MOST, trial_rate, .boards = 30, .other = true, .part = 10},
    {"tune accepts what is not better, face_over_ace, 5000 boards", WITHIN, trial_tune, "face_over_ace",
     .boards = TUNE_LEAST_BOARDS, .one_sided = true},
    {"Holm's p of rules that change nothing, vary, 60 boards", ALL_ROWS, trial_vary, .boards = 60},
    {"standard deviation of a pilot of 500 misses, power", WITHIN, trial_pilot, .boards = 500},
    {"the same for that of a run of 600, power", WITHIN, trial_pilot, .boards = 500, .other = true},
    /* Of whole matches: */
    {"fixed interval misses the share of matches, sim, 100 boards", WITHIN, trial_sim, .boards = 100, .matches = true,
     .results = true},
    {"fixed interval misses points a round of matches, sim, 100 boards", WITHIN, trial_sim, .boards = 100,
     .matches = true},
    {"rating in matches won misses, rate, 50 boards", WITHIN, trial_rate, .boards = 50, .matches = true},
    {"tune --matches accepts what is not better, 5000 boards", WITHIN, trial_tune, .boards = TUNE_LEAST_BOARDS,
     .matches = true, .one_sided = true},
    /* Of plays: */
    {"the lead of a play misses, advise, 200 deals", WITHIN, trial_lead, .boards = 1000},
    {"a chance near 100 %% misses, advise, 200 deals", AT_MOST, trial_lead, .boards = 1000, .other = true,
     .matches = true},
    {"the lead of such a play misses, advise, 200 deals", AT_MOST, trial_lead, .boards = 1000, .matches = true},
    {"what choices lose misses, regret, 300 positions", AT_MOST, trial_regret, .boards = REGRET_LEAST},
    {"more than the first misses, regret, 300 positions", ALL_ROWS, trial_regret, .boards = REGRET_LEAST,
     .other = true},
    {"the gain of a first play misses, openings, 2000 boards", ALL_ROWS, trial_openings, .boards = 2000, .part = 4},
    /* Of results together: */
    {"interval of five seeds misses, pool, 500 boards each", WITHIN, trial_pool, .boards = 500},
    {"the same of 20 boards each, pool", WITHIN, trial_pool, .boards = POOL_BOARDS_LEAST},
    {"seeds of 20 boards are said to differ, pool", WITHIN, trial_pool, .boards = POOL_BOARDS_LEAST, .other = true},
    {"paired interval misses, compare, 500 boards in 200 blocks", WITHIN, trial_paired, .boards = 500},
    {"unpaired interval misses, compare, 200 boards each", WITHIN, trial_unpaired, .boards = 200},
    {"--within X says no more than X, compare, X is the truth", AT_MOST, trial_paired, .boards = 500, .other = true},
    {"the test of fit finds a circle, rate, 100 boards", AT_MOST, trial_fit, .boards = 100, .part = 10},
};
enum { CHECK_COUNT = sizeof CHECKS / sizeof *CHECKS };
_Static_assert(sizeof CHECKS / sizeof *CHECKS <= CHECKS_MOST, "there is room for all checks");

const char *const CHECK_VERDICTS[CHECK_VERDICT_COUNT] = {"kept", "not refuted", "BROKEN"};

int check_count(void) { return CHECK_COUNT; }

Check check_promise(int check, double alpha)
{
    const CheckRow *row = &CHECKS[check];
    const double nominal = PROMISES[row->promise].nominal, parts = PROMISES[row->promise].parts;
    Check out = {.nominal = nominal > 0 ? nominal : row->one_sided ? alpha / 2 : alpha};
    out.tolerance = parts > 0 ? out.nominal / parts : PROMISES[row->promise].tolerance;
    snprintf(out.name, sizeof out.name, row->name, alpha);
    snprintf(out.promise, sizeof out.promise, PROMISES[row->promise].words, 100 * out.nominal, 100 * out.tolerance);
    return out;
}

uint64_t check_trials(int check, uint64_t repetitions)
{
    const uint32_t part = CHECKS[check].part;
    return part && repetitions > part ? repetitions / part : repetitions;
}

/* ---- many trials */

typedef struct {
    const Calibration *calibration;
    int check;
    CheckWatch *watch;
    void *arg;
    uint64_t trials, errors; /* so far */
} Trials;

static bool trial_run(void *worker, uint64_t index, void *result)
{
    const Trials *trials = worker;
    const CheckRow *check = &CHECKS[trials->check];
    const Calibration *pool = trials->calibration;
    Rng rng = rng_for(pool->seed, index << 8 | (uint64_t)trials->check, PURPOSE_BOOTSTRAP);
    Trial trial = {
        .pool = pool, .played = &pool->played[check->matches], .alpha = pool->alpha, .setup = check, .rng = &rng};
    const bool good = check->run(&trial);
    *(uint64_t *)result += trial.wrong;
    return good;
}

static uint64_t trials_work(void *worker, const ArenaRange *range) { return arena_each(range, worker, trial_run); }

static bool trials_release(void *shared, uint64_t first, uint64_t count, const void *result)
{
    Trials *trials = shared;
    trials->trials = first + count;
    trials->errors += *(const uint64_t *)result;
    if (trials->watch) trials->watch(trials->arg, trials->check, trials->trials, trials->errors);
    return true;
}

void check_judge(Check *check, uint64_t trials, uint64_t errors, double alpha)
{
    /* Two-sided, and one side matters: a rate cannot be at both ends of what was promised. */
    const double level = 2 * bonferroni_alpha(CHECK_LEVEL, CHECK_COUNT), n = (double)trials;
    const Interval far = interval_wilson((double)errors, (int64_t)trials, level);
    const double below = check->tolerance == 0 ? check->nominal : check->tolerance;
    const double low = check->nominal - below, high = check->nominal + check->tolerance;
    check->trials = trials;
    check->errors = errors;
    check->rate = trials ? (double)errors / n : NAN;
    check->error_se = sqrt(check->rate * (1 - check->rate) / n);
    check->interval = interval_wilson((double)errors, (int64_t)trials, alpha);
    check->broken = far.low > high || far.high < low;
    const bool kept = check->interval.low >= low && check->interval.high <= high;
    check->verdict = CHECK_VERDICTS[check->broken ? CHECK_BROKEN : kept ? CHECK_KEPT : CHECK_NOT_REFUTED];
}

ArenaEnd check_run(Check *out, const Calibration *calibration, int check, uint64_t repetitions, CheckWatch *watch,
                   void *arg)
{
    Trials trials = {.calibration = calibration, .check = check, .watch = watch, .arg = arg};
    const uint64_t count = check_trials(check, repetitions);
    const ArenaJob job = {.count = count,
                          .chunk = arena_chunk(count, 64),
                          .threads = calibration->threads,
                          .shared = &trials,
                          .result_size = sizeof(uint64_t),
                          .work = trials_work,
                          .release = trials_release};
    const ArenaEnd end = arena_run(&job);
    *out = check_promise(check, calibration->alpha);
    check_judge(out, trials.trials, trials.errors, calibration->alpha);
    return end;
}
