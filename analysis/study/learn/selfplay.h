/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A net that learns from rounds against itself: each iteration plays rounds with the net as it is, play by play drawn by
   its chances, tries at each decision all plays in the true deal, with common random numbers, and makes those likelier
   that won more (mean actor-critic: Allen and others 2017). A critic who sees all hands says how rounds end that are
   tried. One side of some rounds is an older net of the run, or the guest. Threads change nothing, and neither does
   where it is stopped. */
#pragma once

#include "agents/agent.h"
#include "analysis/study/learn/trainer.h"
#include "sim/run/arena.h"

typedef struct {
    const Rules *rules;
    uint64_t seed;
    NetShape shape;
    const Net *start;   /* of that shape: where it begins; NULL: numbers drawn from the seed */
    const Agent *guest; /* plays one side of some rounds */
    int generations, epochs;
    uint64_t rounds; /* of a generation */
    int threads;
    bool reads_only; /* only what is kept is wanted */
    const char *run; /* the directory where the state is kept; NULL: it is not */
    /* After each iteration: rounds of all generations so far; false: stop. May be NULL. */
    bool (*tick)(void *arg, uint64_t rounds);
    void *arg;
} SelfplayPlan;

/* What a generation came to. */
typedef struct {
    uint64_t positions;          /* decisions that were learned from, of all generations so far */
    double entropy, value_error; /* of its last iteration: nats of a decision; points, as LearnNote has it */
    bool damaged;                /* the state that was kept was left out, and the generation plays anew */
} SelfplayResult;

typedef struct Selfplay Selfplay;

/* NULL: no memory. The plan must outlive it. */
Selfplay *selfplay_open(const SelfplayPlan *plan);
void selfplay_close(Selfplay *selfplay);
/* Plays and learns the next generation: 1, 2, … in turn. ARENA_FAILED with the reason. */
ArenaEnd selfplay_generation(SelfplayResult *result, Selfplay *selfplay, int generation, Error *error);
/* The net's numbers as they are now, net_param_count of them. */
float *selfplay_params(Selfplay *selfplay);
