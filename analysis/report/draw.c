/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets a result describe its picture, runs gnuplot, and makes its SVG fit to be looked at: hover text that says what a
   mark stands for in place of gnuplot's own, colours for a dark screen, a name for who cannot see it. */
#include "analysis/report/draw.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/report/chart.h"
#include "analysis/report/text.h"
#include "engine/text/number.h"
#include "sim/files/output_file.h"
#include "sim/files/system.h"
#include "sim/files/text_buffer.h"

/* ---- gnuplot */

bool gnuplot_found(void)
{
    const char *path = getenv("PATH");
    while (path && *path) {
        char file[4096];
        size_t length = strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/gnuplot", (int)length, path);
        if (length && length < sizeof file - 16 && access(file, X_OK) == 0) return true;
        path += length + (path[length] == ':');
    }
    return false;
}

/* gnuplot's first line that says what is wrong; before it stand the script's line and a caret. */
static void first_complaint(TextBuffer *errors, char *out, size_t size)
{
    *out = 0;
    if (!text_buffer_reserve(errors, 1)) return;
    errors->data[errors->length] = 0;
    for (char *line = errors->data, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) *end++ = 0;
        const bool blank = line[strspn(line, " \t^")] == 0, located = strstr(line, " line ") && strchr(line, ':');
        if (!blank && (located || !*out)) text_one_line(out, size, line + strspn(line, " \t"));
        if (located) return;
    }
}

/* Runs gnuplot on the script, without anybody's start-up files or temporary ones, and adds what it draws to *drawn.
   False with the reason: gnuplot is missing, cannot be started, or failed, and then says why itself. */
static bool gnuplot_run(const char *script, TextBuffer *drawn, Error *error)
{
    char complaint[300], *const words[] = {(char[]){"gnuplot"}, (char[]){"-d"}, NULL};
    ChildEnd end;
    const ChildStart start = {.words = words, .input = script};
    int reason = child_run(&end, &start);
    const int status = end.status;
    first_complaint(&end.errors, complaint, sizeof complaint);
    if (!text_buffer_add(drawn, end.out.data, end.out.length)) reason = ENOMEM;
    child_free(&end);
    if (reason == ENOENT) return error_system(error, GNUPLOT_MISSING);
    if (reason) return error_file(error, "gnuplot", reason);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (*complaint) return error_system(error, "gnuplot failed: %s", complaint);
    return error_system(error, "gnuplot failed with %s %d", WIFSIGNALED(status) ? "signal" : "status",
                        WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

/* ---- SVG */

/* Colours of picture.h and their likes on a dark ground. Colours of squares of a heat map, and what is written there,
   stay. */
#define DARK(light, dark)                                                                                              \
    ".pasur-picture [fill='" light "']{fill:" dark "}.pasur-picture [stroke='" light "']{stroke:" dark "}"             \
    ".pasur-picture [color='" light "']{color:" dark "}\n"

const char SVG_STYLE[] =
    ".pasur-picture .hover rect{fill:#808080;fill-opacity:0;stroke:none}.pasur-picture .hover rect:hover{fill-opacity:.18}\n"
    "@media screen and (prefers-color-scheme:dark){\n" DARK(COLOR_PAPER, "#16191d") DARK(COLOR_INK, "#e8e8e8")
        DARK(COLOR_MUTED, "#aab0b8") DARK(COLOR_GRID, "#343a42") DARK(COLOR_RARE, "#6d7279")
            DARK(COLOR_WANTED, "#24452d") DARK("#0072b2", "#4aa3df") DARK("#d55e00", "#f0863a")
                DARK("#009e73", "#2fbf95") DARK("#000000", "#f4f4f4") "}\n";

/* Does the text go on with `word`? */
static bool at_word(const char *text, const char *end, const char *word)
{
    const size_t length = strlen(word);
    return (size_t)(end - text) >= length && !memcmp(text, word, length);
}

/* What stands behind the next `word`; `end` if there is none. */
static const char *behind(const char *text, const char *end, const char *word)
{
    for (; text < end; text++)
        if (at_word(text, end, word)) return text + strlen(word);
    return end;
}

/* "rgb( 34,  34,  34)" as "#222222". Returns what stands behind it, or NULL: it is no such colour. */
static const char *color_write(FILE *out, const char *text, const char *end)
{
    unsigned parts[3] = {0};
    const char *at = text + 4;
    for (int i = 0; i < 3; i++, at++) {
        while (at < end && *at == ' ')
            at++;
        for (; at < end && *at >= '0' && *at <= '9'; at++)
            parts[i] = parts[i] * 10 + (unsigned)(*at - '0');
        if (at == end || *at != (i < 2 ? ',' : ')') || parts[i] > 255) return NULL;
    }
    fprintf(out, "#%02x%02x%02x", parts[0], parts[1], parts[2]);
    return at;
}

static void head_write(FILE *out, const Picture *picture, int number)
{
    fputs("<svg class=\"pasur-picture\" role=\"img\" aria-label=\"", out);
    markup_text(out, picture->title ? picture->title : "");
    fprintf(out, "\"%s", number ? " style=\"max-width:100%\"" : "");
}

static void body_write(FILE *out, const char *text, const char *end, int number)
{
    static const char *const NAMES[] = {"gpDot", "gpPt", "gnuplot_", "textbox", "greybox"};
    while (text < end) {
        const char *next = at_word(text, end, "rgb(") ? color_write(out, text, end) : NULL;
        if (!next && at_word(text, end, "<title>")) next = behind(text, end, "</title>");
        const bool name = number && (at_word(text, end, "id=") || at_word(text, end, "href="));
        if (name) {
            do
                putc(*text, out);
            while (*text++ != '=' && text < end);
            for (int i = 0; i < 2 && text < end && strchr("'\"#", *text); i++)
                putc(*text++, out);
            for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
                if (at_word(text, end, NAMES[i])) fprintf(out, "p%d_", number);
            continue;
        }
        if (at_word(text, end, "]]>")) { /* is no XML, and gnuplot writes it */
            fputs("]]&gt;", out);
            next = text + strlen("]]>");
        }
        if (!next) putc(*text, out);
        text = next ? next : text + 1;
    }
}

/* Makes *out of gnuplot's whole SVG. number: 0 for a file of its own; else it is picture so many of a page, without the
   lines before <svg>, without the style, and with names of its own inside. False if memory runs out. */
static bool svg_finish(TextBuffer *out, const TextBuffer *drawn, const Picture *picture, int number)
{
    char *made = NULL;
    size_t length = 0;
    const char *text = drawn->data, *end = text + drawn->length;
    FILE *file = open_memstream(&made, &length);
    if (!file) return false;
    const char *root = behind(text, end, "<svg");
    const char *inside = behind(root, end, ">");
    const char *close = end;
    while (close > inside && !at_word(close, end, "</svg>"))
        close--;
    if (!number) fwrite(text, 1, (size_t)(root - text) - strlen("<svg"), file);
    head_write(file, picture, number);
    const char *view = root;
    while (picture->scale != 1 && view < inside && !at_word(view, end, "viewBox"))
        view++;
    if (view > root && view < inside) {
        fprintf(file, "\n width=\"%.0f\" height=\"%.0f\"\n ", picture->width * picture->scale,
                picture->height * picture->scale);
        root = view;
    }
    fwrite(root, 1, (size_t)(inside - root), file);
    if (!number) fprintf(file, "\n<style>%s</style>\n", SVG_STYLE);
    body_write(file, inside, close, number);
    fputs("<g class=\"hover\">\n", file);
    fwrite(picture->hover_text, 1, picture->hover_size, file);
    fputs("</g>\n</svg>\n", file);
    if (!text_stream_close(file, &made)) return free(made), false;
    *out = (TextBuffer){.data = made, .length = length, .room = length};
    return true;
}

/* ---- from a result to a file */

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

/* Writes the whole script into *picture. */
static bool describe(Picture *picture, Result *result, CsvReader *rest, Error *error)
{
    PlotJob job = {.result = result, .rest = rest, .picture = picture};
    bool good = result->row_count || result->kind->streams ||
                result_complain(result, "no rows after the header, so there is nothing to draw");
    good = good && result->kind->draw(&job);
    if (!picture_finish(picture)) return error_memory(error);
    if (good && result->failed) return error_memory(error);
    if (!good) *error = result->error;
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
    const bool good =
        (text_stream_close(file, &text) || error_memory(error)) && atomic_file_write(script, text, length, error);
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

bool plot_draw(Result *result, CsvReader *rest, const PictureLook *look, const char *out, const char *script, bool run,
               Error *error)
{
    Picture picture = {0};
    PictureKind kind;
    if (!kind_of(&kind, out)) return plot_name_valid(out, error);
    const bool good = (picture_init(&picture, kind, look ? look : &(PictureLook){0}) || error_memory(error)) &&
                      describe(&picture, result, rest, error) &&
                      (!script || keep_script(&picture, script, out, error)) && (!run || draw(&picture, out, error));
    picture_free(&picture);
    return good;
}

bool plot_inline(TextBuffer *out, Result *result, CsvReader *rest, double width, int number, Error *error)
{
    Picture picture = {0};
    TextBuffer text = {0};
    *out = (TextBuffer){0};
    const bool good = (picture_init(&picture, PICTURE_SVG, &(PictureLook){.width = width}) || error_memory(error)) &&
                      describe(&picture, result, rest, error) && drawn_make(&text, &picture, error) &&
                      (svg_finish(out, &text, &picture, number) || error_memory(error));
    text_buffer_free(&text);
    picture_free(&picture);
    return good;
}

bool plot_possible(const char *out, Error *error)
{
    if (!out) return true;
    return output_file_creatable(out, error) && atomic_file_possible(out, error);
}
