/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/engine/claims.h"

#include "engine/rng.h"
#include "tests/test.h"

void pcg_published(uint32_t *out, int count, uint64_t state, uint64_t sequence);

/* The output of pcg32-demo, as published: seed 42, sequence 54. */
TEST(agrees_with_the_published_vector)
{
    static const uint32_t PUBLISHED[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e};
    Rng rng = rng_make(42, 54);
    for (int i = 0; i < COUNT(PUBLISHED); i++)
        assert_int_equal(rng_next(&rng), PUBLISHED[i]);
}

TEST(agrees_with_the_published_library)
{
    enum { LENGTH = 1000 };
    uint32_t expected[LENGTH];
    for (uint64_t i = 0; i < 100; i++) {
        uint64_t start = i * UINT64_C(0x9e3779b97f4a7c15), sequence = i * i * UINT64_C(0xbf58476d1ce4e5b9);
        pcg_published(expected, LENGTH, start, sequence);
        Rng rng = rng_make(start, sequence);
        for (int j = 0; j < LENGTH; j++)
            assert_int_equal(rng_next(&rng), expected[j]);
    }
}

TEST(bounded_draws_are_uniform)
{
    for (uint32_t bound = 1; bound <= 53; bound += 4) {
        enum { DRAWS = 40000 };
        uint32_t count[53] = {0};
        Rng rng = rng_for(7, bound, PURPOSE_TEST);
        for (int i = 0; i < DRAWS; i++) {
            uint32_t draw = rng_bounded(&rng, bound);
            assert_true(draw < bound);
            count[draw]++;
        }
        double expected = (double)DRAWS / bound, chi = 0;
        for (uint32_t i = 0; i < bound; i++)
            chi += (count[i] - expected) * (count[i] - expected) / expected;
        assert_true(bound == 1 || chi_square_tail(chi, bound - 1) > 1e-4);
    }
}

/* With a bound just above 2^31 a draw without rejection would favour half of the values by two to one. */
TEST(bounded_draws_have_no_bias)
{
    enum { DRAWS = 40000 };
    uint32_t bound = UINT32_C(3) << 30;
    int low = 0;
    Rng rng = rng_for(8, 0, PURPOSE_TEST);
    for (int i = 0; i < DRAWS; i++)
        low += rng_bounded(&rng, bound) % 3 == 0;
    double expected = DRAWS / 3.0, z = (low - expected) / 94.3; /* sd = sqrt(n * 1/3 * 2/3) */
    assert_true(z > -4 && z < 4);
}

TEST(streams_are_told_apart_by_seed_board_and_purpose)
{
    enum { SEEDS = 8, BOARDS = 8, PURPOSES = 8, STREAMS = SEEDS * BOARDS * PURPOSES };
    uint64_t seen[STREAMS];
    int n = 0;
    for (uint64_t i = 0; i < STREAMS; i++) {
        Rng rng = rng_for(i / 64, i / 8 % 8, i % 8);
        uint64_t first = (uint64_t)rng_next(&rng) << 32;
        seen[n++] = first | rng_next(&rng);
        for (int j = 0; j + 1 < n; j++)
            assert_true(seen[j] != seen[n - 1]);
    }
}
