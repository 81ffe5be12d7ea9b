/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of a net, and its scores in whole numbers. */
#include "agents/net/net.h"

#include <stdlib.h>
#include <string.h>

/* ---- shapes */

static bool layer_valid(const char *layer, int units, int most, Error *error)
{
    return (units >= NET_STEP && units <= most && units % NET_STEP == 0) ||
           error_set(error, "%s of %d units; expected a multiple of %d up to %d", layer, units, NET_STEP, most);
}

bool net_shape_valid(const NetShape *shape, Error *error)
{
    return layer_valid("a first layer", shape->hidden, NET_HIDDEN_MOST, error) &&
           layer_valid("a second layer", shape->second, NET_SECOND_MOST, error) &&
           (!shape->value || layer_valid("a layer of the value", shape->value, NET_SECOND_MOST, error));
}

NetFloats net_floats(float params[], const NetShape *shape)
{
    const size_t hidden = (size_t)shape->hidden, second = (size_t)shape->second, value = (size_t)shape->value;
    NetFloats at;
    at.view_rows = params;
    at.play_rows = at.view_rows + NET_VIEW_FEATURES * hidden;
    at.hidden_bias = at.play_rows + NET_PLAY_FEATURES * hidden;
    at.second = at.hidden_bias + hidden;
    at.second_bias = at.second + second * hidden;
    at.out = at.second_bias + second;
    at.value_second = at.out + second;
    at.value_second_bias = at.value_second + value * hidden;
    at.value_out = at.value_second_bias + value;
    at.value_bias = at.value_out + value;
    return at;
}

size_t net_param_count(const NetShape *shape)
{
    const size_t hidden = (size_t)shape->hidden, second = (size_t)shape->second, value = (size_t)shape->value;
    return hidden * (NET_VIEW_FEATURES + NET_PLAY_FEATURES + 1) + second * (hidden + 2) + value * (hidden + 2) + 1;
}

/* ---- scores */

/* x / 2^bits, rounded to the nearest, halves away from 0. */
static inline int64_t shift_rounded(int64_t x, int bits)
{
    const int64_t half = bits ? INT64_C(1) << (bits - 1) : 0;
    return x < 0 ? -((-x + half) >> bits) : (x + half) >> bits;
}

static inline int32_t cut(int64_t x, int32_t low, int32_t high) { return x < low ? low : x > high ? high : (int32_t)x; }

/* sums[i] = from[i] + the rows of the features. No sum overflows: net_unpack and net_quantise have seen to that. */
static void rows_add(int16_t sums[], const int16_t from[], const int16_t rows[], const uint16_t features[], int count,
                     int hidden)
{
    for (int first = 0; first < hidden; first += NET_STEP) {
        int16_t block[NET_STEP];
        memcpy(block, from + first, sizeof block);
        for (int i = 0; i < count; i++) {
            const int16_t *row = rows + (size_t)features[i] * (size_t)hidden + first;
            for (int unit = 0; unit < NET_STEP; unit++)
                block[unit] = (int16_t)(block[unit] + row[unit]);
        }
        memcpy(sums + first, block, sizeof block);
    }
}

/* A second layer and its weighted sum, in 1/NET_ONE. */
typedef struct {
    int units;
    const int16_t *weights; /* [units][hidden] */
    const int32_t *bias, *out;
} Second;

static int32_t second_score(const Net *net, const Second *layer, const int16_t sums[])
{
    const int hidden = net->shape.hidden;
    const int16_t one = (int16_t)(1 << net->hidden_bits);
    int16_t cut_units[NET_HIDDEN_MOST];
    int64_t score = 0;
    for (int i = 0; i < hidden; i++) {
        int16_t unit = sums[i] < 0 ? 0 : sums[i];
        cut_units[i] = unit > one ? one : unit;
    }
    for (int i = 0; i < layer->units; i++) {
        const int16_t *weights = layer->weights + (size_t)i * (size_t)hidden;
        int32_t sum = layer->bias[i];
        for (int j = 0; j < hidden; j++)
            sum += (int32_t)weights[j] * cut_units[j];
        score += (int64_t)layer->out[i] * cut(shift_rounded(sum, net->second_bits), 0, one);
    }
    return cut(shift_rounded(score, net->hidden_bits), -NET_SCORE_MOST, NET_SCORE_MOST);
}

static void view_sums(int16_t sums[], const Net *net, const NetPosition *position)
{
    uint16_t features[NET_VIEW_MOST];
    int count = net_view_features(features, position);
    rows_add(sums, net->hidden_bias, net->view_rows, features, count, net->shape.hidden);
}

void net_scores(int32_t scores[], const Net *net, const NetPosition *position, const CardSet plays[], int count)
{
    const Second layer = {net->shape.second, net->second, net->second_bias, net->out};
    int16_t of_view[NET_HIDDEN_MOST], sums[NET_HIDDEN_MOST];
    uint16_t features[NET_PLAY_MOST];
    view_sums(of_view, net, position);
    for (int i = 0; i < count; i++) {
        int found = net_play_features(features, position, plays[i]);
        rows_add(sums, of_view, net->play_rows, features, found, net->shape.hidden);
        scores[i] = second_score(net, &layer, sums);
    }
}

int32_t net_value(const Net *net, const NetPosition *position)
{
    const Second layer = {net->shape.value, net->value_second, net->value_second_bias, net->value_out};
    int16_t sums[NET_HIDDEN_MOST];
    if (!layer.units) return 0;
    view_sums(sums, net, position);
    return cut((int64_t)second_score(net, &layer, sums) + *net->value_bias, -NET_SCORE_MOST, NET_SCORE_MOST);
}

void net_free(Net *net)
{
    free(net->owned);
    *net = (Net){0};
}
