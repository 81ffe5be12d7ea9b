/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits numbers to examples: the loss of a net on an example, its gradient, and minibatches by Adam (Kingma, Ba 2015).
   Real numbers are summed in a fixed order whatever the processor. Threads change nothing: an example belongs to a slice
   of its batch, and the slices are summed in order.

   The loss pulls the chances e^score of the plays that were tried towards more points on average and more entropy, by all
   plays at once (mean actor-critic: Allen and others 2017): loss = - sum of chance value / NET_POINTS - entropy, which
   is least where scores differ as values do, in NET_POINTS. Beside the net stands a critic: the shape of the net's value
   with numbers of its own, which also sees the other hands and says what plays lead to. */
#pragma once

#include "agents/net/net.h"
#include "agents/net/net_features.h"
#include "engine/rng.h"
#include "engine/text/error.h"

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

/* What gradient_add works with. */
typedef struct {
    float base[NET_HIDDEN_MOST];    /* bias and rows of the decision … */
    float dbase[NET_HIDDEN_MOST];   /* … and the derivatives of the loss by them */
    float dhidden[NET_HIDDEN_MOST]; /* of one play */
    float scores[MAX_MOVES];        /* then the derivatives of the loss by them */
    /* of each play: hidden and second units, before and after they are cut */
    float hidden_before[MAX_MOVES][NET_HIDDEN_MOST], hidden[MAX_MOVES][NET_HIDDEN_MOST];
    float second_before[MAX_MOVES][NET_SECOND_MOST], second[MAX_MOVES][NET_SECOND_MOST];
} GradientRoom;

/* Adds the example's loss to *loss and its gradient to `gradient`, as many numbers as params: those of the net and of the
   critic behind them. value_weight: of the value's squared error beside what the plays say. */
void gradient_add(Loss *loss, float gradient[], float params[], const NetShape *shape, const Example *example,
                  float value_weight, GradientRoom *room);

/* ---- the critic */

/* What the critic sees: the features of the decision and, by place behind the seat, the folded hands. */
enum { CRITIC_FEATURES = NET_VIEW_FEATURES + NET_OTHERS * CARDS, CRITIC_SEEN_MOST = NET_OTHERS * HAND };

size_t critic_param_count(const NetShape *shape);
/* The critic's numbers, such that it says what the net's value does. */
void critic_begin(float critic[], float params[], const NetShape *shape);
/* Its value of the decision of an example, whose plays are not asked for. */
float critic_value(float critic[], const NetShape *shape, const Example *example);

/* ---- fitting */

enum { SLICES = 8 /* of a batch, and of the examples that are there */ };

typedef struct {
    float *gradient; /* owned */
    GradientRoom room;
    Loss loss;
    Example **examples; /* `count` of them; owned, as is each */
    size_t count, capacity;
} Slice;

/* Keeps a copy of the example, whose arrays have this many features in all. NULL: no memory. */
Example *example_keep(Slice *slice, const Example *example, size_t features);
void examples_clear(Slice *slice);

typedef struct {
    NetShape shape;
    float value_weight; /* see gradient_add */
    int threads;
    size_t count;    /* numbers that are fitted */
    float *numbers;  /* these, then as many means and mean squares of their gradients; the caller's */
    uint64_t *steps; /* of Adam; the caller's */
    Slice slices[SLICES];
    Example **order; /* all examples, in the order in which batches take them; owned */
    size_t order_count, order_room;
} Fitter;

/* Takes what stands before `slices`. False if memory runs out; fitter_close is due in any case. */
bool fitter_open(Fitter *fitter);
void fitter_close(Fitter *fitter);
/* Finds the examples of all slices, and mixes them. False if memory runs out. */
bool fitter_gather(Fitter *fitter, Rng *rng);
/* Works through `count` examples from that place on, a share for each slice, and adds up their loss and gradients. */
void fitter_batch(Fitter *fitter, Loss *loss, size_t from, size_t count);
/* Makes a step of Adam by the mean of the gradients of this many examples. */
void fitter_step(Fitter *fitter, size_t examples, float step);

/* A net whose numbers are drawn from the seed. */
void net_draw(float params[], const NetShape *shape, uint64_t seed);

/* ---- the file in which a training stands: the state of this machine, whose first 8 bytes are the CRC-32C of what follows.
   It is read by the program that wrote it, to go on after it was stopped; that it is the same training the run directory
   sees to. */

/* False with the reason. */
bool fit_write(const char *name, void *state, size_t size, Error *error);
/* Fills *state; it stays as it is where there is no file, and where the file is damaged, which *damaged says. False with
   the reason. */
bool fit_read(const char *name, void *state, size_t size, bool *damaged, Error *error);
