/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loss of a net on an example, and its gradient: real numbers, summed in a fixed order whatever the processor.
   gradient.c is compiled once more for each instruction set that has lanes; all of them give the same numbers.

   It pulls the chances e^score of the plays that were tried towards more points on average and more entropy, by all
   plays at once (mean actor-critic: Allen and others 2017): loss = - sum of chance value / NET_POINTS - entropy, which
   is least where scores differ as values do, in NET_POINTS. Beside the net stands a critic: the shape of the net's value
   with numbers of its own, which also sees the other hands and says what plays lead to. */
#pragma once

#include "agents/net/net.h"
#include "agents/net/net_features.h"

/* A decision that is learned from. */
typedef struct {
    const uint16_t *view;  /* features of the decision */
    const uint16_t *plays; /* for each play that was tried the number of its features, and these */
    const uint16_t *seen;  /* what the critic sees besides */
    const float *values;   /* of the plays, in points */
    int view_count, play_count, seen_count;
    float value; /* by how many points the side to move beats the mean of the others in the rest of the round */
} Example;

/* What one example, or the sum of many, says. */
typedef struct {
    double entropy; /* of the net's chances, in nats */
    double square;  /* of the value's error, in points */
    uint64_t count;
} Loss;

/* Room for the units of the plays of one example; all zero before first use. */
typedef struct {
    float *units;
    size_t room;
} GradientRoom;

void gradient_room_free(GradientRoom *room);

/* Adds the example's loss to *loss and, unless NULL, its gradient to `gradient`, as many numbers as params: those of
   the net and of the critic behind them. value_weight: of the value's squared error beside what the plays say. False if
   memory runs out. */
bool gradient_add(Loss *loss, float gradient[], float params[], const NetShape *shape, const Example *example,
                  float value_weight, GradientRoom *room);

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
                float value_weight, GradientRoom *room);
    float (*value)(float critic[], const NetShape *shape, const Example *example);
} GradientKernel;
extern const GradientKernel gradient_kernel_plain, gradient_kernel_avx2, gradient_kernel_avx512, gradient_kernel_neon;
