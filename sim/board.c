/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/board.h"

#include <string.h>

bool minds_open(Minds *minds, const Schedule *schedule, const Agent *agents)
{
    *minds = (Minds){.schedule = schedule, .agents = agents};
    for (int slot = 0; slot < schedule->rules.players; slot++) {
        const Agent *agent = &agents[schedule->slots[slot]];
        if (!agent->kind->mind_open) continue;
        minds->minds[slot] = agent->kind->mind_open(agent, &schedule->rules);
        if (!minds->minds[slot]) {
            minds_close(minds);
            return false;
        }
    }
    return true;
}

void minds_close(Minds *minds)
{
    for (int slot = 0; slot < minds->schedule->rules.players; slot++) {
        const AgentKind *kind = minds->agents[minds->schedule->slots[slot]].kind;
        if (minds->minds[slot] && kind->mind_close) kind->mind_close(minds->minds[slot]);
    }
}

bool board_play(Board *board, Minds *minds, uint64_t index, int *failed)
{
    const Schedule *schedule = minds->schedule;
    const Rules *rules = &schedule->rules;
    board->index = index;
    board->timed = index % TIMED_EVERY == 0;
    memset(board->nanoseconds, 0, sizeof board->nanoseconds);
    schedule_pack(&board->pack, schedule, index);
    for (int seating = 0; seating < schedule->seatings; seating++) {
        Player players[MAX_SEATS];
        for (int seat = 0; seat < rules->players; seat++) {
            int slot = schedule_slot(schedule, seating, seat);
            players[seat] = (Player){.agent = &minds->agents[schedule->slots[slot]],
                                     .mind = minds->minds[slot],
                                     .rng = schedule_rng(schedule, index, seating, seat)};
        }
        Game *game = &board->games[seating];
        bool played = game_play(game, rules, &board->pack, NULL, players, board->timed);
        for (int seat = 0; seat < rules->players; seat++)
            board->nanoseconds[players[seat].agent - minds->agents] += players[seat].nanoseconds;
        if (!played) {
            if (failed) *failed = (int)(players[game->round.table.turn].agent - minds->agents);
            return false;
        }
    }
    return true;
}
