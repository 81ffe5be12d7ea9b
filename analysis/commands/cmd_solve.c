/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur solve: exact values with open cards. pasur perft: how many sequences of plays follow a position. pasur deal:
   shuffled deals as records, which both read. */
#include <stdlib.h>

#include "analysis/commands/commands.h"
#include "engine/notation.h"
#include "engine/round.h"
#include "engine/solve.h"
#include "sim/files/record_file.h"

/* ---- pasur solve */

enum { BATCH = 1024 }; /* positions that are read before they are solved */

typedef struct {
    bool value; /* option */
    Position *batch;
    size_t waiting; /* in it */
    uint64_t records, over;
    int over_line; /* of the first that is over */
    bool begun;    /* the header is written */
    OutputFile *file;
} Solve;

static const Option OPTIONS[] = {
    {"value", "only each position's value, as play -", OPTION_AT(Solve, value), .heading = "Options"},
    {OPTION_JSON_STREAM},
    {OPTION_THREADS},
};

typedef struct {
    uint64_t record;
    char play[PLAY_TEXT];
    int value;
} SolveRow;

static const Figure FIGURES[] = {
    {"record", "index", "which record of the file, from 0", FIGURE_AT(SolveRow, record)},
    {"play", "play", "the play; - is the position itself", FIGURE_AT(SolveRow, play)},
    {"value", "points", "what the side to move scores beyond the other over the whole round",
     FIGURE_AT(SolveRow, value)},
};
static const FigureTable SOLVE_FIGURES = {"solve", "legal play of a record's position", FIGURE_ROWS(FIGURES), NULL};
static const ResultKind RESULT_SOLVE = {.table = &SOLVE_FIGURES, .boardless = true};

static bool solve_prepare(Driver *driver, Error *error)
{
    Solve *own = driver->own;
    own->file = driver_rows(driver);
    own->batch = malloc(BATCH * sizeof *own->batch);
    return own->batch || error_memory(error);
}

/* One thread's. */
typedef struct {
    SolvePlay plays[MAX_MOVES]; /* of the position, `count`: none where only the value is asked for */
    int count, value;
    Solver solver;
    SolveEntry table[];
} Solved;

/* The values of the plays, of which the best is the position's, or of a position alone. */
static void position_solve(Solved *out, const Position *position, bool value_only)
{
    out->count = 0;
    if (value_only)
        solve_value(&out->value, &out->solver, &position->round, &position->rules);
    else
        solve_plays(out->plays, &out->count, &out->solver, &position->round, &position->rules);
    for (int i = 0; i < out->count; i++)
        if (!i || out->plays[i].value > out->value) out->value = out->plays[i].value;
}

/* Writes the rows of one record. */
static void position_take(Solve *own, const Position *position, const Solved *solved)
{
    OutputFile *file = own->file;
    const uint64_t record = position->number;
    const CardSet hand = table_over(&position->round.table) ? 0 : round_hand(&position->round);
    if (own->value || !position->played) figures_row(file, &SOLVE_FIGURES, &(SolveRow){record, "-", solved->value});
    for (int i = 0; i < solved->count; i++) {
        SolveRow row = {.record = record, .value = solved->plays[i].value};
        const CardSet play = solved->plays[i].play;
        play_print(row.play, set_first(play & hand), play & ~hand);
        figures_row(file, &SOLVE_FIGURES, &row);
    }
}

/* Solves what waits. False if memory runs out, or there is no need to go on: the user has stopped it. */
static bool batch_solve(Driver *driver, Error *error)
{
    Solve *own = driver->own;
    size_t entries = 0, count = own->waiting;
    bool complete = true, stopped = false;
    if (!own->begun && count) figures_header(own->file, &SOLVE_FIGURES);
    own->begun |= count > 0;
    own->waiting = 0;
    for (size_t i = 0; i < count; i++)
        if (solver_entries(&own->batch[i].rules) > entries) entries = solver_entries(&own->batch[i].rules);
#pragma omp parallel num_threads(driver->threads)
    {
        Solved *solved = malloc(sizeof *solved + entries * sizeof *solved->table);
        if (solved && count) solver_init(&solved->solver, solved->table, entries);
#pragma omp for ordered schedule(dynamic)
        for (size_t i = 0; i < count; i++) {
            const bool skipped = interrupt_seen();
            if (solved && !skipped) position_solve(solved, &own->batch[i], own->value);
#pragma omp ordered
            {
                complete &= solved != NULL;
                stopped |= skipped;
                if (complete && !stopped) position_take(own, &own->batch[i], solved);
            }
        }
        free(solved);
    }
    if (!complete) return error_memory(error);
    driver->work.interrupted |= stopped;
    return !(driver->work.interrupted || output_file_failed(own->file)) || error_set(error, "stopped");
}

/* Rounds that are over have no play to value. */
static bool record_take(void *context, const Record *record, Error *error)
{
    Driver *driver = context;
    Solve *own = driver->own;
    Position *position = &own->batch[own->waiting];
    if ((driver->work.interrupted = interrupt_seen())) return error_set(error, "stopped");
    if (!position_of(position, record, own->records++, error)) return false;
    if (position->rules.sides != 2)
        return error_set(error, "the rules have %d sides; solve works for two (2 players, or 4 with teams=1)",
                         position->rules.sides);
    if (table_over(&position->round.table) && !own->value) {
        if (!own->over++) own->over_line = position->line;
        return true;
    }
    return ++own->waiting < BATCH || batch_solve(driver, error);
}

static bool solve_all(Driver *driver, Error *error)
{
    Error later;
    Solve *own = driver->own;
    const char *name = driver->parsed.args[0];
    interrupt_catch_reading(name);
    bool good = record_file_read(name, record_take, driver, error);
    good &= batch_solve(driver, good ? error : &later); /* the rows of what stands before bad input too */
    if (driver->work.interrupted || output_file_failed(own->file)) return true;
    if (good && own->over && !own->begun)
        return error_set(error,
                         "%.100s:%d: the round is over; leave off the last plays of its play line, or take --value "
                         "for its result",
                         name, own->over_line);
    if (own->over)
        driver_note(driver, "note: %.100s:%d: the round is over; %llu of %llu records get no row for that", name,
                    own->over_line, (unsigned long long)own->over, (unsigned long long)own->records);
    return good;
}

static void solve_free(Driver *driver) { free(((Solve *)driver->own)->batch); }

const Command CMD_SOLVE = {
    .spec = {.command = "solve",
             .summary = "exact values with open cards, for two sides",
             .args = {"FILE", 1, 1, "the file", TAKES_FILE},
             .about =
                 "Exact values with open cards, for two sides: prints CSV record,play,value, one row for each legal "
                 "play of each record's position. The value is what the side to move scores beyond the other side "
                 "over the whole round, with best play by both and all cards known. A record without a play line "
                 "also has the round's value, as play -. - is stdin.",
             .example = "pasur deal | pasur solve -",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Solve),
    COMMAND_RESULTS(&RESULT_SOLVE),
    .prepare = solve_prepare,
    .work = solve_all,
    .free = solve_free,
};

/* ---- pasur perft */

typedef struct {
    uint64_t depth;
} Perft;

static const Option PERFT_OPTIONS[] = {
    {"depth", "plays to look ahead", OPTION_AT(Perft, depth), .low = "0", .high = "48", .fallback = "4",
     .heading = "Options"},
};

static bool count_print(void *context, const Record *record, Error *error)
{
    const Perft *own = ((const Driver *)context)->own;
    Position position;
    if (!position_of(&position, record, 0, error)) return false;
    printf("%llu\n", (unsigned long long)perft(&position.round, &position.rules, (int)own->depth));
    return driver_printed(error);
}

static bool counts_print(Driver *driver, Error *error)
{
    return record_file_read(driver->parsed.args[0], count_print, driver, error);
}

const Command CMD_PERFT = {
    .rare = true,
    .spec = {.command = "perft",
             .summary = "count the sequences of plays that follow a position",
             .args = {"FILE", 1, 1, "the file", TAKES_FILE},
             .about = "For each record's position one line: how many sequences of plays follow it. A round that ends "
                      "earlier counts as one. Cards are told apart by suit. - is stdin.",
             .example = "pasur deal --boards 3 | pasur perft - --depth 3",
             OPTION_ROWS(PERFT_OPTIONS)},
    .size = sizeof(Perft),
    .work = counts_print,
};

/* ---- pasur deal */

typedef struct {
    uint64_t boards;
    Record record;
    char text[RECORD_TEXT];
} Deal;

static const Option DEAL_OPTIONS[] = {
    {"boards", "how many", OPTION_AT(Deal, boards), .low = "1", .fallback = "1", .heading = "Options"},
    {OPTION_RULES},
    {OPTION_SEED},
};

static bool deals_print(Driver *driver, Error *error)
{
    Deal *deal = driver->own;
    Schedule schedule = {.seed = driver->common.seed};
    if (!rules_parse(&schedule.rules, driver->common.rules, error)) return false;
    deal->record = (Record){.rules = schedule.rules, .has_seed = true, .seed = schedule.seed, .has_round = true};
    bool good = true;
    interrupt_catch();
    for (uint64_t board = 0; good && board < deal->boards && !interrupt_seen(); board++) {
        schedule_pack(&deal->record.pack, &schedule, board);
        deal->record.round = board;
        record_print(deal->text, &deal->record);
        good = fputs(deal->text, stdout) >= 0 || driver_printed(error);
    }
    driver->work.interrupted = interrupt_seen();
    return good;
}

const Command CMD_DEAL = {
    .spec = {.command = "deal",
             .summary = "print shuffled deals as records",
             .about = "Prints shuffled deals as records, the first pool put right. They are the boards that 'pasur "
                      "sim' plays with the same rules and seed.",
             .example = "pasur deal --boards 3 --rules pagat,players=3",
             OPTION_ROWS(DEAL_OPTIONS)},
    .size = sizeof(Deal),
    .work = deals_print,
};
