/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agents and players. */
#include <stdlib.h>

#include "library/handles.h"
#include "sim/voids.h"

static pasur_agent *agent_new(const pasur_rules *rules, pasur_error *error)
{
    pasur_agent *agent = calloc(1, sizeof *agent);
    if (!agent)
        fail_memory(error);
    else
        agent->rules = rules->rules;
    return agent;
}

pasur_agent *pasur_agent_new(const pasur_rules *rules, const char *text, pasur_error *error)
{
    Error why;
    if (text_check(text, "agent", error)) return NULL;
    pasur_agent *agent = agent_new(rules, error);
    if (!agent) return NULL;
    if (!agent_parse(&agent->agent, text, &agent->rules, &why)) {
        fail_as(error, &why);
        free(agent);
        return NULL;
    }
    if (agent_has(&agent->agent, TRAIT_PERSON)) {
        fail(error, PASUR_INPUT, "human: only the program asks a person; pasur_agent_own makes an agent of your own");
        pasur_agent_free(agent);
        return NULL;
    }
    if (!agents_for_rounds(&agent->agent, 1, &why)) {
        fail_as(error, &why);
        pasur_agent_free(agent);
        return NULL;
    }
    return agent;
}

void pasur_agent_free(pasur_agent *agent)
{
    if (!agent) return;
    agent_free(&agent->agent);
    free(agent);
}

pasur_agent *pasur_agent_own(const pasur_rules *rules, const char *name, pasur_choose *choose, void *context,
                             pasur_error *error)
{
    if (!choose) {
        fail(error, PASUR_INPUT, "choose: there is no function");
        return NULL;
    }
    pasur_agent *agent = agent_new(rules, error);
    if (agent && !own_make(&agent->agent, name, choose, context)) {
        fail_memory(error);
        free(agent);
        return NULL;
    }
    return agent;
}

/* ---- players */

pasur_player *pasur_player_new(const pasur_agent *agent, pasur_error *error)
{
    pasur_player *player = calloc(1, sizeof *player);
    if (player && player_open(&player->player, &agent->agent, &agent->rules)) {
        player->agent = agent;
        player->seat = -1;
        return player;
    }
    free(player);
    fail_memory(error);
    return NULL;
}

void pasur_player_free(pasur_player *player)
{
    if (!player) return;
    player_close(&player->player);
    free(player);
}

/* May an agent that was made for some rules play a round? */
static bool rules_fit(const pasur_agent *agent, const pasur_round *round)
{
    return rules_equal(&agent->rules, &round->rules);
}

static const char OTHER_RULES[] = "the agent was made for other rules than those of the round";

int pasur_player_begin(pasur_player *player, const pasur_round *round, int seat, uint64_t seed, uint64_t board,
                       int seating, pasur_error *error)
{
    Table table;
    if (!rules_fit(player->agent, round)) return fail(error, PASUR_INPUT, OTHER_RULES);
    if (seat < 0 || seat >= round->rules.players) return fail(error, PASUR_INPUT, "seat: there is no such seat");
    if (seating < 0 || seating >= MAX_SEATS) return fail(error, PASUR_INPUT, "seating: 0 to 3");
    const View view = round_view(&table, round, seat);
    player->player.rng = player_rng(seed, board, seating, seat);
    player->seat = seat;
    player_begin(&player->player, &view);
    return PASUR_OK;
}

int fail_player(pasur_error *error, const VoidBoard *failure)
{
    char text[VOID_TEXT];
    return fail(error, PASUR_FAILED, void_print(text, failure));
}

int pasur_player_choose(pasur_player *player, const pasur_round *round, pasur_cards *play, pasur_error *error)
{
    if (!rules_fit(player->agent, round)) return fail(error, PASUR_INPUT, OTHER_RULES);
    if (pasur_round_over(round)) return fail(error, PASUR_INPUT, "the round is over");
    if (pasur_round_turn(round) != player->seat)
        return fail(error, PASUR_INPUT, "it is another seat's turn, or pasur_player_begin was not called");
    const View view = game_view(&round->game, &round->rules);
    const CardSet chosen = player_ask(&player->player, &view, &round->game.round);
    if (!chosen) {
        VoidBoard failure = player_failure(&player->player, &view);
        failure.seating = SEATING_POSITION;
        return fail_player(error, &failure);
    }
    *play = chosen;
    return PASUR_OK;
}

int pasur_play_round(pasur_round *round, const pasur_agent *const seats[], uint64_t seed, uint64_t board, int seating,
                     pasur_error *error)
{
    Player players[MAX_SEATS] = {{0}}, *seated[MAX_SEATS] = {0};
    const int count = round->rules.players;
    Game game = round->game;
    int status = PASUR_OK;
    for (int seat = 0; seat < count && !status; seat++)
        if (!rules_fit(seats[seat], round)) status = fail(error, PASUR_INPUT, OTHER_RULES);
    if (seating < 0 || seating >= MAX_SEATS) status = fail(error, PASUR_INPUT, "seating: 0 to 3");
    for (int seat = 0; seat < count && !status; seat++) {
        seated[seat] = &players[seat];
        if (!player_open(&players[seat], &seats[seat]->agent, &round->rules)) status = fail_memory(error);
        players[seat].rng = player_rng(seed, board, seating, seat);
    }
    if (!status && !table_over(&game.round.table) && !game_play(&game, &round->rules, seated, false)) {
        const VoidBoard failure = game_failure(&game, seated, board, seating);
        status = fail_player(error, &failure);
    }
    for (int seat = 0; seat < count; seat++) {
        if (players[seat].agent) player_close(&players[seat]);
    }
    if (!status) round->game = game;
    return status;
}
