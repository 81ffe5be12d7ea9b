/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reasons for failures. */
#include "engine/text/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_write(Error *error, bool system, const char *format, ...)
{
    char text[ERROR_TEXT]; /* apart, since the arguments may be parts of the old reason */
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    text_one_line(error->text, sizeof error->text, text);
    error->system = system;
    return false;
}

bool error_under(Error *error, const char *format, ...)
{
    char context[ERROR_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(context, sizeof context, format, args);
    va_end(args);
    return error_write(error, error->system, "%s: %s", context, error->text);
}

bool error_memory(Error *error) { return error_system(error, "out of memory"); }

bool error_file(Error *error, const char *name, int reason)
{
    return error_system(error, "%.200s: %s", name, strerror(reason));
}

int text_character(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    if (*c < 0x80) return *c >= 0x20 && *c != 0x7F;
    int bytes = *c >= 0xC2 && *c <= 0xDF ? 2 : *c >= 0xE0 && *c <= 0xEF ? 3 : *c >= 0xF0 && *c <= 0xF4 ? 4 : 0;
    for (int i = 1; i < bytes; i++)
        if ((c[i] & 0xC0) != 0x80) return 0;
    bool overlong = (*c == 0xE0 && c[1] < 0xA0) || (*c == 0xF0 && c[1] < 0x90);
    bool outside = (*c == 0xED && c[1] > 0x9F) || (*c == 0xF4 && c[1] > 0x8F);
    bool control = *c == 0xC2 && c[1] < 0xA0;
    bool not_xml = *c == 0xEF && c[1] == 0xBF && c[2] >= 0xBE;
    return overlong || outside || control || not_xml ? 0 : bytes;
}

char *text_one_line(char *out, size_t size, const char *text)
{
    size_t length = strlen(text), kept = length < size ? length : size - 1;
    memcpy(out, text, kept);
    out[kept] = '\0';
    if (kept < length) memcpy(out + kept - 3, "...", 3);
    for (char *c = out; *c;) {
        const int bytes = text_character(c);
        if (!bytes) *c = '?';
        c += bytes ? bytes : 1;
    }
    return out;
}
