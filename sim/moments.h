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

/* The same for pairs (x, y) seen on one board; exact for n < 2^40 and |x|, |y| < 2^23. */
typedef struct {
    Moments x;
    Moments y;
    __int128 sum_xy;
} PairMoments;

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

static inline void pair_moments_add(PairMoments *moments, int64_t x, int64_t y)
{
    moments_add(&moments->x, x);
    moments_add(&moments->y, y);
    moments->sum_xy += (__int128)x * y;
}

static inline void pair_moments_merge(PairMoments *into, const PairMoments *from)
{
    moments_merge(&into->x, &from->x);
    moments_merge(&into->y, &from->y);
    into->sum_xy += from->sum_xy;
}
