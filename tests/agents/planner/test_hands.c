/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sanitized: not part of make quick. */
/* What others may hold is weighed by Bayes' rule over every hand, whatever was asked before. */
#include "tests/agents/net/past.h"

#include <math.h>

#include "agents/planner/hands.h"
#include "tests/agents/search/likelihood.h"
#include "tests/test.h"

enum { ROOM = 4000, ROUNDS = 30 };

static Error error;

/* A round of policy or of tactic, in turn, up to a play. */
static void past_played(Past *past, const char *rules, int plays, int number)
{
    Rng rng = rng_for(41, (uint64_t)number, PURPOSE_TEST);
    Agent agent;
    past_make(past, rules, 0, &rng);
    assert_true(agent_parse(&agent, number % 2 ? "tactic" : "policy:mix=1", &past->rules, &error));
    void *memory = agent.kind->memory_open ? agent.kind->memory_open(&agent, &past->rules) : NULL;
    while (past->round.table.ply < plays) {
        const View view = past_view(past);
        const CardSet play = agent.kind->choose(&agent, memory, &view, &rng);
        past->history[past->round.table.ply] = play;
        round_play(&past->round, &past->rules, play);
    }
    if (memory) agent.kind->memory_close(memory);
    agent_free(&agent);
}

typedef struct {
    Net net;
    OpponentModel model;
    Answers answers;
    HeldHands held;
} Believer;

static void believer_open(Believer *believer, const Rules *rules, int room)
{
    const Fold fold = fold_for(rules);
    assert_true(net_builtin(&believer->net, rules, &error));
    opponent_model_init(&believer->model, rules, &fold, OPPONENT_USUAL | 1u << OPPONENT_POLICY, &believer->net);
    assert_true(answers_init(&believer->answers) && held_init(&believer->held, room));
}

static void believer_close(Believer *believer)
{
    held_close(&believer->held);
    answers_close(&believer->answers);
    net_free(&believer->net);
}

static void believe(Believer *believer, const View *view)
{
    Rng rng = rng_for(42, 0, PURPOSE_TEST);
    assert_true(held_weigh(&believer->held, &believer->answers, &believer->model, view, &rng));
}

/* How likely the plays of this deal are where the other holds `hand`, by the chances of every style, one play after the
   other. */
static double likelihood_slow(const Believer *believer, const View *view, CardSet hand)
{
    const Infer *infer = &believer->held.infer;
    double styles[OPPONENT_STYLES], before = 0, after = 0;
    const int other = !view->seat;
    for (int style = 0; style < OPPONENT_STYLES; style++)
        before += styles[style] = infer->styles[other][style];
    for (int i = 0; i < infer->count; i++) {
        const Table *table = &infer->plays[i].table;
        float chances[OPPONENT_STYLES];
        const View past = {.rules = view->rules,
                           .table = table,
                           .hand = hand | view_spent(view, *table),
                           .seat = other,
                           .first_pool = view->first_pool,
                           .history = view->history};
        opponent_likelihood(chances, &believer->model, (1u << OPPONENT_STYLES) - 1, &past, infer->plays[i].play);
        for (int style = 0; style < OPPONENT_STYLES; style++)
            styles[style] *= chances[style];
    }
    for (int style = 0; style < OPPONENT_STYLES; style++)
        after += styles[style];
    return after / before;
}

/* The hand that stands for `hand` among those that are weighed. */
static int hand_find(const HeldHands *held, CardSet hand, CardSet unseen, const Fold *fold)
{
    const int other = !held->sampler.seat;
    int found = -1;
    for (int i = 0; i < held->count; i++)
        if (fold_set(held->hands[i].hands[other], unseen, fold) == fold_set(hand, unseen, fold)) {
            assert_int_equal(found, -1);
            found = i;
        }
    return found;
}

/* Adds up the likelihood of each hand at the one that stands for it. Returns the sum of all. */
static double weights_slow(double weights[ROOM], const Believer *believer, const View *view)
{
    const CardSet unseen = view_unseen(view);
    const int size = table_hand_size(view->table, view->rules, !view->seat);
    double sum = 0;
    int places[HAND];
    for (int i = 0; i < ROOM; i++)
        weights[i] = 0;
    for (int i = 0; i < size; i++)
        places[i] = i;
    do {
        CardSet hand = 0;
        for (int i = 0; i < size; i++) {
            CardSet rest = unseen;
            for (int skip = places[i]; skip; skip--)
                rest = set_rest(rest);
            hand |= rest & -rest;
        }
        const int at = hand_find(&believer->held, hand, unseen, &believer->model.fold);
        assert_in_range(at, 0, believer->held.count - 1);
        const double likely = likelihood_slow(believer, view, hand);
        weights[at] += likely;
        sum += likely;
    } while (places_next(places, size, set_count(unseen)));
    return sum;
}

TEST(weights_are_those_of_bayes)
{
    int informed = 0;
    for (int round = 0; round < ROUNDS; round++) {
        static double weights[ROOM];
        Past past;
        Believer believer;
        /* where the other has one or two cards left */
        past_played(&past, "pagat", 4 + round % 3 + 8 * (round % 5), round);
        believer_open(&believer, &past.rules, ROOM);
        const View view = past_view(&past);
        believe(&believer, &view);
        const HeldHands *held = &believer.held;
        assert_true(held->all && held->infer.count > 0);
        const double sum = weights_slow(weights, &believer, &view), total = held->hands[held->count - 1].sum;
        double shares = 0;
        for (int i = 0; i < held->count; i++) {
            shares += held->hands[i].weight / total;
            informed += held->hands[i].weight / total > 2.0 / held->count;
            /* styles that are all but impossible are dropped on the way */
            if (fabs(held->hands[i].weight / total - weights[i] / sum) > 0.01)
                fail_msg("round %d, hand %d of %d: %g, not %g", round, i, held->count, held->hands[i].weight / total,
                         weights[i] / sum);
        }
        assert_true(fabs(shares - 1) < 1e-9);
        believer_close(&believer);
    }
    assert_true(informed > ROUNDS);
}

TEST(the_true_hand_is_always_possible)
{
    for (int round = 0; round < 2 * ROUNDS; round++) {
        Past past;
        Believer believer;
        past_played(&past, "pagat", 3 + round % 37, round);
        believer_open(&believer, &past.rules, 20000);
        const View view = past_view(&past);
        believe(&believer, &view);
        const HeldHands *held = &believer.held;
        const CardSet hand = past.round.hands[!view.seat];
        if (held->count) {
            assert_true(held->all);
            const int at = hand_find(held, hand, view_unseen(&view), &believer.model.fold);
            assert_in_range(at, 0, held->count - 1);
            assert_true(held->hands[at].weight > 0);
        }
        believer_close(&believer);
    }
}

/* A memory that has answered for many other positions changes nothing. */
TEST(what_was_asked_before_changes_nothing)
{
    Believer used, fresh;
    const Rules rules = rules_of("pagat");
    believer_open(&used, &rules, 300);
    for (int round = 0; round < ROUNDS; round++) {
        Past past;
        past_played(&past, "pagat", 3 + round % 37, round);
        believer_open(&fresh, &past.rules, 300);
        const View view = past_view(&past);
        believe(&used, &view);
        believe(&fresh, &view);
        assert_int_equal(used.held.count, fresh.held.count);
        assert_true(fresh.held.count <= 300);
        for (int i = 0; i < fresh.held.count; i++) {
            assert_true(used.held.hands[i].weight == fresh.held.hands[i].weight);
            assert_memory_equal(used.held.hands[i].hands, fresh.held.hands[i].hands, sizeof(CardSet) * 2);
        }
        believer_close(&fresh);
    }
    believer_close(&used);
}

/* Several other seats get hands that were not sampled together, in most rounds of the first deal. */
TEST(hands_of_several_seats_are_combined)
{
    for (int players = 3; players <= 4; players++) {
        Past past;
        Believer believer;
        int combined = 0;
        past_played(&past, players == 3 ? "pagat,players=3" : "pagat,players=4", players + 2, 1);
        believer_open(&believer, &past.rules, 50);
        const View view = past_view(&past);
        believe(&believer, &view);
        Rng rng = rng_for(44, 0, PURPOSE_TEST);
        for (int i = 0; i < 100; i++) {
            Round drawn;
            uint8_t styles[MAX_SEATS];
            bool together = false;
            held_round(&drawn, styles, &believer.held, i / 100., &rng);
            for (int k = 0; k < believer.held.count; k++) {
                bool same = true;
                for (int seat = 0; seat < players; seat++)
                    same &= seat == view.seat || drawn.hands[seat] == believer.held.hands[k].hands[seat];
                together |= same;
            }
            combined += !together;
        }
        assert_in_range(combined, 51, 100);
        believer_close(&believer);
    }
}

/* Rounds that are drawn agree with the view, with every number of players, and hands where they lie open are those. */
TEST(rounds_agree_with_the_view)
{
    static const char *const RULES[] = {"pagat", "pagat,players=3", "pagat,players=4", "pagat,open_hands=1"};
    for (int round = 0; round < 2 * ROUNDS; round++) {
        Past past;
        Believer believer;
        past_played(&past, RULES[round % 4], 2 + round % 41, round);
        believer_open(&believer, &past.rules, 50);
        View view = past_view(&past);
        view.hands = hands_open(past.round.hands, &past.rules);
        believe(&believer, &view);
        Rng rng = rng_for(43, (uint64_t)round, PURPOSE_TEST);
        for (int i = 0; i < 20; i++) {
            Round drawn;
            uint8_t styles[MAX_SEATS];
            held_round(&drawn, styles, &believer.held, i / 20., &rng);
            assert_true(drawn.hands[view.seat] == view.hand);
            CardSet all = view.hand;
            for (int seat = 0; seat < past.rules.players; seat++) {
                if (seat == view.seat) continue;
                assert_int_equal(set_count(drawn.hands[seat]), set_count(past.round.hands[seat]));
                assert_false(drawn.hands[seat] & ~(view_unseen(&view)) || drawn.hands[seat] & all);
                if (view.hands) assert_true(drawn.hands[seat] == view.hands[seat]);
                assert_in_range(styles[seat], 0, OPPONENT_STYLES - 1);
                all |= drawn.hands[seat];
            }
        }
        believer_close(&believer);
    }
}
