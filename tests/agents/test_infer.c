/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model of players tells something about hands, and nothing that is wrong. */
#include "tests/engine/claims.h"

#include "agents/infer.h"
#include "engine/sample.h"

typedef struct {
    Rules rules;
    Round round;
    CardSet first_pool, history[PLAYS];
} Game;

/* A round in which everybody plays by `agent`, up to some play. */
static Game game_until(const char *rules, const char *name, int plays, Rng *rng)
{
    Game game = {.rules = rules_of(rules)};
    Agent agent;
    Pack pack;
    char error[256];
    assert_true(agent_parse(&agent, name, error, sizeof error));
    void *mind = agent.kind->mind_open ? agent.kind->mind_open(&agent, &game.rules) : NULL;
    pack_deal(&pack, &game.rules, rng);
    round_start(&game.round, &game.rules, &pack, NULL);
    game.first_pool = game.round.table.pool;
    while (game.round.table.ply < plays) {
        const Table *table = &game.round.table;
        View view = {&game.rules, table, round_hand(&game.round), table->turn, game.first_pool, game.history};
        CardSet play = agent.kind->choose(&agent, mind, &view, rng);
        game.history[table->ply] = play;
        round_play(&game.round, &game.rules, play);
    }
    if (mind) agent.kind->mind_close(mind);
    return game;
}

static void hands_fill(uint8_t hands[MAX_SEATS][HAND], uint8_t left[MAX_SEATS], const Round *round, const Rules *rules,
                       const Classes *classes)
{
    for (int seat = 0; seat < rules->players; seat++) {
        left[seat] = 0;
        for (CardSet rest = round->hands[seat]; rest; rest = set_rest(rest))
            hands[seat][left[seat]++] = classes->of[set_first(rest)];
    }
}

/* The hands that there are explain the plays better, on average, than hands drawn at random. */
static void real_hands_are_likelier(void **state)
{
    (void)state;
    static const char *const RULES[] = {"pagat", "bicycle,players=3", "pagat,players=4"};
    static const char *const NAMES[] = {"tactic", "counter"};
    Rng rng = rng_for(11, 0, PURPOSE_TEST);
    for (int i = 0; i < COUNT(RULES); i++)
        for (int j = 0; j < COUNT(NAMES); j++) {
            double real = 0, random = 0;
            for (int k = 0; k < 400; k++) {
                Rules rules = rules_of(RULES[i]);
                int deal = HAND * rules.players, plays = deal * (k % rules.deals) + deal / 2;
                Game game = game_until(RULES[i], NAMES[j], plays, &rng);
                const Table *table = &game.round.table;
                View view = {&game.rules, table, round_hand(&game.round), table->turn, game.first_pool, game.history};
                Playout playout;
                Infer infer;
                Sampler sampler;
                Round sampled;
                uint8_t hands[MAX_SEATS][HAND], left[MAX_SEATS];
                playout_init(&playout, &game.rules, table->scores, true);
                infer_init(&infer, &playout, &view, 1);
                assert_int_equal(infer.count, deal / 2 * (rules.players - 1) / rules.players);
                hands_fill(hands, left, &game.round, &game.rules, &playout.classes);
                float likelihood = infer_likelihood(&infer, (const uint8_t(*)[HAND])hands, left);
                assert_true(likelihood > 0 && likelihood <= 1);
                real += likelihood;
                assert_true(sampler_init(&sampler, &game.rules, table, view.hand));
                sampler_round(&sampled, &sampler, &rng);
                hands_fill(hands, left, &sampled, &game.rules, &playout.classes);
                random += infer_likelihood(&infer, (const uint8_t(*)[HAND])hands, left);
            }
            if (real < 1.1 * random) fail_msg("%s, %s: %g real, %g random", RULES[i], NAMES[j], real, random);
        }
}

/* Who trails a king instead of making a Sur can hardly make one. */
static void a_sur_that_was_not_made(void **state)
{
    (void)state;
    Rules rules = rules_of("pagat");
    Table table = {.pool = cards_of("KcAd3d"), .ply = 1, .turn = 1, .last = NOBODY};
    CardSet history[] = {cards_of("Kc")};
    View view = {&rules, &table, cards_of("2c5c9hQh"), 1, cards_of("Ad3d"), history};
    Playout playout;
    Infer infer;
    playout_init(&playout, &rules, table.scores, true);
    infer_init(&infer, &playout, &view, 1);
    uint8_t hands[MAX_SEATS][HAND] = {{0}}, left[MAX_SEATS] = {3, 4};
    CardSet with = cards_of("7c6s9s"), without = cards_of("9c6s9s");
    for (int i = 0; with; i++, with = set_rest(with))
        hands[0][i] = playout.classes.of[set_first(with)];
    float maker = infer_likelihood(&infer, (const uint8_t(*)[HAND])hands, left);
    for (int i = 0; without; i++, without = set_rest(without))
        hands[0][i] = playout.classes.of[set_first(without)];
    float other = infer_likelihood(&infer, (const uint8_t(*)[HAND])hands, left);
    assert_true(maker < other / 2);
}

static void nothing_is_inferred_without_history(void **state)
{
    (void)state;
    Rng rng = rng_for(11, 1, PURPOSE_TEST);
    Game game = game_until("pagat", "greedy", 21, &rng);
    const Table *table = &game.round.table;
    View view = {&game.rules, table, round_hand(&game.round), table->turn, game.first_pool, NULL};
    Playout playout;
    Infer infer;
    playout_init(&playout, &game.rules, table->scores, true);
    infer_init(&infer, &playout, &view, 1);
    assert_int_equal(infer.count, 0);
    view.history = game.history;
    infer_init(&infer, &playout, &view, 0);
    assert_int_equal(infer.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_hands_are_likelier),
        cmocka_unit_test(a_sur_that_was_not_made),
        cmocka_unit_test(nothing_is_inferred_without_history),
    };
    return cmocka_run_group_tests_name("agents/infer", tests, NULL, NULL);
}
