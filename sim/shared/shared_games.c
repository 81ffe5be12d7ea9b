/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One game of many line-ups: makes plays in it, and splits it where its line-ups choose differently. */
#include <limits.h>
#include <string.h>

#include "sim/shared/lineup_table.h"

/* Asks a player for its play. False if the agent failed. */
static bool game_ask(LineupTable *table, const SharedGame *game, const View *view, int index)
{
    Player *player = &table->players[index][view->seat];
    player->rng = game->rngs[view->seat];
    table->plays[index] = player_ask(player, view, &game->round);
    table->after[index] = player->rng;
    if (table->plays[index]) return true;
    table->failure = player_failure(player, view);
    table->failure.board = table->first_board + (uint64_t)(game->place / table->lineups->schedule->seatings);
    table->failure.seating = game->seating;
    return false;
}

static bool chose_the_same(const LineupTable *table, int a, int b)
{
    return table->plays[a] == table->plays[b] && table->after[a].state == table->after[b].state;
}

static void game_advance(LineupTable *table, SharedGame *game, CardSet play, Rng after)
{
    game->rngs[game->round.table.turn] = after;
    if (table->histories) table->histories[game - table->games][game->round.table.ply] = play;
    round_play(&game->round, table->rules, play);
}

/* By how many points the side to move leads the best other side in this line-up, counted as if the round ended here. */
static int lead_of(const LineupTable *table, const Round *round, int lineup)
{
    const Rules *rules = table->rules;
    int points[MAX_SIDES], side = table_side(&round->table, rules), best = INT_MIN;
    count_points(points, &round->table, rules);
    for (int other = 0; other < rules->sides; other++) {
        points[other] += table->carried[lineup][other];
        if (other != side && points[other] > best) best = points[other];
    }
    return points[side] - best;
}

/* Notes for the pairs of this game's line-ups where they are about to diverge. choice[] of the game's line-ups is set,
   that of all others is NEVER. */
static void divergences_note(LineupTable *table, const SharedGame *game)
{
    const Round *round = &game->round;
    Divergence divergence = {
        .ply = round->table.ply,
        .deal = round->table.deal,
        .total = (uint8_t)numerals_total(round->table.pool),
    };
    const uint8_t *choice = table->choice + game_base(table, game);
    Divergence *divergences = table->divergences + game->place * table->lineups->pair_count;
    for (int i = 0; i < table->lineups->pair_count; i++) {
        const LineupPair *pair = &table->lineups->pairs[i];
        uint8_t a = choice[pair->a], b = choice[pair->b];
        if (a == b || a == NEVER || b == NEVER || divergences[i].ply != NEVER) continue;
        divergence.lead = (int16_t)lead_of(table, round, game_base(table, game) + pair->a);
        divergences[i] = divergence;
    }
}

void game_copy(LineupTable *table, SharedGame *into, const SharedGame *from)
{
    *into = *from;
    if (table->histories)
        memcpy(table->histories[into - table->games], table->histories[from - table->games], sizeof *table->histories);
}

static void game_empty(SharedGame *game)
{
    game->first = NO_INDEX;
    memset(game->players, 0, sizeof game->players);
}

void game_append(LineupTable *table, SharedGame *game, uint16_t index)
{
    const Lineup *lineup = game_lineup(table, game, index);
    for (int seat = 0; seat < MAX_SEATS; seat++)
        game->players[seat] |= UINT64_C(1) << lineup->players[seat];
    memset(game->batch, 0xff, sizeof game->batch);
    if (game->first == NO_INDEX)
        game->first = index;
    else
        table->next[game->last] = index;
    game->last = index;
    table->next[index] = NO_INDEX;
}

/* Divides the line-ups of a game by what their player at `seat` chose, two plays or more: those with the first play stay,
   those with each other play get a game of their own. */
static void game_split(LineupTable *table, SharedGame *game, int seat)
{
    int choosers[MAX_LINEUP_PLAYERS], choices = 0;
    SharedGame *games[MAX_LINEUP_PLAYERS];
    for (uint16_t index = game->first; index != NO_INDEX; index = table->next[index]) {
        int player = game_lineup(table, game, index)->players[seat], choice = 0;
        while (choice < choices && !chose_the_same(table, choosers[choice], player))
            choice++;
        if (choice == choices) choosers[choices++] = player;
        table->choice[index] = (uint8_t)choice;
    }
    divergences_note(table, game);
    uint16_t rest = game->first;
    for (int choice = 0; choice < choices; choice++) {
        games[choice] = choice ? &table->games[table->game_count++] : game;
        if (choice) game_copy(table, games[choice], game);
        game_empty(games[choice]);
    }
    while (rest != NO_INDEX) {
        uint16_t index = rest;
        rest = table->next[index];
        game_append(table, games[table->choice[index]], index);
        table->choice[index] = NEVER;
    }
    for (int choice = 0; choice < choices; choice++)
        game_advance(table, games[choice], table->plays[choosers[choice]], table->after[choosers[choice]]);
}

bool game_step(LineupTable *table, SharedGame *game, const CardSet chosen[], int count)
{
    int seat = game->round.table.turn;
    uint64_t players = game->players[seat], tactics = players & table->tactics;
    Rng after = game->rngs[seat];
    bool same = true;
    if (count) {
        rng_next(&after); /* the draw of the tactic players, the same for all of them */
        for (int i = 1; i < count; i++)
            same &= chosen[i] == chosen[0];
        if (same && players == tactics) return game_advance(table, game, chosen[0], after), true;
        for (uint64_t rest = tactics; rest; rest &= rest - 1) {
            int player = __builtin_ctzll(rest);
            table->plays[player] = *chosen++;
            table->after[player] = after;
        }
    }
    View view = {.rules = table->rules,
                 .table = &game->round.table,
                 .hand = game->round.hands[seat],
                 .seat = seat,
                 .first_pool = table->first_pool[game->place],
                 .history = table->histories ? table->histories[game - table->games] : NULL};
    for (uint64_t rest = players ^ tactics; rest; rest &= rest - 1)
        if (!game_ask(table, game, &view, __builtin_ctzll(rest))) return false;
    int first = __builtin_ctzll(players);
    for (uint64_t rest = players & (players - 1); rest && same; rest &= rest - 1)
        same = chose_the_same(table, first, __builtin_ctzll(rest));
    if (same)
        game_advance(table, game, table->plays[first], table->after[first]);
    else
        game_split(table, game, seat);
    return true;
}

void game_begin(LineupTable *table, uint64_t board, const Pack *pack, int place, int seating)
{
    const Lineups *lineups = table->lineups;
    SharedGame *game = &table->games[table->game_count++];
    round_start(&game->round, table->rules, pack, NULL);
    for (int seat = 0; seat < table->rules->players; seat++)
        game->rngs[seat] = player_rng(lineups->schedule->seed, board, seating, seat);
    game_empty(game);
    game->place = (uint16_t)place;
    game->seating = (uint8_t)seating;
    table->first_pool[place] = game->round.table.pool;
    int base = game_base(table, game);
    for (int i = 0; i < lineups->count; i++)
        game_append(table, game, (uint16_t)(base + i));
    memset(table->carried + base, 0, (size_t)lineups->count * sizeof *table->carried);
    memset(table->choice + base, NEVER, (size_t)lineups->count);
    for (int i = 0; i < lineups->pair_count; i++)
        table->divergences[place * lineups->pair_count + i].ply = NEVER;
}
