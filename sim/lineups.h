/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards played by many line-ups of agents at once. Line-ups that have chosen the same so far share one game, which
   splits where they first choose otherwise: what is the same is played once, and is the same exactly.

   Cards and streams are those of board, seating and seat, as board_play has them, so a line-up gets the result that
   board_play would give it. Matches share nothing: each line-up plays each board, and a pair diverges at ply 0 or never.
   This holds for agents whose choice depends on the view and the stream alone: a memory is
   working memory, not a diary. */
#pragma once

#include "agents/agent.h"
#include "sim/schedule.h"
#include "sim/voids.h"

enum { MAX_LINEUP_PLAYERS = 64, NEVER = 255 };

/* Who plays in the places of the schedule's agents: indices of players. */
typedef struct {
    uint8_t players[MAX_SEATS];
} Lineup;

/* Two line-ups of which it is asked, in each seating, where they diverge. */
typedef struct {
    uint16_t a, b;
} LineupPair;

/* The first decision at which a pair of line-ups chose differently. */
typedef struct {
    uint8_t ply;   /* NEVER: they did not diverge */
    uint8_t deal;  /* from 0 */
    uint8_t total; /* of the pool's numerals before the play */
    uint8_t group; /* what the script of Lineups.grouper says of the first line-up's play */
    int16_t lead;  /* points of the side to move, counted as if the round ended, over the best other side's */
} Divergence;

/* What is to be played; immutable, shared by all threads. */
typedef struct {
    const Schedule *schedule;
    const Agent *players; /* agents that take part, each once */
    int player_count;     /* at most MAX_LINEUP_PLAYERS */
    const Lineup *lineups;
    int count;
    const LineupPair *pairs;
    int pair_count;
    const Agent *grouper; /* its script puts divergences into groups; NULL: nobody asks */
} Lineups;

/* The working memory of one thread. */
typedef struct LineupTable LineupTable;

/* NULL if memory runs out. */
LineupTable *lineups_open(const Lineups *lineups);
void lineups_close(LineupTable *table);

/* How many boards are best played at once, at least 1; 1 where an agent may fail or take its time. */
int lineups_block(const Lineups *lineups);
/* Plays boards first … first + count - 1, at most lineups_block. False: an agent failed, the boards are void; or it was
   stopped by the user. */
bool lineups_play(LineupTable *table, uint64_t first, int count);
/* How board first + place became void, whatever lineups_play returned; the agent is one of lineups->players. NULL: it
   counts. */
const VoidBoard *lineups_failure(const LineupTable *table, int place);
/* In one seating of board first + place: what the sides of a line-up scored in units of 1/(sides - 1) points, see
   diff_units; not of matches. */
const int *lineups_diff(const LineupTable *table, int place, int seating, int lineup);
/* The same of the sides of the first agent alone; of matches 1 if it won. */
int lineups_outcome(const LineupTable *table, int place, int seating, int lineup);
const Divergence *lineups_divergence(const LineupTable *table, int place, int seating, int pair);
