/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up boards by blocks, and puts the sums into a run's log and gets them back. */
#include "sim/block_sums.h"

#include <stdlib.h>
#include <string.h>

/* The first board of the block. */
static int64_t block_first(uint64_t board)
{
    enum { SINGLE_BITS = 7, BLOCK_BITS = SINGLE_BITS - 1 };
    const int bits = 64 - __builtin_clzll(board | 1); /* of the board's number */
    const int bound = bits > SINGLE_BITS ? bits - 1 - BLOCK_BITS : 0;
    return (int64_t)(board >> bound << bound);
}

void block_sums_clear(BlockSums *sums) { sums->count = 0; }

void block_sums_free(BlockSums *sums)
{
    free(sums->values);
    *sums = (BlockSums){0};
}

/* The last block if it begins with that board, or else a new one. NULL if memory runs out. */
static int64_t *block_open(BlockSums *sums, int width, int64_t first)
{
    const size_t size = (size_t)(BLOCK_HEAD + width), used = sums->count * size;
    sums->width = width;
    if (sums->count && sums->values[used - size + BLOCK_FIRST] == first) return sums->values + used - size;
    if (!list_reserve(&sums->values, &sums->room, used, size, sizeof *sums->values)) return NULL;
    int64_t *block = sums->values + used;
    memset(block, 0, size * sizeof *block);
    block[BLOCK_FIRST] = first;
    sums->count++;
    return block;
}

int64_t *block_sums_board(BlockSums *sums, int width, uint64_t board)
{
    int64_t *block = block_open(sums, width, block_first(board));
    if (!block) return NULL;
    block[BLOCK_SEEN]++;
    return block + BLOCK_HEAD;
}

bool block_sums_merge(BlockSums *into, const BlockSums *more)
{
    for (size_t i = 0; i < more->count; i++) {
        const int64_t *from = block_at(more, i);
        int64_t *block = block_open(into, more->width, from[BLOCK_FIRST]);
        if (!block) return false;
        for (int k = BLOCK_SEEN; k < BLOCK_HEAD + more->width; k++)
            block[k] += from[k];
    }
    return true;
}

void field_block_sums(Fields *fields, BlockSums *sums, int width)
{
    const int64_t most = (int64_t)1 << 56; /* far beyond any run */
    uint64_t count = sums->count;
    field_uint(fields, &count);
    for (uint64_t i = 0; i < count && fields_good(fields); i++) {
        uint64_t board = fields->out ? (uint64_t)block_at(sums, i)[BLOCK_FIRST] : 0; /* of any share: up to 64 bits */
        field_uint(fields, &board);
        const int64_t first = (int64_t)board;
        int64_t *block = fields->out ? (int64_t *)(uintptr_t)block_at(sums, i) : block_open(sums, width, first);
        fields->full |= !block;
        for (int k = BLOCK_SEEN; block && k < BLOCK_HEAD + width; k++)
            field_int(fields, &block[k], -most, most);
    }
}
