/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What cards and clubs are worth. */
#include "engine/scoring.h"

int scoring_prices(Price out[static PAYING], const Rules *rules)
{
    int count = 0;
    for (int class = 0, at = 0; class < PAYING; class ++, at = 0) {
        const CardSet cards = PAYING_CARDS[class];
        if (!rules->paying[class]) continue;
        while (at < count && (out[at].points != rules->paying[class] || out[at].cards & cards))
            at++;
        if (at == count) out[count++] = (Price){0, rules->paying[class]};
        out[at].cards |= cards;
    }
    return count;
}

CardSet scoring_scoring(const Rules *rules)
{
    CardSet scoring = 0;
    for (CardSet rest = PACK; rest; rest = set_rest(rest))
        if (scoring_cards(rest & -rest, rules)) scoring |= rest & -rest;
    return scoring;
}

CardSet scoring_alone(const Rules *rules, bool settled)
{
    CardSet alone = CLUBS;
    for (int rank = ACE; rank < RANKS; rank++) {
        CardSet kin = RANK_SET(rank);
        int all = scoring_cards(kin, rules), points[SUITS];
        if (!all) {
            if (settled) alone &= ~kin;
            continue;
        }
        for (int suit = CLUB; suit < SUITS; suit++)
            points[suit] = scoring_cards(CARD_SET(rank, suit), rules);
        for (int suit = DIAMOND; suit < SUITS; suit++) {
            int next = suit == SPADE ? DIAMOND : suit + 1, other = DIAMOND + HEART + SPADE - suit - next;
            if (points[suit] != points[next] && points[suit] != points[other]) alone |= CARD_SET(rank, suit);
        }
        /* a club folds with the others of its rank only where they are all one class, worth what it is */
        if (settled && 4 * points[CLUB] == all && (alone & kin) == (CLUBS & kin)) alone &= ~kin;
    }
    return alone;
}

/* The side that has won or would win the clubs, however few they are; or NOBODY. */
static int clubs_leader(const int clubs[], const Rules *rules, bool over)
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

int scoring_clubs_winner(const int clubs[], const Rules *rules, bool over)
{
    const int side = clubs_leader(clubs, rules, over);
    return side == NOBODY || clubs[side] < rules->clubs_least ? NOBODY : side;
}
