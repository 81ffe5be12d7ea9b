/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions, errors, cards, plays and rules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/protocol.h"
#include "engine/notation.h"
#include "library/handles.h"
#include "library/version.h"

#define SAME(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), "pasur.h and the engine agree")
SAME(PASUR_CARDS, CARDS);
SAME(PASUR_SEATS, MAX_SEATS);
SAME(PASUR_PLAYS, PLAYS);
SAME(PASUR_LEGAL, MAX_MOVES);
SAME(PASUR_CARDS_TEXT, CARDS_TEXT);
SAME(PASUR_PLAY_TEXT, PLAY_TEXT);
SAME(PASUR_RULES_TEXT, RULES_TEXT);
SAME(PASUR_RECORD_TEXT, RECORD_TEXT);

int pasur_abi(void) { return PASUR_ABI; }
const char *pasur_version(void) { return PASUR_VERSION; }

int fail(pasur_error *error, int status, const char *why)
{
    if (error) {
        error->status = status;
        text_one_line(error->text, sizeof error->text, why);
    }
    return status;
}

int fail_as(pasur_error *error, const Error *why)
{
    return fail(error, why->system ? PASUR_SYSTEM : PASUR_INPUT, why->text);
}

int fail_memory(pasur_error *error) { return fail(error, PASUR_SYSTEM, "out of memory"); }

int text_check(const char *text, const char *what, pasur_error *error)
{
    char line[64];
    if (text) return PASUR_OK;
    snprintf(line, sizeof line, "%s: there is no text", what);
    return fail(error, PASUR_INPUT, line);
}

int pasur_cards_read(pasur_cards *cards, const char *text, pasur_error *error)
{
    Error why;
    if (text_check(text, "cards", error)) return PASUR_INPUT;
    return cards_parse(cards, NULL, text, &why) ? PASUR_OK : fail_as(error, &why);
}

char *pasur_cards_text(char text[PASUR_CARDS_TEXT], pasur_cards cards)
{
    cards_print(text, cards & PACK);
    return text;
}

char *pasur_play_text(char text[PASUR_PLAY_TEXT], pasur_cards play, pasur_cards hand)
{
    const CardSet card = play & hand & PACK;
    if (!card) return pasur_cards_text(text, play);
    play_print(text, set_first(card), play & PACK & ~set_of(set_first(card)));
    return text;
}

int pasur_play_read(pasur_cards *play, const char *text, pasur_error *error)
{
    Error why;
    Play read;
    if (text_check(text, "play", error)) return PASUR_INPUT;
    if (!play_parse(&read, text, &why)) return fail_as(error, &why);
    *play = set_of(read.card) | read.captured;
    return PASUR_OK;
}

pasur_rules *pasur_rules_new(const char *text, int players, pasur_error *error)
{
    Error why;
    Rules rules;
    if (text_check(text, "rules", error)) return NULL;
    if (players && (players < 2 || players > MAX_SEATS))
        return fail(error, PASUR_INPUT, "players: 2 to 4, or 0 for what the rules say"), NULL;
    if (!(players ? rules_parse_seated(&rules, text, players, &why) : rules_parse(&rules, text, &why)))
        return fail_as(error, &why), NULL;
    pasur_rules *made = malloc(sizeof *made);
    if (!made) return fail_memory(error), NULL;
    made->rules = rules;
    return made;
}

void pasur_rules_free(pasur_rules *rules) { free(rules); }

char *pasur_rules_text(char text[PASUR_RULES_TEXT], const pasur_rules *rules)
{
    rules_print(text, &rules->rules);
    return text;
}

int pasur_rules_players(const pasur_rules *rules) { return rules->rules.players; }
int pasur_rules_sides(const pasur_rules *rules) { return rules->rules.sides; }
int pasur_rules_side(const pasur_rules *rules, int seat) { return rules_side(&rules->rules, seat); }

/* ---- rounds: dealt, played, counted, written and read */

static void round_restart(pasur_round *round, const int16_t *scores)
{
    game_start(&round->game, &round->rules, &round->pack, scores);
}

void round_deal(pasur_round *round, uint64_t seed, uint64_t board, const int16_t *scores)
{
    Rng rng = rng_for(seed, board, PURPOSE_CARDS);
    pack_deal(&round->pack, &round->rules, &rng);
    round_restart(round, scores);
}

pasur_round *pasur_round_new(const pasur_rules *rules, pasur_error *error)
{
    pasur_round *round = malloc(sizeof *round);
    if (!round) return fail_memory(error), NULL;
    round->rules = rules->rules;
    pasur_round_deal(round, 1, 0);
    return round;
}

void pasur_round_free(pasur_round *round) { free(round); }
void pasur_round_copy(pasur_round *to, const pasur_round *from) { *to = *from; }

void pasur_round_deal(pasur_round *round, uint64_t seed, uint64_t board) { round_deal(round, seed, board, NULL); }

int pasur_round_deal_pack(pasur_round *round, const uint8_t pack[PASUR_CARDS], const int32_t *scores,
                          pasur_error *error)
{
    CardSet seen = 0;
    int16_t before[MAX_SIDES] = {0};
    const char *why;
    Pack cards;
    for (int i = 0; i < CARDS; i++) {
        if (pack[i] >= CARDS) return fail(error, PASUR_INPUT, "pack: a number is no card; they are 0 to 51");
        cards.cards[i] = pack[i];
        seen |= set_of(pack[i]);
    }
    if (seen != PACK) return fail(error, PASUR_INPUT, "pack: a card is missing, and another comes twice");
    if (!first_pool_allowed(pack_pool(&cards, &round->rules), &round->rules, &why))
        return fail(error, PASUR_INPUT, why);
    for (int side = 0; scores && side < round->rules.sides; side++) {
        if (scores[side] < -MAX_SCORE || scores[side] > MAX_SCORE)
            return fail(error, PASUR_INPUT, "scores: -30000 to 30000");
        before[side] = (int16_t)scores[side];
    }
    round->pack = cards;
    round_restart(round, before);
    return PASUR_OK;
}

void pasur_round_pack(const pasur_round *round, uint8_t pack[PASUR_CARDS])
{
    memcpy(pack, round->pack.cards, sizeof round->pack.cards);
}

/* ---- records */

/* Reads the first record of the text, which it has alone. */
static bool record_read(Record *record, const char *text, Error *error)
{
    static const RecordReader EMPTY;
    RecordReader reader = EMPTY;
    char line[RECORD_TEXT];
    int found = 0;
    for (bool more = true; more;) {
        const size_t length = text ? strcspn(text, "\n") : 0;
        if (length >= sizeof line) return error_set(error, "line %d is longer than any of a record", reader.line + 1);
        if (text) memcpy(line, text, length);
        line[length] = '\0';
        Record next;
        const ReadStatus status = record_feed(&reader, &next, text ? line : NULL, error);
        if (status == READ_ERROR) return error_under(error, "line %d", error->line);
        if (status == READ_RECORD && !found++) *record = next;
        more = text != NULL;
        if (text) text = text[length] ? text + length + 1 : NULL;
    }
    if (found != 1) return error_set(error, found ? "there is more than one record" : "there is no record");
    return true;
}

int pasur_round_read(pasur_round *round, const char *text, pasur_error *error)
{
    Error why;
    Record record;
    Round end;
    if (!record_read(&record, text, &why) || !record_replay(&end, &record, &why)) return fail_as(error, &why);
    round->rules = record.rules;
    round->pack = record.pack;
    round_restart(round, record.scores);
    for (int i = 0; i < record.play_count; i++)
        game_put(&round->game, &round->rules, set_of(record.plays[i].card) | record.plays[i].captured);
    return PASUR_OK;
}

char *pasur_round_text(char text[PASUR_RECORD_TEXT], const pasur_round *round)
{
    const Record record = game_record(&round->game, &round->rules, &round->pack);
    record_print(text, &record);
    return text;
}

/* ---- the position */

int pasur_round_over(const pasur_round *round) { return table_over(&round->game.round.table); }
int pasur_round_turn(const pasur_round *round) { return round->game.round.table.turn; }
int pasur_round_ply(const pasur_round *round) { return round->game.round.table.ply; }
pasur_cards pasur_round_pool(const pasur_round *round) { return round->game.round.table.pool; }

pasur_cards pasur_round_hand(const pasur_round *round, int seat)
{
    return seat >= 0 && seat < round->rules.players ? round->game.round.hands[seat] : 0;
}

pasur_cards pasur_round_pile(const pasur_round *round, int side)
{
    return side >= 0 && side < round->rules.sides ? round->game.round.table.piles[side] : 0;
}

size_t pasur_round_legal(const pasur_round *round, pasur_cards plays[PASUR_LEGAL])
{
    if (pasur_round_over(round)) return 0;
    return (size_t)moves_list(plays, round_hand(&round->game.round), round->game.round.table.pool, NULL);
}

int pasur_round_play(pasur_round *round, pasur_cards play, pasur_error *error)
{
    const char *why;
    if (pasur_round_over(round)) return fail(error, PASUR_INPUT, "the round is over");
    if (!play_legal(round_hand(&round->game.round), round->game.round.table.pool, play, &why))
        return fail(error, PASUR_INPUT, why);
    game_put(&round->game, &round->rules, play);
    return PASUR_OK;
}

_Static_assert(PAYING == 5, "pasur_count names each class of paying cards");
void pasur_round_count(const pasur_round *round, pasur_count counts[PASUR_SEATS])
{
    SideCount sides[MAX_SIDES];
    count_sides(sides, &round->game.round.table, &round->rules);
    for (int side = 0; side < round->rules.sides; side++) {
        const SideCount *count = &sides[side];
        counts[side] = (pasur_count){.points = count->points,
                                     .surs = count->surs,
                                     .clubs = count->clubs,
                                     .aces = count->aces,
                                     .jacks = count->jacks,
                                     .tens = count->tens,
                                     .two_of_clubs = count->two_c,
                                     .ten_of_diamonds = count->ten_d,
                                     .clubs_won = count->clubs_won,
                                     .cards = count->cards};
    }
}

/* ---- what one seat knows */

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
    for (int seat = 0; view->hands && seat < view->rules->players; seat++)
        out->hands[seat] = view->hands[seat];
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
    const View seen = turn_view(&known.round, &known.rules, 0, NULL);
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

static bool number_within(int32_t value, int low, int high) { return value >= low && value <= high; }

static bool numbers_fit(const pasur_view *view, const Rules *rules, Error *error)
{
    const int players = rules->players;
    if (!number_within(view->ply, 0, PLAYS - 1)) return error_set(error, "ply: %d, not 0 to 47", (int)view->ply);
    if (view->seat != view->ply % players) return error_set(error, "seat: %d is not to move", (int)view->seat);
    if (view->deal != view->ply / (HAND * players)) return error_set(error, "deal: not that of the ply");
    if (!number_within(view->last, NOBODY, rules->sides - 1)) return error_set(error, "last: no side, or -1");
    for (int side = 0; side < MAX_SIDES; side++) {
        const bool none = side >= rules->sides;
        if (!number_within(view->surs[side], 0, none ? 0 : PLAYS))
            return error_set(error, "surs: side %d cannot have that many", side);
        if (!number_within(view->scores[side], none ? 0 : -MAX_SCORE, none ? 0 : MAX_SCORE))
            return error_set(error, "scores: side %d cannot have that", side);
        if (none && view->piles[side]) return error_set(error, "piles: there is no side %d", side);
    }
    return true;
}

static bool cards_fit(const View *view, Error *error)
{
    const Table *table = view->table;
    CardSet seen = view->hand | table->pool;
    int placed = set_count(table->pool);
    for (int side = 0; side < MAX_SIDES; side++) {
        seen |= table->piles[side];
        placed += set_count(table->piles[side]);
    }
    const int held = set_count(view->hand), expected = table_hand_size(table, view->rules, table->turn);
    if (seen & ~PACK) return error_set(error, "a set has bits beyond the 52 cards");
    if (held + placed != set_count(seen)) return error_set(error, "a card lies in two places");
    if (held != expected) return error_set(error, "hand: %d cards, not the %d of this ply", held, expected);
    if (placed > FIRST_POOL + table->ply) return error_set(error, "more cards lie on the table than were played");
    return true;
}

/* Where all hands lie open: does each seat hold as many cards as at this ply, none of which lies anywhere else? */
static bool hands_fit(const View *view, Error *error)
{
    const Table *table = view->table;
    CardSet seen = table->pool;
    for (int side = 0; side < view->rules->sides; side++)
        seen |= table->piles[side];
    for (int seat = 0; view->hands && seat < view->rules->players; seat++) {
        const CardSet hand = view->hands[seat];
        if (set_count(hand) != table_hand_size(table, view->rules, seat) || hand & (seen | ~PACK))
            return error_set(error, "hands: not those of seat %d at this ply", seat);
        if (seat == table->turn && hand != view->hand)
            return error_set(error, "hands: another hand of the seat to move");
        seen |= hand;
    }
    return true;
}

View view_seen(Table *table, const pasur_view *view, const Rules *rules)
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
    return (View){.rules = rules,
                  .table = table,
                  .hand = view->hand,
                  .seat = view->seat,
                  .first_pool = view->first_pool,
                  .history = view->history_known ? view->history : NULL,
                  .hands = hands_open(view->hands, rules)};
}

bool view_fits(const pasur_view *view, const Rules *rules, Error *error)
{
    Table table;
    const View seen = view_seen(&table, view, rules);
    return numbers_fit(view, rules, error) && cards_fit(&seen, error) && hands_fit(&seen, error) &&
           (!seen.history || history_fits(&table, seen.first_pool, seen.history, rules, error));
}

/* ---- what was played, for a view that was read */

int pasur_view_read_plays(pasur_view *view, const pasur_rules *rules, const char *first, const char *plays,
                          pasur_error *error)
{
    Error why;
    pasur_view told = *view;
    told.last = NOBODY;
    if (text_check(first, "first", error) || text_check(plays, "plays", error)) return PASUR_INPUT;
    if (!cards_parse(&told.first_pool, NULL, first, &why)) return error_under(&why, "first"), fail_as(error, &why);
    const int count = plays_parse(told.history, plays, &why);
    if (count < 0) return fail_as(error, &why);
    if (count != view->ply) {
        error_set(&why, "plays: %d, but the view is one after %d", count, (int)view->ply);
        return fail_as(error, &why);
    }
    for (int i = 0; i < count; i++)
        if (set_rest(told.history[i])) told.last = rules_side(&rules->rules, i % rules->rules.players);
    if (view->last >= 0) told.last = view->last;
    told.history_known = 1;
    if (!view_fits(&told, &rules->rules, &why)) return fail_as(error, &why);
    *view = told;
    return PASUR_OK;
}
