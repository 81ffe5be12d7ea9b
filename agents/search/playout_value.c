/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value of a round between two deals, fitted to rounds of tactic agents: docs/search.md, tests/bench/fit_value.c. The
   seat that leads the next deal may take what lies in the pool. Other numbers would predict hardly better; another form
   might, before the last deal by a tenth of what is left. */
#include <math.h>

#include "agents/search/playout_private.h"

enum { USUAL_CLUBS = 9 }; /* that the winner of the clubs has, as far as one can tell */

const float CLUB_STEEPNESS[2] = {1.3f, 1.6f};
const ValueTerm VALUE_TERM[VALUE_TERMS] = {
    [VALUE_OVER] = {"part of the round over", {-1.3f, -1.3f}},
    [VALUE_CARDS] = {"cards in the pool", {0.15f, 0.15f}},
    [VALUE_POINTS] = {"points in the pool", {0.4f, 0.4f}},
    [VALUE_CLUBS] = {"clubs in the pool, points", {0.4f, 0.4f}},
    [VALUE_SUR] = {"chance of a Sur, points", {1.45f, 0.5f}},
};

bool value_clubs(float points[], const PublicState *state, const Playout *playout, float steepness)
{
    const Rules *rules = playout->rules;
    float worth = (float)worth_clubs(USUAL_CLUBS, rules);
    float chances[MAX_SIDES], sum = 0;
    uint32_t left = CLUBS_IN_PACK;
    for (int side = 0; side < rules->sides; side++) {
        uint32_t clubs = state->tally[side] / TALLY_CLUB;
        left -= clubs;
        if (clubs < CLUBS_WON) continue;
        points[side] += (float)worth_clubs((int)clubs, rules);
        return false;
    }
    steepness /= sqrtf((float)(left ? left : 1));
    for (int side = 0; side < rules->sides; side++)
        sum += chances[side] = expf(steepness * (float)(state->tally[side] / TALLY_CLUB));
    for (int side = 0; side < rules->sides; side++)
        points[side] += worth * chances[side] / sum;
    return true;
}

/* The chance that the side to move can make a Sur at once, by the number of cards still to be dealt that can do it. */
static float sur_chance(const PublicState *state, const Pool *pool, const Playout *playout, const uint8_t order[])
{
    int faces = pool->faces[0] + pool->faces[1], sum = 0, value;
    for (int i = 0; i < pool->numerals; i++)
        sum += pool->values[i];
    if (pool_empty(pool) || pool->jacks || faces > 1 || (faces && sum) || sum > 10) return 0;
    value = faces ? pool->faces[0] ? 12 : 13 : 11 - sum;
    int last = state->table.deal + 1 == playout->rules->deals, fitting = 0, unseen = PLAYS - state->table.ply;
    if (!playout->sur_possible[last][playout->side[state->table.turn]][sur_kind(value)]) return 0;
    for (int i = state->table.ply; i < PLAYS; i++)
        fitting += playout->classes.value[order[i]] == value;
    float none = 1;
    for (int i = 0; i < HAND; i++)
        none *= fmaxf(0, (float)(unseen - fitting - i)) / (float)(unseen - i);
    return 1 - none;
}

void value_terms(float terms[static VALUE_TERMS], const PublicState *state, const Pool *pool, const Playout *playout,
                 const uint8_t order[static PLAYS], bool clubs_open)
{
    terms[VALUE_OVER] = (float)state->table.ply / PLAYS;
    terms[VALUE_CARDS] = (float)(pool->numerals + pool->jacks + pool->faces[0] + pool->faces[1]);
    terms[VALUE_POINTS] = (float)(pool_worth(pool) % TALLY_CLUB);
    terms[VALUE_CLUBS] = clubs_open ? playout->club_points * (float)(pool_worth(pool) / TALLY_CLUB) : 0;
    terms[VALUE_SUR] = (float)sur_points(1, playout->rules) * sur_chance(state, pool, playout, order);
}

void playout_value(float points[static MAX_SIDES], const PublicState *state, const Pool *pool, const Playout *playout,
                   const uint8_t order[static PLAYS])
{
    const Rules *rules = playout->rules;
    bool many = rules->sides > TWO_SIDES;
    float terms[VALUE_TERMS], lead = 0;
    for (int side = 0; side < rules->sides; side++)
        points[side] = (float)(state->tally[side] % TALLY_CLUB) + (float)sur_points(state->table.surs[side], rules);
    bool clubs_open = value_clubs(points, state, playout, CLUB_STEEPNESS[many]);
    value_terms(terms, state, pool, playout, order, clubs_open);
    for (int i = 0; i < VALUE_TERMS; i++)
        lead += VALUE_TERM[i].weights[many] * terms[i];
    points[playout->side[state->table.turn]] += lead;
}

void playout_round_value(float points[static MAX_SIDES], const Round *round, const Playout *playout)
{
    const Table *table = &round->table;
    PublicState state;
    Pool pool;
    uint8_t order[PLAYS];
    int ply = table->ply;
    public_init(&state, playout, table);
    pool_load(&pool, &playout->classes, table->pool);
    for (int seat = 0; seat < playout->rules->players; seat++)
        for (CardSet rest = round->hands[seat]; rest; rest = set_rest(rest))
            order[ply++] = playout->classes.of[set_first(rest)];
    const Card *next = round->stock + table->deal * HAND * playout->rules->players;
    while (ply < PLAYS)
        order[ply++] = playout->classes.of[*next++];
    playout_value(points, &state, &pool, playout, order);
}
