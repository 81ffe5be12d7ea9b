/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur sim: agents against each other over many boards. */
#include <errno.h>
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
#include "analysis/report/run_head.h"
#include "analysis/report/sim_report.h"
#include "analysis/study/sim_stop.h"
#include "engine/text/number.h"
#include "sim/clock.h"
#include "sim/files/interrupt.h"
#include "sim/files/packs.h"
#include "sim/files/record_file.h"
#include "sim/files/text_buffer.h"
#include "sim/rounds.h"
#include "sim/simulate.h"

enum { MODEL_POINTS, MODEL_RESULTS };

typedef struct {
    uint64_t boards;
    const char *stop;
    double max_void, alpha, beta;
    int model;
} SimOptions;

static const Option SAMPLE_ROWS[] = {
    {.name = "boards",
     .type = OPTION_COUNT,
     .offset = offsetof(SimOptions, boards),
     .low = "1",
     .high = BOARDS_MOST,
     .fallback = "100k",
     .help = "packs to play, each once in every seating; with --stop ci= at most, and if not given until it stops"},
    {.name = "stop",
     .type = OPTION_TEXT,
     .offset = offsetof(SimOptions, stop),
     .metavar = "RULE",
     .help = "ci=X: as soon as every agent's 95 % interval, valid at any time, is at most X points a round to either "
             "side; sprt=LOW,HIGH: as soon as a sequential test knows whether A is LOW or HIGH points a round better"},
    {.name = "alpha",
     .type = OPTION_NUMBER,
     .offset = offsetof(SimOptions, alpha),
     .low = "1e-9",
     .high = "0.5",
     .fallback = "0.05",
     .help = "chance of the verdict HIGH where LOW is true"},
    {.name = "beta",
     .type = OPTION_NUMBER,
     .offset = offsetof(SimOptions, beta),
     .low = "1e-9",
     .high = "0.5",
     .fallback = "0.05",
     .help = "chance of the verdict LOW where HIGH is true"},
    {.name = "model",
     .type = OPTION_CHOICE,
     .offset = offsetof(SimOptions, model),
     .choices = "points results",
     .fallback = "points",
     .help = "what the test is about: points a round, or results of two agents, LOW and HIGH in Elo"},
    {.name = "max-void",
     .type = OPTION_NUMBER,
     .offset = offsetof(SimOptions, max_void),
     .low = "0",
     .fallback = "0",
     .help = "void boards (an agent failed) that are allowed; below 1, as a share of --boards"},
};

enum { SAMPLE_ROW_COUNT = sizeof SAMPLE_ROWS / sizeof *SAMPLE_ROWS };

/* Everything of one run, and what it may find out on the way. */
typedef struct {
    SimOptions options;
    CommonOptions common;
    Schedule schedule;
    Agent agents[MAX_SEATS];
    Packs packs;
    OutputFile csv, rounds, records;
    PlotOutput plot;
    StopRule stop;
    double rho; /* of the anytime intervals */
    Progress progress;
    bool too_many_voids;
    char *command; /* that repeats the run */
    char start[TIME_TEXT];
    double started;
} SimRun;

static SimResult result_of(const SimRun *run, const Tally *tally, bool anytime)
{
    return (SimResult){&run->schedule, run->agents, tally, anytime ? run->rho : 0};
}

static double voids_allowed(const SimRun *run, uint64_t done)
{
    double limit = run->options.max_void;
    return limit < 1 ? limit * (double)(run->options.boards < BOARDS_NO_END ? run->options.boards : done) : limit;
}

static void progress_line(SimRun *run, const SimResult *result, uint64_t done)
{
    AgentFigures figures = agent_figures(result, 0);
    char rest[AGENT_NAME + 160];
    int used = 0;
    if (interval_known(figures.diff_interval))
        used = snprintf(rest, sizeof rest, "%s %+.3f (%+.3f to %+.3f) points, ", run->agents[0].name, figures.diff.mean,
                        figures.diff_interval.low, figures.diff_interval.high);
    if (run->stop.kind == STOP_TEST)
        used += snprintf(rest + used, sizeof rest - (size_t)used, "LLR %.2f (%.2f to %.2f), ",
                         stop_llr(&run->stop, result), run->stop.plan.bound_low, run->stop.plan.bound_high);
    snprintf(rest + used, sizeof rest - (size_t)used, "%lld void", (long long)result->tally->voids);
    uint64_t boards = run->options.boards;
    double half = interval_half_width(figures.diff_interval);
    if (boards == BOARDS_NO_END && half > 0)
        boards = done + (uint64_t)((double)done * fmax(0, pow(half / run->stop.width, 2) - 1));
    progress_show(&run->progress, "boards", done, boards, rest);
}

static bool watch(void *arg, const Tally *tally, uint64_t done)
{
    SimRun *run = arg;
    SimResult result = result_of(run, tally, true);
    if (progress_due(&run->progress)) progress_line(run, &result, done);
    run->too_many_voids = (double)tally->voids > voids_allowed(run, done);
    return !run->too_many_voids && !stop_reached(&run->stop, &result);
}

/* --stop and what goes with it. */
static bool stop_read(SimRun *run, bool test_options, Error *error)
{
    const SimOptions *o = &run->options;
    if (o->stop && !stop_parse(&run->stop, o->stop, o->alpha, o->beta, o->model == MODEL_RESULTS, error)) return false;
    if (test_options && run->stop.kind != STOP_TEST)
        return error_set(error, "--alpha, --beta and --model belong to --stop sprt=LOW,HIGH");
    return true;
}

/* Everything that can be wrong before a file is touched. Returns 0 or the exit status with a reason. */
static int run_prepare(SimRun *run, const ParsedOptions *parsed, bool counted, bool test_options, Error *error)
{
    if (run->plot.out && !plot_name_valid(run->plot.out, error)) return STATUS_WRONG_USE;
    if (!stop_read(run, test_options, error) ||
        !schedule_make(&run->schedule, run->common.rules, parsed->arg_count, !run->common.no_duplicate, error) ||
        !stop_fits(&run->stop, &run->schedule, error) ||
        !agents_open(run->agents, parsed->args, parsed->arg_count, error))
        return STATUS_WRONG_USE;
    run->schedule.seed = run->common.seed;
    const NamedFile picture = {"--plot", run->plot.out, false};
    const RunFiles files = {&run->common, &picture, 1, run->agents, run->schedule.agents};
    int status = files_check(&files, error);
    if (!status && !agents_play_rules(run->agents, run->schedule.agents, &run->schedule.rules, error))
        status = STATUS_WRONG_USE;
    if (!status && run->common.deal)
        status = packs_read(&run->packs, run->common.deal, &run->schedule.rules, error) ? 0 : error_status(error);
    if (status) {
        agents_free(run->agents, run->schedule.agents);
        return status;
    }
    if (run->packs.count) {
        run->schedule.packs = run->packs.packs;
        run->schedule.pack_count = run->packs.count;
    }
    if (run->stop.kind == STOP_WIDTH && !counted) run->options.boards = BOARDS_NO_END;
    run->rho = anytime_rho(SIM_ALPHA, stop_planned_boards(&run->stop, run->options.boards));
    return 0;
}

static void run_free(SimRun *run)
{
    agents_free(run->agents, run->schedule.agents);
    packs_free(&run->packs);
    free(run->command);
    plot_output_free(&run->plot);
}

static bool files_open(SimRun *run, Error *error)
{
    const CommonOptions *common = &run->common;
    if (!plot_output_open(&run->plot, error) || (common->csv && !output_file_open(&run->csv, common->csv, error)) ||
        (common->rounds_csv && !output_file_open(&run->rounds, common->rounds_csv, error)) ||
        (common->records && !output_file_open(&run->records, common->records, error)))
        return false;
    run_head_write(&run->rounds, run->command, run->common.seed, &run->schedule.rules, run->start, -1);
    figures_header(&run->rounds, &ROUND_FIGURES);
    return true;
}

/* Closes all; false with the reason of the first that lost something. */
static bool files_close(SimRun *run, Error *error)
{
    Error later;
    bool good = output_file_close(&run->csv, error);
    good &= output_file_close(&run->rounds, good ? error : &later);
    good &= output_file_close(&run->records, good ? error : &later);
    return good;
}

static void plan_print(FILE *out, const SimRun *run)
{
    char rules[RULES_TEXT];
    const Schedule *schedule = &run->schedule;
    rules_print(rules, &schedule->rules);
    fprintf(out, "rules %s, %d seats, %d sides; seed %llu; seats in turn:", rules, schedule->rules.players,
            schedule->rules.sides, (unsigned long long)schedule->seed);
    for (int slot = 0; slot < schedule->rules.players; slot++)
        fprintf(out, " %s", run->agents[schedule->slots[slot]].name);
    if (run->options.boards == BOARDS_NO_END)
        fprintf(out, "\nboards in %d seating%s until the interval is +-%g\n", schedule->seatings,
                PLURAL(schedule->seatings), run->stop.width);
    else
        fprintf(out, "\n%llu board%s in %d seating%s: %llu rounds\n", (unsigned long long)run->options.boards,
                PLURAL(run->options.boards), schedule->seatings, PLURAL(schedule->seatings),
                (unsigned long long)run->options.boards * (unsigned)schedule->seatings);
}

static void summary_print(FILE *out, const SimRun *run, const SimResult *result, uint64_t done, double wall)
{
    char rules[RULES_TEXT], rate[SHORT_TEXT], time[SHORT_TEXT];
    const Tally *tally = result->tally;
    rules_print(rules, &run->schedule.rules);
    double rounds = (double)tally->boards * run->schedule.seatings;
    short_count(rate, rounds / wall);
    short_time(time, wall);
    fprintf(out, "%lld board%s in %d seating%s, %.0f round%s, rules %s, seed %llu; %s, %s rounds/s\n",
            (long long)tally->boards, PLURAL(tally->boards), run->schedule.seatings, PLURAL(run->schedule.seatings),
            rounds, PLURAL(rounds), rules, (unsigned long long)run->schedule.seed, time, rate);
    sim_summary(out, result);
    fprintf(out, "void boards: %lld\n", (long long)tally->voids);
    stop_summary(out, &run->stop, result);
    if (run->stop.kind == STOP_WIDTH && stop_reached(&run->stop, result))
        fprintf(out, "Stopped after %llu boards: the interval is narrow enough.\n", (unsigned long long)done);
    else if (run->stop.kind == STOP_WIDTH)
        fprintf(out, "The interval is not yet as narrow as +-%g after %llu boards.\n", run->stop.width,
                (unsigned long long)done);
    fprintf(out, "Again: %s\n", run->command);
    if (agents_timed(run->agents, run->schedule.agents)) fputs(TIMED_NOTE, out);
}

static int test_status(SprtVerdict verdict)
{
    return verdict == SPRT_HIGH ? 0 : verdict == SPRT_LOW ? STATUS_NO : STATUS_UNDECIDED;
}

static void figures_write(OutputFile *csv, const SimRun *run, const SimResult *result, uint64_t done, double wall,
                          bool partial)
{
    run_head_write(csv, run->command, run->common.seed, &run->schedule.rules, run->start, wall);
    if (partial) csv_partial(csv, done);
    csv_head(csv, "interval", "%s", result->rho > 0 ? "anytime" : "fixed number of boards");
    sim_csv(csv, result);
}

static int finish(SimRun *run, const Tally *tally, uint64_t done, ArenaEnd end)
{
    Error error;
    double wall = seconds_now() - run->started;
    bool interrupted = end == ARENA_INTERRUPTED;
    bool partial = interrupted || run->too_many_voids || end == ARENA_FAILED || output_file_failed(&run->rounds) ||
                   output_file_failed(&run->records);
    SimResult result = result_of(run, tally, run->stop.kind != STOP_NEVER || interrupted);
    progress_end(&run->progress);
    figures_write(&run->csv, run, &result, done, wall, partial);
    figures_write(&run->plot.csv, run, &result, done, wall, partial);
    FILE *out = common_takes_stdout(&run->common) ? stderr : stdout;
    if (!(out == stderr && run->common.quiet)) {
        if (partial && run->options.boards == BOARDS_NO_END)
            fprintf(out, "PARTIAL: the first %llu boards\n", (unsigned long long)done);
        else if (partial)
            fprintf(out, "PARTIAL: the first %llu of %llu boards\n", (unsigned long long)done,
                    (unsigned long long)run->options.boards);
        summary_print(out, run, &result, done, wall);
    }
    if (!files_close(run, &error)) return command_error(STATUS_FAILED, "sim", "%s", error.text);
    if (end == ARENA_FAILED) return command_error(STATUS_FAILED, "sim", "out of memory");
    if (!plot_output_draw(&run->plot, &error)) return command_error(STATUS_FAILED, "sim", "%s", error.text);
    if (fflush(stdout) || ferror(stdout))
        return command_error(STATUS_FAILED, "sim", "standard output cannot be written");
    if (interrupted) return STATUS_INTERRUPTED;
    if (run->too_many_voids)
        return command_error(STATUS_VOID, "sim", "%lld void boards, more than --max-void allows",
                             (long long)tally->voids);
    return run->stop.kind == STOP_TEST ? test_status(stop_verdict(&run->stop, &result)) : 0;
}

static int run_boards(SimRun *run)
{
    Error error;
    time_print(run->start);
    run->started = seconds_now();
    if (!files_open(run, &error)) {
        Error unused;
        files_close(run, &unused);
        return command_error(STATUS_FAILED, "sim", "%s", error.text);
    }
    if (*run->packs.note && !run->common.quiet) command_error(0, "sim", "%s", run->packs.note);
    interrupt_catch();
    progress_start(&run->progress, run->common.quiet);
    Simulation simulation = {
        .schedule = &run->schedule,
        .agents = run->agents,
        .boards = run->options.boards,
        .threads = common_threads(&run->common),
        .rounds = run->common.rounds_csv ? &run->rounds : NULL,
        .records = run->common.records ? &run->records : NULL,
        .watch = watch,
        .arg = run,
    };
    Tally tally;
    uint64_t done;
    ArenaEnd end = simulate(&simulation, &tally, &done);
    return finish(run, &tally, done, end);
}

int cmd_sim(int argc, char **argv)
{
    SimRun run = {0};
    const OptionGroup groups[] = {
        {"Sample", SAMPLE_ROWS, 1, &run.options},
        {"Sample", &OPTION_RULES, 1, &run.common},
        {"Sample", &OPTION_DEAL, 1, &run.common},
        {"Sample", &OPTION_SEED, 1, &run.common},
        {"Sample", &OPTION_NO_DUPLICATE, 1, &run.common},
        {"Sample", SAMPLE_ROWS + 1, SAMPLE_ROW_COUNT - 1, &run.options},
        {"Output", &OPTION_CSV, 1, &run.common},
        {"Output", &OPTION_ROUNDS_CSV, 1, &run.common},
        {"Output", &OPTION_RECORDS, 1, &run.common},
        {"Output", &OPTION_PLOT, 1, &run.plot},
        {"Run", &OPTION_THREADS, 1, &run.common},
        {"Run", &OPTION_QUIET, 1, &run.common},
        {"Run", &OPTION_DRY_RUN, 1, &run.common},
    };
    const OptionsSpec spec = {
        .command = "sim",
        .args = "A B [C D]",
        .min_args = 2,
        .max_args = MAX_SEATS,
        .about =
            "Seats agents against each other and says who scores more, and how sure that is. A board is one shuffled "
            "pack, played once in each seating (every distinct rotation of the agents).",
        .example = "pasur sim greedy random --boards 1M --csv result.csv",
        .notes =
            "Two agents at four seats sit A B A B, at three seats A B B. Every round begins with scores of 0 and is\n"
            "played out: sur_limit, target, per_shodam and shuffle belong to matches. 'pasur agents' lists the agents.",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
    };
    Error error;
    ParsedOptions parsed;
    OptionsStatus options = options_parse(&parsed, &spec, argc, argv);
    if (options != OPTIONS_OK) return options_report(&spec, &parsed, options);
    bool test_options = options_given(&spec, &parsed, "alpha") || options_given(&spec, &parsed, "beta") ||
                        options_given(&spec, &parsed, "model");
    const bool counted = options_given(&spec, &parsed, "boards");
    int status = run_prepare(&run, &parsed, counted, test_options, &error);
    if (status) return command_error(status, "sim", "%s", error.text);
    rules_note("sim", &run.common, &run.schedule.rules);
    run.command = command_again(&spec, &parsed, argc, argv, run.options.boards < BOARDS_NO_END ? "boards" : NULL,
                                run.options.boards, run.common.seed);
    if (!run.command)
        status = command_error(STATUS_FAILED, "sim", "out of memory");
    else if (run.common.dry_run)
        plan_print(stdout, &run);
    else
        status = run_boards(&run);
    run_free(&run);
    return status;
}
