/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gradient of self-play against differences of the loss, which is worked out here once more, and the critic against
   the net's value. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/learn/trainer.h"
#include "tests/engine/claims.h"
#include "tests/test.h"

enum { EXAMPLE_PLAYS = 3, VIEW_FEATURES = 12, PLAY_FEATURES = 5, TRIED = 400 };

static const NetShape SHAPE = {.hidden = 32, .second = 16, .value = 16};
static const float VALUE_WEIGHT = 0.01f;

typedef struct {
    uint16_t view[VIEW_FEATURES], plays[EXAMPLE_PLAYS * (PLAY_FEATURES + 1)];
    uint16_t seen[HAND]; /* of the critic */
    float values[EXAMPLE_PLAYS];
    Example example;
} Made;

/* Features in steps, so that no number comes twice. */
static void example_any(Made *made, Rng *rng)
{
    for (int i = 0; i < VIEW_FEATURES; i++)
        made->view[i] = (uint16_t)(i * (NET_VIEW_FEATURES / VIEW_FEATURES) + (int)rng_bounded(rng, 20));
    for (int play = 0; play < EXAMPLE_PLAYS; play++) {
        uint16_t *features = made->plays + play * (PLAY_FEATURES + 1);
        features[0] = PLAY_FEATURES;
        for (int i = 0; i < PLAY_FEATURES; i++)
            features[1 + i] = (uint16_t)(i * (NET_PLAY_FEATURES / PLAY_FEATURES) + (int)rng_bounded(rng, 20));
        made->values[play] = (float)rng_double(rng);
    }
    made->example = (Example){.view = made->view,
                              .plays = made->plays,
                              .values = made->values,
                              .view_count = VIEW_FEATURES,
                              .play_count = EXAMPLE_PLAYS,
                              .value = 3};
}

/* Numbers with which no unit is near its cut, but for one hidden unit in four, which is far beyond it. */
static float *params_any(Rng *rng)
{
    const size_t count = net_param_count(&SHAPE);
    float *params = malloc(count * sizeof *params);
    assert_non_null(params);
    for (size_t i = 0; i < count; i++)
        params[i] = (float)(0.02 * (rng_double(rng) - 0.5));
    NetFloats net = net_floats(params, &SHAPE);
    for (int i = 0; i < SHAPE.hidden; i++)
        net.hidden_bias[i] = i % 8 == 3 ? -2 : i % 8 == 7 ? 3 : 0.5f;
    for (int i = 0; i < SHAPE.second * SHAPE.hidden; i++) {
        net.second[i] = (float)(0.1 * (rng_double(rng) - 0.5));
        net.value_second[i] = (float)(0.1 * (rng_double(rng) - 0.5));
    }
    for (int i = 0; i < SHAPE.second; i++) {
        net.second_bias[i] = 0.5f;
        net.value_second_bias[i] = 0.5f;
        net.out[i] = (float)(4 * (rng_double(rng) - 0.5));
        net.value_out[i] = (float)(8 * (rng_double(rng) - 0.5));
    }
    return params;
}

/* ---- the loss, by plain loops */

static double cut(double unit) { return unit < 0 ? 0 : unit > 1 ? 1 : unit; }

/* The net's score of a play. */
static double score_of(float params[], const Example *example, int play)
{
    const NetFloats net = net_floats(params, &SHAPE);
    const uint16_t *own = example->plays + play * (PLAY_FEATURES + 1) + 1;
    double hidden[NET_HIDDEN_MOST], score = 0;
    for (int unit = 0; unit < SHAPE.hidden; unit++) {
        double sum = (double)net.hidden_bias[unit];
        for (int i = 0; i < example->view_count; i++)
            sum += (double)net.view_rows[example->view[i] * SHAPE.hidden + unit];
        for (int i = 0; i < PLAY_FEATURES; i++)
            sum += (double)net.play_rows[own[i] * SHAPE.hidden + unit];
        hidden[unit] = cut(sum);
    }
    for (int unit = 0; unit < SHAPE.second; unit++) {
        double sum = (double)net.second_bias[unit];
        for (int i = 0; i < SHAPE.hidden; i++)
            sum += hidden[i] * (double)net.second[unit * SHAPE.hidden + i];
        score += cut(sum) * (double)net.out[unit];
    }
    return score;
}

static double play_loss_of(float params[], const Example *example, float unused[], GradientRoom *room)
{
    Loss loss = {0};
    double scores[EXAMPLE_PLAYS], sum = 0, mean = 0, entropy = 0;
    for (int i = 0; i < EXAMPLE_PLAYS; i++)
        sum += exp(scores[i] = score_of(params, example, i));
    for (int i = 0; i < EXAMPLE_PLAYS; i++) {
        const double log_chance = scores[i] - log(sum);
        mean += exp(log_chance) * (double)example->values[i];
        entropy -= exp(log_chance) * log_chance;
    }
    gradient_add(&loss, unused, params, &SHAPE, example, VALUE_WEIGHT, room);
    assert_true(fabs(loss.entropy - entropy) < 1e-4);
    const double critic = (double)(critic_value(params + net_param_count(&SHAPE), &SHAPE, example) - example->value);
    return (double)VALUE_WEIGHT * (loss.square + critic * critic) - mean / NET_POINTS - entropy;
}

TEST(gradient_of_self_play_is_the_slope)
{
    const size_t net = net_param_count(&SHAPE), count = net + critic_param_count(&SHAPE);
    GradientRoom *room = malloc(sizeof *room);
    float *unused = calloc(count, sizeof *unused);
    int moved = 0, critic_moved = 0;
    for (uint64_t n = 0; n < 6; n++) {
        Rng rng = rng_for(6, n, PURPOSE_TEST);
        Made made;
        Loss loss = {0};
        float *params = params_any(&rng), *gradient = calloc(count, sizeof *gradient);
        params = realloc(params, count * sizeof *params);
        assert_non_null(params);
        critic_begin(params + net, params, &SHAPE);
        example_any(&made, &rng);
        for (int i = 0; i < HAND; i++)
            made.seen[i] = (uint16_t)(NET_VIEW_FEATURES + i * RANKS + (int)rng_bounded(&rng, RANKS));
        made.example.seen = made.seen;
        made.example.seen_count = HAND;
        gradient_add(&loss, gradient, params, &SHAPE, &made.example, VALUE_WEIGHT, room);
        for (int i = 0; i < TRIED; i++) {
            const size_t rows = (size_t)SHAPE.hidden, unit = rng_bounded(&rng, (uint32_t)rows);
            const size_t behind = (NET_VIEW_FEATURES + NET_PLAY_FEATURES) * rows;
            const size_t at =
                i % 4 == 0 ? net + made.seen[i % HAND] * rows + unit
                : i % 4 == 1
                    ? net + CRITIC_FEATURES * rows + rng_bounded(&rng, (uint32_t)(count - net - CRITIC_FEATURES * rows))
                : i % 4 == 2 ? (NET_VIEW_FEATURES + (size_t)made.plays[1 + i % PLAY_FEATURES]) * rows + unit
                             : behind + rng_bounded(&rng, (uint32_t)(net - behind));
            const float was = params[at], step = 0.01f;
            params[at] = was + step;
            const double up = play_loss_of(params, &made.example, unused, room);
            params[at] = was - step;
            const double down = play_loss_of(params, &made.example, unused, room);
            params[at] = was;
            const double difference = (up - down) / (2 * (double)step);
            if (fabs(difference - (double)gradient[at]) > 1e-3 + 0.02 * fabs(difference))
                fail_msg("number %zu: gradient %g, difference %g", at, (double)gradient[at], difference);
            *(at < net ? &moved : &critic_moved) += fabsf(gradient[at]) > 0.003f;
        }
        for (int unit = 3; unit < SHAPE.hidden; unit += 4)
            assert_true(net_floats(gradient, &SHAPE).hidden_bias[unit] == 0); /* it is cut */
        free(params);
        free(gradient);
    }
    assert_true(moved > TRIED && critic_moved > TRIED);
    free(unused);
    free(room);
}

TEST(critic_begins_as_the_value)
{
    const size_t net = net_param_count(&SHAPE), count = net + critic_param_count(&SHAPE);
    Rng rng = rng_make(7, 7);
    Made made;
    Loss loss = {0};
    float *params = realloc(params_any(&rng), count * sizeof *params), *gradient = calloc(count, sizeof *gradient);
    GradientRoom *room = malloc(sizeof *room);
    assert_non_null(params);
    critic_begin(params + net, params, &SHAPE);
    example_any(&made, &rng);
    gradient_add(&loss, gradient, params, &SHAPE, &made.example, VALUE_WEIGHT, room);
    const double value = (double)critic_value(params + net, &SHAPE, &made.example);
    assert_true(fabs(pow(value - (double)made.example.value, 2) - loss.square) < 1e-3);
    free(params);
    free(gradient);
    free(room);
}
