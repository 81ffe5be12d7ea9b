/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finished rounds as rankings, and each ranking as the choices that Bradley-Terry and Plackett-Luce are made of: "of
   these seats, that agent's came out on top". A round of two seats is one choice; a round of four is up to three (first of
   four, first of the remaining three, first of two). Tied seats count as every order of them in equal parts, so a draw of
   two is half a win for each. An agent may hold several seats of a table (A B B). Partners are one seat. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RANKING_SEATS = 4,
    RANKING_UNIT = 24 /* integer weights count 1/24 of a round: every split of a tie among four is whole */
};

typedef struct {
    uint16_t agent[RANKING_SEATS]; /* ascending, one entry for each seat; 0 past `size` */
    uint16_t size;                 /* 2 ... 4; not all the same agent */
    uint16_t taken;                /* the agent on top */
} Choice;

/* One column for each choice that ever occurred, with its weight on every board. */
typedef struct {
    uint32_t boards;
    bool winners_alone; /* rounds say who came out on top, and nothing of the others; set before the first is added */
    size_t count, capacity;
    Choice *choices;
    int32_t **columns; /* columns[c][board], in 1/RANKING_UNIT rounds; owned */
    uint32_t *slots;   /* hash table of indices + 1; 0 is free */
    size_t slot_count; /* a power of two, or 0 */
} Rankings;

/* boards >= 1. Nothing is allocated yet; rankings_free in the end. */
void rankings_init(Rankings *rankings, uint32_t boards);
void rankings_free(Rankings *rankings);

/* Counts one round of `board` (< boards) with `seats` (2 ... 4), of whose points more are better. False: memory ran out; the rankings are then incomplete. */
bool rankings_add(Rankings *rankings, uint32_t board, const uint16_t *agent, const int32_t *points, size_t seats);
