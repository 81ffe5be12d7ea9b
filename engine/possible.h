/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Can the table that a player tells of have come about? What is refused cannot; not all that cannot be is refused. On
   failure one line in error that begins with what is told wrongly. */
#ifndef PASUR_ENGINE_POSSIBLE_H
#define PASUR_ENGINE_POSSIBLE_H

#include "engine/table.h"
#include "engine/text/error.h"

/* Who has captured, how much, in how many plays. `untold`: captured cards that are missing from the piles. */
bool captures_possible(const Table *table, const Rules *rules, int untold, Error *error);
/* Who may hold Surs at these scores. */
bool surs_allowed(const Table *table, const Rules *rules, Error *error);
/* Cards that lie in the pool together although each captures the other: whichever came later would have done so, unless
   all of them are of the first pool. */
bool pool_possible(const Table *table, const Rules *rules, Error *error);

#endif
