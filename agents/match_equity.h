/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Match equity as agents read it: the chance to win a match of two sides from every pair of scores, by who plays first
   in the next round. One table is built in; others are read from files of `pasur equity --csv`. */
#pragma once

#include <stddef.h>

#include "engine/rules.h"

/* Chances are kept in whole numbers of 1/EQUITY_ONE. */
enum { EQUITY_ONE = 1 << 15 };

/* A table, or none: target 0. It may be copied; copies share what match_equity_free frees. */
typedef struct MatchEquity {
    int target;
    const uint16_t *first;  /* [score * target + opponent]: the side with `score` plays first … */
    const uint16_t *second; /* … or the other does; NULL: the sides are alike, so that `first` tells it */
    uint16_t *owned;        /* what was read from a file; NULL: nothing */
} MatchEquity;

/* The table of `tactic` against itself for pagat and two players; NULL: these rules have none. How they shuffle does
   not matter. */
const MatchEquity *match_equity_builtin(const Rules *rules);
/* Reads a table for these rules, which have two sides. False, with the reason (FILE:LINE where a line is wrong), for a
   file of other rules, of a run that was stopped, or without some pair of scores. match_equity_free is due after
   true. */
bool match_equity_read(MatchEquity *out, const char *file, const Rules *rules, Error *error);
void match_equity_free(MatchEquity *equity);
/* CRC-32C of chances, each as two bytes, the lower first. A table begins with a line `# crc32c: ` and that of all its chances,
   of the side that plays first and then of the other, by score and opponent; one without it is read too. */
uint32_t match_equity_crc(const uint16_t *chances, size_t count);
/* The table of the file, or the one that is built in (file NULL). False with the reason if there is none for these
   rules. */
bool match_equity_find(MatchEquity *out, const char *file, const Rules *rules, Error *error);

/* The chance of the side with `score`, in 1/EQUITY_ONE; first: it plays first in the next round. From the target on the
   higher score has won. A tie there counts one half: no table has it, and for equal sides it is right but for the
   seat. */
static inline int match_equity_units(const MatchEquity *equity, int score, int opponent, bool first)
{
    const int target = equity->target;
    if (score >= target || opponent >= target)
        return score == opponent ? EQUITY_ONE / 2 : score > opponent ? EQUITY_ONE : 0;
    if (first) return equity->first[score * target + opponent];
    return equity->second ? equity->second[score * target + opponent]
                          : EQUITY_ONE - equity->first[opponent * target + score];
}
/* The same as a share, 0 to 1. */
static inline double match_equity(const MatchEquity *equity, int score, int opponent, bool first)
{
    return (double)match_equity_units(equity, score, opponent, first) / EQUITY_ONE;
}
