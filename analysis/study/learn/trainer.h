/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits a net to lessons: minibatches by Adam (Kingma, Ba 2015), with a step that falls to 0 along a quarter of a cosine.
   Threads change nothing: an example belongs to a slice of its batch, and the slices are summed in order. */
#pragma once

#include "analysis/study/learn/gradient.h"
#include "analysis/study/learn/teacher.h"

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

/* What stands after an epoch. */
typedef struct {
    uint64_t epoch; /* that many are over */
    uint64_t steps; /* of Adam */
    EpochLoss losses[EPOCHS_MOST];
    float params[]; /* net_param_count of them, then as many means and mean squares of the gradients */
} TrainState;

typedef struct {
    const TrainPlan *plan;
    const Rules *rules;
    const Lessons *lessons;
    int threads;
    bool looks;       /* only what is kept is wanted: an epoch that is not there ends as if interrupted */
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

/* Trains a net whose numbers are drawn from the seed at first, and writes them as they are in the end. ARENA_FAILED with the
   reason, also where `keep` is damaged or of another training, unless `repair` or `looks`; ARENA_STOPPED where tick said so. */
ArenaEnd train(TrainResult *result, float params[], const TrainJob *job, Error *error);
