/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value of a round between two deals. Fitted by least squares to the ends of 100,000 rounds of tactic agents for two,
   three and four players: docs/search.md says how. The seat that leads the next deal may take what lies in the pool. */
#include <math.h>

#include "agents/playout_run.h"

enum { PACK_CLUBS = 13, TWO_SIDES = 2 };

static const float CLUB_STEEPNESS[] = {1.3f, 1.6f}; /* two sides, more: a club's weight in the race for the clubs */
static const float SUR_SHARE[] = {0.42f, 0.17f};    /* of sur_points, where one card can clear the pool */
static const float PERCARD_POINTS = 9;              /* what the winner of the clubs gets where they count by card */
static const float POOL_POINT = 0.4f, POOL_CLUB = 0.4f, POOL_CARD = 0.15f;
static const float LEAD = -1.2f; /* to lead, times the part of the round that is over */

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

void playout_value(float points[static MAX_SIDES], const PublicState *state, const Rest *rest, const Playout *playout)
{
    const Rules *rules = playout->rules;
    for (int side = 0; side < rules->sides; side++)
        points[side] = (float)(state->tally[side] % TALLY_CLUB) + (float)(state->surs[side] * rules->sur_points);
    bool clubs_open = clubs_value(points, state, playout);
    int side = playout->side[state->turn], last = state->deal + 1 == rules->deals;
    float lead = LEAD * (float)state->ply / PLAYS + POOL_CARD * (float)rest->cards;
    lead += POOL_POINT * (float)(rest->tally % TALLY_CLUB);
    if (clubs_open) lead += POOL_CLUB * playout->club_points * (float)(rest->tally / TALLY_CLUB);
    bool numeral = rest->cards && !rest->faces && !rest->jacks && rest->sum <= 10;
    bool face = rest->cards == 1 && rest->faces == 1;
    if ((numeral && playout->sur_possible[last][side][kind_of(1)]) ||
        (face && playout->sur_possible[last][side][kind_of(KING + 1)]))
        lead += SUR_SHARE[rules->sides > TWO_SIDES] * rules->sur_points;
    points[side] += lead;
}
