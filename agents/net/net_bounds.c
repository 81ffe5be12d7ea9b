/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the numbers of a net lie, and what they must keep within so that no sum overflows. */
#include <stdlib.h>

#include "agents/net/net_private.h"

size_t net_long_count(const NetShape *shape) { return 2 * (size_t)(shape->second + shape->value) + 1; }

size_t net_short_count(const NetShape *shape)
{
    return (size_t)shape->hidden * (size_t)(NET_VIEW_FEATURES + NET_PLAY_FEATURES + 1 + shape->second + shape->value);
}

void net_place(Net *net, const int32_t *longs, const int16_t *shorts)
{
    const size_t hidden = (size_t)net->shape.hidden;
    net->second_bias = longs;
    net->out = net->second_bias + net->shape.second;
    net->value_second_bias = net->out + net->shape.second;
    net->value_out = net->value_second_bias + net->shape.value;
    net->value_bias = net->value_out + net->shape.value;
    net->view_rows = shorts;
    net->play_rows = net->view_rows + NET_VIEW_FEATURES * hidden;
    net->hidden_bias = net->play_rows + NET_PLAY_FEATURES * hidden;
    net->second = net->hidden_bias + hidden;
    net->value_second = net->second + (size_t)net->shape.second * hidden;
}

int32_t *net_allocate(Net *net)
{
    const size_t longs = net_long_count(&net->shape), shorts = net_short_count(&net->shape);
    int32_t *numbers = calloc(1, longs * sizeof(int32_t) + shorts * sizeof(int16_t));
    net->owned = numbers;
    if (numbers) net_place(net, numbers, (const int16_t *)(numbers + longs));
    return numbers;
}

/* ---- bounds */

/* The lowest and the highest that a sum can reach on its way. */
typedef struct {
    int64_t low, high;
} Range;

typedef struct {
    int size, most;
} Group;

#define GROUP(name, size, most) {size, most},
static const Group VIEW_GROUPS[] = {NET_VIEW_GROUPS(GROUP)}, PLAY_GROUPS[] = {NET_PLAY_GROUPS(GROUP)};

static int ascending(const void *a, const void *b)
{
    const int16_t left = *(const int16_t *)a, right = *(const int16_t *)b;
    return (left > right) - (left < right);
}

/* Adds what the rows of these groups can add to one unit. */
static void groups_add(Range *range, const int16_t rows[], const Group groups[], size_t group_count, int unit,
                       int hidden)
{
    int16_t column[NET_VIEW_FEATURES + NET_PLAY_FEATURES];
    for (size_t i = 0; i < group_count; i++) {
        const int size = groups[i].size, most = groups[i].most;
        for (int row = 0; row < size; row++, rows += hidden)
            column[row] = rows[unit];
        qsort(column, (size_t)size, sizeof *column, ascending);
        for (int row = 0; row < most && row < size; row++) {
            if (column[row] < 0) range->low += column[row];
            if (column[size - 1 - row] > 0) range->high += column[size - 1 - row];
        }
    }
}

bool net_first_bounded(const Net *net)
{
    const int hidden = net->shape.hidden;
    for (int unit = 0; unit < hidden; unit++) {
        const int bias = net->hidden_bias[unit];
        Range range = {bias < 0 ? bias : 0, bias > 0 ? bias : 0};
        groups_add(&range, net->view_rows, VIEW_GROUPS, sizeof VIEW_GROUPS / sizeof *VIEW_GROUPS, unit, hidden);
        groups_add(&range, net->play_rows, PLAY_GROUPS, sizeof PLAY_GROUPS / sizeof *PLAY_GROUPS, unit, hidden);
        if (range.low < INT16_MIN || range.high > INT16_MAX) return false;
    }
    return true;
}

static bool layer_bounded(const Net *net, const int16_t weights[], const int32_t bias[], int units)
{
    const int hidden = net->shape.hidden;
    for (int unit = 0; unit < units; unit++, weights += hidden) {
        Range range = {bias[unit] < 0 ? bias[unit] : 0, bias[unit] > 0 ? bias[unit] : 0};
        for (int i = 0; i < hidden; i++)
            *(weights[i] < 0 ? &range.low : &range.high) += (int64_t)weights[i] * (1 << net->hidden_bits);
        if (range.low < INT32_MIN || range.high > INT32_MAX) return false;
    }
    return true;
}

bool net_second_bounded(const Net *net)
{
    return layer_bounded(net, net->second, net->second_bias, net->shape.second) &&
           layer_bounded(net, net->value_second, net->value_second_bias, net->shape.value);
}
