/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The threads of one rank: they take jobs that the rank was given, and leave the results as bytes. */
#pragma once

#include <omp.h>
#include <stdatomic.h>

#include "sim/run/arena.h"

typedef struct {
    const ArenaJob *job; /* for worker_open, and what a result is */
    const ResultFormat *format;
    const void *shared; /* of format->put */
    omp_lock_t lock;    /* of what follows */
    BoardRange *given;  /* jobs that nobody has taken yet; owned */
    size_t given_count, given_room;
    TextBuffer done;       /* results: first job, how many, and the format's bytes (sim/run/fields.h) */
    uint64_t chunks, busy; /* of all results so far, and how many ns they took */
    atomic_bool over;      /* no more work is wanted */
    atomic_bool failed;    /* memory ran out */
} Crew;

void crew_open(Crew *crew, const ArenaJob *job, const ResultFormat *format, const void *shared);
void crew_close(Crew *crew);

/* Gives jobs, which are taken in pieces of job->chunk from the first on. False if memory runs out. */
bool crew_give(Crew *crew, BoardRange jobs);
/* Puts the results so far behind what stands in `into`. False if memory runs out. */
bool crew_take(Crew *crew, TextBuffer *into);
/* How many results should be under way so that no thread waits for the next. */
uint64_t crew_wants(Crew *crew);

/* Runs `lead` in the calling thread, while job->threads others work until crew->over, which `lead` sets in the end. */
void crew_run(Crew *crew, void (*lead)(void *arg), void *arg);
