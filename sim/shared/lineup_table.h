/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table at which line-ups play: what the files of this folder share and nobody else includes. */
#pragma once

#include "agents/tactic/tactics.h"
#include "sim/players.h"
#include "sim/shared/lineups.h"

enum { NO_INDEX = 0xffff };

/* One round, played by all line-ups that have chosen the same so far. They are a list: first, next[first], … to NO_INDEX. */
typedef struct {
    Round round;
    Rng rngs[MAX_SEATS];
    uint64_t players[MAX_SEATS]; /* who sits there in some line-up of the game, bit = player */
    uint16_t batch[MAX_SEATS];   /* of the tactic players among them; NO_INDEX: not looked up */
    uint16_t place;              /* of its board and seating in the block: board * seatings + seating */
    uint8_t seating;
    uint16_t first, last;
} SharedGame;

/* A set of tactic players: their weights, ready to be compared, and the games in which they are to move. */
typedef struct {
    uint64_t players; /* 0: this entry is free */
    TacticVariants variants;
    uint16_t *games;
    int count;
} TacticBatch;

/* A block is the boards that are played at once, at most BLOCK of them: what they have in common is worked out once, and
   many decisions can be made side by side. With more than BLOCK_LINEUPS line-ups in all seatings of all boards, the games
   would not fit into the processor's cache. */
enum { BLOCK = 256, BLOCK_LINEUPS = 2048 };
/* Batches: of each player alone, of sets of players in the order in which they come up, of all players. */
enum { SET_BATCHES = 128, BATCH_OF_ALL = MAX_LINEUP_PLAYERS + SET_BATCHES, BATCHES };
enum { TRANSPOSITION_SLOTS = 4096 };

/* What lies in arrays by [place][line-up] has one index: place * line-ups + line-up. */
struct LineupTable {
    const Lineups *lineups;
    const Rules *rules;
    int block;     /* boards at once */
    Lineup *seats; /* [seating][line-up]: the player at each seat */
    Player players[MAX_LINEUP_PLAYERS][MAX_SEATS];
    uint64_t tactics; /* players whose decisions are made in batches, bit = player */
    FeatureRules feature_rules;
    bool merges;   /* games may become one again */
    bool surs_add; /* Surs held only add to the result: nobody's choice or later Sur depends on them */

    uint64_t first_board;                  /* of those at the table */
    VoidBoard failure;                     /* once an agent has failed */
    CardSet first_pool[BLOCK * MAX_SEATS]; /* [place] */
    SharedGame *games;                     /* one for each line-up at most */
    int game_count;
    CardSet (*histories)[PLAYS]; /* [game]; NULL: nobody asks for them */
    uint16_t *next;              /* [place][line-up] of the same game */
    uint8_t *choice;             /* [place][line-up] while its game splits: which of the plays it chose; else NEVER */
    int (*carried)[MAX_SIDES];   /* [place][line-up] points that it has beyond what its game's table shows */
    int (*diff)[MAX_SIDES];      /* [place][line-up] */
    Divergence *divergences;     /* [place][pair] */

    TacticBatch *batches;      /* BATCHES of them */
    uint16_t waiting[BATCHES]; /* batches with games */
    int waiting_count;
    uint16_t *batch_games; /* their games[] */
    TacticDecision *decisions;
    CardSet *chosen;

    uint16_t slots[TRANSPOSITION_SLOTS]; /* games by their hash; NO_INDEX: free */

    /* Of one decision: what each player at the seat chose, and its stream afterwards. */
    CardSet plays[MAX_LINEUP_PLAYERS];
    Rng after[MAX_LINEUP_PLAYERS];
};

/* Index of a game's line-up 0 in the arrays by [place][line-up]. */
static inline int game_base(const LineupTable *table, const SharedGame *game)
{
    return game->place * table->lineups->count;
}

/* Who plays at the seats in a line-up of the game; index: as in next[]. */
static inline const Lineup *game_lineup(const LineupTable *table, const SharedGame *game, uint16_t index)
{
    return &table->seats[game->seating * table->lineups->count + index - game_base(table, game)];
}

/* shared_games.c */
/* Starts the game that all line-ups share in one seating of a board. */
void game_begin(LineupTable *table, uint64_t board, const Pack *pack, int place, int seating);
void game_copy(LineupTable *table, SharedGame *into, const SharedGame *from);
/* Puts a line-up at the end of the game's list; index: as in next[]. */
void game_append(LineupTable *table, SharedGame *game, uint16_t index);
/* Makes the plays of the seat to move. The tactic players among those who sit there have chosen, chosen[0 … count - 1];
   the others are asked. False: an agent failed. */
bool game_step(LineupTable *table, SharedGame *game, const CardSet chosen[], int count);

/* tactic_batches.c */
/* Makes the play of that seat in every game; false: an agent failed, and some games have not got it. */
bool games_step(LineupTable *table, int seat);
/* Forgets the games that wait in batches. */
void batches_clear(LineupTable *table);

/* transpositions.c */
/* Makes one of games that go on alike. */
void transpositions_join(LineupTable *table);
