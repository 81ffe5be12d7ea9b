/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arena of a search tree: nodes, positions, and statistics kept apart by hand. */
#include "agents/search/tree.h"

#include <stdlib.h>
#include <string.h>

bool tree_init(Tree *tree, uint32_t nodes, uint32_t classes, bool apart)
{
    *tree = (Tree){.node_room = nodes + 1, .position_room = nodes / 2 + 2, .classes = classes};
    tree->nodes = malloc(tree->node_room * sizeof *tree->nodes);
    tree->captured = malloc(tree->node_room * sizeof *tree->captured);
    tree->positions = malloc(tree->position_room * sizeof *tree->positions);
    tree->slots = malloc((size_t)tree->position_room * classes * sizeof *tree->slots);
    uint32_t entries = 1;
    while (entries < 2 * tree->node_room)
        entries *= 2;
    tree->index_mask = entries - 1;
    if (apart) tree->index = malloc(entries * sizeof *tree->index);
    return tree->nodes && tree->captured && tree->positions && tree->slots && (tree->index || !apart);
}

void tree_free(Tree *tree)
{
    free(tree->nodes);
    free(tree->captured);
    free(tree->positions);
    free(tree->slots);
    free(tree->index);
}

static uint32_t position_add(Tree *tree)
{
    if (tree->position_count == tree->position_room) return 0;
    uint32_t position = tree->position_count++;
    memset(tree_slot(tree, position, 0), 0, tree->classes * sizeof *tree->slots);
    return position;
}

void tree_reset(Tree *tree, const PublicState *root)
{
    tree->node_count = tree->position_count = 1;
    if (tree->index) memset(tree->index, 0, ((size_t)tree->index_mask + 1) * sizeof *tree->index);
    tree->positions[position_add(tree)] = *root;
}

uint32_t tree_plays(Tree *tree, const Playout *playout, uint32_t position, int class)
{
    uint32_t *slot = tree_slot(tree, position, class);
    if (*slot) return *slot;
    const PublicState *state = &tree->positions[position];
    CardSet captures[MAX_CAPTURES];
    uint32_t count = (uint32_t)public_captures(captures, state, playout, class);
    if (count > tree->node_room - tree->node_count) return 0;
    uint32_t first = tree->node_count;
    tree->node_count += count;
    for (uint32_t i = 0; i < count; i++) {
        tree->nodes[first + i] = (Node){.class = (uint8_t) class, .more = i + 1 < count};
        tree->captured[first + i] = captures[i];
    }
    return *slot = first;
}

uint32_t tree_position(Tree *tree, const Playout *playout, uint32_t parent, uint32_t node)
{
    Node *play = &tree->nodes[node];
    if (play->position) return play->position;
    uint32_t position = position_add(tree);
    if (!position) return 0;
    PublicState *state = &tree->positions[position];
    *state = tree->positions[parent];
    public_play(state, playout, play->class, tree->captured[node]);
    return play->position = position;
}

uint64_t tree_hand_key(const uint8_t hand[], int size)
{
    uint64_t key = 0;
    for (int i = 0; i < size; i++)
        key += rng_mix(hand[i]);
    return key | 1;
}

uint32_t tree_statistics(Tree *tree, uint32_t node, uint64_t hand_key)
{
    uint64_t key = rng_mix(hand_key ^ (uint64_t)node << 32);
    uint32_t at = (uint32_t)key & tree->index_mask;
    for (; tree->index[at]; at = (at + 1) & tree->index_mask)
        if (tree->captured[tree->index[at]] == key) return tree->index[at];
    if (tree->node_count == tree->node_room) return 0;
    uint32_t made = tree->index[at] = tree->node_count++;
    tree->nodes[made] = (Node){.class = tree->nodes[node].class, .prior = tree->nodes[node].prior};
    tree->captured[made] = key; /* of play and hand; two of them share one by next to no chance */
    return made;
}
