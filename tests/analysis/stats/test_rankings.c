/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analysis/stats/rating.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

enum { MOST = 40 }; /* choices of one round */

typedef struct {
    Choice choices[MOST];
    int32_t weights[MOST];
    size_t count;
} Found;

static Found choices_among(bool winners_alone, const uint16_t *agent, const int32_t *points, size_t seats)
{
    Found f;
    Rankings rankings = {.boards = 1, .winners_alone = winners_alone};
    assert_true(rankings_add(&rankings, 0, agent, points, seats));
    f.count = rankings.count;
    assert_true(f.count <= MOST);
    for (size_t i = 0; i < f.count; i++) {
        f.choices[i] = rankings.choices[i];
        f.weights[i] = rankings.cells[i];
    }
    rankings_free(&rankings);
    return f;
}

static Found choices_of(const uint16_t *agent, const int32_t *points, size_t seats)
{
    return choices_among(false, agent, points, seats);
}

/* The weight of `taken` among the agents, which are in ascending order. */
static int32_t weight_of(const Found *f, uint16_t taken, size_t size, const uint16_t *agents)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->choices[i].size == size && f->choices[i].taken == taken &&
            memcmp(f->choices[i].agent, agents, size * sizeof *agents) == 0)
            return f->weights[i];
    return 0;
}

#define WEIGHT(found, taken, ...)                                                                                      \
    weight_of(found, taken, sizeof((uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t), (uint16_t[]){__VA_ARGS__})

TEST(rounds_of_two_are_won_or_drawn)
{
    const Found won = choices_of((uint16_t[]){7, 3}, (int32_t[]){4, -2}, 2);
    assert_int_equal(won.count, 1);
    assert_int_equal(WEIGHT(&won, 7, 3, 7), 24);
    const Found drawn = choices_of((uint16_t[]){7, 3}, (int32_t[]){4, 4}, 2);
    assert_int_equal(drawn.count, 2);
    assert_int_equal(WEIGHT(&drawn, 7, 3, 7), 12);
    assert_int_equal(WEIGHT(&drawn, 3, 3, 7), 12);
    assert_int_equal(choices_of((uint16_t[]){5, 5}, (int32_t[]){1, 0}, 2).count, 0);
}

TEST(rounds_of_four_are_chosen_from_the_top)
{
    const Found f =
        choices_of((uint16_t[]){9, 2, 5, 4}, (int32_t[]){1, 8, 3, 8}, 4); /* 2 and 4 share the first place */
    assert_int_equal(f.count, 5);
    assert_int_equal(WEIGHT(&f, 2, 2, 4, 5, 9), 12);
    assert_int_equal(WEIGHT(&f, 4, 2, 4, 5, 9), 12);
    assert_int_equal(WEIGHT(&f, 2, 2, 5, 9), 12);
    assert_int_equal(WEIGHT(&f, 4, 4, 5, 9), 12);
    assert_int_equal(WEIGHT(&f, 5, 5, 9), 24);
}

TEST(a_match_says_nothing_of_those_who_lost_it)
{
    const Found f = choices_among(true, (uint16_t[]){9, 2, 5, 4}, (int32_t[]){0, 0, 1, 0}, 4);
    assert_int_equal(f.count, 1);
    assert_int_equal(WEIGHT(&f, 5, 2, 4, 5, 9), 24);
    const Found all = choices_of((uint16_t[]){9, 2, 5, 4}, (int32_t[]){0, 0, 1, 0}, 4);
    assert_true(all.count > 1);
}

TEST(agents_may_sit_twice)
{
    const Found f = choices_of((uint16_t[]){1, 8, 8}, (int32_t[]){3, 5, 1}, 3);
    assert_int_equal(f.count, 2);
    assert_int_equal(WEIGHT(&f, 8, 1, 8, 8), 24);
    assert_int_equal(WEIGHT(&f, 1, 1, 8), 24);
    const Found tie = choices_of((uint16_t[]){8, 1, 8}, (int32_t[]){0, 0, 0}, 3);
    assert_int_equal(WEIGHT(&tie, 8, 1, 8, 8), 16);
    assert_int_equal(WEIGHT(&tie, 1, 1, 8, 8), 8);
    assert_int_equal(WEIGHT(&tie, 8, 1, 8), 8);
    assert_int_equal(WEIGHT(&tie, 1, 1, 8), 8);
}

TEST(every_stage_weighs_one_round)
{
    for (int32_t code = 0; code < 256; code++) {
        const int32_t points[] = {code % 4, code / 4 % 4, code / 16 % 4, code / 64};
        for (size_t seats = 2; seats <= 4; seats++) {
            const Found f = choices_of((uint16_t[]){0, 1, 2, 3}, points, seats);
            int32_t at_size[5] = {0};
            for (size_t i = 0; i < f.count; i++)
                at_size[f.choices[i].size] += f.weights[i];
            for (size_t size = 2; size <= seats; size++)
                assert_int_equal(at_size[size], RANKING_UNIT);
        }
    }
}

TEST(sheets_keep_boards_apart)
{
    enum { BOARDS = 5, AGENTS = 40 };
    Rankings rankings = {.boards = BOARDS};
    for (uint32_t board = 0; board < BOARDS; board++)
        for (uint16_t a = 0; a < AGENTS; a++)
            for (uint16_t b = 0; b < a; b++)
                for (uint32_t time = 0; time <= board; time++)
                    assert_true(rankings_add(&rankings, board, (uint16_t[]){a, b}, (int32_t[]){a % 3, b % 3}, 2));
    int64_t total = 0;
    for (size_t c = 0; c < rankings.count; c++) {
        const Choice *choice = &rankings.choices[c];
        const int a = choice->agent[0] % 3, b = choice->agent[1] % 3;
        assert_true(choice->agent[0] < choice->agent[1]);
        assert_true(a == b || choice->taken % 3 == (a > b ? a : b));
        for (int32_t board = 0; board < BOARDS; board++) {
            assert_int_equal(rankings.cells[(size_t)board * rankings.room + c], (board + 1) * (a == b ? 12 : 24));
            total += rankings.cells[(size_t)board * rankings.room + c];
        }
    }
    assert_int_equal(total, 24 * (1 + 2 + 3 + 4 + 5) * AGENTS * (AGENTS - 1) / 2);
    rankings_free(&rankings);
    assert_int_equal(rankings.count, 0);
}
