/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Do intervals and tests keep their promises on real results of the game?

   Boards are really played once, into pools. Each promise is then tested many times on boards drawn from a pool with
   replacement, so that the truth is known: it is the pool's mean. The tested functions are those by which the commands
   judge their boards. For null tactics a coin decides for each drawn board whether the names of the two variants are
   exchanged, in all rows at once, so that the truth is zero and rows keep their correlation. */
#pragma once

#include "analysis/stats/estimate.h"
#include "engine/text/error.h"
#include "sim/survey.h"

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

/* What its errors say about a promise, where intervals miss with `alpha`. */
void check_judge(Check *check, double alpha);

typedef struct {
    uint64_t seed, repetitions;
    double alpha;  /* with which the intervals on trial miss */
    Survey survey; /* the trials: how they are run; checks_list counts them */
} CalibrateTask;

enum { CHECKS_MOST = 64 };
/* All promises and how often each is put on trial: fewer times than `repetitions` where a trial takes long, but at least
   once. Returns how many. */
int checks_list(Check out[static CHECKS_MOST], CalibrateTask *task);
/* The check to which trial number *trial of them all belongs; it is then the trial's number there. */
int check_of(const Check checks[], uint64_t *trial);
/* Plays the pools and puts the promises of that list on trial: the first *done are judged. What is found depends on seed,
   alpha and repetitions alone. ARENA_FAILED with one line in error. */
ArenaEnd calibrate_run(Check checks[], int *done, const CalibrateTask *task, Error *error);
