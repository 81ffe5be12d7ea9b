/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options as data: a command lists its rows, and the parser, --help and every error come from them.

     typedef struct { uint64_t boards; const char *csv; bool quiet; } DealOptions;
     const OptionGroup groups[] = {
         {"Deals", DEAL_ROWS, 3, &mine},           own rows, filling `mine`
         {"Rules", &OPTION_RULES, 1, &common},     one shared row, filling another struct
     };
     const OptionsSpec spec = {.command = "deal", .groups = groups, .group_count = 2, …};
     OptionsStatus status = options_parse(&args, &spec, argc, argv);
     if (status != OPTIONS_OK) return options_report(&spec, &args, status);

   Accepted: --name VALUE, --name=VALUE, -x VALUE, positional arguments anywhere, `--` before arguments that begin with
   a dash; `-` is an argument (stdin). --help and -h are always there. An option may be given once. */
#ifndef PASUR_ANALYSIS_COMMANDS_OPTIONS_H
#define PASUR_ANALYSIS_COMMANDS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "analysis/commands/status.h"
#include "engine/text/error.h"

typedef enum {
    OPTION_FLAG,   /* bool: true when given */
    OPTION_COUNT,  /* uint64_t, with suffixes k M G */
    OPTION_INT,    /* int64_t, with suffixes k M G */
    OPTION_NUMBER, /* double, finite */
    OPTION_TEXT,   /* const char *, into argv; not empty */
    OPTION_CHOICE, /* int: index of the word in `choices` */
} OptionType;

/* A row. Unused members stay 0 (designated initialisers). */
typedef struct {
    const char *name; /* without dashes */
    char letter;      /* short name, 0: none */
    OptionType type;
    size_t offset;          /* of the value in the group's target */
    const char *low, *high; /* inclusive range, written as the user would; NULL: no bound but the type's */
    const char *fallback;   /* default, written as the user would; NULL: the target keeps what the caller put there */
    const char *choices;    /* OPTION_CHOICE: words separated by spaces */
    const char *metavar;    /* what help calls the value; NULL: N, X or TEXT by type */
    const char *help;       /* one sentence without a full stop; range and default are added from the row */
} Option;

/* Rows that fill one struct. Groups with the same title, one after the other, are printed as one. */
typedef struct {
    const char *title;
    const Option *rows;
    size_t count;
    void *target;
} OptionGroup;

enum { OPTIONS_MAX_ARGS = 256, OPTIONS_MAX_ROWS = 64 };

typedef struct {
    const char *command;    /* "sim" */
    const char *args;       /* the positional arguments as help names them, "A B [C D]"; NULL: none */
    int min_args, max_args; /* max_args <= OPTIONS_MAX_ARGS */
    const char *about;      /* one or two sentences */
    const char *example;    /* a whole command line */
    const char *notes;      /* more text at the end of help, or NULL */
    const OptionGroup *groups;
    size_t group_count; /* at most OPTIONS_MAX_ROWS rows in all, no name twice */
} OptionsSpec;

typedef struct {
    const char *args[OPTIONS_MAX_ARGS]; /* positional, into argv */
    int arg_count;
    uint64_t given; /* see options_given */
    Error error;    /* one line without "pasur …:" and line end */
} ParsedOptions;

typedef enum { OPTIONS_OK, OPTIONS_HELP, OPTIONS_ERROR } OptionsStatus;

/* Puts every fallback into the targets, then what argv[1 …] says. OPTIONS_HELP: --help was met, OPTIONS_ERROR: see
   out->error; the targets are then half filled. argv stays as it is and must outlive the targets. */
OptionsStatus options_parse(ParsedOptions *out, const OptionsSpec *spec, int argc, char **argv);
/* Was the option named on the command line? `name` is one of the spec's. */
bool options_given(const OptionsSpec *spec, const ParsedOptions *parsed, const char *name);

/* What help and errors call a row's value, and its range: "LOW to HIGH", "at least LOW", "at most HIGH", or "" where the
   row sets no bound. */
const char *option_metavar(const Option *option);
const char *option_range(char *out, size_t size, const Option *option);

void options_help(FILE *file, const OptionsSpec *spec);
/* For a status other than OPTIONS_OK: prints help to stdout (exit status 0; 5 if it cannot be written), or the error to
   stderr (2). Returns the exit status. */
int options_report(const OptionsSpec *spec, const ParsedOptions *parsed, OptionsStatus status);
/* Prints "pasur COMMAND: …" as one line to stderr and returns `status`. */
int command_error(int status, const char *command, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
