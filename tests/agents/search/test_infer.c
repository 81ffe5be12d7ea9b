/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays tell something about hands and about styles, and nothing that is wrong. */
#include "tests/engine/claims.h"

#include "agents/search/opponent_model.h"
#include "engine/round.h"
#include "tests/test.h"

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
    Error error;
    assert_true(agent_parse(&agent, name, &game.rules, &error));
    void *memory = agent.kind->memory_open ? agent.kind->memory_open(&agent, &game.rules) : NULL;
    pack_deal(&pack, &game.rules, rng);
    round_start(&game.round, &game.rules, &pack, NULL);
    game.first_pool = game.round.table.pool;
    while (game.round.table.ply < plays) {
        const Table *table = &game.round.table;
        View view = {&game.rules, table, round_hand(&game.round), table->turn, game.first_pool, game.history, NULL};
        CardSet play = agent.kind->choose(&agent, memory, &view, rng);
        game.history[table->ply] = play;
        round_play(&game.round, &game.rules, play);
    }
    if (memory) agent.kind->memory_close(memory);
    agent_free(&agent);
    return game;
}

static View view_of(const Game *game)
{
    const Table *table = &game->round.table;
    return (View){&game->rules, table, round_hand(&game->round), table->turn, game->first_pool, game->history, NULL};
}

static OpponentModel model_of(const Rules *rules, const char *names)
{
    OpponentModel model;
    Fold fold = fold_for(rules);
    uint32_t possible;
    Error error;
    assert_true(opponent_styles_parse(&possible, names, &error));
    opponent_model_init(&model, rules, &fold, possible, NULL);
    return model;
}

static float weight_of(const Infer *infer, int index) { return infer->hands[index].weight; }

/* The hands that there are explain the plays better, on average, than hands drawn at random. */
TEST(real_hands_are_likelier)
{
    static const char *const RULES[] = {"pagat", "bicycle,players=3", "pagat,players=4"};
    static const char *const NAMES[] = {"tactic", "counter", "greedy"};
    Rng rng = rng_for(11, 0, PURPOSE_TEST);
    for (int i = 0; i < COUNT(RULES); i++) {
        Rules rules = rules_of(RULES[i]);
        OpponentModel all = model_of(&rules, NULL), loose = model_of(&rules, "loose");
        for (int j = 0; j < 2 * COUNT(NAMES); j++) {
            const OpponentModel *model = j % 2 ? &all : &loose;
            double real = 0, random = 0;
            for (int k = 0; k < 600; k++) {
                int deal = HAND * rules.players, plays = deal * (k % rules.deals) + deal / 2;
                Game game = game_until(RULES[i], NAMES[j / 2], plays, &rng);
                View view = view_of(&game);
                WeighedHands hands[2];
                float sums[2];
                Infer infer = {.hands = hands, .cumulative = sums};
                Sampler sampler;
                Round sampled;
                infer_init(&infer, model, &view);
                assert_int_equal(infer.count, deal / 2 * (rules.players - 1) / rules.players);
                infer_weigh(&infer, model, 0, game.round.hands);
                assert_true(sampler_init(&sampler, &game.rules, view.table, view.hand, NULL));
                sampler_round(&sampled, &sampler, &rng);
                infer_weigh(&infer, model, 1, sampled.hands);
                assert_true(weight_of(&infer, 0) > 0 && sums[1] <= 2);
                real += weight_of(&infer, 0);
                random += weight_of(&infer, 1);
            }
            if (real < 1.02 * random) fail_msg("%s, %s: %g real, %g random", RULES[i], NAMES[j / 2], real, random);
        }
    }
}

/* Hands that come again weigh what they weighed, whether or not a table finds them. */
TEST(hands_that_come_again)
{
    enum { HANDS_WEIGHED = 60, MASK = 127 };
    Rules rules = rules_of("pagat");
    OpponentModel model = model_of(&rules, NULL);
    Rng rng = rng_for(11, 5, PURPOSE_TEST);
    long again = 0;
    for (int i = 0; i < 60; i++) {
        Game game = game_until("pagat", "counter", 2 * HAND * (i % rules.deals) + 3 + i % 5, &rng);
        View view = view_of(&game);
        static WeighedHands hands[2][HANDS_WEIGHED];
        float sums[2][HANDS_WEIGHED];
        uint32_t places[MASK + 1];
        Infer infer[2] = {{.hands = hands[0], .cumulative = sums[0]},
                          {.hands = hands[1], .cumulative = sums[1], .places = places, .places_mask = MASK}};
        Sampler sampler;
        assert_true(sampler_init(&sampler, &game.rules, view.table, view.hand, NULL));
        for (int kept = 0; kept < 2; kept++)
            infer_init(&infer[kept], &model, &view);
        for (int j = 0; j < HANDS_WEIGHED; j++) {
            Round sampled;
            sampler_round(&sampled, &sampler, &rng);
            for (int kept = 0; kept < 2; kept++)
                infer_weigh(&infer[kept], &model, j, sampled.hands);
            for (int k = 0; k < j; k++)
                again += hands[1][k].hand == hands[1][j].hand;
            assert_memory_equal(&hands[0][j].weight, &hands[1][j].weight, sizeof(float));
            assert_memory_equal(&sums[0][j], &sums[1][j], sizeof(float));
            assert_memory_equal(hands[0][j].styles, hands[1][j].styles, sizeof hands[0][j].styles);
        }
    }
    assert_true(again > 100);
}

/* Who trails a king instead of making a Sur can hardly make one. */
TEST(a_sur_that_was_not_made)
{
    Rules rules = rules_of("pagat");
    OpponentModel model = model_of(&rules, "loose+tactic+counter+greedy");
    Table table = {.pool = cards_of("KcAd3d"), .ply = 1, .turn = 1, .last = NOBODY};
    CardSet history[] = {cards_of("Kc")};
    View view = {&rules, &table, cards_of("2c5c9hQh"), 1, cards_of("Ad3d"), history, NULL};
    WeighedHands hands[2];
    float sums[2];
    Infer infer = {.hands = hands, .cumulative = sums};
    infer_init(&infer, &model, &view);
    infer_weigh(&infer, &model, 0, (CardSet[MAX_SEATS]){cards_of("7c6s9s")});
    infer_weigh(&infer, &model, 1, (CardSet[MAX_SEATS]){cards_of("9c6s9s")});
    assert_true(weight_of(&infer, 0) < weight_of(&infer, 1) / 5);
}

/* After five deals of a bot its own style is the likeliest, although most players are loose. */
TEST(plays_tell_the_style)
{
    static const struct {
        const char *agent;
        int style;
    } BOTS[] = {{"tactic", OPPONENT_TACTIC},
                {"counter", OPPONENT_COUNTER},
                {"greedy", OPPONENT_GREEDY},
                {"random", OPPONENT_RANDOM},
                {"policy", OPPONENT_POLICY}};
    Rng rng = rng_for(11, 2, PURPOSE_TEST);
    Rules rules = rules_of("pagat");
    OpponentModel model = model_of(&rules, "loose+careful+tactic+counter+greedy+random+policy");
    Net net;
    assert_true(net_builtin(&net, &rules, &(Error){0}));
    model.net = &net;
    for (int i = 0; i < COUNT(BOTS); i++) {
        double chances[OPPONENT_STYLES] = {0};
        for (int k = 0; k < 50; k++) {
            Game game = game_until("pagat", BOTS[i].agent, 5 * HAND * rules.players, &rng);
            View view = view_of(&game);
            Infer infer = {.hands = NULL};
            float sum = 0;
            infer_init(&infer, &model, &view);
            for (int style = 0; style < OPPONENT_STYLES; style++)
                sum += infer.styles[!view.seat][style];
            assert_float_equal(sum, 1, 1e-5);
            for (int style = 0; style < OPPONENT_STYLES; style++)
                chances[style] += infer.styles[!view.seat][style] / 50;
        }
        double own = chances[BOTS[i].style];
        for (int style = 0; style < OPPONENT_STYLES; style++)
            if (style != BOTS[i].style && chances[style] >= own)
                fail_msg("%s: its own style has %g, another %g", BOTS[i].agent, own, chances[style]);
    }
    net_free(&net);
}

/* Its judgement of a play depends on the plays before, those of this deal too. */
TEST(the_net_is_asked_with_all_plays_before)
{
    Rng rng = rng_for(11, 7, PURPOSE_TEST);
    const Rules rules = rules_of("pagat");
    OpponentModel model = model_of(&rules, "policy");
    Net net;
    assert_true(net_builtin(&net, &rules, &(Error){0}));
    model.net = &net;
    for (int i = 0; i < 30; i++) {
        Game game = game_until("pagat", "tactic", 2 * HAND * (i % rules.deals) + 4 + i % 4, &rng);
        const View view = view_of(&game);
        WeighedHands hands;
        float sum, wanted = 1;
        Infer infer = {.hands = &hands, .cumulative = &sum};
        infer_init(&infer, &model, &view);
        infer_weigh(&infer, &model, 0, game.round.hands);
        for (int k = 0; k < infer.count; k++) {
            const SeenPlay *seen = &infer.plays[k];
            const CardSet hand = seen->spent | game.round.hands[seen->table.turn], pool = seen->table.pool;
            const View past = {&rules, &seen->table, hand, seen->table.turn, game.first_pool, game.history, NULL};
            CardSet plays[MAX_MOVES];
            float shares[MAX_MOVES];
            const int count = moves_list(plays, hand, pool, &model.fold);
            opponent_shares(shares, &(JudgedPlays){0}, &model, OPPONENT_POLICY, &past, plays, count);
            for (int play = 0; play < count && count > 1; play++)
                wanted *= plays[play] == fold_play(seen->play, hand, pool, &model.fold) ? shares[play] : 1;
        }
        assert_float_equal(hands.weight, wanted, 1e-5 * wanted);
    }
    net_free(&net);
}

TEST(nothing_is_inferred_without_history)
{
    Rng rng = rng_for(11, 1, PURPOSE_TEST);
    Game game = game_until("pagat", "greedy", 21, &rng);
    OpponentModel model = model_of(&game.rules, "loose+greedy");
    View view = view_of(&game);
    Infer infer = {.hands = NULL};
    view.history = NULL;
    infer_init(&infer, &model, &view);
    assert_int_equal(infer.count, 0);
    float sum = model.priors[OPPONENT_LOOSE] + model.priors[OPPONENT_GREEDY];
    for (int style = 0; style < OPPONENT_STYLES; style++)
        assert_float_equal(infer.styles[0][style], model.priors[style] / sum, 1e-6);
    assert_true(infer.styles[0][OPPONENT_GREEDY] > 0 && infer.styles[0][OPPONENT_TACTIC] == 0);
}

/* Hands of weights 1 : 0 : 3 are drawn as often. */
TEST(hands_are_drawn_by_weight)
{
    enum { DRAWS = 40000 };
    float sums[3] = {1, 1, 4};
    Infer infer = {.weighed = 3, .cumulative = sums};
    int counts[3] = {0};
    Rng rng = rng_for(11, 3, PURPOSE_TEST);
    for (int i = 0; i < DRAWS; i++)
        counts[infer_draw(&infer, rng_double(&rng))]++;
    double off = counts[0] - DRAWS / 4.;
    assert_int_equal(counts[1], 0);
    assert_true(chi_square_tail(off * off * (4. / DRAWS + 4. / 3 / DRAWS), 1) > 1e-6);
}
