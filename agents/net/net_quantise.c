/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A net of real numbers becomes one of whole numbers. */
#include <math.h>

#include "agents/net/net_private.h"

/* Write numbers times `scale`, rounded; false where one does not fit. */
static bool shorts_round(int16_t out[], const float from[], size_t count, double scale)
{
    for (size_t i = 0; i < count; i++) {
        const double x = from[i] * scale;
        if (!(x > INT16_MIN && x < INT16_MAX)) return false;
        out[i] = (int16_t)lround(x);
    }
    return true;
}

static bool longs_round(int32_t out[], const float from[], size_t count, double scale)
{
    for (size_t i = 0; i < count; i++) {
        const double x = from[i] * scale;
        if (!(x > INT32_MIN && x < INT32_MAX)) return false;
        out[i] = (int32_t)lround(x);
    }
    return true;
}

/* The numbers of the net that is made, as net_private.h has them, and what they are made from. */
typedef struct {
    Net *net;
    int32_t *longs;
    int16_t *shorts;
    NetFloats from;
} Quantiser;

static bool first_round(const Quantiser *q, int bits)
{
    const size_t count = (size_t)q->net->shape.hidden * (NET_VIEW_FEATURES + NET_PLAY_FEATURES + 1);
    q->net->hidden_bits = bits;
    return shorts_round(q->shorts, q->from.view_rows, count, 1 << bits) && net_first_bounded(q->net);
}

static bool second_round(const Quantiser *q, int bits)
{
    Net *net = q->net;
    const size_t hidden = (size_t)net->shape.hidden, second = (size_t)net->shape.second;
    const size_t value = (size_t)net->shape.value;
    const double scale = 1 << bits, bias_scale = scale * (1 << net->hidden_bits);
    int16_t *weights = q->shorts + hidden * (NET_VIEW_FEATURES + NET_PLAY_FEATURES + 1);
    net->second_bits = bits;
    return shorts_round(weights, q->from.second, second * hidden, scale) &&
           shorts_round(weights + second * hidden, q->from.value_second, value * hidden, scale) &&
           longs_round(q->longs, q->from.second_bias, second, bias_scale) &&
           longs_round(q->longs + 2 * second, q->from.value_second_bias, value, bias_scale) && net_second_bounded(net);
}

static bool last_round(const Quantiser *q)
{
    const size_t second = (size_t)q->net->shape.second, value = (size_t)q->net->shape.value;
    return longs_round(q->longs + second, q->from.out, second, NET_ONE) &&
           longs_round(q->longs + 2 * second + value, q->from.value_out, value + 1, NET_ONE);
}

static bool all_round(const Quantiser *q, Error *error)
{
    int bits = NET_BITS_MOST;
    while (bits && !first_round(q, bits))
        bits--;
    if (!bits) return error_set(error, "a net whose first layer has numbers too large for any scale");
    for (bits = NET_BITS_MOST; bits && !second_round(q, bits);)
        bits--;
    if (!bits) return error_set(error, "a net whose second layer has numbers too large for any scale");
    return last_round(q) || error_set(error, "a net whose last layer has numbers too large");
}

bool net_quantise(Net *net, float params[], const NetShape *shape, const Rules *rules, const char *made, Error *error)
{
    *net = (Net){.shape = *shape, .rules = *rules};
    if (!net_shape_valid(shape, error)) return false;
    int32_t *longs = net_allocate(net);
    if (!longs) return error_memory(error);
    const Quantiser q = {net, longs, (int16_t *)(longs + net_long_count(shape)), net_floats(params, shape)};
    text_one_line(net->made, sizeof net->made, made);
    if (all_round(&q, error)) return true;
    net_free(net);
    return false;
}
