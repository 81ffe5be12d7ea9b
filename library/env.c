/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many rounds side by side, each with a seat to move: played on, dealt anew and observed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/counts_wide.h"
#include "library/handles.h"
#include "library/observe.h"
#include "library/plays_wide.h"

typedef struct {
    Game game;
    uint64_t board;     /* which is played */
    Rng rng[MAX_SEATS]; /* the seats' streams, for players */
} Slot;

struct pasur_env {
    Rules rules;
    uint64_t seed;
    size_t n;
    bool wide;                    /* see Seen */
    bool counts_wide, plays_wide; /* are the files of these names used? */
    bool listed;                  /* positions[n] are those that stand, with what plays_wide found */
    Position *positions;
    ActionNumbers numbers;
    int part; /* 256 / players, rounded up: so that plays are divided among the seats by a product */
    Slot slots[];
};

static void slot_deal(Slot *slot, const pasur_env *env)
{
    Pack pack;
    Rng rng = rng_for(env->seed, slot->board, PURPOSE_CARDS);
    pack_deal(&pack, &env->rules, &rng);
    game_start(&slot->game, &env->rules, &pack, NULL);
    for (int seat = 0; seat < env->rules.players; seat++)
        slot->rng[seat] = player_rng(env->seed, slot->board, 0, seat);
}

pasur_env *pasur_env_new(const pasur_rules *rules, size_t n, uint64_t seed, pasur_error *error)
{
    if (n < 1 || n > PASUR_ROUNDS) {
        fail(error, PASUR_INPUT, "n: 1 to 2097152 rounds");
        return NULL;
    }
    pasur_env *env = malloc(sizeof *env + n * sizeof *env->slots);
    Position *positions = malloc(n * sizeof *positions);
    if (!env || !positions) {
        free(env);
        free(positions);
        fail_memory(error);
        return NULL;
    }
    env->rules = rules->rules;
    env->n = n;
    env->positions = positions;
    env->wide = planes_wide_possible();
    env->counts_wide = counts_wide_possible();
    env->plays_wide = plays_wide_possible();
    if (env->plays_wide) action_numbers(&env->numbers);
    env->part = (255 + env->rules.players) / env->rules.players;
    pasur_env_reset(env, seed);
    return env;
}

void pasur_env_free(pasur_env *env)
{
    if (env) free(env->positions);
    free(env);
}

void pasur_env_reset(pasur_env *env, uint64_t seed)
{
    env->seed = seed;
    env->listed = false;
    for (size_t i = 0; i < env->n; i++) {
        env->slots[i].board = i;
        slot_deal(&env->slots[i], env);
    }
}

void pasur_env_round(pasur_round *round, const pasur_env *env, size_t i)
{
    round->rules = env->rules;
    pasur_round_deal(round, env->seed, env->slots[i].board);
    round->game = env->slots[i].game;
}

/* ---- what stands */

/* The legal plays of round i and their numbers; `listed` stand there already. Returns how many stand there then. */
static uint32_t plays_write(const pasur_env_arrays *out, uint32_t listed, const Round *round)
{
    CardSet unwanted[MAX_MOVES];
    CardSet *plays = out->plays ? out->plays + listed : unwanted;
    const CardSet hand = round_hand(round);
    const int found = moves_list(plays, hand, round->table.pool, NULL);
    for (int i = 0; out->actions && i < found; i++)
        out->actions[listed + (uint32_t)i] = action_of(set_first(plays[i] & hand), plays[i] & ~hand);
    return listed + (uint32_t)found;
}

/* Rounds whose plays are listed together. */
enum { BLOCK = 64 };

/* Are plays listed by plays_wide? */
static bool lists_wide(const pasur_env_arrays *out, const pasur_env *env) { return env->plays_wide && out->plays; }

/* The same for the rounds of a block; positions[BLOCK] are written where lists_wide. */
static uint32_t block_list(const pasur_env_arrays *out, uint32_t listed, Position positions[], const pasur_env *env,
                           size_t from, size_t to)
{
    uint32_t first[BLOCK];
    if (!out->first && !out->plays && !out->actions) return 0;
    const bool wide = lists_wide(out, env);
    for (size_t i = from; i < to; i++) {
        const Round *round = &env->slots[i].game.round;
        first[i - from] = listed;
        if (wide)
            positions[i - from] = (Position){round_hand(round), round->table.pool, 0};
        else
            listed = plays_write(out, listed, round);
    }
    if (wide) listed = plays_wide(out, first, listed, positions, (int)(to - from), &env->numbers);
    if (out->first) memcpy(out->first + from, first, (to - from) * sizeof *first);
    return listed;
}

/* What the seat to move sees of round i. */
static inline Seen slot_seen(const pasur_env *env, size_t i)
{
    const Game *game = &env->slots[i].game;
    const Table *table = &game->round.table;
    return (Seen){.rules = &env->rules,
                  .table = table,
                  .hand = round_hand(&game->round),
                  .seat = table->turn,
                  .turn = table->turn,
                  .tricks = (table->ply - table->turn) * env->part >> 8,
                  .history = game->history,
                  .wide = env->wide};
}

/* Writes what stands in a block of rounds, but for the plays. */
static void block_write(const pasur_env_arrays *out, const pasur_env *env, size_t from, size_t to)
{
    CountsShared shared;
    const bool shares = out->counts && env->counts_wide;
    if (shares) {
        const Seen seen = slot_seen(env, from);
        counts_share(&shared, &seen);
    }
    for (size_t i = from; i < to; i++) {
        const Seen seen = slot_seen(env, i);
        if (out->planes) planes_write(out->planes + i * PASUR_PLANES * CARDS, &seen);
        if (out->turn) out->turn[i] = seen.turn;
        if (shares)
            counts_wide(out->counts + i * PASUR_COUNTS, seen.table, &shared);
        else if (out->counts)
            counts_write(out->counts + i * PASUR_COUNTS, &seen);
    }
}

static void end_write(const pasur_env_arrays *out, size_t i, const int points[], const Rules *rules)
{
    if (out->ended) out->ended[i] = points != NULL;
    for (int seat = 0; out->points && seat < MAX_SEATS; seat++)
        out->points[i * MAX_SEATS + (size_t)seat] =
            points && seat < rules->players ? points[rules_side(rules, seat)] : 0;
}

/* The end of the block that begins with round i. */
static size_t block_end(const pasur_env *env, size_t i) { return i + BLOCK < env->n ? i + BLOCK : env->n; }

void pasur_env_observe(const pasur_env *env, const pasur_env_arrays *out)
{
    Position positions[BLOCK];
    uint32_t listed = 0;
    for (size_t from = 0, to; from < env->n; from = to) {
        to = block_end(env, from);
        for (size_t i = from; i < to; i++)
            end_write(out, i, NULL, &env->rules);
        block_write(out, env, from, to);
        listed = block_list(out, listed, positions, env, from, to);
    }
    if (out->first) out->first[env->n] = listed;
}

/* ---- a step */

/* Has the memory of a slot further on fetched: what a step reads lies far apart. */
static inline void slot_fetch(const pasur_env *env, size_t i)
{
    enum { AHEAD = 6, NEAR = 3 };
    if (i + AHEAD >= env->n) return;
    const char *round = (const char *)&env->slots[i + AHEAD].game.round;
    const Game *near = &env->slots[i + NEAR].game;
    __builtin_prefetch(round);
    __builtin_prefetch(round + 64);
    __builtin_prefetch(&near->history[near->round.table.ply]);
}

static int plays_check(const pasur_env *env, const pasur_cards plays[], pasur_error *error)
{
    if (env->listed && plays_wide_legal(plays, env->positions, env->n)) return PASUR_OK;
    for (size_t i = 0; i < env->n; i++) {
        const Round *round = &env->slots[i].game.round;
        const char *why;
        char text[128];
        slot_fetch(env, i);
        if (play_legal(round_hand(round), round->table.pool, plays[i], &why)) continue;
        snprintf(text, sizeof text, "round %zu: %s", i, why);
        return fail(error, PASUR_INPUT, text);
    }
    return PASUR_OK;
}

/* Makes the play of round i; deals its next board where it ends. */
static void slot_step(const pasur_env_arrays *out, pasur_env *env, size_t i, CardSet play)
{
    Slot *slot = &env->slots[i];
    int points[MAX_SIDES];
    const bool over = !game_put(&slot->game, &env->rules, play);
    if (over) {
        count_points(points, &slot->game.round.table, &env->rules);
        slot->board += env->n;
        slot_deal(slot, env);
    }
    end_write(out, i, over ? points : NULL, &env->rules);
}

int pasur_step(pasur_env *env, const pasur_cards plays[], const pasur_env_arrays *out, pasur_error *error)
{
    uint32_t listed = 0;
    if (plays_check(env, plays, error)) return PASUR_INPUT;
    for (size_t from = 0, to; from < env->n; from = to) {
        to = block_end(env, from);
        for (size_t i = from; i < to; i++) {
            slot_fetch(env, i);
            slot_step(out, env, i, plays[i]);
        }
        block_write(out, env, from, to);
        listed = block_list(out, listed, env->positions + from, env, from, to);
    }
    env->listed = lists_wide(out, env);
    if (out->first) out->first[env->n] = listed;
    return PASUR_OK;
}

/* ---- players in the rounds */

int pasur_env_choose(pasur_env *env, pasur_player *player, const uint8_t *here, pasur_cards plays[], pasur_error *error)
{
    Player *asked = &player->player;
    if (!rules_equal(&player->agent->rules, &env->rules))
        return fail(error, PASUR_INPUT, "the agent was made for other rules than those of the rounds");
    player->seat = -1; /* of no round of the caller's */
    for (size_t i = 0; i < env->n; i++) {
        Slot *slot = &env->slots[i];
        if (here && !here[i]) continue;
        const View view = game_view(&slot->game, &env->rules);
        asked->rng = slot->rng[view.seat];
        player_begin(asked, &view);
        const CardSet play = player_ask(asked, &view, &slot->game.round);
        if (!play) {
            VoidBoard failure = player_failure(asked, &view);
            failure.board = slot->board;
            return fail_player(error, &failure);
        }
        slot->rng[view.seat] = asked->rng;
        plays[i] = play;
    }
    return PASUR_OK;
}
