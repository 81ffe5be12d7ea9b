/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a study says of its rows, on boards that are made up: row r is worth r + 1 and - r in turn, on the first
   boards. */
#include "analysis/study/tactics.h"
#include "tests/analysis/claims.h"
#include "tests/analysis/study/tactic_sums.h"
#include "tests/test.h"

typedef struct {
    uint64_t changed; /* this many boards are not zero */
    bool stopped;
} Boards;

static void boards_make(const Boards *boards, const TacticRun *run, Sums *sums, uint64_t until)
{
    const int rows = run->study->row_count;
    for (uint64_t board = (uint64_t)sums->boards; board < until; board++) {
        int64_t all[8][TACTIC_MEASURES] = {{0}};
        assert_true(rows <= 8);
        for (int row = 0; row < rows; row++) {
            if (run->skip[row]) continue;
            all[row][TACTIC_VALUE] = board >= boards->changed ? 0 : board % 2 ? -row : row + 1;
            all[row][TACTIC_PLUS] = all[row][TACTIC_PLUS + 1] = all[row][TACTIC_VALUE];
            all[row][TACTIC_BOARDS] = all[row][TACTIC_ACTIVE] = 1;
            all[row][TACTIC_CHANGED] = board < boards->changed;
        }
        sums_add(sums, all[0]);
    }
}

/* Four rows: deny_sur and jack_face, alone and without. The cells alone are of use afterwards. */
static TacticRun study_run(Boards boards, uint64_t count, double half_width)
{
    TacticStudy study;
    Sums sums = {0};
    uint64_t until;
    study_open(&study, "pagat", 1, (TacticRequest){"tactic", "greedy", .tactics = "deny_sur,jack_face"});
    assert_int_equal(study.row_count, 4);
    assert_close(tactic_value_scale(&study), 2, 0);
    const SumsShape shape = tactic_shape(&study);
    TacticRun run = {.study = &study, .sums = &sums, .boards = count, .half_width = half_width, .alpha = USUAL_ALPHA};
    assert_true(sums_open(&sums, &shape) && tactic_run_open(&run));
    while ((until = tactic_run_next(&run)) > 0)
        boards_make(&boards, &run, &sums, until);
    assert_true(tactic_run_end(&run, boards.stopped));
    tactic_study_free(&study);
    sums_free(&sums);
    return run;
}

TEST(all_rows_hold_together)
{
    TacticRun result = study_run((Boards){UINT64_MAX, false}, 900, 0);
    for (int row = 0; row < 4; row++) {
        const TacticCell *cell = &result.cells[row];
        const Interval fixed = interval_t(&cell->value, 0.05 / 4);
        assert_close(cell->value.mean, 0.25, 1e-12);
        assert_close(cell->interval.low, fixed.low, 1e-12);
        assert_close(cell->interval.high, fixed.high, 1e-12);
        assert_close(cell->p, p_two_sided(&cell->value, 0), 0);
        /* rows vary more and more, so their p values stand in order */
        assert_close(cell->p_adjusted, fmin(1, cell->p * (4 - row)), 1e-12);
        /* the variants' rounds vary as their value, in each of two seatings */
        assert_close(cell->gain, 2, 1e-12);
    }
    tactic_run_free(&result);
}

TEST(a_run_that_is_stopped_has_anytime_intervals)
{
    TacticRun result = study_run((Boards){UINT64_MAX, true}, 900, 0);
    const double rho = anytime_rho(0.05 / 4, 900);
    assert_true(result.stopped);
    for (int row = 0; row < 4; row++) {
        const TacticCell *cell = &result.cells[row];
        assert_close(cell->interval.low, interval_anytime(&cell->value, 0.05 / 4, rho).low, 1e-12);
        assert_close(cell->p, p_anytime(&cell->value, 0, rho), 0);
    }
    tactic_run_free(&result);
}

TEST(of_rare_rows_nothing_is_said)
{
    for (int changed = 39; changed <= 40; changed++) {
        TacticRun result = study_run((Boards){(uint64_t)changed, false}, 900, 0);
        for (int row = 0; row < 4; row++) {
            const TacticCell *cell = &result.cells[row];
            assert_true(cell->rare == (changed < 40) && interval_known(cell->interval) == (changed == 40));
            assert_true(isnan(cell->p) == (changed < 40));
        }
        tactic_run_free(&result);
    }
}

TEST(looks_share_the_level)
{
    TacticRun result = study_run((Boards){UINT64_MAX, false}, 1 << 20, 0.02);
    for (int row = 0; row < 4; row++) {
        const TacticCell *cell = &result.cells[row];
        const Interval first = interval_look(&cell->value, 0.05 / 4, 0);
        const double planned = look_first(cell->value.sd, LOOK_PLAN_BOARDS, 0.02, 0.05 / 4);
        assert_true(cell->settled && interval_half_width(cell->interval) <= 0.02);
        assert_close(cell->interval.low, first.low, 1e-12);
        if (row == 3)
            assert_close(cell->p / p_two_sided(&cell->value, 0), 1 / LOOK_SHARE, 1e-9); /* p of others may be 0 */
        if (row == 3) assert_close((double)cell->boards / planned, 1, 0.05); /* planned again from more boards */
    }
    tactic_run_free(&result);
    assert_close(look_share(0) + look_share(1) + look_share(2) + look_share(3), 0.93 + 0.05 * 7 / 8, 1e-12);
    const Estimate some = {10000, 1, 2, 0.02};
    assert_close(interval_between(&some, 0.05, 5000).high,
                 interval_anytime(&some, 0.001, anytime_rho(0.001, 5000)).high, 1e-12);
    /* a width that nothing reaches is planned for a number all the same */
    assert_close(look_first(5, 4096, 1e-300, 0.05), BOARDS_COUNTED, 0);
    assert_close(look_first(2, 4096, 0.02, 0.05) / 10000, 3.965 * (1 + 3 * sqrt(4 / 4096.0)), 0.01);
}
