/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the system gives: clocks, signals that ask to stop, other processes. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "engine/clock.h"
#include "sim/files/text_buffer.h"

enum { TIME_TEXT = 32 };
/* The time of day, as 2026-01-31T12:00:00Z. */
void time_print(char text[static TIME_TEXT]);

/* ---- signals that ask to stop */

/* Ctrl-C, SIGTERM, SIGHUP, SIGUSR1 (as batch systems warn), SIGXCPU (processor time is used up): the first asks the run
   to end in good order, and if that takes long stderr says what is waited for; another signal, from a second later on,
   ends the program at once, SIGXCPU apart. A SIGHUP that is ignored at the start stays so. */
void interrupt_catch(void);
/* The same for who reads the file of that name, unless a user types it: who is asked for the next line stops at
   once. */
void interrupt_catch_reading(const char *name);
/* The user asks to stop in another way than by a signal. */
void interrupt_ask(void);
/* Takes back what was asked so far: what follows is to be done all the same. */
void interrupt_forget(void);
/* True once the user has asked to stop. */
bool interrupt_seen(void);
/* Did the user ask so long ago (5 seconds) that what is under way is to be dropped, decision by decision? */
bool interrupt_overdue(void);

/* Locks the open file for this program, as flock does. A program that was killed a moment ago may still hold it, so it
   is tried for two seconds. Returns 0, or -1 with errno: EWOULDBLOCK if another program has it. */
int file_lock(int file);

/* ---- another program, run to its end without a shell: what it prints, and how long it took */

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
    size_t most;        /* bytes; it is killed when it prints more; 0: it may print as much as it likes */
} ChildStart;

/* Fills *end, which child_free frees in any case. Returns an errno: ENOENT and others where it cannot be started, EFBIG
   where it printed too much. */
int child_run(ChildEnd *end, const ChildStart *start);
void child_free(ChildEnd *end);
