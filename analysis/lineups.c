/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/lineups.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "agents/kinds.h"
#include "agents/tactic.h"
#include "sim/tally.h"

/* A game of the line-ups order[first … first + count - 1], which have chosen the same so far. */
typedef struct {
    Round round;
    Rng rngs[MAX_SEATS];
    CardSet history[PLAYS];
    int first, count;
} SharedGame;

/* Weights of the players in a set, ready to be compared. */
typedef struct {
    uint64_t players;
    TacticVersions versions;
} Versions;

enum { CACHE = 64 }; /* sets of players that are kept ready */

struct LineupTable {
    const Lineups *lineups;
    void *minds[MAX_PLAYERS][MAX_SEATS];
    uint64_t tactics; /* players of the kind `tactic` */
    SceneRules scene_rules;
    Versions *cache; /* CACHE of them; players 0: empty */
    CardSet first_pool;
    SharedGame *games; /* one for each line-up at most */
    int game_count;
    uint16_t *order; /* line-ups, those of one game side by side */
    uint16_t *moved; /* room for putting them right */
    uint8_t *choice; /* [line-up] at the last parting of its game: which of the plays it chose */
    Parting *partings;
    int (*diff)[MAX_SIDES];
    int plies;
    /* of one decision */
    CardSet plays[MAX_PLAYERS];
    Rng after[MAX_PLAYERS];
};

static bool players_open(LineupTable *table)
{
    const Lineups *lineups = table->lineups;
    for (int player = 0; player < lineups->player_count; player++) {
        const Agent *agent = &lineups->players[player];
        if (agent->kind == &AGENT_TACTIC) table->tactics |= UINT64_C(1) << player;
        for (int seat = 0; agent->kind->mind_open && seat < lineups->rules->players; seat++) {
            table->minds[player][seat] = agent->kind->mind_open(agent, lineups->rules);
            if (!table->minds[player][seat]) return false;
        }
    }
    return true;
}

LineupTable *lineups_open(const Lineups *lineups)
{
    LineupTable *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    size_t count = (size_t)lineups->count;
    table->lineups = lineups;
    table->cache = calloc(CACHE, sizeof *table->cache);
    table->games = calloc(count, sizeof *table->games);
    table->order = calloc(count, sizeof *table->order);
    table->moved = calloc(count, sizeof *table->moved);
    table->choice = calloc(count, sizeof *table->choice);
    table->diff = calloc(count, sizeof *table->diff);
    table->partings = calloc((size_t)lineups->pair_count + 1, sizeof *table->partings);
    scene_rules_init(&table->scene_rules, lineups->rules);
    if (table->cache && table->games && table->order && table->moved && table->choice && table->diff &&
        table->partings && players_open(table))
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
    free(table->cache);
    free(table->games);
    free(table->order);
    free(table->moved);
    free(table->choice);
    free(table->diff);
    free(table->partings);
    free(table);
}

static const TacticVersions *versions_of(LineupTable *table, uint64_t players)
{
    Versions *kept = &table->cache[players * UINT64_C(0x9e3779b97f4a7c15) >> 58];
    _Static_assert(CACHE == 64, "the six highest bits");
    if (kept->players == players) return &kept->versions;
    const double *weights[MAX_PLAYERS];
    int count = 0;
    for (uint64_t rest = players; rest; rest &= rest - 1)
        weights[count++] = tactic_agent_weights(&table->lineups->players[__builtin_ctzll(rest)]);
    tactic_versions_init(&kept->versions, weights, count);
    kept->players = players;
    return &kept->versions;
}

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

/* What each of these players would play now. */
static bool players_ask(LineupTable *table, const SharedGame *game, const View *view, uint64_t players)
{
    uint64_t tactics = players & table->tactics;
    if (tactics & (tactics - 1)) {
        CardSet plays[MAX_TACTIC_VERSIONS];
        Rng rng = game->rngs[view->seat];
        tactic_choose_many(plays, &table->scene_rules, versions_of(table, tactics), view, &rng);
        int i = 0;
        for (uint64_t rest = tactics; rest; rest &= rest - 1) {
            int player = __builtin_ctzll(rest);
            table->plays[player] = plays[i++];
            table->after[player] = rng;
        }
        players ^= tactics;
    }
    for (; players; players &= players - 1)
        if (!player_ask(table, game, view, __builtin_ctzll(players))) return false;
    return true;
}

static bool chose_the_same(const LineupTable *table, int a, int b)
{
    return table->plays[a] == table->plays[b] && table->after[a].state == table->after[b].state;
}

static void game_advance(SharedGame *game, const Rules *rules, CardSet play, Rng after)
{
    int ply = game->round.table.ply;
    game->rngs[game->round.table.turn] = after;
    game->history[ply] = play;
    round_play(&game->round, rules, play);
}

static int lead_of(const Round *round, const Rules *rules)
{
    int points[MAX_SIDES], side = table_side(&round->table, rules), best = INT16_MIN;
    count_points(points, &round->table, rules);
    for (int other = 0; other < rules->sides; other++)
        if (other != side && points[other] > best) best = points[other];
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
        .lead = (int16_t)lead_of(round, table->lineups->rules),
    };
    for (int i = 0; i < table->lineups->pair_count; i++) {
        const LineupPair *pair = &table->lineups->pairs[i];
        uint8_t a = table->choice[pair->a], b = table->choice[pair->b];
        if (a != b && a != NEVER && b != NEVER && table->partings[i].ply == NEVER) table->partings[i] = parting;
    }
}

/* Divides the line-ups of a game by what their player at `seat` chose: the first choice stays, each other gets a game of
   its own. */
static void game_part(LineupTable *table, SharedGame *game, int seat)
{
    const Lineups *lineups = table->lineups;
    uint16_t *order = table->order + game->first;
    const int count = game->count;
    int choosers[MAX_PLAYERS], sizes[MAX_PLAYERS] = {0}, choices = 0;
    for (int i = 0; i < count; i++) {
        int player = lineups->lineups[order[i]].seats[seat], choice = 0;
        while (choice < choices && !chose_the_same(table, choosers[choice], player))
            choice++;
        if (choice == choices) choosers[choices++] = player;
        table->choice[order[i]] = (uint8_t)choice;
        sizes[choice]++;
    }
    if (choices > 1) {
        partings_note(table, game);
        int start = 0, starts[MAX_PLAYERS];
        for (int choice = 0; choice < choices; choice++) {
            SharedGame *part = choice ? &table->games[table->game_count++] : game;
            if (choice) *part = *game;
            starts[choice] = start;
            part->first = game->first + start;
            start += sizes[choice];
            part->count = sizes[choice];
        }
        memcpy(table->moved, order, (size_t)start * sizeof *order);
        for (int i = 0; i < start; i++) {
            uint16_t lineup = table->moved[i];
            order[starts[table->choice[lineup]]++] = lineup;
        }
        for (int choice = 1; choice < choices; choice++)
            game_advance(&table->games[table->game_count - choices + choice], lineups->rules,
                         table->plays[choosers[choice]], table->after[choosers[choice]]);
    }
    for (int i = 0; i < count; i++)
        table->choice[order[i]] = NEVER;
    game_advance(game, lineups->rules, table->plays[choosers[0]], table->after[choosers[0]]);
}

static bool game_step(LineupTable *table, SharedGame *game)
{
    const Lineups *lineups = table->lineups;
    Round *round = &game->round;
    int seat = round->table.turn;
    View view = {.rules = lineups->rules,
                 .table = &round->table,
                 .hand = round->hands[seat],
                 .seat = seat,
                 .first_pool = table->first_pool,
                 .history = game->history};
    uint64_t players = 0;
    for (int i = 0; i < game->count; i++)
        players |= UINT64_C(1) << lineups->lineups[table->order[game->first + i]].seats[seat];
    if (!players_ask(table, game, &view, players)) return false;
    table->plies++;
    if (players & (players - 1)) {
        game_part(table, game, seat);
    } else {
        int player = __builtin_ctzll(players);
        game_advance(game, lineups->rules, table->plays[player], table->after[player]);
    }
    return true;
}

static void board_start(LineupTable *table, uint64_t board)
{
    const Lineups *lineups = table->lineups;
    Rng cards = rng_for(lineups->seed, board, PURPOSE_CARDS);
    Pack pack;
    pack_deal(&pack, lineups->rules, &cards);
    SharedGame *game = &table->games[0];
    round_start(&game->round, lineups->rules, &pack, NULL);
    for (int seat = 0; seat < lineups->rules->players; seat++)
        game->rngs[seat] = rng_for(lineups->seed, board, PURPOSE_AGENT + (uint64_t)seat);
    game->first = 0;
    game->count = lineups->count;
    table->game_count = 1;
    table->first_pool = game->round.table.pool;
    table->plies = 0;
    for (int i = 0; i < lineups->count; i++)
        table->order[i] = (uint16_t)i;
    memset(table->choice, NEVER, (size_t)lineups->count);
    for (int i = 0; i < lineups->pair_count; i++)
        table->partings[i].ply = NEVER;
}

bool lineups_play(LineupTable *table, uint64_t board)
{
    const Rules *rules = table->lineups->rules;
    board_start(table, board);
    for (int ply = 0; ply < PLAYS; ply++)
        for (int i = 0, games = table->game_count; i < games; i++)
            if (!game_step(table, &table->games[i])) return false;
    for (int i = 0; i < table->game_count; i++) {
        const SharedGame *game = &table->games[i];
        SideCount counts[MAX_SIDES];
        int diff[MAX_SIDES];
        count_sides(counts, &game->round.table, rules);
        diff_units(diff, counts, rules->sides);
        for (int k = 0; k < game->count; k++)
            memcpy(table->diff[table->order[game->first + k]], diff, sizeof diff);
    }
    return true;
}

const int *lineups_diff(const LineupTable *table, int lineup) { return table->diff[lineup]; }
const Parting *lineups_parting(const LineupTable *table, int pair) { return &table->partings[pair]; }
int lineups_plies(const LineupTable *table) { return table->plies; }
