/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slow: not part of make quick. */
/* The sums of a study against boards that are played one by one. */
#include <stdlib.h>
#include <string.h>

#include "analysis/report/tactic_report.h"
#include "analysis/stats/estimate.h"
#include "sim/matches.h"
#include "sim/tally.h"
#include "tests/analysis/claims.h"

enum { BOARDS = 16, SEED = 7 };

static const struct {
    const char *rules, *opponents, *tactics, *sweep;
    bool pairs;
    By by;
} CASES[] = {
    {"pagat", "tactic,greedy,counter,random", NULL, NULL, false, BY_NOTHING},
    {"pagat", "tactic", NULL, NULL, false, BY_DEAL},
    {"pagat", "tactic,greedy", NULL, NULL, false, BY_POOL},
    {"pagat,sur_last_deal=cancel", "tactic", NULL, NULL, false, BY_SCORE},
    {"pagat,players=3", "tactic,counter", NULL, NULL, false, BY_SCORE},
    {"pagat,players=4", "tactic,greedy", NULL, NULL, false, BY_NOTHING},
    {"pagat,players=4,teams=0", "tactic", NULL, NULL, false, BY_DEAL},
    {"wikipedia,players=3", "tactic,random", NULL, NULL, false, BY_NOTHING},
    {"bicycle", "greedy,tactic", NULL, NULL, false, BY_NOTHING},
    {"pagat", "tactic", "leave_11,count_cards,raise_11", NULL, true, BY_NOTHING},
    {"pagat", "ismcts:iters=30,ismcts:variant=pimc,dets=2", "leave_11,jack_save", NULL, false, BY_DEAL},
    {"pagat,players=3", "ismcts:iters=30,infer=0,playout=greedy", "leave_11", NULL, false, BY_NOTHING},
    {"pagat", "tactic:leave_11=0,raise_11=0,greedy", NULL, "leave_11=0:3:0.25,jack_save=-1:1:0.5", false, BY_NOTHING},
};

static TacticStudy study_of(size_t i)
{
    TacticStudy study;
    Error error;
    TacticRequest request = {CASES[i].rules, "tactic",       CASES[i].opponents, CASES[i].tactics,
                             CASES[i].sweep, CASES[i].pairs, CASES[i].by,        SEED};
    if (!tactic_study_open(&study, &request, &error)) fail_msg("%s", error.text);
    return study;
}

static TacticSum *sums_of(const TacticStudy *study, uint64_t first, uint64_t boards, int threads)
{
    TacticSum *sums = calloc((size_t)study->row_count, sizeof *sums);
    TacticValues run = {.study = study, .first = first, .boards = boards, .threads = threads};
    uint64_t done;
    Voids voids;
    assert_non_null(sums);
    assert_int_equal(tactic_values_play(&run, sums, &done, &voids), ARENA_DONE);
    assert_int_equal(done, boards);
    assert_int_equal(voids.boards, 0);
    return sums;
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

/* What the variants of one sign scored on the boards of the sums. */
static int64_t scored(const TacticSum *sum, int side)
{
    int64_t all = 0;
    for (int seating = 0; seating < MAX_SEATS; seating++)
        all += (int64_t)sum->rounds[seating][side].sum;
    return all;
}

/* Did the variants choose differently somewhere? */
static bool active(const TacticSum *sum)
{
    for (int stratum = 0; stratum < MAX_STRATA; stratum++)
        if (sum->strata[stratum].boards) return true;
    return false;
}

static void rows_are_what_whole_boards_give(void **state)
{
    (void)state;
    static CardSet plays[MAX_TERMS][MAX_SEATS][PLAYS];
    for (size_t i = 0; i < COUNT(CASES); i++) {
        TacticStudy study = study_of(i);
        for (uint64_t board = 0; board < 3; board++) {
            TacticSum *sums = sums_of(&study, board, 1, 1);
            for (int r = 0; r < study.row_count; r++) {
                const TacticRow *row = &study.rows[r];
                int whole[2] = {0, 0};
                for (int term = 0; term < row->terms; term++)
                    whole[term & 1] += whole_board(&study, row, term, board, plays[term]);
                assert_int_equal(sums[r].strata[0].value.n, 1);
                assert_int_equal(scored(&sums[r], 0), whole[0]);
                assert_int_equal(scored(&sums[r], 1), whole[1]);
                if (row->terms == 2)
                    assert_int_equal(active(&sums[r]), memcmp(plays[0], plays[1],
                                                              sizeof *plays[0] * (size_t)study.schedule.seatings) != 0);
            }
            free(sums);
        }
        tactic_study_free(&study);
    }
}

/* ---- whole matches */

static const struct {
    const char *rules, *agent, *opponents, *tactics, *sweep;
    bool pairs;
    int scores[2];
} MATCHES[] = {
    {"pagat", "tactic", "tactic,greedy", "leave_11,base_sur", NULL, false, {0, 0}},
    {"pagat", "tactic", "greedy,ismcts:iters=20", NULL, "leave_11=0:2:1", false, {40, 49}},
    {"pagat,target=30", "tactic", "counter", "leave_11,count_cards,jack_save", NULL, true, {0, 0}},
    {"pagat,shuffle=riffle:1", "tactic:split_faces=1", "tactic,greedy", "split_faces", NULL, false, {0, 0}},
    {"pagat,players=3,shuffle=riffle:2,target=30", "tactic", "random", "split_faces,leave_11", NULL, false, {0, 0}},
    {"pagat,players=4,target=30", "tactic", "greedy", "leave_11", NULL, false, {0, 0}},
    {"pagat,players=4,teams=0,target=30", "tactic", "greedy", "leave_11", NULL, false, {0, 0}},
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
    if (!tactic_study_open_on(&study, &request, &schedule, &error)) fail_msg("%s", error.text);
    return study;
}

/* The plays of a board of matches, all in turn. */
typedef struct {
    int count;
    CardSet plays[64 * PLAYS];
} MatchPlays;

static bool plays_note(void *arg, const Match *match, const PlayedRound *round)
{
    MatchPlays *plays = arg;
    (void)match;
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
    MatchBoard board = {.told = plays_note, .arg = plays};
    int won = 0;
    plays->count = 0;
    memcpy(agents[0].values, study->variants[row->variants[term]], sizeof agents[0].values);
    assert_true(players_open(&players, schedule, agents, 2));
    assert_true(match_board_play(&board, &players, NULL, index) && board.played);
    for (int seating = 0; seating < schedule->seatings; seating++)
        won += schedule->sides[seating][0] >> board.matches[seating].winner & 1;
    players_close(&players);
    return won;
}

static void rows_are_what_whole_matches_give(void **state)
{
    (void)state;
    static MatchPlays plays[MAX_TERMS];
    int idle = 0;
    for (size_t i = 0; i < COUNT(MATCHES); i++) {
        TacticStudy study = matches_of(i);
        for (uint64_t board = 0; board < 3; board++) {
            TacticSum *sums = sums_of(&study, board, 1, 1);
            for (int r = 0; r < study.row_count; r++) {
                const TacticRow *row = &study.rows[r];
                int won[2] = {0, 0};
                for (int term = 0; term < row->terms; term++)
                    won[term & 1] += matches_won(&study, row, term, board, &plays[term]);
                assert_int_equal(sums[r].strata[0].value.n, 1);
                assert_int_equal(sums[r].strata[0].value.sum, won[0] - won[1]);
                assert_int_equal(scored(&sums[r], 0), won[0]);
                assert_int_equal(scored(&sums[r], 1), won[1]);
                if (row->terms > 2) continue;
                const bool same = plays[0].count == plays[1].count &&
                                  !memcmp(plays[0].plays, plays[1].plays, (size_t)plays[0].count * sizeof(CardSet));
                assert_int_equal(active(&sums[r]), !same);
                idle += same;
            }
            free(sums);
        }
        tactic_study_free(&study);
    }
    assert_true(idle > 0); /* the sweep's weight 0 */
}

static void values_of_boards_of_matches_add_up_for_any_threads(void **state)
{
    (void)state;
    enum { MATCH_BOARDS = 40 };
    TacticStudy study = matches_of(0);
    const size_t rows = (size_t)study.row_count;
    bool *skip = calloc(rows, sizeof *skip);
    int32_t *values = calloc(MATCH_BOARDS * rows, sizeof *values);
    skip[1] = true;
    for (int threads = 1; threads <= 3; threads++) {
        TacticSum *sums = calloc(rows, sizeof *sums);
        const TacticValues run = {
            .study = &study, .skip = skip, .first = 5, .boards = MATCH_BOARDS, .threads = threads, .values = values};
        uint64_t done;
        Voids voids;
        assert_int_equal(tactic_values_play(&run, sums, &done, &voids), ARENA_DONE);
        assert_int_equal(done, MATCH_BOARDS);
        for (size_t row = 0; row < rows; row++) {
            int64_t sum = 0;
            for (size_t board = 0; board < MATCH_BOARDS; board++)
                sum += values[board * rows + row];
            assert_int_equal(sums[row].strata[0].value.n, skip[row] ? 0 : MATCH_BOARDS);
            assert_int_equal(sums[row].strata[0].value.sum, sum);
        }
        free(sums);
    }
    free(skip);
    free(values);
    tactic_study_free(&study);
}

static void boards_that_are_not_active_are_zero(void **state)
{
    (void)state;
    int64_t idle = 0;
    for (size_t i = 0; i < COUNT(CASES); i++) {
        TacticStudy study = study_of(i);
        for (uint64_t board = 0; board < BOARDS; board++) {
            TacticSum *sums = sums_of(&study, board, 1, 1);
            for (int r = 0; r < study.row_count; r++) {
                if (active(&sums[r])) continue;
                idle++;
                assert_int_equal(scored(&sums[r], 0) - scored(&sums[r], 1), 0);
            }
            free(sums);
        }
        tactic_study_free(&study);
    }
    assert_true(idle > 30);
}

static void strata_add_up_to_the_row(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(CASES); i++) {
        if (CASES[i].pairs) continue;
        TacticStudy study = study_of(i);
        TacticSum *sums = sums_of(&study, 0, BOARDS, 2);
        for (int r = 0; r < study.row_count; r++) {
            int64_t sum = 0, rounds = 0, boards = 0; /* boards: of the stratum with the most */
            for (int stratum = 0; stratum < MAX_STRATA; stratum++) {
                const TacticStratum *part = &sums[r].strata[stratum];
                assert_true(stratum < strata_count(&study) || !part->boards);
                assert_int_equal(part->value.n, BOARDS);
                assert_true(part->boards <= part->rounds && part->rounds <= part->boards * study.schedule.seatings);
                sum += (int64_t)part->value.sum;
                rounds += part->rounds;
                boards = part->boards > boards ? part->boards : boards;
            }
            assert_int_equal(sum, scored(&sums[r], 0) - scored(&sums[r], 1));
            assert_true(rounds >= boards);
        }
        free(sums);
        tactic_study_free(&study);
    }
}

static void the_answer_does_not_depend_on_threads(void **state)
{
    (void)state;
    Error error;
    TacticStudy study;
    TacticRequest request = {"pagat", "tactic", "tactic,greedy", "leave_11,face_over_ace",
                             NULL,    false,    BY_NOTHING,      SEED};
    assert_true(tactic_study_open(&study, &request, &error));
    for (int threads = 2; threads <= 3; threads++) {
        TacticResult one, other;
        TacticJob run = {.study = &study, .boards = 4000, .threads = 1, .half_width = 2};
        assert_true(tactic_run(&one, &run));
        run.threads = threads;
        assert_true(tactic_run(&other, &run));
        assert_int_equal(one.boards, other.boards);
        assert_memory_equal(one.sums, other.sums, (size_t)study.row_count * sizeof *one.sums);
        for (int i = 0; i < one.cell_count; i++) {
            assert_memory_equal(&one.cells[i].value, &other.cells[i].value, sizeof(Estimate));
            assert_memory_equal(&one.cells[i].interval, &other.cells[i].interval, sizeof(Interval));
        }
        tactic_result_free(&one);
        tactic_result_free(&other);
    }
    tactic_study_free(&study);
}

/* A row with a weight that is nothing in the units of weights: another variant, which never chooses otherwise. */
#define NEGLIGIBLE "raise_11=0.000001"

static void a_tactic_that_never_matters_is_settled(void **state)
{
    (void)state;
    Error error;
    TacticStudy study;
    TacticRequest request = {"pagat", "tactic:" NEGLIGIBLE, "tactic", "raise_11", NULL, false, BY_NOTHING, SEED};
    assert_true(tactic_study_open(&study, &request, &error));
    const double widths[] = {0.3, 0.05};
    for (int i = 0; i < 2; i++) {
        TacticJob run = {.study = &study, .boards = 1000000, .threads = 2, .half_width = widths[i]};
        TacticResult result;
        assert_true(tactic_run(&result, &run));
        assert_true(result.boards < 20000);
        for (int cell = 0; cell < result.cell_count; cell++)
            assert_true(result.cells[cell].rare && result.cells[cell].settled);
        tactic_result_free(&result);
    }
    tactic_study_free(&study);
}

static void a_run_stops_when_every_row_is_precise(void **state)
{
    (void)state;
    Error error;
    TacticStudy study;
    TacticRequest request = {"pagat", "tactic", "tactic", "leave_11,jack_save", NULL, false, BY_NOTHING, SEED};
    assert_true(tactic_study_open(&study, &request, &error));
    TacticJob run = {.study = &study, .boards = 1000000, .threads = 2, .half_width = 0.3};
    TacticResult result;
    assert_true(tactic_run(&result, &run));
    assert_true(result.boards < 50000 && result.boards >= LOOK_MIN_BOARDS);
    for (int i = 0; i < result.cell_count; i++) {
        assert_true(result.cells[i].settled);
        assert_true(interval_half_width(result.cells[i].interval) <= 0.3);
        assert_true(result.cells[i].p <= result.cells[i].p_adjusted);
    }
    tactic_result_free(&result);
    /* with too few boards the interval is told as it is */
    run = (TacticJob){.study = &study, .boards = 2500, .threads = 2, .half_width = 0.01};
    assert_true(tactic_run(&result, &run));
    assert_int_equal(result.boards, 2500);
    for (int i = 0; i < result.cell_count; i++) {
        assert_false(result.cells[i].settled);
        assert_true(interval_half_width(result.cells[i].interval) > 0.01);
    }
    tactic_result_free(&result);
    tactic_study_free(&study);
}

/* What is told while a study runs, against the sums themselves. */
typedef struct {
    const TacticStudy *study;
    const TacticResult *result;
    uint64_t boards, done;
    double half_width;
    int known;
} Watcher;

static bool check_now(void *arg, const TacticProgress *now)
{
    Watcher *watcher = arg;
    TacticCell widest;
    char text[STUDY_PROGRESS];
    assert_true(now->done > watcher->done && now->done <= now->expected && now->expected <= watcher->boards);
    watcher->done = now->done;
    study_progress(text, watcher->study, now);
    if (!tactic_widest(&widest, now)) {
        assert_string_equal(text, "0 void");
        return true;
    }
    watcher->known++;
    assert_non_null(strstr(text, " points, 0 void"));
    assert_int_equal(strncmp(text, tactic_name(watcher->study->rows[widest.row].tactic), 4), 0);
    assert_true(widest.interval.low < widest.value.mean && widest.value.mean < widest.interval.high);
    if (watcher->half_width > 0) return true;
    const double alpha = TACTIC_ALPHA / watcher->study->row_count, rho = anytime_rho(alpha, (double)watcher->boards);
    double most = 0;
    for (int row = 0; row < watcher->study->row_count; row++) {
        const TacticSum *sum = &watcher->result->sums[row];
        const Estimate value = estimate_of(&sum->strata[0].value, tactic_value_scale(watcher->study));
        assert_int_equal(value.n, now->done);
        if (sum->strata[0].changed >= RARE_BOARDS)
            most = fmax(most, interval_half_width(interval_anytime(&value, alpha, rho)));
    }
    assert_close(interval_half_width(widest.interval), most, 1e-12);
    return true;
}

static void the_row_known_least_is_told_while_it_runs(void **state)
{
    (void)state;
    static const double WIDTHS[] = {0, 0.15};
    Error error;
    for (size_t i = 0; i < COUNT(WIDTHS); i++) {
        TacticStudy study;
        TacticResult result;
        TacticRequest request = {
            "pagat", "tactic:" NEGLIGIBLE, "tactic,greedy", "leave_11,jack_save,raise_11", NULL, false, BY_NOTHING,
            SEED};
        assert_true(tactic_study_open(&study, &request, &error));
        Watcher watcher = {&study, &result, WIDTHS[i] > 0 ? 100000 : 1000, 0, WIDTHS[i], 0};
        TacticJob run = {.study = &study,
                         .boards = watcher.boards,
                         .half_width = WIDTHS[i],
                         .threads = 2,
                         .watch = check_now,
                         .arg = &watcher};
        assert_true(tactic_run(&result, &run));
        assert_int_equal(watcher.done, result.boards);
        assert_true(watcher.known >= 3);
        tactic_result_free(&result);
        tactic_study_free(&study);
    }
}

static void what_is_too_rare_or_the_same_has_no_interval(void **state)
{
    (void)state;
    Error error;
    TacticStudy study;
    TacticRequest request = {
        "pagat", "tactic:jack_clear=0," NEGLIGIBLE, "tactic", "raise_11,jack_clear,leave_11", NULL, false, BY_NOTHING,
        SEED};
    assert_true(tactic_study_open(&study, &request, &error));
    TacticJob run = {.study = &study, .boards = 100, .threads = 1};
    TacticResult result;
    assert_true(tactic_run(&result, &run));
    for (int i = 0; i < result.cell_count; i++) {
        const TacticCell *cell = &result.cells[i];
        const char *tactic = tactic_name(study.rows[cell->row].tactic);
        if (!strcmp(tactic, "raise_11")) {
            assert_true(cell->rare && !cell->exact && isnan(cell->p) && !interval_known(cell->interval));
            assert_int_equal(cell->active, 0);
        } else if (!strcmp(tactic, "jack_clear")) {
            assert_true(cell->exact && cell->value.mean == 0 && isnan(cell->p));
        } else {
            assert_true(!cell->rare && !cell->exact && interval_known(cell->interval) && cell->p_adjusted >= cell->p);
        }
    }
    tactic_result_free(&result);
    tactic_study_free(&study);
}

static void looks_share_out_alpha(void **state)
{
    (void)state;
    double sum = LOOK_BETWEEN;
    for (int look = 0; look < 60; look++)
        sum += look_share(look);
    assert_close(sum, 1, 1e-12);
    /* the first look is where the interval is expected to be narrow enough */
    double boards = look_first(4, 100000, 0.01, 0.05);
    Estimate estimate = {(int64_t)boards, 1, 4, 4 / sqrt(boards)};
    double half = interval_half_width(interval_look(&estimate, 0.05, 0));
    assert_true(half <= 0.01 && half > 0.0098);
    assert_true(interval_half_width(interval_look(&estimate, 0.05, 1)) > half);
    assert_true(interval_half_width(interval_between(&estimate, 0.05, boards)) > 1.5 * half);
}

static void bad_requests_are_refused(void **state)
{
    (void)state;
    static const struct {
        TacticRequest request;
        const char *reason;
    } BAD[] = {
        {{"pagat", "tactic", "tactic", "leave_12", NULL, false, BY_NOTHING, 1}, "did you mean 'leave_11'"},
        {{"pagat", "tactic", "tactic", "base_sur,leave_11", NULL, true, BY_NOTHING, 1}, "belongs to the base"},
        {{"pagat", "tactic", "tactic", "feed_cancel", NULL, false, BY_NOTHING, 1}, "cannot come up"},
        {{"pagat", "tactic", "tactic", "leave_11,leave_11", NULL, false, BY_NOTHING, 1}, "named twice"},
        {{"pagat", "greedy", "tactic", NULL, NULL, false, BY_NOTHING, 1}, "has no tactics"},
        {{"pagat", "tactic", "tactic,nobody", NULL, NULL, false, BY_NOTHING, 1}, "unknown agent 'nobody'"},
        {{"pagat", "tactic", "tactic", NULL, "leave_11", false, BY_NOTHING, 1}, "--sweep"},
        {{"pagat", "tactic", "tactic", NULL, "leave_11=0:1", false, BY_NOTHING, 1}, "--sweep"},
        {{"pagat", "tactic", "tactic", NULL, "leave_11=0:1:0", false, BY_NOTHING, 1}, "--sweep"},
        {{"pagat", "tactic", "tactic", NULL, "leave_11=2:1:1", false, BY_NOTHING, 1}, "--sweep"},
        {{"pagat", "tactic", "tactic", NULL, "leave_11=0:1:0.001", false, BY_NOTHING, 1}, "more than"},
        {{"pagat", "tactic", "tactic", "leave_11", NULL, true, BY_NOTHING, 1}, "--pairs"},
        {{"pagat,players=9", "tactic", "tactic", NULL, NULL, false, BY_NOTHING, 1}, "players"},
    };
    for (size_t i = 0; i < COUNT(BAD); i++) {
        TacticStudy study;
        Error error = {0};
        assert_false(tactic_study_open(&study, &BAD[i].request, &error));
        if (!strstr(error.text, BAD[i].reason)) fail_msg("'%s' does not say '%s'", error.text, BAD[i].reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_what_whole_boards_give),
        cmocka_unit_test(rows_are_what_whole_matches_give),
        cmocka_unit_test(values_of_boards_of_matches_add_up_for_any_threads),
        cmocka_unit_test(boards_that_are_not_active_are_zero),
        cmocka_unit_test(strata_add_up_to_the_row),
        cmocka_unit_test(the_answer_does_not_depend_on_threads),
        cmocka_unit_test(a_run_stops_when_every_row_is_precise),
        cmocka_unit_test(a_tactic_that_never_matters_is_settled),
        cmocka_unit_test(the_row_known_least_is_told_while_it_runs),
        cmocka_unit_test(what_is_too_rare_or_the_same_has_no_interval),
        cmocka_unit_test(looks_share_out_alpha),
        cmocka_unit_test(bad_requests_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
