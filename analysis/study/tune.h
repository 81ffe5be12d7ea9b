/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tuning: the task (the agent, its parameters, their starting values, the opponents), the search for better values
   from noisy results, and a validation of what it found, on boards that took no part in any choice. The validation
   alone decides.

   Candidates are compared on shared boards, so that their differences are known better than their scores. Boards of the
   search are never used twice; trials, which test the search's current values from time to time, always use the same
   boards. */
#pragma once

#include "agents/agent.h"
#include "analysis/stats/estimate.h"
#include "engine/text/error.h"
#include "sim/arena.h"
#include "sim/schedule.h"
#include "sim/sums.h"

typedef enum { TUNE_UNDECIDED, TUNE_REFUSED, TUNE_ACCEPTED } TuneVerdict;

/* Boards of the validation, from the standard deviation of one board's gain (NAN: unknown): this many that its interval
   reaches a quarter of `gain` to either side, but at least TUNE_LEAST_BOARDS and at most `most`. Their number is fixed
   before the first is played, so that the interval of a fixed number of boards holds. */
enum { TUNE_LEAST_BOARDS = 5000 };
uint64_t tune_boards(double sd, double gain, double alpha, uint64_t most);

/* Accepted is what the validation shows to be better than the start and than the defaults: an error of either kind has
   a chance of alpha / 2 at most, since both intervals must lie above 0. Refused is what is shown to be worse than
   either, or to gain less than `gain`. Unknown intervals, as of numbers that play alike, show no gain. */
TuneVerdict tune_judge(Interval over_start, Interval over_defaults, double gain);

typedef enum { TUNE_SPSA, TUNE_CMAES } TuneMethod;
enum { TUNE_MAX_OPPONENTS = 16, TUNE_LEAST_BATCH = 64, TUNE_LEAST_BUDGET = 20000 };

/* What is asked for; texts as the user wrote them. Where whole matches are played, what stands here and below of rounds
   is said of matches, and points a round are shares of the matches: what is won more than an equal share for every
   side. */
typedef struct {
    const Schedule *schedule; /* of two agents */
    const char *agent, *opponents;
    const char *params, *from, *save; /* NULL: nothing was said */
    uint64_t rounds, batch;           /* rounds of the search, boards of a step (0: the method's choice) */
    uint64_t test;                    /* boards that the validation may take */
    double step, gain, alpha;         /* alpha: of the intervals */
    TuneMethod method;
} TuneRequest;

typedef struct {
    double low, high; /* inclusive, low < high */
    double unit;      /* > 0: a change that may well matter; steps are shares of it */
    bool whole;       /* takes whole numbers only */
} TuneRange;

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
    TuneRange ranges[MAX_AGENT_PARAMS];
    double start[MAX_AGENT_PARAMS];
    double defaults[MAX_AGENT_PARAMS]; /* of the kind under these rules */
    bool from_defaults;                /* the start is just these */
} TuneSetup;

/* Makes the setup from its request; all else is zero before. False with a reason, which names the option;
   tune_setup_free in either case. */
bool tune_setup_make(TuneSetup *setup, Error *error);
void tune_setup_free(TuneSetup *setup);
const AgentParam *tune_param(const TuneSetup *setup, size_t index);
/* The most boards of a step that leave this many boards of candidates room for some steps. */
uint64_t tune_most_batch(TuneMethod method, size_t params, uint64_t budget);

/* What a candidate came to on boards: its scores, and those less the scores of another point there. */
typedef struct {
    Moments score, gain;
} TuneScore;

/* Variants of the agent that differ in the tuned numbers, each against the same opponents on the same boards. */
typedef struct {
    const TuneSetup *setup;
    int threads;
    struct Checkpoint *checkpoint; /* where results are kept; NULL: nowhere */
    /* After every few boards, with what those of this call came to so far, and behind the last of them. False: stop. May
       be NULL. */
    bool (*watch)(void *arg, const Sums *sums, uint64_t done);
    void *arg;
} Variants;

/* Measures of a variant, a row of the sums: by how much it beats the mean of the other sides, over all opponents. */
enum { VARIANT_SCORE, VARIANT_GAIN, VARIANT_MEASURES };

/* Plays boards first … first + boards - 1 with `count` variants, whose parameters are numbers[variant * setup->count
   …]: scores[variant], with what it gains over one with the parameters `base`, of the boards so far where they are
   stopped. A board on which an agent failed counts for none. */
typedef ArenaEnd VariantsPlay(const Variants *variants, const double *numbers, size_t count, const double *base,
                              uint64_t first, uint64_t boards, TuneScore *scores);
VariantsPlay variants_play;

/* Integer scores for one point a round, or all matches. */
double variants_scale(const TuneSetup *setup);

enum { TUNE_MAX_NOTES = 64 };

/* Search and polish choose among trials; the validation decides. */
typedef enum { TUNE_SEARCH, TUNE_POLISH, TUNE_VALIDATION } TunePhase;

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
    size_t chosen; /* the trial whose numbers are validated */
    double tuned[MAX_AGENT_PARAMS];
    bool changed;             /* tuned is not the start */
    bool interrupted;         /* the user or watch stopped it */
    bool saved;               /* tuned stands in the file that was asked for */
    TunePhase phase;          /* the last that was begun; TUNE_SEARCH stands for the polish too */
    uint64_t steps;           /* of the search */
    uint64_t played, planned; /* rounds of the phase, so far and in all */
    Voids voids;              /* boards of variants against an opponent that were left out, because an agent failed */
    /* of the validation */
    uint64_t validated, boards; /* boards so far, and how many there should be */
    Estimate gain;              /* so far, and its interval, valid at any time; n 0: there is none yet */
    Interval interval;
    TuneVerdict verdict;
} TuneResult;

typedef struct {
    Variants variants;                               /* but for its watch */
    bool (*watch)(void *arg, const TuneResult *now); /* called after every few boards; false: stop; may be NULL */
    void *arg;
    VariantsPlay *play; /* NULL: variants_play */
} TuneRun;

/* False if memory runs out. */
bool tune_run(TuneResult *result, const TuneRun *run);

/* The note of the validation, of its boards so far where it was stopped; NULL: there is none. */
const TuneNote *tune_validation(const TuneResult *result);
