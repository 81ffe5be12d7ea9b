/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What many commands share: options that mean the same everywhere, agents and boards from the command line, the head
   lines of CSV files. */
#ifndef PASUR_ANALYSIS_COMMANDS_COMMON_H
#define PASUR_ANALYSIS_COMMANDS_COMMON_H

#include "agents/agent.h"
#include "analysis/commands/options.h"
#include "engine/text/error.h"
#include "sim/files/csv.h"

/* Targets of the shared rows: {"Title", &OPTION_SEED, 1, &common} */
typedef struct {
    const char *rules, *deal, *csv, *rounds_csv, *records;
    uint64_t seed, threads; /* threads 0: all cores */
    bool no_duplicate, quiet, dry_run;
} CommonOptions;

extern const Option OPTION_RULES, OPTION_DEAL, OPTION_CSV, OPTION_ROUNDS_CSV, OPTION_RECORDS, OPTION_SEED,
    OPTION_THREADS, OPTION_NO_DUPLICATE, OPTION_QUIET, OPTION_DRY_RUN;
/* --plot; its target is a PlotOutput. */
extern const Option OPTION_PLOT;

/* Most boards of a run, as an option's bound; a run that only its --stop ends has as many. */
#define BOARDS_MOST "1000000G"
#define BOARDS_NO_END UINT64_C(1000000000000000)

/* The number of threads asked for. */
int common_threads(const CommonOptions *common);
/* True if --csv, --rounds-csv or --records is "-": nothing else may be printed there. */
bool common_takes_stdout(const CommonOptions *common);

/* Tells on stderr, unless --quiet, which keys of the rules have no effect on the rounds that the command plays. */
void rules_note(const char *command, const CommonOptions *common, const Rules *rules);

/* The command line as a shell would take it. The caller frees it; NULL if memory runs out. argv[0] is the command's name. */
char *command_text(int argc, char **argv);
/* The same, with what the user left open: the run's size (an option's name; NULL: none) and its seed. */
char *command_again(const OptionsSpec *spec, const ParsedOptions *parsed, int argc, char **argv,
                    const char *size_option, uint64_t size, uint64_t seed);

#endif
