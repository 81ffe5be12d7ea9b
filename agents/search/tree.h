/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search tree in one arena. All plays are public, so a position of the tree has one pool and one set of tallies
   whatever the cards behind it; a mover's plays are kept by class of card, and a class is available where the sampled
   hand holds it. */
#pragma once

#include "agents/search/playout.h"

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
