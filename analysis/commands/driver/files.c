/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks, opens and closes the files of a command; writes their heads (what a run is, how it ended, what was void) and
   the figures below them. */
#include "analysis/commands/driver/files.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/commands/driver/driver.h"
#include "analysis/report/version.h"

CommandFile *files_add(CommandFiles *files, const char *what, const char *name, FileUse use)
{
    if (!name) return NULL;
    assert(files->count < FILES_MOST);
    CommandFile *file = &files->list[files->count++];
    *file = (CommandFile){.name = name, .use = use};
    snprintf(file->what, sizeof file->what, "%s", what);
    if (use == FILE_PICTURE) files->plot.out = name;
    if (use != FILE_READ && !strcmp(name, "-")) files->take_stdout = true;
    return file;
}

void files_add_agents(CommandFiles *files, const Agent *agents, int count)
{
    assert(files->player_lists < FILES_AGENTS);
    files->players[files->player_lists].agents = agents;
    files->players[files->player_lists++].count = count;
    files->timed |= agents_timed(agents, count);
}

/* ---- no two are the same */

/* The file's name without its folder, which is looked up; NULL: there is no such folder. */
static const char *folder_stat(struct stat *folder, const char *name)
{
    char path[PATH_MAX];
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    const int length = snprintf(path, sizeof path, "%.*s.", (int)(last - name), name);
    return length < PATH_MAX && stat(path, folder) == 0 ? last : NULL;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    char a_end[PATH_MAX], b_end[PATH_MAX];
    if (!strcmp(a, b)) return true;
    if (!strcmp(a, "-") || !strcmp(b, "-")) return false;
    const bool there = stat(a, &x) == 0;
    if (there != (stat(b, &y) == 0) || (there && !S_ISREG(x.st_mode))) return false;
    if (there) return is_same(&x, &y);
    a = folder_stat(&x, beside_target(a_end, a));
    b = folder_stat(&y, beside_target(b_end, b));
    return a && b && !strcmp(a, b) && is_same(&x, &y);
}

/* Neither is the file in which the other is written until it is whole. */
static bool beside_differs(const CommandFile *written, const CommandFile *other, Error *error)
{
    char path[PATH_MAX];
    if (written->use == FILE_READ || !beside_path(path, written->name) || !same_file(path, other->name)) return true;
    return error_set(error, "%s '%.200s' is first written into '%.200s', which %s names; give it another name",
                     written->what, written->name, path, other->what);
}

static bool pair_differs(const CommandFile *a, const CommandFile *b, Error *error)
{
    if (!beside_differs(a, b, error) || !beside_differs(b, a, error)) return false;
    const bool a_read = a->use == FILE_READ, b_read = b->use == FILE_READ;
    if ((a_read && b_read) || !same_file(a->name, b->name)) return true;
    if (a_read != b_read && !strcmp(a->name, "-")) return true; /* stdin and stdout */
    if (!strcmp(a->name, b->name))
        return error_set(error, "%s and %s both name '%.200s'; give each a file of its own", a->what, b->what, a->name);
    return error_set(error, "%s '%.200s' and %s '%.200s' are the same file; give each one of its own", a->what, a->name,
                     b->what, b->name);
}

/* No named file is the one that the descriptor writes to. */
static bool descriptor_differs(const CommandFiles *files, int descriptor, const char *what, Error *error)
{
    struct stat its, other;
    if (fstat(descriptor, &its) || !S_ISREG(its.st_mode)) return true;
    for (int i = 0; i < files->count; i++) {
        const CommandFile *file = &files->list[i];
        if (strcmp(file->name, "-") && stat(file->name, &other) == 0 && is_same(&its, &other))
            return error_set(error, "%s '%.200s' and %s are the same file; give each one of its own", file->what,
                             file->name, what);
    }
    return true;
}

/* The files that an agent reads are none of those to be written. */
static bool agent_differs(const CommandFiles *files, const Agent *agent, Error *error)
{
    for (int index = 0; index < agent->kind->param_count; index++) {
        const AgentParam *param = &agent->kind->params[index];
        if (param->type != PARAM_FILE || !agent->texts[index]) continue;
        CommandFile read = {.name = agent->texts[index], .use = FILE_READ};
        snprintf(read.what, sizeof read.what, "%s", param->name);
        for (int i = 0; i < files->count; i++)
            if (!pair_differs(&files->list[i], &read, error)) return false;
    }
    return !agent->known || agent_differs(files, agent->known, error);
}

/* What is to be compressed can be. */
static bool kinds_known(const CommandFiles *files, Error *error)
{
    for (int i = 0; i < files->count; i++) {
        const CommandFile *file = &files->list[i];
        const bool packed = file->use == FILE_FIGURES || file->use == FILE_JSON || file->use == FILE_STREAM;
        const char *missing = packed ? pack_missing(pack_kind(file->name)) : NULL;
        if (missing) return error_set(error, "%s '%.200s': %s", file->what, file->name, missing);
    }
    return true;
}

bool files_differ(const CommandFiles *files, Error *error)
{
    if (!kinds_known(files, error)) return false;
    if (files->plot.out && !plot_name_valid(files->plot.out, error)) return false;
    for (int i = 0; i < files->count; i++)
        for (int k = i + 1; k < files->count; k++)
            if (!pair_differs(&files->list[i], &files->list[k], error)) return false;
    for (int i = 0; i < files->player_lists; i++)
        for (int k = 0; k < files->players[i].count; k++)
            if (!agent_differs(files, &files->players[i].agents[k], error)) return false;
    return descriptor_differs(files, STDOUT_FILENO, "standard output", error) &&
           descriptor_differs(files, STDERR_FILENO, "standard error", error);
}

/* ---- writing */

bool files_open(CommandFiles *files, bool dry, Error *error)
{
    Error unused;
    bool good = true;
    for (int i = 0; i < files->count && good; i++) {
        CommandFile *file = &files->list[i];
        if (file->use == FILE_READ) continue;
        if (file->use == FILE_PICTURE)
            good = dry ? plot_output_possible(&files->plot, error) : plot_output_open(&files->plot, error);
        else if (dry || file->use == FILE_OWN)
            good = output_file_creatable(file->name, error);
        else
            good = output_file_open(&file->out, file->name, error);
        file->out.json.on = file->use == FILE_JSON;
    }
    if (!good) files_close(files, false, &unused);
    return good;
}

void files_nowhere(CommandFiles *files)
{
    for (int i = 0; i < files->count; i++) {
        CommandFile *file = &files->list[i];
        if (file->use != FILE_READ) file->name = "/dev/null";
    }
    files->take_stdout = false;
}

CommandFile *files_find(CommandFiles *files, const char *option)
{
    for (int i = 0; i < files->count; i++)
        if (files->list[i].option && !strcmp(files->list[i].option->name, option)) return &files->list[i];
    return NULL;
}

bool files_failed(const CommandFiles *files)
{
    for (int i = 0; i < files->count; i++)
        if (output_file_failed(&files->list[i].out)) return true;
    return false;
}

bool files_close(CommandFiles *files, bool draw, Error *error)
{
    Error later;
    bool good = true;
    for (int i = 0; i < files->count; i++)
        good &= output_file_close(&files->list[i].out, good ? error : &later);
    return plot_output_close(&files->plot, good && draw, good ? error : &later) && good;
}

/* ---- heads and figures */

enum { OPEN_LINE = 150 };

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
    if (wall >= 0) figures_head_number(file, "wall_seconds", driver->look ? "" : seconds);
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

void json_heads_write(Driver *driver)
{
    for (int i = 0; i < driver->files.count && !driver->command->figures; i++)
        if (driver->files.list[i].use == FILE_JSON) head_write(driver, &driver->files.list[i].out, -1);
}

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

void files_end(Driver *driver, bool figures)
{
    char wall[SHORT_TEXT] = "", line[OPEN_LINE + 2];
    if (!driver->look) snprintf(wall, sizeof wall, "%.3f", driver->wall);
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
