/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sequential tests of "the true value is LOW" against "it is HIGH": look after every board, stop at a bound.

   The log-likelihood ratio (LLR) is generalised: what is not under test is replaced by its maximum-likelihood
   estimate under each hypothesis (Li, Liu, Ying, "Generalized sequential probability ratio test", 2014).
   Wald's bounds log(beta / (1 - alpha)) and log((1 - beta) / alpha) are reached from inside and a little
   overshot, so the errors are at most the nominal ones, and the closer the smaller (HIGH - LOW) / sd is. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/stats/estimate.h"

/* No verdict on fewer boards: the normal approximation and the estimated spread need some. */
enum { SPRT_MIN_BOARDS = 100 };

/* Hypotheses lie within this of 0: beyond any points, and beyond any Elo whose share of the wins is not 0 or 1. */
#define SPRT_FARTHEST 1e9
#define SPRT_FARTHEST_ELO 4000.0

typedef enum { SPRT_UNDECIDED, SPRT_LOW, SPRT_HIGH } SprtVerdict;

typedef struct {
    double low, high;             /* the hypotheses; points per round, or Elo */
    double alpha;                 /* chance of the verdict HIGH when LOW is true */
    double beta;                  /* chance of the verdict LOW when HIGH is true */
    double bound_low, bound_high; /* of the LLR: < 0 and > 0 */
} SprtPlan;

/* False and *why (unless NULL), with *plan untouched, unless low < high are within
   SPRT_FARTHEST, 0 < alpha, 0 < beta and alpha + beta < 1. */
bool sprt_plan(SprtPlan *plan, double low, double high, double alpha, double beta, const char **why);

/* Where an LLR after this many boards leaves the test; a NAN decides nothing. */
SprtVerdict sprt_verdict(const SprtPlan *plan, int64_t boards, double llr);

/* LLR of a mean `high` against `low` in the units of the estimate, boards normal with a variance that is estimated
   under each hypothesis: n/2 log((s^2 + (mean - low)^2) / (s^2 + (mean - high)^2)), s^2 = sum (x - mean)^2 / n.
   This, and not its linear approximation with one variance, because it stays right where the mean is far outside
   of [low, high] or n is small; for a small (high - low) / sd both agree. NAN when n < 2 or sd = 0. */
double sprt_llr_mean(const Estimate *estimate, double low, double high);

/* Results of boards of g rounds between two agents: counts[i], i = 0 ... 2g, of boards that brought the first agent
   i half points of the 2g. 3 categories are single rounds (lost, drawn, won), 5 are pairs. At most
   SPRT_MAX_CATEGORIES, an odd number >= 3. An empty category counts as 0.001 boards. */
enum { SPRT_MAX_CATEGORIES = 9 };

/* LLR of a logistic Elo difference `high` against `low`: expected score 1 / (1 + 10^(-Elo/400)).
   Multinomial likelihood, exact maximum under the constraint on the mean (M. Van den Bergh, "Comments on normalized
   Elo" and "The generalized maximum likelihood ratio for the expectation value of a distribution",
   cantate.be/Fishtest). NAN when all counts are 0. */
double sprt_llr_logistic(const int64_t *counts, size_t categories, double low, double high);

/* The same for normalized Elo: (score - 1/2) / (standard deviation of one round's score) * 800 / ln 10, where a
   board's standard deviation counts as 1/sqrt(g) of a round's. Takes about 0.2 ms. */
double sprt_llr_normalized(const int64_t *counts, size_t categories, double low, double high);

/* What to expect of sprt_llr_mean between the bounds of its plan, when the true mean is `truth`. */
typedef struct {
    double pass;   /* chance of the verdict HIGH */
    double boards; /* expected number of boards, at least SPRT_MIN_BOARDS; INFINITY where it is beyond any number */
} SprtOutlook;

/* Wald's formulae for a Brownian motion, each bound moved outwards by 0.583 steps of one board for the overshoot
   (Siegmund, "Sequential Analysis", 1985, ch. X). The longest runs are those with truth half-way between low and
   high. The rule of SPRT_MIN_BOARDS makes short tests longer (162 boards where 140 are forecast) and their errors
   smaller than said here. low < high; alpha, beta > 0, alpha + beta < 1. */
SprtOutlook sprt_outlook(double low, double high, double alpha, double beta, double sd, double truth);
