/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur columns: every column of every CSV file, with unit and meaning. */
#include <assert.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/table.h"
#include "engine/text/words.h"

enum { TABLES_MOST = 64 };

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
    const char *word = driver->parsed.arg_count ? driver->parsed.args[0] : NULL;
    const char *files[TABLES_MOST];
    Names names = NAMES_OF("file", files, 0, "'pasur columns' lists them");
    bool shown = false;
    PageText text;
    if (!page_text_open(&text)) return error_memory(error);
    for (const Command *const *command = driver->commands; *command; command++)
        for (const ResultKind *const *kind = (*command)->results; kind && *kind; kind++) {
            const FigureTable *table = (*kind)->table;
            assert(names.count < TABLES_MOST);
            files[names.count++] = table->file;
            if (word && !is_named(table, word)) continue;
            if (shown) fputc('\n', text.stream);
            figures_explain(text.stream, table);
            shown = true;
        }
    if (!page_text_close(&text, stdout, &driver->page)) return error_memory(error);
    return shown || name_unknown(error, &names, word);
}

const Command CMD_COLUMNS = {
    .rare = true,
    .spec = {.command = "columns",
             .summary = "every column of every CSV file, with unit and meaning",
             .args = {"[FILE]", 0, 1, NULL, TAKES_COMMAND},
             .about = "Lists the columns of the CSV files that the commands write, with the unit of each and what it "
                      "means. FILE is a command ('sim') or one of its files ('sim --rounds-csv').",
             .example = "pasur columns sim"},
    .work = columns_print,
};
