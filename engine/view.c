/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views: what one player knows, as text. */
#include <stdio.h>
#include <string.h>

#include "engine/moves.h"
#include "engine/notation.h"
#include "engine/text/number.h"
#include "engine/text/words.h"

/* ---- checks of what can have come about: what is refused is impossible; some of what is impossible is not refused. A
   reason begins with what is told wrongly */

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

/* Checks that each side has made the plays that its captures and Surs take. `untold`: captured cards that are missing
   from the piles. */
static bool captures_possible(const Table *table, const Rules *rules, int untold, Error *error)
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

/* Checks that no side holds Surs whose score allows none. */
static bool surs_allowed(const Table *table, const Rules *rules, Error *error)
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

/* Checks the cards that lie in the pool together although each captures the other: whichever came later would have
   done so, unless all of them are of the first pool. */
static bool pool_possible(const Table *table, const Rules *rules, Error *error)
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

/* ---- reading */

static bool number_read(int *number, const char *name, const char *text, int low, int high, Error *error)
{
    int64_t value;
    if (!number_whole(&value, text, low, high, error)) return error_under(error, "%s '%.20s'", name, text);
    *number = (int)value;
    return true;
}

/* Reads `a/b/…`, one piece for each side. */
static bool pieces_read(char pieces[static MAX_SIDES][WORD_TEXT], const char *name, const char *text, int sides,
                        Error *error)
{
    int count = 0;
    Words words = {.rest = text, .separator = '/', .may_be_empty = true};
    while (words_next(&words, error)) {
        if (count < sides) memcpy(pieces[count], words.text, WORD_TEXT);
        count++;
    }
    if (words.failed) return error_under(error, "%s", name);
    if (count == sides) return true;
    return error_set(
        error,
        "%s '%.40s': expected one piece for each of the %d sides, separated by /, that of seat 0, which plays first, before the others",
        name, text, sides);
}

static bool numbers_read(int out[static MAX_SIDES], const char *name, const char *text, int sides, int high,
                         Error *error)
{
    char pieces[MAX_SIDES][WORD_TEXT];
    if (!pieces_read(pieces, name, text, sides, error)) return false;
    for (int side = 0; side < sides; side++)
        if (!number_read(&out[side], name, pieces[side], 0, high, error)) return false;
    return true;
}

bool scores_parse(int16_t scores[static MAX_SIDES], const char *text, const Rules *rules, Error *error)
{
    int numbers[MAX_SIDES];
    if (!numbers_read(numbers, "scores", text, rules->sides, MAX_SCORE, error)) return false;
    for (int side = 0; side < rules->sides; side++)
        scores[side] = (int16_t)numbers[side];
    return true;
}

static bool cards_take(CardSet *set, CardSet *seen, const char *name, const char *text, Error *error)
{
    char card[3];
    if (!strcmp(text, "-")) text = "";
    if (!cards_parse_typed(set, text, error)) return error_under(error, "%s", name);
    if (*set & *seen) {
        card_print(card, set_first(*set & *seen));
        return error_set(error, "%s: the card %s is already somewhere else", name, card);
    }
    *seen |= *set;
    return true;
}

static bool ply_possible(const Table *table, const Rules *rules, int untold, Error *error)
{
    const char *why;
    if (!table->ply && !first_pool_allowed(table->pool, rules, &why)) return error_set(error, "pool: %s", why);
    return captures_possible(table, rules, untold, error);
}

/* Finds how many plays have been made: the number that fits the hand's size and leaves no captured card untold, else the
   first number that is possible. Untold cards come from captures of two cards or more: there are two of them at least
   where no pile is known, and one at least for each pile of which a single card is known. */
static bool ply_find(Table *table, const Rules *rules, int hand, int deal, int seat, int known, Error *error)
{
    int first = deal ? deal - 1 : 0, last = deal ? deal - 1 : rules->deals - 1, least = 2, halves = 0;
    Error first_reason = {0};
    char where[48] = "";
    for (int side = 0; side < rules->sides; side++) {
        if (!table->piles[side]) continue;
        halves += set_count(table->piles[side]) == 1;
        least = halves ? halves : 1;
    }
    for (int exact = 1; exact >= 0; exact--)
        for (int d = first; d <= last; d++)
            for (int s = seat >= 0 ? seat : 0; s <= (seat >= 0 ? seat : rules->players - 1); s++) {
                int ply = (d * HAND + HAND - hand) * rules->players + s, untold = FIRST_POOL + ply - known;
                if (!ply && known > set_count(table->pool)) continue; /* something is captured */
                if (exact ? untold || halves : untold < least || !ply) continue;
                table->ply = (uint8_t)ply;
                table->deal = (uint8_t)d;
                table->turn = (uint8_t)s;
                if (ply_possible(table, rules, untold, error)) return true;
                if (exact && !deal)
                    return error_set(error, "%s (no deal is named: it is taken for deal %d)", error->text, d + 1);
                if (!*first_reason.text) first_reason = *error;
            }
    if (*first_reason.text) {
        *error = first_reason;
        return false;
    }
    if (deal) snprintf(where, sizeof where, " in deal %d", deal);
    if (seat >= 0) snprintf(where + strlen(where), sizeof where - strlen(where), " at seat %d", seat);
    return error_set(error, "a hand of %d with %d cards in pool and piles cannot be%s", hand, known, where);
}

/* Says who side 0 is, behind a reason that speaks of sides. Returns false. */
static bool sides_explain(Error *error, const Rules *rules)
{
    if (!strstr(error->text, "side ")) return false;
    return error_set(error, "%s; side 0 %s", error->text,
                     rules->teams ? "has seats 0 and 2" : "is seat 0, which plays first");
}

bool view_parse(KnownView *view, const ViewText *text, Error *error)
{
    KnownView made = {.table.last = NOBODY};
    Rules *rules = &made.rules;
    CardSet seen = 0;
    int numbers[MAX_SIDES], deal = 0, seat = -1, last = NOBODY, holders = 0;
    if (!rules_parse(rules, text->rules ? text->rules : "pagat", error)) return false;
    if (!cards_take(&made.hand, &seen, "hand", text->hand, error) ||
        !cards_take(&made.table.pool, &seen, "pool", text->pool, error))
        return false;
    int hand = set_count(made.hand);
    if (hand < 1 || hand > HAND) return error_set(error, "hand: %d cards, not 1 to 4", hand);
    if (text->piles) {
        char pieces[MAX_SIDES][WORD_TEXT];
        if (!pieces_read(pieces, "piles", text->piles, rules->sides, error)) return false;
        for (int side = 0; side < rules->sides; side++) {
            if (!cards_take(&made.table.piles[side], &seen, "piles", pieces[side], error)) return false;
            if (made.table.piles[side]) last = holders++ ? NOBODY : side;
        }
    }
    if (text->surs) {
        if (!numbers_read(numbers, "surs", text->surs, rules->sides, PLAYS, error)) return false;
        holders = 0;
        for (int side = 0; side < rules->sides; side++) {
            made.table.surs[side] = (uint8_t)numbers[side];
            holders += numbers[side] > 0;
        }
        if (rules->sur_cancel && holders > 1)
            return error_set(error, "surs '%.20s': two sides cannot hold Surs where sur_cancel=1", text->surs);
    }
    if (text->scores && !scores_parse(made.table.scores, text->scores, rules, error)) return false;
    if ((text->deal && !number_read(&deal, "deal", text->deal, 1, rules->deals, error)) ||
        (text->seat && !number_read(&seat, "seat", text->seat, 0, rules->players - 1, error)) ||
        (text->last && !number_read(&last, "last", text->last, 0, rules->sides - 1, error)))
        return false;
    made.table.last = (int8_t)last;
    if (!ply_find(&made.table, rules, hand, deal, seat, set_count(seen ^ made.hand), error) ||
        !surs_allowed(&made.table, rules, error))
        return sides_explain(error, rules);
    if (!pool_possible(&made.table, rules, error)) return false;
    *view = made;
    return true;
}

static int numbers_print(char *text, const char *name, const int numbers[], int sides)
{
    int used = sprintf(text, " --%s ", name);
    for (int side = 0; side < sides; side++)
        used += sprintf(text + used, "%s%d", side ? "/" : "", numbers[side]);
    return used;
}

void view_print(char text[static VIEW_TEXT], const KnownView *view)
{
    char rules[RULES_TEXT], cards[CARDS_TEXT];
    const Table *table = &view->table;
    int sides = view->rules.sides, surs[MAX_SIDES], scores[MAX_SIDES];
    rules_print(rules, &view->rules);
    int used = sprintf(text, "--rules %s", rules);
    cards_print(cards, view->hand);
    used += sprintf(text + used, " --hand %s", cards);
    cards_print(cards, table->pool);
    used += sprintf(text + used, " --pool %s --piles ", *cards ? cards : "-");
    for (int side = 0; side < sides; side++) {
        cards_print(cards, table->piles[side]);
        used += sprintf(text + used, "%s%s", side ? "/" : "", cards);
        surs[side] = table->surs[side];
        scores[side] = table->scores[side];
    }
    used += numbers_print(text + used, "surs", surs, sides);
    used += numbers_print(text + used, "scores", scores, sides);
    used += sprintf(text + used, " --deal %d --seat %d", table->deal + 1, table->turn);
    if (table->last != NOBODY) sprintf(text + used, " --last %d", table->last);
}
