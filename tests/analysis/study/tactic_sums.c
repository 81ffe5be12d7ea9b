/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays few boards of a study and reads its sums. */
#include "tests/analysis/study/tactic_sums.h"

#include <stdlib.h>

TacticSum *sums_of(const TacticStudy *study, uint64_t first, uint64_t boards, int threads)
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

int64_t scored(const TacticSum *sum, int side)
{
    int64_t all = 0;
    for (int seating = 0; seating < MAX_SEATS; seating++)
        all += (int64_t)sum->rounds[seating][side].sum;
    return all;
}

bool active(const TacticSum *sum)
{
    for (int stratum = 0; stratum < MAX_STRATA; stratum++)
        if (sum->strata[stratum].boards) return true;
    return false;
}
