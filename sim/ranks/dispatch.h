/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One call of checkpoint_run by many ranks. Every rank runs the same command and comes to the same calls. Rank 0 says
   which jobs come next, and each rank plays its share of them; rank 0 gathers the results, and releases and keeps them
   as one process would. The others hear what was released, without what is for files, so that they go on as rank 0
   does. */
#pragma once

#include "sim/run/arena.h"

typedef struct Dispatch Dispatch;

/* ---- in rank 0 */

/* Begins the call of that job. The pool is that of texts in results. NULL if memory runs out. */
Dispatch *dispatch_begin(const ArenaJob *job, const ResultFormat *format, TextPool *pool);
/* arena_run by all ranks, for some jobs of the call: `job` with other `first` and `count`, and functions of its own. */
ArenaEnd dispatch_run(Dispatch *dispatch, const ArenaJob *job);
/* Tells the others what the job has released, some of it later. False if memory runs out. */
bool dispatch_released(Dispatch *dispatch, BoardRange jobs, const void *result);
/* Tells the others how the call ended. */
void dispatch_end(Dispatch *dispatch, ArenaEnd end);

/* ---- in the others */

/* The call: works, and releases what rank 0 has released. ARENA_INTERRUPTED also where rank 0 makes no more calls. */
ArenaEnd dispatch_follow(const ArenaJob *job, const ResultFormat *format, TextPool *pool);

/* ---- in all, after the last call */

/* Rank 0 says that there are no more calls; the others wait until it does. */
void dispatch_over(void);
