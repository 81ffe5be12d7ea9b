/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loss of a net on an example, and its gradient: real numbers, summed in a fixed order whatever the processor. */
#pragma once

#include "agents/net/net.h"
#include "analysis/study/learn/examples.h"

/* What one example, or the sum of many, says. */
typedef struct {
    double cross;  /* cross-entropy of the shares: - sum of share log(softmax(score)) */
    double square; /* of the value's error, in points */
    double lost; /* points by which the play with the best score is worth less than what the search chose, as it says */
    uint64_t hits; /* 1: both are the same play */
    uint64_t count;
} Loss;

void loss_add(Loss *sum, const Loss *more);

/* Weight of the value's squared error beside the cross-entropy, and the margin by which a unit that is cut still passes a
   gradient. */
typedef struct {
    float value_weight;
    float margin;
} LossRule;

/* Room for the units of the plays of one example; all zero before first use. */
typedef struct {
    float *units;
    size_t room;
} GradientRoom;

void gradient_room_free(GradientRoom *room);

/* Adds the example's loss to *loss and, unless NULL, its gradient to `gradient`, as many numbers as params. False if memory
   runs out. */
bool gradient_add(Loss *loss, float gradient[], float params[], const NetShape *shape, const Example *example,
                  const LossRule *rule, GradientRoom *room);
