/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that a command reads and writes: no file overwrites another of them, and a run that cannot write one of
   them leaves no trace of the others. */
#pragma once

#include "agents/agent.h"
#include "analysis/commands/driver/options.h"
#include "analysis/report/chart.h"
#include "sim/files/columns.h"

enum { FILES_MOST = 16, FILES_AGENTS = 4 };

typedef struct {
    char what[32];    /* "--csv", or what else reasons call the file */
    const char *name; /* as given; "-" is stdin or stdout */
    FileUse use;
    const Option *option; /* that names it; NULL: none does */
    Result *result;       /* of that option, once it is found; NULL: it has none, the command's own is written */
    OutputFile out;       /* FILE_RESULTS, FILE_JSON and FILE_STREAM: open from files_open to files_close */
} CommandFile;

typedef struct {
    CommandFile list[FILES_MOST];
    int count;
    struct {
        const Agent *agents;
        int count;
    } players[FILES_AGENTS]; /* agents, who may read files too */
    int player_lists;
    const char *const *args; /* files or directories that are read, beside those of the list */
    int arg_count;
    const char *run;     /* of --run; NULL: there is none */
    bool timed;          /* some of them decide by the clock */
    bool take_stdout;    /* a file to be written is stdout */
    const char *picture; /* the name of FILE_PICTURE; NULL: there is none */
    Result *drawn;       /* what it is to show; NULL: nothing */
} CommandFiles;

/* Names a file; nothing is done where name is NULL. Returns it. */
CommandFile *files_add(CommandFiles *files, const char *what, const char *name, FileUse use);
/* Agents whose files are no others, and which may decide by the clock; driver_agents names its own. */
void files_add_agents(CommandFiles *files, const Agent *agents, int count);

/* Do two names lead to one file, also where there is none yet? */
bool files_same(const char *a, const char *b);
/* Refuses a file to be written that is another one's too, a part of a run directory, or standard output's, under whatever
   name, a picture of an unknown kind, and a compressed file that this build cannot write. */
bool files_differ(CommandFiles *files, Error *error);
/* Takes a file that is read, and what names it. False with the reason. */
typedef bool FileTake(void *arg, const char *what, const char *name, Error *error);
/* Hands over what the agents read, and those whom they know: files of parameters; a program, and those of its arguments
   that are files. False where `take` said so. */
bool files_agents_read(const CommandFiles *files, FileTake *take, void *arg, Error *error);
/* Opens what the driver writes; dry: only looks, as far as one can say now, whether it could be. What stands in a file
   stays until the first write. False with a reason, and everything is as it was before. */
bool files_open(CommandFiles *files, bool dry, Error *error);
/* The file of that option; NULL: the option was not given. */
CommandFile *files_find(CommandFiles *files, const char *option);
/* Could something of a stream not be written? */
bool files_failed(const CommandFiles *files);
/* Closes all, and draws the picture if asked to; a new file to which nothing was written is removed. False with the
   reason of the first that lost something. */
bool files_close(CommandFiles *files, bool draw, Error *error);
