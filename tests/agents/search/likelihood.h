/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chance of a play under each style, one style after the other. */
#pragma once

#include "agents/search/opponent_model.h"

/* 0 for styles that are not in the set `asked`. */
static inline void opponent_likelihood(float out[static OPPONENT_STYLES], const OpponentModel *model, uint32_t asked,
                                       const View *view, CardSet play)
{
    CardSet plays[MAX_MOVES];
    float shares[MAX_MOVES];
    const CardSet wanted = fold_play(play, view->hand, view->table->pool, &model->fold);
    const int count = moves_list(plays, view->hand, view->table->pool, &model->fold);
    int played = 0;
    while (plays[played] != wanted)
        played++;
    for (int style = 0; style < OPPONENT_STYLES; style++) {
        opponent_shares(shares, &(JudgedPlays){.judged = 0}, model, style, view, plays, count);
        out[style] = asked >> style & 1 ? shares[played] : 0;
    }
}
