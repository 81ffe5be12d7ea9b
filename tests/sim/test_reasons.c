/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reasons are true of the deals that they are told of: their parts add up to what the plays are worth, and what is said to
   happen is counted again here, by other means. */
#include "sim/advise.h"

#include <math.h>
#include <string.h>

#include "engine/notation.h"
#include "tests/engine/claims.h"
#include "tests/test.h"

static KnownView known;
static View view_of(const ViewText *text)
{
    Error error;
    if (!view_parse(&known, text, &error)) fail_msg("%s", error.text);
    return turn_view(&known.round, &known.rules, 0, NULL);
}

static const ViewText VIEWS[] = {
    {.hand = "Ac2hKs", .pool = "8s", .deal = "3"},
    {.hand = "4c7hJdKs", .pool = "7dTd2c3h"},
    {.hand = "Ac2hKs", .pool = "8s", .deal = "3", .rules = "pagat,players=3"},
    {.hand = "Jd3c", .pool = "4h5s", .deal = "5"},
};

/* Over all pairs of plays of the views. */
TEST(parts_add_up_and_happenings_are_counted)
{
    for (int i = 0; i < COUNT(VIEWS); i++) {
        const View view = view_of(&VIEWS[i]);
        Agent agent;
        Error error;
        CardSet plays[MAX_MOVES];
        const Fold fold = fold_for(view.rules);
        assert_true(agent_parse(&agent, "tactic", view.rules, &error));
        const AdviseTask task = {.agent = &agent, .view = &view, .seed = 3, .threads = 1, .measured = true};
        const int count = moves_list(plays, view.hand, view.table->pool, &fold);
        Voids voids = {0};
        Rollouts *rollouts = rollouts_open(&(RolloutTask){
            .view = &view, .agent = &agent, .plays = plays, .count = count, .threads = 1, .seed = 3, .voids = &voids});
        assert_non_null(rollouts);
        double total[MAX_MOVES] = {0}, captures[MAX_MOVES] = {0}, last[MAX_MOVES] = {0};
        for (uint64_t deal = 0; deal < REASON_DEALS; deal++)
            for (int play = 0; play < count; play++) {
                Game game;
                int points[MAX_SIDES], lead = 0;
                const int own = rules_side(view.rules, view.seat);
                assert_true(rollouts_game(&game, rollouts, play, deal));
                count_points(points, &game.round.table, view.rules);
                for (int side = 0; side < view.rules->sides; side++)
                    lead += points[own] - points[side];
                total[play] += (double)lead / (view.rules->sides - 1);
                captures[play] += set_rest(game.history[view.table->ply + 1]) != 0; /* more than its own card */
                last[play] += game.round.table.last == own;
            }
        for (int a = 0; a < count; a++)
            for (int b = 0; b < count; b++) {
                Reasons reasons;
                if (a == b) continue;
                assert_true(reasons_find(&reasons, &task, plays[a], plays[b], &error));
                assert_int_equal(reasons.deals, REASON_DEALS);
                assert_true(fabs(reasons.all - (total[a] - total[b]) / REASON_DEALS) < 1e-9);
                assert_true(fabs(reasons.share[REASON_CARDS_NEXT][0] - captures[a] / REASON_DEALS) < 1e-9);
                assert_true(fabs(reasons.share[REASON_CARDS_NEXT][1] - captures[b] / REASON_DEALS) < 1e-9);
                assert_true(fabs(reasons.share[REASON_SWEEP][0] - last[a] / REASON_DEALS) < 1e-9);
                assert_true(reasons.count <= REASONS_MOST);
                for (int k = 0; k < reasons.count; k++) {
                    const RolloutMean *points = &reasons.points[reasons.list[k]];
                    assert_true(points->low > 0 && points->mean > 0);
                    if (k) assert_true(points->mean <= reasons.points[reasons.list[0]].mean);
                }
            }
        rollouts_close(rollouts);
        agent_free(&agent);
    }
}

/* To leave eight where an ace or a two can be put down: who holds a three makes a Sur. */
TEST(a_sur_that_is_fed_is_the_first_reason)
{
    const View view = view_of(&VIEWS[0]);
    Agent agent;
    Error error;
    Reasons reasons;
    char text[REASONS_TEXT];
    assert_true(agent_parse(&agent, "tactic", view.rules, &error));
    const AdviseTask task = {.agent = &agent, .view = &view, .seed = 1, .threads = 1, .measured = true};
    assert_true(reasons_find(&reasons, &task, cards_of("Ks"), cards_of("2h"), &error));
    assert_true(reasons.count > 0 && reasons.list[0] == REASON_SUR_NEXT);
    assert_true(reasons.share[REASON_SUR_NEXT][0] == 0 && reasons.share[REASON_SUR_NEXT][1] > 0.1);
    reasons_text(text, &reasons, NULL, NULL);
    assert_non_null(strstr(text, "The next player makes a Sur in "));
    assert_non_null(strstr(text, " % of the deals after it and in 0 % after the better play ("));
    /* the other way round nothing speaks for it */
    assert_true(reasons_find(&reasons, &task, cards_of("2h"), cards_of("Ks"), &error));
    for (int i = 0; i < reasons.count; i++)
        assert_true(reasons.list[i] != REASON_SUR_NEXT);
    /* points that speak against a play that wins the match more often */
    assert_true(reasons.all < 0);
    reasons.count = 0;
    reasons.chance = true;
    assert_non_null(strstr(reasons_text(text, &reasons, NULL, NULL), "the score of the match decides."));
    reasons.chance = false;
    assert_string_equal(reasons_text(text, &reasons, NULL, NULL), "No single reason is shown over these deals.");
    agent_free(&agent);
}
