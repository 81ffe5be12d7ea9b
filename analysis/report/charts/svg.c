/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Goes through gnuplot's SVG once and writes it anew. */
#include "analysis/report/charts/svg.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/report/markup.h"

/* Colours of picture.h and their likes on a dark ground. Colours of squares of a heat map, and what is written there, stay. */
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
        if (!next) putc(*text, out);
        text = next ? next : text + 1;
    }
}

bool svg_finish(TextBuffer *out, const TextBuffer *drawn, const Picture *picture, int number)
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
    fwrite(root, 1, (size_t)(inside - root), file);
    if (!number) fprintf(file, "\n<style>%s</style>\n", SVG_STYLE);
    body_write(file, inside, close, number);
    fputs("<g class=\"hover\">\n", file);
    fwrite(picture->hover_text, 1, picture->hover_size, file);
    fputs("</g>\n</svg>\n", file);
    const bool good = !ferror(file);
    if (fclose(file) || !good) return free(made), false;
    *out = (TextBuffer){.data = made, .length = length, .room = length};
    return true;
}
