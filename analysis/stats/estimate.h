/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From exact integer sums to means and intervals.

   The unit of observation is the board. Observations are integers; `scale` says how many of them make one unit of
   the result (a board's sum over two rounds has scale 2 when the result is wanted in points per round).

   Unknown is NAN, never 0 and never a made-up width: the mean of nothing, the spread of one board, and the width of
   an interval when all boards so far were equal (the spread is then not known to be zero, only not yet seen).
   `alpha` is always the chance of missing the true value on either side together, 0 < alpha < 1. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/moments.h"

/* Below this many observations no anytime interval is given: the boundary is asymptotic, and its first steps would
   lean on a standard deviation that is hardly known. */
enum { ANYTIME_MIN_N = 100 };

/* A mean with what is known of its error, in units of the result. */
typedef struct {
    int64_t n;
    double mean; /* NAN when n = 0 */
    double sd;   /* of one observation, divisor n - 1; NAN when n < 2 */
    double se;   /* of the mean: sd / sqrt(n) */
} Estimate;

typedef struct {
    double low, high; /* both NAN when unknown */
} Interval;

/* alpha where nobody asks for another: intervals of 95 %. */
#define USUAL_ALPHA 0.05
/* alpha of a level, which is 1 less it, to nine decimals: 0.95 gives just USUAL_ALPHA. */
double level_alpha(double level);

/* scale > 0, integer observations per unit of the result. */
Estimate estimate_of(const Moments *moments, double scale);

/* The ratio of two sums over the same boards, sum x / sum y, where both vary from board to board (points, and the
   rounds they were scored in): an estimate of mean x / mean y by linearisation, its error that of x - ratio y (Cochran,
   "Sampling Techniques", 1977, ch. 6). both: the moments of x + y on each board. scale > 0, as above. NAN where all y
   are 0. The standard deviation is one board's, such that se = sd / sqrt(n). */
Estimate estimate_ratio(const Moments *x, const Moments *y, const Moments *both, double scale);

/* variance_plain / variance_reduced; NAN when either is unknown or the reduced one is 0. */
double variance_ratio(double variance_plain, double variance_reduced);

static inline Interval interval_around(double value, double half) { return (Interval){value - half, value + half}; }
/* Half the width; NAN when unknown. */
double interval_half_width(Interval interval);
bool interval_known(Interval interval);
/* Of the value times this. */
Interval interval_scaled(Interval interval, double scale);

/* Quantile x with P(T > x) = tail for Student's t with `dof` > 0 degrees of freedom, 0 < tail < 1. */
double student_upper(double tail, double dof);

/* Student's t interval for a number of boards that was fixed beforehand. Unknown when n < 2 or sd = 0. */
Interval interval_t(const Estimate *estimate, double alpha);

/* Sums of observations with the least and the most that was met. All zero is empty. */
typedef struct {
    Moments sum;
    int64_t least, most;
} Extremes;

static inline void extremes_add(Extremes *extremes, int64_t x)
{
    if (!extremes->sum.n || x < extremes->least) extremes->least = x;
    if (!extremes->sum.n || x > extremes->most) extremes->most = x;
    moments_add(&extremes->sum, x);
}

/* Interval of a mean where a few observations are many times the others, so that Student's lies too close to 0: each end
   is Student's of the same observations and z^2 / 2 more like the most extreme one on its side (Agresti and Coull's
   interval of a share, for each end by itself). Unknown when n < 2 or all were equal. */
Interval interval_skewed(const Extremes *extremes, double scale, double alpha);

/* The parameter rho (> 0) of the normal mixture that makes interval_anytime narrowest at planned_n (> 0)
   observations: x = n rho^2 minimises (x + 1)/x log((x + 1)/alpha^2), so x = -W_{-1}(-alpha^2/e) - 1
   (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and asymptotic confidence
   sequences", arXiv 2103.06476). */
double anytime_rho(double alpha, double planned_n);

/* Interval that holds at all times together, so that one may look after every board and stop when one likes:
   mean +- sd sqrt(2 (n rho^2 + 1) / (n^2 rho^2) log(sqrt(n rho^2 + 1) / alpha))   (ibid.).
   rho must not depend on the data: take anytime_rho of the planned size, where the interval is about 1.5 times as
   wide as interval_t. It is asymptotic: with a planned size of 1000 boards or more it keeps its promise for skewed
   results, but where only one board in many is not zero and those few are skewed, plan (or wait) until dozens of
   boards are not zero. Unknown when n < ANYTIME_MIN_N or sd = 0. */
Interval interval_anytime(const Estimate *estimate, double alpha, double rho);

/* That where rho > 0; 0: interval_t, of a number of boards that was fixed beforehand. */
Interval interval_ended(const Estimate *estimate, double alpha, double rho);

/* The factor in front of sd above, for any n > 0 (a real number, for planning). */
double anytime_factor(double n, double alpha, double rho);

/* Wilson's score interval for a proportion of independent yes/no trials: 0 <= successes <= n, and may be half
   integers. Always inside [0, 1] and known when n >= 1. Where draws count half it is too wide, never too narrow:
   a share in [0, 1] varies at most as much as a yes/no trial with the same mean. */
Interval interval_wilson(double successes, int64_t n, double alpha);

/* Interval for a mean share of boards that each lie in [0, 1] (draws half, several rounds a board). Wilson's
   form with the variance that was seen in place of p(1 - p), and Student's quantile; plain Wilson on boards where
   none was seen. Always inside [0, 1] and known when n >= 1. */
Interval interval_share(const Estimate *estimate, double alpha);

/* Many questions at once: p values and how they change when several are asked of one run. A family is every row that
   was asked for; a row whose p is unknown (NAN) still counts as asked. */

/* Two-sided p of "the true mean is `null`", Student's t, for a number of boards fixed beforehand.
   NAN when n < 2 or sd = 0. */
double p_two_sided(const Estimate *estimate, double null);

/* The same for a mean share of boards that each lie in [0, 1], 0 < null < 1. Where all of n >= 1 boards were the same,
   m, it is twice the most that their chance can be, which by Markov's inequality is (null / m)^n above and ((1 - null)
   / (1 - m))^n below. NAN when n = 0. */
double p_share(const Estimate *estimate, double null);

/* As p_two_sided, when one looked after every board and stopped when one liked: the smallest alpha at which
   interval_anytime with this rho leaves `null` out; 1 when none. NAN when that interval is unknown. */
double p_anytime(const Estimate *estimate, double null, double rho);

/* The level for each of `tests` (>= 1) intervals so that all hold together with chance 1 - alpha at least. */
double bonferroni_alpha(double alpha, size_t tests);

/* Holm's adjusted p values (step-down; S. Holm, Scand. J. Statist. 6, 1979): rejecting where adjusted[i] <= alpha
   keeps the chance of any false rejection at alpha, whatever the dependence. adjusted may not overlap p.
   Unknown p stay NAN and count as members of the family. Takes O(count^2). */
void holm_adjust(double *adjusted, const double *p, size_t count);
/* The same of `count` rows of `size` bytes: of each the double at offset `from` is its p, that at `to` gets the adjusted
   one, and the int64_t at `hypothesis` says which hypothesis it is about, from 1 to count: those of one count once, with
   the p of the first. Rows with 0 are about none and get NAN. False if memory runs out. */
bool holm_adjust_rows(void *rows, size_t size, size_t count, size_t hypothesis, size_t from, size_t to);

/* An interval that is to become as narrow as wanted, with as few boards as possible, and that holds whenever one stops.

   The chance of an error, alpha, is shared out beforehand between looks at planned numbers of boards, LOOK_SHARE of it
   to the first, and an anytime interval for every other moment. By the union bound all these intervals hold together
   with chance 1 - alpha at least, so any rule may choose among them. The first look comes where the interval is
   expected to be narrow enough, from the spread of the first boards; at a look the interval is hardly wider than one
   for a number of boards that was fixed beforehand, where an anytime interval is 1.5 times as wide and takes 2.2 times
   the boards.

   The boards that plan a look count for it. The plan depends on their spread alone and hardly varies, so the mean at
   the look errs like that of a fixed number of boards: for n boards planned from n / 8 or 4096 its bias is at most
   skewness / sqrt(n) of its standard error (Stein 1945; Anscombe 1952). `pasur calibrate` plays it through. */

/* Planned numbers of boards go up to this, beyond any run, so that intervals planned for them are numbers. */
#define BOARDS_COUNTED 1e18

/* Shares of alpha: the first look, all later ones together (each half of what is left), and all other moments. */
#define LOOK_SHARE 0.93
#define LOOK_LATER 0.05
#define LOOK_BETWEEN 0.02
/* No look at fewer boards: intervals lean on the central limit theorem. */
enum { LOOK_MIN_BOARDS = 2000 };

/* Plan after this many boards, and again until they are this part of what the plan says. */
enum { LOOK_PLAN_BOARDS = 4096, LOOK_PLAN_PART = 8 };

/* Share of alpha that belongs to look 0, 1, … */
double look_share(int look);
/* Boards of the first look for this half-width, from the standard deviation of one board over n boards (a little more
   than needed on average, since that errs); at least LOOK_MIN_BOARDS, at most BOARDS_COUNTED. A real number. */
double look_first(double sd, int64_t n, double half_width, double alpha);
/* Boards of look 1, 2, …, from those of the look before it. */
double look_next(double boards, int look);

Interval interval_look(const Estimate *estimate, double alpha, int look);
/* For a moment that is no look; first: boards of the first look. */
Interval interval_between(const Estimate *estimate, double alpha, double first);

/* How many boards a question needs, from one board's standard deviation `sd` (> 0, in points per round, from a pilot).
   Answers are whole numbers in a double, since they may be larger than any run; INFINITY beyond BOARDS_COUNTED. */

/* Fewest boards for which interval_t is expected to be as narrow as +- half_width (> 0). */
double boards_for_interval(double sd, double half_width, double alpha);

/* The same for interval_anytime with rho tuned to that number; at least ANYTIME_MIN_N. */
double boards_for_anytime(double sd, double half_width, double alpha);

/* Fewest boards for a two-sided t test at `alpha` to see a true mean of `effect` (not 0) with chance `power`
   (alpha < power < 1). Normal approximation with Guenther's correction for the t distribution (The American
   Statistician 35, 1981); within one board of the exact number from about 10 boards on. */
double boards_for_test(double sd, double effect, double alpha, double power);

/* Medians, with intervals that ask nothing of the distribution but that it is continuous. */

/* The median of values; NAN where there are none. They are put in order. */
double median_of(double values[], size_t count);

/* With fewer values there is no interval of their median. */
int median_least(double alpha);
/* Interval of the median of what independent values are drawn from: between the k-th lowest and the k-th highest, with
   the largest k for which both tails together, binomial, have a chance of at most alpha (Thompson 1936; Conover,
   "Practical Nonparametric Statistics", 1999, section 3.2). Unknown with fewer than 6 values at alpha 0.05. `sorted`
   ascends. */
Interval interval_median(const double sorted[], size_t count, double alpha);

/* The standard deviation of one board as a pilot shows it, and how well the pilot knows it. */

typedef struct {
    double sd;     /* of one board; NAN when unknown */
    double log_se; /* standard error of ln sd; NAN when unknown, as of an sd that was given */
    double dof;    /* degrees of freedom of log_se */
    int64_t n;     /* boards */
} Spread;

/* A pilot's boards in a row make a group: as many groups as this, and in which board number `board` of `boards`
   lies. */
enum { SPREAD_GROUPS = 50 };
static inline size_t spread_group(uint64_t board, uint64_t boards)
{
    return (size_t)((__uint128_t)board * SPREAD_GROUPS / boards);
}

/* From groups of boards, each as many boards or (a few) nearly so: the jackknife that leaves out one group after the
   other, on ln sd (B. Efron, "The Jackknife, the Bootstrap and Other Resampling Plans", 1982, ch. 3), so that no shape
   of the boards' results is assumed. Groups without boards are left out. log_se is unknown with fewer than 5 groups. */
Spread spread_of(const Moments *groups, size_t count, double scale);

/* Interval of the standard deviation that `ahead` boards of a run to come will show: Student's t on ln sd. ahead
   INFINITY: of the true one. Unknown where log_se is. */
Interval spread_interval(const Spread *spread, double alpha, double ahead);
