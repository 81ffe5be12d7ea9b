/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packs the counts of rounds bit by bit. */
#include "sim/run/round_pack.h"

#include <string.h>

#include "engine/sur.h"

/* The fields of a side in the order of their bits, from the lowest: bits, and the most that a round can give. */
static const struct {
    uint8_t bits, most;
} FIELDS[] = {
    {5, PLAYS / 2}, /* surs: no side has more plays than half of all */
    {4, CLUBS_IN_PACK},
    {3, 4},         /* aces */
    {3, 4},         /* jacks */
    {2, 3},         /* tens */
    {1, 1},         /* two_c */
    {1, 1},         /* ten_d */
    {1, 1},         /* clubs_won */
    {6, 52},        /* cards */
    {5, PLAYS / 2}, /* captures */
};
enum { FIELD_COUNT = sizeof FIELDS / sizeof *FIELDS };

/* Where the fields lie in a side. */
static void fields_of(uint8_t *out[static FIELD_COUNT], RoundSide *side)
{
    SideCount *count = &side->count;
    uint8_t *const fields[FIELD_COUNT] = {&count->surs,  &count->clubs,  &count->aces,  &count->jacks,
                                          &count->tens,  &count->two_c,  &count->ten_d, &count->clubs_won,
                                          &count->cards, &side->captures};
    memcpy(out, fields, sizeof fields);
}

/* So many of these cards, whichever. */
static CardSet some_of(CardSet cards, int count)
{
    CardSet some = 0;
    for (; count > 0; count--, cards = set_rest(cards))
        some |= cards & -cards;
    return some;
}

/* What the rules give for the counts. */
static int points_of(const SideCount *count, const Rules *rules)
{
    const CardSet cards = some_of(ACES, count->aces) | some_of(JACKS, count->jacks) |
                          some_of(TENS & ~TEN_OF_DIAMONDS, count->tens) | some_of(TWO_OF_CLUBS, count->two_c) |
                          some_of(TEN_OF_DIAMONDS, count->ten_d);
    return worth_cards(cards, rules) + sur_points(count->surs, rules) +
           (count->clubs_won ? worth_clubs(count->clubs, rules) : 0);
}

bool round_pack(TextBuffer *out, const RoundSide sides[], const Rules *rules, bool scores)
{
    if (!text_buffer_reserve(out, (size_t)(rules->sides * round_side_bytes(scores)))) return false;
    for (int i = 0; i < rules->sides; i++) {
        RoundSide side = sides[i];
        uint8_t *fields[FIELD_COUNT];
        uint64_t bits = 0;
        int shift = 0;
        fields_of(fields, &side);
        for (int k = 0; k < FIELD_COUNT; shift += FIELDS[k++].bits)
            bits |= (uint64_t)*fields[k] << shift;
        bits |= (uint64_t)(uint16_t)side.score << 32;
        for (int k = 0; k < round_side_bytes(scores); k++)
            out->data[out->length++] = (char)(bits >> 8 * k);
    }
    return true;
}

bool round_unpack(RoundSide out[static MAX_SIDES], const char *bytes, const Rules *rules, bool scores)
{
    for (int i = 0; i < rules->sides; i++) {
        RoundSide *side = &out[i];
        uint8_t *fields[FIELD_COUNT];
        uint64_t bits = 0;
        *side = (RoundSide){0};
        for (int k = 0; k < round_side_bytes(scores); k++)
            bits |= (uint64_t)(unsigned char)*bytes++ << 8 * k;
        side->score = (int16_t)(bits >> 32);
        bits &= UINT32_MAX;
        fields_of(fields, side);
        for (int k = 0; k < FIELD_COUNT; bits >>= FIELDS[k++].bits) {
            *fields[k] = (uint8_t)(bits & ((1u << FIELDS[k].bits) - 1));
            if (*fields[k] > FIELDS[k].most) return false;
        }
        if (bits) return false;
        side->count.points = (int16_t)points_of(&side->count, rules);
    }
    return true;
}
