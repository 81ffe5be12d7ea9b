/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One board played by many line-ups of agents at once. Line-ups that have chosen the same so far share one game, which
   parts where they first choose otherwise: what is the same is played once, and is the same exactly.

   Whoever sits at a seat draws from that seat's stream of the board, whatever the line-up; so two line-ups differ only
   by what their agents choose, and each gets the result that it would get if it played alone. This holds for agents
   whose choice depends on the view and the stream alone: a mind is working memory, not a diary. */
#ifndef PASUR_SIM_SHARED_LINEUPS_H
#define PASUR_SIM_SHARED_LINEUPS_H

#include "agents/agent.h"
#include "engine/count.h"

enum { MAX_PLAYERS = 64, NEVER = 255 };

typedef struct {
    uint8_t seats[MAX_SEATS]; /* index of the player at each seat */
} Lineup;

/* Two line-ups of which one wants to know where they part. */
typedef struct {
    uint16_t a, b;
} LineupPair;

/* The first decision at which a pair of line-ups chose differently. */
typedef struct {
    uint8_t ply;   /* NEVER: they did not part */
    uint8_t deal;  /* from 0 */
    uint8_t total; /* of the pool's numerals before the play */
    int16_t lead;  /* points of the side to move, counted as if the round ended, over the best other side's */
} Parting;

/* What is to be played; immutable, shared by all threads. */
typedef struct {
    const Rules *rules;
    uint64_t seed;
    const Agent *players; /* agents that take part, each once */
    int player_count;     /* at most MAX_PLAYERS */
    const Lineup *lineups;
    int count;
    const LineupPair *pairs;
    int pair_count;
} Lineups;

/* The working memory of one thread. */
typedef struct LineupTable LineupTable;

/* NULL if memory runs out. */
LineupTable *lineups_open(const Lineups *lineups);
void lineups_close(LineupTable *table);

/* How many boards are best played at once, at least 1; 1 where an agent may fail or take its time. */
int lineups_block(const Lineups *lineups);
/* Plays boards first … first + count - 1, at most lineups_block (cards and streams are those of seed and board). False:
   an agent failed, the boards are void. */
bool lineups_play(LineupTable *table, uint64_t first, int count);
/* Of board first + place: a line-up's side results in units of 1/(sides - 1) points, see diff_units. */
const int *lineups_diff(const LineupTable *table, int place, int lineup);
const Parting *lineups_parting(const LineupTable *table, int place, int pair);
/* How many plies were played on the last boards, out of PLAYS for each line-up and board. */
int lineups_plies(const LineupTable *table);

#endif
