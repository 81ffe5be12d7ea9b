/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slow: not part of make quick, nor run under sanitizers. */
/* When a study of real boards stops, what is told while it runs, and of which rows it says nothing. */
#include <string.h>

#include "analysis/study/tactics/tactic_run.h"
#include "tests/analysis/claims.h"
#include "tests/test.h"

enum { SEED = 7 };

/* A row with a weight that is nothing in the units of weights: another variant, which never chooses otherwise. */
#define NEGLIGIBLE "raise_11=0.000001"

TEST(a_tactic_that_never_matters_is_settled)
{
    Error error;
    TacticStudy study;
    TacticRequest request = {"pagat", "tactic:" NEGLIGIBLE, "tactic", "raise_11", NULL, false, NULL, SEED, NULL, NULL};
    assert_true(tactic_study_open(&study, &request, &error));
    const double widths[] = {0.3, 0.05};
    for (int i = 0; i < 2; i++) {
        TacticJob run = {
            .study = &study, .alpha = USUAL_ALPHA, .boards = 1000000, .threads = 2, .half_width = widths[i]};
        TacticResult result;
        assert_true(tactic_run(&result, &run));
        assert_true(result.boards < 20000);
        for (int cell = 0; cell < result.cell_count; cell++)
            assert_true(result.cells[cell].rare && result.cells[cell].settled);
        tactic_result_free(&result);
    }
    tactic_study_free(&study);
}

TEST(a_run_stops_when_every_row_is_precise)
{
    Error error;
    TacticStudy study;
    TacticRequest request = {"pagat", "tactic", "tactic", "deny_sur,jack_face", NULL, false, NULL, SEED, NULL, NULL};
    assert_true(tactic_study_open(&study, &request, &error));
    TacticJob run = {.study = &study, .alpha = USUAL_ALPHA, .boards = 1000000, .threads = 2, .half_width = 0.3};
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
    run = (TacticJob){.study = &study, .alpha = USUAL_ALPHA, .boards = 2500, .threads = 2, .half_width = 0.01};
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
    assert_true(now->done > watcher->done && now->done <= now->expected && now->expected <= watcher->boards);
    watcher->done = now->done;
    if (!tactic_widest(&widest, now)) return true;
    watcher->known++;
    assert_true(widest.interval.low < widest.value.mean && widest.value.mean < widest.interval.high);
    if (watcher->half_width > 0) return true;
    const double alpha = USUAL_ALPHA / watcher->study->row_count, rho = anytime_rho(alpha, (double)watcher->boards);
    double most = 0;
    for (int row = 0; row < watcher->study->row_count; row++) {
        const Sums *sums = &watcher->result->sums;
        const Moments moments = tactic_moments(sums, row, TACTIC_VALUE);
        const Estimate value = estimate_of(&moments, tactic_value_scale(watcher->study));
        assert_int_equal(value.n, now->done);
        if (sums_x(sums, row, TACTIC_CHANGED) >= RARE_BOARDS)
            most = fmax(most, interval_half_width(interval_anytime(&value, alpha, rho)));
    }
    assert_close(interval_half_width(widest.interval), most, 1e-12);
    return true;
}

TEST(the_row_known_least_is_told_while_it_runs)
{
    static const double WIDTHS[] = {0, 0.15};
    Error error;
    for (size_t i = 0; i < COUNT(WIDTHS); i++) {
        TacticStudy study;
        TacticResult result;
        TacticRequest request = {"pagat",
                                 "tactic:" NEGLIGIBLE,
                                 "tactic,greedy",
                                 "deny_sur,jack_face,raise_11",
                                 NULL,
                                 false,
                                 NULL,
                                 SEED,
                                 NULL,
                                 NULL};
        assert_true(tactic_study_open(&study, &request, &error));
        Watcher watcher = {&study, &result, WIDTHS[i] > 0 ? 100000 : 1000, 0, WIDTHS[i], 0};
        TacticJob run = {.study = &study,
                         .alpha = USUAL_ALPHA,
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

TEST(what_is_too_rare_or_the_same_has_no_interval)
{
    Error error;
    TacticStudy study;
    TacticRequest request = {"pagat",  "tactic:jack_clear=0," NEGLIGIBLE,
                             "tactic", "raise_11,jack_clear,deny_sur",
                             NULL,     false,
                             NULL,     SEED,
                             NULL,     NULL};
    assert_true(tactic_study_open(&study, &request, &error));
    TacticJob run = {.study = &study, .alpha = USUAL_ALPHA, .boards = 100, .threads = 1};
    TacticResult result;
    assert_true(tactic_run(&result, &run));
    for (int i = 0; i < result.cell_count; i++) {
        const TacticCell *cell = &result.cells[i];
        const char *tactic = tactic_name(&study, study.rows[cell->row].tactic);
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

TEST(looks_share_out_alpha)
{
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
