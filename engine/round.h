/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A round in full: the table, the hands and the stock. Copied by value, 128 bytes, no pointers. */
#pragma once

#include "engine/rng.h"
#include "engine/table.h"

enum { MAX_STOCK = 40 }; /* two players: 52 - 2 * 4 - 4 */

typedef struct {
    Table table;
    CardSet hands[MAX_SEATS];
    Card stock[MAX_STOCK]; /* the later deals, seat by seat */
} Round;

_Static_assert(sizeof(Round) <= 128, "two cache lines");

/* A pack in the order of a record's `deal` line: seat 0's four, seat 1's four, …, the pool's four, each later deal. */
typedef struct {
    Card cards[CARDS];
} Pack;

/* Puts the first pool of a pack that is dealt right; false: redeal everything. */
bool pack_put_right(Pack *pack, const Rules *rules, Rng *rng);
/* Shuffles and deals, and puts the first pool right as pool_jacks, pool_bury_twice and pool_max_kq say. */
void pack_deal(Pack *pack, const Rules *rules, Rng *rng);
/* The four cards of the first pool. */
CardSet pack_pool(const Pack *pack, const Rules *rules);
/* False, with the reason, if the rules do not let a round begin with this pool. */
bool first_pool_allowed(CardSet pool, const Rules *rules, const char **why);

/* Starts a round; scores has rules->sides entries, NULL means zeros. */
void round_start(Round *round, const Rules *rules, const Pack *pack, const int16_t *scores);
/* Makes a legal play (the card with what it captures) of the seat to move; deals again when the hands are empty;
   after the last play gives what lies in the pool to the last capturer. */
void round_play(Round *round, const Rules *rules, CardSet play);
/* The four cards that a seat is dealt in a deal after the first (1, 2, …). */
CardSet round_dealt(const Round *round, const Rules *rules, int deal, int seat);
/* True if the play is legal for the seat to move; else *why (unless NULL) says why not. */
bool round_legal(const Round *round, Card card, CardSet captured, const char **why);

static inline CardSet round_hand(const Round *round) { return round->hands[round->table.turn]; }

/* To check the rules by: how many sequences of `depth` plays follow the position; a round that ends earlier counts as one. Cards are told
   apart by suit. */
uint64_t perft(const Round *round, const Rules *rules, int depth);
