/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command is, and the one driver for all of them. A command is a row of functions; the driver runs it from the
   command line to the exit status, so that all commands behave alike:

     options, help · who sits down: rules, boards, agents · prepare · the files differ · note on rules · --dry-run: plan · files are opened · Ctrl-C and progress
     · work, or the boards of driver->plan are played, with progress and stop, and then found · results · PARTIAL, summary, void boards, `Again:`, note on timed agents
     · results go into CSV and JSON files and the picture · files are closed, the picture is drawn, stdout is flushed · free

   Whatever stops the work, what is finished is kept, and says PARTIAL in the files (in the heads of figures, in the
   last lines of what is written meanwhile), in the picture and on the terminal. Where a file takes stdout, the summary
   goes to stderr, and with --quiet nowhere. */
#pragma once

#include "agents/agent.h"
#include "agents/bots/bot.h"
#include "analysis/commands/driver/files.h"
#include "analysis/commands/driver/options.h"
#include "analysis/commands/driver/terminal.h"
#include "analysis/report/result.h"
#include "analysis/study/sim_estimates.h"
#include "engine/text/number.h"
#include "sim/arena.h"
#include "sim/boards.h"
#include "sim/checkpoint.h"
#include "sim/files/record_file.h"
#include "sim/files/system.h"
#include "sim/schedule.h"
#include "sim/sums.h"
#include "sim/survey.h"
#include "sim/voids.h"

/* The exit statuses of every command; 0: done, a test: the high hypothesis holds. */
enum {
    STATUS_NO = 1,           /* the answer is no; a test: the low hypothesis */
    STATUS_WRONG_USE = 2,    /* or bad input */
    STATUS_UNDECIDED = 3,    /* a test */
    STATUS_VOID = 4,         /* more void boards than allowed */
    STATUS_FAILED = 5,       /* the system */
    STATUS_INTERRUPTED = 130 /* by the user; what was finished is kept */
};

typedef struct Driver Driver;

/* Where a figure of a row stands in the sums of blocks of boards that a run directory keeps: a sum over another one, or
   over the boards that count, and over `scale`. */
typedef struct {
    int row, sum;    /* of the block's sums: which row, and which of its measures */
    int over, count; /* the same of the other one; over -1: boards */
    double scale;    /* 0: the figure does not stand there */
} BlockRatio;

/* One of the rule sets under which the same boards are played. */
enum { RULE_SET_NAME = 100 };
typedef struct {
    char name[RULE_SET_NAME]; /* what tells it apart: "sur_points=10", "bicycle" */
    char text[RULES_TEXT];    /* as --rules takes it */
} RuleSet;

/* Who sits down, as a command says it. */
enum { SEATED_MOST = OPTIONS_MAX_ARGS + 1 };
typedef struct {
    int table;                      /* different agents of a board; 0: nobody plays, and only --rules are looked at */
    int count;                      /* agents to be opened … */
    const char *names[SEATED_MOST]; /* … and their texts, which last as long as the driver */
} Seated;

/* Boards that the driver plays for a command. Where the command has `seats`, `prepare` finds them planned: driver->agents
   play as many boards of driver->schedule as the option `sample` says; else it plans them. */
typedef struct {
    BoardsJob boards;   /* but for threads and the checkpoint */
    uint64_t each;      /* how often a board counts in driver->work; 0: once */
    bool files;         /* --rounds-csv, --records and --matches-csv get what they ask for */
    BoardsUse use;      /* what becomes of them; empty: BOARDS_MEASURED */
    PointsTake *points; /* where nothing but the points of its pairings is asked for */
    void *points_arg;
} BoardsPlan;

enum { PROGRESS_REST = 1024 };

/* NULL functions: there is nothing to do. A command with a summary is one that plays; the others print in `work`. */
typedef struct {
    OptionsSpec spec;
    size_t size;        /* of the command's own struct: driver->own, zero until the options are read into it */
    bool nests;         /* it runs others, and plays nothing itself */
    bool rare;          /* help names it last, behind "more" */
    const char *sample; /* the option that says how much is played; `Again:` names it also where the user did not */
    uint64_t fewer;     /* so much where nobody said it and an agent searches, about ten seconds; 0: the same */
    const ResultKind *const *results; /* the kinds of results that it writes, up to NULL */
    /* Who sits down, for commands whose agents play boards under --rules. Then the driver reads what those have in
       common before `prepare`, in this order, and each is there as of the next: driver->schedule (--rules, --seed,
       --no-duplicate, --matches and what belongs to it, --deal), driver->stop (--stop), driver->agents, the value of
       `sample` (as --matches or --stop ci= would have it, or `fewer`), driver->rho, driver->worth (--equity, --at),
       driver->plan. NULL: `prepare` does all. */
    bool (*seats)(Driver *driver, Seated *out, Error *error);
    bool (*prepare)(Driver *driver, Error *error); /* everything else that can be wrong before a file is touched */
    void (*plan)(const Driver *driver, FILE *out); /* what would be done */
    /* What it does, saying in driver->work how far it is; NULL: the boards of driver->plan are played, and then … */
    bool (*work)(Driver *driver, Error *error);
    bool (*next)(Driver *driver); /* others are planned that go on behind them; false, NULL: none are … */
    bool (*found)(Driver *driver, Error *error); /* … driver->sums are looked at */
    bool (*stop)(const Driver *driver);          /* do these say so far that it is time? */
    /* For the progress line of boards: what they say; returns how many there will be. */
    uint64_t (*progress)(const Driver *driver, char rest[static PROGRESS_REST]);
    void (*result)(const Driver *driver, Result *out); /* fills what was found: heads of its own, columns, rows */
    /* Of the measured figure number `which` in a row of the first result; NULL: no blocks are kept. */
    BlockRatio (*ratio)(const Driver *driver, size_t row, int which);
    bool (*keep)(Driver *driver, Error *error);       /* writes files of the command's own (FILE_OWN) */
    bool (*summary)(const Driver *driver, FILE *out); /* for people; false if memory runs out */
    void (*free)(Driver *driver);                     /* what `own` owns, also after a `prepare` that failed */
} Command;

/* What `prepare` says of the run; zero before. */
typedef struct {
    const Rules *rules;          /* heads of files name them; NULL: there are none */
    char rules_text[RULES_TEXT]; /* the same, as the driver writes them out after prepare */
    bool matches;                /* agents may play for the match, also without --matches; before driver_agents */
    bool people;                 /* an agent may be a person; before driver_agents */
    int bots;                    /* agents that are programs; driver_agents counts them */
    bool scores_count;           /* rounds begin with scores: keys that belong to matches have an effect */
    bool repeats;                /* `Again:` is worth printing; set where the command has a `sample` */
    const char *undivided;       /* why --part is refused; NULL: it is not */
    char note[ERROR_TEXT];       /* for stderr unless --quiet, before the work; empty: none */
} RunSetup;

/* What `work` says of the run, while it goes on. */
typedef struct {
    uint64_t done;    /* what is finished; without it there are no figures */
    uint64_t total;   /* what was planned; 0 or BOARDS_NO_END: that is open */
    const char *unit; /* of both: "boards" */
    bool interrupted; /* the user stopped it */
    bool too_many_voids, counts_voids;
    bool may_fail; /* an agent plays that may give no play */
    Voids voids;   /* void boards, so far, where they are counted */
    /* While boards of a plan are played: what was done, and void, before them. */
    uint64_t before;
    Voids voids_before;
    int verdict; /* the exit status, if the run comes to its end */
} RunWork;

/* Run directories that are only looked at, by the command that wrote there, which plays nothing. */
typedef struct {
    bool on;      /* false: the command plays */
    bool merges;  /* they are the parts of one run, all of it; else it is one directory, which may lack some boards */
    bool quiet;   /* nothing is printed */
    Error *error; /* takes the reason where it cannot be read; NULL: that goes to stderr */
} RunLook;

/* What is kept of the run, in the directory of --run: of run_keep.c. */
typedef struct {
    Checkpoint *checkpoint; /* for whatever plays; NULL: nothing is kept */
    Checkpoint directory;   /* that it is; its directories that are looked at are open from the start to the end */
    bool made;              /* the directory was not there before */
    bool goes_on;           /* part of the run was played before, so that no speed can be named */
    RunLook look;
    Blocks blocks;   /* what they keep of blocks of boards; owned */
    char **words;    /* of run directories that are looked at: the command line; owned, one block */
    char *identity;  /* with a run directory: the command without what changes no result; owned */
    TextBuffer info; /* of a run that is played: what its run.json says; owned */
} DriverRun;

/* When the run began and how it ended: of command_run.c. */
typedef struct {
    char start[TIME_TEXT];
    double started, wall;  /* seconds */
    char took[SHORT_TEXT]; /* wall, for people; of run directories that are looked at, that they are */
    bool partial;          /* there is less than was asked for */
    char part[128];        /* what is finished, for people: "the first 12 of 500 boards" */
} RunEnd;

struct Driver {
    const Command *command, *const *commands; /* the one that runs; all, up to NULL */
    void *own;
    CommonOptions common;
    ParsedOptions parsed;
    CommandFiles files;
    Schedule schedule;                  /* of commands with `seats`, as are … */
    StopRule stop;                      /* … this and the agents, which others open by themselves */
    double rho;                         /* of intervals that are valid at any time, for as many boards as are planned */
    EquityTable equity;                 /* of --equity */
    Schedule schedules[SCHEDULES_MOST]; /* where boards are played under several: those of … */
    RuleSet *sets;                      /* … the rule sets of --vary, or as the command plans them; owned */
    int set_count;                      /* 0: --rules alone */
    Agent *agents;
    int agent_count;
    Packs packs; /* of --deal */
    int threads;
    FILE *out; /* for people; NULL: nothing is printed for them */
    Page page; /* that it is */
    Progress progress;
    OutputFile
        *rows;   /* of a command with results, but without `result`, which writes rows while it works: stdout, or the
                         file of --json … */
    bool begun;  /* … and it has a header */
    char *again; /* the command that repeats the run; owned */
    size_t again_length;
    RunSetup setup;
    BoardsPlan plan;
    Sums sums; /* of its boards */
    RunWork work;
    DriverRun run;
    RunEnd end;

    /* after work: the results, if there are any. The first is the command's own, the others those of options; owned */
    Result *results;
    size_t result_count;
};

/* Is only a part of a run played, of which nothing can be said? */
static inline bool run_keep_part(const Driver *driver) { return driver->run.directory.parts > 0; }

/* A member of Command: the kinds of results that are named. */
#define COMMAND_RESULTS(...)                                                                                           \
    .results = (const ResultKind *const[]) { __VA_ARGS__, NULL }

/* ---- for the functions of commands */

/* Where the option's value lies. */
void *driver_value(const Driver *driver, const Option *option);
/* With which the intervals of the command miss, by --level. */
double driver_alpha(const Driver *driver);
/* Was the option named on the command line? */
bool driver_given(const Driver *driver, const char *option);
/* False where that option and one of the others (up to NULL; a command may lack some) were given. */
bool driver_alone(const Driver *driver, const char *option, const char *const others[], Error *error);
/* For Command.seats: the agents that are named as arguments, each in a place of its own. */
bool driver_seats(Driver *driver, Seated *out, Error *error);
/* The same of a study that opens its agents itself, two of which play a board at most. */
bool driver_study(Driver *driver, Seated *out, Error *error);
/* Makes the boards matches of this many rounds at most, from the scores of --from. False with the reason, about that option
   where the rules are wrong. */
bool schedule_matches(Schedule *schedule, const char *option, const char *from, int rounds, Error *error);
/* Reads the options that have the same meaning wherever agents sit down; see Command.seats. */
bool driver_seat(Driver *driver, Error *error);
/* Begins driver->again with "pasur", maybe anew; it is there when the stream is closed. NULL if memory runs out. */
FILE *again_start(Driver *driver);
/* Puts a word behind it, after a blank and quoted where a shell would have it so. */
void again_word(FILE *again, const char *word);
/* Puts the options that were given and change what is found, and their values, as words, and in any case the seed and how
   much is played, where that is known; but those that `but` names (with blanks around each). */
void driver_words(const Driver *driver, const char *but, void (*put)(FILE *out, const char *word), FILE *out);
/* Flushes stdout. False with the reason if something was lost; reason: errno of a write that may have failed, or 0. */
bool stdout_flush(int reason, Error *error);
/* One line on stderr, unless --quiet. */
void driver_note(const Driver *driver, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Takes agents that were opened: names their files, lets them heed a stop. False, with the reason, for those that play
   for the match where single rounds are played. */
bool driver_take_agents(Driver *driver, Agent *agents, int count, Error *error);
/* Opens driver->agents, as `count` texts name them, under these rules, and takes them; once. */
bool driver_agents(Driver *driver, const char *const *texts, int count, const Rules *rules, Error *error);
/* The end of boards that threads have played. False if memory ran out. */
bool driver_ended(Driver *driver, ArenaEnd end, Error *error);
/* Takes the void boards so far, of this many boards that are planned or done; false if they are more than --max-void
   allows. */
bool driver_voids(Driver *driver, const Voids *voids, double boards);
/* The first `done` of this many are finished: shows progress, and takes the void boards so far. False as above. */
bool driver_watch(void *driver, const Voids *voids, uint64_t done, uint64_t total);
/* The same of work.total, as a Survey's `watch`, of the driver. */
bool driver_done(void *driver, const Sums *sums, uint64_t done);
/* How this many positions are run; what is looked at is left open. */
Survey driver_survey(Driver *driver, uint64_t count);

/* ---- heads and figures */

/* Writes a row into driver->rows, before the first the header. */
void driver_row(Driver *driver, const ColumnTable *table, const void *row);
enum { KINDS_MOST = 64 };
/* The kinds of results of all commands, up to NULL. */
void kinds_list(const ResultKind *out[static KINDS_MOST + 1], const Command *const commands[]);
