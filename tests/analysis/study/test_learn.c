/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a net is taken in the place of the one before, and the file in which a training stands. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/study/learn/learn.h"
#include "analysis/study/learn/trainer.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

TEST(a_mean_above_0_is_not_enough)
{
    assert_true(gate_passed(&(Estimate){.n = 1000, .mean = 0.3, .sd = 3, .se = 0.1}));
    assert_false(gate_passed(&(Estimate){.n = 1000, .mean = 0.15, .sd = 3, .se = 0.1}));
    assert_false(gate_passed(&(Estimate){.n = 1000, .mean = -0.3, .sd = 3, .se = 0.1}));
    assert_false(gate_passed(&(Estimate){.n = 1, .mean = 1, .sd = NAN, .se = NAN}));
}

TEST(a_state_that_is_damaged_is_left_out)
{
    char folder[] = "/tmp/pasur-fit-XXXXXX", name[64], read[16], kept[16] = "checksumnumbers";
    Error error;
    bool damaged;
    assert_non_null(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/state", folder);
    assert_true(fit_read(name, read, sizeof read, &damaged, &error) && !damaged); /* there is none yet */
    assert_true(fit_write(name, kept, sizeof kept, &error));
    assert_true(fit_read(name, read, sizeof read, &damaged, &error) && !damaged);
    assert_string_equal(read + 8, "numbers");
    strcpy(read + 8, "before");
    assert_int_equal(truncate(name, 12), 0);
    assert_true(fit_read(name, read, sizeof read, &damaged, &error) && damaged);
    assert_string_equal(read + 8, "before");
    unlink(name);
    rmdir(folder);
}
