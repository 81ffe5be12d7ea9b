/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Do intervals and tests keep what they promise, on results as they come in the game?

   Boards are really played once, into pools. Each promise is then put on trial many times, on boards drawn from a pool
   with replacement, so that the truth is known: it is the pool's mean. The functions on trial are those by which the
   commands judge their boards. For null tactics each drawn board is turned over by a coin (the names of the two
   variants exchanged), in all rows at once, so that the truth is zero and rows keep what they have in common. */
#pragma once

#include "analysis/stats/estimate.h"
#include "analysis/study/openings.h"
#include "analysis/study/regret.h"
#include "analysis/study/tactics.h"
#include "engine/text/error.h"
#include "sim/boards.h"
#include "sim/measures.h"

enum { POOL_AGENT_COUNT = 3, POOL_PAIRINGS = 3, REGRET_JUDGED = 3, PLAY_AGENTS = REGRET_JUDGED + 3 };

/* Boards of rounds, or of matches, with the truth of `sim` and of ratings in points a round, or shares of the matches. */
typedef struct {
    Schedule schedule;
    BoardValues *values;                   /* [board]: of the first two agents */
    BoardPoints (*results)[POOL_PAIRINGS]; /* [board]: each two agents, in the order of a tournament */
    double points, share;                  /* of the first agent against the second: points a round, wins */
    double ratings[POOL_AGENT_COUNT];
} BoardPool;

/* The pools. Truths are by plain arithmetic of their own where that is possible. */
typedef struct {
    TacticStudy study; /* every tactic alone and without, against `tactic` */
    int32_t *values;   /* [value board][row of the study] */
    double *means;     /* [row] */
    Agent agents[POOL_AGENT_COUNT];
    BoardPool played[2]; /* rounds; matches */
    double points_sd, elos[POOL_AGENT_COUNT];
    double alpha; /* with which the intervals on trial miss: the usual one until somebody sets another */
    /* [deal][play]: of a position, the plays played on by `tactic`, in points; of another that is nearly won, in chances
       to win the match */
    int32_t *lead_values[2];
    int lead_plays[2];
    Regret regret;                  /* of REGRET_JUDGED agents, with the rows of all its positions */
    Openings openings;              /* boards on which first plays were tried */
    Agent play_agents[PLAY_AGENTS]; /* who are judged, play and refer; who plays first plays on */
    uint64_t seed;
    int threads;
} Calibration;

/* Plays the pools. False with one line in error; nothing needs freeing then. *interrupted: the user stopped it, and
   only the study is there. */
bool calibration_open(Calibration *out, uint64_t seed, int threads, bool *interrupted, Error *error);
void calibration_free(Calibration *calibration);

/* A promise, and what came of its trials. */
typedef struct {
    char name[72];
    char promise[40];          /* what is promised of the rate below, for people */
    double nominal, tolerance; /* the rate of errors is at most nominal; with a tolerance > 0, within that of nominal */
    uint64_t trials, errors;
    double rate, error_se; /* and the Monte Carlo error of the rate, one standard deviation */
    Interval interval;     /* of the rate */
    bool broken;           /* beyond the promise by more than chance explains: see CHECK_LEVEL */
    const char *verdict;   /* of CHECK_VERDICTS; NULL before its trials */
} Check;
enum { CHECK_KEPT, CHECK_NOT_REFUTED, CHECK_BROKEN, CHECK_VERDICT_COUNT };
extern const char *const CHECK_VERDICTS[CHECK_VERDICT_COUNT];

/* The chance that a calibration calls any promise broken though all are kept, whatever they have in common. */
#define CHECK_LEVEL 0.001

/* What so many errors say about a promise, where intervals miss with `alpha`. */
void check_judge(Check *check, uint64_t trials, uint64_t errors, double alpha);
enum { CHECKS_MOST = 64 };
int check_count(void);
/* What is promised where intervals miss with `alpha`. */
Check check_promise(int check, double alpha);
/* How many trials of a check so many repetitions are: fewer for one whose trials take long. */
uint64_t check_trials(int check, uint64_t repetitions);
/* Called after every few trials with what they came to. */
typedef void CheckWatch(void *arg, int check, uint64_t trials, uint64_t errors);
/* Puts promise number `check` on trial check_trials times, at least once; *out depends on seed and repetitions alone,
   unless the user stopped it (ARENA_INTERRUPTED). watch may be NULL. */
ArenaEnd check_run(Check *out, const Calibration *calibration, int check, uint64_t repetitions, CheckWatch *watch,
                   void *arg);
