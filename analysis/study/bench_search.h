/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast the search and the solver are: two players, pagat, one thread. */
#ifndef PASUR_ANALYSIS_STUDY_BENCH_SEARCH_H
#define PASUR_ANALYSIS_STUDY_BENCH_SEARCH_H

#include "engine/text/error.h"
#include "sim/schedule.h"

/* What is searched: random playouts to the end of the round, without what makes a single iteration worth more. */
#define BENCH_SEARCH "ismcts:iters=10k,cut=0,infer=0,model=0"

/* Medians of repetitions. */
typedef struct {
    int repeats;      /* that were finished; fewer where the user stopped it; 0: the rest is not known */
    double search;    /* iterations of BENCH_SEARCH a second, at first plays of rounds */
    double playouts;  /* deals sampled and played out without a tree, a second, for the same plays */
    double cost;      /* of an iteration, in those: median of what repetitions say */
    double last_deal; /* seconds for the exact value of a last deal from its first play, mean over deals */
    double round;     /* seconds for that of a whole round with open cards, mean over deals */
    double nodes;     /* positions searched for it, mean */
} SearchSpeeds;

/* `seconds`: for each repetition of the search, at least one decision; the solver's take a fixed number of boards of the
   schedule, which is for two players. False with one line in error if memory runs out. */
bool search_speeds_take(SearchSpeeds *out, const Schedule *schedule, double seconds, Error *error);

/* Repetitions of a measurement. */
enum { BENCH_REPEATS = 5 };
/* The median of at least one value; sorts them. */
double bench_median(double values[], int count);

#endif
