/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the rounds of each situation, and solves the chances to win the match backward. */
#include "analysis/study/equity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/sur.h"

enum { SITUATIONS = 4, TURN = 500 /* boards of a situation before the next has its turn */ };

/* Points of the first agent's side and of the other's. */
typedef struct {
    uint16_t own, other;
} Pair;

/* Rounds one behind the other: each is `steps` pairs, the last of which is the count. */
typedef struct {
    Pair *pairs;
    size_t length, room; /* of pairs; the first pair of a round holds its steps in `own` */
} Courses;

struct Equity {
    Rules rules;
    bool alike;
    int high;                                     /* ties from here on are all alike */
    Courses courses[SITUATIONS][EQUITY_PARTS][2]; /* [situation][part][the first agent plays first] */
    double *values[EQUITY_PARTS];                 /* [first][score][opponent], then ties [first][score - target] */
};

static void courses_free(Courses *courses)
{
    free(courses->pairs);
    *courses = (Courses){0};
}

static bool courses_add(Courses *courses, const Pair *pairs, size_t count)
{
    if (!count) return true;
    if (courses->length + count > courses->room) {
        const size_t room = 2 * courses->room + count;
        Pair *grown = realloc(courses->pairs, room * sizeof *grown);
        if (!grown) return false;
        courses->pairs = grown;
        courses->room = room;
    }
    memcpy(courses->pairs + courses->length, pairs, count * sizeof *pairs);
    courses->length += count;
    return true;
}

/* ---- situations: bit 0, the first agent's side makes no Surs; bit 1, the other's */

static int situation_of(const Rules *rules, int score, int opponent)
{
    return (sur_by_score(score, rules) ? 0 : 1) | (sur_by_score(opponent, rules) ? 0 : 2);
}

/* Can it come up in a match? Ties at the target or above may be below the limit. */
static bool situation_met(const Rules *rules, int situation)
{
    if (!situation) return true;
    return rules->sur_limit && (situation == 3 || rules->sur_limit < rules->target);
}

int equity_situations(const Rules *rules)
{
    int count = 0;
    for (int situation = 0; situation < SITUATIONS; situation++)
        count += situation_met(rules, situation);
    return count;
}

/* ---- the rounds */

typedef struct {
    Equity *equity;
    const EquityJob *job;
    int situation;
    uint64_t done; /* boards before those that are being played */
    Voids voids;
    bool failed;
} EquityRun;

/* A chunk of boards: their courses by the seating, and how many there are of each board. */
typedef struct {
    Courses courses[EQUITY_PARTS][2];
    Voids voids;
} EquityChunk;

static void chunk_clear(void *result)
{
    EquityChunk *chunk = result;
    for (int part = 0; part < EQUITY_PARTS; part++)
        for (int first = 0; first < 2; first++)
            chunk->courses[part][first].length = 0;
    chunk->voids = (Voids){0};
}

static void chunk_free(void *result)
{
    EquityChunk *chunk = result;
    for (int part = 0; part < EQUITY_PARTS; part++)
        for (int first = 0; first < 2; first++)
            courses_free(&chunk->courses[part][first]);
}

/* The course of a round that was played; `side` is the first agent's. Returns how many pairs it takes. */
static size_t course_of(Pair out[static PLAYS + 2], const Rules *rules, const Pack *pack, const Game *game, int side)
{
    Round round;
    size_t count = 1;
    round_start(&round, rules, pack, game->round.table.scores);
    for (int ply = 0; ply < PLAYS; ply++) {
        int points[MAX_SIDES];
        round_play(&round, rules, game->history[ply]);
        if (!set_rest(game->history[ply]) && ply + 1 < PLAYS) continue;
        count_points(points, &round.table, rules);
        out[count++] = (Pair){(uint16_t)points[side], (uint16_t)points[!side]};
    }
    out[0] = (Pair){(uint16_t)(count - 1), 0};
    return count;
}

static bool add(const void *arg, void *result, const Board *board, size_t pairing)
{
    const EquityRun *run = arg;
    const Schedule *schedule = run->job->schedule;
    EquityChunk *chunk = result;
    (void)pairing;
    if (!board->played) {
        voids_add(&chunk->voids, &board->failure);
        return true;
    }
    for (int seating = 0; seating < schedule->seatings; seating++) {
        Pair pairs[PLAYS + 2];
        const int side = schedule->sides[seating][0] == 1 ? 0 : 1;
        const size_t count = course_of(pairs, &schedule->rules, &board->pack, &board->games[seating], side);
        if (!courses_add(&chunk->courses[board->index % EQUITY_PARTS][side == 0], pairs, count)) return false;
    }
    return true;
}

static bool release(void *arg, uint64_t first, uint64_t count, const void *result)
{
    EquityRun *run = arg;
    const EquityChunk *chunk = result;
    voids_merge(&run->voids, &chunk->voids);
    for (int part = 0; part < EQUITY_PARTS; part++)
        for (int side = 0; side < 2; side++) {
            const Courses *courses = &chunk->courses[part][side];
            if (!courses_add(&run->equity->courses[run->situation][part][side], courses->pairs, courses->length))
                return run->failed = true, false;
        }
    return !run->job->watch || run->job->watch(run->job->arg, run->done + first + count, &run->voids);
}

/* Plays some boards of one situation. */
static ArenaEnd situation_play(EquityRun *run, uint64_t first, uint64_t count)
{
    const EquityJob *job = run->job;
    const Rules *rules = &job->schedule->rules;
    Schedule schedule = *job->schedule;
    for (int agent = 0; agent < 2; agent++)
        schedule.scores[agent] = (int16_t)(run->situation >> agent & 1 ? rules->sur_limit : 0);
    const BoardsJob boards = {.schedule = &schedule,
                              .agents = job->agents,
                              .agent_count = 2,
                              .boards = count,
                              .first = ((uint64_t)run->situation << 48) + first,
                              .threads = job->threads,
                              .result_size = sizeof(EquityChunk),
                              .result_clear = chunk_clear,
                              .result_free = chunk_free,
                              .add = add,
                              .release = release,
                              .arg = run};
    const ArenaEnd end = boards_play(&boards);
    run->done += count;
    return run->failed ? ARENA_FAILED : end;
}

/* Has every part a round of every situation? */
static bool equity_complete(const Equity *equity)
{
    for (int situation = 0; situation < SITUATIONS; situation++)
        for (int part = 0; situation_met(&equity->rules, situation) && part < EQUITY_PARTS; part++)
            if (!equity->courses[situation][part][0].length) return false;
    return true;
}

Equity *equity_play(const EquityJob *job, ArenaEnd *end)
{
    const Rules *rules = &job->schedule->rules;
    Equity *equity = calloc(1, sizeof *equity);
    *end = equity ? ARENA_DONE : ARENA_FAILED;
    if (!equity) return NULL;
    equity->rules = *rules;
    equity->alike = job->alike;
    equity->high = rules->target > rules->sur_limit ? rules->target : rules->sur_limit;
    EquityRun run = {.equity = equity, .job = job};
    /* the situations take turns, so that a run that is stopped has some boards of each */
    for (uint64_t first = 0; first < job->boards; first += TURN) {
        const uint64_t count = job->boards - first < TURN ? job->boards - first : TURN;
        for (run.situation = 0; *end == ARENA_DONE && run.situation < SITUATIONS; run.situation++)
            if (situation_met(rules, run.situation)) *end = situation_play(&run, first, count);
    }
    if (*end != ARENA_FAILED && equity_complete(equity)) return equity;
    equity_free(equity);
    return NULL;
}

void equity_free(Equity *equity)
{
    for (int part = 0; equity && part < EQUITY_PARTS; part++) {
        for (int situation = 0; situation < SITUATIONS; situation++)
            for (int first = 0; first < 2; first++)
                courses_free(&equity->courses[situation][part][first]);
        free(equity->values[part]);
    }
    free(equity);
}

/* ---- the table */

static size_t cell_index(const Equity *equity, int score, int opponent, bool first)
{
    const size_t target = equity->rules.target, ties = (size_t)equity->high - target + 1;
    const size_t half = target * target + ties;
    if (score < (int)target) return first * half + (size_t)score * target + (size_t)opponent;
    const size_t tie = score < equity->high ? (size_t)score - target : ties - 1;
    return first * half + target * target + tie;
}

/* What the rounds from one pair of scores come to: the share that is won for certain, plus the chance after those that go on;
   `same`: the share after which the scores are where they were, in the eyes of the table. */
typedef struct {
    double won, same;
} Outlook;

/* 1: won, 0: lost, and otherwise the scores of the next round. */
typedef enum { ROUND_LOST, ROUND_WON, ROUND_GOES_ON } RoundEnd;

static RoundEnd course_end(const Rules *rules, const Pair *steps, size_t count, int *score, int *opponent)
{
    const int target = rules->target;
    const bool stops = rules->per_shodam && *score < target;
    for (size_t i = stops ? 0 : count - 1; i < count; i++) {
        const int own = *score + steps[i].own, other = *opponent + steps[i].other;
        if ((own < target && other < target) || own == other) continue;
        return own > other ? ROUND_WON : ROUND_LOST;
    }
    *score += steps[count - 1].own;
    *opponent += steps[count - 1].other;
    return ROUND_GOES_ON;
}

static Outlook cell_outlook(const Equity *equity, int part, int score, int opponent, bool first)
{
    const int situation = situation_of(&equity->rules, score, opponent);
    const Courses *courses = &equity->courses[situation][part][first];
    const size_t here = cell_index(equity, score, opponent, !first);
    double won = 0, same = 0, rounds = 0;
    for (size_t at = 0; at < courses->length; rounds++) {
        const size_t steps = courses->pairs[at].own;
        int own = score, other = opponent;
        const RoundEnd end = course_end(&equity->rules, courses->pairs + at + 1, steps, &own, &other);
        at += steps + 1;
        if (end != ROUND_GOES_ON) {
            won += end == ROUND_WON;
            continue;
        }
        const size_t next = cell_index(equity, own, other, !first);
        if (next == here)
            same++;
        else
            won += equity->values[part][next];
    }
    return (Outlook){won / rounds, same / rounds};
}

/* Both chances of a pair of scores, which may lead back to each other. */
static void cell_solve(Equity *equity, int part, int score, int opponent)
{
    const Outlook second = cell_outlook(equity, part, score, opponent, false),
                  first = cell_outlook(equity, part, score, opponent, true);
    double *values = equity->values[part];
    const double value = (first.won + first.same * second.won) / (1 - first.same * second.same);
    values[cell_index(equity, score, opponent, true)] = value;
    values[cell_index(equity, score, opponent, false)] = second.won + second.same * value;
}

static void part_solve(Equity *equity, int part)
{
    const int target = equity->rules.target;
    for (int tie = equity->high; tie >= target; tie--)
        cell_solve(equity, part, tie, tie);
    for (int sum = 2 * (target - 1); sum >= 0; sum--)
        for (int score = sum < target ? sum : target - 1; score >= 0 && sum - score < target; score--)
            cell_solve(equity, part, score, sum - score);
}

bool equity_solve(Equity *equity, int threads)
{
    const size_t target = equity->rules.target;
    for (int part = 0; part < EQUITY_PARTS; part++) {
        equity->values[part] = calloc(2 * (target * target + (size_t)equity->high - target + 1), sizeof(double));
        if (!equity->values[part]) return false;
    }
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (int part = 0; part < EQUITY_PARTS; part++)
        part_solve(equity, part);
    return true;
}

Estimate equity_at(const Equity *equity, int score, int opponent, bool first)
{
    double sum = 0, squares = 0;
    for (int part = 0; part < EQUITY_PARTS; part++) {
        double value = equity->values[part][cell_index(equity, score, opponent, first)];
        if (equity->alike) value = (value + 1 - equity->values[part][cell_index(equity, opponent, score, !first)]) / 2;
        sum += value;
        squares += value * value;
    }
    const double mean = sum / EQUITY_PARTS, variance = (squares - sum * mean) / (EQUITY_PARTS - 1);
    const double sd = sqrt(fmax(0, variance));
    return (Estimate){EQUITY_PARTS, mean, sd, sd / sqrt(EQUITY_PARTS)};
}

Interval equity_interval(const Estimate *estimate)
{
    Interval interval = interval_t(estimate, EQUITY_ALPHA);
    if (interval_known(interval)) {
        interval.low = fmax(0, interval.low);
        interval.high = fmin(1, interval.high);
    }
    return interval;
}
