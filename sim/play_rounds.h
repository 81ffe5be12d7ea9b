/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays rounds. Who has some, of boards or of matches, says who sits where; there are two ways to play them, and each
   round comes out the same by both. */
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
        *ahead; /* where this round of the same call has failed, the other is not played; NULL: none */
    bool timed;
    PlayTime times[MAX_SEATS]; /* of each seat, if it is timed */
    bool failed;               /* an agent gave no legal play, or had already in the round ahead … */
    VoidBoard failure;         /* … and how, but for board and seating, if it was in this round */
    int lane;                  /* for ROUNDS_LOCKSTEP: where it is played … */
    bool stopped;              /* … and per shodam has stopped it */
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

/* A way to play rounds by the players of one thread. */
typedef struct {
    void *(*open)(Players *players); /* NULL if memory runs out */
    void (*close)(void *opened);     /* NULL is nothing */
    /* How many rounds are best played in one call, now. A board's rounds may be more. */
    int (*room)(const void *opened);
    /* Plays rounds to their ends: `room` of them at most, or those of one board. */
    void (*play)(void *opened, RoundPlay rounds[], int count);
} RoundsWay;

/* One after the other, for all agents; those that take many decisions before they answer the first (AgentBatch) are
   asked in many rounds at a time. */
extern const RoundsWay ROUNDS_SINGLE;
/* Rounds that are played side by side, at most. */
enum { SINGLE_ROUNDS = 256 };
/* The same play of every round at a time, so that an agent decides in all of them at once (docs/speed.md): for
   agents for whom lockstep_possible is true. */
extern const RoundsWay ROUNDS_LOCKSTEP;

/* Rounds that are played in lockstep together, at most. */
enum { LOCKSTEP_ROUNDS = 128 };
/* Of boards in lockstep one in so many is timed: decisions of all that are played with it are. */
enum { LOCKSTEP_TIMED = 1024 };
/* Can these agents be played so? All of them have TRAIT_MANY. */
bool lockstep_possible(const Agent *agents, size_t count);
