/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options as data: a command lists its rows, and the parser, --help and every reason come from them.

     typedef struct { uint64_t boards; } DealOptions;
     static const Option OPTIONS[] = {
         {"boards", "how many", OPTION_AT(DealOptions, boards), .low = "1", .fallback = "1", .heading = "Deals"},
         {OPTION_SEED},    a row that many commands share
     };

   Accepted: --name VALUE, --name=VALUE, -x VALUE, positional arguments anywhere, `--` before arguments that begin with
   a dash; `-` is an argument (stdin). --help and -h are always there. An option may be given once. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "analysis/study/sim_estimates.h"
#include "engine/text/error.h"
#include "sim/files/columns.h"

struct Driver;
struct Result;

typedef enum {
    OPTION_FLAG,   /* bool: true when given */
    OPTION_COUNT,  /* uint64_t, with suffixes k M G */
    OPTION_NUMBER, /* double, finite */
    OPTION_TEXT,   /* const char *, into argv; not empty */
    OPTION_CHOICE, /* int or an enum: index of the word in `choices` */
} OptionType;

/* What a text names, if it names a file ("-": stdin or stdout). */
typedef enum {
    FILE_NONE,
    FILE_READ,
    FILE_RESULTS, /* written after the work from the figures that were found */
    FILE_JSON,    /* the same figures as JSON lines; of a command without a result it is a stream */
    FILE_STREAM,  /* written while the work goes on */
    FILE_PICTURE, /* drawn after the work from the figures */
    FILE_OWN,     /* the command writes the file by itself */
} FileUse;

/* What a text or an argument is made of: completion proposes it. */
typedef enum {
    TAKES_ANY,
    TAKES_RULES,
    TAKES_AGENT,   /* name[:key=value,...] */
    TAKES_AGENTS,  /* several, with commas between */
    TAKES_TACTICS, /* names of tactics, with commas between */
    TAKES_WEIGHTS, /* TACTIC=..., with commas between */
    TAKES_PARAMS,  /* parameters of the agent that is the first argument, with commas between */
    TAKES_FILE,
    TAKES_COMMAND, /* a name in the list of commands */
    TAKES_TOPIC,   /* that or a topic of 'pasur help' */
} OptionTakes;

/* A row. Unused members stay 0 (designated initialisers). */
typedef struct {
    const char *name; /* without dashes */
    const char *help; /* one sentence without a full stop; range and default are added from the row */
    OptionType type;
    size_t offset; /* of the value in the command's own struct, or in CommonOptions */
    bool common;
    bool
        aside; /* it changes no result, so that a run directory does not ask for it again; neither does a file that is written */
    char letter; /* short name, 0: none */
    FileUse file;
    const ColumnTable *columns; /* FILE_STREAM: of the rows that are written there behind heads; NULL: it has neither */
    const char *low, *high;     /* inclusive range, written as the user would; NULL: no bound but the type's */
    const char *fallback;       /* default, written as the user would; NULL: the value stays as it was before */
    const char *choices;        /* OPTION_CHOICE: words separated by spaces */
    const char *brief;          /* help in one line of the short help; NULL: the row is only named there */
    OptionTakes takes;          /* of OPTION_TEXT */
    const char *words;          /* that it takes besides, separated by spaces; NULL: none */
    const char *metavar;        /* what help calls the value; NULL: N, X or TEXT by type */
    const char *heading;        /* in help, of the rows from here on; NULL: the row goes on under the last one */
    /* FILE_RESULTS: fills the result that is written; NULL: the command's own, as --csv has it */
    void (*result)(const struct Driver *driver, struct Result *out);
} Option;

/* The members of a row that say where its value lies. */
#define OPTION_AT(Own, member)                                                                                         \
    .type = _Generic(((Own *)0)->member,                                                                               \
        bool: OPTION_FLAG,                                                                                             \
        uint64_t: OPTION_COUNT,                                                                                        \
        double: OPTION_NUMBER,                                                                                         \
        const char *: OPTION_TEXT,                                                                                     \
        int: OPTION_CHOICE,                                                                                            \
        unsigned: OPTION_CHOICE),\
    .offset = offsetof(Own, member)
/* The rows of an array and how many there are: two members of an OptionsSpec. */
#define OPTION_ROWS(array) .options = (array), .option_count = sizeof(array) / sizeof *(array)

enum { OPTIONS_MAX_ARGS = 256, OPTIONS_MAX_ROWS = 64 };

/* What a command takes and says of itself. */
typedef struct {
    const char *command; /* "sim" */
    const char *summary; /* a few words, for the list of commands */
    struct {
        const char *text; /* as help names them, "A B [C D]"; NULL: none */
        int least, most;  /* most <= OPTIONS_MAX_ARGS */
        const char *file; /* what reasons call the file that the first one names, which is read; NULL: it names none */
        OptionTakes takes;
    } args;               /* positional ones */
    const char *about;    /* one or two sentences */
    const char *example;  /* a whole command line, or two, which work when they are pasted into an empty folder */
    const char *notes;    /* more text at the end of help, or NULL */
    void (*list)(FILE *); /* prints a list after the notes; NULL: there is none */
    const Option *options;
    size_t option_count; /* at most OPTIONS_MAX_ROWS, no name twice */
} OptionsSpec;

typedef struct {
    const char *args[OPTIONS_MAX_ARGS]; /* positional, into argv */
    int arg_count;
    uint64_t given; /* bit i: the option of row i was on the command line */
} ParsedOptions;

typedef enum { OPTIONS_OK, OPTIONS_HELP, OPTIONS_HELP_ALL, OPTIONS_ERROR } OptionsStatus;

/* Puts every fallback into the targets, then what argv[1 …] says: rows of `common` into *common, the others into *own.
   OPTIONS_HELP: --help was met; OPTIONS_HELP_ALL: --help all. OPTIONS_ERROR: with a reason, and the targets are half
   filled. argv must outlive the targets. */
OptionsStatus options_parse(ParsedOptions *out, const OptionsSpec *spec, char **argv, void *own, void *common,
                            Error *error);
/* The row of that name; NULL: the command has none. */
const Option *option_find(const OptionsSpec *spec, const char *name);
/* The row that a word of the command line names, whose name is cut to fit; its value, if it is in the same word, is *value.
   NULL: there is none. */
enum { OPTION_SHOWN = 64 };
const Option *option_named(const OptionsSpec *spec, char name[static OPTION_SHOWN], const char *word,
                           const char **value);

/* The value as the user would give it; NULL: a text that was not given. */
const char *option_value_text(char out[static 64], const Option *option, const void *value);
/* Does the option belong to what makes a run the same? */
bool option_identifies(const Option *option);

/* In lines of at most this many columns, and 80; 0: of 80. What does not fit on a screen (24 lines with the prompt) is
   shortened, unless all is asked for: rows with a `brief` have a line each, the others are named. */
void options_help(FILE *file, const OptionsSpec *spec, int width, bool all);

/* ---- options that mean the same everywhere: the rows from which a command picks, {OPTION_SEED}, and their values */

typedef struct {
    const char *rules, *vary, *deal, *csv, *json, *rounds_csv, *records, *matches_csv, *plot, *from;
    const char *equity, *at;      /* a table of chances, and the scores at which it values rounds: driver->worth */
    const char *run, *part;       /* a run directory, and I/N: only that part of the run */
    uint64_t seed, threads;       /* threads 0: all cores */
    uint64_t matches, max_rounds; /* matches 0: rounds are played alone */
    double max_void, level;
    const char *stop;                   /* when boards may end: driver->stop … */
    TestLevels levels;                  /* … and of its sprt=LOW,HIGH --alpha, --beta and --model */
    double move_timeout, start_timeout; /* seconds; 0: the default */
    uint64_t bot_batch;                 /* rounds; 0: the default */
    uint64_t bot_memory;                /* bytes; 0: no limit */
    const char *bot_log;
    int table; /* TABLE_… of analysis/report/text.h */
    bool no_duplicate, quiet, explain, dry_run;
} CommonOptions;

/* Most boards of a run, as an option's bound; a run that only its --stop ends has as many. */
#define BOARDS_MOST "1000000G"
#define BOARDS_NO_END UINT64_C(1000000000000000)

#define OPTION_COMMON(member, name_, help_)                                                                            \
    .name = (name_), .help = (help_), OPTION_AT(CommonOptions, member), .common = true

#define OPTION_RULES                                                                                                   \
    .fallback = "pagat", .metavar = "R", .takes = TAKES_RULES, .brief = "preset[,key=value]...; see 'pasur rules'",    \
    OPTION_COMMON(rules, "rules", "preset[,key=value]...; 'pasur rules' lists them")
#define OPTION_VARY                                                                                                    \
    .metavar = "KEY=V,W", .brief = "the same packs under several rules, side by side",                                 \
    OPTION_COMMON(vary, "vary",                                                                                        \
                  "play the same packs under several rule sets, side by side, and say what differs: values of one "    \
                  "key, or A/B, where each is a rule set as in --rules or some keys")
#define OPTION_SEED                                                                                                    \
    .fallback = "1", .metavar = "S", .brief = "the same seed gives the same answer",                                   \
    OPTION_COMMON(seed, "seed", "the same seed gives the same answer")
#define OPTION_DEAL                                                                                                    \
    OPTION_COMMON(deal, "deal",                                                                                        \
                  "instead of shuffling, take the boards' cards from this file's records, in turn and then again "     \
                  "from the first; - is stdin"),                                                                       \
        .file = FILE_READ, .metavar = "FILE"
#define OPTION_MATCHES                                                                                                 \
    .brief = "instead of --boards: boards of whole matches",                                                           \
    OPTION_COMMON(matches, "matches",                                                                                  \
                  "instead of --boards: play this many boards of whole matches, each in every seating"),               \
    .low = "1", .high = BOARDS_MOST, .metavar = "N"
#define OPTION_FROM                                                                                                    \
    OPTION_COMMON(from, "from",                                                                                        \
                  "scores at which matches begin (default zeros), first that of the side that plays first"),           \
        .metavar = "A/B"
#define OPTION_EQUITY                                                                                                  \
    OPTION_COMMON(equity, "equity",                                                                                    \
                  "say what the points are worth in matches won, by a table from 'pasur equity --csv', or the "        \
                  "builtin one (pagat, two sides)"),                                                                   \
        .metavar = "FILE|builtin", .takes = TAKES_FILE, .words = "builtin"
#define OPTION_MAX_ROUNDS                                                                                              \
    OPTION_COMMON(max_rounds, "max-rounds", "a board with a match that lasts longer is void"),                         \
        .low = "1", .high = "1M", .fallback = "1000"
#define OPTION_NO_DUPLICATE                                                                                            \
    OPTION_COMMON(no_duplicate, "no-duplicate",                                                                        \
                  "a board is one round (or match) in one seating; the agents take turns playing first")
#define OPTION_MAX_VOID                                                                                                \
    OPTION_COMMON(                                                                                                     \
        max_void, "max-void",                                                                                          \
        "void boards (an agent failed, or a match did not end) that are allowed; below 1, as a share of all"),         \
        .low = "0", .fallback = "0", .aside = true
#define OPTION_CSV                                                                                                     \
    .brief = "write the figures as CSV; - is stdout",                                                                  \
    OPTION_COMMON(csv, "csv", "write the figures as CSV; - is stdout, and then nothing else is printed there"),        \
    .file = FILE_RESULTS, .metavar = "FILE"
#define OPTION_JSON                                                                                                    \
    OPTION_COMMON(json, "json", "write the figures as JSON lines: an object for the head, then one for each row"),     \
        .file = FILE_JSON, .metavar = "FILE"
#define OPTION_JSON_STREAM                                                                                             \
    OPTION_COMMON(json, "json", "write JSON lines there, instead of CSV on stdout: an object for each row"),           \
        .file = FILE_JSON, .metavar = "FILE"
#define OPTION_ROUNDS_CSV                                                                                              \
    OPTION_COMMON(rounds_csv, "rounds-csv",                                                                            \
                  "write a CSV row for each round and seat; FILE.gz or FILE.zst: compressed"),                         \
        OPTION_STREAM(&ROUND_COLUMNS)
#define OPTION_RECORDS                                                                                                 \
    OPTION_COMMON(records, "records", "write every round as a record; FILE.gz or FILE.zst: compressed"),               \
        OPTION_STREAM(NULL)
#define OPTION_MATCHES_CSV                                                                                             \
    OPTION_COMMON(matches_csv, "matches-csv",                                                                          \
                  "write a CSV row for each match and seat; FILE.gz or FILE.zst: compressed"),                         \
        OPTION_STREAM(&MATCH_COLUMNS)
#define OPTION_STREAM(columns_) .file = FILE_STREAM, .columns = (columns_), .metavar = "FILE"
#define OPTION_PLOT                                                                                                    \
    .file = FILE_PICTURE, .metavar = "FILE.svg", .brief = "draw the figures (SVG, PNG, PDF; needs gnuplot)",           \
    OPTION_COMMON(plot, "plot", "draw the figures (SVG, PNG or PDF; needs gnuplot)")
#define OPTION_THREADS                                                                                                 \
    OPTION_COMMON(threads, "threads", "default all cores; the answer does not depend on it"),                          \
        .low = "1", .high = "1024", .metavar = "T", .aside = true
#define OPTION_QUIET                                                                                                   \
    OPTION_COMMON(quiet, "quiet", "no progress or notes on stderr, and no legends"), .letter = 'q', .aside = true
#define OPTION_LEVEL                                                                                                   \
    OPTION_COMMON(level, "level",                                                                                      \
                  "chance that an interval holds; a \"shown\" result is wrong with probability at most 1 - X"),        \
        .low = "0.5", .high = "0.9999", .fallback = "0.95", .aside = true
#define OPTION_EXPLAIN OPTION_COMMON(explain, "explain", "explain everything that is printed"), .aside = true
#define OPTION_TABLE                                                                                                   \
    OPTION_COMMON(table, "table", "print tables as text, Markdown or LaTeX"), .choices = "text md tex",                \
                                                                              .fallback = "text", .aside = true
#define OPTION_DRY_RUN                                                                                                 \
    OPTION_COMMON(dry_run, "dry-run", "check everything, say what would be done, and do nothing"), .aside = true
#define OPTION_MOVE_TIMEOUT                                                                                            \
    OPTION_COMMON(move_timeout, "move-timeout", "seconds that a program (exec:) may take to answer"),                  \
        .low = "0.001", .high = "100000", .fallback = "60", .metavar = "S"
#define OPTION_START_TIMEOUT                                                                                           \
    OPTION_COMMON(start_timeout, "start-timeout", "seconds that a program may take to start"),                         \
        .low = "0.001", .high = "100000", .fallback = "60", .metavar = "S"
/* Of commands that play boards. */
#define OPTION_BOT_BATCH                                                                                               \
    OPTION_COMMON(bot_batch, "batch", "requests open at a time, for a program that says 'batch'"),                     \
        .low = "1", .high = "256", .fallback = "64", .metavar = "N"
#define OPTION_BOT_MEMORY                                                                                              \
    OPTION_COMMON(bot_memory, "bot-memory",                                                                            \
                  "bytes of memory that each process of a program may use; default no limit"),                         \
        .low = "1M", .metavar = "N"
#define OPTION_BOT_LOG                                                                                                 \
    OPTION_COMMON(bot_log, "bot-log", "keep what programs write to stderr in files in this folder"), .metavar = "DIR", \
                                                                                                     .aside = true
/* Of every command whose agents a user names. */
#define OPTIONS_BOTS                                                                                                   \
    {.heading = "Agents", OPTION_MOVE_TIMEOUT}, {OPTION_START_TIMEOUT}, {OPTION_BOT_MEMORY}, { OPTION_BOT_LOG }

/* Of every command that finds figures. */
#define OPTIONS_RESULTS                                                                                                \
    {.heading = "Output", OPTION_CSV}, {OPTION_JSON}, { OPTION_TABLE }
/* The last rows of every command that plays, and has intervals. */
#define OPTIONS_RUN                                                                                                    \
    {.heading = "Run", OPTION_THREADS}, {OPTION_LEVEL}, {OPTION_QUIET}, {OPTION_EXPLAIN}, { OPTION_DRY_RUN }

/* Of commands that a run directory can keep: OPTIONS_KEEP behind OPTIONS_RUN; without --part the first and the last. */
#define OPTION_KEEP                                                                                                    \
    OPTION_COMMON(run, "run",                                                                                          \
                  "keep finished work in this directory, so that the same command continues after any "                \
                  "interruption; 'pasur runs DIR' says what is there"),                                                \
        .metavar = "DIR", .takes = TAKES_FILE, .aside = true
#define OPTIONS_KEEP                                                                                                   \
    {OPTION_KEEP},                                                                                                     \
    {                                                                                                                  \
        OPTION_COMMON(part, "part",                                                                                    \
                      "with --run: play only part I of N, for 'pasur merge'; slurm/N: the part of this task in a "     \
                      "Slurm array; slurm: where the array is 1-N"),                                                   \
            .metavar = "I/N", .aside = true                                                                            \
    }
