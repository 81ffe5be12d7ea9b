/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Epochs, batches and Adam. */
#include "analysis/study/learn/trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/learn/train_state.h"
#include "sim/files/interrupt.h"

enum {
    WINDOW = 512, /* lessons whose examples are mixed */
    SLICES = 8    /* of a batch */
};

/* What one slice of a batch works with. */
typedef struct {
    float *gradient;
    GradientRoom room;
    Loss loss;
    Examples examples; /* of the lessons of the window that are this slice's */
    bool failed;
} Slice;

/* Where an example of the window is. */
typedef struct {
    uint32_t slice, index;
} Spot;

typedef struct {
    const TrainJob *job;
    size_t count;  /* numbers */
    uint32_t mark; /* of the training, as its file has it */
    TrainState *state;
    float *gradient;
    Slice slices[SLICES];
    uint32_t *order; /* of the lessons that are trained on */
    size_t lessons;
    Spot *spots;
    size_t spot_count, spot_room;
} Trainer;

static bool is_held_out(size_t lesson) { return lesson % HELD_OUT == 0; }

/* ---- Adam */

static void adam_step(Trainer *trainer, float step)
{
    const double steps = (double)++trainer->state->steps;
    const float first = 0.9f, second = 0.999f;
    const float mean_scale = (float)(1 / (1 - pow((double)first, steps)));
    const float square_scale = (float)(1 / (1 - pow((double)second, steps)));
    float *restrict params = trainer->state->params, *restrict mean = params + trainer->count;
    float *restrict square = mean + trainer->count, *restrict gradient = trainer->gradient;
    const float kept = 1 - step * trainer->job->plan->decay;
    for (size_t i = 0; i < trainer->count; i++) {
        const float g = gradient[i];
        mean[i] = first * mean[i] + (1 - first) * g;
        square[i] = second * square[i] + (1 - second) * g * g;
        params[i] = kept * params[i] - step * (mean[i] * mean_scale) / (sqrtf(square[i] * square_scale) + 1e-8f);
    }
}

/* ---- batches */

/* Sums the gradients of the slices, as means over the examples, and leaves them at zero. */
static void slices_sum(Trainer *trainer, size_t examples)
{
    const float share = 1 / (float)examples;
    memset(trainer->gradient, 0, trainer->count * sizeof *trainer->gradient);
    for (int slice = 0; slice < SLICES; slice++) {
        float *restrict from = trainer->slices[slice].gradient, *restrict to = trainer->gradient;
        for (size_t i = 0; i < trainer->count; i++)
            to[i] += share * from[i];
        memset(from, 0, trainer->count * sizeof *from);
    }
}

static void slice_work(Trainer *trainer, Slice *slice, const Spot *spots, size_t count, bool back)
{
    const TrainPlan *plan = trainer->job->plan;
    for (size_t i = 0; i < count && !slice->failed; i++) {
        const Example example = examples_at(&trainer->slices[spots[i].slice].examples, spots[i].index);
        slice->failed = !gradient_add(&slice->loss, back ? slice->gradient : NULL, trainer->state->params, &plan->shape,
                                      &example, &plan->loss, &slice->room);
    }
}

/* Works through so many examples, a share for each slice, and adds up their loss. False if memory runs out. */
static bool batch_work(Trainer *trainer, Loss *loss, const Spot *spots, size_t count, bool back)
{
    bool good = true;
#pragma omp parallel for num_threads(trainer->job->threads) schedule(dynamic)
    for (int slice = 0; slice < SLICES; slice++) {
        const size_t from = count * (size_t)slice / SLICES, to = count * (size_t)(slice + 1) / SLICES;
        slice_work(trainer, &trainer->slices[slice], spots + from, to - from, back);
    }
    for (int slice = 0; slice < SLICES; slice++) {
        loss_add(loss, &trainer->slices[slice].loss);
        trainer->slices[slice].loss = (Loss){0};
        good &= !trainer->slices[slice].failed;
    }
    return good;
}

/* ---- windows */

static void slice_read(Trainer *trainer, int number, const uint32_t lessons[], size_t count)
{
    Slice *slice = &trainer->slices[number];
    const TrainJob *job = trainer->job;
    examples_clear(&slice->examples);
    for (size_t i = (size_t)number; i < count && !slice->failed; i += SLICES) {
        size_t length;
        const char *bytes = lessons_at(job->lessons, lessons[i], &length);
        slice->failed = !examples_add(&slice->examples, job->rules, bytes, length, &job->plan->targets);
    }
}

/* Makes the examples of these lessons. False if memory runs out. */
static bool window_read(Trainer *trainer, const uint32_t lessons[], size_t count)
{
    size_t all = 0;
#pragma omp parallel for num_threads(trainer->job->threads) schedule(dynamic)
    for (int slice = 0; slice < SLICES; slice++)
        slice_read(trainer, slice, lessons, count);
    for (int slice = 0; slice < SLICES; slice++) {
        all += trainer->slices[slice].examples.count;
        if (trainer->slices[slice].failed) return false;
    }
    if (all > trainer->spot_room) {
        Spot *spots = realloc(trainer->spots, 2 * all * sizeof *spots);
        if (!spots) return false;
        trainer->spots = spots;
        trainer->spot_room = 2 * all;
    }
    trainer->spot_count = 0;
    for (uint32_t slice = 0; slice < SLICES; slice++)
        for (uint32_t i = 0; i < trainer->slices[slice].examples.count; i++)
            trainer->spots[trainer->spot_count++] = (Spot){slice, i};
    return true;
}

static void spots_mix(Trainer *trainer, Rng *rng)
{
    for (size_t i = trainer->spot_count; i > 1; i--) {
        const size_t other = rng_bounded(rng, (uint32_t)i);
        const Spot spot = trainer->spots[i - 1];
        trainer->spots[i - 1] = trainer->spots[other];
        trainer->spots[other] = spot;
    }
}

/* ---- epochs */

/* Trains on a window that begins at that share of the whole training. False if memory runs out. */
static bool window_train(Trainer *trainer, Loss *loss, double share)
{
    const TrainPlan *plan = trainer->job->plan;
    const float step = plan->step * (float)cos(share * 1.5707963267948966);
    for (size_t from = 0; from < trainer->spot_count; from += (size_t)plan->batch) {
        const size_t left = trainer->spot_count - from, count = left < (size_t)plan->batch ? left : (size_t)plan->batch;
        if (count < (size_t)plan->batch && from) break; /* a small rest is too noisy for a step of its own */
        if (!batch_work(trainer, loss, trainer->spots + from, count, true)) return false;
        slices_sum(trainer, count);
        adam_step(trainer, step);
    }
    return true;
}

static ArenaEnd epoch_train(Trainer *trainer)
{
    const TrainJob *job = trainer->job;
    TrainState *state = trainer->state;
    Rng rng = rng_for(job->plan->seed, state->epoch, PURPOSE_TUNE);
    Loss *trained = &state->losses[state->epoch].trained;
    *trained = (Loss){0};
    for (size_t i = 0, k = 0; k < job->lessons->count; k++)
        if (!is_held_out(k)) trainer->order[i++] = (uint32_t)k;
    for (size_t i = trainer->lessons; i > 1; i--) {
        const size_t other = rng_bounded(&rng, (uint32_t)i);
        const uint32_t lesson = trainer->order[i - 1];
        trainer->order[i - 1] = trainer->order[other];
        trainer->order[other] = lesson;
    }
    for (size_t from = 0; from < trainer->lessons; from += WINDOW) {
        const size_t left = trainer->lessons - from;
        const double share = (double)from / (double)trainer->lessons;
        if (interrupt_seen()) return ARENA_INTERRUPTED;
        if (job->tick && !job->tick(job->arg, (int)state->epoch, share)) return ARENA_STOPPED;
        if (!window_read(trainer, trainer->order + from, left < WINDOW ? left : WINDOW)) return ARENA_FAILED;
        spots_mix(trainer, &rng);
        if (!window_train(trainer, trained, ((double)state->epoch + share) / job->plan->epochs)) return ARENA_FAILED;
    }
    return ARENA_DONE;
}

/* The loss on lessons that are not trained on. False if memory runs out. */
static bool held_out_find(Trainer *trainer)
{
    const size_t all = (trainer->job->lessons->count + HELD_OUT - 1) / HELD_OUT;
    Loss *held_out = &trainer->state->losses[trainer->state->epoch].held_out;
    *held_out = (Loss){0};
    for (size_t from = 0; from < all; from += WINDOW) {
        uint32_t lessons[WINDOW];
        size_t count = 0;
        for (; count < WINDOW && from + count < all; count++)
            lessons[count] = (uint32_t)((from + count) * HELD_OUT);
        if (!window_read(trainer, lessons, count) ||
            !batch_work(trainer, held_out, trainer->spots, trainer->spot_count, false))
            return false;
    }
    return true;
}

/* ---- the whole */

/* A number with about a normal distribution. */
static float spread(Rng *rng, double deviation)
{
    return (float)(deviation * 1.7320508 * (rng_double(rng) + rng_double(rng) + rng_double(rng) + rng_double(rng) - 2));
}

static void spread_all(float numbers[], size_t count, double deviation, Rng *rng)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = spread(rng, deviation);
}

static void fill(float numbers[], int count, float value)
{
    for (int i = 0; i < count; i++)
        numbers[i] = value;
}

/* Units begin in the middle of what is not cut, and rows at 0: those of features that never come up stay there. */
static void params_draw(float params[], const TrainPlan *plan)
{
    const NetShape *shape = &plan->shape;
    const size_t hidden = (size_t)shape->hidden;
    NetFloats net = net_floats(params, shape);
    Rng rng = rng_for(plan->seed, 0, PURPOSE_SAMPLE);
    memset(params, 0, net_param_count(shape) * sizeof *params);
    fill(net.hidden_bias, shape->hidden, 0.5f);
    spread_all(net.second, (size_t)shape->second * hidden, 1 / sqrt((double)hidden), &rng);
    fill(net.second_bias, shape->second, 0.5f);
    spread_all(net.out, (size_t)shape->second, 0.5, &rng);
    spread_all(net.value_second, (size_t)shape->value * hidden, 1 / sqrt((double)hidden), &rng);
    fill(net.value_second_bias, shape->value, 0.5f);
    spread_all(net.value_out, (size_t)shape->value, 2, &rng);
}

static bool trainer_open(Trainer *trainer, const TrainJob *job)
{
    const size_t lessons = job->lessons->count;
    *trainer = (Trainer){.job = job, .count = net_param_count(&job->plan->shape)};
    trainer->lessons = lessons - (lessons + HELD_OUT - 1) / HELD_OUT;
    trainer->state = calloc(1, train_state_size(trainer->count));
    trainer->gradient = calloc(trainer->count, sizeof *trainer->gradient);
    trainer->order = calloc(lessons + 1, sizeof *trainer->order);
    bool good = trainer->state && trainer->gradient && trainer->order;
    for (int slice = 0; slice < SLICES; slice++)
        good &= (trainer->slices[slice].gradient = calloc(trainer->count, sizeof(float))) != NULL;
    if (!good) return false;
    params_draw(trainer->state->params, job->plan);
    trainer->mark = train_mark(job);
    return true;
}

static void trainer_close(Trainer *trainer)
{
    for (int slice = 0; slice < SLICES; slice++) {
        free(trainer->slices[slice].gradient);
        gradient_room_free(&trainer->slices[slice].room);
        examples_free(&trainer->slices[slice].examples);
    }
    free(trainer->state);
    free(trainer->gradient);
    free(trainer->order);
    free(trainer->spots);
}

static ArenaEnd epochs_run(Trainer *trainer, Error *error)
{
    const TrainJob *job = trainer->job;
    TrainState *state = trainer->state;
    while (state->epoch < (uint64_t)job->plan->epochs) {
        const ArenaEnd end = job->looks ? ARENA_INTERRUPTED : epoch_train(trainer);
        if (end == ARENA_FAILED) error_memory(error);
        if (end != ARENA_DONE) return end;
        if (!held_out_find(trainer)) return error_memory(error), ARENA_FAILED;
        state->epoch++;
        if (job->keep && !train_state_write(job->keep, state, trainer->count, trainer->mark, error))
            return ARENA_FAILED;
    }
    return ARENA_DONE;
}

/* Goes on with what is kept; a damaged state is an error unless it may be left out. */
static bool state_find(Trainer *trainer, bool *damaged, Error *error)
{
    const TrainJob *job = trainer->job;
    if (!job->keep) return true;
    if (!train_state_read(job->keep, trainer->state, trainer->count, trainer->mark, damaged, error)) return false;
    return !*damaged || job->repair || job->looks ||
           error_set(error, "%.200s: it is damaged, or of another training; --repair trains the net anew", job->keep);
}

ArenaEnd train(TrainResult *result, float params[], const TrainJob *job, Error *error)
{
    Trainer trainer;
    ArenaEnd end = ARENA_FAILED;
    *result = (TrainResult){.epochs = 0};
    if (!trainer_open(&trainer, job)) {
        error_memory(error);
    } else if (state_find(&trainer, &result->damaged, error)) {
        end = epochs_run(&trainer, error);
        memcpy(params, trainer.state->params, trainer.count * sizeof *params);
        memcpy(result->losses, trainer.state->losses, sizeof result->losses);
        result->epochs = (int)trainer.state->epoch;
    }
    trainer_close(&trainer);
    return end;
}
