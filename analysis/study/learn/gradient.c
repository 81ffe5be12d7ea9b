/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forward through the net and back again. */
#include "analysis/study/learn/gradient.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 16 };
_Static_assert(NET_STEP % LANES == 0, "layers are whole lanes");

void loss_add(Loss *sum, const Loss *more)
{
    sum->cross += more->cross;
    sum->square += more->square;
    sum->lost += more->lost;
    sum->hits += more->hits;
    sum->count += more->count;
}

void gradient_room_free(GradientRoom *room)
{
    free(room->units);
    *room = (GradientRoom){0};
}

/* ---- rows of numbers; `count` is a multiple of LANES */

static inline void row_add(float *restrict to, const float *restrict row, int count)
{
    for (int i = 0; i < count; i++)
        to[i] += row[i];
}

static inline void row_add_times(float *restrict to, const float *restrict row, float factor, int count)
{
    for (int i = 0; i < count; i++)
        to[i] += factor * row[i];
}

/* The sum of products, lane by lane and then the lanes in order. */
static inline float row_dot(const float *restrict a, const float *restrict b, int count)
{
    float lanes[LANES] = {0}, sum = 0;
    for (int i = 0; i < count; i += LANES)
        for (int lane = 0; lane < LANES; lane++)
            lanes[lane] += a[i + lane] * b[i + lane];
    for (int lane = 0; lane < LANES; lane++)
        sum += lanes[lane];
    return sum;
}

static inline void row_cut(float *restrict to, const float *restrict from, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = from[i] < 0 ? 0 : from[i] > 1 ? 1 : from[i];
}

/* Takes out what cutting did not let through. */
static inline void row_mask(float *restrict gradient, const float *restrict before, float margin, int count)
{
    for (int i = 0; i < count; i++)
        gradient[i] = before[i] > -margin && before[i] < 1 + margin ? gradient[i] : 0;
}

/* ---- a second layer */

typedef struct {
    int units, hidden;
    float *weights, *bias, *out;
} Second;

/* The weighted sum; before[] and after[] are the units before and after they are cut. */
static float second_forward(float before[], float after[], const Second *layer, const float h[])
{
    for (int j = 0; j < layer->units; j++)
        before[j] = layer->bias[j] + row_dot(layer->weights + (size_t)j * (size_t)layer->hidden, h, layer->hidden);
    row_cut(after, before, layer->units);
    return row_dot(layer->out, after, layer->units);
}

/* Adds to the gradient of the layer, and to dh, for a derivative of the weighted sum. */
static void second_backward(const Second *gradient, float dh[], const Second *layer, const float h[],
                            const float before[], const float after[], float margin, float derivative)
{
    row_add_times(gradient->out, after, derivative, layer->units);
    for (int j = 0; j < layer->units; j++) {
        if (before[j] <= -margin || before[j] >= 1 + margin) continue;
        const float d = derivative * layer->out[j];
        const size_t row = (size_t)j * (size_t)layer->hidden;
        gradient->bias[j] += d;
        row_add_times(gradient->weights + row, h, d, layer->hidden);
        row_add_times(dh, layer->weights + row, d, layer->hidden);
    }
}

/* ---- an example */

typedef struct {
    const Example *example;
    NetFloats net, gradient;
    NetShape shape;
    const LossRule *rule;
    /* of each play, then of the value: hidden and second units, before and after they are cut */
    float *hidden_before, *hidden, *second_before, *second;
    float *base;   /* [hidden] bias and rows of the decision */
    float *scores; /* [plays] */
} Pass;

static bool pass_room(Pass *pass, GradientRoom *room)
{
    const size_t hidden = (size_t)pass->shape.hidden, rows = (size_t)pass->example->play_count + 1;
    const size_t second = (size_t)(pass->shape.second > pass->shape.value ? pass->shape.second : pass->shape.value);
    const size_t wanted = rows * (2 * hidden + 2 * second + 1) + 3 * hidden;
    if (wanted > room->room) {
        float *units = realloc(room->units, 2 * wanted * sizeof *units);
        if (!units) return false;
        room->units = units;
        room->room = 2 * wanted;
    }
    pass->base = room->units;
    pass->hidden_before = pass->base + 3 * hidden;
    pass->hidden = pass->hidden_before + rows * hidden;
    pass->second_before = pass->hidden + rows * hidden;
    pass->second = pass->second_before + rows * second;
    pass->scores = pass->second + rows * second;
    return true;
}

static Second play_layer(const NetFloats *net, const NetShape *shape)
{
    return (Second){shape->second, shape->hidden, net->second, net->second_bias, net->out};
}

static Second value_layer(const NetFloats *net, const NetShape *shape)
{
    return (Second){shape->value, shape->hidden, net->value_second, net->value_second_bias, net->value_out};
}

static void forward(Pass *pass)
{
    const Example *example = pass->example;
    const int hidden = pass->shape.hidden, second = pass->shape.second;
    const Second layer = play_layer(&pass->net, &pass->shape);
    memcpy(pass->base, pass->net.hidden_bias, (size_t)hidden * sizeof *pass->base);
    for (int i = 0; i < example->view_count; i++)
        row_add(pass->base, pass->net.view_rows + (size_t)example->view[i] * (size_t)hidden, hidden);
    const uint16_t *features = example->plays;
    for (int play = 0; play < example->play_count; play++) {
        float *before = pass->hidden_before + (size_t)play * (size_t)hidden;
        float *after = pass->hidden + (size_t)play * (size_t)hidden;
        memcpy(before, pass->base, (size_t)hidden * sizeof *before);
        for (int count = *features++; count; count--)
            row_add(before, pass->net.play_rows + (size_t)*features++ * (size_t)hidden, hidden);
        row_cut(after, before, hidden);
        pass->scores[play] =
            second_forward(pass->second_before + play * second, pass->second + play * second, &layer, after);
    }
}

/* Turns scores into shares, and says what they lose. */
static void shares_of(Pass *pass, Loss *loss)
{
    const Example *example = pass->example;
    int best = 0;
    double sum = 0, mean = 0;
    for (int i = 1; i < example->play_count; i++)
        if (pass->scores[i] > pass->scores[best]) best = i;
    const float top = pass->scores[best];
    for (int i = 0; i < example->play_count; i++) {
        mean += (double)example->shares[i] * (double)(pass->scores[i] - top);
        pass->scores[i] = expf(pass->scores[i] - top);
        sum += (double)pass->scores[i];
    }
    for (int i = 0; i < example->play_count; i++)
        pass->scores[i] = (float)((double)pass->scores[i] / sum);
    loss->cross += log(sum) - mean;
    loss->lost += (double)(example->values[example->chosen] - example->values[best]);
    loss->hits += best == example->chosen;
    loss->count++;
}

static void backward_plays(Pass *pass, float base[])
{
    const Example *example = pass->example;
    const int hidden = pass->shape.hidden, second = pass->shape.second;
    const Second layer = play_layer(&pass->net, &pass->shape), gradient = play_layer(&pass->gradient, &pass->shape);
    float *dh = pass->base + 2 * hidden;
    const uint16_t *features = example->plays;
    for (int play = 0; play < example->play_count; play++) {
        const size_t at = (size_t)play * (size_t)hidden;
        memset(dh, 0, (size_t)hidden * sizeof *dh);
        second_backward(&gradient, dh, &layer, pass->hidden + at, pass->second_before + play * second,
                        pass->second + play * second, pass->rule->margin, pass->scores[play] - example->shares[play]);
        row_mask(dh, pass->hidden_before + at, pass->rule->margin, hidden);
        row_add(base, dh, hidden);
        for (int count = *features++; count; count--)
            row_add(pass->gradient.play_rows + (size_t)*features++ * (size_t)hidden, dh, hidden);
    }
}

/* The value, and what its error adds to the gradient. */
static void value_pass(Pass *pass, Loss *loss, float base[], bool back)
{
    const int hidden = pass->shape.hidden, row = pass->example->play_count;
    float *after = pass->hidden + (size_t)row * (size_t)hidden, *dh = pass->base + 2 * hidden;
    float *units = pass->second_before, *cut = pass->second; /* those of the plays are no longer needed */
    const Second layer = value_layer(&pass->net, &pass->shape), gradient = value_layer(&pass->gradient, &pass->shape);
    row_cut(after, pass->base, hidden);
    const float value = *pass->net.value_bias + second_forward(units, cut, &layer, after);
    const float error = value - pass->example->value;
    loss->square += (double)error * (double)error;
    if (!back) return;
    const float derivative = 2 * pass->rule->value_weight * error;
    *pass->gradient.value_bias += derivative;
    memset(dh, 0, (size_t)hidden * sizeof *dh);
    second_backward(&gradient, dh, &layer, after, units, cut, pass->rule->margin, derivative);
    row_mask(dh, pass->base, pass->rule->margin, hidden);
    row_add(base, dh, hidden);
}

bool gradient_add(Loss *loss, float gradient[], float params[], const NetShape *shape, const Example *example,
                  const LossRule *rule, GradientRoom *room)
{
    Pass pass = {.example = example, .net = net_floats(params, shape), .shape = *shape, .rule = rule};
    if (!pass_room(&pass, room)) return false;
    float *base = pass.base + shape->hidden;
    forward(&pass);
    shares_of(&pass, loss);
    memset(base, 0, (size_t)shape->hidden * sizeof *base);
    if (gradient) {
        pass.gradient = net_floats(gradient, shape);
        backward_plays(&pass, base);
    }
    if (shape->value) value_pass(&pass, loss, base, gradient != NULL);
    if (!gradient) return true;
    row_add(pass.gradient.hidden_bias, base, shape->hidden);
    for (int i = 0; i < example->view_count; i++)
        row_add(pass.gradient.view_rows + (size_t)example->view[i] * (size_t)shape->hidden, base, shape->hidden);
    return true;
}
