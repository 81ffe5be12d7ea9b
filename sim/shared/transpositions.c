/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds games that have come to the same position by different plays, and makes one of them. */
#include <string.h>

#include "engine/table.h"
#include "sim/shared/lineup_table.h"

/* Points of each side that only add up and that no agent's choice depends on: those of its cards, and of its Surs where
   Surs only add up. Clubs are not among them: the seventh decides. */
static void points_taken(int out[static MAX_SIDES], const LineupTable *table, const SharedGame *game)
{
    const Rules *rules = table->rules;
    const Table *seen = &game->round.table;
    for (int side = 0; side < rules->sides; side++)
        out[side] = worth_cards(seen->piles[side], rules) + (table->surs_add ? sur_points(seen->surs[side], rules) : 0);
}

/* Clubs per side, one nibble each: all that later play needs of the piles. */
static uint64_t clubs_taken(const Table *seen)
{
    uint64_t clubs = 0;
    for (int side = 0; side < MAX_SIDES; side++)
        clubs |= ((seen->piles[side] & CLUBS) * UINT64_C(0x1111111111111) >> 48 & 15) << 4 * side;
    return clubs;
}

/* A hash of seating, pool and hands. Games that agree in these and differ elsewhere are few at any time. */
static uint64_t position_hash(const SharedGame *game)
{
    const Round *round = &game->round;
    return game->seating * UINT64_C(0xd6e8feb86659fd93) + round->table.pool * UINT64_C(0x9e3779b97f4a7c15) +
           (round->hands[0] ^ round->hands[2] << 7) * UINT64_C(0xbf58476d1ce4e5b9) +
           (round->hands[1] ^ round->hands[3] << 7) * UINT64_C(0x94d049bb133111eb);
}

/* Will both games go on alike as long as their players choose alike? */
static bool position_same(const LineupTable *table, const SharedGame *a, const SharedGame *b)
{
    const Table *x = &a->round.table, *y = &b->round.table;
    return a->place == b->place && x->pool == y->pool &&
           !memcmp(a->round.hands, b->round.hands, sizeof a->round.hands) && clubs_taken(x) == clubs_taken(y) &&
           x->last == y->last && (table->surs_add || !memcmp(x->surs, y->surs, sizeof x->surs)) &&
           !memcmp(a->rngs, b->rngs, sizeof a->rngs);
}

/* The line-ups of `from` go on in `into` and carry the points by which the two games differ. */
static void game_join(LineupTable *table, SharedGame *into, const SharedGame *from)
{
    int here[MAX_SIDES], there[MAX_SIDES];
    points_taken(here, table, into);
    points_taken(there, table, from);
    for (uint16_t lineup = from->first, next; lineup != NO_INDEX; lineup = next) {
        next = table->next[lineup];
        for (int side = 0; side < table->rules->sides; side++)
            table->carried[lineup][side] += there[side] - here[side];
        game_append(table, into, lineup);
    }
}

/* Looks at games until the slots are full: the games behind go on alone, which costs time and nothing else. */
void transpositions_join(LineupTable *table)
{
    int used = 0;
    _Static_assert(TRANSPOSITION_SLOTS == 1 << 12, "the twelve highest bits of the hash");
    memset(table->slots, 0xff, sizeof table->slots);
    for (int i = 0; i < table->game_count && used < TRANSPOSITION_SLOTS; i++) {
        SharedGame *game = &table->games[i];
        unsigned slot = (unsigned)(position_hash(game) >> 52);
        while (table->slots[slot] != NO_INDEX && !position_same(table, &table->games[table->slots[slot]], game))
            slot = (slot + 1) % TRANSPOSITION_SLOTS;
        if (table->slots[slot] == NO_INDEX) {
            table->slots[slot] = (uint16_t)i;
            used++;
        } else {
            game_join(table, &table->games[table->slots[slot]], game);
            if (i != --table->game_count) game_copy(table, game, &table->games[table->game_count]);
            i--;
        }
    }
}
