/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `tune` was asked (the agent, its parameters, where they start, the opponents), the search for better numbers, and
   the test of what it found against the start, on boards never used before. */
#pragma once

#include "agents/agent.h"
#include "analysis/stats/sprt.h"
#include "analysis/study/tuning/tuner.h"
#include "engine/text/error.h"
#include "sim/schedule.h"
#include "sim/voids.h"

enum { TUNE_MAX_OPPONENTS = 16 };

/* What is asked for; texts as the user wrote them. */
typedef struct {
    const char *rules, *agent, *opponents;
    const char *params, *from, *save; /* NULL: nothing was said */
    uint64_t rounds, batch, seed;     /* rounds of the search, boards of a step (0: the method's choice) */
    uint64_t test;                    /* boards that the test may take */
    double step, gain;
    TunerMethod method;
} TuneRequest;

typedef struct {
    TuneRequest request;
    Schedule schedule;
    const char *from; /* base, defaults, or the file */
    bool from_file;
    Agent agent; /* with the start's values */
    Agent opponents[TUNE_MAX_OPPONENTS];
    int opponent_count;
    size_t count;                 /* of parameters */
    int params[MAX_AGENT_PARAMS]; /* their indices */
    TunerRange ranges[MAX_AGENT_PARAMS];
    double start[MAX_AGENT_PARAMS];
} TuneSetup;

/* Makes the setup from what is asked for. False with a reason, which names the option; tune_setup_free in either case. */
bool tune_setup_make(TuneSetup *setup, const TuneRequest *request, Error *error);
void tune_setup_free(TuneSetup *setup);
const AgentParam *tune_param(const TuneSetup *setup, size_t index);

/* Variants of the agent that differ in the tuned numbers, each against the same opponents on the same boards. */
typedef struct {
    const TuneSetup *setup;
    int threads;
    /* After each pairing of a board; void_board NULL: it counts, else it names one of the setup's agents. False: stop. May
       be NULL. */
    bool (*watch)(void *arg, const VoidBoard *void_board);
    void *arg;
} Variants;

/* Plays boards first … first + boards - 1 with `count` variants, whose parameters are numbers[variant * setup->count …].
   scores[variant * boards + board - first] is by how much the variant beat the mean of the other sides, over all
   opponents, or SCORE_VOID where an agent failed. */
ArenaEnd variants_play(const Variants *variants, const double *numbers, size_t count, uint64_t first, uint64_t boards,
                       int32_t *scores);

/* All intervals of a tuning hold with 95 %; both errors of its test. */
#define TUNE_ALPHA 0.05
enum { TUNE_MAX_NOTES = 64 };

/* A validation. */
typedef struct {
    uint64_t step, rounds;
    Estimate score, gain;
    double point[MAX_AGENT_PARAMS];
} TuneNote;

typedef struct {
    TuneNote notes[TUNE_MAX_NOTES];
    size_t note_count;
    double tuned[MAX_AGENT_PARAMS];
    bool changed;     /* tuned is not the start */
    bool interrupted; /* the user or watch stopped it */
    bool saved;       /* tuned stands in the file that was asked for */
    SprtPlan plan;    /* of the test */
    Estimate gain, score;
    double llr;
    SprtVerdict verdict; /* the first, it stays */
    int64_t decided;     /* after so many boards */
    Voids voids;         /* boards of variants against an opponent that were left out, because an agent failed */
    uint64_t searched;   /* rounds of the search */
} TuneResult;

/* A tuning that is going on. */
typedef struct {
    bool testing;
    uint64_t played, planned; /* rounds of the search, or of the test */
    TunerView view;           /* the last validation, without its point; dims 0: there is none yet */
    const TuneResult *result;
} TuneNow;

typedef struct {
    const TuneSetup *setup;
    int threads;
    bool (*watch)(void *arg, const TuneNow *now); /* called after every few boards; false: stop */
    void *arg;
} TuneRun;

/* False if memory runs out. */
bool tune_run(TuneResult *result, const TuneRun *run);

/* The gain in the test so far, valid at any time. */
Interval tune_gain(const TuneResult *result);
/* Is there a verdict, and does the interval of the gain agree with it? */
bool tune_settled(const TuneResult *result);
/* Both say that the tuned numbers are better. */
bool tune_accepted(const TuneResult *result);
/* Had the test begun when the user stopped it? */
bool tune_stopped_in_test(const TuneResult *result);
