/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/referee/referee.h"

#define PAYS(key, pagat, is_one)                                                                                       \
    if (is_one) return rules->key;

static int card_points(const RefRules *rules, int card)
{
    int rank = ref_rank(card), suit = ref_suit(card);
    REF_PAYING(PAYS)
    return 0;
}

void ref_clubs(int clubs[REF_SEATS], const RefRound *round)
{
    for (int side = 0; side < REF_SEATS; side++) {
        clubs[side] = 0;
        for (int i = 0; i < round->pile[side].n; i++)
            if (ref_suit(round->pile[side].card[i]) == REF_CLUBS) clubs[side]++;
    }
}

/* The side with seven clubs or more, or -1. */
static int seven_clubs(const int clubs[REF_SEATS], int sides)
{
    for (int side = 0; side < sides; side++)
        if (clubs[side] >= 7) return side;
    return -1;
}

/* Who wins the clubs among three or four sides at the end of a round; -1: nobody. */
static int most_clubs(const int clubs[REF_SEATS], int sides, int tie)
{
    int most = 0, holders = 0, holder = -1, other = -1;
    for (int side = 0; side < sides; side++)
        if (clubs[side] > most) most = clubs[side];
    for (int side = 0; side < sides; side++) {
        if (clubs[side] == most) {
            holders++;
            holder = side;
        } else {
            other = side;
        }
    }
    if (holders == 1) return holder;
    if (sides == 3 && holders == 2 && tie == REF_TIE_OTHER) return other;
    return -1;
}

static int clubs_winner(const RefRound *round, const int clubs[REF_SEATS])
{
    int sides = ref_sides(&round->rules);
    if (sides == 2 || !round->over) return seven_clubs(clubs, sides);
    return most_clubs(clubs, sides, round->rules.clubs_tie);
}

static int features_clubs_scoring(const RefRules *rules, int clubs)
{
    if (rules->clubs == REF_CLUBS_MOST) return rules->clubs_points;
    return clubs < rules->clubs_cap ? clubs : rules->clubs_cap;
}

void ref_count(int points[REF_SEATS], const RefRound *round)
{
    const RefRules *rules = &round->rules;
    for (int side = 0; side < REF_SEATS; side++) {
        points[side] = rules->sur_points * round->surs[side];
        for (int i = 0; i < round->pile[side].n; i++)
            points[side] += card_points(rules, round->pile[side].card[i]);
    }
    int clubs[REF_SEATS];
    ref_clubs(clubs, round);
    int winner = clubs_winner(round, clubs);
    if (winner >= 0 && clubs[winner] >= rules->clubs_least)
        points[winner] += features_clubs_scoring(rules, clubs[winner]);
}

/* The highest of the sides' scores, and how many sides have it. */
static int highest(const int scores[REF_SEATS], int sides, int *holders)
{
    int high = scores[0];
    for (int side = 1; side < sides; side++)
        if (scores[side] > high) high = scores[side];
    *holders = 0;
    for (int side = 0; side < sides; side++)
        if (scores[side] == high) (*holders)++;
    return high;
}

bool ref_claimable(const RefRound *round)
{
    const RefRules *rules = &round->rules;
    int sides = ref_sides(rules), holders;
    if (!rules->per_shodam || round->plays == 0) return false;
    if (highest(round->before, sides, &holders) >= rules->target && holders > 1) return false;
    int points[REF_SEATS], now[REF_SEATS] = {0};
    ref_count(points, round);
    for (int side = 0; side < sides; side++)
        now[side] = round->before[side] + points[side];
    return highest(now, sides, &holders) >= rules->target && holders == 1;
}
