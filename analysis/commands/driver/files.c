/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks, opens and closes the files of a command. */
#include "analysis/commands/driver/files.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agents/bots/bot.h"
#include "agents/exploit/exploiter.h"

CommandFile *files_add(CommandFiles *files, const char *what, const char *name, FileUse use)
{
    if (!name) return NULL;
    assert(files->count < FILES_MOST);
    CommandFile *file = &files->list[files->count++];
    *file = (CommandFile){.name = name, .use = use};
    snprintf(file->what, sizeof file->what, "%s", what);
    if (use == FILE_PICTURE) files->picture = name;
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

bool files_same(const char *a, const char *b)
{
    struct stat x, y;
    char a_end[PATH_MAX], b_end[PATH_MAX];
    if (!strcmp(a, b)) return true;
    if (!strcmp(a, "-") || !strcmp(b, "-")) return false;
    const bool there = stat(a, &x) == 0;
    if (there != (stat(b, &y) == 0) || (there && !S_ISREG(x.st_mode) && !S_ISDIR(x.st_mode))) return false;
    if (there) return is_same_file(&x, &y);
    a = folder_stat(&x, output_target(a_end, a));
    b = folder_stat(&y, output_target(b_end, b));
    return a && b && !strcmp(a, b) && is_same_file(&x, &y);
}

/* Neither is the file in which the other is written until it is whole. */
static bool unfinished_differs(const CommandFile *written, const CommandFile *other, Error *error)
{
    char path[PATH_MAX];
    if (written->use == FILE_READ || !unfinished_path(path, written->name) || !files_same(path, other->name))
        return true;
    return error_set(error, "%s '%.200s' is first written into '%.200s', which %s names; give it another name",
                     written->what, written->name, path, other->what);
}

static bool pair_differs(const CommandFile *a, const CommandFile *b, Error *error)
{
    if (!unfinished_differs(a, b, error) || !unfinished_differs(b, a, error)) return false;
    const bool a_read = a->use == FILE_READ, b_read = b->use == FILE_READ;
    if ((a_read && b_read) || !files_same(a->name, b->name)) return true;
    if (a_read != b_read && !strcmp(a->name, "-")) return true; /* stdin and stdout */
    if (!strcmp(a->name, b->name))
        return error_set(error, "%s and %s both name '%.200s'; give each its own file", a->what, b->what, a->name);
    return error_set(error, "%s '%.200s' and %s '%.200s' are the same file; give each its own", a->what, a->name,
                     b->what, b->name);
}

/* Is the file a part of a run directory, such as that of --run? */
static bool is_run_part(const CommandFiles *files, const char *name)
{
    char path[PATH_MAX], info[PATH_MAX];
    struct stat folder, run;
    const char *target = output_target(path, name), *last = folder_stat(&folder, target);
    if (!last || (strcmp(last, "chunks") && strcmp(last, "run.json") && strcmp(last, "lock"))) return false;
    snprintf(info, sizeof info, "%.*srun.json", (int)(last - target), target);
    return access(info, F_OK) == 0 || (files->run && stat(files->run, &run) == 0 && is_same_file(&folder, &run));
}

/* The file is not the one that the descriptor writes to. */
static bool descriptor_differs(const CommandFile *file, int descriptor, const char *what, Error *error)
{
    struct stat its, other;
    if (fstat(descriptor, &its) || !S_ISREG(its.st_mode)) return true;
    if (!strcmp(file->name, "-") || stat(file->name, &other) || !is_same_file(&its, &other)) return true;
    return error_set(error, "%s '%.200s' and %s are the same file; give each its own", file->what, file->name, what);
}

static bool agent_reads(const Agent *agent, FileTake *take, void *arg, Error *error)
{
    struct stat there;
    for (int index = 0; index < agent->kind->param_count; index++) {
        const AgentParam *param = &agent->kind->params[index];
        if (param->type == PARAM_FILE && agent->texts[index] && !take(arg, param->name, agent->texts[index], error))
            return false;
    }
    const Agent *known = known_of(agent);
    const struct Bots *bots = bots_of(agent);
    if (known && !agent_reads(known, take, arg, error)) return false;
    if (!bots || !bots->command.path) return true; /* without a path it is only looked at */
    if (!take(arg, "exec", bots->command.path, error)) return false;
    for (char *const *word = bots->command.words + 1; *word; word++)
        if (stat(*word, &there) == 0 && S_ISREG(there.st_mode) && !take(arg, "exec", *word, error)) return false;
    return true;
}

bool files_agents_read(const CommandFiles *files, FileTake *take, void *arg, Error *error)
{
    for (int list = 0; list < files->player_lists; list++)
        for (int i = 0; i < files->players[list].count; i++)
            if (!agent_reads(&files->players[list].agents[i], take, arg, error)) return false;
    return true;
}

/* The file, a CommandFile, is none that is read elsewhere: a FileTake. */
static bool read_differs(void *file, const char *what, const char *name, Error *error)
{
    CommandFile read = {.name = name, .use = FILE_READ};
    snprintf(read.what, sizeof read.what, "%s", what);
    return pair_differs(file, &read, error);
}

bool files_differ(CommandFiles *files, Error *error)
{
    CommandFile *const end = files->list + files->count;
    if (files->picture && !plot_name_valid(files->picture, error)) return false;
    for (CommandFile *file = files->list; file < end; file++) {
        const bool packed = file->use == FILE_RESULTS || file->use == FILE_JSON || file->use == FILE_STREAM;
        const char *missing = packed ? pack_missing(pack_kind(file->name)) : NULL;
        if (missing) return error_set(error, "%s '%.200s': %s", file->what, file->name, missing);
        for (const CommandFile *other = file + 1; other < end; other++)
            if (!pair_differs(file, other, error)) return false;
        if (!files_agents_read(files, read_differs, file, error)) return false;
        for (int i = 0; i < files->arg_count; i++)
            if (!read_differs(file, "an argument", files->args[i], error)) return false;
        if (file->use != FILE_READ && is_run_part(files, file->name))
            return error_set(error, "%s '%.200s' is a part of a run directory; give it another name", file->what,
                             file->name);
        if (!descriptor_differs(file, STDOUT_FILENO, "standard output", error) ||
            !descriptor_differs(file, STDERR_FILENO, "standard error", error))
            return false;
    }
    return true;
}

/* ---- writing */

/* Is there a gnuplot for the picture, or a file of figures that it can be drawn from later? */
static bool files_drawable(const CommandFiles *files, Error *error)
{
    for (int i = 0; i < files->count; i++)
        if (files->list[i].use == FILE_RESULTS) return true;
    return gnuplot_found() || error_system(error, "--plot: %s", GNUPLOT_MISSING);
}

bool files_open(CommandFiles *files, bool dry, Error *error)
{
    Error unused;
    bool good = true;
    for (int i = 0; i < files->count && good; i++) {
        CommandFile *file = &files->list[i];
        if (file->use == FILE_READ) continue;
        if (dry || file->use == FILE_OWN || file->use == FILE_PICTURE)
            good =
                (file->use != FILE_PICTURE || files_drawable(files, error)) && output_file_possible(file->name, error);
        else
            good = output_file_open(&file->out, file->name, pack_kind(file->name), error);
        file->out.json = file->use == FILE_JSON;
    }
    if (!good) files_close(files, false, &unused);
    return good;
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
        if (files->list[i].out.error) return true;
    return false;
}

bool files_close(CommandFiles *files, bool draw, Error *error)
{
    Error later;
    bool good = true;
    for (int i = 0; i < files->count; i++)
        good &= output_file_close(&files->list[i].out, good ? error : &later);
    if (!good || !draw || !files->picture || !files->drawn) return good;
    return plot_draw(files->drawn, NULL, NULL, files->picture, NULL, true, error);
}
