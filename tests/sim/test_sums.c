/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums are kept by name: a program that knows other measures reads what it knows, and the rest is unknown. */
#include <stdint.h>

#include "sim/sums.h"
#include "tests/test.h"

static const char *const FEW[] = {"points", "surs"}, *const MANY[] = {"points", "diff", "kings", "surs"};
static const SumsShape SMALL = {.measures = FEW, .count = 2, .squares = 1, .rows = 2},
                       LARGE = {.measures = MANY, .count = 4, .squares = 2, .rows = 2};
static const KnownAgents NO_AGENTS = {{NULL}, {0}};

/* What a program of the shape `to` reads of boards that one of the shape `from` has put. */
static Sums read_as(const SumsShape *to, const SumsShape *from, const int64_t values[])
{
    Sums put, got;
    TextBuffer bytes = {0};
    TextPool names = {0};
    assert_true(sums_open(&put, from) && sums_open(&got, to));
    sums_add(&put, values);
    sums_add(&put, values);
    Fields out = {.out = &bytes, .texts = &names};
    field_sums(&out, &put, &NO_AGENTS);
    assert_int_equal(names.count, 1);
    Fields in = {.at = bytes.data, .end = bytes.data + bytes.length, .texts = &names};
    field_sums(&in, &got, &NO_AGENTS);
    assert_true(!in.failed && in.at == in.end && got.boards == 2);
    sums_free(&put);
    text_buffer_free(&bytes);
    pool_free(&names);
    return got;
}

TEST(measures_that_are_not_known_are_read_past)
{
    Sums got = read_as(&SMALL, &LARGE, (int64_t[]){3, 4, 5, 6, 7, 8, 9, 10});
    assert_true(sums_know(&got, 0) && sums_know(&got, 1));
    for (int row = 0; row < 2; row++) {
        assert_int_equal(sums_x(&got, row, 0), 2 * (3 + 4 * row));
        assert_int_equal(sums_x(&got, row, 1), 2 * (6 + 4 * row));
        assert_int_equal(sums_moments(&got, row, 0).sum_sq, 2 * (3 + 4 * row) * (3 + 4 * row));
    }
    sums_free(&got);
}

TEST(measures_that_are_missing_are_unknown)
{
    Sums got = read_as(&LARGE, &SMALL, (int64_t[]){3, 6, 7, 10}), all = {0};
    const bool known[] = {true, false, false, true};
    for (int i = 0; i < 4; i++)
        assert_int_equal(sums_know(&got, i), known[i]);
    assert_int_equal(sums_x(&got, 1, 3), 20);
    assert_int_equal(sums_moments(&got, 0, 1).n, 0);
    assert_true(sums_merge(&all, &got) && !sums_know(&all, 1)); /* and stay so */
    sums_free(&got);
    sums_free(&all);
}

/* What was added up, and not its squares, gives no moments. */
TEST(what_was_not_squared_is_unknown)
{
    const SumsShape plain = {.measures = MANY, .count = 4, .squares = 0, .rows = 2};
    Sums got = read_as(&LARGE, &plain, (int64_t[]){3, 4, 5, 6, 7, 8, 9, 10});
    assert_true(!sums_know(&got, 0) && !sums_know(&got, 1) && sums_know(&got, 2));
    sums_free(&got);
}
