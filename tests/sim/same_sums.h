/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums that are the same to the last bit. */
#pragma once

#include "sim/sums.h"
#include "tests/engine/about.h"

static inline void assert_same_sums(const Sums *a, const Sums *b)
{
    const SumsShape *shape = &a->shape;
    assert_int_equal(a->boards, b->boards);
    assert_int_equal(a->unknown, b->unknown);
    assert_int_equal(a->voids.boards, b->voids.boards);
    assert_int_equal(a->voids.count, b->voids.count);
    assert_memory_equal(a->x, b->x, (size_t)(shape->rows * shape->count) * sizeof *a->x);
    assert_memory_equal(a->xx, b->xx, (size_t)(shape->rows * shape->squares) * sizeof *a->xx);
}
