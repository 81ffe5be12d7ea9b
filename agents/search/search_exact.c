/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact values with open cards, known or sampled. */
#include <math.h>

#include "agents/search/search_private.h"

enum { DEFAULT_DEALS = 10 }; /* that pimc samples */

static int value_of(const SolvePlay plays[], CardSet play)
{
    while (plays->play != play)
        plays++;
    return plays->value;
}

void search_exact(SearchResult *out, Search *search, const View *view, Sampler *sampler, Rng *rng)
{
    SolvePlay plays[MAX_MOVES];
    Round round;
    int count, ties = 0;
    sampler_round(&round, sampler, rng);
    solve_plays(plays, &count, &search->solver, &round, search->rules);
    result_fill(out, search, view->hand, view->table->pool);
    int best = value_of(plays, out->plays[0].play);
    for (int i = 0; i < out->count; i++) {
        int value = value_of(plays, out->plays[i].play);
        if (value > best) best = value, ties = 0;
        if (value == best) out->best = i, ties++;
    }
    if (ties > 1) {
        search_loop(search, rng);
        result_fill(out, search, view->hand, view->table->pool);
    }
    for (int i = 0; i < out->count; i++) {
        out->plays[i].value = value_of(plays, out->plays[i].play);
        out->plays[i].error = 0;
    }
    for (int i = 0; i < out->count; i++) {
        const SearchPlay *play = &out->plays[i], *chosen = &out->plays[out->best];
        if (play->value > chosen->value || (play->value == chosen->value && play->visits > chosen->visits))
            out->best = i;
    }
    out->exact = true;
}

static void pimc_exact(SearchResult *out, Search *search, Sampler *sampler, int deals, Rng *rng)
{
    SolvePlay plays[MAX_MOVES];
    double sums[MAX_MOVES] = {0}, squares[MAX_MOVES] = {0};
    int count = 0;
    for (int deal = 0; deal < deals; deal++) {
        Round round;
        sampler_round(&round, sampler, rng);
        solve_plays(plays, &count, &search->solver, &round, search->rules);
        for (int i = 0; i < count; i++) {
            sums[i] += plays[i].value;
            squares[i] += (double)plays[i].value * plays[i].value;
        }
    }
    out->count = count;
    for (int i = 0; i < count; i++) {
        double mean = sums[i] / deals, variance = squares[i] / deals - mean * mean;
        out->plays[i] = (SearchPlay){plays[i].play, (uint32_t)deals, mean, sqrt(variance > 0 ? variance / deals : 0)};
    }
    out->iterations = (uint64_t)deals;
    out->exact = false; /* the values are exact for the sampled deals alone */
}

void search_pimc(SearchResult *out, Search *search, Sampler *sampler, Rng *rng)
{
    int deals = search->options.worlds ? search->options.worlds : DEFAULT_DEALS;
    if (search->entries) {
        pimc_exact(out, search, sampler, deals, rng);
    } else {
        SearchOptions options = search->options;
        search->options.iterations = (options.iterations + (uint32_t)deals - 1) / (uint32_t)deals;
        search->options.seconds = options.seconds / deals;
        for (int deal = 0; deal < deals; deal++) {
            Round round;
            SearchResult part;
            sampler_round(&round, sampler, rng);
            search_run_open(deal ? &part : out, search, &round, rng);
            if (deal) search_merge(out, &part);
        }
        search->options = options;
    }
    out->flat = search->entries != NULL;
    result_choose(out);
}
