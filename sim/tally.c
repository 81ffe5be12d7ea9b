/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up boards for each agent. */
#include "sim/tally.h"

void side_points(int out[static MAX_SIDES], const SideCount counts[static MAX_SIDES], int sides)
{
    for (int side = 0; side < sides; side++)
        out[side] = counts[side].points;
}

void diff_units(int out[static MAX_SIDES], const int points[static MAX_SIDES], int sides)
{
    int total = 0;
    for (int side = 0; side < sides; side++)
        total += points[side];
    for (int side = 0; side < sides; side++)
        out[side] = sides * points[side] - total;
}

void half_wins(int out[static MAX_SIDES], const int points[static MAX_SIDES], int sides)
{
    int best = points[0], sharing = 0;
    for (int side = 1; side < sides; side++)
        best = points[side] > best ? points[side] : best;
    for (int side = 0; side < sides; side++)
        sharing += points[side] == best;
    for (int side = 0; side < sides; side++)
        out[side] = points[side] < best ? 0 : sharing == 1 ? 2 : 1;
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
    int scores[MAX_SEATS] = {0}, diffs[MAX_SEATS] = {0}, wins[MAX_SEATS] = {0}, seats[MAX_SEATS] = {0};
    const uint16_t *order = board->order.agents;
    int result = 0;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        const Game *game = &board->games[seating];
        int points[MAX_SIDES], diff[MAX_SIDES], win[MAX_SIDES];
        side_points(points, game->counts, rules->sides);
        diff_units(diff, points, rules->sides);
        half_wins(win, points, rules->sides);
        bool best[MAX_SEATS] = {false}; /* [agent]: its best side is the best of all */
        for (int seat = 0; seat < rules->players; seat++) {
            AgentTally *agent = &tally->agents[board_agent(board, schedule, seating, seat)];
            agent->plays += PLAYS / rules->players;
            agent->timed_plays += board->timed ? PLAYS / rules->players : 0;
            seats[seat] += diff[rules_side(rules, seat)];
        }
        for (int a = 0; a < schedule->agents; a++) {
            AgentTally *agent = &tally->agents[order[a]];
            int here = 0;
            for (unsigned sides = schedule->sides[seating][a]; sides; sides &= sides - 1) {
                int side = __builtin_ctz(sides);
                scores[a] += points[side];
                here += diff[side];
                wins[a] += win[side];
                best[order[a]] |= win[side] > 0;
                agent->draws += win[side] == 1;
                agent->captures += game->captures[side];
                count_add(agent, &game->counts[side]);
            }
            diffs[a] += here;
            moments_add(&agent->by_place[(a + schedule->seatings - seating) % schedule->seatings], here);
        }
        result += best[1] ? best[0] : 2;
    }
    if (schedule->agents == 2) tally->results[result]++;
    for (int a = 0; a < schedule->agents; a++) {
        AgentTally *agent = &tally->agents[order[a]];
        moments_add(&agent->points, scores[a]);
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
    for (int place = 0; place < MAX_SEATS; place++)
        moments_merge(&into->by_place[place], &from->by_place[place]);
    for (int i = 0; i < TALLY_COUNTS; i++)
        into->counts[i] += from->counts[i];
}

void tally_merge(Tally *into, const Tally *from)
{
    into->boards += from->boards;
    voids_merge(&into->voids, &from->voids);
    for (int i = 0; i < MAX_SEATS; i++) {
        agent_merge(&into->agents[i], &from->agents[i]);
        moments_merge(&into->by_seat[i], &from->by_seat[i]);
    }
    for (int i = 0; i < RESULT_KINDS; i++)
        into->results[i] += from->results[i];
}
