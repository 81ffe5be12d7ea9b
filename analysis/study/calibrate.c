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
#include "analysis/study/tactics/tactic_run.h"
#include "analysis/study/tactics/tactic_value.h"
#include "analysis/study/tournament.h"
#include "analysis/study/tuning/tune.h"
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

static bool board_keep(const void *arg, void *result, const Board *board, size_t pairing)
{
    const Calibration *pool = arg;
    (void)result;
    const Schedule *schedule = &pool->study.schedule;
    PairingResult *kept = &pool->results[board->index][pairing];
    kept->played = board->played;
    for (int seating = 0; seating < schedule->seatings; seating++)
        side_points(kept->points[seating], board->games[seating].counts, schedule->rules.sides);
    if (!pairing) pool->boards[board->index] = *board;
    return true;
}

static bool chunk_pass(void *arg, uint64_t first, uint64_t count, const void *result)
{
    (void)arg, (void)first, (void)count, (void)result;
    return true;
}

/* The truth of `sim` and of the ratings. */
static bool truths_take(Calibration *pool)
{
    const int rounds = BOARD_POOL * pool->study.schedule.seatings;
    double sum[POOL_PAIRINGS] = {0}, square = 0, wins = 0;
    for (int board = 0; board < BOARD_POOL; board++)
        for (int pairing = 0; pairing < POOL_PAIRINGS; pairing++) {
            /* The seats change hands in the second seating. */
            const PairingResult *result = &pool->results[board][pairing];
            const int there = result->points[0][0] - result->points[0][1];
            const int back = result->points[1][1] - result->points[1][0];
            sum[pairing] += there + back;
            if (pairing) continue;
            pool->points[board] = there + back;
            square += pow((there + back) / 2.0, 2);
            wins += ((there > 0) + (back > 0)) + ((there == 0) + (back == 0)) / 2.0;
        }
    const double a = sum[0] / rounds, b = sum[1] / rounds, c = sum[2] / rounds;
    pool->points_mean = a;
    pool->points_sd = sqrt(square / BOARD_POOL - a * a);
    pool->share_mean = wins / rounds;
    pool->ratings[0] = (a + b) / 3; /* as many boards for each pair: the mean difference from all three */
    pool->ratings[1] = (c - a) / 3;
    pool->ratings[2] = (-b - c) / 3;

    Error error;
    Tournament all;
    Rating points[POOL_AGENT_COUNT], elo[POOL_AGENT_COUNT];
    if (!tournament_init(&all, &pool->study.schedule, POOL_AGENT_COUNT, NO_GAUNTLET, BOARD_POOL, &error)) return false;
    bool good = true;
    for (size_t i = 0; good && i < BOARD_POOL * POOL_PAIRINGS; i++)
        good = tournament_take(&all, i / POOL_PAIRINGS, i % POOL_PAIRINGS,
                               &pool->results[i / POOL_PAIRINGS][i % POOL_PAIRINGS]);
    good = good && tournament_rate(&all, points, elo, USUAL_ALPHA, 0);
    for (int i = 0; good && i < POOL_AGENT_COUNT; i++)
        pool->elos[i] = elo[i].value;
    tournament_free(&all);
    return good;
}

/* ---- the pool of matches */

static bool result_keep(void *arg, uint64_t board, size_t pairing, const PairingResult *result)
{
    Calibration *pool = arg;
    pool->match_results[board][pairing] = *result;
    return true;
}

/* The truth of `sim --matches` and `rate --matches`. */
static void match_truths_take(Calibration *pool)
{
    double points = 0, rounds = 0, won[POOL_PAIRINGS] = {0}; /* won: by the first of each two agents */
    for (int board = 0; board < BOARD_POOL; board++) {
        points += (double)sums_x(&pool->match_sums[board], 0, SUM_points);
        points -= (double)sums_x(&pool->match_sums[board], 1, SUM_points);
        rounds += (double)sums_x(&pool->match_sums[board], table_row(&pool->match_sums[board]), SUM_rounds);
        for (int pairing = 0; pairing < POOL_PAIRINGS; pairing++) {
            const PairingResult *result = &pool->match_results[board][pairing];
            won[pairing] += result->points[0][0] + result->points[1][1];
        }
    }
    const double matches = BOARD_POOL * pool->match_schedule.seatings;
    const double a = won[0] / matches - 0.5, b = won[1] / matches - 0.5, c = won[2] / matches - 0.5;
    pool->match_points = points / rounds;
    pool->match_share = a + 0.5;
    pool->match_ratings[0] = (a + b) / 3;
    pool->match_ratings[1] = (c - a) / 3;
    pool->match_ratings[2] = (-b - c) / 3;
}

/* Plays the boards of matches: of each two agents, and those of the first two once more, one by one, for their
   tallies. */
static ArenaEnd matches_fill(Calibration *pool)
{
    BoardsJob job = {.schedule = &pool->match_schedule,
                     .agents = pool->agents,
                     .agent_count = POOL_AGENT_COUNT,
                     .pairings = PAIRINGS,
                     .pairing_count = POOL_PAIRINGS,
                     .boards = BOARD_POOL,
                     .threads = pool->threads};
    pool->match_schedule = pool->study.schedule;
    pool->match_schedule.match_rounds = MATCH_ROUNDS;
    ArenaEnd end = pairings_play(&job, result_keep, pool);
    job.pairings = NULL;
    job.boards = 1;
    for (job.first = 0; end == ARENA_DONE && job.first < BOARD_POOL; job.first++) {
        uint64_t done;
        end = simulate(&job, NULL, &pool->match_sums[job.first], &done);
    }
    if (end == ARENA_DONE) match_truths_take(pool);
    return end;
}

/* ---- the pool of deals of one position, in which each play is made */

static bool leads_fill(Calibration *pool, Error *error)
{
    static const ViewText POSITIONS[2] = {{.hand = "Ac4d8sQh", .pool = "3c9d", .piles = "6c5s7cJh2h4sTc/Kd8d3h"},
                                          {.hand = "7h4cJdKs", .pool = "2c5d9h", .scores = "40/58"}};
    bool good = true;
    pool->lead_count = LEAD_POOL;
    for (int i = 0; good && i < 2; i++) {
        KnownView known;
        Agent agent;
        MatchEquity equity;
        if (!view_parse(&known, &POSITIONS[i], error) || !agent_parse(&agent, "tactic", &known.rules, error) ||
            !match_equity_find(&equity, NULL, &known.rules, error))
            return false;
        const View view = {.rules = &known.rules, .table = &known.table, .hand = known.hand, .seat = known.table.turn};
        const AdviseTask task = {
            .agent = &agent, .view = &view, .seed = pool->seed, .threads = 1, .equity = i ? &equity : NULL};
        good = advise_values(pool->lead_values[i], &pool->lead_plays[i], &task, LEAD_POOL, error);
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

/* Plays the boards of the agents. */
static ArenaEnd boards_fill(Calibration *calibration, Error *error)
{
    const Schedule *schedule = &calibration->study.schedule;
    if (!agents_open(calibration->agents, AGENTS, POOL_AGENT_COUNT, &schedule->rules, error)) return ARENA_FAILED;
    const BoardsJob job = {.schedule = schedule,
                           .agents = calibration->agents,
                           .agent_count = POOL_AGENT_COUNT,
                           .pairings = PAIRINGS,
                           .pairing_count = POOL_PAIRINGS,
                           .boards = BOARD_POOL,
                           .threads = calibration->threads};
    static const BoardsUse USE = {.size = 1, .add = board_keep, .release = chunk_pass};
    const ArenaEnd end = boards_play(&job, &USE, calibration);
    return end == ARENA_DONE && !truths_take(calibration) ? ARENA_FAILED : end;
}

/* Plays the rows of the study. */
static ArenaEnd values_fill(Calibration *calibration)
{
    const size_t rows = (size_t)calibration->study.row_count;
    const SumsShape shape = tactic_shape(&calibration->study);
    Sums sums;
    if (!sums_open(&sums, &shape)) return ARENA_FAILED;
    uint64_t done;
    const TacticValues run = {.study = &calibration->study,
                              .boards = VALUE_POOL,
                              .threads = calibration->threads,
                              .values = calibration->values};
    ArenaEnd end = tactic_values_play(&run, &sums, &done);
    for (size_t i = 0; i < VALUE_POOL * rows; i++)
        calibration->means[i % rows] += calibration->values[i] / (VALUE_POOL * tactic_value_scale(&calibration->study));
    sums_free(&sums);
    return end;
}

bool calibration_open(Calibration *out, uint64_t seed, int threads, bool *interrupted, Error *error)
{
    *out = (Calibration){
        .value_count = VALUE_POOL, .board_count = BOARD_POOL, .alpha = USUAL_ALPHA, .seed = seed, .threads = threads};
    *interrupted = false;
    const TacticRequest request = {.rules = "pagat", .agent = "tactic", .opponents = "tactic", .seed = seed};
    if (!tactic_study_open(&out->study, &request, error)) return false;
    size_t rows = (size_t)out->study.row_count;
    out->values = calloc(VALUE_POOL * rows, sizeof *out->values);
    out->means = calloc(rows, sizeof *out->means);
    out->boards = calloc(BOARD_POOL, sizeof *out->boards);
    out->results = calloc(BOARD_POOL, sizeof *out->results);
    out->points = calloc(BOARD_POOL, sizeof *out->points);
    out->match_sums = calloc(BOARD_POOL, sizeof *out->match_sums);
    out->match_results = calloc(BOARD_POOL, sizeof *out->match_results);
    for (int i = 0; i < 2; i++)
        out->lead_values[i] = calloc((size_t)LEAD_POOL * LEAD_PLAYS, sizeof(int32_t));
    error_memory(error);
    ArenaEnd end = ARENA_FAILED;
    const bool boards = out->boards && out->results && out->points && out->match_sums && out->match_results;
    if (out->values && out->means && boards && out->lead_values[0] && out->lead_values[1]) end = values_fill(out);
    if (end == ARENA_DONE) end = boards_fill(out, error);
    if (end == ARENA_DONE) end = matches_fill(out);
    if (end == ARENA_DONE && !leads_fill(out, error)) end = ARENA_FAILED;
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
    free(calibration->boards);
    free(calibration->results);
    free(calibration->points);
    for (int i = 0; calibration->match_sums && i < BOARD_POOL; i++)
        sums_free(&calibration->match_sums[i]);
    free(calibration->match_sums);
    free(calibration->match_results);
    for (int i = 0; i < 2; i++)
        free(calibration->lead_values[i]);
    regret_free(&calibration->regret, REGRET_POOL);
    openings_free(&calibration->openings);
    agents_free(calibration->play_agents, PLAY_AGENTS);
    *calibration = (Calibration){0};
}

static bool misses(Interval interval, double truth)
{
    return interval_known(interval) && (truth < interval.low || truth > interval.high);
}

/* ---- trials: each lets the functions of a command that plays judge boards drawn from the pools, and says whether they
   were wrong. What decides in the command decides here. */

typedef struct {
    const char *tactic; /* whose boards, without it, are drawn; NULL: all rows, or boards of `sim` */
    int boards;         /* of a trial; where a rule may end it before, as many as were planned */
    double width;       /* of --stop ci=, points a round */
    double effect;      /* tests: high - low, points a round, Elo or share of the matches */
    bool high;          /* tests: the high hypothesis is true */
    bool results;       /* tests: on results; `sim`: the share of the wins. Else points */
    bool matches;       /* `sim`, `rate`, `tune`: boards of matches */
    bool one_sided;     /* an error to one side alone counts: half of alpha is promised */
    uint32_t part;      /* of the repetitions, one in so many are tried, where a trial takes long; 0: all */
} TrialSetup;

/* One trial. False if memory runs out; otherwise *wrong says whether the answer was wrong. */
typedef bool TrialFunction(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng);

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
static ArenaEnd values_draw(void *arg, const TacticValues *values, Sums *sums, uint64_t *done)
{
    enum { LOOK = 64 };
    const StudyTrial *trial = arg;
    const Calibration *pool = trial->calibration;
    ArenaEnd end = ARENA_DONE;
    int64_t(*board_values)[TACTIC_MEASURES] = calloc((size_t)values->study->row_count + 1, sizeof *board_values);
    if (!board_values) return ARENA_FAILED;
    for (*done = 0; *done < values->boards && end == ARENA_DONE;) {
        const size_t board = rng_bounded(trial->rng, pool->value_count);
        const int32_t *drawn = pool->values + board * (size_t)pool->study.row_count + trial->row;
        const int sign = trial->null && rng_next(trial->rng) & 1 ? -1 : 1;
        for (int row = 0; row < values->study->row_count; row++) {
            int64_t *of = board_values[row];
            const bool skipped = values->skip && values->skip[row];
            memset(of, 0, sizeof *board_values);
            if (skipped) continue;
            of[TACTIC_BOARDS] = 1;
            of[TACTIC_VALUE] = sign * drawn[row];
            of[TACTIC_ACTIVE] = of[TACTIC_CHANGED] = drawn[row] != 0;
        }
        sums_add(sums, board_values[0]);
        if (++*done % LOOK == 0 && values->watch && !values->watch(values->arg, sums, values->first + *done))
            end = ARENA_STOPPED;
    }
    free(board_values);
    return end;
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
                           .alpha = calibration->alpha,
                           .threads = 1,
                           .play = values_draw,
                           .arg = &trial};
    return tactic_run(result, &job);
}

/* Of all rows, where no tactic changes anything, some interval leaves 0 out. */
static bool trial_null_intervals(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    TacticResult result;
    const bool good = null_run(&result, calibration, setup, rng);
    for (int i = 0; good && i < result.cell_count; i++)
        *wrong |= misses(result.cells[i].interval, 0);
    tactic_result_free(&result);
    return good;
}

/* Of all rows, where no tactic changes anything, some p of Holm's is below alpha. */
static bool trial_null_holm(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    TacticResult result;
    const bool good = null_run(&result, calibration, setup, rng);
    for (int i = 0; good && i < result.cell_count; i++)
        *wrong |= result.cells[i].p_adjusted <= calibration->alpha;
    tactic_result_free(&result);
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

/* Judges drawn boards of one row. */
static bool row_run(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng, bool watched)
{
    StudyTrial trial = {.calibration = calibration, .rng = rng, .row = row_of(calibration, setup->tactic)};
    TacticStudy study = calibration->study;
    study.rows += trial.row;
    study.row_count = 1;
    TacticResult result;
    const TacticJob job = {.study = &study,
                           .boards = setup->width > 0 ? UINT64_C(1) << 40 : (uint64_t)setup->boards,
                           .half_width = setup->width,
                           .alpha = calibration->alpha,
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

/* One row's interval misses in the end. */
static bool trial_tactic(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    return row_run(wrong, calibration, setup, rng, false);
}

/* Any interval of one row that could be seen misses, with --stop ci= or without. */
static bool trial_tactic_watched(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    return row_run(wrong, calibration, setup, rng, true);
}

/* ---- sim */

/* Adds a chunk of drawn boards, at most `count`, as a run of `sim` does. */
static void boards_draw(Sums *sums, const Calibration *calibration, bool matches, int64_t count, Rng *rng)
{
    const SumsShape shape = sim_shape(&calibration->study.schedule);
    if (!sums->x && !sums_open(sums, &shape)) return;
    for (int64_t i = 0; i < count && i < BOARDS_CHUNK; i++) {
        const uint32_t board = rng_bounded(rng, calibration->board_count);
        if (matches)
            sums_merge(sums, &calibration->match_sums[board]);
        else {
            BoardValues values;
            board_values(&values, &calibration->study.schedule, &calibration->boards[board]);
            sums_add(sums, values.rows[0]);
        }
    }
}

static const Schedule *schedule_of(const Calibration *calibration, bool matches)
{
    return matches ? &calibration->match_schedule : &calibration->study.schedule;
}

static SimResult result_of(const Calibration *calibration, const Sums *sums, const StopRule *rule, double planned)
{
    return (SimResult){&calibration->study.schedule, calibration->agents, sums, stop_rho(rule, planned, false),
                       calibration->alpha};
}

static bool figures_miss(const SimResult *result, const Calibration *calibration, bool share)
{
    const AgentFigures figures = agent_figures(result, 0);
    const bool matches = sim_matches(result);
    return share ? misses(figures.win_interval, matches ? calibration->match_share : calibration->share_mean)
                 : misses(figures.diff_interval, matches ? calibration->match_points : calibration->points_mean);
}

/* The interval in the end misses. */
static bool trial_sim(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    const StopRule rule = {.kind = STOP_NEVER};
    Sums sums = {0};
    for (int left = setup->boards; left > 0; left -= BOARDS_CHUNK)
        boards_draw(&sums, calibration, setup->matches, left, rng);
    SimResult result = result_of(calibration, &sums, &rule, anytime_rho(calibration->alpha, setup->boards));
    result.schedule = schedule_of(calibration, setup->matches);
    *wrong = figures_miss(&result, calibration, setup->results);
    sums_free(&sums);
    return true;
}

/* Any interval that could be seen misses under --stop ci=. */
static bool trial_sim_watched(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    const StopRule rule = {.kind = STOP_WIDTH, .width = setup->width};
    const double planned =
        anytime_rho(calibration->alpha, stop_planned_boards(&rule, (uint64_t)setup->boards, calibration->alpha));
    Sums sums = {0};
    const SimResult result = result_of(calibration, &sums, &rule, planned);
    do {
        boards_draw(&sums, calibration, false, BOARDS_CHUNK, rng);
        *wrong |= figures_miss(&result, calibration, setup->results);
    } while (!*wrong && !stop_reached(&rule, &result));
    sums_free(&sums);
    return true;
}

/* Both errors of a test. */
#define TEST_ALPHA 0.05

/* --stop sprt= says what is false. */
static bool trial_sim_test(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    StopRule rule = {.kind = STOP_TEST, .results = setup->results};
    const double truth = setup->results ? elo_of_share(calibration->share_mean) : calibration->points_mean;
    const double low = setup->high ? truth - setup->effect : truth;
    if (!sprt_plan(&rule.plan, low, low + setup->effect, TEST_ALPHA, TEST_ALPHA, NULL)) return false;
    Sums sums = {0};
    const SimResult result = result_of(calibration, &sums, &rule, 1);
    do
        boards_draw(&sums, calibration, false, BOARDS_CHUNK, rng);
    while (!stop_reached(&rule, &result));
    *wrong = stop_verdict(&rule, &result) == (setup->high ? SPRT_LOW : SPRT_HIGH);
    sums_free(&sums);
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
    good = good && tournament_rate(&tournament, points, elo, calibration->alpha, rng_next(rng));
    tournament_free(&tournament);
    return good;
}

/* An agent's interval misses, in points a round or shares of the matches. */
static bool trial_rate_points(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    Rating points[POOL_AGENT_COUNT];
    const uint32_t agent = rng_bounded(rng, POOL_AGENT_COUNT);
    if (!agents_rate(points, NULL, calibration, setup, rng)) return false;
    *wrong = misses(points[agent].interval,
                    setup->matches ? calibration->match_ratings[agent] : calibration->ratings[agent]);
    return true;
}

/* An agent's interval of Elo misses. */
static bool trial_rate_elo(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    Rating points[POOL_AGENT_COUNT], elo[POOL_AGENT_COUNT];
    const uint32_t agent = rng_bounded(rng, POOL_AGENT_COUNT);
    if (!agents_rate(points, elo, calibration, setup, rng)) return false;
    *wrong = misses(elo[agent].interval, calibration->elos[agent]);
    return true;
}

/* ---- results together: pool, compare, and the test of fit of rate */

/* By how many points the first agent of a pairing wins on a board, both seatings together. */
static int pairing_points(const Calibration *calibration, uint32_t board, int pairing)
{
    const PairingResult *result = &calibration->results[board][pairing];
    return result->points[0][0] - result->points[0][1] + result->points[1][1] - result->points[1][0];
}

/* What a file of a run of drawn boards of a pairing says. */
static Measured run_draw(const Calibration *calibration, int pairing, int boards, Rng *rng)
{
    Moments moments = {0};
    for (int i = 0; i < boards; i++)
        moments_add(&moments, pairing_points(calibration, rng_bounded(rng, calibration->board_count), pairing));
    const Estimate estimate = estimate_of(&moments, tactic_value_scale(&calibration->study));
    return (Measured){estimate.mean, estimate.se, boards};
}

/* The interval of several seeds together misses; results: they are said to differ. */
static bool trial_pool(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    enum { SEEDS = 5 };
    Measured seeds[SEEDS];
    for (int i = 0; i < SEEDS; i++)
        seeds[i] = run_draw(calibration, 0, setup->boards, rng);
    const Pooled pool = pool_of(seeds, SEEDS);
    *wrong = setup->results ? pool.p <= calibration->alpha
                            : misses(pool_interval(&pool, calibration->alpha), calibration->points_mean);
    return true;
}

/* What the first agent wins from the third less what it wins from the second. */
static double difference_truth(const Calibration *calibration)
{
    return 3 * calibration->ratings[0] - 2 * calibration->points_mean;
}

/* Both play the same drawn boards, in blocks of one to four. */
static Difference paired_draw(const Calibration *calibration, int boards, Rng *rng)
{
    enum { BLOCK_MOST = 4 };
    PairedSums sums = {0};
    const double scale = tactic_value_scale(&calibration->study);
    while (sums.boards < boards) {
        const int64_t size = 1 + sums.blocks % BLOCK_MOST;
        double numbers[4] = {0, (double)size, 0, (double)size};
        for (int64_t i = 0; i < size; i++) {
            const uint32_t board = rng_bounded(rng, calibration->board_count);
            for (int which = 0; which < 2; which++)
                numbers[2 * which] += pairing_points(calibration, board, which) / scale;
        }
        paired_add(&sums, numbers, size);
    }
    return paired_difference(&sums);
}

static bool trial_paired(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    const Difference difference = paired_draw(calibration, setup->boards, rng);
    *wrong = misses(difference_interval(&difference, calibration->alpha), difference_truth(calibration));
    return true;
}

static bool trial_unpaired(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    const Measured a = run_draw(calibration, 0, setup->boards, rng), b = run_draw(calibration, 1, setup->boards, rng);
    const Difference difference = difference_of(a, b);
    *wrong = misses(difference_interval(&difference, calibration->alpha), difference_truth(calibration));
    return true;
}

/* "No more than X" is said though the difference is X. */
static bool trial_within(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    const Difference difference = paired_draw(calibration, setup->boards, rng);
    *wrong = difference_p_within(&difference, fabs(difference_truth(calibration))) <= calibration->alpha;
    return true;
}

/* The test of fit finds a circle where there is none: a coin turns all pairs of a drawn board over. */
static bool trial_fit(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    const Schedule *schedule = &calibration->study.schedule;
    Tournament tournament;
    TournamentFit fit;
    Error error;
    if (!tournament_init(&tournament, schedule, POOL_AGENT_COUNT, NO_GAUNTLET, (uint64_t)setup->boards, &error))
        return false;
    bool good = true;
    for (int board = 0; good && board < setup->boards; board++) {
        const uint32_t at = rng_bounded(rng, calibration->board_count);
        const bool turned = rng_next(rng) & 1;
        for (size_t pairing = 0; good && pairing < POOL_PAIRINGS; pairing++) {
            PairingResult result = calibration->results[at][pairing];
            for (int seating = 0; turned && seating < schedule->seatings; seating++) {
                const int first = result.points[seating][0];
                result.points[seating][0] = result.points[seating][1];
                result.points[seating][1] = first;
            }
            good = tournament_take(&tournament, (uint64_t)board, pairing, &result);
        }
    }
    good = good && tournament_fit(&tournament, &fit, calibration->alpha, rng_next(rng));
    *wrong = good && fit.fit.p <= calibration->alpha;
    tournament_free(&tournament);
    return good;
}

/* ---- --vary */

/* Of all figures of `sim` some difference between three sets of rules is called shown, where no rule changes
   anything. */
static bool trial_vary(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    enum { SETS = 3 };
    static const char *const NAMES[SETS] = {"a", "b", "c"};
    VaryFigure figures[VARY_FIGURES];
    VaryRow rows[VARY_FIGURES * SETS];
    const Schedule *schedule = &calibration->study.schedule;
    const int figure_count = vary_figures(figures, schedule);
    const SumsShape shape = vary_shape(figure_count, SETS);
    const size_t count = (size_t)(figure_count * SETS);
    int32_t *values = calloc(VARY_BLOCK * count, sizeof *values);
    Sums sums;
    if (!values || !sums_open(&sums, &shape)) return free(values), false;
    for (int set = 0; set < SETS; set++) /* boards are drawn anew for each rule set */
        for (int i = 0; i < (int)setup->boards; i++) {
            BoardValues board;
            board_values(&board, schedule, &calibration->boards[rng_bounded(rng, calibration->board_count)]);
            vary_board(values + (set * VARY_BLOCK + i) * figure_count, schedule, &board);
        }
    const bool added = vary_add(&sums, values, figure_count, SETS, (uint64_t)setup->boards);
    free(values);
    for (size_t i = 0; i < count; i++) {
        rows[i] = vary_row(&sums, (int)i, figures[i / SETS].scale);
        rows[i].which = figures[i / SETS].figure;
        rows[i].rules = NAMES[i % SETS];
        rows[i].first = i % SETS == 0;
    }
    sums_free(&sums);
    const bool good = added && vary_finish(rows, count, false, calibration->alpha);
    for (size_t i = 0; good && i < count; i++)
        *wrong |= rows[i].p_adjusted <= calibration->alpha;
    return good;
}

/* ---- tune and power */

/* Points of the first agent against the second on a drawn board. */
static int points_draw(const Calibration *calibration, Rng *rng)
{
    return calibration->points[rng_bounded(rng, calibration->board_count)];
}

/* A row's value on a drawn board. */
static int value_draw(const Calibration *calibration, int row, Rng *rng)
{
    const size_t board = rng_bounded(rng, calibration->value_count);
    return calibration->values[board * (size_t)calibration->study.row_count + (size_t)row];
}

/* Of a drawn board of matches: those that it won less those that it lost. */
static int matches_draw(const Calibration *calibration, Rng *rng)
{
    const PairingResult *drawn = calibration->match_results[rng_bounded(rng, calibration->board_count)];
    return pairing_diff(drawn, &calibration->match_schedule, 0);
}

/* `tune` accepts what is not better than the start: gains less their true mean, of a tactic's rare and skewed boards or
   of matches, turned to either side by a coin. */
static bool trial_tune(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    const int row = setup->matches ? 0 : row_of(calibration, setup->tactic);
    const double turned = rng_next(rng) & 1 ? -1 : 1;
    Moments gains = {0};
    for (int i = 0; i < setup->boards; i++)
        moments_add(&gains, setup->matches ? matches_draw(calibration, rng) : value_draw(calibration, row, rng));
    /* Matches that were won count from one half. */
    const double scale = tactic_value_scale(&calibration->study) * (setup->matches ? 2 : 1);
    const double truth = setup->matches ? calibration->match_share - 0.5 : calibration->means[row];
    Estimate gain = estimate_of(&gains, scale);
    gain.mean = turned * (gain.mean - truth);
    const Interval interval = interval_t(&gain, calibration->alpha);
    *wrong = tune_judge(interval, interval, INFINITY) == TUNE_ACCEPTED;
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

/* The interval of the standard deviation of all boards misses. */
static bool trial_pilot(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    const Spread spread = pilot_draw(calibration, setup, rng);
    *wrong = misses(spread_interval(&spread, calibration->alpha, INFINITY), calibration->points_sd);
    return true;
}

/* The interval of the standard deviation of a run to come misses. */
static bool trial_pilot_ahead(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    enum { AHEAD = 600 };
    const Spread spread = pilot_draw(calibration, setup, rng);
    Moments run = {0};
    for (int i = 0; i < AHEAD; i++)
        moments_add(&run, points_draw(calibration, rng));
    const double sd = estimate_of(&run, tactic_value_scale(&calibration->study)).sd;
    *wrong = misses(spread_interval(&spread, calibration->alpha, AHEAD), sd);
    return true;
}

/* ---- advise */

/* Deals drawn from one of the pools. */
typedef struct {
    const Calibration *pool;
    int which;
    Rng *rng;
} LeadTrial;

/* RolloutDeals */
static bool leads_draw(void *context, RolloutSums sums[], const int plays[], int count, int choice, uint64_t first,
                       uint64_t deals)
{
    const LeadTrial *trial = context;
    (void)first;
    for (uint64_t deal = 0; deal < deals; deal++) {
        const size_t drawn = rng_bounded(trial->rng, trial->pool->lead_count);
        const int32_t *values =
            trial->pool->lead_values[trial->which] + drawn * (size_t)trial->pool->lead_plays[trial->which];
        for (int i = 0; i < count; i++) {
            moments_add(&sums[plays[i]].value, values[plays[i]]);
            if (choice == NO_PLAY) continue;
            moments_add(&sums[plays[i]].behind, values[choice] - values[plays[i]]);
            sums[plays[i]].apart += values[choice] != values[plays[i]];
        }
    }
    return true;
}

static bool mean_misses(const Moments *moments, int64_t apart, RolloutFigure figure, const TrialSetup *setup,
                        const Calibration *calibration, double truth)
{
    static const MatchEquity SOME = {0}; /* that there is one makes values chances */
    double reach[2];
    advice_reach(reach, calibration->alpha);
    const RolloutUnit unit =
        rollout_unit(figure, &calibration->study.schedule.rules, setup->matches ? &SOME : NULL, reach[0]);
    const RolloutMean mean = rollout_mean(moments, apart, &unit);
    return misses((Interval){mean.low, mean.high}, truth / unit.scale);
}

/* The interval of a play's value, or of its lead over the best of the others, misses. */
static bool lead_try(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng, bool value)
{
    static const int PLAYS_TRIED[LEAD_PLAYS] = {0, 1, 2, 3};
    static const bool OTHERS[LEAD_PLAYS] = {[1] = true, true, true};
    LeadTrial trial = {calibration, setup->matches, rng};
    const int plays = calibration->lead_plays[trial.which];
    const int32_t *values = calibration->lead_values[trial.which];
    RolloutSums *sums = calloc(MAX_MOVES, sizeof *sums);
    int rival;
    double truth = 0;
    if (!sums) return false;
    const RolloutJob job = {.make = leads_draw,
                            .context = &trial,
                            .plays = PLAYS_TRIED,
                            .count = plays,
                            .rivals = OTHERS,
                            .sums = sums,
                            .made = (uint64_t)setup->boards};
    rollouts_measure(&rival, &job);
    for (uint32_t deal = 0; deal < calibration->lead_count; deal++, values += plays)
        truth += (double)(value ? values[0] : values[0] - values[rival]) / calibration->lead_count;
    const RolloutSums *sum = &sums[value ? 0 : rival];
    *wrong = value ? mean_misses(&sum->value, sum->value.n, ROLLOUT_VALUE, setup, calibration, truth)
                   : mean_misses(&sum->behind, sum->apart, ROLLOUT_BEHIND, setup, calibration, truth);
    free(sums);
    return true;
}

static bool trial_lead(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    return lead_try(wrong, calibration, setup, rng, false);
}

static bool trial_chance(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    return lead_try(wrong, calibration, setup, rng, true);
}

/* ---- regret and openings */

/* Drawn positions judged as `regret` judges its own. False if memory runs out. */
static bool regret_draw(RegretRow rows[static REGRET_JUDGED], const Calibration *pool, int positions, Rng *rng)
{
    const RegretTask task = regret_task(pool, (uint64_t)positions);
    Regret *regret = calloc(1, sizeof *regret);
    if (regret) regret->positions = calloc((size_t)positions, sizeof *regret->positions);
    const bool good = regret && regret->positions;
    for (int i = 0; good && i < positions; i++)
        regret->positions[i] = pool->regret.positions[rng_bounded(rng, REGRET_POOL)];
    if (good) {
        regret->done = (uint64_t)positions;
        regret_find(regret, &task);
        memcpy(rows, regret->rows, REGRET_JUDGED * sizeof *rows);
    }
    if (regret) free(regret->positions); /* the plays are the pool's */
    free(regret);
    return good;
}

/* The interval of what the agent loses whose mistakes are dearest misses. */
static bool trial_regret(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    RegretRow rows[REGRET_JUDGED];
    if (!regret_draw(rows, calibration, setup->boards, rng)) return false;
    *wrong = misses(rows[0].regret_interval, calibration->regret.rows[0].regret.mean);
    return true;
}

/* The interval of some difference from the first agent misses. */
static bool trial_regret_more(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    RegretRow rows[REGRET_JUDGED];
    if (!regret_draw(rows, calibration, setup->boards, rng)) return false;
    for (int i = 1; i < REGRET_JUDGED; i++)
        *wrong |= misses(rows[i].more_interval, calibration->regret.rows[i].more.mean);
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
static bool trial_openings(bool *wrong, const Calibration *calibration, const TrialSetup *setup, Rng *rng)
{
    const uint64_t boards = (uint64_t)setup->boards;
    const OpeningTask task = openings_task(calibration, boards);
    Openings *openings = calloc(1, sizeof *openings);
    if (openings) openings->boards = calloc(boards, sizeof *openings->boards);
    const bool good = openings && openings->boards;
    for (uint64_t i = 0; good && i < boards; i++)
        openings->boards[i] = calibration->openings.boards[rng_bounded(rng, OPENING_POOL)];
    if (good) openings->done = boards, openings_rows(openings, &task);
    for (int i = 0; good && i < openings->row_count; i++)
        *wrong |= misses(openings->rows[i].gain_interval, opening_truth(calibration, &openings->rows[i]));
    if (openings) openings_free(openings);
    free(openings);
    return good;
}

/* ---- promises */

/* One promise, and what its trials are made of. */
typedef struct {
    CheckPromise promise;
    TrialFunction *run;
    TrialSetup setup;
} Check;

/* Promises that are made of alpha, which their names may have too: those without a rate here; the tolerance is that part of it. */
#define AT_MOST(name)                                                                                                  \
    {                                                                                                                  \
        name, "at most %g %%", 0, 0                                                                                    \
    }
#define ALL_ROWS(name)                                                                                                 \
    {                                                                                                                  \
        name, "at most %g %%, all rows together", 0, 0                                                                 \
    }
#define WITHIN(name)                                                                                                   \
    {                                                                                                                  \
        name, "%g +- %g %%", 0, 5                                                                                      \
    }
/* `sim` looks after chunks of boards, so that a test goes on a little beyond its bounds. */
#define TEST(name)                                                                                                     \
    {                                                                                                                  \
        name, "4.5 +- 1.5 %", 0.045, 0.015                                                                             \
    }

static const Check CHECKS[] = {
    {ALL_ROWS("null tactics: an interval without 0"), trial_null_intervals, {.boards = 1000}},
    {ALL_ROWS("null tactics: Holm's p below %g"), trial_null_holm, {.boards = 1000}},
    {AT_MOST("anytime interval misses, deny_sur, at any look"), trial_tactic_watched, {"deny_sur", .boards = 10000}},
    {AT_MOST("--stop ci=0.1 misses, deny_sur, at any time"), trial_tactic_watched, {"deny_sur", .width = 0.1}},
    {AT_MOST("--stop ci=0.02 misses, face_over_ace, at any time"),
     trial_tactic_watched,
     {"face_over_ace", .width = 0.02}},
    {AT_MOST("--stop ci=0.5 misses, sim, at any time"), trial_sim_watched, {.boards = 100000, .width = 0.5}},
    {AT_MOST("--stop ci=0.5 misses the win share, sim, at any time"),
     trial_sim_watched,
     {.boards = 100000, .width = 0.5, .results = true}},
    {WITHIN("fixed interval misses, sim, 100 boards"), trial_sim, {.boards = 100}},
    {WITHIN("fixed interval misses the win share, sim, 100 boards"), trial_sim, {.boards = 100, .results = true}},
    {WITHIN("fixed interval misses, deny_sur, 500 boards"), trial_tactic, {"deny_sur", .boards = 500}},
    {WITHIN("fixed interval misses, face_over_ace, 4000 boards"), trial_tactic, {"face_over_ace", .boards = 4000}},
    {TEST("test of points says high, low is true"), trial_sim_test, {.effect = 0.5}},
    {TEST("test of points says low, high is true"), trial_sim_test, {.effect = 0.5, .high = true}},
    {TEST("test of results says high, low is true"), trial_sim_test, {.effect = 20, .results = true}},
    {TEST("test of results says low, high is true"), trial_sim_test, {.effect = 20, .results = true, .high = true}},
    {WITHIN("rating in points misses, rate, 30 boards"), trial_rate_points, {.boards = 30}},
    {WITHIN("rating in points misses, rate, 50 boards"), trial_rate_points, {.boards = 50}},
    {AT_MOST("Elo misses, rate, 30 boards"), trial_rate_elo, {.boards = 30, .part = 10}},
    {WITHIN("tune accepts what is not better, face_over_ace, 5000 boards"),
     trial_tune,
     {"face_over_ace", .boards = TUNE_LEAST_BOARDS, .one_sided = true}},
    {ALL_ROWS("Holm's p of rules that change nothing, vary, 60 boards"), trial_vary, {.boards = 60}},
    {WITHIN("standard deviation of a pilot of 500 misses, power"), trial_pilot, {.boards = 500}},
    {WITHIN("the same for that of a run of 600, power"), trial_pilot_ahead, {.boards = 500}},
    /* Of whole matches: */
    {WITHIN("fixed interval misses the share of matches, sim, 100 boards"),
     trial_sim,
     {.boards = 100, .matches = true, .results = true}},
    {WITHIN("fixed interval misses points a round of matches, sim, 100 boards"),
     trial_sim,
     {.boards = 100, .matches = true}},
    {WITHIN("rating in matches won misses, rate, 50 boards"), trial_rate_points, {.boards = 50, .matches = true}},
    {WITHIN("tune --matches accepts what is not better, 5000 boards"),
     trial_tune,
     {.boards = TUNE_LEAST_BOARDS, .matches = true, .one_sided = true}},
    /* Of plays: */
    {WITHIN("the lead of a play misses, advise, 200 deals"), trial_lead, {.boards = 1000}},
    {AT_MOST("a chance near 100 %% misses, advise, 200 deals"), trial_chance, {.boards = 1000, .matches = true}},
    {AT_MOST("the lead of such a play misses, advise, 200 deals"), trial_lead, {.boards = 1000, .matches = true}},
    {AT_MOST("what choices lose misses, regret, 300 positions"), trial_regret, {.boards = REGRET_LEAST}},
    {ALL_ROWS("more than the first misses, regret, 300 positions"), trial_regret_more, {.boards = REGRET_LEAST}},
    {ALL_ROWS("the gain of a first play misses, openings, 2000 boards"), trial_openings, {.boards = 2000, .part = 4}},
    /* Of results together: */
    {WITHIN("interval of five seeds misses, pool, 500 boards each"), trial_pool, {.boards = 500}},
    {WITHIN("the same of 20 boards each, pool"), trial_pool, {.boards = POOL_BOARDS_LEAST}},
    {WITHIN("seeds of 20 boards are said to differ, pool"), trial_pool, {.boards = POOL_BOARDS_LEAST, .results = true}},
    {WITHIN("paired interval misses, compare, 500 boards in 200 blocks"), trial_paired, {.boards = 500}},
    {WITHIN("unpaired interval misses, compare, 200 boards each"), trial_unpaired, {.boards = 200}},
    {AT_MOST("--within X says no more than X, compare, X is the truth"), trial_within, {.boards = 500}},
    {AT_MOST("the test of fit finds a circle, rate, 100 boards"), trial_fit, {.boards = 100, .part = 10}},
};
enum { CHECK_COUNT = sizeof CHECKS / sizeof *CHECKS };

int check_count(void) { return CHECK_COUNT; }

CheckPromise check_promise(int check, double alpha)
{
    CheckPromise promise = CHECKS[check].promise;
    if (promise.nominal > 0) return promise;
    promise.nominal = CHECKS[check].setup.one_sided ? alpha / 2 : alpha;
    if (promise.tolerance > 0) promise.tolerance = promise.nominal / promise.tolerance;
    snprintf(promise.name, sizeof promise.name, CHECKS[check].promise.name, alpha);
    snprintf(promise.promise, sizeof promise.promise, CHECKS[check].promise.promise, 100 * promise.nominal,
             100 * promise.tolerance);
    return promise;
}

uint64_t check_trials(int check, uint64_t repetitions)
{
    const uint32_t part = CHECKS[check].setup.part;
    return part && repetitions > part ? repetitions / part : repetitions;
}

/* ---- many trials */

typedef struct {
    const Calibration *calibration;
    int check;
    CheckWatch watch;
    uint64_t trials, errors; /* so far */
} Trials;

static bool trial_run(void *worker, uint64_t index, void *result)
{
    const Trials *trials = worker;
    const Check *check = &CHECKS[trials->check];
    uint64_t *errors = result;
    bool wrong = false;
    Rng rng = rng_for(trials->calibration->seed, index << 8 | (uint64_t)trials->check, PURPOSE_BOOTSTRAP);
    const bool good = check->run(&wrong, trials->calibration, &check->setup, &rng);
    *errors += wrong;
    return good;
}

static uint64_t work(void *worker, const ArenaRange *range) { return arena_each(range, worker, trial_run); }

static bool trials_release(void *shared, uint64_t first, uint64_t count, const void *result)
{
    Trials *trials = shared;
    const CheckWatch *watch = &trials->watch;
    trials->trials = first + count;
    trials->errors += *(const uint64_t *)result;
    if (watch->watch) watch->watch(watch->arg, trials->check, trials->trials, trials->errors);
    return true;
}

CheckResult check_judge(const CheckPromise *promise, uint64_t trials, uint64_t errors)
{
    CheckResult result = {.trials = trials, .errors = errors, .rate = NAN, .error_se = NAN};
    if (!trials) return result;
    /* Two-sided, and one side matters: a rate cannot be at both ends of what was promised. */
    const double level = 2 * bonferroni_alpha(CHECK_LEVEL, CHECK_COUNT);
    Interval interval = interval_wilson((double)errors, (int64_t)trials, level);
    result.rate = (double)errors / (double)trials;
    result.error_se = sqrt(result.rate * (1 - result.rate) / (double)trials);
    result.broken = interval.low > promise->nominal + promise->tolerance ||
                    (promise->tolerance > 0 && interval.high < promise->nominal - promise->tolerance);
    return result;
}

Interval check_interval(uint64_t trials, uint64_t errors, double rho)
{
    const Moments moments = {.n = (int64_t)trials, .sum = errors, .sum_sq = errors};
    const Estimate rate = estimate_of(&moments, 1);
    Interval interval = errors < RARE_BOARDS ? (Interval){NAN, NAN} : interval_anytime(&rate, CHECK_ALPHA, rho);
    if (interval.low < 0) interval.low = 0;
    return interval;
}

bool check_run(CheckResult *out, const Calibration *calibration, int check, uint64_t repetitions, CheckWatch watch)
{
    Trials trials = {.calibration = calibration, .check = check, .watch = watch};
    const uint64_t count = check_trials(check, repetitions);
    const ArenaJob job = {.count = count,
                          .chunk = arena_chunk(count, 64),
                          .threads = calibration->threads,
                          .shared = &trials,
                          .result_size = sizeof(uint64_t),
                          .work = work,
                          .release = trials_release};
    ArenaEnd end = arena_run(&job);
    const CheckPromise promise = check_promise(check, calibration->alpha);
    *out = check_judge(&promise, trials.trials, trials.errors);
    out->interrupted = end == ARENA_INTERRUPTED;
    return end != ARENA_FAILED;
}
