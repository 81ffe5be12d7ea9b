/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rewards of a search that plays for the match: the chance to win it, at the end of the round, between two deals, or where a
   side stops the match midway. */
#pragma once

#include "agents/match_value.h"
#include "agents/search/playout.h"

/* Surs of a side that are told apart, and steps of its part of the total. */
enum { MATCH_SURS = 6, MATCH_STEPS = 160 };
/* The rewards of a chance of 1 and of a chance of 0 lie so far apart: every chance of an equity table is a whole reward. 2^32
   squares of half of that still fit into 63 bits. */
enum { REWARD_MATCH = 2 * EQUITY_ONE };

typedef struct {
    MatchRoundValue value;
    MatchOpen open; /* at the ply where playouts are valued */
    float unit;     /* the reward for about 20 points: what REWARD_ONE is to a search for points */
    /* [a side's Surs][the other's][its part]: chances between two deals, below 0 until they are asked for. */
    float chances[MATCH_SURS][MATCH_SURS][MATCH_STEPS + 1];
} SearchMatch;

/* Prepares a decision from the position; a `fresh` tree gets a unit of its own. */
void search_match_start(SearchMatch *match, const MatchEquity *equity, const Table *table, const Playout *playout,
                        bool fresh);
/* The side that may stop the match in this position, or NOBODY. */
int search_match_claim(const SearchMatch *match, const PublicState *state, const Playout *playout);
/* Rewards both sides where a side has stopped the match. */
void search_match_end(int rewards[static 2], const SearchMatch *match, const PublicState *state,
                      const Playout *playout);
/* Rewards both sides where a playout has come to its end, which may be between two deals; as playout_value. */
void search_match_rewards(int rewards[static 2], SearchMatch *match, const PublicState *state, const Pool *pool,
                          const Playout *playout, const uint8_t order[static PLAYS]);
