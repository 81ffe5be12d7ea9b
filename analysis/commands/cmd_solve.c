/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur solve: exact values with open cards. */
#include <stdlib.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/common.h"
#include "analysis/commands/positions.h"
#include "engine/notation.h"
#include "engine/solve.h"
#include "sim/clock.h"
#include "sim/files/interrupt.h"
#include "sim/files/record_file.h"
#include "sim/files/text_buffer.h"

typedef struct {
    bool value, stats;
} SolveOptions;

typedef struct {
    uint64_t positions, nodes, most;
    double seconds, longest;
} SolveStats;

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
        if (position->rules.sides == 2) continue;
        error_set(error, "%.100s:%d: the rules have %d sides; solve works for two (2 players, or 4 with teams=1)", name,
                  position->line, position->rules.sides);
        return false;
    }
    return true;
}

/* Rounds that are over have no play to value. False if there is nothing else; a note tells of some. */
static bool plays_left(const Positions *positions, const char *name, Error *error)
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
        command_error(0, "solve", "note: %.100s:%d: the round is over; %zu of %zu records get no row for that", name,
                      line, over, positions->count);
    return true;
}

static void row_write(OutputFile *csv, size_t record, const char *play, int value)
{
    csv_count(csv, record);
    csv_text(csv, play);
    csv_integer(csv, value);
    csv_end_row(csv);
}

typedef struct {
    SolvePlay plays[MAX_MOVES];
    int count, value;
    bool has_value;
} Solved;

static uint64_t position_solve(Solved *out, Solver *solver, const Position *position, bool value_only)
{
    uint64_t nodes = 0;
    out->count = 0;
    out->has_value = value_only;
    if (!value_only) {
        solve_plays(out->plays, &out->count, solver, &position->round, &position->rules);
        nodes = solver->nodes;
        if (position->played) return nodes;
    }
    /* the best of all plays is the position's value */
    for (int i = 0; i < out->count; i++)
        if (!i || out->plays[i].value > out->value) out->value = out->plays[i].value;
    if (!out->count) {
        solve_value(&out->value, solver, &position->round, &position->rules);
        nodes += solver->nodes;
    }
    out->has_value = true;
    return nodes;
}

static void solved_write(OutputFile *csv, size_t record, const Solved *solved, const Position *position)
{
    CardSet hand = table_over(&position->round.table) ? 0 : round_hand(&position->round);
    if (solved->has_value) row_write(csv, record, "-", solved->value);
    for (int i = 0; i < solved->count; i++) {
        char text[PLAY_TEXT];
        CardSet play = solved->plays[i].play;
        play_print(text, set_first(play & hand), play & ~hand);
        row_write(csv, record, text, solved->plays[i].value);
    }
}

/* Solves all, until the user stops it, and writes the rows in the order of the file. Returns the exit status. */
static int positions_solve(OutputFile *csv, SolveStats *stats, const Positions *positions, int threads, bool value_only)
{
    size_t entries = 1 << 12;
    bool complete = true, stopped = false;
    for (size_t i = 0; i < positions->count; i++)
        if (solver_entries(&positions->list[i].rules) > entries) entries = solver_entries(&positions->list[i].rules);
#pragma omp parallel num_threads(threads)
    {
        SolveEntry *table = malloc(entries * sizeof *table);
        Solver *solver = malloc(sizeof *solver);
        Solved *solved = malloc(sizeof *solved);
        bool ready = table && solver && solved;
        if (ready) solver_init(solver, table, entries);
#pragma omp for ordered schedule(dynamic)
        for (size_t i = 0; i < positions->count; i++) {
            double start = seconds_now();
            bool skipped = interrupt_seen();
            uint64_t nodes = ready && !skipped ? position_solve(solved, solver, &positions->list[i], value_only) : 0;
            double seconds = seconds_now() - start;
#pragma omp ordered
            {
                complete = complete && ready;
                stopped |= skipped;
                if (complete && !stopped) {
                    stats_add(stats, nodes, seconds);
                    solved_write(csv, i, solved, &positions->list[i]);
                }
            }
        }
        free(solved);
        free(solver);
        free(table);
    }
    return !complete ? command_error(STATUS_FAILED, "solve", "out of memory") : stopped ? STATUS_INTERRUPTED : 0;
}

int cmd_solve(int argc, char **argv)
{
    static const Option ROWS[] = {
        {.name = "value",
         .type = OPTION_FLAG,
         .offset = offsetof(SolveOptions, value),
         .help = "only each position's value, as play -"},
        {.name = "stats",
         .type = OPTION_FLAG,
         .offset = offsetof(SolveOptions, stats),
         .help = "at the end, positions searched and times on stderr"},
    };
    SolveOptions mine = {0};
    CommonOptions common = {0};
    const OptionGroup groups[] = {{"Options", ROWS, 2, &mine}, {"Options", &OPTION_THREADS, 1, &common}};
    const OptionsSpec spec = {
        .command = "solve",
        .args = "FILE",
        .min_args = 1,
        .max_args = 1,
        .about =
            "Exact values with open cards, for two sides: prints CSV record,play,value, one row for each legal play "
            "of each record's position. The value is what the side to move scores beyond the other side over the "
            "whole round, with best play by both and all cards known. A record without a play line also has "
            "the round's value, as play -. - is stdin.",
        .example = "pasur solve position.txt",
        .groups = groups,
        .group_count = 2,
    };
    Error error;
    ParsedOptions parsed;
    OptionsStatus options = options_parse(&parsed, &spec, argc, argv);
    if (options != OPTIONS_OK) return options_report(&spec, &parsed, options);
    Positions positions;
    int status = positions_read(&positions, parsed.args[0], &error) ? 0 : error_status(&error);
    if (status) return command_error(status, "solve", "%s", error.text);
    if (!sides_allowed(&positions, parsed.args[0], &error) ||
        (!mine.value && !plays_left(&positions, parsed.args[0], &error))) {
        positions_free(&positions);
        return command_error(STATUS_WRONG_USE, "solve", "%s", error.text);
    }
    OutputFile csv;
    SolveStats stats = {0};
    int threads = common_threads(&common);
    double start = seconds_now();
    if (!output_file_open(&csv, "-", &error)) {
        status = command_error(STATUS_FAILED, "solve", "%s", error.text);
    } else {
        csv_names(&csv, (const char *const[]){"record", "play", "value"}, 3);
        interrupt_catch();
        status = positions_solve(&csv, &stats, &positions, threads, mine.value);
        if (!output_file_close(&csv, &error) && status != STATUS_FAILED)
            status = command_error(STATUS_FAILED, "solve", "%s", error.text);
    }
    if (mine.stats && status != STATUS_FAILED) stats_print(&stats, threads, seconds_now() - start);
    positions_free(&positions);
    return status;
}
