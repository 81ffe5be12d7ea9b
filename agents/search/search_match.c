/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values the end of an iteration by the chance to win the match. */
#include "agents/search/search_match.h"

#include <math.h>

#include "agents/search/playout_private.h"
#include "agents/search/tree.h"

/* The points of both sides: at the end of the round, or counted midway. */
static void points_now(int points[static 2], const PublicState *state, const Playout *playout)
{
    const Rules *rules = playout->rules;
    int clubs[MAX_SIDES];
    for (int side = 0; side < 2; side++) {
        clubs[side] = (int)(state->tally[side] / TALLY_CLUB);
        points[side] = (int)(state->tally[side] % TALLY_CLUB) + sur_points(state->table.surs[side], rules);
    }
    const int winner = worth_clubs_winner(clubs, rules, table_over(&state->table));
    if (winner != NOBODY) points[winner] += worth_clubs(clubs[winner], rules);
}

void search_match_start(SearchMatch *match, const MatchEquity *equity, const Table *table, const Playout *playout,
                        bool fresh)
{
    const Rules *rules = playout->rules;
    MatchRoundValue *value = &match->value;
    match_value_init(value, equity, rules, table->scores);
    match_open_at(&match->open, value, playout->end);
    for (float *chance = match->chances[0][0];
         chance < match->chances[MATCH_SURS - 1][MATCH_SURS - 1] + MATCH_STEPS + 1; chance++)
        *chance = -1;
    if (!fresh) return;
    MatchOpen open;
    PublicState state;
    MatchStanding at = {.surs = {table->surs[0], table->surs[1]}};
    public_init(&state, playout, table);
    points_now(at.now, &state, playout);
    match_open_at(&open, value, table->ply);
    const int lead = worth_cards(table->piles[0], rules) - worth_cards(table->piles[1], rules);
    at.part = (float)(value->total + lead) / 2;
    match->unit = 20 * REWARD_MATCH * match_value_point(value, &open, &at);
}

int search_match_claim(const SearchMatch *match, const PublicState *state, const Playout *playout)
{
    int points[2];
    if (!match_value_claims(&match->value, state->table.surs)) return NOBODY;
    points_now(points, state, playout);
    return match_value_claim(&match->value, points);
}

static void rewards_set(int rewards[static 2], float chance)
{
    rewards[0] = (int)lrintf((chance - 0.5f) * REWARD_MATCH);
    rewards[1] = -rewards[0];
}

void search_match_end(int rewards[static 2], const SearchMatch *match, const PublicState *state, const Playout *playout)
{
    rewards_set(rewards, search_match_claim(match, state, playout) == 0 ? 1 : 0);
}

/* The chance of side 0 between two deals. */
static float chance_between(SearchMatch *match, const PublicState *state, const Pool *pool, const Playout *playout,
                            const uint8_t order[static PLAYS])
{
    const MatchRoundValue *value = &match->value;
    float points[MAX_SIDES];
    playout_value(points, state, pool, playout, order);
    MatchStanding at = {.surs = {state->table.surs[0], state->table.surs[1]}};
    const int own = at.surs[0], other = at.surs[1];
    const float lead = points[0] - points[1] - (float)sur_points(own - other, playout->rules);
    const float share = 0.5f + lead / (2 * (float)value->total);
    const int step = (int)lrintf(MATCH_STEPS * (share < 0 ? 0 : share > 1 ? 1 : share));
    at.part = (float)value->total * (float)step / MATCH_STEPS;
    if (value->race) points_now(at.now, state, playout);
    if (value->race || own >= MATCH_SURS || other >= MATCH_SURS) return match_value(value, &match->open, &at);
    float *chance = &match->chances[own][other][step];
    if (*chance < 0) *chance = match_value(value, &match->open, &at);
    return *chance;
}

void search_match_rewards(int rewards[static 2], SearchMatch *match, const PublicState *state, const Pool *pool,
                          const Playout *playout, const uint8_t order[static PLAYS])
{
    int points[2];
    if (search_match_claim(match, state, playout) != NOBODY) {
        search_match_end(rewards, match, state, playout);
    } else if (playout->end < PLAYS) {
        rewards_set(rewards, chance_between(match, state, pool, playout, order));
    } else {
        points_now(points, state, playout);
        rewards_set(rewards, (float)match_value_end(&match->value, points) / EQUITY_ONE);
    }
}
