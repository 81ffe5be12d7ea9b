/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows of a study come to: the line-ups that they need, and what a row makes of their outcomes. */
#include "analysis/study/tactics/tactic_value.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/advice.h"
#include "agents/tactic/tactics.h"
#include "sim/lineups.h"
#include "sim/measures.h"

/* ---- the line-ups, each once */

typedef struct {
    StretchRun stretch; /* the first: boards_add_up gets it */
    const TacticValues *values;
    Agent *agents; /* of the line-ups; their texts stay with their owners */
    size_t agent_count;
    Pairing *lineups;
    int lineup_count;
    int (*terms)[MAX_TERMS]; /* [row]: the line-ups of its terms */
} TacticPlan;

/* Do both play alike? Agents with texts are where they are one agent. */
static bool agents_equal(const Agent *a, const Agent *b)
{
    for (int i = 0; i < MAX_AGENT_PARAMS; i++)
        if (a->texts[i] != b->texts[i]) return false;
    return a->kind == b->kind && !memcmp(a->values, b->values, sizeof a->values);
}

/* Index of the agent in the plan, added if it is new; -1 if memory runs out. */
static int agent_index(TacticPlan *plan, const Agent *agent)
{
    for (size_t i = 0; i < plan->agent_count; i++)
        if (agents_equal(&plan->agents[i], agent)) return (int)i;
    return list_add(&plan->agents, &plan->agent_count, agent, sizeof *agent) ? (int)plan->agent_count - 1 : -1;
}

static Agent opponent_agent(const TacticStudy *study, int opponent)
{
    Agent agent = study->opponents[opponent];
    /* The weights say all of an agent of this kind, so that it may be the same player as a variant. */
    if (agent.kind == study->agent.kind) memset(agent.texts, 0, sizeof agent.texts);
    return agent;
}

/* Plans the rows that are not to be skipped. False if memory runs out. */
static bool plan_make(TacticPlan *plan, const TacticStudy *study)
{
    const bool *skip = plan->values->skip;
    plan->terms = calloc((size_t)study->row_count + 1, sizeof *plan->terms);
    if (!plan->terms) return false;
    for (int row = 0; row < study->row_count; row++) {
        const TacticRow *of = &study->rows[row];
        for (int term = 0; term < of->terms && !(skip && skip[row]); term++) {
            const Agent variant = study_variant(study, of->variants[term]), other = opponent_agent(study, of->opponent);
            const int one = agent_index(plan, &variant), two = agent_index(plan, &other);
            const Pairing lineup = {{(uint16_t)one, (uint16_t)two}};
            if (one < 0 || two < 0) return false;
            plan->terms[row][term] = list_index(&plan->lineups, &plan->lineup_count, &lineup, sizeof lineup);
            if (plan->terms[row][term] < 0) return false;
        }
    }
    return true;
}

/* ---- measures */

#define NUMBERED(name)                                                                                                 \
    {name "_0", "units", ""}, {name "_1", "units", ""}, {name "_2", "units", ""}, { name "_3", "units", "" }
#define OF_STRATA(name)                                                                                                \
    NUMBERED(name), {name "_4", "units", ""}, {name "_5", "units", ""}, {name "_6", "units", ""},                      \
    {                                                                                                                  \
        name "_7", "units", ""                                                                                         \
    }
static const MeasureRow TACTIC_ROWS[TACTIC_MEASURES] = {NUMBERED("plus"),    NUMBERED("minus"),   OF_STRATA("value"),
                                                        {"boards", "1", ""}, OF_STRATA("active"), OF_STRATA("changed"),
                                                        OF_STRATA("rounds")};

SumsShape tactic_shape(const TacticStudy *study)
{
    return (SumsShape){TACTIC_ROWS, TACTIC_MEASURES, TACTIC_SQUARES, study->row_count, MAX_STRATA + 1, TACTIC_VALUE};
}

Moments tactic_moments(const Sums *sums, int row, int measure)
{
    Moments moments = sums_moments(sums, row, measure);
    moments.n = sums_x(sums, row, TACTIC_BOARDS);
    return moments;
}

double tactic_value_scale(const TacticStudy *study)
{
    const Schedule *schedule = &study->schedule;
    return board_scale(schedule, 0) * (study_matches(study) ? 1 : schedule->rules.sides - 1);
}

/* ---- a board */

static size_t schedule_count(const TacticValues *job) { return job->schedules ? job->schedule_count : 1; }
static size_t row_measures(const TacticStudy *study) { return (size_t)study->row_count * TACTIC_MEASURES; }

/* What a thread has of its own. */
typedef struct {
    AdviceMemory *grouper; /* puts divergences into groups, where a script does */
    int64_t *rows;         /* measures of the rows under each schedule, where something else is made of them */
} TacticOwn;

static void own_close(void *arg)
{
    TacticOwn *own = arg;
    if (own->grouper) advice_close(own->grouper);
    free(own->rows);
    free(own);
}

static void *own_open(const void *arg)
{
    const TacticValues *job = ((const TacticPlan *)arg)->values;
    const TacticStudy *study = job->study;
    FeatureRules by_rules;
    feature_rules_init(&by_rules, &study->schedule.rules);
    TacticOwn *own = calloc(1, sizeof *own);
    if (!own) return NULL;
    if (study->by == BY_SCRIPT) own->grouper = advice_open(&study->grouper, &by_rules, &study->schedule.rules);
    own->rows = calloc(schedule_count(job) * row_measures(study), sizeof *own->rows);
    if (own->rows && (own->grouper || study->by != BY_SCRIPT)) return own;
    own_close(own);
    return NULL;
}

/* By how many points the side to move leads the best other side, counted as if the round ended here. */
static int lead_of(const Round *round, const Rules *rules)
{
    const int side = table_side(&round->table, rules);
    int points[MAX_SIDES], best = INT_MIN;
    count_points(points, &round->table, rules);
    for (int other = 0; other < rules->sides; other++)
        if (other != side && points[other] > best) best = points[other];
    return points[side] - best;
}

/* The group of the play that was chosen there; -1: the script failed. */
static int group_of(const TacticStudy *study, AdviceMemory *grouper, const Game *game, const Round *round,
                    VoidBoard *failure)
{
    const View view = turn_view(round, &study->schedule.rules, game->first_pool, game->history);
    const int group = advice_group(grouper, &view, game->history[round->table.ply]);
    if (group < 0)
        *failure = (VoidBoard){.agent = &study->agent,
                               .why = advice_failure(grouper),
                               .hand = view.hand,
                               .pool = view.table->pool,
                               .board = failure->board,
                               .seat = view.seat};
    return group;
}

/* The stratum of a round in which two line-ups diverged, by where they did; -1: the script failed. */
static int stratum_of(const TacticStudy *study, AdviceMemory *grouper, const Board *one, const Board *other,
                      int seating, VoidBoard *failure)
{
    const Rules *rules = &study->schedule.rules;
    const Game *game = &one->games[seating];
    Round round;
    round_start(&round, rules, &one->pack, NULL);
    while (game->history[round.table.ply] == other->games[seating].history[round.table.ply])
        round_play(&round, rules, game->history[round.table.ply]);
    const int total = numerals_total(round.table.pool), lead = lead_of(&round, rules);
    switch (study->by) {
    case BY_NOTHING: return 0;
    case BY_DEAL: return round.table.deal;
    case BY_POOL: return total > 20 ? 5 : (total + 4) / 5;
    case BY_SCORE: return lead <= -5 ? 0 : lead < 0 ? 1 : !lead ? 2 : lead < 5 ? 3 : 4;
    case BY_SCRIPT: failure->seating = seating; return group_of(study, grouper, game, &round, failure);
    }
    return 0;
}

/* Adds what a row's value was in a round in which the variants did not all choose the same. */
static void part_add(int64_t row[static TACTIC_MEASURES], int stratum, int64_t value)
{
    row[TACTIC_VALUE + stratum] += value;
    row[TACTIC_ACTIVE + stratum] = 1;
    row[TACTIC_CHANGED + stratum] = row[TACTIC_VALUE + stratum] != 0;
    row[TACTIC_ROUNDS + stratum]++;
}

/* What a row comes to on a board. False: the script that groups its rounds failed. */
static bool row_score(int64_t out[static TACTIC_MEASURES], const TacticPlan *plan, int row, AdviceMemory *grouper,
                      const WholeBoard *whole, size_t schedule, VoidBoard *failure)
{
    const Board *boards = whole->boards[schedule];
    const TacticStudy *study = plan->values->study;
    const int *terms = plan->terms[row], count = study->rows[row].terms, seatings = study->schedule.seatings;
    out[TACTIC_BOARDS] = 1;
    for (int seating = 0; seating < seatings; seating++) {
        uint64_t course[MAX_TERMS];
        for (int term = 0; term < count; term++) {
            const Outcome outcome = lineup_outcome(whole, schedule, (size_t)terms[term], seating, seatings);
            course[term] = outcome.course;
            out[(term & 1 ? TACTIC_MINUS : TACTIC_PLUS) + seating] += outcome.value;
        }
        if (count == 2 ? course[0] == course[1]
                       : (course[0] == course[1] && course[2] == course[3]) ||
                             (course[0] == course[3] && course[2] == course[1]))
            continue;
        const int stratum = study->by != BY_NOTHING
                                ? stratum_of(study, grouper, &boards[terms[0]], &boards[terms[1]], seating, failure)
                                : 0;
        if (stratum < 0) return false;
        part_add(out, stratum, out[TACTIC_PLUS + seating] - out[TACTIC_MINUS + seating]);
    }
    return true;
}

static bool board_score(const void *arg, void *kept, int64_t *values, const WholeBoard *whole, VoidBoard *failure)
{
    const TacticPlan *plan = arg;
    const TacticOwn *own = kept;
    const TacticValues *job = plan->values;
    const size_t size = row_measures(job->study);
    const int64_t *of[SCHEDULES_MOST] = {NULL};
    if (whole->failed && failure->agent) failure->agent = study_player(job->study, failure->agent);
    if (whole->failed) return false;
    if (job->take) memset(own->rows, 0, schedule_count(job) * size * sizeof *own->rows);
    for (size_t i = 0; i < schedule_count(job); i++) {
        int64_t *rows = job->take ? own->rows + i * size : values;
        of[i] = rows;
        for (int row = 0; row < job->study->row_count; row++, rows += TACTIC_MEASURES)
            if (!(job->skip && job->skip[row]) && !row_score(rows, plan, row, own->grouper, whole, i, failure))
                return false;
    }
    if (job->take) job->take(job->take_arg, whole->index, values, of);
    return true;
}

ArenaEnd tactic_values_play(const TacticValues *values, Sums *sums, uint64_t *done)
{
    const TacticStudy *study = values->study;
    TacticPlan plan = {.stretch = {.shape = values->take ? values->shape : tactic_shape(study),
                                   .known = {{&study->agent, study->opponents}, {1, (size_t)study->opponent_count}},
                                   .sums = sums,
                                   .blocks = values->blocks,
                                   .watch = values->watch,
                                   .arg = values->arg},
                       .values = values};
    const bool apart = study->by != BY_NOTHING || study_matches(study);
    const BoardsUse use = {.kept_size = COURSE_SIZE,
                           .begin = course_begin,
                           .round = course_round,
                           .whole = board_score,
                           .own_open = own_open,
                           .own_close = own_close,
                           .share = apart ? NULL : &LINEUPS_SHARE};
    ArenaEnd end = ARENA_FAILED;
    if (plan_make(&plan, study)) {
        const BoardsJob job = {.schedule = values->schedules ? values->schedules : &study->schedule,
                               .schedules = schedule_count(values),
                               .agents = plan.agents,
                               .pairings = plan.lineups,
                               .pairing_count = (size_t)plan.lineup_count,
                               .agent_count = plan.agent_count,
                               .first = values->first,
                               .boards = values->boards,
                               .threads = values->threads,
                               .checkpoint = values->checkpoint};
        end = boards_add_up(&job, &use, &plan.stretch);
    }
    free(plan.agents);
    free(plan.lineups);
    free(plan.terms);
    *done = plan.stretch.done;
    return end;
}
