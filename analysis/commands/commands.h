/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands, each in the file cmd_NAME.c, and the one driver for all of them. A command is a row of functions; the
   driver takes it from the command line to the exit status, so that all commands behave alike:

     options, help · prepare · the files differ · note on rules · --dry-run: plan · files are opened · Ctrl-C and progress
     · work · heads and figures into CSV files and picture · PARTIAL, summary, void boards, `Again:`, note on timed agents
     · files are closed, the picture is drawn, stdout is flushed · free

   Whatever stops the work, what is finished is kept, and says PARTIAL in the heads of files, in the picture and on the
   terminal. Where a file takes stdout, the summary goes to stderr, and with --quiet nowhere. */
#pragma once

#include "agents/agent.h"
#include "analysis/commands/options.h"
#include "analysis/report/draw.h"
#include "analysis/report/text.h"
#include "engine/text/number.h"
#include "sim/arena.h"
#include "sim/clock.h"
#include "sim/files/figures.h"
#include "sim/files/interrupt.h"
#include "sim/files/record_file.h"
#include "sim/journal.h"
#include "sim/results/voids.h"
#include "sim/schedule.h"

/* The exit statuses of every command; 0: done, a test: the high hypothesis holds. */
enum {
    STATUS_NO = 1,           /* the answer is no; a test: the low hypothesis */
    STATUS_WRONG_USE = 2,    /* or bad input */
    STATUS_UNDECIDED = 3,    /* a test */
    STATUS_VOID = 4,         /* more void boards than allowed */
    STATUS_FAILED = 5,       /* the system */
    STATUS_INTERRUPTED = 130 /* by the user; what was finished is kept */
};

/* ---- the files that a command reads and writes (files.c): nothing is written over anything else, and a run that cannot
   write one of them leaves no trace of the others */

enum { FILES_MOST = 16, FILES_AGENTS = 4 };

typedef struct {
    char what[32];    /* "--csv", or what else reasons call the file */
    const char *name; /* as given; "-" is stdin or stdout */
    FileUse use;
    const Option *option; /* that names it; NULL: none does */
    long open_line; /* FILE_STREAM: where the line of the head stands that is written anew in the end; 0: there is no
                       head; -1: it cannot be written over, and the file ends in a line PARTIAL */
    OutputFile out; /* FILE_FIGURES, FILE_JSON and FILE_STREAM: open from files_open to files_close */
} CommandFile;

typedef struct {
    CommandFile list[FILES_MOST];
    int count;
    struct {
        const Agent *agents;
        int count;
    } players[FILES_AGENTS]; /* agents, who may read files too */
    int player_lists;
    bool timed;       /* some of them decide by the clock */
    bool take_stdout; /* a file to be written is stdout */
    PlotOutput plot;  /* of FILE_PICTURE */
} CommandFiles;

/* Names a file; nothing is done where name is NULL. Returns it. */
CommandFile *files_add(CommandFiles *files, const char *what, const char *name, FileUse use);
/* Agents whose files are no others, and of whom timed ones are told; driver_agents names its own. */
void files_add_agents(CommandFiles *files, const Agent *agents, int count);

/* Refuses a file to be written that is another one's too, or standard output's, under whatever name, a picture of an
   unknown kind, and a compressed file that this build cannot write. */
bool files_differ(const CommandFiles *files, Error *error);
/* Opens what the driver writes; dry: only looks, as far as one can say now, whether it could be. What stands in a file
   stays until the first write. False with a reason, and everything is as it was before. */
bool files_open(CommandFiles *files, bool dry, Error *error);
/* What would be written is written nowhere. */
void files_nowhere(CommandFiles *files);
/* The file of that option; NULL: the option was not given. */
CommandFile *files_find(CommandFiles *files, const char *option);
/* Could something of a stream not be written? */
bool files_failed(const CommandFiles *files);
/* Closes all, and draws the picture if asked to; a new file to which nothing was written is removed. False with the
   reason of the first that lost something. */
bool files_close(CommandFiles *files, bool draw, Error *error);

/* ---- the terminal (terminal.c) */

/* The page that a file is: as wide as COLUMNS in the environment says, or the terminal; a pipe has no width. */
Page terminal_page(FILE *file);

/* ---- one line on stderr while a run goes on (progress.c): redrawn each second on a terminal, a new line every 30 s
   elsewhere */

typedef struct {
    bool off, terminal, shown;
    double started, shown_at; /* seconds */
} Progress;

/* Is the descriptor a terminal that obeys escape codes? One that says TERM=dumb does not. */
bool terminal_obeys(int descriptor);

void progress_start(Progress *progress, bool quiet);
/* True if it is time for a line. Cheap. */
bool progress_due(Progress *progress);
/* Shows done/total `what`, how many a second, the time left, and `rest`: parts with ", " between them. Those for which a
   terminal has no room are left out whole. */
void progress_show(Progress *progress, const char *what, uint64_t done, uint64_t total, const char *rest);
/* Clears the line of a terminal; call it before anything else is printed. */
void progress_end(Progress *progress);

/* ---- the process (process.c) */

/* Before anything else: descriptors 0 to 2 are no file that is opened later, and signals are as the program needs them. */
void process_begin(void);
/* The version, and what this build has of what it can do without. */
void version_print(void);
/* Starts so many threads, which work that follows takes. False with the reason if the system does not give them. Call it
   while the process has no other thread. */
bool process_threads(int threads, Error *error);

/* ---- run directories (run_keep.c) */

/* Looks at what run directories hold, by the command that wrote there, which plays nothing. */
typedef struct {
    const char *const *dirs;
    int count;
    bool
        merges; /* they are the parts of one run, all of it; else it is one directory, and perhaps not all is there yet */
    bool quiet; /* nothing is printed */
    FILE *out;  /* where the summary goes; NULL: stdout */
    /* what was found: */
    uint64_t done, total; /* as in Driver */
    const char *unit;
    bool partial;
} RunLook;

/* ---- the driver */

typedef struct Driver Driver;

/* NULL functions: there is nothing to do. A command with a summary is one that plays; the others print in `work`. */
typedef struct {
    OptionsSpec spec;
    size_t size;        /* of the command's own struct: driver->own, zero until the options are read into it */
    bool forks;         /* others run in its children, so that it starts no threads itself */
    bool tunes;         /* it looks for numbers, so that its runs are the same only where tunings are */
    const char *sample; /* the option that says how much is played; `Again:` names it also where the user did not */
    const FigureTable *const *tables;              /* the columns of the CSV files that it writes, up to NULL */
    bool (*prepare)(Driver *driver, Error *error); /* everything that can be wrong before a file is touched */
    void (*plan)(const Driver *driver, FILE *out); /* what would be done */
    bool (*work)(Driver *driver, Error *error);    /* reports to the members of Driver that say so */
    void (*figures)(const Driver *driver, OutputFile *file); /* the header and rows of --csv and the picture */
    bool (*keep)(Driver *driver, Error *error);              /* writes files of the command's own (FILE_OWN) */
    bool (*summary)(const Driver *driver, FILE *out);        /* for people; false if memory runs out */
    void (*free)(Driver *driver);                            /* what `own` owns, also after a `prepare` that failed */
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
    Page page; /* that it is */

    /* for prepare to say */
    const Rules *rules;    /* of the run: heads of files name them; NULL: there are none */
    bool matches;          /* agents may play for the match, also without --matches; before driver_agents */
    bool people;           /* an agent may be a person; before driver_agents */
    int bots;              /* agents that are programs */
    bool scores_count;     /* rounds begin with scores: keys that belong to matches have an effect */
    bool repeats;          /* `Again:` is worth telling; set where the command has a `sample` */
    const char *undivided; /* why --part is refused; NULL: it is not */
    char until[64];        /* what ends a run whose `total` is open; empty: its rule */
    char note[ERROR_TEXT]; /* for stderr unless --quiet, before the work; empty: none */

    Journal *journal; /* of --run, for whatever plays; NULL: nothing is kept */
    Journal kept;     /* that it is */
    bool goes_on;     /* part of it was played before, so that no speed can be told */
    RunLook *look;    /* run directories are only looked at; NULL: the command plays */
    char *identity;   /* with a run directory: the command without what changes no result; owned */
    char *same;       /* what the ranks of a run have in common; owned */
    char *run_files;  /* the names of the directory's files, one behind the other; owned */

    char rules_text[RULES_TEXT]; /* rules, as the driver writes them out after prepare */

    /* for work to say */
    uint64_t done;    /* what is finished; without it there are no figures */
    uint64_t total;   /* what was planned; 0 or BOARDS_NO_END: that is open */
    const char *unit; /* of both: "boards" */
    bool interrupted; /* the user stopped it */
    bool too_many_voids;
    bool counts_voids; /* void boards, so far: */
    Voids voids;
    int verdict; /* the exit status, if the run comes to its end */
    char *again; /* the command that repeats the run; owned */
    size_t again_length;
    bool partial; /* after work: there is less than was asked for */

    Progress progress;
    char start[TIME_TEXT];
    double started, wall;  /* seconds */
    char took[SHORT_TEXT]; /* wall, for people; of run directories that are looked at, that they are */
    char part[128];        /* what is finished, for people: "the first 12 of 500 boards" */
};

/* Takes one of the commands (up to NULL) from argv (ends in NULL; argv[0] is its name) to the exit status. */
int command_run(const Command *command, const Command *const commands[], char **argv);

/* command_run on run directories. */
int command_looks(const Command *command, const Command *const commands[], RunLook *look, char **argv);
/* The row of that name, or NULL. */
const Command *command_named(const Command *const commands[], const char *name);
/* Runs the command whose words a run directory keeps, on what it keeps, with more words (up to NULL) that name files. */
int command_look(const Command *const commands[], RunLook *look, char *const more[]);
/* Are these words, up to NULL, such as run.json holds for the command (driver/run_identity.c)? Whoever made a run directory may have written
   others there, which would write files. False with the reason. */
bool run_identity_words(const Command *command, char *const words[], Error *error);

/* ---- for the driver (run_keep.c) */

/* What is wrong with --run, --part and --repair, before a file is touched; names the directory's files. */
bool run_keep_prepare(Driver *driver, Error *error);
/* Makes the directory of --run, so that other files may lie in it. False with the reason if that cannot be. */
bool run_keep_folder(const Driver *driver, Error *error);
/* Opens the directory of --run, or those that are looked at; does nothing without. */
bool run_keep_open(Driver *driver, Error *error);
/* Says what became of it after the work, and closes it: sets driver->partial, and returns false with the reason if something
   went wrong. */
bool run_keep_close(Driver *driver, bool good, Error *error);
/* Is only a part of a run played, of which nothing can be said? */
static inline bool run_keep_part(const Driver *driver) { return driver->kept.parts > 0; }

/* ---- for the driver: a command of many ranks (run_ranks.c). Every rank takes it from the options to the end; rank 0 alone
   speaks, writes files and keeps the run directory. */

/* False with the reason for a command that is played by one process. */
bool ranks_fit(const Command *command, Error *error);
/* The same for options, and for whom they name. */
bool ranks_fit_options(const Driver *driver, Error *error);
/* In other ranks than 0, after the options: nothing is told and kept. */
void ranks_quiet(Driver *driver);
/* Is every rank as far? Else the error is that of the first that is not. */
bool ranks_agree(bool good, Error *error);
/* The same before the first board; makes sure that all play the same run. */
bool ranks_join(Driver *driver, bool good, Error *error);

extern const Command CMD_SIM, CMD_ADVISE, CMD_SOLVE, CMD_REPLAY, CMD_PERFT, CMD_DEAL, CMD_BENCH, CMD_AGENTS, CMD_RULES,
    CMD_TACTICS, CMD_TUNE, CMD_RATE, CMD_EQUITY, CMD_POWER, CMD_CALIBRATE, CMD_PLOT, CMD_COLUMNS, CMD_RUNS, CMD_MERGE,
    CMD_HELP, CMD_MANUAL, CMD_COMPLETE, CMD_PLAY, CMD_REVIEW, CMD_SERVE, CMD_CHECK, CMD_REPORT, CMD_STUDY, CMD_EXPLOIT,
    CMD_LEARN;

/* A member of Command: the tables of columns that are named. */
#define COMMAND_TABLES(...)                                                                                            \
    .tables = (const FigureTable *const[]) { __VA_ARGS__, NULL }

/* ---- for the functions of commands */

/* Was the option named on the command line? */
bool driver_given(const Driver *driver, const char *option);
/* Where nobody said how many boards and an agent searches: fewer, so that the command ends in about ten seconds. */
void driver_fewer_boards(const Driver *driver, uint64_t *boards, uint64_t fewer);
/* Begins driver->again with "pasur", maybe anew; it is there when the stream is closed. NULL if memory runs out. */
FILE *again_start(Driver *driver);
/* Puts a word behind it, after a blank and quoted where a shell would have it so. */
void again_word(FILE *again, const char *word);
/* Flushes stdout right after printing there. False with the reason if something was lost. */
bool driver_printed(Error *error);
/* One line on stderr, unless --quiet. */
void driver_note(const Driver *driver, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Takes agents that were opened: names their files. False, with the reason, for those that play for the match where single
   rounds are played. */
bool driver_take_agents(Driver *driver, const Agent *agents, int count, Error *error);
/* Opens driver->agents, as `count` texts name them, under these rules, and takes them; once. */
bool driver_agents(Driver *driver, const char *const *texts, int count, const Rules *rules, Error *error);
/* The boards of --rules, --seed, --no-duplicate and --deal for so many agents. */
bool driver_schedule(Driver *driver, Schedule *schedule, int agents, Error *error);
/* The open file of that option, with the lines `# key: value` that belong before its header; until the run is over they
   say PARTIAL. NULL: the option was not given. */
OutputFile *driver_stream(Driver *driver, const char *option);
/* Where the rows of a command go that writes them while it works: stdout, or the file of --json. To call in prepare; the
   driver opens and closes the file. */
OutputFile *driver_rows(Driver *driver);
/* Agents that are programs obey the user's options and Ctrl-C (bots.c). */
void bots_take(Driver *driver, const Agent *agents, int count);
/* Makes the folder of --bot-log. False with the reason if it cannot be written to. */
bool bots_prepare(const Driver *driver, Error *error);
/* The end of boards that threads have played. False if memory ran out. */
bool driver_ended(Driver *driver, ArenaEnd end, Error *error);
/* Takes the void boards so far, of so many boards that are planned or done; false if they are more than --max-void
   allows. */
bool driver_voids(Driver *driver, const Voids *voids, double boards);
