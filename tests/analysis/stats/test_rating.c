/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdlib.h>

#include "analysis/stats/rating.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

/* A. Agresti, Categorical Data Analysis: the American League's eastern division in 1987. The last team is 0. */
TEST(bradley_terry_as_published)
{
    enum { TEAMS = 7 };
    static const int WON[TEAMS][TEAMS] = {{0, 7, 9, 7, 7, 9, 11}, {6, 0, 7, 5, 11, 9, 9}, {4, 6, 0, 7, 7, 8, 12},
                                          {6, 8, 6, 0, 6, 7, 10}, {6, 2, 6, 7, 0, 7, 12}, {4, 4, 5, 6, 6, 0, 6},
                                          {2, 4, 1, 3, 1, 7, 0}};
    static const double PUBLISHED[TEAMS] = {1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0};
    Choice choices[TEAMS * TEAMS];
    double weights[TEAMS * TEAMS], nats[TEAMS];
    static const double NO_PRIOR[TEAMS * TEAMS];
    size_t count = 0;
    for (uint16_t a = 0; a < TEAMS; a++)
        for (uint16_t b = 0; b < TEAMS; b++)
            if (a != b) {
                choices[count] = (Choice){.agent = {a < b ? a : b, a < b ? b : a}, .size = 2, .taken = a};
                weights[count++] = 1000 * WON[a][b]; /* this many that the normal prior is nothing */
            }
    assert_true(fit_choices(nats, TEAMS, choices, weights, count, NO_PRIOR, NO_PRIOR));
    for (size_t i = 0; i < TEAMS; i++)
        assert_close(nats[i] - nats[TEAMS - 1], PUBLISHED[i], 2e-4);
}

/* One seat after the other, each as likely as its strength among those left. */
static void play_table(int32_t *points, const uint16_t *agent, size_t seats, const double *elo, gsl_rng *rng)
{
    for (size_t i = 0; i < seats; i++) /* exponential clocks: the first to ring is the winner */
        points[i] = (int32_t)(-1e6 * log(gsl_ran_exponential(rng, 1) / pow(10, elo[agent[i]] / 400)));
}

TEST(strengths_are_recovered)
{
    static const double ELO[] = {150, 40, 0, -60, -130};
    enum { AGENTS = 5, BOARDS = 8000 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 12);
    for (size_t seats = 2; seats <= 4; seats++) {
        Rankings rankings = {.boards = BOARDS};
        for (uint32_t board = 0; board < BOARDS; board++) {
            uint16_t agent[4];
            int32_t points[4];
            for (size_t i = 0; i < seats; i++) /* with repetition */
                agent[i] = (uint16_t)gsl_rng_uniform_int(rng, AGENTS);
            play_table(points, agent, seats, ELO, rng);
            assert_true(rankings_add(&rankings, board, agent, points, seats));
        }
        Rating rating[AGENTS];
        Rng draws = rng_make(1, seats);
        assert_true(rating_elo(rating, AGENTS, &rankings, 1, &(Resampling){0.05, 100, &draws, 2}));
        double sum = 0;
        for (size_t i = 0; i < AGENTS; i++) {
            const double half = interval_half_width(rating[i].interval);
            assert_true(half > 2 && half < 15);
            assert_close(rating[i].value, ELO[i], 2 * half);
            sum += rating[i].value;
        }
        assert_close(sum, 0, 1e-6);
        rankings_free(&rankings);
    }
    gsl_rng_free(rng);
}

TEST(intervals_cover)
{
    static const double ELO[] = {220, 20, -240};
    enum { AGENTS = 3, BOARDS = 60, RUNS = 250 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 13);
    Rng draws = rng_make(2, 3);
    int covered = 0;
    for (int run = 0; run < RUNS; run++) {
        Rankings rankings = {.boards = BOARDS};
        for (uint32_t board = 0; board < BOARDS; board++)
            for (uint16_t a = 0; a < AGENTS; a++)
                for (uint16_t b = 0; b < a; b++) {
                    int32_t points[2];
                    play_table(points, (uint16_t[]){a, b}, 2, ELO, rng);
                    assert_true(rankings_add(&rankings, board, (uint16_t[]){a, b}, points, 2));
                }
        Rating rating[AGENTS];
        assert_true(rating_elo(rating, AGENTS, &rankings, 1, &(Resampling){0.05, 200, &draws, 2}));
        for (size_t i = 0; i < AGENTS; i++)
            covered += rating[i].interval.low <= ELO[i] && ELO[i] <= rating[i].interval.high;
        rankings_free(&rankings);
    }
    gsl_rng_free(rng);
    assert_in_range(covered, RUNS * AGENTS * 92 / 100, RUNS * AGENTS * 98 / 100);
}

/* All of 100 boards won: Jeffreys' interval for the share, read as Elo. */
TEST(winning_everything_has_a_finite_rating)
{
    enum { BOARDS = 100 };
    Rankings rankings = {.boards = BOARDS};
    for (uint32_t board = 0; board < BOARDS; board++)
        assert_true(rankings_add(&rankings, board, (uint16_t[]){0, 1}, (int32_t[]){1, 0}, 2));
    Rating rating[2];
    Rng draws = rng_make(4, 4);
    assert_true(rating_elo(rating, 2, &rankings, 1, &(Resampling){0.05, 4000, &draws, 2}));
    assert_close(2 * rating[0].value, elo_of_share(100.5 / 101), 60); /* the normal prior pulls a little */
    assert_close(2 * rating[0].interval.low, elo_of_share(gsl_cdf_beta_Pinv(0.025, 100.5, 0.5)), 60);
    assert_true(rating[0].interval.high > rating[0].value + 100 && rating[0].interval.high < 3000);
    assert_close(rating[1].value, -rating[0].value, 1e-9);
    rankings_free(&rankings);
}

TEST(ratings_are_numbers_at_any_result)
{
    enum { AGENTS = 6 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 14);
    Rng draws = rng_make(5, 5);
    for (int run = 0; run < 300; run++) {
        const uint32_t boards = 1 + (uint32_t)gsl_rng_uniform_int(rng, 30);
        const size_t seats = 2 + gsl_rng_uniform_int(rng, 3);
        const int rule = (int)gsl_rng_uniform_int(rng, 3); /* the lower number wins; all tie; at random */
        Rankings rankings = {.boards = boards};
        for (uint32_t board = 0; run % 10 != 0 && board < boards; board++) {
            uint16_t agent[4];
            int32_t points[4];
            for (size_t i = 0; i < seats; i++) {
                agent[i] = (uint16_t)gsl_rng_uniform_int(rng, 1 + (unsigned long)run % AGENTS);
                points[i] = rule == 0 ? -agent[i] : rule == 1 ? 0 : (int32_t)gsl_rng_uniform_int(rng, 3);
            }
            assert_true(rankings_add(&rankings, board, agent, points, seats));
        }
        Rating rating[AGENTS];
        assert_true(rating_elo(rating, AGENTS, &rankings, 2, &(Resampling){0.05, 40, &draws, 2}));
        for (size_t i = 0; i < AGENTS; i++) {
            assert_true(fabs(rating[i].value) < 5000);
            assert_true(rating[i].interval.low < rating[i].interval.high);
            assert_true(fabs(rating[i].interval.low) < 10000 && fabs(rating[i].interval.high) < 10000);
            assert_true(rating[i].interval.low <= rating[i].value && rating[i].value <= rating[i].interval.high);
        }
        rankings_free(&rankings);
    }
    gsl_rng_free(rng);
}

TEST(shares_become_elo)
{
    assert_close(elo_of_share(0.5), 0, 1e-12);
    assert_close(elo_of_share(10.0 / 11), 400, 1e-9);
    assert_close(share_of_elo(-400), 1.0 / 11, 1e-12);
    assert_true(elo_of_share(1) == INFINITY && elo_of_share(0) == -INFINITY);
    const Interval elo = elo_of_interval((Interval){0.5, 10.0 / 11});
    assert_close(elo.low, 0, 1e-12);
    assert_close(elo.high, 400, 1e-9);
}

TEST(differences_fit_as_in_gsl)
{
    enum { AGENTS = 6, PAIRS = 11 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 15);
    RatedPair pairs[PAIRS];
    double means[2 * PAIRS];
    gsl_matrix *design = gsl_matrix_calloc(PAIRS + 1, AGENTS);
    gsl_vector *weights = gsl_vector_alloc(PAIRS + 1), *diffs = gsl_vector_calloc(PAIRS + 1);
    for (size_t p = 0; p < PAIRS; p++) {
        const uint16_t a = (uint16_t)(p % AGENTS), b = (uint16_t)((p + 1 + p / AGENTS) % AGENTS);
        pairs[p] = (RatedPair){a, b};
        means[2 * p] = gsl_ran_gaussian(rng, 3);
        means[2 * p + 1] = 10 + 1000 * gsl_rng_uniform(rng);
        gsl_matrix_set(design, p, a, 1);
        gsl_matrix_set(design, p, b, -1);
        gsl_vector_set(weights, p, means[2 * p + 1]);
        gsl_vector_set(diffs, p, means[2 * p]);
    }
    gsl_vector_set(weights, PAIRS, 1);
    for (size_t i = 0; i < AGENTS; i++)
        gsl_matrix_set(design, PAIRS, i, 1); /* the sum is 0 */
    gsl_vector *solution = gsl_vector_alloc(AGENTS);
    gsl_matrix *covariance = gsl_matrix_alloc(AGENTS, AGENTS);
    gsl_multifit_linear_workspace *work = gsl_multifit_linear_alloc(PAIRS + 1, AGENTS);
    double chi, points[AGENTS];
    gsl_multifit_wlinear(design, weights, diffs, solution, covariance, &chi, work);
    assert_true(fit_differences(points, &(PairTable){.agents = AGENTS, .pairs = pairs, .count = PAIRS}, means));
    for (size_t i = 0; i < AGENTS; i++)
        assert_close(points[i], gsl_vector_get(solution, i), 1e-9);
    gsl_multifit_linear_free(work);
    gsl_matrix_free(covariance);
    gsl_vector_free(solution);
    gsl_vector_free(diffs);
    gsl_vector_free(weights);
    gsl_matrix_free(design);
    gsl_rng_free(rng);
}

TEST(groups_that_never_met_are_rated_apart)
{
    static RatedPair PAIRS[] = {{0, 3}, {1, 4}, {3, 1}};
    static const double MEANS[] = {2, 50, -6, 1e9, 1, 0};
    PairTable table = {.agents = 6, .pairs = PAIRS, .count = COUNT(PAIRS)};
    double points[6];
    assert_true(fit_differences(points, &table, MEANS));
    static const double EXPECTED[] = {1, -3, 0, -1, 3, 0};
    for (size_t i = 0; i < COUNT(EXPECTED); i++)
        assert_close(points[i], EXPECTED[i], 1e-6);
    table.count = 0;
    assert_true(fit_differences(points, &table, MEANS));
    for (size_t i = 0; i < 6; i++)
        assert_true(points[i] == 0);
}

/* With two agents the rating is half of the mean difference, and so is its interval: of few boards as of many. */
static void interval_like_students(uint32_t boards)
{
    enum { MOST = 2000 };
    static int32_t cells[2 * MOST];
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 16);
    Moments m = {0};
    for (size_t i = 0; i < boards; i++) {
        cells[2 * i] = (int32_t)lround(gsl_ran_gaussian(rng, 10) + 3);
        cells[2 * i + 1] = 2;
        moments_add(&m, cells[2 * i]);
    }
    gsl_rng_free(rng);
    const Estimate e = estimate_of(&m, 2);
    const Interval t = interval_t(&e, 0.05);
    Rating rating[2];
    Rng draws = rng_make(6, 6);
    RatedPair pair = {0, 1};
    assert_true(
        rating_points(rating, &(PairTable){2, &pair, 1, cells, boards, 1}, &(Resampling){0.05, 4000, &draws, 2}));
    assert_close(rating[0].value, e.mean / 2, 1e-9);
    assert_close(rating[1].value, -e.mean / 2, 1e-9);
    assert_close(interval_half_width(rating[0].interval) / (interval_half_width(t) / 2), 1, 0.05);
    assert_true(rating_points(rating, &(PairTable){2, &pair, 1, cells, 1, 1}, &(Resampling){0.05, 50, &draws, 2}));
    assert_close(rating[0].value, cells[0] / 4.0, 1e-9);
    assert_false(interval_known(rating[0].interval)); /* one board says nothing about the spread */
}

TEST(point_intervals_agree_with_the_t_interval)
{
    interval_like_students(2000);
    interval_like_students(12);
}
