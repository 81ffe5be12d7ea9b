/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/pairings.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 16 };

typedef struct {
    const Pairings *pairings;
    void **minds; /* [agent * MAX_SEATS + k]: of the k-th seat that it holds in a pairing; NULL: not opened */
    Agent agents[MAX_SEATS];
    Board board;
} Worker;

typedef struct {
    size_t count;
    PairingResult results[CHUNK];
} Chunk;

static void *worker_open(void *shared)
{
    const Pairings *pairings = shared;
    Worker *worker = calloc(1, sizeof *worker);
    if (!worker) return NULL;
    worker->pairings = pairings;
    worker->minds = calloc(pairings->agent_count * MAX_SEATS, sizeof *worker->minds);
    if (worker->minds) return worker;
    free(worker);
    return NULL;
}

static void worker_close(void *arg)
{
    Worker *worker = arg;
    const Pairings *pairings = worker->pairings;
    for (size_t i = 0; i < pairings->agent_count * MAX_SEATS; i++) {
        const AgentKind *kind = pairings->agents[i / MAX_SEATS].kind;
        if (worker->minds[i] && kind->mind_close) kind->mind_close(worker->minds[i]);
    }
    free(worker->minds);
    free(worker);
}

Pairing pairing_order(const Pairing *pairing, const Schedule *schedule, uint64_t board)
{
    static const uint8_t ORDERS[][MAX_SEATS] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 1, 3, 2},
                                                {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};
    static const uint8_t COUNT[MAX_SEATS + 1] = {1, 1, 1, 2, 6};
    const uint8_t *order = ORDERS[board % COUNT[schedule->agents]];
    Pairing out = {{0}};
    for (int i = 0; i < schedule->agents; i++)
        out.agents[i] = pairing->agents[order[i]];
    return out;
}

/* Seats the agents of a pairing. False if memory runs out. */
static bool pairing_seat(Minds *minds, Worker *worker, const Pairing *pairing)
{
    const Pairings *pairings = worker->pairings;
    const Schedule *schedule = pairings->schedule;
    int held[MAX_SEATS] = {0}; /* seats so far, by index in the pairing */
    *minds = (Minds){.schedule = schedule, .agents = worker->agents};
    for (int i = 0; i < schedule->agents; i++)
        worker->agents[i] = pairings->agents[pairing->agents[i]];
    for (int slot = 0; slot < schedule->rules.players; slot++) {
        int index = schedule->slots[slot];
        const Agent *agent = &pairings->agents[pairing->agents[index]];
        if (!agent->kind->mind_open) continue;
        void **mind = &worker->minds[pairing->agents[index] * MAX_SEATS + held[index]++];
        if (!*mind) *mind = agent->kind->mind_open(agent, &schedule->rules);
        if (!*mind) return false;
        minds->minds[slot] = *mind;
    }
    return true;
}

static bool work(void *arg, uint64_t index, void *out)
{
    Worker *worker = arg;
    const Pairings *pairings = worker->pairings;
    Chunk *chunk = out;
    PairingResult *result = &chunk->results[chunk->count++];
    Minds minds;
    const uint64_t board = pairings->first + index / pairings->pairing_count;
    const Pairing pairing =
        pairing_order(&pairings->pairings[index % pairings->pairing_count], pairings->schedule, board);
    if (!pairing_seat(&minds, worker, &pairing)) return false;
    result->played = board_play(&worker->board, &minds, board, NULL);
    for (int seating = 0; seating < pairings->schedule->seatings; seating++)
        for (int side = 0; side < pairings->schedule->rules.sides; side++)
            result->points[seating][side] = (int16_t)worker->board.games[seating].counts[side].points;
    return true;
}

static void chunk_clear(void *result) { ((Chunk *)result)->count = 0; }

static bool release(void *shared, uint64_t first, uint64_t count, const void *result)
{
    const Pairings *pairings = shared;
    const Chunk *chunk = result;
    for (uint64_t i = 0; i < count; i++)
        if (!pairings->take(pairings->arg, pairings->first + (first + i) / pairings->pairing_count,
                            (size_t)((first + i) % pairings->pairing_count), &chunk->results[i]))
            return false;
    return true;
}

ArenaEnd pairings_play(const Pairings *pairings)
{
    Pairings shared = *pairings;
    const ArenaJob job = {
        .count = pairings->boards * pairings->pairing_count,
        .chunk = arena_chunk(pairings->boards * pairings->pairing_count, CHUNK),
        .threads = pairings->threads,
        .shared = &shared,
        .worker_open = worker_open,
        .worker_close = worker_close,
        .result_size = sizeof(Chunk),
        .result_clear = chunk_clear,
        .work = work,
        .release = release,
    };
    return arena_run(&job);
}

int pairing_points(const PairingResult *result, const Schedule *schedule, int seating, int index)
{
    int sum = 0;
    for (int side = 0; side < schedule->rules.sides; side++)
        if (schedule->sides[seating][index] >> side & 1) sum += result->points[seating][side];
    return sum;
}

int pairing_diff(const PairingResult *result, const Schedule *schedule, int index)
{
    int sum = 0, sides = schedule->rules.sides;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        int total = 0;
        for (int side = 0; side < sides; side++)
            total += result->points[seating][side];
        sum += sides * pairing_points(result, schedule, seating, index) - schedule->side_count[index] * total;
    }
    return sum;
}
