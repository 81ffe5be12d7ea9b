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

/* Lists the pairings. False if they are too many. */
static bool pairings_list(Tournament *t, int gauntlet)
{
    const int size = t->schedule->agents;
    uint16_t chosen[MAX_SEATS] = {0};
    for (int i = 0; i < size; i++)
        chosen[i] = (uint16_t)i;
    for (;;) {
        bool wanted = gauntlet == NO_GAUNTLET;
        for (int i = 0; i < size; i++)
            wanted |= chosen[i] == gauntlet;
        for (int turn = 0; wanted && turn <= one_sided(t->schedule); turn++) {
            if (t->pairing_count == TOURNAMENT_MAX_PAIRINGS) return false;
            for (int i = 0; i < size; i++)
                t->pairings[t->pairing_count].agents[i] = chosen[turn ? size - 1 - i : i];
            t->pairing_count++;
        }
        int last = size - 1;
        while (last >= 0 && chosen[last] == t->table.agents - (size_t)(size - last))
            last--;
        if (last < 0) return true;
        chosen[last]++;
        for (int i = last + 1; i < size; i++)
            chosen[i] = (uint16_t)(chosen[i - 1] + 1);
    }
}

const RatedPair *tournament_pair(const Tournament *t, size_t a, size_t b)
{
    const uint32_t index = t->pair_index[a * t->table.agents + b];
    return index ? &t->table.pairs[index - 1] : NULL;
}

static size_t pair_row(const Tournament *t, const RatedPair *pair)
{
    return t->table.agents + (size_t)(pair - t->table.pairs);
}

/* Numbers the pairs, and adds up what a whole board has of each row. */
static void pairs_list(Tournament *t)
{
    const Schedule *schedule = t->schedule;
    for (size_t m = 0; m < t->pairing_count; m++)
        for (int i = 0; i < schedule->agents; i++) {
            const uint16_t x = t->pairings[m].agents[i];
            t->whole[x] += board_scale(schedule, i);
            for (int k = i + 1; k < schedule->agents; k++) {
                const uint16_t y = t->pairings[m].agents[k];
                uint32_t *index = &t->pair_index[x * t->table.agents + y];
                if (!*index) {
                    t->table.pairs[t->table.count++] = (RatedPair){.a = x < y ? x : y, .b = x < y ? y : x};
                    *index = t->pair_index[y * t->table.agents + x] = (uint32_t)t->table.count;
                }
                t->whole[t->table.agents + *index - 1] += board_scale(schedule, i) * schedule->side_count[k];
            }
        }
}

/* So many blocks that what is kept of all of them fits into CELLS numbers. */
static uint32_t block_count(const Tournament *t)
{
    const size_t columns = 2 * t->table.count + t->pairing_count * (t->schedule->agents > 2 ? 5 : 2);
    uint64_t most = CELLS / columns;
    most = most < BLOCKS_LEAST ? BLOCKS_LEAST : most > BLOCKS_MOST ? BLOCKS_MOST : most;
    return (uint32_t)(t->boards < most ? t->boards : most);
}

/* What is counted, by row and by block. False if memory runs out. */
static bool rows_open(Tournament *t)
{
    const size_t rows = t->table.agents + t->table.count;
    const SumsShape shape = {.count = MEET_MEASURES, .squares = MEET_BOARDS, .rows_count = true, .rows = (int)rows};
    t->blocks = block_count(t);
    while (t->boards >> (t->halvings + 1) >= t->blocks)
        t->halvings++;
    t->rankings.boards = t->blocks;
    t->rankings.winners_alone = t->schedule->match_rounds > 0;
    t->results = calloc(t->pairing_count, sizeof *t->results);
    t->board = calloc(rows * MEET_MEASURES, sizeof *t->board);
    t->table.cells = calloc(2 * t->table.count * t->blocks, sizeof *t->table.cells);
    if (!t->results || !t->board || !t->table.cells) return false;
    return sums_open(&t->sums, &shape);
}

/* What a pair's difference and an agent's are divided by. Points are compared with the opponent's, or the mean of the
   others'; of matches, where the winner has 1 and the others 0, the share that was won is compared with one half, or
   with an equal share for every side. */
static int pair_unit(const Schedule *schedule) { return schedule->match_rounds ? 2 : 1; }
static int entrant_unit(const Schedule *schedule) { return schedule->rules.sides - !schedule->match_rounds; }

bool tournament_init(Tournament *t, const Schedule *schedule, size_t agents, int gauntlet, uint64_t boards,
                     Error *error)
{
    const size_t pairs = agents * (agents - 1) / 2;
    const int scale = pair_unit(schedule) * schedule->side_count[0] * schedule->side_count[1];
    *t = (Tournament){.schedule = schedule, .table = {.agents = agents, .scale = scale}, .boards = boards};
    t->pairings = calloc(TOURNAMENT_MAX_PAIRINGS, sizeof *t->pairings);
    t->table.pairs = calloc(pairs, sizeof *t->table.pairs);
    t->pair_index = calloc(agents * agents, sizeof *t->pair_index);
    t->whole = calloc(agents + pairs, sizeof *t->whole);
    error_memory(error);
    if (t->pairings && t->table.pairs && t->pair_index && t->whole) {
        if (pairings_list(t, gauntlet)) {
            pairs_list(t);
            if (rows_open(t)) return true;
        } else {
            error_set(error, "%zu agents at %d seats meet in more than %d ways; name fewer, or --gauntlet A", agents,
                      schedule->rules.players, TOURNAMENT_MAX_PAIRINGS);
        }
    }
    tournament_free(t);
    return false;
}

void tournament_free(Tournament *t)
{
    free(t->table.pairs);
    free(t->table.cells);
    free(t->pairings);
    free(t->results);
    free(t->pair_index);
    free(t->board);
    free(t->whole);
    sums_free(&t->sums);
    rankings_free(&t->rankings);
    *t = (Tournament){0};
}

/* Of a whole board of the row. */
static Estimate row_estimate(const Tournament *t, size_t row, Meet measure, double unit)
{
    const Moments moments = sums_moments(&t->sums, (int)row, (int)measure);
    return estimate_of(&moments, unit * (double)t->whole[row]);
}

/* Too few boards for any interval, and so to say who is better. */
static bool too_few(const Tournament *t) { return t->table.boards < BLOCKS_FEW; }

static PairEstimates pair_estimates(const Tournament *t, const RatedPair *pair, double alpha)
{
    const Estimate diff = row_estimate(t, pair_row(t, pair), MEET_DIFF, pair_unit(t->schedule));
    const Estimate share = row_estimate(t, pair_row(t, pair), MEET_HALF_WINS, 2);
    PairEstimates out = {.diff = diff, .share = share.mean, .interval = {NAN, NAN}, .p = NAN};
    if (too_few(t)) return out;
    if (t->schedule->match_rounds) {
        const Interval won = interval_share(&share, alpha);
        out.interval = (Interval){won.low - 0.5, won.high - 0.5};
        out.p = p_share(&share, 0.5);
    } else {
        out.interval = interval_t(&diff, alpha);
        out.p = p_two_sided(&diff, 0);
    }
    return out;
}

bool tournament_pairs(const Tournament *t, PairEstimates *out, double alpha)
{
    for (size_t i = 0; i < t->table.count; i++) {
        out[i] = pair_estimates(t, &t->table.pairs[i], alpha);
        out[i].hypothesis = (int64_t)i + 1;
    }
    const bool good = holm_adjust_rows(out, sizeof *out, t->table.count, offsetof(PairEstimates, hypothesis),
                                       offsetof(PairEstimates, p), offsetof(PairEstimates, adjusted));
    for (size_t i = 0; i < t->table.count; i++)
        out[i].decided = out[i].adjusted <= alpha;
    return good;
}

/* Of the board that is being counted. */
static int64_t *board_row(const Tournament *t, size_t row) { return t->board + row * MEET_MEASURES; }

/* Adds what the sides of agents i and k of the pairing did to their pair. */
static void pair_add(int64_t *pair, const Schedule *schedule, const BoardPoints *result, int i, int k, int sign)
{
    for (int seating = 0; seating < schedule->seatings; seating++) {
        const int *points = result->points[seating];
        for (unsigned x = schedule->sides[seating][i]; x; x &= x - 1)
            for (unsigned y = schedule->sides[seating][k]; y; y &= y - 1) {
                const int diff = sign * (points[__builtin_ctz(x)] - points[__builtin_ctz(y)]);
                pair[MEET_DIFF] += diff;
                pair[MEET_HALF_WINS] += diff > 0 ? 2 : diff == 0;
                pair[MEET_SEATS]++;
            }
        pair[MEET_ROUNDS]++;
    }
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
    const size_t rows = t->table.agents + t->table.count;
    for (size_t row = 0; row < rows; row++) {
        int64_t *values = board_row(t, row);
        if (row >= t->table.agents) {
            int32_t *cells = t->table.cells + 2 * (block * t->table.count + row - t->table.agents);
            cells[0] += (int32_t)values[MEET_DIFF];
            cells[1] += (int32_t)values[MEET_ROUNDS];
        }
        values[MEET_BOARDS] = values[MEET_SEATS] == t->whole[row];
        if (!values[MEET_BOARDS]) values[MEET_DIFF] = values[MEET_HALF_WINS] = 0;
    }
    sums_add(&t->sums, t->board);
    memset(t->board, 0, rows * MEET_MEASURES * sizeof *t->board);
    t->table.boards = block + 1;
}

/* A void board of a pairing counts for nobody. */
static bool pairing_take(Tournament *t, uint64_t board, uint32_t block, size_t m)
{
    const Schedule *schedule = t->schedule;
    const Pairing pairing = schedule_order(schedule, &t->pairings[m], board);
    const BoardPoints *result = &t->results[m];
    if (!result->played) return true;
    for (int i = 0; i < schedule->agents; i++) {
        const uint16_t x = pairing.agents[i];
        entrant_add(board_row(t, x), schedule, result, i);
        for (int k = i + 1; k < schedule->agents; k++) {
            const uint16_t y = pairing.agents[k];
            pair_add(board_row(t, pair_row(t, tournament_pair(t, x, y))), schedule, result, i, k, x < y ? 1 : -1);
        }
    }
    return rankings_take(t, block, &pairing, result);
}

/* Puts each two rows together. */
static void rows_halve(int32_t *cells, size_t columns, uint32_t rows)
{
    for (uint32_t i = 0; i < rows; i++)
        for (size_t c = 0; c < columns; c++) {
            const int32_t cell = cells[i * columns + c];
            cells[i * columns + c] = 0;
            cells[i / 2 * columns + c] += cell;
        }
}

/* The block of a board. As long as there is room, blocks are smaller by halves than they will be in the end, so that a
   tournament that is stopped has many. */
static uint32_t block_of(Tournament *t, uint64_t board)
{
    for (;;) {
        const uint64_t block = (uint64_t)((((__uint128_t)board * t->blocks) << t->halvings) / t->boards);
        if (block < t->blocks) return (uint32_t)block;
        rows_halve(t->table.cells, 2 * t->table.count, t->blocks);
        rows_halve(t->rankings.cells, t->rankings.room, t->blocks);
        t->halvings--;
    }
}

bool tournament_take(void *arg, uint64_t board, size_t m, const BoardPoints *result)
{
    Tournament *t = arg;
    t->results[m] = *result;
    if (m + 1 < t->pairing_count) return true;
    const uint32_t block = block_of(t, board);
    for (size_t i = 0; i < t->pairing_count && !t->failed; i++)
        t->failed = !pairing_take(t, board, block, i);
    if (!t->failed) board_end(t, block);
    return !t->failed;
}

ArenaEnd tournament_play(Tournament *t, const Agent agents[], int threads)
{
    const BoardsJob boards = {.schedule = t->schedule,
                              .agents = agents,
                              .agent_count = t->table.agents,
                              .pairings = t->pairings,
                              .pairing_count = t->pairing_count,
                              .boards = t->boards,
                              .threads = threads};
    return boards_play_points(&boards, tournament_take, t, NULL);
}

EntrantEstimates entrant_estimates(const Tournament *t, size_t agent)
{
    const int64_t *x = t->sums.x + agent * MEET_MEASURES;
    const double seats = (double)x[MEET_SEATS];
    return (EntrantEstimates){.diff = (double)x[MEET_POINTS] / (seats * entrant_unit(t->schedule)),
                              .share = (double)x[MEET_WINS] / (win_scale(t->schedule->rules.sides) * seats),
                              .rounds = x[MEET_ROUNDS]};
}

size_t tournament_leader(const Tournament *t, Estimate *diff, Interval *interval, double alpha)
{
    const double each = bonferroni_alpha(alpha, t->table.agents);
    size_t leader = 0;
    for (size_t i = 0; i < t->table.agents; i++) {
        const Estimate own = row_estimate(t, i, MEET_DIFF, entrant_unit(t->schedule));
        if (i && !(own.mean > diff->mean) && !isnan(diff->mean)) continue;
        leader = i;
        *diff = own;
    }
    *interval = interval_anytime(diff, each, anytime_rho(each, (double)t->boards));
    return leader;
}

bool tournament_fit(const Tournament *t, TournamentFit *out, double alpha, uint64_t seed)
{
    Rng rng = rng_for(seed, 1, PURPOSE_BOOTSTRAP);
    const Resampling resampling = {alpha, rating_replicates(alpha), &rng, t->threads};
    if (!rating_fit(&out->fit, out->circles, &t->table)) return false;
    if (too_few(t)) out->fit.p = NAN;
    /* What is left of it where ratings explain all pairs is chance. */
    return rating_nash(out->nash, out->against, &t->table, out->fit.p <= alpha ? &resampling : NULL);
}

bool tournament_rate(const Tournament *t, Rating *points, Rating *elo, double alpha, uint64_t seed)
{
    Rng rng = rng_for(seed, 0, PURPOSE_BOOTSTRAP);
    const Resampling resampling = {alpha, too_few(t) ? 1 : rating_replicates(alpha), &rng, t->threads};
    Rankings rankings = t->rankings;
    rankings.boards = t->table.boards;
    if (!rating_points(points, &t->table, &resampling) ||
        (elo && !rating_elo(elo, t->table.agents, &rankings, t->schedule->seatings, &resampling)))
        return false;
    for (size_t i = 0; i < 2 * t->table.agents; i++) {
        Rating *rating = i < t->table.agents ? &points[i] : elo ? &elo[i - t->table.agents] : NULL;
        const bool absent = !entrant_estimates(t, i % t->table.agents).rounds; /* all of its boards are void */
        if (rating && absent) rating->value = NAN;
        if (rating && (absent || too_few(t))) rating->interval = (Interval){NAN, NAN};
    }
    return true;
}
