/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pools of boards, the promises of intervals and tests, and how one trial of each is made. */
#include "analysis/study/calibrate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/protocol.h"
#include "analysis/stats/combine.h"
#include "analysis/stats/rating.h"
#include "analysis/study/openings.h"
#include "analysis/study/regret.h"
#include "analysis/study/review.h"
#include "analysis/study/sim_estimates.h"
#include "analysis/study/tactics.h"
#include "analysis/study/tournament.h"
#include "analysis/study/tune.h"
#include "analysis/study/vary.h"
#include "engine/notation.h"
#include "sim/boards.h"
#include "sim/rollouts.h"

/* ---- pools */

/* Values of rows are small, whole boards are not: these stay in the processor's cache. */
enum { VALUE_POOL = 8192, BOARD_POOL = 2048, LEAD_POOL = 4096, REGRET_POOL = 2048, OPENING_POOL = 8192 };
enum { LEAD_PLAYS = 4, REGRET_ROUNDS = 10 };

/* Who meet on boards are the first three; who are judged begin with the third, the dearest mistakes first; the last of them
   and the next one play the rounds that are judged. */
enum { TACTIC, GREEDY, JUDGED, PLAYERS = JUDGED + 2, PLANNER = PLAYERS + 2, RANDOM, POOL_AGENTS };
static const char *const AGENTS[POOL_AGENTS] = {"tactic", "greedy", "counter", "greedy",
                                                "tactic", "policy", "planner", "random"};
enum { BOARD_AGENTS = 3, BOARD_PAIRINGS = 3 };
static const Pairing PAIRINGS[BOARD_PAIRINGS] = {{{0, 1}}, {{0, 2}}, {{1, 2}}};

/* Boards of rounds, or of matches, with the truth of `sim` and of ratings in points a round, or shares of the matches. */
typedef struct {
    Schedule schedule;
    BoardValues *values;                    /* [board]: of the first two agents */
    BoardPoints (*results)[BOARD_PAIRINGS]; /* [board] */
    double points, share;                   /* of the first agent against the second: points a round, wins */
    double ratings[BOARD_AGENTS];
} BoardPool;

/* Truths are by plain arithmetic of their own where that is possible. */
typedef struct {
    const CalibrateTask *task;
    Agent agents[POOL_AGENTS];
    TacticStudy study;   /* every tactic alone and without, against `tactic` */
    int32_t *values;     /* [value board][row of the study] */
    double *means;       /* [row] */
    BoardPool played[2]; /* rounds; matches */
    double points_sd, elos[BOARD_AGENTS];
    /* [deal][play]: of a position, the plays played on by `tactic`, in points; of another that is nearly won, in chances
       to win the match */
    int32_t *lead_values[2];
    int lead_plays[2];
    Regret regret;     /* of the agents that are judged, with the rows of all its positions */
    Openings openings; /* boards on which first plays were tried */
} Pools;

/* ---- what a trial is */

typedef struct Trial Trial;
/* One trial. False if memory runs out; otherwise trial->wrong says whether the answer was wrong. */
typedef bool TrialFunction(Trial *trial);

/* What is promised: a rate and its tolerance; 0: those that intervals miss with, and this many parts of that. `sim` looks
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
    uint32_t part;      /* of the repetitions, one in this many are tried, where a trial takes long; 0: all */
} CheckRow;

struct Trial {
    const Pools *pools;
    const BoardPool *played; /* rounds or matches, as setup->matches says */
    double alpha;            /* with which intervals miss */
    const CheckRow *setup;
    Rng *rng;
    bool wrong;  /* was the answer? */
    int row;     /* tactics: of the pool that the study's first row is */
    bool turned; /* a coin turns each board over */
};

static uint32_t board_draw(const Trial *trial) { return rng_bounded(trial->rng, BOARD_POOL); }

/* ---- the pools of boards */

static bool board_keep(const void *arg, void *own, int64_t *values, const WholeBoard *whole, VoidBoard *failure)
{
    const BoardPool *pool = arg;
    const Board *boards = whole->boards[0];
    (void)own, (void)failure;
    *values = 1;
    if (whole->failed) return false;
    pool->values[whole->index] = *board_values(boards);
    for (int pairing = 0; pairing < BOARD_PAIRINGS; pairing++) {
        BoardPoints *result = &pool->results[whole->index][pairing];
        result->played = true;
        for (int seating = 0; seating < pool->schedule.seatings; seating++)
            board_points(result->points[seating], &boards[pairing], &pool->schedule, seating);
    }
    return true;
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
    double points = 0, rounds = 0, wins = 0, means[BOARD_PAIRINGS] = {0};
    for (uint32_t board = 0; board < BOARD_POOL; board++) {
        const BoardValues *values = &pool->values[board];
        points += (double)(values->rows[0][SUM_points] - values->rows[1][SUM_points]);
        rounds += (double)values->rows[pool->schedule.agents][SUM_rounds];
        wins += (double)values->rows[0][SUM_wins];
        for (int pairing = 0; pairing < BOARD_PAIRINGS; pairing++)
            means[pairing] += pairing_points(pool, board, pairing) / boards;
    }
    pool->points = points / rounds;
    pool->share = wins / (BOARD_POOL * pool->schedule.seatings * win_scale(2));
    pool->ratings[0] = (means[0] + means[1]) / 3; /* as many boards for each pair: the mean difference from all three */
    pool->ratings[1] = (means[2] - means[0]) / 3;
    pool->ratings[2] = (-means[1] - means[2]) / 3;
}

static ArenaEnd boards_fill(Pools *pools, BoardPool *pool, int match_rounds)
{
    const BoardsJob job = {.schedule = &pool->schedule,
                           .agents = pools->agents,
                           .agent_count = BOARD_AGENTS,
                           .pairings = PAIRINGS,
                           .pairing_count = BOARD_PAIRINGS,
                           .boards = BOARD_POOL,
                           .threads = pools->task->survey.threads};
    BoardsUse use = BOARDS_MEASURED;
    use.shape = BOARD_COUNTS;
    use.whole = board_keep;
    use.arg = pool;
    Sums sums = {0};
    pool->schedule = pools->study.schedule;
    pool->schedule.match_rounds = match_rounds;
    pool->values = calloc(BOARD_POOL, sizeof *pool->values);
    pool->results = calloc(BOARD_POOL, sizeof *pool->results);
    if (!pool->values || !pool->results) return ARENA_FAILED;
    const ArenaEnd end = boards_add_up(&job, &use, &(StretchRun){.sums = &sums});
    sums_free(&sums);
    if (end == ARENA_DONE) truths_take(pool);
    return end;
}

/* A tournament of the three agents: of all boards of the pool, or with a trial of boards that it draws, on which a coin may
   turn all pairs over. False: there is none. */
static bool tournament_fill(Tournament *out, const BoardPool *pool, uint64_t boards, const Trial *trial)
{
    const Schedule *schedule = &pool->schedule;
    if (!tournament_init(out, schedule, BOARD_AGENTS, NO_GAUNTLET, boards, &(Error){0})) return false;
    bool good = true;
    for (uint64_t board = 0; good && board < boards; board++) {
        const BoardPoints *drawn = pool->results[trial ? board_draw(trial) : board];
        const bool turned = trial && trial->turned && rng_next(trial->rng) & 1;
        for (size_t pairing = 0; good && pairing < BOARD_PAIRINGS; pairing++) {
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

/* Of all boards of single rounds. False if memory runs out. */
static bool elos_take(Pools *pools)
{
    const BoardPool *rounds = &pools->played[0];
    Tournament all;
    Rating points[BOARD_AGENTS], elo[BOARD_AGENTS];
    double square = 0;
    for (uint32_t board = 0; board < BOARD_POOL; board++)
        square += pow(pairing_points(rounds, board, 0) / pool_unit(rounds), 2);
    pools->points_sd = sqrt(square / BOARD_POOL - rounds->points * rounds->points);
    if (!tournament_fill(&all, rounds, BOARD_POOL, NULL)) return false;
    const bool good = tournament_rate(&all, points, elo, USUAL_ALPHA, 0);
    for (int i = 0; good && i < BOARD_AGENTS; i++)
        pools->elos[i] = elo[i].value;
    tournament_free(&all);
    return good;
}

/* ---- the pool of a study's rows */

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

static ArenaEnd values_fill(Pools *pools)
{
    const size_t rows = (size_t)pools->study.row_count;
    ValuesRun run = {.values = pools->values = calloc(VALUE_POOL * rows, sizeof *pools->values)};
    Sums sums = {0};
    ArenaEnd end = ARENA_FAILED;
    pools->means = calloc(rows, sizeof *pools->means);
    if (pools->values && pools->means && tactic_lineups_make(&run.lineups, &pools->study, NULL)) {
        BoardsJob job = tactic_job(&run.lineups);
        BoardsUse use = tactic_use(&run.lineups);
        job.boards = VALUE_POOL;
        job.threads = pools->task->survey.threads;
        use.shape = BOARD_COUNTS;
        use.whole = values_note;
        use.arg = &run;
        end = boards_add_up(&job, &use, &(StretchRun){.sums = &sums});
    }
    tactic_lineups_free(&run.lineups);
    sums_free(&sums);
    for (size_t i = 0; end == ARENA_DONE && i < VALUE_POOL * rows; i++)
        pools->means[i % rows] += pools->values[i] / (VALUE_POOL * tactic_value_scale(&pools->study));
    return end;
}

/* ---- the pools of deals of one position, in which each play is made */

static bool leads_fill(Pools *pools, Error *error)
{
    static const int ALL[LEAD_PLAYS] = {0, 1, 2, 3};
    static const ViewText POSITIONS[2] = {{.hand = "Ac4d8sQh", .pool = "3c9d", .piles = "6c5s7cJh2h4sTc/Kd8d3h"},
                                          {.hand = "7h4cJdKs", .pool = "2c5d9h", .scores = "40/58"}};
    const Agent *agent = &pools->agents[TACTIC];
    bool good = true;
    for (int i = 0; good && i < 2; i++) {
        KnownView known;
        MatchEquity equity;
        if (!view_parse(&known, &POSITIONS[i], error) || !match_equity_find(&equity, NULL, &known.rules, error))
            return false;
        const View view = turn_view(&known.round, &known.rules, 0, NULL);
        CardSet plays[MAX_MOVES];
        Voids voids = {0};
        const Fold fold = fold_for(&known.rules);
        const int count = pools->lead_plays[i] = moves_list(plays, view.hand, view.table->pool, &fold);
        Rollouts *rollouts = rollouts_open(&(RolloutTask){.view = &view,
                                                          .agent = agent,
                                                          .equity = i ? &equity : NULL,
                                                          .plays = plays,
                                                          .count = count,
                                                          .threads = 1,
                                                          .seed = pools->task->seed,
                                                          .voids = &voids});
        int32_t *values = pools->lead_values[i] = calloc((size_t)LEAD_POOL * LEAD_PLAYS, sizeof *values);
        good = (rollouts && values) || error_memory(error);
        for (uint64_t deal = 0; good && deal < LEAD_POOL; deal++) {
            RolloutSums sums[LEAD_PLAYS] = {0};
            rollouts_make(rollouts, sums, ALL, count, NO_PLAY, deal, deal + 1);
            for (int play = 0; play < count; play++)
                *values++ = (int32_t)sums[play].value.sum;
        }
        if (rollouts) rollouts_close(rollouts);
        match_equity_free(&equity);
    }
    return good;
}

/* ---- the pools of positions in which choices lose, and of first plays */

static RegretTask regret_task(const Pools *pools, uint64_t positions)
{
    return (RegretTask){.schedule = &pools->study.schedule,
                        .players = pools->agents + PLAYERS,
                        .player_count = 2,
                        .judged = pools->agents + JUDGED,
                        .judged_count = BOARD_AGENTS,
                        .reference = &pools->agents[PLANNER],
                        .rounds = REGRET_ROUNDS,
                        .alpha = pools->task->alpha,
                        .survey = {.count = positions, .threads = pools->task->survey.threads}};
}

static OpeningTask openings_task(const Pools *pools, uint64_t boards)
{
    return (OpeningTask){.schedule = &pools->study.schedule,
                         .agent = &pools->agents[GREEDY],
                         .base = &pools->agents[RANDOM],
                         .alpha = pools->task->alpha,
                         .survey = {.count = boards, .threads = pools->task->survey.threads}};
}

/* ---- all pools */

/* pools_free is due in any case. */
static ArenaEnd pools_fill(Pools *pools, Error *error)
{
    Schedule schedule;
    error_memory(error);
    if (!schedule_make(&schedule, "pagat", 2, true, error)) return ARENA_FAILED;
    schedule.seed = pools->task->seed;
    const TacticRequest request = {.agent = "tactic", .opponents = "tactic"};
    if (!tactic_study_open(&pools->study, &request, &schedule, error) ||
        !agents_open(pools->agents, AGENTS, POOL_AGENTS, &schedule.rules, error))
        return ARENA_FAILED;
    pools->regret.task = regret_task(pools, REGRET_POOL);
    pools->openings.task = openings_task(pools, OPENING_POOL);
    ArenaEnd end = values_fill(pools);
    for (int i = 0; i < 2 && end == ARENA_DONE; i++)
        end = boards_fill(pools, &pools->played[i], i ? MATCH_ROUNDS : 0);
    if (end == ARENA_DONE && (!elos_take(pools) || !leads_fill(pools, error))) end = ARENA_FAILED;
    if (end == ARENA_DONE) end = regret_measure(&pools->regret);
    if (end == ARENA_DONE) regret_find(&pools->regret), end = openings_play(&pools->openings);
    if (end == ARENA_DONE) openings_rows(&pools->openings);
    return end;
}

static void pools_free(Pools *pools)
{
    agents_free(pools->agents, POOL_AGENTS);
    tactic_study_free(&pools->study);
    free(pools->values);
    free(pools->means);
    for (int i = 0; i < 2; i++) {
        free(pools->played[i].values);
        free(pools->played[i].results);
        free(pools->lead_values[i]);
    }
    free(pools->regret.losses);
    free(pools->openings.boards);
    free(pools);
}

/* ---- trials: each lets the functions of a command that plays judge boards drawn from the pools, and says whether they
   were wrong. What decides in the command decides here. */

static bool trial_misses(Interval interval, double truth)
{
    return interval_known(interval) && (truth < interval.low || truth > interval.high);
}

/* ---- tactics */

/* Draws boards until this many; watched: any interval that could be seen counts. */
static bool values_draw(Trial *trial, const TacticRun *run, Sums *sums, uint64_t until)
{
    enum { LOOK = 64 };
    const Pools *pools = trial->pools;
    const SumsShape shape = tactic_shape(run->study);
    if (!sums->x && !sums_open(sums, &shape)) return false;
    for (uint64_t done = 1; (uint64_t)sums->boards < until; done++) {
        const size_t board = rng_bounded(trial->rng, VALUE_POOL);
        const int32_t *drawn = pools->values + board * (size_t)pools->study.row_count + trial->row;
        const int sign = trial->turned && rng_next(trial->rng) & 1 ? -1 : 1;
        for (int row = 0; row < run->study->row_count; row++) {
            if (run->skip[row]) continue;
            sums_add_one(sums, row, TACTIC_BOARDS, 1);
            sums_add_one(sums, row, TACTIC_VALUE, sign * drawn[row]);
            sums_add_one(sums, row, TACTIC_ACTIVE, drawn[row] != 0);
            sums_add_one(sums, row, TACTIC_CHANGED, drawn[row] != 0);
        }
        sums->boards++;
        TacticCell cell;
        if (trial->setup->watched && done % LOOK == 0 && tactic_widest(&cell, run))
            trial->wrong |= trial_misses(cell.interval, trial->pools->means[trial->row]);
    }
    return true;
}

/* The row of a tactic that is left out. */
static int row_of(const TacticStudy *study, const char *tactic)
{
    int row = 0;
    while (study->rows[row].measure != MEASURE_WITHOUT || strcmp(tactic_name(study, study->rows[row].tactic), tactic))
        row++;
    return row;
}

/* Of drawn boards of all rows, where no tactic changes anything, some interval leaves 0 out, or (other) some p of Holm's
   is below alpha. Or the interval of one row misses in the end, or (watched) any that could be seen, with --stop ci= or
   without. */
static bool trial_tactics(Trial *trial)
{
    const CheckRow *setup = trial->setup;
    TacticStudy study = trial->pools->study;
    trial->turned = !setup->tactic;
    if (setup->tactic) {
        study.rows += trial->row = row_of(&study, setup->tactic);
        study.row_count = 1;
    }
    Sums sums = {0};
    TacticRun run = {.study = &study,
                     .sums = &sums,
                     .boards = setup->width > 0 ? UINT64_C(1) << 40 : (uint64_t)setup->boards,
                     .half_width = setup->width,
                     .alpha = trial->alpha};
    bool good = tactic_run_open(&run);
    for (uint64_t until; good && (until = tactic_run_next(&run)) > 0;)
        good = values_draw(trial, &run, &sums, until);
    good = good && tactic_run_end(&run, false);
    /* Without a rule the last interval is one for a fixed number of boards: nobody may have stopped before. */
    const bool last = !setup->watched || setup->width > 0;
    for (const TacticCell *cell = run.cells; good && last && cell < run.cells + run.cell_count; cell++)
        trial->wrong |= setup->other
                            ? cell->p_adjusted <= trial->alpha
                            : trial_misses(cell->interval, trial->turned ? 0 : trial->pools->means[trial->row]);
    tactic_run_free(&run);
    sums_free(&sums);
    return good;
}

/* ---- sim */

/* Both errors of a test. */
#define TEST_ALPHA 0.05

/* The interval in the end misses, or (watched) any that could be seen under --stop ci=; or --stop sprt= says what is
   false. */
static bool trial_sim(Trial *trial)
{
    const CheckRow *setup = trial->setup;
    const BoardPool *played = trial->played;
    const bool test = setup->effect > 0;
    StopRule rule = {.kind = test             ? STOP_TEST
                             : setup->watched ? STOP_WIDTH
                                              : STOP_NEVER,
                     .width = setup->width,
                     .results = setup->results};
    const double planned = setup->watched ? stop_planned_boards(&rule, (uint64_t)setup->boards, trial->alpha) : 1;
    const double truth = !setup->results ? played->points : test ? elo_of_share(played->share) : played->share;
    const double low = setup->high ? truth - setup->effect : truth;
    if (test && !sprt_plan(&rule.plan, low, low + setup->effect, TEST_ALPHA, TEST_ALPHA, NULL)) return false;
    const SumsShape shape = sim_shape(&played->schedule);
    Sums sums;
    if (!sums_open(&sums, &shape)) return false;
    const SimResult result = {&played->schedule, trial->pools->agents, &sums,
                              stop_rho(&rule, anytime_rho(trial->alpha, planned), false), trial->alpha};
    bool over = false;
    while (!over) { /* a chunk of boards, as a run does */
        for (int i = 0; i < BOARDS_CHUNK && (rule.kind != STOP_NEVER || sums.boards < setup->boards); i++)
            sums_add(&sums, played->values[board_draw(trial)].rows[0]);
        over = rule.kind == STOP_NEVER ? sums.boards == setup->boards : stop_reached(&rule, &result);
        if (test || !(over || setup->watched)) continue;
        const AgentEstimates measures = agent_estimates(&result, 0);
        over |= trial->wrong = trial_misses(setup->results ? measures.win_interval : measures.diff_interval, truth);
    }
    if (test) trial->wrong = stop_verdict(&rule, &result) == (setup->high ? SPRT_LOW : SPRT_HIGH);
    sums_free(&sums);
    return true;
}

/* ---- rate */

/* An agent's interval misses, in points a round or shares of the matches, or (other) that of Elo. */
static bool trial_rate(Trial *trial)
{
    const bool elo = trial->setup->other;
    Rating points[BOARD_AGENTS], elos[BOARD_AGENTS];
    Tournament tournament;
    const uint32_t agent = rng_bounded(trial->rng, BOARD_AGENTS);
    if (!tournament_fill(&tournament, trial->played, (uint64_t)trial->setup->boards, trial)) return false;
    const bool good = tournament_rate(&tournament, points, elo ? elos : NULL, trial->alpha, rng_next(trial->rng));
    trial->wrong = good && (elo ? trial_misses(elos[agent].interval, trial->pools->elos[agent])
                                : trial_misses(points[agent].interval, trial->played->ratings[agent]));
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

/* By how much the first of a pairing wins, on this many drawn boards. */
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
    const Estimate estimate = estimate_of(&moments, tactic_value_scale(&trial->pools->study));
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
                                       : trial_misses(pool_interval(&pool, trial->alpha), trial->played->points);
    return true;
}

/* What the first agent wins from the third less what it wins from the second. */
static double difference_truth(const Trial *trial) { return 3 * trial->played->ratings[0] - 2 * trial->played->points; }

/* Both play the same drawn boards, in blocks of one to four: the interval misses, or (other) "no more than X" is said
   though the difference is X. */
static bool trial_paired(Trial *trial)
{
    enum { BLOCK_MOST = 4 };
    const double scale = tactic_value_scale(&trial->pools->study), truth = difference_truth(trial);
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
                                       : trial_misses(difference_interval(&difference, trial->alpha), truth);
    return true;
}

static bool trial_unpaired(Trial *trial)
{
    const Measured a = run_draw(trial, 0), b = run_draw(trial, 1);
    const Difference difference = difference_of(a, b);
    trial->wrong = trial_misses(difference_interval(&difference, trial->alpha), difference_truth(trial));
    return true;
}

/* ---- --vary */

/* Of all figures of `sim` some difference between three sets of rules is called shown, where no rule changes
   anything. */
static bool trial_vary(Trial *trial)
{
    enum { SETS = 3 };
    VaryMeasure measures[VARY_COLUMNS];
    VaryRow rows[VARY_COLUMNS * SETS];
    const Schedule *schedule = &trial->played->schedule;
    const int measure_count = vary_measures(measures, schedule, trial->pools->agents), boards = trial->setup->boards;
    const SumsShape shape = vary_shape(measure_count, SETS);
    int64_t values[VARY_COLUMNS * SETS * VARY_MEASURE_COUNT];
    Sums sums;
    uint32_t *drawn = calloc((size_t)(SETS * boards), sizeof *drawn);
    if (!drawn || !sums_open(&sums, &shape)) return free(drawn), false;
    for (int i = 0; i < SETS * boards; i++) /* anew for each rule set */
        drawn[i] = board_draw(trial);
    for (int i = 0; i < boards; i++) {
        for (int set = 0; set < SETS; set++)
            vary_board(values, SETS, set, measures, measure_count, &trial->played->values[drawn[set * boards + i]]);
        sums_add(&sums, values);
    }
    free(drawn);
    const bool good = vary_rows(rows, &sums, measures, SETS, false, trial->alpha);
    for (int i = 0; good && i < measure_count * SETS; i++)
        trial->wrong |= rows[i].p_adjusted <= trial->alpha;
    sums_free(&sums);
    return good;
}

/* ---- tune and power */

/* `tune` accepts what is not better than the start: gains less their true mean, of a tactic's rare and skewed boards or
   of matches, turned to either side by a coin. */
static bool trial_tune(Trial *trial)
{
    const Pools *pools = trial->pools;
    const bool matches = trial->setup->matches;
    const int row = matches ? 0 : row_of(&pools->study, trial->setup->tactic), boards = trial->setup->boards;
    const double turned = rng_next(trial->rng) & 1 ? -1 : 1;
    Moments gains = points_draw(trial, 0, matches ? boards : 0);
    for (int i = 0; !matches && i < boards; i++)
        moments_add(&gains,
                    pools->values[rng_bounded(trial->rng, VALUE_POOL) * (size_t)pools->study.row_count + (size_t)row]);
    /* Matches that were won count from one half. */
    const double truth = matches ? trial->played->share - 0.5 : pools->means[row];
    Estimate gain = estimate_of(&gains, tactic_value_scale(&pools->study) * (matches ? 2 : 1));
    gain.mean = turned * (gain.mean - truth);
    const Interval interval = interval_t(&gain, trial->alpha);
    trial->wrong = tune_judge(interval, interval, INFINITY) == TUNE_ACCEPTED;
    return true;
}

/* By a pilot in groups as `power` makes them the interval of the standard deviation of all boards misses, or (other) that
   of a run to come. */
static bool trial_pilot(Trial *trial)
{
    enum { AHEAD = 600 };
    const int boards = trial->setup->boards, ahead = trial->setup->other ? AHEAD : 0;
    const double scale = tactic_value_scale(&trial->pools->study);
    Moments groups[SPREAD_GROUPS] = {0};
    for (int i = 0; i < boards; i++)
        moments_add(&groups[spread_group((uint64_t)i, (uint64_t)boards)],
                    pairing_points(trial->played, board_draw(trial), 0));
    const Spread spread = spread_of(groups, SPREAD_GROUPS, scale);
    const Moments run = points_draw(trial, 0, ahead);
    const double sd = ahead ? estimate_of(&run, scale).sd : trial->pools->points_sd;
    trial->wrong = trial_misses(spread_interval(&spread, trial->alpha, ahead ? (double)ahead : INFINITY), sd);
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
        const int32_t *values = trial->pools->lead_values[which] + drawn * (size_t)trial->pools->lead_plays[which];
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
    static const MatchEquity SOME = {0}; /* that there is one makes values chances */
    const Pools *pools = trial->pools;
    const bool value = trial->setup->other, matches = trial->setup->matches;
    const int plays = pools->lead_plays[matches];
    const int32_t *values = pools->lead_values[matches];
    RolloutSums *sums = calloc(MAX_MOVES, sizeof *sums);
    int rival;
    double truth = 0;
    if (!sums) return false;
    const RolloutJob job = {.make = leads_draw,
                            .context = trial,
                            .plays = PLAYS_TRIED,
                            .count = plays,
                            .sums = sums,
                            .made = (uint64_t)trial->setup->boards};
    rollouts_measure(&rival, &job);
    for (uint32_t deal = 0; deal < LEAD_POOL; deal++, values += plays)
        truth += (double)(value ? values[0] : values[0] - values[rival]) / LEAD_POOL;
    const RolloutSums *sum = &sums[value ? 0 : rival];
    const RolloutUnit unit = rollout_unit(value ? ROLLOUT_VALUE : ROLLOUT_BEHIND, &pools->study.schedule.rules,
                                          matches ? &SOME : NULL, advice_reach(trial->alpha));
    const RolloutMean mean =
        value ? rollout_mean(&sum->value, sum->value.n, &unit) : rollout_mean(&sum->behind, sum->apart, &unit);
    trial->wrong = trial_misses((Interval){mean.low, mean.high}, truth / unit.scale);
    free(sums);
    return true;
}

/* ---- regret and openings */

/* Of drawn positions, judged as `regret` judges its own, the interval of what the agent loses whose mistakes are dearest
   misses, or (other) that of some difference from that agent. */
static bool trial_regret(Trial *trial)
{
    const Pools *pools = trial->pools;
    const uint64_t positions = (uint64_t)trial->setup->boards;
    Regret regret = {
        .task = regret_task(pools, positions), .losses = calloc(positions, sizeof *regret.losses), .done = positions};
    if (!regret.losses) return false;
    for (uint64_t i = 0; i < positions; i++)
        regret.losses[i] = pools->regret.losses[rng_bounded(trial->rng, REGRET_POOL)];
    regret_find(&regret);
    if (!trial->setup->other)
        trial->wrong = trial_misses(regret.rows[0].regret_interval, pools->regret.rows[0].regret.mean);
    for (int i = 1; trial->setup->other && i < BOARD_AGENTS; i++)
        trial->wrong |= trial_misses(regret.rows[i].more_interval, pools->regret.rows[i].more.mean);
    free(regret.losses);
    return true;
}

/* By how much the row's play is better than the first play of --against, over all boards of the pool. */
static double opening_truth(const Pools *pools, const OpeningRow *row)
{
    const OpeningSums *halves = pools->openings.sums[row->pool_class][row->hand_class][row->kind];
    Moments gains = halves[0].gain.sum;
    moments_merge(&gains, &halves[1].gain.sum);
    return estimate_of(&gains, 1).mean;
}

/* The interval of some situation's gain misses. */
static bool trial_openings(Trial *trial)
{
    const uint64_t boards = (uint64_t)trial->setup->boards;
    Openings *openings = calloc(1, sizeof *openings);
    if (!openings) return false;
    openings->task = openings_task(trial->pools, boards);
    openings->boards = calloc(boards, sizeof *openings->boards);
    const bool good = openings->boards != NULL;
    for (uint64_t i = 0; good && i < boards; i++)
        openings->boards[i] = trial->pools->openings.boards[rng_bounded(trial->rng, OPENING_POOL)];
    if (good) openings->done = boards, openings_rows(openings);
    for (int i = 0; good && i < openings->row_count; i++)
        trial->wrong |= trial_misses(openings->rows[i].gain_interval, opening_truth(trial->pools, &openings->rows[i]));
    free(openings->boards);
    free(openings);
    return good;
}

/* ---- promises */

static const CheckRow CHECKS[] = {
    {"null tactics: an interval without 0", ALL_ROWS, trial_tactics, .boards = 1000},
    {"null tactics: Holm's p below %g", ALL_ROWS, trial_tactics, .boards = 1000, .other = true},
    {"anytime interval misses, deny_sur, at any look", AT_MOST, trial_tactics, "deny_sur", .boards = 10000,
     .watched = true},
    {"--stop ci=0.1 misses, deny_sur, at any time", AT_MOST, trial_tactics, "deny_sur", .width = 0.1, .watched = true},
    {"--stop ci=0.02 misses, face_over_ace, at any time", AT_MOST, trial_tactics, "face_over_ace", .width = 0.02,
     .watched = true},
    {"--stop ci=0.5 misses, sim, at any time", AT_MOST, trial_sim, .boards = 100000, .width = 0.5, .watched = true},
    {"--stop ci=0.5 misses the win share, sim, at any time", AT_MOST, trial_sim, .boards = 100000, .width = 0.5,
     .results = true, .watched = true},
    {"fixed interval misses, sim, 100 boards", WITHIN, trial_sim, .boards = 100},
    {"fixed interval misses the win share, sim, 100 boards", WITHIN, trial_sim, .boards = 100, .results = true},
    {"fixed interval misses, deny_sur, 500 boards", WITHIN, trial_tactics, "deny_sur", .boards = 500},
    {"fixed interval misses, face_over_ace, 4000 boards", WITHIN, trial_tactics, "face_over_ace", .boards = 4000},
    {"test of points says high, low is true", TEST, trial_sim, .effect = 0.5},
    {"test of points says low, high is true", TEST, trial_sim, .effect = 0.5, .high = true},
    {"test of results says high, low is true", TEST, trial_sim, .effect = 20, .results = true},
    {"test of results says low, high is true", TEST, trial_sim, .effect = 20, .results = true, .high = true},
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
_Static_assert((int)CHECK_COUNT <= (int)CHECKS_MOST, "there is room for all checks");

const char *const CHECK_VERDICTS[CHECK_VERDICT_COUNT] = {"kept", "not refuted", "BROKEN"};

int checks_list(Check out[static CHECKS_MOST], CalibrateTask *task)
{
    for (int i = 0; i < CHECK_COUNT; i++) {
        const CheckRow *row = &CHECKS[i];
        const double nominal = PROMISES[row->promise].nominal, parts = PROMISES[row->promise].parts;
        Check check = {.nominal = nominal > 0      ? nominal
                                  : row->one_sided ? task->alpha / 2
                                                   : task->alpha,
                       .trials = task->repetitions > row->part && row->part ? task->repetitions / row->part
                                                                            : task->repetitions};
        check.tolerance = parts > 0 ? check.nominal / parts : PROMISES[row->promise].tolerance;
        snprintf(check.name, sizeof check.name, row->name, task->alpha);
        snprintf(check.promise, sizeof check.promise, PROMISES[row->promise].words, 100 * check.nominal,
                 100 * check.tolerance);
        task->survey.count += check.trials;
        out[i] = check;
    }
    return CHECK_COUNT;
}

void check_judge(Check *check, double alpha)
{
    /* Two-sided, and one side matters: a rate cannot be at both ends of what was promised. */
    const double level = 2 * bonferroni_alpha(CHECK_LEVEL, CHECK_COUNT), n = (double)check->trials;
    const Interval far = interval_wilson((double)check->errors, (int64_t)check->trials, level);
    const double below = check->tolerance == 0 ? check->nominal : check->tolerance;
    const double low = check->nominal - below, high = check->nominal + check->tolerance;
    check->rate = (double)check->errors / n;
    check->error_se = sqrt(check->rate * (1 - check->rate) / n);
    check->interval = interval_wilson((double)check->errors, (int64_t)check->trials, alpha);
    check->broken = far.low > high || far.high < low;
    const bool kept = check->interval.low >= low && check->interval.high <= high;
    check->verdict = CHECK_VERDICTS[check->broken ? CHECK_BROKEN : kept ? CHECK_KEPT : CHECK_NOT_REFUTED];
}

/* ---- all trials, one check after the other */

int check_of(const Check checks[], uint64_t *trial)
{
    int check = 0;
    while (*trial >= checks[check].trials)
        *trial -= checks[check++].trials;
    return check;
}

typedef struct {
    const CalibrateTask *task;
    Pools *pools;
    Check *checks;
} Calibration;

/* Puts whether the answer was wrong. */
static bool trial_look(void *arg, Player players[], uint64_t index, TextBuffer *row, Voids *voids)
{
    const Calibration *own = arg;
    const int check = check_of(own->checks, &index);
    const CheckRow *setup = &CHECKS[check];
    (void)players, (void)voids;
    Rng rng = rng_for(own->task->seed, index << 8 | (uint64_t)check, PURPOSE_BOOTSTRAP);
    Trial trial = {.pools = own->pools,
                   .played = &own->pools->played[setup->matches],
                   .alpha = own->task->alpha,
                   .setup = setup,
                   .rng = &rng};
    return setup->run(&trial) && put_uint(row, trial.wrong);
}

static bool trial_take(void *arg, uint64_t index, Fields *row)
{
    const Calibration *own = arg;
    own->checks[check_of(own->checks, &index)].errors += get_uint(row);
    return !row->failed;
}

ArenaEnd calibrate_run(Check checks[], int *done, const CalibrateTask *task, Error *error)
{
    Calibration own = {.task = task, .checks = checks, .pools = calloc(1, sizeof *own.pools)};
    Survey survey = task->survey;
    uint64_t tried = 0;
    *done = 0;
    if (!own.pools) return error_memory(error), ARENA_FAILED;
    own.pools->task = task;
    survey.together = 64;
    survey.look = trial_look;
    survey.take = trial_take;
    survey.arg = &own;
    ArenaEnd end = pools_fill(own.pools, error);
    if (end == ARENA_DONE) end = survey_run(&tried, &survey);
    for (; *done < CHECK_COUNT && tried >= checks[*done].trials; ++*done) {
        tried -= checks[*done].trials;
        check_judge(&checks[*done], task->alpha);
    }
    pools_free(own.pools);
    return end;
}
