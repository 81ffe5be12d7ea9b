/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reasons for failures. */
#include "engine/text/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/text/nearest.h"

static void reason_write(Error *error, bool system, const char *format, va_list args)
{
    char text[ERROR_TEXT]; /* apart, since the arguments may be parts of the old reason */
    vsnprintf(text, sizeof text, format, args);
    memcpy(error->text, text, sizeof text);
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
    char shown[200];
    return error_system(error, "%s: %s", text_one_line(shown, sizeof shown, name), strerror(reason));
}
