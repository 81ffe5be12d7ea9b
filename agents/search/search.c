/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search: its memory, its loop of iterations, its result. */
#include "agents/search/search.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "agents/search/search_private.h"

enum {
    DEFAULT_NODES = 1 << 20,
    CLOCK_EVERY = 64,
    ROUND_ENTRIES = 1 << 15, /* of the solver's table for a whole round */
    DEAL_ENTRIES = 1 << 12   /* of the solver's table for the last deal */
};

static uint32_t nodes_wanted(const SearchOptions *options)
{
    if (options->nodes) return options->nodes;
    if (!options->iterations || options->iterations > DEFAULT_NODES / 8) return DEFAULT_NODES;
    uint32_t each = options->variant == VARIANT_MO || options->keep || options->model > 0 ? 8 : 2;
    return each * options->iterations + MAX_MOVES;
}

/* The hash table of hands that are weighed. */
static uint32_t *places_open(uint32_t *mask, uint32_t hands)
{
    *mask = 1;
    while (*mask < 2 * hands)
        *mask = 2 * *mask + 1;
    return malloc(((size_t)*mask + 1) * sizeof(uint32_t));
}

/* Fetches the net for a tuning of prior=, whose agents come from one that has none. */
static bool net_own(Search *search)
{
    search->options.net = &search->net;
    return net_builtin(&search->net, search->rules, &(Error){0});
}

Search *search_open(const SearchOptions *options, const Rules *rules)
{
    Search *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    search->options = *options;
    search->rules = rules;
    if (options->prior > 0 && !options->net && !net_own(search)) {
        free(search);
        return NULL;
    }
    selector_init(&search->selector, options->selection, options->exploration, options->prior);
    int16_t scores[MAX_SIDES] = {0};
    playout_init(&search->playout, rules, scores, options->fold);
    opponent_model_init(&search->model, rules, &search->playout.fold, options->styles, options->net);
    bool solves = rules->sides == 2 && options->variant == VARIANT_PIMC;
    bool shares = options->variant != VARIANT_PIMC && options->worlds;
    size_t entries = solves ? ROUND_ENTRIES : options->exact && rules->players == 2 ? DEAL_ENTRIES : 0;
    if (entries) search->entries = malloc(entries * sizeof *search->entries);
    if (shares) search->worlds = malloc((size_t)options->worlds * sizeof *search->worlds);
    if (options->infer) search->infer.hands = malloc((size_t)options->infer * sizeof *search->infer.hands);
    if (options->infer) search->infer.cumulative = malloc((size_t)options->infer * sizeof *search->infer.cumulative);
    const bool places = options->infer && rules->players == 2; /* of more, hands are seldom alike */
    if (places) search->infer.places = places_open(&search->infer.places_mask, (uint32_t)options->infer);
    if ((entries && !search->entries) || (shares && !search->worlds) ||
        (options->infer && (!search->infer.hands || !search->infer.cumulative)) || (places && !search->infer.places) ||
        !tree_init(&search->tree, nodes_wanted(options), (uint32_t)search->playout.classes.count,
                   options->variant == VARIANT_MO)) {
        search_close(search);
        return NULL;
    }
    if (entries) solver_init(&search->solver, search->entries, entries);
    return search;
}

void search_close(Search *search)
{
    tree_free(&search->tree);
    free(search->entries);
    free(search->worlds);
    free(search->infer.hands);
    free(search->infer.cumulative);
    free(search->infer.places);
    if (search->options.net == &search->net) net_free(&search->net);
    free(search);
}

void search_forget(Search *search) { search->kept = false; }

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void search_loop(Search *search, Rng *rng)
{
    const SearchOptions *options = &search->options;
    double end = options->iterations ? 0 : now() + options->seconds;
    worlds_sample(search, rng);
    for (search->done = 0;
         options->iterations ? search->done < options->iterations : search->done % CLOCK_EVERY || now() < end;
         search->done++)
        search_iterate(search, rng);
}

/* ---- results */

/* True if `a` is rather to be played than `b`: by visits, which follow the values of a tree and are steadier. */
static bool is_better(const SearchPlay *a, const SearchPlay *b, bool flat)
{
    if (flat || a->visits == b->visits) return a->value > b->value;
    return a->visits > b->visits;
}

void result_choose(SearchResult *result)
{
    result->best = 0;
    for (int i = 1; i < result->count; i++)
        if (is_better(&result->plays[i], &result->plays[result->best], result->flat)) result->best = i;
}

uint32_t search_node(const Search *search, uint32_t position, Card card, CardSet captured)
{
    const Tree *tree = &search->tree;
    const Fold *fold = &search->playout.fold;
    uint32_t node = *tree_slot(tree, position, search->playout.classes.of[card]);
    while (node && fold_set(tree->captured[node], PACK, fold) != fold_set(captured, PACK, fold))
        node = tree->nodes[node].more ? node + 1 : 0;
    return node;
}

void result_fill(SearchResult *out, const Search *search, CardSet hand, CardSet pool)
{
    CardSet plays[MAX_MOVES];
    double scale = search->options.reward == REWARD_DIFFERENCE ? 20. / REWARD_ONE : 1. / REWARD_ONE, middle = 0;
    if (search->options.equity) scale = 1. / REWARD_MATCH, middle = 0.5;
    out->count = moves_list(plays, hand, pool, &search->playout.fold);
    out->iterations = search->done;
    out->flat = search->options.variant == VARIANT_FLAT;
    out->exact = false;
    for (int i = 0; i < out->count; i++) {
        SearchPlay *play = &out->plays[i];
        *play = (SearchPlay){.play = plays[i]};
        uint32_t found = search_node(search, search->root, set_first(plays[i] & hand), plays[i] & ~hand);
        const Node *node = &search->tree.nodes[found];
        if (!found || !node->visits) continue;
        double mean = (double)node->total / node->visits;
        double variance = (double)node->squares / node->visits - mean * mean;
        play->visits = node->visits;
        play->value = middle + mean * scale;
        play->error = sqrt(variance > 0 ? variance / node->visits : 0) * scale;
    }
    result_choose(out);
}

bool search_run(SearchResult *out, Search *search, const View *view, Rng *rng)
{
    Sampler sampler;
    if (!root_view(search, &sampler, view)) return false;
    bool known = sampler.hidden == sampler.hands && sampler.hidden == sampler.count && search->rules->players == 2;
    if (search->options.exact && search->entries && known) {
        search_exact(out, search, view, &sampler, rng);
    } else if (search->options.variant == VARIANT_PIMC) {
        search_pimc(out, search, &sampler, rng);
    } else {
        search_loop(search, rng);
        result_fill(out, search, view->hand, view->table->pool);
    }
    return true;
}

void search_run_open(SearchResult *out, Search *search, const Round *round, Rng *rng)
{
    root_round(search, round);
    search_loop(search, rng);
    result_fill(out, search, round_hand(round), round->table.pool);
}

void search_merge(SearchResult *total, const SearchResult *part)
{
    total->iterations += part->iterations;
    for (int i = 0; i < total->count; i++) {
        SearchPlay *a = &total->plays[i];
        const SearchPlay *b = &part->plays[i];
        uint32_t visits = a->visits + b->visits;
        if (visits) {
            double x = (double)a->visits / visits, y = (double)b->visits / visits;
            a->error = sqrt(x * x * a->error * a->error + y * y * b->error * b->error);
            a->value = x * a->value + y * b->value;
        }
        a->visits = visits;
    }
    if (!total->exact) result_choose(total);
}
