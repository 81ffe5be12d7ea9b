/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a player tells of the table, checked for what cannot be. */
#include "engine/possible.h"

#include <stdio.h>

#include "engine/moves.h"
#include "engine/notation.h"
#include "engine/sur.h"

/* How many of the first `ply` plays are the side's. */
static int side_plays(const Rules *rules, int side, int ply)
{
    int plays = 0;
    for (int seat = 0; seat < rules->players; seat++)
        if (rules_side(rules, seat) == side) plays += (ply + rules->players - 1 - seat) / rules->players;
    return plays;
}

/* How many of the side's plays could have made a Sur. */
static int sur_plays(const Table *table, const Rules *rules, int side)
{
    int before_last = PLAYS - HAND * rules->players;
    bool all = sur_in_deal(rules->deals - 1, rules) == LAST_DEAL_YES || table->ply < before_last;
    return side_plays(rules, side, all ? table->ply : before_last);
}

/* Checks the captures and Surs of one side. */
static bool side_possible(const Table *table, const Rules *rules, int side, int untold, Error *error)
{
    int surs = table->surs[side], told = set_count(table->piles[side]), most = (untold + told) / 2;
    int scoring = sur_plays(table, rules, side);
    bool last = table->last == side;
    if ((told || last) && !side_plays(rules, side, table->ply))
        return error_set(error, "%s: side %d has captured, but not yet played", told ? "piles" : "last", side);
    if (surs > most)
        return error_set(error, "surs: side %d holds %d, but has captured too few cards for more than %d", side, surs,
                         most);
    if (surs > scoring)
        return error_set(error, "surs: side %d holds %d, but has made too few plays for more than %d", side, surs,
                         scoring);
    if (last && !told && untold < 2)
        return error_set(error, "last: side %d has captured nothing; piles tell of all captured cards but %d", side,
                         untold);
    return true;
}

/* How many captured cards the side must have besides those that are told: each capture and each Sur brought it two. */
static int untold_least(const Table *table, int side)
{
    int told = set_count(table->piles[side]), captures = told || table->last == side;
    if (table->surs[side] > captures) captures = table->surs[side];
    return 2 * captures > told ? 2 * captures - told : 0;
}

bool captures_possible(const Table *table, const Rules *rules, int untold, Error *error)
{
    int wanted = 0;
    for (int side = 0; side < rules->sides; side++) {
        if (!side_possible(table, rules, side, untold, error)) return false;
        wanted += untold_least(table, side);
    }
    if (wanted <= untold) return true;
    return error_set(error, "surs, last: they need %d captured cards that piles do not tell of, but there are %d",
                     wanted, untold);
}

bool surs_allowed(const Table *table, const Rules *rules, Error *error)
{
    for (int side = 0; side < rules->sides; side++)
        if (table->surs[side] && !sur_by_score(table->scores[side], rules))
            return error_set(error, "surs: side %d holds %d, but from a score of %d (sur_limit) it scores none", side,
                             table->surs[side], rules->sur_limit);
    return true;
}

/* The cards of the pool that must be of the first pool. A jack lies with numerals that came after it. */
static CardSet pool_first(CardSet pool)
{
    CardSet first = 0;
    for (CardSet rest = pool & ~JACKS; rest; rest = set_rest(rest)) {
        CardSet others = pool & ~set_of(set_first(rest));
        if (capture_possible(others, capture_reach(others), card_rank(set_first(rest))))
            first |= set_of(set_first(rest));
    }
    if (set_count(pool & JACKS) > 1 || (first & NUMERALS)) first |= pool & JACKS;
    return first;
}

bool pool_possible(const Table *table, const Rules *rules, Error *error)
{
    CardSet first = pool_first(table->pool), captured = 0;
    const char *why = NULL;
    char cards[CARDS_TEXT];
    for (int side = 0; side < rules->sides; side++)
        captured |= table->piles[side];
    if (set_count(first) > FIRST_POOL)
        why = "that is 4 cards";
    else if ((first & (NUMERALS | JACKS)) && (captured & JACKS))
        why = "the jack in piles would have taken them";
    else if (first_pool_allowed(first, rules, &why))
        return true;
    cards_print(cards, first);
    return error_set(error, "pool: %s can lie there together only since the first pool, but %s", cards, why);
}
