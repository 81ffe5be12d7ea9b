/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights of tactics by the scores of the match. */
#include "tests/engine/claims.h"

#include <stdlib.h>

#include "agents/tactic/tactics.h"
#include "tests/test.h"

/* The weights at these scores, as shares of the defaults in 1/100, before the first play of a round. */
static void shares_at(int shares[TACTIC_COUNT], int score, int other)
{
    const Rules rules = rules_of("pagat");
    FeatureRules by_rules;
    TacticWeights weights, found;
    double values[TACTIC_COUNT];
    Rng rng = rng_for(15, 0, PURPOSE_TEST);
    Round round = random_round(&rules, 0, &rng);
    round.table.scores[0] = (int16_t)score;
    round.table.scores[1] = (int16_t)other;
    const View view = {.rules = &rules, .table = &round.table, .hand = round_hand(&round)};
    for (int i = 0; i < TACTIC_COUNT; i++)
        values[i] = 1;
    feature_rules_init(&by_rules, &rules);
    tactic_weights_init(&weights, values);
    tactic_match_weights(&found, &weights, match_equity_builtin(&rules), &by_rules, &view);
    for (int i = 0; i < TACTIC_COUNT; i++)
        shares[i] = found.weights[i] * 100 / WEIGHT_ONE;
}

TEST(play_as_before_at_the_start)
{
    int shares[TACTIC_COUNT];
    shares_at(shares, 0, 0);
    for (int i = 0; i < TACTIC_COUNT; i++)
        assert_true(abs(shares[i] - 100) <= 15);
}

TEST(points_are_the_unit)
{
    int shares[TACTIC_COUNT];
    shares_at(shares, 55, 20);
    assert_int_equal(shares[TACTIC_base_points], 100);
    assert_int_equal(shares[TACTIC_jack_face], 100);
    assert_int_equal(shares[TACTIC_count_cards], 100);
}

/* Far behind: the other side hardly needs a Sur any more, the own side does. */
TEST(a_sur_is_worth_what_the_scores_say)
{
    int behind[TACTIC_COUNT];
    shares_at(behind, 5, 48);
    assert_true(behind[TACTIC_deny_sur] < 90);
    assert_true(behind[TACTIC_base_sur] > 100);
}
