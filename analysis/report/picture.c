/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a picture as gnuplot input: frames, axes, text that nothing can expand. */
#include "analysis/report/picture.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/text.h"
#include "engine/text/error.h"
#include "sim/files/text_buffer.h"

enum { LEAST_WIDTH = 320 }; /* of a layout; a picture that is to be narrower is made smaller as a whole */

static const char *const COLORS[SERIES_COLORS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                  "#e69f00", "#56b4e9", "#000000"};

const char *series_color(size_t index) { return COLORS[index % SERIES_COLORS]; }

double nice_step(double span, int tics)
{
    double rough = span / tics, power = pow(10, floor(log10(rough)));
    double digit = rough / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

void range_add(double *low, double *high, double value)
{
    if (isnan(value)) return;
    bool first = *low > *high;
    if (first || value < *low) *low = value;
    if (first || value > *high) *high = value;
}

Axis axis_over(double low, double high, int tics, const char *title)
{
    if (low > high) low = 0, high = 1;
    double span = high - low;
    if (!(span > 1e-9 * (fabs(low) + fabs(high)))) {
        span = low != 0 ? fabs(low) : 1;
        low -= span / 2;
        high += span / 2;
    }
    double room = 0.05 * span;
    low = low == 0 && high > 0 ? 0 : low - room;
    high = high == 0 && low < 0 ? 0 : high + room;
    return (Axis){.low = low, .high = high, .step = nice_step(high - low, tics), .title = title};
}

double axis_pixel(const Axis *axis, double from, double to, double value)
{
    return from + (value - axis->low) / (axis->high - axis->low) * (to - from);
}

/* The character as it is shown; moves *text on. Returns its bytes. */
static int next_character(char out[5], const char **text)
{
    const int known = text_character(*text), bytes = known ? known : 1;
    memcpy(out, known ? *text : "?", (size_t)bytes);
    out[bytes] = 0;
    *text += bytes;
    return bytes;
}

static int character_count(const char *text)
{
    char character[5];
    int count = 0;
    for (; *text; count++)
        next_character(character, &text);
    return count;
}

double text_width(const char *text, double font) { return 0.62 * font * character_count(text); }

char *text_short(char out[static SHORTENED_TEXT], const char *text, int chars)
{
    int count = character_count(text), head = (chars - 1) * 3 / 5, tail = chars - 1 - head;
    char *end = out;
    for (int i = 0; *text; i++) {
        char character[5];
        int bytes = next_character(character, &text);
        if (count > chars && i >= head && i < count - tail) {
            if (i > head) continue;
            bytes = (int)strlen(strcpy(character, "…"));
        }
        memcpy(end, character, (size_t)bytes);
        end += bytes;
    }
    *end = 0;
    return out;
}

double text_widest(const char *const *texts, size_t count, int chars, double font)
{
    char shown[SHORTENED_TEXT];
    double width = 0;
    for (size_t i = 0; i < count; i++)
        width = fmax(width, text_width(text_short(shown, texts[i], chars), font));
    return width;
}

/* Within double quotes gnuplot gives a meaning to these alone (a backquote runs a command, @ names a macro); braces it
   counts on every line. In octal they mean nothing. Single quotes would be easier to read, but two of them in a row, or
   one at the beginning, are not read as the manual says. */
void gnuplot_string(FILE *file, const char *text)
{
    putc('"', file);
    while (*text) {
        char character[5];
        if (next_character(character, &text) == 1 && strchr("\"\\`@'{}$", *character))
            fprintf(file, "\\%03o", (unsigned)*character);
        else
            fputs(character, file);
    }
    putc('"', file);
}

double picture_room(const Picture *picture, double usual)
{
    return picture->look.width > 0 ? fmax(picture->look.width, LEAST_WIDTH) : usual;
}

bool picture_init(Picture *out, PictureKind kind, const PictureLook *look)
{
    *out = (Picture){.kind = kind, .look = *look, .scale = 1};
    out->script = open_memstream(&out->text, &out->size);
    out->hover = open_memstream(&out->hover_text, &out->hover_size);
    return out->script && out->hover;
}

/* A PNG has twice the pixels, so that it stays sharp on fine screens and in print; a PDF has 96 of them in an inch. An
   SVG is drawn as it is laid out, and scaled by its viewBox: gnuplot would put smaller letters beside their marks. */
static void terminal_set(const Picture *picture, double width, double height)
{
    static const char *const TERMINALS[] = {"svg noenhanced size %.0f,%.0f background rgb '" COLOR_PAPER
                                            "' font 'sans-serif,%d' fontscale %g linewidth %g",
                                            "pngcairo noenhanced size %.0f,%.0f background rgb '" COLOR_PAPER
                                            "' font 'sans,%d' fontscale %g linewidth %g pointscale 3",
                                            "pdfcairo noenhanced size %.4fin,%.4fin background rgb '" COLOR_PAPER
                                            "' font 'sans,%d' fontscale %g linewidth %g"};
    static const double SCALES[] = {1, 2, 1. / 96}, FONTS[] = {1, 1.5, 0.75}, LINES[] = {1, 2, 1};
    const double asked = picture->kind == PICTURE_SVG ? 1 : picture->scale, scale = SCALES[picture->kind] * asked;
    fputs("set encoding utf8\nset terminal ", picture->script);
    fprintf(picture->script, TERMINALS[picture->kind], width * scale, height * scale, FONT_TEXT,
            FONTS[picture->kind] * asked, LINES[picture->kind] * asked);
    putc('\n', picture->script);
}

void picture_begin(Picture *picture, double width, double height, const char *title)
{
    picture->width = width;
    picture->height = height;
    picture->title = strdup(title);
    if (picture->look.width > 0) picture->scale = picture->look.width / width;
    terminal_set(picture, width, height);
    fflush(picture->script);
    picture->output_at = picture->size;
    fputs("set multiplot\nunset key\nset format '%g'\nset datafile missing NaN\nset style fill solid noborder\n"
          "set border 0\n",
          picture->script);
}

bool picture_finish(Picture *picture)
{
    fputs("unset multiplot\n", picture->script);
    bool good = text_stream_close(picture->script, &picture->text);
    good &= text_stream_close(picture->hover, &picture->hover_text) && (picture->title || !picture->output_at);
    picture->script = picture->hover = NULL;
    return good;
}

void picture_free(Picture *picture)
{
    if (picture->script) fclose(picture->script);
    if (picture->hover) fclose(picture->hover);
    free(picture->text);
    free(picture->hover_text);
    free(picture->title);
    *picture = (Picture){0};
}

void picture_text(Picture *picture, double x, double y, Align align, int font, const char *color, const char *text)
{
    static const char *const PLACES[] = {"left", "center", "right", "center rotate by 90", "right rotate by 90"};
    fputs("set label ", picture->script);
    gnuplot_string(picture->script, text);
    fprintf(picture->script, " at screen %.5f,%.5f %s font ',%d' textcolor rgb '%s' front\n", x / picture->width,
            1 - (y + picture->shift) / picture->height, PLACES[align], font, color);
}

void picture_hover(Picture *picture, Box box, const char *format, ...)
{
    enum { LEAST = 10 };
    char text[1024];
    va_list args;
    if (isnan(box.left + box.right + box.top + box.bottom)) return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const double x = fmin(box.left, box.right), y = fmin(box.top, box.bottom);
    const double wide = fabs(box.right - box.left), high = fabs(box.bottom - box.top);
    const double more_x = fmax(0, LEAST - wide) / 2, more_y = fmax(0, LEAST - high) / 2;
    fprintf(picture->hover, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill-opacity=\"0\"><title>",
            x - more_x, y + picture->shift - more_y, wide + 2 * more_x, high + 2 * more_y);
    markup_text(picture->hover, text);
    fputs("</title></rect>\n", picture->hover);
}

static void write_axis(const Picture *picture, const char *name, const Axis *axis)
{
    FILE *script = picture->script;
    const char *no = axis->step > 0 ? "" : "no";
    fprintf(script, "set %srange [%.10g:%.10g] noextend\n", name, axis->low, axis->high);
    if (*no)
        fprintf(script, "unset %stics\n", name);
    else
        fprintf(script, "set %stics %.10g scale 0 font ',%d' textcolor rgb '" COLOR_MUTED "'\n", name, axis->step,
                FONT_SMALL);
    fprintf(script, "set grid %s%stics back linetype 1 linewidth 1 linecolor rgb '" COLOR_GRID "'\n", no, name);
}

void picture_panel(Picture *picture, Box box, const Axis *x, const Axis *y)
{
    fprintf(picture->script,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\nset tmargin at screen %.5f\n"
            "set bmargin at screen %.5f\n",
            box.left / picture->width, box.right / picture->width, 1 - (box.top + picture->shift) / picture->height,
            1 - (box.bottom + picture->shift) / picture->height);
    write_axis(picture, "x", x);
    write_axis(picture, "y", y);
    const double half = x->title ? 0.5 * text_width(x->title, FONT_TEXT) : 0;
    if (x->title)
        picture_text(picture,
                     fmax(fmin((box.left + box.right) / 2, picture->width - 8 - half), fmin(half, picture->width / 2)),
                     box.bottom + 48, ALIGN_CENTER, FONT_TEXT, COLOR_INK, x->title);
    if (y->title)
        picture_text(picture, box.left - 62, (box.top + box.bottom) / 2, ALIGN_UP_CENTER, FONT_TEXT, COLOR_INK,
                     y->title);
}

void picture_panel_title(Picture *picture, Box box, const char *title, int chars)
{
    char shown[SHORTENED_TEXT];
    picture_text(picture, box.left, box.top - 14, ALIGN_LEFT, FONT_TEXT, COLOR_INK, text_short(shown, title, chars));
}

void picture_panel_end(Picture *picture) { fputs("unset label\nunset arrow\nunset object\n", picture->script); }

int picture_data(Picture *picture)
{
    fprintf(picture->script, "$D%d << EOD\n", ++picture->blocks);
    return picture->blocks;
}

void picture_data_end(Picture *picture) { fputs("EOD\n", picture->script); }
