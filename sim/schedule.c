/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seats agents, and says which cards and which order a board has. */
#include "sim/schedule.h"

#include "agents/batch/batch.h"
#include "engine/text/number.h"

bool schedule_make(Schedule *schedule, const char *rules, int agents, bool duplicate, Error *error)
{
    Schedule made = {.agents = agents, .seed = 1};
    if (agents < 2 || agents > MAX_SEATS)
        return error_set(error, "%d agent%s named: takes 2, 3 or 4", agents, PLURAL(agents));
    if (!rules_parse_seated(&made.rules, rules, agents, error)) return false;
    int players = made.rules.players;
    if (agents != players && agents != 2)
        return error_set(error, "%d agents for %d seats: name %d%s", agents, players, players,
                         players == 4   ? ", or 2 to sit A B A B"
                         : players == 3 ? ", or 2 to sit A B B"
                                        : "");
    /* Two agents at three seats: A B B; else in turn. */
    for (int slot = 0; slot < players; slot++)
        made.slots[slot] = (uint8_t)(players == 3 && agents == 2 ? slot > 0 : slot % agents);
    made.rotations = players == 4 ? agents : players;
    made.seatings = duplicate ? made.rotations : 1;
    for (int rotation = 0; rotation < made.rotations; rotation++)
        for (int seat = 0; seat < players; seat++)
            made.sides[rotation][schedule_agent(&made, rotation, seat)] |=
                (uint8_t)(1 << rules_side(&made.rules, seat));
    for (int agent = 0; agent < agents; agent++)
        made.side_count[agent] = (uint8_t)set_count(made.sides[0][agent]);
    *schedule = made;
    return true;
}

void schedule_scores(int16_t out[static MAX_SIDES], const Schedule *schedule, const int16_t of[static MAX_SEATS],
                     int seating)
{
    for (int seat = 0; seat < schedule->rules.players; seat++) {
        const int side = rules_side(&schedule->rules, seat);
        out[side] = of[schedule->scores_by_side ? side : schedule_agent(schedule, seating, seat)];
    }
}

void schedule_packs(Pack packs[], const Schedule *schedule, const uint64_t boards[], int count)
{
    Rng streams[MOST_PACKS];
    for (int i = 0; i < count; i++) {
        if (schedule->packs) packs[i] = schedule->packs[boards[i] % schedule->pack_count];
        streams[i] = rng_for(schedule->seed, boards[i], PURPOSE_CARDS);
    }
    if (schedule->packs) return;
    batch_lanes()->shuffle(packs, streams, count);
    for (int i = 0; i < count; i++)
        if (!pack_put_right(&packs[i], &schedule->rules, &streams[i]))
            pack_deal(&packs[i], &schedule->rules, &streams[i]);
}

int schedule_orders(const Schedule *schedule)
{
    if (schedule->fixed_order || schedule->agents < 3) return 1;
    return schedule->agents == 3 || schedule->rules.sides == 2 ? 2 : 6;
}

int schedule_turns(const Schedule *schedule)
{
    const bool alike = schedule->side_count[0] == schedule->side_count[1];
    return schedule->fixed_order || schedule->seatings > 1 || !alike ? 1 : schedule->agents;
}

Pairing schedule_order(const Schedule *schedule, const Pairing *pairing, uint64_t board)
{
    static const uint8_t ORDERS[][MAX_SEATS] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 1, 3, 2},
                                                {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};
    static const uint8_t TEAM_ORDERS[][MAX_SEATS] = {{0, 1, 2, 3}, {0, 3, 2, 1}};
    const uint64_t orders = (uint64_t)schedule_orders(schedule), turn = board % orders;
    const int first = (int)(board / orders % (uint64_t)schedule_turns(schedule));
    const uint8_t *order = schedule->rules.sides == 2 ? TEAM_ORDERS[turn] : ORDERS[turn];
    Pairing out = {{0}};
    for (int i = 0; i < schedule->agents; i++)
        out.agents[i] = pairing->agents[order[(i + first) % schedule->agents]];
    return out;
}
