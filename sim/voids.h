/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Void boards: those on which an agent gave no legal play. They are left out, and counted by agent and reason. */
#pragma once

#include "agents/agent.h"

/* How a board became void. There is no padding: what is equal is equal byte by byte. */
typedef struct {
    const Agent *agent; /* that failed; NULL: none did, the match found no end */
    const char *why;    /* what is wrong with its play, a sentence of play_legal; or why the match has no end */
    uint64_t board;
    CardSet hand, pool; /* the agent's, and what lay on the table */
    CardSet play;       /* what it wanted to play; 0: nothing */
    int32_t seating;    /* or SEATING_… */
    int32_t seat;
    int64_t rounds; /* of its match so far, this one counted; 0: the round is played alone */
} VoidBoard;

/* An advice has no seatings: the board is a deal that it has sampled, or the position that it is about. */
enum { SEATING_DEAL = -1, SEATING_POSITION = -2 };

typedef struct {
    int64_t boards; /* of this agent with this reason */
    VoidBoard first;
} VoidKind;

enum { VOID_KINDS = 32, VOID_TEXT = 1024 };

/* All zero is empty. */
typedef struct Voids {
    int64_t boards;             /* that are void */
    int64_t count;              /* of kinds; once there is no room for more of them, boards are counted above alone */
    VoidKind kinds[VOID_KINDS]; /* in the order of their first boards */
} Voids;

/* Was the board cut short by the user, who stopped the run? Then it is none: neither played nor void, and not added. */
bool void_by_stop(const VoidBoard *board);
void voids_add(Voids *voids, const VoidBoard *board);
void voids_merge(Voids *into, const Voids *from);
/* One line: which board, who played what from which hand on which pool, and why that is no play. Returns out. */
char *void_print(char out[static VOID_TEXT], const VoidBoard *board);
