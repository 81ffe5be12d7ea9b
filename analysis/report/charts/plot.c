/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/report/charts/plot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/report/charts/gnuplot.h"
#include "analysis/report/charts/plot_kinds.h"
#include "engine/text/error.h"
#include "sim/files/atomic_file.h"

static bool name_ends(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

bool plot_name_valid(const char *out, Error *error)
{
    if (name_ends(out, ".svg") || name_ends(out, ".png")) return true;
    char shown[120];
    return error_set(error, "'%s': a picture's name ends in .svg or .png", text_one_line(shown, sizeof shown, out));
}

static PlotStatus cannot_write(const char *name, int reason, Error *error)
{
    error_file(error, name, reason);
    return PLOT_FAILED;
}

/* A tactic whose weight is below 0 is about doing the opposite of its advice: its name says so. */
static bool reversed_mark(CsvTable *table)
{
    static const char *const COLUMNS[] = {"tactic", "tactic_a", "tactic_b"};
    const char *reversed = csv_reader_head(table->reader, "reversed");
    bool good = true;
    for (size_t i = 0; reversed && good && i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        good = csv_table_suffix(table, COLUMNS[i], reversed, ", reversed");
    return good;
}

/* Reads the CSV file and writes the whole script into *picture. */
static PlotStatus describe(Picture *picture, const char *csv, Error *error)
{
    CsvReader reader;
    PlotJob job = {.reader = &reader, .picture = picture};
    bool good = csv_reader_open(&reader, csv);
    job.table.reader = &reader;
    const PlotKind *kind = good ? plot_kind_of(&reader) : NULL;
    good = kind && (kind->streams || (csv_table_load(&job.table, &reader) && reversed_mark(&job.table))) &&
           kind->draw(&job);
    PlotStatus status = good ? PLOT_DONE : reader.error.system ? PLOT_FAILED : PLOT_BAD_INPUT;
    if (!good) *error = reader.error;
    csv_table_free(&job.table);
    csv_reader_close(&reader);
    if (!picture_finish(picture) && good) return cannot_write("the script", ENOMEM, error);
    return status;
}

/* The kept script draws into the picture's file by itself. A name that gnuplot would take for a pipe or a home folder
   gets a harmless beginning. */
static PlotStatus keep_script(const Picture *picture, const char *script, const char *out, Error *error)
{
    errno = 0;
    FILE *file = fopen(script, "w");
    if (!file) return cannot_write(script, errno, error);
    fprintf(file, "# Drawn by: gnuplot THIS-FILE\n");
    fwrite(picture->text, 1, picture->output_at, file);
    char name[4200];
    snprintf(name, sizeof name, "%s%s", strchr("|~", *out) ? "./" : "", out);
    fputs("set output ", file);
    gnuplot_string(file, name);
    putc('\n', file);
    fwrite(picture->text + picture->output_at, 1, picture->size - picture->output_at, file);
    bool good = !ferror(file);
    good = fclose(file) == 0 && good;
    return good ? PLOT_DONE : cannot_write(script, errno, error);
}

static bool copy_stream(FILE *to, FILE *from)
{
    char buffer[1 << 14];
    size_t length;
    rewind(from);
    while ((length = fread(buffer, 1, sizeof buffer, from)) > 0)
        if (fwrite(buffer, 1, length, to) != length) return false;
    return !ferror(from);
}

static PlotStatus draw(const Picture *picture, const char *out, Error *error)
{
    FILE *drawn = tmpfile();
    if (!drawn) return cannot_write("a temporary file", errno, error);
    PlotStatus status = gnuplot_run(picture->text, drawn, error) ? PLOT_DONE : PLOT_FAILED;
    if (status == PLOT_DONE) {
        errno = 0;
        FILE *file = fopen(out, "wb");
        bool good = file && copy_stream(file, drawn);
        if (file) good = fclose(file) == 0 && good;
        if (!good) status = cannot_write(out, errno ? errno : EIO, error);
    }
    fclose(drawn);
    return status;
}

/* The script into *picture, and into the file `script` if that is not NULL. */
static PlotStatus prepare(Picture *picture, const char *csv, const char *out, const char *script, Error *error)
{
    if (!plot_name_valid(out, error)) return PLOT_BAD_INPUT;
    if (!picture_init(picture, name_ends(out, ".png") ? PICTURE_PNG : PICTURE_SVG))
        return cannot_write("the script", ENOMEM, error);
    PlotStatus status = describe(picture, csv, error);
    return status == PLOT_DONE && script ? keep_script(picture, script, out, error) : status;
}

PlotStatus plot_script(const char *csv, const char *out, const char *script, Error *error)
{
    Picture picture = {0};
    PlotStatus status = prepare(&picture, csv, out, script, error);
    picture_free(&picture);
    return status;
}

PlotStatus plot_draw(const char *csv, const char *out, const char *script, Error *error)
{
    Picture picture = {0};
    PlotStatus status = prepare(&picture, csv, out, script, error);
    if (status == PLOT_DONE) status = draw(&picture, out, error);
    picture_free(&picture);
    return status;
}

bool plot_output_open(PlotOutput *plot, Error *error)
{
    if (!plot->out) return true;
    if (!gnuplot_found()) return error_set(error, "--plot: %s", GNUPLOT_MISSING);
    plot->scratch = file_beside(plot->out);
    if (!plot->scratch) return error_file(error, plot->out, errno);
    if (!output_file_open(&plot->csv, plot->scratch, error)) return false;
    plot->csv.name =
        plot->out; /* in messages; only a file that output_file_open made is removed by name, and this one was there */
    return true;
}

bool plot_output_draw(PlotOutput *plot, Error *error)
{
    if (!plot->out) return true;
    return output_file_close(&plot->csv, error) && plot_draw(plot->scratch, plot->out, NULL, error) == PLOT_DONE;
}

void plot_output_free(PlotOutput *plot)
{
    Error unused;
    output_file_close(&plot->csv, &unused);
    if (plot->scratch) remove(plot->scratch);
    free(plot->scratch);
    plot->scratch = NULL;
}
