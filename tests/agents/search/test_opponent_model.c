/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Styles are distributions over the legal plays, and are played as they say. */
#include "tests/engine/claims.h"

#include <math.h>

#include "agents/agent.h"
#include "tests/agents/search/likelihood.h"
#include "tests/test.h"

/* The nets for as many players as the index says, with four in teams or, at 0, each for himself. */
static Net NETS[MAX_SEATS + 1];

enum { ALL = (1 << OPPONENT_STYLES) - 1 };

static OpponentModel model_of(const Rules *rules)
{
    OpponentModel model;
    Error error;
    Fold fold = fold_for(rules);
    Net *net = &NETS[rules->players == 4 && !rules->teams ? 0 : rules->players];
    if (!net->owned && !net_builtin(net, rules, &error)) fail_msg("%s", error.text);
    opponent_model_init(&model, rules, &fold, ALL, net);
    return model;
}

static View view_of(const Rules *rules, const Round *round)
{
    return (View){rules, &round->table, round_hand(round), round->table.turn, 0, NULL, NULL};
}

typedef struct {
    Rules rules;
    OpponentModel model;
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
    at->model = model_of(&at->rules);
    at->round = random_round(&at->rules, (int)rng_bounded(rng, PLAYS), rng);
    at->view = view_of(&at->rules, &at->round);
    at->count = moves_list(at->plays, at->view.hand, at->round.table.pool, &at->model.fold);
}

TEST(chances_sum_to_one)
{
    Rng rng = rng_for(12, 0, PURPOSE_TEST);
    for (int i = 0; i < 300; i++) {
        Decision at;
        random_decision(&at, &rng);
        float sums[OPPONENT_STYLES] = {0}, likelihood[OPPONENT_STYLES];
        for (int j = 0; j < at.count; j++) {
            about_play(at.plays[j]);
            opponent_likelihood(likelihood, &at.model, ALL, &at.view, at.plays[j]);
            for (int style = 0; style < OPPONENT_STYLES; style++) {
                assert_true(likelihood[style] > 0);
                sums[style] += likelihood[style];
            }
        }
        for (int style = 0; style < OPPONENT_STYLES; style++)
            assert_float_equal(sums[style], 1, 1e-4);
    }
}

/* Plays that fold into one are the same play. */
TEST(equal_cards_are_one_play)
{
    Rules rules = rules_of("pagat");
    OpponentModel model = model_of(&rules);
    Round round = {.table = {.pool = cards_of("4s4h9d"), .last = NOBODY}, .hands = {cards_of("7d7s2cKh")}};
    View view = view_of(&rules, &round);
    float one[OPPONENT_STYLES], other[OPPONENT_STYLES];
    opponent_likelihood(one, &model, ALL, &view, cards_of("7d4s"));
    opponent_likelihood(other, &model, ALL, &view, cards_of("7s4h"));
    assert_memory_equal(one, other, sizeof one);
}

/* What steers a search is what a loose player who is never careless would do. */
TEST(weights_are_those_of_a_loose_player)
{
    Rng rng = rng_for(12, 2, PURPOSE_TEST);
    for (int i = 0; i < 300; i++) {
        Decision at;
        random_decision(&at, &rng);
        float likelihood[OPPONENT_STYLES], weights[MAX_MOVES], sum = 0;
        at.model.manners[OPPONENT_LOOSE] = (Manner){.sharpness = 0.2f};
        opponent_weights(weights, &at.model, &at.view, at.plays, at.count);
        for (int j = 0; j < at.count; j++)
            sum += weights[j];
        for (int j = 0; j < at.count; j++) {
            about_play(at.plays[j]);
            opponent_likelihood(likelihood, &at.model, 1u << OPPONENT_LOOSE, &at.view, at.plays[j]);
            assert_float_equal(likelihood[OPPONENT_LOOSE], weights[j] / sum, 1e-4);
        }
    }
}

/* The style policy: chances fall with what the net says is lost. */
TEST(policy_follows_its_net)
{
    Rng rng = rng_for(12, 3, PURPOSE_TEST);
    for (int i = 0; i < 100; i++) {
        Decision at;
        random_decision(&at, &rng);
        at.model.manners[OPPONENT_POLICY] = (Manner){.sharpness = 2};
        float chances[OPPONENT_STYLES], first = 0;
        int32_t scores[MAX_MOVES];
        NetPosition position;
        net_position_init(&position, &at.view);
        net_scores(scores, at.model.net, &position, at.plays, at.count);
        for (int j = 0; j < at.count; j++) {
            about_play(at.plays[j]);
            opponent_likelihood(chances, &at.model, 1u << OPPONENT_POLICY, &at.view, at.plays[j]);
            if (!j) first = chances[OPPONENT_POLICY];
            double points = NET_POINTS * ((double)scores[j] - scores[0]) / NET_ONE;
            double expected = (double)first * exp(2 * points);
            assert_true(fabs((double)chances[OPPONENT_POLICY] - expected) <= 1e-3 * expected + 1e-12);
        }
    }
}

TEST(plays_as_it_says)
{
    enum { DRAWS = 20000 };
    Rules rules = rules_of("pagat");
    OpponentModel model = model_of(&rules);
    Rng rng = rng_for(12, 1, PURPOSE_TEST);
    for (int i = 0; i < 5 * OPPONENT_STYLES; i++) {
        Round round = random_round(&rules, 8 * (i % 5), &rng);
        View view = view_of(&rules, &round);
        CardSet plays[MAX_MOVES];
        int counts[MAX_MOVES] = {0}, count = moves_list(plays, view.hand, round.table.pool, &model.fold), degrees = -1;
        for (int draw = 0; draw < DRAWS; draw++) {
            CardSet play = opponent_play(&model, i / 5, &view, &rng);
            int at = 0;
            while (plays[at] != play)
                at++;
            counts[at]++;
        }
        double chi_square = 0;
        for (int j = 0; j < count; j++) {
            float likelihood[OPPONENT_STYLES];
            opponent_likelihood(likelihood, &model, ALL, &view, plays[j]);
            double expected = DRAWS * (double)likelihood[i / 5];
            chi_square += (counts[j] - expected) * (counts[j] - expected) / expected;
            degrees++;
        }
        if (degrees) assert_true(chi_square_tail(chi_square, degrees) > 1e-6);
    }
}
