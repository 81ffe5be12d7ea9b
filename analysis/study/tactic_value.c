/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/study/tactic_value.h"

#include <stdlib.h>
#include <string.h>

#include "sim/shared/lineups.h"

enum { CHUNK = 64 /* boards at least */, MAX_PAIRS = 4 };

/* Variants that are played together. */
typedef struct {
    Lineups lineups;
    Agent *players;
    Lineup *seats;
    LineupPair *pairs;
    int lineup_room, pair_room;
} Batch;

/* Where a row finds its results. */
typedef struct {
    int row, batch;
    uint16_t lineups[MAX_TERMS];
    int pairs[MAX_PAIRS]; /* two terms: the first; four: (0,1) (2,3) (0,3) (2,1) */
} RowPlan;

typedef struct {
    const TacticValues *run;
    Batch *batches;
    int batch_count;
    int block;      /* boards played at once */
    uint64_t chunk; /* whole blocks */
    RowPlan *rows;
    int row_count;
    TacticSum *sums;
    uint64_t done, voids;
} Plan;

typedef struct {
    const Plan *plan;
    uint64_t first; /* of the boards that lie on the tables */
    int count;
    bool good;             /* no agent failed */
    LineupTable *tables[]; /* one for each batch */
} Worker;

typedef struct {
    uint64_t voids;
    TacticSum rows[]; /* in the order of plan->rows */
} Chunk;

double tactic_value_scale(const TacticStudy *study)
{
    return (study->schedule.rules.sides - 1) * study->schedule.seatings * study->schedule.side_count[0];
}

/* ---- the plan */

static bool agents_equal(const Agent *a, const Agent *b)
{
    for (int i = 0; i < MAX_AGENT_PARAMS; i++)
        if (a->texts[i] || b->texts[i]) return false;
    return a->kind == b->kind && !memcmp(a->values, b->values, sizeof a->values);
}

/* Index of the player in the batch, added if it is new; -1: no room. The player's texts stay with their owner. */
static int player_index(Batch *batch, const Agent *agent)
{
    Lineups *lineups = &batch->lineups;
    for (int i = 0; i < lineups->player_count; i++)
        if (agents_equal(&batch->players[i], agent)) return i;
    if (lineups->player_count == MAX_LINEUP_PLAYERS) return -1;
    batch->players[lineups->player_count] = *agent;
    return lineups->player_count++;
}

/* Makes room for one more of `size` bytes; false if memory runs out. */
static bool room_make(void *array, int count, int *room, size_t size)
{
    void **data = array;
    if (count < *room) return true;
    int more = *room ? 2 * *room : 16;
    void *grown = realloc(*data, (size_t)more * size);
    if (!grown) return false;
    *data = grown;
    *room = more;
    return true;
}

static int lineup_index(Batch *batch, Lineup lineup)
{
    int count = batch->lineups.count;
    for (int i = 0; i < count; i++)
        if (!memcmp(&batch->seats[i], &lineup, sizeof lineup)) return i;
    if (!room_make(&batch->seats, count, &batch->lineup_room, sizeof lineup)) return -1;
    batch->seats[count] = lineup;
    return batch->lineups.count++;
}

static int pair_index(Batch *batch, uint16_t a, uint16_t b)
{
    int count = batch->lineups.pair_count;
    for (int i = 0; i < count; i++)
        if (batch->pairs[i].a == a && batch->pairs[i].b == b) return i;
    if (!room_make(&batch->pairs, count, &batch->pair_room, sizeof *batch->pairs)) return -1;
    batch->pairs[count] = (LineupPair){a, b};
    return batch->lineups.pair_count++;
}

static Agent variant_agent(const TacticStudy *study, int variant)
{
    Agent agent = study->agent;
    memset(agent.texts, 0, sizeof agent.texts);
    memcpy(agent.values, study->variants[variant], sizeof agent.values);
    return agent;
}

static Agent opponent_agent(const TacticStudy *study, int opponent)
{
    Agent agent = study->opponents[opponent];
    if (agent.kind == study->agent.kind) memset(agent.texts, 0, sizeof agent.texts); /* its weights say it all */
    return agent;
}

typedef enum { ADDED, NO_ROOM, NO_MEMORY } Adding;

static Adding row_add(Batch *batch, RowPlan *plan, const TacticStudy *study)
{
    static const int PAIRS[MAX_PAIRS][2] = {{0, 1}, {2, 3}, {0, 3}, {2, 1}};
    const TacticRow *row = &study->rows[plan->row];
    int players[MAX_TERMS + 1], kept = batch->lineups.player_count;
    for (int term = 0; term <= row->terms; term++) {
        Agent agent =
            term < row->terms ? variant_agent(study, row->variants[term]) : opponent_agent(study, row->opponent);
        players[term] = player_index(batch, &agent);
        if (players[term] < 0) {
            batch->lineups.player_count = kept;
            return NO_ROOM;
        }
    }
    for (int term = 0; term < row->terms; term++) {
        int index = lineup_index(batch, (Lineup){{(uint8_t)players[term], (uint8_t)players[row->terms]}});
        if (index < 0) return NO_MEMORY;
        plan->lineups[term] = (uint16_t)index;
    }
    for (int i = 0; i < (row->terms == 2 ? 1 : MAX_PAIRS); i++) {
        plan->pairs[i] = pair_index(batch, plan->lineups[PAIRS[i][0]], plan->lineups[PAIRS[i][1]]);
        if (plan->pairs[i] < 0) return NO_MEMORY;
    }
    return ADDED;
}

static bool batch_open(Plan *plan)
{
    const TacticStudy *study = plan->run->study;
    Batch *more = realloc(plan->batches, (size_t)(plan->batch_count + 1) * sizeof *more);
    if (!more) return false;
    plan->batches = more;
    Batch *batch = &more[plan->batch_count++];
    *batch = (Batch){.lineups = {.schedule = &study->schedule}};
    batch->players = calloc(MAX_LINEUP_PLAYERS, sizeof *batch->players);
    return batch->players != NULL;
}

static void plan_free(Plan *plan)
{
    for (int i = 0; i < plan->batch_count; i++) {
        free(plan->batches[i].players);
        free(plan->batches[i].seats);
        free(plan->batches[i].pairs);
    }
    free(plan->batches);
    free(plan->rows);
}

static bool plan_make(Plan *plan)
{
    const TacticValues *run = plan->run;
    plan->rows = calloc((size_t)run->study->row_count + 1, sizeof *plan->rows);
    if (!plan->rows || !batch_open(plan)) return false;
    for (int row = 0; row < run->study->row_count; row++) {
        if (run->skip && run->skip[row]) continue;
        RowPlan *added = &plan->rows[plan->row_count++];
        added->row = row;
        Adding adding = row_add(&plan->batches[plan->batch_count - 1], added, run->study);
        if (adding == NO_ROOM) {
            if (!batch_open(plan)) return false;
            adding = row_add(&plan->batches[plan->batch_count - 1], added, run->study);
        }
        if (adding != ADDED) return false;
        added->batch = plan->batch_count - 1;
    }
    for (int i = 0; i < plan->batch_count; i++) {
        Batch *batch = &plan->batches[i];
        batch->lineups.players = batch->players;
        batch->lineups.lineups = batch->seats;
        batch->lineups.pairs = batch->pairs;
        int block = lineups_block(&batch->lineups);
        plan->block = i && plan->block < block ? plan->block : block;
    }
    plan->chunk = (uint64_t)((CHUNK + plan->block - 1) / plan->block * plan->block);
    return true;
}

/* ---- boards */

static void worker_close(void *arg)
{
    Worker *worker = arg;
    for (int i = 0; i < worker->plan->batch_count; i++)
        if (worker->tables[i]) lineups_close(worker->tables[i]);
    free(worker);
}

static void *worker_open(void *shared)
{
    const Plan *plan = shared;
    Worker *worker = calloc(1, sizeof *worker + (size_t)plan->batch_count * sizeof *worker->tables);
    if (!worker) return NULL;
    worker->plan = plan;
    for (int i = 0; i < plan->batch_count; i++) {
        worker->tables[i] = lineups_open(&plan->batches[i].lineups);
        if (!worker->tables[i]) {
            worker_close(worker);
            return NULL;
        }
    }
    return worker;
}

static int stratum_of(By by, const Divergence *divergence)
{
    switch (by) {
    case BY_NOTHING: return 0;
    case BY_DEAL: return divergence->deal;
    case BY_POOL: return divergence->total > 20 ? 5 : (divergence->total + 4) / 5;
    case BY_SCORE:
        return divergence->lead <= -5 ? 0
               : divergence->lead < 0 ? 1
               : !divergence->lead    ? 2
               : divergence->lead < 5 ? 3
                                      : 4;
    }
    return 0;
}

/* The tested agent's result in one round, over all sides that it plays for. */
static int result_of(const Schedule *schedule, const LineupTable *table, int place, int seating, int lineup)
{
    const int *diff = lineups_diff(table, place, seating, lineup);
    int sum = 0;
    for (unsigned sides = schedule->sides[seating][0]; sides; sides &= sides - 1)
        sum += diff[__builtin_ctz(sides)];
    return sum;
}

/* Did the variants not all choose the same, so that the value may be something else than zero? */
static bool round_active(const LineupTable *table, int place, int seating, const int pairs[static MAX_PAIRS], int terms)
{
    bool diverged[MAX_PAIRS] = {false};
    for (int i = 0; i < (terms == 2 ? 1 : MAX_PAIRS); i++)
        diverged[i] = lineups_divergence(table, place, seating, pairs[i])->ply != NEVER;
    return terms == 2 ? diverged[0] : (diverged[0] || diverged[1]) && (diverged[2] || diverged[3]);
}

/* Returns the row's value on the board. */
static int row_score(TacticSum *sum, const RowPlan *plan, const TacticStudy *study, const LineupTable *table, int place)
{
    const TacticRow *row = &study->rows[plan->row];
    int plus = 0, minus = 0, parts[MAX_STRATA] = {0};
    unsigned met = 0; /* strata of this board */
    bool active = false;
    for (int seating = 0; seating < study->schedule.seatings; seating++) {
        int here[2] = {0, 0};
        for (int term = 0; term < row->terms; term++)
            here[term & 1] += result_of(&study->schedule, table, place, seating, plan->lineups[term]);
        plus += here[0];
        minus += here[1];
        for (int side = 0; side < 2; side++)
            moments_add(&sum->rounds[seating][side], here[side]);
        if (!round_active(table, place, seating, plan->pairs, row->terms)) continue;
        active = true;
        if (row->terms != 2) continue;
        int stratum = stratum_of(study->by, lineups_divergence(table, place, seating, plan->pairs[0]));
        parts[stratum] += here[0] - here[1];
        sum->strata[stratum].rounds++;
        met |= 1u << stratum;
    }
    pair_moments_add(&sum->pair, plus, minus);
    sum->active += active;
    sum->changed += plus != minus;
    for (int stratum = 0; stratum < MAX_STRATA; stratum++) {
        moments_add(&sum->strata[stratum].value, parts[stratum]);
        sum->strata[stratum].boards += met >> stratum & 1;
        sum->strata[stratum].changed += parts[stratum] != 0;
    }
    return plus - minus;
}

/* Plays the boards from `first` on that belong together: as many as a block holds, none of the next chunk. */
static void block_play(Worker *worker, uint64_t first)
{
    const Plan *plan = worker->plan;
    uint64_t before = first - plan->run->first, chunk = plan->chunk - before % plan->chunk;
    uint64_t left = plan->run->boards - before < chunk ? plan->run->boards - before : chunk;
    worker->first = first;
    worker->count = left < (uint64_t)plan->block ? (int)left : plan->block;
    worker->good = true;
    for (int i = 0; i < plan->batch_count && worker->good; i++)
        worker->good = lineups_play(worker->tables[i], first, worker->count);
}

static bool work(void *arg, uint64_t index, void *result)
{
    Worker *worker = arg;
    const Plan *plan = worker->plan;
    Chunk *chunk = result;
    if (index - worker->first >= (uint64_t)worker->count) block_play(worker, index);
    if (!worker->good) {
        chunk->voids++;
        return true;
    }
    int place = (int)(index - worker->first);
    const TacticValues *run = plan->run;
    int32_t *values = run->values ? run->values + (index - run->first) * (uint64_t)run->study->row_count : NULL;
    for (int i = 0; i < plan->row_count; i++) {
        const RowPlan *row = &plan->rows[i];
        int value = row_score(&chunk->rows[i], row, run->study, worker->tables[row->batch], place);
        if (values) values[row->row] = value;
    }
    return true;
}

static void row_merge(TacticSum *into, const TacticSum *from)
{
    pair_moments_merge(&into->pair, &from->pair);
    into->active += from->active;
    into->changed += from->changed;
    for (int seating = 0; seating < MAX_SEATS; seating++)
        for (int side = 0; side < 2; side++)
            moments_merge(&into->rounds[seating][side], &from->rounds[seating][side]);
    for (int stratum = 0; stratum < MAX_STRATA; stratum++) {
        moments_merge(&into->strata[stratum].value, &from->strata[stratum].value);
        into->strata[stratum].boards += from->strata[stratum].boards;
        into->strata[stratum].changed += from->strata[stratum].changed;
        into->strata[stratum].rounds += from->strata[stratum].rounds;
    }
}

static bool release(void *shared, uint64_t first, uint64_t count, const void *result)
{
    Plan *plan = shared;
    const Chunk *chunk = result;
    for (int i = 0; i < plan->row_count; i++)
        row_merge(&plan->sums[plan->rows[i].row], &chunk->rows[i]);
    plan->voids += chunk->voids;
    plan->done = first + count - plan->run->first;
    return !plan->run->watch || plan->run->watch(plan->run->arg, plan->done, plan->voids);
}

ArenaEnd tactic_values_play(const TacticValues *run, TacticSum *sums, uint64_t *done, uint64_t *voids)
{
    Plan plan = {.run = run, .sums = sums};
    ArenaEnd end = ARENA_FAILED;
    if (plan_make(&plan)) {
        ArenaJob job = {
            .first = run->first,
            .count = run->boards,
            .chunk = plan.chunk,
            .threads = run->threads,
            .shared = &plan,
            .worker_open = worker_open,
            .worker_close = worker_close,
            .result_size = sizeof(Chunk) + (size_t)plan.row_count * sizeof(TacticSum),
            .work = work,
            .release = release,
        };
        end = arena_run(&job);
    }
    plan_free(&plan);
    *done = plan.done;
    *voids = plan.voids;
    return end;
}
