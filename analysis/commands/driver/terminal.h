/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal of a command: its width, what it can show, the progress line of a run, and lines that a person types. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "analysis/report/text.h"

/* The page that a file is: as wide as COLUMNS in the environment says, or the terminal; a pipe has no width. */
Page terminal_page(FILE *file);

/* ---- one line on stderr while a run goes on: redrawn each second on a terminal, a new line every 30 s elsewhere */

typedef struct {
    bool off, terminal, shown;
    double started, shown_at; /* seconds */
} Progress;

void progress_start(Progress *progress, bool quiet);
/* True if it is time for a line. Cheap. */
bool progress_due(Progress *progress);
/* Shows done/total `what`, how many a second, the time left, and `rest`: parts with ", " between them. Those for which
   a terminal has no room are left out whole. */
void progress_show(Progress *progress, const char *what, uint64_t done, uint64_t total, const char *rest);
/* Clears the line of a terminal; call it before anything else is printed. */
void progress_end(Progress *progress);

/* ---- lines that a person types: with editing and a history where readline or libedit is linked and both ends are a
   terminal, else as the terminal or the pipe gives them. Ctrl-C ends the wait at once. One at a time in a process. */

typedef enum {
    LINE_READ,
    LINE_END,    /* Ctrl-D, or the end of a pipe */
    LINE_STOPPED /* the user asked to stop */
} LineStatus;

/* The library that edits lines; NULL: this build has none. */
const char *line_editor(void);
/* Reads a line without its end; what does not fit is dropped. The prompt is shown on a terminal alone. */
LineStatus line_read(char *out, size_t size, const char *prompt);
