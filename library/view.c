/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one seat knows. */
#include <string.h>

#include "engine/notation.h"
#include "library/handles.h"

void view_show(pasur_view *out, const View *view)
{
    const Table *table = view->table;
    *out = (pasur_view){.hand = view->hand,
                        .pool = table->pool,
                        .seat = view->seat,
                        .ply = table->ply,
                        .deal = table->deal,
                        .last = table->last,
                        .history_known = view->history != NULL};
    for (int side = 0; side < MAX_SIDES; side++) {
        out->piles[side] = table->piles[side];
        out->scores[side] = table->scores[side];
        out->surs[side] = table->surs[side];
    }
    if (!view->history) return;
    out->first_pool = view->first_pool;
    memcpy(out->history, view->history, table->ply * sizeof *out->history);
}

View round_view(Table *table, const pasur_round *round, int seat)
{
    View view = game_view(&round->game, &round->rules);
    *table = round->game.round.table;
    table->turn = (uint8_t)seat;
    view.table = table;
    view.seat = seat;
    view.hand = round->game.round.hands[seat];
    return view;
}

void pasur_round_view(pasur_view *view, const pasur_round *round, int seat)
{
    Table table;
    const View seen = round_view(&table, round, seat >= 0 && seat < round->rules.players ? seat : 0);
    view_show(view, &seen);
}

int pasur_view_read(pasur_view *view, const pasur_rules *rules, const pasur_view_words *words, pasur_error *error)
{
    char text[RULES_TEXT];
    Error why;
    KnownView known;
    rules_print(text, &rules->rules);
    const ViewText pieces = {text,          words->hand, words->pool, words->piles, words->surs,
                             words->scores, words->deal, words->last, words->seat};
    if (!pieces.hand || !pieces.pool) return fail(error, PASUR_INPUT, "hand and pool must be given");
    if (!view_parse(&known, &pieces, &why)) return fail_as(error, &why);
    const View seen = {.rules = &known.rules, .table = &known.table, .hand = known.hand, .seat = known.table.turn};
    view_show(view, &seen);
    return PASUR_OK;
}

size_t pasur_view_legal(const pasur_view *view, pasur_cards plays[PASUR_LEGAL])
{
    if (!view->hand || (view->hand | view->pool) & ~PACK || view->hand & view->pool || set_count(view->hand) > HAND)
        return 0;
    return (size_t)moves_list(plays, view->hand, view->pool, NULL);
}

/* ---- is it a view? */

static bool in(int32_t value, int low, int high) { return value >= low && value <= high; }

static bool numbers_fit(const pasur_view *view, const Rules *rules, Error *error)
{
    const int players = rules->players;
    if (!in(view->ply, 0, PLAYS - 1)) return error_set(error, "ply: %d, not 0 to 47", (int)view->ply);
    if (view->seat != view->ply % players) return error_set(error, "seat: %d is not to move", (int)view->seat);
    if (view->deal != view->ply / (HAND * players)) return error_set(error, "deal: not that of the ply");
    if (!in(view->last, NOBODY, rules->sides - 1)) return error_set(error, "last: no side, or -1");
    for (int side = 0; side < MAX_SIDES; side++) {
        const bool none = side >= rules->sides;
        if (!in(view->surs[side], 0, none ? 0 : PLAYS))
            return error_set(error, "surs: side %d cannot hold so many", side);
        if (!in(view->scores[side], none ? 0 : -MAX_SCORE, none ? 0 : MAX_SCORE))
            return error_set(error, "scores: side %d cannot have that", side);
        if (none && view->piles[side]) return error_set(error, "piles: there is no side %d", side);
    }
    return true;
}

static bool cards_fit(const Table *table, CardSet hand, const Rules *rules, Error *error)
{
    CardSet seen = hand | table->pool;
    int count = set_count(hand) + set_count(table->pool), placed = set_count(table->pool);
    for (int side = 0; side < MAX_SIDES; side++) {
        seen |= table->piles[side];
        count += set_count(table->piles[side]);
        placed += set_count(table->piles[side]);
    }
    if (seen & ~PACK) return error_set(error, "a set has bits beyond the 52 cards");
    if (count != set_count(seen)) return error_set(error, "a card lies in two places");
    if (set_count(hand) != table_hand_size(table, rules, table->turn))
        return error_set(error, "hand: %d cards, not the %d of this ply", set_count(hand),
                         table_hand_size(table, rules, table->turn));
    if (placed > FIRST_POOL + table->ply) return error_set(error, "more cards lie on the table than were played");
    return true;
}

/* Plays the history again: it must come to the table. */
static bool history_fits(const Table *table, const pasur_view *view, const Rules *rules, Error *error)
{
    Table at = {.pool = view->first_pool, .last = NOBODY};
    memcpy(at.scores, table->scores, sizeof at.scores);
    if (at.pool & ~PACK || set_count(at.pool) != FIRST_POOL) return error_set(error, "first_pool: not four cards");
    for (int i = 0; i < table->ply; i++) {
        const CardSet play = view->history[i], card = play & ~at.pool;
        const char *why;
        if (play & ~PACK || set_count(card) != 1) return error_set(error, "history: play %d is none", i + 1);
        if (!capture_legal(at.pool, card_rank(set_first(card)), play ^ card, &why))
            return error_set(error, "history: play %d: %s", i + 1, why);
        table_play(&at, rules, set_first(card), play ^ card);
    }
    if (memcmp(&at.pool, &table->pool, sizeof at.pool) != 0 || memcmp(at.piles, table->piles, sizeof at.piles) != 0 ||
        memcmp(at.surs, table->surs, sizeof at.surs) != 0 || at.last != table->last)
        return error_set(error, "history: it does not come to this table");
    return true;
}

void view_told(Table *table, const pasur_view *view)
{
    *table = (Table){.pool = view->pool,
                     .ply = (uint8_t)view->ply,
                     .turn = (uint8_t)view->seat,
                     .deal = (uint8_t)view->deal,
                     .last = (int8_t)view->last};
    for (int side = 0; side < MAX_SIDES; side++) {
        table->piles[side] = view->piles[side];
        table->surs[side] = (uint8_t)view->surs[side];
        table->scores[side] = (int16_t)view->scores[side];
    }
}

bool view_table(Table *table, const pasur_view *view, const Rules *rules, Error *error)
{
    if (!numbers_fit(view, rules, error)) return false;
    view_told(table, view);
    return cards_fit(table, view->hand, rules, error) &&
           (!view->history_known || history_fits(table, view, rules, error));
}
