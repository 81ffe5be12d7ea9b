/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `pasur learn`: generations of nets, and a gate on fresh boards for each. By the method `teacher` a generation is
   lessons, and a net from the lessons of all generations so far; by `selfplay` rounds of the net against itself, from
   where the generation before ended. */
#pragma once

#include "agents/net/net.h"
#include "analysis/study/learn/selfplay.h"
#include "analysis/study/sim_figures.h"

enum { PANEL = 3 /* agents whom a net of self-play meets at its gate */ };
enum { GENERATIONS_MOST = 16, LEARN_NOTES = GENERATIONS_MOST * (EPOCHS_MOST + 2 + PANEL) + PANEL };

/* The order of LEARN_METHODS. */
typedef enum { METHOD_TEACHER, METHOD_SELFPLAY } LearnMethod;
#define LEARN_METHODS "teacher selfplay"

typedef enum {
    STAGE_LESSONS,
    STAGE_SELFPLAY, /* rounds of the net against itself, and what it learned from them */
    STAGE_EPOCH,
    STAGE_GATE,       /* the new net against the one before, the first against tactic; after self-play, the panel */
    STAGE_VALIDATION, /* the net that is left, on boards that took no part in any choice */
    STAGES
} LearnStage;
extern const char *const LEARN_STAGES[STAGES]; /* their names */

struct LearnNow;

/* What is asked for. */
typedef struct {
    Schedule *schedule; /* of two agents */
    LearnMethod method;
    const Agent *teacher, *guest;
    const Net *start; /* of self-play: where it begins; NULL: from nothing */
    int generations;
    uint64_t rounds, boards; /* of a generation, of a gate */
    double alpha;            /* of intervals */
    double seconds; /* > 0: lessons of the first generation end after this time, and the others have as many rounds; of
                       self-play about this time for each */
    TrainPlan train;
    const char *made; /* the command that makes the net, as its file names it */
    const char *run;  /* a directory for the states of trainings; NULL: they are not kept */
    int threads;
    struct Journal *journal;                              /* where lessons and gates are kept; NULL: nowhere */
    bool reads_only;                                      /* nothing is worked out */
    bool (*watch)(void *arg, const struct LearnNow *now); /* false: stop */
    void *arg;
} LearnPlan;

/* The progress of the stage that runs. */
typedef struct LearnNow {
    LearnStage stage;
    int generation, epoch;
    uint64_t done, total;         /* rounds of lessons, of self-play and of epochs, boards of a gate */
    const struct LearnNote *note; /* the stage, or epoch, is over; else NULL */
} LearnNow;

/* The figures of a stage; those that other stages have are 0, NAN or NULL. */
typedef struct LearnNote {
    const char *stage;
    int generation, epoch;
    uint64_t rounds, positions; /* all lessons so far; decisions with a label in an epoch, held out included; of
                                   self-play: all rounds and decisions so far */
    double loss, held_out;      /* cross-entropy of the epoch while it went on, and of the lessons that are held out;
                                   of self-play: the net's entropy */
    double lost, hits;  /* of those: points lost a decision, as the teacher counts, and share of its plays hit */
    double value_error; /* of those, or of self-play: standard error of the value, in points */
    const char *opponent;
    int64_t boards;
    Estimate diff;
    Interval interval;
    const char *verdict; /* "taken", "refused" */
} LearnNote;

typedef struct {
    LearnNote *notes; /* LEARN_NOTES at most; owned */
    size_t count;
    uint64_t rounds;  /* of a generation, once they are known */
    Net net;          /* the last that passed its gate; owned */
    bool found;       /* one has */
    int generation;   /* that made it */
    uint32_t damaged; /* bit g: the state of generation g was left out, since it was damaged */
    char made[NET_MADE];
} LearnResult;

/* What training does by default. */
TrainPlan learn_train_plan(uint64_t seed);
/* ARENA_FAILED with the reason. learn_free is due in any case. */
ArenaEnd learn_run(LearnResult *result, const LearnPlan *plan, Error *error);
void learn_free(LearnResult *result);
