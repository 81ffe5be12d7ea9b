/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds side by side that begin from scores or positions, and that are saved and go on. */
#include <stdlib.h>
#include <string.h>

#include "tests/library/side_by_side.h"

/* Plays so many steps at random; a hash of all points that were seen. */
static uint64_t play_on(pasur_env *env, Arrays *now, int steps, Rng *rng)
{
    const pasur_env_arrays out = all_of(now);
    uint64_t sum = 0;
    pasur_env_observe(env, &out);
    for (int step = 0; step < steps; step++) {
        pasur_cards chosen[N];
        choose(chosen, now, rng);
        assert_int_equal(pasur_step(env, chosen, &out, &error), PASUR_OK);
        for (int i = 0; i < N * PASUR_SEATS; i++)
            sum = 31 * sum + (uint64_t)now->points[i];
    }
    return sum;
}

static void rounds_go_on_where_they_were_saved(void **state)
{
    (void)state;
    static const char *const RULES[] = {"pagat", "bicycle,players=3", "pagat,players=4"};
    static Arrays now;
    for (int r = 0; r < COUNT(RULES); r++)
        for (int before = 0; before < 100; before += 33) {
            pasur_rules *rules = rules_new(RULES[r]);
            pasur_env *env = env_new(rules, SEED), *other = env_new(rules, SEED + 1);
            pasur_agent *agent = pasur_agent_new(rules, "random", &error);
            pasur_player *player = pasur_player_new(agent, &error);
            Rng rng = rng_for(3, (uint64_t)before, PURPOSE_TEST);
            pasur_cards plays[N], again[N];
            play_on(env, &now, before, &rng);
            assert_int_equal(pasur_env_choose(env, player, NULL, plays, &error), PASUR_OK); /* the streams move on */
            const size_t size = pasur_env_size(env);
            uint8_t *bytes = malloc(size);
            pasur_env_save(env, bytes);
            assert_int_equal(pasur_env_restore(other, bytes, size, &error), PASUR_OK);
            assert_int_equal(pasur_env_choose(env, player, NULL, plays, &error), PASUR_OK);
            assert_int_equal(pasur_env_choose(other, player, NULL, again, &error), PASUR_OK);
            assert_memory_equal(plays, again, sizeof plays);
            Rng same = rng;
            assert_int_equal(play_on(env, &now, 120, &rng), play_on(other, &now, 120, &same));
            free(bytes);
            pasur_player_free(player);
            pasur_agent_free(agent);
            pasur_env_free(env);
            pasur_env_free(other);
            pasur_rules_free(rules);
        }
}

static void what_was_not_saved_is_refused(void **state)
{
    (void)state;
    static Arrays now;
    pasur_rules *rules = rules_new("pagat"), *others = rules_new("french");
    pasur_env *env = env_new(rules, SEED), *of_others = env_new(others, SEED);
    Rng rng = rng_for(4, 0, PURPOSE_TEST);
    play_on(env, &now, 60, &rng);
    const size_t size = pasur_env_size(env);
    uint8_t *bytes = malloc(size);
    pasur_env_save(env, bytes);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 4;
        assert_int_equal(pasur_env_restore(env, bytes, size, &error), PASUR_INPUT);
        bytes[i] ^= 4;
    }
    for (size_t i = 0; i < size; i++)
        assert_int_equal(pasur_env_restore(env, bytes, i, &error), PASUR_INPUT);
    assert_int_equal(pasur_env_restore(of_others, bytes, size, &error), PASUR_INPUT);
    assert_non_null(strstr(error.text, "other rules"));
    const int32_t scores[N * PASUR_SEATS] = {3};
    assert_int_equal(pasur_env_restore(env, bytes, size, &error), PASUR_OK);
    assert_int_equal(pasur_env_scores(env, scores, &error), PASUR_OK);
    assert_int_equal(pasur_env_restore(env, bytes, size, &error), PASUR_INPUT);
    assert_non_null(strstr(error.text, "other scores"));
    free(bytes);
    pasur_env_free(env);
    pasur_env_free(of_others);
    pasur_rules_free(rules);
    pasur_rules_free(others);
}

static void rounds_begin_with_scores(void **state)
{
    (void)state;
    static Arrays now;
    pasur_rules *rules = rules_new("pagat");
    pasur_env *env = env_new(rules, SEED);
    int32_t scores[N * PASUR_SEATS] = {10, 52, 0, 0, -7, 0, 0, 0, 3, 4, 0, 0};
    Rng rng = rng_for(5, 0, PURPOSE_TEST);
    assert_int_equal(pasur_env_scores(env, scores, &error), PASUR_OK);
    for (int round = 0; round < 2; round++) {
        play_on(env, &now, 0, &rng);
        for (int i = 0; i < N; i++) {
            assert_int_equal(now.counts[i * PASUR_COUNTS + PASUR_COUNT_SCORES], scores[i * PASUR_SEATS]);
            assert_int_equal(now.counts[i * PASUR_COUNTS + PASUR_COUNT_SCORES + 1], scores[i * PASUR_SEATS + 1]);
        }
        play_on(env, &now, PASUR_PLAYS, &rng);
    }
    scores[2] = 1; /* there is no third side */
    assert_int_equal(pasur_env_scores(env, scores, &error), PASUR_INPUT);
    scores[2] = 0, scores[1] = 30001;
    assert_int_equal(pasur_env_scores(env, scores, &error), PASUR_INPUT);
    pasur_env_free(env);
    pasur_rules_free(rules);
}

static void rounds_begin_from_positions(void **state)
{
    (void)state;
    enum { STARTS = 2, PLY = 20 };
    static Arrays now;
    char text[PASUR_RECORD_TEXT], wanted[PASUR_RECORD_TEXT];
    pasur_rules *rules = rules_new("pagat");
    pasur_env *env = env_new(rules, SEED);
    pasur_round *starts[STARTS], *round = pasur_round_new(rules, &error);
    pasur_cards plays[PASUR_LEGAL];
    for (int i = 0; i < STARTS; i++) {
        starts[i] = pasur_round_new(rules, &error);
        pasur_round_deal(starts[i], 9, (uint64_t)i);
        while (pasur_round_ply(starts[i]) < PLY) {
            pasur_round_legal(starts[i], plays);
            assert_int_equal(pasur_round_play(starts[i], plays[0], &error), PASUR_OK);
        }
    }
    Rng rng = rng_for(6, 0, PURPOSE_TEST);
    const pasur_round *const *given = (const pasur_round *const *)starts;
    assert_int_equal(pasur_env_starts(env, given, STARTS, &error), PASUR_OK);
    for (int turn = 0; turn < 3; turn++) { /* boards turn * N … */
        for (int i = 0; i < N; i++) {
            pasur_env_round(round, env, (size_t)i);
            pasur_round_text(wanted, starts[(turn * N + i) % STARTS]);
            assert_string_equal(pasur_round_text(text, round), wanted);
        }
        play_on(env, &now, PASUR_PLAYS - PLY, &rng);
        assert_int_equal(now.ended[0] + now.ended[1] + now.ended[2], N);
    }
    play_on(env, &now, 5, &rng);
    const size_t size = pasur_env_size(env);
    uint8_t *bytes = malloc(size);
    pasur_env_save(env, bytes);
    assert_int_equal(pasur_env_restore(env, bytes, size, &error), PASUR_OK);
    pasur_round_legal(starts[1], plays);
    assert_int_equal(pasur_round_play(starts[1], plays[0], &error), PASUR_OK);
    assert_int_equal(pasur_env_starts(env, given, STARTS, &error), PASUR_INPUT);
    assert_non_null(strstr(error.text, "position 1"));
    assert_int_equal(pasur_env_starts(env, NULL, 0, &error), PASUR_OK); /* dealt again */
    assert_int_equal(pasur_env_restore(env, bytes, size, &error), PASUR_INPUT);
    pasur_env_round(round, env, 1);
    assert_int_equal(pasur_round_ply(round), 0);
    free(bytes);
    for (int i = 0; i < STARTS; i++)
        pasur_round_free(starts[i]);
    pasur_round_free(round);
    pasur_env_free(env);
    pasur_rules_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_go_on_where_they_were_saved),
        cmocka_unit_test(what_was_not_saved_is_refused),
        cmocka_unit_test(rounds_begin_with_scores),
        cmocka_unit_test(rounds_begin_from_positions),
    };
    return cmocka_run_group_tests_name("library/env_saved", tests, NULL, NULL);
}
