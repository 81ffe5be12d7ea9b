/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds of a net against itself and others, what each of its plays would have led to, and iterations over them. */
#include "analysis/study/learn/selfplay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/crc32c.h"
#include "engine/solve.h"
#include "engine/table.h"
#include "sim/files/system.h"
#include "sim/players.h"
#include "sim/schedule.h"

enum {
    ITERATION_MOST = 2048, /* rounds of an iteration: a share of all, within these bounds */
    ITERATION_LEAST = 64,
    ITERATION_SHARE = 64,
    BATCH = 2,              /* decisions of a step for each round of an iteration */
    POOL = 8,               /* older nets */
    POOL_PARTS = 4,         /* one is added after each of so many parts of a generation */
    MIX = 20,               /* of so many rounds … */
    MIX_POOL = 4,           /* … so many have an older net at one side … */
    MIX_GUEST = 2,          /* … and so many the guest */
    EXACT_ENTRIES = 1 << 12 /* of the solver's table for the last deal of two players */
};
/* Seconds after which the state is written again. */
static const double KEEP_SECONDS = 30;
/* A play is drawn with a chance proportional to e^(SHARPNESS score); those that score so much less than the best are
   not tried. */
static const float SHARPNESS = 3, TRIED = 5;
/* How far the values that the critic learns look ahead: the λ of temporal differences. */
static const double LAMBDA = 0.7;
/* Steps of Adam at first, for a net that begins from nothing and for one that can play; they fall to a share. */
static const float STEP_NEW = 0.001f, STEP_START = 0.0005f, STEP_LAST = 0.02f;

/* What stands after an iteration. */
typedef struct {
    uint64_t done;            /* rounds of this generation */
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

static float *critic_of(const Selfplay *selfplay) { return selfplay->state->numbers + selfplay->net_count; }

static float *pool_numbers(Selfplay *selfplay, uint64_t slot)
{
    return selfplay->state->numbers + 3 * selfplay->fitter.count + slot * selfplay->net_count;
}

/* ---- one round */

/* By how many points the side beats the mean of the others as the table stands; clubs count as they will. */
static double standing(const Table *table, const Rules *rules, int side)
{
    int points[MAX_SIDES], others = 0;
    count_points(points, table, rules);
    for (int i = 0; i < rules->sides; i++)
        others += i == side ? 0 : points[i];
    return points[side] - (double)others / (rules->sides - 1);
}

/* The play that a number of 0 … 1 draws. */
static int play_draw(const int32_t scores[], int count, double number)
{
    float chances[MAX_MOVES];
    int best = 0, drawn = 0;
    double sum = 0;
    for (int i = 1; i < count; i++)
        if (scores[i] > scores[best]) best = i;
    for (int i = 0; i < count; i++)
        sum += (double)(chances[i] = expf(SHARPNESS * (float)(scores[i] - scores[best]) / NET_ONE));
    number *= sum;
    while (drawn + 1 < count && (number -= (double)chances[drawn]) >= 0)
        drawn++;
    return drawn;
}

/* Writes what the critic sees besides the features of the view: the other hands. Returns their number. */
static int seen_features(uint16_t out[], const View *view, const Round *round)
{
    int count = 0;
    for (int other = 0; other + 1 < view->rules->players; other++)
        for (CardSet hand = net_fold(round->hands[(view->seat + 1 + other) % view->rules->players]); hand;
             hand = set_rest(hand))
            out[count++] = (uint16_t)(NET_VIEW_FEATURES + other * CARDS + set_first(hand));
    return count;
}

/* The play of a net that draws. */
static CardSet net_play(const Selfplay *selfplay, const Net *net, const View *view, double number)
{
    NetPosition position;
    CardSet plays[MAX_MOVES];
    int32_t scores[MAX_MOVES];
    const int count = moves_list(plays, view->hand, view->table->pool, &selfplay->fold);
    if (count == 1) return plays[0];
    net_position_init(&position, view);
    net_scores(scores, net, &position, plays, count);
    return plays[play_draw(scores, count, number)];
}

/* Who plays the other side of a round. */
typedef struct {
    int side; /* NOBODY: the net does, too */
    bool guest;
    const Net *older;
} Others;

/* By how many points the side to move beats the others in the end, as the critic says before one of its decisions. */
static double outlook(const Selfplay *selfplay, const View *view, const Example *example)
{
    return standing(view->table, selfplay->plan->rules, rules_side(selfplay->plan->rules, view->seat)) +
           (double)critic_value(critic_of(selfplay), &selfplay->plan->shape, example);
}

/* By how many points the side to move beats the others after the play, as one way to play on tells: with the true
   cards, and the same random numbers whatever the play, until the seat's turn in the next deal. */
static double play_try(const Selfplay *selfplay, const Game *game, const Others *others, CardSet play, Rng rng)
{
    const Rules *rules = selfplay->plan->rules;
    const int seat = game->round.table.turn, deal = game->round.table.deal;
    Game copy = *game;
    game_put(&copy, rules, play);
    while (!table_over(&copy.round.table)) {
        const View view = game_view(&copy, rules);
        if (view.seat == seat && view.table->deal != deal) {
            uint16_t features[NET_VIEW_MOST + NET_OTHERS * HAND];
            NetPosition position;
            net_position_init(&position, &view);
            Example example = {.view = features, .view_count = net_view_features(features, &position)};
            example.seen = features + example.view_count;
            example.seen_count = seen_features(features + example.view_count, &view, &copy.round);
            return outlook(selfplay, &view, &example);
        }
        const bool older = !others->guest && rules_side(rules, view.seat) == others->side;
        game_put(&copy, rules, net_play(selfplay, older ? others->older : &selfplay->net, &view, rng_double(&rng)));
    }
    return standing(&copy.round.table, rules, rules_side(rules, seat));
}

/* Writes the features of the decision, of its plays and of the other hands at the end of the examples, with room for the
   values of these plays. */
static const ExamplePlace *example_add(Examples *examples, const View *view, const Round *round,
                                       const NetPosition *position, const CardSet plays[], int count)
{
    uint16_t *features = examples->features + examples->feature_count;
    ExamplePlace *place = &examples->places[examples->count++];
    *place = (ExamplePlace){.features = (uint32_t)examples->feature_count,
                            .numbers = (uint32_t)examples->number_count,
                            .view_count = (uint16_t)net_view_features(features, position),
                            .play_count = (uint16_t)count};
    size_t used = place->view_count;
    for (int i = 0; i < count; i++) {
        features[used] = (uint16_t)net_play_features(features + used + 1, position, plays[i]);
        used += features[used] + 1u;
    }
    place->seen = (uint32_t)used;
    place->seen_count = (uint16_t)seen_features(features + used, view, round);
    examples->feature_count += used + place->seen_count;
    examples->number_count += (size_t)count;
    return place;
}

/* Exact values of the plays, and the best of them, in the last deal of two players. False elsewhere. */
static bool plays_exact(float values[], double *best, Solver *solver, const Rules *rules, const Round *round,
                        const CardSet plays[], int count)
{
    SolvePlay solved[MAX_MOVES];
    int solved_count;
    if (rules->players != 2 || !table_last_deal(&round->table, rules) ||
        !solve_plays(solved, &solved_count, solver, round, rules))
        return false;
    *best = -INFINITY;
    for (int i = 0, k = 0; i < count; i++) {
        while (solved[k].play != plays[i]) /* both are in the order of moves_list */
            k++;
        values[i] = (float)solved[k].value;
        *best = fmax(*best, solved[k].value);
    }
    return true;
}

/* Leaves those plays that score not much less than the best; returns their number. */
static int plays_tried(CardSet plays[], const int32_t scores[], int count)
{
    int tried = 0;
    int32_t best = scores[0];
    for (int i = 1; i < count; i++)
        best = scores[i] > best ? scores[i] : best;
    for (int i = 0; i < count; i++)
        if ((float)(best - scores[i]) <= TRIED * NET_ONE) plays[tried++] = plays[i];
    return tried;
}

/* The net's play, and what it learns from: what its plays would have led to. 0: no memory. */
static CardSet learner_play(Selfplay *selfplay, int slice, const Game *game, const Others *others, uint64_t board,
                            Rng *rng)
{
    const Rules *rules = selfplay->plan->rules;
    const View view = game_view(game, rules);
    Examples *examples = &selfplay->fitter.slices[slice].examples;
    Worker *worker = selfplay->workers[slice];
    CardSet plays[MAX_MOVES];
    int32_t scores[MAX_MOVES];
    float values[MAX_MOVES] = {0};
    NetPosition position;
    int count = moves_list(plays, view.hand, view.table->pool, &selfplay->fold);
    if (count == 1) return plays[0];
    if (!examples_reserve(examples, count)) return 0;
    net_position_init(&position, &view);
    net_scores(scores, &selfplay->net, &position, plays, count);
    const CardSet play = plays[play_draw(scores, count, rng_double(rng))];
    Move *move = &worker->moves[worker->count++];
    *move = (Move){.example = examples->count, .side = rules_side(rules, view.seat)};
    move->so_far = standing(view.table, rules, move->side);
    move->exact = plays_exact(values, &move->expected, &worker->solver, rules, &game->round, plays, count);
    if (!move->exact) count = plays_tried(plays, scores, count);
    const ExamplePlace *place = example_add(examples, &view, &game->round, &position, plays, count);
    if (!move->exact) {
        const Example example = examples_at(examples, move->example);
        const Rng draws = rng_for(selfplay->plan->seed, board, PURPOSE_AGENT + 2 * MAX_SEATS + view.table->ply);
        move->expected = outlook(selfplay, &view, &example);
        for (int i = 0; i < count && count > 1; i++)
            values[i] = (float)play_try(selfplay, game, others, plays[i], draws);
    }
    memcpy(examples->numbers + place->numbers, values, (size_t)count * sizeof *values);
    return play;
}

/* What the critic should have said before the moves of the round that is over. Before the last deal of two players the
   exact value of that deal is how the round ended. */
static void values_find(Examples *examples, const Worker *worker, const Table *table, const Rules *rules)
{
    double after[MAX_SIDES], gain[MAX_SIDES] = {0};
    bool exact[MAX_SIDES] = {false};
    for (int side = 0; side < rules->sides; side++)
        after[side] = standing(table, rules, side);
    for (int i = worker->count - 1; i >= 0; i--) {
        const Move *move = &worker->moves[i];
        const int side = move->side;
        if (exact[side] != move->exact) gain[side] = 0;
        exact[side] = move->exact;
        gain[side] = after[side] - move->expected + LAMBDA * gain[side];
        after[side] = move->expected;
        examples->places[move->example].value = (float)(move->expected + (move->exact ? 0 : gain[side]) - move->so_far);
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
    const int other = (int)rng_bounded(&rng, (uint32_t)rules->sides);
    const uint64_t nets = selfplay->pool_nets < POOL ? selfplay->pool_nets : POOL;
    const Others others = {.side = mix < MIX_GUEST + MIX_POOL ? other : NOBODY,
                           .guest = mix < MIX_GUEST,
                           .older = &selfplay->pool[rng_bounded(&rng, (uint32_t)nets)]};
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
        const CardSet play = rules_side(rules, view.seat) != others.side
                                 ? learner_play(selfplay, slice, &game, &others, board, &draws[view.seat])
                             : others.guest ? player_ask(&worker->guests[view.seat], &view, &game.round)
                                            : net_play(selfplay, others.older, &view, rng_double(&draws[view.seat]));
        if (!play) return false;
        game_put(&game, rules, play);
    }
    values_find(&selfplay->fitter.slices[slice].examples, worker, &game.round.table, rules);
    return true;
}

/* ---- an iteration */

/* How much of all generations is over. */
static double share_over(const Selfplay *selfplay)
{
    const State *state = selfplay->state;
    return (selfplay->generation - 1 + (double)state->done / (double)selfplay->plan->rounds) /
           selfplay->plan->generations;
}

/* Makes the nets in whole numbers of what the state has, and adds one to the pool where that is due. */
static bool nets_make(Selfplay *selfplay, Error *error)
{
    const SelfplayPlan *plan = selfplay->plan;
    State *state = selfplay->state;
    const uint64_t due =
        1 + POOL_PARTS * (uint64_t)(selfplay->generation - 1) + POOL_PARTS * state->done / plan->rounds;
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

/* Rounds of an iteration, but of the last. */
static uint64_t iteration_rounds(const Selfplay *selfplay)
{
    const uint64_t all = selfplay->plan->rounds * (uint64_t)selfplay->plan->generations;
    const uint64_t share = all / ITERATION_SHARE / SLICES * SLICES;
    return share < ITERATION_LEAST ? ITERATION_LEAST : share > ITERATION_MOST ? ITERATION_MOST : share;
}

/* Learns from the examples. False if memory runs out. */
static bool examples_learn(Selfplay *selfplay)
{
    const SelfplayPlan *plan = selfplay->plan;
    State *state = selfplay->state;
    Fitter *fitter = &selfplay->fitter;
    const float over = (float)share_over(selfplay);
    const float step = (plan->start ? STEP_START : STEP_NEW) * (1 - over * (1 - STEP_LAST));
    const size_t size = BATCH * (size_t)iteration_rounds(selfplay);
    Rng rng = rng_for(plan->seed, state->steps, PURPOSE_SAMPLE);
    for (int epoch = 0; epoch < plan->epochs; epoch++) {
        if (!fitter_gather(fitter, &rng)) return false;
        state->loss = (Loss){0};
        const size_t all = fitter->spot_count, batches = all < size ? 1 : all / size;
        for (size_t batch = 0; batch < batches && all; batch++) {
            const size_t from = all * batch / batches, count = all * (batch + 1) / batches - from;
            if (!fitter_batch(fitter, &state->loss, from, count)) return false;
            fitter_step(fitter, count, step);
        }
    }
    state->positions += fitter->spot_count;
    return true;
}

static bool selfplay_iteration(Selfplay *selfplay, uint64_t rounds, Error *error)
{
    if (!nets_make(selfplay, error)) return false;
    if (!rounds_play(selfplay, rounds) || !examples_learn(selfplay)) return error_memory(error);
    selfplay->state->done += rounds;
    return true;
}

/* ---- the whole */

/* What is learned, as a checksum. */
static uint32_t selfplay_mark(const Selfplay *selfplay)
{
    const SelfplayPlan *plan = selfplay->plan;
    char rules[RULES_TEXT];
    rules_print(rules, plan->rules);
    const double plans[] = {plan->shape.hidden, plan->shape.second,   plan->shape.value,   plan->epochs,
                            plan->generations,  (double)plan->rounds, plan->start != NULL, selfplay->generation};
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
    selfplay->fitter = (Fitter){.shape = plan->shape,
                                .value_weight = 0.002f,
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
static bool selfplay_told(const Selfplay *selfplay)
{
    const SelfplayPlan *plan = selfplay->plan;
    const State *state = selfplay->state;
    return !plan->tick || plan->tick(plan->arg, (uint64_t)(selfplay->generation - 1) * plan->rounds + state->done);
}

/* Goes on until the rounds of the generation are over; `name`, unless NULL: where the state is kept. */
static ArenaEnd iterations_run(Selfplay *selfplay, const char *name, uint32_t mark, Error *error)
{
    const SelfplayPlan *plan = selfplay->plan;
    State *state = selfplay->state;
    uint64_t kept = nanoseconds_now();
    const uint64_t most = iteration_rounds(selfplay);
    ArenaEnd end = selfplay_told(selfplay) ? ARENA_DONE : ARENA_STOPPED;
    while (state->done < plan->rounds && end == ARENA_DONE) {
        const uint64_t left = plan->rounds - state->done;
        if (plan->reads_only) return ARENA_INTERRUPTED;
        if (interrupt_seen())
            end = ARENA_INTERRUPTED;
        else if (!selfplay_iteration(selfplay, left < most ? left : most, error))
            return ARENA_FAILED;
        else if (!selfplay_told(selfplay))
            end = ARENA_STOPPED;
        const bool over = end != ARENA_DONE || state->done == plan->rounds;
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
    if (plan->run && !fit_read(name, state, selfplay->size, mark, &result->damaged, error)) return ARENA_FAILED;
    selfplay->pool_nets = 0;
    const ArenaEnd end = iterations_run(selfplay, plan->run ? name : NULL, mark, error);
    const double count = (double)state->loss.count;
    result->positions = state->positions;
    result->entropy = state->loss.entropy / count;
    result->value_error = sqrt(state->loss.square / count);
    return end;
}
