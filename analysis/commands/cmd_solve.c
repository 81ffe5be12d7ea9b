/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur solve: exact values with open cards. */
#include <stdlib.h>

#include "analysis/commands/commands.h"
#include "analysis/study/review.h"
#include "engine/notation.h"

enum { BATCH = 1024 }; /* positions that are read before they are solved */

typedef struct {
    bool value, stats; /* options */
    Position *batch;
    size_t waiting; /* in it */
    uint64_t records, over;
    int over_line; /* of the first that is over */
    bool begun;    /* the header is written */
    OutputFile *file;
    /* of --stats: the calls, their nodes and seconds, and the most of one */
    uint64_t calls, nodes, most;
    double seconds, longest;
} Solve;

static const Option OPTIONS[] = {
    {"value", "only each position's value, as play -", OPTION_AT(Solve, value), .heading = "Options"},
    {"stats", "at the end, positions searched and times on stderr", OPTION_AT(Solve, stats)},
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

static void stats_print(const Solve *own, int threads, double wall)
{
    const double calls = own->calls ? (double)own->calls : 1;
    fprintf(stderr,
            "pasur solve: %llu position%s in %.3f s (%d thread%s): nodes mean %.1f worst %llu, "
            "milliseconds mean %.4g worst %.4g\n",
            (unsigned long long)own->calls, PLURAL(own->calls), wall, threads, PLURAL(threads),
            (double)own->nodes / calls, (unsigned long long)own->most, 1e3 * own->seconds / calls, 1e3 * own->longest);
}

static bool solve_prepare(Driver *driver, Error *error)
{
    Solve *own = driver->own;
    own->file = driver_rows(driver);
    own->batch = malloc(BATCH * sizeof *own->batch);
    return own->batch || error_memory(error);
}

/* Writes the rows of one record. */
static void take(void *arg, const Position *position, const Solved *solved)
{
    Solve *own = arg;
    OutputFile *file = own->file;
    const uint64_t record = position->number;
    const CardSet hand = table_over(&position->round.table) ? 0 : round_hand(&position->round);
    own->calls++;
    own->nodes += solved->nodes;
    own->seconds += solved->seconds;
    if (solved->nodes > own->most) own->most = solved->nodes;
    if (solved->seconds > own->longest) own->longest = solved->seconds;
    if (solved->has_value) figures_row(file, &SOLVE_FIGURES, &(SolveRow){record, "-", solved->value});
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
    const SolveJob job = {own->batch, own->waiting, own->value, driver->threads, take, own};
    bool stopped;
    if (!own->begun && own->waiting) figures_header(own->file, &SOLVE_FIGURES);
    own->begun |= own->waiting > 0;
    own->waiting = 0;
    if (!positions_solve(&job, &stopped)) return error_memory(error);
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
    if (good && own->stats) stats_print(own, driver->threads, seconds_now() - driver->end.started);
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
