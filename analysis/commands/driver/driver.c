/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes a command from its options to the exit status. */
#include "analysis/commands/commands.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/report/figure_print.h"
#include "analysis/report/version.h"
#include "engine/match.h"
#include "sim/ranks/deal.h"
#include "sim/ranks/ranks.h"

enum { OPEN_LINE = 150 };

/* Tells why; returns the exit status that the error asks for, where that may be `status` instead of wrong use. */
static int failed(const Driver *driver, int status, const Error *error)
{
    if (!ranks_own()) fprintf(stderr, "pasur %s: %s\n", driver->command->spec.command, error->text);
    return error->system ? STATUS_FAILED : status;
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
    char text[ERROR_TEXT + 64], line[ERROR_TEXT];
    va_list args;
    const Page page = terminal_page(stderr);
    if (driver->common.quiet) return;
    va_start(args, format);
    vsnprintf(text, ERROR_TEXT, format, args);
    va_end(args);
    text_one_line(line, sizeof line, text);
    snprintf(text, sizeof text, "pasur %s: %s\n", driver->command->spec.command, line);
    page_wrap(stderr, &page, text);
}

bool driver_take_agents(Driver *driver, const Agent *agents, int count, Error *error)
{
    files_add_agents(&driver->files, agents, count);
    bots_take(driver, agents, count);
    for (int i = 0; i < count && !driver->people; i++)
        if (agent_has(&agents[i], TRAIT_PERSON))
            return error_set(error, "agent %.100s: a person takes a seat in 'pasur play' and 'pasur sim' alone",
                             agents[i].name);
    return driver->matches || driver->common.matches || agents_for_rounds(agents, count, error);
}

bool driver_agents(Driver *driver, const char *const *texts, int count, const Rules *rules, Error *error)
{
    assert(!driver->agents);
    driver->agents = calloc((size_t)count, sizeof *driver->agents);
    if (!driver->agents) return error_memory(error);
    if (!agents_open(driver->agents, texts, count, rules, error)) return false;
    driver->agent_count = count;
    return driver_take_agents(driver, driver->agents, count, error);
}

/* Is there something wrong with options about matches where rounds are played, or the other way round? */
static bool matches_asked_right(const Driver *driver, Error *error)
{
    const OptionsSpec *spec = &driver->command->spec;
    const char *of_matches[] = {"from", "max-rounds"};
    if (driver->common.matches && option_find(spec, "boards") && driver_given(driver, "boards"))
        return error_set(error, "--boards and --matches: give one of them");
    if (driver->common.matches && driver->common.deal)
        return error_set(error, "--deal gives the cards of single rounds; --matches shuffles packs of its own");
    for (size_t i = 0; !driver->common.matches && i < sizeof of_matches / sizeof *of_matches; i++)
        if (driver_given(driver, of_matches[i]))
            return error_set(error, "--%s is about whole matches; it goes with --matches N", of_matches[i]);
    return true;
}

/* Makes the boards matches, from the scores that are asked for. */
static bool schedule_matches(Driver *driver, Schedule *schedule, Error *error)
{
    const CommonOptions *common = &driver->common;
    const Rules *rules = &schedule->rules;
    const char *why;
    if (!match_ends(rules, &why)) return error_set(error, "--matches: %s", why);
    if (common->from && !scores_parse(schedule->scores, common->from, rules, error))
        return error_under(error, "--from");
    if (!match_round_begins(schedule->scores, rules, &why)) return error_set(error, "--from %s: %s", common->from, why);
    schedule->scores_by_side = true;
    schedule->match_rounds = (int)common->max_rounds;
    driver->scores_count = true;
    return true;
}

bool driver_schedule(Driver *driver, Schedule *schedule, int agents, Error *error)
{
    const CommonOptions *common = &driver->common;
    if (!schedule_make(schedule, common->rules, agents, !common->no_duplicate, error)) return false;
    schedule->seed = common->seed;
    driver->rules = &schedule->rules;
    if (option_find(&driver->command->spec, "matches")) {
        if (!matches_asked_right(driver, error)) return false;
        if (common->matches && !schedule_matches(driver, schedule, error)) return false;
    }
    if (!common->deal) return true;
    if (!packs_read(&driver->packs, common->deal, &schedule->rules, error)) return false;
    schedule->packs = driver->packs.packs;
    schedule->pack_count = driver->packs.count;
    snprintf(driver->note, sizeof driver->note, "%s", driver->packs.note);
    return true;
}

static void head_write(const Driver *driver, OutputFile *file, double wall)
{
    char seed[SHORT_TEXT], seconds[SHORT_TEXT];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)driver->common.seed);
    snprintf(seconds, sizeof seconds, "%.3f", wall);
    figures_head(file, "version", "%s", PASUR_VERSION);
    figures_head(file, "commit", "%s", PASUR_COMMIT);
    figures_head(file, "build", "%s", PASUR_BUILD);
    figures_head(file, "command", "%s", driver->identity ? driver->identity : driver->again);
    if (driver->common.seed || option_find(&driver->command->spec, "seed")) figures_head_number(file, "seed", seed);
    if (driver->rules) figures_head(file, "rules", "%s", driver->rules_text);
    figures_head(file, "start", "%s", driver->start);
    if (wall >= 0) figures_head_number(file, "wall_seconds", seconds);
}

/* The last line of a stream's head, always as long. Returns its length. */
static size_t open_line_print(char text[static OPEN_LINE + 2], const char *key, const char *value)
{
    char line[OPEN_LINE];
    snprintf(line, sizeof line, "# %s: %.120s", key, value);
    return (size_t)snprintf(text, OPEN_LINE + 2, "%-*s\n", OPEN_LINE, line);
}

OutputFile *driver_stream(Driver *driver, const char *option)
{
    char line[OPEN_LINE + 2];
    CommandFile *file = files_find(&driver->files, option);
    if (!file) return NULL;
    head_write(driver, &file->out, -1);
    file->open_line = output_file_write_open(&file->out, line, open_line_print(line, "PARTIAL", "the run is not over"));
    return &file->out;
}

OutputFile *driver_rows(Driver *driver)
{
    CommandFile *file = files_find(&driver->files, "json");
    return file ? &file->out : &files_add(&driver->files, "standard output", "-", FILE_STREAM)->out;
}

/* The heads of JSON lines that are written while the command works. */
static void json_streams_begin(Driver *driver)
{
    for (int i = 0; i < driver->files.count && !driver->command->figures; i++)
        if (driver->files.list[i].use == FILE_JSON) head_write(driver, &driver->files.list[i].out, -1);
}

bool driver_ended(Driver *driver, ArenaEnd end, Error *error)
{
    driver->interrupted |= end == ARENA_INTERRUPTED;
    return end != ARENA_FAILED || error_memory(error);
}

bool driver_voids(Driver *driver, const Voids *voids, double boards)
{
    const double limit = driver->common.max_void;
    driver->counts_voids = true;
    if (voids->boards != driver->voids.boards) driver->voids = *voids;
    driver->too_many_voids = (double)voids->boards > (limit < 1 ? limit * boards : limit);
    return !driver->too_many_voids;
}

/* ---- from the command line to the first board */

static bool again_make(Driver *driver, char **argv, Error *error)
{
    const Command *command = driver->command;
    const Option *sample = command->sample ? option_find(&command->spec, command->sample) : NULL;
    const uint64_t size = sample ? *(const uint64_t *)((const char *)driver->own + sample->offset) : BOARDS_NO_END;
    FILE *again = again_start(driver);
    if (!again) return error_memory(error);
    for (; *argv; argv++)
        again_word(again, *argv);
    if (size < BOARDS_NO_END && !driver_given(driver, command->sample) && !driver->common.matches)
        fprintf(again, " --%s %llu", command->sample, (unsigned long long)size);
    if (option_find(&command->spec, "seed") && !driver_given(driver, "seed"))
        fprintf(again, " --seed %llu", (unsigned long long)driver->common.seed);
    const bool good = !ferror(again);
    return (fclose(again) == 0 && good) || error_memory(error);
}

/* The files that the command's options and arguments name. */
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
    if (spec->args.file) files_add(&driver->files, spec->args.file, driver->parsed.args[0], FILE_READ);
}

/* What stands on the page of driver->out. */
static void page_choose(Driver *driver)
{
    driver->page =
        driver->look && driver->look->out ? (Page){.unicode = true} : terminal_page(driver->out ? driver->out : stderr);
    driver->page.legend = driver->common.explain ? LEGEND_FULL : driver->common.quiet ? LEGEND_NONE : LEGEND_SHORT;
}

/* Everything that can be wrong before a file is touched. */
static bool prepared(Driver *driver, char **argv, Error *error)
{
    const Command *command = driver->command;
    driver->threads = driver->common.threads ? (int)driver->common.threads : arena_cores();
    driver->repeats = command->sample != NULL && !driver->look;
    files_list(driver);
    if (ranks_own()) files_nowhere(&driver->files);
    if (command->prepare && !command->prepare(driver, error)) return false;
    if (!run_keep_prepare(driver, error)) return false;
    if (driver->rules) rules_print(driver->rules_text, driver->rules);
    if (driver->files.take_stdout) driver->out = driver->common.quiet ? NULL : stderr;
    if (ranks_own()) driver->out = NULL;
    page_choose(driver);
    return again_make(driver, argv, error) && (ranks_own() || files_differ(&driver->files, error)) &&
           (!driver->common.dry_run || files_open(&driver->files, true, error));
}

/* Says what runs that were killed left where this one writes. */
static void leftovers_print(const Driver *driver)
{
    for (int i = 0; i < driver->files.count; i++) {
        const char *path = driver->files.list[i].out.beside.path;
        if (path && driver->files.list[i].out.beside.leftover)
            driver_note(driver, "note: %.200s, which a program that was killed has left, is written over", path);
    }
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

/* Says in a head what was void, if anything was. */
static void voids_head(const Driver *driver, OutputFile *file)
{
    char first[VOID_TEXT];
    for (int64_t i = 0; i < driver->voids.count; i++) {
        const VoidKind *kind = &driver->voids.kinds[i];
        figures_head(file, "void", "%lld such as %s", (long long)kind->boards, void_print(first, &kind->first));
    }
}

/* Writes a head and the figures of an option; NULL: those of the command, if it has any. */
static void table_write(const Driver *driver, OutputFile *out, void (*write)(const Driver *, OutputFile *))
{
    if (!write && !driver->command->figures) return;
    head_write(driver, out, driver->wall);
    if (driver->partial) figures_head(out, "PARTIAL", "%s", driver->part);
    voids_head(driver, out);
    (write ? write : driver->command->figures)(driver, out);
}

/* Says in streams how they ended, and writes the figures, if there are any; without any the old files stay. */
static void files_end(Driver *driver, bool figures)
{
    char wall[SHORT_TEXT], line[OPEN_LINE + 2];
    snprintf(wall, sizeof wall, "%.3f", driver->wall);
    for (int i = 0; i < driver->files.count; i++) {
        CommandFile *file = &driver->files.list[i];
        OutputFile *out = file->use == FILE_PICTURE ? &driver->files.plot.csv : &file->out;
        if (file->open_line > 0)
            output_file_overwrite(out, file->open_line, line,
                                  open_line_print(line, driver->partial ? "PARTIAL" : "wall_seconds",
                                                  driver->partial ? driver->part : wall));
        else if (file->option && file->use == FILE_STREAM && driver->partial)
            snprintf(out->mark, sizeof out->mark, "# PARTIAL: %s\n%s", driver->part, file->open_line ? "" : "\n");
        else if (file->use == FILE_JSON && !driver->command->figures && driver->partial)
            snprintf(out->mark, sizeof out->mark, "{\"PARTIAL\":\"stopped before the end\"}\n");
        out->drop |= file->use == FILE_STREAM && driver->partial && !figures;
        if (!figures || (file->use != FILE_FIGURES && file->use != FILE_JSON && file->use != FILE_PICTURE)) continue;
        table_write(driver, out, file->option->write);
        const OptionsSpec *spec = &driver->command->spec;
        for (size_t k = 0; k < spec->option_count && file->use == FILE_JSON; k++)
            if (spec->options[k].write) table_write(driver, out, spec->options[k].write);
    }
}

static const char *void_unit(const Voids *voids)
{
    return voids->count && voids->kinds[0].first.seating == SEATING_DEAL ? "deal" : "board";
}

static void voids_print(const Driver *driver, FILE *out)
{
    const Voids *voids = &driver->voids;
    char first[VOID_TEXT];
    if (!driver->counts_voids) return;
    fprintf(out, "void %ss: %lld\n", void_unit(voids), (long long)voids->boards);
    for (int64_t i = 0; i < voids->count; i++) {
        const VoidKind *kind = &voids->kinds[i];
        fprintf(out, "  %lld such as %s\n", (long long)kind->boards, void_print(first, &kind->first));
    }
}

/* What the command would do, or what it found, broken into lines. */
static bool text_print(const Driver *driver, FILE *out, bool figures)
{
    PageText text;
    bool good = true;
    if (!page_text_open(&text)) return false;
    if (driver->common.dry_run)
        driver->command->plan(driver, text.stream);
    else
        good = driver->command->summary(driver, text.stream);
    if (figures) voids_print(driver, text.stream);
    return page_text_close(&text, out, &driver->page) && good;
}

static bool summary_print(const Driver *driver, bool figures, Error *error)
{
    FILE *out = driver->out;
    if (!driver->command->summary || !out) return true;
    if (driver->partial) fprintf(out, "PARTIAL: %s\n", driver->part);
    if (!figures) return true;
    if (!text_print(driver, out, true)) return error_memory(error);
    if (driver->repeats) fprintf(out, "Again: %s\n", driver->again); /* in one line, so that it can be copied */
    if (driver->repeats && driver->files.timed) fputs(TIMED_NOTE, out);
    return true;
}

/* There are too many void boards. */
static bool voids_error(const Driver *driver, Error *error)
{
    char first[VOID_TEXT];
    const long long boards = driver->voids.boards;
    return error_set(error, "%lld void %s%s, more than --max-void allows; the first: %s", boards,
                     void_unit(&driver->voids), PLURAL(boards), void_print(first, &driver->voids.kinds[0].first));
}

/* What is known of the run directories that are looked at. */
static void look_tell(const Driver *driver)
{
    driver->look->done = driver->done;
    driver->look->total = driver->total < BOARDS_NO_END ? driver->total : 0;
    driver->look->unit = driver->unit;
    driver->look->partial = driver->partial;
}

/* Keeps and tells what was found; returns the exit status. */
static int finished(Driver *driver, bool good, Error *error)
{
    Error later;
    char of_total[SHORT_TEXT] = "";
    const bool part = run_keep_part(driver);
    progress_end(&driver->progress);
    good = run_keep_close(driver, good, error);
    const unsigned long long done = part ? 0 : driver->done, total = driver->total;
    driver->wall = seconds_now() - driver->started;
    short_time(driver->took, driver->wall);
    driver->partial |= !good || driver->interrupted || driver->too_many_voids || files_failed(&driver->files);
    if (total && total < BOARDS_NO_END) snprintf(of_total, sizeof of_total, " of %llu", total);
    snprintf(driver->part, sizeof driver->part, "the first %llu%s %s", done, of_total, driver->unit);
    const bool figures = !part && (good || done) && (done || !driver->partial);
    if (driver->look) look_tell(driver);
    /* What a user cannot do without comes first: a file of figures may yet fail, and a pipe to which they go may end us. */
    if (figures && driver->command->keep && !ranks_own()) good &= driver->command->keep(driver, good ? error : &later);
    if (!part && (figures || good)) good &= summary_print(driver, figures, good ? error : &later);
    if (driver->out == stdout) good &= stdout_flush(0, good ? error : &later);
    files_end(driver, figures);
    good &= files_close(&driver->files, figures, good ? error : &later);
    good &= stdout_flush(0, good ? error : &later);
    if (good && driver->too_many_voids && !driver->interrupted) good = voids_error(driver, error);
    const int status = driver->interrupted ? STATUS_INTERRUPTED : driver->too_many_voids ? STATUS_VOID : 0;
    if (!good) return failed(driver, status ? status : STATUS_WRONG_USE, error);
    if (part || (driver->look && !driver->look->merges)) return status;
    return status ? status : driver->verdict;
}

/* --help and --dry-run. */
static int told(const Driver *driver, OptionsStatus options)
{
    Error error;
    if (ranks_own()) return 0;
    if (options != OPTIONS_OK)
        options_help(stdout, &driver->command->spec, terminal_page(stdout).width, options == OPTIONS_HELP_ALL);
    else
        notes_print(driver);
    if (options == OPTIONS_OK && !text_print(driver, stdout, false))
        return error_memory(&error), failed(driver, STATUS_WRONG_USE, &error);
    return stdout_flush(0, &error) ? 0 : failed(driver, STATUS_WRONG_USE, &error);
}

static int run(Driver *driver, char **argv)
{
    const Command *command = driver->command;
    Error error;
    const OptionsStatus options =
        options_parse(&driver->parsed, &command->spec, argv, driver->own, &driver->common, &error);
    if (ranks_own()) ranks_quiet(driver);
    const bool help = options == OPTIONS_HELP || options == OPTIONS_HELP_ALL;
    const bool right = help || (options == OPTIONS_OK && prepared(driver, argv, &error));
    if (!ranks_agree(right, &error)) return failed(driver, STATUS_WRONG_USE, &error);
    if (help || driver->common.dry_run) return told(driver, options);
    notes_print(driver);
    time_print(driver->start);
    driver->started = seconds_now();
    const bool list = driver->look && (driver->look->quiet ||
                                       driver->look->out); /* of many in one process, which has its threads already */
    if (list) driver->threads = 1;
    const int threads = driver->threads + (ranks_count() > 1); /* one of them speaks with the other ranks */
    if ((!list && !command->forks && option_find(&command->spec, "threads") && !process_threads(threads, &error)) ||
        !bots_prepare(driver, &error) || !run_keep_folder(driver, &error) ||
        !files_open(&driver->files, false, &error)) {
        if (driver->common.run) rmdir(driver->common.run); /* if nothing is in it */
        return ranks_agree(false, &error), failed(driver, STATUS_FAILED, &error);
    }
    leftovers_print(driver);
    json_streams_begin(driver);
    if (command->summary) interrupt_catch();
    if (!ranks_join(driver, run_keep_open(driver, &error), &error)) {
        Error later;
        driver->partial = true;
        files_end(driver, false);
        files_close(&driver->files, false, &later);
        return failed(driver, driver->interrupted ? STATUS_INTERRUPTED : STATUS_WRONG_USE, &error);
    }
    driver->started = seconds_now();
    progress_start(&driver->progress, driver->common.quiet || driver->people);
    const bool good = command->work(driver, &error);
    const int status = finished(driver, good, &error);
    rank_deal_over();
    return status;
}

static void driver_free(Driver *driver)
{
    if (driver->own && driver->command->free) driver->command->free(driver);
    agents_free(driver->agents, driver->agent_count);
    free(driver->agents);
    packs_free(&driver->packs);
    free(driver->again);
    free(driver->identity);
    free(driver->same);
    free(driver->run_files);
    journal_free(&driver->kept);
    free(driver->own);
}

int command_looks(const Command *command, const Command *const commands[], RunLook *look, char **argv)
{
    Error error;
    Driver driver = {.command = command,
                     .commands = commands,
                     .look = look,
                     .own = calloc(1, command->size + 1),
                     .out = look && look->quiet ? NULL
                            : look && look->out ? look->out
                                                : stdout,
                     .unit = "boards"};
    if (!driver.own) return error_memory(&error), failed(&driver, STATUS_WRONG_USE, &error);
    const int status = run(&driver, argv);
    driver_free(&driver);
    return status;
}

int command_run(const Command *command, const Command *const commands[], char **argv)
{
    Error error;
    int status = STATUS_WRONG_USE;
    if (!ranks_begin(&error) || !ranks_fit(command, &error)) {
        if (!ranks_own()) fprintf(stderr, "pasur %s: %s\n", command->spec.command, error.text);
    } else {
        status = command_looks(command, commands, NULL, argv);
    }
    ranks_end();
    return ranks_own() ? 0 : status;
}
