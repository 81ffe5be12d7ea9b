/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Surs are worth and when they are made: the one place that reads their keys. */
#pragma once

#include "engine/table.h"

/* Points of so many Surs. */
static inline int sur_points(int surs, const Rules *rules) { return surs * rules->sur_points; }
/* What a Sur does in a deal, as sur_last_deal says of the last: LAST_DEAL_NO … LAST_DEAL_YES. */
static inline int sur_in_deal(int deal, const Rules *rules)
{
    return deal + 1 < rules->deals ? LAST_DEAL_YES : rules->sur_last_deal;
}
/* Does a card of this rank make a Sur when it empties the pool? */
static inline bool sur_by_rank(int rank, const Rules *rules)
{
    return rank < JACK ? true : rank == JACK ? rules->sur_jack : rules->sur_faces;
}
/* Does a side make Surs that had this score before the round? */
static inline bool sur_by_score(int score, const Rules *rules) { return !rules->sur_limit || score < rules->sur_limit; }
/* The side whose Sur one of `side` cancels, or NOBODY. */
static inline int sur_victim(const uint8_t surs[], int side, const Rules *rules)
{
    if (rules->sur_cancel)
        for (int other = 0; other < rules->sides; other++)
            if (other != side && surs[other]) return other;
    return NOBODY;
}
/* Is every Sur worth the same in the difference between the sides, whoever holds Surs? */
static inline bool sur_adds_up(const Rules *rules)
{
    return rules->sur_last_deal != LAST_DEAL_CANCEL && (!rules->sur_cancel || rules->sides == 2);
}
