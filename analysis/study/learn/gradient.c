/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of numbers, the layers of a net forwards and backwards, and the losses. The Makefile compiles this once more for
   each instruction set that has lanes; ISA is its name. */
#include "analysis/study/learn/gradient.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/files/system.h"

#ifndef ISA
#define ISA plain
#endif
#define JOINED(a, b) a##b
#define NAME_OF(isa) JOINED(gradient_kernel_, isa)

/* Numbers side by side, as many as a register holds; so many registers are summed in at once. Sums of products have
   WIDTH lanes on every processor, of PARTS registers, and are the same on all. */
#if defined __AVX512F__
enum { LANE_COUNT = 16 };
#elif defined __AVX__
enum { LANE_COUNT = 8 };
#else
enum { LANE_COUNT = 4 };
#endif
enum { WIDTH = 16, PARTS = WIDTH / LANE_COUNT, REGISTERS = 8, ROWS = PARTS > 2 ? 2 : 4, QUARTER = WIDTH / 4 };
typedef float Floats __attribute__((vector_size(LANE_COUNT * sizeof(float))));
_Static_assert(NET_STEP % WIDTH == 0, "layers are whole vectors");

#define LOAD(to, from) memcpy(&(to), from, sizeof(Floats))
#define STORE(to, from) memcpy(to, &(from), sizeof(Floats))

/* ---- rows of numbers; `count` is a multiple of WIDTH */

static inline void row_add(float *restrict to, const float *restrict row, int count)
{
    for (int i = 0; i < count; i += LANE_COUNT) {
        Floats sum, more;
        LOAD(sum, to + i);
        LOAD(more, row + i);
        sum += more;
        STORE(to + i, sum);
    }
}

/* Sums the lanes of so many sums: quarters of the lanes, then these in order. */
static inline void lanes_sum(float sums[], Floats lanes[][PARTS], int count)
{
    float quarters[ROWS][QUARTER];
    for (int row = 0; row < count; row++) {
        typedef float Quarter __attribute__((vector_size(QUARTER * sizeof(float))));
        Quarter parts[WIDTH / QUARTER];
        memcpy(parts, lanes[row], sizeof parts);
        parts[0] = (parts[0] + parts[2]) + (parts[1] + parts[3]);
        memcpy(quarters[row], parts, sizeof *quarters);
    }
    for (int row = 0; row < count; row++)
        sums[row] = quarters[row][0] + quarters[row][1] + quarters[row][2] + quarters[row][3];
}

/* The sums of products of one row with so many, `count` apart. */
static inline void rows_dot(float sums[], const float *restrict row, const float *restrict rows, int rows_count,
                            int count)
{
    Floats lanes[ROWS][PARTS];
    memset(lanes, 0, sizeof lanes);
    for (int i = 0; i < count; i += WIDTH)
        for (int part = 0; part < PARTS; part++) {
            Floats one, other;
            LOAD(one, row + i + part * LANE_COUNT);
            for (int k = 0; k < rows_count; k++) {
                LOAD(other, rows + (size_t)k * (size_t)count + i + part * LANE_COUNT);
                lanes[k][part] += one * other;
            }
        }
    lanes_sum(sums, lanes, rows_count);
}

static inline void row_cut(float *restrict to, const float *restrict from, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = from[i] < 0 ? 0 : from[i] > 1 ? 1 : from[i];
}

/* Takes out what cutting did not let through. */
static inline void row_mask(float *restrict gradient, const float *restrict before, int count)
{
    for (int i = 0; i < count; i++)
        gradient[i] = before[i] > 0 && before[i] < 1 ? gradient[i] : 0;
}

/* to = from + the rows of these features, in their order. */
static inline void rows_add(float *restrict to, const float *from, const float *restrict rows,
                            const uint16_t features[], int feature_count, int count)
{
    int first = 0;
    for (; first + REGISTERS * LANE_COUNT <= count; first += REGISTERS * LANE_COUNT) {
        Floats part[REGISTERS];
        for (int i = 0; i < REGISTERS; i++)
            LOAD(part[i], from + first + i * LANE_COUNT);
        for (int row = 0; row < feature_count; row++) {
            const float *at = rows + (size_t)features[row] * (size_t)count + first;
            for (int i = 0; i < REGISTERS; i++) {
                Floats more;
                LOAD(more, at + i * LANE_COUNT);
                part[i] += more;
            }
        }
        for (int i = 0; i < REGISTERS; i++)
            STORE(to + first + i * LANE_COUNT, part[i]);
    }
    for (; first < count; first += LANE_COUNT) {
        Floats sum, more;
        LOAD(sum, from + first);
        for (int row = 0; row < feature_count; row++) {
            LOAD(more, rows + (size_t)features[row] * (size_t)count + first);
            sum += more;
        }
        STORE(to + first, sum);
    }
}

/* Adds a row to those of these features. */
static inline void rows_spread(float *restrict rows, const float *restrict row, const uint16_t features[],
                               int feature_count, int count)
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
                Floats weights, to;
                LOAD(weights, layer->weights + at + part * LANE_COUNT);
                LOAD(to, gradient->weights + at + part * LANE_COUNT);
                sums[part] += slopes[k] * weights;
                to += slopes[k] * own[part];
                STORE(gradient->weights + at + part * LANE_COUNT, to);
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
    /* of each play, then of the value: hidden and second units, before and after they are cut */
    float *hidden_before, *hidden, *second_before, *second;
    float *base;   /* [hidden] bias and rows of the decision */
    float *scores; /* [plays]; then the derivatives of the loss by them */
} Pass;

static bool pass_room(Pass *pass, GradientRoom *room)
{
    const size_t hidden = (size_t)pass->shape.hidden, rows = (size_t)pass->example->play_count + 1;
    const size_t second = (size_t)(pass->shape.second > pass->shape.value ? pass->shape.second : pass->shape.value);
    const size_t wanted = rows * (2 * hidden + 2 * second + 1) + 3 * hidden;
    if (!list_reserve(&room->units, &room->room, 0, wanted, sizeof *room->units)) return false;
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

static void pass_forward(Pass *pass)
{
    const Example *example = pass->example;
    const int hidden = pass->shape.hidden, second = pass->shape.second;
    const Second layer = play_layer(&pass->net, &pass->shape);
    rows_add(pass->base, pass->net.hidden_bias, pass->net.view_rows, example->view, example->view_count, hidden);
    const uint16_t *features = example->plays;
    for (int play = 0; play < example->play_count; play++) {
        float *before = pass->hidden_before + (size_t)play * (size_t)hidden;
        float *after = pass->hidden + (size_t)play * (size_t)hidden;
        rows_add(before, pass->base, pass->net.play_rows, features + 1, *features, hidden);
        features += 1 + *features;
        row_cut(after, before, hidden);
        pass->scores[play] =
            second_forward(pass->second_before + play * second, pass->second + play * second, &layer, after);
    }
}

/* Turns scores into chances. */
static void chances_of(Pass *pass)
{
    float top = pass->scores[0];
    double sum = 0;
    const int count = pass->example->play_count;
    for (int i = 1; i < count; i++)
        if (pass->scores[i] > top) top = pass->scores[i];
    for (int i = 0; i < count; i++) {
        pass->scores[i] = expf(pass->scores[i] - top);
        sum += (double)pass->scores[i];
    }
    for (int i = 0; i < count; i++)
        pass->scores[i] = (float)((double)pass->scores[i] / sum);
}

/* Turns scores into the derivatives of the loss. */
static void play_loss(Pass *pass, Loss *loss)
{
    const Example *example = pass->example;
    const float *values = example->values;
    float scores[MAX_MOVES], score = 0, value = 0;
    memcpy(scores, pass->scores, (size_t)example->play_count * sizeof *scores);
    chances_of(pass);
    for (int i = 0; i < example->play_count; i++) {
        score += pass->scores[i] * scores[i];
        value += pass->scores[i] * values[i];
        loss->entropy -= (double)pass->scores[i] * log((double)pass->scores[i] + 1e-30);
    }
    for (int i = 0; i < example->play_count; i++)
        pass->scores[i] *= (scores[i] - score) - (values[i] - value) / (float)NET_POINTS;
}

static void backward_plays(Pass *pass, float base[])
{
    const Example *example = pass->example;
    const int hidden = pass->shape.hidden, second = pass->shape.second;
    const Second layer = play_layer(&pass->net, &pass->shape), gradient = play_layer(&pass->gradient, &pass->shape);
    float *dh = pass->base + 2 * hidden;
    const uint16_t *features = example->plays;
    for (int play = 0; play < example->play_count; features += 1 + *features, play++) {
        const size_t at = (size_t)play * (size_t)hidden;
        memset(dh, 0, (size_t)hidden * sizeof *dh);
        second_backward(&gradient, dh, &layer, pass->hidden + at, pass->second_before + play * second,
                        pass->second + play * second, pass->scores[play]);
        row_mask(dh, pass->hidden_before + at, hidden);
        row_add(base, dh, hidden);
        rows_spread(pass->gradient.play_rows, dh, features + 1, *features, hidden);
    }
}

/* ---- the value, and the critic */

static Second value_layer(const NetFloats *net, const NetShape *shape)
{
    return (Second){shape->value, shape->hidden, net->value_second, net->value_second_bias, net->value_out};
}

/* A value over hidden units before[]: its error, and what that adds to the gradient of the layer and to that of the
   hidden units, dbefore[]. gradient NULL: only the error. */
static float value_pass(const Second *layer, const float *bias, const float before[], float target,
                        const Second *gradient, float *bias_gradient, float dbefore[], float weight)
{
    float after[NET_HIDDEN_MOST], units[NET_SECOND_MOST], cut[NET_SECOND_MOST], dh[NET_HIDDEN_MOST];
    row_cut(after, before, layer->hidden);
    const float value = *bias + second_forward(units, cut, layer, after);
    const float error = value - target;
    if (!gradient) return error;
    const float derivative = 2 * weight * error;
    *bias_gradient += derivative;
    memset(dh, 0, (size_t)layer->hidden * sizeof *dh);
    second_backward(gradient, dh, layer, after, units, cut, derivative);
    row_mask(dh, before, layer->hidden);
    row_add(dbefore, dh, layer->hidden);
    return error;
}

/* Where the critic's parts lie. */
typedef struct {
    float *rows, *hidden_bias; /* [CRITIC_FEATURES][hidden], [hidden] */
    Second second;
    float *bias;
} Critic;

static Critic critic_at(float params[], const NetShape *shape)
{
    const size_t hidden = (size_t)shape->hidden, value = (size_t)shape->value;
    Critic at = {.rows = params, .second = {.units = shape->value, .hidden = shape->hidden}};
    at.hidden_bias = at.rows + CRITIC_FEATURES * hidden;
    at.second.weights = at.hidden_bias + hidden;
    at.second.bias = at.second.weights + value * hidden;
    at.second.out = at.second.bias + value;
    at.bias = at.second.out + value;
    return at;
}

static void critic_units(float before[], const Critic *critic, const Example *example)
{
    const int hidden = critic->second.hidden;
    float own[NET_HIDDEN_MOST];
    rows_add(own, critic->hidden_bias, critic->rows, example->view, example->view_count, hidden);
    rows_add(before, own, critic->rows, example->seen, example->seen_count, hidden);
}

static float critic_say(float params[], const NetShape *shape, const Example *example)
{
    const Critic critic = critic_at(params, shape);
    float before[NET_HIDDEN_MOST];
    critic_units(before, &critic, example);
    return value_pass(&critic.second, critic.bias, before, 0, NULL, NULL, NULL, 0);
}

static void critic_learn(const Pass *pass, float params[], float gradient[])
{
    const Example *example = pass->example;
    const Critic critic = critic_at(params, &pass->shape), to = critic_at(gradient, &pass->shape);
    const int hidden = pass->shape.hidden;
    float before[NET_HIDDEN_MOST] = {0}, dbefore[NET_HIDDEN_MOST] = {0};
    critic_units(before, &critic, example);
    value_pass(&critic.second, critic.bias, before, example->value, &to.second, to.bias, dbefore, pass->value_weight);
    row_add(to.hidden_bias, dbefore, hidden);
    rows_spread(to.rows, dbefore, example->view, example->view_count, hidden);
    rows_spread(to.rows, dbefore, example->seen, example->seen_count, hidden);
}

/* ---- the whole */

static bool example_learn(Loss *loss, float gradient[], float params[], const NetShape *shape, const Example *example,
                          float value_weight, GradientRoom *room)
{
    Pass pass = {.example = example, .net = net_floats(params, shape), .shape = *shape, .value_weight = value_weight};
    if (!pass_room(&pass, room)) return false;
    float *base = pass.base + shape->hidden;
    pass_forward(&pass);
    play_loss(&pass, loss);
    loss->count++;
    memset(base, 0, (size_t)shape->hidden * sizeof *base);
    if (gradient) {
        pass.gradient = net_floats(gradient, shape);
        backward_plays(&pass, base);
    }
    if (shape->value) {
        const Second layer = value_layer(&pass.net, shape), to = value_layer(&pass.gradient, shape);
        const float error = value_pass(&layer, pass.net.value_bias, pass.base, example->value, gradient ? &to : NULL,
                                       pass.gradient.value_bias, base, value_weight);
        loss->square += (double)error * (double)error;
    }
    if (!gradient) return true;
    critic_learn(&pass, params + net_param_count(shape), gradient + net_param_count(shape));
    row_add(pass.gradient.hidden_bias, base, shape->hidden);
    rows_spread(pass.gradient.view_rows, base, example->view, example->view_count, shape->hidden);
    return true;
}

const GradientKernel NAME_OF(ISA) = {example_learn, critic_say};
