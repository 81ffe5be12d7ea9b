/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur calibrate: do intervals and tests keep their promises? */
#include <stdlib.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/common.h"
#include "analysis/commands/progress.h"
#include "analysis/report/run_head.h"
#include "analysis/study/checks.h"
#include "engine/text/number.h"
#include "sim/clock.h"
#include "sim/files/interrupt.h"

typedef struct {
    uint64_t repetitions;
} CalibrateOptions;

static const Option REPETITIONS = {.name = "repetitions",
                                   .type = OPTION_COUNT,
                                   .offset = offsetof(CalibrateOptions, repetitions),
                                   .low = "100",
                                   .high = "1G",
                                   .fallback = "10k",
                                   .help = "how often each promise is put on trial"};

static const char *const COLUMNS[] = {"check",   "promise", "trials",  "errors",   "rate",
                                      "rate_se", "broken",  "nominal", "tolerance"};

static void line_print(FILE *out, const CheckPromise *promise, const CheckResult *result)
{
    fprintf(out, "%-50s  %-31s  %6.2f +- %.2f %%  %s\n", promise->name, promise->promise, 100 * result->rate,
            196 * result->error_se, result->broken ? "BROKEN" : "kept");
}

static void row_write(OutputFile *csv, const CheckPromise *promise, const CheckResult *result)
{
    csv_text(csv, promise->name);
    csv_text(csv, promise->promise);
    csv_count(csv, result->trials);
    csv_count(csv, result->errors);
    csv_number(csv, result->rate);
    csv_number(csv, result->error_se);
    csv_count(csv, result->broken);
    csv_number(csv, promise->nominal);
    csv_number(csv, promise->tolerance);
    csv_end_row(csv);
}

typedef struct {
    const CommonOptions *common;
    uint64_t repetitions;
    const char *command;
    Progress progress;
    double rho; /* of the intervals of the progress line */
    CheckResult *results;
    int done, broken;
} CalibrateRun;

static void watch(void *arg, int check, uint64_t trials, uint64_t errors)
{
    CalibrateRun *run = arg;
    char rest[160];
    if (!progress_due(&run->progress)) return;
    const Interval interval = check_interval(trials, errors, run->rho);
    int used =
        snprintf(rest, sizeof rest, "%s %.2f %%", check_promise(check)->name, 100 * (double)errors / (double)trials);
    if (interval_known(interval))
        snprintf(rest + used, sizeof rest - (size_t)used, " (%.2f to %.2f)", 100 * interval.low, 100 * interval.high);
    progress_show(&run->progress, "trials", (uint64_t)check * run->repetitions + trials,
                  (uint64_t)check_count() * run->repetitions, rest);
}

/* All checks, with a line for each on `out` (NULL: none). Returns 0 or the exit status. */
static int checks_run(CalibrateRun *run, FILE *out, const Calibration *calibration)
{
    for (; run->done < check_count(); run->done++) {
        CheckResult *result = &run->results[run->done];
        if (!check_run(result, calibration, run->done, run->repetitions, (CheckWatch){watch, run}))
            return STATUS_FAILED;
        if (result->interrupted) return STATUS_INTERRUPTED;
        run->broken += result->broken;
        progress_end(&run->progress);
        if (out) {
            line_print(out, check_promise(run->done), result);
            fflush(out);
        }
    }
    return 0;
}

static void figures_write(OutputFile *csv, const CalibrateRun *run, const Rules *rules, const char *start, double wall)
{
    run_head_write(csv, run->command, run->common->seed, rules, start, wall);
    if (run->done < check_count()) csv_head(csv, "PARTIAL", "the first %d of %d checks", run->done, check_count());
    csv_names(csv, COLUMNS, sizeof COLUMNS / sizeof *COLUMNS);
    for (int check = 0; check < run->done; check++)
        row_write(csv, check_promise(check), &run->results[check]);
}

static void summary_print(FILE *out, const CalibrateRun *run, double wall)
{
    char time[SHORT_TEXT];
    short_time(time, wall);
    if (run->done < check_count()) fprintf(out, "PARTIAL: the first %d of %d checks\n", run->done, check_count());
    fprintf(out, "%d of %d promises kept, %llu trials each; seed %llu; %s\nAgain: %s\n", run->done - run->broken,
            run->done, (unsigned long long)run->repetitions, (unsigned long long)run->common->seed, time, run->command);
}

static int calibrate(CalibrateRun *run)
{
    const CommonOptions *common = run->common;
    Error error;
    char start[TIME_TEXT];
    OutputFile csv = {0};
    Calibration calibration;
    bool interrupted;
    FILE *out = !common_takes_stdout(common) ? stdout : common->quiet ? NULL : stderr;
    time_print(start);
    const double started = seconds_now();
    if (common->csv && !output_file_open(&csv, common->csv, &error))
        return command_error(STATUS_FAILED, "calibrate", "%s", error.text);
    interrupt_catch();
    progress_start(&run->progress, common->quiet);
    int status = STATUS_FAILED;
    if (calibration_open(&calibration, common->seed, common_threads(common), &interrupted, &error)) {
        error_memory(&error);
        status = interrupted ? STATUS_INTERRUPTED : checks_run(run, out, &calibration);
        progress_end(&run->progress);
        const double wall = seconds_now() - started;
        figures_write(&csv, run, &calibration.study.schedule.rules, start, wall);
        if (out && status != STATUS_FAILED) summary_print(out, run, wall);
        calibration_free(&calibration);
    }
    if (status == STATUS_FAILED) command_error(status, "calibrate", "%s", error.text);
    if (!output_file_close(&csv, &error)) return command_error(STATUS_FAILED, "calibrate", "%s", error.text);
    if (fflush(stdout) || ferror(stdout))
        return command_error(STATUS_FAILED, "calibrate", "standard output cannot be written");
    return status ? status : run->broken ? STATUS_NO : 0;
}

int cmd_calibrate(int argc, char **argv)
{
    CommonOptions common = {0};
    CalibrateOptions own;
    const OptionGroup groups[] = {
        {"Sample", &REPETITIONS, 1, &own},   {"Sample", &OPTION_SEED, 1, &common},
        {"Output", &OPTION_CSV, 1, &common}, {"Run", &OPTION_THREADS, 1, &common},
        {"Run", &OPTION_QUIET, 1, &common},  {"Run", &OPTION_DRY_RUN, 1, &common},
    };
    const OptionsSpec spec = {
        .command = "calibrate",
        .about =
            "Puts the intervals and tests of this program on trial, many times, on boards that were really played, "
            "and says how often they are wrong. Exit status 1 if a promise is broken.",
        .example = "pasur calibrate --repetitions 20k",
        .notes =
            "Boards are drawn with replacement from a pool, so that the truth is known. Behind +- stands the 95 %\n"
            "error of the trials themselves; a promise counts as broken where chance would explain what was seen\n"
            "less than once in 1000 calibrations.",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
    };
    ParsedOptions parsed;
    const OptionsStatus options = options_parse(&parsed, &spec, argc, argv);
    if (options != OPTIONS_OK) return options_report(&spec, &parsed, options);
    if (common.dry_run) {
        printf("%d promises, %llu trials each; seed %llu\n", check_count(), (unsigned long long)own.repetitions,
               (unsigned long long)common.seed);
        for (int check = 0; check < check_count(); check++)
            printf("%-50s  %s\n", check_promise(check)->name, check_promise(check)->promise);
        return 0;
    }
    char *command = command_again(&spec, &parsed, argc, argv, NULL, 0, common.seed);
    CheckResult *results = calloc((size_t)check_count(), sizeof *results);
    CalibrateRun run = {.common = &common,
                        .repetitions = own.repetitions,
                        .command = command,
                        .rho = anytime_rho(CHECK_ALPHA, (double)own.repetitions),
                        .results = results};
    int status = command && results ? calibrate(&run) : command_error(STATUS_FAILED, "calibrate", "out of memory");
    free(results);
    free(command);
    return status;
}
