/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chance to win the match of two sides with best play by both in the rest of a round in which all cards are known, per
   shodam included: alpha-beta over chances, without a table of positions, for the last deal. Nothing is allocated. */
#pragma once

#include "agents/match_value.h"
#include "engine/round.h"
#include "engine/table.h"

typedef struct {
    CardSet play;
    int chance; /* of the side to move, in 1/EQUITY_ONE */
} MatchSolvePlay;

/* Every legal play, as moves_list(…, fold) orders them, with its chance; returns how many, or 0 if that would take more than
   `most` positions. */
int match_solve_plays(MatchSolvePlay out[static MAX_MOVES], const MatchRoundValue *value, const Round *round,
                      const Fold *fold, uint64_t most);
