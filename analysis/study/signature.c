/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hashes what a fixed workload comes to: here rounds, choices and perft counts. */
#include "analysis/study/signature.h"

#include <stdio.h>

#include "sim/boards.h"

enum { SIGNATURE_BOARDS = 200, SIGNATURE_DEPTH = 4 };

uint64_t signature_mixed(uint64_t hash, uint64_t value)
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
        hash = signature_mixed(hash, game->history[ply]);
    for (int side = 0; side < rules->sides; side++) {
        hash = signature_mixed(hash, (uint64_t)game->counts[side].points);
        hash = signature_mixed(hash, game->counts[side].surs);
        hash = signature_mixed(hash, game->round.table.piles[side]);
    }
    return hash;
}

static bool add(const void *arg, void *result, const Board *board, size_t pairing)
{
    const Schedule *schedule = ((const Workload *)arg)->schedule;
    HashChunk *chunk = result;
    uint64_t hash = signature_mixed(0, board->index);
    (void)pairing;
    for (int seating = 0; seating < schedule->seatings; seating++)
        hash = game_hash(hash, &board->games[seating], &schedule->rules);
    Round round;
    round_start(&round, &schedule->rules, &board->pack, NULL);
    chunk->hashes[chunk->count++] = signature_mixed(hash, perft(&round, &schedule->rules, SIGNATURE_DEPTH));
    return board->played;
}

static bool release(void *arg, uint64_t first, uint64_t count, const void *result)
{
    Workload *load = arg;
    const HashChunk *chunk = result;
    (void)first;
    for (uint64_t i = 0; i < count; i++)
        load->hash = signature_mixed(load->hash, chunk->hashes[i]);
    return true;
}

/* Two agents on so many boards, with all threads. False as signature_take. */
static bool boards_hash(uint64_t *hash, const Schedule *schedule, const char *const names[2], uint64_t boards,
                        int threads)
{
    Error error;
    Agent agents[2];
    if (!agents_open(agents, names, 2, &schedule->rules, &error)) return false;
    Workload load = {.schedule = schedule, .hash = signature_mixed(*hash, (uint64_t)schedule->rules.players)};
    const BoardsJob job = {.schedule = schedule, .agents = agents, .boards = boards, .threads = threads};
    static const BoardsUse USE = {.size = sizeof(HashChunk), .add = add, .release = release};
    const bool good = boards_play(&job, &USE, &load) == ARENA_DONE;
    agents_free(agents, 2);
    *hash = load.hash;
    return good;
}

/* One preset with so many seats; does nothing where the preset does not allow them. */
static bool preset_hash(uint64_t *hash, const char *preset, int players, int threads)
{
    static const char *const NAMES[2] = {"greedy", "random"};
    Error error;
    char text[RULES_TEXT];
    Rules rules;
    Schedule schedule;
    if (!rules_parse_seated(&rules, preset, players, &error) || rules.players != players) return true;
    snprintf(text, sizeof text, "%s,players=%d", preset, players);
    if (!schedule_make(&schedule, text, 2, true, &error)) return true;
    return boards_hash(hash, &schedule, NAMES, SIGNATURE_BOARDS, threads);
}

/* Agents that decide by floating-point numbers, the one that sees all cards, and those that search. */
static bool choices_hash(uint64_t *hash, unsigned parts, int threads)
{
    static const struct {
        const char *rules, *names[2];
        uint64_t boards;
        unsigned part;
    } ROWS[] = {
        {"pagat,players=2", {"tactic", "counter"}, SIGNATURE_BOARDS, 0},
        {"pagat,players=3", {"tactic", "counter"}, SIGNATURE_BOARDS, 0},
        {"pagat,players=4", {"tactic", "counter"}, SIGNATURE_BOARDS, 0},
        {"pagat,players=2", {"tactic:exact=1", "oracle"}, 2, 0},
        {"pagat,players=2", {"ismcts:iters=50,keep=1", "ismcts:variant=pimc,dets=1"}, 2, SIGNATURE_SEARCHES},
        {"pagat,players=3", {"ismcts:iters=50", "counter"}, 2, SIGNATURE_SEARCHES},
        {"pagat,players=4", {"ismcts:iters=50", "counter"}, 2, SIGNATURE_SEARCHES},
    };
    Error error;
    Schedule schedule;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (!(ROWS[i].part & ~parts) && (!schedule_make(&schedule, ROWS[i].rules, 2, true, &error) ||
                                         !boards_hash(hash, &schedule, ROWS[i].names, ROWS[i].boards, threads)))
            return false;
    return true;
}

bool signature_take(uint64_t *signature, unsigned parts, int threads)
{
    uint64_t hash = 0;
    bool good = true;
    for (int preset = 0; preset < RULE_PRESET_COUNT && good; preset++)
        for (int players = 2; players <= MAX_SEATS && good; players++)
            good = preset_hash(&hash, RULE_PRESETS[preset].name, players, threads);
    good = good && choices_hash(&hash, parts, threads) &&
           (!(parts & SIGNATURE_SEARCHES) || signature_advice(&hash, threads)) && signature_ratings(&hash, threads) &&
           (!(parts & SIGNATURE_TUNINGS) || signature_tunings(&hash, threads));
    *signature = hash;
    return good;
}
