/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the variants of a study as line-ups that share games, and adds up what the rows come to. */
#include "analysis/study/tactics/tactic_value.h"

#include <stdlib.h>
#include <string.h>

#include "sim/journal.h"
#include "sim/lineups.h"
#include "sim/pairings.h"
#include "sim/tally.h"

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

/* Do both play alike? Agents with texts are never taken to. */
static bool agents_equal(const Agent *a, const Agent *b)
{
    for (int i = 0; i < MAX_AGENT_PARAMS; i++)
        if (a->texts[i] || b->texts[i]) return false;
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

const char *tactic_values_hindrance(const TacticStudy *study)
{
    const char *reason = NULL;
    for (int variant = 0; variant < study->variant_count && !reason; variant++) {
        const Agent agent = study_variant(study, variant);
        reason = lineups_hindrance(&agent);
    }
    return reason;
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
    *table = (Lineups){.schedule = &study->schedule, .players = calloc(MAX_LINEUP_PLAYERS, sizeof *table->players)};
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
    const TacticValues *values;
    TacticPlan plan;
    uint64_t chunk; /* boards: whole blocks */
    TacticSum *sums;
    uint64_t done;
    Voids voids;
    bool failed; /* memory ran out where results are released, which ends the run */
} ValuesState;

typedef struct {
    const ValuesState *run;
    VoidBoard failure;     /* of the boards that were played last, if an agent failed */
    LineupTable *tables[]; /* one for each of the plan's */
} ValueWorker;

typedef struct {
    Voids voids;
    BlockSums blocks; /* for a journal */
    int count;        /* of rows, for who does not know the plan; 0 before the first board */
    TacticSum rows[]; /* in the order of plan->rows */
} ValueChunk;

double tactic_value_scale(const TacticStudy *study)
{
    const Schedule *schedule = &study->schedule;
    return tally_scale(schedule, 0) * (study_matches(study) ? 1 : schedule->rules.sides - 1);
}

static void worker_close(void *arg)
{
    ValueWorker *worker = arg;
    for (int i = 0; i < worker->run->plan.table_count; i++)
        if (worker->tables[i]) lineups_close(worker->tables[i]);
    free(worker);
}

static void *worker_open(void *shared)
{
    const ValuesState *run = shared;
    ValueWorker *worker = calloc(1, sizeof *worker + (size_t)run->plan.table_count * sizeof *worker->tables);
    if (!worker) return NULL;
    worker->run = run;
    for (int i = 0; i < run->plan.table_count; i++) {
        worker->tables[i] = lineups_open(&run->plan.tables[i]);
        if (!worker->tables[i]) {
            worker_close(worker);
            return NULL;
        }
    }
    return worker;
}

/* The stratum of a round in which the variants diverged there. */
static int stratum_of(By by, const Divergence *divergence)
{
    const int lead = divergence->lead;
    switch (by) {
    case BY_NOTHING: return 0;
    case BY_DEAL: return divergence->deal;
    case BY_POOL: return divergence->total > 20 ? 5 : (divergence->total + 4) / 5;
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

int tactic_block_number(const TacticStudy *study, int row, int stratum)
{
    return row * (1 + strata_count(study)) + 1 + stratum;
}

static int64_t *block_of(BlockSums *blocks, const TacticStudy *study, uint64_t board)
{
    return block_sums_board(blocks, tactic_block_number(study, study->row_count, -1), board);
}

/* Takes what is in a row's sums from its numbers of a block (sign -1), and after a board adds it (1): what remains is
   the board. */
static void block_row_add(int64_t *block, const TacticStudy *study, int row, const TacticSum *sum, int sign)
{
    if (!block) return;
    block[tactic_block_number(study, row, -1)] += sign * sum->strata[0].value.n;
    for (int stratum = 0; stratum < strata_count(study); stratum++)
        block[tactic_block_number(study, row, stratum)] += sign * (int64_t)sum->strata[stratum].value.sum;
}

/* Adds a board to a row's sum; returns the row's value on the board. */
static int row_score(TacticSum *sum, const RowPlan *plan, const TacticStudy *study, const LineupTable *table, int place)
{
    const TacticRow *row = &study->rows[plan->row];
    int value = 0, parts[MAX_STRATA] = {0};
    unsigned met = 0; /* strata of this board */
    for (int seating = 0; seating < study->schedule.seatings; seating++) {
        int here[2] = {0, 0};
        for (int term = 0; term < row->terms; term++)
            here[term & 1] +=
                schedule_sum(&study->schedule, seating, 0, lineups_diff(table, place, seating, plan->lineups[term]));
        value += here[0] - here[1];
        for (int side = 0; side < 2; side++)
            moments_add(&sum->rounds[seating][side], here[side]);
        if (!round_active(table, place, seating, plan->pairs, row->terms)) continue;
        int stratum = stratum_of(study->by, lineups_divergence(table, place, seating, plan->pairs[0]));
        parts[stratum] += here[0] - here[1];
        sum->strata[stratum].rounds++;
        met |= 1u << stratum;
    }
    for (int stratum = 0; stratum < MAX_STRATA; stratum++) {
        moments_add(&sum->strata[stratum].value, parts[stratum]);
        sum->strata[stratum].boards += met >> stratum & 1;
        sum->strata[stratum].changed += parts[stratum] != 0;
    }
    return value;
}

/* Plays boards together, at most as many as a block holds. False: an agent failed. */
static bool block_play(ValueWorker *worker, uint64_t first, int count)
{
    const ValuesState *run = worker->run;
    for (int i = 0; i < run->plan.table_count; i++) {
        if (lineups_play(worker->tables[i], first, count)) continue;
        worker->failure = *lineups_failure(worker->tables[i]);
        worker->failure.agent = study_player(run->values->study, worker->failure.agent);
        return false;
    }
    return true;
}

/* Adds a board of the block, the one at `place`, to the rows, and to the numbers that a journal keeps (NULL: none). */
static void board_add(const ValueWorker *worker, ValueChunk *chunk, int64_t *numbers, uint64_t board, int place)
{
    const TacticPlan *plan = &worker->run->plan;
    const TacticValues *values = worker->run->values;
    int32_t *out =
        values->values ? values->values + (board - values->first) * (uint64_t)values->study->row_count : NULL;
    for (int i = 0; i < plan->row_count; i++) {
        const RowPlan *row = &plan->rows[i];
        block_row_add(numbers, values->study, row->row, &chunk->rows[i], -1);
        int value = row_score(&chunk->rows[i], row, values->study, worker->tables[row->table], place);
        block_row_add(numbers, values->study, row->row, &chunk->rows[i], 1);
        if (out) out[row->row] = value;
    }
}

/* Plays and adds a block of boards, which is void if an agent fails. False: the user stopped the agent, or memory ran
   out. */
static bool block_add(ValueWorker *worker, const ArenaRange *range, uint64_t first, int count)
{
    const TacticValues *values = worker->run->values;
    const bool good = block_play(worker, first, count);
    if (!good && void_by_stop(&worker->failure)) return false;
    for (int place = 0; place < count; place++) {
        ValueChunk *chunk = arena_result(range, first + (uint64_t)place);
        int64_t *numbers = values->journal ? block_of(&chunk->blocks, values->study, first + (uint64_t)place) : NULL;
        if (values->journal && !numbers) return false;
        chunk->count = worker->run->plan.row_count;
        if (good) {
            board_add(worker, chunk, numbers, first + (uint64_t)place, place);
            continue;
        }
        worker->failure.board = first + (uint64_t)place;
        voids_add(&chunk->voids, &worker->failure);
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

static void row_merge(TacticSum *into, const TacticSum *from)
{
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
    ValuesState *run = shared;
    const TacticValues *values = run->values;
    const ValueChunk *chunk = result;
    for (int i = 0; i < run->plan.row_count; i++)
        row_merge(&run->sums[run->plan.rows[i].row], &chunk->rows[i]);
    if (values->blocks && !block_sums_merge(values->blocks, &chunk->blocks)) return run->failed = true, false;
    voids_merge(&run->voids, &chunk->voids);
    run->done = first + count - values->first;
    return !values->watch || values->watch(values->arg, run->done, &run->voids);
}

/* ---- how a journal keeps results */

enum { KEEPS_BLOCKS = 1 };

static void chunk_clear(void *result)
{
    ValueChunk *chunk = result;
    memset(chunk->rows, 0, (size_t)chunk->count * sizeof *chunk->rows);
    chunk->voids = (Voids){0};
    chunk->count = 0;
    block_sums_clear(&chunk->blocks);
}

static void chunk_free(void *result) { block_sums_free(&((ValueChunk *)result)->blocks); }

static KnownAgents known(const ValuesState *run)
{
    const TacticStudy *study = run->values->study;
    return (KnownAgents){{&study->agent, study->opponents}, {1, (size_t)study->opponent_count}};
}

static bool chunk_merge(void *into, const void *from)
{
    ValueChunk *chunk = into;
    const ValueChunk *more = from;
    voids_merge(&chunk->voids, &more->voids);
    for (int i = 0; i < more->count; i++)
        row_merge(&chunk->rows[i], &more->rows[i]);
    chunk->count = more->count;
    return block_sums_merge(&chunk->blocks, &more->blocks);
}

static void fields(void *shared, Fields *fields, uint32_t kind, BoardRange jobs, void *result)
{
    const ValuesState *run = shared;
    ValueChunk *chunk = result;
    const KnownAgents agents = known(run);
    (void)jobs;
    if (!fields->out) chunk->count = run->plan.row_count;
    field_voids(fields, &chunk->voids, &agents);
    for (int i = 0; i < run->plan.row_count; i++) {
        TacticSum *sum = &chunk->rows[i];
        for (int k = 0; k < 2 * MAX_SEATS; k++)
            field_moments(fields, &sum->rounds[k / 2][k % 2]);
        for (TacticStratum *part = sum->strata; part < sum->strata + MAX_STRATA; part++) {
            field_moments(fields, &part->value);
            field_sum(fields, &part->boards);
            field_sum(fields, &part->changed);
            field_sum(fields, &part->rounds);
        }
    }
    if (kind & KEEPS_BLOCKS)
        field_block_sums(fields, &chunk->blocks,
                         tactic_block_number(run->values->study, run->values->study->row_count, -1));
}

/* ---- boards of matches: each variant plays each board against each opponent in full, on the packs and with the
   streams of a simulation with the same seed */

enum { WATCH_EVERY = 16 }; /* boards */

typedef struct {
    const TacticValues *values;
    TacticSum *sums;
    Agent *agents;           /* variants, then opponents: copies */
    Pairing *pairings;       /* a variant and an opponent, each once */
    int (*terms)[MAX_TERMS]; /* [row]: its pairings */
    int pairing_count;
    PairingResult *results; /* of the board that is being taken, [pairing] */
    uint64_t done;
    Voids voids;
    bool failed; /* as in ValuesState */
} MatchValues;

/* Lists the pairings that the rows need which are not skipped. False if memory runs out. */
static bool pairings_list(MatchValues *run)
{
    const TacticStudy *study = run->values->study;
    for (int i = 0; i < study->row_count; i++) {
        const TacticRow *row = &study->rows[i];
        for (int term = 0; term < row->terms && !(run->values->skip && run->values->skip[i]); term++) {
            const Pairing pairing = {{(uint16_t)row->variants[term], (uint16_t)(study->variant_count + row->opponent)}};
            run->terms[i][term] = list_index(&run->pairings, &run->pairing_count, &pairing, sizeof pairing);
            if (run->terms[i][term] < 0) return false;
        }
    }
    run->results = calloc((size_t)run->pairing_count + 1, sizeof *run->results);
    return run->results != NULL;
}

static bool values_open(MatchValues *run)
{
    const TacticStudy *study = run->values->study;
    const int variants = study->variant_count;
    run->agents = calloc((size_t)(variants + study->opponent_count), sizeof *run->agents);
    run->terms = calloc((size_t)study->row_count + 1, sizeof *run->terms);
    if (!run->agents || !run->terms || !pairings_list(run)) return false;
    for (int i = 0; i < variants; i++)
        run->agents[i] = study_variant(study, i);
    memcpy(run->agents + variants, study->opponents, (size_t)study->opponent_count * sizeof *run->agents);
    return true;
}

static void values_close(MatchValues *run)
{
    free(run->agents);
    free(run->pairings);
    free(run->terms);
    free(run->results);
}

/* Did the variants not all play the same in this seating? */
static bool match_active(PairingResult *const terms[static MAX_TERMS], int count, int seating)
{
    bool parted[MAX_TERMS]; /* from the term before */
    for (int i = 0; i < count; i++)
        parted[i] = terms[i]->course[seating] != terms[(i + count - 1) % count]->course[seating];
    return count == 2 ? parted[1] : (parted[1] || parted[3]) && (parted[0] || parted[2]);
}

/* Adds the board to a row's sum; returns the row's value on it. */
static int row_match_score(const MatchValues *run, int index)
{
    const TacticStudy *study = run->values->study;
    const TacticRow *row = &study->rows[index];
    TacticSum *sum = &run->sums[index];
    PairingResult *terms[MAX_TERMS] = {0};
    int value = 0, active = 0;
    for (int term = 0; term < row->terms; term++)
        terms[term] = &run->results[run->terms[index][term]];
    for (int seating = 0; seating < study->schedule.seatings; seating++) {
        int won[2] = {0, 0};
        for (int term = 0; term < row->terms; term++)
            won[term & 1] += schedule_sum(&study->schedule, seating, 0, terms[term]->points[seating]);
        for (int side = 0; side < 2; side++)
            moments_add(&sum->rounds[seating][side], won[side]);
        value += won[0] - won[1];
        active += match_active(terms, row->terms, seating);
    }
    moments_add(&sum->strata[0].value, value);
    sum->strata[0].boards += active > 0;
    sum->strata[0].changed += value != 0;
    sum->strata[0].rounds += active;
    return value;
}

/* The board is whole: all pairings have played it. False if memory runs out. */
static bool match_board_add(MatchValues *run, uint64_t board)
{
    const TacticValues *values = run->values;
    const TacticStudy *study = values->study;
    int64_t *numbers = values->blocks ? block_of(values->blocks, study, board) : NULL;
    if (values->blocks && !numbers) return false;
    for (int i = 0; i < run->pairing_count; i++) {
        VoidBoard failure = run->results[i].failure;
        if (run->results[i].played) continue;
        if (failure.agent) failure.agent = study_player(study, failure.agent);
        voids_add(&run->voids, &failure);
        return true;
    }
    for (int row = 0; row < study->row_count; row++) {
        if (values->skip && values->skip[row]) continue;
        block_row_add(numbers, study, row, &run->sums[row], -1);
        const int value = row_match_score(run, row);
        block_row_add(numbers, study, row, &run->sums[row], 1);
        if (values->values)
            values->values[(board - values->first) * (uint64_t)study->row_count + (uint64_t)row] = value;
    }
    return true;
}

static bool take(void *arg, uint64_t board, size_t pairing, const PairingResult *result)
{
    MatchValues *run = arg;
    const TacticValues *values = run->values;
    run->results[pairing] = *result;
    if (pairing + 1 < (size_t)run->pairing_count) return true;
    if (!match_board_add(run, board)) return run->failed = true, false;
    run->done++;
    if (!values->watch || (run->done % WATCH_EVERY && run->done < values->boards)) return true;
    return values->watch(values->arg, run->done, &run->voids);
}

/* tactic_values_play for a study of matches: a match is worth 1 to its winner, and a row to which the tactic made no
   difference is exactly zero. */
static ArenaEnd tactic_matches_play(const TacticValues *values, TacticSum *sums, uint64_t *done, Voids *voids)
{
    const TacticStudy *study = values->study;
    MatchValues run = {.values = values, .sums = sums};
    ArenaEnd end = ARENA_FAILED;
    if (values_open(&run)) {
        const BoardsJob boards = {.schedule = &study->schedule,
                                  .agents = run.agents,
                                  .agent_count = (size_t)(study->variant_count + study->opponent_count),
                                  .pairings = run.pairings,
                                  .pairing_count = (size_t)run.pairing_count,
                                  .first = values->first,
                                  .boards = values->boards,
                                  .threads = values->threads,
                                  .journal = values->journal};
        end = pairings_play(&boards, take, &run);
        if (run.failed) end = ARENA_FAILED;
    }
    values_close(&run);
    *done = run.done;
    *voids = run.voids;
    return end;
}

static void voids_of(const void *result, Voids *into) { voids_merge(into, &((const ValueChunk *)result)->voids); }

ArenaEnd tactic_values_play(const TacticValues *values, TacticSum *sums, uint64_t *done, Voids *voids)
{
    static const ResultFormat FORMAT = {
        .kind = KIND_TACTICS | KEEPS_BLOCKS, .merge = chunk_merge, .fields = fields, .voids = voids_of};
    ValuesState run = {.values = values, .sums = sums};
    ArenaEnd end = ARENA_FAILED;
    if (study_matches(values->study)) return tactic_matches_play(values, sums, done, voids);
    if (plan_make(&run.plan, values->study, values->skip)) {
        run.chunk = (uint64_t)((CHUNK_LEAST + run.plan.block - 1) / run.plan.block * run.plan.block);
        const ArenaJob job = {
            .first = values->first,
            .count = values->boards,
            .chunk = run.chunk,
            .threads = values->threads,
            .shared = &run,
            .worker_open = worker_open,
            .worker_close = worker_close,
            .result_size = sizeof(ValueChunk) + (size_t)run.plan.row_count * sizeof(TacticSum),
            .result_clear = chunk_clear,
            .result_free = chunk_free,
            .work = work,
            .release = release,
        };
        end = journal_run(values->journal, &job, &FORMAT);
        if (run.failed) end = ARENA_FAILED;
    }
    plan_free(&run.plan);
    *done = run.done;
    *voids = run.voids;
    return end;
}
