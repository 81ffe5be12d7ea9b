/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a net thinks of the plays of the root. It is asked once for each decision, as the seat itself sees it. */
#include "agents/search/search_private.h"

/* Notes how much worse than the best play one is. */
static void prior_note(Search *search, CardSet card, CardSet captured, double points)
{
    Tree *tree = &search->tree;
    const Fold *fold = &search->playout.fold;
    double prior = 1 + points * PRIOR_POINT;
    uint32_t node = tree_plays(tree, &search->playout, search->root, search->playout.classes.of[set_first(card)]);
    for (; node; node = tree->nodes[node].more ? node + 1 : 0)
        if (fold_set(tree->captured[node], PACK, fold) == fold_set(captured, PACK, fold))
            tree->nodes[node].prior = (uint16_t)(prior < UINT16_MAX ? prior : UINT16_MAX);
}

void root_prior(Search *search, const View *view)
{
    CardSet plays[MAX_MOVES];
    int32_t scores[MAX_MOVES], best = INT32_MIN;
    NetPosition position;
    const int count = moves_list(plays, view->hand, view->table->pool, &search->playout.fold);
    net_position_init(&position, view);
    net_scores(scores, search->options.net, &position, plays, count);
    for (int i = 0; i < count; i++)
        best = scores[i] > best ? scores[i] : best;
    for (int i = 0; i < count; i++)
        prior_note(search, plays[i] & view->hand, plays[i] & ~view->hand,
                   NET_POINTS * ((double)best - scores[i]) / NET_ONE);
}
