/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A board of matches played by itself, one match after the other. */
#pragma once

#include "sim/boards.h"

static inline bool match_board_play(MatchBoard *board, Players *players, const Pairing *pairing, uint64_t index)
{
    MatchesPlayer *player = matches_open(players, &ROUNDS_SINGLE);
    match_board_begin(board, players->schedule, pairing, index);
    const bool good = player && matches_play(player, board, 1);
    matches_close(player);
    return good;
}
