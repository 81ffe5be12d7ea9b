/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards played by many line-ups of agents, who are compared on each. Where points are all that is asked, line-ups that
   have chosen the same so far share one game, which splits where they first choose otherwise: what is the same is
   played once, and is the same exactly. Whole matches, and rounds whose plays are looked at, are played apart.

   Either way a line-up gets what a board of its own gives it. This holds for agents whose choice depends on the view and
   the stream alone: a memory is working memory, not a diary. */
#pragma once

#include "sim/boards.h"

/* What a line-up came to in one seating of a board. */
typedef struct {
    int value; /* what the sides of its first agent scored, in units of 1/(sides - 1) points; of matches 1 if it won */
    uint64_t course; /* of what was played: a hash, so that line-ups of the same course chose the same all along */
} Outcome;

/* What becomes of a board. arg is the StretchRun. */
typedef struct {
    bool plays; /* more is asked than outcomes: line-ups are played apart */
    bool bare;  /* less is: of outcomes the values alone. Apart, too, as is best for line-ups that soon part */
    /* Fills values[row][measure], which are zero, by outcomes[line-up * seatings + seating]; boards[line-up] where
       they were played apart, else NULL. outcomes NULL: the board is void, as *failure says. False: it is void now. */
    bool (*add)(const void *arg, void *kept, int64_t *values, uint64_t board, const Outcome outcomes[],
                const Board boards[], VoidBoard *failure);
    /* What a thread keeps for `add`; NULL if memory runs out. NULL functions: nothing. */
    void *(*kept_open)(const void *arg);
    void (*kept_close)(void *kept);
} LineupUse;

/* Plays boards from job->first on, a job's pairings being the line-ups, who sit down as they are named, and adds them
   up as boards_add_up does, but to sums that are open. */
ArenaEnd lineups_add_up(const BoardsJob *job, const LineupUse *use, StretchRun *run);
