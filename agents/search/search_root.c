/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The root of a search: the position that is searched, and what its mover knows. */
#include <string.h>

#include "agents/search/search_private.h"

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
    Table table = search->kept_table;
    if (!search->kept || !view->history || view->table->ply <= table.ply ||
        memcmp(view->history, search->history, table.ply * sizeof *view->history) ||
        search->tree.node_room - search->tree.node_count < search->options.iterations + MAX_MOVES)
        return false;
    uint32_t position = search->root;
    while (position && table.ply < view->table->ply) {
        CardSet play = view->history[table.ply], card = play & ~table.pool;
        uint32_t node = search_node(search, position, set_first(card), play ^ card);
        position = node ? search->tree.nodes[node].position : 0;
        table_play(&table, search->rules, set_first(card), play ^ card);
    }
    if (!position || table.pool != view->table->pool) return false;
    search->root = position;
    return true;
}

bool root_view(Search *search, Sampler *sampler, const View *view)
{
    if (!sampler_init(sampler, search->rules, view->table, view->hand)) return false;
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
    search->drawn = sampler->hidden - (PLAYS - search->playout.end);
    for (int i = 0; i < sampler->count; i++)
        search->unseen[i] = search->playout.classes.of[sampler->unseen[i]];
    search->kept = view->history != NULL;
    search->kept_table = *view->table;
    if (search->options.prior > 0) root_prior(search, view);
    if (search->kept) memcpy(search->history, view->history, view->table->ply * sizeof *view->history);
    return true;
}

void root_round(Search *search, const Round *round)
{
    const Rules *rules = search->rules;
    search->root = 0;
    search->kept = false;
    root_set(search, &round->table);
    for (int seat = 0; seat < rules->players; seat++)
        hand_set(search, seat, round->hands[seat]);
    for (int ply = (round->table.deal + 1) * HAND * rules->players; ply < PLAYS; ply++) {
        int deal = ply / (HAND * rules->players), place = ply % (HAND * rules->players);
        int seat = place % rules->players, nth = place / rules->players;
        Card card = round->stock[((deal - 1) * rules->players + seat) * HAND + nth];
        search->known.order[ply] = search->playout.classes.of[card];
    }
    search->infer.count = search->infer.weighed = 0;
    search->open = true;
}
