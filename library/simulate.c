/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many boards, as arrays. */
#include <stdlib.h>

#include "library/handles.h"
#include "sim/boards.h"

enum { MAX_FIRST = 50 }; /* boards are numbered below 2^50, see sim/schedule.h */

/* What a worker adds: arrays have a place for each board, so that only what is void needs to be told in order. */
typedef struct {
    Voids voids;
} Chunk;

typedef struct {
    const Schedule *schedule;
    const pasur_sim_options *options;
    const pasur_sim_rows *rows;
    Voids voids;
} Run;

static void put(int32_t *column, size_t row, int32_t value)
{
    if (column) column[row] = value;
}

static bool add(const void *arg, void *result, const Board *board, size_t pairing)
{
    const Run *run = arg;
    const Schedule *schedule = run->schedule;
    const Rules *rules = &schedule->rules;
    size_t row = (size_t)(board->index - run->options->first) * (size_t)(schedule->seatings * rules->players);
    (void)pairing;
    if (!board->played) voids_add(&((Chunk *)result)->voids, &board->failure);
    for (int seating = 0; seating < schedule->seatings; seating++) {
        const PlayedRound round = board_round(board, schedule, seating);
        for (int seat = 0; seat < rules->players; seat++, row++) {
            const SideCount none = {0};
            const SideCount *count = board->played ? &round.game->counts[rules_side(rules, seat)] : &none;
            put(run->rows->agent, row, board->played ? round_agent(&round, schedule, seat) : -1);
            put(run->rows->points, row, count->points);
            put(run->rows->surs, row, count->surs);
            put(run->rows->clubs, row, count->clubs);
        }
    }
    return true;
}

static bool release(void *arg, uint64_t first, uint64_t count, const void *result)
{
    (void)first, (void)count;
    voids_merge(&((Run *)arg)->voids, &((const Chunk *)result)->voids);
    return true;
}

static bool schedule_of(Schedule *schedule, const Rules *rules, int count, int alone, Error *error)
{
    char text[RULES_TEXT];
    rules_print(text, rules);
    if (!schedule_make(schedule, text, count, !alone, error)) return false;
    /* a text that does not say how many players there are leaves it to the agents */
    return schedule->rules.players == rules->players ||
           error_set(error, "%d agents cannot sit down at %d seats", count, (int)rules->players);
}

int pasur_sim_seatings(const pasur_rules *rules, int count, int alone)
{
    Error why;
    Schedule schedule;
    return schedule_of(&schedule, &rules->rules, count, alone, &why) ? schedule.seatings : 0;
}

static int play(const BoardsJob *job, Run *run, uint64_t *voids, pasur_error *error)
{
    static const BoardsUse USE = {.size = sizeof(Chunk), .add = add, .release = release};
    char text[VOID_TEXT];
    if (boards_play(job, &USE, run) != ARENA_DONE) return fail_memory(error);
    if (voids) *voids = (uint64_t)run->voids.boards;
    if (run->voids.boards && (uint64_t)run->voids.boards == job->boards)
        return fail(error, PASUR_FAILED, void_print(text, &run->voids.kinds[0].first));
    return PASUR_OK;
}

int pasur_sim(const pasur_rules *rules, const pasur_agent *const agents[], int count, const pasur_sim_options *options,
              const pasur_sim_rows *rows, uint64_t *voids, pasur_error *error)
{
    Error why;
    Schedule schedule;
    Agent seated[MAX_SEATS];
    if (!schedule_of(&schedule, &rules->rules, count, options->alone, &why)) return fail_as(error, &why);
    if (options->first >> MAX_FIRST || options->boards > (UINT64_C(1) << MAX_FIRST) - options->first)
        return fail(error, PASUR_INPUT, "boards: numbers below 2^50 only");
    if (options->threads < 0 || options->threads > MAX_THREADS) return fail(error, PASUR_INPUT, THREADS_RANGE);
    for (int i = 0; i < count; i++) {
        if (!rules_equal(&agents[i]->rules, &rules->rules))
            return fail(error, PASUR_INPUT, "an agent was made for other rules than these");
        seated[i] = agents[i]->agent;
    }
    schedule.seed = options->seed;
    Run run = {.schedule = &schedule, .options = options, .rows = rows};
    const BoardsJob job = {.schedule = &schedule,
                           .agents = seated,
                           .first = options->first,
                           .boards = options->boards,
                           .threads = options->threads ? options->threads : arena_cores()};
    return play(&job, &run, voids, error);
}
