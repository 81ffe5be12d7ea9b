/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gradients of training and of self-play against differences of the loss, and the loss against what the net in
   whole numbers scores. */
#include <math.h>
#include <stdlib.h>

#include "analysis/study/learn/trainer.h"
#include "tests/engine/claims.h"

enum { EXAMPLE_PLAYS = 3, VIEW_FEATURES = 12, PLAY_FEATURES = 5, TRIED = 400 };

static const NetShape SHAPE = {.hidden = 32, .second = 16, .value = 16};
static const LossRule RULE = {.value_weight = 0.01f};
static const LossRule PLAY_RULE = {.value_weight = 0.01f, .tried = true};

typedef struct {
    uint16_t view[VIEW_FEATURES], plays[EXAMPLE_PLAYS * (PLAY_FEATURES + 1)];
    uint16_t seen[HAND]; /* of the critic */
    float shares[EXAMPLE_PLAYS], values[EXAMPLE_PLAYS];
    Example example;
} Made;

/* Features in steps, so that no number comes twice. */
static void example_any(Made *made, Rng *rng)
{
    float sum = 0;
    for (int i = 0; i < VIEW_FEATURES; i++)
        made->view[i] = (uint16_t)(i * (NET_VIEW_FEATURES / VIEW_FEATURES) + (int)rng_bounded(rng, 20));
    for (int play = 0; play < EXAMPLE_PLAYS; play++) {
        uint16_t *features = made->plays + play * (PLAY_FEATURES + 1);
        features[0] = PLAY_FEATURES;
        for (int i = 0; i < PLAY_FEATURES; i++)
            features[1 + i] = (uint16_t)(i * (NET_PLAY_FEATURES / PLAY_FEATURES) + (int)rng_bounded(rng, 20));
        sum += made->shares[play] = (float)(0.1 + rng_double(rng));
        made->values[play] = (float)rng_double(rng);
    }
    for (int play = 0; play < EXAMPLE_PLAYS; play++)
        made->shares[play] /= sum;
    made->example = (Example){.view = made->view,
                              .plays = made->plays,
                              .shares = made->shares,
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

static double loss_of(float params[], const Example *example, GradientRoom *room)
{
    Loss loss = {0};
    assert_true(gradient_add(&loss, NULL, params, &SHAPE, example, &RULE, room));
    return loss.cross + (double)RULE.value_weight * loss.square;
}

/* Does the gradient of a number agree with the difference that the number makes? */
static void about_number(float params[], size_t i, float gradient, const Example *example, GradientRoom *room)
{
    const float was = params[i], step = 0.01f;
    params[i] = was + step;
    const double up = loss_of(params, example, room);
    params[i] = was - step;
    const double down = loss_of(params, example, room);
    params[i] = was;
    const double difference = (up - down) / (2 * (double)step);
    if (fabs(difference - (double)gradient) > 3e-4 + 0.01 * fabs(difference))
        fail_msg("number %zu: gradient %g, difference %g", i, (double)gradient, difference);
}

static void gradient_is_the_slope(void **state)
{
    (void)state;
    const size_t count = net_param_count(&SHAPE);
    int moved = 0;
    for (uint64_t n = 0; n < 3; n++) {
        Rng rng = rng_for(4, n, PURPOSE_TEST);
        Made made;
        Loss loss = {0};
        GradientRoom room = {0};
        example_any(&made, &rng);
        float *params = params_any(&rng), *gradient = calloc(count, sizeof *gradient);
        assert_true(gradient_add(&loss, gradient, params, &SHAPE, &made.example, &RULE, &room));
        const size_t rows = (size_t)SHAPE.hidden;
        for (int i = 0; i < TRIED; i++) { /* of all numbers, of rows that are there, and of all behind the rows */
            const size_t behind = (NET_VIEW_FEATURES + NET_PLAY_FEATURES) * rows;
            const size_t at = i % 4 == 0   ? rng_bounded(&rng, (uint32_t)count)
                              : i % 4 == 1 ? made.view[i % VIEW_FEATURES] * rows + rng_bounded(&rng, (uint32_t)rows)
                              : i % 4 == 2 ? (NET_VIEW_FEATURES + (size_t)made.plays[1 + i % PLAY_FEATURES]) * rows +
                                                 rng_bounded(&rng, (uint32_t)rows)
                                           : behind + rng_bounded(&rng, (uint32_t)(count - behind));
            about_number(params, at, gradient[at], &made.example, &room);
            moved += fabsf(gradient[at]) > 0.003f;
        }
        for (int unit = 3; unit < SHAPE.hidden; unit += 4)
            assert_true(net_floats(gradient, &SHAPE).hidden_bias[unit] == 0); /* it is cut */
        free(params);
        free(gradient);
        gradient_room_free(&room);
    }
    assert_true(moved > TRIED);
}

static void hits_and_losses_are_of_the_best_score(void **state)
{
    (void)state;
    Rng rng = rng_make(5, 5);
    GradientRoom room = {0};
    Made made;
    example_any(&made, &rng);
    float *params = params_any(&rng);
    int hits = 0;
    double lost = 0;
    for (int chosen = 0; chosen < EXAMPLE_PLAYS; chosen++) {
        Loss loss = {0};
        made.example.chosen = chosen;
        assert_true(gradient_add(&loss, NULL, params, &SHAPE, &made.example, &RULE, &room));
        assert_int_equal(loss.count, 1);
        if (loss.hits) assert_true(loss.lost == 0);
        hits += (int)loss.hits;
        lost += loss.lost;
    }
    assert_int_equal(hits, 1);
    double all = 0, best = 0; /* the play with the best score is none of those where something is lost */
    for (int i = 0; i < EXAMPLE_PLAYS; i++)
        all += (double)made.values[i];
    best = (all - lost) / EXAMPLE_PLAYS;
    bool found = false;
    for (int i = 0; i < EXAMPLE_PLAYS; i++)
        found |= fabs((double)made.values[i] - best) < 1e-5;
    assert_true(found);
    free(params);
    gradient_room_free(&room);
}

/* ---- self-play */

/* The log of the chance of a play. */
static double log_chance(float params[], const Example *example, int play, GradientRoom *room)
{
    Loss loss = {0};
    Example alone = *example;
    float shares[EXAMPLE_PLAYS] = {0};
    shares[play] = 1;
    alone.shares = shares;
    assert_true(gradient_add(&loss, NULL, params, &SHAPE, &alone, &RULE, room));
    return -loss.cross;
}

static double play_loss_of(float params[], const Example *example, GradientRoom *room)
{
    Loss loss = {0};
    double mean = 0, entropy = 0;
    for (int i = 0; i < EXAMPLE_PLAYS; i++) {
        const double log = log_chance(params, example, i, room);
        mean += exp(log) * (double)example->values[i];
        entropy -= exp(log) * log;
    }
    assert_true(gradient_add(&loss, NULL, params, &SHAPE, example, &PLAY_RULE, room));
    assert_true(fabs(loss.cross - entropy) < 1e-4);
    return (double)PLAY_RULE.value_weight * (loss.square + loss.lost) - mean / NET_POINTS - entropy;
}

static void gradient_of_self_play_is_the_slope(void **state)
{
    (void)state;
    const size_t net = net_param_count(&SHAPE), count = net + critic_param_count(&SHAPE);
    GradientRoom room = {0};
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
        assert_true(gradient_add(&loss, gradient, params, &SHAPE, &made.example, &PLAY_RULE, &room));
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
            const double up = play_loss_of(params, &made.example, &room);
            params[at] = was - step;
            const double down = play_loss_of(params, &made.example, &room);
            params[at] = was;
            const double difference = (up - down) / (2 * (double)step);
            if (fabs(difference - (double)gradient[at]) > 1e-3 + 0.02 * fabs(difference))
                fail_msg("number %zu: gradient %g, difference %g", at, (double)gradient[at], difference);
            *(at < net ? &moved : &critic_moved) += fabsf(gradient[at]) > 0.003f;
        }
        free(params);
        free(gradient);
    }
    assert_true(moved > TRIED && critic_moved > TRIED);
    gradient_room_free(&room);
}

static void critic_begins_as_the_value(void **state)
{
    (void)state;
    Rng rng = rng_make(7, 7);
    Made made;
    GradientRoom room = {0};
    Loss loss = {0};
    float *params = params_any(&rng), *critic = calloc(critic_param_count(&SHAPE), sizeof *critic);
    critic_begin(critic, params, &SHAPE);
    example_any(&made, &rng);
    assert_true(gradient_add(&loss, NULL, params, &SHAPE, &made.example, &RULE, &room));
    const double value = (double)critic_value(critic, &SHAPE, &made.example);
    assert_true(fabs(pow(value - (double)made.example.value, 2) - loss.square) < 1e-3);
    free(params);
    free(critic);
    gradient_room_free(&room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradient_is_the_slope),
        cmocka_unit_test(hits_and_losses_are_of_the_best_score),
        cmocka_unit_test(gradient_of_self_play_is_the_slope),
        cmocka_unit_test(critic_begins_as_the_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
