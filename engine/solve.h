/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact values with open cards, for two sides (two players, or four as two teams): the points of the round that the
   side to move has beyond the other side's, over the whole round, with best play by both and every card known. Per
   shodam does not stop the round. Alpha-beta (principal variation search) with a transposition table from the caller;
   nothing is allocated.

     static SolveEntry table[1 << 15];
     Solver solver;
     solver_init(&solver, table, 1 << 15);
     solve_plays(values, &solver, &round, &rules, plays, count); */
#pragma once

#include "engine/round.h"

enum { HANDS = PLAYS / HAND, MAX_DEALS = 6 };

typedef struct {
    CardSet places; /* bits of a folded pool that its class may fill */
    int16_t points;
    uint8_t rank;
    uint8_t club; /* 0 or 1 */
} ScriptCard;

/* The bit of `takes` for a face card of this rank. */
static inline unsigned rank_taken(int rank) { return 2u << rank; }

/* A hand of up to four cards, its slots in pack order, and what is needed of its parts: sets of slots as bits. */
typedef struct {
    ScriptCard cards[HAND];
    uint8_t distinct[2][1 << HAND]; /* the slots without those that repeat an equal card; [1]: clubs settled */
    uint16_t sur_ranks[1 << HAND];  /* ranks in it that make a Sur, as bits */
    uint16_t takes[1 << HAND];      /* what it captures: sums of numerals, as bits, and face cards, see rank_taken */
} ScriptHand;

typedef struct {
    bool loaded; /* what follows from these rules is there */
    Rules rules;
    ScriptHand hands[HANDS + 1]; /* in the order of the deal; the last is empty */
    Fold fold[2];                /* [1]: clubs settled */
    CardSet merge;               /* clubs that become ordinary cards once the clubs are settled */
    CardSet scoring;             /* cards that may be worth points by themselves */
    uint32_t full_hands;         /* the hands of a fresh deal: bit seat * HAND + slot */
    int clubs_full;              /* what winning them with clubs_cap scores */
    int clubs_cap;               /* clubs beyond this change nothing, at least 7; 0: clubs never count */
    int sur_end;                 /* the first ply at which no Sur can score or cancel any more */
    uint8_t seats_log, deal_log; /* of the players, of the plays in a deal */
    bool sur_rank[RANKS];        /* ranks that make a Sur */
    bool can_sur[2];             /* sides that may make Surs */
    bool track_surs;             /* who holds Surs matters: sur_last_deal=cancel */
    bool last_moot[MAX_DEALS];   /* somebody is sure to capture after this deal */
    /* by ply, so that a search does not work it out at every position; the last is the end of the round */
    struct {
        uint8_t hand;                 /* in `hands`, of who plays */
        uint8_t shift;                /* of its slots in `rest` */
        int16_t own_surs, other_surs; /* the most that the mover and the other side still gain by Surs */
    } plies[PLAYS + 1];
    /* the most that clubs still score for a side, by the clubs of both as `rest` has them */
    int16_t clubs_room[2][256];
    uint8_t settled; /* the clubs of both once they are settled */
} Script;

typedef struct {
    uint64_t key, data;
} SolveEntry;

/* About 16 KB; one for each thread. */
typedef struct {
    SolveEntry *table;
    uint32_t mask;       /* of the first entry of a bucket */
    uint32_t generation; /* of the entries that belong to this call */
    Script script;
    CardSet captures[MAX_CAPTURES]; /* of the position that is being listed */
} Solver;

enum { EXACT_ENTRIES = 1 << 12 }; /* that serve the last deal of two players */
/* Entries that serve a whole round: 512 KB for two players, 16 MB for teams. */
size_t solver_entries(const Rules *rules);
/* `entries` (a power of two, at least 4) stay the caller's and must outlive the solver. Any table gives the same
   values. */
void solver_init(Solver *solver, SolveEntry *table, size_t entries);

/* The values of `count` legal plays of the round, which has two sides, for the side to move. Returns the highest, or
   INT_MIN of none. */
int solve_plays(int values[], Solver *solver, const Round *round, const Rules *rules, const CardSet plays[], int count);
