/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards played by many line-ups of agents, who are compared on each. Where points are all that is asked, line-ups that
   have chosen the same so far share one game, which splits where they first choose otherwise: what is the same is
   played once, and is the same exactly. Whole matches, and rounds whose plays are looked at, are played apart.

   Either way a line-up gets what a board of its own gives it. This holds for agents whose choice depends on the view and
   the stream alone: a memory is working memory, not a diary. Line-ups sit down as they are named. */
#pragma once

#include "sim/boards.h"

/* For BoardsUse.share. */
extern const BoardsShare LINEUPS_SHARE;

/* For BoardsUse where they are played apart: courses by seating, which are kept of each board. */
enum { COURSE_SIZE = MAX_SEATS * sizeof(uint64_t) };
void course_begin(const void *arg, const Board *board);
bool course_round(void *kept, const PlayedRound *round);
/* What a line-up came to, either way. */
Outcome lineup_outcome(const WholeBoard *whole, size_t schedule, size_t lineup, int seating, int seatings);
