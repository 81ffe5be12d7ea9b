/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generations: self-play, then a gate. */
#include "analysis/study/learn/learn.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/boards.h"

const char *const LEARN_STAGES[STAGES] = {"self-play", "gate", "validation"};

static const char *const PANEL_NAMES[PANEL] = {"policy", "tactic", "ismcts:iters=100"};

/* One call of learn_run. */
typedef struct {
    const LearnPlan *plan;
    LearnResult *result;
    const Rules *rules;
    Selfplay *selfplay;
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
                        .entropy = NAN,
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

/* ---- self-play */

static bool selfplay_tick(void *arg, uint64_t rounds)
{
    Learning *learning = arg;
    learning->now.stage = STAGE_SELFPLAY;
    learning->now.done = rounds;
    learning->now.total = learning->plan->rounds * (uint64_t)learning->plan->generations;
    return progress_report(learning, NULL);
}

static ArenaEnd selfplay_learn(Learning *learning, Error *error)
{
    SelfplayResult played;
    const ArenaEnd end = selfplay_generation(&played, learning->selfplay, learning->generation, error);
    if (played.damaged) learning->result->damaged |= 1u << learning->generation;
    if (end != ARENA_DONE) return end;
    LearnNote *note = note_add(learning, STAGE_SELFPLAY);
    note->rounds = learning->plan->rounds * (uint64_t)learning->generation;
    note->positions = played.positions;
    note->entropy = played.entropy;
    note->value_error = played.value_error;
    return progress_report(learning, note) ? ARENA_DONE : ARENA_STOPPED;
}

/* ---- gates */

bool gate_passed(const Estimate *gain) { return interval_t(gain, USUAL_ALPHA).low > 0; }

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
                           .checkpoint = plan->checkpoint};
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
        *net = (Net){.hidden_bits = 0};
    }
    return progress_report(learning, note) ? ARENA_DONE : ARENA_STOPPED;
}

/* Plays boards of the net against each of the panel, and notes what it wins; `told`: and reports that. */
static ArenaEnd panel_play(Learning *learning, LearnStage stage, BoardShare share, Net *net, bool told)
{
    for (int i = 0; i < PANEL; i++) {
        Agent opponent;
        Error error;
        if (!agent_parse(&opponent, PANEL_NAMES[i], learning->rules, &error)) return ARENA_FAILED;
        const ArenaEnd end = gate_play(learning, stage, share, net, &opponent, PANEL_NAMES[i]);
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
        end = panel_play(learning, STAGE_GATE, SHARE_TEST, before, false);
        if (end != ARENA_DONE) return end;
        panel_add(&gain, result, -1);
        result->count = count; /* what the one before wins is known from its own gate */
    }
    end = panel_play(learning, STAGE_GATE, SHARE_TEST, net, true);
    if (end != ARENA_DONE) return end;
    panel_add(&gain, result, 1);
    LearnNote *note = note_add(learning, STAGE_GATE);
    note->opponent = before ? "the panel, beyond the net before" : "the panel";
    note->boards = result->notes[result->count - 2].boards;
    note->diff = gain;
    note->interval = interval_t(&gain, plan->alpha);
    return gate_end(learning, net, note, !before || gate_passed(&gain));
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
    if (!net_quantise(&net, selfplay_params(learning->selfplay), &plan->shape, learning->rules, made, error))
        return ARENA_FAILED;
    end = panel_gate(learning, &net);
    net_free(&net);
    return end;
}

ArenaEnd learn_run(LearnResult *result, const LearnPlan *plan, Error *error)
{
    ArenaEnd end = ARENA_DONE;
    Learning learning = {.plan = plan, .result = result, .rules = &plan->schedule->rules};
    const SelfplayPlan selfplay = {.rules = learning.rules,
                                   .seed = plan->schedule->seed,
                                   .shape = plan->shape,
                                   .start = plan->start,
                                   .guest = plan->guest,
                                   .generations = plan->generations,
                                   .epochs = plan->epochs,
                                   .rounds = plan->rounds,
                                   .threads = plan->threads,
                                   .reads_only = plan->reads_only,
                                   .run = plan->run,
                                   .tick = selfplay_tick,
                                   .arg = &learning};
    *result = (LearnResult){.notes = calloc(LEARN_NOTES, sizeof *result->notes)};
    *error = (Error){.system = true};
    error_memory(error);
    if (!result->notes || !(learning.selfplay = selfplay_open(&selfplay))) end = ARENA_FAILED;
    for (int i = 0; i < plan->generations && end == ARENA_DONE; i++) {
        learning.generation = i + 1;
        end = generation_run(&learning, error);
    }
    /* Nothing is left to validate where no net was shown to be better than where it began. */
    if (end == ARENA_DONE && result->found)
        end = panel_play(&learning, STAGE_VALIDATION, SHARE_VALIDATION, &result->net, true);
    selfplay_close(learning.selfplay);
    return end;
}

void learn_free(LearnResult *result)
{
    if (result->found) net_free(&result->net);
    free(result->notes);
    *result = (LearnResult){.notes = NULL};
}
