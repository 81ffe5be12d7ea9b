/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sums of a net, over the numbers of 16 bits of lanes.h. The Makefile compiles this once more for each instruction
   set that has lanes but AVX-512, with which policy was 1.02 times as fast; ISA is its name. No sum overflows, whatever
   the order of its terms: net.c has checked that for each net. */
#include "agents/lanes.h"
#include "agents/net/net.h"

#ifndef ISA
#define ISA plain
#endif
#define JOINED(a, b) a##b
#define NAME_OF(isa) JOINED(net_kernel_, isa)

enum { PART = 8 }; /* vectors that are added up at once, in registers */

/* sums = from + the rows, for `vectors` times SHORTS units from `first` on; cut to 0 … `one` unless that is 0. */
INLINE void part_add(int16_t sums[], const int16_t from[], const NetRows *rows, int hidden, int first, int vectors,
                     int one)
{
    Shorts part[PART];
    for (int i = 0; i < vectors; i++)
        part[i] = shorts_load(from + first + i * SHORTS);
    for (int row = 0; row < rows->count; row++) {
        const int16_t *at = rows->rows + (size_t)rows->features[row] * (size_t)hidden + first;
        for (int i = 0; i < vectors; i++)
            part[i] += shorts_load(at + i * SHORTS);
    }
    for (int row = 0; row < rows->less_count; row++) {
        const int16_t *at = rows->rows + (size_t)rows->less[row] * (size_t)hidden + first;
        for (int i = 0; i < vectors; i++)
            part[i] -= shorts_load(at + i * SHORTS);
    }
    for (int i = 0; i < vectors; i++)
        shorts_store(sums + first + i * SHORTS, one ? shorts_cut(part[i], (int16_t)one) : part[i]);
}

INLINE void all_add(int16_t sums[], const int16_t from[], const NetRows *rows, int hidden, int one)
{
    int first = 0;
    for (; first + PART * SHORTS <= hidden; first += PART * SHORTS)
        part_add(sums, from, rows, hidden, first, PART, one);
    for (; first + PART / 2 * SHORTS <= hidden; first += PART / 2 * SHORTS)
        part_add(sums, from, rows, hidden, first, PART / 2, one);
    for (; first + SHORTS <= hidden; first += SHORTS)
        part_add(sums, from, rows, hidden, first, 1, one);
}

static void add(int16_t sums[], const int16_t from[], const NetRows *rows, int hidden)
{
    all_add(sums, from, rows, hidden, 0);
}

/* Writes the sums of `groups` times NET_STEP units of the second layer, from a multiple of NET_STEP on. */
INLINE void groups_add(int32_t out[], const NetLayer *layer, const int16_t units[], int first, int groups)
{
    enum { VECTORS = NET_STEP * 2 / SHORTS, GROUPS = 2 };
    const int16_t *weights = layer->pairs + (size_t)first * (size_t)layer->hidden;
    const size_t group_size = (size_t)NET_STEP * (size_t)layer->hidden;
    ShortSums sums[GROUPS * VECTORS];
    for (int i = 0; i < groups * VECTORS; i++)
        sums[i] = sums_load(layer->bias + first + i * (SHORTS / 2));
    for (int pair = 0; pair < layer->hidden; pair += 2) {
        const Shorts both = pair_all(units + pair);
        for (int i = 0; i < groups * VECTORS; i++) {
            const size_t group = (size_t)(i / VECTORS), vector = (size_t)(i % VECTORS);
            const int16_t *at = weights + group * group_size + (size_t)pair * NET_STEP + vector * SHORTS;
            sums[i] += pairs_times(shorts_load(at), both);
        }
    }
    for (int i = 0; i < groups * VECTORS; i++)
        memcpy(out + i * (SHORTS / 2), &sums[i], sizeof *sums);
}

static int64_t score(const NetLayer *layer, const int16_t from[], const NetRows *rows)
{
    const int one = 1 << layer->hidden_bits;
    const uint32_t half = 1u << (layer->second_bits - 1);
    int16_t units[NET_HIDDEN_MOST];
    int32_t sums[NET_SECOND_MOST];
    int64_t total = 0;
    int unit = 0;
    all_add(units, from, rows, layer->hidden, one);
    for (; unit + 2 * NET_STEP <= layer->units; unit += 2 * NET_STEP)
        groups_add(sums + unit, layer, units, unit, 2);
    if (unit < layer->units) groups_add(sums + unit, layer, units, unit, 1);
    for (unit = 0; unit < layer->units; unit++) {
        const int32_t sum = sums[unit] < 0 ? 0 : sums[unit];
        const int32_t share = (int32_t)(((uint32_t)sum + half) >> layer->second_bits);
        total += (int64_t)layer->out[unit] * (share < one ? share : one);
    }
    return total;
}

const NetKernel NAME_OF(ISA) = {add, score};
