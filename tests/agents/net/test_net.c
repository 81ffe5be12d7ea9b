/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The net in whole numbers: its scores, its way from real numbers, its file. */
#include "tests/agents/net/past.h"
#include "tests/test.h"

#include <math.h>
#include <stdlib.h>

static const NetShape SMALL = {16, 16, 16}, USUAL = {64, 32, 16}, NO_VALUE = {32, 16, 0};

static Error error;

/* ---- scores */

/* x / y rounded to the nearest whole number, halves away from 0; y > 0. */
static int64_t divided(int64_t x, int64_t y)
{
    int64_t whole = x / y, rest = llabs(x % y);
    return whole + (2 * rest >= y ? (x < 0 ? -1 : 1) : 0);
}

static int64_t within(int64_t x, int64_t low, int64_t high) { return x < low ? low : x > high ? high : x; }

/* The score of a play, one unit after the other over all features. */
static int64_t plain_score(const Net *net, const NetPosition *position, CardSet play)
{
    const NetShape *shape = &net->shape;
    bool view_has[NET_VIEW_FEATURES] = {false}, play_has[NET_PLAY_FEATURES] = {false};
    uint16_t found[NET_VIEW_MOST > NET_PLAY_MOST ? NET_VIEW_MOST : NET_PLAY_MOST];
    int64_t hidden[NET_HIDDEN_MOST], sum = 0;
    const int64_t one = INT64_C(1) << net->hidden_bits, second_one = INT64_C(1) << net->second_bits;
    for (int i = net_view_features(found, position) - 1; i >= 0; i--)
        view_has[found[i]] = true;
    for (int i = net_play_features(found, position, play) - 1; i >= 0; i--)
        play_has[found[i]] = true;
    for (int unit = 0; unit < shape->hidden; unit++) {
        int64_t total = net->hidden_bias[unit];
        for (int i = 0; i < NET_VIEW_FEATURES; i++)
            total += view_has[i] ? net->view_rows[i * shape->hidden + unit] : 0;
        for (int i = 0; i < NET_PLAY_FEATURES; i++)
            total += play_has[i] ? net->play_rows[i * shape->hidden + unit] : 0;
        assert_true(total >= INT16_MIN && total <= INT16_MAX);
        hidden[unit] = within(total, 0, one);
    }
    for (int i = 0; i < shape->second; i++) {
        const int16_t *weights = net->second + i * shape->hidden;
        int64_t total = net->second_bias[i];
        for (int unit = 0; unit < shape->hidden; unit++)
            total += weights[unit] * hidden[unit];
        sum += net->out[i] * within(divided(total, second_one), 0, one);
    }
    return within(divided(sum, one), -NET_SCORE_MOST, NET_SCORE_MOST);
}

/* What the net keeps of a position for other hands changes no score of theirs. */
static void hands_score_alike(const Net *net, const View *view, Rng *rng)
{
    NetMemory *memory = malloc(sizeof *memory);
    assert_non_null(memory);
    net_memory_clear(memory);
    for (int i = 0; i < 3; i++) {
        CardSet moves[MAX_MOVES], hand = 0, rest = view_unseen(view) | view->hand;
        int32_t kept[MAX_MOVES], scores[MAX_MOVES];
        NetPosition position;
        View other = *view;
        while (set_count(hand) < set_count(view->hand))
            hand |= rest & set_of((Card)rng_bounded(rng, CARDS));
        other.hand = hand;
        const int count = moves_list(moves, hand, view->table->pool, NULL);
        net_position_init(&position, &other);
        net_scores(scores, net, &position, moves, count);
        net_memory_scores(kept, net, memory, 1, &other, moves, count);
        assert_memory_equal(kept, scores, (size_t)count * sizeof *scores);
    }
    free(memory);
}

TEST(scores_are_those_of_plain_sums)
{
    /* the third and the last one are no whole number of the widest vectors */
    const NetShape shapes[] = {SMALL, {NET_HIDDEN_MOST, NET_SECOND_MOST, NET_SECOND_MOST}, {144, 48, 0}, {80, 32, 16}};
    /* small numbers; numbers that the first layer can hardly hold; numbers that cut nearly every unit */
    const double ranges[] = {0.1, 5, 50};
    for (int i = 0; i < 12; i++) {
        Net net = net_random(&shapes[i % 4], "pagat", ranges[i / 4], (uint64_t)i);
        for (int k = 0; k < 60; k++) {
            Rng rng = rng_for(9, (uint64_t)k, PURPOSE_TEST);
            CardSet moves[MAX_MOVES];
            int32_t scores[MAX_MOVES];
            NetPosition position;
            Past past;
            past_any(&past, k, &rng);
            View view = past_view(&past);
            net_position_init(&position, &view);
            int count = moves_list(moves, view.hand, view.table->pool, NULL);
            count = count > 8 ? 8 : count;
            net_scores(scores, &net, &position, moves, count);
            for (int j = 0; j < count; j++)
                assert_int_equal(scores[j], plain_score(&net, &position, moves[j]));
            hands_score_alike(&net, &view, &rng);
        }
        net_free(&net);
    }
}

/* Of the scores of 2000 positions of these rules in turn. */
static uint64_t scores_hash(const Net *net, const char *const rules[], int rules_count)
{
    uint64_t hash = 0;
    for (int i = 0; i < 2000; i++) {
        Rng rng = rng_for(10, (uint64_t)i, PURPOSE_TEST);
        CardSet moves[MAX_MOVES];
        int32_t scores[MAX_MOVES];
        NetPosition position;
        Past past;
        past_make(&past, rules[i % rules_count], (int)rng_bounded(&rng, PLAYS), &rng);
        View view = past_view(&past);
        net_position_init(&position, &view);
        int count = moves_list(moves, view.hand, view.table->pool, NULL);
        net_scores(scores, net, &position, moves, count);
        for (int j = 0; j < count; j++)
            hash = rng_mix(hash ^ (uint32_t)scores[j]);
    }
    return hash;
}

/* A constant, so that another processor, compiler or library that finds other scores is found. */
TEST(scores_are_the_same_everywhere)
{
    Net net = net_random(&USUAL, "pagat", 0.15, 1);
    const uint64_t hash = scores_hash(&net, PRESET_RULES, PRESET_RULES_COUNT);
    net_free(&net);
    assert_int_equal(hash, UINT64_C(0x1354056a0fe4a9fe));
}

TEST(nets_built_in_score_the_same_everywhere)
{
    static const struct {
        const char *rules;
        uint64_t hash;
    } cases[] = {{"pagat", UINT64_C(0xe49ba05afd37d8a2)},
                 {"pagat,players=3", UINT64_C(0x91f8959d19c13a08)},
                 {"pagat,players=4", UINT64_C(0xc1e10ef175759271)}};
    for (int i = 0; i < COUNT(cases); i++) {
        const Rules rules = rules_of(cases[i].rules);
        Net net;
        assert_true(net_builtin(&net, &rules, &error));
        const uint64_t hash = scores_hash(&net, &cases[i].rules, 1);
        net_free(&net);
        assert_int_equal(hash, cases[i].hash);
    }
}

/* ---- from real numbers */

static double cut(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

/* The score of a play in real numbers. */
static double real_score(float *params, const NetShape *shape, const NetPosition *position, CardSet play)
{
    NetFloats at = net_floats(params, shape);
    uint16_t found[NET_VIEW_MOST], of_play[NET_PLAY_MOST];
    const int count = net_view_features(found, position);
    const int more = net_play_features(of_play, position, play);
    double hidden[NET_HIDDEN_MOST], score = 0;
    for (int unit = 0; unit < shape->hidden; unit++) {
        double sum = at.hidden_bias[unit];
        for (int i = 0; i < count; i++)
            sum += at.view_rows[found[i] * shape->hidden + unit];
        for (int i = 0; i < more; i++)
            sum += at.play_rows[of_play[i] * shape->hidden + unit];
        hidden[unit] = cut(sum);
    }
    for (int i = 0; i < shape->second; i++) {
        double sum = at.second_bias[i];
        for (int unit = 0; unit < shape->hidden; unit++)
            sum += at.second[i * shape->hidden + unit] * hidden[unit];
        score += at.out[i] * cut(sum);
    }
    return score;
}

TEST(whole_numbers_are_near_the_real_ones)
{
    Rules rules = rules_of("pagat");
    float *params = params_random(&USUAL, 0.15, 3);
    NetFloats at = net_floats(params, &USUAL);
    Net net;
    for (int i = 0; i < USUAL.second; i++)
        at.out[i] *= 20;
    assert_true(net_quantise(&net, params, &USUAL, &rules, "random numbers", &error));
    double most = 0, spread = 0;
    for (int i = 0; i < 400; i++) {
        Rng rng = rng_for(11, (uint64_t)i, PURPOSE_TEST);
        CardSet moves[MAX_MOVES];
        NetPosition position;
        Past past;
        int32_t score;
        past_make(&past, "pagat", (int)rng_bounded(&rng, PLAYS), &rng);
        View view = past_view(&past);
        net_position_init(&position, &view);
        moves_list(moves, view.hand, view.table->pool, NULL);
        net_scores(&score, &net, &position, moves, 1);
        double wanted = real_score(params, &USUAL, &position, moves[0]);
        most = fmax(most, fabs(score / (double)NET_ONE - wanted));
        spread = fmax(spread, fabs(wanted));
    }
    assert_true(spread > 1);
    assert_true(most < 0.05);
    net_free(&net);
    free(params);
}

TEST(numbers_that_no_scale_holds_are_refused)
{
    Rules rules = rules_of("pagat");
    Net net;
    const struct {
        size_t offset; /* of the number that is spoiled, in NetFloats */
        float number;
        const char *reason;
    } cases[] = {
        {offsetof(NetFloats, view_rows), NAN, "first layer"},
        {offsetof(NetFloats, play_rows), INFINITY, "first layer"},
        {offsetof(NetFloats, hidden_bias), 1e6f, "first layer"},
        {offsetof(NetFloats, second), 1e6f, "second layer"},
        {offsetof(NetFloats, second_bias), NAN, "second layer"},
        {offsetof(NetFloats, value_second), -1e6f, "second layer"},
        {offsetof(NetFloats, out), 1e6f, "last layer"},
        {offsetof(NetFloats, value_out), NAN, "last layer"},
        {offsetof(NetFloats, value_bias), -1e9f, "last layer"},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        float *params = params_random(&SMALL, 0.1, 4), *spoiled;
        NetFloats at = net_floats(params, &SMALL);
        memcpy(&spoiled, (const char *)&at + cases[i].offset, sizeof spoiled);
        *spoiled = cases[i].number;
        assert_false(net_quantise(&net, params, &SMALL, &rules, "", &error));
        assert_non_null(strstr(error.text, cases[i].reason));
        free(params);
    }
}

TEST(shapes_have_bounds)
{
    const NetShape good[] = {SMALL, USUAL, NO_VALUE, {NET_HIDDEN_MOST, NET_SECOND_MOST, NET_SECOND_MOST}};
    const NetShape bad[] = {{0, 16, 16}, {16, 0, 0},  {24, 16, 16},  {NET_HIDDEN_MOST + NET_STEP, 16, 16},
                            {16, 8, 0},  {16, 16, 8}, {-16, 16, 16}, {16, NET_SECOND_MOST + NET_STEP, 0}};
    for (int i = 0; i < COUNT(good); i++) {
        float *params = params_random(&good[i], 1, 1);
        assert_true(net_shape_valid(&good[i], &error));
        assert_ptr_equal(net_floats(params, &good[i]).value_bias + 1, params + net_param_count(&good[i]));
        free(params);
    }
    for (int i = 0; i < COUNT(bad); i++)
        assert_false(net_shape_valid(&bad[i], &error));
}

/* ---- the file */

/* Nothing need say how it was made, and its checksum is written in one way alone. */
TEST(a_file_says_its_checksum_in_small_letters)
{
    int refused = 0;
    for (uint64_t seed = 0; seed < 4; seed++) {
        Net net = net_random(&SMALL, "pagat", 0.1, seed), read;
        unsigned char *bytes;
        size_t size;
        *net.made = 0;
        assert_true(net_pack(&bytes, &size, &net, &error));
        if (!net_unpack(&read, bytes, size, &error)) fail_msg("%s", error.text);
        assert_string_equal(read.made, "");
        net_free(&read);
        bool letters = false;
        for (char *at = strstr((char *)bytes, "\ncrc32c ") + 8; *at != '\n'; at++) {
            letters |= *at >= 'a';
            if (*at >= 'a') *at = (char)(*at - 'a' + 'A');
        }
        refused += letters;
        assert_true(letters != net_unpack(&read, bytes, size, &error));
        if (!letters) net_free(&read);
        free(bytes);
        net_free(&net);
    }
    assert_true(refused > 0);
}
