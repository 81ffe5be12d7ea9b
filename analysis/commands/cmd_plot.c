/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur plot: a picture of a CSV file. */
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"

typedef struct {
    const char *out, *script; /* options */
    PictureLook look;
    char from_csv[4100]; /* the picture's name where none is given: DATA.svg for DATA.csv */
} Plot;

static const Option OPTIONS[] = {
    {"output", "the picture, FILE.svg, FILE.png or FILE.pdf; default the data's name with .svg", OPTION_AT(Plot, out),
     .letter = 'o', .file = FILE_OWN, .metavar = "FILE", .heading = "Output"},
    {"script", "keep gnuplot's input, which holds the data too; this works without gnuplot", OPTION_AT(Plot, script),
     .file = FILE_OWN, .metavar = "FILE.gp"},
    {"width", "pixels, for which everything is laid out", OPTION_AT(Plot, look.width), .low = "320", .high = "10000",
     .metavar = "N", .heading = "Look"},
    {"title", "of the picture, instead of its own", OPTION_AT(Plot, look.title)},
    {"no-foot", "without the command and the version below", OPTION_AT(Plot, look.no_foot)},
};

static bool plot_prepare(Driver *driver, Error *error)
{
    Plot *plot = driver->own;
    const char *csv = driver->parsed.args[0];
    const size_t length = strlen(csv), room = sizeof plot->from_csv;
    const bool named_csv = length > 4 && strcmp(csv + length - 4, ".csv") == 0;
    if (plot->out) return true;
    if (strcmp(csv, "-") == 0) return error_set(error, "data from stdin needs -o FILE.svg");
    if ((size_t)snprintf(plot->from_csv, room, "%.*s.svg", (int)(named_csv ? length - 4 : length), csv) >= room)
        return error_set(error, "a name too long");
    files_add(&driver->files, "-o", plot->from_csv, FILE_OWN);
    return true;
}

static bool plot_file_draw(Driver *driver, Error *error)
{
    const Plot *plot = driver->own;
    const char *out = plot->out ? plot->out : plot->from_csv;
    const bool run = !plot->script || plot->out || gnuplot_found();
    const ResultKind *kinds[KINDS_MOST + 1];
    CsvReader reader;
    Result result;
    kinds_list(kinds, driver->commands);
    bool good = csv_open(&reader, &result, driver->parsed.args[0]) && csv_begin(&reader) && csv_kind(&reader, kinds);
    if (good && !result.kind->picture)
        good =
            result_complain(&result, "there is no picture of %s: its table says everything", result.kind->table->file);
    good = good && (result.kind->streams || csv_rows(&reader, CSV_MOST_ROWS));
    if (!good) *error = result.error;
    if (good && result.more)
        good = error_set(error, "%s: more than %d rows are too many for this kind of picture", result.name,
                         (int)CSV_MOST_ROWS);
    good = good && plot_draw(&result, &reader, &plot->look, out, plot->script, run, error);
    csv_close(&reader);
    result_free(&result);
    if (good && !run) driver_note(driver, "gnuplot is not installed, so only the script %s is written", plot->script);
    return good;
}

const Command CMD_PLOT = {
    .spec =
        {.command = "plot",
         .summary = "a picture of a CSV file that another command has written",
         .args = {"FILE.csv", 1, 1, "FILE.csv", TAKES_FILE},
         .about = "Draws a CSV file that another command has written; its header says what it shows. '-' is stdin.",
         .example = "pasur rate greedy counter tactic --csv - | pasur plot - -o rate.svg",
         .notes =
             "The picture is written as FILE.svg.unfinished, and renamed when it is complete. Only a program that is "
             "killed at that moment leaves such a file behind.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Plot),
    .prepare = plot_prepare,
    .work = plot_file_draw,
};
