/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens, asks and closes players, and lets them play a round to its end. */
#include "sim/players.h"

#include <stdlib.h>
#include <string.h>

#include "engine/match.h"
#include "sim/files/system.h"

bool player_open(Player *player, const Agent *agent, const Rules *rules)
{
    *player = (Player){.agent = agent};
    if (!agent->kind->memory_open) return true;
    player->memory = agent->kind->memory_open(agent, rules);
    return player->memory;
}

void player_close(Player *player)
{
    if (player->memory) player->agent->kind->memory_close(player->memory);
    *player = (Player){0};
}

void player_begin(Player *player, const View *view)
{
    const AgentKind *kind = player->agent->kind;
    if (kind->begin) kind->begin(player->agent, player->memory, view);
}

bool player_check(Player *player, const View *view, CardSet play)
{
    player->refused = 0;
    if (play_legal(view->hand, view->table->pool, play, &player->why)) return true;
    player->refused = play;
    return false;
}

static void player_end(Player *player, const View *view)
{
    const AgentKind *kind = player->agent->kind;
    if (kind->end) kind->end(player->agent, player->memory, view);
}

/* The player's play; 0, with why, if it gave no legal one. */
static CardSet player_play(Player *player, const View *view, const Round *round)
{
    const AgentKind *kind = player->agent->kind;
    CardSet play = kind->choose ? kind->choose(player->agent, player->memory, view, &player->rng)
                                : kind->choose_open(player->agent, player->memory, view->rules, round, &player->rng);
    if (play && kind->traits & TRAIT_LISTED) return play;
    player->refused = 0;
    if (agent_stopped(player->agent)) return player->why = AGENT_STOPPED, 0;
    if (!play && kind->failure && (player->why = kind->failure(player->memory))) return 0;
    return player_check(player, view, play) ? play : 0;
}

CardSet player_ask_timed(Player *player, const View *view, const Round *round, bool timed)
{
    const AgentKind *kind = player->agent->kind;
    if (kind->prepare && !kind->prepare(player->memory)) {
        player->refused = 0;
        player->why = kind->failure(player->memory);
        return 0;
    }
    const bool sampled = timed && !(kind->cold && kind->cold(player->memory));
    const uint64_t start = sampled ? nanoseconds_now() : 0;
    const CardSet play = player_play(player, view, round);
    if (sampled) play_time_add(&player->time, (PlayTime){1, nanoseconds_since(start)});
    return play;
}

CardSet player_ask(Player *player, const View *view, const Round *round)
{
    return player_ask_timed(player, view, round, false);
}

VoidBoard player_failure(const Player *player, const View *view)
{
    return (VoidBoard){.agent = player->agent,
                       .why = player->why,
                       .hand = view->hand,
                       .pool = view->table->pool,
                       .play = player->refused,
                       .seat = view->seat};
}

CardSet player_ask_there(Player *player, Rng rng, const View *view, const Round *round, uint64_t board, int seating,
                         Voids *voids)
{
    player->rng = rng;
    player_begin(player, view);
    const CardSet play = player_ask(player, view, round);
    if (play) return play;
    VoidBoard failure = player_failure(player, view);
    failure.board = board;
    failure.seating = seating;
    voids_add(voids, &failure);
    return 0;
}

VoidBoard game_failure(const Game *game, Player *const players[static MAX_SEATS], uint64_t board, int seating)
{
    const Round *round = &game->round;
    const int seat = round->table.turn;
    const View view = {.table = &round->table, .hand = round->hands[seat], .seat = seat};
    VoidBoard failure = player_failure(players[seat], &view);
    failure.board = board;
    failure.seating = seating;
    return failure;
}

void game_start(Game *game, const Rules *rules, const Pack *pack, const int16_t *scores)
{
    round_start(&game->round, rules, pack, scores);
    game->first_pool = game->round.table.pool;
    game->history_known = true;
    memset(game->captures, 0, sizeof game->captures);
    game->match = false;
}

void game_start_match(Game *game, const Rules *rules, const Pack *pack, const int16_t *scores)
{
    game_start(game, rules, pack, scores);
    game->match = true;
    game->claims_from = match_claims_from(scores, rules);
}

bool game_stopped(const Game *game, const Rules *rules)
{
    const Table *table = &game->round.table;
    int surs = 0, side;
    if (!game->match) return false;
    for (int i = 0; i < rules->sides; i++)
        surs += table->surs[i];
    return surs >= game->claims_from && !table_over(table) && table_shodam(table, rules, &side);
}

Record game_record(const Game *game, const Rules *rules, const Pack *pack)
{
    const Table *end = &game->round.table;
    const bool over = table_over(end) || game_stopped(game, rules);
    Record record = {
        .rules = *rules, .pack = *pack, .has_play = true, .has_points = over, .has_surs = over, .has_clubs = over};
    SideCount counts[MAX_SIDES];
    Round round;
    count_sides(counts, end, rules);
    for (int side = 0; side < rules->sides; side++) {
        record.scores[side] = end->scores[side];
        record.points[side] = counts[side].points;
        record.surs[side] = counts[side].surs;
        record.clubs[side] = counts[side].clubs;
    }
    round_start(&round, rules, pack, record.scores);
    for (; record.play_count < end->ply; record.play_count++) {
        const CardSet play = game->history[record.play_count], card = play & round_hand(&round);
        record.plays[record.play_count] = (Play){.captured = play ^ card, .card = set_first(card)};
        round_play(&round, rules, play);
    }
    return record;
}

View game_view(const Game *game, const Rules *rules)
{
    return turn_view(&game->round, rules, game->first_pool, game->history_known ? game->history : NULL);
}

void game_players_tell(const Game *game, const Rules *rules, Player *const players[static MAX_SEATS], bool over)
{
    View view = game_view(game, rules);
    for (view.seat = 0; view.seat < rules->players; view.seat++) {
        view.hand = game->round.hands[view.seat];
        (over ? player_end : player_begin)(players[view.seat], &view);
    }
}

bool game_put(Game *game, const Rules *rules, CardSet play)
{
    Round *round = &game->round;
    const int side = table_side(&round->table, rules);
    game->history[round->table.ply] = play;
    round_play(round, rules, play);
    if (set_rest(play)) {
        game->captures[side]++;
        if (game_stopped(game, rules)) return false;
    }
    return !table_over(&round->table);
}

bool game_play(Game *game, const Rules *rules, Player *const players[static MAX_SEATS], bool timed)
{
    Round *round = &game->round;
    View view = game_view(game, rules);
    game_players_tell(game, rules, players, false);
    while (!table_over(&round->table)) {
        int seat = view.seat = round->table.turn;
        view.hand = round->hands[seat];
        CardSet play = player_ask_timed(players[seat], &view, round, timed);
        if (!play) return false;
        if (!game_put(game, rules, play)) break;
    }
    count_sides(game->counts, &round->table, rules);
    game_players_tell(game, rules, players, true);
    return true;
}

/* ---- the players of a thread */

/* The most seats that one of the schedule's agents holds in a round. */
static int seats_most(const Schedule *schedule)
{
    int held[MAX_SEATS] = {0}, most = 0;
    for (int slot = 0; slot < schedule->rules.players; slot++)
        if (++held[schedule->slots[slot]] > most) most = held[schedule->slots[slot]];
    return most;
}

bool players_open(Players *players, const Schedule *schedule, const Agent *agents, size_t count)
{
    const int most = seats_most(schedule);
    *players = (Players){.schedule = schedule, .count = count};
    players->players = calloc(count, sizeof *players->players);
    bool good = players->players != NULL;
    for (size_t agent = 0; good && agent < count; agent++)
        for (int k = 0; good && k < most; k++)
            good = player_open(&players->players[agent][k], &agents[agent], &schedule->rules);
    if (!good) players_close(players);
    return good;
}

void players_close(Players *players)
{
    for (size_t agent = 0; players->players && agent < players->count; agent++)
        for (int k = 0; k < MAX_SEATS; k++)
            player_close(&players->players[agent][k]);
    free(players->players);
    free(players->shared);
    *players = (Players){0};
}
