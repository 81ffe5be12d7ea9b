/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the command line that repeats a run as a shell would take it. */
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"

FILE *again_start(Driver *driver)
{
    free(driver->again);
    driver->again = NULL;
    FILE *again = open_memstream(&driver->again, &driver->again_length);
    if (again) fputs("pasur", again);
    return again;
}

void again_word(FILE *again, const char *word)
{
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    const bool plain = *word && !word[strspn(word, PLAIN)];
    fputs(plain ? " " : " '", again);
    for (; *word; word++)
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, again);
    if (!plain) fputc('\'', again);
}
