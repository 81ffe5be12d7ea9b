/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of sequences of plays, to check the rules by. */
#pragma once

#include "engine/round.h"

/* How many sequences of `depth` plays follow the position; a round that ends earlier counts as one. Cards are told
   apart by suit. */
uint64_t perft(const Round *round, const Rules *rules, int depth);
