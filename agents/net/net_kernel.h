/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How large a net may be, and its sums, which net.c alone asks for: net_kernel.c, once for each instruction set. All of
   them give the same numbers. */
#pragma once

#include <stdint.h>

#include "agents/isa.h"

enum {
    NET_STEP = 16,         /* units of each layer are a multiple of that */
    NET_HIDDEN_MOST = 256, /* and no more than that */
    NET_SECOND_MOST = 64
};

/* Features that are there, and the rows of all: [number][hidden]. */
typedef struct {
    const int16_t *rows;
    const uint16_t *features;
    int count;
    const uint16_t *less; /* features that go: their rows are taken away */
    int less_count;
} NetRows;

/* A second layer. Its weights stand for NET_STEP units after the other, of these for two hidden units after the other,
   of these unit by unit: [units / NET_STEP][hidden / 2][NET_STEP][2]. */
typedef struct {
    int units, hidden, hidden_bits, second_bits;
    const int16_t *pairs;
    const int32_t *bias, *out;
} NetLayer;

typedef struct {
    /* sums[i] = from[i] + the rows. */
    void (*add)(int16_t sums[], const int16_t from[], const NetRows *rows, int hidden);
    /* The weighted sum of a second layer over from[] + the rows, in 1/NET_ONE of a share of 1 << hidden_bits. */
    int64_t (*score)(const NetLayer *layer, const int16_t from[], const NetRows *rows);
} NetKernel;

extern const NetKernel net_kernel_plain, net_kernel_avx2, net_kernel_avx512, net_kernel_neon;

/* The one of an instruction set that this processor and build can do. */
const NetKernel *net_kernel_of(Isa isa);
