/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A full round that agrees with everything one seat knows, uniform over all that do. */
#pragma once

#include "engine/round.h"

/* What is fixed for one seat's view, and the cards that it has not seen. */
typedef struct {
    const Rules *rules;
    Table table;
    CardSet hand;
    int seat;
    int count;          /* unseen cards */
    int hidden;         /* unseen cards in the other hands and the stock; the others have been captured by somebody */
    int hands;          /* unseen cards in the other hands */
    Card unseen[CARDS]; /* of the round drawn last: the hands' first, then the stock's, then the captured ones */
} Sampler;

/* Makes cards[0 … wanted-1] a uniformly random sequence of different cards out of the `count`, which are permuted.
   Starts from whatever order they are in. wanted <= count <= 52. */
void cards_draw(Card *cards, int count, int wanted, Rng *rng);

/* Moves on to the next choice of `size` out of `count` places, which ascend; false after the last choice. */
bool places_next(int places[], int size, int count);

/* Prepares sampling for the seat to move, which holds `hand`. False where fewer cards are unseen than lie in the other
   hands and the stock: then no round agrees. *rules must outlive the sampler. */
bool sampler_init(Sampler *sampler, const Rules *rules, const Table *table, CardSet hand);
/* Draws only from *rng and permutes sampler->unseen, so equal streams give equal rounds from equal samplers. Captured
   cards that are unseen go to sides at random. */
void sampler_round(Round *round, Sampler *sampler, Rng *rng);
/* The same where the other seats hold these unseen cards, hands[seat] as many as the seat has; the own hand is not read. */
void sampler_round_held(Round *round, Sampler *sampler, const CardSet hands[static MAX_SEATS], Rng *rng);
