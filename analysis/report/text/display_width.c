/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures text by Unicode's East Asian Width, in ranges, and its marks that take no room. */
#include "analysis/report/text/display_width.h"

#include <stdint.h>
#include <string.h>

#include "engine/text/error.h"

/* In their order; what is in none of them takes one column. */
static const struct {
    uint32_t first, last;
    int columns;
} RANGES[] = {
    {0x0300, 0x036f, 0},   {0x0483, 0x0489, 0},   {0x0591, 0x05bd, 0},   {0x0610, 0x061a, 0},   {0x064b, 0x065f, 0},
    {0x0670, 0x0670, 0},   {0x06d6, 0x06dc, 0},   {0x06df, 0x06e4, 0},   {0x1100, 0x115f, 2},   {0x200b, 0x200f, 0},
    {0x202a, 0x202e, 0},   {0x2060, 0x2064, 0},   {0x20d0, 0x20f0, 0},   {0x2e80, 0x303e, 2},   {0x3041, 0xa4cf, 2},
    {0xac00, 0xd7a3, 2},   {0xf900, 0xfaff, 2},   {0xfe00, 0xfe0f, 0},   {0xfe30, 0xfe6f, 2},   {0xfeff, 0xfeff, 0},
    {0xff00, 0xff60, 2},   {0xffe0, 0xffe6, 2},   {0x1f300, 0x1f64f, 2}, {0x1f680, 0x1f6ff, 2}, {0x1f900, 0x1f9ff, 2},
    {0x1fa70, 0x1faff, 2}, {0x20000, 0x3fffd, 2}, {0xe0100, 0xe01ef, 0},
};

static int code_columns(uint32_t code)
{
    for (size_t i = 0; i < sizeof RANGES / sizeof *RANGES && code >= RANGES[i].first; i++)
        if (code <= RANGES[i].last) return RANGES[i].columns;
    return 1;
}

/* The bytes of the character that the text begins with, and its columns. */
static size_t character(const char *text, int *columns)
{
    const unsigned char *at = (const unsigned char *)text;
    const int known = text_character(text), length = known ? known : 1;
    uint32_t code = *at & (0x7f >> length);
    for (int i = 1; i < length; i++)
        code = code << 6 | (at[i] & 0x3f);
    *columns = length > 1 ? code_columns(code) : 1;
    return (size_t)length;
}

int display_width_of(const char *text, size_t length)
{
    int sum = 0, columns;
    for (const char *end = text + length; text < end; sum += columns)
        text += character(text, &columns);
    return sum;
}

int display_width(const char *text) { return display_width_of(text, strlen(text)); }

size_t display_cut(const char *text, int columns)
{
    size_t length = 0;
    int own;
    while (text[length]) {
        const size_t next = character(text + length, &own);
        if (own > columns) break;
        columns -= own;
        length += next;
    }
    return length;
}
