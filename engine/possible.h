/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells whether a table that a player describes can have come about. What is refused is impossible; some of what is
   impossible is not refused. A reason begins with what is told wrongly. */
#pragma once

#include "engine/table.h"
#include "engine/text/error.h"

/* Checks that each side has made the plays that its captures and Surs take. `untold`: captured cards that are missing
   from the piles. */
bool captures_possible(const Table *table, const Rules *rules, int untold, Error *error);
/* Checks that no side holds Surs whose score allows none. */
bool surs_allowed(const Table *table, const Rules *rules, Error *error);
/* Checks the cards that lie in the pool together although each captures the other: whichever came later would have
   done so, unless all of them are of the first pool. */
bool pool_possible(const Table *table, const Rules *rules, Error *error);
