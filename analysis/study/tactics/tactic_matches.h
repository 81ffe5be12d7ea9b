/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows of a study come to on boards of matches. Each variant plays each board against each opponent in full, on
   the packs and with the streams of a simulation with the same seed. */
#pragma once

#include "analysis/study/tactics/tactic_value.h"

/* tactic_values_play for a study of matches: a match is worth 1 to its winner, and a row to which the tactic made no
   difference is exactly zero. */
ArenaEnd tactic_matches_play(const TacticValues *values, TacticSum *sums, uint64_t *done, Voids *voids);
