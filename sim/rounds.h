/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of each seat in each round and each match, as CSV rows, and rounds as records. */
#pragma once

#include "engine/match.h"
#include "sim/files/columns.h"
#include "sim/play_rounds.h"

/* The rows of `sim --rounds-csv`: one for each round and seat. */
extern const ColumnTable ROUND_COLUMNS;
/* Adds the rows of a round that was played. False if memory runs out. */
bool rounds_add(TextBuffer *text, const Schedule *schedule, const Agent agents[], const PlayedRound *round);
/* Adds its record, without the count where the round is not over. False if memory runs out. */
bool record_add(TextBuffer *text, const Schedule *schedule, const Agent agents[], const PlayedRound *round);
/* The rows of `sim --matches-csv`: one for each match and seat of its first round. */
extern const ColumnTable MATCH_COLUMNS;
/* Adds the rows of a match that is over, by a round of it. False if memory runs out. */
bool match_rows_add(TextBuffer *text, const Schedule *schedule, const Agent agents[], const PlayedRound *round,
                    const Match *match);
