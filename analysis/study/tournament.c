/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the pairings of a tournament, counts their results board by board, and rates the agents. */
#include "analysis/study/tournament.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stats/estimate.h"
#include "sim/measures.h"

enum { BLOCKS_MOST = 1000, BLOCKS_LEAST = 100, CELLS = 1 << 25 };

int pairing_size(const Rules *rules, int agents)
{
    return rules->sides == 2 || agents < rules->players ? 2 : rules->players;
}

/* Does the first agent of a pairing hold fewer seats than the second? Then each of two takes either place. */
static bool one_sided(const Schedule *schedule)
{
    return schedule->agents == 2 && schedule->side_count[0] != schedule->side_count[1];
}

/* Writes the pairings (unless NULL) and returns how many there are, at most TOURNAMENT_MAX_PAIRINGS + 1. */
static size_t pairings_list(Pairing *out, const Schedule *schedule, size_t agents, int gauntlet)
{
    const int size = schedule->agents;
    uint16_t chosen[MAX_SEATS] = {0};
    size_t count = 0;
    for (int i = 0; i < size; i++)
        chosen[i] = (uint16_t)i;
    for (;;) {
        bool wanted = gauntlet == NO_GAUNTLET;
        for (int i = 0; i < size; i++)
            wanted |= chosen[i] == gauntlet;
        for (int turn = 0; wanted && turn <= one_sided(schedule); turn++) {
            for (int i = 0; out && i < size; i++)
                out[count].agents[i] = chosen[turn ? size - 1 - i : i];
            if (++count > TOURNAMENT_MAX_PAIRINGS) return count;
        }
        int last = size - 1;
        while (last >= 0 && chosen[last] == agents - (size_t)(size - last))
            last--;
        if (last < 0) return count;
        chosen[last]++;
        for (int i = last + 1; i < size; i++)
            chosen[i] = (uint16_t)(chosen[i - 1] + 1);
    }
}

static uint32_t *pair_place(const Tournament *t, size_t a, size_t b)
{
    return &t->pair_index[a < b ? a * t->agents + b : b * t->agents + a];
}

static Pair *pair_of(const Tournament *t, size_t a, size_t b)
{
    const uint32_t index = *pair_place(t, a, b);
    return index ? &t->pairs[index - 1] : NULL;
}

const Pair *tournament_pair(const Tournament *t, size_t a, size_t b) { return pair_of(t, a, b); }

static void pairs_number(Tournament *t)
{
    for (size_t m = 0; m < t->pairing_count; m++)
        for (int i = 0; i < t->schedule->agents; i++)
            for (int k = i + 1; k < t->schedule->agents; k++) {
                uint32_t *index = pair_place(t, t->pairings[m].agents[i], t->pairings[m].agents[k]);
                if (!*index) *index = (uint32_t)++t->pair_count;
            }
}

/* Sums, and what a whole board has of each. */
static bool rows_open(Tournament *t)
{
    const Schedule *schedule = t->schedule;
    const size_t rows = t->pair_count + t->agents;
    const SumsShape shape = {.count = MEET_MEASURES, .squares = MEET_SQUARES, .rows = (int)rows};
    t->pairs = calloc(t->pair_count, sizeof *t->pairs);
    t->board = calloc(rows * MEET_MEASURES, sizeof *t->board);
    t->whole = calloc(rows, sizeof *t->whole);
    t->cells = calloc(2 * t->pair_count * t->blocks, sizeof *t->cells);
    if (!t->pairs || !t->board || !t->whole || !t->cells || !sums_open(&t->sums, &shape)) return false;
    for (size_t m = 0; m < t->pairing_count; m++)
        for (int i = 0; i < schedule->agents; i++) {
            const uint16_t x = t->pairings[m].agents[i];
            t->whole[t->pair_count + x] += board_scale(schedule, i);
            for (int k = i + 1; k < schedule->agents; k++) {
                const uint16_t y = t->pairings[m].agents[k];
                Pair *pair = pair_of(t, x, y);
                pair->a = x < y ? x : y;
                pair->b = x < y ? y : x;
                t->whole[pair - t->pairs] += board_scale(schedule, i) * schedule->side_count[k];
            }
        }
    for (size_t p = 0; p < t->pair_count; p++) {
        t->pairs[p].diff = t->cells + 2 * p * t->blocks;
        t->pairs[p].rounds = t->pairs[p].diff + t->blocks;
    }
    return true;
}

/* So many blocks that what is kept of all of them fits into CELLS numbers. */
static uint32_t block_count(const Tournament *t)
{
    const size_t columns = 2 * t->pair_count + t->pairing_count * (t->schedule->agents > 2 ? 5 : 2);
    uint64_t most = CELLS / columns;
    most = most < BLOCKS_LEAST ? BLOCKS_LEAST : most > BLOCKS_MOST ? BLOCKS_MOST : most;
    return (uint32_t)(t->boards < most ? t->boards : most);
}

bool tournament_init(Tournament *t, const Schedule *schedule, size_t agents, int gauntlet, uint64_t boards,
                     Error *error)
{
    *t = (Tournament){.schedule = schedule, .agents = agents, .boards = boards};
    t->pairing_count = pairings_list(NULL, schedule, agents, gauntlet);
    if (t->pairing_count > TOURNAMENT_MAX_PAIRINGS)
        return error_set(error, "%zu agents at %d seats meet in more than %d ways; name fewer, or --gauntlet A", agents,
                         schedule->rules.players, TOURNAMENT_MAX_PAIRINGS);
    t->pairings = calloc(t->pairing_count, sizeof *t->pairings);
    t->results = calloc(t->pairing_count, sizeof *t->results);
    t->pair_index = calloc(agents * agents, sizeof *t->pair_index);
    if (t->pairings && t->results && t->pair_index) {
        pairings_list(t->pairings, schedule, agents, gauntlet);
        pairs_number(t);
        t->blocks = block_count(t);
        while (t->boards >> (t->halvings + 1) >= t->blocks)
            t->halvings++;
        rankings_init(&t->rankings, t->blocks);
        t->rankings.winners_alone = schedule->match_rounds > 0;
        if (rows_open(t)) return true;
    }
    tournament_free(t);
    return error_memory(error);
}

void tournament_free(Tournament *t)
{
    free(t->pairs);
    free(t->cells);
    free(t->pairings);
    free(t->results);
    free(t->pair_index);
    free(t->board);
    free(t->whole);
    sums_free(&t->sums);
    rankings_free(&t->rankings);
    *t = (Tournament){0};
}

/* What a pair's difference and an agent's are divided by. Points are compared with the opponent's, or the mean of the
   others'; of matches, where the winner has 1 and the others 0, the share that was won is compared with one half, or
   with an equal share for every side. */
static int pair_unit(const Schedule *schedule) { return schedule->match_rounds ? 2 : 1; }
static int entrant_unit(const Schedule *schedule) { return schedule->rules.sides - !schedule->match_rounds; }

/* Of a whole board of the row. */
static Estimate row_estimate(const Tournament *t, size_t row, Meet measure, double unit)
{
    Moments moments = sums_moments(&t->sums, (int)row, (int)measure);
    moments.n = sums_x(&t->sums, (int)row, MEET_BOARDS);
    return estimate_of(&moments, unit * (double)t->whole[row]);
}

Estimate pair_diff(const Tournament *t, const Pair *pair)
{
    return row_estimate(t, (size_t)(pair - t->pairs), MEET_DIFF, pair_unit(t->schedule));
}

Estimate pair_share(const Tournament *t, const Pair *pair)
{
    return row_estimate(t, (size_t)(pair - t->pairs), MEET_HALF_WINS, 2);
}

/* Too few boards for any interval, and so to say who is better. */
static bool too_few(const Tournament *t) { return t->blocks_used < BLOCKS_FEW; }

Interval pair_interval(const Tournament *t, const Pair *pair, double alpha)
{
    if (too_few(t)) return (Interval){NAN, NAN};
    const Estimate diff = pair_diff(t, pair), share = pair_share(t, pair);
    if (!t->schedule->match_rounds) return interval_t(&diff, alpha);
    const Interval interval = interval_share(&share, alpha);
    return (Interval){interval.low - 0.5, interval.high - 0.5};
}

double pair_p(const Tournament *t, const Pair *pair)
{
    if (too_few(t)) return NAN;
    const Estimate diff = pair_diff(t, pair), share = pair_share(t, pair);
    return t->schedule->match_rounds ? p_share(&share, 0.5) : p_two_sided(&diff, 0);
}

/* Of the board that is being counted. */
static int64_t *board_row(const Tournament *t, size_t row) { return t->board + row * MEET_MEASURES; }

/* Adds one seating's sides of agents i and k of the pairing to their pair. */
static void pair_add(int64_t *pair, const Schedule *schedule, const BoardPoints *result, int seating, int i, int k,
                     int sign)
{
    for (unsigned x = schedule->sides[seating][i]; x; x &= x - 1)
        for (unsigned y = schedule->sides[seating][k]; y; y &= y - 1) {
            const int diff =
                sign * (result->points[seating][__builtin_ctz(x)] - result->points[seating][__builtin_ctz(y)]);
            pair[MEET_DIFF] += diff;
            pair[MEET_HALF_WINS] += diff > 0 ? 2 : diff == 0;
            pair[MEET_SEATS]++;
        }
    pair[MEET_ROUNDS]++;
}

static void entrant_add(int64_t *entrant, const Schedule *schedule, const BoardPoints *result, int index)
{
    const int diff = points_diff(result, schedule, index);
    for (int seating = 0; seating < schedule->seatings; seating++) {
        int won[MAX_SIDES];
        win_units(won, result->points[seating], schedule->rules.sides);
        entrant[MEET_WINS] += schedule_sum(schedule, seating, index, won);
    }
    entrant[MEET_ROUNDS] += schedule->seatings;
    entrant[MEET_SEATS] += board_scale(schedule, index);
    entrant[MEET_DIFF] += diff;
    entrant[MEET_POINTS] += diff;
}

static bool rankings_take(Tournament *t, uint32_t block, const Pairing *pairing, const BoardPoints *result)
{
    const Schedule *schedule = t->schedule;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        uint16_t agent[MAX_SIDES] = {0};
        for (int i = 0; i < schedule->agents; i++)
            for (unsigned own = schedule->sides[seating][i]; own; own &= own - 1)
                agent[__builtin_ctz(own)] = pairing->agents[i];
        if (!rankings_add(&t->rankings, block, agent, result->points[seating], schedule->rules.sides)) return false;
    }
    return true;
}

/* Counts the board, which is over for all pairings. */
static void board_end(Tournament *t, uint32_t block)
{
    const size_t rows = t->pair_count + t->agents;
    for (size_t row = 0; row < rows; row++) {
        int64_t *values = board_row(t, row);
        if (row < t->pair_count) {
            t->pairs[row].diff[block] += (int32_t)values[MEET_DIFF];
            t->pairs[row].rounds[block] += (int32_t)values[MEET_ROUNDS];
        }
        values[MEET_BOARDS] = values[MEET_SEATS] == t->whole[row];
        if (!values[MEET_BOARDS]) values[MEET_DIFF] = values[MEET_HALF_WINS] = 0;
    }
    sums_add(&t->sums, t->board);
    memset(t->board, 0, rows * MEET_MEASURES * sizeof *t->board);
    t->blocks_used = block + 1;
}

/* voids: as of PointsTake, of which so many are counted yet as were taken. */
static bool pairing_take(Tournament *t, uint64_t board, uint32_t block, size_t m, const Voids *voids)
{
    const Schedule *schedule = t->schedule;
    const Pairing order = schedule_order(schedule, &t->pairings[m], board), *pairing = &order;
    const BoardPoints *result = &t->results[m];
    if (!result->played) {
        const int64_t before = t->voids.boards;
        t->voids = *voids;
        t->voids.boards = before + 1;
        return true;
    }
    for (int i = 0; i < schedule->agents; i++) {
        entrant_add(board_row(t, t->pair_count + pairing->agents[i]), schedule, result, i);
        for (int k = i + 1; k < schedule->agents; k++) {
            const uint16_t x = pairing->agents[i], y = pairing->agents[k];
            for (int seating = 0; seating < schedule->seatings; seating++)
                pair_add(board_row(t, *pair_place(t, x, y) - 1), schedule, result, seating, i, k, x < y ? 1 : -1);
        }
    }
    return rankings_take(t, block, pairing, result);
}

/* Puts each two blocks together. */
static void blocks_halve(Tournament *t)
{
    for (size_t c = 0; c < 2 * t->pair_count + t->rankings.count; c++) {
        int32_t *cells = c < 2 * t->pair_count ? t->cells + c * t->blocks : t->rankings.columns[c - 2 * t->pair_count];
        for (uint32_t i = 0; i < t->blocks; i++) {
            const int32_t cell = cells[i];
            cells[i] = 0;
            cells[i / 2] += cell;
        }
    }
    t->halvings--;
}

/* The block of a board. As long as there is room, blocks are smaller by halves than they will be in the end, so that a
   tournament that is stopped has many. */
static uint32_t block_of(Tournament *t, uint64_t board)
{
    for (;;) {
        const uint64_t block = (uint64_t)((((__uint128_t)board * t->blocks) << t->halvings) / t->boards);
        if (block < t->blocks) return (uint32_t)block;
        blocks_halve(t);
    }
}

bool tournament_take(void *arg, uint64_t board, size_t m, const BoardPoints *result, const Voids *voids)
{
    Tournament *t = arg;
    t->results[m] = *result;
    if (m + 1 < t->pairing_count) return true;
    const uint32_t block = block_of(t, board);
    for (size_t i = 0; i < t->pairing_count; i++)
        if (!pairing_take(t, board, block, i, voids)) return false;
    board_end(t, block);
    return true;
}

ArenaEnd tournament_play(Tournament *t, const Agent agents[], int threads)
{
    const BoardsJob boards = {.schedule = t->schedule,
                              .agents = agents,
                              .agent_count = t->agents,
                              .pairings = t->pairings,
                              .pairing_count = t->pairing_count,
                              .boards = t->boards,
                              .threads = threads};
    return boards_play_points(&boards, tournament_take, t);
}

static int64_t entrant_x(const Tournament *t, size_t agent, Meet measure)
{
    return sums_x(&t->sums, (int)(t->pair_count + agent), (int)measure);
}

double entrant_diff(const Tournament *t, size_t agent)
{
    return (double)entrant_x(t, agent, MEET_POINTS) /
           ((double)entrant_x(t, agent, MEET_SEATS) * entrant_unit(t->schedule));
}

size_t tournament_leader(const Tournament *t, Estimate *diff, Interval *interval, double alpha)
{
    const double each = bonferroni_alpha(alpha, t->agents);
    size_t leader = 0;
    for (size_t i = 0; i < t->agents; i++) {
        const Estimate own = row_estimate(t, t->pair_count + i, MEET_DIFF, entrant_unit(t->schedule));
        if (i && !(own.mean > diff->mean) && !isnan(diff->mean)) continue;
        leader = i;
        *diff = own;
    }
    *interval = interval_anytime(diff, each, anytime_rho(each, (double)t->boards));
    return leader;
}

double entrant_share(const Tournament *t, size_t agent)
{
    return (double)entrant_x(t, agent, MEET_WINS) /
           (win_scale(t->schedule->rules.sides) * (double)entrant_x(t, agent, MEET_SEATS));
}

int64_t entrant_rounds(const Tournament *t, size_t agent) { return entrant_x(t, agent, MEET_ROUNDS); }

/* What the pairs did by block. */
static PairTable pair_table(const Tournament *t)
{
    const Schedule *schedule = t->schedule;
    return (PairTable){t->agents, t->pairs, t->pair_count, t->blocks_used,
                       pair_unit(schedule) * schedule->side_count[0] * schedule->side_count[1]};
}

bool tournament_fit(const Tournament *t, TournamentFit *out, double alpha, uint64_t seed)
{
    Rng rng = rng_for(seed, 1, PURPOSE_BOOTSTRAP);
    const Resampling resampling = {alpha, rating_replicates(alpha), &rng};
    const PairTable table = pair_table(t);
    bool done = rating_fit(&out->fit, out->circles, &table);
    if (too_few(t)) out->fit.p = NAN;
    /* What is left of it where ratings explain all pairs is chance. */
    if (done && out->fit.p <= alpha) done = rating_nash(out->nash, out->against, &table, &resampling);
    return done;
}

bool tournament_rate(const Tournament *t, Rating *points, Rating *elo, double alpha, uint64_t seed)
{
    const Schedule *schedule = t->schedule;
    Rng rng = rng_for(seed, 0, PURPOSE_BOOTSTRAP);
    const Resampling resampling = {alpha, rating_replicates(alpha), &rng};
    const PairTable table = pair_table(t);
    bool done = rating_points(points, &table, &resampling);
    Rankings rankings = t->rankings;
    rankings.boards = t->blocks_used;
    done = done && (!elo || rating_elo(elo, t->agents, &rankings, schedule->seatings, &resampling));
    for (size_t i = 0; done && i < t->agents; i++) {
        const bool absent = !entrant_rounds(t, i); /* all of its boards are void */
        if (absent) points[i].value = NAN;
        if (absent && elo) elo[i].value = NAN;
        if (!too_few(t) && !absent) continue;
        points[i].interval = (Interval){NAN, NAN};
        if (elo) elo[i].interval = (Interval){NAN, NAN};
    }
    return done;
}

bool tournament_holm(const Tournament *t, double *adjusted)
{
    double *p = calloc(t->pair_count, sizeof *p);
    if (!p) return false;
    for (size_t i = 0; i < t->pair_count; i++)
        p[i] = pair_p(t, &t->pairs[i]);
    holm_adjust(adjusted, p, t->pair_count);
    free(p);
    return true;
}
