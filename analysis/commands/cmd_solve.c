/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur solve: exact values with open cards. */
#include "analysis/commands/commands.h"
#include "analysis/study/solve_positions.h"
#include "engine/notation.h"
#include "engine/text/number.h"
#include "sim/files/figures.h"
#include "sim/files/interrupt.h"

typedef struct {
    uint64_t positions, nodes, most;
    double seconds, longest;
} SolveStats;

typedef struct {
    bool value, stats; /* options */
    Positions positions;
    SolveStats sums;
    OutputFile file;
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

/* Nodes of both calls for one record. */
static void stats_add(SolveStats *stats, uint64_t nodes, double seconds)
{
    stats->positions++;
    stats->nodes += nodes;
    stats->seconds += seconds;
    if (nodes > stats->most) stats->most = nodes;
    if (seconds > stats->longest) stats->longest = seconds;
}

static void stats_print(const SolveStats *stats, int threads, double wall)
{
    double positions = stats->positions ? (double)stats->positions : 1;
    fprintf(stderr,
            "pasur solve: %llu position%s in %.3f s (%d thread%s): nodes mean %.1f worst %llu, "
            "milliseconds mean %.4g worst %.4g\n",
            (unsigned long long)stats->positions, PLURAL(stats->positions), wall, threads, PLURAL(threads),
            (double)stats->nodes / positions, (unsigned long long)stats->most, 1e3 * stats->seconds / positions,
            1e3 * stats->longest);
}

/* False if the rules of any record have more than two sides. */
static bool sides_allowed(const Positions *positions, const char *name, Error *error)
{
    for (size_t i = 0; i < positions->count; i++) {
        const Position *position = &positions->list[i];
        if (position->rules.sides != 2)
            return error_set(error,
                             "%.100s:%d: the rules have %d sides; solve works for two (2 players, or 4 with teams=1)",
                             name, position->line, position->rules.sides);
    }
    return true;
}

/* Rounds that are over have no play to value. False if there is nothing else; a note tells of some. */
static bool plays_left(Driver *driver, const Positions *positions, const char *name, Error *error)
{
    size_t over = 0;
    int line = 0;
    for (size_t i = 0; i < positions->count; i++) {
        if (!table_over(&positions->list[i].round.table)) continue;
        if (!over++) line = positions->list[i].line;
    }
    if (over == positions->count)
        return error_set(error,
                         "%.100s:%d: the round is over; leave off the last plays of its play line, or take --value "
                         "for its result",
                         name, line);
    if (over)
        snprintf(driver->note, sizeof driver->note,
                 "note: %.100s:%d: the round is over; %zu of %zu records get no row for that", name, line, over,
                 positions->count);
    return true;
}

static bool prepare(Driver *driver, Error *error)
{
    Solve *solve = driver->own;
    const char *name = driver->parsed.args[0];
    return positions_read(&solve->positions, name, error) && sides_allowed(&solve->positions, name, error) &&
           (solve->value || plays_left(driver, &solve->positions, name, error));
}

/* Writes the rows of one record. */
static void take(void *arg, size_t record, const Solved *solved)
{
    Solve *own = arg;
    OutputFile *file = &own->file;
    const Position *position = &own->positions.list[record];
    const CardSet hand = table_over(&position->round.table) ? 0 : round_hand(&position->round);
    stats_add(&own->sums, solved->nodes, solved->seconds);
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
    Error later;
    if (!output_file_open(&own->file, "-", error)) return false;
    figures_header(&own->file, &SOLVE_FIGURES);
    interrupt_catch();
    bool good = positions_solve(&job, &driver->interrupted) || error_memory(error);
    good &= output_file_close(&own->file, good ? error : &later);
    if (good && own->stats) stats_print(&own->sums, driver->threads, seconds_now() - driver->started);
    return good;
}

static void solve_free(Driver *driver) { positions_free(&((Solve *)driver->own)->positions); }

const Command CMD_SOLVE = {
    .spec = {.command = "solve",
             .summary = "exact values with open cards, for two sides",
             .args = "FILE",
             .min_args = 1,
             .max_args = 1,
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
