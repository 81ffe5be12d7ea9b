/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each side scores. */
#pragma once

#include "engine/worth.h"

typedef struct {
    int16_t points;                         /* of this round */
    uint8_t surs, clubs, aces, jacks, tens; /* tens: other than Td */
    uint8_t two_c, ten_d;                   /* 0 or 1 */
    uint8_t clubs_won;                      /* 0 or 1: won the clubs, whether or not the rules pay for that */
    uint8_t cards;                          /* in the pile */
} SideCount;

/* Counts every side. A round that is not over is counted as per shodam does: as if it ended here, and clubs only to a
   side with seven or more. out has rules->sides entries. */
void count_sides(SideCount out[static MAX_SIDES], const Table *table, const Rules *rules);
/* The points alone. */
void count_points(int out[static MAX_SIDES], const Table *table, const Rules *rules);
