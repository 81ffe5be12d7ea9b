/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The option --vary of commands that play: the same boards under several rule sets, which the driver reads, side by
   side. */
#pragma once

#include "analysis/commands/driver/driver.h"
#include "analysis/study/tactics.h"
#include "analysis/study/vary.h"
#include "sim/boards.h"

typedef struct {
    int sets;                     /* the driver's */
    const TacticLineups *lineups; /* of tactics; NULL: of sim, by the driver's agents */
    VaryMeasure *measures;        /* owned */
    VaryRow *rows;                /* of each figure under each set; owned */
    size_t measure_count, count;
} Vary;

/* Plans the boards of the driver's plan under each of them, for sim; or this many of a study, whose line-ups this makes. False
   if memory runs out. */
bool vary_boards(Vary *vary, Driver *driver, Error *error);
bool vary_tactics(Vary *vary, Driver *driver, TacticLineups *lineups, const TacticStudy *study, uint64_t boards);
/* Makes the rows of the driver's sums. False if memory runs out. */
bool vary_found(Vary *vary, const Driver *driver, Error *error);
/* What was played, the table and its verdicts. */
void vary_print(const Driver *driver, FILE *out);
void vary_close(Vary *vary);
