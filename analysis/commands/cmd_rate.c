/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur rate: a tournament among many agents. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent_list.h"
#include "analysis/commands/commands.h"
#include "analysis/commands/common.h"
#include "analysis/commands/files.h"
#include "analysis/commands/progress.h"
#include "analysis/report/agent_notes.h"
#include "analysis/report/charts/plot.h"
#include "analysis/report/rate_report.h"
#include "analysis/report/run_head.h"
#include "engine/text/number.h"
#include "sim/clock.h"
#include "sim/files/interrupt.h"
#include "sim/files/record_file.h"
#include "sim/files/text_buffer.h"

typedef struct {
    uint64_t boards;
    const char *gauntlet, *cross;
    double max_void;
} RateOptions;

#define ROW(member) .offset = offsetof(RateOptions, member)

static const Option RATE_ROWS[] = {
    {.name = "boards",
     .type = OPTION_COUNT,
     ROW(boards),
     .low = "1",
     .high = "1G",
     .fallback = "1k",
     .help = "packs to play, each once in every seating of every meeting"},
    {.name = "gauntlet",
     .type = OPTION_TEXT,
     ROW(gauntlet),
     .metavar = "A",
     .help = "only meetings of this agent; it may be among those named"},
    {.name = "max-void",
     .type = OPTION_NUMBER,
     ROW(max_void),
     .low = "0",
     .fallback = "0",
     .help = "void boards of meetings (an agent failed) that are allowed; below 1, as a share of them"},
    {.name = "cross",
     .type = OPTION_TEXT,
     ROW(cross),
     .metavar = "FILE",
     .help = "write the cross-table as CSV, a row for each agent and opponent"},
};

typedef struct {
    RateOptions options;
    CommonOptions common;
    Schedule schedule;
    const char *names[TOURNAMENT_MAX_AGENTS + 1];
    Agent *agents;
    int agent_count, gauntlet;
    Tournament tournament;
    OutputFile csv, cross;
    PlotOutput plot;
    Progress progress;
    bool too_many_voids, no_memory;
    char *command;
    char start[TIME_TEXT];
    double started;
} RateRun;

static bool take(void *arg, uint64_t board, size_t pairing, const PairingResult *result)
{
    RateRun *run = arg;
    const uint64_t pairings = run->tournament.pairing_count, total = run->options.boards * pairings;
    if (!tournament_take(&run->tournament, board, pairing, result)) return !(run->no_memory = true);
    const double limit = run->options.max_void < 1 ? run->options.max_void * (double)total : run->options.max_void;
    run->too_many_voids = (double)run->tournament.voids > limit;
    if (progress_due(&run->progress)) {
        char rest[RATE_PROGRESS];
        rate_progress(rest, &run->tournament, run->agents);
        progress_show(&run->progress, "boards", board * pairings + pairing + 1, total, rest);
    }
    return !run->too_many_voids;
}

/* Puts the agent of --gauntlet first unless it is among those named. */
static void gauntlet_find(RateRun *run, const ParsedOptions *parsed)
{
    run->gauntlet = NO_GAUNTLET;
    for (int i = 0; i < parsed->arg_count; i++)
        if (run->options.gauntlet && run->gauntlet == NO_GAUNTLET && !strcmp(parsed->args[i], run->options.gauntlet))
            run->gauntlet = i;
    if (run->options.gauntlet && run->gauntlet == NO_GAUNTLET) {
        run->gauntlet = 0;
        run->names[run->agent_count++] = run->options.gauntlet;
    }
    for (int i = 0; i < parsed->arg_count; i++)
        run->names[run->agent_count++] = parsed->args[i];
}

/* Everything that can be wrong before a file is touched. Returns 0 or the exit status with a reason. */
static int run_prepare(RateRun *run, const ParsedOptions *parsed, Error *error)
{
    Rules rules;
    gauntlet_find(run, parsed);
    if (run->agent_count < 2) return error_set(error, "one agent alone: name at least 2"), STATUS_WRONG_USE;
    if (run->agent_count > TOURNAMENT_MAX_AGENTS)
        return error_set(error, "more than %d agents", TOURNAMENT_MAX_AGENTS), STATUS_WRONG_USE;
    if (run->plot.out && !plot_name_valid(run->plot.out, error)) return STATUS_WRONG_USE;
    if (!rules_parse(&rules, run->common.rules, error) ||
        !schedule_make(&run->schedule, run->common.rules, pairing_size(&rules, run->agent_count),
                       !run->common.no_duplicate, error))
        return STATUS_WRONG_USE;
    run->schedule.seed = run->common.seed;
    Agent *agents = calloc((size_t)run->agent_count, sizeof *agents);
    if (!agents) return error_memory(error), STATUS_FAILED;
    if (!agents_open(agents, run->names, run->agent_count, error)) {
        free(agents);
        return STATUS_WRONG_USE;
    }
    run->agents = agents;
    const NamedFile own[] = {{"--cross", run->options.cross, false}, {"--plot", run->plot.out, false}};
    const RunFiles files = {&run->common, own, 2, agents, run->agent_count};
    if (!agents_play_rules(agents, run->agent_count, &run->schedule.rules, error) ||
        !tournament_init(&run->tournament, &run->schedule, (size_t)run->agent_count, run->gauntlet, run->options.boards,
                         error))
        return STATUS_WRONG_USE;
    return files_check(&files, error);
}

static void run_free(RateRun *run)
{
    if (run->agents) agents_free(run->agents, run->agent_count);
    free(run->agents);
    tournament_free(&run->tournament);
    free(run->command);
    plot_output_free(&run->plot);
}

static void plan_print(FILE *out, const RateRun *run, uint64_t boards)
{
    char rules[RULES_TEXT];
    rules_print(rules, &run->schedule.rules);
    const double rounds = (double)boards * (double)run->tournament.pairing_count * run->schedule.seatings;
    fprintf(out,
            "%d agents, %zu meeting%s on the same %llu board%s in %d seating%s: %.0f rounds; rules %s, seed %llu\n",
            run->agent_count, run->tournament.pairing_count, PLURAL(run->tournament.pairing_count),
            (unsigned long long)boards, PLURAL(boards), run->schedule.seatings, PLURAL(run->schedule.seatings), rounds,
            rules, (unsigned long long)run->schedule.seed);
}

/* Best first; equal ratings as named. */
static void order_fill(uint16_t *order, const Rating *points, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        for (; at > 0 && points[order[at - 1]].value < points[i].value; at--)
            order[at] = order[at - 1];
        order[at] = (uint16_t)i;
    }
}

static void report_print(FILE *out, const RateRun *run, const RateResult *result, double wall)
{
    char time[SHORT_TEXT];
    short_time(time, wall);
    plan_print(out, run, run->tournament.boards_over);
    rate_table(out, result);
    fputc('\n', out);
    cross_table(out, result);
    cycles_list(out, result);
    fprintf(out, "void boards: %lld\n%s\nAgain: %s\n", (long long)run->tournament.voids, time, run->command);
    if (agents_timed(run->agents, run->agent_count)) fputs(TIMED_NOTE, out);
}

/* Ratings, files and the report. Returns the exit status. */
static int report(RateRun *run, bool partial)
{
    const size_t n = (size_t)run->agent_count;
    Rating *ratings = calloc(2 * n, sizeof *ratings);
    bool *beats = calloc(n * n, sizeof *beats);
    uint16_t *order = calloc(n, sizeof *order);
    bool good = ratings && beats && order &&
                tournament_rate(&run->tournament, ratings, ratings + n, RATE_ALPHA, run->common.seed) &&
                tournament_beats(&run->tournament, beats, RATE_ALPHA);
    if (good) {
        const double wall = seconds_now() - run->started;
        const RateResult result = {&run->tournament, run->agents, ratings, ratings + n, beats, order};
        OutputFile *const files[] = {&run->csv, &run->plot.csv, &run->cross};
        order_fill(order, ratings, n);
        for (int i = 0; i < 3; i++) {
            run_head_write(files[i], run->command, run->common.seed, &run->schedule.rules, run->start, wall);
            if (partial) csv_partial(files[i], run->tournament.boards_over);
        }
        rate_csv(&run->csv, &result);
        rate_csv(&run->plot.csv, &result);
        cross_csv(&run->cross, &result);
        const bool taken = (run->common.csv && !strcmp(run->common.csv, "-")) ||
                           (run->options.cross && !strcmp(run->options.cross, "-"));
        FILE *out = taken ? stderr : stdout;
        if (partial)
            fprintf(out, "PARTIAL: the first %llu of %llu boards\n", (unsigned long long)run->tournament.boards_over,
                    (unsigned long long)run->options.boards);
        if (!taken || !run->common.quiet) report_print(out, run, &result, wall);
    }
    free(ratings);
    free(beats);
    free(order);
    return good ? 0 : command_error(STATUS_FAILED, "rate", "out of memory");
}

static int run_boards(RateRun *run)
{
    Error error;
    time_print(run->start);
    run->started = seconds_now();
    if (!plot_output_open(&run->plot, &error) ||
        (run->common.csv && !output_file_open(&run->csv, run->common.csv, &error)) ||
        (run->options.cross && !output_file_open(&run->cross, run->options.cross, &error)))
        return command_error(STATUS_FAILED, "rate", "%s", error.text);
    interrupt_catch();
    progress_start(&run->progress, run->common.quiet);
    const Pairings pairings = {
        .schedule = &run->schedule,
        .agents = run->agents,
        .agent_count = (size_t)run->agent_count,
        .pairings = run->tournament.pairings,
        .pairing_count = run->tournament.pairing_count,
        .boards = run->options.boards,
        .threads = common_threads(&run->common),
        .take = take,
        .arg = run,
    };
    const ArenaEnd end = pairings_play(&pairings);
    progress_end(&run->progress);
    int status = 0;
    if (end == ARENA_FAILED || run->no_memory)
        status = command_error(STATUS_FAILED, "rate", "out of memory");
    else if (run->tournament.blocks_used)
        status = report(run, end != ARENA_DONE);
    Error second;
    const bool kept = output_file_close(&run->csv, &error);
    if (!output_file_close(&run->cross, kept ? &error : &second) || !kept)
        return command_error(STATUS_FAILED, "rate", "%s", error.text);
    if (status) return status;
    if (run->tournament.blocks_used && !plot_output_draw(&run->plot, &error))
        return command_error(STATUS_FAILED, "rate", "%s", error.text);
    if (fflush(stdout) || ferror(stdout))
        return command_error(STATUS_FAILED, "rate", "standard output cannot be written");
    if (end == ARENA_INTERRUPTED) return STATUS_INTERRUPTED;
    if (run->too_many_voids)
        return command_error(STATUS_VOID, "rate", "%lld void boards, more than --max-void allows",
                             (long long)run->tournament.voids);
    return 0;
}

int cmd_rate(int argc, char **argv)
{
    RateRun run = {0};
    const OptionGroup groups[] = {
        {"Sample", RATE_ROWS, 2, &run.options},     {"Sample", &OPTION_RULES, 1, &run.common},
        {"Sample", &OPTION_SEED, 1, &run.common},   {"Sample", &OPTION_NO_DUPLICATE, 1, &run.common},
        {"Sample", RATE_ROWS + 2, 1, &run.options}, {"Output", &OPTION_CSV, 1, &run.common},
        {"Output", RATE_ROWS + 3, 1, &run.options}, {"Output", &OPTION_PLOT, 1, &run.plot},
        {"Run", &OPTION_THREADS, 1, &run.common},   {"Run", &OPTION_QUIET, 1, &run.common},
        {"Run", &OPTION_DRY_RUN, 1, &run.common},
    };
    const OptionsSpec spec = {
        .command = "rate",
        .args = "A B [C ...]",
        .min_args = 1,
        .max_args = TOURNAMENT_MAX_AGENTS,
        .about =
            "A tournament: every agent meets every other on the same boards, at a table of two, or of three or four "
            "where the rules seat so many. Ratings are in points a round and in Elo, with mean 0.",
        .example = "pasur rate greedy random counter tactic --boards 10k --csv ratings.csv --cross cross.csv",
        .notes =
            "Elo: Bradley-Terry at tables of two, Plackett-Luce at larger ones, with a prior of one drawn virtual\n"
            "board for each pair, so that an agent that wins everything has a finite rating. Intervals come from\n"
            "resampling boards. In the cross-table, a difference that may be chance is marked with '?'.",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
    };
    Error error;
    ParsedOptions parsed;
    const OptionsStatus options = options_parse(&parsed, &spec, argc, argv);
    if (options != OPTIONS_OK) return options_report(&spec, &parsed, options);
    int status = run_prepare(&run, &parsed, &error);
    if (status) {
        run_free(&run);
        return command_error(status, "rate", "%s", error.text);
    }
    rules_note("rate", &run.common, &run.schedule.rules);
    run.command = command_again(&spec, &parsed, argc, argv, "boards", run.options.boards, run.common.seed);
    if (!run.command)
        status = command_error(STATUS_FAILED, "rate", "out of memory");
    else if (run.common.dry_run)
        plan_print(stdout, &run, run.options.boards);
    else
        status = run_boards(&run);
    run_free(&run);
    return status;
}
