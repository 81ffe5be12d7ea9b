/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What boards come to, and what they add up to. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/table.h"
#include "tests/sim/alone.h"
#include "tests/sim/same_sums.h"
#include "tests/test.h"

static Error error;

static Schedule made(const char *text, int agents)
{
    Schedule schedule;
    assert_true(schedule_make(&schedule, text, agents, true, &error));
    return schedule;
}

static void board_add(Sums *sums, const Schedule *schedule, const Board *board)
{
    const SumsShape shape = sim_shape(schedule);
    BoardValues values;
    assert_true(sums->x || sums_open(sums, &shape));
    int points[MAX_SEATS][MAX_SIDES];
    values_clear(&values, schedule);
    for (int seating = 0; seating < schedule->seatings; seating++) {
        const PlayedRound round = board_round(board, schedule, seating);
        board_points(points[seating], board, schedule, seating);
        values_round(&values, schedule, &round);
    }
    values_board(&values, schedule, &board->order, points, NULL, board->times);
    sums_add(sums, values.rows[0]);
}

/* Points of the sides in a seating, whose round is over. */
static void points_set(Board *board, int seating, const int points[], int sides)
{
    board->games[seating].round.table.ply = PLAYS;
    for (int side = 0; side < sides; side++)
        board->games[seating].counts[side].points = (int16_t)points[side];
}

TEST(two_sides_by_hand)
{
    Schedule s = made("pagat", 2);
    Board board = {.order = {{0, 1, 2, 3}}, .timed = true, .times = {{48, 4800}, {47, 9600}}};
    Sums sums = {0};
    points_set(&board, 0, (int[]){13, 7}, 2); /* agent 0 has side 0 */
    points_set(&board, 1, (int[]){10, 10}, 2);
    board.games[0].counts[0].surs = 2;
    board.games[1].counts[1].clubs_won = 1; /* agent 0 has side 1 */
    board.games[0].captures[1] = 9;
    board.games[1].captures[0] = 11;
    board_add(&sums, &s, &board);
    board_add(&sums, &s, &board);
    assert_int_equal(sums.boards, 2);
    assert_int_equal(sums_moments(&sums, 0, SUM_points).n, 2);
    assert_int_equal(sums_x(&sums, 0, SUM_points), 46);
    assert_int_equal(sums_x(&sums, 1, SUM_points), 34);
    assert_int_equal((int64_t)sums_moments(&sums, 0, SUM_points).sum_sq, 2 * 23 * 23);
    assert_int_equal(sums_x(&sums, 0, SUM_diff), 12);
    assert_int_equal(sums_x(&sums, 1, SUM_diff), -12);
    assert_int_equal((int64_t)sums_moments(&sums, 1, SUM_diff).sum_sq, 72);
    assert_int_equal(sums_x(&sums, 0, SUM_wins), 6);
    assert_int_equal(sums_x(&sums, 1, SUM_wins), 2);
    assert_int_equal(sums_x(&sums, 0, SUM_place_0), 12);
    assert_int_equal(sums_x(&sums, 0, SUM_place_1), 0);
    assert_int_equal(sums_x(&sums, 2, SUM_seat_0), 12);
    assert_int_equal(sums_x(&sums, 2, SUM_seat_1), -12);
    assert_int_equal(sums_x(&sums, 0, SUM_draws), 2);
    assert_int_equal(sums_x(&sums, 1, SUM_draws), 2);
    assert_int_equal(sums_x(&sums, 0, SUM_surs), 4);
    assert_int_equal(sums_x(&sums, 0, SUM_clubs_won), 2);
    assert_int_equal(sums_x(&sums, 1, SUM_captures), 2 * (9 + 11));
    assert_int_equal(sums_x(&sums, 0, SUM_plays), 2 * 48);
    assert_int_equal(sums_x(&sums, 0, SUM_timed_plays), 2 * 48);
    assert_int_equal(sums_x(&sums, 1, SUM_timed_plays), 2 * 47);
    assert_int_equal(sums_x(&sums, 1, SUM_nanoseconds), 2 * 9600);
    assert_int_equal(board_scale(&s, 0), 2);
    sums_free(&sums);
}

/* diff is a side's points minus the mean of the other two, in halves. */
TEST(one_against_two_by_hand)
{
    Schedule s = made("pagat,players=3", 2);
    Board board = {.order = {{0, 1, 2, 3}}};
    Sums sums = {0};
    points_set(&board, 0, (int[]){10, 6, 4}, 3); /* A B B */
    points_set(&board, 1, (int[]){9, 9, 2}, 3);  /* B B A */
    points_set(&board, 2, (int[]){0, 20, 0}, 3); /* B A B */
    board_add(&sums, &s, &board);
    assert_int_equal(sums_x(&sums, 0, SUM_points), 10 + 2 + 20);
    assert_int_equal(sums_x(&sums, 0, SUM_diff), 10 - 14 + 40);
    assert_int_equal(sums_x(&sums, 1, SUM_diff), -(10 - 14 + 40));
    assert_int_equal(sums_x(&sums, 0, SUM_wins), 6 + 6);
    assert_int_equal(sums_x(&sums, 1, SUM_wins), 6);
    assert_int_equal(sums_x(&sums, 1, SUM_draws), 2);
    assert_int_equal(sums_x(&sums, 0, SUM_draws), 0);
    assert_int_equal(board_scale(&s, 0), 3);
    assert_int_equal(board_scale(&s, 1), 6);
    assert_int_equal(sums_x(&sums, 1, SUM_plays), 3 * 32);
    sums_free(&sums);
}

TEST(partners_share_one_figure)
{
    Schedule s = made("pagat", 4);
    Board board = {.order = {{0, 1, 2, 3}}};
    Sums sums = {0};
    for (int seating = 0; seating < 4; seating++)
        points_set(&board, seating, (int[]){12, 8}, 2);
    points_set(&board, 0, (int[]){20, 0}, 2);
    board_add(&sums, &s, &board);
    assert_int_equal(sums_x(&sums, 0, SUM_points), sums_x(&sums, 2, SUM_points));
    assert_int_equal(sums_x(&sums, 1, SUM_diff), sums_x(&sums, 3, SUM_diff));
    assert_int_equal(sums_x(&sums, 0, SUM_points), 20 + 8 + 12 + 8);
    assert_int_equal(sums_x(&sums, 0, SUM_plays), 4 * 12);
    sums_free(&sums);
}

/* Where a seat is all that counts, an agent's rounds at one seat are alike, in whatever order the agents sat down. */
TEST(rounds_at_a_seat_are_kept_together)
{
    enum { BOARDS = 12 };
    static const char *const RULES[] = {"pagat,players=3", "pagat,players=4,teams=0"};
    static const int POINTS[MAX_SIDES] = {12, 6, 2, 0};
    for (int i = 0; i < 2; i++) {
        Schedule s = made(RULES[i], 3 + i);
        const Pairing pairing = {{0, 1, 2, 3}};
        static Board board;
        Sums sums = {0};
        int diff[MAX_SIDES];
        diff_units(diff, POINTS, s.rules.sides);
        for (uint64_t index = 0; index < BOARDS; index++) {
            board.order = schedule_order(&s, &pairing, index);
            for (int seating = 0; seating < s.seatings; seating++)
                points_set(&board, seating, POINTS, s.rules.sides);
            board_add(&sums, &s, &board);
        }
        for (int agent = 0; agent < s.agents; agent++)
            for (int seat = 0; seat < s.seatings; seat++) {
                const Moments place = sums_moments(&sums, agent, SUM_place_0 + seat);
                assert_int_equal(place.n, BOARDS);
                assert_int_equal((int64_t)place.sum, BOARDS * diff[seat]);
                assert_int_equal((int64_t)place.sum_sq, BOARDS * diff[seat] * diff[seat]);
            }
        sums_free(&sums);
    }
}

/* A win that n sides share counts 1 / n for each, so the shares of a round add up to one win. */
TEST(a_shared_win_is_shared_out)
{
    static const int POINTS[][4] = {{9, 5, 5, 1}, {7, 2, 7, 3}, {0, 6, 6, 6}, {5, 5, 5, 5}};
    static const int SHARES[][4] = {{12, 0, 0, 0}, {6, 0, 6, 0}, {0, 4, 4, 4}, {3, 3, 3, 3}};
    for (int i = 0; i < 4; i++) {
        int shares[MAX_SIDES];
        win_units(shares, POINTS[i], 4);
        assert_memory_equal(shares, SHARES[i], sizeof SHARES[i]);
    }
    int three[MAX_SIDES], two[MAX_SIDES];
    win_units(three, (int[MAX_SIDES]){4, 4, 4}, 3);
    win_units(two, (int[MAX_SIDES]){4, 4}, 2);
    for (int side = 0; side < 3; side++)
        assert_int_equal(3 * three[side], win_scale(3));
    for (int side = 0; side < 2; side++)
        assert_int_equal(2 * two[side], win_scale(2));
    Schedule s = made("pagat,players=4,teams=0", 4);
    Board board = {.order = {{0, 1, 2, 3}}};
    Sums sums = {0};
    for (int seating = 0; seating < 4; seating++)
        points_set(&board, seating, POINTS[seating], 4);
    board_add(&sums, &s, &board);
    int64_t all = 0, draws = 0;
    for (int agent = 0; agent < 4; agent++)
        all += sums_x(&sums, agent, SUM_wins), draws += sums_x(&sums, agent, SUM_draws);
    assert_int_equal(all, 4 * win_scale(4));
    assert_int_equal(draws, 2 + 3 + 4);
    sums_free(&sums);
}

/* Any split into parts, merged in any order, gives the same bits. */
TEST(merging_needs_no_order)
{
    enum { BOARDS = 96, PARTS = 7 };
    Schedule s = made("pagat,players=4,teams=0", 4);
    Agent agents[4];
    Players players;
    static Board board;
    Sums whole = {0}, parts[PARTS] = {0}, forward = {0}, backward = {0};
    for (int i = 0; i < 4; i++)
        assert_true(agent_parse(&agents[i], i ? "random" : "greedy", &s.rules, &error));
    assert_true(players_open(&players, &s, agents, 4));
    for (uint64_t index = 0; index < BOARDS; index++) {
        assert_true(board_play(&board, &players, NULL, index));
        board.timed = index % 3 == 0;
        board_add(&whole, &s, &board);
        board_add(&parts[index * index % PARTS], &s, &board);
    }
    players_close(&players);
    whole.voids.boards = parts[3].voids.boards = 5;
    for (int i = 0; i < PARTS; i++) {
        assert_true(sums_merge(&forward, &parts[i]));
        assert_true(sums_merge(&backward, &parts[PARTS - 1 - i]));
    }
    assert_same_sums(&forward, &whole);
    assert_same_sums(&backward, &whole);
    assert_int_equal(whole.boards, BOARDS);
    for (int i = 0; i < PARTS; i++)
        sums_free(&parts[i]);
    sums_free(&whole);
    sums_free(&forward);
    sums_free(&backward);
}

/* Two matches of a board: agent 0 wins the first 62 to 40 in two rounds, stopped midway, and loses the second 55 to 63
   in three, the last of them a tie-break. */
TEST(matches_by_hand)
{
    Schedule s = made("pagat", 2);
    const Pairing order = {{0, 1}};
    const Match matches[] = {{.scores = {62, 40}, .rounds = 2, .end = MATCH_SHODAM, .winner = 0},
                             {.scores = {63, 55}, .rounds = 3, .end = MATCH_COUNT, .winner = 0, .tie_break = true}};
    static Game game;
    BoardValues values = {0};
    Sums sums = {0};
    const SumsShape shape = sim_shape(&s);
    s.match_rounds = 10;
    game.round.table.ply = 20;
    game.counts[0].points = 12;
    game.counts[1].points = 8;
    for (int seating = 0; seating < 2; seating++)
        for (int round = 0; round < 2 + seating; round++) {
            const PlayedRound played = {
                .order = &order, .rotation = schedule_rotation(&s, seating, round), .game = &game, .match = seating};
            values_round(&values, &s, &played);
        }
    values_board(&values, &s, &order, (int[][MAX_SIDES]){{1}, {1}}, matches, (PlayTime[MAX_SEATS]){{0}});
    assert_true(sums_open(&sums, &shape));
    sums_add(&sums, values.rows[0]);
    assert_int_equal(sums.boards, 1);
    assert_int_equal(sums_x(&sums, 2, SUM_rounds), 5);
    assert_int_equal(sums_x(&sums, 2, SUM_lengths_squared), 4 + 9);
    /* agent 0 sits first in rounds 0 of the first and 1 of the second, b in the three others */
    assert_int_equal(sums_x(&sums, 0, SUM_points), 2 * 12 + 3 * 8);
    assert_int_equal(sums_x(&sums, 1, SUM_points), 3 * 12 + 2 * 8);
    assert_int_equal(sums_x(&sums, 0, SUM_diff), -4);
    assert_int_equal(sums_x(&sums, 0, SUM_points_rounds), 48 * 5);
    assert_int_equal(sums_x(&sums, 0, SUM_diff_rounds), -4 * 5);
    assert_int_equal(sums_x(&sums, 0, SUM_plays), 5 * 10);
    assert_int_equal(sums_x(&sums, 0, SUM_wins), 2);
    assert_int_equal(sums_x(&sums, 1, SUM_wins), 2);
    assert_int_equal(sums_x(&sums, 2, SUM_result_2), 1);
    assert_int_equal(sums_x(&sums, 0, SUM_won_shodam), 1);
    assert_int_equal(sums_x(&sums, 0, SUM_won_count) + sums_x(&sums, 0, SUM_won_tie), 0);
    assert_int_equal(sums_x(&sums, 1, SUM_won_tie), 1);
    assert_int_equal(sums_x(&sums, 1, SUM_won_count) + sums_x(&sums, 1, SUM_won_shodam), 0);
    assert_int_equal(sums_x(&sums, 0, SUM_margin), 22 - 8);
    assert_int_equal(sums_x(&sums, 1, SUM_margin), 8 - 22);
    assert_int_equal(sums_x(&sums, 0, SUM_won_margin), 22);
    assert_int_equal(sums_x(&sums, 1, SUM_won_margin), 8);
    assert_int_equal(sums_x(&sums, 2, SUM_seat_0), 2); /* the seat of the first round won both */
    sums_free(&sums);
}

/* Without duplicate play the agents take turns at the first seat; results are always those of the first named. */
TEST(results_are_those_of_the_first_agent)
{
    Schedule s = made("pagat", 2);
    Sums sums = {0};
    s.seatings = 1;
    for (uint16_t first = 0; first < 2; first++) {
        Board board = {.order = {{first, (uint16_t)!first}}};
        points_set(&board, 0, (int[]){13, 7}, 2); /* who sits first wins */
        board_add(&sums, &s, &board);
        board_add(&sums, &s, &board);
        points_set(&board, 0, first ? (int[]){7, 13} : (int[]){10, 10}, 2);
        board_add(&sums, &s, &board);
    }
    /* agent 0: won twice, drew once as first; lost twice and won once as second */
    assert_int_equal(sums_x(&sums, 2, SUM_result_2), 3);
    assert_int_equal(sums_x(&sums, 2, SUM_result_1), 1);
    assert_int_equal(sums_x(&sums, 2, SUM_result_0), 2);
    sums_free(&sums);
}

/* Where Surs do not cancel, what the limit takes is what the same plays give without it. */
TEST(the_limit_takes_what_counts_without_it)
{
    Schedule s = made("wikipedia,sur_limit=50,sur_last_deal=yes", 2);
    const Rules *rules = &s.rules;
    const int16_t scores[MAX_SIDES] = {50, 49};
    const Pairing order = {{0, 1}};
    Rng rng = rng_for(31, 0, PURPOSE_TEST);
    int64_t taken = 0;
    s.match_rounds = 10;
    for (int i = 0; i < 300; i++) {
        static Game game;
        Pack pack;
        Round free;
        BoardValues values = {0};
        pack_deal(&pack, rules, &rng);
        round_start(&game.round, rules, &pack, scores);
        round_start(&free, rules, &pack, NULL);
        while (!table_over(&game.round.table)) {
            CardSet moves[MAX_MOVES];
            const int count = moves_list(moves, round_hand(&game.round), game.round.table.pool, NULL);
            const CardSet play = moves[rng_bounded(&rng, (uint32_t)count)];
            game.history[game.round.table.ply] = play;
            round_play(&game.round, rules, play);
            round_play(&free, rules, play);
        }
        const PlayedRound played = {.order = &order, .pack = &pack, .game = &game, .match = i};
        values_round(&values, &s, &played);
        assert_int_equal(values.rows[0][SUM_limit_surs], free.table.surs[0]);
        assert_int_equal(values.rows[1][SUM_limit_surs], 0);
        assert_int_equal(values.rows[0][SUM_limit_rounds], 1);
        assert_int_equal(values.rows[1][SUM_limit_rounds], 0);
        taken += values.rows[0][SUM_limit_surs];
    }
    assert_true(taken > 0);
}
