/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of the available plays a search tries next. */
#ifndef PASUR_AGENTS_SEARCH_SELECT_H
#define PASUR_AGENTS_SEARCH_SELECT_H

#include "agents/search/search.h"
#include "agents/search/tree.h"

enum { LOGS = 1 << 14 };

typedef struct {
    Selection rule;
    float exploration; /* in units of reward */
    float logs[LOGS];  /* natural logarithms */
} Selector;

void selector_init(Selector *selector, Selection rule, double exploration);
/* Index of the play to try among the count > 0 nodes; *chance is the probability with which EXP3 chose it. */
int select_play(const Selector *selector, const Node *nodes, const uint32_t plays[], int count, float *chance,
                Rng *rng);

#endif
