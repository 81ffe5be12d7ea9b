/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reasons for failures. */
#include "engine/text/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void reason_write(Error *error, bool system, const char *format, va_list args)
{
    char text[ERROR_TEXT]; /* apart, since the arguments may be parts of the old reason */
    vsnprintf(text, sizeof text, format, args);
    text_one_line(error->text, sizeof error->text, text);
    error->system = system;
}

bool error_set(Error *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    reason_write(error, false, format, args);
    va_end(args);
    return false;
}

bool error_system(Error *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    reason_write(error, true, format, args);
    va_end(args);
    return false;
}

bool error_under(Error *error, const char *format, ...)
{
    char context[ERROR_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(context, sizeof context, format, args);
    va_end(args);
    return (error->system ? error_system : error_set)(error, "%s: %s", context, error->text);
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
