/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes (ranks) of a run that mpirun or srun started together, and messages between them. In a build without
   MPI, and for a process that was started alone, there is one rank, number 0, and nothing is ever sent.

   One thread calls these functions. Nobody waits busily. Where another rank has died MPI ends the process. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

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

/* What rank 0 has goes to all. The others take it behind what stands in `bytes`. */
void ranks_broadcast(TextBuffer *bytes);
/* The lowest rank that has a number other than 0, and that number; -1: none has. Of all ranks together, and the same in
   all. */
int ranks_first(int number, int *its);
/* What rank `from` has goes to all, as ranks_broadcast. */
void ranks_broadcast_from(int from, TextBuffer *bytes);

enum { RANK_NUMBERS = 4 };

/* A short message. */
void ranks_send_numbers(int to, int tag, const uint64_t numbers[static RANK_NUMBERS]);
/* Sends bytes to rank 0, and leaves `bytes` empty. False, and nothing is done: those sent before are still under
   way. */
bool ranks_send_results(int tag, TextBuffer *bytes);
/* The next message that has arrived, instead of what stands in `bytes`; a short one is its numbers. False: there is
   none. */
bool ranks_poll(int *from, int *tag, TextBuffer *bytes);
/* Waits a moment. */
void ranks_wait(void);

/* Something is wrong that no rank can go on with: says so, and ends all. */
_Noreturn void ranks_abort(const char *why);
