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

/* Most boards of a run, as an option's bound; a run that only its --stop ends has as many. */
#define BOARDS_MOST "1000000G"
#define BOARDS_NO_END UINT64_C(1000000000000000)

/* The number of threads asked for. */
int common_threads(const CommonOptions *common);
/* True if --csv, --rounds-csv or --records is "-": nothing else may be printed there. */
bool common_takes_stdout(const CommonOptions *common);

/* Reads `count` agents; on failure none needs freeing. */
bool agents_open(Agent *agents, const char *const *texts, int count, Error *error);
/* The same for a list with commas, where key=value belongs to the agent before it: returns how many, at most `most`, or 0
   with the reason, which names the option. */
int agents_open_list(Agent agents[], int most, const char *option, const char *list, Error *error);
void agents_free(Agent *agents, int count);
/* True if some agent decides by the clock (its parameter `time`), so that a run does not repeat. */
#define TIMED_NOTE "An agent decides by the clock (time=): another run gives other figures.\n"
bool agents_timed(const Agent *agents, int count);
/* A line for each kind of agent here that sees all cards. */
void agents_open_note(FILE *out, const Agent *agents, int count);
/* Refuses agents that cannot play by these rules. */
bool agents_play_rules(const Agent *agents, int count, const Rules *rules, Error *error);

/* Tells on stderr, unless --quiet, which keys of the rules have no effect on the rounds that the command plays. */
void rules_note(const char *command, const CommonOptions *common, const Rules *rules);

/* The packs of a file of records, in order. */
typedef struct {
    Pack *packs;
    uint64_t count;
    char note[RULES_TEXT + 256]; /* not empty: the records were made by other rules, one line */
} Packs;

/* Reads them. Returns 0, or the exit status (2 or 5) with one line in error; nothing needs freeing then. */
int packs_read(Packs *packs, const char *name, const Rules *rules, Error *error);
void packs_free(Packs *packs);

/* The command line as a shell would take it. The caller frees it; NULL if memory runs out. argv[0] is the command's name. */
char *command_text(int argc, char **argv);
/* The same, with what the user left open: the run's size (an option's name; NULL: none) and its seed. */
char *command_again(const OptionsSpec *spec, const ParsedOptions *parsed, int argc, char **argv,
                    const char *size_option, uint64_t size, uint64_t seed);

enum { TIME_TEXT = 32 };
/* Now, as 2026-01-31T12:00:00Z. */
void time_print(char text[static TIME_TEXT]);
/* Of a clock that only goes forward. */
double seconds_now(void);

/* Head lines of a run's CSV. command: as command_text gives it; wall < 0: not known yet. */
void csv_run_head(Csv *csv, const char *command, uint64_t seed, const Rules *rules, const char *start, double wall);

#endif
