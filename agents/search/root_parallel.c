/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/search/root_parallel.h"

#include <stdlib.h>

#include "agents/search/search_private.h"

enum { NODES = 1 << 18, PIMC_DEALS = 10, PIMC_ITERATIONS = 1000 };

typedef struct {
    Search *search;
    Table table; /* with the captured cards that the view was not told of */
    View view;
    Rng rng;
    SearchResult result;
    uint64_t done;
} Root;

struct Forest {
    Root trees[FOREST_TREES];
    uint32_t unit; /* pimc: iterations of one run */
};

static bool root_open(Root *root, const SearchOptions *options, const View *view, int index, uint64_t seed)
{
    Sampler sampler;
    Round round;
    Rng rng = rng_for(seed, (uint64_t)index, PURPOSE_SAMPLE);
    root->rng = rng_for(seed, (uint64_t)index, PURPOSE_AGENT);
    root->view = *view;
    root->table = *view->table;
    root->view.table = &root->table;
    if (!sampler_init(&sampler, view->rules, view->table, view->hand)) return false;
    sampler_round(&round, &sampler, &rng);
    for (int side = 0; side < view->rules->sides; side++)
        root->table.piles[side] = round.table.piles[side];
    root->search = search_open(options, view->rules);
    if (!root->search || !root_view(root->search, &sampler, &root->view)) return false;
    if (options->variant != VARIANT_PIMC) worlds_sample(root->search, &root->rng);
    result_fill(&root->result, root->search, view->hand, view->table->pool);
    return true;
}

Forest *forest_open(const SearchOptions *options, const View *view, uint64_t seed)
{
    Forest *forest = calloc(1, sizeof *forest);
    if (!forest) return NULL;
    SearchOptions mine = *options;
    mine.keep = false;
    mine.exact = false;
    mine.seconds = 0;
    if (!mine.nodes) mine.nodes = NODES;
    if (!mine.iterations) mine.iterations = PIMC_ITERATIONS;
    if (mine.variant == VARIANT_PIMC && !mine.worlds) mine.worlds = PIMC_DEALS;
    forest->unit = view->rules->sides == 2 ? (uint32_t)mine.worlds : mine.iterations;
    for (int i = 0; i < FOREST_TREES; i++)
        if (!root_open(&forest->trees[i], &mine, view, i, seed)) {
            forest_close(forest);
            return NULL;
        }
    return forest;
}

void forest_close(Forest *forest)
{
    for (int i = 0; i < FOREST_TREES; i++)
        if (forest->trees[i].search) search_close(forest->trees[i].search);
    free(forest);
}

static void root_deepen(Root *root, uint64_t iterations)
{
    Search *search = root->search;
    for (; root->done < iterations; root->done++) {
        search->done = root->done;
        search_iterate(search, &root->rng);
    }
    search->done = root->done;
    result_fill(&root->result, search, root->view.hand, root->table.pool);
}

/* Leaves of a run that tells equal plays apart those that the list has, in its order. */
static void plays_keep(SearchResult *run, const SearchResult *list)
{
    int kept = 0;
    for (int i = 0; i < run->count && kept < list->count; i++)
        if (run->plays[i].play == list->plays[kept].play) run->plays[kept++] = run->plays[i];
    run->count = kept;
}

/* Runs of pimc do not build on each other; they are averaged. */
static void root_repeat(Root *root, uint64_t iterations, uint32_t unit)
{
    for (; root->done < iterations; root->done += unit) {
        SearchResult run;
        search_run(&run, root->search, &root->view, &root->rng);
        plays_keep(&run, &root->result);
        if (root->done)
            search_merge(&root->result, &run);
        else
            root->result = run;
    }
}

void forest_grow(Forest *forest, uint64_t iterations, int threads)
{
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int i = 0; i < FOREST_TREES; i++) {
        Root *root = &forest->trees[i];
        uint64_t share = (iterations + (uint64_t)(FOREST_TREES - 1 - i)) / FOREST_TREES;
        if (root->search->options.variant == VARIANT_PIMC)
            root_repeat(root, share, forest->unit);
        else
            root_deepen(root, share);
    }
}

const SearchResult *forest_tree(const Forest *forest, int tree) { return &forest->trees[tree].result; }

uint64_t forest_iterations(const Forest *forest)
{
    uint64_t sum = 0;
    for (int i = 0; i < FOREST_TREES; i++)
        sum += forest->trees[i].done;
    return sum;
}
