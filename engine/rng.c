/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How streams of random numbers are seeded. */
#include "engine/rng.h"

Rng rng_make(uint64_t state, uint64_t sequence)
{
    Rng rng = {0, sequence << 1 | 1};
    rng_next(&rng);
    rng.state += state;
    rng_next(&rng);
    return rng;
}

uint64_t rng_mix(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

Rng rng_for(uint64_t seed, uint64_t board, uint64_t purpose)
{
    uint64_t key = rng_mix(rng_mix(rng_mix(seed) ^ board) ^ purpose);
    return rng_make(key, rng_mix(key));
}
