/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tournaments on results that are made up, so that the right answer is known. */
#include <stdlib.h>
#include <string.h>

#include "analysis/stats/rating.h"
#include "analysis/study/tournament.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

enum { MOST = 20 };

typedef struct {
    Schedule schedule;
    Tournament tournament;
} Hall;

/* How many points a round agent a scores more than b. */
typedef double (*Edge)(size_t a, size_t b);

static void hall_open(Hall *hall, const char *text, int agents, int gauntlet, uint64_t boards)
{
    Error error;
    Rules rules;
    assert_true(rules_parse(&rules, text, &error));
    assert_true(schedule_make(&hall->schedule, text, pairing_size(&rules, agents), true, &error));
    assert_true(tournament_init(&hall->tournament, &hall->schedule, (size_t)agents, gauntlet, boards, &error));
}

/* Points of a side: its mean edge over the other sides, and some noise of mean 0. */
static void hall_play(Hall *hall, uint64_t boards, Edge edge)
{
    const Schedule *s = &hall->schedule;
    Rng rng = rng_for(1, 0, PURPOSE_TEST);
    for (uint64_t board = 0; board < boards; board++)
        for (size_t m = 0; m < hall->tournament.pairing_count; m++) {
            BoardPoints result = {.played = true};
            const Pairing pairing = schedule_order(s, &hall->tournament.pairings[m], board);
            for (int seating = 0; seating < s->seatings; seating++) {
                size_t who[MAX_SIDES] = {0};
                for (int i = 0; i < s->agents; i++)
                    for (int side = 0; side < s->rules.sides; side++)
                        if (s->sides[seating][i] >> side & 1) who[side] = pairing.agents[i];
                for (int side = 0; side < s->rules.sides; side++) {
                    double mean = 0;
                    for (int other = 0; other < s->rules.sides; other++)
                        mean += other == side ? 0 : edge(who[side], who[other]) / s->rules.sides;
                    result.points[seating][side] = (int16_t)lround(100 + mean + (double)rng_bounded(&rng, 21) - 10);
                }
            }
            assert_true(tournament_take(&hall->tournament, board, m, &result));
        }
}

static double by_index(size_t a, size_t b) { return 4 * ((double)b - (double)a); }
static double in_a_circle(size_t a, size_t b) { return a == b ? 0 : (b + 3 - a) % 3 == 1 ? 6 : -6; }
static double equal(size_t a, size_t b) { return (void)a, (void)b, 0; }
static double always(size_t a, size_t b) { return a == b ? 0 : a < b ? 200 : -200; }

static PairEstimates pair_of(const Tournament *tournament, size_t a, size_t b)
{
    PairEstimates estimates[TOURNAMENT_MAX_AGENTS];
    assert_true(tournament->table.count <= TOURNAMENT_MAX_AGENTS && tournament_pairs(tournament, estimates, 0.05));
    return estimates[tournament_pair(tournament, a, b) - tournament->table.pairs];
}

/* beats[a * agents + b]: a scores more than b, beyond doubt for all pairs together. */
static void beats_find(const Tournament *tournament, bool *beats)
{
    PairEstimates estimates[TOURNAMENT_MAX_AGENTS];
    assert_true(tournament->table.count <= TOURNAMENT_MAX_AGENTS && tournament_pairs(tournament, estimates, 0.05));
    memset(beats, 0, tournament->table.agents * tournament->table.agents * sizeof *beats);
    for (size_t i = 0; i < tournament->table.count; i++) {
        const RatedPair *pair = &tournament->table.pairs[i];
        const bool first = estimates[i].diff.mean > 0;
        const size_t winner = first ? pair->a : pair->b, loser = first ? pair->b : pair->a;
        beats[winner * tournament->table.agents + loser] = estimates[i].adjusted <= 0.05;
    }
}

TEST(pairings_are_all_combinations)
{
    static const struct {
        const char *rules;
        int agents, gauntlet;
        size_t pairings, pairs;
    } CASES[] = {{"pagat", 2, NO_GAUNTLET, 1, 1},
                 {"pagat", 20, NO_GAUNTLET, 190, 190},
                 {"pagat", 20, 7, 19, 19},
                 {"pagat,players=3", 2, NO_GAUNTLET, 2, 1},
                 {"pagat,players=3", 5, NO_GAUNTLET, 10, 10},
                 {"pagat,players=3", 5, 0, 6, 10},
                 {"pagat,players=4", 5, NO_GAUNTLET, 10, 10},
                 {"pagat,players=4,teams=0", 5, NO_GAUNTLET, 5, 10},
                 {"pagat,players=4,teams=0", 3, NO_GAUNTLET, 3, 3}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        Hall hall;
        hall_open(&hall, CASES[i].rules, CASES[i].agents, CASES[i].gauntlet, 10);
        assert_int_equal(hall.tournament.pairing_count, CASES[i].pairings);
        assert_int_equal(hall.tournament.table.count, CASES[i].pairs);
        tournament_free(&hall.tournament);
    }
}

TEST(too_many_pairings_are_refused)
{
    Error error;
    Schedule schedule;
    Tournament tournament;
    assert_true(schedule_make(&schedule, "pagat,players=4,teams=0", 4, true, &error));
    assert_false(tournament_init(&tournament, &schedule, 100, NO_GAUNTLET, 10, &error));
    assert_non_null(strstr(error.text, "--gauntlet"));
}

/* Ratings come out in the order of the truth, and at tables of two as far apart. */
TEST(ratings_find_the_truth)
{
    static const char *const RULES[] = {"pagat", "pagat,players=3", "pagat,players=4,teams=0", "pagat,players=4"};
    for (size_t r = 0; r < COUNT(RULES); r++) {
        enum { AGENTS = 5, BOARDS = 1500 };
        Hall hall;
        Rating points[AGENTS], elo[AGENTS];
        bool beats[AGENTS * AGENTS];
        hall_open(&hall, RULES[r], AGENTS, NO_GAUNTLET, BOARDS);
        hall_play(&hall, BOARDS, by_index);
        assert_true(tournament_rate(&hall.tournament, points, elo, 0.05, 1));
        beats_find(&hall.tournament, beats);
        for (size_t i = 0; i < AGENTS; i++) {
            assert_close(points[i].value, 4 * (2 - (double)i), 0.5);
            assert_true(points[i].interval.low < points[i].value && points[i].value < points[i].interval.high);
            if (i + 1 == AGENTS) continue;
            assert_true(points[i].value > points[i + 1].value && elo[i].value > elo[i + 1].value);
            assert_true(beats[i * AGENTS + i + 1] && !beats[(i + 1) * AGENTS + i]);
        }
        tournament_free(&hall.tournament);
    }
}

/* What is told while it runs: the best mean difference, with an interval that is there for every agent. */
TEST(the_leader_is_told_with_an_interval)
{
    static const char *const RULES[] = {"pagat", "pagat,players=3", "pagat,players=4,teams=0", "pagat,players=4"};
    static const int GAUNTLETS[] = {NO_GAUNTLET, 3};
    for (size_t c = 0; c < COUNT(RULES) * COUNT(GAUNTLETS); c++) {
        enum { AGENTS = 4, BOARDS = 200 };
        Hall hall;
        Estimate diff;
        Interval interval;
        hall_open(&hall, RULES[c / 2], AGENTS, GAUNTLETS[c % 2], BOARDS);
        hall_play(&hall, BOARDS, by_index);
        assert_int_equal(tournament_leader(&hall.tournament, &diff, &interval, 0.2), 0);
        assert_int_equal(diff.n, BOARDS);
        assert_close(diff.mean, entrant_estimates(&hall.tournament, 0).diff, 1e-12);
        const Interval each = interval_anytime(&diff, 0.05, anytime_rho(0.05, BOARDS));
        assert_close(interval.low, each.low, 1e-12);
        assert_close(interval.high, each.high, 1e-12);
        assert_true(interval.low > 0 && interval.high < 30);
        tournament_free(&hall.tournament);
    }
}

TEST(nothing_is_told_of_boards_that_are_not_whole)
{
    enum { BOARDS = 200 };
    Hall hall;
    Estimate diff;
    Interval interval;
    Error error;
    Agent agents[2];
    hall_open(&hall, "pagat", 2, NO_GAUNTLET, BOARDS);
    assert_true(agent_parse(&agents[0], "random", &hall.schedule.rules, &error));
    assert_true(agent_parse(&agents[1], "greedy", &hall.schedule.rules, &error));
    for (uint64_t board = 0; board < BOARDS; board++) {
        BoardPoints result = {.played = board % 2, .points = {{6, 14}, {12, 8}}};
        result.points[1][0] = (int16_t)(12 + board % 3);
        assert_true(tournament_take(&hall.tournament, board, 0, &result));
    }
    assert_int_equal(tournament_leader(&hall.tournament, &diff, &interval, 0.05), 1);
    assert_int_equal(diff.n, BOARDS / 2);
    agent_free(&agents[0]);
    agent_free(&agents[1]);
    tournament_free(&hall.tournament);
}

/* However many boards were still to come, 60 give intervals. */
TEST(a_tournament_that_is_stopped_has_intervals)
{
    enum { AGENTS = 3 };
    static const struct {
        uint64_t planned, played;
        bool known;
    } CASES[] = {{2500, 2500, true}, {100000, 2500, true},    {1000000000, 2500, true}, {1000000000, 60, true},
                 {30, 30, true},     {1000000000, 29, false}, {29, 29, false}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        Hall hall;
        Rating points[AGENTS], elo[AGENTS];
        hall_open(&hall, "pagat", AGENTS, NO_GAUNTLET, CASES[i].planned);
        hall_play(&hall, CASES[i].played, by_index);
        assert_true(tournament_rate(&hall.tournament, points, elo, 0.05, 1));
        for (size_t a = 0; a < AGENTS; a++) {
            assert_close(points[a].value, 4 * (1 - (double)a), CASES[i].played < 100 ? 3 : 0.5);
            assert_int_equal(interval_known(points[a].interval), CASES[i].known);
            assert_int_equal(interval_known(elo[a].interval), CASES[i].known);
        }
        tournament_free(&hall.tournament);
    }
}

/* Blocks that were put together are those into which the planned boards fall, and nothing is lost. */
TEST(blocks_grow_with_the_boards)
{
    enum { PLANNED = 9999 };
    Hall hall;
    hall_open(&hall, "pagat", 2, NO_GAUNTLET, PLANNED);
    const Tournament *t = &hall.tournament;
    static int32_t cells[2 * PLANNED]; /* diff and rounds by block */
    int64_t before = 0;
    for (uint64_t board = 0; board < PLANNED; board++) {
        BoardPoints result = {.played = true};
        for (int seating = 0; seating < t->schedule->seatings; seating++)
            for (int side = 0; side < 2; side++)
                result.points[seating][side] = (int16_t)(1000 + (int)(board * 7 % 13) * (side == seating ? 1 : -1));
        assert_true(tournament_take(&hall.tournament, board, 0, &result));
        const uint64_t block = board * t->blocks / PLANNED;
        const int64_t after = sums_x(&t->sums, 2, MEET_DIFF);
        cells[2 * block] += (int32_t)(after - before);
        cells[2 * block + 1] += t->schedule->seatings;
        before = after;
        assert_true(t->table.boards == t->blocks || t->table.boards > (board < 999 ? board / 2 : 499));
    }
    assert_int_equal(t->table.boards, t->blocks);
    assert_true(t->blocks < PLANNED / 2);
    assert_memory_equal(t->table.cells, cells, 2 * t->blocks * sizeof *cells);
    tournament_free(&hall.tournament);
}

TEST(circles_are_seen)
{
    enum { AGENTS = 3, BOARDS = 300 };
    Hall hall;
    bool beats[AGENTS * AGENTS];
    hall_open(&hall, "pagat", AGENTS, NO_GAUNTLET, BOARDS);
    hall_play(&hall, BOARDS, in_a_circle);
    beats_find(&hall.tournament, beats);
    for (int a = 0; a < AGENTS; a++) /* each beats one of the others, and loses to the other one */
        assert_int_equal(beats[a * AGENTS + (a + 1) % AGENTS] + beats[a * AGENTS + (a + 2) % AGENTS], 1);
    assert_int_equal(beats[0 * AGENTS + 1], beats[1 * AGENTS + 2]);
    tournament_free(&hall.tournament);
}

/* Of 66 pairs a few seem to differ, each for itself. */
TEST(equals_do_not_beat_each_other)
{
    enum { AGENTS = 12, BOARDS = 60 };
    Hall hall;
    bool beats[AGENTS * AGENTS];
    hall_open(&hall, "pagat", AGENTS, NO_GAUNTLET, BOARDS);
    hall_play(&hall, BOARDS, equal);
    beats_find(&hall.tournament, beats);
    for (size_t i = 0; i < COUNT(beats); i++)
        assert_false(beats[i]);
    tournament_free(&hall.tournament);
}

TEST(twenty_who_win_all_or_nothing_have_finite_ratings)
{
    Hall hall;
    Rating points[MOST], elo[MOST];
    hall_open(&hall, "pagat", MOST, NO_GAUNTLET, 40);
    hall_play(&hall, 40, always);
    assert_true(tournament_rate(&hall.tournament, points, elo, 0.05, 1));
    for (size_t i = 0; i < MOST; i++) {
        assert_true(isfinite(points[i].value) && isfinite(elo[i].value));
        assert_true(isfinite(elo[i].interval.low) && isfinite(elo[i].interval.high));
        if (i) assert_true(elo[i].value < elo[i - 1].value);
    }
    tournament_free(&hall.tournament);
}

TEST(a_board_counts_once_it_is_over_for_all)
{
    Hall hall;
    hall_open(&hall, "pagat", 3, NO_GAUNTLET, 100);
    hall_play(&hall, 10, in_a_circle);
    const int64_t before = entrant_estimates(&hall.tournament, 0).rounds;
    const double diff = entrant_estimates(&hall.tournament, 0).diff;
    const BoardPoints won = {.played = true, .points = {{20, 0}, {0, 20}}};
    for (size_t pairing = 0; pairing + 1 < hall.tournament.pairing_count; pairing++) {
        assert_true(tournament_take(&hall.tournament, 10, pairing, &won));
        assert_int_equal(entrant_estimates(&hall.tournament, 0).rounds, before);
        assert_close(entrant_estimates(&hall.tournament, 0).diff, diff, 0);
    }
    assert_true(tournament_take(&hall.tournament, 10, hall.tournament.pairing_count - 1, &won));
    assert_int_equal(entrant_estimates(&hall.tournament, 0).rounds, before + before / 10);
    tournament_free(&hall.tournament);
}

TEST(a_draw_is_half_a_win)
{
    static const BoardPoints DRAWN = {.played = true, .points = {{9, 9}, {9, 9}}},
                             WON = {.played = true, .points = {{12, 8}, {8, 12}}};
    Hall hall;
    hall_open(&hall, "pagat", 2, NO_GAUNTLET, 2);
    assert_true(tournament_take(&hall.tournament, 0, 0, &DRAWN) && tournament_take(&hall.tournament, 1, 0, &WON));
    assert_close(pair_of(&hall.tournament, 0, 1).share, 0.75, 1e-12);
    assert_close(entrant_estimates(&hall.tournament, 0).share, 0.75, 1e-12);
    assert_close(entrant_estimates(&hall.tournament, 1).share, 0.25, 1e-12);
    tournament_free(&hall.tournament);
}

/* A void pairing leaves its board out of the pair, and nothing else. */
TEST(void_pairings_count_for_nobody)
{
    Hall hall;
    hall_open(&hall, "pagat", 3, NO_GAUNTLET, 4);
    for (uint64_t board = 0; board < 4; board++)
        for (size_t m = 0; m < 3; m++) {
            const BoardPoints result = {.played = !(board == 1 && m == 0), .points = {{12, 8}, {8, 12}}};
            assert_true(tournament_take(&hall.tournament, board, m, &result));
        }
    assert_int_equal(pair_of(&hall.tournament, 0, 1).diff.n, 3);
    assert_int_equal(pair_of(&hall.tournament, 0, 2).diff.n, 4);
    assert_close(pair_of(&hall.tournament, 0, 1).diff.mean, 4, 0);
    assert_int_equal(entrant_estimates(&hall.tournament, 0).rounds, 14);
    tournament_free(&hall.tournament);
}

/* ---- of matches */

static void match_hall_open(Hall *hall, const char *text, int agents, uint64_t boards)
{
    Error error;
    Rules rules;
    assert_true(rules_parse(&rules, text, &error));
    assert_true(schedule_make(&hall->schedule, text, pairing_size(&rules, agents), true, &error));
    hall->schedule.match_rounds = 100;
    assert_true(tournament_init(&hall->tournament, &hall->schedule, (size_t)agents, NO_GAUNTLET, boards, &error));
}

/* Of every seven matches the first agent wins four, the second two, and the third one, whoever sits where. */
static void seven_matches_play(Hall *hall, uint64_t boards)
{
    static const uint16_t WINNERS[7] = {0, 0, 0, 0, 1, 1, 2};
    const Schedule *s = &hall->schedule;
    for (uint64_t board = 0; board < boards; board++) {
        BoardPoints result = {.played = true};
        const Pairing pairing = schedule_order(s, &hall->tournament.pairings[0], board);
        for (int seating = 0; seating < s->seatings; seating++)
            for (int i = 0; i < s->agents; i++)
                if (pairing.agents[i] == WINNERS[board % 7])
                    result.points[seating][__builtin_ctz(s->sides[seating][i])] = 1;
        assert_true(tournament_take(&hall->tournament, board, 0, &result));
    }
}

/* Strengths of 4, 2 and 1 are 400 lg 2 Elo apart; shares count from one third, of a pair from one half. */
TEST(matches_of_three_are_shares_that_were_won)
{
    enum { AGENTS = 3, BOARDS = 7000 };
    static const double WON[AGENTS] = {4.0 / 7, 2.0 / 7, 1.0 / 7};
    Hall hall;
    Rating points[AGENTS], elo[AGENTS];
    Estimate diff;
    Interval interval;
    match_hall_open(&hall, "pagat,players=3", AGENTS, BOARDS);
    seven_matches_play(&hall, BOARDS);
    assert_true(tournament_rate(&hall.tournament, points, elo, 0.05, 1));
    for (size_t a = 0; a < AGENTS; a++) {
        assert_close(entrant_estimates(&hall.tournament, a).share, WON[a], 1e-12);
        assert_close(entrant_estimates(&hall.tournament, a).diff, WON[a] - 1.0 / 3, 1e-12);
        assert_close(points[a].value, (WON[a] - 1.0 / 3) / 2, 1e-12);
        assert_close(elo[a].value, (1 - (double)a) * 400 * log10(2), 1);
        for (size_t b = a + 1; b < AGENTS; b++) {
            const PairEstimates pair = pair_of(&hall.tournament, a, b);
            const double share = pair.share;
            assert_close(share, 0.5 + (WON[a] - WON[b]) / 2, 1e-12);
            assert_close(pair.diff.mean, share - 0.5, 1e-12);
            assert_true(pair.interval.low < share - 0.5 && share - 0.5 < pair.interval.high);
        }
    }
    assert_int_equal(tournament_leader(&hall.tournament, &diff, &interval, 0.05), 0);
    assert_close(diff.mean, WON[0] - 1.0 / 3, 1e-12);
    tournament_free(&hall.tournament);
}

/* Who wins all is told apart, and its interval ends where a share does. */
TEST(all_matches_won_are_no_chance)
{
    enum { BOARDS = 40 };
    static const BoardPoints WON = {.played = true, .points = {{1, 0}, {0, 1}}};
    Hall hall;
    bool beats[4];
    Rating points[2], elo[2];
    match_hall_open(&hall, "pagat", 2, BOARDS);
    for (uint64_t board = 0; board < BOARDS; board++)
        assert_true(tournament_take(&hall.tournament, board, 0, &WON));
    const PairEstimates pair = pair_of(&hall.tournament, 0, 1);
    assert_close(pair.diff.mean, 0.5, 0);
    assert_true(pair.interval.low > 0.3 && pair.interval.low < 0.5);
    assert_close(pair.interval.high, 0.5, 1e-12);
    assert_close(pair.p, ldexp(2, -BOARDS), 1e-20);
    beats_find(&hall.tournament, beats);
    assert_true(beats[1] && !beats[2]);
    assert_true(tournament_rate(&hall.tournament, points, elo, 0.05, 1));
    assert_close(points[0].value, 0.25, 1e-12);
    assert_true(isfinite(elo[0].value) && interval_known(elo[0].interval));
    tournament_free(&hall.tournament);
}

/* A match that found no end is nobody's fault. */
TEST(endless_matches_count_for_nobody)
{
    static const BoardPoints WON = {.played = true, .points = {{1, 0}, {0, 1}}}, ENDLESS = {.played = false};
    Hall hall;
    match_hall_open(&hall, "pagat", 2, 3);
    assert_true(tournament_take(&hall.tournament, 0, 0, &WON) && tournament_take(&hall.tournament, 1, 0, &ENDLESS) &&
                tournament_take(&hall.tournament, 2, 0, &WON));
    assert_int_equal(pair_of(&hall.tournament, 0, 1).diff.n, 2);
    assert_int_equal(entrant_estimates(&hall.tournament, 0).rounds, 4);
    tournament_free(&hall.tournament);
}
