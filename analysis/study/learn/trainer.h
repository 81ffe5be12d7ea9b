/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits a net to lessons: minibatches by Adam (Kingma, Ba 2015), with a step that falls to 0 along a quarter of a
   cosine. Threads change nothing: an example belongs to a slice of its batch, and the slices are summed in order. */
#pragma once

#include "analysis/study/learn/gradient.h"

/* ---- what fits numbers to examples, batch by batch, for any kind of training */

enum { SLICES = 8 /* of a batch, and of the examples that are there */ };

typedef struct {
    float *gradient;
    GradientRoom room;
    Loss loss;
    Examples examples;
    bool failed; /* memory ran out */
} Slice;

/* Where an example is. */
typedef struct {
    uint32_t slice, index;
} Spot;

typedef struct {
    NetShape shape;
    LossRule rule;
    int threads;
    size_t count;    /* numbers that are fitted */
    float *numbers;  /* these, then as many means and mean squares of their gradients; the caller's */
    uint64_t *steps; /* of Adam; the caller's */
    float decay;     /* see TrainPlan */
    float *gradient; /* owned, as the rest */
    Slice slices[SLICES];
    Spot *spots; /* of all examples, in the order in which batches take them */
    size_t spot_count, spot_room;
} Fitter;

/* Takes what stands before `gradient`. False if memory runs out; fitter_close is due in any case. */
bool fitter_open(Fitter *fitter);
void fitter_close(Fitter *fitter);
/* Finds the examples of all slices, and mixes them where rng is not NULL. False if memory ran out, also in a slice. */
bool fitter_gather(Fitter *fitter, Rng *rng);
/* Works through `count` examples from that spot on, a share for each slice, and adds up their loss; `back`: and their
   gradients. False if memory runs out. */
bool fitter_batch(Fitter *fitter, Loss *loss, size_t from, size_t count, bool back);
/* Makes a step of Adam by the mean of the gradients of so many examples. */
void fitter_step(Fitter *fitter, size_t examples, float step);

/* A net whose numbers are drawn from the seed. */
void net_draw(float params[], const NetShape *shape, uint64_t seed);

/* ---- the file in which a training stands: 8 bytes "PASURFIT", 4 of the mark, which says what is trained, 4 CRC-32C of
   what follows, and the state of this machine. It is read by the program that wrote it, to go on after it was
   stopped. */

/* False with the reason. */
bool fit_write(const char *name, const void *state, size_t size, uint32_t mark, Error *error);
/* Fills *state; it stays as it is where there is no file, and where the file is damaged or of another training, which
   *damaged says. False with the reason. */
bool fit_read(const char *name, void *state, size_t size, uint32_t mark, bool *damaged, Error *error);

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
   with the reason, ARENA_STOPPED where tick said so. */
ArenaEnd train(TrainResult *result, float params[], const TrainJob *job, Error *error);
