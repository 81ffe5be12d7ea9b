/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agents/select.h"
#include "agents/tree.h"
#include "engine/sample.h"

enum { DEFAULT_NODES = 1 << 20, CLOCK_EVERY = 64, ROOT = 1 };

/* One way the hidden cards may lie, in classes. */
typedef struct {
    uint8_t hands[MAX_SEATS][HAND]; /* as many as hand_left */
    uint8_t order[PLAYS];           /* by ply: the later deals' cards, those of a seat in any order */
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
    World known;             /* at the root: the mover's own hand; all, if nothing is hidden */
    World world;             /* of the iteration; used up by it */
    bool open;               /* nothing is hidden */
    uint8_t left[MAX_SEATS]; /* cards in each hand at the root */
    uint8_t unseen[CARDS + HAND];
    int unseen_count, hidden; /* of the unseen, `hidden` lie in other hands and in the stock */
    Step path[PLAYS];
    uint32_t candidates[MAX_MOVES];
};

Search *search_open(const SearchOptions *options, const Rules *rules)
{
    Search *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    search->options = *options;
    search->rules = rules;
    selector_init(&search->selector, options->selection, options->exploration);
    int16_t scores[MAX_SIDES] = {0};
    playout_init(&search->playout, rules, scores, options->fold);
    uint32_t nodes = options->nodes;
    if (!nodes)
        nodes = options->iterations && options->iterations < DEFAULT_NODES / 2 ? 2 * options->iterations + MAX_MOVES
                                                                               : DEFAULT_NODES;
    if (!tree_init(&search->tree, nodes, (uint32_t)search->playout.classes.count)) {
        free(search);
        return NULL;
    }
    return search;
}

void search_close(Search *search)
{
    tree_free(&search->tree);
    free(search);
}

/* ---- worlds ---- */

static void hand_deal(World *world, const Rules *rules, int seat, int deal)
{
    int first = deal * HAND * rules->players + seat;
    for (int i = 0; i < HAND; i++)
        world->hands[seat][i] = world->order[first + i * rules->players];
}

/* Hands are in random order, since a random playout plays them as they come. */
static void world_shuffle(Search *search, Rng *rng)
{
    World *world = &search->world;
    int players = search->rules->players;
    *world = search->known;
    for (int seat = 0; seat < players; seat++)
        cards_draw(world->hands[seat], search->left[seat], search->left[seat], rng);
    for (int first = (search->tree.positions[ROOT].deal + 1) * HAND * players; first < PLAYS; first += HAND * players)
        for (int seat = 0; seat < players; seat++) {
            uint8_t hand[HAND];
            for (int i = 0; i < HAND; i++)
                hand[i] = world->order[first + seat + i * players];
            cards_draw(hand, HAND, HAND, rng);
            for (int i = 0; i < HAND; i++)
                world->order[first + seat + i * players] = hand[i];
        }
}

static void world_sample(Search *search, Rng *rng)
{
    World *world = &search->world;
    const PublicState *root = &search->tree.positions[ROOT];
    const uint8_t *next = search->unseen;
    cards_draw(search->unseen, search->unseen_count, search->hidden, rng);
    for (int seat = 0; seat < search->rules->players; seat++) {
        if (seat == root->turn) {
            memcpy(world->hands[seat], search->known.hands[seat], HAND);
            cards_draw(world->hands[seat], search->left[seat], search->left[seat], rng);
        } else {
            memcpy(world->hands[seat], next, HAND);
            next += search->left[seat];
        }
    }
    int first = (root->deal + 1) * HAND * search->rules->players;
    memcpy(world->order + first, next, (size_t)(PLAYS - first));
}

/* ---- one iteration ---- */

/* The plays that the mover can make into search->candidates; returns how many. *untried is set to one that has no visits,
   or to 0. */
static int plays_gather(Search *search, uint32_t position, const uint8_t hand[], int size, uint32_t *untried)
{
    Tree *tree = &search->tree;
    bool priors = search->options.selection == SELECT_PUCT;
    int count = 0, new_class = -1;
    uint64_t seen = 0;
    *untried = 0;
    for (int i = 0; i < size; i++) {
        int class = hand[i];
        if (seen >> class & 1) continue;
        seen |= UINT64_C(1) << class;
        uint32_t node = *tree_slot(tree, position, class);
        if (!node && priors) node = tree_plays(tree, &search->playout, position, class, true);
        if (!node) {
            if (new_class < 0) new_class = class;
            continue;
        }
        for (;; node++) {
            if (!tree->nodes[node].visits) *untried = node;
            tree->nodes[node].u.available++;
            search->candidates[count++] = node;
            if (!tree->nodes[node].more) break;
        }
    }
    if (new_class < 0) return count;
    uint32_t node = tree_plays(tree, &search->playout, position, new_class, false);
    if (!node) return count;
    *untried = node;
    for (;; node++) {
        tree->nodes[node].u.available++;
        search->candidates[count++] = node;
        if (!tree->nodes[node].more) return count;
    }
}

static void hand_remove(uint8_t hand[], int size, int class)
{
    int i = 0;
    while (hand[i] != class)
        i++;
    hand[i] = hand[size - 1];
}

static uint32_t least_visited(const Search *search, int count)
{
    uint32_t least = search->candidates[0];
    for (int i = 1; i < count; i++)
        if (search->tree.nodes[search->candidates[i]].visits < search->tree.nodes[least].visits)
            least = search->candidates[i];
    return least;
}

/* Walks down to a play not tried before; *state becomes the position after it, order and hands what is left. Returns
   the length of the path. */
static int descend(Search *search, PublicState *state, uint8_t left[], Rng *rng)
{
    Tree *tree = &search->tree;
    World *world = &search->world;
    const Rules *rules = search->rules;
    uint32_t position = ROOT;
    bool flat = search->options.variant == VARIANT_FLAT;
    int depth = 0, deal = tree->positions[ROOT].deal;
    for (;;) {
        const PublicState *here = &tree->positions[position];
        if (here->ply == PLAYS) break;
        if (here->deal != deal) {
            deal = here->deal;
            for (int seat = 0; seat < rules->players; seat++) {
                hand_deal(world, rules, seat, deal);
                left[seat] = HAND;
            }
        }
        int seat = here->turn;
        uint32_t untried, node;
        float chance = 1;
        int count = plays_gather(search, position, world->hands[seat], left[seat], &untried);
        if (!count) break;
        if (untried && search->options.selection != SELECT_PUCT)
            node = untried;
        else if (flat)
            node = least_visited(search, count);
        else
            node =
                search
                    ->candidates[select_play(&search->selector, tree->nodes, search->candidates, count, &chance, rng)];
        search->path[depth++] = (Step){node, chance, search->playout.side[seat]};
        hand_remove(world->hands[seat], left[seat]--, tree->nodes[node].class);
        uint32_t child = tree->nodes[node].visits && !flat ? tree_position(tree, &search->playout, position, node) : 0;
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

/* The cards that the hands still hold, in the order of play; those of later deals are there. */
static void order_fill(Search *search, const PublicState *state, const uint8_t left[])
{
    World *world = &search->world;
    const Rules *rules = search->rules;
    int end = (state->deal + 1) * HAND * rules->players, seat = state->turn;
    if (state->deal != search->tree.positions[ROOT].deal && state->ply == end - HAND * rules->players) return;
    uint8_t next[MAX_SEATS];
    memcpy(next, left, sizeof next);
    for (int ply = state->ply; ply < end; ply++) {
        world->order[ply] = world->hands[seat][--next[seat]];
        seat = seat + 1 == rules->players ? 0 : seat + 1;
    }
}

static void rewards_from(int rewards[static MAX_SIDES], const int points[], const SearchOptions *options, int sides)
{
    int sum = 0, best = points[0], leaders = 0;
    for (int side = 0; side < sides; side++) {
        sum += points[side];
        best = points[side] > best ? points[side] : best;
    }
    for (int side = 0; side < sides; side++)
        leaders += points[side] == best;
    for (int side = 0; side < sides; side++) {
        switch (options->reward) {
        case REWARD_DIFFERENCE: rewards[side] = (sides * points[side] - sum) * (REWARD_ONE / 20 / (sides - 1)); break;
        case REWARD_WIN:
            rewards[side] = points[side] < best ? -REWARD_ONE
                            : leaders == 1      ? REWARD_ONE
                            : leaders == sides  ? 0
                                                : REWARD_ONE / 2;
            break;
        case REWARD_SHARE:
            rewards[side] = sum ? REWARD_ONE * (sides * points[side] - sum) / sum / (sides - 1) : 0;
            break;
        }
    }
}

static void back_up(Search *search, int depth, const int rewards[])
{
    for (int i = 0; i < depth; i++) {
        const Step *step = &search->path[i];
        Node *node = &search->tree.nodes[step->node];
        int reward = rewards[step->side];
        node->visits++;
        node->total += reward;
        node->squares += reward * reward;
        if (search->options.selection == SELECT_EXP3)
            node->u.weight += (float)(reward + 2 * REWARD_ONE) / (4 * REWARD_ONE) / step->chance;
    }
}

static void iterate(Search *search, Rng *rng)
{
    PublicState state;
    uint8_t left[MAX_SEATS];
    int points[MAX_SIDES], rewards[MAX_SIDES];
    if (search->open)
        world_shuffle(search, rng);
    else
        world_sample(search, rng);
    memcpy(left, search->left, sizeof left);
    int depth = descend(search, &state, left, rng);
    order_fill(search, &state, left);
    playout_run(&state, &search->playout, search->world.order, rng);
    public_points(points, &state, &search->playout);
    rewards_from(rewards, points, &search->options, search->rules->sides);
    back_up(search, depth, rewards);
}

/* ---- a decision ---- */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void root_set(Search *search, const Table *table)
{
    PublicState root;
    playout_init(&search->playout, search->rules, table->scores, search->options.fold);
    search->playout.policy = search->options.policy;
    search->playout.noise = (uint32_t)(search->options.noise * UINT32_MAX);
    public_init(&root, &search->playout, table);
    tree_reset(&search->tree, &root);
    for (int seat = 0; seat < search->rules->players; seat++)
        search->left[seat] = (uint8_t)table_hand_size(table, search->rules, seat);
}

static void hand_set(Search *search, int seat, CardSet hand)
{
    int i = 0;
    for (CardSet rest = hand; rest; rest = set_rest(rest))
        search->known.hands[seat][i++] = search->playout.classes.of[set_first(rest)];
}

/* A tree's visits follow its values, and are steadier. */
static bool is_better(const SearchPlay *a, const SearchPlay *b, bool flat)
{
    if (flat || a->visits == b->visits) return a->value > b->value;
    return a->visits > b->visits;
}

static void result_fill(SearchResult *out, const Search *search, CardSet hand, CardSet pool, uint64_t iterations)
{
    const Tree *tree = &search->tree;
    CardSet plays[MAX_MOVES];
    double scale = search->options.reward == REWARD_DIFFERENCE ? 20. / REWARD_ONE : 1. / REWARD_ONE;
    out->count = moves_list(plays, hand, pool, &search->playout.fold);
    out->iterations = iterations;
    out->best = 0;
    out->flat = search->options.variant == VARIANT_FLAT;
    for (int i = 0; i < out->count; i++) {
        SearchPlay *play = &out->plays[i];
        *play = (SearchPlay){.play = plays[i]};
        uint32_t index = *tree_slot(tree, ROOT, search->playout.classes.of[set_first(plays[i] & hand)]);
        if (!index) continue;
        while (tree->captured[index] != (plays[i] & ~hand))
            index++;
        const Node *node = &tree->nodes[index];
        play->visits = node->visits;
        if (node->visits) {
            double mean = (double)node->total / node->visits;
            double variance = (double)node->squares / node->visits - mean * mean;
            play->value = mean * scale;
            play->error = sqrt(variance > 0 ? variance / node->visits : 0) * scale;
        }
        if (is_better(play, &out->plays[out->best], out->flat)) out->best = i;
    }
}

static uint64_t search_loop(Search *search, Rng *rng)
{
    const SearchOptions *options = &search->options;
    uint64_t done = 0;
    double end = options->iterations ? 0 : now() + options->seconds;
    while (options->iterations ? done < options->iterations : done % CLOCK_EVERY || now() < end) {
        iterate(search, rng);
        done++;
    }
    return done;
}

bool search_run(SearchResult *out, Search *search, const View *view, Rng *rng)
{
    Sampler sampler;
    if (!sampler_init(&sampler, search->rules, view->table, view->hand)) return false;
    root_set(search, view->table);
    hand_set(search, view->table->turn, view->hand);
    search->open = false;
    search->unseen_count = sampler.count;
    search->hidden = sampler.hidden;
    for (int i = 0; i < sampler.count; i++)
        search->unseen[i] = search->playout.classes.of[sampler.unseen[i]];
    uint64_t done = search_loop(search, rng);
    result_fill(out, search, view->hand, view->table->pool, done);
    return true;
}

void search_run_open(SearchResult *out, Search *search, const Round *round, Rng *rng)
{
    const Rules *rules = search->rules;
    root_set(search, &round->table);
    for (int seat = 0; seat < rules->players; seat++)
        hand_set(search, seat, round->hands[seat]);
    for (int ply = (round->table.deal + 1) * HAND * rules->players; ply < PLAYS; ply++) {
        int deal = ply / (HAND * rules->players), place = ply % (HAND * rules->players);
        int seat = place % rules->players, nth = place / rules->players;
        Card card = round->stock[((deal - 1) * rules->players + seat) * HAND + nth];
        search->known.order[ply] = search->playout.classes.of[card];
    }
    search->open = true;
    uint64_t done = search_loop(search, rng);
    result_fill(out, search, round_hand(round), round->table.pool, done);
}

void search_merge(SearchResult *total, const SearchResult *part)
{
    total->iterations += part->iterations;
    total->best = 0;
    for (int i = 0; i < total->count; i++) {
        SearchPlay *a = &total->plays[i];
        const SearchPlay *b = &part->plays[i];
        uint32_t visits = a->visits + b->visits;
        if (visits) {
            double x = (double)a->visits / visits, y = (double)b->visits / visits;
            a->error = sqrt(x * x * a->error * a->error + y * y * b->error * b->error);
            a->value = x * a->value + y * b->value;
        }
        a->visits = visits;
        if (is_better(a, &total->plays[total->best], total->flat)) total->best = i;
    }
}
