/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays few boards of a study and reads its sums. */
#include "tests/analysis/study/tactic_sums.h"

Sums sums_of(const TacticStudy *study, uint64_t first, uint64_t boards, int threads)
{
    const SumsShape shape = tactic_shape(study);
    const TacticValues run = {.study = study, .first = first, .boards = boards, .threads = threads};
    Sums sums;
    uint64_t done;
    assert_true(sums_open(&sums, &shape));
    assert_int_equal(tactic_values_play(&run, &sums, &done), ARENA_DONE);
    assert_int_equal(done, boards);
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
