/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Root-parallel search. */
#include <stdlib.h>

#include "agents/search.h"

static bool tree_search(SearchResult *out, const SearchOptions *options, const View *view, int tree, uint64_t seed)
{
    Search *search = search_open(options, view->rules);
    if (!search) return false;
    Rng rng = rng_for(seed, (uint64_t)tree, PURPOSE_AGENT);
    bool done = search_run(out, search, view, &rng);
    search_close(search);
    return done;
}

bool search_many(SearchResult *out, const SearchOptions *options, const View *view, int trees, int threads,
                 uint64_t seed)
{
    SearchResult *parts = malloc((size_t)trees * sizeof *parts);
    if (!parts) return false;
    bool done = true;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) reduction(&& : done)
    for (int tree = 0; tree < trees; tree++) {
        SearchOptions share = *options;
        share.iterations = (options->iterations + (uint32_t)(trees - 1 - tree)) / (uint32_t)trees;
        parts[tree].count = 0;
        if (share.iterations || !options->iterations)
            done = tree_search(&parts[tree], &share, view, tree, seed) && done;
    }
    if (done) *out = parts[0];
    for (int tree = 1; done && tree < trees; tree++)
        if (parts[tree].count) search_merge(out, &parts[tree]);
    free(parts);
    return done;
}
