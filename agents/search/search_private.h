/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the search share. */
#ifndef PASUR_AGENTS_SEARCH_SEARCH_PRIVATE_H
#define PASUR_AGENTS_SEARCH_SEARCH_PRIVATE_H

#include "agents/search/infer.h"
#include "agents/search/search.h"
#include "agents/search/select.h"
#include "agents/search/tree.h"
#include "engine/sample.h"
#include "engine/solve.h"

/* One way the hidden cards may lie, in classes. */
typedef struct {
    uint8_t hands[MAX_SEATS][HAND]; /* as many as the seat has left */
    uint8_t order[PLAYS];           /* by ply: the later deals' cards, those of a seat in any order */
    uint8_t styles[MAX_SEATS];      /* how the others play */
} World;

/* A node on the way down, and whose rewards it counts. */
typedef struct {
    uint32_t node;
    float chance; /* EXP3 */
    uint8_t side;
} Step;

struct Search {
    SearchOptions options;
    const Rules *rules;
    Selector selector;
    Playout playout;
    Tree tree;
    uint32_t root;           /* position */
    World known;             /* at the root: the mover's own hand; all, if nothing is hidden */
    World world;             /* of the iteration; used up by it */
    bool open;               /* nothing is hidden */
    uint8_t left[MAX_SEATS]; /* cards in each hand at the root */
    uint8_t unseen[CARDS + HAND];
    int unseen_count, hidden; /* of the unseen, `hidden` lie in other hands */
    int drawn;                /* and so many there or in the deals that a playout gets to */
    OpponentModel model;
    Infer infer;
    double share; /* of the weights of the hands: where the next one is taken */
    CardSet root_unseen;
    int16_t scores[MAX_SIDES]; /* of the match */
    World *worlds;             /* options.worlds of them */
    uint64_t done;             /* iterations of this decision */
    Step path[PLAYS];
    uint32_t candidates[MAX_MOVES], statistics[MAX_MOVES];
    /* exact values */
    Solver solver;
    SolveEntry *entries; /* NULL: not asked for, or more than two sides */
    /* the tree kept from the last decision */
    bool kept;
    Table kept_table;
    CardSet history[PLAYS];
};

/* Prepares the root for the mover, its hand and what it has not seen. False if no round agrees. */
bool root_view(Search *search, Sampler *sampler, const View *view);
/* The same where all cards are known. */
void root_round(Search *search, const Round *round);
/* True if the tree of the last decision has the view's position: it is the root then. */
bool root_keep(Search *search, const View *view);

/* Gives the later deal's cards to the seat. */
void hand_deal(World *world, const Rules *rules, int seat, int deal);
/* Chooses the cards of the next iteration. */
void world_next(Search *search, Rng *rng);
/* Weighs hands, and samples the worlds that all iterations share, if there are to be such. */
void worlds_sample(Search *search, Rng *rng);

/* One iteration from the root. */
void search_iterate(Search *search, Rng *rng);
/* As many as the options say. */
void search_loop(Search *search, Rng *rng);
void result_fill(SearchResult *out, const Search *search, CardSet hand, CardSet pool);
void result_choose(SearchResult *result);

/* Exact values of the plays; where several are best, a search among them chooses. */
void search_exact(SearchResult *out, Search *search, const View *view, Sampler *sampler, Rng *rng);
/* Mean values with open cards over sampled rounds: exact for two sides, else by tree search. */
void search_pimc(SearchResult *out, Search *search, Sampler *sampler, Rng *rng);

#endif
