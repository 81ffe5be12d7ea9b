/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pools of boards that were really played, from which the trials of checks.h draw. */
#ifndef PASUR_ANALYSIS_STUDY_CALIBRATION_H
#define PASUR_ANALYSIS_STUDY_CALIBRATION_H

#include "analysis/study/tactics/tactic_study.h"
#include "engine/text/error.h"

typedef struct {
    TacticStudy study;         /* every tactic alone and without, against `tactic` */
    int32_t *values;           /* [board][row of the study] */
    int32_t *points, *results; /* [board] of tactic against greedy: difference, half points 0 … 4 */
    double *means;             /* [row]: the truth, per board */
    uint32_t boards;
    uint64_t seed;
    int threads;
} Calibration;

/* Plays the pools. False with one line in error; nothing needs freeing then. *interrupted: the user stopped it, and all
   that there is is the study. */
bool calibration_open(Calibration *out, uint64_t seed, int threads, bool *interrupted, Error *error);
void calibration_free(Calibration *calibration);

#endif
