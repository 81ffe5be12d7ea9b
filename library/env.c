/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many rounds side by side, each with a seat to move: played on, dealt anew and observed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "library/handles.h"
#include "library/observe.h"
#include "library/plays_wide.h"
#include "sim/play_rounds.h"

typedef struct {
    Game game;
    uint64_t board;     /* which is played */
    Rng rng[MAX_SEATS]; /* the seats' streams, for players */
} Slot;

/* A position from which boards begin. */
typedef struct {
    Pack pack;
    Game game;
} Start;

struct pasur_env {
    Rules rules;
    int32_t *scores; /* [n][PASUR_SEATS] before each board of a round; NULL: 0 */
    Start *starts;   /* board b begins as starts[b % start_count]; NULL: boards are dealt */
    size_t start_count;
    uint64_t seed;
    size_t n;
    bool wide, plays_wide; /* are observe_wide.c and plays_wide.c used? */
    bool listed;           /* positions[n] are those that stand, with what plays_wide found */
    Position *positions;
    ActionNumbers numbers;
    int part; /* 256 / players, rounded up: so that plays are divided among the seats by a product */
    Slot slots[];
};

/* The cards of the board that slot i plays. */
static Pack slot_pack(const pasur_env *env, size_t i)
{
    const uint64_t board = env->slots[i].board;
    if (env->starts) return env->starts[board % env->start_count].pack;
    Pack pack;
    Rng rng = rng_for(env->seed, board, PURPOSE_CARDS);
    pack_deal(&pack, &env->rules, &rng);
    return pack;
}

/* Begins the board that slot i has. */
static void slot_deal(pasur_env *env, size_t i)
{
    Slot *slot = &env->slots[i];
    int16_t scores[MAX_SIDES] = {0};
    for (int side = 0; env->scores && side < MAX_SIDES; side++)
        scores[side] = (int16_t)env->scores[i * PASUR_SEATS + (size_t)side];
    if (env->starts) {
        slot->game = env->starts[slot->board % env->start_count].game;
    } else {
        const Pack pack = slot_pack(env, i);
        game_start(&slot->game, &env->rules, &pack, scores);
    }
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
    env->scores = NULL;
    env->starts = NULL;
    env->start_count = 0;
    env->n = n;
    env->positions = positions;
    env->wide = observe_wide_possible();
    env->plays_wide = plays_wide_possible();
    if (env->plays_wide) action_numbers(&env->numbers);
    env->part = (255 + env->rules.players) / env->rules.players;
    pasur_env_reset(env, seed);
    return env;
}

void pasur_env_free(pasur_env *env)
{
    if (!env) return;
    free(env->positions);
    free(env->scores);
    free(env->starts);
    free(env);
}

void pasur_env_reset(pasur_env *env, uint64_t seed)
{
    env->seed = seed;
    env->listed = false;
    for (size_t i = 0; i < env->n; i++) {
        env->slots[i].board = i;
        slot_deal(env, i);
    }
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
    Start *starts = NULL;
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
        starts = count <= SIZE_MAX / sizeof *starts ? malloc(count * sizeof *starts) : NULL;
        if (!starts) return fail_memory(error);
        for (size_t i = 0; i < count; i++)
            starts[i] = (Start){rounds[i]->pack, rounds[i]->game};
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

size_t pasur_env_size(const pasur_env *env) { return size_of(env, env->slots[0].game.round.table.ply); }

void pasur_env_save(const pasur_env *env, uint8_t *bytes)
{
    uint8_t *at = bytes + sizeof MAGIC;
    const int plies = env->slots[0].game.round.table.ply;
    memcpy(bytes, MAGIC, sizeof MAGIC);
    number_put(&at, beginning_hash(env));
    number_put(&at, env->n);
    number_put(&at, env->seed);
    number_put(&at, (uint64_t)plies);
    for (const Slot *slot = env->slots; slot < env->slots + env->n; slot++) {
        number_put(&at, slot->board);
        for (int ply = 0; ply < plies; ply++)
            number_put(&at, slot->game.history[ply]);
        for (int seat = 0; seat < env->rules.players; seat++)
            number_put(&at, slot->rng[seat].state);
    }
    number_put(&at, hash_add(HASH_START, bytes, (size_t)(at - bytes)));
}

/* Plays slot i as it was saved. False: such a round cannot be. */
static bool slot_restore(pasur_env *env, size_t i, int plies, const uint8_t **at)
{
    Slot *slot = &env->slots[i];
    const char *why;
    slot->board = number_take(at);
    slot_deal(env, i);
    Game *game = &slot->game;
    for (int ply = 0, begun = game->round.table.ply; ply < plies; ply++) {
        const CardSet play = number_take(at);
        if (ply < begun) {
            if (play != game->history[ply]) return false;
        } else {
            if (!play_legal(round_hand(&game->round), game->round.table.pool, play, &why)) return false;
            if (!game_put(game, &env->rules, play)) return false;
        }
    }
    for (int seat = 0; seat < env->rules.players; seat++)
        slot->rng[seat].state = number_take(at);
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
    env->listed = false;
    for (size_t i = 0; i < env->n; i++)
        if (!slot_restore(env, i, (int)plies, &at)) {
            pasur_env_reset(env, before);
            return fail(error, PASUR_INPUT, DAMAGED);
        }
    return PASUR_OK;
}

void pasur_env_round(pasur_round *round, const pasur_env *env, size_t i)
{
    round->rules = env->rules;
    round->pack = slot_pack(env, i);
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
    const bool shares = out->counts && env->wide;
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

static int plays_check(const pasur_env *env, const pasur_cards plays[], pasur_error *error)
{
    if (env->listed && plays_wide_legal(plays, env->positions, env->n)) return PASUR_OK;
    for (size_t i = 0; i < env->n; i++) {
        const Round *round = &env->slots[i].game.round;
        const char *why;
        char text[128];
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
        slot_deal(env, i);
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

/* The player is about to decide for the seat to move in that slot, whose view it is. */
static View player_sit(Player *player, const pasur_env *env, const Slot *slot)
{
    const View view = game_view(&slot->game, &env->rules);
    player->rng = slot->rng[view.seat];
    return view;
}

static int slot_fail(const Player *player, const View *view, const Slot *slot, pasur_error *error)
{
    VoidBoard failure = player_failure(player, view);
    failure.board = slot->board;
    return fail_player(error, &failure);
}

/* Asks in one slot. */
static int slot_choose(pasur_env *env, Player *player, size_t i, pasur_cards plays[], pasur_error *error)
{
    Slot *slot = &env->slots[i];
    const View view = player_sit(player, env, slot);
    player_begin(player, &view);
    const CardSet play = player_ask(player, &view, &slot->game.round);
    if (!play) return slot_fail(player, &view, slot, error);
    slot->rng[view.seat] = player->rng;
    plays[i] = play;
    return PASUR_OK;
}

/* Asks one after the other in those of these slots that have no answer yet. */
static int slots_choose_alone(pasur_env *env, Player *player, const size_t slots[], int count, const bool answered[],
                              pasur_cards plays[], pasur_error *error)
{
    int status = PASUR_OK;
    for (int k = 0; k < count && !status; k++)
        if (!answered[k]) status = slot_choose(env, player, slots[k], plays, error);
    return status;
}

/* Asks in these slots at once; answers may come in any order. */
static int slots_choose(pasur_env *env, Player *player, const size_t slots[], int count, pasur_cards plays[],
                        pasur_error *error)
{
    const AgentBatch *batch = player->agent->kind->batch;
    uint64_t tickets[SINGLE_ROUNDS];
    bool answered[SINGLE_ROUNDS] = {false};
    for (int k = 0; k < count; k++) {
        const View view = player_sit(player, env, &env->slots[slots[k]]);
        if (!batch->post(player->memory, &view, &player->rng, &tickets[k]))
            return slots_choose_alone(env, player, slots, count, answered, plays, error);
    }
    for (int k = 0; k < count; k++) {
        AgentAnswer answer;
        int of = 0;
        if (!batch->take(player->memory, &answer))
            return slots_choose_alone(env, player, slots, count, answered, plays, error);
        while (of + 1 < count && tickets[of] != answer.ticket)
            of++;
        Slot *slot = &env->slots[slots[of]];
        const View view = player_sit(player, env, slot);
        if (!player_check(player, &view, answer.play)) {
            batch->fail(player->memory, player->why);
            return slot_fail(player, &view, slot, error);
        }
        if (answer.drew)
            slot->rng[view.seat].state = answer.state;
        else
            rng_next(&slot->rng[view.seat]);
        plays[slots[of]] = answer.play;
        answered[of] = true;
    }
    return PASUR_OK;
}

int pasur_env_choose(pasur_env *env, pasur_player *player, const uint8_t *here, pasur_cards plays[], pasur_error *error)
{
    Player *asked = &player->player;
    const AgentBatch *batch = asked->agent->kind->batch;
    size_t slots[SINGLE_ROUNDS];
    int status = PASUR_OK, count = 0;
    if (!rules_equal(&player->agent->rules, &env->rules))
        return fail(error, PASUR_INPUT, "the agent was made for other rules than those of the rounds");
    player->seat = -1; /* of no round of the caller's */
    for (size_t i = 0; i < env->n && !status; i++) {
        if (here && !here[i]) continue;
        const int takes = batch ? batch->takes(asked->memory) : 0;
        if (takes < 2) {
            status = slot_choose(env, asked, i, plays, error);
            continue;
        }
        slots[count++] = i;
        if (count < takes && count < SINGLE_ROUNDS) continue;
        status = slots_choose(env, asked, slots, count, plays, error);
        count = 0;
    }
    return status || !count ? status : slots_choose(env, asked, slots, count, plays, error);
}
