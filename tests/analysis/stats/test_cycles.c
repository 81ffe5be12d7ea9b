/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_rng.h>

#include "analysis/stats/rating.h"
#include "tests/analysis/claims.h"

static void rock_paper_scissors(void **state)
{
    (void)state;
    bool beats[4 * 4] = {false};
    beats[1 * 4 + 3] = beats[3 * 4 + 2] = beats[2 * 4 + 1] = true; /* 0 beats all and is in no circle */
    beats[0 * 4 + 1] = beats[0 * 4 + 2] = beats[0 * 4 + 3] = true;
    uint16_t members[8];
    size_t length;
    assert_int_equal(cycles_find(members, COUNT(members), &length, beats, 4), 1);
    assert_int_equal(length, 3);
    assert_true(members[0] == 1 && members[1] == 3 && members[2] == 2);
    assert_int_equal(cycles_find(NULL, 0, &length, beats, 4), 1);
    beats[2 * 4 + 1] = false;
    assert_int_equal(cycles_find(members, COUNT(members), &length, beats, 4), 0);
    assert_int_equal(length, 0);
    assert_int_equal(cycles_find(NULL, 0, &length, NULL, 0), 0);
}

static void undecided_pairs_can_leave_longer_circles(void **state)
{
    (void)state;
    enum { N = 6 };
    bool beats[N * N] = {false};
    for (size_t i = 0; i < 5; i++)
        beats[i * N + (i + 1) % 5] = true;      /* 0 1 2 3 4 */
    beats[3 * N + 5] = beats[5 * N + 0] = true; /* 0 1 2 3 5 */
    uint16_t members[10];
    size_t length;
    assert_int_equal(cycles_find(members, COUNT(members), &length, beats, N), 2);
    assert_int_equal(length, 5);
    static const uint16_t EXPECTED[] = {0, 1, 2, 3, 4, 0, 1, 2, 3, 5};
    assert_memory_equal(members, EXPECTED, sizeof EXPECTED);
}

static void random_tournaments_agree_with_counting(void **state)
{
    (void)state;
    enum { N = 12 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 6);
    for (int run = 0; run < 200; run++) {
        bool beats[N * N] = {false};
        const double upset = run / 400.0;
        for (size_t a = 0; a < N; a++)
            for (size_t b = 0; b < a; b++)
                *(gsl_rng_uniform(rng) < upset ? &beats[a * N + b] : &beats[b * N + a]) = true;
        size_t expected = 0;
        for (size_t a = 0; a < N; a++)
            for (size_t b = a + 1; b < N; b++)
                for (size_t c = a + 1; c < N; c++)
                    expected += beats[a * N + b] && beats[b * N + c] && beats[c * N + a];
        static uint16_t members[3 * N * N * N];
        size_t length;
        const size_t found = cycles_find(members, COUNT(members), &length, beats, N);
        assert_int_equal(found, expected);
        for (size_t k = 0; k < found; k++) {
            const uint16_t *m = members + 3 * k;
            assert_true(m[0] < m[1] && m[0] < m[2]);
            assert_true(beats[m[0] * N + m[1]] && beats[m[1] * N + m[2]] && beats[m[2] * N + m[0]]);
        }
    }
    gsl_rng_free(rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rock_paper_scissors),
        cmocka_unit_test(undecided_pairs_can_leave_longer_circles),
        cmocka_unit_test(random_tournaments_agree_with_counting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
