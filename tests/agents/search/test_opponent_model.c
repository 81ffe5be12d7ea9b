/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Styles are distributions over the legal plays, and are played as they say. */
#include "tests/engine/claims.h"

#include "agents/agent.h"
#include "agents/search/opponent_model.h"

static Styles styles_of(const Rules *rules)
{
    Styles styles;
    Fold fold = fold_for(rules);
    styles_init(&styles, rules, &fold, (1u << STYLE_COUNT) - 1);
    return styles;
}

static View view_of(const Rules *rules, const Round *round)
{
    return (View){rules, &round->table, round_hand(round), round->table.turn, 0, NULL};
}

typedef struct {
    Rules rules;
    Styles styles;
    Round round;
    View view;
    CardSet plays[MAX_MOVES];
    int count;
} Decision;

static void random_decision(Decision *at, Rng *rng)
{
    char text[RULES_TEXT];
    random_rules(text, rng);
    at->rules = rules_of(text);
    at->styles = styles_of(&at->rules);
    at->round = random_round(&at->rules, (int)rng_bounded(rng, PLAYS), rng);
    at->view = view_of(&at->rules, &at->round);
    at->count = moves_list(at->plays, at->view.hand, at->round.table.pool, &at->styles.fold);
}

static void chances_sum_to_one(void **state)
{
    (void)state;
    Rng rng = rng_for(12, 0, PURPOSE_TEST);
    for (int i = 0; i < 300; i++) {
        Decision at;
        random_decision(&at, &rng);
        float sums[STYLE_COUNT] = {0}, likelihood[STYLE_COUNT];
        for (int j = 0; j < at.count; j++) {
            about_play(at.plays[j]);
            styles_likelihood(likelihood, &at.styles, at.styles.possible, &at.view, at.plays[j]);
            for (int style = 0; style < STYLE_COUNT; style++) {
                assert_true(likelihood[style] > 0);
                sums[style] += likelihood[style];
            }
        }
        for (int style = 0; style < STYLE_COUNT; style++)
            assert_float_equal(sums[style], 1, 1e-4);
        styles_likelihood(likelihood, &at.styles, 1u << STYLE_GREEDY, &at.view, at.plays[0]);
        for (int style = 0; style < STYLE_COUNT; style++)
            assert_true((likelihood[style] > 0) == (style == STYLE_GREEDY));
    }
}

/* Plays that fold into one are the same play. */
static void equal_cards_are_one_play(void **state)
{
    (void)state;
    Rules rules = rules_of("pagat");
    Styles styles = styles_of(&rules);
    Round round = {.table = {.pool = cards_of("4s4h9d"), .last = NOBODY}, .hands = {cards_of("7d7s2cKh")}};
    View view = view_of(&rules, &round);
    float one[STYLE_COUNT], other[STYLE_COUNT];
    styles_likelihood(one, &styles, styles.possible, &view, cards_of("7d4s"));
    styles_likelihood(other, &styles, styles.possible, &view, cards_of("7s4h"));
    assert_memory_equal(one, other, sizeof one);
}

/* What steers a search is what a loose player who is never careless would do. */
static void weights_are_those_of_a_loose_player(void **state)
{
    (void)state;
    Rng rng = rng_for(12, 2, PURPOSE_TEST);
    for (int i = 0; i < 300; i++) {
        Decision at;
        random_decision(&at, &rng);
        float likelihood[STYLE_COUNT], weights[MAX_MOVES], sum = 0;
        at.styles.manners[STYLE_LOOSE] = (Manner){.sharpness = 0.2f};
        style_weights(weights, &at.styles, &at.view, at.plays, at.count);
        for (int j = 0; j < at.count; j++)
            sum += weights[j];
        for (int j = 0; j < at.count; j++) {
            about_play(at.plays[j]);
            styles_likelihood(likelihood, &at.styles, 1u << STYLE_LOOSE, &at.view, at.plays[j]);
            assert_float_equal(likelihood[STYLE_LOOSE], weights[j] / sum, 1e-4);
        }
    }
}

static void plays_as_it_says(void **state)
{
    (void)state;
    enum { DRAWS = 20000 };
    Rules rules = rules_of("pagat");
    Styles styles = styles_of(&rules);
    Rng rng = rng_for(12, 1, PURPOSE_TEST);
    for (int i = 0; i < 5 * STYLE_COUNT; i++) {
        Round round = random_round(&rules, 8 * (i % 5), &rng);
        View view = view_of(&rules, &round);
        CardSet plays[MAX_MOVES];
        int counts[MAX_MOVES] = {0}, count = moves_list(plays, view.hand, round.table.pool, &styles.fold), degrees = -1;
        for (int draw = 0; draw < DRAWS; draw++) {
            CardSet play = style_play(&styles, i / 5, &view, &rng);
            int at = 0;
            while (plays[at] != play)
                at++;
            counts[at]++;
        }
        double chi_square = 0;
        for (int j = 0; j < count; j++) {
            float likelihood[STYLE_COUNT];
            styles_likelihood(likelihood, &styles, styles.possible, &view, plays[j]);
            double expected = DRAWS * (double)likelihood[i / 5];
            chi_square += (counts[j] - expected) * (counts[j] - expected) / expected;
            degrees++;
        }
        if (degrees) assert_true(chi_square_tail(chi_square, degrees) > 1e-6);
    }
}

static void names_are_read(void **state)
{
    (void)state;
    uint32_t possible;
    Error error;
    assert_true(styles_parse(&possible, NULL, &error));
    assert_int_equal(possible, (1u << STYLE_COUNT) - 1);
    assert_true(styles_parse(&possible, "greedy+loose", &error));
    assert_int_equal(possible, 1u << STYLE_GREEDY | 1u << STYLE_LOOSE);
    assert_false(styles_parse(&possible, "greedy+lo", &error));
    assert_non_null(strstr(error.text, "unknown style 'lo'"));
    assert_false(styles_parse(&possible, "", &error));
    assert_false(styles_parse(&possible, "greedy+", &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chances_sum_to_one),
        cmocka_unit_test(equal_cards_are_one_play),
        cmocka_unit_test(weights_are_those_of_a_loose_player),
        cmocka_unit_test(plays_as_it_says),
        cmocka_unit_test(names_are_read),
    };
    return cmocka_run_group_tests_name("agents/styles", tests, NULL, NULL);
}
