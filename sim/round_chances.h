/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What single rounds are worth in a match: the chances to win it that they leave. */
#pragma once

#include "sim/board.h"

/* The chance of the first agent's side after the board's rounds, by schedule->equity, summed over the seatings, in
   1/EQUITY_ONE. Each round begins with the schedule's scores, and per shodam may have stopped it midway. Two sides. */
int board_chances(const Board *board, const Schedule *schedule);
