/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact sums over boards: integers only, so that merging is associative. All zero is empty. */
#pragma once

#include <stdint.h>

/* Sums over n observations with |x| <= 2^31; exact for n < 2^62. */
typedef struct {
    int64_t n;
    __int128 sum;
    __int128 sum_sq;
} Moments;

static inline void moments_add(Moments *moments, int64_t x)
{
    moments->n++;
    moments->sum += x;
    moments->sum_sq += x * x;
}

static inline void moments_merge(Moments *into, const Moments *from)
{
    into->n += from->n;
    into->sum += from->sum;
    into->sum_sq += from->sum_sq;
}
