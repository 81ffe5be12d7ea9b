/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the search share: select.c, search_root.c, worlds.c, search_tree.c, search_exact.c, search.c. */
#pragma once

#include "agents/match_value.h"
#include "agents/search/infer.h"
#include "agents/search/search.h"
#include "agents/search/search_match.h"
#include "agents/search/tree.h"
#include "engine/sample.h"
#include "engine/solve.h"

/* Which of the available plays is tried next. */
enum { LOGS = 1 << 14 };
typedef struct {
    Selection rule;
    double constant;   /* of exploration */
    float unit;        /* the reward that stands for 1 */
    float exploration; /* the constant in rewards */
    float prior;       /* the visits with which plays begin that a net has judged */
    float logs[LOGS];  /* natural logarithms of 1, 2, … */
} Selector;

/* One way the hidden cards may lie, in classes. */
typedef struct {
    uint8_t hands[MAX_SEATS][HAND]; /* as many cards as the seat has left */
    uint8_t order[PLAYS];           /* by ply: the cards of the later deals, those of a seat in any order */
    uint8_t styles[MAX_SEATS];      /* the style of play of each other seat: opponent_model.h */
} World;

/* A node on the way down the tree, and the side whose rewards it counts. */
typedef struct {
    uint32_t node;
    float chance; /* with which EXP3 chose it */
    uint8_t side;
} PathStep;

struct Search {
    SearchOptions options;
    const Rules *rules;
    Selector selector;
    Playout playout;
    OpponentModel model;
    Tree tree;
    SearchMatch match; /* of a search with an equity table */
    Solver solver;
    Net net; /* where options.net is its own */
    SolveEntry
        *entries; /* the solver's table; NULL: exact values are not asked for, or there are more than two sides */

    /* the decision: the position that is searched, and what its mover knows */
    uint32_t root;                /* the position in the tree; 0: none is kept */
    bool open;                    /* nothing is hidden from the mover */
    World known;                  /* the mover's own hand; all hands and deals where nothing is hidden */
    uint8_t left[MAX_SEATS];      /* cards in each hand */
    uint8_t unseen[CARDS + HAND]; /* classes of the unseen cards, in an order that changes … */
    int unseen_count;             /* … and how many there are … */
    int hidden;                   /* … of which so many lie in other hands … */
    int drawn;                    /* … and so many there or in the deals that a playout gets to */
    CardSet root_unseen;          /* the same cards, as a set */
    Infer infer;
    double share;  /* of the weights of all hands, up to which the next hands are taken */
    World *worlds; /* options.worlds of them, which the iterations share; NULL: each has its own */
    uint64_t done; /* iterations */

    /* the iteration */
    World world; /* used up by it */
    PathStep path[PLAYS];
    uint32_t candidates[MAX_MOVES], statistics[MAX_MOVES]; /* nodes of the mover's plays, and where they are counted */

    /* the tree that is kept from the last decision */
    bool kept;
    Table kept_table; /* before that decision */
    CardSet history[PLAYS];
};

void selector_init(Selector *selector, Selection rule, double exploration, double prior);
/* Sets the reward that stands for 1; at first it is REWARD_ONE. */
void selector_unit(Selector *selector, float unit);
/* Index of the play to try among the count > 0 nodes; *chance is the probability with which EXP3 chose it. */
int select_play(const Selector *selector, const Node *nodes, const uint32_t plays[], int count, float *chance,
                Rng *rng);

/* Asks the net what the root's plays are worth to the seat of the view, and notes it at their nodes. */
void root_prior(Search *search, const View *view);
/* Prepares the root for a view and a sampler for the deals that agree with it. False if none does. */
bool root_view(Search *search, Sampler *sampler, const View *view);
/* Prepares the root for a round in which all cards are known. */
void root_round(Search *search, const Round *round);

/* Gives the seat the cards of a later deal. */
void world_deal(World *world, const Rules *rules, int seat, int deal);
/* Chooses the world of the next iteration. */
void world_next(Search *search, Rng *rng);
/* Weighs hands, and samples the worlds that all iterations share, if there are to be such. */
void worlds_sample(Search *search, Rng *rng);

/* One iteration from the root. */
void search_iterate(Search *search, Rng *rng);
/* As many iterations as the options ask for. */
void search_loop(Search *search, Rng *rng);
/* The node of a play in the position; 0: it is not in the tree. */
uint32_t search_node(const Search *search, uint32_t position, Card card, CardSet captured);
/* What the tree says of the root's plays. */
void result_fill(SearchResult *out, const Search *search, CardSet hand, CardSet pool);
/* Sets result->best. */
void result_choose(SearchResult *result);

/* Exact values of the plays; where several are best, a search among them chooses. */
void search_exact(SearchResult *out, Search *search, const View *view, Sampler *sampler, Rng *rng);
/* Mean values with open cards over sampled rounds: exact for two sides, else by tree search. */
void search_pimc(SearchResult *out, Search *search, Sampler *sampler, Rng *rng);
