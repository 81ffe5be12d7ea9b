/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layers of a net forwards and backwards and the losses; examples, batches by Adam, the numbers a net begins with,
   and the file of a training. */
#include "analysis/study/learn/trainer.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/crc32c.h"
#include "sim/files/output_file.h"
#include "sim/files/text_buffer.h"

/* ---- rows of numbers; `count` is a multiple of WIDTH. Sums of products have WIDTH lanes, of PARTS registers, on every
   processor, and are the same on all. */

enum { WIDTH = 16, LANE_COUNT = 4, PARTS = WIDTH / LANE_COUNT, ROWS = 2 };
typedef float Floats __attribute__((vector_size(LANE_COUNT * sizeof(float)), aligned(sizeof(float)), may_alias));
_Static_assert(NET_STEP % WIDTH == 0, "layers are whole vectors");

/* The numbers from there on. */
#define FLOATS(at) (*(Floats *)(at))
#define FLOATS_OF(at) (*(const Floats *)(at))

static void row_add(float *restrict to, const float *restrict row, int count)
{
    for (int i = 0; i < count; i += LANE_COUNT)
        FLOATS(to + i) += FLOATS_OF(row + i);
}

/* The sums of products of one row with ROWS at most, `count` apart: quarters of the lanes, then these in order. */
static inline void rows_dot(float sums[], const float *restrict row, const float *restrict rows, int rows_count,
                            int count)
{
    Floats lanes[ROWS][PARTS] = {{{0}}};
    for (int i = 0; i < count; i += WIDTH)
        for (int part = 0; part < PARTS; part++)
            for (int k = 0; k < rows_count; k++)
                lanes[k][part] += FLOATS_OF(row + i + part * LANE_COUNT) *
                                  FLOATS_OF(rows + (size_t)k * (size_t)count + i + part * LANE_COUNT);
    for (int k = 0; k < rows_count; k++) {
        const Floats sum = (lanes[k][0] + lanes[k][2]) + (lanes[k][1] + lanes[k][3]);
        sums[k] = sum[0] + sum[1] + sum[2] + sum[3];
    }
}

static void row_cut(float *restrict to, const float *restrict from, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = from[i] < 0 ? 0 : from[i] > 1 ? 1 : from[i];
}

/* Takes out what cutting did not let through. */
static void row_mask(float *restrict gradient, const float *restrict before, int count)
{
    for (int i = 0; i < count; i++)
        gradient[i] = before[i] > 0 && before[i] < 1 ? gradient[i] : 0;
}

/* to = from + the rows of these features, in their order. */
static void rows_add(float *restrict to, const float *from, const float *restrict rows, const uint16_t features[],
                     int feature_count, int count)
{
    for (int first = 0; first < count; first += WIDTH) {
        Floats sums[PARTS];
        memcpy(sums, from + first, sizeof sums);
        for (int row = 0; row < feature_count; row++)
            for (int part = 0; part < PARTS; part++)
                sums[part] += FLOATS_OF(rows + (size_t)features[row] * (size_t)count + first + part * LANE_COUNT);
        memcpy(to + first, sums, sizeof sums);
    }
}

/* Adds a row to those of these features. */
static void rows_spread(float *restrict rows, const float *restrict row, const uint16_t features[], int feature_count,
                        int count)
{
    for (int i = 0; i < feature_count; i++)
        row_add(rows + (size_t)features[i] * (size_t)count, row, count);
}

/* ---- a second layer */

typedef struct {
    int units, hidden;
    float *weights, *bias, *out;
} Second;

/* The weighted sum; before[] and after[] are the units before and after they are cut. */
static float second_forward(float before[], float after[], const Second *layer, const float h[])
{
    float sum;
    for (int unit = 0; unit < layer->units; unit += ROWS)
        rows_dot(before + unit, h, layer->weights + (size_t)unit * (size_t)layer->hidden, ROWS, layer->hidden);
    for (int unit = 0; unit < layer->units; unit++)
        before[unit] += layer->bias[unit];
    row_cut(after, before, layer->units);
    rows_dot(&sum, layer->out, after, 1, layer->units);
    return sum;
}

/* Adds to the gradient of the layer, and to dh, for a derivative of the weighted sum. */
static void second_backward(const Second *gradient, float *restrict dh, const Second *layer, const float *restrict h,
                            const float before[], const float after[], float derivative)
{
    int units[NET_SECOND_MOST], count = 0;
    float slopes[NET_SECOND_MOST];
    for (int j = 0; j < layer->units; j++) {
        gradient->out[j] += derivative * after[j];
        if (before[j] <= 0 || before[j] >= 1) continue;
        units[count] = j;
        slopes[count] = derivative * layer->out[j];
        gradient->bias[j] += slopes[count++];
    }
    for (int first = 0; first < layer->hidden; first += WIDTH) {
        Floats own[PARTS], sums[PARTS];
        memcpy(own, h + first, sizeof own);
        memcpy(sums, dh + first, sizeof sums);
        for (int k = 0; k < count; k++) {
            const size_t at = (size_t)units[k] * (size_t)layer->hidden + (size_t)first;
            for (int part = 0; part < PARTS; part++) {
                sums[part] += slopes[k] * FLOATS_OF(layer->weights + at + part * LANE_COUNT);
                FLOATS(gradient->weights + at + part * LANE_COUNT) += slopes[k] * own[part];
            }
        }
        memcpy(dh + first, sums, sizeof sums);
    }
}

/* ---- an example */

typedef struct {
    const Example *example;
    NetFloats net, gradient;
    NetShape shape;
    float value_weight;
    GradientRoom *room;
} Pass;

static Second play_layer(const NetFloats *net, const NetShape *shape)
{
    return (Second){shape->second, shape->hidden, net->second, net->second_bias, net->out};
}

static void pass_forward(Pass *pass)
{
    const Example *example = pass->example;
    const int hidden = pass->shape.hidden;
    const Second layer = play_layer(&pass->net, &pass->shape);
    GradientRoom *room = pass->room;
    rows_add(room->base, pass->net.hidden_bias, pass->net.view_rows, example->view, example->view_count, hidden);
    const uint16_t *features = example->plays;
    for (int play = 0; play < example->play_count; features += 1 + *features, play++) {
        rows_add(room->hidden_before[play], room->base, pass->net.play_rows, features + 1, *features, hidden);
        row_cut(room->hidden[play], room->hidden_before[play], hidden);
        room->scores[play] = second_forward(room->second_before[play], room->second[play], &layer, room->hidden[play]);
    }
}

/* Turns scores into the derivatives of the loss. */
static void play_loss(Pass *pass, Loss *loss)
{
    const float *values = pass->example->values;
    const int count = pass->example->play_count;
    float *chances = pass->room->scores, scores[MAX_MOVES], top = chances[0], score = 0, value = 0;
    double sum = 0;
    memcpy(scores, chances, (size_t)count * sizeof *scores);
    for (int i = 1; i < count; i++)
        if (scores[i] > top) top = scores[i];
    for (int i = 0; i < count; i++)
        sum += (double)(chances[i] = expf(scores[i] - top));
    for (int i = 0; i < count; i++) {
        chances[i] = (float)((double)chances[i] / sum);
        score += chances[i] * scores[i];
        value += chances[i] * values[i];
        loss->entropy -= (double)chances[i] * log((double)chances[i] + 1e-30);
    }
    for (int i = 0; i < count; i++)
        chances[i] *= (scores[i] - score) - (values[i] - value) / (float)NET_POINTS;
}

static void backward_plays(Pass *pass)
{
    const Example *example = pass->example;
    const int hidden = pass->shape.hidden;
    const Second layer = play_layer(&pass->net, &pass->shape), gradient = play_layer(&pass->gradient, &pass->shape);
    GradientRoom *room = pass->room;
    float *dh = room->dhidden;
    const uint16_t *features = example->plays;
    for (int play = 0; play < example->play_count; features += 1 + *features, play++) {
        memset(dh, 0, (size_t)hidden * sizeof *dh);
        second_backward(&gradient, dh, &layer, room->hidden[play], room->second_before[play], room->second[play],
                        room->scores[play]);
        row_mask(dh, room->hidden_before[play], hidden);
        row_add(room->dbase, dh, hidden);
        rows_spread(pass->gradient.play_rows, dh, features + 1, *features, hidden);
    }
}

/* ---- the value of the net, and the critic */

/* Where the parts of a value lie: rows of features, bias, second layer. The critic's lie one behind the other. */
typedef struct {
    float *rows, *hidden_bias; /* [CRITIC_FEATURES][hidden], [hidden] */
    Second second;
    float *bias;
} Valuer;

static Valuer value_at(const NetFloats *net, const NetShape *shape)
{
    const Second second = {shape->value, shape->hidden, net->value_second, net->value_second_bias, net->value_out};
    return (Valuer){net->view_rows, net->hidden_bias, second, net->value_bias};
}

static Valuer critic_at(float params[], const NetShape *shape)
{
    const size_t hidden = (size_t)shape->hidden, value = (size_t)shape->value;
    float *hidden_bias = params + CRITIC_FEATURES * hidden, *weights = hidden_bias + hidden,
          *bias = weights + value * hidden, *out = bias + value;
    return (Valuer){params, hidden_bias, {shape->value, shape->hidden, weights, bias, out}, out + value};
}

/* A value over hidden units before[]: its error, and what that adds to the gradient and to that of the hidden units,
   dbefore[]. gradient NULL: only the error. */
static float value_pass(const Valuer *valuer, const float before[], float target, const Valuer *gradient,
                        float dbefore[], float weight)
{
    float after[NET_HIDDEN_MOST], units[NET_SECOND_MOST], cut[NET_SECOND_MOST], dh[NET_HIDDEN_MOST];
    const int hidden = valuer->second.hidden;
    row_cut(after, before, hidden);
    const float error = *valuer->bias + second_forward(units, cut, &valuer->second, after) - target;
    if (!gradient) return error;
    const float derivative = 2 * weight * error;
    *gradient->bias += derivative;
    memset(dh, 0, (size_t)hidden * sizeof *dh);
    second_backward(&gradient->second, dh, &valuer->second, after, units, cut, derivative);
    row_mask(dh, before, hidden);
    row_add(dbefore, dh, hidden);
    return error;
}

static void critic_units(float before[], const Valuer *critic, const Example *example)
{
    const int hidden = critic->second.hidden;
    float own[NET_HIDDEN_MOST];
    rows_add(own, critic->hidden_bias, critic->rows, example->view, example->view_count, hidden);
    rows_add(before, own, critic->rows, example->seen, example->seen_count, hidden);
}

float critic_value(float params[], const NetShape *shape, const Example *example)
{
    const Valuer critic = critic_at(params, shape);
    float before[NET_HIDDEN_MOST];
    critic_units(before, &critic, example);
    return value_pass(&critic, before, 0, NULL, NULL, 0);
}

static void critic_learn(const Pass *pass, float params[], float gradient[])
{
    const Example *example = pass->example;
    const Valuer critic = critic_at(params, &pass->shape), to = critic_at(gradient, &pass->shape);
    const int hidden = pass->shape.hidden;
    float before[NET_HIDDEN_MOST] = {0}, dbefore[NET_HIDDEN_MOST] = {0};
    critic_units(before, &critic, example);
    value_pass(&critic, before, example->value, &to, dbefore, pass->value_weight);
    row_add(to.hidden_bias, dbefore, hidden);
    rows_spread(to.rows, dbefore, example->view, example->view_count, hidden);
    rows_spread(to.rows, dbefore, example->seen, example->seen_count, hidden);
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
    float *behind = critic_at(critic, shape).hidden_bias;
    memcpy(critic, net.view_rows, NET_VIEW_FEATURES * hidden * sizeof *critic);
    memset(critic + NET_VIEW_FEATURES * hidden, 0, NET_OTHERS * CARDS * hidden * sizeof *critic);
    memcpy(behind, net.hidden_bias, hidden * sizeof *critic);
    memcpy(behind + hidden, net.value_second, (value * (hidden + 2) + 1) * sizeof *critic); /* they lie side by side */
}

void gradient_add(Loss *loss, float gradient[], float params[], const NetShape *shape, const Example *example,
                  float value_weight, GradientRoom *room)
{
    Pass pass = {.example = example,
                 .net = net_floats(params, shape),
                 .gradient = net_floats(gradient, shape),
                 .shape = *shape,
                 .value_weight = value_weight,
                 .room = room};
    pass_forward(&pass);
    play_loss(&pass, loss);
    loss->count++;
    memset(room->dbase, 0, sizeof room->dbase);
    backward_plays(&pass);
    if (shape->value) {
        const Valuer value = value_at(&pass.net, shape), to = value_at(&pass.gradient, shape);
        const float error = value_pass(&value, room->base, example->value, &to, room->dbase, value_weight);
        loss->square += (double)error * (double)error;
    }
    critic_learn(&pass, params + net_param_count(shape), gradient + net_param_count(shape));
    row_add(pass.gradient.hidden_bias, room->dbase, shape->hidden);
    rows_spread(pass.gradient.view_rows, room->dbase, example->view, example->view_count, shape->hidden);
}

/* ---- examples */

Example *example_keep(Slice *slice, const Example *example, size_t features)
{
    const size_t values = (size_t)example->play_count * sizeof(float), numbers = features * sizeof(uint16_t);
    if (!list_reserve(&slice->examples, &slice->capacity, slice->count, 1, sizeof(Example *))) return NULL;
    Example *kept = malloc(sizeof *kept + values + numbers);
    if (!kept) return NULL;
    float *own_values = (float *)(kept + 1);
    uint16_t *own = (uint16_t *)(own_values + example->play_count);
    memcpy(own_values, example->values, values);
    memcpy(own, example->view, numbers);
    *kept = *example;
    kept->values = own_values;
    kept->view = own;
    kept->plays = own + (example->plays - example->view);
    kept->seen = own + (example->seen - example->view);
    return slice->examples[slice->count++] = kept;
}

void examples_clear(Slice *slice)
{
    while (slice->count)
        free(slice->examples[--slice->count]);
}

/* ---- batches */

bool fitter_open(Fitter *fitter)
{
    bool good = true;
    for (Slice *slice = fitter->slices; slice < fitter->slices + SLICES; slice++)
        good &= (slice->gradient = calloc(fitter->count, sizeof *slice->gradient)) != NULL;
    return good;
}

void fitter_close(Fitter *fitter)
{
    for (Slice *slice = fitter->slices; slice < fitter->slices + SLICES; slice++) {
        examples_clear(slice);
        free(slice->examples);
        free(slice->gradient);
    }
    free(fitter->order);
}

bool fitter_gather(Fitter *fitter, Rng *rng)
{
    fitter->order_count = 0;
    for (const Slice *slice = fitter->slices; slice < fitter->slices + SLICES; slice++) {
        if (!list_reserve(&fitter->order, &fitter->order_room, fitter->order_count, slice->count, sizeof(Example *)))
            return false;
        for (size_t i = 0; i < slice->count; i++)
            fitter->order[fitter->order_count++] = slice->examples[i];
    }
    for (size_t i = fitter->order_count; i > 1; i--) {
        const size_t other = rng_bounded(rng, (uint32_t)i);
        Example *const example = fitter->order[i - 1];
        fitter->order[i - 1] = fitter->order[other];
        fitter->order[other] = example;
    }
    return true;
}

void fitter_batch(Fitter *fitter, Loss *loss, size_t from, size_t count)
{
#pragma omp parallel for num_threads(fitter->threads) schedule(dynamic)
    for (int i = 0; i < SLICES; i++) {
        Slice *slice = &fitter->slices[i];
        const size_t end = from + count * (size_t)(i + 1) / SLICES;
        for (size_t place = from + count * (size_t)i / SLICES; place < end; place++)
            gradient_add(&slice->loss, slice->gradient, fitter->numbers, &fitter->shape, fitter->order[place],
                         fitter->value_weight, &slice->room);
    }
    for (int i = 0; i < SLICES; i++) {
        loss->entropy += fitter->slices[i].loss.entropy;
        loss->square += fitter->slices[i].loss.square;
        loss->count += fitter->slices[i].loss.count;
        fitter->slices[i].loss = (Loss){0};
    }
}

void fitter_step(Fitter *fitter, size_t examples, float step)
{
    const double steps = (double)++*fitter->steps;
    const float first = 0.9f, second = 0.999f;
    const float mean_scale = (float)(1 / (1 - pow((double)first, steps)));
    const float square_scale = (float)(1 / (1 - pow((double)second, steps)));
    const float share = 1 / (float)examples;
    float *restrict params = fitter->numbers, *restrict mean = params + fitter->count;
    float *restrict square = mean + fitter->count;
    for (size_t i = 0; i < fitter->count; i++) {
        float g = 0; /* of the slices together, which are left at zero */
        for (int slice = 0; slice < SLICES; slice++) {
            g += share * fitter->slices[slice].gradient[i];
            fitter->slices[slice].gradient[i] = 0;
        }
        mean[i] = first * mean[i] + (1 - first) * g;
        square[i] = second * square[i] + (1 - second) * g * g;
        params[i] -= step * (mean[i] * mean_scale) / (sqrtf(square[i] * square_scale) + 1e-8f);
    }
}

/* ---- the numbers a net begins with */

/* Numbers with about a normal distribution. */
static void spread_all(float numbers[], size_t count, double deviation, Rng *rng)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = (float)(deviation * 1.7320508 *
                             (rng_double(rng) + rng_double(rng) + rng_double(rng) + rng_double(rng) - 2));
}

static void trainer_fill(float numbers[], int count, float value)
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
    trainer_fill(net.hidden_bias, shape->hidden, 0.5f);
    spread_all(net.second, (size_t)shape->second * hidden, 1 / sqrt((double)hidden), &rng);
    trainer_fill(net.second_bias, shape->second, 0.5f);
    spread_all(net.out, (size_t)shape->second, 0.5, &rng);
    spread_all(net.value_second, (size_t)shape->value * hidden, 1 / sqrt((double)hidden), &rng);
    trainer_fill(net.value_second_bias, shape->value, 0.5f);
    spread_all(net.value_out, (size_t)shape->value, 2, &rng);
}

/* ---- the file */

static uint64_t fit_crc(const void *state, size_t size)
{
    return crc32c(0, (const char *)state + sizeof(uint64_t), size - sizeof(uint64_t));
}

bool fit_write(const char *name, void *state, size_t size, Error *error)
{
    const uint64_t crc = fit_crc(state, size);
    memcpy(state, &crc, sizeof crc);
    return atomic_file_write(name, state, size, error);
}

bool fit_read(const char *name, void *state, size_t size, bool *damaged, Error *error)
{
    FILE *file = fopen(name, "rb");
    *damaged = false;
    if (!file) return errno == ENOENT || error_file(error, name, errno);
    char *read = malloc(size + 1);
    const bool whole = read && fread(read, 1, size + 1, file) == size;
    fclose(file);
    if (!read) return error_memory(error);
    const uint64_t crc = fit_crc(read, size);
    *damaged = !whole || memcmp(read, &crc, sizeof crc);
    if (!*damaged) memcpy(state, read, size);
    free(read);
    return true;
}
