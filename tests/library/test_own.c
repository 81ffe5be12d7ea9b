/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agents whose function decides on many plays at once, against the same function one at a time. */
#include <string.h>

#include "tests/library/side_by_side.h"

enum { BOARDS = 150, ROWS = BOARDS * 2 * 2 };

/* What a function that decides many has seen. */
typedef struct {
    const pasur_rules *rules;
    size_t most;          /* decisions at once */
    int wrong_every, nth; /* every so many of them it chooses nothing; 0: never */
} ManyState;

static pasur_cards choose_one(void *context, const pasur_view *view, const pasur_cards plays[], size_t count,
                              uint64_t random)
{
    (void)context, (void)view;
    return plays[random % count];
}

static void choose_batch(void *context, const pasur_decisions *all, pasur_cards chosen[])
{
    ManyState *state = context;
    static pasur_cards plays[PASUR_LEGAL];
    uint8_t planes[PLANE_BYTES];
    int16_t counts[PASUR_COUNTS];
    if (all->count > state->most) state->most = all->count;
    for (size_t i = 0; i < all->count; i++) {
        const size_t count = all->first[i + 1] - all->first[i];
        assert_int_equal(pasur_view_legal(&all->views[i], plays), count);
        assert_memory_equal(plays, all->plays + all->first[i], count * sizeof *plays);
        pasur_view_observe(&all->views[i], state->rules, planes, counts);
        assert_memory_equal(all->planes + i * PLANE_BYTES, planes, sizeof planes);
        assert_memory_equal(all->counts + i * PASUR_COUNTS, counts, sizeof counts);
        assert_true(chosen[i] == 0);
        if (!state->wrong_every || ++state->nth % state->wrong_every) chosen[i] = plays[all->random[i] % count];
    }
}

static int sim(int32_t points[ROWS], int32_t agents[ROWS], const pasur_rules *rules, const pasur_agent *mine,
               const pasur_agent *other, uint64_t *voids)
{
    const pasur_sim_options options = {.seed = SEED, .boards = BOARDS, .threads = 1};
    const pasur_sim_rows rows = {.points = points, .agent = agents};
    return pasur_sim(rules, (const pasur_agent *[]){mine, other}, 2, &options, &rows, voids, &error);
}

static void many_at_once_play_as_one_by_one(void **state)
{
    (void)state;
    static int32_t points[ROWS], alone[ROWS], agents[ROWS];
    pasur_rules *rules = rules_new("pagat");
    ManyState seen = {.rules = rules};
    pasur_agent *many = pasur_agent_own_many(rules, "many", choose_batch, &seen, &error);
    pasur_agent *one = pasur_agent_own(rules, "one", choose_one, NULL, &error);
    pasur_agent *greedy = pasur_agent_new(rules, "greedy", &error);
    uint64_t voids;
    assert_null(pasur_agent_own_many(rules, "nobody", NULL, NULL, &error));
    assert_int_equal(sim(points, agents, rules, many, greedy, &voids), PASUR_OK);
    assert_int_equal(sim(alone, agents, rules, one, greedy, &voids), PASUR_OK);
    assert_memory_equal(points, alone, sizeof points);
    assert_int_equal(seen.most, 256);
    assert_int_equal(sim(points, agents, rules, many, many, &voids), PASUR_OK);
    assert_int_equal(sim(alone, agents, rules, one, one, &voids), PASUR_OK);
    assert_memory_equal(points, alone, sizeof points);
    /* a round alone */
    pasur_round *round = pasur_round_new(rules, &error), *other = pasur_round_new(rules, &error);
    assert_int_equal(pasur_play_round(round, (const pasur_agent *[]){many, greedy}, 1, 0, 0, &error), PASUR_OK);
    assert_int_equal(pasur_play_round(other, (const pasur_agent *[]){one, greedy}, 1, 0, 0, &error), PASUR_OK);
    char text[PASUR_RECORD_TEXT], expected[PASUR_RECORD_TEXT];
    assert_string_equal(pasur_round_text(text, round), pasur_round_text(expected, other));
    pasur_round_free(round);
    pasur_round_free(other);
    pasur_agent_free(many);
    pasur_agent_free(one);
    pasur_agent_free(greedy);
    pasur_rules_free(rules);
}

static void a_wrong_choice_voids_its_own_board(void **state)
{
    (void)state;
    static int32_t points[ROWS], agents[ROWS];
    pasur_rules *rules = rules_new("pagat");
    ManyState seen = {.rules = rules, .wrong_every = 2000};
    pasur_agent *many = pasur_agent_own_many(rules, "sometimes", choose_batch, &seen, &error);
    pasur_agent *greedy = pasur_agent_new(rules, "greedy", &error);
    uint64_t voids = 0, none = 0;
    assert_int_equal(sim(points, agents, rules, many, greedy, &voids), PASUR_OK);
    assert_in_range(voids, 1, 8);
    for (int i = 0; i < ROWS; i += 4)
        none += agents[i] < 0;
    assert_int_equal(none, voids);
    seen.wrong_every = 1;
    assert_int_equal(sim(points, agents, rules, many, greedy, &voids), PASUR_FAILED);
    assert_non_null(strstr(error.text, "sometimes"));
    pasur_agent_free(many);
    pasur_agent_free(greedy);
    pasur_rules_free(rules);
}

enum { MANY = 300 };

static void many_at_once_beside_a_program_that_learns(void **state)
{
    (void)state;
    static pasur_cards plays[MANY], alone[MANY];
    static uint8_t here[MANY];
    pasur_rules *rules = rules_new("pagat,players=3");
    ManyState seen = {.rules = rules};
    pasur_agent *many = pasur_agent_own_many(rules, "many", choose_batch, &seen, &error);
    pasur_agent *one = pasur_agent_own(rules, "one", choose_one, NULL, &error);
    pasur_player *player = pasur_player_new(many, &error), *other = pasur_player_new(one, &error);
    pasur_env *env = pasur_env_new(rules, MANY, SEED, &error), *beside = pasur_env_new(rules, MANY, SEED, &error);
    const pasur_env_arrays out = {0};
    for (int i = 0; i < MANY; i++)
        here[i] = i % 7 != 0;
    for (int step = 0; step < PASUR_PLAYS + 3; step++) {
        assert_int_equal(pasur_env_choose(env, player, here, plays, &error), PASUR_OK);
        assert_int_equal(pasur_env_choose(beside, other, here, alone, &error), PASUR_OK);
        for (int i = 0; i < MANY; i += 7)
            assert_true(step || !plays[i]);
        assert_int_equal(pasur_env_choose(env, player, NULL, plays, &error), PASUR_OK);
        assert_int_equal(pasur_env_choose(beside, other, NULL, alone, &error), PASUR_OK);
        assert_memory_equal(plays, alone, sizeof plays);
        assert_int_equal(pasur_step(env, plays, &out, &error), PASUR_OK);
        assert_int_equal(pasur_step(beside, plays, &out, &error), PASUR_OK);
    }
    assert_int_equal(seen.most, 256);
    seen.wrong_every = 5;
    assert_int_equal(pasur_env_choose(env, player, NULL, plays, &error), PASUR_FAILED);
    pasur_player_free(player);
    pasur_player_free(other);
    pasur_env_free(env);
    pasur_env_free(beside);
    pasur_agent_free(many);
    pasur_agent_free(one);
    pasur_rules_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_at_once_play_as_one_by_one),
        cmocka_unit_test(a_wrong_choice_voids_its_own_board),
        cmocka_unit_test(many_at_once_beside_a_program_that_learns),
    };
    return cmocka_run_group_tests_name("library/own", tests, NULL, NULL);
}
