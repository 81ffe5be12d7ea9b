/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slow: not part of make quick, nor run under sanitizers. */
/* The sums of a study against boards that are played one by one. */
#include <stdlib.h>
#include <string.h>

#include "analysis/study/tactics.h"
#include "tests/analysis/study/tactic_sums.h"
#include "tests/sim/alone.h"
#include "tests/sim/same_sums.h"
#include "tests/test.h"

enum { BOARDS = 16, SEED = 7 };

static const struct {
    const char *rules, *opponents, *tactics, *sweep;
    bool pairs;
    const char *by;
} CASES[] = {
    {"pagat", "tactic,greedy,counter,random", NULL, NULL, false, NULL},
    {"pagat", "tactic", NULL, NULL, false, "deal"},
    {"pagat", "tactic,greedy", NULL, NULL, false, "pool"},
    {"pagat,sur_last_deal=cancel", "tactic", NULL, NULL, false, "score"},
    {"pagat,players=3", "tactic,counter", NULL, NULL, false, "score"},
    {"pagat,players=4", "tactic,greedy", NULL, NULL, false, NULL},
    {"pagat,players=4,teams=0", "tactic", NULL, NULL, false, "deal"},
    {"wikipedia,players=3", "tactic,random", NULL, NULL, false, NULL},
    {"bicycle", "greedy,tactic", NULL, NULL, false, NULL},
    {"pagat", "tactic", "deny_sur,count_cards,raise_11", NULL, true, NULL},
    {"pagat", "ismcts:iters=30,ismcts:variant=pimc,dets=2", "deny_sur,jack_face", NULL, false, "deal"},
    {"pagat,players=3", "ismcts:iters=30,infer=0,playout=greedy", "deny_sur", NULL, false, NULL},
    {"pagat", "tactic:deny_sur=0,raise_11=0,greedy", NULL, "deny_sur=0:3:0.25,jack_face=-1:1:0.5", false, NULL},
};

static TacticStudy study_of(size_t i)
{
    TacticStudy study;
    study_open(&study, CASES[i].rules, SEED,
               (TacticRequest){.agent = "tactic",
                               .opponents = CASES[i].opponents,
                               .tactics = CASES[i].tactics,
                               .sweep = CASES[i].sweep,
                               .pairs = CASES[i].pairs,
                               .by = CASES[i].by});
    return study;
}

/* What the tested agent scores with this variant on a board of its own, as sim plays it, and what was played. */
static int whole_board(const TacticStudy *study, const TacticRow *row, int term, uint64_t index,
                       CardSet plays[MAX_SEATS][PLAYS])
{
    const Schedule *schedule = &study->schedule;
    Agent agents[2] = {study->agent, study->opponents[row->opponent]};
    Players players;
    Board board;
    int sum = 0;
    memcpy(agents[0].values, study->variants[row->variants[term]], sizeof agents[0].values);
    assert_true(players_open(&players, schedule, agents, 2));
    assert_true(board_play(&board, &players, NULL, index));
    for (int seating = 0; seating < schedule->seatings; seating++) {
        int points[MAX_SIDES], diff[MAX_SIDES];
        memcpy(plays[seating], board.games[seating].history, sizeof board.games[seating].history);
        side_points(points, board.games[seating].counts, schedule->rules.sides);
        diff_units(diff, points, schedule->rules.sides);
        for (int side = 0; side < schedule->rules.sides; side++)
            if (schedule->sides[seating][0] >> side & 1) sum += diff[side];
    }
    players_close(&players);
    return sum;
}

TEST(rows_are_what_whole_boards_give)
{
    static CardSet plays[MAX_TERMS][MAX_SEATS][PLAYS];
    for (size_t i = 0; i < COUNT(CASES); i++) {
        TacticStudy study = study_of(i);
        for (uint64_t board = 0; board < 3; board++) {
            Sums sums = sums_of(&study, board, 1, 1);
            for (int r = 0; r < study.row_count; r++) {
                const TacticRow *row = &study.rows[r];
                int whole[2] = {0, 0};
                for (int term = 0; term < row->terms; term++)
                    whole[term & 1] += whole_board(&study, row, term, board, plays[term]);
                assert_int_equal(sums_x(&sums, r, TACTIC_BOARDS), 1);
                assert_int_equal(scored(&sums, r, TACTIC_PLUS), whole[0]);
                assert_int_equal(scored(&sums, r, TACTIC_MINUS), whole[1]);
                if (row->terms == 2)
                    assert_int_equal(active(&sums, r), memcmp(plays[0], plays[1],
                                                              sizeof *plays[0] * (size_t)study.schedule.seatings) != 0);
            }
            sums_free(&sums);
        }
        tactic_study_free(&study);
    }
}

/* The deal in which two variants first played another card in a seating; MAX_STRATA: they played alike. */
static int deal_of(const TacticStudy *study, CardSet plays[MAX_TERMS][MAX_SEATS][PLAYS], int seating)
{
    for (int ply = 0; ply < PLAYS; ply++)
        if (plays[0][seating][ply] != plays[1][seating][ply]) return ply / (HAND * study->schedule.rules.players);
    return MAX_STRATA;
}

TEST(each_seating_has_the_stratum_in_which_it_diverged)
{
    static CardSet plays[MAX_TERMS][MAX_SEATS][PLAYS];
    int64_t parted = 0; /* boards whose seatings lie in several strata */
    for (size_t i = 0; i < COUNT(CASES); i++) {
        if (!CASES[i].by || strcmp(CASES[i].by, "deal") != 0) continue;
        TacticStudy study = study_of(i);
        for (uint64_t board = 0; board < 6; board++) {
            Sums sums = sums_of(&study, board, 1, 1);
            for (int r = 0; r < study.row_count; r++) {
                int rounds[MAX_STRATA + 1] = {0}, met = 0;
                for (int term = 0; term < 2; term++)
                    whole_board(&study, &study.rows[r], term, board, plays[term]);
                for (int seating = 0; seating < study.schedule.seatings; seating++)
                    rounds[deal_of(&study, plays, seating)]++;
                for (int deal = 0; deal < MAX_STRATA; deal++) {
                    assert_int_equal(sums_x(&sums, r, TACTIC_ROUNDS + deal), rounds[deal]);
                    met += rounds[deal] > 0;
                }
                parted += met > 1;
            }
            sums_free(&sums);
        }
        tactic_study_free(&study);
    }
    assert_true(parted > 10);
}

TEST(boards_that_are_not_active_are_zero_and_changed_are_those_with_a_value)
{
    int64_t idle = 0;
    for (size_t i = 0; i < COUNT(CASES); i++) {
        TacticStudy study = study_of(i);
        for (uint64_t board = 0; board < BOARDS; board++) {
            Sums sums = sums_of(&study, board, 1, 1);
            for (int r = 0; r < study.row_count; r++) {
                for (int by = 0; by < MAX_STRATA; by++)
                    assert_int_equal(sums_x(&sums, r, TACTIC_CHANGED + by), sums_x(&sums, r, TACTIC_VALUE + by) != 0);
                if (active(&sums, r)) continue;
                idle++;
                assert_int_equal(scored(&sums, r, TACTIC_PLUS) - scored(&sums, r, TACTIC_MINUS), 0);
            }
            sums_free(&sums);
        }
        tactic_study_free(&study);
    }
    assert_true(idle > 30);
}

TEST(strata_add_up_to_the_row)
{
    for (size_t i = 0; i < COUNT(CASES); i++) {
        if (CASES[i].pairs) continue;
        TacticStudy study = study_of(i);
        Sums sums = sums_of(&study, 0, BOARDS, 2);
        for (int r = 0; r < study.row_count; r++) {
            int64_t sum = 0, rounds = 0, boards = 0; /* boards: of the stratum with the most */
            assert_int_equal(sums_x(&sums, r, TACTIC_BOARDS), BOARDS);
            for (int stratum = 0; stratum < MAX_STRATA; stratum++) {
                const int64_t met = sums_x(&sums, r, TACTIC_ACTIVE + stratum);
                const int64_t played = sums_x(&sums, r, TACTIC_ROUNDS + stratum);
                assert_true(stratum < study.strata || !met);
                assert_true(met <= played && played <= met * study.schedule.seatings);
                sum += sums_x(&sums, r, TACTIC_VALUE + stratum);
                rounds += played;
                boards = met > boards ? met : boards;
            }
            assert_int_equal(sum, scored(&sums, r, TACTIC_PLUS) - scored(&sums, r, TACTIC_MINUS));
            assert_true(rounds >= boards);
        }
        sums_free(&sums);
        tactic_study_free(&study);
    }
}
