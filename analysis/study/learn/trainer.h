/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits a net to lessons: minibatches by Adam (Kingma, Ba 2015), with a step that falls to 0 along a quarter of a
   cosine. Threads change nothing: an example belongs to a slice of its batch, and the slices are summed in order. */
#pragma once

#include "agents/net/net.h"
#include "analysis/study/learn/lessons.h"

/* ---- the loss of a net on an example, and its gradient: real numbers, summed in a fixed order whatever the
   processor. */

/* What one example, or the sum of many, says. */
typedef struct {
    double cross;  /* cross-entropy of the shares: - sum of share log(softmax(score)) */
    double square; /* of the value's error, in points */
    double lost; /* points by which the play with the best score is worth less than what the search chose, as it says */
    uint64_t hits; /* 1: both are the same play */
    uint64_t count;
} Loss;

/* Weight of the value's squared error beside the cross-entropy, and the margin by which a unit that is cut still passes
   a gradient. */
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

/* Adds the example's loss to *loss and, unless NULL, its gradient to `gradient`, as many numbers as params. False if
   memory runs out. */
bool gradient_add(Loss *loss, float gradient[], float params[], const NetShape *shape, const Example *example,
                  const LossRule *rule, GradientRoom *room);

/* ---- training */

typedef struct {
    NetShape shape;
    Targets targets;
    LossRule loss;
    float step;  /* of Adam, at first */
    float decay; /* share of each number that is lost in a step of size 1 (weight decay beside the gradient) */
    int epochs;
    int batch; /* examples */
    uint64_t seed;
} TrainPlan;

enum { EPOCHS_MOST = 64 };

typedef struct {
    Loss trained;  /* of the epoch, while it went on */
    Loss held_out; /* after it */
} EpochLoss;

typedef struct {
    const TrainPlan *plan;
    const Rules *rules;
    const Lessons *lessons;
    int threads;
    bool reads_only;  /* only what is kept is wanted: an epoch that is not there ends as if interrupted */
    const char *keep; /* the file where the state stands after each epoch, and where it is looked for; NULL: none */
    bool repair;      /* a damaged state there is left out, and trained anew; else it is an error */
    /* After each window of lessons: the epoch from 0, and which share of it is over; false: stop. May be NULL. */
    bool (*tick)(void *arg, int epoch, double share);
    void *arg;
} TrainJob;

/* One lesson in HELD_OUT is not trained on, the first of them the first. */
enum { HELD_OUT = 20 };

/* What a training came to. */
typedef struct {
    EpochLoss losses[EPOCHS_MOST];
    int epochs;   /* that are over */
    bool damaged; /* the state that was kept was left out */
} TrainResult;

/* Trains a net whose numbers are drawn from the seed at first, and writes them as they are in the end. ARENA_FAILED
   with the reason, also where `keep` is damaged or of another training, unless `repair` or `reads_only`; ARENA_STOPPED
   where tick said so. */
ArenaEnd train(TrainResult *result, float params[], const TrainJob *job, Error *error);
