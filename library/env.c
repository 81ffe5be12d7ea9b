/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many rounds side by side, each with a seat to move: played on, dealt anew and observed. They stand in blocks of lanes
   (library/steps.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "library/handles.h"
#include "library/steps.h"
#include "sim/play_rounds.h"

struct pasur_env {
    Rules rules;
    int32_t *scores;     /* [n][PASUR_SEATS] before each board of a round; NULL: 0 */
    pasur_round *starts; /* board b begins as starts[b % start_count]; NULL: boards are dealt */
    size_t start_count;
    uint64_t seed;
    uint64_t ended; /* boards that each round has played to their end */
    size_t n, block_count;
    ActionNumbers numbers;
    BatchRounds blocks[]; /* round i is lane i % BATCH_SIZE of block i / BATCH_SIZE */
};

static BatchRounds *block_of(const pasur_env *env, size_t i) { return (BatchRounds *)&env->blocks[i / BATCH_SIZE]; }
static int lane_of(size_t i) { return (int)(i % BATCH_SIZE); }
static size_t block_first(const pasur_env *env, const BatchRounds *block)
{
    return (size_t)(block - env->blocks) * BATCH_SIZE;
}
static int plays_made(const pasur_env *env) { return env->blocks[0].ply; }
/* What round i plays now. */
static uint64_t board_of(const pasur_env *env, size_t i) { return i + env->ended * env->n; }

/* Makes *out round i as its board begins. */
static void round_begun(pasur_round *out, const pasur_env *env, size_t i)
{
    const uint64_t board = board_of(env, i);
    int16_t scores[MAX_SIDES] = {0};
    if (env->starts) {
        *out = env->starts[board % env->start_count];
        return;
    }
    for (int side = 0; env->scores && side < MAX_SIDES; side++)
        scores[side] = (int16_t)env->scores[i * PASUR_SEATS + (size_t)side];
    out->rules = env->rules;
    round_deal(out, env->seed, board, scores);
}

/* Puts the game into the lane of round i, whose board it is. */
static void round_put(pasur_env *env, size_t i, const Game *game)
{
    BatchRounds *batch = block_of(env, i);
    const int lane = lane_of(i);
    batch->ply = game->round.table.ply;
    batch_open(batch, lane, &game->round, -1);
    batch->first_pool[lane] = game->first_pool;
    for (int ply = 0; ply < batch->ply; ply++)
        batch->plays[ply][lane] = game->history[ply];
    for (int seat = 0; seat < env->rules.players; seat++) {
        const Rng rng = player_rng(env->seed, board_of(env, i), 0, seat);
        batch->states[seat][lane] = rng.state;
        batch->sequences[seat][lane] = rng.inc;
    }
}

/* Deals the next board to every round. */
static void rounds_begin(pasur_env *env)
{
    for (size_t i = 0; i < env->n; i++) {
        pasur_round begun;
        round_begun(&begun, env, i);
        round_put(env, i, &begun.game);
    }
}

void pasur_env_round(pasur_round *round, const pasur_env *env, size_t i)
{
    round_begun(round, env, i);
    for (int ply = round->game.round.table.ply; ply < plays_made(env); ply++)
        game_put(&round->game, &env->rules, block_of(env, i)->plays[ply][lane_of(i)]);
}

pasur_env *pasur_env_new(const pasur_rules *rules, size_t n, uint64_t seed, pasur_error *error)
{
    if (n < 1 || n > PASUR_ROUNDS) return fail(error, PASUR_INPUT, "n: 1 to 2097152 rounds"), NULL;
    const size_t blocks = (n - 1) / BATCH_SIZE + 1;
    pasur_env *env = calloc(1, sizeof *env + blocks * sizeof *env->blocks);
    if (!env) return fail_memory(error), NULL;
    env->rules = rules->rules;
    env->n = n;
    env->block_count = blocks;
    action_numbers(&env->numbers);
    for (BatchRounds *batch = env->blocks; batch < env->blocks + blocks; batch++) {
        const size_t left = n - block_first(env, batch);
        batch->rules = &env->rules;
        batch->keeps = true;
        batch->rounds = left < BATCH_SIZE ? (int)left : BATCH_SIZE;
    }
    pasur_env_reset(env, seed);
    return env;
}

void pasur_env_free(pasur_env *env)
{
    if (!env) return;
    free(env->scores);
    free(env->starts);
    free(env);
}

void pasur_env_reset(pasur_env *env, uint64_t seed)
{
    env->seed = seed;
    env->ended = 0;
    rounds_begin(env);
}

/* ---- other beginnings */

int pasur_env_scores(pasur_env *env, const int32_t *scores, pasur_error *error)
{
    int32_t *kept = NULL;
    for (size_t i = 0; scores && i < env->n * PASUR_SEATS; i++)
        if (scores[i] < -MAX_SCORE || scores[i] > MAX_SCORE ||
            ((int)(i % PASUR_SEATS) >= env->rules.sides && scores[i]))
            return fail(error, PASUR_INPUT, "scores: -30000 to 30000, and 0 for sides that there are not");
    if (scores && env->starts) return fail(error, PASUR_INPUT, "scores: positions have scores of their own");
    if (scores) {
        kept = malloc(env->n * PASUR_SEATS * sizeof *kept);
        if (!kept) return fail_memory(error);
        memcpy(kept, scores, env->n * PASUR_SEATS * sizeof *kept);
    }
    free(env->scores);
    env->scores = kept;
    pasur_env_reset(env, env->seed);
    return PASUR_OK;
}

int pasur_env_starts(pasur_env *env, const pasur_round *const rounds[], size_t count, pasur_error *error)
{
    pasur_round *starts = NULL;
    for (size_t i = 0; i < count; i++) {
        const char *why = !rules_equal(&rounds[i]->rules, &env->rules) ? "it has other rules"
                          : pasur_round_over(rounds[i])                ? "it is over"
                          : pasur_round_ply(rounds[i]) != pasur_round_ply(rounds[0])
                              ? "not as many plays were made as in the first"
                          : env->scores ? "the rounds have scores already"
                                        : NULL;
        char text[128];
        snprintf(text, sizeof text, "position %zu: %s", i, why ? why : "");
        if (why) return fail(error, PASUR_INPUT, text);
    }
    if (count) {
        starts = calloc(count, sizeof *starts);
        if (!starts) return fail_memory(error);
        for (size_t i = 0; i < count; i++)
            starts[i] = *rounds[i];
    }
    free(env->starts);
    env->starts = starts;
    env->start_count = count;
    pasur_env_reset(env, env->seed);
    return PASUR_OK;
}

/* ---- saved: "PASURENV", then numbers of 64 bits, the least byte first: a hash of what it begins from, n, the seed,
   the plays made in each round; for each round its board, its plays and the states of its players' streams; a hash of
   all that. */

static const char MAGIC[8] = "PASURENV";
enum { HEAD_NUMBERS = 4 };

static uint64_t hash_add(uint64_t hash, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
    return hash;
}

static const uint64_t HASH_START = UINT64_C(0xcbf29ce484222325);

static void number_put(uint8_t **at, uint64_t number)
{
    for (int i = 0; i < 8; i++)
        *(*at)++ = (uint8_t)(number >> 8 * i);
}

static uint64_t number_take(const uint8_t **at)
{
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number |= (uint64_t) * (*at)++ << 8 * i;
    return number;
}

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    uint8_t bytes[8], *at = bytes;
    number_put(&at, number);
    return hash_add(hash, bytes, sizeof bytes);
}

/* Of rules, scores and starts. */
static uint64_t beginning_hash(const pasur_env *env)
{
    char text[RULES_TEXT];
    rules_print(text, &env->rules);
    uint64_t hash = hash_add(HASH_START, (const uint8_t *)text, strlen(text));
    for (size_t i = 0; env->scores && i < env->n * PASUR_SEATS; i++)
        hash = hash_number(hash, (uint64_t)env->scores[i]);
    for (size_t i = 0; i < env->start_count; i++) {
        const Game *game = &env->starts[i].game;
        hash = hash_add(hash, env->starts[i].pack.cards, sizeof env->starts[i].pack.cards);
        for (int side = 0; side < MAX_SIDES; side++)
            hash = hash_number(hash, (uint64_t)game->round.table.scores[side]);
        for (int ply = 0; ply < game->round.table.ply; ply++)
            hash = hash_number(hash, game->history[ply]);
    }
    return hash;
}

static size_t size_of(const pasur_env *env, size_t plies)
{
    const size_t numbers = 1 + plies + (size_t)env->rules.players; /* of a round */
    return sizeof MAGIC + 8 * (HEAD_NUMBERS + env->n * numbers + 1);
}

size_t pasur_env_size(const pasur_env *env) { return size_of(env, (size_t)plays_made(env)); }

void pasur_env_save(const pasur_env *env, uint8_t *bytes)
{
    uint8_t *at = bytes + sizeof MAGIC;
    memcpy(bytes, MAGIC, sizeof MAGIC);
    number_put(&at, beginning_hash(env));
    number_put(&at, env->n);
    number_put(&at, env->seed);
    number_put(&at, (uint64_t)plays_made(env));
    for (size_t i = 0; i < env->n; i++) {
        const BatchRounds *batch = block_of(env, i);
        number_put(&at, board_of(env, i));
        for (int ply = 0; ply < batch->ply; ply++)
            number_put(&at, batch->plays[ply][lane_of(i)]);
        for (int seat = 0; seat < env->rules.players; seat++)
            number_put(&at, batch->states[seat][lane_of(i)]);
    }
    number_put(&at, hash_add(HASH_START, bytes, (size_t)(at - bytes)));
}

/* Plays round i as it was saved. False: such a round cannot be. */
static bool round_restore(pasur_env *env, size_t i, int plies, const uint8_t **at)
{
    const char *why;
    const uint64_t board = number_take(at);
    pasur_round begun;
    if (!i) env->ended = board / env->n;
    if (board != board_of(env, i)) return false;
    round_begun(&begun, env, i);
    Game *game = &begun.game;
    for (int ply = 0, played = game->round.table.ply; ply < plies; ply++) {
        const CardSet play = number_take(at);
        if (ply < played) {
            if (play != game->history[ply]) return false;
        } else {
            if (!play_legal(round_hand(&game->round), game->round.table.pool, play, &why)) return false;
            if (!game_put(game, &env->rules, play)) return false;
        }
    }
    round_put(env, i, game);
    for (int seat = 0; seat < env->rules.players; seat++)
        block_of(env, i)->states[seat][lane_of(i)] = number_take(at);
    return game->round.table.ply == plies;
}

int pasur_env_restore(pasur_env *env, const uint8_t *bytes, size_t size, pasur_error *error)
{
    static const char DAMAGED[] = "what was saved is damaged, or no rounds were saved in it";
    static const char OTHER[] =
        "the rounds that were saved have other rules, another n, other scores or other positions";
    if (size < sizeof MAGIC + 8 * (HEAD_NUMBERS + 1) || memcmp(bytes, MAGIC, sizeof MAGIC) != 0)
        return fail(error, PASUR_INPUT, DAMAGED);
    const uint8_t *at = bytes + sizeof MAGIC, *end = bytes + size - 8;
    if (number_take(&end) != hash_add(HASH_START, bytes, size - 8)) return fail(error, PASUR_INPUT, DAMAGED);
    if (number_take(&at) != beginning_hash(env) || number_take(&at) != env->n) return fail(error, PASUR_INPUT, OTHER);
    const uint64_t seed = number_take(&at), plies = number_take(&at), before = env->seed;
    if (plies >= PLAYS || size != size_of(env, plies)) return fail(error, PASUR_INPUT, DAMAGED);
    env->seed = seed;
    for (size_t i = 0; i < env->n; i++)
        if (!round_restore(env, i, (int)plies, &at)) {
            pasur_env_reset(env, before);
            return fail(error, PASUR_INPUT, DAMAGED);
        }
    return PASUR_OK;
}

/* ---- what stands */

/* The rounds have ended: their points, and their next boards. */
static void rounds_end(const pasur_env_arrays *out, pasur_env *env)
{
    for (size_t i = 0; i < env->n; i++) {
        Table table;
        int points[MAX_SIDES];
        batch_table(&table, block_of(env, i), lane_of(i));
        table_finish(&table);
        count_points(points, &table, &env->rules);
        for (int seat = 0; out->points && seat < env->rules.players; seat++)
            out->points[i * MAX_SEATS + (size_t)seat] = points[rules_side(&env->rules, seat)];
        if (out->ended) out->ended[i] = 1;
    }
    env->ended++;
    rounds_begin(env);
}

/* No round has ended. */
static void ends_clear(const pasur_env_arrays *out, const pasur_env *env)
{
    if (out->ended) memset(out->ended, 0, env->n);
    if (out->points) memset(out->points, 0, env->n * MAX_SEATS * sizeof *out->points);
}

/* Writes what stands in all rounds. */
static void blocks_write(const pasur_env_arrays *out, const pasur_env *env)
{
    const bool lists = out->first || out->plays || out->actions;
    uint32_t listed = 0, unasked[BATCH_SIZE];
    StepCounts shared;
    step_counts(&shared, env->blocks);
    for (const BatchRounds *batch = env->blocks; batch < env->blocks + env->block_count; batch++) {
        const size_t from = block_first(env, batch);
        if (out->planes || out->counts)
            step_lanes()->observe(out->planes ? out->planes + from * PASUR_PLANES * CARDS : NULL,
                                  out->counts ? out->counts + from * PASUR_COUNTS : NULL, batch, &shared);
        if (lists)
            listed = step_lanes()->list(out->first ? out->first + from : unasked, out->plays, out->actions, listed,
                                        batch, &env->numbers);
    }
    for (size_t i = 0; out->turn && i < env->n; i++)
        out->turn[i] = batch_seat(env->blocks);
    if (out->first) out->first[env->n] = listed;
}

void pasur_env_observe(const pasur_env *env, const pasur_env_arrays *out)
{
    ends_clear(out, env);
    blocks_write(out, env);
}

int pasur_step(pasur_env *env, const pasur_cards plays[], const pasur_env_arrays *out, pasur_error *error)
{
    BatchRounds *const end = env->blocks + env->block_count;
    for (BatchRounds *batch = env->blocks; batch < end; batch++) {
        const char *why;
        char text[128];
        memcpy(batch_plays(batch), plays + block_first(env, batch), (size_t)batch->rounds * sizeof *plays);
        const int wrong = step_lanes()->illegal(batch);
        if (wrong == batch->rounds) continue;
        play_legal(batch_hands(batch, batch_seat(batch))[wrong], batch->pool[wrong], batch_plays(batch)[wrong], &why);
        snprintf(text, sizeof text, "round %zu: %s", block_first(env, batch) + (size_t)wrong, why);
        return fail(error, PASUR_INPUT, text);
    }
    ends_clear(out, env);
    for (BatchRounds *batch = env->blocks; batch < end; batch++)
        batch_lanes()->put(batch);
    if (plays_made(env) == PLAYS) rounds_end(out, env);
    blocks_write(out, env);
    return PASUR_OK;
}

/* ---- players in the rounds */

enum { ASKED_ROUNDS = 256 }; /* in which a player that takes many decisions is asked at once */

/* Asks a player in these rounds. */
static int rounds_choose(pasur_env *env, Player *player, const size_t rounds[], int count, pasur_cards plays[],
                         pasur_error *error)
{
    LaneAsk asks[ASKED_ROUNDS];
    RoundPlay results[ASKED_ROUNDS];
    pasur_round whole; /* with the stock, for who sees all cards alone, and so is asked in one round at a time */
    int status = PASUR_OK;
    for (int k = 0; k < count; k++) {
        results[k] = (RoundPlay){.game = NULL};
        asks[k] = (LaneAsk){.batch = block_of(env, rounds[k]),
                            .lane = lane_of(rounds[k]),
                            .player = player,
                            .round = &results[k],
                            .begins = true};
        if (!agent_has(player->agent, TRAIT_CHEATS)) continue;
        pasur_env_round(&whole, env, rounds[k]);
        results[k].game = &whole.game;
    }
    lanes_ask(asks, count);
    for (int k = 0; k < count; k++) {
        if (!results[k].failed) {
            plays[rounds[k]] = batch_plays(asks[k].batch)[asks[k].lane];
        } else if (!status) {
            results[k].failure.board = board_of(env, rounds[k]);
            status = fail_player(error, &results[k].failure);
        }
    }
    return status;
}

int pasur_env_choose(pasur_env *env, pasur_player *player, const uint8_t *here, pasur_cards plays[], pasur_error *error)
{
    Player *asked = &player->player;
    const int together = asked->agent->kind->batch ? ASKED_ROUNDS : 1;
    size_t rounds[ASKED_ROUNDS];
    int status = PASUR_OK, count = 0;
    if (!rules_equal(&player->agent->rules, &env->rules))
        return fail(error, PASUR_INPUT, "the agent was made for other rules than those of the rounds");
    player->seat = -1; /* of no round of the caller's */
    for (size_t i = 0; i < env->n && !status; i++) {
        if (here && !here[i]) continue;
        rounds[count++] = i;
        if (count < together) continue;
        status = rounds_choose(env, asked, rounds, count, plays, error);
        count = 0;
    }
    return status || !count ? status : rounds_choose(env, asked, rounds, count, plays, error);
}
