/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of rounds side by side: which arrays are written, what is refused, seeds, and players among them. */
#include <string.h>

#include "tests/library/side_by_side.h"
#include "tests/test.h"

/* ---- the arrays */

/* Of the arrays with these bits, what was written is what stands in all of them. */
static void same_where_wanted(const Arrays *found, const Arrays *all, unsigned bits)
{
    const size_t listed = all->first[N];
    if (bits & 1) assert_memory_equal(found->planes, all->planes, sizeof all->planes);
    if (bits & 2) assert_memory_equal(found->counts, all->counts, sizeof all->counts);
    if (bits & 4) assert_memory_equal(found->turn, all->turn, sizeof all->turn);
    if (bits & 8) assert_memory_equal(found->first, all->first, sizeof all->first);
    if (bits & 16) assert_memory_equal(found->plays, all->plays, listed * sizeof *all->plays);
    if (bits & 32) assert_memory_equal(found->actions, all->actions, listed * sizeof *all->actions);
    if (bits & 64) assert_memory_equal(found->points, all->points, sizeof all->points);
    if (bits & 128) assert_memory_equal(found->ended, all->ended, sizeof all->ended);
}

static pasur_env_arrays some_of(Arrays *to, unsigned bits)
{
    return (pasur_env_arrays){
        .planes = bits & 1 ? to->planes : NULL,
        .counts = bits & 2 ? to->counts : NULL,
        .turn = bits & 4 ? to->turn : NULL,
        .first = bits & 8 ? to->first : NULL,
        .plays = bits & 16 ? to->plays : NULL,
        .actions = bits & 32 ? to->actions : NULL,
        .points = bits & 64 ? to->points : NULL,
        .ended = bits & 128 ? to->ended : NULL,
    };
}

TEST(any_of_the_arrays_will_do)
{
    static Arrays all, some;
    pasur_rules *rules = rules_new("pagat,players=4");
    pasur_env *env = env_new(rules, SEED), *other = env_new(rules, SEED);
    const pasur_env_arrays out = all_of(&all);
    pasur_cards chosen[N];
    Rng rng = rng_for(1, 0, PURPOSE_TEST);
    pasur_env_observe(env, &out);
    for (unsigned bits = 0; bits < 256; bits++) {
        const pasur_env_arrays wanted = some_of(&some, bits);
        choose(chosen, &all, &rng);
        assert_int_equal(pasur_step(env, chosen, &out, &error), PASUR_OK);
        assert_int_equal(pasur_step(other, chosen, &wanted, &error), PASUR_OK);
        same_where_wanted(&some, &all, bits);
        pasur_env_observe(other, &wanted);
        same_where_wanted(&some, &all, bits & 63);
    }
    pasur_env_free(env);
    pasur_env_free(other);
    pasur_rules_free(rules);
}

/* ---- many rounds: they are worked on in blocks */

enum { MANY = 150 };

typedef struct {
    uint8_t planes[MANY * PLANE_BYTES];
    int16_t counts[MANY * PASUR_COUNTS];
    uint32_t first[MANY + 1];
    pasur_cards plays[MANY * PASUR_LEGAL];
    int32_t actions[MANY * PASUR_LEGAL];
} ManyArrays;

/* ---- what is refused */

/* ---- seeds */

/* ---- players */

/* Two players take the seats by turns: each board's points are those of pasur_play_round. */
static void players_play_as_in_single_rounds(const char *rules_text, const char *first_agent, const char *second_agent)
{
    static Arrays now;
    const pasur_env_arrays out = all_of(&now);
    pasur_rules *rules = rules_new(rules_text);
    pasur_env *env = env_new(rules, SEED);
    pasur_agent *agents[] = {pasur_agent_new(rules, first_agent, &error), pasur_agent_new(rules, second_agent, &error)};
    pasur_player *players[] = {pasur_player_new(agents[0], &error), pasur_player_new(agents[1], &error)};
    pasur_round *round = pasur_round_new(rules, &error);
    const pasur_agent *const seats[] = {agents[0], agents[1], agents[0], agents[1]};
    pasur_env_observe(env, &out);
    for (int step = 0; step < BOARDS_EACH * PASUR_PLAYS; step++) {
        pasur_cards plays[N] = {0};
        uint8_t here[N];
        for (int i = 0; i < N; i++)
            here[i] = now.turn[i] % 2 == 0;
        assert_int_equal(pasur_env_choose(env, players[0], here, plays, &error), PASUR_OK);
        for (int i = 0; i < N; i++) {
            assert_int_equal(plays[i] != 0, here[i]);
            here[i] = !here[i];
        }
        assert_int_equal(pasur_env_choose(env, players[1], here, plays, &error), PASUR_OK);
        assert_int_equal(pasur_step(env, plays, &out, &error), PASUR_OK);
        for (int i = 0; i < N && now.ended[i]; i++) {
            pasur_count counts[PASUR_SEATS];
            const uint64_t board = (uint64_t)(i + N * (step / PASUR_PLAYS));
            pasur_round_deal(round, SEED, board);
            assert_int_equal(pasur_play_round(round, seats, SEED, board, 0, &error), PASUR_OK);
            pasur_round_count(round, counts);
            for (int seat = 0; seat < pasur_rules_players(rules); seat++)
                assert_int_equal(now.points[i * PASUR_SEATS + seat], counts[pasur_rules_side(rules, seat)].points);
        }
    }
    for (int i = 0; i < 2; i++) {
        pasur_player_free(players[i]);
        pasur_agent_free(agents[i]);
    }
    pasur_round_free(round);
    pasur_env_free(env);
    pasur_rules_free(rules);
}

TEST(players_beside_a_program_that_learns)
{
    players_play_as_in_single_rounds("pagat", "random", "tactic");
    players_play_as_in_single_rounds("pagat,players=4", "tactic", "random");
    players_play_as_in_single_rounds("ru-baaz", "greedy", "ismcts:iters=50");
}

static pasur_cards nothing_chosen(void *context, const pasur_view *view, const pasur_cards plays[], size_t count,
                                  uint64_t random)
{
    (void)context, (void)view, (void)plays, (void)count, (void)random;
    return 0;
}

TEST(players_that_fail_are_told)
{
    pasur_rules *rules = rules_new("pagat"), *other_rules = rules_new("pagat,sur_points=7");
    pasur_env *env = env_new(rules, SEED);
    pasur_agent *agent = pasur_agent_own(rules, "mine", nothing_chosen, NULL, &error);
    pasur_agent *other = pasur_agent_new(other_rules, "greedy", &error);
    pasur_player *player = pasur_player_new(agent, &error), *stranger = pasur_player_new(other, &error);
    pasur_cards plays[N] = {0};
    assert_int_equal(pasur_env_choose(env, player, NULL, plays, &error), PASUR_FAILED);
    assert_non_null(strstr(error.text, "mine"));
    assert_int_equal(pasur_env_choose(env, stranger, NULL, plays, &error), PASUR_INPUT);
    assert_int_equal(pasur_env_choose(env, player, (uint8_t[N]){0}, plays, &error), PASUR_OK);
    pasur_player_free(player);
    pasur_player_free(stranger);
    pasur_agent_free(agent);
    pasur_agent_free(other);
    pasur_env_free(env);
    pasur_rules_free(rules);
    pasur_rules_free(other_rules);
}
