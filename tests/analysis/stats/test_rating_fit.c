/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is one number for each agent enough: the test of fit, the cyclic part, the Nash average; on results that are made
   up. */
#include <stdlib.h>
#include <string.h>

#include "analysis/stats/rating.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

enum { MOST_AGENTS = 8, MOST_BOARDS = 1000, MOST_PAIRS = MOST_AGENTS * (MOST_AGENTS - 1) / 2 };

typedef struct {
    PairTable table;
    RatedPair pairs[MOST_PAIRS];
    int32_t cells[2 * MOST_PAIRS * MOST_BOARDS];
} Meetings;

/* What a wins from b on average, in tenths of a point; UNMET: they never meet. */
typedef double (*Edge)(size_t a, size_t b);
enum { UNMET = 10000 };

static double by_index(size_t a, size_t b) { return 20 * ((double)b - (double)a); }
static double slightly(size_t a, size_t b) { return 4 * ((double)b - (double)a); }
static double in_a_circle(size_t a, size_t b) { return (b + 3 - a) % 3 == 1 ? 10 : -10; }
static double circle_of_the_best(size_t a, size_t b)
{
    return a < 3 && b < 3 ? in_a_circle(a, b) : by_index(a < 3 ? 2 : a, b < 3 ? 2 : b);
}
static double from_the_first(size_t a, size_t b) { return a && b ? UNMET : by_index(a, b); }
static double equals(size_t a, size_t b) { return (void)a, (void)b, 0; }

/* Boards whose cards suit some agents better than others, so that their pairs move together, with chance of their own
   on top; noise 0: every board is like the other. */
static void play(Meetings *out, size_t agents, uint32_t boards, Edge edge, int noise, Rng *rng)
{
    out->table = (PairTable){agents, out->pairs, 0, out->cells, boards, 1};
    for (size_t a = 0; a < agents; a++)
        for (size_t b = a + 1; b < agents; b++) {
            const size_t p = out->table.count;
            if (edge(a, b) == UNMET) continue;
            out->pairs[p] = (RatedPair){(uint16_t)a, (uint16_t)b};
            out->table.count++;
        }
    for (uint32_t board = 0; board < boards; board++) {
        int suits[MOST_AGENTS];
        for (size_t i = 0; i < agents; i++)
            suits[i] = noise ? (int)rng_bounded(rng, (uint32_t)(2 * noise + 1)) : 0;
        for (size_t p = 0; p < out->table.count; p++) {
            const size_t a = out->pairs[p].a, b = out->pairs[p].b;
            const int own = noise ? (int)rng_bounded(rng, (uint32_t)(2 * noise + 1)) - noise : 0;
            int32_t *cells = &out->cells[2 * (board * out->table.count + p)];
            cells[0] = 2 * ((int)lround(edge(a, b)) + suits[a] - suits[b] + own);
            cells[1] = 2;
        }
    }
}

static Meetings meetings;

static RatingFit fit_of(RatingCircle circles[static MOST_AGENTS])
{
    RatingFit fit;
    assert_true(rating_fit(&fit, circles, &meetings.table));
    return fit;
}

TEST(rock_paper_scissors_has_no_ratings)
{
    Rng rng = rng_make(1, 1);
    RatingCircle circles[MOST_AGENTS];
    Rating points[3], nash[3];
    double against[3];
    for (int noise = 0; noise <= 20; noise += 20) {
        play(&meetings, 3, 400, in_a_circle, noise, &rng);
        const RatingFit fit = fit_of(circles);
        assert_int_equal(fit.df, 1);
        assert_true(fit.p < 1e-6);
        assert_true(fit.cyclic > 0.95);
        for (size_t i = 0; i < 3; i++) {
            assert_int_equal(circles[i].second, (i + 1) % 3);
            assert_int_equal(circles[i].third, (i + 2) % 3);
            assert_close(circles[i].sum, 30, noise ? 5 : 1e-9);
        }
        assert_true(rating_points(points, &meetings.table, &(Resampling){0.05, 100, &rng, 2}));
        assert_true(rating_nash(nash, against, &meetings.table, &(Resampling){0.05, 100, &rng, 2}));
        for (size_t i = 0; i < 3; i++) {
            assert_close(points[i].value, 0, noise ? 2 : 1e-9);
            assert_close(nash[i].value, 1 / 3.0, noise ? 0.1 : 1e-6);
            assert_close(against[i], 0, 1e-4);
            assert_true(interval_half_width(nash[i].interval) > (noise ? 0.01 : -1e-9));
            assert_true(interval_half_width(nash[i].interval) < (noise ? 0.2 : 1e-6));
        }
    }
}

TEST(ratings_fit_agents_in_an_order)
{
    Rng rng = rng_make(2, 2);
    RatingCircle circles[MOST_AGENTS];
    Rating nash[6];
    double against[6];
    for (int noise = 0; noise <= 20; noise += 20) {
        play(&meetings, 6, 500, by_index, noise, &rng);
        const RatingFit fit = fit_of(circles);
        assert_int_equal(fit.df, noise ? 10 : 0); /* without chance there is nothing to test */
        assert_true(noise ? fit.p > 0.01 : isnan(fit.p));
        assert_true(fit.cyclic < 1e-3);
        assert_true(rating_nash(nash, against, &meetings.table, &(Resampling){0.05, 100, &rng, 2}));
        for (size_t i = 0; i < 6; i++) {
            assert_close(nash[i].value, i == 0, 1e-9);
            assert_close(nash[i].interval.low, i == 0, 1e-9);
            assert_close(against[i], -20.0 * (double)i, noise ? 3 : 1e-9);
        }
    }
}

TEST(a_circle_at_the_top_is_found_among_others)
{
    Rng rng = rng_make(3, 3);
    RatingCircle circles[MOST_AGENTS];
    Rating nash[7];
    double against[7];
    play(&meetings, 7, 400, circle_of_the_best, 20, &rng);
    const RatingFit fit = fit_of(circles);
    assert_int_equal(fit.df, 15);
    assert_true(fit.p < 1e-6);
    assert_true(fit.cyclic > 0.005 && fit.cyclic < 0.5);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(circles[i].second, (i + 1) % 3);
    assert_true(rating_nash(nash, against, &meetings.table, &(Resampling){0.05, 100, &rng, 2}));
    for (size_t i = 0; i < 7; i++)
        assert_close(nash[i].value, i < 3 ? 1 / 3.0 : 0, 0.2);
}

TEST(without_circles_nothing_is_tested)
{
    Rng rng = rng_make(4, 4);
    RatingCircle circles[MOST_AGENTS];
    Rating nash[5];
    double against[5];
    play(&meetings, 5, 100, from_the_first, 20, &rng);
    const RatingFit fit = fit_of(circles);
    assert_int_equal(fit.df, 0);
    assert_true(isnan(fit.p) && isnan(circles[0].sum));
    assert_true(rating_nash(nash, against, &meetings.table, &(Resampling){0.05, 20, &rng, 2}));
    assert_true(isnan(nash[0].value) && isnan(against[1]));
    play(&meetings, 5, 35, equals, 20, &rng); /* boards are too few for six circles */
    assert_true(isnan(fit_of(circles).p));
    play(&meetings, 5, 1, equals, 20, &rng);
    assert_true(isnan(fit_of(circles).p));
}

/* Of tables that ratings explain, the test refuses 5 % at 0.05 and 1 % at 0.01, whatever boards have in common. */
TEST(the_test_of_fit_keeps_its_promise)
{
    enum { TABLES = 3000 };
    static const struct {
        size_t agents;
        uint32_t boards;
    } CASES[] = {{3, 40}, {5, 50}, {8, 60}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        Rng rng = rng_make(5, i);
        RatingCircle circles[MOST_AGENTS];
        int refused[2] = {0};
        for (int t = 0; t < TABLES; t++) {
            play(&meetings, CASES[i].agents, CASES[i].boards, t % 2 ? by_index : equals, 20, &rng);
            const double p = fit_of(circles).p;
            refused[0] += p <= 0.05;
            refused[1] += p <= 0.01;
        }
        /* four standard errors */
        assert_close(refused[0] / (double)TABLES, 0.05, 0.016);
        assert_close(refused[1] / (double)TABLES, 0.01, 0.0073);
    }
}

/* Where chance is a tenth of all differences, little of it is taken for circles. */
TEST(chance_is_not_taken_for_circles)
{
    enum { TABLES = 200 };
    Rng rng = rng_make(7, 7);
    RatingCircle circles[MOST_AGENTS];
    double sum = 0;
    for (int t = 0; t < TABLES; t++) {
        play(&meetings, 5, 200, slightly, 20, &rng);
        sum += fit_of(circles).cyclic;
    }
    assert_true(sum / TABLES < 0.003);
}

/* Nobody wins from the mixture, and none is wasted on an agent that loses to it. */
TEST(a_mixture_is_an_equilibrium)
{
    enum { AGENTS = 40 };
    static double wins[AGENTS * AGENTS], weights[AGENTS];
    Rng rng = rng_make(6, 6);
    for (size_t agents = 2; agents <= AGENTS; agents += agents < 10 ? 1 : 10)
        for (int t = 0; t < 20; t++) {
            double sum = 0;
            for (size_t a = 0; a < agents; a++)
                for (size_t b = a; b < agents; b++) {
                    const double won = a == b ? 0 : rng_double(&rng) - 0.5 + (t % 2 ? 0.3 : 0);
                    wins[a * agents + b] = won;
                    wins[b * agents + a] = -won;
                }
            assert_true(nash_mixture(weights, wins, agents));
            for (size_t a = 0; a < agents; a++) {
                double won = 0;
                for (size_t b = 0; b < agents; b++)
                    won += wins[a * agents + b] * weights[b];
                assert_true(won < 2e-5 && weights[a] >= 0 && (weights[a] == 0 || won > -2e-4));
                sum += weights[a];
            }
            assert_close(sum, 1, 1e-9);
        }
}

TEST(of_several_mixtures_it_is_the_most_even)
{
    static const struct {
        size_t agents;
        double wins[16], weights[4];
    } CASES[] = {
        {2, {0, 0, 0, 0}, {0.5, 0.5}},
        {3, {0, 0, 1, 0, 0, 1, -1, -1, 0}, {0.5, 0.5, 0}},
        {3, {0, 2, -1, -2, 0, 3, 1, -3, 0}, {3 / 6.0, 1 / 6.0, 2 / 6.0}},
        /* rock twice, paper, scissors: the two rocks share */
        {4, {0, 0, -1, 1, 0, 0, -1, 1, 1, 1, 0, -1, -1, -1, 1, 0}, {1 / 6.0, 1 / 6.0, 1 / 3.0, 1 / 3.0}},
        /* the last loses to the first alone: it may stand in for the others while the first is not tempted */
        {4, {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0}, {1 / 3.0, 1 / 3.0, 1 / 3.0, 0}},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        double weights[4];
        assert_true(nash_mixture(weights, CASES[i].wins, CASES[i].agents));
        for (size_t a = 0; a < CASES[i].agents; a++)
            assert_close(weights[a], CASES[i].weights[a], 1e-4);
    }
}
