/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run directory keeps of single boards, so that two runs on the same cards can be compared board by board: sums
   over blocks of boards. Each of the first 128 boards is a block; behind them a block has 1/64 of the power of two that
   its boards have reached. So the bounds depend on nothing but the number of the board, two runs of whatever length
   have all but their last blocks in common, and a billion boards are 1,600 blocks. */
#pragma once

#include "sim/run/chunk_log.h"

/* All zero is empty. */
typedef struct {
    int width;       /* sums of a block; the same for all that are merged */
    size_t count;    /* blocks, in the order of their boards */
    size_t room;     /* of values, in numbers */
    int64_t *values; /* of each block: its first board, how many of its boards were seen, its sums; owned */
} BlockSums;

enum { BLOCK_FIRST, BLOCK_SEEN, BLOCK_HEAD };

static inline const int64_t *block_at(const BlockSums *sums, size_t index)
{
    return sums->values + index * (size_t)(BLOCK_HEAD + sums->width);
}

void block_sums_clear(BlockSums *sums);
void block_sums_free(BlockSums *sums);
/* Counts a board as seen, behind those that were added before; returns the sums of its block, to which it is to be
   added if it is not void. NULL if memory runs out. */
int64_t *block_sums_board(BlockSums *sums, int width, uint64_t board);
/* Adds later boards. False if memory runs out. */
bool block_sums_merge(BlockSums *into, const BlockSums *more);
/* Those that are got have that width. */
void field_block_sums(Fields *fields, BlockSums *sums, int width);
