/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tuner on hills whose top is known, seen through noise. */
#include <stdlib.h>
#include <string.h>

#include "analysis/study/tuning/tuner.h"
#include "engine/rng.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

enum { DIMS = 6, SCALE = 1000 };

/* One board's score of a point: the hill's height there, and noise that all candidates on the board share in part. */
typedef struct {
    double top[DIMS];
    double steepness; /* points lost per squared unit */
    uint64_t plays, last_trial, stop_after;
    bool flat, voids, outside;
    const TunerRange *ranges;
    int watched;
} Hill;

static double noise(uint64_t kind, uint64_t board, uint64_t point)
{
    Rng rng = rng_for(77, board, 100 + kind + 10 * point);
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += rng_double(&rng);
    return sum - 6;
}

static double height(Hill *hill, const double *point)
{
    double height = 0;
    for (size_t i = 0; i < DIMS; i++) {
        const double x = point[i], off = (x - hill->top[i]) / hill->ranges[i].unit;
        hill->outside |=
            x < hill->ranges[i].low || x > hill->ranges[i].high || (hill->ranges[i].whole && x != round(x));
        height -= hill->flat ? 0 : hill->steepness * off * off;
    }
    return height;
}

static int64_t score(const Hill *hill, double height, BoardShare kind, uint64_t board, uint64_t own)
{
    return lround(SCALE * (height + 3 * noise(kind - SHARE_SEARCH, board, 0) +
                           3 * noise(kind - SHARE_SEARCH, board, 1 + hill->plays % 97 + own)));
}

static ArenaEnd play(void *context, const double *points, size_t candidates, const double *base, BoardShare kind,
                     uint64_t first, uint64_t boards, TunerScore *scores)
{
    Hill *hill = context;
    hill->plays += candidates * boards;
    if (hill->stop_after && hill->plays > hill->stop_after) return ARENA_INTERRUPTED;
    size_t like = 0; /* whose scores are the base's */
    while (like < candidates && memcmp(points + like * DIMS, base, DIMS * sizeof *base))
        like++;
    memset(scores, 0, candidates * sizeof *scores);
    const double base_height = height(hill, base);
    for (size_t c = 0; c < candidates; c++) {
        const double own_height = height(hill, points + c * DIMS);
        for (uint64_t board = first; board < first + boards; board++) {
            if (hill->voids && board % 3 == 0) continue;
            const int64_t own = score(hill, own_height, kind, board, c);
            moments_add(&scores[c].score, own);
            moments_add(&scores[c].gain, own - score(hill, base_height, kind, board, like));
        }
    }
    return ARENA_DONE;
}

static void watch(void *context, const TunerView *view)
{
    Hill *hill = context;
    assert_true(view->evaluations > hill->last_trial);
    assert_int_equal(view->dims, DIMS);
    hill->last_trial = view->evaluations;
    hill->watched++;
}

static const TunerRange RANGES[DIMS] = {{-5, 5, 1, false}, {-100, 100, 1, false}, {0, 1, 1, false},
                                        {0, 10, 1, true},  {-2, 2, 1, false},     {0, 100, 10, false}};
static const double START[DIMS] = {0, 0, 0, 9, 1, 0};

static Tuner tuner_on(Hill *hill, TunerMethod method, uint64_t budget)
{
    static const double TOP[DIMS] = {1.5, -1, 0.7, 6, 5, 25}; /* the fifth lies beyond its range */
    memcpy(hill->top, TOP, sizeof TOP);
    hill->steepness = hill->steepness > 0 ? hill->steepness : 0.5;
    hill->ranges = RANGES;
    return (Tuner){.dims = DIMS,
                   .ranges = RANGES,
                   .start = START,
                   .method = method,
                   .budget = budget,
                   .step = 0.25,
                   .scale = SCALE,
                   .seed = 1,
                   .play = play,
                   .watch = watch,
                   .context = hill};
}

TEST(both_methods_climb)
{
    for (int method = TUNER_SPSA; method <= TUNER_CMAES; method++) {
        Hill hill = {0};
        const Tuner tuner = tuner_on(&hill, (TunerMethod)method, 1000000);
        double best[DIMS];
        assert_int_equal(tuner_run(&tuner, best), ARENA_DONE);
        assert_false(hill.outside);
        for (size_t i = 0; i < DIMS; i++) {
            const double top = fmin(RANGES[i].high, hill.top[i]);
            assert_close(best[i], top, (RANGES[i].whole ? 1 : 0.35) * RANGES[i].unit);
        }
        assert_in_range(hill.plays, 900000, 1001000);
        assert_true(hill.watched >= 20);
    }
}

TEST(void_boards_do_not_count)
{
    Hill hill = {.voids = true, .steepness = 2};
    const Tuner tuner = tuner_on(&hill, TUNER_SPSA, 300000);
    double best[DIMS];
    assert_int_equal(tuner_run(&tuner, best), ARENA_DONE);
    assert_close(best[0], 1.5, 0.5);
}

TEST(a_plain_gives_numbers_within_the_ranges)
{
    for (int method = TUNER_SPSA; method <= TUNER_CMAES; method++) {
        Hill hill = {.flat = true};
        const Tuner tuner = tuner_on(&hill, (TunerMethod)method, TUNER_LEAST_BUDGET);
        double best[DIMS];
        assert_int_equal(tuner_run(&tuner, best), ARENA_DONE);
        assert_false(hill.outside);
        for (size_t i = 0; i < DIMS; i++)
            assert_true(best[i] >= RANGES[i].low && best[i] <= RANGES[i].high);
    }
}

TEST(stopping_leaves_the_best_so_far)
{
    Hill hill = {.stop_after = 300000};
    const Tuner tuner = tuner_on(&hill, TUNER_SPSA, 1000000);
    double best[DIMS];
    assert_int_equal(tuner_run(&tuner, best), ARENA_INTERRUPTED);
    assert_close(best[0], 1.5, 0.8);
    Hill at_once = {.stop_after = 1};
    const Tuner none = tuner_on(&at_once, TUNER_SPSA, 1000000);
    assert_int_equal(tuner_run(&none, best), ARENA_INTERRUPTED);
    assert_memory_equal(best, START, sizeof START);
}

/* The budget is obeyed to the last board, also where a step or the polish would like more. */
TEST(no_more_boards_than_the_budget)
{
    const uint64_t budgets[] = {TUNER_LEAST_BUDGET, 25000, 400000};
    for (int method = TUNER_SPSA; method <= TUNER_CMAES; method++)
        for (size_t b = 0; b < 3; b++) {
            const uint64_t most = tuner_most_batch((TunerMethod)method, DIMS, budgets[b]);
            const uint64_t batches[] = {0, TUNER_LEAST_BATCH, most};
            assert_true(most > TUNER_LEAST_BATCH);
            for (size_t i = 0; i < 3; i++) {
                Hill hill = {.flat = true};
                Tuner tuner = tuner_on(&hill, (TunerMethod)method, budgets[b]);
                double best[DIMS];
                tuner.batch = batches[i];
                assert_int_equal(tuner_run(&tuner, best), ARENA_DONE);
                assert_in_range(hill.plays, budgets[b] * 8 / 10, budgets[b]);
            }
        }
}

/* Without noise, CMA-ES reaches the top of a ridge a thousand times steeper across than along, turned off the axes. */
TEST(cmaes_follows_a_narrow_ridge)
{
    enum { N = 5, GENERATIONS = 400 };
    const double start[N] = {3, -2, 1, 4, -1};
    CmaEs *es = cmaes_open(N, start, 1);
    assert_non_null(es);
    const size_t population = cmaes_population(N);
    double points[16 * N], values[16];
    Rng rng = rng_make(1, 2);
    assert_true(population <= 16);
    for (int g = 0; g < GENERATIONS; g++) {
        cmaes_ask(es, points, &rng);
        for (size_t p = 0; p < population; p++) {
            double sum = 0, loss = 0;
            for (size_t i = 0; i < N; i++)
                sum += points[p * N + i];
            for (size_t i = 0; i < N; i++)
                loss += pow(points[p * N + i] - 1, 2);
            values[p] = -loss - 1000 * pow(sum - N, 2);
        }
        assert_true(cmaes_tell(es, points, values));
    }
    for (size_t i = 0; i < N; i++)
        assert_close(cmaes_mean(es)[i], 1, 1e-4);
    cmaes_close(es);
}
