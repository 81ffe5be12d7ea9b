/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many rounds side by side: their states before the same play, in arrays in which each round has a lane; decisions in
   all of them, and the plays made. Plays and draws are the same as one by one. */
#pragma once

#include "agents/agent.h"
#include "engine/round.h"

enum {
    BATCH_SIZE = 192,
    BATCH_ROOM = BATCH_SIZE + 8 /* what the last lanes read lies behind the last round */
};

typedef struct BatchRounds {
    const Rules *rules;
    int rounds;
    int ply;                  /* plays made in each round; PLAYS: all are over */
    CardSet pool[BATCH_ROOM]; /* as in Table */
    CardSet piles[MAX_SIDES][BATCH_ROOM];
    uint64_t last[BATCH_ROOM];               /* the side that captured last, or NOBODY */
    uint64_t surs[BATCH_ROOM];               /* a byte for each side, … */
    uint64_t captures[BATCH_ROOM];           /* … likewise its plays that captured … */
    uint64_t barred[BATCH_ROOM];             /* … and 1 where its score bars it from Surs */
    CardSet hands[PLAYS / HAND][BATCH_ROOM]; /* of all deals, see batch_hands */
    uint64_t states[MAX_SEATS][BATCH_ROOM], sequences[MAX_SEATS][BATCH_ROOM]; /* Rng of who plays at the seat */
    uint64_t scores[BATCH_ROOM]; /* of the match, before the round: 16 bits for each side from the lowest on */
    void *memories[MAX_SEATS][BATCH_SIZE]; /* of who plays at the seat; players of the same numbers may share one */
    bool stopped[BATCH_SIZE];              /* it goes on for nobody */
    /* The first round of the same cards and draws, which goes on alike as long as the plays are the same; or itself. */
    uint8_t leaders[BATCH_SIZE];
    /* The round whose decision is taken over, so that a kind may leave this one out; or itself. */
    uint8_t like[BATCH_SIZE];
    CardSet first_pool[BATCH_ROOM];
    bool keeps; /* somebody looks at plays that were made; else the first row of them is the only one */
    CardSet plays[PLAYS + 1][BATCH_ROOM];
} BatchRounds;

/* The seat to move, the deal that is played, and what a seat holds in it: which row of `hands`, and the row. */
static inline int batch_seat(const BatchRounds *batch) { return batch->ply % batch->rules->players; }
static inline int batch_deal(const BatchRounds *batch)
{
    return (batch->ply < PLAYS ? batch->ply : PLAYS - 1) / (HAND * batch->rules->players);
}
static inline int batch_held(const BatchRounds *batch, int seat)
{
    return batch_deal(batch) * batch->rules->players + seat;
}
static inline CardSet *batch_hands(BatchRounds *batch, int seat) { return batch->hands[batch_held(batch, seat)]; }
/* The plays that are made next: which row, and the row. */
static inline int batch_next(const BatchRounds *batch) { return batch->keeps ? batch->ply : 0; }
static inline CardSet *batch_plays(BatchRounds *batch) { return batch->plays[batch_next(batch)]; }

/* Gives a lane a position whose plays so far nobody knows, without hands; or a round, whose hands are there too. `like`:
   a lane with the same stock in which nothing has been played, or -1. */
void batch_put(BatchRounds *batch, int lane, const Table *table);
void batch_open(BatchRounds *batch, int lane, const Round *round, int like);
/* The table of one of the rounds. */
void batch_table(Table *table, const BatchRounds *batch, int round);
/* The table of one of the rounds and what is held in this deal; and its plays, where they are kept. */
void batch_round(Round *out, CardSet plays[static PLAYS], const BatchRounds *batch, int round);
/* What the seat to move of a round sees; room for what the view is of. */
typedef struct {
    Round round;
    CardSet history[PLAYS];
} Seat;
View batch_view(Seat *seat, const BatchRounds *batch, int round);
/* The decision of a kind without parameters and memories, one by one: for rounds that lanes have no room for. */
void batch_choose(BatchRounds *batch, const AgentKind *kind, int round);

/* What a set of instructions does with many rounds. */
typedef struct {
    /* Choose for `count` rounds from `first` on, and draw from the streams of the seat to move. */
    void (*random)(BatchRounds *batch, int first, int count);
    void (*greedy)(BatchRounds *batch, int first, int count);
    /* Draws a number from each of these streams. */
    void (*draw)(BatchRounds *batch, int first, int count, uint64_t draws[]);
    /* Makes the plays in all rounds. */
    void (*put)(BatchRounds *batch);
    /* Shuffles packs, each by its stream, as pack_shuffle does. */
    void (*shuffle)(Pack packs[], Rng streams[], int count);
} BatchLanes;

/* That of this processor; where it has no lanes, plain code. */
const BatchLanes *batch_lanes(void);

extern const BatchLanes batch_lanes_plain, batch_lanes_avx2, batch_lanes_avx512, batch_lanes_neon;
