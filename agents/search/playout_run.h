/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the playout share; private to them. */
#ifndef PASUR_AGENTS_SEARCH_PLAYOUT_RUN_H
#define PASUR_AGENTS_SEARCH_PLAYOUT_RUN_H

#include "agents/search/playout_pool.h"
#include "engine/sur.h"
#include "engine/worth.h"

typedef struct {
    uint8_t *order;
    const Playout *playout;
    PublicState *state; /* but for the pool, which is in `pool` */
    Pool pool;
} Run;

static inline uint32_t tally_of(CardSet cards, const Classes *classes)
{
    uint32_t tally = 0;
    for (CardSet rest = cards; rest; rest = set_rest(rest))
        tally += classes->worth[classes->of[set_first(rest)]];
    return tally;
}

/* Column of sur_possible for a card of this value. */
static inline int kind_of(int value) { return value <= 10 ? 0 : value - 10 - (value == 13); }

/* A Sur by `side`: cancels one of another side's, or counts. */
static inline void sur_score(uint8_t surs[], const Playout *playout, int side, int last)
{
    int victim = sur_victim(surs, side, playout->rules);
    if (victim != NOBODY)
        surs[victim]--;
    else
        surs[side] = (uint8_t)(surs[side] + playout->sur_counts[last]);
}

void handling_init(Handling handling[static CARDS], const Classes *classes);
/* Plays as far as it can, at most to the end: until the pool holds too many numerals for it. */
void run_random_fast(Run *run, Rng *rng);

#endif
