/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests of web/table.h from stdin, one a line, its words divided by tabs; the answers on stdout. */
#include <stdio.h>

#include "web/table.h"

int main(void)
{
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        for (char *c = line; *c; c++)
            *c = *c == '\t' ? '\n' : *c == '\n' ? 0 : *c;
        puts(pasur_ask(line));
        fflush(stdout);
    }
    return 0;
}
