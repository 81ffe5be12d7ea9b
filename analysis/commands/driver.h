/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One driver for all commands. A command is a row of functions; the driver takes it from the command line to the exit
   status, so that all commands behave alike:

     options, help · prepare · the files differ · note on rules · --dry-run: plan · files are opened · Ctrl-C and progress
     · work · heads and figures into CSV files and picture · PARTIAL, summary, void boards, `Again:`, note on timed agents
     · files are closed, the picture is drawn, stdout is flushed · verdict · free

   Whatever stops the work, what is finished is kept, and says PARTIAL in the heads of files, in the picture and on the
   terminal. Where a file takes stdout, the summary goes to stderr, and with --quiet nowhere. */
#pragma once

#include "analysis/commands/common.h"
#include "analysis/commands/files.h"
#include "analysis/commands/progress.h"
#include "analysis/commands/status.h"
#include "engine/text/number.h"
#include "sim/arena.h"
#include "sim/clock.h"
#include "sim/files/figures.h"
#include "sim/files/record_file.h"
#include "sim/schedule.h"

typedef struct Driver Driver;

/* NULL functions: there is nothing to do. A command with a summary is one that plays; the others print in `work`. */
typedef struct {
    OptionsSpec spec;
    size_t size;        /* of the command's own struct: driver->own, zero until the options are read into it */
    const char *sample; /* the option that says how much is played; `Again:` names it also where the user did not */
    const FigureTable *const *tables;              /* the columns of the CSV files that it writes, up to NULL */
    bool (*prepare)(Driver *driver, Error *error); /* everything that can be wrong before a file is touched */
    void (*plan)(const Driver *driver, FILE *out); /* what would be done */
    bool (*work)(Driver *driver, Error *error);    /* reports to the members of Driver that say so */
    void (*figures)(const Driver *driver, OutputFile *file); /* the header and rows of --csv and the picture */
    bool (*keep)(Driver *driver, Error *error);              /* writes files of the command's own (FILE_OWN) */
    bool (*summary)(const Driver *driver, FILE *out);        /* for people; false if memory runs out */
    int (*verdict)(const Driver *driver); /* the exit status of a run that came to its end; NULL: 0 */
    void (*free)(Driver *driver);         /* what `own` owns, also after a `prepare` that failed */
} Command;

struct Driver {
    const Command *command, *const *commands; /* the one that runs; all, up to NULL */
    void *own;
    CommonOptions common;
    ParsedOptions parsed;
    CommandFiles files;
    Packs packs; /* of --deal */
    Agent *agents;
    int agent_count;
    int threads;
    FILE *out; /* for people; NULL: nobody is to be told */

    /* for prepare to say */
    const Rules *rules;    /* of the run: heads of files name them; NULL: there are none */
    bool scores_count;     /* rounds begin with scores: keys that belong to matches have an effect */
    bool repeats;          /* `Again:` is worth telling; set where the command has a `sample` */
    char note[ERROR_TEXT]; /* for stderr unless --quiet, before the work; empty: none */

    char rules_text[RULES_TEXT]; /* rules, as the driver writes them out after prepare */

    /* for work to say */
    uint64_t done,
        total;        /* what is finished, what was planned (0 or BOARDS_NO_END: that is open); without done there are
                             no figures */
    const char *unit; /* of both: "boards" */
    bool partial;     /* there is less than was asked for */
    bool interrupted; /* because the user stopped it */
    int64_t voids;    /* void boards; -1: none are counted */
    bool too_many_voids;
    char *again; /* the command that repeats the run; owned */

    Progress progress;
    char start[TIME_TEXT];
    double started, wall;  /* seconds */
    char took[SHORT_TEXT]; /* wall, for people */
};

/* Takes one of the commands (up to NULL) from argv (ends in NULL; argv[0] is its name) to the exit status. */
int command_run(const Command *command, const Command *const commands[], char **argv);

/* A member of Command: the tables of columns that are named. */
#define COMMAND_TABLES(...)                                                                                            \
    .tables = (const FigureTable *const[]) { __VA_ARGS__, NULL }

/* ---- for the functions of commands */

/* Was the option named on the command line? */
bool driver_given(const Driver *driver, const char *option);
/* Flushes stdout right after printing there. False with the reason if something was lost. */
bool driver_printed(Error *error);
/* One line on stderr, unless --quiet. */
void driver_note(const Driver *driver, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Opens driver->agents, as `count` texts name them, under these rules; once. */
bool driver_agents(Driver *driver, const char *const *texts, int count, const Rules *rules, Error *error);
/* Agents that the command opened, and frees, by itself: files that they read are no others, timed ones are told. */
void driver_players(Driver *driver, const Agent *agents, int count);
/* The boards of --rules, --seed, --no-duplicate and --deal for so many agents. */
bool driver_schedule(Driver *driver, Schedule *schedule, int agents, Error *error);
/* The open file of that option, with the lines `# key: value` that belong before its header; until the run is over they
   say PARTIAL. NULL: the option was not given. */
OutputFile *driver_stream(Driver *driver, const char *option);
/* The end of boards that threads have played. False if memory ran out. */
bool driver_ended(Driver *driver, ArenaEnd end, Error *error);
/* Counts void boards so far, of so many that are planned or done; false if they are more than --max-void allows. */
bool driver_voids(Driver *driver, int64_t voids, double boards);
