/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets a result describe its picture, runs gnuplot, and makes its SVG fit to be looked at: hover text that says what a
   mark stands for in place of gnuplot's own, colours for a dark screen, a name for who cannot see it. */
#include "analysis/report/chart.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/report/text.h"
#include "engine/text/number.h"
#include "sim/files/output_file.h"
#include "sim/files/system.h"
#include "sim/files/text_buffer.h"

/* ---- gnuplot */

/* gnuplot's first line that says what is wrong; before it stand the script's line and a caret. */
static void complaint_find(char *out, size_t size, char *errors)
{
    char *rest;
    *out = 0;
    for (char *line = strtok_r(errors, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        const bool located = strstr(line, " line ") && strchr(line, ':');
        if (strstr(line, "warning: ") || !line[strspn(line, " \t^")]) continue;
        if (located || !*out) text_one_line(out, size, line + strspn(line, " \t"));
        if (located) return;
    }
}

bool gnuplot_found(void)
{
    char *const words[] = {(char[]){"gnuplot"}, (char[]){"--version"}, NULL};
    ChildEnd end;
    const int reason = child_run(&end, &(ChildStart){.words = words, .input = ""});
    child_free(&end);
    return !reason;
}

/* Runs gnuplot on the script, without anybody's start-up files or temporary ones, and adds what it draws to *drawn.
   False with the reason: gnuplot is missing, cannot be started, or failed, and then says why itself. */
static bool gnuplot_run(const char *script, TextBuffer *drawn, Error *error)
{
    char complaint[300] = "", *const words[] = {(char[]){"gnuplot"}, (char[]){"-d"}, NULL};
    ChildEnd end;
    int reason = child_run(&end, &(ChildStart){.words = words, .input = script});
    const int status = end.status;
    if (!text_buffer_add(&end.errors, "", 1) || !text_buffer_add(drawn, end.out.data, end.out.length))
        reason = ENOMEM;
    else
        complaint_find(complaint, sizeof complaint, end.errors.data);
    child_free(&end);
    if (reason == ENOENT) return error_system(error, GNUPLOT_MISSING);
    if (reason) return error_file(error, "gnuplot", reason);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    return strstr(complaint, "unknown or ambiguous terminal")
               ? error_system(error, "this gnuplot cannot write PDF; its package gnuplot-nox can")
               : error_system(error, "gnuplot failed: %s", *complaint ? complaint : "it does not say why");
}

/* ---- SVG */

/* On a dark screen light is dark, and each colour keeps its hue. */
const char SVG_STYLE[] = ".pasur-picture .hover:hover use{opacity:.2}\n"
                         "@media screen and (prefers-color-scheme:dark){"
                         ".pasur-picture{filter:invert(.91) hue-rotate(180deg)}}\n";

/* What gnuplot writes, and what stands there in its place; PAGE: on a page, with the picture's number. */
static const struct {
    const char *from, *to;
    bool page;
} PARTS[] = {
    {"<svg \n", "<svg class=\"pasur-picture\" role=\"img\" aria-label=\"%s\"\n", false},
    {"<title>Gnuplot</title>", "", false},
    {"<g onmousemove=\"gnuplot_svg.showHypertext(evt,'", "<g class=\"hover\"><title>", false},
    {"')\" onmouseout=\"gnuplot_svg.hideHypertext()\"><title> </title>", "</title>", false},
    {POINTED_AND "#10;", "\n", false},
    {POINTED_AND, "&", false},
    {"]]>", "]]&gt;", false}, /* is no XML */
    {" id='gp", " id='p%d_gp", true},
    {" id=\"gnuplot_", " id=\"p%d_", true},
    {" id='textbox'", " id='p%d_textbox'", true},
    {" id='greybox'", " id='p%d_greybox'", true},
    {"='#gp", "='#p%d_gp", true},
};

/* Makes *out of gnuplot's whole SVG. number: 0 for a file of its own; else it is picture so many of a page, without the
   lines before <svg>, without the style, and with names of its own inside. False if memory runs out. */
static bool svg_finish(TextBuffer *out, const TextBuffer *drawn, const char *title, int number)
{
    char *made = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&made, &length);
    if (!file) return false;
    const char *text = number ? strstr(drawn->data, "<svg") : drawn->data, *end;
    while (text && *text) {
        size_t i = 0;
        while (i < sizeof PARTS / sizeof *PARTS &&
               (strncmp(text, PARTS[i].from, strlen(PARTS[i].from)) || (PARTS[i].page && !number)))
            i++;
        if (i < sizeof PARTS / sizeof *PARTS) {
            PARTS[i].page ? fprintf(file, PARTS[i].to, number) : markup_print(file, PARTS[i].to, title);
            if (i == 0 && number) fputs(" style=\"max-width:100%\"", file);
            if (i == 1 && !number) fprintf(file, "<style>%s</style>", SVG_STYLE);
            text += strlen(PARTS[i].from);
        } else if (!strncmp(text, "<title>", strlen("<title>")) && (end = strstr(text, "</title>"))) {
            text = end + strlen("</title>"); /* gnuplot's own */
        } else {
            putc(*text++, file);
        }
    }
    if (!text_stream_close(file, &made)) return free(made), false;
    *out = (TextBuffer){.data = made, .length = length, .room = length};
    return true;
}

/* ---- from a result to a file */

/* Endings of names, and how such files end. */
static const struct {
    const char *name, *end;
} KINDS[] = {[PICTURE_SVG] = {".svg", "</svg>"},
             [PICTURE_PNG] = {".png", "IEND\xae\x42\x60\x82"},
             [PICTURE_PDF] = {".pdf", "%%EOF"}};

/* False: the name has none of the endings. */
static bool kind_of(PictureKind *kind, const char *out)
{
    const size_t length = strlen(out);
    for (*kind = PICTURE_SVG; *kind <= PICTURE_PDF; (*kind)++)
        if (length > 4 && !strcmp(out + length - 4, KINDS[*kind].name)) return true;
    return false;
}

bool plot_name_valid(const char *out, Error *error)
{
    PictureKind kind;
    char shown[120];
    return kind_of(&kind, out) || error_set(error, "'%s': a picture's name ends in .svg, .png or .pdf",
                                            text_one_line(shown, sizeof shown, out));
}

/* Fills *script, which is the caller's to free, and *title. */
static bool script_make(char **script, const char **title, Result *result, CsvReader *rest, const PictureLook *look,
                        PictureKind kind, Error *error)
{
    Chart chart = {.result = result, .rest = rest, .picture = *result->kind->picture};
    Picture *picture = &chart.picture;
    size_t length;
    bool good = result->row_count || result->kind->streams ||
                result_complain(result, "no rows after the header, so there is nothing to draw");
    FILE *file = good ? open_memstream(script, &length) : NULL;
    *title = look->title;
    if (good && !file) return error_memory(error);
    if (!picture->subtitle) picture->subtitle = "with 95 % intervals";
    if (picture->matches && result_matches(result)) picture->unit = picture->matches;
    if (good) picture->title = result_words(result, 0, picture->title);
    if (good) picture->unit = picture->unit ? result_words(result, 0, picture->unit) : shown_unit(result);
    good = good && (picture->draw ? picture->draw : chart_rows)(&chart) && chart_finish(&chart);
    if (!*title) *title = picture->title;
    if (good) chart_write(file, &chart, look, kind);
    if (file && !text_stream_close(file, script)) return error_memory(error);
    if (good && result->failed) return error_memory(error);
    if (!good) *error = result->error;
    return good;
}

/* The kept script draws into the picture's file by itself. A name that gnuplot would take for a pipe or a home folder
   gets a harmless beginning. */
static bool script_keep(const char *script, const char *name, const char *out, Error *error)
{
    char *text = NULL, shown[4200];
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (!file) return error_memory(error);
    snprintf(shown, sizeof shown, "%s%s", strchr("|~", *out) ? "./" : "", out);
    fputs("# Drawn by: gnuplot THIS-FILE\npicture = ", file);
    gnuplot_string(file, shown);
    fprintf(file, "\n%s", script);
    const bool good =
        (text_stream_close(file, &text) || error_memory(error)) && atomic_file_write(name, text, length, error);
    free(text);
    return good;
}

/* What gnuplot makes of the script: a whole picture, which ends as one does, as it stands in a file or, with its number,
   on a page. */
static bool picture_make(TextBuffer *out, const char *script, PictureKind kind, const char *title, int number,
                         Error *error)
{
    TextBuffer drawn = {0};
    const char *end = KINDS[kind].end;
    bool good = gnuplot_run(script, &drawn, error);
    size_t length = drawn.length;
    while (kind != PICTURE_PNG && length && strchr(" \r\n", drawn.data[length - 1]))
        length--;
    if (good && (length < strlen(end) || memcmp(drawn.data + length - strlen(end), end, strlen(end)) != 0))
        good = error_system(error, "gnuplot drew no whole picture: what it wrote, %zu byte%s, does not end as %s does",
                            drawn.length, PLURAL(drawn.length), KINDS[kind].name);
    if (kind != PICTURE_SVG) return *out = drawn, good;
    good = good && ((text_buffer_add(&drawn, "", 1) && svg_finish(out, &drawn, title, number)) || error_memory(error));
    text_buffer_free(&drawn);
    return good;
}

bool plot_draw(Result *result, CsvReader *rest, const PictureLook *look, const char *out, const char *script, bool run,
               Error *error)
{
    PictureKind kind;
    const char *title;
    char *made = NULL;
    TextBuffer whole = {0};
    if (!kind_of(&kind, out)) return plot_name_valid(out, error);
    const bool good = script_make(&made, &title, result, rest, look ? look : &(PictureLook){0}, kind, error) &&
                      (!script || script_keep(made, script, out, error)) &&
                      (!run || (picture_make(&whole, made, kind, title, 0, error) &&
                                atomic_file_write(out, whole.data, whole.length, error)));
    text_buffer_free(&whole);
    free(made);
    return good;
}

bool plot_inline(TextBuffer *out, Result *result, CsvReader *rest, double width, int number, Error *error)
{
    const char *title;
    char *made = NULL;
    *out = (TextBuffer){0};
    const bool good = script_make(&made, &title, result, rest, &(PictureLook){.width = width}, PICTURE_SVG, error) &&
                      picture_make(out, made, PICTURE_SVG, title, number, error);
    free(made);
    return good;
}

bool plot_possible(const char *out, Error *error)
{
    if (!out) return true;
    return output_file_creatable(out, error) && atomic_file_possible(out, error);
}
