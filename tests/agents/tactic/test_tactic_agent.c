/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent that weighs tactics: its parameters, its files of weights, its choices. */
#include "tests/engine/claims.h"

#include <stdlib.h>
#include <unistd.h>

#include "agents/tactic/tactics.h"
#include "engine/notation.h"
#include "engine/solve.h"
#include "engine/table.h"
#include "tests/test.h"

static const double *defaults(void)
{
    static double values[TACTIC_COUNT];
    for (int i = 0; i < TACTIC_COUNT; i++)
        values[i] = TACTICS[i].defaults[WEIGHTS_TWO];
    return values;
}

static int tactic_of(const char *name)
{
    int tactic = name_find(&TACTIC_NAMES, name);
    assert_true(tactic >= 0);
    return tactic;
}

static View view_of(const Rules *rules, const Round *round)
{
    return (View){.rules = rules, .table = &round->table, .hand = round_hand(round), .seat = round->table.turn};
}

/* Calls `check` on random positions under every preset and under random rules. */
static void on_positions(int count, void (*check)(const Rules *, const FeatureRules *, const Round *, Rng *))
{
    char text[RULES_TEXT];
    for (int i = 0; i < count; i++) {
        Rng rng = rng_for(11, (uint64_t)i, PURPOSE_TEST);
        random_rules(text, &rng);
        Rules rules = rules_of(i % 2 ? text : PRESET_RULES[i / 2 % PRESET_RULES_COUNT]);
        FeatureRules by_rules;
        feature_rules_init(&by_rules, &rules);
        Round round = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng);
        check(&rules, &by_rules, &round, &rng);
    }
}

/* ---- choosing */

static void check_best(const Rules *rules, const FeatureRules *by_rules, const Round *round, Rng *rng)
{
    View view = view_of(rules, round);
    double values[TACTIC_COUNT];
    random_weights(values, TACTIC_COUNT, rng);
    TacticWeights weights;
    tactic_weights_init(&weights, values);
    CardSet moves[MAX_MOVES], chosen = tactic_choose(by_rules, &weights, &view, rng);
    int count = moves_list(moves, view.hand, view.table->pool, NULL);
    const bool capturing = plays_capture(moves, count, view.table->pool);
    int64_t scores[MAX_MOVES], best;
    static int64_t says[MAX_MOVES][TACTIC_COUNT];
    tactics_score(scores, by_rules, &weights, &view, capturing, moves, count);
    tactics_score(&best, by_rules, &weights, &view, capturing, &chosen, 1);
    tactics_say(says, by_rules, UINT32_MAX, &view, capturing, moves, count);
    for (int i = 0; i < count; i++) {
        about_play(moves[i]);
        int64_t sum = 0;
        for (int row = 0; row < TACTIC_COUNT; row++)
            sum += weights.weights[row] * says[i][row];
        assert_true(scores[i] == sum);
        assert_true(sum <= best);
    }
}

TEST(chooses_the_highest_weighted_sum) { on_positions(2000, check_best); }

TEST(equal_plays_are_all_chosen)
{
    Rules rules = rules_of("pagat");
    FeatureRules by_rules;
    feature_rules_init(&by_rules, &rules);
    Table table = {.last = NOBODY};
    View view = {.rules = &rules, .table = &table, .hand = cards_of("4d4h4s9c"), .seat = 0};
    TacticWeights none;
    tactic_weights_init(&none, (double[TACTIC_COUNT]){0});
    int seen[CARDS] = {0};
    Rng rng = rng_make(1, 1);
    for (int i = 0; i < 4000; i++)
        seen[set_first(tactic_choose(&by_rules, &none, &view, &rng))]++;
    for (CardSet rest = view.hand; rest; rest = set_rest(rest))
        assert_in_range(seen[set_first(rest)], 880, 1120);
}

/* ---- strength */

/* ---- parameters */

static void accepts_under(const char *rules_text, const char *text, const char *name, double weight)
{
    Agent agent;
    Rules rules = rules_of(rules_text);
    Error error = {0};
    if (!agent_parse(&agent, text, &rules, &error)) fail_msg("%s: %s", text, error.text);
    assert_true(tactic_agent_weights(&agent)[tactic_of(name)] == weight);
    agent_free(&agent);
}

static double default_of(const char *name) { return defaults()[tactic_of(name)]; }

/* A default of these rules, as agent_default has it too. */
static double default_under(const char *rules_text, const char *name)
{
    static const struct {
        const char *rules;
        WeightSet set;
    } SETS[] = {{"pagat", WEIGHTS_TWO},
                {"pagat,players=3", WEIGHTS_SEVERAL},
                {"pagat,players=4", WEIGHTS_TEAMS},
                {"pagat,players=4,teams=0", WEIGHTS_SEVERAL}};
    Rules rules = rules_of(rules_text);
    int row = tactic_of(name);
    for (int i = 0; i < COUNT(SETS); i++)
        if (!strcmp(SETS[i].rules, rules_text)) {
            assert_true(agent_default(&AGENT_TACTIC, row, &rules) == TACTICS[row].defaults[SETS[i].set]);
            return TACTICS[row].defaults[SETS[i].set];
        }
    fail();
    return 0;
}

TEST(defaults_by_players)
{
    static const char *const RULES[] = {"pagat", "pagat,players=3", "pagat,players=4", "pagat,players=4,teams=0"};
    for (int i = 0; i < COUNT(RULES); i++) {
        for (int row = 0; row < TACTIC_COUNT; row++)
            accepts_under(RULES[i], "tactic", TACTICS[row].name, default_under(RULES[i], TACTICS[row].name));
        accepts_under(RULES[i], "tactic:jack_clear=0.025", "jack_clear", 0.025);
        accepts_under(RULES[i], "tactic:jack_clear=0.025", "deny_sur", default_under(RULES[i], "deny_sur"));
        accepts_under(RULES[i], "tactic:only=deny_sur", "deny_sur", default_under(RULES[i], "deny_sur"));
        accepts_under(RULES[i], "tactic:only=deny_sur", "base_sur", default_under(RULES[i], "base_sur"));
        accepts_under(RULES[i], "tactic:only=deny_sur", "jack_clear", 0);
    }
    assert_true(default_under("pagat,players=3", "jack_clear") < 0);
}

/* An agent plays the defaults of the rules that it was read with: what it plays with them written out. */
TEST(plays_the_defaults_of_the_rules)
{
    enum { DEFAULTS, WRITTEN, OF_TWO, AGENTS };
    static const char *const RULES[] = {"pagat", "pagat,players=3", "pagat,players=4", "pagat,players=4,teams=0"};
    for (int i = 0; i < COUNT(RULES); i++) {
        Rules rules = rules_of(RULES[i]);
        Agent agents[AGENTS];
        void *memories[AGENTS];
        Error error;
        int otherwise = 0;
        for (int k = 0; k < AGENTS; k++) {
            assert_true(agent_parse(&agents[k], "tactic", &rules, &error));
            for (int row = 0; row < TACTIC_COUNT && k >= WRITTEN; row++) {
                const char *name = TACTICS[row].name;
                char number[32];
                snprintf(number, sizeof number, "%.17g",
                         k == WRITTEN ? default_under(RULES[i], name) : default_of(name));
                assert_true(agent_param_set(&agents[k], row, number, &error));
            }
            memories[k] = AGENT_TACTIC.memory_open(&agents[k], &rules);
            assert_non_null(memories[k]);
        }
        Rng rng = rng_for(12, (uint64_t)i, PURPOSE_TEST);
        for (int position = 0; position < 1000; position++) {
            Round round = random_round(&rules, (int)rng_bounded(&rng, PLAYS), &rng);
            View view = view_of(&rules, &round);
            CardSet plays[AGENTS];
            for (int k = 0; k < AGENTS; k++) {
                Rng draws = rng;
                plays[k] = AGENT_TACTIC.choose(&agents[k], memories[k], &view, &draws);
            }
            assert_play_equal(plays[DEFAULTS], plays[WRITTEN]);
            otherwise += plays[OF_TWO] != plays[WRITTEN];
        }
        assert_true(rules.players == 2 ? !otherwise : otherwise > 10);
        for (int k = 0; k < AGENTS; k++)
            AGENT_TACTIC.memory_close(memories[k]);
    }
}

/* In the last deal of two players exact=1 makes a play of the best value with open cards, under every rule set. */
/* An agent that looks at earlier plays must not be taken for one that plays alike from the same position on. */
TEST(who_looks_back_does_not_forget)
{
    const Rules rules = rules_of("pagat");
    int looks = 0;
    for (int row = 0; row < TACTIC_COUNT; row++) {
        char text[AGENT_NAME];
        Agent agent;
        Error error;
        const bool looks_back = TACTICS[row].sees & SEES_PLAYS;
        snprintf(text, sizeof text, "tactic:%s=1", TACTICS[row].name);
        assert_true(agent_parse(&agent, text, &rules, &error));
        assert_int_equal(agent_has(&agent, TRAIT_FORGETS), !looks_back);
        assert_true(agent_has(&agent, TRAIT_BATCH));
        agent_free(&agent);
        looks += looks_back;
    }
    assert_int_equal(looks, 1);
}

TEST(exact_plays_the_best_value)
{
    enum { ENTRIES = 1 << 12, LAST_DEAL = PLAYS - 2 * HAND };
    static SolveEntry entries[ENTRIES];
    Agent agent;
    Solver solver;
    Error error;
    int otherwise = 0;
    Rules pagat = rules_of("pagat");
    assert_true(agent_parse(&agent, "tactic:exact=1", &pagat, &error));
    solver_init(&solver, entries, ENTRIES);
    for (uint64_t board = 0; board < 700; board++) {
        Rng rng = rng_for(11, board, PURPOSE_TEST);
        Rules rules = rules_of(PRESET_RULES[board % (uint64_t)PRESET_RULES_COUNT]);
        if (rules.players != 2) continue;
        void *memory = agent.kind->memory_open(&agent, &rules);
        Round round = random_round(&rules, LAST_DEAL + (int)rng_bounded(&rng, 2 * HAND), &rng);
        View view = {.rules = &rules, .table = &round.table, .hand = round_hand(&round), .seat = round.table.turn};
        CardSet play = agent.kind->choose(&agent, memory, &view, &rng);
        CardSet plays[MAX_MOVES];
        int values[MAX_MOVES], best = INT16_MIN, value = INT16_MIN;
        const int count = moves_list(plays, view.hand, view.table->pool, NULL);
        solve_plays(values, &solver, &round, &rules, plays, count);
        for (int i = 0; i < count; i++) {
            best = values[i] > best ? values[i] : best;
            if (plays[i] == play) value = values[i];
            otherwise += values[i] != values[0];
        }
        about_play(play);
        assert_int_equal(value, best);
        agent.kind->memory_close(memory);
    }
    assert_true(otherwise > 50);
    agent_free(&agent);
}
