/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generations: lessons, training, gate. */
#include "analysis/study/learn/learn.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/files/system.h"
#include "sim/simulate.h"

const char *const LEARN_STAGES[STAGES] = {"lessons", "epoch", "gate", "validation"};

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
                          .repair = plan->repair,
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

static bool gate_watch(void *arg, const Tally *tally, uint64_t done)
{
    Learning *learning = arg;
    (void)tally;
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
    Tally tally;
    uint64_t done;
    learning->now.stage = stage;
    const ArenaEnd end = simulate(&job, &simulation, &tally, &done);
    if (end != ARENA_DONE) return end;
    const SimResult result = {plan->schedule, pair, &tally, 0, plan->alpha};
    const AgentFigures figures = agent_figures(&result, 0);
    LearnNote *note = note_add(learning, stage);
    note->opponent = name;
    note->boards = tally.boards;
    note->diff = figures.diff;
    note->interval = figures.diff_interval;
    return ARENA_DONE;
}

/* Tries the net against the one before; where it gains, or is the first, it takes its place. */
static ArenaEnd gate(Learning *learning, Net *net)
{
    LearnResult *result = learning->result;
    const bool first = !result->found;
    Agent before = first ? *learning->plan->guest : learn_agent(&result->net, "the net before", learning->rules);
    const ArenaEnd end = gate_play(learning, STAGE_GATE, SHARE_TEST, net, &before,
                                   first ? learning->plan->guest->name : "the net before");
    if (end != ARENA_DONE) return end;
    LearnNote *note = &result->notes[result->count - 1];
    const bool taken = first || interval_t(&note->diff, USUAL_ALPHA).low > 0; /* whatever level is told */
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

static ArenaEnd validate(Learning *learning)
{
    static const char *const OPPONENTS[] = {"tactic", "tactic:exact=1"};
    const int count = learning->rules->players == 2 ? 2 : 1;
    for (int i = 0; i < count; i++) {
        Agent opponent;
        Error error;
        if (!agent_parse(&opponent, OPPONENTS[i], learning->rules, &error)) return ARENA_FAILED;
        const ArenaEnd end =
            gate_play(learning, STAGE_VALIDATION, SHARE_VALIDATION, &learning->result->net, &opponent, OPPONENTS[i]);
        agent_free(&opponent);
        if (end != ARENA_DONE) return end;
        if (!progress_report(learning, &learning->result->notes[learning->result->count - 1])) return ARENA_STOPPED;
    }
    return ARENA_DONE;
}

/* ---- the whole */

static ArenaEnd generation_run(Learning *learning, Error *error)
{
    const LearnPlan *plan = learning->plan;
    LearnResult *result = learning->result;
    char made[NET_MADE];
    Net net;
    const Agent student = result->found ? learn_agent(&result->net, "the net", learning->rules) : (Agent){.name = ""};
    ArenaEnd end = lessons_add(learning, result->found ? &student : NULL);
    if (end == ARENA_DONE) end = net_train(learning, error);
    if (end != ARENA_DONE) return end;
    const LearnNote *last = &result->notes[result->count - 1];
    snprintf(made, sizeof made, "%s --rounds %" PRIu64 "; generation %d, %" PRIu64 " positions", plan->made,
             learning->rounds, learning->generation, last->positions);
    if (!net_quantise(&net, learning->params, &plan->train.shape, learning->rules, made, error)) return ARENA_FAILED;
    end = gate(learning, &net);
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
    *result = (LearnResult){.notes = calloc(LEARN_NOTES, sizeof *result->notes)};
    if (!result->notes || !learning.params) end = ARENA_FAILED;
    *error = (Error){.system = true};
    error_memory(error);
    for (int i = 0; i < plan->generations && end == ARENA_DONE; i++) {
        learning.generation = i + 1;
        end = generation_run(&learning, error);
    }
    if (end == ARENA_DONE) end = validate(&learning);
    lessons_free(&learning.lessons);
    free(learning.params);
    return end;
}

void learn_free(LearnResult *result)
{
    if (result->found) net_free(&result->net);
    free(result->notes);
    *result = (LearnResult){.notes = NULL};
}
