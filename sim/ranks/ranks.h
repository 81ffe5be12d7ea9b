/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes (ranks) of a run that mpirun or srun started together, and what they tell each other. In a build without
   MPI, and for a process that was started alone, there is one rank, number 0.

   One thread calls these functions, the same of them in every rank. Nobody waits busily. Where another rank has died MPI
   ends the process. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/error.h"
#include "sim/files/text_buffer.h"

/* "with MPI" or how to get it, for --version. */
const char *ranks_build(void);

/* Joins the others, if the environment says that there are any. False with the reason if it says so and this build
   cannot. */
bool ranks_begin(Error *error);
/* Leaves them; waits until all do. */
void ranks_end(void);

int ranks_count(void);
int ranks_own(void);

/* What stands there in that rank goes to all. */
void ranks_broadcast(int from, void *bytes, size_t length);
/* The same of rank 0's text; the others take it behind what stands in theirs. */
void ranks_broadcast_text(TextBuffer *text);
/* Rank 0 takes what the others have behind its own, in the order of ranks. */
void ranks_gather(TextBuffer *text);
/* The lowest rank that has a number other than 0, and that number; -1: none has. The same in all. */
int ranks_first(int number, int *its);

/* Something is wrong that no rank can go on with: says so, and ends all. */
_Noreturn void ranks_abort(const char *why);
