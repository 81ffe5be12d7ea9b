/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows of --vary say of few boards, of shares near the edge, and of differences that mirror each other. */
#include "analysis/study/vary.h"

#include <string.h>

#include "tests/analysis/claims.h"
#include "tests/test.h"

static VaryRow row_of(const char *which, const char *rules, double value, double difference)
{
    return (VaryRow){.which = which,
                     .rules = rules,
                     .first = !strcmp(rules, "a"),
                     .value = {100, value, 1, 0.1},
                     .difference = {100, difference, 1, 0.1},
                     .other = 100,
                     .changed = 100};
}

TEST(mirrored_differences_are_one_question)
{
    VaryRow rows[] = {row_of("diff_mean", "a", 1, 0),  row_of("diff_mean", "b", 1, 0.25),
                      row_of("diff_mean", "a", -1, 0), row_of("diff_mean", "b", -1, -0.25),
                      row_of("surs", "a", 1, 0),       row_of("surs", "b", 1, 0.25)};
    assert_true(vary_finish(rows, COUNT(rows), false, USUAL_ALPHA));
    /* two questions, not three; surs differs to the same side */
    assert_close(rows[1].p_adjusted, 2 * rows[1].p, 1e-12);
    assert_close(rows[3].p_adjusted, 2 * rows[1].p, 1e-12);
    assert_close(rows[5].p_adjusted, 2 * rows[1].p, 1e-12);
    assert_true(isnan(rows[0].p_adjusted) && isnan(rows[0].difference.mean));
}

TEST(a_share_stays_a_share)
{
    VaryRow row = row_of("win_rate", "a", 0.99, 0);
    row.share = true;
    row.value.sd = 0.1, row.value.se = 0.01;
    assert_true(vary_finish(&row, 1, false, USUAL_ALPHA));
    assert_true(row.interval.high <= 1 && row.interval.low < 0.97);
}

TEST(few_boards_that_differ_have_no_interval)
{
    VaryRow rows[] = {row_of("surs", "a", 1, 0), row_of("surs", "b", 1, 0.5)};
    rows[1].changed = 39;
    assert_true(vary_finish(rows, COUNT(rows), false, USUAL_ALPHA));
    assert_false(interval_known(rows[1].apart));
    assert_true(isnan(rows[1].p));
    rows[1].changed = 40;
    assert_true(vary_finish(rows, COUNT(rows), false, USUAL_ALPHA));
    assert_true(interval_known(rows[1].apart) && rows[1].p < 0.001);
}
