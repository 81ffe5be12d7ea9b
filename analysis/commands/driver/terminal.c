/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks how wide the terminal is and what it shows. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "analysis/commands/commands.h"

enum { WIDTH_LEAST = 20, WIDTH_MOST = 10000 };

/* By the locale, which nothing else here looks at. */
static bool locale_utf8(void)
{
    const char *value = getenv("LC_ALL");
    if (!value || !*value) value = getenv("LC_CTYPE");
    if (!value || !*value) value = getenv("LANG");
    return value && (strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8"));
}

static int columns_of(FILE *file)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size;
    int64_t width;
    Error error;
    if (columns && number_whole(&width, columns, WIDTH_LEAST, WIDTH_MOST, &error)) return (int)width;
    if (!isatty(fileno(file)) || ioctl(fileno(file), TIOCGWINSZ, &size) != 0) return 0;
    return size.ws_col >= WIDTH_LEAST ? size.ws_col : 0;
}

Page terminal_page(FILE *file) { return (Page){.width = columns_of(file), .unicode = locale_utf8()}; }
