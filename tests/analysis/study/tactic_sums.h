/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of a study on few boards, for tests that play the same boards one by one. */
#pragma once

#include "analysis/study/tactics.h"
#include "tests/analysis/claims.h"

/* Opens a study of single rounds by these rules. */
void study_open(TacticStudy *study, const char *rules, uint64_t seed, TacticRequest request);
/* Plays boards of the rows that are not skipped (NULL: all) as the run says, which gets its shape. */
void sums_play(StretchRun *run, const TacticStudy *study, const bool *skip, uint64_t first, uint64_t boards,
               int threads);
/* The sums of all rows on boards from `first` on, none of them void; the caller frees them. */
Sums sums_of(const TacticStudy *study, uint64_t first, uint64_t boards, int threads);
/* What a row's variants scored on the boards of the sums: TACTIC_PLUS or TACTIC_MINUS, over all seatings. */
int64_t scored(const Sums *sums, int row, int sign);
/* Did the variants choose differently somewhere? */
bool active(const Sums *sums, int row);
