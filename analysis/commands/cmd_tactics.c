/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur tactics: what each tactic is worth. */
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
#include "analysis/report/tactic_report.h"
#include "analysis/study/tactic_run.h"
#include "engine/text/nearest.h"
#include "engine/text/number.h"
#include "sim/clock.h"
#include "sim/files/interrupt.h"
#include "sim/files/text_buffer.h"

typedef struct {
    uint64_t boards;
    const char *opponent, *agent, *tactics, *sweep, *stop;
    int by;
    bool pairs;
} TacticOptions;

#define ROW(member) .offset = offsetof(TacticOptions, member)

static const Option TACTIC_ROWS_ASKED[] = {
    {.name = "tactics", .type = OPTION_TEXT, ROW(tactics), .metavar = "A,B,...", .help = "these tactics (default all)"},
    {.name = "sweep",
     .type = OPTION_TEXT,
     ROW(sweep),
     .metavar = "TACTIC=LOW:HIGH:STEP",
     .help = "a curve: what each weight is worth in the full set, more than the weight 0; several with commas"},
    {.name = "pairs",
     .type = OPTION_FLAG,
     ROW(pairs),
     .help = "what two tactics added to the base are worth together, beyond the sum of each alone"},
    {.name = "by",
     .type = OPTION_CHOICE,
     ROW(by),
     .choices = "all deal pool score",
     .fallback = "all",
     .metavar = "WHAT",
     .help = "divide a tactic's value in the full set by the deal, the pool's total or the score at the first decision "
             "that it changed"},
    {.name = "opponent",
     .type = OPTION_TEXT,
     ROW(opponent),
     .fallback = "tactic",
     .metavar = "A,B,...",
     .help = "measure against each of these agents"},
    {.name = "agent",
     .type = OPTION_TEXT,
     ROW(agent),
     .fallback = "tactic",
     .metavar = "A",
     .help = "whose tactics: tactic, or tactic:KEY=VALUE,... for other weights; its weights are the full set"},
};
enum { ASKED_ROWS = sizeof TACTIC_ROWS_ASKED / sizeof *TACTIC_ROWS_ASKED };

static const Option SAMPLE_ROWS[] = {
    {.name = "boards",
     .type = OPTION_COUNT,
     ROW(boards),
     .low = "2",
     .high = BOARDS_MOST,
     .help = "packs to play, each once in every seating of every version (default 20k; with --stop, as many as it "
             "takes)"},
    {.name = "stop",
     .type = OPTION_TEXT,
     ROW(stop),
     .metavar = "ci=X",
     .help = "stop as soon as every row's interval is at most X points a round to either side"},
};

typedef struct {
    TacticOptions options;
    CommonOptions common;
    TacticStudy study;
    double half_width;
    Progress progress;
    OutputFile csv;
    PlotOutput plot;
    char *command;
    char start[TIME_TEXT];
    double started;
} TacticRun;

static void watch(void *arg, const TacticProgress *now)
{
    TacticRun *run = arg;
    char rest[STUDY_PROGRESS];
    if (!progress_due(&run->progress)) return;
    study_progress(rest, &run->study, now);
    progress_show(&run->progress, "boards", now->done, now->expected, rest);
}

static bool width_parse(double *width, const char *text, Error *error)
{
    char shown[64];
    if (!strncmp(text, "ci=", 3) && number_double(width, text + 3) == NUMBER_OK && *width > 0) return true;
    return error_set(error, "--stop: '%s' is not ci=X with X > 0, such as ci=0.01",
                     text_one_line(shown, sizeof shown, text));
}

static bool options_agree(const TacticRun *run, Error *error)
{
    const TacticOptions *options = &run->options;
    const char *plot = run->plot.out;
    if (options->sweep && (options->pairs || options->by || options->tactics))
        return error_set(error, "--sweep takes neither --pairs, --by nor --tactics");
    if (options->pairs && options->by) return error_set(error, "--pairs does not go with --by");
    return !plot || plot_name_valid(plot, error);
}

/* Returns 0 or the exit status. */
static int run_files_check(const TacticRun *run, Error *error)
{
    const TacticStudy *study = &run->study;
    const NamedFile picture = {"--plot", run->plot.out, false};
    RunFiles files = {&run->common, &picture, 1, study->opponents, study->opponent_count};
    const int status = files_check(&files, error);
    files.agents = &study->agent;
    files.agent_count = 1;
    return status ? status : files_check(&files, error);
}

static bool run_prepare(TacticRun *run, Error *error)
{
    const TacticOptions *options = &run->options;
    const TacticRequest request = {
        .rules = run->common.rules,
        .agent = options->agent,
        .opponents = options->opponent,
        .tactics = options->tactics,
        .sweep = options->sweep,
        .pairs = options->pairs,
        .by = (By)options->by,
        .seed = run->common.seed,
    };
    return options_agree(run, error) && (!options->stop || width_parse(&run->half_width, options->stop, error)) &&
           tactic_study_open(&run->study, &request, error);
}

static void plan_print(FILE *out, const TacticRun *run)
{
    char rules[RULES_TEXT];
    const TacticStudy *study = &run->study;
    rules_print(rules, &study->schedule.rules);
    fprintf(out, "%d row%s, %d versions of %s; rules %s, seed %llu; ", study->row_count, PLURAL(study->row_count),
            study->variant_count, study->agent.name, rules, (unsigned long long)run->common.seed);
    if (run->half_width > 0)
        fprintf(out, "until every interval is at most +-%g\n", run->half_width);
    else
        fprintf(out, "%llu boards in %d seatings\n", (unsigned long long)run->options.boards, study->schedule.seatings);
}

/* Does the user's terminal show UTF-8? */
static bool locale_utf8(void)
{
    const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8");
    }
    return false;
}

static bool report_print(const TacticRun *run, const TacticResult *result, double wall)
{
    const bool taken = run->common.csv && !strcmp(run->common.csv, "-");
    FILE *out = taken ? stderr : stdout;
    char time[SHORT_TEXT], rules[RULES_TEXT];
    if (taken && run->common.quiet) return true;
    if (result->interrupted)
        fprintf(out, "PARTIAL: the first %llu board%s\n", (unsigned long long)result->boards, PLURAL(result->boards));
    rules_print(rules, &run->study.schedule.rules);
    short_time(time, wall);
    fprintf(out, "%llu board%s in %d seatings, rules %s, seed %llu; %s\n", (unsigned long long)result->boards,
            PLURAL(result->boards), run->study.schedule.seatings, rules, (unsigned long long)run->common.seed, time);
    if (!study_summary(out, &run->study, result, run->half_width, locale_utf8())) return false;
    agents_open_note(out, run->study.opponents, run->study.opponent_count);
    fprintf(out, "void boards: %llu\nAgain: %s\n", (unsigned long long)result->voids, run->command);
    if (agents_timed(run->study.opponents, run->study.opponent_count)) fputs(TIMED_NOTE, out);
    return true;
}

static void figures_write(OutputFile *csv, const TacticRun *run, const TacticResult *result, double wall)
{
    char reversed[REVERSED_TEXT];
    run_head_write(csv, run->command, run->common.seed, &run->study.schedule.rules, run->start, wall);
    if (result->interrupted) csv_partial(csv, result->boards);
    csv_head(csv, "interval", "simultaneous for all rows; %s",
             run->half_width > 0   ? "valid at every look"
             : result->interrupted ? "anytime"
                                   : "fixed number of boards");
    if (study_reversed(reversed, &run->study)) csv_head(csv, "reversed", "%s", reversed);
    study_csv(csv, &run->study, result);
}

static int finish(TacticRun *run, const TacticResult *result)
{
    Error error;
    double wall = seconds_now() - run->started;
    figures_write(&run->csv, run, result, wall);
    figures_write(&run->plot.csv, run, result, wall);
    if (!report_print(run, result, wall)) return command_error(STATUS_FAILED, "tactics", "out of memory");
    if (!output_file_close(&run->csv, &error)) return command_error(STATUS_FAILED, "tactics", "%s", error.text);
    if (!plot_output_draw(&run->plot, &error)) return command_error(STATUS_FAILED, "tactics", "%s", error.text);
    if (fflush(stdout) || ferror(stdout))
        return command_error(STATUS_FAILED, "tactics", "standard output cannot be written");
    return result->interrupted ? STATUS_INTERRUPTED : 0;
}

static int run_boards(TacticRun *run)
{
    Error error;
    time_print(run->start);
    run->started = seconds_now();
    if (!plot_output_open(&run->plot, &error) ||
        (run->common.csv && !output_file_open(&run->csv, run->common.csv, &error)))
        return command_error(STATUS_FAILED, "tactics", "%s", error.text);
    interrupt_catch();
    progress_start(&run->progress, run->common.quiet);
    const TacticJob study = {
        .study = &run->study,
        .boards = run->options.boards,
        .half_width = run->half_width,
        .threads = common_threads(&run->common),
        .watch = watch,
        .arg = run,
    };
    TacticResult result;
    bool good = tactic_run(&result, &study);
    progress_end(&run->progress);
    int status = good ? finish(run, &result) : command_error(STATUS_FAILED, "tactics", "out of memory");
    tactic_result_free(&result);
    return status;
}

int cmd_tactics(int argc, char **argv)
{
    TacticRun run = {0};
    const OptionGroup groups[] = {
        {"Question", TACTIC_ROWS_ASKED, ASKED_ROWS, &run.options},
        {"Sample", SAMPLE_ROWS, 2, &run.options},
        {"Sample", &OPTION_RULES, 1, &run.common},
        {"Sample", &OPTION_SEED, 1, &run.common},
        {"Output", &OPTION_CSV, 1, &run.common},
        {"Output", &OPTION_PLOT, 1, &run.plot},
        {"Run", &OPTION_THREADS, 1, &run.common},
        {"Run", &OPTION_QUIET, 1, &run.common},
        {"Run", &OPTION_DRY_RUN, 1, &run.common},
    };
    const OptionsSpec spec = {
        .command = "tactics",
        .about = "What each tactic of the agent 'tactic' is worth, in points a round with intervals that hold for all "
                 "rows together: alone (added to the base) and without (what is lost when it is taken out of the full "
                 "set). Versions play the same boards with the same random draws.",
        .example = "pasur tactics --tactics leave_11 --stop ci=0.01",
        .notes =
            "A row that changed the result of fewer than 40 boards is too rare to say anything about. A tactic whose\n"
            "weight is 0 in the agent is the same with and without. 'pasur agents' lists the tactics. At three seats the agent sits\n"
            "A B B, at four A B A B.",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
    };
    Error error;
    ParsedOptions parsed;
    OptionsStatus options = options_parse(&parsed, &spec, argc, argv);
    if (options != OPTIONS_OK) return options_report(&spec, &parsed, options);
    if (!options_given(&spec, &parsed, "boards")) run.options.boards = run.options.stop ? BOARDS_NO_END : 20000;
    if (!run_prepare(&run, &error)) return command_error(STATUS_WRONG_USE, "tactics", "%s", error.text);
    rules_note("tactics", &run.common, &run.study.schedule.rules);
    run.command = command_again(&spec, &parsed, argc, argv, run.options.stop ? NULL : "boards", run.options.boards,
                                run.common.seed);
    int status = run_files_check(&run, &error);
    if (status)
        command_error(status, "tactics", "%s", error.text);
    else if (!run.command)
        status = command_error(STATUS_FAILED, "tactics", "out of memory");
    else if (run.common.dry_run)
        plan_print(stdout, &run), status = 0;
    else
        status = run_boards(&run);
    plot_output_free(&run.plot);
    free(run.command);
    tactic_study_free(&run.study);
    return status;
}
