/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Legal plays and their numbers by AVX2 and BMI2, see library/captures.h. */
#include "library/plays_wide.h"

#include "agents/isa.h"

#if defined __AVX2__ && defined __BMI2__ && !defined PASUR_PLAIN

#include "engine/table.h"
#include "library/captures.h"

bool plays_wide_possible(void) { return isa_used() == ISA_AVX2 || isa_used() == ISA_AVX512; }

/* ---- plays; where a play's number will be stands its card */

/* Adds the card to *trails if it can only trail. Returns how many plays there are with it. */
INLINE uint32_t card_plays(CardSet *plays, int32_t *cards, CardSet *trails, CardSet pool, CardSet numerals,
                           SubsetSums sums, int card)
{
    const int rank = card >> 2;
    const uint32_t subsets = rank_subsets(sums, rank);
    const int ways = rank_ways(pool, subsets, rank);
    const CardSet first = way_captured(pool, numerals, subsets, rank, 0);
    plays[0] = UINT64_C(1) << card | first;
    *trails |= (CardSet)!first << card;
    if (cards) cards[0] = card;
    for (int way = 1; way < ways; way++) { /* seldom */
        plays[way] = UINT64_C(1) << card | way_captured(pool, numerals, subsets, rank, way);
        if (cards) cards[way] = card;
    }
    return (uint32_t)ways;
}

/* The same by moves_list, for pools with more numerals. */
static uint32_t position_listed(CardSet *plays, int32_t *cards, Position *position)
{
    const int found = moves_list(plays, position->hand, position->pool, NULL);
    for (int i = 0; i < found; i++) {
        if (cards) cards[i] = set_first(plays[i] & position->hand);
        position->trails |= set_rest(plays[i]) ? 0 : plays[i];
    }
    return (uint32_t)found;
}

INLINE uint32_t plays_sized(uint32_t first[], uint32_t from, CardSet *plays, int32_t *cards, Position positions[],
                            int count, int size)
{
    uint32_t found = 0;
    for (int i = 0; i < count; i++) {
        Position *position = &positions[i];
        first[i] = from + found;
        position->trails = 0;
        const CardSet numerals = numerals_in_reach(position->pool, position->hand);
        if (_mm_popcnt_u64(numerals) > MOST_SUMMED) {
            found += position_listed(plays + found, cards ? cards + found : NULL, position);
            continue;
        }
        const SubsetSums sums = subset_sums(numerals);
        CardSet rest = position->hand;
        for (int k = 0; k < size; k++) {
            found += card_plays(plays + found, cards ? cards + found : NULL, &position->trails, position->pool,
                                numerals, sums, set_first(rest));
            rest = set_rest(rest);
        }
    }
    return found;
}

/* ---- their numbers */

/* Of what a card of a rank captures, the cards that the play's number depends on. */
#define TELLING_NUMERALS NUMERALS, NUMERALS, NUMERALS, NUMERALS, NUMERALS
static const CardSet TELLING[RANKS] = {TELLING_NUMERALS, TELLING_NUMERALS, [QUEEN] = QUEENS, [KING] = KINGS};

/* Adds to *number what the first of the captured cards adds, and to *sum its value; returns the others. Where there is
   none it is as with the first card of the pack, which adds nothing to the number. */
INLINE CardSet first_add(int32_t *number, int *sum, CardSet captured, int card, const ActionNumbers *numbers)
{
    const int first = (int)_tzcnt_u64(captured) & 63;
    *sum += (first >> 2) + 1;
    *number += numbers->before[first < card ? ALL_VALUES : card >> 2][*sum][first];
    return _blsr_u64(captured);
}

INLINE int32_t capture_number(int card, CardSet captured, const ActionNumbers *numbers)
{
    int32_t number = numbers->first[card];
    int sum = 0;
    CardSet rest = captured & TELLING[card >> 2];
    rest = first_add(&number, &sum, rest, card, numbers);
    rest = first_add(&number, &sum, rest, card, numbers);
    while (rest)
        rest = first_add(&number, &sum, rest, card, numbers);
    return number;
}

/* Writes the numbers in place of the cards: trailing, these are the same. */
INLINE void captures_number(int32_t *actions, const CardSet *plays, uint32_t count, const ActionNumbers *numbers)
{
    enum { BLOCK = 256 };
    uint16_t captures[BLOCK + 1];
    for (uint32_t from = 0; from < count; from += BLOCK) {
        const int block = (int)(count - from < BLOCK ? count - from : BLOCK);
        int found = 0;
        for (int i = 0; i < block; i++) {
            captures[found] = (uint16_t)i;
            found += (plays[from + (uint32_t)i] & (plays[from + (uint32_t)i] - 1)) != 0;
        }
        for (int i = 0; i < found; i++) {
            const uint32_t at = from + captures[i];
            const int card = actions[at];
            actions[at] = capture_number(card, plays[at] ^ UINT64_C(1) << card, numbers);
        }
    }
}

uint32_t plays_wide(const pasur_env_arrays *out, uint32_t first[], uint32_t listed, Position positions[], int count,
                    const ActionNumbers *numbers)
{
    CardSet *plays = out->plays + listed;
    int32_t *actions = out->actions ? out->actions + listed : NULL;
    uint32_t found;
    switch (_mm_popcnt_u64(positions[0].hand)) {
    case 1: found = plays_sized(first, listed, plays, actions, positions, count, 1); break;
    case 2: found = plays_sized(first, listed, plays, actions, positions, count, 2); break;
    case 3: found = plays_sized(first, listed, plays, actions, positions, count, 3); break;
    default: found = plays_sized(first, listed, plays, actions, positions, count, HAND); break;
    }
    if (actions) captures_number(actions, plays, found, numbers);
    return listed + found;
}

/* ---- are plays legal? */

INLINE int values_sum(CardSet cards)
{
    /* cards in whose value there is a 1, 2, 4, 8 */
    const CardSet ones = RANK_SET(0) | RANK_SET(2) | RANK_SET(4) | RANK_SET(6) | RANK_SET(8) | QUEENS | KINGS,
                  twos = RANK_SET(1) | RANK_SET(2) | RANK_SET(5) | RANK_SET(6) | RANK_SET(9),
                  fours = RANK_SET(3) | RANK_SET(4) | RANK_SET(5) | RANK_SET(6),
                  eights = RANK_SET(7) | RANK_SET(8) | RANK_SET(9);
    return (int)(_mm_popcnt_u64(cards & ones) + 2 * _mm_popcnt_u64(cards & twos) + 4 * _mm_popcnt_u64(cards & fours) +
                 8 * _mm_popcnt_u64(cards & eights));
}

INLINE bool legal_one(CardSet play, const Position *position)
{
    const CardSet card = play & position->hand, captured = play ^ card;
    const RankTakes *takes = &RANK_TAKES[(_tzcnt_u64(card) & 63) >> 2];
    const bool fits = (takes->sum == 0) | (values_sum(captured) == takes->sum);
    const CardSet may = position->pool & (takes->numerals | takes->one | takes->all),
                  wrong = (captured & ~may) | (position->pool & takes->all & ~captured);
    return (card != 0) & !_blsr_u64(card) & (((play & position->trails) == play) | ((captured != 0) & fits & !wrong));
}

bool plays_wide_legal(const CardSet plays[], const Position positions[], size_t count)
{
    bool legal = true;
    for (size_t i = 0; i < count; i++)
        legal &= legal_one(plays[i], &positions[i]);
    return legal;
}

#else

bool plays_wide_legal(const CardSet plays[], const Position positions[], size_t count)
{
    (void)plays, (void)positions, (void)count;
    return false;
}

bool plays_wide_possible(void) { return false; }

uint32_t plays_wide(const pasur_env_arrays *out, uint32_t first[], uint32_t listed, Position positions[], int count,
                    const ActionNumbers *numbers)
{
    (void)out, (void)first, (void)positions, (void)count, (void)numbers;
    return listed;
}

#endif
