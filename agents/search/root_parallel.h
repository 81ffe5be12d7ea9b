/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Root-parallel search of one view: a fixed number of independent trees, each with a stream of its own, that can be
   deepened step by step. The results depend on the view, the seed and the iterations alone, neither on the threads nor
   on the steps. */
#pragma once

#include "agents/search/search.h"

/* So many streams keep as many cores busy, and the spread of the trees has 15 degrees of freedom. */
enum { ROOT_PARALLEL_TREES = 16 };

typedef struct RootParallel RootParallel;

/* The options' iterations, seconds and keep do not matter; each tree has room for 2^18 nodes unless the options say
   otherwise. Where captured cards are missing from the piles, each tree deals them to the sides in a way of its own.
   Returns NULL if no round agrees with the view, or memory runs out. The view's pointers must outlive the search. */
RootParallel *root_parallel_open(const SearchOptions *options, const View *view, uint64_t seed);
void root_parallel_close(RootParallel *trees);
/* Searches on until all trees together have had `iterations` since they were opened, or a few more with variant pimc. */
void root_parallel_grow(RootParallel *trees, uint64_t iterations, int threads);
/* The iterations that all trees together have had. */
uint64_t root_parallel_iterations(const RootParallel *trees);
/* What one tree has found; its plays stand in the order of moves_list, in every tree the same. */
const SearchResult *root_parallel_tree(const RootParallel *trees, int tree);
