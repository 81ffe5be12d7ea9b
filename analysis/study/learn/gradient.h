/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loss of a net on an example, and its gradient: real numbers, summed in a fixed order whatever the processor.
   gradient.c is compiled once more for each instruction set that has lanes; all of them give the same numbers.

   An example of a lesson pulls the shares of the plays towards what a search found (cross-entropy). One of self-play
   pulls the chances e^score of the plays that were tried towards more points on average and more entropy, by all plays
   at once (mean actor-critic: Allen and others 2017): loss = - sum of chance value / NET_POINTS - entropy, which is least
   where scores differ as values do, in NET_POINTS. Self-play has a critic beside the net: the shape of the net's value
   with numbers of its own, which also sees the other hands and says what plays lead to. */
#pragma once

#include "agents/net/net.h"
#include "analysis/study/learn/lessons.h"

/* What one example, or the sum of many, says. */
typedef struct {
    double cross;  /* cross-entropy of the shares: - sum of share log(softmax(score)); of self-play: the entropy */
    double square; /* of the value's error, in points */
    double lost;   /* points by which the play with the best score is worth less than what the search chose, as it says;
                    of self-play: of the critic's error what square is of the value's */
    uint64_t hits; /* 1: both are the same play; of self-play: 0 */
    uint64_t count;
} Loss;

typedef struct {
    float value_weight; /* of the value's squared error beside what the plays say */
    float margin;       /* by which a unit that is cut still passes a gradient */
    bool tried;         /* examples are of self-play */
} LossRule;

/* Room for the units of the plays of one example; all zero before first use. */
typedef struct {
    float *units;
    size_t room;
} GradientRoom;

void gradient_room_free(GradientRoom *room);

/* Adds the example's loss to *loss and, unless NULL, its gradient to `gradient`, as many numbers as params: those of
   the net and, in self-play, of the critic behind them. False if memory runs out. */
bool gradient_add(Loss *loss, float gradient[], float params[], const NetShape *shape, const Example *example,
                  const LossRule *rule, GradientRoom *room);

/* ---- the critic */

/* What the critic sees: the features of the decision and, by place behind the seat, the folded hands. */
enum { CRITIC_FEATURES = NET_VIEW_FEATURES + NET_OTHERS * CARDS, CRITIC_SEEN_MOST = NET_OTHERS * HAND };

size_t critic_param_count(const NetShape *shape);
/* The critic's numbers, such that it says what the net's value does. */
void critic_begin(float critic[], float params[], const NetShape *shape);
/* Its value of the decision of an example, whose plays are not asked for: what net_value is of. */
float critic_value(float critic[], const NetShape *shape, const Example *example);

/* ---- for trainer.c and gradient.c alone */

typedef struct {
    bool (*add)(Loss *loss, float gradient[], float params[], const NetShape *shape, const Example *example,
                const LossRule *rule, GradientRoom *room);
    float (*value)(float critic[], const NetShape *shape, const Example *example);
} GradientKernel;
extern const GradientKernel gradient_kernel_plain, gradient_kernel_avx2, gradient_kernel_avx512, gradient_kernel_neon;
