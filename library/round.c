/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds: dealt, played, counted, written and read. */
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "library/handles.h"

static void start(pasur_round *round, const int16_t *scores)
{
    game_start(&round->game, &round->rules, &round->pack, scores);
}

pasur_round *pasur_round_new(const pasur_rules *rules, pasur_error *error)
{
    pasur_round *round = malloc(sizeof *round);
    if (!round) {
        fail_memory(error);
        return NULL;
    }
    round->rules = rules->rules;
    pasur_round_deal(round, 1, 0);
    return round;
}

void pasur_round_free(pasur_round *round) { free(round); }
void pasur_round_copy(pasur_round *to, const pasur_round *from) { *to = *from; }

void pasur_round_deal(pasur_round *round, uint64_t seed, uint64_t board)
{
    Rng rng = rng_for(seed, board, PURPOSE_CARDS);
    pack_deal(&round->pack, &round->rules, &rng);
    start(round, NULL);
}

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
    start(round, before);
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
    int at = 0, found = 0;
    for (bool more = true; more;) {
        const size_t length = text ? strcspn(text, "\n") : 0;
        if (length >= sizeof line) return error_set(error, "line %d is longer than any of a record", reader.line + 1);
        if (text) memcpy(line, text, length);
        line[length] = '\0';
        Record next;
        const ReadStatus status = record_feed(&reader, &next, text ? line : NULL, &at, error);
        if (status == READ_ERROR) return error_under(error, "line %d", at);
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
    SideCount counts[MAX_SIDES];
    if (!record_read(&record, text, &why) || !record_replay(&end, counts, &record, &why)) return fail_as(error, &why);
    round->rules = record.rules;
    round->pack = record.pack;
    start(round, record.scores);
    for (int i = 0; i < record.play_count; i++)
        game_put(&round->game, &round->rules, set_of(record.plays[i].card) | record.plays[i].captured);
    return PASUR_OK;
}

char *pasur_round_text(char text[PASUR_RECORD_TEXT], const pasur_round *round)
{
    const Table *table = &round->game.round.table;
    Record record = {.rules = round->rules, .pack = round->pack, .has_play = true};
    Round at;
    SideCount counts[MAX_SIDES];
    memcpy(record.scores, table->scores, sizeof record.scores);
    round_start(&at, &record.rules, &record.pack, record.scores);
    for (; record.play_count < table->ply; record.play_count++) {
        const CardSet play = round->game.history[record.play_count], card = play & round_hand(&at);
        record.plays[record.play_count] = (Play){.captured = play ^ card, .card = set_first(card)};
        round_play(&at, &record.rules, play);
    }
    record.has_points = record.has_surs = record.has_clubs = table_over(table);
    count_sides(counts, table, &round->rules);
    for (int side = 0; side < round->rules.sides; side++) {
        record.points[side] = counts[side].points;
        record.surs[side] = counts[side].surs;
        record.clubs[side] = counts[side].clubs;
    }
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
