/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/sur.h"
#include "sim/shared/lineup_table.h"

/* Points of what a side has taken that no agent looks at and that only add up; clubs are not among them. */
static void taken_points(int out[static MAX_SIDES], const LineupTable *table, const SharedGame *game)
{
    const Rules *rules = table->lineups->rules;
    const Table *seen = &game->round.table;
    for (int side = 0; side < rules->sides; side++)
        out[side] = worth_cards(seen->piles[side], rules) + (table->surs_add ? sur_points(seen->surs[side], rules) : 0);
}

/* What is to come depends on it, folded; the clubs of each side in a nibble. */
static uint64_t clubs_of(const Table *seen)
{
    uint64_t clubs = 0;
    for (int side = 0; side < MAX_SIDES; side++)
        clubs |= ((seen->piles[side] & CLUBS) * UINT64_C(0x1111111111111) >> 48 & 15) << 4 * side;
    return clubs;
}

/* Of pool and hands: few games that differ elsewhere only are alive at a time. */
static uint64_t future_hash(const SharedGame *game)
{
    const Round *round = &game->round;
    return round->table.pool * UINT64_C(0x9e3779b97f4a7c15) +
           (round->hands[0] ^ round->hands[2] << 7) * UINT64_C(0xbf58476d1ce4e5b9) +
           (round->hands[1] ^ round->hands[3] << 7) * UINT64_C(0x94d049bb133111eb);
}

/* Will both go on alike if their players do? */
static bool future_same(const LineupTable *table, const SharedGame *a, const SharedGame *b)
{
    const Table *x = &a->round.table, *y = &b->round.table;
    return a->place == b->place && x->pool == y->pool &&
           !memcmp(a->round.hands, b->round.hands, sizeof a->round.hands) && clubs_of(x) == clubs_of(y) &&
           x->last == y->last && (table->surs_add || !memcmp(x->surs, y->surs, sizeof x->surs)) &&
           !memcmp(a->rngs, b->rngs, sizeof a->rngs);
}

/* The line-ups of `from` go on in `into`; their accounts keep what sets the two games apart. */
static void game_join(LineupTable *table, SharedGame *into, const SharedGame *from)
{
    int mine[MAX_SIDES], theirs[MAX_SIDES];
    taken_points(mine, table, into);
    taken_points(theirs, table, from);
    for (uint16_t lineup = from->first, next; lineup != NO_INDEX; lineup = next) {
        next = table->next[lineup];
        for (int side = 0; side < table->lineups->rules->sides; side++)
            table->account[lineup][side] += theirs[side] - mine[side];
        lineup_append(table, into, lineup);
    }
}

/* Looks at games until the slots are full: those behind go on alone, which costs time and nothing else. */
void games_merge(LineupTable *table)
{
    uint16_t used[MERGE_SLOTS];
    int used_count = 0;
    for (int i = 0; i < table->game_count && used_count < MERGE_SLOTS; i++) {
        SharedGame *game = &table->games[i];
        unsigned slot = (unsigned)(future_hash(game) >> 52);
        while (table->slots[slot] != NO_INDEX && !future_same(table, &table->games[table->slots[slot]], game))
            slot = (slot + 1) % MERGE_SLOTS;
        if (table->slots[slot] == NO_INDEX) {
            table->slots[slot] = (uint16_t)i;
            used[used_count++] = (uint16_t)slot;
        } else {
            game_join(table, &table->games[table->slots[slot]], game);
            if (i != --table->game_count) game_copy(table, game, &table->games[table->game_count]);
            i--;
        }
    }
    for (int i = 0; i < used_count; i++)
        table->slots[used[i]] = NO_INDEX;
}
