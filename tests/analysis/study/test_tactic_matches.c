/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slow: not part of make quick, nor run under sanitizers. */
/* The sums of a study of whole matches against matches that are played one by one. */
#include <stdlib.h>
#include <string.h>

#include "tests/analysis/study/tactic_sums.h"
#include "tests/sim/alone.h"
#include "tests/test.h"

enum { SEED = 7 };

static const struct {
    const char *rules, *agent, *opponents, *tactics, *sweep;
    bool pairs;
    int scores[2];
} MATCHES[] = {
    {"pagat", "tactic", "tactic,greedy", "deny_sur,base_sur", NULL, false, {0, 0}},
    {"pagat", "tactic", "tactic:goal=match,tactic", "deny_sur", NULL, false, {0, 0}},
    {"pagat", "tactic", "greedy,ismcts:iters=20", NULL, "deny_sur=0:2:1", false, {40, 49}},
    {"pagat,target=30", "tactic", "counter", "deny_sur,count_cards,jack_face", NULL, true, {0, 0}},
    {"pagat,shuffle=riffle:1", "tactic:split_faces=1", "tactic,greedy", "split_faces", NULL, false, {0, 0}},
    {"pagat,players=3,shuffle=riffle:2,target=30", "tactic", "random", "split_faces,deny_sur", NULL, false, {0, 0}},
    {"pagat,players=4,target=30", "tactic", "greedy", "deny_sur", NULL, false, {0, 0}},
    {"pagat,players=4,teams=0,target=30", "tactic", "greedy", "deny_sur", NULL, false, {0, 0}},
};

static TacticStudy matches_of(size_t i)
{
    TacticStudy study;
    Error error;
    Schedule schedule;
    assert_true(schedule_make(&schedule, MATCHES[i].rules, 2, true, &error));
    schedule.seed = SEED;
    schedule.match_rounds = MATCH_ROUNDS;
    schedule.scores_by_side = true;
    for (int side = 0; side < 2; side++)
        schedule.scores[side] = (int16_t)MATCHES[i].scores[side];
    const TacticRequest request = {.agent = MATCHES[i].agent,
                                   .opponents = MATCHES[i].opponents,
                                   .tactics = MATCHES[i].tactics,
                                   .sweep = MATCHES[i].sweep,
                                   .pairs = MATCHES[i].pairs};
    if (!tactic_study_open(&study, &request, &schedule, &error)) fail_msg("%s", error.text);
    return study;
}

/* The plays of a board of matches, all in turn. */
typedef struct {
    int count;
    CardSet plays[64 * PLAYS];
} MatchPlays;

static bool plays_note(void *arg, const PlayedRound *round)
{
    MatchPlays *plays = arg;
    for (int ply = 0; ply < round->game->round.table.ply; ply++) {
        assert_true(plays->count < (int)COUNT(plays->plays));
        plays->plays[plays->count++] = round->game->history[ply];
    }
    return true;
}

/* The matches that the tested agent wins with this variant on a board of its own, as sim plays it. */
static int matches_won(const TacticStudy *study, const TacticRow *row, int term, uint64_t index, MatchPlays *plays)
{
    const Schedule *schedule = &study->schedule;
    Agent agents[2] = {study->agent, study->opponents[row->opponent]};
    Players players;
    static Board board;
    int won = 0;
    plays->count = 0;
    memcpy(agents[0].values, study->variants[row->variants[term]], sizeof agents[0].values);
    assert_true(players_open(&players, schedule, agents, 2));
    board_begin(&board, schedule, NULL, index);
    board.round = plays_note;
    board.state = plays;
    assert_true(board_finish(&board, &players));
    for (int seating = 0; seating < schedule->seatings; seating++)
        won += schedule->sides[seating][0] >> board.matches[seating].winner & 1;
    players_close(&players);
    return won;
}

TEST(rows_are_what_whole_matches_give)
{
    static MatchPlays plays[MAX_TERMS];
    int idle = 0;
    for (size_t i = 0; i < COUNT(MATCHES); i++) {
        TacticStudy study = matches_of(i);
        for (uint64_t board = 0; board < 3; board++) {
            Sums sums = sums_of(&study, board, 1, 1);
            for (int r = 0; r < study.row_count; r++) {
                const TacticRow *row = &study.rows[r];
                int won[2] = {0, 0};
                for (int term = 0; term < row->terms; term++)
                    won[term & 1] += matches_won(&study, row, term, board, &plays[term]);
                assert_int_equal(sums_x(&sums, r, TACTIC_BOARDS), 1);
                assert_int_equal(sums_x(&sums, r, TACTIC_VALUE), won[0] - won[1]);
                assert_int_equal(scored(&sums, r, TACTIC_PLUS), won[0]);
                assert_int_equal(scored(&sums, r, TACTIC_MINUS), won[1]);
                if (row->terms > 2) continue;
                const bool same = plays[0].count == plays[1].count &&
                                  !memcmp(plays[0].plays, plays[1].plays, (size_t)plays[0].count * sizeof(CardSet));
                assert_int_equal(active(&sums, r), !same);
                idle += same;
            }
            sums_free(&sums);
        }
        tactic_study_free(&study);
    }
    assert_true(idle > 0); /* the sweep's weight 0 */
}

TEST(values_of_boards_of_matches_add_up_for_any_threads)
{
    enum { MATCH_BOARDS = 40 };
    TacticStudy study = matches_of(0);
    const size_t rows = (size_t)study.row_count;
    bool *skip = calloc(rows, sizeof *skip);
    int64_t *values = calloc(rows, sizeof *values);
    skip[1] = true;
    for (int threads = 1; threads <= 3; threads++) {
        Sums sums = {0};
        StretchRun run = {.sums = &sums};
        sums_play(&run, &study, skip, 5, MATCH_BOARDS, threads);
        assert_int_equal(run.done, MATCH_BOARDS);
        for (size_t row = 0; row < rows; row++) {
            const int64_t value = sums_x(&sums, (int)row, TACTIC_VALUE);
            if (threads == 1) values[row] = value;
            assert_int_equal(sums_x(&sums, (int)row, TACTIC_BOARDS), skip[row] ? 0 : MATCH_BOARDS);
            assert_int_equal(value, values[row]);
        }
        sums_free(&sums);
    }
    free(skip);
    free(values);
    tactic_study_free(&study);
}
