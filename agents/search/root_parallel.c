/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Independent trees that search one view side by side. */
#include "agents/search/root_parallel.h"

#include <stdlib.h>

#include "agents/search/search_private.h"

enum {
    NODES = 1 << 16, /* of each tree: some 140 MB in all, as `pasur advise --help` says */
    PIMC_DEALS = 10,
    PIMC_ITERATIONS = 1000
};

typedef struct {
    Search *search;
    Table table; /* the view's, with the captured cards that the view does not tell of dealt to the sides */
    View view;   /* of that table */
    Rng rng;
    SearchResult result;
    uint64_t done; /* iterations */
} RootTree;

struct RootParallel {
    RootTree trees[ROOT_PARALLEL_TREES];
    uint32_t unit; /* iterations of one run of the variant pimc */
};

static bool tree_open(RootTree *tree, const SearchOptions *options, const View *view, int index, uint64_t seed)
{
    Sampler sampler;
    Round round;
    Rng rng = rng_for(seed, (uint64_t)index, PURPOSE_SAMPLE);
    tree->rng = rng_for(seed, (uint64_t)index, PURPOSE_AGENT);
    tree->view = *view;
    tree->table = *view->table;
    tree->view.table = &tree->table;
    if (!sampler_init(&sampler, view->rules, view->table, view->hand)) return false;
    sampler_round(&round, &sampler, &rng);
    for (int side = 0; side < view->rules->sides; side++)
        tree->table.piles[side] = round.table.piles[side];
    tree->search = search_open(options, view->rules);
    if (!tree->search || !root_view(tree->search, &sampler, &tree->view)) return false;
    if (options->variant != VARIANT_PIMC) worlds_sample(tree->search, &tree->rng);
    result_fill(&tree->result, tree->search, view->hand, view->table->pool);
    return true;
}

RootParallel *root_parallel_open(const SearchOptions *options, const View *view, uint64_t seed)
{
    RootParallel *trees = calloc(1, sizeof *trees);
    if (!trees) return NULL;
    SearchOptions mine = *options;
    mine.keep = false;
    mine.exact = false;
    mine.seconds = 0;
    if (!mine.nodes) mine.nodes = NODES;
    if (!mine.iterations) mine.iterations = PIMC_ITERATIONS;
    if (mine.variant == VARIANT_PIMC && !mine.worlds) mine.worlds = PIMC_DEALS;
    trees->unit = view->rules->sides == 2 ? (uint32_t)mine.worlds : mine.iterations;
    for (int i = 0; i < ROOT_PARALLEL_TREES; i++)
        if (!tree_open(&trees->trees[i], &mine, view, i, seed)) {
            root_parallel_close(trees);
            return NULL;
        }
    return trees;
}

void root_parallel_close(RootParallel *trees)
{
    for (int i = 0; i < ROOT_PARALLEL_TREES; i++)
        if (trees->trees[i].search) search_close(trees->trees[i].search);
    free(trees);
}

/* Searches on in the tree. */
static void tree_deepen(RootTree *tree, uint64_t iterations)
{
    Search *search = tree->search;
    for (; search->done < iterations; search->done++)
        search_iterate(search, &tree->rng);
    tree->done = search->done;
    result_fill(&tree->result, search, tree->view.hand, tree->table.pool);
}

/* Drops the plays of a run that the list does not have: the run may tell plays apart that are one play in the list. */
static void plays_keep(SearchResult *run, const SearchResult *list)
{
    int kept = 0;
    for (int i = 0; i < run->count && kept < list->count; i++)
        if (run->plays[i].play == list->plays[kept].play) run->plays[kept++] = run->plays[i];
    run->count = kept;
}

/* Searches on with the variant pimc, whose runs do not build on each other: they are averaged. */
static void tree_repeat(RootTree *tree, uint64_t iterations, uint32_t unit)
{
    for (; tree->done < iterations; tree->done += unit) {
        SearchResult run;
        search_run(&run, tree->search, &tree->view, &tree->rng);
        plays_keep(&run, &tree->result);
        if (tree->done)
            search_merge(&tree->result, &run);
        else
            tree->result = run;
    }
}

void root_parallel_grow(RootParallel *trees, uint64_t iterations, int threads)
{
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int i = 0; i < ROOT_PARALLEL_TREES; i++) {
        RootTree *tree = &trees->trees[i];
        uint64_t share = (iterations + (uint64_t)(ROOT_PARALLEL_TREES - 1 - i)) / ROOT_PARALLEL_TREES;
        if (tree->search->options.variant == VARIANT_PIMC)
            tree_repeat(tree, share, trees->unit);
        else
            tree_deepen(tree, share);
    }
}

const SearchResult *root_parallel_tree(const RootParallel *trees, int tree) { return &trees->trees[tree].result; }

uint64_t root_parallel_iterations(const RootParallel *trees)
{
    uint64_t sum = 0;
    for (int i = 0; i < ROOT_PARALLEL_TREES; i++)
        sum += trees->trees[i].done;
    return sum;
}
