/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches of one view side by side: trees with their own streams, deepened step by step. */
#include "agents/search/search.h"

#include <stdlib.h>
#include <string.h>

enum {
    NODES = 1 << 16, /* of each tree: some 140 MB in all, as `pasur advise --help` says */
    PIMC_ITERATIONS = 1000
};

typedef struct {
    Search *search;
    Table table; /* the view's, with the captured cards that the view does not tell of dealt to the sides */
    View view;   /* of that table */
    Rng rng;
    SearchResult result;
    uint64_t done; /* iterations */
    void *memory;  /* of an agent that values plays in place of the search */
} RootTree;

struct RootParallel {
    RootTree trees[ROOT_PARALLEL_TREES];
    SearchOptions options;
    uint32_t unit; /* iterations of one run of the variant pimc, or of an agent */
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
    if (!sampler_of(&sampler, view)) return false;
    sampler_round(&round, &sampler, &rng);
    memcpy(tree->table.piles, round.table.piles, sizeof tree->table.piles);
    result_list(&tree->result, options, view->rules, view->hand, view->table->pool);
    if (options->agent) {
        tree->memory = options->agent->kind->memory_open(options->agent, view->rules);
        return tree->memory;
    }
    tree->search = search_open(options, view->rules);
    return tree->search && (options->variant == VARIANT_PIMC || search_begin(tree->search, &tree->view, &tree->rng));
}

RootParallel *root_parallel_open(const SearchOptions *options, const View *view, uint64_t seed)
{
    RootParallel *trees = calloc(1, sizeof *trees);
    if (!trees) return NULL;
    SearchOptions *mine = &trees->options;
    *mine = *options;
    mine->keep = mine->exact = false;
    mine->seconds = 0;
    if (!mine->nodes) mine->nodes = NODES;
    if (!mine->iterations) mine->iterations = PIMC_ITERATIONS;
    if (mine->variant == VARIANT_PIMC && !mine->determinizations) mine->determinizations = PIMC_DEALS;
    const bool exact = mine->variant == VARIANT_PIMC && view->rules->sides == 2;
    trees->unit = exact ? (uint32_t)mine->determinizations : mine->iterations;
    for (int i = 0; i < ROOT_PARALLEL_TREES; i++)
        if (!tree_open(&trees->trees[i], mine, view, i, seed)) {
            root_parallel_close(trees);
            return NULL;
        }
    return trees;
}

void root_parallel_close(RootParallel *trees)
{
    for (int i = 0; i < ROOT_PARALLEL_TREES; i++) {
        RootTree *tree = &trees->trees[i];
        if (tree->search) search_close(tree->search);
        if (tree->memory) trees->options.agent->kind->memory_close(tree->memory);
    }
    free(trees);
}

/* Drops the plays of a run that the list does not have: the run may tell plays apart that are one play in the list. */
static void plays_keep(SearchResult *run, const SearchResult *list)
{
    int kept = 0;
    for (int i = 0; i < run->count && kept < list->count; i++)
        if (run->plays[i].play == list->plays[kept].play) run->plays[kept++] = run->plays[i];
    run->count = kept;
}

/* Searches on with the variant pimc, or asks an agent: runs do not build on each other, and are averaged. */
static void tree_repeat(RootTree *tree, const RootParallel *trees, uint64_t iterations)
{
    const Agent *agent = trees->options.agent;
    bool (*const stopped)(void) = agent ? agent->stopped : trees->options.stopped;
    for (; tree->done < iterations; tree->done += trees->unit) {
        SearchResult run;
        if (!agent)
            search_run(&run, tree->search, &tree->view, &tree->rng);
        else if (!agent->kind->search->values(&run, agent, tree->memory, &tree->view, &tree->rng))
            continue;
        if (stopped && stopped()) return;
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
        const uint64_t share = (iterations + (uint64_t)(ROOT_PARALLEL_TREES - 1 - i)) / ROOT_PARALLEL_TREES;
        if (trees->options.agent || trees->options.variant == VARIANT_PIMC) {
            tree_repeat(tree, trees, share);
        } else if (tree->done < share) {
            search_grow(&tree->result, tree->search, &tree->view, share, &tree->rng);
            tree->done = share;
        }
    }
}

const SearchResult *root_parallel_tree(const RootParallel *trees, int tree) { return &trees->trees[tree].result; }

uint64_t root_parallel_iterations(const RootParallel *trees, uint64_t *played)
{
    uint64_t sum = 0;
    *played = 0;
    for (int i = 0; i < ROOT_PARALLEL_TREES; i++) {
        sum += trees->trees[i].done;
        *played += trees->trees[i].result.iterations;
    }
    return sum;
}
