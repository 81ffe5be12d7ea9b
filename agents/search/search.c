/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search: its memory, the position that is searched, the determinizations consistent with it, the iterations (select,
   expand, play out, back up), exact values and results. */
#include "agents/search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/match_value.h"
#include "agents/search/opponent_model.h"
#include "engine/clock.h"
#include "engine/round.h"
#include "engine/solve.h"

/* ---- what a search keeps */

/* Surs of a side that are told apart, and steps of its part of the total. */
enum { MATCH_SURS = 6, MATCH_STEPS = 160 };
/* The rewards of a chance of 1 and of a chance of 0 lie so far apart: every chance of an equity table is a whole
   reward. 2^32 squares of half of that still fit into 63 bits. */
enum { REWARD_MATCH = 2 * EQUITY_ONE };

typedef struct {
    MatchRoundValue value;
    MatchOpen open; /* at the ply where playouts are valued */
    float unit;     /* the reward for about 20 points: what REWARD_ONE is to a search for points */
    /* [a side's Surs][the other's][its part]: chances between two deals, below 0 until they are asked for. */
    float chances[MATCH_SURS][MATCH_SURS][MATCH_STEPS + 1];
} SearchMatch;

/* One way the hidden cards may lie, in classes. */
typedef struct {
    uint8_t hands[MAX_SEATS][HAND]; /* as many cards as the seat has left */
    uint8_t order[PLAYS];           /* by ply: the cards of the later deals, those of a seat in any order */
    uint8_t styles[MAX_SEATS];      /* the style of play of each other seat: opponent_model.h */
} Determinization;

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
    Determinization known;        /* the mover's own hand; all hands and deals where nothing is hidden */
    uint8_t left[MAX_SEATS];      /* cards in each hand */
    uint8_t unseen[CARDS + HAND]; /* classes of the unseen cards, in an order that changes … */
    int unseen_count;             /* … and how many there are … */
    int hidden;                   /* … of which this many lie in other hands … */
    int known_count;              /* … as is known of this many, the first ones, where the hands lie open … */
    int drawn;                    /* … and this many there or in the deals that a playout gets to */
    CardSet root_unseen;          /* the same cards, as a set */
    Infer infer;
    double share; /* of the weights of all hands, up to which the next hands are taken */
    Determinization
        *determinizations; /* options.determinizations of them, which the iterations share; NULL: each has its own */
    uint64_t done;         /* iterations */

    /* the iteration */
    Determinization determinization; /* used up by it */
    PathStep path[PLAYS];
    uint32_t candidates[MAX_MOVES], statistics[MAX_MOVES]; /* nodes of the mover's plays, and where they are counted */

    /* the tree that is kept from the last decision */
    bool reuses;
    Table last_table; /* before that decision */
    CardSet history[PLAYS];
};

/* ---- memory */

enum {
    DEFAULT_NODES = 1 << 20,
    CLOCK_EVERY = 64,
    ROUND_ENTRIES = 1 << 15 /* of the solver's table for a whole round */
};

static uint32_t nodes_wanted(const SearchOptions *options)
{
    if (options->nodes) return options->nodes;
    if (!options->iterations || options->iterations > DEFAULT_NODES / 8) return DEFAULT_NODES;
    uint32_t each = options->variant == VARIANT_MO || options->keep || options->model > 0 ? 8 : 2;
    return each * options->iterations + MAX_MOVES;
}

/* Room for this many. False where memory has run out; none wanted is no failure. */
static bool room_open(void *room, size_t count, size_t size)
{
    void *made = count ? malloc(count * size) : NULL;
    memcpy(room, &made, sizeof made);
    return made || !count;
}

/* Fetches the net for a tuning of prior=, whose agents come from one that has none. */
static bool net_own(Search *search)
{
    search->options.net = &search->net;
    return net_builtin(&search->net, search->rules, &(Error){0});
}

Search *search_open(const SearchOptions *options, const Rules *rules)
{
    Search *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    search->options = *options;
    search->rules = rules;
    if (options->prior > 0 && !options->net && !net_own(search)) {
        free(search);
        return NULL;
    }
    selector_init(&search->selector, options->selection, options->exploration, options->prior);
    int16_t scores[MAX_SIDES] = {0};
    playout_init(&search->playout, rules, scores, options->fold);
    opponent_model_init(&search->model, rules, &search->playout.fold, options->styles, search->options.net);
    Infer *infer = &search->infer;
    const size_t hands = (size_t)options->infer;
    const bool pimc = options->variant == VARIANT_PIMC, two = rules->players == 2; /* of more, hands are seldom alike */
    const size_t entries = pimc && rules->sides == 2 ? ROUND_ENTRIES : options->exact && two ? EXACT_ENTRIES : 0;
    const size_t shared = pimc ? 0 : (size_t)options->determinizations;
    infer->places_mask = 1;
    while (infer->places_mask < 2 * hands)
        infer->places_mask = 2 * infer->places_mask + 1;
    bool good = room_open(&search->entries, entries, sizeof *search->entries);
    good &= room_open(&search->determinizations, shared, sizeof *search->determinizations);
    good &= room_open(&infer->hands, hands, sizeof *infer->hands);
    good &= room_open(&infer->cumulative, hands, sizeof *infer->cumulative);
    good &= room_open(&infer->places, hands && two ? infer->places_mask + 1 : 0, sizeof *infer->places);
    good &= tree_init(&search->tree, nodes_wanted(options), (uint32_t)search->playout.classes.count,
                      options->variant == VARIANT_MO);
    if (good && entries) solver_init(&search->solver, search->entries, entries);
    if (good) return search;
    search_close(search);
    return NULL;
}

void search_close(Search *search)
{
    tree_free(&search->tree);
    free(search->entries);
    free(search->determinizations);
    free(search->infer.hands);
    free(search->infer.cumulative);
    free(search->infer.places);
    if (search->options.net == &search->net) net_free(&search->net);
    free(search);
}

void search_forget(Search *search) { search->reuses = false; }

/* ---- rewards of a search for the match: the chance to win it */

/* Prepares a decision from the position; a `fresh` tree gets a unit of its own. */
static void search_match_start(SearchMatch *match, const MatchEquity *equity, const Table *table,
                               const Playout *playout, bool fresh)
{
    const Rules *rules = playout->rules;
    MatchRoundValue *value = &match->value;
    match_value_init(value, equity, rules, table->scores);
    match_open_at(&match->open, value, playout->end);
    for (float *chance = match->chances[0][0];
         chance < match->chances[MATCH_SURS - 1][MATCH_SURS - 1] + MATCH_STEPS + 1; chance++)
        *chance = -1;
    if (!fresh) return;
    MatchOpen open;
    PublicState state;
    MatchStanding at = {.surs = {table->surs[0], table->surs[1]}};
    public_init(&state, playout, table);
    public_points(at.now, &state, playout);
    match_open_at(&open, value, table->ply);
    const int lead = scoring_cards(table->piles[0], rules) - scoring_cards(table->piles[1], rules);
    at.part = (float)(value->total + lead) / 2;
    match->unit = 20 * REWARD_MATCH * match_value_point(value, &open, &at);
}

/* The side that has stopped the match in this position, or NOBODY: without an equity table nobody does. */
static inline int match_winner(const Search *search, const PublicState *state)
{
    int points[MAX_SIDES];
    if (!search->options.equity || !match_value_claims(&search->match.value, state->table.surs)) return NOBODY;
    public_points(points, state, &search->playout);
    return match_value_claim(&search->match.value, points);
}

/* The chance of side 0 between two deals, with this pool. */
static float chance_between(Search *search, const PublicState *state, const Pool *pool)
{
    SearchMatch *match = &search->match;
    const MatchRoundValue *value = &match->value;
    const Playout *playout = &search->playout;
    float points[MAX_SIDES];
    playout_value(points, state, pool, playout, search->determinization.order);
    MatchStanding at = {.surs = {state->table.surs[0], state->table.surs[1]}};
    const int own = at.surs[0], other = at.surs[1];
    const float lead = points[0] - points[1] - (float)sur_points(own - other, playout->rules);
    const float share = 0.5f + lead / (2 * (float)value->total);
    const int step = (int)lrintf(MATCH_STEPS * (share < 0 ? 0 : share > 1 ? 1 : share));
    float unkept = -1, *chance = &unkept;
    at.part = (float)value->total * (float)step / MATCH_STEPS;
    if (value->race)
        public_points(at.now, state, playout);
    else if (own < MATCH_SURS && other < MATCH_SURS)
        chance = &match->chances[own][other][step];
    if (*chance < 0) *chance = match_value(value, &match->open, &at);
    return *chance;
}

/* Rewards both sides of a match that a side has stopped, or where a playout has come to its end, which may be between two
   deals. */
static void rewards_match(int rewards[static 2], Search *search, const PublicState *state, const Pool *pool, int winner)
{
    int points[MAX_SIDES];
    float chance = winner == 0; /* of side 0 */
    if (winner == NOBODY && search->playout.end < PLAYS) {
        chance = chance_between(search, state, pool);
    } else if (winner == NOBODY) {
        public_points(points, state, &search->playout);
        chance = (float)match_value_end(&search->match.value, points) / EQUITY_ONE;
    }
    rewards[0] = (int)lrintf((chance - 0.5f) * REWARD_MATCH);
    rewards[1] = -rewards[0];
}

/* ---- determinizations, the ways in which the hidden cards may lie: sampled, weighed by what plays tell, or shared */

/* Steps by the golden section spread the hands over their weights more evenly than random draws. */
static const double GOLDEN = 0.61803398874989485;

/* The first ply of the deal after the root's. */
static int later_deals(const Search *search)
{
    return (search->tree.positions[search->root].table.deal + 1) * HAND * search->rules->players;
}

/* Shuffles the cards within each hand, as random playouts play them in the order in which they lie. */
static void determinization_shuffle(Determinization *determinization, const Search *search, Rng *rng)
{
    int players = search->rules->players;
    for (int seat = 0; seat < players; seat++)
        cards_draw(determinization->hands[seat], search->left[seat], search->left[seat], rng);
    for (int first = later_deals(search); first < search->playout.end; first += HAND * players)
        for (int seat = 0; seat < players; seat++) {
            uint8_t hand[HAND];
            for (int i = 0; i < HAND; i++)
                hand[i] = determinization->order[first + seat + i * players];
            cards_draw(hand, HAND, HAND, rng);
            for (int i = 0; i < HAND; i++)
                determinization->order[first + seat + i * players] = hand[i];
        }
}

/* Moves these classes to the front of the unseen ones. */
static void unseen_arrange(Search *search, const uint8_t classes[], int count)
{
    for (int i = 0; i < count; i++) {
        int at = i;
        while (search->unseen[at] != classes[i])
            at++;
        search->unseen[at] = search->unseen[i];
        search->unseen[i] = classes[i];
    }
}

static void determinization_sample(Determinization *determinization, Search *search, Rng *rng)
{
    int own = search->tree.positions[search->root].table.turn, drawn = search->known_count;
    memcpy(determinization->hands[own], search->known.hands[own], HAND);
    cards_draw(determinization->hands[own], search->left[own], search->left[own], rng);
    float(*styles)[OPPONENT_STYLES] = search->infer.styles;
    if (search->infer.weighed) {
        WeighedHands *hands = &search->infer.hands[infer_draw(&search->infer, search->share)];
        search->share += GOLDEN - (search->share + GOLDEN >= 1);
        styles = hands->styles;
        drawn = search->hidden;
        unseen_arrange(search, hands->classes, drawn);
    }
    for (int seat = 0; seat < MAX_SEATS && search->options.model > 0; seat++)
        if (seat < search->rules->players && seat != own)
            determinization->styles[seat] = (uint8_t)infer_style(styles[seat], rng_double(rng));
    cards_draw(search->unseen + drawn, search->unseen_count - drawn, search->drawn - drawn, rng);
    const uint8_t *next = search->unseen;
    for (int seat = 0; seat < search->rules->players; seat++) {
        if (seat == own) continue;
        memcpy(determinization->hands[seat], next, HAND);
        next += search->left[seat];
        if (search->known_count) cards_draw(determinization->hands[seat], search->left[seat], search->left[seat], rng);
    }
    int first = later_deals(search);
    memcpy(determinization->order + first, search->unseen + search->hidden, (size_t)(PLAYS - first));
}

/* Weighs one way in which the other hands may lie, whose classes are set, by the plays of this deal. */
static void hands_weigh(Search *search, int index)
{
    int own = search->tree.positions[search->root].table.turn;
    const uint8_t *next = search->infer.hands[index].classes;
    CardSet hands[MAX_SEATS] = {0}, unseen = search->root_unseen;
    for (int seat = 0; seat < search->rules->players; seat++)
        for (int i = 0; seat != own && i < search->left[seat]; i++) {
            CardSet card = set_of(set_last(search->playout.classes.cards[*next++] & unseen));
            hands[seat] |= card;
            unseen ^= card;
        }
    infer_weigh(&search->infer, &search->model, index, hands);
}

/* Weighs the hands that others may hold: with two players all of them, if they are not too many; else a sample. */
static void hands_read(Search *search, Rng *rng)
{
    int hidden = search->hidden, places[MAX_HIDDEN], room = search->options.infer, index = 0;
    search->infer.weighed = 0;
    if (!search->infer.count || !room) return;
    bool all =
        search->rules->players == 2 && search->model.by_rules.odds.choose[hidden][search->unseen_count] <= (double)room;
    for (int i = 0; i < hidden; i++)
        places[i] = i;
    do {
        uint8_t *classes = search->infer.hands[index].classes;
        if (!all) cards_draw(search->unseen, search->unseen_count, hidden, rng);
        for (int i = 0; i < hidden; i++)
            classes[i] = search->unseen[all ? places[i] : i];
        hands_weigh(search, index++);
    } while (all ? places_next(places, hidden, search->unseen_count) : index < room);
}

/* Weighs hands, and samples the determinizations that all iterations share, if there are to be such. */
static void determinizations_sample(Search *search, Rng *rng)
{
    if (!search->open) hands_read(search, rng);
    search->share = rng_double(rng);
    for (int i = 0; search->determinizations && i < search->options.determinizations; i++)
        determinization_sample(&search->determinizations[i], search, rng);
}

/* Chooses the determinization of the next iteration. */
static void determinization_next(Search *search, Rng *rng)
{
    if (!search->open && !search->determinizations) {
        determinization_sample(&search->determinization, search, rng);
        return;
    }
    search->determinization = search->open
                                  ? search->known
                                  : search->determinizations[search->done % (uint64_t)search->options.determinizations];
    determinization_shuffle(&search->determinization, search, rng);
}

/* ---- results */

/* Sets result->best: by visits, which follow the values of a tree and are steadier, else by the value. */
static void result_choose(SearchResult *result)
{
    const SearchPlay *best = result->plays;
    for (const SearchPlay *play = best + 1; play < result->plays + result->count; play++) {
        const bool by_value = result->flat || play->visits == best->visits;
        if (by_value ? play->value > best->value : play->visits > best->visits) best = play;
    }
    result->best = (int)(best - result->plays);
}

/* The node of a play in the position; 0: it is not in the tree. */
static uint32_t search_node(const Search *search, uint32_t position, Card card, CardSet captured)
{
    const Tree *tree = &search->tree;
    const Fold *fold = &search->playout.fold;
    uint32_t node = *tree_slot(tree, position, search->playout.classes.of[card]);
    while (node && fold_set(tree->captured[node], PACK, fold) != fold_set(captured, PACK, fold))
        node = tree->nodes[node].more ? node + 1 : 0;
    return node;
}

void result_list(SearchResult *out, const SearchOptions *options, const Rules *rules, CardSet hand, CardSet pool)
{
    CardSet plays[MAX_MOVES];
    const Fold fold = fold_for(rules);
    out->count = moves_list(plays, hand, pool, options->fold ? &fold : NULL);
    out->best = 0;
    out->exact = false;
    out->flat = options->variant == VARIANT_FLAT;
    out->iterations = 0;
    for (int i = 0; i < out->count; i++)
        out->plays[i] = (SearchPlay){.play = plays[i]};
}

/* What the tree says of the root's plays. */
static void result_fill(SearchResult *out, const Search *search, CardSet hand, CardSet pool)
{
    const bool chances = search->options.equity, points = search->options.reward == REWARD_DIFFERENCE;
    const double scale = chances ? 1. / REWARD_MATCH : points ? 20. / REWARD_ONE : 1. / REWARD_ONE;
    result_list(out, &search->options, search->rules, hand, pool);
    out->iterations = search->done;
    for (SearchPlay *play = out->plays; play < out->plays + out->count; play++) {
        const uint32_t found = search_node(search, search->root, set_first(play->play & hand), play->play & ~hand);
        const Node *node = &search->tree.nodes[found];
        if (!found || !node->visits) continue;
        play->visits = node->visits;
        play->value = (chances ? 0.5 : 0) + (double)node->total / node->visits * scale;
    }
    result_choose(out);
}

void search_merge(SearchResult *total, const SearchResult *part)
{
    total->iterations += part->iterations;
    for (int i = 0; i < total->count; i++) {
        SearchPlay *a = &total->plays[i];
        const SearchPlay *b = &part->plays[i];
        const uint32_t visits = a->visits + b->visits;
        if (visits) a->value = (double)a->visits / visits * a->value + (double)b->visits / visits * b->value;
        a->visits = visits;
    }
    if (!total->exact) result_choose(total);
}

/* ---- what a net thinks of the plays of the root: it is asked once for each decision, as the seat itself sees it */

/* Asks the net what the root's plays are worth to the seat of the view, and notes it at their nodes. */
static void root_prior(Search *search, const View *view)
{
    CardSet plays[MAX_MOVES];
    float behind[MAX_MOVES]; /* 0: the best play; else below 0 */
    JudgedPlays judged = {.judged = 0};
    const int count = moves_list(plays, view->hand, view->table->pool, &search->playout.fold);
    opponent_scores(behind, &judged, &search->model, OPPONENT_POLICY, view, plays, count);
    for (int i = 0; i < count; i++) {
        const Card card = set_first(plays[i] & view->hand);
        const float prior = 1 - behind[i] * PRIOR_POINT;
        tree_plays(&search->tree, &search->playout, search->root, search->playout.classes.of[card]);
        const uint32_t node = search_node(search, search->root, card, plays[i] & ~view->hand);
        if (node) search->tree.nodes[node].prior = (uint16_t)(prior < UINT16_MAX ? prior : UINT16_MAX);
    }
}

/* ---- the root: the position that is searched, and what its mover knows */

enum { FIRST = 1 }; /* the position of a new tree's root */

static void root_set(Search *search, const Table *table)
{
    search->done = 0;
    Playout *playout = &search->playout;
    PublicState root;
    playout_init(playout, search->rules, table->scores, search->options.fold);
    playout->policy = search->options.policy;
    playout->noise = (uint32_t)(search->options.noise * UINT32_MAX);
    int end = (table->deal + search->options.cut) * HAND * search->rules->players;
    if (search->options.cut && end < PLAYS) playout->end = end;
    for (int seat = 0; seat < search->rules->players; seat++)
        search->left[seat] = (uint8_t)table_hand_size(table, search->rules, seat);
    if (search->options.equity) {
        search_match_start(&search->match, search->options.equity, table, playout, search->root == 0);
        selector_unit(&search->selector, search->match.unit);
    }
    if (search->root) return;
    public_init(&root, playout, table);
    tree_reset(&search->tree, &root);
    search->root = FIRST;
}

static void hand_set(Search *search, int seat, CardSet hand)
{
    int i = 0;
    for (CardSet rest = hand; rest; rest = set_rest(rest))
        search->known.hands[seat][i++] = search->playout.classes.of[set_first(rest)];
}

/* True if the tree of the last decision has the view's position, which is the root then. */
static bool root_keep(Search *search, const View *view)
{
    Table table = search->last_table;
    if (!search->reuses || !view->history || view->table->ply <= table.ply ||
        memcmp(view->history, search->history, table.ply * sizeof *view->history) ||
        search->tree.node_room - search->tree.node_count < search->options.iterations + MAX_MOVES)
        return false;
    uint32_t position = search->root;
    while (position && table.ply < view->table->ply) {
        CardSet play = view->history[table.ply], card = play & ~table.pool;
        uint32_t node = search_node(search, position, set_first(card), play ^ card);
        position = node ? search->tree.nodes[node].position : 0;
        table_play(&table, search->rules, play);
    }
    if (!position || table.pool != view->table->pool) return false;
    search->root = position;
    return true;
}

/* Prepares the root for a view and a sampler for the deals that agree with it. False if none does. */
static bool root_view(Search *search, Sampler *sampler, const View *view)
{
    if (!sampler_of(sampler, view)) return false;
    if (!search->options.keep || !root_keep(search, view)) search->root = 0;
    root_set(search, view->table);
    hand_set(search, view->table->turn, view->hand);
    search->root_unseen = view_unseen(view);
    View read = *view;
    if (!search->options.infer) read.history = NULL;
    infer_init(&search->infer, &search->model, &read);
    search->open = false;
    search->unseen_count = sampler->count;
    search->hidden = sampler->hands;
    search->known_count = sampler->known;
    search->drawn = sampler->hidden - (PLAYS - search->playout.end);
    for (int i = 0; i < sampler->count; i++)
        search->unseen[i] = search->playout.classes.of[sampler->unseen[i]];
    search->reuses = view->history != NULL;
    search->last_table = *view->table;
    if (search->options.prior > 0) root_prior(search, view);
    if (search->reuses) memcpy(search->history, view->history, view->table->ply * sizeof *view->history);
    return true;
}

/* Prepares the root for a round in which all cards are known. */
static void root_round(Search *search, const Round *round)
{
    const Rules *rules = search->rules;
    search->root = 0;
    search->reuses = false;
    root_set(search, &round->table);
    for (int seat = 0; seat < rules->players; seat++)
        hand_set(search, seat, round->hands[seat]);
    for (int ply = (round->table.deal + 1) * HAND * rules->players; ply < PLAYS; ply++) {
        int deal = ply / (HAND * rules->players), place = ply % (HAND * rules->players);
        int seat = place % rules->players, nth = place / rules->players;
        Card card = round->stock[((deal - 1) * rules->players + seat) * HAND + nth];
        search->known.order[ply] = search->playout.classes.of[card];
    }
    search->infer.count = search->infer.weighed = search->known_count = 0;
    search->open = true;
}

/* ---- an iteration */

enum { PRIOR_ONE = 64 }; /* the prior of a play of score 0 */

/* A position of the tree as the mover sees it. */
static View mover_view(const Search *search, uint32_t position, int seat, int size)
{
    const PublicState *state = &search->tree.positions[position];
    return (View){.rules = search->rules,
                  .table = &state->table,
                  .hand = public_hand(state, &search->playout, search->determinization.hands[seat], size),
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

/* Adds the plays of one class, from `node` on, to the candidates; statistics are the node's own, or with one observer
   for each seat those of this hand. *untried is set to a play without visits. */
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
    const uint8_t *hand = search->determinization.hands[seat];
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
    return search->determinization.styles[seat] != OPPONENT_LOOSE || rng_double(rng) < share;
}

/* The index of the candidate that the seat's style chooses; where that play is not in the tree yet, of the last one. */
static int modelled_choose(const Search *search, uint32_t position, int seat, int size, int count, Rng *rng)
{
    View here = mover_view(search, position, seat, size);
    CardSet play = opponent_play(&search->model, search->determinization.styles[seat], &here, rng);
    CardSet captured = play & here.table->pool;
    int class = search->playout.classes.of[set_first(play ^ captured)], chosen = 0;
    while (chosen + 1 < count && (search->tree.nodes[search->candidates[chosen]].class != class ||
                                  search->tree.captured[search->candidates[chosen]] != captured))
        chosen++;
    return chosen;
}

/* Walks down to a play that was not tried before. *state becomes the position after it; the hands of the
   determinization lose what is played, so that left[seat] cards of each remain. Returns the length of the path. */
static int search_descend(Search *search, PublicState *state, uint8_t left[], Rng *rng)
{
    Tree *tree = &search->tree;
    Determinization *determinization = &search->determinization;
    const Rules *rules = search->rules;
    uint32_t position = search->root;
    bool flat = search->options.variant == VARIANT_FLAT;
    int depth = 0, deal = tree->positions[position].table.deal;
    for (;;) {
        const PublicState *here = &tree->positions[position];
        if (here->table.ply >= search->playout.end || match_winner(search, here) != NOBODY) break;
        if (here->table.deal != deal) {
            deal = here->table.deal;
            memset(left, HAND, MAX_SEATS);
            for (int i = 0, ply = deal * HAND * rules->players; i < HAND; i++)
                for (int seat = 0; seat < rules->players; seat++)
                    determinization->hands[seat][i] = determinization->order[ply++];
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
        uint8_t *played = determinization->hands[seat], *last = played + --left[seat];
        while (*played != tree->nodes[node].class)
            played++;
        *played = *last;
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

/* Puts the cards that the hands still hold into the determinization's order of play, where those of later deals are
   already. */
static void order_fill(Search *search, const PublicState *state, const uint8_t left[])
{
    Determinization *determinization = &search->determinization;
    const Rules *rules = search->rules;
    int end = (state->table.deal + 1) * HAND * rules->players, seat = state->table.turn;
    if (state->table.deal != search->tree.positions[search->root].table.deal &&
        state->table.ply == end - HAND * rules->players)
        return;
    uint8_t next[MAX_SEATS];
    memcpy(next, left, sizeof next);
    for (int ply = state->table.ply; ply < end; ply++) {
        determinization->order[ply] = determinization->hands[seat][--next[seat]];
        seat = seat + 1 == rules->players ? 0 : seat + 1;
    }
}

/* Rewards the sides by their points where a playout has come to its end. */
static void rewards_points(int rewards[static MAX_SIDES], const Search *search, const PublicState *state,
                           const Pool *pool)
{
    const int sides = search->rules->sides;
    float points[MAX_SIDES], sum = 0, best = -INFINITY;
    int leaders = 0, counted[MAX_SIDES];
    if (search->playout.end < PLAYS)
        playout_value(points, state, pool, &search->playout, search->determinization.order);
    else
        public_points(counted, state, &search->playout);
    for (int side = 0; side < sides; side++) {
        if (search->playout.end == PLAYS) points[side] = (float)counted[side];
        sum += points[side];
        best = points[side] > best ? points[side] : best;
    }
    for (int side = 0; side < sides; side++)
        leaders += points[side] == best;
    int tied = leaders == 1 ? REWARD_ONE : leaders == sides ? 0 : REWARD_ONE / 2, whole = (int)sum;
    for (int side = 0; side < sides; side++) {
        float ahead = (float)sides * points[side] - sum;
        switch (search->options.reward) {
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

/* One iteration from the root: plays on from where the path ends, and rewards the sides. */
static void search_iterate(Search *search, Rng *rng)
{
    PublicState state;
    Pool pool;
    uint8_t left[MAX_SEATS];
    int rewards[MAX_SIDES];
    determinization_next(search, rng);
    memcpy(left, search->left, sizeof left);
    const int depth = search_descend(search, &state, left, rng);
    int winner = match_winner(search, &state);
    if (winner == NOBODY) {
        order_fill(search, &state, left);
        playout_run(&state, &pool, &search->playout, search->determinization.order, rng);
        winner = match_winner(search, &state);
    }
    if (search->options.equity)
        rewards_match(rewards, search, &state, &pool, winner);
    else
        rewards_points(rewards, search, &state, &pool);
    back_up(search, depth, rewards);
}

/* ---- the loop */

static bool search_stopped(const Search *search) { return search->options.stopped && search->options.stopped(); }

/* As many iterations as the options ask for. */
static void search_loop(Search *search, Rng *rng)
{
    const SearchOptions *options = &search->options;
    double end = options->iterations ? 0 : seconds_now() + options->seconds;
    determinizations_sample(search, rng);
    for (search->done = 0;
         options->iterations ? search->done < options->iterations : search->done % CLOCK_EVERY || seconds_now() < end;
         search->done++) {
        if (search->done % CLOCK_EVERY == 0 && search_stopped(search)) return;
        search_iterate(search, rng);
    }
}

/* ---- exact values with open cards, known or sampled */

/* The exact value of each play of the result, in points or as a chance to win the match. False: that took too long. */
static bool values_find(double values[], Search *search, const SearchResult *result, const Round *round)
{
    const MatchEquity *equity = search->options.equity;
    CardSet plays[MAX_MOVES];
    int found[MAX_MOVES];
    for (int i = 0; i < result->count; i++)
        plays[i] = result->plays[i].play;
    if (!exact_values(found, &search->solver, equity, round, search->rules, plays, result->count, MATCH_POSITIONS))
        return false;
    for (int i = 0; i < result->count; i++)
        values[i] = equity ? (double)found[i] / EQUITY_ONE : found[i];
    return true;
}

/* Exact values of the plays; where several are best, a search among them chooses. */
static void search_exact(SearchResult *out, Search *search, const View *view, Sampler *sampler, Rng *rng)
{
    double values[MAX_MOVES];
    Round round;
    int ties = 0;
    sampler_round(&round, sampler, rng);
    result_fill(out, search, view->hand, view->table->pool);
    const bool found = values_find(values, search, out, &round);
    double best = found ? values[0] : 0;
    for (int i = 0; found && i < out->count; i++) {
        if (values[i] > best) best = values[i], ties = 0;
        ties += values[i] == best;
    }
    if (ties > 1 || !found) {
        search_loop(search, rng);
        result_fill(out, search, view->hand, view->table->pool);
    }
    if (!found) return;
    for (int i = 0; i < out->count; i++)
        out->plays[i].value = values[i];
    for (int i = 0; i < out->count; i++) {
        const SearchPlay *play = &out->plays[i], *chosen = &out->plays[out->best];
        if (play->value > chosen->value || (play->value == chosen->value && play->visits > chosen->visits))
            out->best = i;
    }
    out->exact = true;
}

static void pimc_exact(SearchResult *out, Search *search, Sampler *sampler, int deals, Rng *rng)
{
    CardSet plays[MAX_MOVES];
    int values[MAX_MOVES];
    double sums[MAX_MOVES] = {0};
    const int count = moves_list(plays, sampler->hand, sampler->table.pool, NULL);
    for (int deal = 0; deal < deals && !search_stopped(search); deal++) {
        Round round;
        sampler_round(&round, sampler, rng);
        solve_plays(values, &search->solver, &round, search->rules, plays, count);
        for (int i = 0; i < count; i++)
            sums[i] += values[i];
    }
    out->count = count;
    for (int i = 0; i < count; i++)
        out->plays[i] = (SearchPlay){plays[i], (uint32_t)deals, sums[i] / deals};
    out->iterations = (uint64_t)deals;
    out->exact = false; /* the values are exact for the sampled deals alone */
}

/* Mean values with open cards over sampled rounds: exact for two sides, else by tree search. */
static void search_pimc(SearchResult *out, Search *search, Sampler *sampler, Rng *rng)
{
    int deals = search->options.determinizations ? search->options.determinizations : PIMC_DEALS;
    if (search->entries) {
        pimc_exact(out, search, sampler, deals, rng);
    } else {
        SearchOptions options = search->options;
        search->options.iterations = (options.iterations + (uint32_t)deals - 1) / (uint32_t)deals;
        search->options.seconds = options.seconds / deals;
        for (int deal = 0; deal < deals; deal++) {
            Round round;
            SearchResult part;
            sampler_round(&round, sampler, rng);
            search_run_open(deal ? &part : out, search, &round, rng);
            if (deal) search_merge(out, &part);
        }
        search->options = options;
    }
    out->flat = search->entries != NULL;
    result_choose(out);
}

/* ---- a decision */

bool search_run(SearchResult *out, Search *search, const View *view, Rng *rng)
{
    Sampler sampler;
    if (!root_view(search, &sampler, view)) return false;
    bool known = sampler.hidden == sampler.hands && sampler.hidden == sampler.count && search->rules->players == 2;
    if (search->options.exact && search->entries && known) {
        search_exact(out, search, view, &sampler, rng);
    } else if (search->options.variant == VARIANT_PIMC) {
        search_pimc(out, search, &sampler, rng);
    } else {
        search_loop(search, rng);
        result_fill(out, search, view->hand, view->table->pool);
    }
    return true;
}

void search_run_open(SearchResult *out, Search *search, const Round *round, Rng *rng)
{
    root_round(search, round);
    search_loop(search, rng);
    result_fill(out, search, round_hand(round), round->table.pool);
}

bool search_begin(Search *search, const View *view, Rng *rng)
{
    Sampler sampler;
    if (!root_view(search, &sampler, view)) return false;
    determinizations_sample(search, rng);
    return true;
}

void search_grow(SearchResult *out, Search *search, const View *view, uint64_t iterations, Rng *rng)
{
    for (; search->done < iterations; search->done++)
        search_iterate(search, rng);
    result_fill(out, search, view->hand, view->table->pool);
}
