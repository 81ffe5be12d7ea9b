/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plays cost: as the advice says, nothing where there is no choice; and players are told apart. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/study/review.h"
#include "tests/engine/claims.h"
#include "tests/test.h"

/* A record of a round of random plays. */
static Record record_of(const char *rules, const char *agents, Rng *rng)
{
    Record record = {.rules = rules_of(rules), .has_play = true};
    Round round;
    snprintf(record.agents, sizeof record.agents, "%s", agents);
    pack_deal(&record.pack, &record.rules, rng);
    round_start(&round, &record.rules, &record.pack, record.scores);
    while (!table_over(&round.table)) {
        CardSet plays[MAX_MOVES];
        const CardSet hand = round_hand(&round);
        const int count = moves_list(plays, hand, round.table.pool, NULL);
        const CardSet play = plays[rng_bounded(rng, (uint32_t)count)];
        record.plays[record.play_count++] = (Play){.captured = play & ~hand, .card = set_first(play & hand)};
        round_play(&round, &record.rules, play);
    }
    return record;
}

static Review review;

/* The plays of the record that were looked at, which stay until the next review. */
static int review_of(ReviewPlay **out, const Record *record, const AdviseTask *ask, int seat)
{
    Error error;
    free(review.plays);
    review = (Review){.alpha = USUAL_ALPHA};
    if (!review_record(&review, record, 0, ask, 1u << seat, &error)) fail_msg("%s", error.text);
    *out = review.plays;
    return (int)review.count;
}

/* A play's loss is the lead of the advice on its position; a forced one costs nothing. */
TEST(a_search_is_the_advice)
{
    Rng rng = rng_make(12, 1);
    static Advice advice;
    const Record record = record_of("pagat,players=3", "a b c", &rng);
    Agent agent;
    Error error;
    assert_true(agent_parse(&agent, "ismcts", &record.rules, &error));
    const AdviseTask task = advise_task(&agent, NULL, 4, 1600, 1);
    ReviewPlay *plays;
    const int count = review_of(&plays, &record, &task, 1);
    assert_int_equal(count, PLAYS / 3);
    Round round;
    CardSet history[PLAYS];
    round_start(&round, &record.rules, &record.pack, NULL);
    View view = {
        .rules = &record.rules, .table = &round.table, .seat = 1, .first_pool = round.table.pool, .history = history};
    for (int i = 0, at = 0; i < PLAYS; i++) {
        const CardSet play = record.plays[i].captured | set_of(record.plays[i].card);
        if (round.table.turn == 1) {
            const ReviewPlay *own = &plays[at++];
            view.hand = round_hand(&round);
            assert_true(own->ply == i && own->play == play && own->hand == view.hand && own->pool == round.table.pool);
            if (own->choices == 1) {
                assert_true(own->loss == 0 && own->cost.low == 0 && own->cost.high == 0 && isnan(own->value) &&
                            own->best == play);
            } else {
                const AdviseTask ask = advise_task(&agent, &view, 4, 1600, 2);
                assert_true(advise(&advice, &ask, &error));
                const AdvisePlay *advised = &advice.plays[advice_find(&advice, &view, play)];
                assert_true(own->value == advised->value.mean);
                assert_true(own->loss == advised->behind.mean && own->cost.low == advised->behind.low);
                assert_true(own->cost.low <= own->loss && own->loss <= own->cost.high);
            }
        }
        history[i] = play;
        round_play(&round, &record.rules, play);
    }
    agent_free(&agent);
}

/* An agent that plays for the match tells its chances, as the advice does; a position after the match was won has
   none. */
TEST(chances_of_a_match)
{
    Rng rng = rng_make(15, 1);
    static Advice advice;
    Record record = record_of("pagat", "a b", &rng);
    Agent agent;
    Error error;
    ReviewPlay *plays;
    Round round;
    record.scores[0] = 31, record.scores[1] = 20;
    record.play_count = 8;
    assert_true(agent_parse(&agent, "ismcts:goal=match", &record.rules, &error));
    const AdviseTask task = advise_task(&agent, NULL, 4, 1600, 1);
    assert_int_equal(review_of(&plays, &record, &task, 0), 4);
    round_start(&round, &record.rules, &record.pack, record.scores);
    const View view = {.rules = &record.rules,
                       .table = &round.table,
                       .hand = round_hand(&round),
                       .first_pool = round.table.pool,
                       .history = &(CardSet){0}};
    const AdviseTask ask = advise_task(&agent, &view, 4, 1600, 1);
    assert_true(advise(&advice, &ask, &error) && advice.is_chance);
    const AdvisePlay *advised = &advice.plays[advice_find(&advice, &view, plays[0].play)];
    assert_true(plays[0].choices > 1 && plays[0].value == advised->value.mean && plays[0].value > 0 &&
                plays[0].value < 100);
    assert_true(plays[0].loss == advice.plays[advice.choice].value.mean - advised->value.mean);
    /* with 61 the first point ends the match, and with 62 it was over before */
    record.play_count = PLAYS - 1;
    record.scores[0] = 61, record.scores[1] = 0;
    assert_false(review_record(&review, &record, 0, &task, 1, &error));
    assert_non_null(strstr(error.text, "side 0 has won the match before play "));
    record.scores[0] = 62;
    assert_false(review_record(&review, &record, 0, &task, 1, &error));
    assert_non_null(strstr(error.text, "scores: "));
    agent_free(&agent);
}

/* ---- players */

TEST(are_told_apart)
{
    static Review players;
    Record record = {.rules = rules_of("pagat"), .agents = "human ismcts"};
    assert_int_equal(review_player(&players, &record, 0), 0);
    strcpy(record.agents, "ismcts human"); /* the next round of the match */
    assert_int_equal(review_player(&players, &record, 0), 1);
    assert_int_equal(review_player(&players, &record, 1), 0);
    assert_string_equal(players.players[0].name, "human");
    strcpy(record.agents, "ismcts ismcts"); /* two of a name are told apart by the seat in the match's first round */
    record.has_match = true;
    record.round = 1;
    const int second = review_player(&players, &record, 0);
    assert_string_equal(players.players[second].name, "ismcts 1");
    record.round = 2;
    assert_int_equal(review_player(&players, &record, 1), second);
    strcpy(record.agents, "exec:my bot human"); /* names with blanks cannot be told from each other */
    assert_string_equal(players.players[review_player(&players, &record, 0)].name, "seat 0");
}

/* Losses of two rounds: means a play, with an interval over rounds. */
TEST(losses_are_added_up)
{
    static Review players = {.alpha = USUAL_ALPHA};
    const Record record = {.rules = rules_of("pagat"), .agents = "human ismcts"};
    ReviewPlay plays[] = {{.player = 0, .loss = 1.5, .choices = 2, .play = 1, .best = 2},
                          {.player = 1, .loss = 0, .choices = 1, .play = 1, .best = 1},
                          {.player = 0, .loss = NAN, .choices = 5, .play = 1, .best = 2},
                          {.player = 0, .loss = 0.5, .choices = 3, .play = 1, .best = 4},
                          {.player = 0, .loss = 0, .choices = 4, .play = 1, .best = 1},
                          {.player = 0, .loss = 3, .choices = 4, .play = 1, .best = 2}};
    players.plays = plays;
    for (int seat = 0; seat < 2; seat++)
        assert_int_equal(review_player(&players, &record, seat), seat);
    players.count = 4;
    review_add(&players, 0);
    assert_true(isnan(players.players[0].mean.se)); /* one round */
    players.count = COUNT(plays);
    review_add(&players, 4);
    const ReviewPlayer *human = &players.players[0];
    assert_true(human->count.n == 2 && human->plays == 4 && human->choices == 4 && human->best == 1);
    assert_true(fabs(human->mean.mean - 1.25) < 1e-9);
    /* both rounds have two plays, which cost 2 and 3: the means 1 and 1.5 differ by their standard error twice */
    assert_true(fabs(human->mean.se - 0.25) < 1e-9);
    assert_true(players.players[1].count.n == 1 && players.players[1].plays == 1 && players.players[1].choices == 0);
}
