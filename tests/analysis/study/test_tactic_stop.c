/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slow: not part of make quick, nor run under sanitizers. */
/* When a study of real boards stops, what is told while it runs, and of which rows it says nothing. */
#include <string.h>

#include "analysis/study/tactics.h"
#include "tests/analysis/claims.h"
#include "tests/analysis/study/tactic_sums.h"
#include "tests/test.h"

enum { SEED = 7 };

/* Plays boards until the run says that it is over. watch: as in StretchRun, may be NULL. */
static void run_play(TacticRun *run, Sums *sums, bool (*watch)(void *arg, const Sums *sums, uint64_t done), void *arg)
{
    uint64_t until;
    *sums = (Sums){0};
    run->sums = sums;
    run->alpha = USUAL_ALPHA;
    assert_true(tactic_run_open(run));
    while ((until = tactic_run_next(run)) > 0) {
        StretchRun stretch = {.sums = sums, .watch = watch, .arg = arg};
        sums_play(&stretch, run->study, run->skip, tactic_run_played(run), until - tactic_run_played(run), 2);
    }
    assert_true(tactic_run_end(run, false));
}

static void run_free(TacticRun *run, Sums *sums)
{
    tactic_run_free(run);
    sums_free(sums);
}

/* A row with a weight that is nothing in the units of weights: another variant, which never chooses otherwise. */
#define NEGLIGIBLE "raise_11=0.000001"

TEST(a_tactic_that_never_matters_is_settled)
{
    TacticStudy study;
    study_open(&study, "pagat", SEED, (TacticRequest){"tactic:" NEGLIGIBLE, "tactic", .tactics = "raise_11"});
    const double widths[] = {0.3, 0.05};
    for (int i = 0; i < 2; i++) {
        TacticRun run = {.study = &study, .boards = 1000000, .half_width = widths[i]};
        Sums sums;
        run_play(&run, &sums, NULL, NULL);
        assert_true(sums.boards < 20000);
        for (int cell = 0; cell < run.cell_count; cell++)
            assert_true(run.cells[cell].rare && run.cells[cell].settled);
        run_free(&run, &sums);
    }
    tactic_study_free(&study);
}

TEST(a_run_stops_when_every_row_is_precise)
{
    TacticStudy study;
    study_open(&study, "pagat", SEED, (TacticRequest){"tactic", "tactic", .tactics = "deny_sur,jack_face"});
    TacticRun run = {.study = &study, .boards = 1000000, .half_width = 0.3};
    Sums sums;
    run_play(&run, &sums, NULL, NULL);
    assert_true(sums.boards < 50000 && sums.boards >= LOOK_MIN_BOARDS);
    for (int i = 0; i < run.cell_count; i++) {
        assert_true(run.cells[i].settled);
        assert_true(interval_half_width(run.cells[i].interval) <= 0.3);
        assert_true(run.cells[i].p <= run.cells[i].p_adjusted);
    }
    run_free(&run, &sums);
    /* with too few boards the interval is told as it is */
    run = (TacticRun){.study = &study, .boards = 2500, .half_width = 0.01};
    run_play(&run, &sums, NULL, NULL);
    assert_int_equal(sums.boards, 2500);
    for (int i = 0; i < run.cell_count; i++) {
        assert_false(run.cells[i].settled);
        assert_true(interval_half_width(run.cells[i].interval) > 0.01);
    }
    run_free(&run, &sums);
    tactic_study_free(&study);
}

/* What is told while a study runs, against the sums themselves. */
typedef struct {
    const TacticRun *run;
    uint64_t done;
    int known;
} Watcher;

static bool check_now(void *arg, const Sums *sums, uint64_t unused)
{
    Watcher *watcher = arg;
    const TacticRun *run = watcher->run;
    const uint64_t done = tactic_run_played(run);
    TacticCell widest;
    (void)unused;
    assert_true(done > watcher->done && done <= run->expected && run->expected <= run->boards);
    watcher->done = done;
    if (!tactic_widest(&widest, run)) return true;
    watcher->known++;
    assert_true(widest.interval.low < widest.value.mean && widest.value.mean < widest.interval.high);
    if (run->half_width > 0) return true;
    const double alpha = USUAL_ALPHA / run->study->row_count, rho = anytime_rho(alpha, (double)run->boards);
    double most = 0;
    for (int row = 0; row < run->study->row_count; row++) {
        const Moments moments = sums_moments(sums, row, TACTIC_VALUE);
        const Estimate value = estimate_of(&moments, tactic_value_scale(run->study));
        assert_int_equal(value.n, done);
        if (sums_x(sums, row, TACTIC_CHANGED) >= RARE_BOARDS)
            most = fmax(most, interval_half_width(interval_anytime(&value, alpha, rho)));
    }
    assert_close(interval_half_width(widest.interval), most, 1e-12);
    return true;
}

TEST(the_row_known_least_is_told_while_it_runs)
{
    static const double WIDTHS[] = {0, 0.15};
    for (size_t i = 0; i < COUNT(WIDTHS); i++) {
        TacticStudy study;
        Sums sums;
        study_open(&study, "pagat", SEED,
                   (TacticRequest){"tactic:" NEGLIGIBLE, "tactic,greedy", .tactics = "deny_sur,jack_face,raise_11"});
        TacticRun run = {.study = &study, .boards = WIDTHS[i] > 0 ? 100000 : 1000, .half_width = WIDTHS[i]};
        Watcher watcher = {&run, 0, 0};
        run_play(&run, &sums, check_now, &watcher);
        assert_int_equal(watcher.done, tactic_run_played(&run));
        assert_true(watcher.known >= 3);
        run_free(&run, &sums);
        tactic_study_free(&study);
    }
}

TEST(what_is_too_rare_or_the_same_has_no_interval)
{
    TacticStudy study;
    study_open(&study, "pagat", SEED,
               (TacticRequest){"tactic:jack_clear=0," NEGLIGIBLE, "tactic", .tactics = "raise_11,jack_clear,deny_sur"});
    TacticRun run = {.study = &study, .boards = 100};
    Sums sums;
    run_play(&run, &sums, NULL, NULL);
    for (int i = 0; i < run.cell_count; i++) {
        const TacticCell *cell = &run.cells[i];
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
    run_free(&run, &sums);
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
