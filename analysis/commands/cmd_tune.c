/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur tune: better numbers for an agent, and a test of them on boards never used before. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/common.h"
#include "analysis/commands/files.h"
#include "analysis/commands/progress.h"
#include "analysis/report/charts/plot.h"
#include "analysis/report/tune_report.h"
#include "analysis/study/tune_setup.h"
#include "sim/clock.h"
#include "sim/files/atomic_file.h"
#include "sim/files/interrupt.h"
#include "sim/files/record_file.h"

enum { TEST_BATCH = 1000, TEST_LEAST = 5000 };

#define ROW(member) .offset = offsetof(TuneOptions, member)

static const Option TUNE_ROWS[] = {
    {.name = "params",
     .type = OPTION_TEXT,
     ROW(params),
     .metavar = "a,b|all",
     .help = "what to tune; all: every parameter that is a real number (default for tactic)"},
    {.name = "opponent",
     .type = OPTION_TEXT,
     ROW(opponents),
     .metavar = "A,B",
     .fallback = "counter",
     .help = "against whom; several count alike"},
    {.name = "from",
     .type = OPTION_TEXT,
     ROW(from),
     .metavar = "base|defaults|FILE",
     .help =
         "where to start: all tactics at 0 (default for tactic), the agent's defaults under these rules, or a file of "
         "weights; what is given with the agent stays"},
    {.name = "rounds",
     .type = OPTION_COUNT,
     ROW(rounds),
     .low = "100k",
     .high = "1000G",
     .fallback = "2M",
     .help = "rounds of the search, validation included; the test comes on top"},
    {.name = "method",
     .type = OPTION_CHOICE,
     ROW(method),
     .choices = "spsa cmaes",
     .fallback = "spsa",
     .help = "how to search"},
    {.name = "step",
     .type = OPTION_NUMBER,
     ROW(step),
     .low = "0.001",
     .high = "10",
     .fallback = "0.25",
     .help = "first perturbation, in the size of each parameter's default, at least 1, at most its range"},
    {.name = "batch",
     .type = OPTION_COUNT,
     ROW(batch),
     .low = "64",
     .high = "1M",
     .metavar = "N",
     .help = "boards of a step; default 64 for spsa, for cmaes what makes about 200 generations"},
    {.name = "gain",
     .type = OPTION_NUMBER,
     ROW(gain),
     .low = "0.001",
     .high = "20",
     .fallback = "0.05",
     .help = "the test decides between no gain and this one, points a round (alpha and beta 0.05)"},
    {.name = "test",
     .type = OPTION_COUNT,
     ROW(test),
     .low = "5000",
     .high = "1G",
     .fallback = "200k",
     .metavar = "N",
     .help = "boards that the test may take"},
    {.name = "save",
     .type = OPTION_TEXT,
     ROW(save),
     .metavar = "FILE",
     .help = "if accepted, write the weights for tactic:weights=FILE"},
};
enum { TUNE_ROW_COUNT = sizeof TUNE_ROWS / sizeof *TUNE_ROWS };

typedef struct {
    TuneSetup setup;
    TuneReport report;
    Variants variants;
    Progress progress;
    uint64_t planned, played; /* rounds of the search; variants' rounds so far */
    char state[128];          /* for the progress line */
    OutputFile csv;
    PlotOutput plot;
    double started;
} TuneRun;

static void count_rounds(void *arg)
{
    TuneRun *run = arg;
    run->played += (uint64_t)run->setup.schedule.seatings;
    if (progress_due(&run->progress))
        progress_show(&run->progress, "rounds", run->played < run->planned ? run->played : run->planned, run->planned,
                      run->state);
}

/* variants_play, with the void boards counted. */
static TunerEnd play_boards(TuneRun *run, const double *points, size_t count, uint64_t first, uint64_t boards,
                            int32_t *scores)
{
    const ArenaEnd end = variants_play(&run->variants, points, count, first, boards, scores);
    for (size_t i = 0; i < count * boards; i++)
        run->report.voids += scores[i] == VARIANT_VOID;
    return end == ARENA_DONE ? TUNER_DONE : end == ARENA_FAILED ? TUNER_NO_MEMORY : TUNER_STOPPED;
}

static TunerEnd play(void *context, const double *points, size_t candidates, TunerBoards kind, uint64_t first,
                     uint64_t boards, int32_t *scores)
{
    static const BoardShare SHARES[] = {SHARE_SEARCH, SHARE_POLISH, SHARE_VALIDATION};
    return play_boards(context, points, candidates, share_first(SHARES[kind]) + first, boards, scores);
}

static void watch(void *context, const TunerView *view)
{
    TuneRun *run = context;
    tune_note(&run->report, view, run->played);
    tune_state(run->state, sizeof run->state, view);
}

static TunerEnd search(TuneRun *run)
{
    const TuneSetup *setup = &run->setup;
    const Tuner tuner = {
        .dims = setup->count,
        .ranges = setup->ranges,
        .start = setup->start,
        .method = setup->options.method == TUNER_CMAES ? TUNER_CMAES : TUNER_SPSA,
        .budget = setup->options.rounds / variants_rounds(&run->variants),
        .batch = setup->options.batch,
        .step = setup->options.step,
        .scale = variants_scale(&run->variants),
        .seed = setup->common.seed,
        .play = play,
        .watch = watch,
        .context = run,
    };
    run->planned = setup->options.rounds;
    const TunerEnd end = tuner_run(&tuner, run->report.tuned);
    for (size_t i = 0; i < setup->count; i++)
        run->report.tuned[i] = round(run->report.tuned[i] * 1e4) / 1e4; /* what is tested is what is written */
    return end;
}

/* Tuned against start on boards of the test, until it is decided and the interval is narrow enough to show it. */
static TunerEnd test(TuneRun *run)
{
    const TuneSetup *setup = &run->setup;
    TuneReport *report = &run->report;
    double numbers[2 * MAX_AGENT_PARAMS];
    int32_t scores[2 * TEST_BATCH];
    memcpy(numbers, report->tuned, setup->count * sizeof *numbers);
    memcpy(numbers + setup->count, setup->start, setup->count * sizeof *numbers);
    run->planned = setup->options.test * 2 * variants_rounds(&run->variants);
    run->played = 0;
    progress_end(&run->progress);
    progress_start(&run->progress, setup->common.quiet);
    *run->state = 0;
    Moments gain = {0}, score = {0};
    for (uint64_t done = 0; done < setup->options.test; done += TEST_BATCH) {
        const uint64_t left = setup->options.test - done, boards = left < TEST_BATCH ? left : TEST_BATCH;
        const TunerEnd end = play_boards(run, numbers, 2, share_first(SHARE_TEST) + done, boards, scores);
        if (end != TUNER_DONE) return end;
        const Moments more = scores_gain(scores, boards, 0, 1), alone = scores_gain(scores, boards, 0, 0);
        moments_merge(&gain, &more);
        moments_merge(&score, &alone);
        report->gain = estimate_of(&gain, variants_scale(&run->variants));
        report->score = estimate_of(&score, variants_scale(&run->variants));
        tune_judge(report);
        snprintf(run->state, sizeof run->state, "test: gain %+.3f, LLR %.2f (%.2f to %.2f)", report->gain.mean,
                 report->llr, report->plan.bound_low, report->plan.bound_high);
        if (done + boards >= TEST_LEAST && tune_settled(report)) break;
    }
    return TUNER_DONE;
}

static int finish(TuneRun *run, TunerEnd end)
{
    Error error;
    const TuneSetup *setup = &run->setup;
    TuneReport *report = &run->report;
    progress_end(&run->progress);
    report->partial = end == TUNER_STOPPED;
    report->wall = seconds_now() - run->started;
    if (end == TUNER_NO_MEMORY) {
        output_file_close(&run->csv, &error);
        return command_error(STATUS_FAILED, "tune", "out of memory");
    }
    tune_csv(&run->csv, setup, report);
    tune_csv(&run->plot.csv, setup, report);
    if (!output_file_close(&run->csv, &error)) return command_error(STATUS_FAILED, "tune", "%s", error.text);
    const bool taken = setup->common.csv && !strcmp(setup->common.csv, "-");
    const bool saves = setup->options.save && !report->partial && tune_accepted(report);
    const bool failed = saves && !tune_save(setup, report, &error);
    if (!taken || !setup->common.quiet) tune_print(taken ? stderr : stdout, setup, report);
    if (failed || (report->note_count && !plot_output_draw(&run->plot, &error)))
        return command_error(STATUS_FAILED, "tune", "%s", error.text);
    if (report->partial) return STATUS_INTERRUPTED;
    if (fflush(stdout) || ferror(stdout))
        return command_error(STATUS_FAILED, "tune", "standard output cannot be written");
    return tune_accepted(report) ? 0 : report->verdict == SPRT_LOW ? STATUS_NO : STATUS_UNDECIDED;
}

static int run_tune(TuneRun *run)
{
    Error error;
    const TuneSetup *setup = &run->setup;
    const char *why;
    if ((setup->options.save &&
         (!output_file_creatable(setup->options.save, &error) || !atomic_file_possible(setup->options.save, &error))) ||
        !plot_output_open(&run->plot, &error) ||
        (setup->common.csv && !output_file_open(&run->csv, setup->common.csv, &error)))
        return command_error(STATUS_FAILED, "tune", "%s", error.text);
    sprt_plan(&run->report.plan, 0, setup->options.gain, TUNE_ALPHA, TUNE_ALPHA, &why);
    time_print(run->report.time);
    run->started = seconds_now();
    run->variants = (Variants){.schedule = &setup->schedule,
                               .agent = &setup->agent,
                               .params = setup->params,
                               .param_count = setup->count,
                               .opponents = setup->opponents,
                               .opponent_count = (size_t)setup->opponent_count,
                               .threads = common_threads(&setup->common),
                               .watch = count_rounds,
                               .arg = run};
    interrupt_catch();
    progress_start(&run->progress, setup->common.quiet);
    TunerEnd end = search(run);
    run->report.changed = memcmp(run->report.tuned, setup->start, setup->count * sizeof *setup->start) != 0;
    if (!run->report.changed) run->report.verdict = SPRT_LOW;
    if (end == TUNER_DONE && run->report.changed) end = test(run);
    return finish(run, end);
}

/* Returns 0 or the exit status. */
static int run_files_check(const TuneRun *run, Error *error)
{
    const TuneSetup *setup = &run->setup;
    bool from_file = strcmp(setup->from, "base") && strcmp(setup->from, "defaults");
    const NamedFile own[] = {{"--from", from_file ? setup->from : NULL, true},
                             {"--save", setup->options.save, false},
                             {"--plot", run->plot.out, false}};
    RunFiles files = {&setup->common, own, 3, setup->opponents, setup->opponent_count};
    if (run->plot.out && !plot_name_valid(run->plot.out, error)) return STATUS_WRONG_USE;
    const int status = files_check(&files, error);
    files.agents = &setup->agent;
    files.agent_count = 1;
    return status ? status : files_check(&files, error);
}

int cmd_tune(int argc, char **argv)
{
    TuneRun run = {0};
    TuneOptions *options = &run.setup.options;
    CommonOptions *common = &run.setup.common;
    const OptionGroup groups[] = {
        {"Search", TUNE_ROWS, TUNE_ROW_COUNT - 3, options},
        {"Search", &OPTION_RULES, 1, common},
        {"Search", &OPTION_SEED, 1, common},
        {"Test", TUNE_ROWS + TUNE_ROW_COUNT - 3, 2, options},
        {"Output", TUNE_ROWS + TUNE_ROW_COUNT - 1, 1, options},
        {"Output", &OPTION_CSV, 1, common},
        {"Output", &OPTION_PLOT, 1, &run.plot},
        {"Run", &OPTION_THREADS, 1, common},
        {"Run", &OPTION_QUIET, 1, common},
        {"Run", &OPTION_DRY_RUN, 1, common},
    };
    const OptionsSpec spec = {
        .command = "tune",
        .args = "AGENT",
        .min_args = 1,
        .max_args = 1,
        .about = "Looks for numbers with which the agent scores more against its opponents, and tests them against the "
                 "start on boards never used before.",
        .example = "pasur tune tactic --opponent counter --rounds 2M --save tuned.txt --csv path.csv",
        .notes = "Accepted is what the test calls better and whose interval, valid at any time, lies above 0.\n"
                 "Exit status: 0 accepted, 1 refused (the test found no gain), 3 refused (undecided).",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
    };
    Error error;
    ParsedOptions parsed;
    const OptionsStatus status = options_parse(&parsed, &spec, argc, argv);
    if (status != OPTIONS_OK) return options_report(&spec, &parsed, status);
    run.setup.command = command_again(&spec, &parsed, argc, argv, "rounds", options->rounds, common->seed);
    if (!run.setup.command) return command_error(STATUS_FAILED, "tune", "out of memory");
    int result = 0;
    if (!tune_setup(&run.setup, parsed.args[0], &error)) {
        result = command_error(STATUS_WRONG_USE, "tune", "%s", error.text);
    } else if ((result = run_files_check(&run, &error)) != 0) {
        command_error(result, "tune", "%s", error.text);
    } else {
        rules_note("tune", common, &run.setup.schedule.rules);
        if (common->dry_run)
            tune_plan(stdout, &run.setup);
        else
            result = run_tune(&run);
    }
    tune_setup_free(&run.setup);
    plot_output_free(&run.plot);
    return result;
}
