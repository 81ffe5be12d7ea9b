/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each side has in its pile, and what it scores for that. */
#include "engine/count.h"

#include "engine/sur.h"

void count_points(int out[static MAX_SIDES], const Table *table, const Rules *rules)
{
    int clubs[MAX_SIDES];
    for (int side = 0; side < rules->sides; side++) {
        clubs[side] = clubs_count(table->piles[side]);
        out[side] = worth_cards(table->piles[side], rules) + sur_points(table->surs[side], rules);
    }
    int winner = worth_clubs_winner(clubs, rules, table_over(table));
    if (winner != NOBODY) out[winner] += worth_clubs(clubs[winner], rules);
}

void count_sides(SideCount out[static MAX_SIDES], const Table *table, const Rules *rules)
{
    int points[MAX_SIDES], clubs[MAX_SIDES];
    count_points(points, table, rules);
    for (int side = 0; side < rules->sides; side++)
        clubs[side] = clubs_count(table->piles[side]);
    int winner = worth_clubs_winner(clubs, rules, table_over(table));
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
