/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PCG32 (XSH-RR 64/32, O'Neill 2014) as a value, with independent streams by (seed, board, purpose).
   Nothing here depends on a thread, a rank or the clock. */
#pragma once

#include <stdint.h>

typedef struct {
    uint64_t state;
    uint64_t inc; /* odd: selects the sequence */
} Rng;

/* What a stream is for. Agents take PURPOSE_AGENT + seating * MAX_SEATS + seat. */
enum {
    PURPOSE_CARDS = 0,
    PURPOSE_SAMPLE = 1,
    PURPOSE_TEST = 2,
    PURPOSE_TUNE = 3,
    PURPOSE_BOOTSTRAP = 4,
    PURPOSE_AGENT = 16,
    PURPOSE_ROUND = 1 << 16 /* + round: cards of a match's rounds after its first, which takes PURPOSE_CARDS */
};

static inline uint32_t rng_next(Rng *rng)
{
    uint64_t old = rng->state;
    rng->state = old * UINT64_C(6364136223846793005) + rng->inc;
    uint32_t xorshifted = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t rot = (uint32_t)(old >> 59);
    return xorshifted >> rot | xorshifted << (-rot & 31);
}

/* Spreads the bits of a number over all 64: the generator SplitMix64 (Steele, Lea, Flood 2014). */
static inline uint64_t rng_mix(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* The reference seeding: pcg32_srandom_r(state, sequence). */
static inline Rng rng_make(uint64_t state, uint64_t sequence)
{
    Rng rng = {0, sequence << 1 | 1};
    rng_next(&rng);
    rng.state += state;
    rng_next(&rng);
    return rng;
}

/* The stream of one purpose on one board of a run. */
static inline Rng rng_for(uint64_t seed, uint64_t board, uint64_t purpose)
{
    uint64_t key = rng_mix(rng_mix(rng_mix(seed) ^ board) ^ purpose);
    return rng_make(key, rng_mix(key));
}

/* Goes this many numbers further, in steps of powers of two (F. Brown, "Random number generation with arbitrary strides",
   Transactions of the American Nuclear Society 71, 1994). */
static inline void rng_skip(Rng *rng, uint64_t count)
{
    uint64_t factor = UINT64_C(6364136223846793005), more = rng->inc;
    for (; count; count >>= 1) {
        if (count & 1) rng->state = rng->state * factor + more;
        more *= factor + 1;
        factor *= factor;
    }
}

/* Uniform in 0 … bound-1, without bias (Lemire 2019); bound > 0. */
static inline uint32_t rng_bounded(Rng *rng, uint32_t bound)
{
    uint64_t product = (uint64_t)rng_next(rng) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold)
            product = (uint64_t)rng_next(rng) * bound;
    }
    return (uint32_t)(product >> 32);
}

/* Uniform in [0, 1), 32 random bits. */
static inline double rng_double(Rng *rng) { return rng_next(rng) * 0x1p-32; }
