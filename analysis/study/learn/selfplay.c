/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds of a net against itself and others, what its plays gained, and iterations over them. */
#include "analysis/study/learn/selfplay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/crc32c.h"
#include "engine/solve.h"
#include "sim/files/system.h"

enum {
    ITERATION_MOST = 1024, /* rounds of an iteration: a share of all, within these bounds */
    ITERATION_LEAST = 64,
    ITERATION_SHARE = 64,
    BATCH = 1024,           /* decisions of a step */
    POOL = 8,               /* older nets */
    POOL_PARTS = 4,         /* one is added after each of so many parts of a generation */
    MIX = 20,               /* of so many rounds … */
    MIX_POOL = 4,           /* … so many have an older net at one side … */
    MIX_GUEST = 2,          /* … and so many the guest */
    TRIAL_ROUNDS = 128,     /* after which the time of a round is known */
    EXACT_ENTRIES = 1 << 12 /* of the solver's table for the last deal of two players */
};
/* Seconds after which the state is written again. */
static const double KEEP_SECONDS = 30;
/* Of generalised advantages; of the ratio of chances; entropy's weight at first and at the end. */
static const double LAMBDA = 0.7;
static const float CLIP = 0.2f, ENTROPY_FIRST = 0.01f, ENTROPY_LAST = 0.001f;
/* Steps of Adam at first, for a net that begins from nothing and for one that can play; they fall to a tenth. */
static const float STEP_NEW = 0.001f, STEP_START = 0.0001f, STEP_LAST = 0.1f;

/* What stands after an iteration. */
typedef struct {
    uint64_t rounds;          /* of a generation; 0: not known yet */
    uint64_t done;            /* of this generation */
    uint64_t steps;           /* of Adam */
    uint64_t positions, nets; /* learned from; nets that were added to the pool, ever */
    Loss loss;                /* of the last iteration */
    float numbers[];          /* the net's and the critic's, as many means and squares of gradients, the pool's nets */
} State;

/* A decision of a round that is learned from. */
typedef struct {
    size_t example;
    int side;
    bool exact;
    double so_far, expected; /* by how many points the side beats the others now; will in the end, as is thought */
} Move;

/* What plays the rounds of a slice. */
typedef struct {
    Player guests[MAX_SEATS];
    Solver solver;
    SolveEntry entries[EXACT_ENTRIES];
    Move moves[PLAYS];
    int count; /* of moves */
} Worker;

struct Selfplay {
    const SelfplayPlan *plan;
    Fold fold;
    size_t net_count; /* numbers of a net */
    size_t size;      /* bytes of the state */
    State *state;
    Fitter fitter;
    Net net, pool[POOL]; /* in whole numbers */
    uint64_t pool_nets;  /* the state's, of which pool[] was made */
    Worker *workers[SLICES];
    int generation;
};

float *selfplay_params(Selfplay *selfplay) { return selfplay->state->numbers; }

static float *critic_of(Selfplay *selfplay) { return selfplay->state->numbers + selfplay->net_count; }

static float *pool_numbers(Selfplay *selfplay, uint64_t slot)
{
    return selfplay->state->numbers + 3 * selfplay->fitter.count + slot * selfplay->net_count;
}

/* ---- one round */

/* Draws a play by the chances e^score, and writes these. */
static int play_draw(float chances[], const int32_t scores[], int count, Rng *rng)
{
    int best = 0;
    double sum = 0;
    for (int i = 1; i < count; i++)
        if (scores[i] > scores[best]) best = i;
    for (int i = 0; i < count; i++)
        sum += (double)(chances[i] = expf((float)(scores[i] - scores[best]) / NET_ONE));
    double draw = rng_double(rng) * sum;
    int drawn = -1;
    for (int i = 0; i < count; i++) {
        draw -= (double)chances[i];
        if (draw < 0 && drawn < 0) drawn = i;
        chances[i] = (float)((double)chances[i] / sum);
    }
    return drawn < 0 ? best : drawn;
}

/* Writes the features of the decision, its plays and the other hands at the end of the examples, and returns their
   place; its numbers are still to come. */
static ExamplePlace features_add(Examples *examples, const View *view, const Round *round, const CardSet plays[],
                                 int count)
{
    NetPosition position;
    uint16_t *features = examples->features + examples->feature_count;
    net_position_init(&position, view);
    ExamplePlace place = {.features = (uint32_t)examples->feature_count,
                          .numbers = (uint32_t)examples->number_count,
                          .view_count = (uint16_t)net_view_features(features, &position),
                          .play_count = (uint16_t)count};
    size_t used = place.view_count;
    for (int i = 0; i < count; i++) {
        features[used] = (uint16_t)net_play_features(features + used + 1, &position, plays[i]);
        used += features[used] + 1u;
    }
    place.seen = (uint32_t)used;
    for (int other = 0; other + 1 < view->rules->players; other++)
        for (CardSet hand = net_fold(round->hands[(view->seat + 1 + other) % view->rules->players]); hand;
             hand = set_rest(hand))
            features[used++] = (uint16_t)(NET_VIEW_FEATURES + other * CARDS + set_first(hand));
    place.seen_count = (uint16_t)(used - place.seen);
    examples->feature_count += used;
    return place;
}

/* What the side to move will win in the end: the exact value in the last deal of two players, else what the critic
   says of the last example. */
static Move move_of(Selfplay *selfplay, Worker *worker, const View *view, const Round *round, const Examples *examples)
{
    const Rules *rules = selfplay->plan->rules;
    int value;
    Move move = {.example = examples->count - 1, .side = rules_side(rules, view->seat)};
    move.so_far = standing(view->table, rules, move.side);
    move.exact = rules->players == 2 && table_last_deal(view->table, rules) &&
                 solve_value(&value, &worker->solver, round, rules);
    if (move.exact) {
        move.expected = value;
    } else {
        const Example example = examples_at(examples, move.example);
        move.expected = move.so_far + (double)critic_value(critic_of(selfplay), &selfplay->plan->shape, &example);
    }
    return move;
}

/* The net's play, which is learned from. 0: no memory. */
static CardSet learner_play(Selfplay *selfplay, int slice, const View *view, const Round *round, Rng *rng)
{
    Examples *examples = &selfplay->fitter.slices[slice].examples;
    Worker *worker = selfplay->workers[slice];
    CardSet plays[MAX_MOVES];
    int32_t scores[MAX_MOVES];
    const int count = moves_list(plays, view->hand, view->table->pool, &selfplay->fold);
    if (count == 1) return plays[0];
    if (!examples_reserve(examples, count)) return 0;
    ExamplePlace place = features_add(examples, view, round, plays, count);
    const uint16_t *features = examples->features + place.features;
    net_scores_of(scores, &selfplay->net, features, place.view_count, features + place.view_count, count);
    place.chosen = (uint16_t)play_draw(examples->numbers + place.numbers, scores, count, rng);
    examples->number_count += (size_t)count;
    examples->places[examples->count++] = place;
    worker->moves[worker->count++] = move_of(selfplay, worker, view, round, examples);
    return plays[place.chosen];
}

/* The play of an older net. */
static CardSet older_play(const Selfplay *selfplay, const Net *net, const View *view, Rng *rng)
{
    NetPosition position;
    CardSet plays[MAX_MOVES];
    int32_t scores[MAX_MOVES];
    float chances[MAX_MOVES];
    const int count = moves_list(plays, view->hand, view->table->pool, &selfplay->fold);
    if (count == 1) return plays[0];
    net_position_init(&position, view);
    net_scores(scores, net, &position, plays, count);
    return plays[play_draw(chances, scores, count, rng)];
}

/* What the moves of the round that is over gained, and what the values should have been. Before the last deal of two
   players the exact value of that deal is how the round ended. */
static void gains_find(Examples *examples, const Worker *worker, const Table *table, const Rules *rules)
{
    double after[MAX_SIDES], gain[MAX_SIDES] = {0};
    bool exact[MAX_SIDES] = {false};
    for (int side = 0; side < rules->sides; side++)
        after[side] = standing(table, rules, side);
    for (int i = worker->count - 1; i >= 0; i--) {
        const Move *move = &worker->moves[i];
        ExamplePlace *place = &examples->places[move->example];
        const int side = move->side;
        if (exact[side] != move->exact) gain[side] = 0;
        exact[side] = move->exact;
        gain[side] = after[side] - move->expected + LAMBDA * gain[side];
        after[side] = move->expected;
        place->gain = (float)gain[side];
        place->value = (float)(move->expected + (move->exact ? 0 : gain[side]) - move->so_far);
    }
}

/* Plays the board of that number, and adds its decisions to the examples of the slice. False if memory runs out. */
static bool round_learn(Selfplay *selfplay, int slice, uint64_t board)
{
    const SelfplayPlan *plan = selfplay->plan;
    const Rules *rules = plan->rules;
    const Schedule schedule = {.rules = *rules, .seed = plan->seed};
    Worker *worker = selfplay->workers[slice];
    Rng rng = rng_for(plan->seed, board, PURPOSE_TUNE), draws[MAX_SEATS];
    const uint32_t mix = rng_bounded(&rng, MIX);
    const int other = (int)rng_bounded(&rng, (uint32_t)rules->sides); /* that side is not the net's, if mix says so */
    const uint64_t nets = selfplay->pool_nets < POOL ? selfplay->pool_nets : POOL;
    const Net *older = &selfplay->pool[rng_bounded(&rng, (uint32_t)nets)];
    Pack pack;
    Game game;
    schedule_pack(&pack, &schedule, board);
    game_start(&game, rules, &pack, NULL);
    View view = game_view(&game, rules);
    for (view.seat = 0; view.seat < rules->players; view.seat++) {
        view.hand = game.round.hands[view.seat];
        draws[view.seat] = rng_for(plan->seed, board, PURPOSE_AGENT + MAX_SEATS + (uint64_t)view.seat);
        worker->guests[view.seat].rng = player_rng(plan->seed, board, 0, view.seat);
        player_begin(&worker->guests[view.seat], &view);
    }
    worker->count = 0;
    while (!table_over(&game.round.table)) {
        view = game_view(&game, rules);
        const bool others = rules_side(rules, view.seat) == other;
        const CardSet play = others && mix < MIX_GUEST ? player_ask(&worker->guests[view.seat], &view, &game.round)
                             : others && mix < MIX_GUEST + MIX_POOL
                                 ? older_play(selfplay, older, &view, &draws[view.seat])
                                 : learner_play(selfplay, slice, &view, &game.round, &draws[view.seat]);
        if (!play) return false;
        game_put(&game, rules, play);
    }
    gains_find(&selfplay->fitter.slices[slice].examples, worker, &game.round.table, rules);
    return true;
}

/* ---- an iteration */

/* How much of all generations is over. */
static double share_over(const Selfplay *selfplay)
{
    const State *state = selfplay->state;
    return (selfplay->generation - 1 + (double)state->done / (double)state->rounds) / selfplay->plan->generations;
}

/* Makes the nets in whole numbers of what the state has, and adds one to the pool where that is due. */
static bool nets_make(Selfplay *selfplay, Error *error)
{
    const SelfplayPlan *plan = selfplay->plan;
    State *state = selfplay->state;
    const uint64_t due =
        1 + POOL_PARTS * (uint64_t)(selfplay->generation - 1) + POOL_PARTS * state->done / state->rounds;
    if (state->nets < due) {
        /* where it began stays, unless that was nothing */
        const uint64_t slot = state->nets < POOL ? state->nets
                              : plan->start      ? 1 + state->nets % (POOL - 1)
                                                 : state->nets % POOL;
        memcpy(pool_numbers(selfplay, slot), state->numbers, selfplay->net_count * sizeof *state->numbers);
        state->nets++;
    }
    for (uint64_t slot = 0; slot < POOL && slot < state->nets && selfplay->pool_nets != state->nets; slot++) {
        net_free(&selfplay->pool[slot]);
        if (!net_quantise(&selfplay->pool[slot], pool_numbers(selfplay, slot), &plan->shape, plan->rules, "", error))
            return false;
    }
    selfplay->pool_nets = state->nets;
    net_free(&selfplay->net);
    return net_quantise(&selfplay->net, state->numbers, &plan->shape, plan->rules, "", error);
}

/* Plays so many rounds. False if memory runs out. */
static bool rounds_play(Selfplay *selfplay, uint64_t rounds)
{
    const uint64_t first = share_first(SHARE_SEARCH) + ((uint64_t)(selfplay->generation - 1) << 48);
    const uint64_t from = first + selfplay->state->done;
    bool good = true;
#pragma omp parallel for num_threads(selfplay->plan->threads) schedule(dynamic) reduction(&& : good)
    for (int slice = 0; slice < SLICES; slice++) {
        const uint64_t end = from + rounds * (uint64_t)(slice + 1) / SLICES;
        examples_clear(&selfplay->fitter.slices[slice].examples);
        for (uint64_t board = from + rounds * (uint64_t)slice / SLICES; board < end && good; board++)
            good = round_learn(selfplay, slice, board);
    }
    return good;
}

/* Makes the gains of all examples 0 on average, with a standard deviation of 1. */
static void gains_scale(Fitter *fitter)
{
    double sum = 0, squares = 0, count = 1e-9;
    for (int slice = 0; slice < SLICES; slice++) {
        const Examples *examples = &fitter->slices[slice].examples;
        for (size_t i = 0; i < examples->count; i++) {
            sum += (double)examples->places[i].gain;
            squares += (double)examples->places[i].gain * (double)examples->places[i].gain;
        }
        count += (double)examples->count;
    }
    const double mean = sum / count, deviation = sqrt(squares / count - mean * mean) + 1e-6;
    for (int slice = 0; slice < SLICES; slice++) {
        Examples *examples = &fitter->slices[slice].examples;
        for (size_t i = 0; i < examples->count; i++)
            examples->places[i].gain = (float)(((double)examples->places[i].gain - mean) / deviation);
    }
}

/* Learns from the examples. False if memory runs out. */
static bool examples_learn(Selfplay *selfplay)
{
    const SelfplayPlan *plan = selfplay->plan;
    State *state = selfplay->state;
    Fitter *fitter = &selfplay->fitter;
    const float over = (float)share_over(selfplay);
    const float step = (plan->start ? STEP_START : STEP_NEW) * (1 - over * (1 - STEP_LAST));
    Rng rng = rng_for(plan->seed, state->steps, PURPOSE_SAMPLE);
    fitter->rule.entropy = ENTROPY_FIRST + over * (ENTROPY_LAST - ENTROPY_FIRST);
    gains_scale(fitter);
    for (int epoch = 0; epoch < plan->epochs; epoch++) {
        if (!fitter_gather(fitter, &rng)) return false;
        state->loss = (Loss){0};
        const size_t all = fitter->spot_count, batches = all < BATCH ? 1 : all / BATCH;
        for (size_t batch = 0; batch < batches && all; batch++) {
            const size_t from = all * batch / batches, count = all * (batch + 1) / batches - from;
            if (!fitter_batch(fitter, &state->loss, from, count, true)) return false;
            fitter_step(fitter, count, step);
        }
    }
    state->positions += fitter->spot_count;
    return true;
}

static bool iteration(Selfplay *selfplay, uint64_t rounds, Error *error)
{
    if (!nets_make(selfplay, error)) return false;
    if (!rounds_play(selfplay, rounds) || !examples_learn(selfplay)) return error_memory(error);
    selfplay->state->done += rounds;
    return true;
}

/* Finds how many rounds a generation has in the time asked for, by a trial that leaves no trace. */
static bool rounds_find(Selfplay *selfplay, Error *error)
{
    const SelfplayPlan *plan = selfplay->plan;
    State *kept = malloc(selfplay->size);
    if (!kept) return error_memory(error);
    memcpy(kept, selfplay->state, selfplay->size);
    selfplay->state->rounds = TRIAL_ROUNDS;
    const uint64_t start = nanoseconds_now();
    const bool good = iteration(selfplay, TRIAL_ROUNDS, error);
    const double seconds = (double)nanoseconds_since(start) * 1e-9 + 1e-9;
    memcpy(selfplay->state, kept, selfplay->size);
    selfplay->pool_nets = 0;
    free(kept);
    const double rounds = plan->seconds / seconds * TRIAL_ROUNDS;
    selfplay->state->rounds = rounds > ITERATION_LEAST ? (uint64_t)rounds : ITERATION_LEAST;
    return good;
}

/* ---- the whole */

/* What is learned, as a checksum. */
static uint32_t selfplay_mark(const Selfplay *selfplay)
{
    const SelfplayPlan *plan = selfplay->plan;
    char rules[RULES_TEXT];
    rules_print(rules, plan->rules);
    const double plans[] = {plan->shape.hidden,   plan->shape.second,  plan->shape.value,
                            plan->epochs,         plan->generations,   plan->seconds,
                            (double)plan->rounds, plan->start != NULL, selfplay->generation};
    uint32_t crc = crc32c(0, plans, sizeof plans);
    crc = crc32c(crc, rules, strlen(rules));
    crc = crc32c(crc, &plan->seed, sizeof plan->seed);
    if (plan->start) /* the rows of its first layer tell nets apart */
        crc = crc32c(crc, plan->start->view_rows,
                     NET_VIEW_FEATURES * (size_t)plan->shape.hidden * sizeof *plan->start->view_rows);
    return crc;
}

static bool workers_open(Selfplay *selfplay)
{
    const SelfplayPlan *plan = selfplay->plan;
    for (int slice = 0; slice < SLICES; slice++) {
        Worker *worker = selfplay->workers[slice] = calloc(1, sizeof *worker);
        if (!worker) return false;
        solver_init(&worker->solver, worker->entries, EXACT_ENTRIES);
        for (int seat = 0; seat < plan->rules->players; seat++)
            if (!player_open(&worker->guests[seat], plan->guest, plan->rules)) return false;
    }
    return true;
}

Selfplay *selfplay_open(const SelfplayPlan *plan)
{
    Selfplay *selfplay = calloc(1, sizeof *selfplay);
    if (!selfplay) return NULL;
    selfplay->plan = plan;
    selfplay->fold = fold_for(plan->rules);
    selfplay->net_count = net_param_count(&plan->shape);
    const size_t count = selfplay->net_count + critic_param_count(&plan->shape);
    selfplay->size = sizeof(State) + (3 * count + POOL * selfplay->net_count) * sizeof(float);
    selfplay->state = calloc(1, selfplay->size);
    if (!selfplay->state || !workers_open(selfplay)) return selfplay_close(selfplay), NULL;
    selfplay->state->rounds = plan->seconds > 0 ? 0 : plan->rounds;
    selfplay->fitter = (Fitter){.shape = plan->shape,
                                .rule = {.value_weight = 0.002f, .clip = CLIP},
                                .threads = plan->threads,
                                .count = count,
                                .numbers = selfplay->state->numbers,
                                .steps = &selfplay->state->steps};
    if (!fitter_open(&selfplay->fitter)) return selfplay_close(selfplay), NULL;
    if (plan->start)
        net_params(selfplay->state->numbers, plan->start);
    else
        net_draw(selfplay->state->numbers, &plan->shape, plan->seed);
    critic_begin(critic_of(selfplay), selfplay->state->numbers, &plan->shape);
    return selfplay;
}

void selfplay_close(Selfplay *selfplay)
{
    if (!selfplay) return;
    for (int slice = 0; slice < SLICES && selfplay->workers[slice]; slice++) {
        for (int seat = 0; seat < MAX_SEATS; seat++)
            player_close(&selfplay->workers[slice]->guests[seat]);
        free(selfplay->workers[slice]);
    }
    fitter_close(&selfplay->fitter);
    for (int slot = 0; slot < POOL; slot++)
        net_free(&selfplay->pool[slot]);
    net_free(&selfplay->net);
    free(selfplay->state);
    free(selfplay);
}

/* Reports how far it is. False: stop. */
static bool told(const Selfplay *selfplay)
{
    const SelfplayPlan *plan = selfplay->plan;
    const State *state = selfplay->state;
    return !plan->tick || plan->tick(plan->arg, (uint64_t)(selfplay->generation - 1) * state->rounds + state->done);
}

/* Goes on until the rounds of the generation are over; `name`, unless NULL: where the state is kept. */
static ArenaEnd iterations_run(Selfplay *selfplay, const char *name, uint32_t mark, Error *error)
{
    const SelfplayPlan *plan = selfplay->plan;
    State *state = selfplay->state;
    uint64_t kept = nanoseconds_now();
    if (!state->rounds && plan->reads_only) return ARENA_INTERRUPTED;
    if (!state->rounds &&
        (!rounds_find(selfplay, error) || (name && !fit_write(name, state, selfplay->size, mark, error))))
        return ARENA_FAILED;
    uint64_t most = state->rounds * (uint64_t)plan->generations / ITERATION_SHARE / SLICES * SLICES;
    most = most < ITERATION_LEAST ? ITERATION_LEAST : most > ITERATION_MOST ? ITERATION_MOST : most;
    ArenaEnd end = told(selfplay) ? ARENA_DONE : ARENA_STOPPED;
    while (state->done < state->rounds && end == ARENA_DONE) {
        const uint64_t left = state->rounds - state->done;
        if (plan->reads_only) return ARENA_INTERRUPTED;
        if (interrupt_seen())
            end = ARENA_INTERRUPTED;
        else if (!iteration(selfplay, left < most ? left : most, error))
            return ARENA_FAILED;
        else if (!told(selfplay))
            end = ARENA_STOPPED;
        const bool over = end != ARENA_DONE || state->done == state->rounds;
        if (!name || (!over && (double)nanoseconds_since(kept) * 1e-9 < KEEP_SECONDS)) continue;
        if (!fit_write(name, state, selfplay->size, mark, error)) return ARENA_FAILED;
        kept = nanoseconds_now();
    }
    return end;
}

ArenaEnd selfplay_generation(SelfplayResult *result, Selfplay *selfplay, int generation, Error *error)
{
    const SelfplayPlan *plan = selfplay->plan;
    State *state = selfplay->state;
    char name[4096];
    *result = (SelfplayResult){0};
    selfplay->generation = generation;
    state->done = 0;
    const uint32_t mark = selfplay_mark(selfplay);
    snprintf(name, sizeof name, "%s/generation-%d.fit", plan->run ? plan->run : "", generation);
    if (plan->run &&
        !fit_read(name, state, selfplay->size, mark, plan->repair || plan->reads_only, &result->damaged, error))
        return ARENA_FAILED;
    selfplay->pool_nets = 0;
    const ArenaEnd end = iterations_run(selfplay, plan->run ? name : NULL, mark, error);
    const double count = (double)state->loss.count;
    result->rounds = state->rounds;
    result->positions = state->positions;
    result->entropy = state->loss.cross / count;
    result->value_error = sqrt(state->loss.square / count);
    return end;
}
