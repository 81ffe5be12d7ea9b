/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One round among seated agents. */
#ifndef PASUR_SIM_PLAYERS_H
#define PASUR_SIM_PLAYERS_H

#include "agents/agent.h"
#include "engine/count.h"

/* Who sits at a seat. */
typedef struct {
    const Agent *agent;
    void *mind;           /* its working memory; NULL if it needs none */
    Rng rng;              /* its stream, used by nobody else */
    uint64_t nanoseconds; /* spent on its decisions, added up where time is taken */
} Player;

typedef struct {
    Round round;                 /* as it stands */
    CardSet history[PLAYS];      /* round.table.ply plays so far */
    SideCount counts[MAX_SIDES]; /* once it is over */
    uint8_t captures[MAX_SIDES]; /* plays of the side that captured */
} Game;

/* Plays a round to its end. scores as in round_start. False if an agent failed: game->round.table.turn is its seat.
   timed: adds to each player's nanoseconds (about 40 ns a decision are the clock's own). */
bool game_play(Game *game, const Rules *rules, const Pack *pack, const int16_t *scores,
               Player players[static MAX_SEATS], bool timed);

#endif
