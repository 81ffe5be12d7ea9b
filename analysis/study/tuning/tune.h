/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a tuning believes that the tuned numbers gain something over the start: a sequential test and an interval that
   is valid at any time must say the same. It knows sums over boards alone, so that `pasur calibrate` can play it
   through. */
#pragma once

#include "agents/agent.h"
#include "analysis/stats/sprt.h"
#include "analysis/study/tuning/tuner.h"
#include "engine/text/error.h"
#include "sim/moments.h"
#include "sim/schedule.h"
#include "sim/voids.h"

/* Both errors of the test. */
#define TUNE_ALPHA 0.05
/* The decision is looked at after so many boards, first after TUNE_TEST_LEAST. */
enum { TUNE_TEST_BATCH = 1000, TUNE_TEST_LEAST = 5000 };

typedef struct {
    SprtPlan plan;
    Estimate gain; /* over all boards so far, in points a round or shares of the matches */
    double llr;
    SprtVerdict verdict; /* the first, it stays */
    int64_t decided;     /* after so many boards */
} TuneDecision;

/* Between no gain and `gain` (> 0), in the same unit. */
TuneDecision tune_decision_start(double gain);
/* Looks at the gains of all boards so far, `scale` of whose units make one such unit. True: the test is over, since
   there is a verdict and the interval bears it out. */
bool tune_decision_look(TuneDecision *decision, const Moments *gains, double scale);
/* The gain so far, valid at any time. */
Interval tune_decision_interval(const TuneDecision *decision, double alpha);
/* Is there a verdict, and does the interval agree with it? */
bool tune_decision_settled(const TuneDecision *decision);
/* Both say that the tuned numbers are better. */
bool tune_decision_accepted(const TuneDecision *decision);

/* What `tune` was asked (the agent, its parameters, where they start, the opponents), the search for better numbers,
   the test of what it found against the start on boards never used before, and a validation on boards that took no part
   in the test either: who stops at the first yes has been lucky as a rule, and the test's figure is too high on
   average. */

enum { TUNE_MAX_OPPONENTS = 16 };

/* What is asked for; texts as the user wrote them. Where whole matches are played, what stands here and below of rounds
   is said of matches, and points a round are shares of the matches: what is won more than an equal share for every
   side. */
typedef struct {
    const char *rules, *agent, *opponents;
    const char *params, *from, *save; /* NULL: nothing was said */
    uint64_t rounds, batch, seed;     /* rounds of the search, boards of a step (0: the method's choice) */
    uint64_t test;                    /* boards that the test may take */
    uint64_t match_rounds;            /* > 0: whole matches, of at most so many rounds each */
    double step, gain, alpha;         /* alpha: of the intervals that are told; the test has its own */
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
    double defaults[MAX_AGENT_PARAMS]; /* of the kind under these rules */
    bool from_defaults;                /* the start is just these */
} TuneSetup;

/* Makes the setup from what is asked for. False with a reason, which names the option; tune_setup_free in either
   case. */
bool tune_setup_make(TuneSetup *setup, const TuneRequest *request, Error *error);
void tune_setup_free(TuneSetup *setup);
const AgentParam *tune_param(const TuneSetup *setup, size_t index);

/* Variants of the agent that differ in the tuned numbers, each against the same opponents on the same boards. */
typedef struct {
    const TuneSetup *setup;
    int threads;
    struct Journal *journal; /* where results are kept; NULL: nowhere */
    /* After each pairing of a board; void_board NULL: it counts, else it names one of the setup's agents. False: stop.
       May be NULL. */
    bool (*watch)(void *arg, const VoidBoard *void_board);
    void *arg;
} Variants;

/* Plays boards first … first + boards - 1 with `count` variants, whose parameters are numbers[variant * setup->count
   …]. scores[variant * boards + board - first] is by how much the variant beat the mean of the other sides, over all
   opponents, or SCORE_VOID where an agent failed. */
ArenaEnd variants_play(const Variants *variants, const double *numbers, size_t count, uint64_t first, uint64_t boards,
                       int32_t *scores);

/* Integer scores for one point a round, or all matches. */
double variants_scale(const TuneSetup *setup);

enum { TUNE_MAX_NOTES = 64 };

/* Search and polish choose among trials; the test decides; the validation measures once more. */
typedef enum { TUNE_SEARCH, TUNE_POLISH, TUNE_TEST, TUNE_VALIDATION } TunePhase;

/* What was measured of one set of numbers, on the boards of its phase; trials share theirs. */
typedef struct {
    TunePhase phase;
    uint64_t step;                       /* of the search; counts on behind it */
    uint64_t rounds, boards;             /* rounds of the whole tuning so far; boards of this note */
    Estimate score, gain, over_defaults; /* gain: over the start */
    Interval score_interval, gain_interval, over_defaults_interval;
    double point[MAX_AGENT_PARAMS];
} TuneNote;

typedef struct {
    TuneNote notes[TUNE_MAX_NOTES];
    size_t note_count;
    size_t chosen; /* the trial whose numbers are tested */
    double tuned[MAX_AGENT_PARAMS];
    bool changed;     /* tuned is not the start */
    bool interrupted; /* the user or watch stopped it */
    bool saved;       /* tuned stands in the file that was asked for */
    TunePhase phase;  /* the last that was begun; TUNE_SEARCH stands for the polish too */
    TuneDecision decision;
    Voids voids;       /* boards of variants against an opponent that were left out, because an agent failed */
    uint64_t searched; /* rounds of the search */
    uint64_t validated, planned; /* boards of the validation, and how many there should be */
} TuneResult;

/* A tuning that is going on. */
typedef struct {
    TunePhase phase;          /* TUNE_SEARCH stands for the polish too */
    uint64_t played, planned; /* rounds of the phase */
    TunerView view;           /* the last trial, without its point; dims 0: there is none yet */
    const TuneResult *result;
} TuneNow;

typedef struct {
    const TuneSetup *setup;
    int threads;
    struct Journal *journal;                      /* where results are kept; NULL: nowhere */
    bool (*watch)(void *arg, const TuneNow *now); /* called after every few boards; false: stop; may be NULL */
    void *arg;
} TuneRun;

/* False if memory runs out. */
bool tune_run(TuneResult *result, const TuneRun *run);

/* The note of the test or of the validation; NULL: there is none. */
const TuneNote *tune_note(const TuneResult *result, TunePhase phase);
/* Was the test over, or none needed, before the user stopped the tuning? */
bool tune_decided(const TuneResult *result);
/* Was it decided for the tuned numbers? */
bool tune_accepted(const TuneResult *result);
