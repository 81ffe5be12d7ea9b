/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Examples, batches by Adam, the numbers a net begins with, and the file of a training. */
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
                  float value_weight, GradientRoom *room)
{
    return kernel()->add(loss, gradient, params, shape, example, value_weight, room);
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

/* ---- examples */

void examples_clear(Examples *examples) { examples->count = examples->feature_count = examples->number_count = 0; }

static void examples_free(Examples *examples)
{
    free(examples->places);
    free(examples->features);
    free(examples->numbers);
}

bool examples_reserve(Examples *examples, int plays)
{
    const size_t features = NET_VIEW_MOST + (size_t)plays * (NET_PLAY_MOST + 1) + NET_OTHERS * HAND;
    return list_reserve(&examples->places, &examples->room, examples->count, 1, sizeof *examples->places) &&
           list_reserve(&examples->features, &examples->feature_room, examples->feature_count, features,
                        sizeof *examples->features) &&
           list_reserve(&examples->numbers, &examples->number_room, examples->number_count, (size_t)plays,
                        sizeof *examples->numbers);
}

Example examples_at(const Examples *examples, size_t index)
{
    const ExamplePlace *place = &examples->places[index];
    const uint16_t *features = examples->features + place->features;
    return (Example){.view = features,
                     .plays = features + place->view_count,
                     .seen = features + place->seen,
                     .values = examples->numbers + place->numbers,
                     .view_count = place->view_count,
                     .play_count = place->play_count,
                     .seen_count = place->seen_count,
                     .value = place->value};
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
    for (size_t i = fitter->spot_count; i > 1; i--) {
        const size_t other = rng_bounded(rng, (uint32_t)i);
        const Spot spot = fitter->spots[i - 1];
        fitter->spots[i - 1] = fitter->spots[other];
        fitter->spots[other] = spot;
    }
    return true;
}

static void slice_work(Fitter *fitter, Slice *slice, const Spot *spots, size_t count)
{
    for (size_t i = 0; i < count && !slice->failed; i++) {
        const Example example = examples_at(&fitter->slices[spots[i].slice].examples, spots[i].index);
        slice->failed = !gradient_add(&slice->loss, slice->gradient, fitter->numbers, &fitter->shape, &example,
                                      fitter->value_weight, &slice->room);
    }
}

bool fitter_batch(Fitter *fitter, Loss *loss, size_t from, size_t count)
{
    bool good = true;
#pragma omp parallel for num_threads(fitter->threads) schedule(dynamic)
    for (int slice = 0; slice < SLICES; slice++) {
        const size_t first = count * (size_t)slice / SLICES, end = count * (size_t)(slice + 1) / SLICES;
        slice_work(fitter, &fitter->slices[slice], fitter->spots + from + first, end - first);
    }
    for (int slice = 0; slice < SLICES; slice++) {
        loss->entropy += fitter->slices[slice].loss.entropy;
        loss->square += fitter->slices[slice].loss.square;
        loss->count += fitter->slices[slice].loss.count;
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
    slices_sum(fitter, examples);
    for (size_t i = 0; i < fitter->count; i++) {
        const float g = gradient[i];
        mean[i] = first * mean[i] + (1 - first) * g;
        square[i] = second * square[i] + (1 - second) * g * g;
        params[i] -= step * (mean[i] * mean_scale) / (sqrtf(square[i] * square_scale) + 1e-8f);
    }
}

/* ---- the numbers a net begins with */

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
