/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur columns: every column of every CSV file, with unit and meaning. */
#include <assert.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/table.h"
#include "engine/text/words.h"

enum { TABLES_MOST = 64 };

static const char PAGE_TOP[] =
    "<!-- `make docs` writes this file from the program: change the rows of figures there. -->\n"
    "# The columns of every CSV file\n\n"
    "Files are RFC 4180 in UTF-8 with a header line, `.` as decimal point and numbers that read back exactly. An empty\n"
    "field is a value that is not known. Lines `# key: value` before the header tell version, commit, build, command, seed,\n"
    "rules, start and wall seconds, and `PARTIAL` where a run was stopped: `pandas.read_csv(file, comment=\"#\")` reads them\n"
    "all. Some results have more such lines: `unit` is the unit of the values, `interval` says how the intervals hold,\n"
    "`level` with which chance where that is not 95 % (`--level`), and `test` (of `tune` and of `sim --stop sprt=`),\n"
    "`validation` (of `tune`) and `advice` (of `advise`) say in a sentence what was found. Files that are written while a run goes on (`--rounds-csv`, `--matches-csv`) say how it ended in their last\n"
    "line: `# wall_seconds: …` where they are whole, `# PARTIAL: the first 12 of 500 boards` where the run was stopped; one\n"
    "that has neither is cut off. Columns are only ever added at the end. `wall_seconds` is how long this start of the\n"
    "command took: of a run that went on it leaves out the starts before, and where `runs` or `merge` wrote the file without\n"
    "playing it is empty.\n\n"
    "`--json FILE` writes the same figures as JSON lines: an object `{\"head\": FILE, ...}` with what those lines tell, then\n"
    "one `{\"table\": FILE, COLUMN: VALUE, ...}` for each row; FILE is a heading of this page. Numbers are numbers, `ok` and\n"
    "the like are `true` or `false`, an empty field is `null`. What is infinite, such as the Elo of who won everything, is\n"
    "`inf` or `-inf` in both, in JSON as a text. `pandas.read_json(file, lines=True)` reads them.\n\n"
    "A board is one shuffled pack, played once in each seating; intervals and standard errors are over boards. A side is a\n"
    "player, or a team of two.\n";

typedef struct {
    bool markdown;
} ColumnsOptions;

static const Option OPTIONS[] = {
    {"markdown", "print a page of Markdown", OPTION_AT(ColumnsOptions, markdown)},
};

/* Does the user's word name the table: all of its file, or the command that writes it? Several may write it: their names
   are apart by commas. */
static bool is_named(const FigureTable *table, const char *word)
{
    const size_t length = strlen(word);
    for (const char *file = table->file; file; file = strstr(file, ", ")) {
        file += strspn(file, ", ");
        if (!strncmp(file, word, length) && (strcspn(file, ",") == length || strcspn(file, " ") == length)) return true;
    }
    return false;
}

static bool columns_print(Driver *driver, Error *error)
{
    const ColumnsOptions *own = driver->own;
    const char *word = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    const char *files[TABLES_MOST];
    Names names = NAMES_OF("file", files, 0, "'pasur columns' lists them");
    bool shown = false;
    PageText text;
    if (!page_text_open(&text)) return error_memory(error);
    if (own->markdown) fputs(PAGE_TOP, text.stream);
    for (const Command *const *command = driver->commands; *command; command++)
        for (const ResultKind *const *kind = (*command)->results; kind && *kind; kind++) {
            const FigureTable *table = (*kind)->table;
            assert(names.count < TABLES_MOST);
            files[names.count++] = table->file;
            if (word && !is_named(table, word)) continue;
            if (shown || own->markdown) fputc('\n', text.stream);
            (own->markdown ? figures_markdown : figures_explain)(text.stream, table);
            shown = true;
        }
    if (!page_text_close(&text, stdout, own->markdown ? &(Page){0} : &driver->page)) return error_memory(error);
    return shown || name_unknown(error, &names, word);
}

const Command CMD_COLUMNS = {
    .rare = true,
    .spec = {.command = "columns",
             .summary = "every column of every CSV file, with unit and meaning",
             .args = {"[FILE]", 0, 1, NULL, TAKES_COMMAND},
             .about = "Lists the columns of the CSV files that the commands write, with the unit of each and what it "
                      "means. FILE is a command ('sim') or one of its files ('sim --rounds-csv').",
             .example = "pasur columns sim",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(ColumnsOptions),
    .work = columns_print,
};
