/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value of a round between two deals. Fitted by least squares to the ends of 100,000 rounds of tactic agents for two,
   three and four players: docs/search.md says how. The seat that leads the next deal may take what lies in the pool. */
#include <math.h>

#include "agents/playout_run.h"

enum { PACK_CLUBS = 13, TWO_SIDES = 2 };

static const float CLUB_STEEPNESS[] = {1.3f, 1.6f}; /* two sides, more: a club's weight in the race for the clubs */
static const float SUR_SHARE[] = {1.45f, 0.5f}; /* of sur_points, times the chance to clear the pool with one card */
static const float PERCARD_POINTS = 9;          /* what the winner of the clubs gets where they count by card */
static const float POOL_POINT = 0.4f, POOL_CLUB = 0.4f, POOL_CARD = 0.15f;
static const float LEAD = -1.3f; /* to lead, times the part of the round that is over */

/* Adds the worth of each side's chance to win the clubs; returns true while they are open. */
static bool clubs_value(float points[], const PublicState *state, const Playout *playout)
{
    const Rules *rules = playout->rules;
    bool many = rules->sides > TWO_SIDES;
    float worth = rules->clubs == CLUBS_MOST ? rules->clubs_points : fminf(rules->clubs_cap, PERCARD_POINTS);
    float chances[MAX_SIDES], sum = 0;
    uint32_t left = PACK_CLUBS;
    for (int side = 0; side < rules->sides; side++) {
        uint32_t clubs = state->tally[side] / TALLY_CLUB;
        left -= clubs;
        if (clubs < CLUBS_WON) continue;
        points[side] += rules->clubs == CLUBS_MOST ? worth : fminf(rules->clubs_cap, (float)clubs);
        return false;
    }
    float steepness = CLUB_STEEPNESS[many] / sqrtf((float)(left ? left : 1));
    for (int side = 0; side < rules->sides; side++)
        sum += chances[side] = expf(steepness * (float)(state->tally[side] / TALLY_CLUB));
    for (int side = 0; side < rules->sides; side++)
        points[side] += worth * chances[side] / sum;
    return true;
}

/* The chance that the side to move can make a Sur at once, by the number of cards still to be dealt that can do it. */
static float sur_chance(const PublicState *state, const Rest *rest, const Playout *playout, const uint8_t order[])
{
    int faces = rest->queens + rest->kings, value;
    if (!rest->cards || rest->jacks || (faces && rest->cards > 1) || rest->sum > 10) return 0;
    value = faces ? rest->queens ? 12 : 13 : 11 - rest->sum;
    int last = state->deal + 1 == playout->rules->deals, fitting = 0, unseen = PLAYS - state->ply;
    if (!playout->sur_possible[last][playout->side[state->turn]][kind_of(value)]) return 0;
    for (int i = state->ply; i < PLAYS; i++)
        fitting += playout->classes.value[order[i]] == value;
    float none = 1;
    for (int i = 0; i < HAND; i++)
        none *= fmaxf(0, (float)(unseen - fitting - i)) / (float)(unseen - i);
    return 1 - none;
}

void playout_value(float points[static MAX_SIDES], const PublicState *state, const Rest *rest, const Playout *playout,
                   const uint8_t order[static PLAYS])
{
    const Rules *rules = playout->rules;
    for (int side = 0; side < rules->sides; side++)
        points[side] = (float)(state->tally[side] % TALLY_CLUB) + (float)(state->surs[side] * rules->sur_points);
    bool clubs_open = clubs_value(points, state, playout);
    float lead = LEAD * (float)state->ply / PLAYS + POOL_CARD * (float)rest->cards;
    lead += POOL_POINT * (float)(rest->tally % TALLY_CLUB);
    if (clubs_open) lead += POOL_CLUB * playout->club_points * (float)(rest->tally / TALLY_CLUB);
    lead += SUR_SHARE[rules->sides > TWO_SIDES] * rules->sur_points * sur_chance(state, rest, playout, order);
    points[playout->side[state->turn]] += lead;
}
