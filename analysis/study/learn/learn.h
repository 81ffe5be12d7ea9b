/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `pasur learn`: generations of rounds of a net against itself, each from where the one before ended, and a gate on
   fresh boards for each.

   Each iteration plays rounds with the net as it is, play by play drawn by its chances, tries at each decision all plays
   in the true deal, with common random numbers, and makes those likelier that won more (mean actor-critic: Allen and
   others 2017). A critic who sees all hands says how rounds end that are tried. One side of some rounds is an older net
   of the run, or the guest. Threads change nothing, and neither does where it is stopped. */
#pragma once

#include "agents/net/net.h"
#include "analysis/study/sim_estimates.h"
#include "sim/arena.h"

enum { PANEL = 3 /* agents whom a net meets at its gate */ };
enum { GENERATIONS_MOST = 16, LEARN_NOTES = GENERATIONS_MOST * (2 + PANEL) + PANEL };

typedef enum {
    STAGE_SELFPLAY,   /* rounds of the net against itself, and what it learned from them */
    STAGE_GATE,       /* the net and the one before against the panel */
    STAGE_VALIDATION, /* the net that is left, on boards that took no part in any choice */
    STAGES
} LearnStage;
extern const char *const LEARN_STAGES[STAGES]; /* their names */

/* What is asked for. */
typedef struct {
    Schedule *schedule; /* of two agents */
    const Agent *guest; /* plays one side of some rounds */
    NetShape shape;
    const Net *start; /* of that shape: where it begins; NULL: from nothing, numbers drawn from the seed */
    uint64_t generations, epochs;
    uint64_t rounds, boards; /* of a generation, of a gate */
    double alpha;            /* of intervals */
    const char *made;        /* the command that makes the net, as its file names it */
    const char *run;         /* a directory for the states of trainings; NULL: they are not kept */
    int threads;
    struct Checkpoint *checkpoint; /* where gates are kept; NULL: nowhere */
    bool reads_only;               /* nothing is worked out */
    /* Called as it goes on: rounds of self-play of all generations, or boards of a gate. */
    void (*watch)(void *arg, LearnStage stage, int generation, uint64_t done, uint64_t total);
    void *arg;
} LearnPlan;

/* The figures of a stage; those that other stages have are 0, NAN or NULL. */
typedef struct {
    const char *stage;
    int generation;
    uint64_t rounds, positions; /* of self-play: all rounds and decisions so far */
    double entropy;             /* of the net's chances */
    double value_error;         /* root mean square error of the value, in points */
    const char *opponent;
    int64_t boards;
    Estimate diff;
    Interval interval;
    const char *verdict; /* "taken", "refused" */
} LearnNote;

typedef struct {
    LearnNote notes[LEARN_NOTES];
    size_t count;
    Net net;          /* the last that passed its gate; owned */
    bool found;       /* one has */
    uint32_t damaged; /* bit g: the state of generation g was left out, since it was damaged */
} LearnResult;

/* Is a net taken that gained so much over the one before? What is shown to gain is, at the usual level whatever level
   is told. */
bool gate_passed(const Estimate *gain);

/* ARENA_FAILED with the reason. learn_free is due in any case. */
ArenaEnd learn_run(LearnResult *result, const LearnPlan *plan, Error *error);
void learn_free(LearnResult *result);
