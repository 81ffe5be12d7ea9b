/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards: the same cards in every seating, in single rounds or in whole matches; some boards by the players of one
   thread, or many by many threads. Callers see a board of rounds as one of matches of a single round. */
#pragma once

#include "engine/match.h"
#include "sim/arena.h"
#include "sim/measures.h"
#include "sim/play_rounds.h"
#include "sim/sums.h"

/* One board in TIMED_EVERY is timed: the clock costs as much as a quick agent's decision. */
enum { TIMED_EVERY = 64 };
/* Rounds that a match may last before it counts as void, where nothing else is said. */
enum { MATCH_ROUNDS = 1000 };

typedef struct {
    uint64_t index;
    const Schedule *schedule;
    Pairing order;                /* who sat down, in the order of the schedule's agents */
    Pack pack;                    /* of the first round of each seating */
    int16_t scores[MAX_SEATS];    /* before each round, or each match, as in the schedule */
    bool stops;                   /* per shodam may stop rounds that are played alone */
    Game games[MAX_SEATS];        /* by seating; of a match its last round … */
    const Pack *dealt[MAX_SEATS]; /* … and the cards of that; only while the board is played */
    Match matches[MAX_SEATS];     /* by seating, of whole matches; sides are those of the match's first round */
    bool played;                  /* false: the board is void … */
    VoidBoard failure;            /* … and this is why */
    bool timed;
    PlayTime times[MAX_SEATS]; /* in the order of the schedule's agents, where timed */
    /* Takes a round of a match before it is added to it: the caller's, NULL unless set behind board_begin. False if
       memory runs out. */
    bool (*round)(void *state, const PlayedRound *round);
    void *state; /* of round */
} Board;

/* The only round of a seating, or the last of its match. */
PlayedRound board_round(const Board *board, const Schedule *schedule, int seating);
/* Makes a board ready to be played by whoever it names. pairing NULL: the first of the agents. */
void board_begin(Board *board, const Schedule *schedule, const Pairing *pairing, uint64_t index);
/* Plays boards by the players of one thread. */
typedef struct BoardsPlayer BoardsPlayer;

/* NULL if memory runs out. */
BoardsPlayer *boards_player_open(Players *players);
void boards_player_close(BoardsPlayer *player);
/* Plays boards that are ready, each seating from board->scores, until they are over or void. False if memory ran out.
   */
bool boards_player_play(BoardsPlayer *player, Board boards[], uint64_t count);

/* ---- many boards, by many threads */

/* Many boards, each played by every line-up, under every schedule. */
typedef struct {
    const Schedule *schedule; /* of every line-up: the first of … */
    size_t schedules;         /* … this many, which differ in rules or scores alone; 0: one */
    const Agent *agents;
    const Pairing *pairings;           /* the line-ups; NULL: one, of the schedule's agents */
    size_t pairing_count, agent_count; /* where there are line-ups: theirs, and the agents among whom they are */
    uint64_t first, boards;            /* boards first … first + boards - 1 */
    int threads;
    struct Checkpoint *checkpoint; /* where results are kept; NULL: nowhere */
} BoardsJob;

enum { SCHEDULES_MOST = 32 };

/* A board with all of its line-ups; where one is void, all of it is, or with BoardsUse.apart under this schedule. */
typedef struct {
    uint64_t index;
    bool failed;                         /* it is void, and nothing more is known */
    const Board *boards[SCHEDULES_MOST]; /* by schedule: [line-up] */
} WholeBoard;

/* What becomes of boards; `run` is the StretchRun. */
typedef struct {
    SumsShape shape; /* that the sums have, … */
    KnownAgents
        known;  /* … and of whose agents they tell, if the run does not say so; empty: as BOARDS_MEASURED has them */
    bool blind; /* of rounds that are played alone nobody looks at the plays, but for records */
    /* Gives a board that is about to be played other scores than the schedule's, or lets per shodam stop its rounds.
       NULL: neither. */
    void (*prepare)(const void *run, Board *board);
    /* board->state: this many bytes, zero at first, and made empty by `begin` before the first round of a board is taken;
       each round is taken in the order of its match, those of several boards side by side. All may be NULL. */
    size_t state_size;
    void (*begin)(const void *run, const Board *board);
    bool (*round)(void *state, const PlayedRound *round);
    void (*state_free)(void *state); /* frees what it owns */
    /* Adds what a line-up played to a stretch; the rounds were taken. False if memory runs out. */
    bool (*add)(const void *run, Stretch *stretch, const Board *board, size_t pairing);

    /* Or all of them together, where this is not NULL: fills values[row][measure], which are zero. False: the board is
       void, as *failure says. */
    bool (*whole)(const void *arg, void *own, int64_t *values, const WholeBoard *board, VoidBoard *failure);
    void *(*own_open)(const void *arg); /* what a thread keeps for it; NULL if memory runs out. NULL: nothing */
    void (*own_close)(void *own);
    const void *arg; /* of these two */
    bool apart; /* under each schedule the board is void or not by itself; where it is, WholeBoard.boards is NULL */
} BoardsUse;

/* What a stretch holds at most: boards times pairings. */
enum { BOARDS_CHUNK = 16 };

/* Plays them, in stretches that are released in order: board by board, and on a board pairing by pairing, whatever the
   threads. The shape and the known agents of `run` are filled in where it does not say them. *run->sums, empty or those of
   boards before, get what was released, and are the caller's to free. */
ArenaEnd boards_add_up(const BoardsJob *job, const BoardsUse *use, StretchRun *run);
/* Of sums that do no more than count the boards; and for BoardsUse.add: adds a board to them. */
extern const SumsShape BOARD_COUNTS;
bool board_count(Stretch *stretch, const StretchRun *run, const Board *board);

/* The points of the sides in a seating that was played; a match is worth 1 point to its winner. */
void board_points(int points[static MAX_SIDES], const Board *board, const Schedule *schedule, int seating);

/* What the sides of the first agent scored in a seating that was played, in units of 1/(sides - 1) points; of a match 1 if
   it won. */
int board_value(const Board *board, int seating);

/* The points of the sides, where nothing else of a board is wanted. */
typedef struct {
    bool played; /* false: void */
    /* [seating][side]; of a match, by the sides of its first round: 1 for the winner */
    int points[MAX_SEATS][MAX_SIDES];
} BoardPoints;

/* Takes the points of the next pairing of a board, in order; called by one thread at a time. False if memory runs
   out. */
typedef bool PointsTake(void *arg, uint64_t board, size_t pairing, const BoardPoints *points);
/* Plays boards of which nothing but the points is asked for. The sums of `of` count each pairing's boards, its `watch` and
   `done` those that all pairings have played; NULL: nobody asks for them. */
ArenaEnd boards_play_points(const BoardsJob *job, PointsTake *take, void *arg, StretchRun *of);

/* What agent `index` of the pairing's order on that board won more than the mean of the other sides, over all rounds of
   a board: an integer, board_scale(schedule, index) * (sides - 1) of which make one point a round. */
int points_diff(const BoardPoints *points, const Schedule *schedule, int index);

/* Does boards_add_up play those of this schedule in lockstep? Where all agents have TRAIT_BATCH and the processor has its
   fast paths; not where hands lie open, which decisions side by side do not look at. */
bool boards_in_lockstep(const BoardsJob *job, const Schedule *schedule);

/* ---- measures, rows and records */

/* Adds up the measures of `sim`, and makes what the streams of the run want. With a `whole` of one's own it finds them
   by board_values, which is asked once of a board that was played. */
extern const BoardsUse BOARDS_MEASURED;
const BoardValues *board_values(const Board *board);
