/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tournament: which agents meet, what each pair of them scored, and the ratings. */
#pragma once

#include "analysis/stats/rating.h"
#include "engine/text/error.h"
#include "sim/boards.h"

enum { TOURNAMENT_MAX_AGENTS = 256, TOURNAMENT_MAX_PAIRINGS = 100000, NO_GAUNTLET = -1 };

/* Fewer blocks of boards have no interval. */
enum { BLOCKS_FEW = 30 };

/* What is known of an agent and of a pair, each a row of the sums: the agents, and then the pairs. Every side of a pair's
   agent a is compared with every side of b. */
typedef enum {
    MEET_DIFF,      /* of a whole board: a's points minus b's, or the sum of points_diff of the agent */
    MEET_HALF_WINS, /* of a whole board: 2 for each side of a ahead of one of b, 1 where they are level */
    MEET_BOARDS,    /* whole ones: played in all of the row's pairings */
    MEET_SEATS,     /* comparisons of sides, or rounds times the sides that the agent held */
    MEET_ROUNDS,
    MEET_POINTS, /* of the agent: the sum of points_diff … */
    MEET_WINS,   /* … and of wins, in units of 1 / win_scale */
    MEET_MEASURES
} Meet;

typedef struct {
    const Schedule *schedule; /* of every pairing */
    /* Who meets, and what they did: its boards are groups of boards in a row, of which one is finished at least, and which
       are resampled as one; > 0 of them for the functions below. Owned. */
    PairTable table;
    uint64_t boards; /* that are planned */
    Pairing *pairings;
    size_t pairing_count;
    BoardPoints *results;   /* [pairing] of a board, which counts once all pairings have played it */
    uint32_t *pair_index;   /* [a * agents + b] and [b * agents + a]: index + 1; 0: they never meet */
    Sums sums;              /* over boards */
    int64_t *board, *whole; /* [row][measure] of the board that is being counted; [row]: seats of a whole board */
    uint32_t blocks;        /* such groups there may be: at most 1000 */
    unsigned halvings;      /* how often blocks will still be put together by twos until the last board */
    Rankings rankings;
    bool failed; /* memory ran out in the middle of a board: nothing can be said */
    int threads; /* that draw boards again, when it is rated; 0: one */
} Tournament;

/* How many different agents a pairing has under these rules. */
int pairing_size(const Rules *rules, int agents);

/* Everybody meets everybody, or `gauntlet` everybody (its index; NO_GAUNTLET). schedule->agents is pairing_size.
   False with a reason; nothing needs freeing then. schedule must outlive the tournament. */
bool tournament_init(Tournament *tournament, const Schedule *schedule, size_t agents, int gauntlet, uint64_t boards,
                     Error *error);
void tournament_free(Tournament *tournament);

/* Boards 0 … boards - 1 in order. */
PointsTake tournament_take;
/* Plays and counts all boards of the tournament; agents[tournament->agents]. */
ArenaEnd tournament_play(Tournament *tournament, const Agent agents[], int threads);

/* What a pair came to, as a sees it, in points a round, and as a share of the wins (draws half). Where boards are of
   matches, "a round" is a match, and for points stands the share that was won less one half; a match that a third side
   won counts half for both. */
typedef struct {
    Estimate diff;
    double share;
    Interval interval; /* of diff; that of matches stays inside what a share can be */
    double p,
        adjusted; /* of "neither is better", for the pair alone, and for all pairs together (Holm); NAN: unknown */
    bool decided; /* all pairs together are that sure that it is wrong */
    int64_t hypothesis; /* its number, from 1 */
} PairEstimates;
/* Of each pair, [tournament->pair_count]. False if memory runs out. */
bool tournament_pairs(const Tournament *tournament, PairEstimates *out, double alpha);
/* Their pair; NULL if they never meet. */
const RatedPair *tournament_pair(const Tournament *tournament, size_t a, size_t b);

/* The same for all pairings of an agent: against the mean of the other sides (of matches: the share won less an equal
   share for every side), and for the highest score of the table; NAN for an agent without a board. */
typedef struct {
    double diff, share;
    int64_t rounds;
} EntrantEstimates;
EntrantEstimates entrant_estimates(const Tournament *tournament, size_t agent);
/* The agent with the highest diff so far, over boards that it played whole. The interval is valid at any time and for
   all agents together, so also for the one that leads. */
size_t tournament_leader(const Tournament *tournament, Estimate *diff, Interval *interval, double alpha);

/* points[agents] and elo[agents]; intervals are unknown where there are hardly any blocks to resample: fewer than 30
   boards, or 60 of a large tournament that has only begun; all is unknown of an agent whose boards are void. elo NULL:
   only points are wanted. False if memory runs out. */
bool tournament_rate(const Tournament *tournament, Rating *points, Rating *elo, double alpha, uint64_t seed);

/* How well the ratings in points explain the pairs, and what stands beside them where they do not; [agents]. */
typedef struct {
    RatingFit fit;
    RatingCircle circles[TOURNAMENT_MAX_AGENTS];
    /* NAN unless fit.p <= alpha, with intervals as those of ratings. */
    Rating nash[TOURNAMENT_MAX_AGENTS];
    double against[TOURNAMENT_MAX_AGENTS];
} TournamentFit;
bool tournament_fit(const Tournament *tournament, TournamentFit *out, double alpha, uint64_t seed);
