/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searching for a play over sampled deals: information set Monte Carlo tree search with one observer (Cowling, Powley,
   Whitehouse 2012) and its variants. search_open allocates all memory; one Search serves one thread. */
#pragma once

#include "agents/agent.h"
#include "agents/net/net.h"
#include "agents/search/playout.h"

/* ---- a tree in one arena. All plays are public, so a position of the tree has one pool and one set of tallies whatever
   the cards behind it; a mover's plays are kept by class of card, and a class is available where the sampled hand holds
   it. */

/* Rewards are whole numbers; this one stands for 1, which is a difference of 20 points. */
enum { REWARD_ONE = 240 };

enum { PRIOR_POINT = 1 << 10 };

/* A play, with its statistics for the side that makes it. */
typedef struct {
    int64_t total;   /* sum of the rewards */
    int64_t squares; /* sum of their squares */
    uint32_t visits;
    union {
        uint32_t available; /* how often the mover could have made it here */
        float weight;       /* EXP3: estimated sum of rewards */
    } u;
    uint32_t position; /* the position that the play leads to; 0: it is not in the tree yet */
    uint16_t prior;    /* of PUCT, unnormalised; else 1 + by how much a net likes the best play better, in
                          1/PRIOR_POINT points; 0: not asked for */
    uint8_t class;
    uint8_t more; /* the next node is another capture by the same class */
} Node;

_Static_assert(sizeof(Node) == 32, "two nodes in a cache line");

typedef struct {
    Node *nodes;            /* from nodes[1] on; index 0 stands for no node */
    CardSet *captured;      /* by node: what the play captures */
    PublicState *positions; /* from positions[1] on, which is the root of a new tree */
    uint32_t *slots;        /* by position and class: the first node of the class's plays, or 0 */
    uint32_t node_room, node_count, position_room, position_count;
    uint32_t classes;
    uint32_t *index; /* hash table of statistics kept apart by hand; NULL: none are */
    uint32_t index_mask;
} Tree;

/* False when memory runs out; tree_free is due all the same. `apart`: statistics can be kept apart by the mover's
   hand. */
bool tree_init(Tree *tree, uint32_t nodes, uint32_t classes, bool apart);
void tree_free(Tree *tree);
/* Empties the tree and puts the root there. */
void tree_reset(Tree *tree, const PublicState *root);

static inline uint32_t *tree_slot(const Tree *tree, uint32_t position, int class)
{
    return &tree->slots[position * tree->classes + (uint32_t) class];
}
/* The first node of the class's plays in the position, made if there is none; 0 if there is no room. */
uint32_t tree_plays(Tree *tree, const Playout *playout, uint32_t position, int class);
/* The position after the node's play, made if there is none; 0 if there is no room. */
uint32_t tree_position(Tree *tree, const Playout *playout, uint32_t parent, uint32_t node);

/* A key of a hand: not 0, and equal for equal hands in any order. */
uint64_t tree_hand_key(const uint8_t hand[], int size);
/* The node that holds the play's statistics for one hand, made if there is none; 0 if there is no room. */
uint32_t tree_statistics(Tree *tree, uint32_t node, uint64_t hand_key);

/* ---- which of the available plays is tried next */

typedef enum { SELECT_UCB1, SELECT_UCBTUNED, SELECT_EXP3, SELECT_PUCT } Selection;

enum { LOGS = 1 << 14 };
typedef struct {
    Selection rule;
    double constant;   /* of exploration */
    float unit;        /* the reward that stands for 1 */
    float exploration; /* the constant in rewards */
    float prior;       /* the visits with which plays begin that a net has judged */
    float logs[LOGS];  /* natural logarithms of 1, 2, … */
} Selector;

void selector_init(Selector *selector, Selection rule, double exploration, double prior);
/* Sets the reward that stands for 1; at first it is REWARD_ONE. */
void selector_unit(Selector *selector, float unit);
/* Index of the play to try among the count > 0 nodes; *chance is the probability with which EXP3 chose it. */
int select_play(const Selector *selector, const Node *nodes, const uint32_t plays[], int count, float *chance,
                Rng *rng);

/* ---- a search */

typedef enum { REWARD_DIFFERENCE, REWARD_WIN, REWARD_SHARE } Reward;
typedef enum { BACKUP_MAXN, BACKUP_PARANOID } Backup;
typedef enum { VARIANT_SO, VARIANT_MO, VARIANT_PIMC, VARIANT_FLAT } SearchVariant;

typedef struct SearchOptions {
    uint32_t iterations; /* for each decision; 0: as many as `seconds` allow */
    double seconds;
    uint32_t nodes; /* room of the tree; 0: enough for the iterations */
    SearchVariant variant;
    Selection selection;
    double exploration;
    PlayoutPolicy policy;
    double noise; /* share of random plays in playouts that are not random as a whole */
    int cut;      /* deals, this one counted, after which a playout is valued instead of played on; 0: never */
    Reward reward;
    Backup backup; /* what the sides that do not search maximise: their own reward, or the searcher's loss */
    bool fold;
    bool exact;   /* two players: exact values in the last deal, in which all cards are known */
    bool keep;    /* the tree is kept from one decision of a round to the next */
    int infer;    /* number of hands that are weighed by what plays tell; 0: all hands count alike */
    double model; /* share of a loose player's plays in the tree that follow its style instead of the selection; bots'
                        plays always do, unless this is 0 */
    uint32_t styles;      /* bit i: style i of opponent_model.h is thought possible */
    int determinizations; /* sampled deals that all iterations share, 0: a new one for each; for pimc, 0: ten */
    double prior;         /* what the net says of the root's plays counts as much as this many iterations of each */
    const Net *net;       /* for that, and for the style policy; NULL: a prior fetches the built-in one */
    const MatchEquity *equity; /* two sides: the chance to win the match is maximised by this table; NULL: the reward */
    const Agent *agent;        /* whose values (AgentSearch) take the place of a search; NULL: it is one */
    bool (*stopped)(void);     /* is the search to be given up? What it has found is nothing then; NULL: never */
} SearchOptions;

typedef struct {
    CardSet play;
    uint32_t visits;
    double value; /* mean reward of the side to move: with an equity table its chance to win the match, with
                     REWARD_DIFFERENCE the points by which it wins the round; else -1 … 1 */
} SearchPlay;

typedef struct SearchResult {
    SearchPlay plays[MAX_MOVES]; /* in the order of moves_list, folded if the search folds */
    int count;
    int best;   /* index of the play chosen */
    bool exact; /* values are exact for the cards as they lie */
    bool flat;  /* visits were spread evenly over the plays, so that the value chooses, not the visits */
    uint64_t iterations;
} SearchResult;

typedef struct Search Search;

/* Returns NULL when memory runs out. The rules must outlive the search. Not for options that name an agent. */
Search *search_open(const SearchOptions *options, const Rules *rules);
void search_close(Search *search);
/* To be called before the first decision of a round. */
void search_forget(Search *search);
/* Searches for the play of the view. False if no round agrees with the view. Allocates nothing and draws only from
   *rng, so that without `seconds` equal arguments give equal results. */
bool search_run(SearchResult *out, Search *search, const View *view, Rng *rng);
/* Searches for the play of a player who sees all cards. */
void search_run_open(SearchResult *out, Search *search, const Round *round, Rng *rng);

/* The pieces of it, for searches of one view that go on step by step, or become one. Prepares the search of a view, with
   what all iterations share; false if no round agrees with the view. */
bool search_begin(Search *search, const View *view, Rng *rng);
/* Goes on up to this many iterations since then. */
void search_grow(SearchResult *out, Search *search, const View *view, uint64_t iterations, Rng *rng);
/* The plays of a hand, of which none was tried. */
void result_list(SearchResult *out, const SearchOptions *options, const Rules *rules, CardSet hand, CardSet pool);
/* Adds what another search of the same view found: visits are added, values averaged with visits as weights. */
void search_merge(SearchResult *total, const SearchResult *part);
enum { PIMC_DEALS = 10 }; /* that the variant pimc samples where the options do not say */

/* How the agent searches; false if it does not. */
static inline bool search_options(SearchOptions *options, const Agent *agent)
{
    if (!agent->kind->search) return false;
    agent->kind->search->options(options, agent);
    return true;
}

/* ---- root-parallel search of one view: a fixed number of independent trees, each with a stream of its own, that can
   be deepened step by step. The results depend on the view, the seed and the iterations alone, neither on the threads
   nor on the steps */

/* So many streams keep as many cores busy, and the spread of the trees has 15 degrees of freedom. */
enum { ROOT_PARALLEL_TREES = 16 };

typedef struct RootParallel RootParallel;

/* The options' iterations, seconds and keep do not matter; each tree has room for 2^16 nodes unless the options say
   otherwise. Where captured cards are missing from the piles, each tree deals them to the sides in a way of its own.
   Returns NULL if no round agrees with the view, or memory runs out. The view's pointers must outlive the search. */
RootParallel *root_parallel_open(const SearchOptions *options, const View *view, uint64_t seed);
void root_parallel_close(RootParallel *trees);
/* Searches on until all trees together have had `iterations` since they were opened, or a few more with variant
   pimc. */
void root_parallel_grow(RootParallel *trees, uint64_t iterations, int threads);
/* The iterations that all trees together have had, and how many of them were played out: an agent that values plays
   gives up those that are clearly behind. */
uint64_t root_parallel_iterations(const RootParallel *trees, uint64_t *played);
/* What one tree has found; its plays stand in the order of moves_list, in every tree the same. */
const SearchResult *root_parallel_tree(const RootParallel *trees, int tree);
