/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of `sim --rounds-csv`: one for each round and seat. */
#pragma once

#include "sim/board.h"
#include "sim/files/figures.h"

extern const FigureTable ROUND_FIGURES;

/* Adds the rows of the round that was played in one seating of the board. False if memory runs out. */
bool rounds_add(TextBuffer *text, const Schedule *schedule, const Agent agents[], const Board *board, int seating);
