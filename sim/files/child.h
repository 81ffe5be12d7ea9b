/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another program, run to its end without a shell: what it prints, and how long it took. */
#pragma once

#include <sys/types.h>

#include "sim/files/text_buffer.h"

typedef struct {
    TextBuffer out, errors; /* what it printed on stdout and stderr */
    int status;             /* as waitpid has it */
    double processor;       /* seconds of processor time, its own children's included that it waited for */
    double wall;            /* seconds from start to end */
} ChildEnd;

typedef struct {
    char *const *words; /* the program, found as execvp finds it, its arguments, NULL */
    const char *input;  /* for its stdin; NULL: there is none */
    bool heeds;         /* once the user asks to stop it is stopped too */
    double seconds;     /* it is killed when it takes longer; 0: it may take as long as it likes */
    size_t most;        /* bytes; it is killed when it prints more; 0: it may print as much as it likes */
} ChildStart;

/* Fills *end, which child_free frees in any case. Returns an errno: ENOENT and others where it cannot be started,
   ETIMEDOUT where it took too long, EFBIG where it printed too much. */
int child_run(ChildEnd *end, const ChildStart *start);
void child_free(ChildEnd *end);
