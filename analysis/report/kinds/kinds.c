/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of what can be drawn. */
#include "analysis/report/kinds/kinds.h"

const ResultKind *const DRAWN_KINDS[] = {
    &RESULT_SIM,       &RESULT_ROUNDS,
    &RESULT_MATCHES,   &RESULT_BY_SCORE,
    &RESULT_TACTICS,   &RESULT_SWEEP,
    &RESULT_STRATA,    &RESULT_PAIRS,
    &RESULT_TUNE,      &RESULT_RATE,
    &RESULT_CROSS,     &RESULT_EXPLOIT,
    &RESULT_EQUITY,    &RESULT_ADVISE,
    &RESULT_REVIEW,    &RESULT_LEARN,
    &RESULT_BENCH,     &RESULT_COMPARE,
    &RESULT_CALIBRATE, &RESULT_OPENING_RULES,
    &RESULT_REGRET,    NULL,
};
