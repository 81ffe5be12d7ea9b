/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table at which line-ups play. For analysis/lineup*.c. */
#ifndef PASUR_SIM_SHARED_LINEUP_TABLE_H
#define PASUR_SIM_SHARED_LINEUP_TABLE_H

#include "agents/tactic/wide/tactic_many.h"
#include "sim/shared/lineups.h"

enum { NO_INDEX = 0xffff };

/* A game and its line-ups: first, next[first], … to NO_INDEX. */
typedef struct {
    Round round;
    Rng rngs[MAX_SEATS];
    uint64_t players[MAX_SEATS]; /* who sits there in some line-up */
    uint16_t group[MAX_SEATS];   /* of the tactic players among them; NO_INDEX: not looked up */
    uint16_t place;              /* of its board in the block */
    uint16_t first, last;
} SharedGame;

/* A set of tactic players: their weights, ready to be compared, and the games in which they are to move. */
typedef struct {
    uint64_t players; /* 0: this entry is free */
    TacticVariants variants;
    uint16_t *games;
    int count;
} Group;

/* Boards played at once, at most: what they have in common is worked out once, and many decisions can be made side by
   side. Beyond BLOCK_LINEUPS line-ups in all the games would not fit into the processor's cache. */
enum { BLOCK = 256, BLOCK_LINEUPS = 2048 };
/* Groups: of each player alone, of sets that are met first, of all. */
enum { SET_GROUPS = 128, GROUP_OF_ALL = MAX_PLAYERS + SET_GROUPS, GROUPS };
enum { MERGE_SLOTS = 4096 };

/* What lies in arrays by [place][line-up] has one index: place * count + line-up. */
struct LineupTable {
    const Lineups *lineups;
    int block; /* boards at once */
    void *minds[MAX_PLAYERS][MAX_SEATS];
    uint64_t tactics; /* players of the kind `tactic` */
    FeatureRules feature_rules;
    bool merges;   /* games may become one again */
    bool surs_add; /* Surs held only add to the result: nobody's choice or later Sur depends on them */

    CardSet first_pool[BLOCK];
    SharedGame *games; /* one for each line-up at most */
    int game_count;
    CardSet (*histories)[PLAYS]; /* [game]; NULL: nobody asks for them */
    uint16_t *next;              /* [place][line-up] of the same game */
    uint8_t *choice;             /* [place][line-up] while its game parts: which of the plays it chose; else NEVER */
    int (*account)[MAX_SIDES];   /* [place][line-up] points so far that its game's table does not show */
    int (*diff)[MAX_SIDES];      /* [place][line-up] */
    Parting *partings;           /* [place][pair] */
    int plies;

    Group *groups;            /* GROUPS of them */
    uint16_t waiting[GROUPS]; /* groups with games */
    int waiting_count;
    uint16_t *group_games; /* their games[] */
    TacticDecision *decisions;
    CardSet *chosen;

    uint16_t slots[MERGE_SLOTS]; /* games by what is to come; NO_INDEX: free */

    /* of one decision */
    CardSet plays[MAX_PLAYERS];
    Rng after[MAX_PLAYERS];
};

/* Index of a game's line-up 0 in the arrays by [place][line-up]. */
static inline int game_base(const LineupTable *table, const SharedGame *game)
{
    return game->place * table->lineups->count;
}

/* lineups.c */
void game_copy(LineupTable *table, SharedGame *into, const SharedGame *from);
/* index: as in next[]. */
void lineup_append(LineupTable *table, SharedGame *game, uint16_t index);
/* Makes the plays of the seat to move. The tactic players among those who sit there have chosen, chosen[0 … count - 1];
   the others are asked. False: an agent failed. */
bool game_step(LineupTable *table, SharedGame *game, const CardSet chosen[], int count);

/* lineup_groups.c */
/* Makes the play of that seat in every game; false: an agent failed, and some games have not got it. */
bool games_step(LineupTable *table, int seat);
/* Forgets the games that wait for it. */
void groups_clear(LineupTable *table);

/* lineup_merge.c */
/* Makes one of games that go on alike. */
void games_merge(LineupTable *table);

#endif
