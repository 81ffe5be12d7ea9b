/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PASUR_ENGINE_SOLVE_H
#define PASUR_ENGINE_SOLVE_H

#include "engine/moves.h"
#include "engine/round.h"

typedef struct {
    uint64_t key, data;
} SolveEntry;

enum { HANDS = PLAYS / HAND };

typedef struct {
    CardSet places;
    int16_t points;
    uint8_t rank, club;
} SolveCard;

typedef struct {
    SolveEntry *table;
    uint32_t mask;
    uint32_t generation;
    uint64_t nodes, node_limit;
    bool aborted;
    /* private */
    SolveCard cards[HANDS][HAND];
    uint8_t equal[2][HANDS][HAND];
    bool last_moot[6];
    Fold fold[2];
    const Rules *rules;
    uint64_t stat[8];
    CardSet merge;
    int seats_log, full_hands, clubs_cap, sur_points;
    bool can_sur[2], track_surs;
    uint8_t sur_card[RANKS];
} Solver;

void solver_init(Solver *solver, SolveEntry *table, size_t entries);
bool solve_value(int *value, Solver *solver, const Round *round, const Rules *rules);
#endif
