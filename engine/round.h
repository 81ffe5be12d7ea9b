/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A round in full: the table, the hands and the stock; and rounds consistent with what one seat knows. */
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

/* Shuffles a new pack, from the last card on: swaps each with one of those before it, or itself. */
void pack_shuffle(Pack *pack, Rng *rng);
static inline void cards_swap(Card *cards, int a, uint64_t b)
{
    const Card card = cards[a];
    cards[a] = cards[b];
    cards[b] = card;
}
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
/* Four cards that are dealt one after the other. */
static inline CardSet set_of_four(const Card cards[static HAND])
{
    return set_of(cards[0]) | set_of(cards[1]) | set_of(cards[2]) | set_of(cards[3]);
}
/* The four cards that a seat is dealt in a deal after the first (1, 2, …). */
static inline CardSet round_dealt(const Round *round, const Rules *rules, int deal, int seat)
{
    return set_of_four(round->stock + ((deal - 1) * rules->players + seat) * HAND);
}
/* True if the play is legal for the seat to move; else *why says why not. */
bool round_legal(const Round *round, Card card, CardSet captured, const char **why);

static inline CardSet round_hand(const Round *round) { return round->hands[round->table.turn]; }

/* To check the rules by: how many sequences of `depth` plays follow the position; a round that ends earlier counts
   as one. Cards are told apart by suit. */
uint64_t perft(const Round *round, const Rules *rules, int depth);

/* ---- rounds that agree with everything one seat knows, uniform over all that do */

/* What is fixed for one seat's view, and the cards that it has not seen. */
typedef struct {
    const Rules *rules;
    Table table;
    CardSet hand;
    int seat;
    int count;          /* unseen cards */
    int hidden;         /* unseen cards in the other hands and the stock; the others have been captured by somebody */
    int hands;          /* unseen cards in the other hands */
    int known;          /* of these: all where the hands lie open, else none; they stand first and stay there */
    Card unseen[CARDS]; /* of the round drawn last: the hands' first, then the stock's, then the captured ones */
} Sampler;

/* Makes cards[0 … wanted-1] a uniformly random sequence of different cards out of the `count`, which are permuted.
   Starts from whatever order they are in. wanted <= count <= 52. */
void cards_draw(Card *cards, int count, int wanted, Rng *rng);

/* Moves on to the next choice of `size` out of `count` places, which ascend; false after the last choice. */
bool places_next(int places[], int size, int count);

/* Prepares sampling for the seat to move, which holds `hand`; `open`: the hands of all seats where they lie open, else
   NULL. False where fewer cards are unseen than lie in the other hands and the stock, or where the open hands are
   others than the position leaves: then no round agrees. *rules must outlive the sampler. */
bool sampler_init(Sampler *sampler, const Rules *rules, const Table *table, CardSet hand, const CardSet open[]);
/* Draws the hands alone, where none lies open. */
void sampler_hands(CardSet hands[static MAX_SEATS], Sampler *sampler, Rng *rng);
/* Draws only from *rng and permutes sampler->unseen, so equal streams give equal rounds from equal samplers. Captured
   cards that are unseen go to sides at random. */
void sampler_round(Round *round, Sampler *sampler, Rng *rng);
/* The same where the other seats hold these unseen cards, hands[seat] as many as the seat has; the own hand is not
   read. */
void sampler_round_held(Round *round, Sampler *sampler, const CardSet hands[static MAX_SEATS], Rng *rng);
