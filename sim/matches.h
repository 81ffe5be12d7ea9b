/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole matches: a board of matches is a sequence of packs, played in every seating until a side has won. */
#pragma once

#include "engine/match.h"
#include "sim/board.h"

/* Rounds that a match may last before it counts as void, where nothing else is said. */
enum { MATCH_ROUNDS = 1000 };

/* Told of each round that was played, before it is added to the match. False: memory ran out. */
typedef bool MatchRound(void *arg, const Match *match, const PlayedRound *round);

/* A board of matches. */
typedef struct {
    uint64_t index;
    Pairing order;            /* who sat down, in the order of the schedule's agents */
    Match matches[MAX_SEATS]; /* by seating; sides are those of the match's first round */
    bool played;              /* false: the board is void … */
    VoidBoard failure;        /* … and this is why */
    bool timed;
    uint64_t nanoseconds[MAX_SEATS]; /* in the order of the schedule's agents, where timed */
    MatchRound *told;                /* the caller's; may be NULL */
    void *arg;
} MatchBoard;

/* Plays one seating from the schedule's scores, in at most schedule->match_rounds rounds, of a board whose index, order and
   played (true) are set. False if memory ran out, or an agent was stopped by the user. */
bool match_play(MatchBoard *board, Players *players, int seating);
/* Plays a board whole, or until it is void: board->played. pairing NULL: the first of the agents. False as above. */
bool match_board_play(MatchBoard *board, Players *players, const Pairing *pairing, uint64_t index);
