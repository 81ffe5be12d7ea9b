/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds and boards among seated agents, under every preset. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/alone.h"
#include "tests/test.h"

static const char *const RULE_SETS[] = {"pagat,players=2",         "pagat,players=3", "pagat,players=4",
                                        "pagat,players=4,teams=0", "playpasur",       "bicycle,players=4",
                                        "wikipedia,players=2",     "ru-baaz",         "french,players=4"};
enum { RULE_SET_COUNT = sizeof RULE_SETS / sizeof *RULE_SETS, BOARDS = 60 };

static Error error;

static void set_up(Schedule *schedule, Agent agents[2], const char *text)
{
    assert_true(schedule_make(schedule, text, 2, true, &error));
    assert_true(agent_parse(&agents[0], "greedy", &schedule->rules, &error));
    assert_true(agent_parse(&agents[1], "random", &schedule->rules, &error));
}

static void check_game(const Game *game, const Schedule *schedule, const Pack *pack)
{
    const Rules *rules = &schedule->rules;
    const Table *table = &game->round.table;
    CardSet all = table->pool;
    assert_true(table_over(table));
    for (int side = 0; side < rules->sides; side++) {
        assert_true((all & table->piles[side]) == 0);
        all |= table->piles[side];
    }
    assert_cards_equal(all, PACK);

    /* the plays lead there, each legal, and as many captured as was noted */
    Round round;
    int captures[MAX_SIDES] = {0};
    round_start(&round, rules, pack, NULL);
    for (int ply = 0; ply < PLAYS; ply++) {
        assert_play_legal(rules, &round, game->history[ply]);
        captures[table_side(&round.table, rules)] += set_count(game->history[ply]) > 1;
        round_play(&round, rules, game->history[ply]);
    }
    assert_memory_equal(&round, &game->round, sizeof round);
    int points[MAX_SIDES];
    count_points(points, table, rules);
    for (int side = 0; side < rules->sides; side++) {
        assert_int_equal(game->captures[side], captures[side]);
        assert_int_equal(game->counts[side].points, points[side]);
    }
}

TEST(rounds_are_legal_and_whole)
{
    for (int i = 0; i < RULE_SET_COUNT; i++) {
        Schedule schedule;
        Agent agents[2];
        Players players;
        Board board;
        set_up(&schedule, agents, RULE_SETS[i]);
        assert_true(players_open(&players, &schedule, agents, 2));
        for (uint64_t index = 0; index < BOARDS; index++) {
            assert_true(board_play(&board, &players, NULL, index));
            assert_int_equal(board.timed, index % TIMED_EVERY == 0);
            for (int seating = 0; seating < schedule.seatings; seating++)
                check_game(&board.games[seating], &schedule, &board.pack);
        }
        players_close(&players);
    }
}

TEST(timing_changes_nothing)
{
    Schedule schedule;
    Agent agents[2];
    Pack pack;
    Game games[2];
    set_up(&schedule, agents, "pagat");
    schedule_pack(&pack, &schedule, 0);
    for (int timed = 0; timed < 2; timed++) {
        Player players[MAX_SEATS] = {{.agent = &agents[0], .rng = rng_make(1, 2)},
                                     {.agent = &agents[1], .rng = rng_make(3, 4)}};
        game_start(&games[timed], &schedule.rules, &pack, NULL);
        assert_true(game_play(&games[timed], &schedule.rules, (Player *[MAX_SEATS]){&players[0], &players[1]}, timed));
        assert_int_equal(players[0].time.nanoseconds > 0, timed);
    }
    assert_memory_equal(games[0].history, games[1].history, sizeof games[0].history);
}

static bool cold_once(const void *memory)
{
    bool *cold = *(bool *const *)memory, was = *cold;
    return *cold = false, was;
}

/* The first decision of a player that it warms up is not among those whose time is taken. */
TEST(a_cold_decision_is_not_timed)
{
    Schedule schedule;
    Agent agents[2];
    Pack pack;
    Game game;
    bool cold = true, *memory = &cold;
    set_up(&schedule, agents, "pagat");
    schedule_pack(&pack, &schedule, 0);
    AgentKind kind = *agents[0].kind;
    kind.cold = cold_once;
    agents[0].kind = &kind;
    Player players[2] = {{.agent = &agents[0], .memory = &memory, .rng = rng_make(1, 2)},
                         {.agent = &agents[1], .rng = rng_make(3, 4)}};
    game_start(&game, &schedule.rules, &pack, NULL);
    assert_true(game_play(&game, &schedule.rules, (Player *[MAX_SEATS]){&players[0], &players[1]}, true));
    assert_int_equal(players[0].time.plays, PLAYS / 2 - 1);
    assert_int_equal(players[1].time.plays, PLAYS / 2);
}

/* Two runs that differ in an agent play the same cards, and the other agent draws the same numbers. */
TEST(an_agent_draws_the_same_against_anybody)
{
    Schedule schedule;
    Agent agents[2], others[2];
    Players players, other_players;
    Board board, other;
    set_up(&schedule, agents, "pagat");
    others[0] = agents[1];
    others[1] = agents[1];
    assert_true(players_open(&players, &schedule, agents, 2) && players_open(&other_players, &schedule, others, 2));
    for (uint64_t index = 0; index < BOARDS; index++) {
        assert_true(board_play(&board, &players, NULL, index) && board_play(&other, &other_players, NULL, index));
        assert_memory_equal(&board.pack, &other.pack, sizeof board.pack);
        /* in seating 1 the random agent plays first in both: before it knows whom it plays against */
        assert_true(board.games[1].history[0] == other.games[1].history[0]);
    }
    players_close(&players);
    players_close(&other_players);
}

TEST(scores_reach_the_table)
{
    Schedule schedule;
    Agent agents[2];
    Pack pack;
    Game game;
    set_up(&schedule, agents, "pagat");
    schedule_pack(&pack, &schedule, 0);
    Player players[MAX_SEATS] = {{.agent = &agents[0], .rng = rng_make(1, 2)},
                                 {.agent = &agents[1], .rng = rng_make(3, 4)}};
    game_start(&game, &schedule.rules, &pack, (int16_t[]){50, 7});
    assert_true(game_play(&game, &schedule.rules, (Player *[MAX_SEATS]){&players[0], &players[1]}, false));
    assert_int_equal(game.round.table.scores[0], 50);
    assert_int_equal(game.round.table.scores[1], 7);
    assert_int_equal(game.counts[0].surs, 0); /* sur_limit */
}

/* An agent that sometimes fails, and one that sees all cards. */
static CardSet choose_or_fail(const Agent *agent, void *memory, const View *view, Rng *rng)
{
    (void)agent, (void)memory;
    CardSet moves[MAX_MOVES];
    moves_list(moves, view->hand, view->table->pool, NULL);
    return rng_bounded(rng, 200) ? moves[0] : 0;
}

static CardSet choose_open(const Agent *agent, void *memory, const Rules *rules, const Round *round, Rng *rng)
{
    (void)agent, (void)memory, (void)rules, (void)rng;
    CardSet moves[MAX_MOVES];
    moves_list(moves, round_hand(round), round->table.pool, NULL);
    return moves[0];
}

static const AgentKind FAILING = {.name = "failing", .choose = choose_or_fail};
static const AgentKind OPEN = {.name = "open", .choose_open = choose_open};

TEST(a_board_with_a_failure_is_void)
{
    Schedule schedule;
    Agent agents[2];
    Players players;
    Board board;
    set_up(&schedule, agents, "pagat");
    agents[1] = (Agent){.kind = &FAILING, .name = "failing"};
    agents[0] = (Agent){.kind = &OPEN, .name = "open"};
    assert_true(players_open(&players, &schedule, agents, 2));
    int voids = 0;
    for (uint64_t index = 0; index < BOARDS; index++) {
        if (board_play(&board, &players, NULL, index)) continue;
        assert_ptr_equal(board.failure.agent, &agents[1]);
        voids++;
    }
    assert_in_range(voids, 1, BOARDS - 1);
    players_close(&players);
}

TEST(every_seat_has_a_stream_of_its_own)
{
    uint64_t seen[3 * 16];
    int count = 0;
    for (uint64_t board = 0; board < 3; board++)
        for (int seating = 0; seating < 4; seating++)
            for (int seat = 0; seat < 4; seat++) {
                Rng rng = player_rng(1, board, seating, seat);
                seen[count++] = rng.state;
            }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            assert_true(seen[i] != seen[k]);
}
