/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks, opens and closes the files of a command. */
#include "analysis/commands/files.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

CommandFile *files_add(CommandFiles *files, const char *what, const char *name, FileUse use)
{
    if (!name) return NULL;
    assert(files->count < FILES_MOST);
    CommandFile *file = &files->list[files->count++];
    *file = (CommandFile){.name = name, .use = use};
    snprintf(file->what, sizeof file->what, "%s", what);
    if (use == FILE_PICTURE) files->plot.out = name;
    return file;
}

void files_add_agents(CommandFiles *files, const Agent *agents, int count)
{
    assert(files->player_lists < FILES_AGENTS);
    files->players[files->player_lists].agents = agents;
    files->players[files->player_lists++].count = count;
}

/* ---- no two are the same */

static bool folder_stat(struct stat *folder, const char *name)
{
    char path[PATH_MAX];
    const char *slash = strrchr(name, '/');
    int length = slash ? (int)(slash - name) + 1 : 0;
    if (length >= PATH_MAX) return false;
    snprintf(path, sizeof path, "%.*s.", length, name);
    return stat(path, folder) == 0;
}

static const char *last_part(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (!strcmp(a, b)) return true;
    if (!strcmp(a, "-") || !strcmp(b, "-")) return false;
    bool a_there = stat(a, &x) == 0, b_there = stat(b, &y) == 0;
    if (a_there && b_there) return S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    return !a_there && !b_there && !strcmp(last_part(a), last_part(b)) && folder_stat(&x, a) && folder_stat(&y, b) &&
           x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static bool pair_differs(const CommandFile *a, const CommandFile *b, Error *error)
{
    const bool a_read = a->use == FILE_READ, b_read = b->use == FILE_READ;
    if ((a_read && b_read) || !same_file(a->name, b->name)) return true;
    if (a_read != b_read && !strcmp(a->name, "-")) return true; /* stdin and stdout */
    if (!strcmp(a->name, b->name))
        return error_set(error, "%s and %s both name '%.200s'; give each a file of its own", a->what, b->what, a->name);
    return error_set(error, "%s '%.200s' and %s '%.200s' are the same file; give each one of its own", a->what, a->name,
                     b->what, b->name);
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
    return true;
}

bool files_differ(const CommandFiles *files, Error *error)
{
    if (files->plot.out && !plot_name_valid(files->plot.out, error)) return false;
    for (int i = 0; i < files->count; i++)
        for (int k = i + 1; k < files->count; k++)
            if (!pair_differs(&files->list[i], &files->list[k], error)) return false;
    for (int i = 0; i < files->player_lists; i++)
        for (int k = 0; k < files->players[i].count; k++)
            if (!agent_differs(files, &files->players[i].agents[k], error)) return false;
    return true;
}

/* ---- writing */

bool files_creatable(const CommandFiles *files, Error *error)
{
    for (int i = 0; i < files->count; i++)
        if (files->list[i].use != FILE_READ && !output_file_creatable(files->list[i].name, error)) return false;
    return true;
}

bool files_open(CommandFiles *files, Error *error)
{
    Error unused;
    bool good = true;
    for (int i = 0; i < files->count && good; i++) {
        CommandFile *file = &files->list[i];
        switch (file->use) {
        case FILE_FIGURES:
        case FILE_STREAM: good = output_file_open(&file->out, file->name, error); break;
        case FILE_PICTURE: good = plot_output_open(&files->plot, error); break;
        case FILE_OWN: good = output_file_creatable(file->name, error); break;
        default: break;
        }
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

bool files_take_stdout(const CommandFiles *files)
{
    for (int i = 0; i < files->count; i++)
        if (files->list[i].use != FILE_READ && !strcmp(files->list[i].name, "-")) return true;
    return false;
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
