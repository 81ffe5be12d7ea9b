/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows of --vary say of few boards, of shares near the edge, and of differences that mirror each other. */
#include "analysis/study/vary.h"

#include "tests/analysis/claims.h"
#include "tests/test.h"

enum { BOARDS = 100, SETS = 2, MOST = 3 };

/* Of boards on which a figure is `first` under the first set, and under the other more by twice `more` or not at all, by
   turns, on this many of the boards. */
static void rows_of(VaryRow rows[], const VaryMeasure measures[], const int first[], const int more[], int count,
                    int boards)
{
    int64_t values[MOST * SETS * VARY_MEASURE_COUNT];
    const SumsShape shape = vary_shape(count, SETS);
    Sums sums;
    assert_true(sums_open(&sums, &shape));
    for (int board = 0; board < BOARDS; board++) {
        for (int i = 0; i < count; i++) {
            vary_note(values, SETS, i, 0, first[i] * (board % 10 > 0));
            vary_note(values, SETS, i, 1,
                      values[i * SETS * VARY_MEASURE_COUNT] + (board < 2 * boards ? board % 2 * 2 * more[i] : 0));
        }
        sums_add(&sums, values);
    }
    assert_true(vary_rows(rows, &sums, measures, SETS, false, USUAL_ALPHA));
    sums_free(&sums);
}

TEST(mirrored_differences_are_one_question)
{
    static const VaryMeasure COLUMNS[] = {{.who = "a", .which = "diff_mean", .scale = 1},
                                          {.who = "b", .which = "diff_mean", .scale = 1},
                                          {.who = "table", .which = "surs", .scale = 1}};
    VaryRow rows[MOST * SETS];
    rows_of(rows, COLUMNS, (const int[]){4, -4, 4}, (const int[]){1, -1, 1}, 3, BOARDS / 2);
    /* two questions, not three; surs differs to the same side */
    assert_true(rows[1].p < 0.1 && rows[1].p > 0);
    for (int row = 1; row < 3 * SETS; row += SETS)
        assert_close(rows[row].p_adjusted / rows[1].p, 2, 1e-9);
    assert_true(isnan(rows[0].p_adjusted) && isnan(rows[0].difference.mean));
}

TEST(a_share_stays_a_share)
{
    static const VaryMeasure COLUMN = {.who = "a", .which = "win_rate", .share = true, .scale = 1};
    VaryRow rows[SETS];
    rows_of(rows, &COLUMN, (const int[]){1}, (const int[]){0}, 1, 0);
    assert_close(rows[0].value.mean, 0.9, 1e-12);
    assert_true(rows[0].interval.high <= 0.96 && rows[0].interval.low < 0.84);
}

TEST(few_boards_that_differ_have_no_interval)
{
    static const VaryMeasure COLUMN = {.who = "table", .which = "surs", .scale = 1};
    VaryRow rows[SETS];
    rows_of(rows, &COLUMN, (const int[]){1}, (const int[]){1}, 1, 39);
    assert_false(interval_known(rows[1].apart));
    assert_true(isnan(rows[1].p));
    rows_of(rows, &COLUMN, (const int[]){1}, (const int[]){1}, 1, 40);
    assert_true(interval_known(rows[1].apart) && rows[1].p < 0.001);
}
