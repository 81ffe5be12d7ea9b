/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds of a net against itself and others, what each of its plays would have led to, iterations over them; gates. */
#include "analysis/study/learn/learn.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/learn/trainer.h"
#include "engine/solve.h"
#include "engine/table.h"
#include "sim/boards.h"
#include "sim/files/system.h"
#include "sim/players.h"

const char *const LEARN_STAGES[STAGES] = {"self-play", "gate", "validation"};

static const char *const PANEL_NAMES[PANEL] = {"policy", "tactic", "ismcts:iters=100"};

enum {
    ITERATION_MOST = 2048, /* rounds of an iteration: a share of all, within these bounds */
    ITERATION_LEAST = 64,
    ITERATION_SHARE = 64,
    BATCH = 2,      /* decisions of a step for each round of an iteration */
    POOL = 8,       /* older nets */
    POOL_PARTS = 4, /* one is added after each of this many parts of a generation */
    MIX = 20,       /* of this many rounds … */
    MIX_POOL = 4,   /* … this many have an older net at one side … */
    MIX_GUEST = 2   /* … and this many the guest */
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
    uint64_t crc;             /* of the file */
    uint64_t done;            /* rounds of this generation */
    uint64_t steps;           /* of Adam */
    uint64_t positions, nets; /* learned from; nets that were added to the pool, ever */
    Loss loss;                /* of the last iteration */
    float numbers[];          /* the net's and the critic's, as many means and squares of gradients, the pool's nets */
} State;

/* A decision of a round that is learned from. */
typedef struct {
    Example *example;
    int side;
    bool exact;
    double so_far, expected; /* by how many points the side beats the others now; will in the end, as is thought */
} Move;

/* What plays the rounds of a slice, one after the other. */
typedef struct {
    struct Learning *learning;
    Player guests[MAX_SEATS];
    Solver solver;
    SolveEntry entries[EXACT_ENTRIES];
    Game game; /* of the board */
    uint64_t board;
    int other_side; /* that the guest or an older net plays; NOBODY: the net does, too */
    bool guest;
    const Net *older;
    Move moves[PLAYS];
    int count;                                                                             /* of moves */
    uint16_t features[NET_VIEW_MOST + MAX_MOVES * (NET_PLAY_MOST + 1) + CRITIC_SEEN_MOST]; /* of an example */
} Worker;

/* One call of learn_run. */
typedef struct Learning {
    const LearnPlan *plan;
    LearnResult *result;
    const Rules *rules;
    LearnStage stage;
    int generation;
    Fold fold;
    size_t net_count; /* numbers of a net */
    size_t size;      /* bytes of the state */
    State *state;
    Fitter fitter;
    Net net, pool[POOL]; /* in whole numbers */
    uint64_t pool_nets;  /* the state's, of which pool[] was made */
    Worker workers[SLICES];
} Learning;

static float *critic_of(const Learning *learning) { return learning->state->numbers + learning->net_count; }

static float *pool_numbers(Learning *learning, uint64_t slot)
{
    return learning->state->numbers + 3 * learning->fitter.count + slot * learning->net_count;
}

/* ---- one round */

/* By how many points the side beats the mean of the others as the table stands; clubs count as they will. */
static double learn_standing(const Table *table, const Rules *rules, int side)
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

/* The features of the decision, of its plays and, for the critic, of the other hands, which are written there. Returns
   their number. */
static size_t example_fill(Example *example, uint16_t features[], const View *view, const Round *round,
                           const NetPosition *position, const CardSet plays[])
{
    size_t used = (size_t)(example->view_count = net_view_features(features, position));
    example->view = features;
    example->plays = features + used;
    for (int i = 0; i < example->play_count; i++) {
        features[used] = (uint16_t)net_play_features(features + used + 1, position, plays[i]);
        used += features[used] + 1u;
    }
    example->seen = features + used;
    example->seen_count = 0;
    for (int other = 0; other + 1 < view->rules->players; other++)
        for (CardSet hand = net_fold(round->hands[(view->seat + 1 + other) % view->rules->players]); hand;
             hand = set_rest(hand))
            features[used + (size_t)example->seen_count++] =
                (uint16_t)(NET_VIEW_FEATURES + other * CARDS + set_first(hand));
    return used + (size_t)example->seen_count;
}

/* The play of a net that draws. */
static CardSet net_play(const Learning *learning, const Net *net, const View *view, double number)
{
    NetPosition position;
    CardSet plays[MAX_MOVES];
    int32_t scores[MAX_MOVES];
    const int count = moves_list(plays, view->hand, view->table->pool, &learning->fold);
    if (count == 1) return plays[0];
    net_position_init(&position, view);
    net_scores(scores, net, &position, plays, count);
    return plays[play_draw(scores, count, number)];
}

/* By how many points the side to move beats the others in the end, as the critic says before one of its decisions. */
static double learn_outlook(const Learning *learning, const View *view, const Example *example)
{
    return learn_standing(view->table, learning->rules, rules_side(learning->rules, view->seat)) +
           (double)critic_value(critic_of(learning), &learning->plan->shape, example);
}

/* By how many points the side to move beats the others after the play, as one way to play on tells: with the true
   cards, and the same random numbers whatever the play, until the seat's turn in the next deal. */
static double play_try(const Worker *worker, CardSet play, Rng rng)
{
    const Learning *learning = worker->learning;
    const Rules *rules = learning->rules;
    Game copy = worker->game;
    const int seat = copy.round.table.turn, deal = copy.round.table.deal;
    game_put(&copy, rules, play);
    while (!table_over(&copy.round.table)) {
        const View view = game_view(&copy, rules);
        if (view.seat == seat && view.table->deal != deal) {
            uint16_t features[NET_VIEW_MOST + NET_OTHERS * HAND];
            NetPosition position;
            net_position_init(&position, &view);
            Example example = {.play_count = 0};
            example_fill(&example, features, &view, &copy.round, &position, NULL);
            return learn_outlook(learning, &view, &example);
        }
        const bool older = !worker->guest && rules_side(rules, view.seat) == worker->other_side;
        game_put(&copy, rules, net_play(learning, older ? worker->older : &learning->net, &view, rng_double(&rng)));
    }
    return learn_standing(&copy.round.table, rules, rules_side(rules, seat));
}

/* Exact values of the plays, and the best of them, in the last deal of two players. False elsewhere. */
static bool plays_exact(float values[], double *best, Solver *solver, const Rules *rules, const Round *round,
                        const CardSet plays[], int count)
{
    int solved[MAX_MOVES];
    if (rules->players != 2 || !table_last_deal(&round->table, rules)) return false;
    *best = solve_plays(solved, solver, round, rules, plays, count);
    for (int i = 0; i < count; i++)
        values[i] = (float)solved[i];
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

/* The older net's play at the other side; else the net's, and what it learns from: what its plays would have led to.
   0: no memory. */
static CardSet learner_choose(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    Worker *worker = memory;
    Learning *learning = worker->learning;
    const Rules *rules = learning->rules;
    const Round *round = &worker->game.round;
    (void)agent;
    if (rules_side(rules, view->seat) == worker->other_side)
        return net_play(learning, worker->older, view, rng_double(rng));
    CardSet plays[MAX_MOVES];
    int32_t scores[MAX_MOVES];
    float values[MAX_MOVES] = {0};
    NetPosition position;
    int count = moves_list(plays, view->hand, view->table->pool, &learning->fold);
    if (count == 1) return plays[0];
    net_position_init(&position, view);
    net_scores(scores, &learning->net, &position, plays, count);
    const CardSet play = plays[play_draw(scores, count, rng_double(rng))];
    Move *move = &worker->moves[worker->count++];
    *move = (Move){.side = rules_side(rules, view->seat)};
    move->so_far = learn_standing(view->table, rules, move->side);
    move->exact = plays_exact(values, &move->expected, &worker->solver, rules, round, plays, count);
    if (!move->exact) count = plays_tried(plays, scores, count);
    Example example = {.values = values, .play_count = count};
    const size_t used = example_fill(&example, worker->features, view, round, &position, plays);
    if (!move->exact) {
        const Rng draws =
            rng_for(learning->plan->schedule->seed, worker->board, PURPOSE_AGENT + 2 * MAX_SEATS + view->table->ply);
        move->expected = learn_outlook(learning, view, &example);
        for (int i = 0; i < count && count > 1; i++)
            values[i] = (float)play_try(worker, plays[i], draws);
    }
    move->example = example_keep(&learning->fitter.slices[worker - learning->workers], &example, used);
    return move->example ? play : 0;
}

/* The nets as an agent, whose memory is the worker. */
static const AgentKind LEARNER_KIND = {.traits = TRAIT_LISTED, .choose = learner_choose};
static const Agent LEARNER = {.kind = &LEARNER_KIND};

/* What the critic should have said before the moves of the round that is over. Before the last deal of two players the
   exact value of that deal is how the round ended. */
static void values_find(const Worker *worker, const Table *table, const Rules *rules)
{
    double after[MAX_SIDES], gain[MAX_SIDES] = {0};
    bool exact[MAX_SIDES] = {false};
    for (int side = 0; side < rules->sides; side++)
        after[side] = learn_standing(table, rules, side);
    for (int i = worker->count - 1; i >= 0; i--) {
        const Move *move = &worker->moves[i];
        const int side = move->side;
        if (exact[side] != move->exact) gain[side] = 0;
        exact[side] = move->exact;
        gain[side] = after[side] - move->expected + LAMBDA * gain[side];
        after[side] = move->expected;
        move->example->value = (float)(move->expected + (move->exact ? 0 : gain[side]) - move->so_far);
    }
}

/* Plays the board of that number, and adds its decisions to the examples of the slice. False if memory runs out. */
static bool round_learn(Worker *worker, uint64_t board)
{
    const Learning *learning = worker->learning;
    const Rules *rules = learning->rules;
    const Schedule schedule = {.rules = *rules, .seed = learning->plan->schedule->seed};
    Rng rng = rng_for(schedule.seed, board, PURPOSE_TUNE);
    const uint32_t mix = rng_bounded(&rng, MIX);
    const int other_side = (int)rng_bounded(&rng, (uint32_t)rules->sides);
    const uint64_t pool = learning->pool_nets < POOL ? learning->pool_nets : POOL;
    worker->other_side = mix < MIX_GUEST + MIX_POOL ? other_side : NOBODY;
    worker->guest = mix < MIX_GUEST;
    worker->older = &learning->pool[rng_bounded(&rng, (uint32_t)pool)];
    worker->board = board;
    worker->count = 0;
    Player nets[MAX_SEATS], *players[MAX_SEATS];
    Pack pack;
    schedule_pack(&pack, &schedule, board);
    game_start(&worker->game, rules, &pack, NULL);
    for (int seat = 0; seat < rules->players; seat++) {
        const bool guest = worker->guest && rules_side(rules, seat) == worker->other_side;
        nets[seat] = (Player){.agent = &LEARNER, .memory = worker};
        players[seat] = guest ? &worker->guests[seat] : &nets[seat];
        players[seat]->rng = player_rng(schedule.seed, board, !guest, seat);
    }
    if (!game_play(&worker->game, rules, players, false)) return false;
    values_find(worker, &worker->game.round.table, rules);
    return true;
}

/* ---- an iteration */

/* How much of all generations is over. */
static double share_over(const Learning *learning)
{
    const State *state = learning->state;
    return (learning->generation - 1 + (double)state->done / (double)learning->plan->rounds) /
           (double)learning->plan->generations;
}

/* Makes the nets in whole numbers of what the state has, and adds one to the pool where that is due. */
static bool nets_make(Learning *learning, Error *error)
{
    const LearnPlan *plan = learning->plan;
    State *state = learning->state;
    const uint64_t due =
        1 + POOL_PARTS * (uint64_t)(learning->generation - 1) + POOL_PARTS * state->done / plan->rounds;
    if (state->nets < due) {
        /* where it began stays, unless that was nothing */
        const uint64_t slot = state->nets < POOL ? state->nets
                              : plan->start      ? 1 + state->nets % (POOL - 1)
                                                 : state->nets % POOL;
        memcpy(pool_numbers(learning, slot), state->numbers, learning->net_count * sizeof *state->numbers);
        state->nets++;
    }
    for (uint64_t slot = 0; slot < POOL && slot < state->nets && learning->pool_nets != state->nets; slot++) {
        net_free(&learning->pool[slot]);
        if (!net_quantise(&learning->pool[slot], pool_numbers(learning, slot), &plan->shape, learning->rules, "",
                          error))
            return false;
    }
    learning->pool_nets = state->nets;
    net_free(&learning->net);
    return net_quantise(&learning->net, state->numbers, &plan->shape, learning->rules, "", error);
}

/* Plays this many rounds. False if memory runs out. */
static bool rounds_play(Learning *learning, uint64_t rounds)
{
    const uint64_t first = share_first(SHARE_SEARCH) + ((uint64_t)(learning->generation - 1) << 48);
    const uint64_t from = first + learning->state->done;
    bool good = true;
#pragma omp parallel for num_threads(learning->plan->threads) schedule(dynamic) reduction(&& : good)
    for (int slice = 0; slice < SLICES; slice++) {
        const uint64_t end = from + rounds * (uint64_t)(slice + 1) / SLICES;
        examples_clear(&learning->fitter.slices[slice]);
        for (uint64_t board = from + rounds * (uint64_t)slice / SLICES; board < end && good; board++)
            good = round_learn(&learning->workers[slice], board);
    }
    return good;
}

/* Rounds of an iteration, but of the last. */
static uint64_t iteration_rounds(const Learning *learning)
{
    const uint64_t all = learning->plan->rounds * learning->plan->generations;
    const uint64_t share = all / ITERATION_SHARE / SLICES * SLICES;
    return share < ITERATION_LEAST ? ITERATION_LEAST : share > ITERATION_MOST ? ITERATION_MOST : share;
}

/* Learns from the examples. False if memory runs out. */
static bool examples_learn(Learning *learning)
{
    const LearnPlan *plan = learning->plan;
    State *state = learning->state;
    Fitter *fitter = &learning->fitter;
    const float over = (float)share_over(learning);
    const float step = (plan->start ? STEP_START : STEP_NEW) * (1 - over * (1 - STEP_LAST));
    const size_t size = BATCH * (size_t)iteration_rounds(learning);
    Rng rng = rng_for(plan->schedule->seed, state->steps, PURPOSE_SAMPLE);
    for (uint64_t epoch = 0; epoch < plan->epochs; epoch++) {
        if (!fitter_gather(fitter, &rng)) return false;
        state->loss = (Loss){0};
        const size_t all = fitter->order_count, batches = all < size ? 1 : all / size;
        for (size_t batch = 0; batch < batches && all; batch++) {
            const size_t from = all * batch / batches, count = all * (batch + 1) / batches - from;
            fitter_batch(fitter, &state->loss, from, count);
            fitter_step(fitter, count, step);
        }
    }
    state->positions += fitter->order_count;
    return true;
}

static bool selfplay_iteration(Learning *learning, uint64_t rounds, Error *error)
{
    if (!nets_make(learning, error)) return false;
    if (!rounds_play(learning, rounds) || !examples_learn(learning)) return error_memory(error);
    learning->state->done += rounds;
    return true;
}

/* Says how far the stage is. */
static void learn_told(const Learning *learning, uint64_t done, uint64_t total)
{
    learning->plan->watch(learning->plan->arg, learning->stage, learning->generation, done, total);
}

static void selfplay_told(const Learning *learning)
{
    const LearnPlan *plan = learning->plan;
    learn_told(learning, (uint64_t)(learning->generation - 1) * plan->rounds + learning->state->done,
               plan->rounds * plan->generations);
}

/* ---- a generation of self-play */

/* Adds a note of the stage that goes on, for the caller to fill. */
static LearnNote *note_add(Learning *learning, const char *opponent)
{
    LearnNote *note = &learning->result->notes[learning->result->count++];
    *note = (LearnNote){.stage = LEARN_STAGES[learning->stage],
                        .generation = learning->generation,
                        .entropy = NAN,
                        .value_error = NAN,
                        .opponent = opponent,
                        .diff = {.mean = NAN},
                        .interval = {NAN, NAN}};
    return note;
}

/* Goes on from the state that is kept until the rounds of the generation are over. */
static ArenaEnd selfplay_learn(Learning *learning, Error *error)
{
    const LearnPlan *plan = learning->plan;
    State *state = learning->state;
    char name[4096];
    bool damaged = false;
    uint64_t kept = nanoseconds_now();
    const uint64_t most = iteration_rounds(learning);
    state->done = 0;
    snprintf(name, sizeof name, "%s/generation-%d.fit", plan->run ? plan->run : "", learning->generation);
    if (plan->run && !fit_read(name, state, learning->size, &damaged, error)) return ARENA_FAILED;
    if (damaged) learning->result->damaged |= 1u << learning->generation;
    learning->pool_nets = 0;
    learning->stage = STAGE_SELFPLAY;
    selfplay_told(learning);
    while (state->done < plan->rounds) {
        const uint64_t left = plan->rounds - state->done;
        const bool stops = interrupt_seen();
        if (plan->reads_only) return ARENA_INTERRUPTED;
        if (!stops && !selfplay_iteration(learning, left < most ? left : most, error)) return ARENA_FAILED;
        selfplay_told(learning);
        const bool due = stops || left <= most || (double)nanoseconds_since(kept) * 1e-9 >= KEEP_SECONDS;
        if (plan->run && due && !fit_write(name, state, learning->size, error)) return ARENA_FAILED;
        if (due) kept = nanoseconds_now();
        if (stops) return ARENA_INTERRUPTED;
    }
    const double count = (double)state->loss.count;
    LearnNote *note = note_add(learning, NULL);
    note->rounds = plan->rounds * (uint64_t)learning->generation;
    note->positions = state->positions;
    note->entropy = state->loss.entropy / count;
    note->value_error = sqrt(state->loss.square / count);
    return ARENA_DONE;
}

/* ---- gates */

bool gate_passed(const Estimate *gain) { return interval_t(gain, USUAL_ALPHA).low > 0; }

/* The agent that plays the net, which must outlive it and stays the caller's: with exact values in the last deal of
   two. */
static Agent learn_agent(Net *net, const Rules *rules)
{
    Agent agent = {.kind = &AGENT_POLICY, .name = "the net", .own = net};
    Error unused;
    for (int i = 0; i < agent.kind->param_count; i++)
        agent.values[i] = agent.kind->params[i].fallback;
    for (int i = 0; i < agent.kind->param_count && rules->players == 2; i++)
        if (!strcmp(agent.kind->params[i].name, "exact")) agent_param_set(&agent, i, "1", &unused);
    return agent;
}

static bool gate_watch(void *arg, const Sums *sums, uint64_t done)
{
    const Learning *learning = arg;
    (void)sums;
    learn_told(learning, done, learning->plan->boards);
    return true;
}

/* Plays boards of the net against each of the panel, and notes what it wins; times `sign` that is added to *mean, the mean
   over the panel. */
static ArenaEnd panel_play(Learning *learning, LearnStage stage, BoardShare share, Net *net, int sign, Estimate *mean)
{
    const LearnPlan *plan = learning->plan;
    double variance = mean->se * mean->se;
    ArenaEnd end = ARENA_DONE;
    learning->stage = stage;
    for (int i = 0; i < PANEL && end == ARENA_DONE; i++) {
        Agent pair[2] = {learn_agent(net, learning->rules)};
        Error unused;
        if (!agent_parse(&pair[1], PANEL_NAMES[i], learning->rules, &unused)) return ARENA_FAILED;
        const BoardsJob job = {.schedule = plan->schedule,
                               .agents = pair,
                               .first = share_first(share) + ((uint64_t)learning->generation << 48),
                               .boards = plan->boards,
                               .threads = plan->threads,
                               .checkpoint = plan->checkpoint};
        Sums sums = {0};
        StretchRun run = {.sums = &sums, .watch = gate_watch, .arg = learning};
        const SimResult result = {plan->schedule, pair, &sums, 0, plan->alpha};
        if ((end = boards_add_up(&job, &BOARDS_MEASURED, &run)) == ARENA_DONE) {
            const AgentEstimates estimates = agent_estimates(&result, 0);
            LearnNote *note = note_add(learning, PANEL_NAMES[i]);
            note->boards = sums.boards;
            note->diff = estimates.diff;
            note->interval = estimates.diff_interval;
            mean->mean += sign * note->diff.mean / PANEL;
            mean->n = note->diff.n;
            variance += note->diff.se * note->diff.se / (PANEL * PANEL);
        }
        sums_free(&sums);
        agent_free(&pair[1]);
    }
    mean->se = sqrt(variance);
    mean->sd = mean->se * sqrt((double)mean->n);
    return end;
}

/* The net and the one before meet the same panel on the same boards; where the net gains more on average, or is the
   first, it takes the other's place. */
static ArenaEnd panel_gate(Learning *learning, Net *net)
{
    const LearnPlan *plan = learning->plan;
    LearnResult *result = learning->result;
    Net start = plan->start ? *plan->start : (Net){.hidden_bits = 0}; /* which is only looked at */
    Net *before = result->found ? &result->net : plan->start ? &start : NULL;
    Estimate gain = {.mean = 0};
    ArenaEnd end = ARENA_DONE;
    const size_t count = result->count;
    if (before) end = panel_play(learning, STAGE_GATE, SHARE_TEST, before, -1, &gain);
    result->count = count; /* what the one before wins is known from its own gate */
    if (end == ARENA_DONE) end = panel_play(learning, STAGE_GATE, SHARE_TEST, net, 1, &gain);
    if (end != ARENA_DONE) return end;
    const bool taken = !before || gate_passed(&gain);
    LearnNote *note = note_add(learning, before ? "the panel, beyond the net before" : "the panel");
    note->boards = note[-1].boards;
    note->diff = gain;
    note->interval = interval_t(&gain, plan->alpha);
    note->verdict = taken ? "taken" : "refused";
    if (!taken) return end;
    if (result->found) net_free(&result->net);
    result->net = *net;
    result->found = true;
    *net = (Net){.hidden_bits = 0};
    return end;
}

/* ---- the whole */

static ArenaEnd generation_run(Learning *learning, Error *error)
{
    const LearnPlan *plan = learning->plan;
    char made[NET_MADE];
    Net net;
    ArenaEnd end = selfplay_learn(learning, error);
    if (end != ARENA_DONE) return end;
    const LearnNote *last = &learning->result->notes[learning->result->count - 1];
    snprintf(made, sizeof made, "%s --rounds %" PRIu64 "; generation %d, %" PRIu64 " positions", plan->made,
             plan->rounds, learning->generation, last->positions);
    if (!net_quantise(&net, learning->state->numbers, &plan->shape, learning->rules, made, error)) return ARENA_FAILED;
    end = panel_gate(learning, &net);
    net_free(&net);
    return end;
}

static bool workers_open(Learning *learning)
{
    for (Worker *worker = learning->workers; worker < learning->workers + SLICES; worker++) {
        worker->learning = learning;
        solver_init(&worker->solver, worker->entries, EXACT_ENTRIES);
        for (int seat = 0; seat < learning->rules->players; seat++)
            if (!player_open(&worker->guests[seat], learning->plan->guest, learning->rules)) return false;
    }
    return true;
}

/* False if memory runs out; learning_close is due in any case. */
static bool learning_open(Learning *learning)
{
    const LearnPlan *plan = learning->plan;
    learning->fold = fold_for(learning->rules);
    learning->net_count = net_param_count(&plan->shape);
    const size_t count = learning->net_count + critic_param_count(&plan->shape);
    learning->size = sizeof(State) + (3 * count + POOL * learning->net_count) * sizeof(float);
    learning->state = calloc(1, learning->size);
    if (!learning->state || !workers_open(learning)) return false;
    learning->fitter = (Fitter){.shape = plan->shape,
                                .value_weight = 0.002f,
                                .threads = plan->threads,
                                .count = count,
                                .numbers = learning->state->numbers,
                                .steps = &learning->state->steps};
    if (!fitter_open(&learning->fitter)) return false;
    if (plan->start)
        net_params(learning->state->numbers, plan->start);
    else
        net_draw(learning->state->numbers, &plan->shape, plan->schedule->seed);
    critic_begin(critic_of(learning), learning->state->numbers, &plan->shape);
    return true;
}

static void learning_close(Learning *learning)
{
    for (Worker *worker = learning->workers; worker < learning->workers + SLICES; worker++)
        for (int seat = 0; seat < MAX_SEATS; seat++)
            player_close(&worker->guests[seat]);
    fitter_close(&learning->fitter);
    for (int slot = 0; slot < POOL; slot++)
        net_free(&learning->pool[slot]);
    net_free(&learning->net);
    free(learning->state);
    free(learning);
}

ArenaEnd learn_run(LearnResult *result, const LearnPlan *plan, Error *error)
{
    ArenaEnd end = ARENA_FAILED;
    Learning *learning = calloc(1, sizeof *learning);
    *result = (LearnResult){.count = 0};
    *error = (Error){.system = true};
    error_memory(error);
    if (!learning) return end;
    learning->plan = plan;
    learning->result = result;
    learning->rules = &plan->schedule->rules;
    if (learning_open(learning)) end = ARENA_DONE;
    while ((uint64_t)learning->generation < plan->generations && end == ARENA_DONE) {
        learning->generation++;
        end = generation_run(learning, error);
    }
    Estimate unused = {.mean = 0};
    /* Nothing is left to validate where no net was shown to be better than where it began. */
    if (end == ARENA_DONE && result->found)
        end = panel_play(learning, STAGE_VALIDATION, SHARE_VALIDATION, &result->net, 1, &unused);
    learning_close(learning);
    return end;
}

void learn_free(LearnResult *result)
{
    if (result->found) net_free(&result->net);
    *result = (LearnResult){.count = 0};
}
