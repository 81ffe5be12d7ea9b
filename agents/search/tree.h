/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search tree in one arena. All plays are public, so a position of the tree has one pool and one set of tallies
   whatever the cards behind it; a mover's plays are kept by class of card, and a class is available where the sampled
   hand holds it. */
#ifndef PASUR_AGENTS_SEARCH_TREE_H
#define PASUR_AGENTS_SEARCH_TREE_H

#include "agents/search/playout.h"

enum { REWARD_ONE = 240 }; /* rewards are whole numbers, this is 1.0: 20 points of difference */

/* A play, with its statistics for the side that makes it. */
typedef struct {
    int64_t total;   /* of rewards */
    int64_t squares; /* of rewards */
    uint32_t visits;
    union {
        uint32_t available; /* how often the mover could have made it here */
        float weight;       /* EXP3: estimated sum of rewards */
    } u;
    uint32_t position; /* that it leads to; 0: none yet */
    uint16_t prior;    /* unnormalised, of PUCT; 0: not asked for */
    uint8_t class;
    uint8_t more; /* the next node is another capture by the same class */
} Node;

_Static_assert(sizeof(Node) == 32, "two nodes in a cache line");

typedef struct {
    Node *nodes;            /* from 1; 0 is none */
    CardSet *captured;      /* by node */
    PublicState *positions; /* from 1: the root */
    uint32_t *slots;        /* by position and class: first node of the class's plays, or 0 */
    uint32_t node_room, node_count, position_room, position_count;
    uint32_t classes;
    uint32_t *index; /* hash table of statistics kept apart by hand; NULL: none are */
    uint32_t index_mask;
} Tree;

/* False when memory runs out, with nothing to free. apart: statistics can be kept apart by hand. */
bool tree_init(Tree *tree, uint32_t nodes, uint32_t classes, bool apart);
void tree_free(Tree *tree);
/* Empties the tree but for the root. */
void tree_reset(Tree *tree, const PublicState *root);

static inline uint32_t *tree_slot(const Tree *tree, uint32_t position, int class)
{
    return &tree->slots[position * tree->classes + (uint32_t) class];
}
/* First node of the class's plays in the position, made if there is none; 0 if the arena is full. */
uint32_t tree_plays(Tree *tree, const Playout *playout, uint32_t position, int class);
/* Position after the node's play, made if there is none; 0 if the arena is full. */
uint32_t tree_position(Tree *tree, const Playout *playout, uint32_t parent, uint32_t node);

/* Not 0; equal for equal hands in any order. */
uint64_t tree_hand_key(const uint8_t hand[], int size);
/* The node that holds the play's statistics for one hand, made if there is none; 0 if the arena is full. */
uint32_t tree_statistics(Tree *tree, uint32_t node, uint64_t hand_key);

#endif
