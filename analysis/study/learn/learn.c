/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generations: lessons and training or self-play, then a gate. */
#include "analysis/study/learn/learn.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/files/system.h"
#include "sim/simulate.h"

const char *const LEARN_STAGES[STAGES] = {"lessons", "self-play", "epoch", "gate", "validation"};

static const char *const PANEL_NAMES[PANEL] = {"policy", "tactic", "ismcts:iters=100"};

/* Lessons of a run that ends by the clock. */
enum { ROUNDS_NO_END = 1000000000 };

TrainPlan learn_train_plan(uint64_t seed)
{
    return (TrainPlan){.shape = {.hidden = 128, .second = 32, .value = 16},
                       .targets = {.temperature = 0.5f, .exact_temperature = 0.5f},
                       .loss = {.value_weight = 0.002f},
                       .step = 0.002f,
                       .decay = 0.5f,
                       .epochs = 6,
                       .batch = 256,
                       .seed = seed};
}

/* One call of learn_run. */
typedef struct {
    const LearnPlan *plan;
    LearnResult *result;
    const Rules *rules;
    Lessons lessons;
    Selfplay *selfplay;
    float *params;
    uint64_t rounds; /* of a generation */
    int generation;
    LearnNow now;
} Learning;

/* ---- progress */

/* Adds a note of the stage that goes on, for the caller to fill. */
static LearnNote *note_add(Learning *learning, LearnStage stage)
{
    LearnNote *note = &learning->result->notes[learning->result->count++];
    *note = (LearnNote){.stage = LEARN_STAGES[stage],
                        .generation = learning->generation,
                        .rounds = learning->lessons.count,
                        .loss = NAN,
                        .held_out = NAN,
                        .lost = NAN,
                        .hits = NAN,
                        .value_error = NAN,
                        .diff = {.mean = NAN},
                        .interval = {NAN, NAN}};
    return note;
}

/* Reports progress. False: stop. */
static bool progress_report(Learning *learning, const LearnNote *note)
{
    learning->now.generation = learning->generation;
    learning->now.note = note;
    return !learning->plan->watch || learning->plan->watch(learning->plan->arg, &learning->now);
}

/* ---- lessons */

static bool lessons_watch(void *arg, uint64_t rounds, double seconds)
{
    Learning *learning = arg;
    (void)seconds;
    learning->now.stage = STAGE_LESSONS;
    learning->now.done = rounds;
    learning->now.total = learning->rounds == ROUNDS_NO_END ? 0 : learning->rounds * (uint64_t)learning->generation;
    return progress_report(learning, NULL);
}

static ArenaEnd lessons_add(Learning *learning, const Agent *student)
{
    const LearnPlan *plan = learning->plan;
    const TeacherPlan teacher = {.rules = learning->rules,
                                 .seed = plan->schedule->seed,
                                 .first = share_first(SHARE_SEARCH) + ((uint64_t)(learning->generation - 1) << 48),
                                 .teacher = plan->teacher,
                                 .guest = plan->guest,
                                 .student = student};
    const TeacherJob job = {.plan = &teacher,
                            .rounds = learning->rounds,
                            .seconds = learning->rounds == ROUNDS_NO_END ? plan->seconds : 0,
                            .threads = plan->threads,
                            .journal = plan->journal,
                            .watch = lessons_watch,
                            .arg = learning};
    const ArenaEnd end = teacher_run(&learning->lessons, &job);
    if (end == ARENA_FAILED || end == ARENA_INTERRUPTED) return end;
    if (end == ARENA_STOPPED && !(job.seconds > 0 && !interrupt_seen())) return end;
    learning->rounds = learning->lessons.count / (size_t)learning->generation;
    return progress_report(learning, note_add(learning, STAGE_LESSONS)) ? ARENA_DONE : ARENA_STOPPED;
}

/* ---- training */

static bool train_tick(void *arg, int epoch, double share)
{
    Learning *learning = arg;
    learning->now.stage = STAGE_EPOCH;
    learning->now.epoch = epoch + 1;
    learning->now.total = learning->lessons.count * (uint64_t)learning->plan->train.epochs;
    learning->now.done = (uint64_t)((epoch + share) * (double)learning->lessons.count);
    return progress_report(learning, NULL);
}

static void epoch_note(Learning *learning, int epoch, const EpochLoss *loss)
{
    const double trained = (double)loss->trained.count, held_out = (double)loss->held_out.count;
    LearnNote *note = note_add(learning, STAGE_EPOCH);
    note->epoch = epoch;
    note->positions = loss->trained.count + loss->held_out.count;
    note->loss = loss->trained.cross / trained;
    note->held_out = loss->held_out.cross / held_out;
    note->lost = loss->held_out.lost / held_out;
    note->hits = (double)loss->held_out.hits / held_out;
    note->value_error = sqrt(loss->held_out.square / held_out);
}

static ArenaEnd net_train(Learning *learning, Error *error)
{
    const LearnPlan *plan = learning->plan;
    TrainResult trained;
    char keep[4096];
    snprintf(keep, sizeof keep, "%s/generation-%d.fit", plan->run ? plan->run : "", learning->generation);
    const TrainJob job = {.plan = &plan->train,
                          .rules = learning->rules,
                          .lessons = &learning->lessons,
                          .threads = plan->threads,
                          .reads_only = plan->reads_only,
                          .keep = plan->run ? keep : NULL,
                          .tick = train_tick,
                          .arg = learning};
    const ArenaEnd end = train(&trained, learning->params, &job, error);
    if (trained.damaged) learning->result->damaged |= 1u << learning->generation;
    for (int epoch = 0; epoch < trained.epochs; epoch++)
        epoch_note(learning, epoch + 1, &trained.losses[epoch]);
    if (trained.epochs && !progress_report(learning, &learning->result->notes[learning->result->count - 1]))
        return ARENA_STOPPED;
    return end;
}

/* ---- self-play */

static bool selfplay_tick(void *arg, uint64_t rounds)
{
    Learning *learning = arg;
    learning->now.stage = STAGE_SELFPLAY;
    learning->now.done = rounds;
    learning->now.total =
        learning->rounds == ROUNDS_NO_END ? 0 : learning->rounds * (uint64_t)learning->plan->generations;
    return progress_report(learning, NULL);
}

static ArenaEnd selfplay_learn(Learning *learning, Error *error)
{
    SelfplayResult played;
    const ArenaEnd end = selfplay_generation(&played, learning->selfplay, learning->generation, error);
    if (played.damaged) learning->result->damaged |= 1u << learning->generation;
    if (end != ARENA_DONE) return end;
    learning->rounds = played.rounds;
    memcpy(learning->params, selfplay_params(learning->selfplay),
           net_param_count(&learning->plan->train.shape) * sizeof *learning->params);
    LearnNote *note = note_add(learning, STAGE_SELFPLAY);
    note->rounds = played.rounds * (uint64_t)learning->generation;
    note->positions = played.positions;
    note->loss = played.entropy;
    note->value_error = played.value_error;
    return progress_report(learning, note) ? ARENA_DONE : ARENA_STOPPED;
}

/* ---- gates */

/* The agent that plays the net, which must outlive it and stays the caller's: with exact values in the last deal of
   two. */
static Agent learn_agent(Net *net, const char *name, const Rules *rules)
{
    Agent agent = {.kind = &AGENT_POLICY, .own = net};
    Error unused;
    snprintf(agent.name, sizeof agent.name, "%s", name);
    for (int i = 0; i < agent.kind->param_count; i++)
        agent.values[i] = agent.kind->params[i].fallback;
    for (int i = 0; i < agent.kind->param_count && rules->players == 2; i++)
        if (!strcmp(agent.kind->params[i].name, "exact")) agent_param_set(&agent, i, "1", &unused);
    return agent;
}

static bool gate_watch(void *arg, const Sums *sums, uint64_t done)
{
    Learning *learning = arg;
    (void)sums;
    learning->now.done = done;
    learning->now.total = learning->plan->boards;
    return progress_report(learning, NULL);
}

/* Plays boards of the net against somebody, and notes what it wins. */
static ArenaEnd gate_play(Learning *learning, LearnStage stage, BoardShare share, Net *net, const Agent *opponent,
                          const char *name)
{
    const LearnPlan *plan = learning->plan;
    const Agent pair[2] = {learn_agent(net, "the net", learning->rules), *opponent};
    const Simulation simulation = {.watch = gate_watch, .arg = learning};
    const BoardsJob job = {.schedule = plan->schedule,
                           .agents = pair,
                           .first = share_first(share) + ((uint64_t)learning->generation << 48),
                           .boards = plan->boards,
                           .threads = plan->threads,
                           .journal = plan->journal};
    Sums sums;
    uint64_t done;
    learning->now.stage = stage;
    const ArenaEnd end = simulate(&job, &simulation, &sums, &done);
    if (end != ARENA_DONE) return sums_free(&sums), end;
    const SimResult result = {plan->schedule, pair, &sums, 0, plan->alpha};
    const AgentFigures figures = agent_figures(&result, 0);
    LearnNote *note = note_add(learning, stage);
    note->opponent = name;
    note->boards = sums.boards;
    note->diff = figures.diff;
    note->interval = figures.diff_interval;
    sums_free(&sums);
    return ARENA_DONE;
}

/* Says whether the net is taken; then it takes the place of the one before. */
static ArenaEnd gate_end(Learning *learning, Net *net, LearnNote *note, bool taken)
{
    LearnResult *result = learning->result;
    note->verdict = taken ? "taken" : "refused";
    if (taken) {
        if (result->found) net_free(&result->net);
        result->net = *net;
        result->found = true;
        result->generation = learning->generation;
        *net = (Net){.hidden_bits = 0};
    }
    return progress_report(learning, note) ? ARENA_DONE : ARENA_STOPPED;
}

/* Tries the net against the one before; where it gains, or is the first, it takes its place. */
static ArenaEnd duel_gate(Learning *learning, Net *net)
{
    LearnResult *result = learning->result;
    const bool first = !result->found;
    Agent before = first ? *learning->plan->guest : learn_agent(&result->net, "the net before", learning->rules);
    const ArenaEnd end = gate_play(learning, STAGE_GATE, SHARE_TEST, net, &before,
                                   first ? learning->plan->guest->name : "the net before");
    if (end != ARENA_DONE) return end;
    LearnNote *note = &result->notes[result->count - 1];
    /* whatever level is told */
    return gate_end(learning, net, note, first || interval_t(&note->diff, USUAL_ALPHA).low > 0);
}

/* Plays boards of the net against each of these, and notes what it wins; `told`: and reports that. */
static ArenaEnd panel_play(Learning *learning, LearnStage stage, BoardShare share, Net *net, const char *const names[],
                           int count, bool told)
{
    for (int i = 0; i < count; i++) {
        Agent opponent;
        Error error;
        if (!agent_parse(&opponent, names[i], learning->rules, &error)) return ARENA_FAILED;
        const ArenaEnd end = gate_play(learning, stage, share, net, &opponent, names[i]);
        agent_free(&opponent);
        if (end != ARENA_DONE) return end;
        const LearnNote *note = &learning->result->notes[learning->result->count - 1];
        if (!progress_report(learning, told ? note : NULL)) return ARENA_STOPPED;
    }
    return ARENA_DONE;
}

/* Adds what stands in the last PANEL notes, times `sign`, to the mean over the panel. */
static void panel_add(Estimate *mean, const LearnResult *result, int sign)
{
    double variance = mean->se * mean->se;
    for (const LearnNote *note = &result->notes[result->count - PANEL]; note < &result->notes[result->count]; note++) {
        mean->mean += sign * note->diff.mean / PANEL;
        variance += note->diff.se * note->diff.se / (PANEL * PANEL);
        mean->n = note->diff.n;
    }
    mean->se = sqrt(variance);
    mean->sd = mean->se * sqrt((double)mean->n);
}

/* The net and the one before meet the same panel on the same boards; where the net gains more on average, or is the
   first, it takes the other's place. */
static ArenaEnd panel_gate(Learning *learning, Net *net)
{
    const LearnPlan *plan = learning->plan;
    LearnResult *result = learning->result;
    Net start = {.hidden_bits = 0}, *before = result->found ? &result->net : NULL;
    if (!before && plan->start) start = *plan->start, before = &start; /* which is only looked at */
    Estimate gain = {.mean = 0};
    ArenaEnd end = ARENA_DONE;
    if (before) {
        const size_t count = result->count;
        end = panel_play(learning, STAGE_GATE, SHARE_TEST, before, PANEL_NAMES, PANEL, false);
        if (end != ARENA_DONE) return end;
        panel_add(&gain, result, -1);
        result->count = count; /* what the one before wins is known from its own gate */
    }
    end = panel_play(learning, STAGE_GATE, SHARE_TEST, net, PANEL_NAMES, PANEL, true);
    if (end != ARENA_DONE) return end;
    panel_add(&gain, result, 1);
    LearnNote *note = note_add(learning, STAGE_GATE);
    note->opponent = before ? "the panel, beyond the net before" : "the panel";
    note->boards = result->notes[result->count - 2].boards;
    note->diff = gain;
    note->interval = interval_t(&gain, plan->alpha);
    return gate_end(learning, net, note, !before || interval_t(&gain, USUAL_ALPHA).low > 0);
}

static ArenaEnd validate(Learning *learning)
{
    static const char *const OPPONENTS[] = {"tactic", "tactic:exact=1"};
    LearnResult *result = learning->result;
    if (!result->found) return ARENA_DONE; /* self-play found nothing better than where it began */
    const bool panel = learning->plan->method == METHOD_SELFPLAY;
    return panel_play(learning, STAGE_VALIDATION, SHARE_VALIDATION, &result->net, panel ? PANEL_NAMES : OPPONENTS,
                      panel                           ? PANEL
                      : learning->rules->players == 2 ? 2
                                                      : 1,
                      true);
}

/* ---- the whole */

static ArenaEnd lessons_learn(Learning *learning, Error *error)
{
    LearnResult *result = learning->result;
    const Agent student = result->found ? learn_agent(&result->net, "the net", learning->rules) : (Agent){.name = ""};
    const ArenaEnd end = lessons_add(learning, result->found ? &student : NULL);
    return end == ARENA_DONE ? net_train(learning, error) : end;
}

/* How a generation learns, whose last note then has its positions, and how its net is tried. */
static const struct {
    ArenaEnd (*learn)(Learning *learning, Error *error);
    ArenaEnd (*gate)(Learning *learning, Net *net);
} METHODS[] = {[METHOD_TEACHER] = {lessons_learn, duel_gate}, [METHOD_SELFPLAY] = {selfplay_learn, panel_gate}};

static ArenaEnd generation_run(Learning *learning, Error *error)
{
    const LearnPlan *plan = learning->plan;
    LearnResult *result = learning->result;
    char made[NET_MADE];
    Net net;
    ArenaEnd end = METHODS[plan->method].learn(learning, error);
    if (end != ARENA_DONE) return end;
    const LearnNote *last = &result->notes[result->count - 1];
    result->rounds = learning->rounds;
    snprintf(made, sizeof made, "%s --rounds %" PRIu64 "; generation %d, %" PRIu64 " positions", plan->made,
             learning->rounds, learning->generation, last->positions);
    if (!net_quantise(&net, learning->params, &plan->train.shape, learning->rules, made, error)) return ARENA_FAILED;
    end = METHODS[plan->method].gate(learning, &net);
    if (!net.owned) return end;
    net_free(&net);
    return end;
}

ArenaEnd learn_run(LearnResult *result, const LearnPlan *plan, Error *error)
{
    ArenaEnd end = ARENA_DONE;
    Learning learning = {.plan = plan,
                         .result = result,
                         .rules = &plan->schedule->rules,
                         .rounds = plan->seconds > 0 ? ROUNDS_NO_END : plan->rounds,
                         .params = calloc(net_param_count(&plan->train.shape), sizeof(float))};
    const SelfplayPlan selfplay = {.rules = learning.rules,
                                   .seed = plan->schedule->seed,
                                   .shape = plan->train.shape,
                                   .start = plan->start,
                                   .guest = plan->guest,
                                   .generations = plan->generations,
                                   .epochs = plan->train.epochs,
                                   .rounds = plan->rounds,
                                   .seconds = plan->seconds,
                                   .threads = plan->threads,
                                   .reads_only = plan->reads_only,
                                   .run = plan->run,
                                   .tick = selfplay_tick,
                                   .arg = &learning};
    *result = (LearnResult){.notes = calloc(LEARN_NOTES, sizeof *result->notes)};
    if (!result->notes || !learning.params) end = ARENA_FAILED;
    if (plan->method == METHOD_SELFPLAY && !(learning.selfplay = selfplay_open(&selfplay))) end = ARENA_FAILED;
    *error = (Error){.system = true};
    error_memory(error);
    for (int i = 0; i < plan->generations && end == ARENA_DONE; i++) {
        learning.generation = i + 1;
        end = generation_run(&learning, error);
    }
    if (end == ARENA_DONE) end = validate(&learning);
    lessons_free(&learning.lessons);
    selfplay_close(learning.selfplay);
    free(learning.params);
    return end;
}

void learn_free(LearnResult *result)
{
    if (result->found) net_free(&result->net);
    free(result->notes);
    *result = (LearnResult){.notes = NULL};
}
