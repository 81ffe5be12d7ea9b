/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards and seatings. A board is one pack, played once in each seating: every distinct rotation of the agents. */
#pragma once

#include "engine/round.h"
#include "engine/text/error.h"

typedef struct {
    Rules rules;
    uint64_t seed;
    int agents;                          /* named by the user */
    int seatings;                        /* rounds, or matches, of a board */
    int rotations;                       /* ways to sit down, one seat on each: the seatings of duplicate play */
    uint8_t slots[MAX_SEATS];            /* who sits where in seating 0: index of the agent; seating s is turned by s */
    uint8_t sides[MAX_SEATS][MAX_SEATS]; /* [rotation][agent]: the sides it plays for: a bit for each */
    uint8_t side_count[MAX_SEATS];       /* [agent]: how many sides it plays for in a round */
    int16_t scores[MAX_SEATS]; /* [slot's agent]: of its sides before each round, or a match; 0 unless said … */
    bool scores_by_side;       /* … or of side 0, 1, … of the round, or of the match's first round */
    int match_rounds;          /* > 0: boards of matches (sim/boards.h), of at most this many rounds each */
    const struct MatchEquity *equity; /* two agents, two sides: what rounds are worth in a match; NULL: nobody asks */
    bool fixed_order;                 /* the agents keep the order in which they are named */
    const Pack *packs;                /* cards of the boards, in turn; NULL: shuffled */
    uint64_t pack_count;
} Schedule;

/* Seats `agents` agents: as many as seats, or two at four seats (A B A B) or at three (A B B). Without `duplicate` a
   board is one round. If the rules do not say how many players there are, `agents` does. False with a reason. */
bool schedule_make(Schedule *schedule, const char *rules, int agents, bool duplicate, Error *error);

/* The boards of one seed are shared out: `sim` plays from 0 on, below 2^50; what must not touch its cards has a share
   of 2^56 boards of its own. */
typedef enum {
    SHARE_SIM,
    SHARE_PILOT,
    SHARE_SEARCH,
    SHARE_POLISH,
    SHARE_TRIAL,
    SHARE_TEST,
    SHARE_VALIDATION
} BoardShare;
static inline uint64_t share_first(BoardShare share) { return (uint64_t)share << 56; }
/* What people count: the boards of a share, or of one of the 2^8 parts that a command makes of it, from 0 on. */
static inline BoardShare board_share(uint64_t board) { return (BoardShare)(board >> 56); }
static inline uint64_t board_number(uint64_t board) { return board & ((UINT64_C(1) << 48) - 1); }

/* Who sits down at a board: indices of agents, as many as the schedule names, each at most once. */
typedef struct {
    uint16_t agents[MAX_SEATS];
} Pairing;

/* How many circular orders of the agents take turns, board by board. Rotations leave it to the order who plays behind
   whom, which matters where more than two different agents sit. Partners stay partners in every order. */
int schedule_orders(const Schedule *schedule);
/* How many of the agents take turns at the first seat, board by board, where a board is one round: without that it
   would be who is named first. 1 where a board has all seatings, and where one agent sits alone against two of
   another. */
int schedule_turns(const Schedule *schedule);
/* The order in which a pairing sits down at that board. */
Pairing schedule_order(const Schedule *schedule, const Pairing *pairing, uint64_t board);

/* Index among the schedule's agents of who sits at `seat`. */
static inline int schedule_agent(const Schedule *schedule, int seating, int seat)
{
    int slot = seat + seating;
    return schedule->slots[slot < schedule->rules.players ? slot : slot - schedule->rules.players];
}

/* Sums a number of each side over those for which the agent plays. */
static inline int schedule_sum(const Schedule *schedule, int seating, int agent, const int of_sides[static MAX_SIDES])
{
    int sum = 0;
    for (unsigned sides = schedule->sides[seating][agent]; sides; sides &= sides - 1)
        sum += of_sides[__builtin_ctz(sides)];
    return sum;
}

/* Who sits where in a round of a match that began in this seating: seats move on by one from round to round. */
static inline int schedule_rotation(const Schedule *schedule, int seating, int round)
{
    return (seating + round) % schedule->rotations;
}

/* Index of the round in the run, or of the match. */
static inline uint64_t schedule_round(const Schedule *schedule, uint64_t board, int seating)
{
    return board * (uint64_t)schedule->seatings + (uint64_t)seating;
}

/* The scores of the sides before the round of that seating, whoever sits down: of[] is schedule->scores, or others in
   their place. */
void schedule_scores(int16_t out[static MAX_SIDES], const Schedule *schedule, const int16_t of[static MAX_SEATS],
                     int seating);
/* The cards of this many boards, which depend on the seed and a board's index alone. */
enum { MOST_PACKS = 256 };
void schedule_packs(Pack packs[], const Schedule *schedule, const uint64_t boards[], int count);
static inline void schedule_pack(Pack *pack, const Schedule *schedule, uint64_t board)
{
    schedule_packs(pack, schedule, &board, 1);
}
