/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur runs: what run directories hold. pasur merge: one result from the parts of a run. Both use the code of the
   command that wrote there, without playing. */
#include <glob.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/commands/commands.h"

typedef struct {
    const char *csv, *json, *rounds, *records, *matches, *cross, *save, *plot, *level; /* options */
    glob_t found; /* directories of a folder that hold runs; owned */
} Runs;

/* ---- the command that wrote there */

const Command *command_named(const Command *const commands[], const char *name)
{
    for (; *commands; commands++)
        if (!strcmp((*commands)->spec.command, name)) return *commands;
    return NULL;
}

/* Are these words, up to NULL, such as run.json holds for the command? Whoever made a run directory may have written
   others there, which would write files. */
static bool words_right(const Command *command, char *const words[], Error *error)
{
    bool good = option_find(&command->spec, "run") != NULL;
    for (words++; good && *words && strcmp(*words, "--") != 0; words++) {
        const Option *option = strncmp(*words, "--", 2) ? NULL : option_find(&command->spec, *words + 2);
        good = option && option_identifies(option) && !strcmp(option->name, *words + 2) &&
               (option->type == OPTION_FLAG || *++words);
    }
    return good || error_set(error, "its words are no run as this program writes them");
}

/* Are the words that the directory keeps, and those behind them, right for the command? False with the reason. */
static bool look_right(const Command *command, char *const words[], char *const more[], const char *name, Error *error)
{
    for (; command && more && *more; more++)
        if (!strncmp(*more, "--", 2) && !option_find(&command->spec, *more + 2))
            return error_set(error, "%.200s was written by 'pasur %s', which has no option %s", name,
                             command->spec.command, *more);
    return ((command || error_set(error, "it names no command of this program")) &&
            words_right(command, words, error)) ||
           error_under(error, "%.200s/run.json", name);
}

int command_look(Driver *out, const Command *const commands[], const char *const dirs[], int count, char *const more[],
                 RunLook look)
{
    Error error;
    size_t extra = 0;
    *out = (Driver){.run.look = look};
    out->run.look.on = true;
    if (!run_look_open(out, dirs, count, &error)) return command_failed(out, STATUS_WRONG_USE, &error);
    while (more && more[extra])
        extra++;
    char **argv = out->run.words = run_info_words(&out->run.directory.dirs->info, extra); /* behind those of `more` */
    const Command *command = argv && argv[extra] ? command_named(commands, argv[extra]) : NULL;
    if (argv ? !look_right(command, argv + extra, more, *dirs, &error) : !error_memory(&error))
        return command_failed(out, STATUS_WRONG_USE, &error);
    argv[0] = argv[extra];
    if (extra) memcpy(argv + 1, more, extra * sizeof *argv);
    return command_looks(out, command, commands, argv);
}

/* ---- options that are handed on */

enum { MORE_MOST = 24 };

#define RUNS_FILE(member, name, help)                                                                                  \
    {                                                                                                                  \
        name, help, OPTION_AT(Runs, member), .takes = TAKES_FILE, .metavar = "FILE"                                    \
    }
static const Option OPTIONS[] = {
    {"csv", "write the figures as CSV; - is stdout, and then nothing else is printed there", OPTION_AT(Runs, csv),
     .takes = TAKES_FILE, .metavar = "FILE", .heading = "Output"},
    RUNS_FILE(json, "json", "write the figures as JSON lines"),
    RUNS_FILE(rounds, "rounds-csv", "of sim: write a CSV row for each round and seat"),
    RUNS_FILE(records, "records", "of sim: write every round as a record"),
    RUNS_FILE(matches, "matches-csv", "of sim: write a CSV row for each match and seat"),
    RUNS_FILE(cross, "cross", "of rate: write the cross-table as CSV"),
    RUNS_FILE(save, "save", "of tune: write the tuned weights"),
    {"plot", "draw the figures (SVG, PNG or PDF; needs gnuplot)", OPTION_AT(Runs, plot), .takes = TAKES_FILE,
     .metavar = "FILE.svg"},
    {"level", "the level of intervals, as for the command that wrote there", OPTION_AT(Runs, level), .metavar = "X"},
    {OPTION_EXPLAIN},
    {OPTION_QUIET},
};

/* The options that were given, as words for the command, up to NULL. */
static void more_make(char *more[static MORE_MOST], const Driver *driver)
{
    const OptionsSpec *spec = &driver->command->spec;
    static char names[MORE_MOST][24];
    int count = 0;
    for (size_t i = 0; i < spec->option_count; i++) {
        const Option *option = &spec->options[i];
        if (!driver_given(driver, option->name)) continue;
        snprintf(names[count], sizeof names[count], "--%s", option->name);
        more[count] = names[count], count++;
        if (option->type == OPTION_TEXT) more[count++] = *(char *const *)driver_value(driver, option);
    }
    more[count] = NULL;
}

/* ---- pasur runs */

static bool is_run(const char *name)
{
    char path[RUN_PATH];
    struct stat what;
    return snprintf(path, sizeof path, "%s/run.json", name) < RUN_PATH && stat(path, &what) == 0 &&
           S_ISREG(what.st_mode);
}

/* Puts the directories in a folder that hold runs first in runs->found, by their names; returns how many. */
static int runs_find(Runs *runs, const char *folder)
{
    char pattern[2 * RUN_PATH] = "", **names;
    size_t length = 0, count = 0;
    for (const char *at = folder; strcmp(folder, ".") != 0 && *at && length < RUN_PATH; at++) {
        if (strchr("*?[]\\", *at)) pattern[length++] = '\\';
        pattern[length++] = *at;
    }
    strcpy(pattern + length, length && pattern[length - 1] != '/' ? "/*" : "*");
    glob(pattern, 0, NULL, &runs->found);
    names = runs->found.gl_pathv;
    for (size_t i = 0; i < runs->found.gl_pathc; i++) {
        char *name = names[i];
        if (!is_run(name)) continue;
        names[i] = names[count];
        names[count++] = name;
    }
    return (int)count;
}

/* One line of a list. */
static int run_list(const Driver *driver, const char *name)
{
    Driver ran;
    const RunWork *work = &ran.work;
    const Checkpoint *kept = &ran.run.directory;
    char shown[RUN_PATH];
    const int status = command_look(&ran, driver->commands, &name, 1, NULL, (RunLook){.quiet = true});
    if (!status) {
        printf("%-20s  ", text_one_line(shown, sizeof shown, name));
        if (kept->parts)
            printf("part %" PRIu64 "/%" PRIu64 ", %.1f %%", kept->part, kept->parts,
                   work->total ? 100 * (double)work->done / (double)work->total : 100);
        else if (!ran.end.partial)
            printf("whole, %" PRIu64 " %s", work->done, work->unit);
        else if (work->total && work->total < BOARDS_NO_END)
            printf("%" PRIu64 " of %" PRIu64 " %s", work->done, work->total, work->unit);
        else
            printf("%" PRIu64 " %s so far", work->done, work->unit);
        printf("%s  %.127s\n", kept->dirs->written ? ", a program goes on there" : "",
               text_one_line(shown, sizeof shown, ran.run.identity));
    }
    driver_free(&ran);
    return status;
}

/* What one directory holds. */
static int run_show(const Driver *driver, const char *name)
{
    char *more[MORE_MOST], shown[RUN_PATH];
    Driver ran;
    bool wants = false; /* a file */
    more_make(more, driver);
    for (size_t i = 0; i < driver->command->spec.option_count; i++)
        wants |= driver->parsed.given >> i & 1 && driver->command->spec.options[i].takes == TAKES_FILE;
    const int status = command_look(&ran, driver->commands, &name, 1, more, (RunLook){.on = true});
    const bool none = !status && !ran.work.done && wants;
    driver_free(&ran);
    if (!none) return status;
    fprintf(stderr, "pasur runs: %s: nothing in it is complete, so there are no figures to write\n",
            text_one_line(shown, sizeof shown, name));
    return STATUS_NO;
}

static bool runs_work(Driver *driver, Error *error)
{
    Runs *runs = driver->own;
    const OptionsSpec *spec = &driver->command->spec;
    const char *const *names = driver->parsed.args;
    int count = driver->parsed.arg_count;
    bool list = count > 1;
    if (!count || (count == 1 && !is_run(names[0]))) {
        const int found = runs_find(runs, count ? names[0] : ".");
        list = found > 1 || (count && found);
        if (found) names = (const char *const *)runs->found.gl_pathv, count = found;
        if (!count) return error_set(error, "no directory here holds a run; name one, or make one with --run DIR");
    }
    if (!list) {
        driver->work.verdict = run_show(driver, names[0]);
        return true;
    }
    for (size_t i = 0; i < spec->option_count; i++)
        if (driver->parsed.given >> i & 1 && spec->options[i].type == OPTION_TEXT)
            return error_set(error, "--%s takes one run; name one directory", spec->options[i].name);
    for (int i = 0; i < count; i++) {
        struct stat what;
        if (stat(names[i], &what) == 0 && S_ISREG(what.st_mode)) {
            driver_note(driver, "note: %.200s is a file, not a run directory", names[i]);
            continue;
        }
        const int status = run_list(driver, names[i]);
        if (status > driver->work.verdict) driver->work.verdict = status;
    }
    return true;
}

static void runs_free(Driver *driver) { globfree(&((Runs *)driver->own)->found); }

/* ---- pasur merge */

static bool merge_work(Driver *driver, Error *error)
{
    char *more[MORE_MOST];
    const char *const *dirs = driver->parsed.args;
    const int count = driver->parsed.arg_count;
    Driver ran;
    bool pipe = false;
    more_make(more, driver);
    for (int i = 0; more[i]; i++)
        pipe |= !strcmp(more[i], "-");
    if (pipe) { /* what goes there cannot be taken back: is all there? */
        error_set(error, "the parts cannot be read");
        const int status = command_look(&ran, driver->commands, dirs, count, NULL,
                                        (RunLook){.merges = true, .quiet = true, .error = error});
        driver_free(&ran);
        if (status) return false;
    }
    driver->work.verdict = command_look(&ran, driver->commands, dirs, count, more, (RunLook){.merges = true});
    driver_free(&ran);
    return true;
}

const Command CMD_RUNS = {
    .spec = {.command = "runs",
             .summary = "what run directories hold; nothing is played",
             .args = {"[DIR...]", 0, OPTIONS_MAX_ARGS, NULL, TAKES_FILE},
             .about =
                 "Says which command wrote a run directory, how far it is, and what it has found so far. Several "
                 "directories get a line each: those named, those in the directory of a study or, if none is named, "
                 "all in this folder.",
             .example = "pasur sim greedy random --run night -q; pasur runs night",
             .notes = "Files are those of the command that wrote there; rounds, records and matches are available if "
                      "its command line had the same option.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Runs),
    .work = runs_work,
    .free = runs_free,
};

const Command CMD_MERGE = {
    .spec = {.command = "merge",
             .summary = "one result from the run directories of the parts of a run",
             .args = {"DIR...", 1, OPTIONS_MAX_ARGS, NULL, TAKES_FILE},
             .about =
                 "Combines the parts of a run that were played with --part I/N: every figure and every file is what "
                 "one machine would have produced.",
             .example = "for i in 1 2; do pasur sim random greedy --run p$i --part $i/2; done\npasur merge p?",
             .notes = "The parts must belong to one run and be finished, and each is named once.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Runs),
    .work = merge_work,
};
