/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line on stderr while a run goes on: redrawn each second on a terminal, a new line every 30 s elsewhere. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    bool off, terminal, shown;
    double started, shown_at; /* seconds */
} Progress;

void progress_start(Progress *progress, bool quiet);
/* True if it is time for a line. Cheap. */
bool progress_due(Progress *progress);
/* Shows done/total `what`, how many a second, the time left, and `rest`. */
void progress_show(Progress *progress, const char *what, uint64_t done, uint64_t total, const char *rest);
/* Clears the line of a terminal; call it before anything else is printed. */
void progress_end(Progress *progress);
