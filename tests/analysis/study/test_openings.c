/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What to play first is chosen on the even boards and measured on the odd ones; rules gain what they bring beyond those
   below them; intervals hold for all rows together. */
#include <math.h>
#include <stdlib.h>

#include "analysis/study/openings.h"
#include "tests/engine/claims.h"
#include "tests/test.h"

enum { BOARDS = 4000, FITS = 0 /* a fact that a quarter of the boards have */ };

static Schedule schedule;
static Openings openings;

/* Boards on which the plays of two kinds are worth what `values` says of each half, with a spread of one point. */
static void boards_make(const int values[2][2])
{
    Error error;
    assert_true(schedule_make(&schedule, "pagat", 2, false, &error));
    free(openings.boards);
    openings = (Openings){
        .task = {.schedule = &schedule, .alpha = 0.05}, .boards = calloc(BOARDS, sizeof(OpeningBoard)), .done = BOARDS};
    for (int i = 0; i < BOARDS; i++) {
        const int noise = i / 2 % 3 - 1;
        openings.boards[i] = (OpeningBoard){
            .there = true,
            .kinds = 1 << KIND_CLEAR | 1 << KIND_JACK,
            .facts = i / 2 % 4 == 0 ? 1 << FITS : 0,
            .values =
                {[KIND_CLEAR] = (int16_t)(values[i % 2][0] + noise), [KIND_JACK] = (int16_t)(values[i % 2][1] + noise)},
            .own = 2};
    }
}

TEST(rows_are_chosen_on_even_boards_and_measured_on_odd)
{
    boards_make((const int[2][2]){{5, 3}, {1, 9}});
    openings_rows(&openings);
    assert_int_equal(openings.row_count, 1);
    const OpeningRow *row = openings.rows;
    assert_int_equal(row->kind, KIND_CLEAR); /* the odd boards have another best */
    assert_true(fabs(row->value.mean - 1) < 0.01 && fabs(row->gain.mean - 1) < 0.01);
    assert_int_equal(row->boards, BOARDS / 2);
    assert_true(row->share == 1);
}

/* A play that is there on few boards does not win by a high mean. */
TEST(a_rare_play_is_not_the_best)
{
    boards_make((const int[2][2]){{2, 4}, {2, 4}});
    for (int i = 0; i < BOARDS; i++)
        if (i / 2 % 10) openings.boards[i].kinds = 1 << KIND_CLEAR;
    openings_rows(&openings);
    assert_int_equal(openings.rows[0].kind, KIND_CLEAR);
}

/* The rows' gains hold together: that of one of ten is wider than that of one alone; values are each for itself. */
TEST(gains_of_many_rows_hold_together)
{
    boards_make((const int[2][2]){{2, 1}, {2, 1}});
    openings_rows(&openings);
    const Interval alone = openings.rows[0].gain_interval;
    openings.row_count = 0;
    for (int i = 0; i < BOARDS; i++)
        if (i >= BOARDS / 2) openings.boards[i].hand_class = (uint8_t)(1 + i / 2 % 9);
    openings_rows(&openings);
    assert_int_equal(openings.row_count, OPENING_HANDS);
    const OpeningRow *first = openings.rows;
    const double half = interval_half_width(first->gain_interval), wider = half / interval_half_width(alone);
    assert_true(wider > 1.35 * sqrt(2)); /* of half the boards, at 99.5 % */
    assert_true(interval_half_width(first->value_interval) < 0.8 * half);
}

/* Fewer boards than a few say nothing. */
TEST(few_boards_say_nothing)
{
    boards_make((const int[2][2]){{2, 1}, {2, 1}});
    for (int i = 0; i < BOARDS; i++)
        openings.boards[i].there = i < 58;
    openings_rows(&openings);
    assert_int_equal(openings.row_count, 0);
    for (int i = 0; i < BOARDS; i++)
        openings.boards[i].there = i < 62;
    openings_rows(&openings);
    assert_int_equal(openings.row_count, 1);
}

/* The rule that is found first stands last; one above it gains what it brings beyond it, on the boards that measure;
   what all bring is the sum of what each brings. */
TEST(rules_gain_beyond_those_below)
{
    boards_make((const int[2][2]){{4, 0}, {3, 0}});
    for (int i = 0; i < BOARDS; i++)
        if (openings.boards[i].facts)
            openings.boards[i].values[KIND_JACK] = (int16_t)(openings.boards[i].values[KIND_JACK] + (i % 2 ? 9 : 12));
    assert_true(openings_find(&openings));
    assert_int_equal(openings.rule_count, 2);
    const OpeningRow *exception = &openings.rules[0], *usual = &openings.rules[1];
    assert_string_equal(exception->play, "jack");
    assert_string_equal(usual->play, "clear");
    assert_int_equal(exception->number, 1);
    assert_true(fabs(usual->gain.mean - 3) < 0.01 && usual->share == 1);
    assert_true(fabs(exception->gain.mean - 6) < 0.01 && exception->share == 0.25);
    assert_true(fabs(usual->worth - 3) < 0.01 && fabs(exception->worth - 1.5) < 0.01);
    assert_true(fabs(openings.by_rules.mean - usual->worth - exception->worth) < 1e-9);
    assert_int_equal(openings.by_rules.n, BOARDS / 2);
    assert_true(openings.own.n == BOARDS && openings.own.mean == 2);
    /* that of two rules together is that of 97.5 % */
    Extremes sums = {0};
    for (int i = 1; i < BOARDS; i += 2)
        extremes_add(&sums, openings.boards[i].values[KIND_CLEAR]);
    const Interval wanted = interval_skewed(&sums, 1, 0.025);
    assert_true(usual->gain_interval.low == wanted.low && usual->gain_interval.high == wanted.high);
}

/* What is not shown to gain on the boards that choose is no rule. */
TEST(noise_makes_no_rule)
{
    boards_make((const int[2][2]){{0, 0}, {5, 5}});
    for (int i = 0; i < BOARDS; i++) /* even boards: a mean of 0.01 with a spread of 5 */
        for (int kind = 0; kind < 2; kind++)
            openings.boards[i].values[kind] = (int16_t)(i / 2 % 2 ? 5 : -5), openings.boards[i].facts = 0;
    for (int i = 0; i < 20; i += 2)
        openings.boards[i].values[KIND_CLEAR] += 2;
    assert_true(openings_find(&openings));
    assert_int_equal(openings.rule_count, 0);
}
