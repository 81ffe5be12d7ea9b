/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sanitized: not part of make quick. */
/* Boards that are played in lockstep are those that are played one at a time: the same packs, seats, plays and
   counts. */
#include "tests/engine/claims.h"

#include <stdlib.h>

#include "agents/isa.h"
#include "tests/sim/alone.h"
#include "tests/test.h"

enum { AGENTS = 8 };
static const char *const NAMES[AGENTS] = {"tactic",
                                          "greedy",
                                          "random",
                                          "counter",
                                          "tactic:deny_sur=0,seek_clubs=1",
                                          "tactic:count_cards=0,base_sur=-100,starve=100",
                                          "tactic:only=base_points",
                                          "tactic:offer_declined=1,high_trail=0"};

static Error error;

typedef struct {
    StretchRun stretch; /* the first: boards_add_up gets it */
    const BoardsJob *job;
    Players *alone;
    bool match;        /* rounds are those of a match */
    uint64_t *stopped; /* how many of them were */
} Check;

static void game_check(const Game *game, const Game *right, const Rules *rules)
{
    assert_memory_equal(&game->round.table, &right->round.table, sizeof game->round.table);
    assert_memory_equal(game->round.hands, right->round.hands, sizeof game->round.hands);
    assert_memory_equal(game->round.stock, right->round.stock, sizeof game->round.stock);
    assert_memory_equal(game->history, right->history, game->round.table.ply * sizeof *game->history);
    assert_memory_equal(game->captures, right->captures, sizeof game->captures);
    assert_memory_equal(game->counts, right->counts, (size_t)rules->sides * sizeof *game->counts);
    assert_true(game->first_pool == right->first_pool && game->history_known == right->history_known);
    assert_true(game->match == right->match);
}

/* Scores of all kinds, some of them about to end the match. */
static void match_prepare(const void *arg, Board *board)
{
    Rng rng = rng_for(63, board->index, PURPOSE_TEST);
    (void)arg;
    for (int agent = 0; agent < MAX_SEATS; agent++)
        board->scores[agent] = (int16_t)rng_bounded(&rng, 62);
    board->stops = true;
}

static void board_check(const Check *check, const Board *board, size_t pairing)
{
    static Board right;
    const BoardsJob *job = check->job;
    board_begin(&right, job->schedule, job->pairings ? &job->pairings[pairing] : NULL, board->index);
    if (check->match) match_prepare(check, &right);
    assert_true(board_finish(&right, check->alone));
    for (int seating = 0; check->match && seating < job->schedule->seatings; seating++)
        *check->stopped += !table_over(&right.games[seating].round.table);
    assert_true(board->played && board->timed == right.timed);
    assert_memory_equal(&board->order, &right.order, sizeof board->order);
    assert_memory_equal(&board->pack, &right.pack, sizeof board->pack);
    for (int seating = 0; seating < job->schedule->seatings; seating++)
        game_check(&board->games[seating], &right.games[seating], &job->schedule->rules);
}

static bool board_add(const void *arg, Stretch *stretch, const Board *board, size_t pairing)
{
    const Check *check = arg;
#pragma omp critical
    board_check(check, board, pairing);
    return board_count(stretch, &check->stretch, board);
}

/* Plays boards of all pairings, or where there are none of the first agents. match: rounds of a match from scores of
   each board's own; returns how many of them were stopped. */
static uint64_t boards_check(const Schedule *schedule, const Agent *agents, const Pairing *pairings, size_t count,
                             int threads, bool match)
{
    uint64_t stopped = 0;
    Players alone;
    Sums sums = {0};
    Check check = {
        .stretch = {.shape = BOARD_COUNTS, .sums = &sums}, .alone = &alone, .match = match, .stopped = &stopped};
    const BoardsUse use = {.prepare = match ? match_prepare : NULL, .add = board_add};
    const BoardsJob job = {
        .schedule = schedule,
        .agents = agents,
        .pairings = pairings,
        .pairing_count = count,
        .agent_count = AGENTS,
        .first = 3,
        .boards = threads > 1 ? 5000
                  : pairings  ? 33
                              : 21, /* chunks of 16 boards, of some, and of one */
        .threads = threads,
    };
    check.job = &job;
    assert_true(players_open(&alone, schedule, agents, pairings ? AGENTS : (size_t)schedule->agents));
    assert_true(boards_in_lockstep(&job, schedule) == !schedule->rules.open_hands);
    assert_int_equal(boards_add_up(&job, &use, &check.stretch), ARENA_DONE);
    assert_int_equal(sums.boards, job.boards * (pairings ? count : 1));
    players_close(&alone);
    sums_free(&sums);
    return stopped;
}

static int rules_stopped; /* rules under which rounds were stopped */

static void rules_check(const char *text, int seated, bool duplicate, int threads)
{
    static const Pairing PAIRINGS[] = {{{0, 1, 2, 3}}, {{4, 0, 1, 2}}, {{3, 2, 4, 0}}, {{1, 3, 0, 4}}, {{2, 4, 3, 1}},
                                       {{0, 4, 5, 6}}, {{7, 0, 4, 5}}, {{6, 7, 5, 1}}, {{5, 0, 7, 2}}, {{4, 5, 0, 3}}};
    Schedule schedule;
    Agent agents[AGENTS];
    assert_true(schedule_make(&schedule, text, seated, duplicate, &error));
    schedule.seed = 5;
    for (int i = 0; i < AGENTS; i++)
        assert_true(agent_parse(&agents[i], NAMES[i], &schedule.rules, &error));
    boards_check(&schedule, agents, NULL, 0, threads, false);
    boards_check(&schedule, agents, PAIRINGS, COUNT(PAIRINGS), 1, false);
    if (boards_check(&schedule, agents, PAIRINGS, COUNT(PAIRINGS), 1, true)) rules_stopped++;
    for (int i = 0; i < MAX_SEATS; i++)
        schedule.scores[i] = (int16_t)(13 * i + 20);
    boards_check(&schedule, agents, PAIRINGS, COUNT(PAIRINGS), 1, false);
    schedule.scores_by_side = true;
    boards_check(&schedule, agents, NULL, 0, 1, false);
    agents_free(agents, AGENTS);
}

TEST(boards_are_those_played_alone)
{
    if (isa_lanes_hindrance()) skip();
    for (int i = 0; i < PRESET_RULES_COUNT; i++) {
        const Rules rules = rules_of(PRESET_RULES[i]);
        rules_check(PRESET_RULES[i], 2, i % 4 != 3, 1);
        if (rules.players > 2) rules_check(PRESET_RULES[i], rules.players, true, 1);
    }
    char text[RULES_TEXT];
    for (int i = 0; i < 20; i++) {
        Rng rng = rng_for(62, (uint64_t)i, PURPOSE_TEST);
        random_rules(text, &rng);
        rules_check(text, 2, true, 1);
    }
    assert_true(rules_stopped >= 10);
}

TEST(threads_change_nothing)
{
    if (isa_lanes_hindrance()) skip();
    rules_check("pagat", 2, true, 3);
    rules_check("pagat,players=3", 3, true, 2);
}

/* Agents that may fail, that remember, search or see all cards are asked one by one. */
TEST(others_play_one_by_one)
{
    static const struct {
        const char *names[2];
        bool possible;
    } ROWS[] = {{{"random", "greedy"}, true},          {{"tactic", "counter"}, true},
                {{"tactic:exact=1", "random"}, false}, {{"random", "tactic:goal=match"}, false},
                {{"random", "oracle"}, false},         {{"ismcts:iters=10", "tactic"}, false},
                {{"greedy", "exec:false"}, false}};
    for (int i = 0; i < COUNT(ROWS); i++) {
        Schedule schedule;
        Agent agents[2];
        Players players;
        assert_true(schedule_make(&schedule, "pagat", 2, true, &error));
        assert_true(agents_open(agents, ROWS[i].names, 2, &schedule.rules, &error));
        assert_true(players_open(&players, &schedule, agents, 2));
        assert_true(boards_in_lockstep(&(BoardsJob){.schedule = &schedule, .agents = agents}, &schedule) ==
                    ROWS[i].possible);
        players_close(&players);
        agents_free(agents, 2);
    }
}
