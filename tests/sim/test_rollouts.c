/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lead of a play is measured on deals that have chosen nothing. */
#include "sim/rollouts.h"

#include <math.h>
#include <string.h>

#include "engine/rng.h"
#include "engine/table.h"
#include "tests/engine/claims.h"
#include "tests/test.h"

enum { PLAYS_MADE = 8, TRIALS = 400, STOP_NEVER = 1 << 30 };

/* A determinization in which play i is worth means[i] with noise; each deal has a stream of its own. */
typedef struct {
    uint64_t seed;
    int means[PLAYS_MADE];
    int calls, last_call; /* calls from that on stop */
    uint64_t first_seen, end_seen[2];
    uint64_t made;
} Determinization;

static int value_of(const Determinization *determinization, uint64_t deal, int play)
{
    Rng rng = rng_for(determinization->seed, deal, (uint64_t)play);
    return determinization->means[play] + (int)rng_bounded(&rng, 201) - 100;
}

static bool deals_make(void *context, RolloutSums sums[], const int plays[], int count, int choice, uint64_t first,
                       uint64_t deals)
{
    Determinization *determinization = context;
    /* deals that find the rival measure nothing */
    assert_true((choice == NO_PLAY) == (first >= UINT64_C(1) << 40));
    if (determinization->calls++ >= determinization->last_call) return false;
    for (uint64_t deal = first; deal < first + deals; deal++)
        for (int i = 0; i < count; i++, determinization->made++) {
            const int value = value_of(determinization, deal, plays[i]);
            moments_add(&sums[plays[i]].value, value);
            if (choice != NO_PLAY) moments_add(&sums[plays[i]].behind, value_of(determinization, deal, choice) - value);
        }
    return true;
}

static const int ALL[PLAYS_MADE] = {0, 1, 2, 3, 4, 5, 6, 7};
static RolloutSums sums[MAX_MOVES];
static const RolloutUnit POINTS = {.scale = 1, .reach = 1.96, .low = -200, .high = 200};

static RolloutJob job_of(Determinization *determinization, uint64_t made)
{
    memset(sums, 0, sizeof sums);
    return (RolloutJob){
        .make = deals_make, .context = determinization, .plays = ALL, .count = PLAYS_MADE, .sums = sums, .made = made};
}

/* All plays are worth the same: whichever of seven looks best, its lead is not below 0 for that. */
TEST(the_best_of_many_is_not_flattered)
{
    double sum = 0, squares = 0;
    int missed = 0;
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        Determinization determinization = {.seed = trial, .last_call = STOP_NEVER};
        const RolloutJob job = job_of(&determinization, 0);
        int rival;
        assert_true(rollouts_measure(&rival, &job));
        const RolloutMean lead = rollout_mean(&sums[rival].behind, sums[rival].behind.n, &POINTS);
        sum += lead.mean;
        squares += lead.mean * lead.mean;
        missed += lead.low > 0 || lead.high < 0;
    }
    /* of all seven the one that the same deals flatter most would lie 1.35 standard deviations ahead */
    const double mean = sum / TRIALS, error = sqrt(squares) / TRIALS;
    assert_true(fabs(mean) < 4 * error);
    assert_in_range(missed, 5, 36);
}

TEST(the_best_of_the_others_is_found)
{
    Determinization determinization = {.seed = 1, .means = {30, 0, 5, 0, 20, 0, 3, 0}, .last_call = STOP_NEVER};
    const RolloutJob job = job_of(&determinization, 40000);
    int rival;
    assert_true(rollouts_measure(&rival, &job));
    assert_int_equal(rival, 4);
    const RolloutMean lead = rollout_mean(&sums[4].behind, sums[4].behind.n, &POINTS);
    assert_true(fabs(lead.mean - 10) < lead.high - lead.low);
    /* the whole of it was made, and each play in as many deals */
    assert_in_range(determinization.made, 40000 - 100, 40000);
    for (int i = 0; i < PLAYS_MADE; i++)
        assert_int_equal(sums[i].value.n, 3 * 40000 / 4 / PLAYS_MADE);
}

TEST(nothing_is_told_of_what_was_stopped_too_early)
{
    int rival;
    for (int last = 0; last < 4; last++) { /* three halvings, then the measurement */
        Determinization determinization = {.seed = 1, .last_call = last};
        const RolloutJob job = job_of(&determinization, 1000);
        assert_false(rollouts_measure(&rival, &job));
    }
    Determinization alone = {.seed = 1, .last_call = STOP_NEVER};
    RolloutJob job = job_of(&alone, 1000);
    job.count = 1;
    assert_true(rollouts_measure(&rival, &job));
    assert_int_equal(rival, NO_PLAY);
    assert_true(sums[0].value.n >= ROLLOUT_DEALS);
}

static RolloutMean mean_of(const int values[], int count, int64_t apart, const RolloutUnit *unit)
{
    Moments moments = {0};
    for (int i = 0; i < count; i++)
        moments_add(&moments, values[i]);
    return rollout_mean(&moments, apart, unit);
}

/* Chances in % that are all the same are not known to the last digit; ends stay between 0 and 100. */
TEST(an_edge_has_an_interval)
{
    enum { DEALS = 200 };
    static int values[DEALS];
    const RolloutUnit chance = {.scale = 1, .reach = 1.96, .low = 0, .high = 100, .edged = true};
    for (int value = 0; value <= 100; value += 50) {
        for (int i = 0; i < DEALS; i++)
            values[i] = value;
        const RolloutMean mean = mean_of(values, DEALS, DEALS, &chance);
        assert_true(mean.mean == value && mean.low >= 0 && mean.high <= 100);
        /* of 200 deals a thing that comes once in 54 stays away with 2.5 % */
        if (value) assert_true(value - mean.low > value / 54. && value - mean.low < value / 30.);
        if (value < 100) assert_true(mean.high - value > (100 - value) / 54.);
    }
}

/* Few deals in which two plays differ tell little of how much; many tell what they always told. */
TEST(few_deals_apart_are_few)
{
    enum { DEALS = 400 };
    static int values[DEALS];
    for (int i = 0; i < DEALS; i++)
        values[i] = i % 100 ? 0 : 5;
    const RolloutMean rare = mean_of(values, DEALS, 4, &POINTS), usual = mean_of(values, DEALS, DEALS, &POINTS);
    RolloutUnit plain = POINTS;
    plain.plain = true;
    const RolloutMean told = mean_of(values, DEALS, 4, &plain);
    assert_true(rare.mean == usual.mean && rare.low < 0 && rare.high > 1 && rare.high - rare.mean > rare.mean);
    assert_true(told.low == usual.low && told.high == usual.high && usual.high < 0.11);
    const int none[2] = {7, 7};
    assert_true(mean_of(none, 2, 2, &POINTS).low < 7 && mean_of(none, 2, 2, &plain).low == 7);
}
