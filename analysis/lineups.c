/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/lineups.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "agents/kinds.h"
#include "agents/tactic.h"
#include "sim/tally.h"

enum { NONE = 0xffff };

/* A game and its line-ups: first, next[first], … to NONE. */
typedef struct {
    Round round;
    Rng rngs[MAX_SEATS];
    CardSet history[PLAYS];
    uint64_t players[MAX_SEATS]; /* who sits there in some line-up */
    uint16_t first, last;
} SharedGame;

/* Weights of the players in a set, ready to be compared. */
typedef struct {
    uint64_t players;
    TacticVersions versions;
} Versions;

enum { CACHE = 64 }; /* sets of players that are kept ready */
enum { MERGE_SLOTS = 1024 };

struct LineupTable {
    const Lineups *lineups;
    void *minds[MAX_PLAYERS][MAX_SEATS];
    uint64_t tactics;                   /* players of the kind `tactic` */
    TacticWeights weights[MAX_PLAYERS]; /* of these */
    SceneRules scene_rules;
    Versions *cache; /* CACHE of them; players 0: empty */
    CardSet first_pool;
    SharedGame *games; /* one for each line-up at most */
    int game_count;
    uint16_t *next;  /* [line-up] of the same game */
    uint8_t *choice; /* [line-up] while its game parts: which of the plays it chose; else NEVER */
    Parting *partings;
    int (*diff)[MAX_SIDES];
    bool merges;                 /* games may become one again */
    bool surs_add;               /* Surs held only add to the result: nobody's choice or later Sur depends on them */
    int (*account)[MAX_SIDES];   /* [line-up] points so far that its game's table does not show */
    uint16_t slots[MERGE_SLOTS]; /* games by what is to come, NONE: free */
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
        if (agent->kind == &AGENT_TACTIC && !tactic_agent_exact(agent)) {
            table->tactics |= UINT64_C(1) << player;
            Agent settled = *agent;
            agent_settle(&settled, lineups->rules);
            tactic_weights_init(&table->weights[player], tactic_agent_weights(&settled));
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
    static const AgentKind *const FORGETFUL[] = {&AGENT_RANDOM, &AGENT_GREEDY, &AGENT_COUNTER, &AGENT_TACTIC};
    for (int player = 0; player < lineups->player_count; player++) {
        const Agent *agent = &lineups->players[player];
        bool forgets = false, exact = agent->kind == &AGENT_TACTIC && tactic_agent_exact(agent);
        for (size_t i = 0; i < sizeof FORGETFUL / sizeof *FORGETFUL; i++)
            forgets |= agent->kind == FORGETFUL[i];
        if (!forgets || exact) return false;
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
    table->next = calloc(count, sizeof *table->next);
    table->account = calloc(count, sizeof *table->account);
    table->choice = calloc(count, sizeof *table->choice);
    table->diff = calloc(count, sizeof *table->diff);
    table->partings = calloc((size_t)lineups->pair_count + 1, sizeof *table->partings);
    scene_rules_init(&table->scene_rules, lineups->rules);
    memset(table->slots, 0xff, sizeof table->slots);
    table->surs_add = lineups->rules->sur_last_deal != LAST_DEAL_CANCEL &&
                      (!lineups->rules->sur_cancel || lineups->rules->sides == 2);
    table->merges = players_forget(lineups);
    if (table->cache && table->games && table->next && table->account && table->choice && table->diff &&
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
    free(table->next);
    free(table->account);
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
    } else if (tactics) {
        int player = __builtin_ctzll(tactics);
        Rng *rng = &table->after[player];
        *rng = game->rngs[view->seat];
        table->plays[player] = tactic_choose(&table->scene_rules, &table->weights[player], view, rng);
    }
    for (players ^= tactics; players; players &= players - 1)
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
    for (int i = 0; i < table->lineups->pair_count; i++) {
        const LineupPair *pair = &table->lineups->pairs[i];
        uint8_t a = table->choice[pair->a], b = table->choice[pair->b];
        if (a == b || a == NEVER || b == NEVER || table->partings[i].ply != NEVER) continue;
        parting.lead = (int16_t)lead_of(table, round, pair->a);
        table->partings[i] = parting;
    }
}

static void lineups_none(SharedGame *game)
{
    game->first = NONE;
    memset(game->players, 0, sizeof game->players);
}

static void lineup_append(LineupTable *table, SharedGame *game, uint16_t lineup)
{
    for (int seat = 0; seat < MAX_SEATS; seat++)
        game->players[seat] |= UINT64_C(1) << table->lineups->lineups[lineup].seats[seat];
    if (game->first == NONE)
        game->first = lineup;
    else
        table->next[game->last] = lineup;
    game->last = lineup;
    table->next[lineup] = NONE;
}

/* Divides the line-ups of a game by what their player at `seat` chose, two plays or more: the first stays, each other gets
   a game of its own. */
static void game_part(LineupTable *table, SharedGame *game, int seat)
{
    const Lineups *lineups = table->lineups;
    int choosers[MAX_PLAYERS], choices = 0;
    SharedGame *parts[MAX_PLAYERS];
    for (uint16_t lineup = game->first; lineup != NONE; lineup = table->next[lineup]) {
        int player = lineups->lineups[lineup].seats[seat], choice = 0;
        while (choice < choices && !chose_the_same(table, choosers[choice], player))
            choice++;
        if (choice == choices) choosers[choices++] = player;
        table->choice[lineup] = (uint8_t)choice;
    }
    partings_note(table, game);
    uint16_t rest = game->first;
    for (int choice = 0; choice < choices; choice++) {
        parts[choice] = choice ? &table->games[table->game_count++] : game;
        if (choice) *parts[choice] = *game;
        lineups_none(parts[choice]);
    }
    while (rest != NONE) {
        uint16_t lineup = rest;
        rest = table->next[lineup];
        lineup_append(table, parts[table->choice[lineup]], lineup);
        table->choice[lineup] = NEVER;
    }
    for (int choice = 0; choice < choices; choice++)
        game_advance(parts[choice], lineups->rules, table->plays[choosers[choice]], table->after[choosers[choice]]);
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
    uint64_t players = game->players[seat];
    if (!players_ask(table, game, &view, players)) return false;
    table->plies++;
    int first = __builtin_ctzll(players);
    bool same = true;
    for (uint64_t rest = players & (players - 1); rest && same; rest &= rest - 1)
        same = chose_the_same(table, first, __builtin_ctzll(rest));
    if (same)
        game_advance(game, lineups->rules, table->plays[first], table->after[first]);
    else
        game_part(table, game, seat);
    return true;
}

/* ---- games that become one again */

/* Points of what a side has taken that no agent looks at and that only add up; clubs are not among them. */
static void taken_points(int out[static MAX_SIDES], const LineupTable *table, const SharedGame *game)
{
    const Rules *rules = table->lineups->rules;
    const Table *seen = &game->round.table;
    for (int side = 0; side < rules->sides; side++)
        out[side] =
            count_cards(seen->piles[side], rules) + (table->surs_add ? seen->surs[side] * rules->sur_points : 0);
}

/* What is to come depends on it, folded; the clubs of each side in a nibble. */
static uint64_t clubs_of(const Table *seen)
{
    uint64_t clubs = 0;
    for (int side = 0; side < MAX_SIDES; side++)
        clubs |= ((seen->piles[side] & CLUBS) * UINT64_C(0x1111111111111) >> 48 & 15) << 4 * side;
    return clubs;
}

/* Of pool and hands: few games that differ elsewhere only are alive at a time. */
static uint64_t future_hash(const SharedGame *game)
{
    const Round *round = &game->round;
    return round->table.pool * UINT64_C(0x9e3779b97f4a7c15) +
           (round->hands[0] ^ round->hands[2] << 7) * UINT64_C(0xbf58476d1ce4e5b9) +
           (round->hands[1] ^ round->hands[3] << 7) * UINT64_C(0x94d049bb133111eb);
}

/* Will both go on alike if their players do? */
static bool future_same(const LineupTable *table, const SharedGame *a, const SharedGame *b)
{
    const Table *x = &a->round.table, *y = &b->round.table;
    return x->pool == y->pool && !memcmp(a->round.hands, b->round.hands, sizeof a->round.hands) &&
           clubs_of(x) == clubs_of(y) && x->last == y->last &&
           (table->surs_add || !memcmp(x->surs, y->surs, sizeof x->surs)) && !memcmp(a->rngs, b->rngs, sizeof a->rngs);
}

/* The line-ups of `from` go on in `into`; their accounts keep what sets the two games apart. */
static void game_join(LineupTable *table, SharedGame *into, const SharedGame *from)
{
    int mine[MAX_SIDES], theirs[MAX_SIDES];
    taken_points(mine, table, into);
    taken_points(theirs, table, from);
    for (uint16_t lineup = from->first, next; lineup != NONE; lineup = next) {
        next = table->next[lineup];
        for (int side = 0; side < table->lineups->rules->sides; side++)
            table->account[lineup][side] += theirs[side] - mine[side];
        lineup_append(table, into, lineup);
    }
}

/* Looks at games until the slots are full: those behind go on alone, which costs time and nothing else. */
static void games_merge(LineupTable *table)
{
    uint16_t used[MERGE_SLOTS];
    int used_count = 0;
    for (int i = 0; i < table->game_count && used_count < MERGE_SLOTS; i++) {
        SharedGame *game = &table->games[i];
        unsigned slot = (unsigned)(future_hash(game) >> 54);
        while (table->slots[slot] != NONE && !future_same(table, &table->games[table->slots[slot]], game))
            slot = (slot + 1) % MERGE_SLOTS;
        if (table->slots[slot] == NONE) {
            table->slots[slot] = (uint16_t)i;
            used[used_count++] = (uint16_t)slot;
        } else {
            game_join(table, &table->games[table->slots[slot]], game);
            if (i != --table->game_count) *game = table->games[table->game_count];
            i--;
        }
    }
    for (int i = 0; i < used_count; i++)
        table->slots[used[i]] = NONE;
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
    lineups_none(game);
    table->game_count = 1;
    table->first_pool = game->round.table.pool;
    table->plies = 0;
    for (int i = 0; i < lineups->count; i++)
        lineup_append(table, game, (uint16_t)i);
    memset(table->account, 0, (size_t)lineups->count * sizeof *table->account);
    memset(table->choice, NEVER, (size_t)lineups->count);
    for (int i = 0; i < lineups->pair_count; i++)
        table->partings[i].ply = NEVER;
}

static void game_score(LineupTable *table, const SharedGame *game)
{
    const Rules *rules = table->lineups->rules;
    SideCount counts[MAX_SIDES];
    count_sides(counts, &game->round.table, rules);
    for (uint16_t lineup = game->first; lineup != NONE; lineup = table->next[lineup]) {
        SideCount own[MAX_SIDES];
        memcpy(own, counts, sizeof own);
        for (int side = 0; side < rules->sides; side++)
            own[side].points = (int16_t)(own[side].points + table->account[lineup][side]);
        diff_units(table->diff[lineup], own, rules->sides);
    }
}

bool lineups_play(LineupTable *table, uint64_t board)
{
    int deal = HAND * table->lineups->rules->players;
    board_start(table, board);
    for (int ply = 0; ply < PLAYS; ply++) {
        for (int i = 0, games = table->game_count; i < games; i++)
            if (!game_step(table, &table->games[i])) return false;
        /* within a deal games seldom come to the same hands */
        if (table->merges && table->game_count > 1 && (ply + 1) % deal == 0) games_merge(table);
    }
    for (int i = 0; i < table->game_count; i++)
        game_score(table, &table->games[i]);
    return true;
}

const int *lineups_diff(const LineupTable *table, int lineup) { return table->diff[lineup]; }
const Parting *lineups_parting(const LineupTable *table, int pair) { return &table->partings[pair]; }
int lineups_plies(const LineupTable *table) { return table->plies; }
