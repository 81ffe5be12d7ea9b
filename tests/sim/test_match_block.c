/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards of matches that are played side by side in lockstep are those that are played by themselves, one after the
   other: the same packs, plays, scores, winners and void boards, and each match's rounds are told in order. */
#include "tests/sim/alone.h"

#include "agents/isa.h"
#include "tests/engine/claims.h"
#include "tests/test.h"

enum { AGENTS = 4 };

static Error error;

/* What was told of the matches of a board. */
typedef struct {
    int seatings, sides;
    int rounds[MAX_SEATS];
    uint64_t hash[MAX_SEATS];
} Told;

typedef struct {
    uint64_t voids, stopped;
} Seen;

typedef struct {
    StretchRun stretch; /* the first: boards_add_up gets it */
    const Schedule *schedule;
    Players *alone;
    Seen *seen;
} Check;

static uint64_t mix(uint64_t hash, const void *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *)data)[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static void told_begin(const void *arg, const Board *board)
{
    const Schedule *schedule = board->schedule;
    (void)arg;
    *(Told *)board->state = (Told){.seatings = schedule->seatings, .sides = schedule->rules.sides};
}

static bool told_round(void *state, const PlayedRound *round)
{
    Told *told = state;
    const int seating = (int)(round->match % told->seatings);
    const Game *game = round->game;
    uint64_t hash = told->hash[seating];
    assert_int_equal(round->index, told->rounds[seating]++);
    hash = mix(hash, &round->board, sizeof round->board);
    hash = mix(hash, round->order, sizeof *round->order);
    hash = mix(hash, &round->rotation, sizeof round->rotation);
    hash = mix(hash, round->pack, sizeof *round->pack);
    hash = mix(hash, game->history, game->round.table.ply * sizeof *game->history);
    hash = mix(hash, &game->round.table, sizeof game->round.table);
    hash = mix(hash, game->round.hands, sizeof game->round.hands);
    hash = mix(hash, game->captures, sizeof game->captures);
    for (int side = 0; side < told->sides; side++)
        hash = mix(hash, &game->counts[side].points, sizeof game->counts[side].points);
    told->hash[seating] = hash;
    return true;
}

static void board_check(const Check *check, const Board *board)
{
    static Board right;
    Told told;
    const Told *here = board->state;
    board_begin(&right, check->schedule, NULL, board->index);
    right.round = told_round;
    right.state = &told;
    told_begin(check, &right);
    board_finish(&right, check->alone);
    assert_true(board->timed == right.timed && board->played == right.played);
    assert_memory_equal(&board->order, &right.order, sizeof board->order);
    if (!right.played) {
        check->seen->voids++;
        assert_ptr_equal(board->failure.why, right.failure.why);
        assert_int_equal(board->failure.seating, right.failure.seating);
        assert_int_equal(board->failure.board, right.failure.board);
        return;
    }
    const bool timed = board->index % LOCKSTEP_TIMED == 0;
    assert_int_equal(board->times[0].plays, timed ? right.times[0].plays : 0);
    assert_int_equal(right.times[0].plays > 0, board->timed);
    for (int seating = 0; seating < check->schedule->seatings; seating++) {
        assert_memory_equal(&board->matches[seating], &right.matches[seating], sizeof(Match));
        assert_int_equal(here->rounds[seating], told.rounds[seating]);
        assert_true(here->hash[seating] == told.hash[seating]);
        check->seen->stopped += right.matches[seating].end == MATCH_SHODAM;
    }
}

static bool board_add(const void *arg, Stretch *stretch, const Board *board, size_t pairing)
{
    const Check *check = arg;
    (void)pairing;
#pragma omp critical
    board_check(check, board);
    return board_count(stretch, &check->stretch, board);
}

static Seen boards_check(const char *rules, int seated, uint64_t boards, int threads, int rounds)
{
    static const char *const NAMES[AGENTS] = {"tactic", "greedy", "counter", "tactic:deny_sur=0,split_faces=1"};
    Schedule schedule;
    Agent agents[AGENTS];
    assert_true(schedule_make(&schedule, rules, seated, boards % 2, &error));
    schedule.seed = 9;
    schedule.match_rounds = rounds;
    schedule.scores[1] = (int16_t)(schedule.rules.target / 2);
    Seen seen = {0};
    Players alone;
    Sums sums = {0};
    Check check = {
        .stretch = {.shape = BOARD_COUNTS, .sums = &sums}, .schedule = &schedule, .alone = &alone, .seen = &seen};
    for (int i = 0; i < AGENTS; i++)
        assert_true(agent_parse(&agents[i], NAMES[i], &schedule.rules, &error));
    static const BoardsUse USE = {
        .state_size = sizeof(Told), .begin = told_begin, .round = told_round, .add = board_add};
    const BoardsJob job = {
        .schedule = &schedule,
        .agents = agents,
        .boards = boards,
        .threads = threads,
    };
    assert_true(boards_in_lockstep(&job, job.schedule));
    assert_true(players_open(&alone, &schedule, agents, (size_t)schedule.agents));
    assert_int_equal(boards_add_up(&job, &USE, &check.stretch), ARENA_DONE);
    assert_int_equal(sums.boards + sums.voids.boards, boards);
    sums_free(&sums);
    players_close(&alone);
    agents_free(agents, AGENTS);
    return seen;
}

TEST(matches_are_those_played_alone)
{
    if (isa_lanes_hindrance()) skip();
    for (int i = 0; i < PRESET_RULES_COUNT; i++) {
        const char *why;
        const Rules rules = rules_of(PRESET_RULES[i]);
        if (!match_ends(&rules, &why)) continue;
        about_text(PRESET_RULES[i]);
        boards_check(PRESET_RULES[i], 2, 21, 1, MATCH_ROUNDS);
        if (rules.players > 2) boards_check(PRESET_RULES[i], rules.players, 21, 1, MATCH_ROUNDS);
    }
    boards_check("pagat,shuffle=riffle:3", 2, 33, 1, MATCH_ROUNDS);
    boards_check("pagat,players=3,shuffle=riffle:7", 3, 13, 1, MATCH_ROUNDS);
}

/* Matches of one round and of many, side by side, by threads. */
TEST(threads_change_nothing)
{
    if (isa_lanes_hindrance()) skip();
    const Seen check = boards_check("pagat,target=20,sur_limit=12", 2, 3001, 3, MATCH_ROUNDS);
    assert_true(check.stopped > 1000 && check.voids == 0);
    boards_check("pagat,target=25", 2, 600, 2, MATCH_ROUNDS);
    boards_check("pagat,players=4,teams=1,target=30", 4, 301, 2, MATCH_ROUNDS);
}

/* Matches that last too long make their board void, and the first seating of which that holds says so. */
TEST(endless_matches_are_void_as_alone)
{
    if (isa_lanes_hindrance()) skip();
    const Seen check = boards_check("pagat", 2, 301, 1, 3);
    assert_in_range(check.voids, 30, 270);
    assert_int_equal(boards_check("pagat,players=3", 3, 41, 1, 2).voids, 41);
}
