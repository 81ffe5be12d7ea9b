/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays boards by many pairings and keeps the points of each side. */
#include "sim/pairings.h"

#include <string.h>

#include "sim/boards.h"
#include "sim/journal.h"
#include "sim/measures.h"

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

/* A match is worth 1 point to its winner. */
static bool add(const void *arg, void *out, const Board *board, size_t pairing)
{
    const Schedule *schedule = ((const PairingsRun *)arg)->boards->schedule;
    PairingChunk *chunk = out;
    PairingResult *result = &chunk->results[chunk->count++];
    (void)pairing;
    *result = (PairingResult){.played = board->played, .failure = board->failure};
    for (int seating = 0; board->played && seating < schedule->seatings; seating++)
        if (schedule->match_rounds)
            result->points[seating][board->matches[seating].winner] = 1;
        else
            side_points(result->points[seating], board->games[seating].counts, schedule->rules.sides);
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

/* ---- how a journal keeps results */

static void fields(void *shared, Fields *fields, uint32_t kind, BoardRange jobs, void *result)
{
    const BoardsJob *boards = ((const BoardsRun *)shared)->job;
    const Schedule *schedule = boards->schedule;
    PairingChunk *chunk = result;
    const KnownAgents agents = boards_known(boards);
    (void)kind;
    if (!fields->out && jobs.count > BOARDS_CHUNK) return reader_fail(fields->in);
    if (!fields->out) *chunk = (PairingChunk){.count = jobs.count};
    for (size_t i = 0; i < chunk->count; i++) {
        PairingResult *one = &chunk->results[i];
        uint64_t played = one->played;
        field_uint(fields, &played);
        if (!fields->out) one->played = played == 1;
        if (!one->played) field_void(fields, &one->failure, &agents);
        for (int seating = 0; one->played && seating < schedule->seatings; seating++)
            for (int side = 0; side < schedule->rules.sides; side++)
                field_int32(fields, &one->points[seating][side], -MAX_SCORE, MAX_SCORE);
    }
}

static void voids_of(const void *result, Voids *into)
{
    const PairingChunk *chunk = result;
    for (size_t i = 0; i < chunk->count; i++)
        if (!chunk->results[i].played) voids_add(into, &chunk->results[i].failure);
}

ArenaEnd pairings_play(const BoardsJob *boards, PairingTake *take, void *arg)
{
    static const ResultFormat FORMAT = {.kind = KIND_PAIRINGS, .fields = fields, .voids = voids_of};
    PairingsRun run = {boards, take, arg};
    const BoardsUse use = {
        .size = sizeof(PairingChunk), .clear = chunk_clear, .format = &FORMAT, .add = add, .release = release};
    return boards_play(boards, &use, &run);
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
