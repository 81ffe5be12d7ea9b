/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact values with open cards, known or sampled. */
#include <math.h>

#include "agents/search/search_private.h"

enum {
    DEFAULT_DEALS = 10,       /* that pimc samples */
    MATCH_POSITIONS = 1 << 20 /* that are searched for the chances of the last deal */
};

static int value_of(const SolvePlay plays[], CardSet play)
{
    while (plays->play != play)
        plays++;
    return plays->value;
}

/* The exact value of each play of the result, in points or as a chance to win the match. False: that took too long. */
static bool values_find(double values[], Search *search, const SearchResult *result, const Round *round)
{
    int count;
    if (search->options.equity) {
        MatchSolvePlay plays[MAX_MOVES];
        count = match_solve_plays(plays, &search->match.value, round, &search->playout.fold, MATCH_POSITIONS);
        for (int i = 0; i < count; i++)
            values[i] = (double)plays[i].chance / EQUITY_ONE;
        return count > 0;
    }
    SolvePlay plays[MAX_MOVES];
    solve_plays(plays, &count, &search->solver, round, search->rules);
    for (int i = 0; i < result->count; i++)
        values[i] = value_of(plays, result->plays[i].play);
    return true;
}

void search_exact(SearchResult *out, Search *search, const View *view, Sampler *sampler, Rng *rng)
{
    double values[MAX_MOVES];
    Round round;
    int ties = 0;
    sampler_round(&round, sampler, rng);
    result_fill(out, search, view->hand, view->table->pool);
    const bool found = values_find(values, search, out, &round);
    double best = found ? values[0] : 0;
    for (int i = 0; found && i < out->count; i++) {
        if (values[i] > best) best = values[i], ties = 0;
        if (values[i] == best) out->best = i, ties++;
    }
    if (ties > 1 || !found) {
        search_loop(search, rng);
        result_fill(out, search, view->hand, view->table->pool);
    }
    if (!found) return;
    for (int i = 0; i < out->count; i++) {
        out->plays[i].value = values[i];
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
