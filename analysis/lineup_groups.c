/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games in which the same tactic players are to move are decided together. */
#include <string.h>

#include "analysis/lineup_table.h"

/* Makes a play in the games of a group. */
static bool group_step(LineupTable *table, Group *group)
{
    int count = group->count, versions = group->versions.count;
    for (int i = 0; i < count; i++) {
        const SharedGame *game = &table->games[group->games[i]];
        const Table *seen = &game->round.table;
        Rng rng = game->rngs[seen->turn];
        table->decisions[i] = (TacticDecision){seen, game->round.hands[seen->turn], rng_next(&rng)};
    }
    tactic_choose_many(table->chosen, &table->scene_rules, table->lineups->rules, &group->versions, table->decisions,
                       count);
    group->count = 0;
    for (int i = 0; i < count; i++)
        if (!game_step(table, &table->games[group->games[i]], table->chosen + i * versions, versions)) return false;
    return true;
}

static bool groups_step(LineupTable *table)
{
    for (int i = 0; i < table->waiting_count; i++)
        if (!group_step(table, &table->groups[table->waiting[i]])) return false;
    table->waiting_count = 0;
    return true;
}

/* Where the set is, or would be. */
static unsigned group_find(const LineupTable *table, uint64_t players)
{
    _Static_assert(GROUPS == 256, "the eight highest bits");
    unsigned i = (unsigned)(players * UINT64_C(0x9e3779b97f4a7c15) >> 56);
    while (table->groups[i].players && table->groups[i].players != players)
        i = (i + 1) % GROUPS;
    return i;
}

static void group_init(LineupTable *table, unsigned index, uint64_t players)
{
    Group *group = &table->groups[index];
    const double *weights[MAX_PLAYERS];
    int count = 0;
    for (uint64_t rest = players; rest; rest &= rest - 1)
        weights[count++] = tactic_agent_weights(&table->lineups->players[__builtin_ctzll(rest)]);
    tactic_versions_init(&group->versions, weights, count);
    group->players = players;
    group->games = table->group_games + (size_t)index * (size_t)(table->block * table->lineups->count);
    group->count = 0;
    table->group_count++;
}

static void groups_forget(LineupTable *table)
{
    for (int i = 0; i < GROUPS; i++)
        table->groups[i].players = 0;
    table->group_count = 0;
    for (int i = 0; i < table->game_count; i++)
        memset(table->games[i].group, 0xff, sizeof table->games[i].group);
}

/* Puts the game into the group of its tactic players at the seat. */
static bool game_queue(LineupTable *table, int index, int seat)
{
    SharedGame *game = &table->games[index];
    if (game->group[seat] == NO_INDEX) {
        uint64_t players = game->players[seat] & table->tactics;
        unsigned found = group_find(table, players);
        if (!table->groups[found].players) {
            if (table->group_count == GROUPS - 1) {
                if (!groups_step(table)) return false;
                groups_forget(table);
                found = group_find(table, players);
            }
            group_init(table, found, players);
        }
        game->group[seat] = (uint16_t)found;
    }
    Group *group = &table->groups[game->group[seat]];
    if (!group->count) table->waiting[table->waiting_count++] = game->group[seat];
    group->games[group->count++] = (uint16_t)index;
    return true;
}

void groups_clear(LineupTable *table)
{
    for (int i = 0; i < table->waiting_count; i++)
        table->groups[table->waiting[i]].count = 0;
    table->waiting_count = 0;
}

bool games_step(LineupTable *table, int seat)
{
    for (int i = 0, games = table->game_count; i < games; i++) {
        SharedGame *game = &table->games[i];
        bool good = game->players[seat] & table->tactics ? game_queue(table, i, seat) : game_step(table, game, NULL, 0);
        if (!good) return false;
    }
    return groups_step(table);
}
