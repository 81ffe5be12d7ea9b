/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breaks text for people into lines, and shortens legends. */
#include "analysis/report/text/page.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/report/text/display_width.h"

enum { INDENT = 2, PIPE_WIDTH = 120, LEGEND_LINES = 2, LEGEND_TEXT = 2048 };

/* Where the lines begin that go on from this one: below the last text that stands two blanks or more behind another, if
   that leaves most of the width; else a little to the right. */
static int indent_of(const char *line, size_t length, int width)
{
    const int own = (int)strspn(line, " ");
    int indent = own + INDENT;
    for (size_t i = (size_t)own; i + 2 < length; i++) {
        if (strncmp(line + i, "  ", 2) != 0 || line[i + 2] == ' ') continue;
        const int column = display_width_of(line, i + 2);
        if (column <= width * 2 / 5) indent = column;
    }
    return indent < width / 2 ? indent : INDENT;
}

int page_words(FILE *out, const char *text, size_t length, int column, int indent, int width)
{
    const char *end = text + length;
    int lines = 1;
    while (text < end) {
        size_t blanks = strspn(text, " \n");
        if (blanks > (size_t)(end - text)) blanks = (size_t)(end - text);
        text += blanks;
        size_t word = text < end ? strcspn(text, " \n") : 0;
        if (!strncmp(text + word, " %", 2)) word += 1 + strcspn(text + word + 1, " \n"); /* "95 %" */
        const int wide = display_width_of(text, word);
        const bool breaks = width > 0 && column > indent && column + (int)blanks + wide > width;
        if (out) fprintf(out, "%s%*s", breaks ? "\n" : "", breaks ? indent : (int)blanks, "");
        if (out) fwrite(text, 1, word, out);
        column = (breaks ? indent : column + (int)blanks) + wide;
        lines += breaks;
        text += word;
    }
    return lines;
}

/* Writes one line of `length` bytes without its end, in several where it must be. Returns how many. */
static int line_wrap(FILE *out, const char *line, size_t length, int width)
{
    return page_words(out, line, length, 0, width > 0 ? indent_of(line, length, width) : 0, width);
}

int page_wrap(FILE *out, const Page *page, const char *text)
{
    int lines = 0;
    while (*text) {
        const size_t length = strcspn(text, "\n");
        lines += line_wrap(out, text, length, page->width);
        text += length;
        if (*text) fputc(*text++, out);
    }
    return lines;
}

void legend_print(FILE *out, const Page *page, const char *const sentences[], size_t count)
{
    static const char MORE[] = " (--explain tells more)";
    char text[LEGEND_TEXT] = "";
    if (page->legend == LEGEND_FULL)
        for (size_t i = 0; i < count; i++)
            fprintf(out, "%s\n", sentences[i]);
    if (page->legend != LEGEND_SHORT || !count) return;
    const int width = page->width > 0 ? page->width : PIPE_WIDTH;
    size_t shown = 0;
    for (; shown < count; shown++) {
        char longer[LEGEND_TEXT];
        const int length = snprintf(longer, sizeof longer, "%s%s%s%s", text, *text ? " " : "", sentences[shown],
                                    shown + 1 < count ? MORE : "");
        if (length >= LEGEND_TEXT || line_wrap(NULL, longer, (size_t)length, width) > LEGEND_LINES) break;
        strcat(strcat(text, *text ? " " : ""), sentences[shown]);
    }
    if (shown < count) strcat(text, *text ? MORE : MORE + 1);
    line_wrap(out, text, strlen(text), width);
    fputc('\n', out);
}

bool page_text_open(PageText *text)
{
    *text = (PageText){0};
    text->stream = open_memstream(&text->text, &text->length);
    return text->stream != NULL;
}

bool page_text_close(PageText *text, FILE *out, const Page *page)
{
    const bool failed = ferror(text->stream);
    const bool good = !fclose(text->stream) && !failed;
    if (good) text->lines = page_wrap(out, page, text->text);
    free(text->text);
    return good;
}
