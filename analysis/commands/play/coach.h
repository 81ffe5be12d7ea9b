/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the strongest agent would do in the person's place, and what speaks for it: in a match the chance to win it,
   where there is a table of chances for these rules, else points of the round. */
#pragma once

#include "analysis/commands/play/narrate.h"
#include "sim/reasons.h"

typedef struct {
    Agent agent;
    Advised *advised; /* of the position of `ply` and `round`; owned */
    uint64_t seed, iterations;
    int threads;
    bool match;     /* the round belongs to a match */
    int round, ply; /* ply -1: there is no advice yet */
} Coach;

/* iterations: of the search for a hint. False with the reason. */
bool coach_open(Coach *coach, const Company *company, uint64_t seed, uint64_t iterations, int threads, Error *error);
void coach_close(Coach *coach);
/* Says what the agent would play, what each of the plays is worth, and why; round: which of the match. False with the
   reason. */
bool coach_hint(Coach *coach, const Talk *talk, const View *view, int round, Error *error);
/* Says what speaks for the agent's choice, against the play `other` (0: against the next best). False with the
   reason. */
bool coach_why(Coach *coach, const Talk *talk, const View *view, int round, CardSet other, Error *error);
