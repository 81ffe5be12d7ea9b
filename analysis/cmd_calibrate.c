/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur calibrate: do intervals and tests keep their promises? */
#include <stdlib.h>

#include "analysis/calibrate.h"
#include "analysis/commands.h"
#include "sim/common.h"
#include "sim/interrupt.h"
#include "sim/progress.h"

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

static const char *const COLUMNS[] = {"check", "promise", "trials", "errors", "rate", "rate_se", "broken"};

static void line_print(FILE *out, const CheckPromise *promise, const CheckResult *result)
{
    fprintf(out, "%-50s  %-31s  %6.2f +- %.2f %%  %s\n", promise->name, promise->promise, 100 * result->rate,
            196 * result->error_se, result->broken ? "BROKEN" : "kept");
}

static void row_write(Csv *csv, const CheckPromise *promise, const CheckResult *result)
{
    csv_text(csv, promise->name);
    csv_text(csv, promise->promise);
    csv_count(csv, result->trials);
    csv_count(csv, result->errors);
    csv_number(csv, result->rate);
    csv_number(csv, result->error_se);
    csv_count(csv, result->broken);
    csv_end_row(csv);
}

/* All checks; *broken counts those that failed. Returns 0 or the exit status. */
static int checks_run(FILE *out, Csv *csv, const Calibration *calibration, uint64_t repetitions, Progress *progress,
                      int *broken)
{
    for (int check = 0; check < check_count(); check++) {
        CheckResult result;
        if (progress_due(progress))
            progress_show(progress, "checks", (uint64_t)check, (uint64_t)check_count(), check_promise(check)->name);
        if (!check_run(&result, calibration, check, repetitions)) return STATUS_FAILED;
        if (result.interrupted) return STATUS_INTERRUPTED;
        *broken += result.broken;
        progress_end(progress);
        if (out) {
            line_print(out, check_promise(check), &result);
            fflush(out);
        }
        row_write(csv, check_promise(check), &result);
    }
    return 0;
}

static int calibrate(const CommonOptions *common, uint64_t repetitions, const char *command)
{
    char error[OPTIONS_ERROR_SIZE], start[TIME_TEXT], time[SHORT_TEXT];
    Csv csv = {0};
    Progress progress;
    Calibration calibration;
    bool interrupted;
    const bool taken = common_takes_stdout(common);
    FILE *out = !taken ? stdout : common->quiet ? NULL : stderr;
    time_print(start);
    const double started = seconds_now();
    if (common->csv && !csv_open(&csv, common->csv, error, sizeof error))
        return command_error(STATUS_FAILED, "calibrate", "%s", error);
    interrupt_catch();
    progress_start(&progress, common->quiet);
    int broken = 0, status = STATUS_INTERRUPTED;
    if (calibration_open(&calibration, common->seed, common_threads(common), &interrupted, error, sizeof error)) {
        csv_run_head(&csv, command, common->seed, &calibration.study.schedule.rules, start, -1);
        csv_names(&csv, COLUMNS, sizeof COLUMNS / sizeof *COLUMNS);
        status = checks_run(out, &csv, &calibration, repetitions, &progress, &broken);
        calibration_free(&calibration);
        snprintf(error, sizeof error, "out of memory");
    } else if (!interrupted) {
        status = STATUS_FAILED;
    }
    progress_end(&progress);
    if (status == STATUS_FAILED) command_error(status, "calibrate", "%s", error);
    if (status == STATUS_INTERRUPTED && out) fputs("PARTIAL: stopped before the last check\n", out);
    if (!status && out) {
        short_time(time, seconds_now() - started);
        fprintf(out, "%d of %d promises kept, %llu trials each; seed %llu; %s\nAgain: %s\n", check_count() - broken,
                check_count(), (unsigned long long)repetitions, (unsigned long long)common->seed, time, command);
    }
    if (!csv_close(&csv, error, sizeof error)) return command_error(STATUS_FAILED, "calibrate", "%s", error);
    if (fflush(stdout) || ferror(stdout))
        return command_error(STATUS_FAILED, "calibrate", "standard output cannot be written");
    return status ? status : broken ? STATUS_NO : 0;
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
    if (!command) return command_error(STATUS_FAILED, "calibrate", "out of memory");
    int status = calibrate(&common, own.repetitions, command);
    free(command);
    return status;
}
