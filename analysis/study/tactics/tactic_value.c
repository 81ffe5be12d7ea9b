/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the variants of a study as line-ups that share games, and adds up what the rows come to. */
#include "analysis/study/tactics/tactic_value.h"

#include <stdlib.h>
#include <string.h>

#include "sim/boards.h"
#include "sim/checkpoint.h"
#include "sim/lineups.h"
#include "sim/measures.h"

/* ---- which line-ups the rows need, each once, and where each row finds their results */

enum { MAX_PAIRS = 4 };

/* Where a row finds its results: the line-ups of its terms, and the pairs of them that show whether it is active. */
typedef struct {
    int row, table;
    uint16_t lineups[MAX_TERMS];
    int pairs[MAX_PAIRS]; /* two terms: the first; four: (0,1) (2,3) (0,3) (2,1) */
} RowPlan;

typedef struct {
    Lineups *tables; /* the line-ups of as many rows as each has room for the players of */
    int table_count;
    int block; /* boards that all tables can play at once */
    RowPlan *rows;
    int row_count;
} TacticPlan;

/* Do both play alike? Agents with texts are where they are one agent. */
static bool agents_equal(const Agent *a, const Agent *b)
{
    for (int i = 0; i < MAX_AGENT_PARAMS; i++)
        if (a->texts[i] != b->texts[i]) return false;
    return a->kind == b->kind && !memcmp(a->values, b->values, sizeof a->values);
}

/* Index of the player at the table, added if it is new; -1: no room. The player's texts stay with their owner. */
static int player_index(Lineups *table, const Agent *agent)
{
    Agent *players = (Agent *)table->players;
    for (int i = 0; i < table->player_count; i++)
        if (agents_equal(&players[i], agent)) return i;
    if (table->player_count == MAX_LINEUP_PLAYERS) return -1;
    players[table->player_count] = *agent;
    return table->player_count++;
}

static Agent opponent_agent(const TacticStudy *study, int opponent)
{
    Agent agent = study->opponents[opponent];
    /* The weights say all of an agent of this kind, so that it may be the same player as a variant. */
    if (agent.kind == study->agent.kind) memset(agent.texts, 0, sizeof agent.texts);
    return agent;
}

typedef enum { ADDED, NO_ROOM, NO_MEMORY } Adding;

/* Puts the line-ups that a row needs on a table, and notes in the plan where they lie. */
static Adding row_add(Lineups *table, RowPlan *plan, const TacticStudy *study)
{
    static const int PAIRS[MAX_PAIRS][2] = {{0, 1}, {2, 3}, {0, 3}, {2, 1}};
    const TacticRow *row = &study->rows[plan->row];
    int players[MAX_TERMS + 1], kept = table->player_count;
    for (int term = 0; term <= row->terms; term++) {
        Agent agent =
            term < row->terms ? study_variant(study, row->variants[term]) : opponent_agent(study, row->opponent);
        players[term] = player_index(table, &agent);
        if (players[term] < 0) {
            table->player_count = kept;
            return NO_ROOM;
        }
    }
    for (int term = 0; term < row->terms; term++) {
        const Lineup lineup = {{(uint8_t)players[term], (uint8_t)players[row->terms]}};
        int index = list_index(&table->lineups, &table->count, &lineup, sizeof lineup);
        if (index < 0) return NO_MEMORY;
        plan->lineups[term] = (uint16_t)index;
    }
    for (int i = 0; i < (row->terms == 2 ? 1 : MAX_PAIRS); i++) {
        const LineupPair pair = {plan->lineups[PAIRS[i][0]], plan->lineups[PAIRS[i][1]]};
        plan->pairs[i] = list_index(&table->pairs, &table->pair_count, &pair, sizeof pair);
        if (plan->pairs[i] < 0) return NO_MEMORY;
    }
    return ADDED;
}

/* Adds an empty table. False if memory runs out. */
static bool table_open(TacticPlan *plan, const TacticStudy *study)
{
    Lineups *more = realloc(plan->tables, (size_t)(plan->table_count + 1) * sizeof *more);
    if (!more) return false;
    plan->tables = more;
    Lineups *table = &more[plan->table_count++];
    *table = (Lineups){.schedule = &study->schedule,
                       .grouper = study->by == BY_SCRIPT ? &study->grouper : NULL,
                       .players = calloc(MAX_LINEUP_PLAYERS, sizeof *table->players)};
    return table->players != NULL;
}

static void plan_free(TacticPlan *plan)
{
    for (int i = 0; i < plan->table_count; i++) {
        free((void *)plan->tables[i].players);
        free((void *)plan->tables[i].lineups);
        free((void *)plan->tables[i].pairs);
    }
    free(plan->tables);
    free(plan->rows);
}

/* Plans the rows that are not to be skipped (skip NULL: all). False if memory runs out; plan_free in either case. */
static bool plan_make(TacticPlan *plan, const TacticStudy *study, const bool *skip)
{
    *plan = (TacticPlan){.rows = calloc((size_t)study->row_count + 1, sizeof *plan->rows)};
    if (!plan->rows || !table_open(plan, study)) return false;
    for (int row = 0; row < study->row_count; row++) {
        if (skip && skip[row]) continue;
        RowPlan *added = &plan->rows[plan->row_count++];
        added->row = row;
        Adding adding = row_add(&plan->tables[plan->table_count - 1], added, study);
        if (adding == NO_ROOM)
            adding = table_open(plan, study) ? row_add(&plan->tables[plan->table_count - 1], added, study) : NO_MEMORY;
        if (adding != ADDED) return false;
        added->table = plan->table_count - 1;
    }
    for (int i = 0; i < plan->table_count; i++) {
        int block = lineups_block(&plan->tables[i]);
        plan->block = i && plan->block < block ? plan->block : block;
    }
    return true;
}

/* ---- the boards */

enum { CHUNK_LEAST = 64 };

typedef struct {
    StretchRun stretch; /* the first: stretch_release gets it */
    const TacticValues *values;
    TacticPlan plan;
} ValuesState;

/* What the rows of a board come to: values[row][measure]. */
typedef struct {
    const ValuesState *run;
    int64_t *values;
    VoidBoard failure;     /* of the boards that were played last, if an agent failed */
    LineupTable *tables[]; /* one for each of the plan's */
} ValueWorker;

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

static void worker_close(void *arg)
{
    ValueWorker *worker = arg;
    for (int i = 0; i < worker->run->plan.table_count; i++)
        if (worker->tables[i]) lineups_close(worker->tables[i]);
    free(worker->values);
    free(worker);
}

static void *worker_open(void *shared)
{
    const ValuesState *run = shared;
    ValueWorker *worker = calloc(1, sizeof *worker + (size_t)run->plan.table_count * sizeof *worker->tables);
    if (!worker) return NULL;
    worker->run = run;
    worker->values = calloc((size_t)run->values->study->row_count * TACTIC_MEASURES + 1, sizeof *worker->values);
    bool good = worker->values != NULL;
    for (int i = 0; i < run->plan.table_count && good; i++)
        good = (worker->tables[i] = lineups_open(&run->plan.tables[i])) != NULL;
    if (good) return worker;
    worker_close(worker);
    return NULL;
}

/* The stratum of a round in which the variants diverged there. */
static int stratum_of(By by, const Divergence *divergence)
{
    const int lead = divergence->lead;
    switch (by) {
    case BY_NOTHING: return 0;
    case BY_DEAL: return divergence->deal;
    case BY_POOL: return divergence->total > 20 ? 5 : (divergence->total + 4) / 5;
    case BY_SCRIPT: return divergence->group;
    case BY_SCORE: return lead <= -5 ? 0 : lead < 0 ? 1 : !lead ? 2 : lead < 5 ? 3 : 4;
    }
    return 0;
}

/* Did the variants not all choose the same, so that the value may be something else than zero? */
static bool round_active(const LineupTable *table, int place, int seating, const int pairs[static MAX_PAIRS], int terms)
{
    bool diverged[MAX_PAIRS] = {false};
    for (int i = 0; i < (terms == 2 ? 1 : MAX_PAIRS); i++)
        diverged[i] = lineups_divergence(table, place, seating, pairs[i])->ply != NEVER;
    return terms == 2 ? diverged[0] : (diverged[0] || diverged[1]) && (diverged[2] || diverged[3]);
}

/* Adds a part of a row's value: what it was in a round in which the variants did not all choose the same. */
static void part_add(int64_t row[static TACTIC_MEASURES], int stratum, int64_t value)
{
    row[TACTIC_VALUE + stratum] += value;
    row[TACTIC_ACTIVE + stratum] = 1;
    row[TACTIC_CHANGED + stratum] = row[TACTIC_VALUE + stratum] != 0;
    row[TACTIC_ROUNDS + stratum]++;
}

/* What a row comes to on a board. */
static void row_score(int64_t out[static TACTIC_MEASURES], const RowPlan *plan, const TacticStudy *study,
                      const LineupTable *table, int place)
{
    const TacticRow *row = &study->rows[plan->row];
    out[TACTIC_BOARDS] = 1;
    for (int seating = 0; seating < study->schedule.seatings; seating++) {
        for (int term = 0; term < row->terms; term++)
            out[(term & 1 ? TACTIC_MINUS : TACTIC_PLUS) + seating] +=
                lineups_outcome(table, place, seating, plan->lineups[term]);
        if (round_active(table, place, seating, plan->pairs, row->terms))
            part_add(out, stratum_of(study->by, lineups_divergence(table, place, seating, plan->pairs[0])),
                     out[TACTIC_PLUS + seating] - out[TACTIC_MINUS + seating]);
    }
}

/* Notes the rows' values on a board, where they are wanted. */
static void values_note(const TacticValues *job, uint64_t board, const int64_t *values)
{
    const TacticStudy *study = job->study;
    for (int row = 0; row < study->row_count; row++, values += TACTIC_MEASURES) {
        int64_t value = 0;
        for (int seating = 0; seating < study->schedule.seatings; seating++)
            value += values[TACTIC_PLUS + seating] - values[TACTIC_MINUS + seating];
        if (!(job->skip && job->skip[row]))
            job->values[(board - job->first) * (uint64_t)study->row_count + (uint64_t)row] = (int32_t)value;
    }
}

/* Plays boards together, at most as many as a block holds. False: the user stopped an agent. */
static bool block_play(ValueWorker *worker, uint64_t first, int count)
{
    const ValuesState *run = worker->run;
    for (int i = 0; i < run->plan.table_count; i++)
        if (!lineups_play(worker->tables[i], first, count) && void_by_stop(lineups_failure(worker->tables[i], 0)))
            return false;
    return true;
}

/* How a board that was played became void. False: it did not. */
static bool board_failed(ValueWorker *worker, uint64_t board, int place)
{
    const VoidBoard *failure = NULL;
    for (int i = 0; i < worker->run->plan.table_count && !failure; i++)
        failure = lineups_failure(worker->tables[i], place);
    if (!failure) return false;
    worker->failure = *failure;
    worker->failure.board = board;
    if (failure->agent) worker->failure.agent = study_player(worker->run->values->study, failure->agent);
    return true;
}

/* Plays and adds a block of boards. False: the user stopped the agent, or memory ran out. */
static bool block_add(ValueWorker *worker, const ArenaRange *range, uint64_t first, int count)
{
    const TacticValues *values = worker->run->values;
    const TacticPlan *plan = &worker->run->plan;
    if (!block_play(worker, first, count)) return false;
    for (int place = 0; place < count; place++) {
        const uint64_t board = first + (uint64_t)place;
        const bool good = !board_failed(worker, board, place);
        memset(worker->values, 0, (size_t)values->study->row_count * TACTIC_MEASURES * sizeof *worker->values);
        for (int i = 0; i < plan->row_count && good; i++)
            row_score(worker->values + plan->rows[i].row * TACTIC_MEASURES, &plan->rows[i], values->study,
                      worker->tables[plan->rows[i].table], place);
        if (good && values->values) values_note(values, board, worker->values);
        if (!stretch_add(arena_result(range, board), &worker->run->stretch, board, good ? worker->values : NULL,
                         &worker->failure))
            return false;
    }
    return true;
}

static uint64_t work(void *worker, const ArenaRange *range)
{
    const uint64_t block = (uint64_t)((const ValueWorker *)worker)->run->plan.block;
    uint64_t done = 0;
    while (done < range->count && arena_wants(range)) {
        const uint64_t left = range->count - done, count = left < block ? left : block;
        if (!block_add(worker, range, range->first + done, (int)count)) break;
        done += count;
    }
    return done;
}

/* Boards of a result: whole blocks. Matches take so long that a block is no more than an eighth of them. */
static uint64_t values_chunk(TacticPlan *plan, const TacticValues *values)
{
    uint64_t lineups = 0, chunk = CHUNK_LEAST;
    for (int i = 0; i < plan->table_count; i++)
        lineups += (uint64_t)plan->tables[i].count;
    if (study_matches(values->study)) {
        const uint64_t part = values->boards / 8 ? values->boards / 8 : 1;
        if (part < (uint64_t)plan->block) plan->block = (int)part;
        chunk = (arena_chunk(values->boards * lineups, BOARDS_CHUNK) + lineups - 1) / (lineups ? lineups : 1);
    }
    const uint64_t block = (uint64_t)plan->block;
    return (chunk + block - 1) / block * block;
}

ArenaEnd tactic_values_play(const TacticValues *values, Sums *sums, uint64_t *done)
{
    const TacticStudy *study = values->study;
    ValuesState run = {.stretch = {.shape = tactic_shape(study),
                                   .known = {{&study->agent, study->opponents}, {1, (size_t)study->opponent_count}},
                                   .sums = sums,
                                   .blocks = values->blocks,
                                   .watch = values->watch,
                                   .arg = values->arg},
                       .values = values};
    ArenaEnd end = ARENA_FAILED;
    if (plan_make(&run.plan, study, values->skip)) {
        const ArenaJob job = {
            .first = values->first,
            .count = values->boards,
            .chunk = values_chunk(&run.plan, values),
            .threads = values->threads,
            .shared = &run,
            .worker_open = worker_open,
            .worker_close = worker_close,
            .work = work,
        };
        end = checkpoint_run(values->checkpoint, &job, &run.stretch);
    }
    plan_free(&run.plan);
    *done = run.stretch.done ? run.stretch.done - values->first : 0;
    return end;
}
