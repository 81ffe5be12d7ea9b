/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a CSV file to a picture: its kind is found, a script is written, gnuplot draws it. */
#include "analysis/report/charts/plot.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/report/charts/gnuplot.h"
#include "analysis/report/charts/plot_kinds.h"
#include "analysis/report/charts/svg.h"
#include "engine/text/number.h"
#include "sim/files/output_file.h"

static bool name_ends(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

static const char *const ENDINGS[] = {[PICTURE_SVG] = ".svg", [PICTURE_PNG] = ".png", [PICTURE_PDF] = ".pdf"};

/* False: the name has none of the endings. */
static bool kind_of(PictureKind *kind, const char *out)
{
    for (*kind = PICTURE_SVG; *kind <= PICTURE_PDF; (*kind)++)
        if (name_ends(out, ENDINGS[*kind])) return true;
    return false;
}

bool plot_name_valid(const char *out, Error *error)
{
    PictureKind kind;
    char shown[120];
    if (kind_of(&kind, out)) return true;
    return error_set(error, "'%s': a picture's name ends in .svg, .png or .pdf",
                     text_one_line(shown, sizeof shown, out));
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

/* Writes the whole script for the CSV into *picture. */
static bool describe(Picture *picture, CsvReader *reader, Error *error)
{
    PlotJob job = {.reader = reader, .table = {.reader = reader}, .picture = picture};
    const PlotKind *kind = csv_reader_begin(reader) ? plot_kind_of(reader) : NULL;
    const bool good = kind && (kind->streams || (csv_table_load(&job.table, reader) && reversed_mark(&job.table))) &&
                      kind->draw(&job);
    if (!picture_finish(picture)) return error_memory(error);
    if (!good) *error = reader->error;
    return good;
}

/* The kept script draws into the picture's file by itself. A name that gnuplot would take for a pipe or a home folder
   gets a harmless beginning. */
static bool keep_script(const Picture *picture, const char *script, const char *out, Error *error)
{
    char *text = NULL, name[4200];
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (!file) return error_memory(error);
    fprintf(file, "# Drawn by: gnuplot THIS-FILE\n");
    fwrite(picture->text, 1, picture->output_at, file);
    snprintf(name, sizeof name, "%s%s", strchr("|~", *out) ? "./" : "", out);
    fputs("set output ", file);
    gnuplot_string(file, name);
    putc('\n', file);
    fwrite(picture->text + picture->output_at, 1, picture->size - picture->output_at, file);
    bool good = !ferror(file);
    good = (fclose(file) == 0 && good) || error_memory(error);
    good = good && atomic_file_write(script, text, length, error);
    free(text);
    return good;
}

/* Does a picture end as a whole one does? */
static bool is_whole(const TextBuffer *text, PictureKind kind)
{
    static const char SVG_END[] = "</svg>", PNG_END[] = "\0\0\0\0IEND\xae\x42\x60\x82", PDF_END[] = "%%EOF";
    static const char *const ENDS[] = {SVG_END, PNG_END, PDF_END};
    static const size_t TAILS[] = {sizeof SVG_END - 1, sizeof PNG_END - 1, sizeof PDF_END - 1};
    size_t length = text->length;
    while (kind != PICTURE_PNG && length && strchr(" \r\n", text->data[length - 1]))
        length--;
    return length >= TAILS[kind] && !memcmp(text->data + length - TAILS[kind], ENDS[kind], TAILS[kind]);
}

/* Adds what gnuplot makes of the script, a whole picture. */
static bool drawn_make(TextBuffer *text, const Picture *picture, Error *error)
{
    static const char *const NAMES[] = {"SVG", "PNG", "PDF"};
    if (!gnuplot_run(picture->text, text, error))
        return picture->kind == PICTURE_PDF && strstr(error->text, "terminal")
                   ? error_system(error, "this gnuplot cannot write PDF; its package gnuplot-nox can")
                   : false;
    return is_whole(text, picture->kind) ||
           error_system(error, "gnuplot drew no whole picture: what it wrote, %zu byte%s, does not end as %s does",
                        text->length, PLURAL(text->length), NAMES[picture->kind]);
}

static bool draw(const Picture *picture, const char *out, Error *error)
{
    TextBuffer text = {0}, finished = {0};
    const bool svg = picture->kind == PICTURE_SVG;
    const TextBuffer *whole = svg ? &finished : &text;
    const bool good = drawn_make(&text, picture, error) &&
                      (!svg || svg_finish(&finished, &text, picture, 0) || error_memory(error)) &&
                      atomic_file_write(out, whole->data, whole->length, error);
    text_buffer_free(&text);
    text_buffer_free(&finished);
    return good;
}

/* Draws the CSV into `out` if gnuplot is to run, and keeps the script in the file of that name if it is not NULL. */
static bool plot_reader(CsvReader *reader, const char *out, const char *script, bool run, Error *error)
{
    Picture picture = {0};
    PictureKind kind;
    if (!kind_of(&kind, out)) return plot_name_valid(out, error);
    const bool good = (picture_init(&picture, kind) || error_memory(error)) && describe(&picture, reader, error) &&
                      (!script || keep_script(&picture, script, out, error)) && (!run || draw(&picture, out, error));
    picture_free(&picture);
    return good;
}

bool plot_draw(const char *csv, const char *out, const char *script, bool script_only, Error *error)
{
    CsvReader reader;
    bool good = csv_reader_open(&reader, csv);
    if (good)
        good = plot_reader(&reader, out, script, !script_only, error);
    else
        *error = reader.error;
    csv_reader_close(&reader);
    return good;
}

bool plot_inline(TextBuffer *out, const char *csv, int number, Error *error)
{
    CsvReader reader;
    Picture picture = {0};
    TextBuffer text = {0};
    bool good = csv_reader_open(&reader, csv);
    *out = (TextBuffer){0};
    if (!good) *error = reader.error;
    good = good && (picture_init(&picture, PICTURE_SVG) || error_memory(error)) && describe(&picture, &reader, error) &&
           drawn_make(&text, &picture, error) && (svg_finish(out, &text, &picture, number) || error_memory(error));
    text_buffer_free(&text);
    picture_free(&picture);
    csv_reader_close(&reader);
    return good;
}

bool plot_output_possible(const PlotOutput *plot, Error *error)
{
    if (!plot->out) return true;
    if (!gnuplot_found()) return error_system(error, "--plot: %s", GNUPLOT_MISSING);
    return output_file_creatable(plot->out, error) && atomic_file_possible(plot->out, error);
}

bool plot_output_open(PlotOutput *plot, Error *error)
{
    if (!plot->out) return true;
    if (!plot_output_possible(plot, error)) return false;
    plot->csv = (OutputFile){.file = open_memstream(&plot->text, &plot->size), .name = plot->out};
    return plot->csv.file || error_memory(error);
}

bool plot_output_close(PlotOutput *plot, bool draw, Error *error)
{
    bool good = output_file_close(&plot->csv, error);
    if (good && draw && plot->out) {
        CsvReader reader = {.name = plot->out, .file = fmemopen(plot->text, plot->size, "r")};
        good = reader.file ? plot_reader(&reader, plot->out, NULL, true, error) : error_memory(error);
        csv_reader_close(&reader);
    }
    free(plot->text);
    plot->text = NULL;
    return good;
}
