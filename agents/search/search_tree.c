/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One iteration of a search: select, expand, play out, back up. */
#include <math.h>
#include <string.h>

#include "agents/search/search_private.h"

enum { PRIOR_ONE = 64 }; /* the prior of a play of score 0 */

/* A position of the tree as the mover sees it. */
static View mover_view(const Search *search, uint32_t position, int seat, int size)
{
    const PublicState *state = &search->tree.positions[position];
    return (View){.rules = search->rules,
                  .table = &state->table,
                  .hand = public_hand(state, &search->playout, search->world.hands[seat], size),
                  .seat = seat};
}

/* Sets the priors of the plays of one class, from `node` on, to what the tactics say of them. */
static void priors_fill(Search *search, uint32_t position, int seat, int size, uint32_t node)
{
    Tree *tree = &search->tree;
    CardSet plays[MAX_CAPTURES];
    float weights[MAX_CAPTURES];
    View here = mover_view(search, position, seat, size);
    CardSet card = set_of(set_last(here.hand & search->playout.classes.cards[tree->nodes[node].class]));
    int count = 0;
    do
        plays[count] = card | tree->captured[node + (uint32_t)count];
    while (tree->nodes[node + (uint32_t)count++].more);
    opponent_weights(weights, &search->model, &here, plays, count);
    for (int i = 0; i < count; i++) {
        float prior = PRIOR_ONE * weights[i];
        tree->nodes[node + (uint32_t)i].prior = (uint16_t)(prior < 1 ? 1 : prior > UINT16_MAX ? UINT16_MAX : prior);
    }
}

/* Adds the plays of one class, from `node` on, to the candidates; statistics are the node's own, or with one observer for
   each seat those of this hand. *untried is set to a play without visits. */
static int plays_add(Search *search, uint32_t node, uint64_t hand_key, int count, int *untried)
{
    Tree *tree = &search->tree;
    for (;; node++) {
        uint32_t statistics = hand_key ? tree_statistics(tree, node, hand_key) : node;
        if (statistics) {
            if (!tree->nodes[statistics].visits) *untried = count;
            if (search->options.selection != SELECT_EXP3) tree->nodes[statistics].u.available++;
            search->candidates[count] = node;
            search->statistics[count++] = statistics;
        }
        if (!tree->nodes[node].more) return count;
    }
}

/* The plays that the mover can make into search->candidates; returns how many. *untried is the index of one that has no
   visits, or -1. */
static int plays_gather(Search *search, uint32_t position, int seat, int size, int *untried)
{
    Tree *tree = &search->tree;
    const uint8_t *hand = search->world.hands[seat];
    bool own = seat == tree->positions[search->root].table.turn, apart = search->options.variant == VARIANT_MO && !own;
    bool priors = search->options.selection == SELECT_PUCT;
    uint64_t hand_key = apart ? tree_hand_key(hand, size) : 0;
    int count = 0, new_class = -1;
    uint64_t seen = 0;
    *untried = -1;
    for (int i = 0; i < size; i++) {
        int class = hand[i];
        if (seen >> class & 1) continue;
        seen |= UINT64_C(1) << class;
        uint32_t node = *tree_slot(tree, position, class);
        if (!node && priors) {
            node = tree_plays(tree, &search->playout, position, class);
            if (node) priors_fill(search, position, seat, size, node);
        }
        if (node)
            count = plays_add(search, node, hand_key, count, untried);
        else if (new_class < 0)
            new_class = class;
    }
    if (new_class < 0) return count;
    uint32_t node = tree_plays(tree, &search->playout, position, new_class);
    return node ? plays_add(search, node, hand_key, count, untried) : count;
}

static void hand_remove(uint8_t hand[], int size, int class)
{
    int i = 0;
    while (hand[i] != class)
        i++;
    hand[i] = hand[size - 1];
}

static int least_visited(const Search *search, int count)
{
    const Node *nodes = search->tree.nodes;
    int least = 0;
    for (int i = 1; i < count; i++)
        if (nodes[search->statistics[i]].visits < nodes[search->statistics[least]].visits) least = i;
    return least;
}

/* True if the seat's next play is to follow its style: a bot's always, while of a loose player more may be feared. */
static bool is_modelled(const Search *search, int seat, Rng *rng)
{
    double share = search->options.model;
    if (!(share > 0) || seat == search->tree.positions[search->root].table.turn) return false;
    return search->world.styles[seat] != OPPONENT_LOOSE || rng_double(rng) < share;
}

/* The index of the candidate that the seat's style chooses; where that play is not in the tree yet, of the last one. */
static int modelled_choose(const Search *search, uint32_t position, int seat, int size, int count, Rng *rng)
{
    View here = mover_view(search, position, seat, size);
    CardSet play = opponent_play(&search->model, search->world.styles[seat], &here, rng);
    CardSet captured = play & here.table->pool;
    int class = search->playout.classes.of[set_first(play ^ captured)], chosen = 0;
    while (chosen + 1 < count && (search->tree.nodes[search->candidates[chosen]].class != class ||
                                  search->tree.captured[search->candidates[chosen]] != captured))
        chosen++;
    return chosen;
}

/* True if a side has stopped the match by now. */
static inline bool match_over(const Search *search, const PublicState *state)
{
    return search->options.equity && search_match_claim(&search->match, state, &search->playout) != NOBODY;
}

/* Walks down to a play that was not tried before. *state becomes the position after it; the hands of the world lose what
   is played, so that left[seat] cards of each remain. Returns the length of the path. */
static int descend(Search *search, PublicState *state, uint8_t left[], Rng *rng)
{
    Tree *tree = &search->tree;
    World *world = &search->world;
    const Rules *rules = search->rules;
    uint32_t position = search->root;
    bool flat = search->options.variant == VARIANT_FLAT;
    int depth = 0, deal = tree->positions[position].table.deal;
    for (;;) {
        const PublicState *here = &tree->positions[position];
        if (here->table.ply >= search->playout.end || match_over(search, here)) break;
        if (here->table.deal != deal) {
            deal = here->table.deal;
            for (int seat = 0; seat < rules->players; seat++) {
                world_deal(world, rules, seat, deal);
                left[seat] = HAND;
            }
        }
        int seat = here->table.turn;
        float chance = 1;
        int chosen, count = plays_gather(search, position, seat, left[seat], &chosen);
        if (!count) break;
        if (is_modelled(search, seat, rng))
            chosen = modelled_choose(search, position, seat, left[seat], count, rng);
        else if (chosen < 0 || search->options.selection == SELECT_PUCT)
            chosen = flat ? least_visited(search, count)
                          : select_play(&search->selector, tree->nodes, search->statistics, count, &chance, rng);
        uint32_t node = search->candidates[chosen], statistics = search->statistics[chosen];
        search->path[depth++] = (PathStep){statistics, chance, search->playout.side[seat]};
        hand_remove(world->hands[seat], left[seat]--, tree->nodes[node].class);
        uint32_t child =
            tree->nodes[statistics].visits && !flat ? tree_position(tree, &search->playout, position, node) : 0;
        if (!child) {
            *state = tree->positions[position];
            public_play(state, &search->playout, tree->nodes[node].class, tree->captured[node]);
            return depth;
        }
        position = child;
    }
    *state = tree->positions[position];
    return depth;
}

/* Puts the cards that the hands still hold into the world's order of play, where those of later deals are already. */
static void order_fill(Search *search, const PublicState *state, const uint8_t left[])
{
    World *world = &search->world;
    const Rules *rules = search->rules;
    int end = (state->table.deal + 1) * HAND * rules->players, seat = state->table.turn;
    if (state->table.deal != search->tree.positions[search->root].table.deal &&
        state->table.ply == end - HAND * rules->players)
        return;
    uint8_t next[MAX_SEATS];
    memcpy(next, left, sizeof next);
    for (int ply = state->table.ply; ply < end; ply++) {
        world->order[ply] = world->hands[seat][--next[seat]];
        seat = seat + 1 == rules->players ? 0 : seat + 1;
    }
}

static void rewards_from(int rewards[static MAX_SIDES], const float points[], Reward reward, int sides)
{
    float sum = 0, best = points[0];
    int leaders = 0;
    for (int side = 0; side < sides; side++) {
        sum += points[side];
        best = points[side] > best ? points[side] : best;
    }
    for (int side = 0; side < sides; side++)
        leaders += points[side] == best;
    int tied = leaders == 1 ? REWARD_ONE : leaders == sides ? 0 : REWARD_ONE / 2, whole = (int)sum;
    for (int side = 0; side < sides; side++) {
        float ahead = (float)sides * points[side] - sum;
        switch (reward) {
        case REWARD_DIFFERENCE: rewards[side] = (int)lrintf(ahead * (float)(REWARD_ONE / 20 / (sides - 1))); break;
        case REWARD_WIN: rewards[side] = points[side] < best ? -REWARD_ONE : tied; break;
        case REWARD_SHARE: rewards[side] = whole ? REWARD_ONE * (int)ahead / whole / (sides - 1) : 0; break;
        }
    }
}

static void back_up(Search *search, int depth, int rewards[static MAX_SIDES])
{
    const float unit = search->selector.unit;
    int own = search->playout.side[search->tree.positions[search->root].table.turn];
    for (int side = 0; search->options.backup == BACKUP_PARANOID && side < search->rules->sides; side++)
        if (side != own) rewards[side] = -rewards[own];
    for (int i = 0; i < depth; i++) {
        const PathStep *step = &search->path[i];
        Node *node = &search->tree.nodes[step->node];
        int reward = rewards[step->side];
        node->visits++;
        node->total += reward;
        node->squares += (int64_t)reward * reward;
        if (search->options.selection == SELECT_EXP3)
            node->u.weight += ((float)reward + 2 * unit) / (4 * unit) / step->chance;
    }
}

/* Plays on from *state with what the hands hold, and rewards the sides. */
static void play_out(Search *search, PublicState *state, const uint8_t left[], int rewards[static MAX_SIDES], Rng *rng)
{
    Pool pool;
    if (match_over(search, state)) {
        search_match_end(rewards, &search->match, state, &search->playout);
        return;
    }
    order_fill(search, state, left);
    playout_run(state, &pool, &search->playout, search->world.order, rng);
    if (search->options.equity) {
        search_match_rewards(rewards, &search->match, state, &pool, &search->playout, search->world.order);
        return;
    }
    float points[MAX_SIDES];
    if (search->playout.end < PLAYS)
        playout_value(points, state, &pool, &search->playout, search->world.order);
    else
        public_points(points, state, &search->playout);
    rewards_from(rewards, points, search->options.reward, search->rules->sides);
}

void search_iterate(Search *search, Rng *rng)
{
    PublicState state;
    uint8_t left[MAX_SEATS];
    int rewards[MAX_SIDES];
    world_next(search, rng);
    memcpy(left, search->left, sizeof left);
    int depth = descend(search, &state, left, rng);
    play_out(search, &state, left, rewards, rng);
    back_up(search, depth, rewards);
}

bool search_playouts(int64_t *sum, Search *search, const View *view, uint64_t count, Rng *rng)
{
    Sampler sampler;
    if (!root_view(search, &sampler, view)) return false;
    int side = search->playout.side[view->table->turn];
    *sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        int rewards[MAX_SIDES];
        PublicState state = search->tree.positions[search->root];
        world_next(search, rng);
        play_out(search, &state, search->left, rewards, rng);
        *sum += rewards[side];
    }
    return true;
}
