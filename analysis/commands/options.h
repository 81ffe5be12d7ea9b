/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options as data: a command lists its rows, and the parser, --help and every reason come from them.

     typedef struct { uint64_t boards; } DealOptions;
     static const Option OPTIONS[] = {
         {"boards", "how many", OPTION_AT(DealOptions, boards), .low = "1", .fallback = "1", .heading = "Deals"},
         {OPTION_SEED},    a row that many commands share (common.h)
     };

   Accepted: --name VALUE, --name=VALUE, -x VALUE, positional arguments anywhere, `--` before arguments that begin with
   a dash; `-` is an argument (stdin). --help and -h are always there. An option may be given once. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/text/error.h"
#include "sim/files/output_file.h"

struct Driver;

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
    FILE_FIGURES, /* written after the work from the figures that were found */
    FILE_STREAM,  /* written while the work goes on */
    FILE_PICTURE, /* drawn after the work from the figures */
    FILE_OWN,     /* the command writes the file by itself */
} FileUse;

/* A row. Unused members stay 0 (designated initialisers). */
typedef struct {
    const char *name; /* without dashes */
    const char *help; /* one sentence without a full stop; range and default are added from the row */
    OptionType type;
    size_t offset; /* of the value in the command's own struct, or in CommonOptions */
    bool common;
    char letter; /* short name, 0: none */
    FileUse file;
    const char *low, *high; /* inclusive range, written as the user would; NULL: no bound but the type's */
    const char *fallback;   /* default, written as the user would; NULL: the value stays as it was before */
    const char *choices;    /* OPTION_CHOICE: words separated by spaces */
    const char *metavar;    /* what help calls the value; NULL: N, X or TEXT by type */
    const char *heading;    /* in help, of the rows from here on; NULL: the row goes on under the last one */
    /* FILE_FIGURES: writes the header and rows; NULL: as the command writes --csv */
    void (*write)(const struct Driver *driver, OutputFile *file);
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
    const char *command;    /* "sim" */
    const char *summary;    /* a few words, for the list of commands */
    const char *args;       /* the positional arguments as help names them, "A B [C D]"; NULL: none */
    int min_args, max_args; /* max_args <= OPTIONS_MAX_ARGS */
    const char *about;      /* one or two sentences */
    const char *example;    /* a whole command line */
    const char *notes;      /* more text at the end of help, or NULL */
    void (*list)(FILE *);   /* prints a list after the notes; NULL: there is none */
    const Option *options;
    size_t option_count; /* at most OPTIONS_MAX_ROWS, no name twice */
} OptionsSpec;

typedef struct {
    const char *args[OPTIONS_MAX_ARGS]; /* positional, into argv */
    int arg_count;
    uint64_t given; /* bit i: the option of row i was on the command line */
} ParsedOptions;

typedef enum { OPTIONS_OK, OPTIONS_HELP, OPTIONS_ERROR } OptionsStatus;

/* Puts every fallback into the targets, then what argv[1 …] says: rows of `common` into *common, the others into *own.
   OPTIONS_HELP: --help was met. OPTIONS_ERROR: with a reason, and the targets are half filled. argv must outlive the
   targets. */
OptionsStatus options_parse(ParsedOptions *out, const OptionsSpec *spec, char **argv, void *own, void *common,
                            Error *error);
/* The row of that name; NULL: the command has none. */
const Option *option_find(const OptionsSpec *spec, const char *name);
/* Was the option named on the command line? `name` is one of the spec's. */
bool options_given(const OptionsSpec *spec, const ParsedOptions *parsed, const char *name);

/* What help and reasons call a row's value, and its range: "LOW to HIGH", "at least LOW", "at most HIGH", or "" where the
   row sets no bound. */
const char *option_metavar(const Option *option);
const char *option_range(char *out, size_t size, const Option *option);

void options_help(FILE *file, const OptionsSpec *spec);
