/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The imperfect shuffle between two rounds of a match (rules.md, "Between rounds"): how the cards are gathered, and riffles
   after Gilbert, Shannon and Reeds (Bayer and Diaconis, "Trailing the dovetail shuffle to its lair", 1992). */
#pragma once

#include "engine/round.h"

/* One riffle: the cards are cut, and all ways to do it and to interleave the two packets are equally likely: 2^-count. */
void cards_riffle(Card *cards, int count, Rng *rng);

/* The cards of a round that is over in the order in which they are gathered, the top card first. `history` are its plays;
   `splits` the seats, bit = seat, that put one card of a captured pair of kings or queens onto the pile of the next
   opponent: the captured card, or the played one where that is no club and the captured one is. */
void pack_gather(Card order[static CARDS], const Rules *rules, const Pack *pack, const CardSet history[static PLAYS],
                 unsigned splits);
/* Deals the next round from the gathered cards: rules->shuffle riffles, and as many more for each redeal. */
void pack_deal_riffled(Pack *pack, const Card order[static CARDS], const Rules *rules, Rng *rng);
