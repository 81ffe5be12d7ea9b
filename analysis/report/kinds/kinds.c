/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of what can be drawn, and of what cannot. */
#include "analysis/report/kinds/kinds.h"

const ResultKind *const DRAWN_KINDS[] = {
    &RESULT_SIM,    &RESULT_ROUNDS,  &RESULT_MATCHES,    &RESULT_BY_SCORE,  &RESULT_TACTICS,
    &RESULT_SWEEP,  &RESULT_STRATA,  &RESULT_PAIRS,      &RESULT_TUNE,      &RESULT_RATE,
    &RESULT_CROSS,  &RESULT_EXPLOIT, &RESULT_EQUITY,     &RESULT_ADVISE,    &RESULT_REVIEW,
    &RESULT_LEARN,  &RESULT_BENCH,   &RESULT_COMPARE,    &RESULT_CALIBRATE, &RESULT_OPENINGS,
    &RESULT_REGRET, &RESULT_POOL,    &RESULT_DIFFERENCE, &RESULT_VARY,      NULL,
};

const ResultKind *const UNDRAWN_KINDS[] = {&RESULT_OPENING_BOARDS, &RESULT_OPENING_RULES, &RESULT_POWER,
                                           &RESULT_PLAYERS, NULL};
