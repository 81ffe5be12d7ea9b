/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Batches by Adam, the file of a training, epochs of lessons. */
#include "analysis/study/learn/trainer.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/crc32c.h"
#include "sim/files/output_file.h"
#include "sim/files/system.h"

/* ---- the loss and its gradient: gradient.c for the widest instruction set */

static const GradientKernel *kernel(void)
{
    static const GradientKernel *const BY_ISA[ISA_COUNT] = {
        [ISA_PLAIN] = &gradient_kernel_plain,
#if defined ISA_X86
        [ISA_AVX2] = &gradient_kernel_avx2,
        [ISA_AVX512] = &gradient_kernel_avx512,
#elif defined ISA_ARM
        [ISA_NEON] = &gradient_kernel_neon,
#endif
    };
    return BY_ISA[isa_used()];
}

bool gradient_add(Loss *loss, float gradient[], float params[], const NetShape *shape, const Example *example,
                  const LossRule *rule, GradientRoom *room)
{
    return kernel()->add(loss, gradient, params, shape, example, rule, room);
}

float critic_value(float critic[], const NetShape *shape, const Example *example)
{
    return kernel()->value(critic, shape, example);
}

size_t critic_param_count(const NetShape *shape)
{
    const size_t hidden = (size_t)shape->hidden, value = (size_t)shape->value;
    return hidden * (CRITIC_FEATURES + 1) + value * (hidden + 2) + 1;
}

void critic_begin(float critic[], float params[], const NetShape *shape)
{
    const size_t hidden = (size_t)shape->hidden, value = (size_t)shape->value;
    const NetFloats net = net_floats(params, shape);
    float *behind = critic + CRITIC_FEATURES * hidden;
    memcpy(critic, net.view_rows, NET_VIEW_FEATURES * hidden * sizeof *critic);
    memset(critic + NET_VIEW_FEATURES * hidden, 0, NET_OTHERS * CARDS * hidden * sizeof *critic);
    memcpy(behind, net.hidden_bias, hidden * sizeof *critic);
    memcpy(behind + hidden, net.value_second, (value * (hidden + 2) + 1) * sizeof *critic); /* they lie side by side */
}

void gradient_room_free(GradientRoom *room)
{
    free(room->units);
    *room = (GradientRoom){0};
}

static void loss_add(Loss *sum, const Loss *more)
{
    sum->cross += more->cross;
    sum->square += more->square;
    sum->lost += more->lost;
    sum->hits += more->hits;
    sum->count += more->count;
}

/* ---- the file */

enum { HEAD = 16, MAGIC_LENGTH = 8 };
static const char MAGIC[] = "PASURFIT";

bool fit_write(const char *name, const void *state, size_t size, uint32_t mark, Error *error)
{
    const uint32_t crc = crc32c(0, state, size);
    char *bytes = malloc(HEAD + size);
    if (!bytes) return error_memory(error);
    memcpy(bytes, MAGIC, MAGIC_LENGTH);
    memcpy(bytes + MAGIC_LENGTH, &mark, sizeof mark);
    memcpy(bytes + MAGIC_LENGTH + sizeof mark, &crc, sizeof crc);
    memcpy(bytes + HEAD, state, size);
    const bool good = atomic_file_write(name, bytes, HEAD + size, error);
    free(bytes);
    return good;
}

bool fit_read(const char *name, void *state, size_t size, uint32_t mark, bool *damaged, Error *error)
{
    char head[HEAD] = "";
    uint32_t its_mark, crc;
    FILE *file = fopen(name, "rb");
    *damaged = false;
    if (!file) return errno == ENOENT || error_file(error, name, errno);
    char *read = malloc(size + 1);
    const bool whole = read && fread(head, 1, HEAD, file) == HEAD && fread(read, 1, size + 1, file) == size;
    fclose(file);
    if (!read) return error_memory(error);
    memcpy(&its_mark, head + MAGIC_LENGTH, sizeof its_mark);
    memcpy(&crc, head + MAGIC_LENGTH + sizeof its_mark, sizeof crc);
    const bool good = whole && !memcmp(head, MAGIC, MAGIC_LENGTH) && crc == crc32c(0, read, size) && its_mark == mark;
    if (good) memcpy(state, read, size);
    *damaged = !good;
    free(read);
    return true;
}

/* ---- batches */

bool fitter_open(Fitter *fitter)
{
    bool good = (fitter->gradient = calloc(fitter->count, sizeof *fitter->gradient)) != NULL;
    for (int slice = 0; slice < SLICES; slice++)
        good &= (fitter->slices[slice].gradient = calloc(fitter->count, sizeof(float))) != NULL;
    return good;
}

void fitter_close(Fitter *fitter)
{
    for (int slice = 0; slice < SLICES; slice++) {
        free(fitter->slices[slice].gradient);
        gradient_room_free(&fitter->slices[slice].room);
        examples_free(&fitter->slices[slice].examples);
    }
    free(fitter->gradient);
    free(fitter->spots);
}

bool fitter_gather(Fitter *fitter, Rng *rng)
{
    size_t all = 0;
    for (int slice = 0; slice < SLICES; slice++) {
        all += fitter->slices[slice].examples.count;
        if (fitter->slices[slice].failed) return false;
    }
    if (!list_reserve(&fitter->spots, &fitter->spot_room, 0, all, sizeof *fitter->spots)) return false;
    fitter->spot_count = 0;
    for (uint32_t slice = 0; slice < SLICES; slice++)
        for (uint32_t i = 0; i < fitter->slices[slice].examples.count; i++)
            fitter->spots[fitter->spot_count++] = (Spot){slice, i};
    for (size_t i = fitter->spot_count; rng && i > 1; i--) {
        const size_t other = rng_bounded(rng, (uint32_t)i);
        const Spot spot = fitter->spots[i - 1];
        fitter->spots[i - 1] = fitter->spots[other];
        fitter->spots[other] = spot;
    }
    return true;
}

static void slice_work(Fitter *fitter, Slice *slice, const Spot *spots, size_t count, bool back)
{
    for (size_t i = 0; i < count && !slice->failed; i++) {
        const Example example = examples_at(&fitter->slices[spots[i].slice].examples, spots[i].index);
        slice->failed = !gradient_add(&slice->loss, back ? slice->gradient : NULL, fitter->numbers, &fitter->shape,
                                      &example, &fitter->rule, &slice->room);
    }
}

bool fitter_batch(Fitter *fitter, Loss *loss, size_t from, size_t count, bool back)
{
    bool good = true;
#pragma omp parallel for num_threads(fitter->threads) schedule(dynamic)
    for (int slice = 0; slice < SLICES; slice++) {
        const size_t first = count * (size_t)slice / SLICES, end = count * (size_t)(slice + 1) / SLICES;
        slice_work(fitter, &fitter->slices[slice], fitter->spots + from + first, end - first, back);
    }
    for (int slice = 0; slice < SLICES; slice++) {
        loss_add(loss, &fitter->slices[slice].loss);
        fitter->slices[slice].loss = (Loss){0};
        good &= !fitter->slices[slice].failed;
    }
    return good;
}

/* Sums the gradients of the slices, as means over the examples, and leaves them at zero. */
static void slices_sum(Fitter *fitter, size_t examples)
{
    const float share = 1 / (float)examples;
    memset(fitter->gradient, 0, fitter->count * sizeof *fitter->gradient);
    for (int slice = 0; slice < SLICES; slice++) {
        float *restrict from = fitter->slices[slice].gradient, *restrict to = fitter->gradient;
        for (size_t i = 0; i < fitter->count; i++)
            to[i] += share * from[i];
        memset(from, 0, fitter->count * sizeof *from);
    }
}

void fitter_step(Fitter *fitter, size_t examples, float step)
{
    const double steps = (double)++*fitter->steps;
    const float first = 0.9f, second = 0.999f;
    const float mean_scale = (float)(1 / (1 - pow((double)first, steps)));
    const float square_scale = (float)(1 / (1 - pow((double)second, steps)));
    float *restrict params = fitter->numbers, *restrict mean = params + fitter->count;
    float *restrict square = mean + fitter->count, *restrict gradient = fitter->gradient;
    const float kept = 1 - step * fitter->decay;
    slices_sum(fitter, examples);
    for (size_t i = 0; i < fitter->count; i++) {
        const float g = gradient[i];
        mean[i] = first * mean[i] + (1 - first) * g;
        square[i] = second * square[i] + (1 - second) * g * g;
        params[i] = kept * params[i] - step * (mean[i] * mean_scale) / (sqrtf(square[i] * square_scale) + 1e-8f);
    }
}

/* ---- training on lessons */

/* What stands after an epoch. */
typedef struct {
    uint64_t epoch; /* that many are over */
    uint64_t steps; /* of Adam */
    EpochLoss losses[EPOCHS_MOST];
    float params[]; /* net_param_count of them, then as many means and mean squares of the gradients */
} TrainState;

/* Bytes of a state with so many numbers. */
static size_t train_state_size(size_t numbers) { return sizeof(TrainState) + 3 * numbers * sizeof(float); }

/* What is trained, as a checksum of the plan and of the lessons. */
static uint32_t train_mark(const TrainJob *job)
{
    const TrainPlan *plan = job->plan;
    const double plans[] = {plan->shape.hidden,
                            plan->shape.second,
                            plan->shape.value,
                            plan->step,
                            plan->decay,
                            plan->epochs,
                            plan->batch,
                            (double)plan->targets.temperature,
                            (double)plan->targets.exact_temperature,
                            (double)plan->loss.value_weight,
                            (double)plan->loss.margin};
    uint32_t crc = crc32c(0, plans, sizeof plans);
    crc = crc32c(crc, &plan->seed, sizeof plan->seed);
    return crc32c(crc, job->lessons->bytes.data, job->lessons->bytes.length);
}

enum { WINDOW = 512 /* lessons whose examples are mixed */ };

typedef struct {
    const TrainJob *job;
    uint32_t mark; /* of the training, as its file has it */
    TrainState *state;
    Fitter fitter;
    uint32_t *order; /* of the lessons that are trained on */
    size_t lessons;
} Trainer;

static bool is_held_out(size_t lesson) { return lesson % HELD_OUT == 0; }

/* ---- windows */

static void slice_read(Trainer *trainer, int number, const uint32_t lessons[], size_t count)
{
    Slice *slice = &trainer->fitter.slices[number];
    const TrainJob *job = trainer->job;
    examples_clear(&slice->examples);
    for (size_t i = (size_t)number; i < count && !slice->failed; i += SLICES) {
        size_t length;
        const char *bytes = lessons_at(job->lessons, lessons[i], &length);
        slice->failed = !examples_add(&slice->examples, job->rules, bytes, length, &job->plan->targets);
    }
}

/* Makes the examples of these lessons, mixed where rng is not NULL. False if memory runs out. */
static bool window_read(Trainer *trainer, const uint32_t lessons[], size_t count, Rng *rng)
{
#pragma omp parallel for num_threads(trainer->job->threads) schedule(dynamic)
    for (int slice = 0; slice < SLICES; slice++)
        slice_read(trainer, slice, lessons, count);
    return fitter_gather(&trainer->fitter, rng);
}

/* ---- epochs */

/* Trains on a window that begins at that share of the whole training. False if memory runs out. */
static bool window_train(Trainer *trainer, Loss *loss, double share)
{
    const TrainPlan *plan = trainer->job->plan;
    const float step = plan->step * (float)cos(share * 1.5707963267948966);
    Fitter *fitter = &trainer->fitter;
    for (size_t from = 0; from < fitter->spot_count; from += (size_t)plan->batch) {
        const size_t left = fitter->spot_count - from, count = left < (size_t)plan->batch ? left : (size_t)plan->batch;
        if (count < (size_t)plan->batch && from) break; /* a small rest is too noisy for a step of its own */
        if (!fitter_batch(fitter, loss, from, count, true)) return false;
        fitter_step(fitter, count, step);
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
        if (!window_read(trainer, trainer->order + from, left < WINDOW ? left : WINDOW, &rng)) return ARENA_FAILED;
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
        if (!window_read(trainer, lessons, count, NULL) ||
            !fitter_batch(&trainer->fitter, held_out, 0, trainer->fitter.spot_count, false))
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
void net_draw(float params[], const NetShape *shape, uint64_t seed)
{
    const size_t hidden = (size_t)shape->hidden;
    NetFloats net = net_floats(params, shape);
    Rng rng = rng_for(seed, 0, PURPOSE_SAMPLE);
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
    const TrainPlan *plan = job->plan;
    const size_t lessons = job->lessons->count, count = net_param_count(&plan->shape);
    *trainer = (Trainer){.job = job, .lessons = lessons - (lessons + HELD_OUT - 1) / HELD_OUT};
    trainer->state = calloc(1, train_state_size(count));
    trainer->order = calloc(lessons + 1, sizeof *trainer->order);
    if (!trainer->state || !trainer->order) return false;
    trainer->fitter = (Fitter){.shape = plan->shape,
                               .rule = plan->loss,
                               .threads = job->threads,
                               .count = count,
                               .numbers = trainer->state->params,
                               .steps = &trainer->state->steps,
                               .decay = plan->decay};
    net_draw(trainer->state->params, &plan->shape, plan->seed);
    trainer->mark = train_mark(job);
    return fitter_open(&trainer->fitter);
}

static void trainer_close(Trainer *trainer)
{
    fitter_close(&trainer->fitter);
    free(trainer->state);
    free(trainer->order);
}

static ArenaEnd epochs_run(Trainer *trainer, Error *error)
{
    const TrainJob *job = trainer->job;
    TrainState *state = trainer->state;
    while (state->epoch < (uint64_t)job->plan->epochs) {
        const ArenaEnd end = job->reads_only ? ARENA_INTERRUPTED : epoch_train(trainer);
        if (end == ARENA_FAILED) error_memory(error);
        if (end != ARENA_DONE) return end;
        if (!held_out_find(trainer)) return error_memory(error), ARENA_FAILED;
        state->epoch++;
        if (job->keep && !fit_write(job->keep, state, train_state_size(trainer->fitter.count), trainer->mark, error))
            return ARENA_FAILED;
    }
    return ARENA_DONE;
}

ArenaEnd train(TrainResult *result, float params[], const TrainJob *job, Error *error)
{
    Trainer trainer;
    ArenaEnd end = ARENA_FAILED;
    *result = (TrainResult){.epochs = 0};
    if (!trainer_open(&trainer, job)) {
        error_memory(error);
    } else if (!job->keep || fit_read(job->keep, trainer.state, train_state_size(trainer.fitter.count), trainer.mark,
                                      &result->damaged, error)) {
        end = epochs_run(&trainer, error);
        memcpy(params, trainer.state->params, trainer.fitter.count * sizeof *params);
        memcpy(result->losses, trainer.state->losses, sizeof result->losses);
        result->epochs = (int)trainer.state->epoch;
    }
    trainer_close(&trainer);
    return end;
}
