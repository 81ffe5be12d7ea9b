/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The published PCG library (Debian's libpcg-cpp-dev), for the tests of engine/rng to compare with. */
#include <pcg_random.hpp>

extern "C" void pcg_published(uint32_t *out, int count, uint64_t state, uint64_t sequence)
{
    pcg32 rng(state, sequence);
    for (int i = 0; i < count; i++)
        out[i] = rng();
}
