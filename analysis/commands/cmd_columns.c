/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur columns: every column of every CSV file, with unit and meaning. */
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/advice_report.h"
#include "analysis/report/figure_print.h"
#include "analysis/report/rate_report.h"
#include "analysis/report/sim_report.h"
#include "analysis/report/tactic_report.h"
#include "analysis/report/tune_report.h"
#include "engine/text/names.h"
#include "sim/rounds.h"

static const FigureTable *const TABLES[] = {
    &SIM_FIGURES,      &ROUND_FIGURES,  &STUDY_FIGURES[0], &STUDY_FIGURES[1],  &STUDY_FIGURES[2],
    &STUDY_FIGURES[3], &TUNE_FIGURES,   &RATE_FIGURES,     &CROSS_FIGURES,     &ADVISE_FIGURES,
    &SOLVE_FIGURES,    &REPLAY_FIGURES, &BENCH_FIGURES,    &CALIBRATE_FIGURES,
};
enum { TABLE_COUNT = sizeof TABLES / sizeof *TABLES };

static const char PAGE_TOP[] =
    "<!-- `make docs` writes this file from the program: change the rows of figures there. -->\n"
    "# The columns of every CSV file\n\n"
    "Files are RFC 4180 in UTF-8 with a header line, `.` as decimal point and numbers that read back exactly. An empty\n"
    "field is a value that is not known. Lines `# key: value` before the header tell version, command, seed, rules, start\n"
    "and wall seconds, and `PARTIAL` where a run was stopped: `pandas.read_csv(file, comment=\"#\")` reads them all. Columns\n"
    "are only ever added at the end.\n\n"
    "A board is one shuffled pack, played once in each seating; intervals and standard errors are over boards. A side is a\n"
    "player, or a team of two.\n";

typedef struct {
    bool markdown;
} ColumnsOptions;

static const Option OPTIONS[] = {
    {"markdown", "print the page docs/csv.md", OPTION_AT(ColumnsOptions, markdown)},
};

/* Does the user's word name the table: all of its file, or the command that writes it? */
static bool is_named(const FigureTable *table, const char *word)
{
    const size_t length = strlen(word);
    return strcmp(table->file, word) == 0 ||
           (strcspn(table->file, " ") == length && !strncmp(table->file, word, length));
}

static bool columns_print(Driver *driver, Error *error)
{
    const ColumnsOptions *own = driver->own;
    const char *word = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    const char *files[TABLE_COUNT];
    int shown = 0;
    if (own->markdown) fputs(PAGE_TOP, stdout);
    for (int i = 0; i < TABLE_COUNT; i++) {
        files[i] = TABLES[i]->file;
        if (word && !is_named(TABLES[i], word)) continue;
        if (shown++ || own->markdown) putchar('\n');
        (own->markdown ? figures_markdown : figures_explain)(stdout, TABLES[i]);
    }
    const Names names = NAMES_OF("file", files, TABLE_COUNT, "'pasur columns' lists them");
    return shown ? driver_printed(error) : name_unknown(error, &names, word);
}

const Command CMD_COLUMNS = {
    .spec = {.command = "columns",
             .summary = "every column of every CSV file, with unit and meaning",
             .args = "[FILE]",
             .max_args = 1,
             .about = "Lists the columns of the CSV files that the commands write, with the unit of each and what it "
                      "means. FILE is a command ('sim') or one of its files ('sim --rounds-csv').",
             .example = "pasur columns sim",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(ColumnsOptions),
    .work = columns_print,
};
