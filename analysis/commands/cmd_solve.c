/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur solve: exact values with open cards. */
#include "analysis/commands/commands.h"
#include "analysis/study/solve_positions.h"
#include "engine/notation.h"

typedef struct {
    bool value, stats; /* options */
    Positions positions;
    OutputFile *file;
    /* of --stats: the calls, their nodes and seconds, and the most of one */
    uint64_t calls, nodes, most;
    double seconds, longest;
} Solve;

static const Option OPTIONS[] = {
    {"value", "only each position's value, as play -", OPTION_AT(Solve, value), .heading = "Options"},
    {"stats", "at the end, positions searched and times on stderr", OPTION_AT(Solve, stats)},
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

static void stats_print(const Solve *own, int threads, double wall)
{
    const double calls = own->calls ? (double)own->calls : 1;
    fprintf(stderr,
            "pasur solve: %llu position%s in %.3f s (%d thread%s): nodes mean %.1f worst %llu, "
            "milliseconds mean %.4g worst %.4g\n",
            (unsigned long long)own->calls, PLURAL(own->calls), wall, threads, PLURAL(threads),
            (double)own->nodes / calls, (unsigned long long)own->most, 1e3 * own->seconds / calls, 1e3 * own->longest);
}

/* The rules of every record must have two sides. Rounds that are over have no play to value: false if there is nothing
   else; a note tells of some. */
static bool positions_check(Driver *driver, const Positions *positions, const char *name, Error *error)
{
    const Solve *own = driver->own;
    size_t over = 0;
    int line = 0; /* of the first that is over */
    for (size_t i = 0; i < positions->count; i++) {
        const Position *position = &positions->list[i];
        if (position->rules.sides != 2)
            return error_set(error,
                             "%.100s:%d: the rules have %d sides; solve works for two (2 players, or 4 with teams=1)",
                             name, position->line, position->rules.sides);
        if (table_over(&position->round.table) && !over++) line = position->line;
    }
    if (own->value || !over) return true;
    if (over == positions->count)
        return error_set(error,
                         "%.100s:%d: the round is over; leave off the last plays of its play line, or take --value "
                         "for its result",
                         name, line);
    snprintf(driver->note, sizeof driver->note,
             "note: %.100s:%d: the round is over; %zu of %zu records get no row for that", name, line, over,
             positions->count);
    return true;
}

static bool prepare(Driver *driver, Error *error)
{
    Solve *own = driver->own;
    const char *name = driver->parsed.args[0];
    own->file = &files_add(&driver->files, "standard output", "-", FILE_STREAM)->out;
    return positions_read(&own->positions, name, error) && positions_check(driver, &own->positions, name, error);
}

/* Writes the rows of one record. */
static void take(void *arg, size_t record, const Solved *solved)
{
    Solve *own = arg;
    OutputFile *file = own->file;
    const Position *position = &own->positions.list[record];
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

static bool solve_all(Driver *driver, Error *error)
{
    Solve *own = driver->own;
    const SolveJob job = {&own->positions, own->value, driver->threads, take, own};
    figures_header(own->file, &SOLVE_FIGURES);
    interrupt_catch();
    if (!positions_solve(&job, &driver->interrupted)) return error_memory(error);
    if (own->stats) stats_print(own, driver->threads, seconds_now() - driver->started);
    return true;
}

static void solve_free(Driver *driver) { positions_free(&((Solve *)driver->own)->positions); }

const Command CMD_SOLVE = {
    .spec = {.command = "solve",
             .summary = "exact values with open cards, for two sides",
             .args = {"FILE", 1, 1},
             .about =
                 "Exact values with open cards, for two sides: prints CSV record,play,value, one row for each legal "
                 "play of each record's position. The value is what the side to move scores beyond the other side "
                 "over the whole round, with best play by both and all cards known. A record without a play line "
                 "also has the round's value, as play -. - is stdin.",
             .example = "pasur solve position.txt",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Solve),
    COMMAND_TABLES(&SOLVE_FIGURES),
    .prepare = prepare,
    .work = solve_all,
    .free = solve_free,
};
