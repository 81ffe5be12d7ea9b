/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/commands/files.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/text/error.h"
#include "sim/files/csv.h"

enum { SHARED = 4, MAX_FILES = SHARED + MAX_OWN_FILES };

static int list_make(NamedFile list[static MAX_FILES], const RunFiles *files)
{
    const CommonOptions *common = files->common;
    const NamedFile shared[SHARED] = {{"--deal", common->deal, true},
                                      {"--csv", common->csv, false},
                                      {"--rounds-csv", common->rounds_csv, false},
                                      {"--records", common->records, false}};
    int count = 0;
    assert(files->own_count <= MAX_OWN_FILES);
    for (int i = 0; i < SHARED + files->own_count; i++) {
        list[count] = i < SHARED ? shared[i] : files->own[i - SHARED];
        count += list[count].name != NULL;
    }
    return count;
}

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

static bool pair_differs(const NamedFile *a, const NamedFile *b, Error *error)
{
    char first[200], second[200];
    if ((a->read && b->read) || !same_file(a->name, b->name)) return true;
    if (a->read != b->read && !strcmp(a->name, "-")) return true; /* stdin and stdout */
    text_one_line(first, sizeof first, a->name);
    text_one_line(second, sizeof second, b->name);
    if (!strcmp(a->name, b->name))
        error_set(error, "%s and %s both name '%s'; give each a file of its own", a->option, b->option, first);
    else
        error_set(error, "%s '%s' and %s '%s' are the same file; give each one of its own", a->option, first, b->option,
                  second);
    return false;
}

static bool files_differ(const RunFiles *files, Error *error)
{
    NamedFile list[MAX_FILES];
    int count = list_make(list, files);
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            if (!pair_differs(&list[i], &list[k], error)) return false;
    for (int i = 0; i < files->agent_count; i++) {
        const Agent *agent = &files->agents[i];
        for (int index = 0; agent->kind->param && agent->kind->param(index); index++) {
            const AgentParam *param = agent->kind->param(index);
            if (param->type != PARAM_FILE || !agent->texts[index]) continue;
            const NamedFile read = {param->name, agent->texts[index], true};
            for (int k = 0; k < count; k++)
                if (!pair_differs(&list[k], &read, error)) return false;
        }
    }
    return true;
}

static bool files_creatable(const RunFiles *files, Error *error)
{
    NamedFile list[MAX_FILES];
    int count = list_make(list, files);
    for (int i = 0; i < count; i++)
        if (!list[i].read && !output_file_creatable(list[i].name, error)) return false;
    return true;
}

int files_check(const RunFiles *files, Error *error)
{
    if (!files_differ(files, error)) return STATUS_WRONG_USE;
    return files->common->dry_run && !files_creatable(files, error) ? STATUS_FAILED : 0;
}
