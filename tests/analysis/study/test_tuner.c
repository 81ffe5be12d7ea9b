/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search of a tuning on hills whose top is known, seen through noise. */
#include <stdlib.h>
#include <string.h>

#include "analysis/study/tune.h"
#include "engine/rng.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

/* As many opponents make a board's score this many times what it is. */
enum { DIMS = 6, SCALE = 1000 };

/* One board's score of a point: the hill's height there, and noise that all candidates on the board share in part. */
typedef struct {
    double top[DIMS];
    double steepness; /* points lost per squared unit */
    uint64_t plays, stop_after;
    bool flat, voids, outside;
} Hill;

static const TuneRange RANGES[DIMS] = {{-5, 5, 1, false}, {-100, 100, 1, false}, {0, 1, 1, false},
                                       {0, 10, 1, true},  {-2, 2, 1, false},     {0, 100, 10, false}};
static const double START[DIMS] = {0, 0, 0, 9, 1, 0};
static Hill hill;
static TuneSetup setup;
static TuneResult result;

static double noise(uint64_t kind, uint64_t board, uint64_t point)
{
    Rng rng = rng_for(77, board, 100 + kind + 10 * point);
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += rng_double(&rng);
    return sum - 6;
}

static double height(const double *point)
{
    double height = 0;
    for (size_t i = 0; i < DIMS; i++) {
        const double x = point[i], off = (x - hill.top[i]) / RANGES[i].unit;
        hill.outside |= x < RANGES[i].low || x > RANGES[i].high || (RANGES[i].whole && x != round(x));
        height -= hill.flat ? 0 : hill.steepness * off * off;
    }
    return height;
}

static int64_t score(double height, BoardShare kind, uint64_t board, uint64_t own)
{
    return lround(SCALE * (height + 3 * noise(kind - SHARE_SEARCH, board, 0) +
                           3 * noise(kind - SHARE_SEARCH, board, 1 + hill.plays % 97 + own)));
}

static ArenaEnd play(const Variants *variants, const double *points, size_t candidates, const double *base,
                     uint64_t first, uint64_t boards, TuneScore *scores)
{
    const BoardShare kind = board_share(first);
    (void)variants;
    memset(scores, 0, candidates * sizeof *scores);
    if (kind == SHARE_VALIDATION) return ARENA_INTERRUPTED; /* the search is what is on trial */
    hill.plays += candidates * boards;
    if (hill.stop_after && hill.plays > hill.stop_after) return ARENA_INTERRUPTED;
    size_t like = 0; /* whose scores are the base's */
    while (like < candidates && memcmp(points + like * DIMS, base, DIMS * sizeof *base))
        like++;
    const double base_height = height(base);
    for (size_t c = 0; c < candidates; c++) {
        const double own_height = height(points + c * DIMS);
        for (uint64_t board = board_number(first); board < board_number(first) + boards; board++) {
            if (hill.voids && board % 3 == 0) continue;
            const int64_t own = score(own_height, kind, board, c);
            moments_add(&scores[c].score, own);
            moments_add(&scores[c].gain, own - score(base_height, kind, board, like));
        }
    }
    return ARENA_DONE;
}

/* Searches on that hill; what it came to is `result`. */
static const double *tuned(Hill on, TuneMethod method, uint64_t budget, uint64_t batch)
{
    static const double TOP[DIMS] = {1.5, -1, 0.7, 6, 5, 25}; /* the fifth lies beyond its range */
    hill = on;
    memcpy(hill.top, TOP, sizeof TOP);
    hill.steepness = on.steepness > 0 ? on.steepness : 0.5;
    setup = (TuneSetup){.request = {.method = method,
                                    .rounds = budget * SCALE,
                                    .batch = batch,
                                    .step = 0.25,
                                    .gain = 0.05,
                                    .alpha = USUAL_ALPHA,
                                    .test = 5000},
                        .schedule = {.seed = 1, .rules.sides = 2, .seatings = 1, .side_count = {1}},
                        .opponent_count = SCALE,
                        .count = DIMS,
                        .from_defaults = true};
    memcpy(setup.ranges, RANGES, sizeof RANGES);
    memcpy(setup.start, START, sizeof START);
    assert_true(tune_run(&result, &(TuneRun){.variants = {.setup = &setup}, .play = play}));
    assert_true(variants_scale(&setup) == SCALE);
    assert_false(hill.outside);
    return result.tuned;
}

TEST(both_methods_climb)
{
    for (int method = TUNE_SPSA; method <= TUNE_CMAES; method++) {
        const double *best = tuned((Hill){0}, (TuneMethod)method, 1000000, 0);
        assert_int_equal(result.phase, TUNE_VALIDATION);
        for (size_t i = 0; i < DIMS; i++) {
            const double top = fmin(RANGES[i].high, hill.top[i]);
            assert_close(best[i], top, (RANGES[i].whole ? 1 : 0.35) * RANGES[i].unit);
        }
        assert_in_range(hill.plays, 900000, 1001000);
        assert_true(result.note_count >= 20);
    }
}

TEST(void_boards_do_not_count)
{
    assert_close(tuned((Hill){.voids = true, .steepness = 2}, TUNE_SPSA, 300000, 0)[0], 1.5, 0.5);
}

TEST(a_plain_gives_numbers_within_the_ranges)
{
    for (int method = TUNE_SPSA; method <= TUNE_CMAES; method++) {
        const double *best = tuned((Hill){.flat = true}, (TuneMethod)method, TUNE_LEAST_BUDGET, 0);
        for (size_t i = 0; i < DIMS; i++)
            assert_true(best[i] >= RANGES[i].low && best[i] <= RANGES[i].high);
    }
}

TEST(stopping_leaves_the_best_so_far)
{
    assert_close(tuned((Hill){.stop_after = 300000}, TUNE_SPSA, 1000000, 0)[0], 1.5, 0.8);
    assert_true(result.interrupted);
    assert_int_equal(result.phase, TUNE_SEARCH);
    const double *best = tuned((Hill){.stop_after = 1}, TUNE_SPSA, 1000000, 0);
    assert_memory_equal(best, START, sizeof START);
    assert_int_equal(result.note_count, 0);
}

/* The budget is obeyed to the last board, also where a step or the polish would like more. */
TEST(no_more_boards_than_the_budget)
{
    const uint64_t budgets[] = {TUNE_LEAST_BUDGET, 25000, 400000};
    for (int method = TUNE_SPSA; method <= TUNE_CMAES; method++)
        for (size_t b = 0; b < 3; b++) {
            const uint64_t most = tune_most_batch((TuneMethod)method, DIMS, budgets[b]);
            const uint64_t batches[] = {0, TUNE_LEAST_BATCH, most};
            assert_true(most > TUNE_LEAST_BATCH);
            for (size_t i = 0; i < 3; i++) {
                tuned((Hill){.flat = true}, (TuneMethod)method, budgets[b], batches[i]);
                assert_in_range(hill.plays, budgets[b] * 8 / 10, budgets[b]);
            }
        }
}
