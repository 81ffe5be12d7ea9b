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
    float step;   /* of Adam, at first */
    float decay;  /* share of each number that is lost in a step of size 1 (weight decay beside the gradient) */
    int epochs;
    int batch;    /* examples */
    uint64_t seed;
} TrainPlan;

/* What stands after an epoch. */
typedef struct {
    int epoch;        /* that many are over */
    Loss trained;     /* of the epoch, while it went on */
    Loss held_out;    /* after it */
    uint64_t steps;   /* of Adam */
    float params[];   /* net_param_count of them, then as many means and mean squares of the gradients */
} TrainState;

typedef struct {
    const TrainPlan *plan;
    const Rules *rules;
    const Lessons *lessons;
    int threads;
    const char *keep; /* the file where the state stands after each epoch, and where it is looked for; NULL: none */
    /* After each epoch, also those that were kept; false: stop. May be NULL. */
    bool (*watch)(void *arg, const TrainState *state);
    /* Now and then; false: stop. May be NULL. */
    bool (*tick)(void *arg, int epoch, double share);
    void *arg;
} TrainJob;

/* One lesson in HELD_OUT is not trained on, the first of them the first. */
enum { HELD_OUT = 20 };

/* Trains; params: the numbers to start from, or NULL: drawn from the seed. Writes the numbers after the last epoch to
   `out`. ARENA_STOPPED where watch or tick said so. The state in `keep` must be of the same plan and lessons: false in
   *error if it is not, with ARENA_FAILED. */
ArenaEnd train(float out[], const float params[], const TrainJob *job, Error *error);
