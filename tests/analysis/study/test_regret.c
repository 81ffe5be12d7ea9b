/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a choice loses: the best play of one half of the playouts by the other half's values; differences hold
   together. */
#include <math.h>

#include "analysis/study/regret.h"
#include "tests/engine/claims.h"
#include "tests/test.h"

enum { POSITIONS = 400, AGENTS = 3 };

static RegretLosses losses[POSITIONS];
static Agent agents[AGENTS];
static Schedule schedule;

/* Agent 0 takes the first play of each position, the others the second where `apart`. */
static Regret regret_of(const int values[2][2], int apart)
{
    Error error;
    assert_true(schedule_make(&schedule, "pagat", 2, false, &error));
    for (int i = 0; i < AGENTS; i++)
        agents[i].name[0] = (char)('a' + i);
    for (int i = 0; i < POSITIONS; i++) {
        RegretPlay plays[2];
        for (int k = 0; k < 2; k++)
            plays[k] = (RegretPlay){.play = UINT64_C(1) << k,
                                    .values = {values[k][0] * REGRET_UNIT, values[k][1] * REGRET_UNIT}};
        const bool other = apart && i % apart == 0;
        plays[0].chosen = other ? 1 : 7;
        plays[1].chosen = other ? 6 : 0;
        losses[i] = regret_losses(plays, 2, 10, AGENTS);
    }
    Regret regret = {.task = {.schedule = &schedule, .judged = agents, .judged_count = AGENTS, .alpha = 0.05},
                     .losses = losses,
                     .done = POSITIONS};
    regret_find(&regret);
    return regret;
}

/* 10 points that one half alone has seen are luck. */
TEST(the_best_of_one_half_is_valued_by_the_other)
{
    const Regret luck = regret_of((const int[2][2]){{0, 0}, {10, 0}}, 0);
    assert_true(luck.rows[0].regret.mean == 0); /* by its own half it would be 10 / 2, at 5 decisions */
    const Regret shown = regret_of((const int[2][2]){{0, 0}, {10, 10}}, 0);
    assert_true(fabs(shown.rows[0].regret.mean - 10 * 5) < 1e-9 && fabs(shown.rows[0].decision - 10) < 1e-9);
}

/* What both halves value otherwise is luck, which may lie below 0; it is told as it is. */
TEST(luck_is_told_with_its_interval)
{
    const Regret regret = regret_of((const int[2][2]){{10, 0}, {0, 10}}, 3);
    for (int i = 0; i < AGENTS; i++) {
        const RegretRow *row = &regret.rows[i];
        assert_true(row->regret.mean < 0);
        assert_true(i ? row->more.mean == row->regret.mean - regret.rows[0].regret.mean : isnan(row->more.mean));
    }
}

TEST(differences_hold_together)
{
    const Regret regret = regret_of((const int[2][2]){{4, 4}, {0, 0}}, 8);
    Extremes more = {0};
    for (int i = 0; i < POSITIONS; i++)
        extremes_add(&more, i % 8 ? 0 : 4 * 5);
    const Interval together = interval_skewed(&more, 1, 0.025), alone = interval_skewed(&more, 1, 0.05);
    for (int i = 1; i < AGENTS; i++) {
        const RegretRow *row = &regret.rows[i];
        assert_true(fabs(row->more.mean - 2.5) < 1e-9 && fabs(row->apart - 0.125) < 1e-9);
        assert_true(fabs(row->more_interval.low - together.low) < 1e-9 &&
                    fabs(row->more_interval.high - together.high) < 1e-9);
        assert_true(fabs(row->regret_interval.high - alone.high) < 1e-9);
    }
    assert_true(isnan(regret.rows[0].more.mean) && !interval_known(regret.rows[0].regret_interval));
}

TEST(few_positions_have_no_interval)
{
    Regret regret = regret_of((const int[2][2]){{4, 4}, {0, 0}}, 8);
    for (int done = REGRET_LEAST - 1; done <= REGRET_LEAST; done++) {
        regret.done = (uint64_t)done;
        regret_find(&regret);
        assert_int_equal(interval_known(regret.rows[1].regret_interval), done == REGRET_LEAST);
        assert_int_equal(interval_known(regret.rows[1].more_interval), done == REGRET_LEAST);
    }
}
