/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many boards a question needs, from one board's standard deviation `sd` (> 0, in points per round, from a pilot).
   Answers are whole numbers in a double, since they may be larger than any run. */
#pragma once

/* Fewest boards for which interval_t is expected to be as narrow as +- half_width (> 0). */
double boards_for_interval(double sd, double half_width, double alpha);

/* The same for interval_anytime with rho tuned to that number; at least ANYTIME_MIN_N. */
double boards_for_anytime(double sd, double half_width, double alpha);

/* Fewest boards for a two-sided t test at `alpha` to see a true mean of `effect` (not 0) with chance `power`
   (alpha < power < 1). Normal approximation with Guenther's correction for the t distribution (The American
   Statistician 35, 1981); within one board of the exact number from about 10 boards on. */
double boards_for_test(double sd, double effect, double alpha, double power);

/* What to expect of sprt_llr_mean between the bounds of its plan, when the true mean is `truth`. */
typedef struct {
    double pass;   /* chance of the verdict HIGH */
    double boards; /* expected number of boards, at least SPRT_MIN_BOARDS */
} SprtOutlook;

/* Wald's formulae for a Brownian motion, each bound moved outwards by 0.583 steps of one board for the overshoot
   (Siegmund, "Sequential Analysis", 1985, ch. X). The longest runs are those with truth half-way between low and
   high. The rule of SPRT_MIN_BOARDS makes short tests longer (162 boards where 140 are forecast) and their errors
   smaller than said here. low < high; alpha, beta > 0, alpha + beta < 1. */
SprtOutlook sprt_outlook(double low, double high, double alpha, double beta, double sd, double truth);
