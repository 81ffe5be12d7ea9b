/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays boards by many pairings and keeps the points of each side. */
#include "sim/pairings.h"

#include <string.h>

#include "sim/matches.h"
#include "sim/tally.h"

typedef struct {
    const BoardsJob *boards;
    PairingTake *take;
    void *arg; /* of take */
} PairingsRun;

typedef struct {
    size_t count;
    PairingResult results[BOARDS_CHUNK];
} PairingChunk;

static void chunk_clear(void *result) { ((PairingChunk *)result)->count = 0; }

static bool add(const void *arg, void *out, const Board *board, size_t pairing)
{
    const Schedule *schedule = ((const PairingsRun *)arg)->boards->schedule;
    PairingChunk *chunk = out;
    PairingResult *result = &chunk->results[chunk->count++];
    (void)pairing;
    result->played = board->played;
    result->failure = board->failure;
    for (int seating = 0; seating < schedule->seatings; seating++)
        side_points(result->points[seating], board->games[seating].counts, schedule->rules.sides);
    return true;
}

typedef struct {
    PairingResult *result;
    int seatings;
} PairingCourses;

/* Mixes the plays of a round into the hash of its match. */
static bool course_add(void *arg, const Match *match, const PlayedRound *round)
{
    const PairingCourses *courses = arg;
    uint64_t *course = &courses->result->course[round->match % courses->seatings];
    (void)match;
    for (int ply = 0; ply < round->game->round.table.ply; ply++) {
        *course = (*course ^ round->game->history[ply]) * UINT64_C(0x9e3779b97f4a7c15);
        *course ^= *course >> 32;
    }
    return true;
}

/* A match is worth 1 point to its winner. */
static bool play_matches(const void *arg, void *out, Players *players, uint64_t index, size_t pairing)
{
    const BoardsJob *boards = ((const PairingsRun *)arg)->boards;
    PairingChunk *chunk = out;
    PairingResult *result = &chunk->results[chunk->count++];
    PairingCourses courses = {result, boards->schedule->seatings};
    MatchBoard board = {.told = course_add, .arg = &courses};
    memset(result->course, 0, sizeof result->course);
    if (!match_board_play(&board, players, &boards->pairings[pairing], index)) return false;
    result->played = board.played;
    result->failure = board.failure;
    memset(result->points, 0, sizeof result->points);
    for (int seating = 0; board.played && seating < boards->schedule->seatings; seating++)
        result->points[seating][board.matches[seating].winner] = 1;
    return true;
}

static bool release(void *arg, uint64_t first, uint64_t count, const void *result)
{
    const PairingsRun *run = arg;
    const PairingChunk *chunk = result;
    const size_t pairings = run->boards->pairing_count;
    for (uint64_t i = 0; i < count; i++)
        if (!run->take(run->arg, run->boards->first + (first + i) / pairings, (first + i) % pairings,
                       &chunk->results[i]))
            return false;
    return true;
}

ArenaEnd pairings_play(const BoardsJob *boards, PairingTake *take, void *arg)
{
    PairingsRun run = {boards, take, arg};
    BoardsJob job = *boards;
    job.result_size = sizeof(PairingChunk);
    job.result_clear = chunk_clear;
    job.add = add;
    job.play = boards->schedule->match_rounds ? play_matches : NULL;
    job.release = release;
    job.arg = &run;
    return boards_play(&job);
}

int pairing_diff(const PairingResult *result, const Schedule *schedule, int index)
{
    int sum = 0;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        int diff[MAX_SIDES];
        diff_units(diff, result->points[seating], schedule->rules.sides);
        sum += schedule_sum(schedule, seating, index, diff);
    }
    return sum;
}
