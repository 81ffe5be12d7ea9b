/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packs the counts of rounds bit by bit. */
#include "sim/run/round_pack.h"

#include <stddef.h>

/* The place of a class of paying cards among the bits: the first five as they always lay, then each as it came. */
#define PLACE_OF(class)                                                                                                \
    ((class) == PAYING_aces    ? 0                                                                                     \
     : (class) == PAYING_jacks ? 1                                                                                     \
     : (class) == PAYING_tens  ? 2                                                                                     \
     : (class) == PAYING_two_c ? 3                                                                                     \
     : (class) == PAYING_ten_d ? 4                                                                                     \
                               : (class))
/* clang-format off */
#define FIELD(member, most) {BITS_FOR(most), most, offsetof(RoundSide, member)}
#define PAYING_FIELD(name, key, pagat, cards, ...)                                                                     \
    [2 + PLACE_OF(PAYING_##name)] = FIELD(count.name, __builtin_popcountll(cards)),
/* clang-format on */

/* The fields of a side in the order of their bits, from the lowest: how many, the most that a round can give, where. */
static const struct {
    uint8_t bits, most;
    size_t offset;
} FIELDS[] = {
    FIELD(count.surs, SURS_MOST), FIELD(count.clubs, CLUBS_IN_PACK), [2 + PAYING] = FIELD(count.clubs_won, 1),
    FIELD(count.cards, CARDS),    FIELD(captures, PLAYS / 2),        PAYING_ROWS(PAYING_FIELD) /* each at its place */
};
enum { FIELD_COUNT = sizeof FIELDS / sizeof *FIELDS };

static uint8_t *field_of(RoundSide *side, int field) { return (uint8_t *)side + FIELDS[field].offset; }

bool round_pack(TextBuffer *out, const RoundSide sides[], const Rules *rules, bool scores)
{
    if (!text_buffer_reserve(out, (size_t)(rules->sides * round_side_bytes(scores)))) return false;
    for (int i = 0; i < rules->sides; i++) {
        RoundSide side = sides[i];
        uint64_t bits = 0;
        int shift = 0;
        for (int k = 0; k < FIELD_COUNT; shift += FIELDS[k++].bits)
            bits |= (uint64_t)*field_of(&side, k) << shift;
        for (int k = 0; k < ROUND_BYTES; k++)
            out->data[out->length++] = (char)(bits >> 8 * k);
        for (int k = 0; scores && k < 2; k++)
            out->data[out->length++] = (char)((uint16_t)side.score >> 8 * k);
    }
    return true;
}

bool round_unpack(RoundSide out[static MAX_SIDES], const char *bytes, const Rules *rules, bool scores)
{
    for (int i = 0; i < rules->sides; i++) {
        RoundSide *side = &out[i];
        uint64_t bits = 0;
        unsigned score = 0;
        *side = (RoundSide){0};
        for (int k = 0; k < ROUND_BYTES; k++)
            bits |= (uint64_t)(unsigned char)*bytes++ << 8 * k;
        for (int k = 0; scores && k < 2; k++)
            score |= (unsigned)(unsigned char)*bytes++ << 8 * k;
        side->score = (int16_t)score;
        for (int k = 0; k < FIELD_COUNT; bits >>= FIELDS[k++].bits) {
            const unsigned value = (unsigned)bits & ((1u << FIELDS[k].bits) - 1);
            if (value > FIELDS[k].most) return false;
            *field_of(side, k) = (uint8_t)value;
        }
        if (bits) return false;
        side->count.points = (int16_t)count_worth(&side->count, rules);
    }
    return true;
}
