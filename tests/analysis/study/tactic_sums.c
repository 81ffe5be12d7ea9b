/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays few boards of a study and reads its sums. */
#include "tests/analysis/study/tactic_sums.h"

void study_open(TacticStudy *study, const char *rules, uint64_t seed, TacticRequest request)
{
    Error error;
    Schedule schedule;
    assert_true(schedule_make(&schedule, rules, 2, true, &error));
    schedule.seed = seed;
    if (!tactic_study_open(study, &request, &schedule, &error)) fail_msg("%s", error.text);
}

void sums_play(StretchRun *run, const TacticStudy *study, const bool *skip, uint64_t first, uint64_t boards,
               int threads)
{
    TacticLineups lineups = {0};
    assert_true(tactic_lineups_make(&lineups, study, skip));
    BoardsJob job = tactic_job(&lineups);
    const BoardsUse use = tactic_use(&lineups);
    job.first = first;
    job.boards = boards;
    job.threads = threads;
    assert_int_equal(boards_add_up(&job, &use, run), ARENA_DONE);
    tactic_lineups_free(&lineups);
}

Sums sums_of(const TacticStudy *study, uint64_t first, uint64_t boards, int threads)
{
    Sums sums = {0};
    StretchRun run = {.sums = &sums};
    sums_play(&run, study, NULL, first, boards, threads);
    assert_int_equal(run.done, boards);
    assert_int_equal(sums.voids.boards, 0);
    return sums;
}

int64_t scored(const Sums *sums, int row, int sign)
{
    int64_t all = 0;
    for (int seating = 0; seating < MAX_SEATS; seating++)
        all += sums_x(sums, row, sign + seating);
    return all;
}

bool active(const Sums *sums, int row)
{
    for (int stratum = 0; stratum < MAX_STRATA; stratum++)
        if (sums_x(sums, row, TACTIC_ACTIVE + stratum)) return true;
    return false;
}
