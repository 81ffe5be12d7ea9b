/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tests/scenarios/tactics: what a tactic alone chooses is what each line says. */
#include "tests/engine/scenario.h"

#include "agents/tactic/tactics.h"
#include "tests/engine/claims.h"
#include "tests/test.h"

/* The plays of the highest value, and whether the agent chooses one of them. */
static void tactic_finds(Facts *facts, const Scenario *scenario)
{
    static CardSet moves[MAX_MOVES];
    static int64_t scores[MAX_MOVES];
    const Rules *rules = &scenario->rules;
    const Table *table = &scenario->table;
    const View view = {.rules = rules, .table = table, .hand = scenario->hands[table->turn], .seat = table->turn};
    const int row = name_find(&TACTIC_NAMES, scenario->tactic);
    if (row < 0) fail_msg("there is no tactic '%s'", scenario->tactic);
    double values[TACTIC_COUNT] = {0};
    values[row] = 1;
    FeatureRules by_rules;
    TacticWeights weights;
    feature_rules_init(&by_rules, rules);
    tactic_weights_init(&weights, values);
    const int count = moves_list(moves, view.hand, table->pool, NULL);
    tactics_score(scores, &by_rules, &weights, &view, plays_capture(moves, count, table->pool), moves, count);
    int64_t best = scores[0];
    for (int i = 1; i < count; i++)
        best = scores[i] > best ? scores[i] : best;
    Rng rng = rng_make(1, 1);
    const CardSet chosen = tactic_choose(&by_rules, &weights, &view, &rng);
    bool found = false;
    *facts = (Facts){.sides = rules->sides};
    for (int i = 0; i < count; i++) {
        if (scores[i] < best) continue;
        found |= moves[i] == chosen;
        facts->plays[facts->play_count++] =
            (Play){.card = set_first(moves[i] & view.hand), .captured = moves[i] & ~view.hand};
    }
    assert_true(found);
}

static int wrong_claims;
static bool seen[TACTIC_COUNT][MAX_SEATS + 1];

static void check(const Scenario *scenario)
{
    static Facts facts;
    if (!*scenario->tactic) fail_msg("no tactic is named");
    tactic_finds(&facts, scenario);
    wrong_claims += scenario_compare(scenario, "the tactic", &facts);
    seen[name_find(&TACTIC_NAMES, scenario->tactic)][scenario->rules.players] = true;
}

TEST(chooses_as_the_lines_say)
{
    scenarios_visit("tests/scenarios/tactics/*.txt", check);
    about_text("");
    if (wrong_claims) fail_msg("claims that do not hold: %d", wrong_claims);
    for (int players = 2; players <= MAX_SEATS; players++)
        assert_true(seen[TACTIC_deny_sur][players] && seen[TACTIC_feed_cancel][players]);
}
