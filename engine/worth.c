/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What cards and clubs are worth. A key that pays for cards is read in worth_cards, and nowhere else. */
#include "engine/worth.h"

/* How many of a rank's four cards are in the set: a nibble of this constant. */
static inline int rank_count(CardSet set, int rank)
{
    return (int)(UINT64_C(0x4332322132212110) >> 4 * (set >> 4 * rank & 0xf) & 0xf);
}

int worth_cards(CardSet cards, const Rules *rules)
{
    return rank_count(cards, ACE) * rules->ace_points + rank_count(cards, JACK) * rules->jack_points +
           (int)(cards >> card_of(TWO, CLUB) & 1) * rules->two_points +
           (int)(cards >> card_of(TEN, DIAMOND) & 1) * rules->ten_points +
           rank_count(cards & ~TEN_OF_DIAMONDS, TEN) * rules->tens_points;
}

CardSet worth_scoring(const Rules *rules)
{
    CardSet scoring = 0;
    for (CardSet rest = PACK; rest; rest = set_rest(rest))
        if (worth_cards(rest & -rest, rules)) scoring |= rest & -rest;
    return scoring;
}

CardSet worth_alone(const Rules *rules, bool settled)
{
    CardSet alone = CLUBS;
    for (int rank = ACE; rank < RANKS; rank++) {
        CardSet kin = RANK_SET(rank);
        int all = worth_cards(kin, rules), worth[SUITS];
        if (!all) {
            if (settled) alone &= ~kin;
            continue;
        }
        for (int suit = CLUB; suit < SUITS; suit++)
            worth[suit] = worth_cards(CARD_SET(rank, suit), rules);
        for (int suit = DIAMOND; suit < SUITS; suit++) {
            int next = suit == SPADE ? DIAMOND : suit + 1, other = DIAMOND + HEART + SPADE - suit - next;
            if (worth[suit] != worth[next] && worth[suit] != worth[other]) alone |= CARD_SET(rank, suit);
        }
        /* a club folds with the others of its rank only where they are all one class, worth what it is */
        if (settled && 4 * worth[CLUB] == all && (alone & kin) == (CLUBS & kin)) alone &= ~kin;
    }
    return alone;
}

int worth_clubs_winner(const int clubs[], const Rules *rules, bool over)
{
    if (rules->sides == 2 || !over) {
        for (int side = 0; side < rules->sides; side++)
            if (clubs[side] >= CLUBS_WON) return side;
        return NOBODY;
    }
    int best = 0, sharing = 1;
    for (int side = 1; side < rules->sides; side++) {
        if (clubs[side] > clubs[best])
            best = side, sharing = 1;
        else
            sharing += clubs[side] == clubs[best];
    }
    if (sharing == 1) return best;
    if (sharing == 2 && rules->sides == 3 && rules->clubs_tie == TIE_OTHER)
        for (int side = 0; side < 3; side++)
            if (clubs[side] < clubs[best]) return side;
    return NOBODY;
}
