/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hashes what a fixed workload of rounds and perft counts comes to. */
#include <stdio.h>

#include "analysis/study/bench.h"
#include "sim/board.h"

enum { SIGNATURE_BOARDS = 200, SIGNATURE_DEPTH = 4 };

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

typedef struct {
    const Schedule *schedule;
    uint64_t hash;
} Workload;

/* Hashes of the boards of a chunk, one after the other. */
typedef struct {
    uint64_t count, hashes[BOARDS_CHUNK];
} HashChunk;

static uint64_t game_hash(uint64_t hash, const Game *game, const Rules *rules)
{
    for (int ply = 0; ply < PLAYS; ply++)
        hash = mixed(hash, game->history[ply]);
    for (int side = 0; side < rules->sides; side++) {
        hash = mixed(hash, (uint64_t)game->counts[side].points);
        hash = mixed(hash, game->counts[side].surs);
        hash = mixed(hash, game->round.table.piles[side]);
    }
    return hash;
}

static bool add(const void *arg, void *result, const Board *board, size_t pairing)
{
    const Schedule *schedule = ((const Workload *)arg)->schedule;
    HashChunk *chunk = result;
    uint64_t hash = mixed(0, board->index);
    (void)pairing;
    for (int seating = 0; seating < schedule->seatings; seating++)
        hash = game_hash(hash, &board->games[seating], &schedule->rules);
    Round round;
    round_start(&round, &schedule->rules, &board->pack, NULL);
    chunk->hashes[chunk->count++] = mixed(hash, perft(&round, &schedule->rules, SIGNATURE_DEPTH));
    return board->played;
}

static bool release(void *arg, uint64_t first, uint64_t count, const void *result)
{
    Workload *load = arg;
    const HashChunk *chunk = result;
    (void)first;
    for (uint64_t i = 0; i < count; i++)
        load->hash = mixed(load->hash, chunk->hashes[i]);
    return true;
}

/* One preset with so many seats; does nothing where the preset does not allow them. */
static bool preset_hash(uint64_t *hash, const char *preset, int players, int threads)
{
    Error error;
    char text[RULES_TEXT];
    Rules rules;
    Schedule schedule;
    Agent agents[2];
    if (!rules_parse_seated(&rules, preset, players, &error) || rules.players != players) return true;
    snprintf(text, sizeof text, "%s,players=%d", preset, players);
    if (!schedule_make(&schedule, text, 2, true, &error)) return true;
    if (!agent_parse(&agents[0], "greedy", &schedule.rules, &error) ||
        !agent_parse(&agents[1], "random", &schedule.rules, &error))
        return false;
    Workload load = {.schedule = &schedule, .hash = mixed(*hash, (uint64_t)players)};
    const BoardsJob job = {.schedule = &schedule,
                           .agents = agents,
                           .agent_count = 2,
                           .boards = SIGNATURE_BOARDS,
                           .threads = threads,
                           .result_size = sizeof(HashChunk),
                           .add = add,
                           .release = release,
                           .arg = &load};
    if (boards_play(&job) != ARENA_DONE) return false;
    *hash = load.hash;
    return true;
}

bool signature_take(uint64_t *signature, int threads)
{
    uint64_t hash = 0;
    bool good = true;
    for (int preset = 0; preset < RULE_PRESET_COUNT && good; preset++)
        for (int players = 2; players <= MAX_SEATS && good; players++)
            good = preset_hash(&hash, RULE_PRESETS[preset].name, players, threads);
    *signature = hash;
    return good;
}
