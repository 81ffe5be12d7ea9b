/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program of tests: TEST(says_what_is_true) { assertions }, in the order in which they stand. Included by files with a
   program alone, since it holds main. */
#pragma once

#include "tests/engine/about.h"

enum { TESTS_MOST = 64 };

static struct CMUnitTest test_list[TESTS_MOST];

#define TEST(name)                                                                                                     \
    static void name(void **state);                                                                                    \
    static AboutClaim name##_claim = {name};                                                                           \
    TEST_ROW(name, about_run, NULL, about_tell, &name##_claim)
/* A test that works on what its set_up makes, which is *state. */
#define TEST_WITH(set_up, tear_down, name)                                                                             \
    static void name(void **state);                                                                                    \
    TEST_ROW(name, name, set_up, tear_down, NULL)
#define TEST_ROW(name, ...)                                                                                            \
    __attribute__((constructor)) static void name##_list(void)                                                         \
    {                                                                                                                  \
        test_list[__COUNTER__] = (struct CMUnitTest){#name, __VA_ARGS__};                                              \
    }                                                                                                                  \
    static void name(__attribute__((unused)) void **state)

int main(void)
{
    size_t count = 0;
    while (count < TESTS_MOST && test_list[count].name)
        count++;
    return _cmocka_run_group_tests("tests", test_list, count, NULL, NULL);
}
