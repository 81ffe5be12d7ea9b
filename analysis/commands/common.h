/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that mean the same everywhere: the rows from which a command picks, {OPTION_SEED}, and their values. */
#pragma once

#include "analysis/commands/options.h"

typedef struct {
    const char *rules, *deal, *csv, *rounds_csv, *records, *plot;
    uint64_t seed, threads; /* threads 0: all cores */
    double max_void;
    bool no_duplicate, quiet, dry_run;
} CommonOptions;

/* Most boards of a run, as an option's bound; a run that only its --stop ends has as many. */
#define BOARDS_MOST "1000000G"
#define BOARDS_NO_END UINT64_C(1000000000000000)

#define OPTION_COMMON(member) OPTION_AT(CommonOptions, member), .common = true

#define OPTION_RULES                                                                                                   \
    .name = "rules", OPTION_COMMON(rules), .fallback = "pagat", .metavar = "R",                                        \
    .help = "preset[,key=value]...; 'pasur rules' lists them"
#define OPTION_SEED                                                                                                    \
    .name = "seed", OPTION_COMMON(seed), .fallback = "1", .metavar = "S", .help = "the same seed gives the same answer"
#define OPTION_DEAL                                                                                                    \
    .name = "deal", .file = FILE_READ, OPTION_COMMON(deal), .metavar = "FILE",                                         \
    .help = "take the boards' cards from this file's records, in turn and again from the start, instead of "           \
            "shuffling; - is stdin"
#define OPTION_NO_DUPLICATE                                                                                            \
    .name = "no-duplicate", OPTION_COMMON(no_duplicate), .help = "a board is one round in one seating"
#define OPTION_MAX_VOID                                                                                                \
    .name = "max-void", OPTION_COMMON(max_void), .low = "0", .fallback = "0",                                          \
    .help = "void boards (an agent failed) that are allowed; below 1, as a share of all"
#define OPTION_CSV                                                                                                     \
    .name = "csv", .file = FILE_FIGURES, OPTION_COMMON(csv), .metavar = "FILE",                                        \
    .help = "write the figures as CSV; - is stdout, and then nothing else is printed there"
#define OPTION_ROUNDS_CSV                                                                                              \
    .name = "rounds-csv", .file = FILE_STREAM, OPTION_COMMON(rounds_csv), .metavar = "FILE",                           \
    .help = "write a CSV row for each round and seat"
#define OPTION_RECORDS                                                                                                 \
    .name = "records", .file = FILE_STREAM, OPTION_COMMON(records), .metavar = "FILE",                                 \
    .help = "write every round as a record"
#define OPTION_PLOT                                                                                                    \
    .name = "plot", .file = FILE_PICTURE, OPTION_COMMON(plot), .metavar = "FILE.svg",                                  \
    .help = "draw the figures (SVG or PNG; needs gnuplot)"
#define OPTION_THREADS                                                                                                 \
    .name = "threads", OPTION_COMMON(threads), .low = "1", .high = "1024", .metavar = "T",                             \
    .help = "default all cores; the answer does not depend on it"
#define OPTION_QUIET .name = "quiet", .letter = 'q', OPTION_COMMON(quiet), .help = "no progress and no notes on stderr"
#define OPTION_DRY_RUN                                                                                                 \
    .name = "dry-run", OPTION_COMMON(dry_run), .help = "check everything, say what would be done, and do nothing"

/* The last rows of every command that plays. */
#define OPTIONS_RUN                                                                                                    \
    {.heading = "Run", OPTION_THREADS}, {OPTION_QUIET}, { OPTION_DRY_RUN }
