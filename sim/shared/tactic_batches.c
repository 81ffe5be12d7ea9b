/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides many games at once: those in which the same tactic players are to move wait in one batch. */
#include "sim/shared/lineup_table.h"

/* Where the members of a set stand among `players`: bit i for the i-th of them. */
static uint64_t places_of(uint64_t members, uint64_t players)
{
    uint64_t places = 0;
    for (; members; members &= members - 1) {
        uint64_t before = (members & -members) - 1;
        places |= UINT64_C(1) << __builtin_popcountll(players & before);
    }
    return places;
}

/* Makes the play of the seat in the games that wait in a batch. */
static bool batch_step(LineupTable *table, TacticBatch *batch, int seat)
{
    int count = batch->count, variants = batch->variants.count;
    uint64_t every = UINT64_MAX >> (MAX_TACTIC_VARIANTS - variants);
    for (int i = 0; i < count; i++) {
        const SharedGame *game = &table->games[batch->games[i]];
        uint64_t tactics = game->players[seat] & table->tactics;
        uint64_t wanted = tactics == batch->players ? every : places_of(tactics, batch->players);
        Rng rng = game->rngs[seat];
        table->decisions[i] = (TacticDecision){
            .table = &game->round.table, .hand = game->round.hands[seat], .wanted = wanted, .draw = rng_next(&rng)};
    }
    tactic_choose_many(table->chosen, &table->feature_rules, table->rules, &batch->variants, table->decisions, count);
    batch->count = 0;
    for (int i = 0; i < count; i++) {
        CardSet *chosen = table->chosen + i * variants;
        uint64_t wanted = table->decisions[i].wanted;
        int some = variants;
        if (wanted != every)
            for (some = 0; wanted; wanted &= wanted - 1)
                chosen[some++] = chosen[__builtin_ctzll(wanted)];
        if (!game_step(table, &table->games[batch->games[i]], chosen, some)) return false;
    }
    return true;
}

static void batch_init(LineupTable *table, int index, uint64_t players)
{
    TacticBatch *batch = &table->batches[index];
    const double *weights[MAX_LINEUP_PLAYERS];
    int count = 0;
    for (uint64_t rest = players; rest; rest &= rest - 1)
        weights[count++] = tactic_agent_weights(&table->lineups->players[__builtin_ctzll(rest)]);
    tactic_variants_init(&batch->variants, weights, count);
    batch->players = players;
    batch->games = table->batch_games +
                   (size_t)index * (size_t)(table->block * table->lineups->schedule->seatings * table->lineups->count);
    batch->count = 0;
}

/* The index of the batch for a set of tactic players. Each player alone has one, and so have the first sets of several
   that come up. All other sets, each of which is rare, share the batch of all tactic players. */
static int batch_of(LineupTable *table, uint64_t players)
{
    enum { PROBES = 4 };
    int index = BATCH_OF_ALL;
    _Static_assert(SET_BATCHES == 128, "the seven highest bits of the hash");
    if (!(players & (players - 1))) index = __builtin_ctzll(players);
    for (int i = 0; i < PROBES && index == BATCH_OF_ALL; i++) {
        int found = MAX_LINEUP_PLAYERS + ((int)(players * UINT64_C(0x9e3779b97f4a7c15) >> 57) + i) % SET_BATCHES;
        if (!table->batches[found].players || table->batches[found].players == players) index = found;
    }
    if (!table->batches[index].players) batch_init(table, index, index == BATCH_OF_ALL ? table->tactics : players);
    return index;
}

/* Puts a game into the batch of its tactic players at the seat. */
static void game_queue(LineupTable *table, int index, int seat)
{
    SharedGame *game = &table->games[index];
    uint16_t *found = &game->batch[seat];
    if (*found == NO_INDEX) *found = (uint16_t)batch_of(table, game->players[seat] & table->tactics);
    TacticBatch *batch = &table->batches[*found];
    if (!batch->count) table->waiting[table->waiting_count++] = *found;
    batch->games[batch->count++] = (uint16_t)index;
}

void batches_clear(LineupTable *table)
{
    for (int i = 0; i < table->waiting_count; i++)
        table->batches[table->waiting[i]].count = 0;
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
        if (!batch_step(table, &table->batches[table->waiting[i]], seat)) return false;
    table->waiting_count = 0;
    return true;
}
