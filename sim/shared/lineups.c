/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/shared/lineups.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/sur.h"
#include "sim/shared/lineup_table.h"
#include "sim/tally.h"

static bool players_open(LineupTable *table)
{
    const Lineups *lineups = table->lineups;
    for (int player = 0; player < lineups->player_count; player++) {
        const Agent *agent = &lineups->players[player];
        if (agent_has(agent, TRAIT_TACTICS | TRAIT_WEIGHS)) {
            table->tactics |= UINT64_C(1) << player;
            continue;
        }
        for (int seat = 0; agent->kind->mind_open && seat < lineups->rules->players; seat++) {
            table->minds[player][seat] = agent->kind->mind_open(agent, lineups->rules);
            if (!table->minds[player][seat]) return false;
        }
    }
    return true;
}

/* True if every player's choice depends on the piles by no more than their clubs, and by what they leave unseen; then
   two games with the same pool, hands and clubs go on alike. */
static bool players_forget(const Lineups *lineups)
{
    for (int player = 0; player < lineups->player_count; player++)
        if (!agent_has(&lineups->players[player], TRAIT_FORGETS)) return false;
    return true;
}

LineupTable *lineups_open(const Lineups *lineups)
{
    LineupTable *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    table->lineups = lineups;
    table->merges = players_forget(lineups);
    table->block = lineups_block(lineups);
    table->surs_add = sur_adds_up(lineups->rules);
    feature_rules_init(&table->feature_rules, lineups->rules);
    memset(table->slots, 0xff, sizeof table->slots);
    size_t block = (size_t)table->block, count = block * (size_t)lineups->count;
    table->games = calloc(count, sizeof *table->games);
    table->next = calloc(count, sizeof *table->next);
    table->choice = calloc(count, sizeof *table->choice);
    table->account = calloc(count, sizeof *table->account);
    table->diff = calloc(count, sizeof *table->diff);
    table->partings = calloc(block * ((size_t)lineups->pair_count + 1), sizeof *table->partings);
    table->groups = calloc(GROUPS, sizeof *table->groups);
    table->group_games = calloc(GROUPS * count, sizeof *table->group_games);
    table->decisions = calloc(count, sizeof *table->decisions);
    table->chosen = calloc(count * (size_t)lineups->player_count, sizeof *table->chosen);
    if (!table->merges) table->histories = calloc(count, sizeof *table->histories);
    if (table->games && table->next && table->choice && table->account && table->diff && table->partings &&
        table->groups && table->group_games && table->decisions && table->chosen &&
        (table->merges || table->histories) && players_open(table))
        return table;
    lineups_close(table);
    return NULL;
}

void lineups_close(LineupTable *table)
{
    for (int player = 0; player < table->lineups->player_count; player++)
        for (int seat = 0; seat < MAX_SEATS; seat++)
            if (table->minds[player][seat])
                table->lineups->players[player].kind->mind_close(table->minds[player][seat]);
    free(table->games);
    free(table->next);
    free(table->choice);
    free(table->account);
    free(table->diff);
    free(table->partings);
    free(table->groups);
    free(table->group_games);
    free(table->decisions);
    free(table->chosen);
    free(table->histories);
    free(table);
}

int lineups_block(const Lineups *lineups)
{
    if (!players_forget(lineups) || lineups->count > BLOCK_LINEUPS) return 1;
    return lineups->count * BLOCK < BLOCK_LINEUPS ? BLOCK : BLOCK_LINEUPS / lineups->count;
}

/* ---- a play */

static bool player_ask(LineupTable *table, const SharedGame *game, const View *view, int player)
{
    const Agent *agent = &table->lineups->players[player];
    void *mind = table->minds[player][view->seat];
    Rng *rng = &table->after[player];
    *rng = game->rngs[view->seat];
    table->plays[player] = agent->kind->choose ? agent->kind->choose(agent, mind, view, rng)
                                               : agent->kind->choose_open(agent, mind, view->rules, &game->round, rng);
    return table->plays[player] != 0;
}

static bool chose_the_same(const LineupTable *table, int a, int b)
{
    return table->plays[a] == table->plays[b] && table->after[a].state == table->after[b].state;
}

static void game_advance(LineupTable *table, SharedGame *game, CardSet play, Rng after)
{
    game->rngs[game->round.table.turn] = after;
    if (table->histories) table->histories[game - table->games][game->round.table.ply] = play;
    round_play(&game->round, table->lineups->rules, play);
}

/* Points so far in this line-up's own account, counted as if the round ended here. */
static int lead_of(const LineupTable *table, const Round *round, int lineup)
{
    const Rules *rules = table->lineups->rules;
    int points[MAX_SIDES], side = table_side(&round->table, rules), best = INT_MIN;
    count_points(points, &round->table, rules);
    for (int other = 0; other < rules->sides; other++) {
        points[other] += table->account[lineup][other];
        if (other != side && points[other] > best) best = points[other];
    }
    return points[side] - best;
}

static int numerals_total(CardSet set)
{
    int total = 0;
    for (set &= NUMERALS; set; set = set_rest(set))
        total += card_rank(set_first(set)) + 1;
    return total;
}

/* Notes for the pairs of this game's line-ups what is about to part them. choice[] of the game's line-ups is set, that
   of all others NEVER. */
static void partings_note(LineupTable *table, const SharedGame *game)
{
    const Round *round = &game->round;
    Parting parting = {
        .ply = round->table.ply,
        .deal = round->table.deal,
        .total = (uint8_t)numerals_total(round->table.pool),
    };
    const uint8_t *choice = table->choice + game_base(table, game);
    Parting *partings = table->partings + game->place * table->lineups->pair_count;
    for (int i = 0; i < table->lineups->pair_count; i++) {
        const LineupPair *pair = &table->lineups->pairs[i];
        uint8_t a = choice[pair->a], b = choice[pair->b];
        if (a == b || a == NEVER || b == NEVER || partings[i].ply != NEVER) continue;
        parting.lead = (int16_t)lead_of(table, round, game_base(table, game) + pair->a);
        partings[i] = parting;
    }
}

void game_copy(LineupTable *table, SharedGame *into, const SharedGame *from)
{
    *into = *from;
    if (table->histories)
        memcpy(table->histories[into - table->games], table->histories[from - table->games], sizeof *table->histories);
}

static void lineups_none(SharedGame *game)
{
    game->first = NO_INDEX;
    memset(game->players, 0, sizeof game->players);
}

void lineup_append(LineupTable *table, SharedGame *game, uint16_t index)
{
    const Lineup *lineup = &table->lineups->lineups[index - game_base(table, game)];
    for (int seat = 0; seat < MAX_SEATS; seat++)
        game->players[seat] |= UINT64_C(1) << lineup->seats[seat];
    memset(game->group, 0xff, sizeof game->group);
    if (game->first == NO_INDEX)
        game->first = index;
    else
        table->next[game->last] = index;
    game->last = index;
    table->next[index] = NO_INDEX;
}

/* Divides the line-ups of a game by what their player at `seat` chose, two plays or more: the first stays, each other gets
   a game of its own. */
static void game_part(LineupTable *table, SharedGame *game, int seat)
{
    const Lineups *lineups = table->lineups;
    int choosers[MAX_PLAYERS], choices = 0;
    SharedGame *parts[MAX_PLAYERS];
    for (uint16_t index = game->first; index != NO_INDEX; index = table->next[index]) {
        int player = lineups->lineups[index - game_base(table, game)].seats[seat], choice = 0;
        while (choice < choices && !chose_the_same(table, choosers[choice], player))
            choice++;
        if (choice == choices) choosers[choices++] = player;
        table->choice[index] = (uint8_t)choice;
    }
    partings_note(table, game);
    uint16_t rest = game->first;
    for (int choice = 0; choice < choices; choice++) {
        parts[choice] = choice ? &table->games[table->game_count++] : game;
        if (choice) game_copy(table, parts[choice], game);
        lineups_none(parts[choice]);
    }
    while (rest != NO_INDEX) {
        uint16_t index = rest;
        rest = table->next[index];
        lineup_append(table, parts[table->choice[index]], index);
        table->choice[index] = NEVER;
    }
    for (int choice = 0; choice < choices; choice++)
        game_advance(table, parts[choice], table->plays[choosers[choice]], table->after[choosers[choice]]);
}

bool game_step(LineupTable *table, SharedGame *game, const CardSet chosen[], int count)
{
    int seat = game->round.table.turn;
    uint64_t players = game->players[seat], tactics = players & table->tactics;
    Rng after = game->rngs[seat];
    bool same = true;
    table->plies++;
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
    View view = {.rules = table->lineups->rules,
                 .table = &game->round.table,
                 .hand = game->round.hands[seat],
                 .seat = seat,
                 .first_pool = table->first_pool[game->place],
                 .history = table->histories ? table->histories[game - table->games] : NULL};
    for (uint64_t rest = players ^ tactics; rest; rest &= rest - 1)
        if (!player_ask(table, game, &view, __builtin_ctzll(rest))) return false;
    int first = __builtin_ctzll(players);
    for (uint64_t rest = players & (players - 1); rest && same; rest &= rest - 1)
        same = chose_the_same(table, first, __builtin_ctzll(rest));
    if (same)
        game_advance(table, game, table->plays[first], table->after[first]);
    else
        game_part(table, game, seat);
    return true;
}

/* ---- boards */

static void board_start(LineupTable *table, uint64_t board, int place)
{
    const Lineups *lineups = table->lineups;
    Rng cards = rng_for(lineups->seed, board, PURPOSE_CARDS);
    Pack pack;
    pack_deal(&pack, lineups->rules, &cards);
    SharedGame *game = &table->games[table->game_count++];
    round_start(&game->round, lineups->rules, &pack, NULL);
    for (int seat = 0; seat < lineups->rules->players; seat++)
        game->rngs[seat] = rng_for(lineups->seed, board, PURPOSE_AGENT + (uint64_t)seat);
    lineups_none(game);
    game->place = (uint16_t)place;
    table->first_pool[place] = game->round.table.pool;
    int base = game_base(table, game);
    for (int i = 0; i < lineups->count; i++)
        lineup_append(table, game, (uint16_t)(base + i));
    memset(table->account + base, 0, (size_t)lineups->count * sizeof *table->account);
    memset(table->choice + base, NEVER, (size_t)lineups->count);
    for (int i = 0; i < lineups->pair_count; i++)
        table->partings[place * lineups->pair_count + i].ply = NEVER;
}

static void game_score(LineupTable *table, const SharedGame *game)
{
    const Rules *rules = table->lineups->rules;
    SideCount counts[MAX_SIDES];
    count_sides(counts, &game->round.table, rules);
    for (uint16_t lineup = game->first; lineup != NO_INDEX; lineup = table->next[lineup]) {
        SideCount own[MAX_SIDES];
        memcpy(own, counts, sizeof own);
        for (int side = 0; side < rules->sides; side++)
            own[side].points = (int16_t)(own[side].points + table->account[lineup][side]);
        diff_units(table->diff[lineup], own, rules->sides);
    }
}

bool lineups_play(LineupTable *table, uint64_t first, int count)
{
    int players = table->lineups->rules->players, deal = HAND * players;
    table->game_count = 0;
    table->plies = 0;
    groups_clear(table);
    for (int place = 0; place < count; place++)
        board_start(table, first + (uint64_t)place, place);
    for (int ply = 0; ply < PLAYS; ply++) {
        /* within a deal games seldom come to the same hands */
        if (table->merges && ply && ply % deal == 0) games_merge(table);
        if (!games_step(table, ply % players)) return false;
    }
    for (int i = 0; i < table->game_count; i++)
        game_score(table, &table->games[i]);
    return true;
}

const int *lineups_diff(const LineupTable *table, int place, int lineup)
{
    return table->diff[place * table->lineups->count + lineup];
}

const Parting *lineups_parting(const LineupTable *table, int place, int pair)
{
    return &table->partings[place * table->lineups->pair_count + pair];
}

int lineups_plies(const LineupTable *table) { return table->plies; }
