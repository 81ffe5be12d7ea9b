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

char *text_one_line(char *out, size_t size, const char *text)
{
    size_t length = strlen(text), kept = length < size ? length : size - 1;
    memcpy(out, text, kept);
    out[kept] = '\0';
    if (kept < length) memcpy(out + kept - 3, "...", 3);
    for (char *c = out; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
    return out;
}
