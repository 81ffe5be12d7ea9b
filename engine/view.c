/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views: what one player knows, as text. */
#include <stdio.h>
#include <string.h>

#include "engine/notation.h"
#include "engine/possible.h"
#include "engine/text/number.h"
#include "engine/text/words.h"

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
    return error_set(error, "%s '%.40s': expected one piece for each of the %d sides, separated by /", name, text,
                     sides);
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

static bool cards_take(CardSet *set, CardSet *seen, const char *name, const char *text, Error *error)
{
    char card[3];
    if (!strcmp(text, "-")) text = "";
    if (!cards_parse(set, NULL, NULL, text, error)) return error_under(error, "%s", name);
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
    if (text->scores) {
        if (!numbers_read(numbers, "scores", text->scores, rules->sides, MAX_SCORE, error)) return false;
        for (int side = 0; side < rules->sides; side++)
            made.table.scores[side] = (int16_t)numbers[side];
    }
    if ((text->deal && !number_read(&deal, "deal", text->deal, 1, rules->deals, error)) ||
        (text->seat && !number_read(&seat, "seat", text->seat, 0, rules->players - 1, error)) ||
        (text->last && !number_read(&last, "last", text->last, 0, rules->sides - 1, error)))
        return false;
    made.table.last = (int8_t)last;
    if (!ply_find(&made.table, rules, hand, deal, seat, set_count(seen ^ made.hand), error) ||
        !surs_allowed(&made.table, rules, error) || !pool_possible(&made.table, rules, error))
        return false;
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
