/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A board that is played by itself, one seating after the other. */
#pragma once

#include "sim/boards.h"

/* Plays a board that is ready. False: it is void, or memory ran out. */
static inline bool board_finish(Board *board, Players *players)
{
    BoardsPlayer *player = boards_player_open(players);
    const bool good = player && boards_player_play(player, board, 1) && board->played;
    boards_player_close(player);
    return good;
}

static inline bool board_play(Board *board, Players *players, const Pairing *pairing, uint64_t index)
{
    board_begin(board, players->schedule, pairing, index);
    return board_finish(board, players);
}
