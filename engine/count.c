/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/count.h"

/* How many of a rank's four cards are in the set: a nibble of this constant. */
static inline int rank_count(CardSet set, int rank)
{
    return (int)(UINT64_C(0x4332322132212110) >> 4 * (set >> 4 * rank & 0xf) & 0xf);
}

int count_cards(CardSet pile, const Rules *rules)
{
    return rank_count(pile, ACE) * rules->ace_points + rank_count(pile, JACK) * rules->jack_points +
           (int)(pile >> card_of(TWO, CLUB) & 1) * rules->two_points +
           (int)(pile >> card_of(TEN, DIAMOND) & 1) * rules->ten_points +
           rank_count(pile & ~TEN_OF_DIAMONDS, TEN) * rules->tens_points;
}

/* The side that wins the clubs, or NOBODY. */
static int clubs_winner(const int clubs[], const Table *table, const Rules *rules)
{
    if (rules->sides == 2 || !table_over(table)) {
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

void count_points(int out[static MAX_SIDES], const Table *table, const Rules *rules)
{
    int clubs[MAX_SIDES];
    for (int side = 0; side < rules->sides; side++) {
        clubs[side] = set_count(table->piles[side] & CLUBS);
        out[side] = count_cards(table->piles[side], rules) + table->surs[side] * rules->sur_points;
    }
    int winner = clubs_winner(clubs, table, rules);
    if (winner != NOBODY)
        out[winner] += rules->clubs == CLUBS_MOST         ? rules->clubs_points
                       : clubs[winner] < rules->clubs_cap ? clubs[winner]
                                                          : rules->clubs_cap;
}

void count_sides(SideCount out[static MAX_SIDES], const Table *table, const Rules *rules)
{
    int points[MAX_SIDES], clubs[MAX_SIDES];
    count_points(points, table, rules);
    for (int side = 0; side < rules->sides; side++)
        clubs[side] = set_count(table->piles[side] & CLUBS);
    int winner = clubs_winner(clubs, table, rules);
    for (int side = 0; side < rules->sides; side++) {
        CardSet pile = table->piles[side];
        out[side] = (SideCount){
            .points = (int16_t)points[side],
            .surs = table->surs[side],
            .clubs = (uint8_t)clubs[side],
            .clubs_won = side == winner,
            .aces = (uint8_t)set_count(pile & ACES),
            .jacks = (uint8_t)set_count(pile & JACKS),
            .tens = (uint8_t)set_count(pile & TENS & ~TEN_OF_DIAMONDS),
            .two_c = (pile & TWO_OF_CLUBS) != 0,
            .ten_d = (pile & TEN_OF_DIAMONDS) != 0,
            .cards = (uint8_t)set_count(pile),
        };
    }
}
