/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who sits where, and which cards and streams a board has. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/schedule.h"
#include "tests/test.h"

static Error error;

static Schedule made(const char *text, int agents, bool duplicate)
{
    Schedule schedule;
    assert_true(schedule_make(&schedule, text, agents, duplicate, &error));
    return schedule;
}

static bool refused(const char *text, int agents)
{
    Schedule schedule;
    return !schedule_make(&schedule, text, agents, true, &error);
}

TEST(the_agents_say_how_many_seats)
{
    assert_int_equal(made("pagat", 2, true).rules.players, 2);
    assert_int_equal(made("pagat", 3, true).rules.players, 3);
    assert_int_equal(made("pagat", 4, true).rules.players, 4);
    assert_int_equal(made("pagat", 4, true).rules.sides, 2);
    assert_int_equal(made("pagat,teams=0", 4, true).rules.sides, 4);
    assert_int_equal(made("pagat,teams=1", 4, true).rules.sides, 2);
    assert_int_equal(made("playpasur", 4, true).rules.sides, 2);
    assert_int_equal(made("wikipedia", 4, true).rules.sides, 4);
    assert_int_equal(made("wikipedia,teams=1", 4, true).rules.sides, 2);
    assert_true(refused("pagat,teams=1", 2) && refused("pagat,teams=1", 3) && refused("french,teams=0", 4));
    assert_int_equal(made("ru-baaz", 2, true).rules.players, 3);
}

TEST(every_distinct_rotation_is_a_seating)
{
    const struct {
        const char *rules;
        int agents, seatings;
    } cases[] = {{"pagat", 2, 2},           {"pagat", 3, 3},           {"pagat", 4, 4},
                 {"pagat,players=3", 2, 3}, {"pagat,players=4", 2, 2}, {"pagat,players=4,teams=0", 2, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(made(cases[i].rules, cases[i].agents, true).seatings, cases[i].seatings);
        assert_int_equal(made(cases[i].rules, cases[i].agents, false).seatings, 1);
    }
}

TEST(two_agents_sit_a_b_a_b_and_a_b_b)
{
    Schedule four = made("pagat,players=4", 2, true), three = made("pagat,players=3", 2, true);
    assert_memory_equal(four.slots, ((uint8_t[]){0, 1, 0, 1}), 4);
    assert_memory_equal(three.slots, ((uint8_t[]){0, 1, 1}), 3);
    assert_int_equal(four.side_count[0], 1);
    assert_int_equal(made("pagat,players=4,teams=0", 2, true).side_count[1], 2);
    assert_int_equal(three.side_count[0], 1);
    assert_int_equal(three.side_count[1], 2);
}

/* Over the seatings of a board each agent sits on each seat as often as on any other. */
TEST(agents_share_the_seats_evenly)
{
    const struct {
        const char *rules;
        int agents;
    } cases[] = {{"pagat", 2}, {"pagat", 3}, {"pagat", 4}, {"pagat,players=3", 2}, {"pagat,players=4", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Schedule s = made(cases[i].rules, cases[i].agents, true);
        int times[MAX_SEATS][MAX_SEATS] = {{0}};
        for (int seating = 0; seating < s.seatings; seating++)
            for (int seat = 0; seat < s.rules.players; seat++) {
                int agent = schedule_agent(&s, seating, seat);
                times[agent][seat]++;
                assert_true(s.sides[seating][agent] >> rules_side(&s.rules, seat) & 1);
            }
        for (int agent = 0; agent < s.agents; agent++)
            for (int seat = 1; seat < s.rules.players; seat++)
                assert_int_equal(times[agent][seat], times[agent][0]);
    }
}

TEST(cards_depend_on_seed_and_board_alone)
{
    Schedule two = made("pagat", 2, true), single = made("pagat", 2, false);
    Pack a, b;
    for (uint64_t board = 0; board < 50; board++) {
        schedule_pack(&a, &two, board);
        schedule_pack(&b, &single, board);
        assert_memory_equal(&a, &b, sizeof a);
        schedule_pack(&b, &two, board + 1);
        assert_memory_not_equal(&a, &b, sizeof a);
        single.seed = 2;
        schedule_pack(&b, &single, board);
        assert_memory_not_equal(&a, &b, sizeof a);
        single.seed = 1;
    }
}

TEST(given_packs_come_in_turn_and_again)
{
    Schedule s = made("pagat", 2, true);
    Pack packs[3], pack;
    for (uint64_t i = 0; i < 3; i++)
        schedule_pack(&packs[i], &s, i + 100);
    s.packs = packs;
    s.pack_count = 3;
    for (uint64_t board = 0; board < 7; board++) {
        schedule_pack(&pack, &s, board);
        assert_memory_equal(&pack, &packs[board % 3], sizeof pack);
    }
}

/* In every circular order, each agent follows each other equally often. */
TEST(orders_are_fair)
{
    Schedule schedule = {.agents = 4};
    const Pairing pairing = {{10, 11, 12, 13}};
    int follows[4][4] = {{0}};
    for (uint64_t board = 0; board < 6; board++) {
        const Pairing order = schedule_order(&schedule, &pairing, board);
        for (int i = 0; i < 4; i++)
            follows[order.agents[i] - 10][order.agents[(i + 1) % 4] - 10]++;
    }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            assert_int_equal(follows[i][k], i == k ? 0 : 2);
}

/* Where a board is one round, each agent plays first as often as any other, in every order. */
TEST(without_duplicates_all_play_first_in_turn)
{
    static const struct {
        const char *rules;
        int agents, turns;
    } CASES[] = {{"pagat", 2, 2},           {"pagat", 3, 3},           {"pagat,teams=0", 4, 4},
                 {"pagat,players=4", 4, 4}, {"pagat,players=4", 2, 2}, {"pagat,players=3", 2, 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Schedule s = made(CASES[i].rules, CASES[i].agents, false);
        const Pairing pairing = {{0, 1, 2, 3}};
        int first[MAX_SEATS] = {0}, boards = schedule_orders(&s) * CASES[i].turns;
        assert_int_equal(schedule_turns(&s), CASES[i].turns);
        for (int board = 0; board < boards; board++)
            first[schedule_order(&s, &pairing, (uint64_t)board).agents[0]]++;
        for (int agent = 0; agent < CASES[i].turns; agent++)
            assert_int_equal(first[agent], boards / CASES[i].turns);
        s.fixed_order = true;
        for (uint64_t board = 0; board < 24; board++)
            assert_int_equal(schedule_order(&s, &pairing, board).agents[0], 0);
        s = made(CASES[i].rules, CASES[i].agents, true);
        assert_int_equal(schedule_turns(&s), 1);
    }
}

/* With teams the partners stay, and each player follows each opponent equally often. */
TEST(partners_stay_partners)
{
    Schedule s = made("pagat", 4, true);
    const Pairing pairing = {{0, 1, 2, 3}};
    int follows[4][4] = {{0}};
    assert_int_equal(schedule_orders(&s), 2);
    for (uint64_t board = 0; board < 2; board++) {
        const Pairing order = schedule_order(&s, &pairing, board);
        assert_int_equal(order.agents[0] % 2, order.agents[2] % 2);
        for (int i = 0; i < 4; i++)
            follows[order.agents[i]][order.agents[(i + 1) % 4]]++;
    }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            assert_int_equal(follows[i][k], i % 2 != k % 2);
    s.fixed_order = true;
    const Pairing fixed = schedule_order(&s, &pairing, 1);
    assert_memory_equal(&fixed, &pairing, sizeof fixed);
}
