/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slow: not part of make quick. */
/* Sequential tests on boards of the game keep their error rates within one percentage point. */
#include <stdlib.h>

#include "analysis/stats/sprt.h"
#include "sim/pairings.h"
#include "sim/tally.h"
#include "tests/analysis/claims.h"

enum { POOL = 5000, RUNS = 4000 };

typedef struct {
    const Schedule *schedule;
    int32_t points[POOL], results[POOL];
} Pool;

static bool take(void *arg, uint64_t board, size_t pairing, const PairingResult *result)
{
    Pool *pool = arg;
    assert_int_equal(pairing, 0);
    pool->points[board] = pairing_diff(result, pool->schedule, 0);
    for (int seating = 0; seating < pool->schedule->seatings; seating++) {
        const int a = pairing_points(result, pool->schedule, seating, 0);
        const int b = pairing_points(result, pool->schedule, seating, 1);
        pool->results[board] += a > b ? 2 : a == b;
    }
    return true;
}

static Pool pool;

static int play_pool(void **state)
{
    static Schedule schedule;
    static const Pairing PAIRING = {{0, 1}};
    Error error;
    Agent agents[2];
    (void)state;
    pool.schedule = &schedule;
    if (!schedule_make(&schedule, "pagat", 2, true, &error) ||
        !agent_parse(&agents[0], "greedy", &schedule.rules, &error) ||
        !agent_parse(&agents[1], "random", &schedule.rules, &error))
        return -1;
    const Pairings play = {.schedule = &schedule,
                           .agents = agents,
                           .agent_count = 2,
                           .pairings = &PAIRING,
                           .pairing_count = 1,
                           .boards = POOL,
                           .threads = 1,
                           .take = take,
                           .arg = &pool};
    return pairings_play(&play) == ARENA_DONE ? 0 : -1;
}

static void error_rates_are_as_promised(void **state)
{
    (void)state;
    const Pool *played = &pool;
    const struct {
        const int32_t *pool;
        double scale, effect, alpha, beta;
        bool results;
    } CASES[] = {
        {played->points, tally_scale(played->schedule, 0), 0.6, 0.05, 0.05, false},
        {played->points, tally_scale(played->schedule, 0), 0.5, 0.02, 0.1, false},
        {played->results, 4, 8, 0.05, 0.05, true},
    };
    Rng rng = rng_for(1, 0, PURPOSE_TEST);
    for (size_t i = 0; i < COUNT(CASES); i++)
        for (int high = 0; high < 2; high++) {
            const SprtTrial trial = {
                CASES[i].pool,  POOL,          CASES[i].scale, CASES[i].results, CASES[i].effect, high,
                CASES[i].alpha, CASES[i].beta, RUNS,           1000000};
            const SprtErrors errors = sprt_errors(&trial, &rng);
            const double nominal = high ? CASES[i].beta : CASES[i].alpha;
            assert_close(errors.wrong, nominal, 0.01);
            assert_true(errors.undecided == 0);
            assert_true(errors.boards > 200);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_rates_are_as_promised),
    };
    return cmocka_run_group_tests(tests, play_pool, NULL);
}
