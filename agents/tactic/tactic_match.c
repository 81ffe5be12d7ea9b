/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What points, Surs and clubs do to the chance to win the match. */
#include "agents/tactic/tactic_match.h"

#include <math.h>

#include "engine/table.h"

/* Beyond that a factor rather tells that points are worth nothing here. */
static const float MOST = 4;

/* A round as it stands, for side 0. */
typedef struct {
    MatchRoundValue value;
    MatchOpen open;
    MatchStanding cards; /* the clubs left aside */
    float clubs;         /* its chance to win them */
    int paid;            /* what they pay */
} Outlook;

static void outlook_init(Outlook *outlook, const MatchEquity *equity, const FeatureRules *by_rules, const View *view)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    const int32_t(*chances)[CLUBS_IN_PACK + 1] = by_rules->clubs;
    const int own = clubs_count(table->piles[0]), other = clubs_count(table->piles[1]);
    const int all = worth_cards(PACK, rules),
              lead = worth_cards(table->piles[0], rules) - worth_cards(table->piles[1], rules);
    int now[MAX_SIDES];
    count_points(now, table, rules);
    match_value_init(&outlook->value, equity, rules, table->scores);
    match_open_at(&outlook->open, &outlook->value, table->ply);
    outlook->paid = outlook->value.total - all;
    outlook->cards = (MatchStanding){(float)(all + lead) / 2, {table->surs[0], table->surs[1]}, {now[0], now[1]}};
    const float chance = (float)chances[CLUBS_IN_PACK + own - other][CLUBS_IN_PACK - own - other];
    outlook->clubs = outlook->paid ? chance / (float)chances[2 * CLUBS_IN_PACK][0] : 0;
}

/* How the round stands for side 0 if it has that share of the clubs' points, with so many more Surs on each side. */
static MatchStanding standing(const Outlook *outlook, float clubs, int own, int other)
{
    MatchStanding at = outlook->cards;
    at.part += clubs * (float)outlook->paid;
    at.surs[0] += own;
    at.surs[1] += other;
    return at;
}

static float chance_at(const Outlook *outlook, float clubs, int own, int other)
{
    const MatchStanding at = standing(outlook, clubs, own, other);
    return match_value(&outlook->value, &outlook->open, &at);
}

static int32_t scaled(int32_t weight, float factor)
{
    return (int32_t)lrintf((float)weight * (factor < 0 ? 0 : factor > MOST ? MOST : factor));
}

void tactic_match_weights(TacticWeights *out, const TacticWeights *weights, const MatchEquity *equity,
                          const FeatureRules *by_rules, const View *view)
{
    Outlook outlook;
    outlook_init(&outlook, equity, by_rules, view);
    const MatchStanding here = standing(&outlook, outlook.clubs, 0, 0);
    const float now = match_value(&outlook.value, &outlook.open, &here);
    const float point = match_value_point(&outlook.value, &outlook.open, &here);
    const float sur = point * (float)sur_points(1, view->rules), won = 2 * point * (float)outlook.paid;
    const float surs[2] = {sur > 0 ? (chance_at(&outlook, outlook.clubs, 1, 0) - now) / sur : 0,
                           sur > 0 ? (now - chance_at(&outlook, outlook.clubs, 0, 1)) / sur : 0};
    const float clubs = won > 0 ? (chance_at(&outlook, 1, 0, 0) - chance_at(&outlook, 0, 0, 0)) / won : 0;
    const int side = table_side(view->table, view->rules);
    *out = *weights;
    for (int i = 0; i < TACTIC_COUNT; i++) {
        if (TACTICS[i].about & ABOUT_SURS)
            out->weights[i] = scaled(weights->weights[i], surs[i == TACTIC_base_sur ? side : !side]);
        else if (TACTICS[i].about == ABOUT_CLUBS)
            out->weights[i] = scaled(weights->weights[i], clubs);
    }
}
