/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_statistics_double.h>

#include "analysis/stats/estimate.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

static Estimate estimate_values(const int *values, size_t n, double scale)
{
    Moments m = {0};
    for (size_t i = 0; i < n; i++)
        moments_add(&m, values[i]);
    return estimate_of(&m, scale);
}

TEST(moments_agree_with_gsl)
{
    enum { N = 5000 };
    static double x[N], y[N];
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 11);
    Moments all = {0}, difference = {0}, halves[2] = {{0}};
    for (size_t i = 0; i < N; i++) {
        const int64_t a = (int64_t)gsl_rng_uniform_int(rng, 41) - 20;
        const int64_t b = a + (int64_t)gsl_rng_uniform_int(rng, 9) - 7;
        x[i] = (double)a / 4;
        y[i] = (double)b / 4;
        moments_add(&all, a);
        moments_add(&halves[i % 3 == 0], a);
        moments_add(&difference, a - b);
    }
    gsl_rng_free(rng);
    moments_merge(&halves[0], &halves[1]);
    assert_memory_equal(&halves[0], &all, sizeof all);

    const Estimate e = estimate_of(&all, 4);
    assert_close(e.mean, gsl_stats_mean(x, 1, N), 1e-12);
    assert_close(e.sd, gsl_stats_sd(x, 1, N), 1e-12);
    assert_close(e.se, gsl_stats_sd(x, 1, N) / sqrt(N), 1e-13);

    for (size_t i = 0; i < N; i++)
        x[i] -= y[i];
    const double together = gsl_stats_variance(x, 1, N);
    assert_close(estimate_of(&difference, 4).sd, sqrt(together), 1e-12);
}

/* A textbook sum of squares minus n mean^2 in doubles would lose every digit here. */
TEST(spread_survives_a_large_mean)
{
    const int64_t base = (int64_t)1 << 31;
    Moments m = {0};
    for (int i = 0; i < 1000; i++)
        moments_add(&m, -base + i % 2);
    assert_close(estimate_of(&m, 1).sd, sqrt(250.0 / 999), 1e-15);

    /* 2^40 boards of -base and one of -base + 1: variance 1/n. */
    const int64_t n = (int64_t)1 << 40;
    Moments many = {n, (__int128)n * -base, (__int128)n * base * base};
    assert_true(estimate_of(&many, 1).sd == 0);
    moments_add(&many, -base + 1);
    assert_close(estimate_of(&many, 1).sd * sqrt((double)n), 1, 1e-9);
}

TEST(unknown_is_nan)
{
    const int equal[40] = {0};
    const Estimate none = estimate_values(NULL, 0, 2);
    const Estimate one = estimate_values((const int[]){6}, 1, 2);
    const Estimate flat = estimate_values(equal, COUNT(equal), 2);
    assert_true(isnan(none.mean) && isnan(none.sd) && isnan(none.se));
    assert_true(one.mean == 3 && isnan(one.sd) && isnan(one.se));
    assert_true(flat.mean == 0 && flat.sd == 0);
    const Estimate *const all[] = {&none, &one, &flat};
    for (size_t i = 0; i < COUNT(all); i++) {
        assert_false(interval_known(interval_t(all[i], 0.05)));
        assert_false(interval_known(interval_anytime(all[i], 0.05, 0.1)));
        assert_true(isnan(interval_half_width(interval_t(all[i], 0.05))));
    }
    assert_false(interval_known(interval_share(&none, 0.05)));
    assert_false(interval_known(interval_wilson(0, 0, 0.05)));
    assert_true(isnan(variance_ratio(1, 0)) && isnan(variance_ratio(1, NAN)) && isnan(variance_ratio(NAN, 1)));
}

/* NIST/SEMATECH e-Handbook 1.3.5.2, data set ZARR13. */
TEST(t_interval_as_published)
{
    const Estimate zarr = {195, 9.261460, 0.02278881, 0.02278881 / sqrt(195)};
    const Interval i = interval_t(&zarr, 0.05);
    assert_close(i.low, 9.258242, 1e-6);
    assert_close(i.high, 9.264679, 1e-6);
    assert_close(interval_half_width(i), (i.high - i.low) / 2, 1e-15);
    assert_close(student_upper(0.025, 1), 12.706205, 1e-6);
    assert_close(student_upper(0.025, 10), 2.228139, 1e-6);
    assert_close(student_upper(0.025, 1e10), 1.959964, 1e-6);
    assert_close(student_upper(0.00025, 1e10), 3.480756, 1e-6);
}

/* Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3. */
TEST(wilson_as_published)
{
    static const struct {
        double successes, low, high;
        int64_t n;
    } ROWS[] = {{81, 0.2553, 0.3662, 263}, {15, 0.0624, 0.1605, 148}, {0, 0, 0.1611, 20}, {1, 0.0061, 0.1718, 29}};
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        const Interval w = interval_wilson(ROWS[i].successes, ROWS[i].n, 0.05);
        assert_close(w.low, ROWS[i].low, 5e-5);
        assert_close(w.high, ROWS[i].high, 5e-5);
        const Interval mirror = interval_wilson((double)ROWS[i].n - ROWS[i].successes, ROWS[i].n, 0.05);
        assert_close(mirror.low, 1 - w.high, 1e-12);
        assert_close(mirror.high, 1 - w.low, 1e-12);
    }
}

TEST(share_interval_stays_honest_at_the_edges)
{
    const int won[] = {4, 4, 4, 4, 4}; /* five boards, all four half points won */
    const Estimate all = estimate_values(won, COUNT(won), 4);
    const Interval i = interval_share(&all, 0.05), w = interval_wilson(5, 5, 0.05);
    assert_true(i.low == w.low && i.high == 1 && i.low > 0.4 && i.low < 0.7);
    const int split[] = {2, 2, 2};
    const Estimate half = estimate_values(split, COUNT(split), 4);
    assert_true(interval_half_width(interval_share(&half, 0.05)) > 0.2);
    const int uneven[] = {4, 4, 4, 4, 4, 4, 4, 4, 4, 3};
    const Estimate nearly = estimate_values(uneven, COUNT(uneven), 4);
    const Interval n = interval_share(&nearly, 0.05);
    assert_true(n.low < nearly.mean && n.high > nearly.mean && n.high < 1);
}

TEST(rho_is_best_at_the_planned_size)
{
    static const double ALPHAS[] = {0.2, 0.05, 0.001, 1e-8};
    static const double SIZES[] = {50, 1e4, 1e9};
    for (size_t a = 0; a < COUNT(ALPHAS); a++)
        for (size_t s = 0; s < COUNT(SIZES); s++) {
            const double rho = anytime_rho(ALPHAS[a], SIZES[s]);
            const double best = anytime_factor(SIZES[s], ALPHAS[a], rho);
            assert_true(anytime_factor(SIZES[s], ALPHAS[a], rho * 1.02) > best);
            assert_true(anytime_factor(SIZES[s], ALPHAS[a], rho / 1.02) > best);
            if (SIZES[s] > ANYTIME_MIN_N) assert_close(boards_for_anytime(1, best, ALPHAS[a]) / SIZES[s], 1, 1e-4);
        }
    const Estimate e = {1000, 1.5, 4, 4 / sqrt(1000)};
    const Interval i = interval_anytime(&e, 0.05, anytime_rho(0.05, 1000));
    assert_close((i.low + i.high) / 2, 1.5, 1e-12);
    const double ratio = interval_half_width(i) / interval_half_width(interval_t(&e, 0.05));
    assert_true(ratio > 1.4 && ratio < 1.6);
}

/* One board's result, in quarters: skewed, discrete, mean 0. */
static int64_t skewed_board(gsl_rng *rng)
{
    const double u = gsl_rng_uniform(rng);
    return u < 0.5 ? -2 : u < 0.75 ? -1 : u < 0.9 ? 1 : 11;
}

/* A rare tactic: one board in 25 is not zero. Mean 0. */
static int64_t rare_board(gsl_rng *rng)
{
    const double u = gsl_rng_uniform(rng);
    return u < 0.02 ? -3 : u < 0.04 ? 3 : 0;
}

static int64_t plain_board(gsl_rng *rng) { return lround(gsl_ran_gaussian(rng, 20)); }

static bool misses_zero(Interval i) { return i.low > 0 || i.high < 0; }

TEST(fixed_intervals_cover)
{
    enum { RUNS = 20000, BOARDS = 200 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 5);
    int missed = 0;
    for (int run = 0; run < RUNS; run++) {
        Moments m = {0};
        for (int board = 0; board < BOARDS; board++)
            moments_add(&m, skewed_board(rng));
        const Estimate e = estimate_of(&m, 4);
        missed += misses_zero(interval_t(&e, 0.05));
    }
    gsl_rng_free(rng);
    assert_in_range(missed, RUNS * 4 / 100, RUNS * 6 / 100);
}

/* The share of runs of which some interval, looked at after every board, missed. */
static double watched_error(int64_t (*board)(gsl_rng *), int runs, int boards, double planned)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 7);
    const double rho = anytime_rho(0.05, planned);
    int missed = 0;
    for (int run = 0; run < runs; run++) {
        Moments m = {0};
        bool miss = false;
        for (int i = 0; i < boards && !miss; i++) {
            moments_add(&m, board(rng));
            const Estimate e = estimate_of(&m, 4);
            miss = misses_zero(interval_anytime(&e, 0.05, rho));
        }
        missed += miss;
    }
    gsl_rng_free(rng);
    return (double)missed / runs;
}

TEST(anytime_intervals_cover_under_watching)
{
    assert_true(watched_error(plain_board, 1500, 1500, 100) < 0.05);
    assert_true(watched_error(plain_board, 1500, 1500, 1000) < 0.05);
    assert_true(watched_error(skewed_board, 1500, 1500, 1000) < 0.05);
    assert_true(watched_error(rare_board, 1500, 1500, 1000) < 0.05);
    assert_true(watched_error(rare_board, 1500, 1500, 100000) < 0.05);
}

/* Pairs of games: win, draw, loss correlated within the board. */
TEST(share_intervals_cover)
{
    enum { RUNS = 10000, BOARDS = 100 };
    static const double P[] = {0.02, 0.10, 0.45, 0.30, 0.13};
    double truth = 0;
    for (size_t i = 0; i < COUNT(P); i++)
        truth += P[i] * (double)i / 4;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 3);
    gsl_ran_discrete_t *table = gsl_ran_discrete_preproc(COUNT(P), P);
    int missed = 0, wilson_missed = 0;
    for (int run = 0; run < RUNS; run++) {
        Moments m = {0};
        for (int board = 0; board < BOARDS; board++)
            moments_add(&m, (int64_t)gsl_ran_discrete(rng, table));
        const Estimate e = estimate_of(&m, 4);
        const Interval share = interval_share(&e, 0.05);
        const Interval wilson = interval_wilson(e.mean * BOARDS, BOARDS, 0.05);
        missed += truth < share.low || truth > share.high;
        wilson_missed += truth < wilson.low || truth > wilson.high;
    }
    gsl_ran_discrete_free(table);
    gsl_rng_free(rng);
    assert_in_range(missed, RUNS * 4 / 100, RUNS * 6 / 100);
    assert_in_range(wilson_missed, 0, RUNS / 100); /* too wide, as its header says */
}

/* By hand: x 2, 6, 7 with y 1, 2, 2 has the ratio 3, and x - 3 y is -1, 0, 1 with a standard deviation of 1 in units of
   the mean y. */
TEST(ratio_by_hand)
{
    const int x[] = {2, 6, 7}, y[] = {1, 2, 2};
    Moments of_x = {0}, of_y = {0}, both = {0};
    const Estimate none = estimate_ratio(&of_x, &of_y, &both, 1);
    assert_true(isnan(none.mean) && isnan(none.se));
    for (int i = 0; i < 3; i++) {
        moments_add(&of_x, x[i]);
        moments_add(&of_y, y[i]);
        moments_add(&both, x[i] + y[i]);
        if (!i) assert_true(isnan(estimate_ratio(&of_x, &of_y, &both, 1).se));
    }
    const Estimate e = estimate_ratio(&of_x, &of_y, &both, 2);
    assert_close(e.mean, 1.5, 1e-15);
    assert_close(e.sd, 1 / (5.0 / 3 * 2), 1e-12);
    assert_close(e.se, e.sd / sqrt(3), 1e-15);
    assert_int_equal(e.n, 3);
}

/* Where all y are alike it is the mean itself, and where they vary with x its interval covers the ratio of the
   means. */
TEST(ratio_intervals_cover)
{
    enum { RUNS = 4000, BOARDS = 300 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int missed = 0, naive = 0;
    for (int run = 0; run < RUNS; run++) {
        Moments x = {0}, y = {0}, both = {0}, flat = {0}, same = {0};
        double means = 0;
        for (int board = 0; board < BOARDS; board++) {
            const int rounds = 4 + (int)gsl_rng_uniform_int(rng, 9);
            int points = 0;
            for (int i = 0; i < rounds; i++)
                points += 60 / rounds + (int)gsl_rng_uniform_int(rng, 11) - 5;
            moments_add(&x, points);
            moments_add(&y, rounds);
            moments_add(&both, points + rounds);
            moments_add(&flat, 7);
            moments_add(&same, points + 7);
            means += (double)points / rounds / BOARDS;
        }
        /* the integer parts of 60 / rounds for 4 … 12 rounds, each as likely */
        const double truth = (4 * 15 + 5 * 12 + 6 * 10 + 7 * 8 + 8 * 7 + 9 * 6 + 10 * 6 + 11 * 5 + 12 * 5) / 72.0;
        const Estimate e = estimate_ratio(&x, &y, &both, 1);
        const Interval interval = interval_t(&e, 0.05);
        missed += truth < interval.low || truth > interval.high;
        naive += means < interval.low || means > interval.high;
        const Estimate plain = estimate_of(&x, 7), even = estimate_ratio(&x, &flat, &same, 1);
        assert_close(even.mean, plain.mean, 1e-12);
        assert_close(even.se, plain.se, 1e-9);
    }
    gsl_rng_free(rng);
    assert_in_range(missed, RUNS * 4 / 100, RUNS * 6 / 100);
    assert_true(naive > RUNS / 2); /* the mean of the boards' ratios is another number */
}

/* Where one observation of many is far away, the end on its side lies as if there were two more of them; where none is,
   the interval is close to Student's. */
TEST(a_skewed_mean_reaches_further)
{
    Extremes skewed = {0}, even = {0};
    for (int i = 0; i < 1000; i++) {
        extremes_add(&skewed, i ? 0 : 100);
        extremes_add(&even, i % 2);
    }
    const Interval interval = interval_skewed(&skewed, 10, 0.05);
    const Estimate estimate = estimate_of(&skewed.sum, 10);
    /* 2.93 of 1,002 are 10: 0.0291, and 1.96 standard errors of sqrt(0.0291 * (10 - 0.0291) / 1002) */
    assert_true(fabs(interval.high - 0.0627) < 0.001 && interval.high > 2 * interval_t(&estimate, 0.05).high);
    assert_true(interval.low < 0 && interval.low > -0.02);
    const Interval near = interval_skewed(&even, 1, 0.05);
    assert_true(fabs(near.low - 0.469) < 0.002 && fabs(near.high - 0.531) < 0.002);
    const Extremes same = {{5, 20, 80}, 4, 4};
    assert_false(interval_known(interval_skewed(&same, 1, 0.05)));
}
