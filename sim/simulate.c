/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the boards of a schedule: adds up their tallies, writes rows and records in board order, and keeps both in a
   journal. */
#include "sim/simulate.h"

#include <string.h>

#include "sim/journal.h"
#include "sim/run/round_pack.h"

/* What is written of rounds. */
typedef struct {
    TextBuffer rounds, records; /* rows and records of the files that are wanted */
    /* For a journal, where rows of rounds are wanted, each board: 0 if it is void, else 1 and its rounds as round_pack
       has them; of matches a 1 before each round and a 0 behind the last of each seating. */
    TextBuffer packed;
} RoundTexts;

typedef struct {
    Tally tally;
    RoundTexts texts;
    TextBuffer matches; /* rows of that file, if it is wanted */
    BlockSums blocks;   /* for a journal, in the order of BlockNumber */
} SimulationChunk;

typedef struct {
    const BoardsJob *boards;
    const Simulation *simulation;
    Tally tally;
    uint64_t done;
    bool failed; /* memory ran out where results are released, which ends the run */
} SimulationRun;

/* ---- results */

/* What a journal's results hold. */
enum { KEEPS_ROUNDS = 1, KEEPS_RECORDS = 2, KEEPS_MATCHES = 4, KEEPS_BLOCKS = 8 };

static void round_texts_clear(RoundTexts *texts)
{
    texts->rounds.length = texts->records.length = texts->packed.length = 0;
}

static void round_texts_free(RoundTexts *texts)
{
    text_buffer_free(&texts->rounds);
    text_buffer_free(&texts->records);
    text_buffer_free(&texts->packed);
}

/* Adds texts to others. False if memory runs out. */
static bool round_texts_add(RoundTexts *to, const RoundTexts *more)
{
    return text_buffer_add(&to->rounds, more->rounds.data, more->rounds.length) &&
           text_buffer_add(&to->records, more->records.data, more->records.length) &&
           text_buffer_add(&to->packed, more->packed.data, more->packed.length);
}

static void trim(void *result)
{
    SimulationChunk *chunk = result;
    round_texts_clear(&chunk->texts);
    chunk->matches.length = 0;
    block_sums_clear(&chunk->blocks);
}

static void chunk_clear(void *result)
{
    memset(&((SimulationChunk *)result)->tally, 0, sizeof(Tally));
    trim(result);
}

static void chunk_free(void *result)
{
    SimulationChunk *chunk = result;
    round_texts_free(&chunk->texts);
    text_buffer_free(&chunk->matches);
    block_sums_free(&chunk->blocks);
}

/* ---- sums by blocks of boards, for the journal, if there is one */

/* The numbers of a block that Simulation.blocks are in. */
static void block_numbers(int64_t out[static BLOCK_NUMBERS], const Tally *tally, const Schedule *schedule)
{
    out[BLOCK_PLAYED] = tally->boards;
    out[BLOCK_ROUNDS] = schedule->match_rounds ? (int64_t)tally->rounds.sum : tally->boards;
    for (int agent = 0; agent < schedule->agents; agent++) {
        out[BLOCK_DIFF + agent] = (int64_t)tally->agents[agent].diff.sum;
        out[BLOCK_WINS + agent] = (int64_t)tally->agents[agent].wins.sum;
    }
}

/* Adds the board by which the chunk's tally has grown since `before`. False if memory runs out. */
static bool block_add(SimulationChunk *chunk, const SimulationRun *run, uint64_t board,
                      const int64_t before[static BLOCK_NUMBERS])
{
    int64_t now[BLOCK_NUMBERS] = {0};
    if (!run->boards->journal) return true;
    int64_t *sums = block_sums_board(&chunk->blocks, BLOCK_NUMBERS, board);
    if (!sums) return false;
    block_numbers(now, &chunk->tally, run->boards->schedule);
    for (int i = 0; i < BLOCK_NUMBERS; i++)
        sums[i] += now[i] - before[i];
    return true;
}

/* ---- notes for the journal, if there is one and rows of rounds are wanted; false if memory runs out */

static bool keeps_rounds(const SimulationRun *run) { return run->boards->journal && run->simulation->rounds; }

static bool keep_mark(RoundTexts *texts, const SimulationRun *run, char mark)
{
    return !keeps_rounds(run) || text_buffer_add(&texts->packed, &mark, 1);
}

static bool keep_round(RoundTexts *texts, const SimulationRun *run, const Game *game)
{
    const Schedule *schedule = run->boards->schedule;
    RoundSide sides[MAX_SIDES];
    if (!keeps_rounds(run)) return true;
    if (schedule->match_rounds && !keep_mark(texts, run, 1)) return false;
    for (int side = 0; side < schedule->rules.sides; side++)
        sides[side] = (RoundSide){.count = game->counts[side], .captures = (uint8_t)game->captures[side]};
    return round_pack(&texts->packed, sides, &schedule->rules, false);
}

/* ---- rows out of packed rounds */

static bool marked(FieldReader *in)
{
    const char *mark = get_some(in, 1);
    if (mark && (unsigned char)*mark > 1) reader_fail(in);
    return mark && *mark == 1;
}

/* Gets a round that began with these scores, and adds its rows. False if memory runs out. */
static bool round_get(FieldReader *in, const SimulationRun *run, const PlayedRound *at, const int16_t scores[],
                      SimulationChunk *chunk)
{
    const Schedule *schedule = run->boards->schedule;
    const Rules *rules = &schedule->rules;
    RoundSide sides[MAX_SIDES];
    Game game = {.captures = {0}};
    PlayedRound round = *at;
    const char *bytes = get_some(in, (size_t)(rules->sides * round_side_bytes(false)));
    if (!bytes) return true;
    if (!round_unpack(sides, bytes, rules, false)) return reader_fail(in), true;
    for (int side = 0; side < rules->sides; side++) {
        game.counts[side] = sides[side].count;
        game.captures[side] = sides[side].captures;
        game.round.table.scores[side] = scores[side];
    }
    round.game = &game;
    return rounds_add(&chunk->texts.rounds, schedule, run->boards->agents, &round);
}

/* The points of the last row that was added, side by side, go to the match's scores. */
static void match_score(Match *match, const Rules *rules, const char *bytes)
{
    RoundSide sides[MAX_SIDES];
    if (!round_unpack(sides, bytes, rules, false)) return;
    for (int side = 0; side < rules->sides; side++)
        match->scores[match_side(rules, match->rounds, side)] =
            (int16_t)(match->scores[match_side(rules, match->rounds, side)] + sides[side].count.points);
    match->rounds++;
}

/* Gets the rounds of a seating. False if memory runs out. */
static bool seating_get(FieldReader *in, const SimulationRun *run, PlayedRound *at, int seating, SimulationChunk *chunk)
{
    const Schedule *schedule = run->boards->schedule;
    int16_t scores[MAX_SIDES] = {0};
    Match match;
    schedule_scores(scores, schedule, seating);
    at->rotation = seating;
    at->index = schedule_round(schedule, at->board, seating);
    if (!schedule->match_rounds) return round_get(in, run, at, scores, chunk);
    at->match = (int64_t)at->index;
    match_start(&match, scores);
    while (marked(in)) {
        const char *bytes = in->at;
        at->index = (uint64_t)match.rounds;
        at->rotation = schedule_rotation(schedule, seating, match.rounds);
        match_scores(scores, &match, &schedule->rules);
        if (!round_get(in, run, at, scores, chunk)) return false;
        if (!in->failed) match_score(&match, &schedule->rules, bytes);
    }
    return true;
}

/* The rows of the packed rounds of these boards. */
static void rounds_get(Fields *fields, const SimulationRun *run, BoardRange jobs, SimulationChunk *chunk)
{
    static const Pairing AS_NAMED = {{0, 1, 2, 3}};
    const Schedule *schedule = run->boards->schedule;
    const TextBuffer *packed = &chunk->texts.packed;
    FieldReader in = {.at = packed->data, .end = packed->length ? packed->data + packed->length : packed->data};
    for (uint64_t i = 0; i < jobs.count && !in.failed && !fields->full; i++) {
        const uint64_t board = run->boards->first + jobs.first + i;
        const Pairing order = schedule_order(schedule, &AS_NAMED, board);
        PlayedRound at = {.board = board, .order = &order, .match = NO_MATCH};
        if (!marked(&in)) continue;
        for (int seating = 0; seating < schedule->seatings && !fields->full; seating++)
            fields->full = !seating_get(&in, run, &at, seating, chunk);
    }
    if (in.failed || in.at < in.end) reader_fail(fields->in);
}

/* ---- the format */

static bool merge(void *into, const void *from)
{
    SimulationChunk *chunk = into;
    const SimulationChunk *more = from;
    tally_merge(&chunk->tally, &more->tally);
    return text_buffer_add(&chunk->texts.records, more->texts.records.data, more->texts.records.length) &&
           text_buffer_add(&chunk->matches, more->matches.data, more->matches.length) &&
           text_buffer_add(&chunk->texts.packed, more->texts.packed.data, more->texts.packed.length) &&
           block_sums_merge(&chunk->blocks, &more->blocks);
}

static void fields(void *shared, Fields *fields, uint32_t kind, BoardRange jobs, void *result)
{
    const SimulationRun *run = ((const BoardsRun *)shared)->arg;
    const BoardsJob *boards = run->boards;
    SimulationChunk *chunk = result;
    const KnownAgents agents = boards_known(boards);
    field_tally(fields, &chunk->tally, boards->schedule->agents, &agents);
    if (kind & KEEPS_ROUNDS) field_buffer(fields, &chunk->texts.packed, true);
    if (!fields->out && fields_good(fields) && kind & KEEPS_ROUNDS && run->simulation->rounds)
        rounds_get(fields, run, jobs, chunk);
    if (kind & KEEPS_RECORDS) field_buffer(fields, &chunk->texts.records, run->simulation->records);
    if (kind & KEEPS_MATCHES) field_buffer(fields, &chunk->matches, run->simulation->matches);
    if (kind & KEEPS_BLOCKS) field_block_sums(fields, &chunk->blocks, BLOCK_NUMBERS);
}

static void voids_of(const void *result, Voids *into)
{
    voids_merge(into, &((const SimulationChunk *)result)->tally.voids);
}

static ResultFormat format_of(const Simulation *simulation)
{
    return (ResultFormat){
        .kind = KIND_SIMULATION | KEEPS_BLOCKS | (simulation->rounds ? KEEPS_ROUNDS : 0u) |
                (simulation->records ? KEEPS_RECORDS : 0u) | (simulation->matches ? KEEPS_MATCHES : 0u),
        .merge = merge,
        .fields = fields,
        .trim = trim,
        .voids = voids_of,
    };
}

/* ---- boards of single rounds */

/* Adds the round to the files that are wanted. */
static bool round_write(RoundTexts *texts, const SimulationRun *run, const PlayedRound *round)
{
    const Schedule *schedule = run->boards->schedule;
    const Agent *agents = run->boards->agents;
    return (!run->simulation->rounds || rounds_add(&texts->rounds, schedule, agents, round)) &&
           (!run->simulation->records || record_add(&texts->records, schedule, agents, round)) &&
           keep_round(texts, run, round->game);
}

static bool add(const void *arg, void *result, const Board *board, size_t pairing)
{
    const SimulationRun *run = arg;
    const Schedule *schedule = run->boards->schedule;
    SimulationChunk *chunk = result;
    int64_t numbers[BLOCK_NUMBERS] = {0};
    (void)pairing;
    if (run->boards->journal) block_numbers(numbers, &chunk->tally, schedule);
    if (!board->played) {
        voids_add(&chunk->tally.voids, &board->failure);
        return keep_mark(&chunk->texts, run, 0) && block_add(chunk, run, board->index, numbers);
    }
    if (!keep_mark(&chunk->texts, run, 1)) return false;
    Tally before;
    if (run->simulation->board) before = chunk->tally;
    tally_add(&chunk->tally, schedule, board);
    if (run->simulation->board) run->simulation->board(run->simulation->arg, board->index, &before, &chunk->tally);
    for (int seating = 0; seating < schedule->seatings; seating++) {
        const PlayedRound round = board_round(board, schedule, seating);
        if (!round_write(&chunk->texts, run, &round)) return false;
    }
    return block_add(chunk, run, board->index, numbers);
}

/* ---- boards of matches: nobody knows beforehand how many rounds they have, so that each is added once it is over */

typedef struct {
    const SimulationRun *run;
    BoardSums sums;
    RoundTexts texts[MAX_SEATS]; /* [seating]: matches of a board are played side by side */
} MatchesBoard;

static void matches_begin(const void *arg, void *kept)
{
    MatchesBoard *board = kept;
    board->run = arg;
    board->sums = (BoardSums){0};
    for (int seating = 0; seating < MAX_SEATS; seating++)
        round_texts_clear(&board->texts[seating]);
}

static bool matches_round(void *kept, const Match *match, const PlayedRound *round)
{
    MatchesBoard *board = kept;
    const Schedule *schedule = board->run->boards->schedule;
    (void)match;
    sums_round(&board->sums, schedule, round);
    return round_write(&board->texts[round->match % schedule->seatings], board->run, round);
}

static void matches_free(void *kept)
{
    for (int seating = 0; seating < MAX_SEATS; seating++)
        round_texts_free(&((MatchesBoard *)kept)->texts[seating]);
}

static bool matches_add(const void *arg, void *result, const void *kept, const MatchBoard *board)
{
    SimulationChunk *chunk = result;
    const SimulationRun *run = arg;
    const MatchesBoard *at = kept;
    const Schedule *schedule = run->boards->schedule;
    BoardSums sums = at->sums;
    int64_t numbers[BLOCK_NUMBERS] = {0};
    if (run->boards->journal) block_numbers(numbers, &chunk->tally, schedule);
    if (!board->played) {
        voids_add(&chunk->tally.voids, &board->failure);
        return keep_mark(&chunk->texts, run, 0) && block_add(chunk, run, board->index, numbers);
    }
    if (!keep_mark(&chunk->texts, run, 1)) return false;
    for (int seating = 0; seating < schedule->seatings; seating++) {
        if (!round_texts_add(&chunk->texts, &at->texts[seating]) || !keep_mark(&chunk->texts, run, 0)) return false;
        sums_match(&sums, schedule, seating, &board->matches[seating]);
        if (run->simulation->matches && !match_rows_add(&chunk->matches, schedule, run->boards->agents, board, seating))
            return false;
    }
    sums_times(&sums, schedule, board->times);
    Tally before;
    if (run->simulation->board) before = chunk->tally;
    tally_sums(&chunk->tally, schedule, &board->order, &sums);
    if (run->simulation->board) run->simulation->board(run->simulation->arg, board->index, &before, &chunk->tally);
    return block_add(chunk, run, board->index, numbers);
}

/* ---- the run */

static bool release(void *arg, uint64_t first, uint64_t count, const void *result)
{
    SimulationRun *run = arg;
    const SimulationChunk *chunk = result;
    const Simulation *simulation = run->simulation;
    OutputFile *const files[] = {simulation->rounds, simulation->records, simulation->matches};
    if (simulation->rounds) output_file_write(simulation->rounds, chunk->texts.rounds.data, chunk->texts.rounds.length);
    if (simulation->records)
        output_file_write(simulation->records, chunk->texts.records.data, chunk->texts.records.length);
    if (simulation->matches) output_file_write(simulation->matches, chunk->matches.data, chunk->matches.length);
    if (!output_files_flush(files, 3)) return false; /* the sums are over the boards that are in the files */
    if (simulation->blocks && !block_sums_merge(simulation->blocks, &chunk->blocks)) return run->failed = true, false;
    tally_merge(&run->tally, &chunk->tally);
    run->done = first + count;
    return !simulation->watch || simulation->watch(simulation->arg, &run->tally, run->done);
}

ArenaEnd simulate(const BoardsJob *boards, const Simulation *simulation, Tally *tally, uint64_t *done)
{
    static const Simulation SUMS;
    SimulationRun run = {.boards = boards, .simulation = simulation ? simulation : &SUMS};
    const ResultFormat format = format_of(run.simulation);
    static const MatchesKept MATCHES = {sizeof(MatchesBoard), matches_begin, matches_round, matches_free, matches_add};
    const BoardsUse use = {.size = sizeof(SimulationChunk),
                           .clear = chunk_clear,
                           .free = chunk_free,
                           .format = &format,
                           .add = add,
                           .matches = boards->schedule->match_rounds ? &MATCHES : NULL,
                           .release = release};
    ArenaEnd end = boards_play(boards, &use, &run);
    *tally = run.tally;
    *done = run.done;
    return run.failed ? ARENA_FAILED : end;
}
