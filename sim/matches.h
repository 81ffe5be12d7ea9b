/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole matches: a board of matches is a sequence of packs, played in every seating until a side has won. */
#pragma once

#include "engine/match.h"
#include "sim/board.h"

/* Rounds that a match may last before it counts as void, where nothing else is said. */
enum { MATCH_ROUNDS = 1000 };

/* A board of matches. */
struct MatchBoard {
    uint64_t index;
    Pairing order;            /* who sat down, in the order of the schedule's agents */
    Match matches[MAX_SEATS]; /* by seating; sides are those of the match's first round */
    bool played;              /* false: the board is void … */
    VoidBoard failure;        /* … and this is why */
    bool timed;
    uint64_t nanoseconds[MAX_SEATS]; /* in the order of the schedule's agents, where timed */
    MatchRound *told;                /* the caller's; may be NULL */
    void *arg;
};

/* Makes a board ready to be played; told and arg stay. pairing NULL: the first of the agents. */
void match_board_begin(MatchBoard *board, const Schedule *schedule, const Pairing *pairing, uint64_t index);
/* Plays one seating from the schedule's scores, in at most schedule->match_rounds rounds, of a board whose index, order and
   played (true) are set. False if memory ran out, or an agent was stopped by the user. */
bool match_play(MatchBoard *board, Players *players, int seating);
/* Plays a board whole, or until it is void: board->played. pairing NULL: the first of the agents. False as above. */
bool match_board_play(MatchBoard *board, Players *players, const Pairing *pairing, uint64_t index);

/* ---- the pieces of match_play, for who plays many matches side by side */

typedef struct {
    MatchBoard *board;
    int seating;
    Player first[MAX_SEATS];   /* who sits at each seat of the first round; minds are those of the thread */
    Player *seated[MAX_SEATS]; /* in the round */
    Pack pack;                 /* of the round, … */
    Game game;                 /* … and how it goes */
} MatchPlay;

/* Begins the match of a seating from the schedule's scores. */
void match_play_begin(MatchPlay *play, MatchBoard *board, Players *players, int seating);
/* Starts the next round. False: there is none, since a side has won, or the board is void. `dealt`: the pack of the same
   round in another seating of the board; NULL: none is at hand. */
bool match_play_round(MatchPlay *play, const Schedule *schedule, const Pack *dealt);
/* The round is over: tells of it, and adds it to the match. False if memory ran out. */
bool match_play_add(MatchPlay *play, const Schedule *schedule);
/* The match is over: adds the time of its players to the board's. */
void match_play_end(const MatchPlay *play, const Schedule *schedule);
