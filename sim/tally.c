/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up boards for each agent. */
#include "sim/tally.h"

void diff_units(int out[static MAX_SIDES], const SideCount counts[static MAX_SIDES], int sides)
{
    int total = 0;
    for (int side = 0; side < sides; side++)
        total += counts[side].points;
    for (int side = 0; side < sides; side++)
        out[side] = sides * counts[side].points - total;
}

/* 2 for the only side with the most points, 1 for each that shares it, else 0. */
static void half_wins(int out[static MAX_SIDES], const SideCount counts[static MAX_SIDES], int sides)
{
    int best = counts[0].points, sharing = 1;
    for (int side = 1; side < sides; side++) {
        sharing = counts[side].points > best ? 1 : sharing + (counts[side].points == best);
        best = counts[side].points > best ? counts[side].points : best;
    }
    for (int side = 0; side < sides; side++)
        out[side] = counts[side].points < best ? 0 : sharing == 1 ? 2 : 1;
}

static void count_add(AgentTally *agent, const SideCount *count)
{
    agent->clubs += count->clubs;
    agent->clubs_won += count->clubs_won;
    agent->surs += count->surs;
    agent->aces += count->aces;
    agent->jacks += count->jacks;
    agent->two_c += count->two_c;
    agent->ten_d += count->ten_d;
}

void tally_add(Tally *tally, const Schedule *schedule, const Board *board)
{
    const Rules *rules = &schedule->rules;
    int points[MAX_SEATS] = {0}, diffs[MAX_SEATS] = {0}, wins[MAX_SEATS] = {0}, seats[MAX_SEATS] = {0};
    int result = 0;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        const Game *game = &board->games[seating];
        int diff[MAX_SIDES], win[MAX_SIDES];
        bool best[MAX_SEATS] = {false}; /* the agent's best side is the best of all */
        diff_units(diff, game->counts, rules->sides);
        half_wins(win, game->counts, rules->sides);
        for (int seat = 0; seat < rules->players; seat++) {
            AgentTally *agent = &tally->agents[board_agent(board, schedule, seating, seat)];
            agent->plays += PLAYS / rules->players;
            agent->timed_plays += board->timed ? PLAYS / rules->players : 0;
            seats[seat] += diff[rules_side(rules, seat)];
        }
        for (int a = 0; a < schedule->agents; a++) {
            AgentTally *agent = &tally->agents[board->order.agents[a]];
            int here = 0;
            for (unsigned sides = schedule->sides[seating][a]; sides; sides &= sides - 1) {
                int side = __builtin_ctz(sides);
                points[a] += game->counts[side].points;
                here += diff[side];
                wins[a] += win[side];
                best[a] |= win[side] > 0;
                agent->draws += win[side] == 1;
                agent->captures += game->captures[side];
                count_add(agent, &game->counts[side]);
            }
            diffs[a] += here;
            moments_add(&agent->by_seating[seating], here);
        }
        result += best[1] ? best[0] : 2;
    }
    if (schedule->agents == 2) tally->results[result]++;
    for (int a = 0; a < schedule->agents; a++) {
        AgentTally *agent = &tally->agents[board->order.agents[a]];
        moments_add(&agent->points, points[a]);
        moments_add(&agent->diff, diffs[a]);
        moments_add(&agent->half_wins, wins[a]);
        agent->nanoseconds += board->timed ? (int64_t)board->nanoseconds[a] : 0;
    }
    for (int seat = 0; seat < rules->players; seat++)
        moments_add(&tally->by_seat[seat], seats[seat]);
    tally->boards++;
}

static void agent_merge(AgentTally *into, const AgentTally *from)
{
    moments_merge(&into->points, &from->points);
    moments_merge(&into->diff, &from->diff);
    moments_merge(&into->half_wins, &from->half_wins);
    for (int seating = 0; seating < MAX_SEATS; seating++)
        moments_merge(&into->by_seating[seating], &from->by_seating[seating]);
    for (int i = 0; i < TALLY_COUNTS; i++)
        into->counts[i] += from->counts[i];
}

void tally_merge(Tally *into, const Tally *from)
{
    into->boards += from->boards;
    into->voids += from->voids;
    for (int i = 0; i < MAX_SEATS; i++) {
        agent_merge(&into->agents[i], &from->agents[i]);
        moments_merge(&into->by_seat[i], &from->by_seat[i]);
    }
    for (int i = 0; i < RESULT_KINDS; i++)
        into->results[i] += from->results[i];
}
