/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searching for a play over sampled deals: information set Monte Carlo tree search with one observer (Cowling, Powley,
   Whitehouse 2012) and its variants. All memory is taken by search_open; one Search serves one thread. */
#ifndef PASUR_AGENTS_SEARCH_SEARCH_H
#define PASUR_AGENTS_SEARCH_SEARCH_H

#include "agents/agent.h"
#include "agents/search/playout.h"

typedef enum { SELECT_UCB1, SELECT_UCBTUNED, SELECT_EXP3, SELECT_PUCT } Selection;
typedef enum { REWARD_DIFFERENCE, REWARD_WIN, REWARD_SHARE } Reward;
typedef enum { VARIANT_SO, VARIANT_MO, VARIANT_PIMC, VARIANT_FLAT } SearchVariant;

typedef struct SearchOptions {
    uint32_t iterations; /* for each decision; 0: as many as `seconds` allow */
    double seconds;
    uint32_t nodes; /* room in the arena; 0: enough for the iterations */
    SearchVariant variant;
    Selection selection;
    double exploration;
    PlayoutPolicy policy;
    double noise; /* share of random plays in playouts of another policy */
    int cut;      /* deals, this one counted, after which a playout is valued instead of played on; 0: never */
    Reward reward;
    bool fold;
    bool exact;      /* two players: exact values in the last deal, in which all cards are known */
    bool keep;       /* the tree between decisions of a round */
    int infer;       /* hands to weigh by what plays tell; 0: all hands alike */
    double model;    /* share of a loose player's plays in the tree that follow its style, not the selection; the bots'
                        do always, unless it is 0 */
    uint32_t styles; /* of players that are thought possible, bit i: agents/search/opponent_model.h */
    int worlds;      /* sampled deals that all iterations share, 0: a new one for each; of pimc, 0: ten */
} SearchOptions;

typedef struct {
    CardSet play;
    uint32_t visits;
    double value; /* mean reward of the side to move: points by which it wins the round (difference); else -1 … 1 */
    double error; /* standard error of the value, within the search */
} SearchPlay;

typedef struct {
    SearchPlay plays[MAX_MOVES]; /* in the order of moves_list, folded if the search folds */
    int count;
    int best;   /* index of the play chosen */
    bool exact; /* values are exact for the cards as they lie */
    bool flat;  /* all plays have had the same number of visits, so that the value chooses */
    uint64_t iterations;
} SearchResult;

typedef struct Search Search;

/* NULL when memory runs out. The rules must outlive it. */
Search *search_open(const SearchOptions *options, const Rules *rules);
void search_close(Search *search);
/* Before the first decision of a round. */
void search_forget(Search *search);
/* False if no round agrees with the view. Allocates nothing; draws only from *rng, so that without `seconds` equal
   arguments give equal results. */
bool search_run(SearchResult *out, Search *search, const View *view, Rng *rng);
/* The same for a player who sees all cards. */
void search_run_open(SearchResult *out, Search *search, const Round *round, Rng *rng);

/* The floor of the cost of iterations: samples `count` deals and plays them out without a tree. *sum is of rewards.
   For a search without `worlds`; hands are not weighed. */
bool search_playouts(int64_t *sum, Search *search, const View *view, uint64_t count, Rng *rng);

/* How the agent searches; false if it does not. */
static inline bool search_options(SearchOptions *options, const Agent *agent)
{
    if (!agent->kind->search) return false;
    agent->kind->search(options, agent);
    return true;
}

/* Adds what another search of the same view found; sums of visits, means weighted by them. */
void search_merge(SearchResult *total, const SearchResult *part);

#endif
