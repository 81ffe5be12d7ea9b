/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays rounds. The caller, who has rounds of boards or of matches, says which agent sits where; they are played one by
   one or side by side, with the same results. */
#pragma once

#include "sim/players.h"

/* A round to be played, and how it went. No two rounds of one call share a game or a stream. */
typedef struct RoundPlay {
    Game *game;                  /* started, with any scores … */
    const Pack *pack;            /* … from these cards */
    uint16_t agents[MAX_SEATS];  /* who sits at each seat: the agent's number among the players … */
    uint8_t memories[MAX_SEATS]; /* … and which of its memories decides */
    Rng *streams[MAX_SEATS];     /* of each seat */
    const struct RoundPlay
        *ahead; /* where this round of the same call has failed, the other need not be played; NULL: none */
    bool timed;
    PlayTime times[MAX_SEATS]; /* of each seat, if it is timed */
    bool failed;               /* an agent gave no legal play, or had already in the round ahead … */
    VoidBoard failure;         /* … and how, but for board and seating, if it was in this round */
    /* side by side: */
    int lane;        /* where it is played */
    int asked_again; /* how many of its decisions were asked for again */
} RoundPlay;

/* A round that was played, alone or in a match; pointers are the player's. */
typedef struct {
    uint64_t board;
    const Pairing *order; /* who sat down … */
    int rotation;         /* … and where, as the schedule's seatings; of a match, it moves on … */
    int seating;          /* … from this one */
    const Pack *pack;
    const Game *game;
    uint64_t index; /* in the run, or from 0 in its match */
    int64_t match;  /* index in the run; NO_MATCH: it was played alone */
} PlayedRound;

enum { NO_MATCH = -1 };

/* The agent that sat at a seat: its index among those named. */
static inline int round_agent(const PlayedRound *round, const Schedule *schedule, int seat)
{
    return round->order->agents[schedule_agent(schedule, round->rotation, seat)];
}

/* Who sits where in a seating, to begin with: agents and memories. */
void round_seat(RoundPlay *round, const Schedule *schedule, const Pairing *order, int seating);

/* Plays rounds by the players of one thread. */
typedef struct RoundsPlayer RoundsPlayer;

/* Rounds that are played side by side, at most, where some agents take many decisions before they answer the first
   (AgentBatch); of agents that all decide in lanes they are BATCH_SIZE. */
enum { BATCH_ROUNDS = 512 };
/* Of boards in lockstep one in this many is timed: decisions of all that are played with it are. */
enum { LOCKSTEP_TIMED = 1024 };

/* NULL if memory runs out. */
RoundsPlayer *rounds_player_open(Players *players);
void rounds_player_close(RoundsPlayer *player);
/* How many boards are best played in one call, now. */
uint64_t rounds_player_boards(const RoundsPlayer *player);
/* Plays rounds to their ends: those of this many boards at most. */
void rounds_player_play(RoundsPlayer *player, RoundPlay rounds[], int count);

/* ---- decisions */

/* A decision that a player is asked for, in a lane. */
typedef struct {
    struct BatchRounds *batch; /* the play goes there, and the stream of the seat to move goes on … */
    int lane;
    Player *player;   /* … who plays there */
    RoundPlay *round; /* how it goes; its game has the stock for who sees all cards, and may be NULL for others */
    bool begins;      /* the player is told that the round goes on from here, unless it takes many decisions */
    /* while it is asked */
    bool waits;
    uint64_t ticket;
    int number; /* among the decisions that its player has been asked for */
} LaneAsk;

/* Asks for each of these decisions by itself, or, where a player takes many, for as many as it takes before its first
   answer. */
void lanes_ask(LaneAsk asks[], int count);
