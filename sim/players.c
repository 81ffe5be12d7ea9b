/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/players.h"

#include <assert.h>
#include <string.h>
#include <time.h>

static uint64_t nanoseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline CardSet ask(Player *player, const Round *round, const View *view)
{
    const AgentKind *kind = player->agent->kind;
    return kind->choose ? kind->choose(player->agent, player->mind, view, &player->rng)
                        : kind->choose_open(player->agent, player->mind, view->rules, round, &player->rng);
}

static CardSet ask_timed(Player *player, const Round *round, const View *view)
{
    uint64_t start = nanoseconds_now();
    CardSet play = ask(player, round, view);
    player->nanoseconds += nanoseconds_now() - start;
    return play;
}

bool game_play(Game *game, const Rules *rules, const Pack *pack, const int16_t *scores,
               Player players[static MAX_SEATS], bool timed)
{
    Round *round = &game->round;
    round_start(round, rules, pack, scores);
    memset(game->captures, 0, sizeof game->captures);
    View view = {.rules = rules, .table = &round->table, .first_pool = round->table.pool, .history = game->history};
    for (int seat = 0; seat < rules->players; seat++) {
        const Agent *agent = players[seat].agent;
        view.seat = seat;
        view.hand = round->hands[seat];
        if (agent->kind->begin) agent->kind->begin(agent, players[seat].mind, &view);
    }
    for (int ply = 0; ply < PLAYS; ply++) {
        int seat = round->table.turn;
        view.seat = seat;
        view.hand = round->hands[seat];
        CardSet play = timed ? ask_timed(&players[seat], round, &view) : ask(&players[seat], round, &view);
        if (!play) return false;
        assert(round_legal(round, rules, set_first(play & view.hand), play & ~view.hand, NULL));
        game->history[ply] = play;
        if (set_rest(play)) game->captures[rules_side(rules, seat)]++;
        round_play(round, rules, play);
    }
    count_sides(game->counts, &round->table, rules);
    return true;
}
