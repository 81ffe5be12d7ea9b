/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the simple bots think of each play: each plays one of the highest score, ties at random. */
#ifndef PASUR_AGENTS_BOTS_H
#define PASUR_AGENTS_BOTS_H

#include "agents/agent.h"

/* In points; `moves` are legal plays of the view. */
void greedy_scores(double scores[], const View *view, const CardSet moves[], int count);
void counter_scores(double scores[], const View *view, const CardSet moves[], int count);

#endif
