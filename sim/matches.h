/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole matches: a board of matches is a sequence of packs, played in every seating until a side has won. */
#pragma once

#include "engine/match.h"
#include "sim/board.h"
#include "sim/moments.h"

/* Rounds that a match may last before it counts as void. */
enum { MATCH_ROUNDS = 1000 };

typedef enum { MATCH_PLAYED, MATCH_ENDLESS, MATCH_FAILED } MatchPlay;

/* Told of each round that was played, before it is added to the match. */
typedef void MatchRound(void *arg, const Match *match, const Pack *pack, const Game *game);

/* Who sits down to a match, and what is asked of it. */
typedef struct {
    Players *players;
    const Pairing *order;
    int most;         /* rounds that it may last */
    MatchRound *told; /* may be NULL */
    void *arg;
} MatchTable;

/* Plays one seating of a board of matches from the schedule's scores. MATCH_ENDLESS: nobody has won after the most rounds.
   MATCH_FAILED: an agent gave no legal play, and *failure says which (without it untouched). The match's sides are those
   of its first round. */
MatchPlay match_play(Match *match, const MatchTable *table, uint64_t board, int seating, VoidBoard *failure);

/* What boards of matches came to, for two agents. Merging is adding. */
typedef struct {
    Moments wins; /* over boards: matches that the first agent won, of one in each seating */
    int64_t matches, rounds, shodam;
    int64_t endless; /* boards in which a match found no end; they do not count */
    Voids voids;
} MatchTally;

typedef struct {
    const Schedule *schedule; /* of two agents */
    const Agent *agents;
    uint64_t first, boards;
    int threads, most; /* see MatchTable */
} MatchesJob;

ArenaEnd matches_play(const MatchesJob *job, MatchTally *tally);
