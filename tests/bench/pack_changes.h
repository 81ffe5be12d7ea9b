/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packs of two players with some of their cards dealt anew or exchanged, for tactic_chance. */
#pragma once

#include <string.h>

#include "engine/round.h"
#include "tests/bench/self_play.h"

enum { DEALS = 6, FIRST = 12, DEALT = 2 * HAND };
_Static_assert(FIRST + (DEALS - 1) * DEALT == CARDS, "two players");

/* Changes a pack as its number says. */
typedef void Change(Pack *pack, int number, Rng *rng);

static void nothing(Pack *pack, int number, Rng *rng) { (void)pack, (void)number, (void)rng; }

/* The first `deals` deals stay. */
static void later_deals(Pack *pack, int deals, Rng *rng)
{
    const int stay = FIRST + (deals - 1) * DEALT;
    cards_draw(pack->cards + stay, CARDS - stay, CARDS - stay, rng);
}

/* The hands of one later deal stay. */
static void other_deals(Pack *pack, int deal, Rng *rng)
{
    const int stay = FIRST + (deal - 2) * DEALT;
    const char *why;
    Card rest[CARDS - DEALT];
    Rules rules;
    if (!rules_parse(&rules, "pagat", NULL)) give_up(5, "pagat is unknown");
    memcpy(rest, pack->cards, (size_t)stay);
    memcpy(rest + stay, pack->cards + stay + DEALT, sizeof rest - (size_t)stay);
    do {
        cards_draw(rest, CARDS - DEALT, CARDS - DEALT, rng);
        memcpy(pack->cards, rest, (size_t)stay);
        memcpy(pack->cards + stay + DEALT, rest + stay, sizeof rest - (size_t)stay);
    } while (!first_pool_allowed(pack_pool(pack, &rules), &rules, &why));
}

static void hands_exchange(Card cards[static DEALT])
{
    Card hand[HAND];
    memcpy(hand, cards, HAND);
    memcpy(cards, cards + HAND, HAND);
    memcpy(cards + HAND, hand, HAND);
}

/* The seats exchange their hands from that deal on. */
static void hands_exchanged(Pack *pack, int deal, Rng *rng)
{
    (void)rng;
    if (deal == 1) hands_exchange(pack->cards);
    for (int i = deal > 2 ? deal : 2; i <= DEALS; i++)
        hands_exchange(pack->cards + FIRST + (i - 2) * DEALT);
}

/* The later deals move on by so many places, the last ones to the front; 0: in reverse. */
static void deals_turned(Pack *pack, int places, Rng *rng)
{
    enum { LATER = DEALS - 1 };
    const Pack old = *pack;
    (void)rng;
    for (int i = 0; i < LATER; i++)
        memcpy(pack->cards + FIRST + i * DEALT,
               old.cards + FIRST + (places ? (i + places) % LATER : LATER - 1 - i) * DEALT, DEALT);
}

/* Each suit becomes another. */
static void suits_turned(Pack *pack, int by, Rng *rng)
{
    (void)rng;
    for (int i = 0; i < CARDS; i++)
        pack->cards[i] = card_of(card_rank(pack->cards[i]), (card_suit(pack->cards[i]) + by) % SUITS);
}

static const struct {
    const char *name;
    Change *change;
    int number;
    bool other_ties;
} PARTS[] = {
    {"known from the first deal", later_deals, 1, false},
    {"known from the first 2 deals", later_deals, 2, false},
    {"known from the first 3 deals", later_deals, 3, false},
    {"known from the first 4 deals", later_deals, 4, false},
    {"known from the first 5 deals", later_deals, 5, false},
    {"known from the pack, other ties", nothing, 0, true},
    {"known from deal 2 alone", other_deals, 2, true},
    {"known from deal 4 alone", other_deals, 4, true},
    {"known from deal 6 alone", other_deals, 6, true},
    {"all hands exchanged", hands_exchanged, 1, false},
    {"hands exchanged from deal 2 on", hands_exchanged, 2, false},
    {"hands exchanged from deal 4 on", hands_exchanged, 4, false},
    {"hands exchanged in deal 6", hands_exchanged, 6, false},
    {"later deals in reverse", deals_turned, 0, false},
    {"later deals moved on by 1", deals_turned, 1, false},
    {"later deals moved on by 2", deals_turned, 2, false},
    {"another suit for each suit", suits_turned, 1, false},
};
enum { PART_COUNT = sizeof PARTS / sizeof *PARTS };
