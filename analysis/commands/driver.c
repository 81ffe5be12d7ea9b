/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes a command from its options to the exit status. */
#include "analysis/commands/driver.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "agents/agent.h"
#include "analysis/commands/again.h"
#include "analysis/report/figure_print.h"
#include "analysis/report/version.h"
#include "sim/files/figures.h"
#include "sim/files/interrupt.h"

enum { PARTIAL_TEXT = 128, OPEN_LINE = 150 };

static int failed(const Driver *driver, int status, const Error *error)
{
    fprintf(stderr, "pasur %s: %s\n", driver->command->spec.command, error->text);
    return status;
}

/* reason: errno of a write that is known to have failed; 0: none is. */
static bool stdout_flush(int reason, Error *error)
{
    errno = 0;
    if (!fflush(stdout) && !ferror(stdout)) return true;
    if (errno) reason = errno;
    return error_system(error, "standard output: %s", reason ? strerror(reason) : "it cannot be written");
}

/* ---- for the functions of commands */

bool driver_given(const Driver *driver, const char *option)
{
    return options_given(&driver->command->spec, &driver->parsed, option);
}

bool driver_printed(Error *error) { return stdout_flush(errno, error); }

void driver_note(const Driver *driver, const char *format, ...)
{
    Error line;
    char text[ERROR_TEXT];
    va_list args;
    if (driver->common.quiet) return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    error_set(&line, "%s", text);
    failed(driver, 0, &line);
}

bool driver_agents(Driver *driver, const char *const *texts, int count, const Rules *rules, Error *error)
{
    assert(!driver->agents);
    driver->agents = calloc((size_t)count, sizeof *driver->agents);
    if (!driver->agents) return error_memory(error);
    if (!agents_open(driver->agents, texts, count, rules, error)) return false;
    driver->agent_count = count;
    driver_players(driver, driver->agents, count);
    return true;
}

void driver_players(Driver *driver, const Agent *agents, int count) { files_add_agents(&driver->files, agents, count); }

bool driver_schedule(Driver *driver, Schedule *schedule, int agents, Error *error)
{
    const CommonOptions *common = &driver->common;
    if (!schedule_make(schedule, common->rules, agents, !common->no_duplicate, error)) return false;
    schedule->seed = common->seed;
    driver->rules = &schedule->rules;
    if (!common->deal) return true;
    if (!packs_read(&driver->packs, common->deal, &schedule->rules, error)) return false;
    schedule->packs = driver->packs.packs;
    schedule->pack_count = driver->packs.count;
    snprintf(driver->note, sizeof driver->note, "%s", driver->packs.note);
    return true;
}

/* "the first 12 of 500 boards" */
static const char *partial_text(char out[static PARTIAL_TEXT], const Driver *driver)
{
    const unsigned long long done = driver->done, total = driver->total;
    if (total > 0 && total < BOARDS_NO_END)
        snprintf(out, PARTIAL_TEXT, "the first %llu of %llu %s", done, total, driver->unit);
    else
        snprintf(out, PARTIAL_TEXT, "the first %llu %s", done, driver->unit);
    return out;
}

static void head_write(const Driver *driver, OutputFile *file, double wall)
{
    figures_head(file, "version", "%s", PASUR_VERSION);
    figures_head(file, "command", "%s", driver->again);
    figures_head(file, "seed", "%llu", (unsigned long long)driver->common.seed);
    figures_head(file, "rules", "%s", driver->rules_text);
    figures_head(file, "start", "%s", driver->start);
    if (wall >= 0) figures_head(file, "wall_seconds", "%.3f", wall);
}

/* Writes the last line of a stream's head, always as long. */
static void open_line_write(OutputFile *file, const char *key, const char *value)
{
    char line[OPEN_LINE], text[OPEN_LINE + 2];
    snprintf(line, sizeof line, "# %s: %.120s", key, value);
    output_file_write(file, text, (size_t)snprintf(text, sizeof text, "%-*s\n", OPEN_LINE, line));
}

OutputFile *driver_stream(Driver *driver, const char *option)
{
    struct stat there;
    CommandFile *file = files_find(&driver->files, option);
    if (!file) return NULL;
    head_write(driver, &file->out, -1);
    output_file_flush(&file->out);
    if (file->out.file == stdout || fstat(fileno(file->out.file), &there) || !S_ISREG(there.st_mode)) return &file->out;
    file->open_line = ftell(file->out.file);
    open_line_write(&file->out, "PARTIAL", "the run is not over");
    return &file->out;
}

bool driver_ended(Driver *driver, ArenaEnd end, Error *error)
{
    driver->interrupted |= end == ARENA_INTERRUPTED;
    driver->partial |= driver->interrupted || end == ARENA_FAILED;
    return end != ARENA_FAILED || error_memory(error);
}

bool driver_voids(Driver *driver, int64_t voids, double boards)
{
    const double limit = driver->common.max_void;
    driver->voids = voids;
    driver->too_many_voids = (double)voids > (limit < 1 ? limit * boards : limit);
    driver->partial |= driver->too_many_voids;
    return !driver->too_many_voids;
}

/* ---- from the command line to the first board */

static bool again_make(Driver *driver, char **argv, Error *error)
{
    const Command *command = driver->command;
    const Option *sample = command->sample ? option_find(&command->spec, command->sample) : NULL;
    const uint64_t size = sample ? *(const uint64_t *)((const char *)driver->own + sample->offset) : BOARDS_NO_END;
    TextBuffer text = {0};
    bool good = again_words(&text, (const char *const *)argv);
    if (good && size < BOARDS_NO_END && !driver_given(driver, command->sample))
        good = again_number(&text, command->sample, size);
    if (good && option_find(&command->spec, "seed") && !driver_given(driver, "seed"))
        good = again_number(&text, "seed", driver->common.seed);
    driver->again = again_take(&text, good);
    return driver->again || error_memory(error);
}

/* The files that the command's options name. */
static void files_list(Driver *driver)
{
    const OptionsSpec *spec = &driver->command->spec;
    for (size_t i = 0; i < spec->option_count; i++) {
        const Option *option = &spec->options[i];
        const char *target = option->common ? (const char *)&driver->common : driver->own;
        char what[40];
        if (option->file == FILE_NONE) continue;
        if (option->letter)
            snprintf(what, sizeof what, "-%c", option->letter);
        else
            snprintf(what, sizeof what, "--%s", option->name);
        CommandFile *file =
            files_add(&driver->files, what, *(const char *const *)(target + option->offset), option->file);
        if (file) file->option = option;
    }
}

/* Everything that can be wrong before a file is touched. */
static bool prepared(Driver *driver, char **argv, Error *error)
{
    const Command *command = driver->command;
    driver->threads = driver->common.threads ? (int)driver->common.threads : arena_cores();
    driver->repeats = command->sample != NULL;
    files_list(driver);
    if (command->prepare && !command->prepare(driver, error)) return false;
    if (driver->rules) rules_print(driver->rules_text, driver->rules);
    if (files_take_stdout(&driver->files)) driver->out = driver->common.quiet ? NULL : stderr;
    return again_make(driver, argv, error) && files_differ(&driver->files, error) &&
           (!driver->common.dry_run || files_creatable(&driver->files, error));
}

static void notes_print(const Driver *driver)
{
    char keys[RULES_TEXT] = "";
    if (driver->rules && !driver->scores_count) rules_match_keys(keys, driver->rules);
    if (*keys)
        driver_note(driver, "note: rules: no effect here of %s: every round begins with scores of 0 and is played out",
                    keys);
    if (*driver->note) driver_note(driver, "%s", driver->note);
}

/* ---- after the last board */

static void figures_write(Driver *driver)
{
    char text[PARTIAL_TEXT];
    for (int i = 0; i < driver->files.count && driver->command->figures; i++) {
        CommandFile *file = &driver->files.list[i];
        OutputFile *out = file->use == FILE_PICTURE ? &driver->files.plot.csv : &file->out;
        if (file->use != FILE_FIGURES && file->use != FILE_PICTURE) continue;
        head_write(driver, out, driver->wall);
        if (driver->partial) figures_head(out, "PARTIAL", "%s", partial_text(text, driver));
        (file->option->write ? file->option->write : driver->command->figures)(driver, out);
    }
}

/* Says in the heads of streams how they ended. */
static void streams_end(Driver *driver)
{
    char text[PARTIAL_TEXT];
    partial_text(text, driver);
    if (!driver->partial) snprintf(text, sizeof text, "%.3f", driver->wall);
    for (int i = 0; i < driver->files.count; i++) {
        CommandFile *file = &driver->files.list[i];
        if (!file->open_line || fseek(file->out.file, file->open_line, SEEK_SET)) continue;
        open_line_write(&file->out, driver->partial ? "PARTIAL" : "wall_seconds", text);
        fseek(file->out.file, 0, SEEK_END);
    }
}

static bool any_timed(const CommandFiles *files)
{
    for (int i = 0; i < files->player_lists; i++)
        if (agents_timed(files->players[i].agents, files->players[i].count)) return true;
    return false;
}

static bool summary_print(const Driver *driver, bool figures, Error *error)
{
    char text[PARTIAL_TEXT];
    if (!driver->command->summary || !driver->out) return true;
    if (driver->partial) fprintf(driver->out, "PARTIAL: %s\n", partial_text(text, driver));
    if (!figures) return true;
    if (!driver->command->summary(driver, driver->out)) return error_memory(error);
    if (driver->voids >= 0) fprintf(driver->out, "void boards: %lld\n", (long long)driver->voids);
    if (driver->repeats) fprintf(driver->out, "Again: %s\n", driver->again);
    if (driver->repeats && any_timed(&driver->files)) fputs(TIMED_NOTE, driver->out);
    return true;
}

/* Keeps and tells what was found; returns the exit status. */
static int finished(Driver *driver, bool good, Error *error)
{
    Error later;
    progress_end(&driver->progress);
    driver->wall = seconds_now() - driver->started;
    short_time(driver->took, driver->wall);
    driver->partial |= !good || files_failed(&driver->files);
    const bool figures = (good || driver->done) && (driver->done || !driver->partial);
    streams_end(driver);
    if (figures) figures_write(driver);
    if (figures && driver->command->keep) good &= driver->command->keep(driver, good ? error : &later);
    if (figures || good) good &= summary_print(driver, figures, good ? error : &later);
    good &= files_close(&driver->files, figures, good ? error : &later);
    good &= stdout_flush(0, good ? error : &later);
    if (good && driver->too_many_voids && !driver->interrupted)
        good = error_set(error, "%lld void boards, more than --max-void allows", (long long)driver->voids);
    const int status = driver->interrupted ? STATUS_INTERRUPTED : driver->too_many_voids ? STATUS_VOID : 0;
    if (!good) return failed(driver, error->system || !status ? error_status(error) : status, error);
    return status || !driver->command->verdict ? status : driver->command->verdict(driver);
}

static int run(Driver *driver, char **argv)
{
    const Command *command = driver->command;
    Error error;
    if (!prepared(driver, argv, &error)) return failed(driver, error_status(&error), &error);
    notes_print(driver);
    if (driver->common.dry_run) {
        command->plan(driver, stdout);
        return stdout_flush(0, &error) ? 0 : failed(driver, STATUS_FAILED, &error);
    }
    time_print(driver->start);
    driver->started = seconds_now();
    if (!files_open(&driver->files, &error)) return failed(driver, STATUS_FAILED, &error);
    if (command->summary) interrupt_catch();
    progress_start(&driver->progress, driver->common.quiet);
    const bool good = command->work(driver, &error);
    return finished(driver, good, &error);
}

static void driver_free(Driver *driver)
{
    if (driver->own && driver->command->free) driver->command->free(driver);
    agents_free(driver->agents, driver->agent_count);
    free(driver->agents);
    packs_free(&driver->packs);
    free(driver->again);
    free(driver->own);
}

int command_run(const Command *command, const Command *const commands[], char **argv)
{
    Error error;
    Driver driver = {.command = command,
                     .commands = commands,
                     .own = calloc(1, command->size + 1),
                     .out = stdout,
                     .unit = "boards",
                     .voids = -1};
    int status = STATUS_FAILED;
    if (!driver.own) return error_memory(&error), failed(&driver, STATUS_FAILED, &error);
    switch (options_parse(&driver.parsed, &command->spec, argv, driver.own, &driver.common, &error)) {
    case OPTIONS_OK: status = run(&driver, argv); break;
    case OPTIONS_ERROR: status = failed(&driver, STATUS_WRONG_USE, &error); break;
    case OPTIONS_HELP:
        options_help(stdout, &command->spec);
        status = stdout_flush(0, &error) ? 0 : failed(&driver, STATUS_FAILED, &error);
        break;
    }
    driver_free(&driver);
    return status;
}
