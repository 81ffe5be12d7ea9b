/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards: the same cards in every seating, in single rounds or in whole matches; one board by the players of one
   thread, or many by many threads. */
#pragma once

#include "engine/match.h"
#include "sim/play_rounds.h"
#include "sim/run/arena.h"

/* One board in TIMED_EVERY is timed: the clock costs as much as a quick agent's decision. */
enum { TIMED_EVERY = 64 };

typedef struct {
    uint64_t index;
    Pairing order; /* who sat down, in the order of the schedule's agents */
    Pack pack;
    int16_t scores[MAX_SEATS]; /* before each round, as in the schedule */
    bool match;                /* rounds of a match, which per shodam may stop */
    Game games[MAX_SEATS];     /* by seating */
    bool played;               /* false: the board is void … */
    VoidBoard failure;         /* … and this is why */
    bool timed;
    PlayTime times[MAX_SEATS]; /* in the order of the schedule's agents, where timed */
} Board;

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

static inline PlayedRound board_round(const Board *board, const Schedule *schedule, int seating)
{
    return (PlayedRound){board->index,
                         &board->order,
                         seating,
                         seating,
                         &board->pack,
                         &board->games[seating],
                         schedule_round(schedule, board->index, seating),
                         NO_MATCH};
}

/* The agent that sat at a seat: its index among those named. */
static inline int round_agent(const PlayedRound *round, const Schedule *schedule, int seat)
{
    return round->order->agents[schedule_agent(schedule, round->rotation, seat)];
}

/* Makes a board ready to be played by whoever it names. pairing NULL: the first of the agents. */
void board_begin(Board *board, const Schedule *schedule, const Pairing *pairing, uint64_t index);
/* Starts the round of a seating of a board that is ready; its streams are every `stride`-th from streams[0] on. */
void board_round_begin(RoundPlay *round, Board *board, const Schedule *schedule, int seating, Rng streams[],
                       size_t stride);
/* Plays a board that is ready, one seating after the other, whole or until an agent fails; returns board->played. */
bool board_finish(Board *board, Players *players);
/* Both. */
bool board_play(Board *board, Players *players, const Pairing *pairing, uint64_t index);

/* ---- boards of matches: a sequence of packs, played in every seating until a side has won */

/* Rounds that a match may last before it counts as void, where nothing else is said. */
enum { MATCH_ROUNDS = 1000 };

/* Takes a round of a match, before it is added to the match. False if memory runs out. */
typedef bool TakeRound(void *kept, const Match *match, const PlayedRound *round);

/* A board of matches. */
typedef struct {
    uint64_t index;
    Pairing order;            /* who sat down, in the order of the schedule's agents */
    Match matches[MAX_SEATS]; /* by seating; sides are those of the match's first round */
    bool played;              /* false: the board is void … */
    VoidBoard failure;        /* … and this is why */
    bool timed;
    PlayTime times[MAX_SEATS]; /* in the order of the schedule's agents, where timed */
    TakeRound *take_round;     /* the caller's; may be NULL */
    void *kept;                /* of take_round */
} MatchBoard;

/* Makes a board ready to be played; take_round and kept stay. pairing NULL: the first of the agents. */
void match_board_begin(MatchBoard *board, const Schedule *schedule, const Pairing *pairing, uint64_t index);

/* Plays boards of matches by the players of one thread. */
typedef struct MatchesPlayer MatchesPlayer;

/* NULL if memory runs out. */
MatchesPlayer *matches_open(Players *players, const RoundsWay *way);
void matches_close(MatchesPlayer *player);
/* How many boards it takes at once, at most. */
uint64_t matches_room(const MatchesPlayer *player);
/* Plays boards that are ready, each seating from the schedule's scores, in at most schedule->match_rounds rounds, until
   they are over or void. False if memory ran out, or an agent was stopped by the user. */
bool matches_play(MatchesPlayer *player, MatchBoard boards[], uint64_t count);

/* ---- many boards, by many threads */

/* Many boards, each played by every pairing. */
typedef struct {
    const Schedule *schedule; /* of every pairing */
    const Agent *agents;
    const Pairing *pairings;           /* NULL: one, as in board_play, of the schedule's agents */
    size_t pairing_count, agent_count; /* where there are pairings: theirs, and the agents among whom they are */
    uint64_t first, boards;            /* boards first … first + boards - 1 */
    int threads;
    struct Journal *journal; /* where results are kept; NULL: nowhere */
} BoardsJob;

/* What is kept of a board of matches while it is played, until it is added to a result: `size` bytes, zero at first.
   Boards, and the matches of each, are played side by side, and the rounds of each match come in order. */
typedef struct {
    size_t size;
    void (*begin)(const void *arg, void *kept); /* makes it empty, before the first round; may be NULL */
    TakeRound *round;                           /* may be NULL */
    void (*free)(void *kept);                   /* frees what it owns; may be NULL */
    /* The board is played, or void. False if memory runs out. */
    bool (*add)(const void *arg, void *result, const void *kept, const MatchBoard *board);
} MatchesKept;

/* What becomes of boards: results of chunks of them, as in sim/run/arena.h. */
typedef struct {
    size_t size;
    void (*clear)(void *result);
    void (*free)(void *result);
    const struct ResultFormat *format; /* for a journal; what is shared is a BoardsRun */
    /* Gives a board that is about to be played other scores than the schedule's, or makes its rounds those of a match,
       which per shodam may stop. NULL: neither. */
    void (*prepare)(const void *arg, Board *board);
    /* Adds what a pairing played to a result. False if memory runs out. */
    bool (*add)(const void *arg, void *result, const Board *board, size_t pairing);
    const MatchesKept *matches; /* boards are of matches, and are added by this; NULL: boards are of single rounds */
    /* Takes the next result, of `count` boards or pairings, in order: board by board, and on a board pairing by
       pairing, whatever the threads. False: stop here. */
    bool (*release)(void *arg, uint64_t first, uint64_t count, const void *result);
} BoardsUse;

/* A call of boards_play. */
typedef struct {
    const BoardsJob *job;
    const BoardsUse *use;
    void *arg;
} BoardsRun;

/* What a result holds at most: boards times pairings. */
enum { BOARDS_CHUNK = 16 };

ArenaEnd boards_play(const BoardsJob *job, const BoardsUse *use, void *arg);
/* Does boards_play play them in lockstep? Where all agents have TRAIT_MANY and the processor has its fast paths; not
   where hands lie open, which decisions side by side do not look at. */
bool boards_in_lockstep(const BoardsJob *job);
