/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards: the same cards in every seating; one board by the players of one thread, or many by many threads. */
#pragma once

#include "engine/match.h"
#include "sim/players.h"
#include "sim/run/arena.h"
#include "sim/schedule.h"
#include "sim/voids.h"

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
    uint64_t nanoseconds[MAX_SEATS]; /* in the order of the schedule's agents, where timed */
} Board;

/* A round that was played, alone or in a match; pointers are the player's. */
typedef struct {
    uint64_t board;
    const Pairing *order; /* who sat down … */
    int rotation;         /* … and where, as the schedule's seatings */
    const Pack *pack;
    const Game *game;
    uint64_t index; /* in the run, or from 0 in its match */
    int64_t match;  /* index in the run; NO_MATCH: it was played alone */
    bool timed;
} PlayedRound;

enum { NO_MATCH = -1 };

static inline PlayedRound board_round(const Board *board, const Schedule *schedule, int seating)
{
    return (PlayedRound){board->index,
                         &board->order,
                         seating,
                         &board->pack,
                         &board->games[seating],
                         schedule_round(schedule, board->index, seating),
                         NO_MATCH,
                         board->timed};
}

/* The agent that sat at a seat: its index among those named. */
static inline int round_agent(const PlayedRound *round, const Schedule *schedule, int seat)
{
    return round->order->agents[schedule_agent(schedule, round->rotation, seat)];
}

/* The players of one thread: for each agent as many as it may hold seats, each with a mind of its own. */
typedef struct {
    const Schedule *schedule;
    size_t count; /* agents */
    Player (*players)[MAX_SEATS];
} Players;

/* False if memory runs out; nothing needs closing then. */
bool players_open(Players *players, const Schedule *schedule, const Agent *agents, size_t count);
void players_close(Players *players);

/* Seats the players of one seating, each with the stream of this board, seating and seat. */
void players_seat(Player *seated[static MAX_SEATS], Players *players, const Pairing *order, uint64_t board,
                  int seating);
/* Starts the board's round in a seating. */
void board_round_start(Board *board, const Schedule *schedule, int seating);
/* Plays a board whole, or until an agent fails; returns board->played. pairing NULL: the first of the agents. */
bool board_play(Board *board, Players *players, const Pairing *pairing, uint64_t index);

/* Told of each round of a match, before it is added to it. False: memory ran out. */
typedef bool MatchRound(void *arg, const Match *match, const PlayedRound *round);
typedef struct MatchBoard MatchBoard; /* sim/matches.h */

/* Many boards, each played by every pairing. Results are chunks of boards, as in arena.h. */
typedef struct {
    const Schedule *schedule; /* of every pairing */
    const Agent *agents;
    const Pairing *pairings;           /* NULL: one, as in board_play, of the schedule's agents */
    size_t pairing_count, agent_count; /* where there are pairings: theirs, and the agents among whom they are */
    uint64_t first, boards;            /* boards first … first + boards - 1 */
    int threads;
    struct Journal *journal; /* where results are kept; NULL: nowhere */
    bool match;              /* rounds alone are played as those of a match, which per shodam may stop */
    /* The scores of the agents before the rounds of a board, as in the schedule; NULL: the schedule's. */
    void (*scores)(const void *arg, int16_t out[static MAX_SEATS], uint64_t board);

    /* The rest is for boards_play; who plays boards for pairings, a tally, matches or equity leaves it out. Boards are
       played by add, or as boards of matches by add_matches. */
    const struct ResultFormat *format; /* for a journal */
    size_t result_size;
    void (*result_clear)(void *result);
    void (*result_free)(void *result);
    /* Adds what a pairing played to a result. False if memory runs out. */
    bool (*add)(const void *arg, void *result, const Board *board, size_t pairing);
    /* What is kept of a board of matches while it is played: kept_size bytes, zero at first. kept_begin makes them empty
       before the first round, kept_tell adds a round. Matches of a board, and boards, are played side by side; the rounds of
       each are told in order. add_matches adds what was kept to a result, once the board is played or void. */
    size_t kept_size;
    void (*kept_begin)(const void *arg, void *kept);
    MatchRound *kept_tell;
    void (*kept_free)(void *kept); /* frees what they own; may be NULL */
    bool (*add_matches)(const void *arg, void *result, const void *kept, const MatchBoard *board);
    /* Takes the next result, of `count` boards or pairings, in order: board by board, and on a board pairing by pairing,
       whatever the threads. False: stop here. */
    bool (*release)(void *arg, uint64_t first, uint64_t count, const void *result);
    void *arg;
} BoardsJob;

/* What a result of a BoardsJob holds at most: boards times pairings. */
enum { BOARDS_CHUNK = 16 };

/* Makes the board of that job index ready to be played: its pack and who sits down. */
void board_prepare(Board *board, const BoardsJob *job, const Schedule *schedule, uint64_t index);

ArenaEnd boards_play(const BoardsJob *job);
/* Does boards_play play them in lockstep? Where all agents have TRAIT_MANY and the processor has its fast paths. */
bool boards_in_lockstep(const BoardsJob *job);
