/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arena of a search tree: nodes, positions, and statistics kept separately for each hand; and the choice among
   plays. */
#include "agents/search/search.h"

#include <math.h>
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

/* ---- which of the available plays is tried next */

void selector_init(Selector *selector, Selection rule, double exploration, double prior)
{
    selector->rule = rule;
    selector->prior = (float)prior;
    selector->constant = exploration;
    selector_unit(selector, REWARD_ONE);
    selector->logs[0] = 0;
    for (int i = 1; i < LOGS; i++)
        selector->logs[i] = (float)log(i);
}

void selector_unit(Selector *selector, float unit)
{
    selector->unit = unit;
    selector->exploration = (float)(selector->constant * (double)unit);
}

static inline float log_of(const Selector *selector, uint32_t count)
{
    return count < LOGS ? selector->logs[count] : logf((float)count);
}

/* The mean reward of all visits to these plays. */
static inline float mean_of(const Node *nodes, const uint32_t plays[], int count)
{
    float total = 0;
    uint32_t visits = 0;
    for (int i = 0; i < count; i++) {
        total += (float)nodes[plays[i]].total;
        visits += nodes[plays[i]].visits;
    }
    return visits ? total / (float)visits : 0;
}

/* UCB1 (Auer, Cesa-Bianchi, Fischer 2002), counting how often a play was available (Cowling et al. 2012). `tuned`:
   UCB1-tuned by the same authors, which explores by each play's own variance, at most 1 (rewards lie around -1 … 1).
   Where a net has judged the plays, each begins with this many visits of what it said (Gelly, Silver 2007). */
static inline int select_ucb(const Selector *selector, const Node *nodes, const uint32_t plays[], int count, bool tuned)
{
    const bool judged = selector->prior > 0 && nodes[plays[0]].prior;
    const float average = judged ? mean_of(nodes, plays, count) : 0, point = selector->unit / (20 * PRIOR_POINT);
    int best = 0;
    float best_bound = -INFINITY;
    for (int i = 0; i < count; i++) {
        const Node *node = &nodes[plays[i]];
        if (!node->visits) return i;
        float share = 1 / (float)node->visits, mean = (float)node->total * share, width = 1;
        if (tuned) width = ((float)node->squares * share - mean * mean) / (selector->unit * selector->unit);
        if (judged) {
            share = 1 / ((float)node->visits + selector->prior);
            mean = ((float)node->total + selector->prior * (average - point * (float)(node->prior - 1))) * share;
        }
        float log_share = log_of(selector, node->u.available) * share;
        if (tuned) width = fminf(1, width + sqrtf(2 * log_share));
        float bound = mean + selector->exploration * sqrtf(log_share * width);
        if (bound > best_bound) best_bound = bound, best = i;
    }
    return best;
}

/* PUCT: priors steer the exploration (Rosin 2011; the formula of AlphaGo Zero). An untried play counts as average. */
static int select_puct(const Selector *selector, const Node *nodes, const uint32_t plays[], int count)
{
    float priors = 0, average = mean_of(nodes, plays, count);
    uint32_t visits = 0;
    for (int i = 0; i < count; i++) {
        priors += nodes[plays[i]].prior;
        visits += nodes[plays[i]].visits;
    }
    float scale = selector->exploration * sqrtf((float)visits + 1) / priors;
    int best = 0;
    float best_bound = -INFINITY;
    for (int i = 0; i < count; i++) {
        const Node *node = &nodes[plays[i]];
        float mean = node->visits ? (float)node->total / (float)node->visits : average;
        float bound = mean + scale * node->prior / (float)(1 + node->visits);
        if (bound > best_bound) best_bound = bound, best = i;
    }
    return best;
}

/* EXP3: Auer et al. 2002, with the mixing share scaled by the exploration constant. */
static int select_exp3(const Selector *selector, const Node *nodes, const uint32_t plays[], int count, float *chance,
                       Rng *rng)
{
    float highest = -INFINITY, sum = 0, visits = 1;
    for (int i = 0; i < count; i++) {
        const Node *node = &nodes[plays[i]];
        highest = node->u.weight > highest ? node->u.weight : highest;
        visits += (float)node->visits;
    }
    float plays_count = (float)count;
    float mix = selector->exploration / selector->unit * sqrtf(plays_count * logf(plays_count + 1) / visits);
    if (mix > 1) mix = 1;
    float rate = mix / plays_count;
    for (int i = 0; i < count; i++)
        sum += expf(rate * (nodes[plays[i]].u.weight - highest));
    float draw = (float)rng_double(rng), chance_of = 1;
    int chosen = 0;
    for (int i = 0; i < count; i++) {
        chance_of = (1 - mix) * expf(rate * (nodes[plays[i]].u.weight - highest)) / sum + mix / plays_count;
        chosen = i;
        draw -= chance_of;
        if (draw < 0) break;
    }
    *chance = chance_of;
    return chosen;
}

int select_play(const Selector *selector, const Node *nodes, const uint32_t plays[], int count, float *chance, Rng *rng)
{
    if (selector->rule == SELECT_PUCT) return select_puct(selector, nodes, plays, count);
    if (selector->rule == SELECT_EXP3) return select_exp3(selector, nodes, plays, count, chance, rng);
    return select_ucb(selector, nodes, plays, count, selector->rule == SELECT_UCBTUNED);
}
