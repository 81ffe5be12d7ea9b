/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games in which the same tactic players are to move are decided together. */
#include "sim/shared/lineup_table.h"

/* The places of the members in `players`. */
static uint64_t places_of(uint64_t members, uint64_t players)
{
    uint64_t places = 0;
    for (; members; members &= members - 1) {
        uint64_t before = (members & -members) - 1;
        places |= UINT64_C(1) << __builtin_popcountll(players & before);
    }
    return places;
}

/* Makes a play in the games of a group. */
static bool group_step(LineupTable *table, Group *group, int seat)
{
    int count = group->count, variants = group->variants.count;
    uint64_t every = UINT64_MAX >> (MAX_TACTIC_VARIANTS - variants);
    for (int i = 0; i < count; i++) {
        const SharedGame *game = &table->games[group->games[i]];
        uint64_t tactics = game->players[seat] & table->tactics;
        uint64_t wanted = tactics == group->players ? every : places_of(tactics, group->players);
        Rng rng = game->rngs[seat];
        table->decisions[i] = (TacticDecision){&game->round.table, game->round.hands[seat], wanted, rng_next(&rng)};
    }
    tactic_choose_many(table->chosen, &table->feature_rules, table->lineups->rules, &group->variants, table->decisions,
                       count);
    group->count = 0;
    for (int i = 0; i < count; i++) {
        CardSet *chosen = table->chosen + i * variants;
        uint64_t wanted = table->decisions[i].wanted;
        int some = variants;
        if (wanted != every)
            for (some = 0; wanted; wanted &= wanted - 1)
                chosen[some++] = chosen[__builtin_ctzll(wanted)];
        if (!game_step(table, &table->games[group->games[i]], chosen, some)) return false;
    }
    return true;
}

static void group_init(LineupTable *table, int index, uint64_t players)
{
    Group *group = &table->groups[index];
    const double *weights[MAX_PLAYERS];
    int count = 0;
    for (uint64_t rest = players; rest; rest &= rest - 1)
        weights[count++] = tactic_agent_weights(&table->lineups->players[__builtin_ctzll(rest)]);
    tactic_variants_init(&group->variants, weights, count);
    group->players = players;
    group->games = table->group_games + (size_t)index * (size_t)(table->block * table->lineups->count);
    group->count = 0;
}

/* A player alone has a group; so have the first sets of several that come along. All other sets, of which each is rare,
   share one of all tactic players. */
static int group_of(LineupTable *table, uint64_t players)
{
    enum { PROBES = 4 };
    int index = GROUP_OF_ALL;
    _Static_assert(SET_GROUPS == 128, "the seven highest bits");
    if (!(players & (players - 1))) index = __builtin_ctzll(players);
    for (int i = 0; i < PROBES && index == GROUP_OF_ALL; i++) {
        int found = MAX_PLAYERS + ((int)(players * UINT64_C(0x9e3779b97f4a7c15) >> 57) + i) % SET_GROUPS;
        if (!table->groups[found].players || table->groups[found].players == players) index = found;
    }
    if (!table->groups[index].players) group_init(table, index, index == GROUP_OF_ALL ? table->tactics : players);
    return index;
}

/* Puts the game into the group of its tactic players at the seat. */
static void game_queue(LineupTable *table, int index, int seat)
{
    SharedGame *game = &table->games[index];
    uint16_t *found = &game->group[seat];
    if (*found == NO_INDEX) *found = (uint16_t)group_of(table, game->players[seat] & table->tactics);
    Group *group = &table->groups[*found];
    if (!group->count) table->waiting[table->waiting_count++] = *found;
    group->games[group->count++] = (uint16_t)index;
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
        if (game->players[seat] & table->tactics)
            game_queue(table, i, seat);
        else if (!game_step(table, game, NULL, 0))
            return false;
    }
    for (int i = 0; i < table->waiting_count; i++)
        if (!group_step(table, &table->groups[table->waiting[i]], seat)) return false;
    table->waiting_count = 0;
    return true;
}
