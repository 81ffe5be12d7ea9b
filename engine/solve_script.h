/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stays fixed while the solver searches a round: the rules as it needs them and every hand to come.

   Cards that score the same are one class. A folded pool keeps, of each class, the first places of its nibble filled, so
   that pools that are equal for everything that scores are equal as integers. Once the clubs are settled, a club whose worth
   is that of its rank is no longer a class of its own, see worth_alone. */
#pragma once

#include "engine/moves.h"
#include "engine/round.h"
#include "engine/worth.h"

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

/* A position of the script. `rest` is packed so that pool and rest are the whole key of what follows. */
typedef struct {
    CardSet pool;  /* folded */
    uint64_t rest; /* see REST_… */
    int16_t left;  /* points of cards not yet in a pile */
    uint8_t ply;
} Spot;

/* The fields of `rest`, from the lowest bit on: the cards that are still held (bit seat * HAND + slot); the deal; who
   captured last (1 + side; 0 where nobody did or it is moot); the clubs of each side (both below 7, or the winner's
   number and 0, or clubs_cap twice once they are settled); side 0's Surs minus side 1's in six bits, where they matter. */
enum { REST_DEAL = 16, REST_LAST = 19, REST_CLUBS = 21, CLUBS_BITS = 4, REST_SURS = 29, REST_BITS = 35 };

static inline int spot_clubs(const Spot *spot, int side)
{
    return (int)(spot->rest >> (REST_CLUBS + CLUBS_BITS * side) & 15);
}
static inline unsigned spot_both_clubs(const Spot *spot) { return (unsigned)(spot->rest >> REST_CLUBS & 255); }
static inline bool spot_settled(const Spot *spot, const Script *script)
{
    return spot_both_clubs(spot) == script->settled;
}
static inline int spot_surs(const Spot *spot)
{
    int surs = (int)(spot->rest >> REST_SURS & 63);
    return surs < 32 ? surs : surs - 64;
}

/* The folded pool with one more card of the class whose places are given. Where a settled club has taken the last of
   them, the club's own place is free. */
static inline CardSet fold_add(CardSet pool, CardSet places)
{
    CardSet room = places & ~pool;
    if (!room) room = places >> 1 & CLUBS;
    return pool | (room & -room);
}
/* The folded pool once the clubs are settled: a club takes an ordinary place of its rank while there is one. */
static inline CardSet fold_clubs(CardSet pool, const Script *script)
{
    CardSet nibbles = (pool & script->merge & ~(pool >> 3)) * 15;
    return (pool & ~nibbles) | (pool & nibbles) << 1;
}

/* Prepares a round for two sides; *points is what side 0 has beyond side 1 in its piles. False: more than two sides. */
bool script_start(Script *script, Spot *spot, int *points, const Round *round, const Rules *rules);
/* Any set of cards as a folded pool. */
CardSet script_fold(const Script *script, CardSet set, bool settled);
/* Adds `count` clubs to a side's pile; returns what they score. */
int script_clubs(const Script *script, Spot *spot, int side, int count);
/* Keeps the difference of Surs within what can still matter. */
void script_surs(Spot *spot, int surs);
