/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What eight decisions say of the cards that opponents hold: the chances that they lack some, and what they let lie in this
   deal, as agents/tactic/features.c has it for one. For tactic_wide.c alone. */
#pragma once

#include "agents/tactic/wide/wide_features.h"

/* The cards, jacks apart, of the ranks that can capture from the pool, as in features.c. */
INLINE Lanes capturers(Lanes pool)
{
    Lanes reach = all(0xf);
    for (Lanes rest = pool & NUMERALS; some(rest);) {
        Lanes card = first_of(rest);
        reach |= keep(some(card), up(reach, (index_of(card) & 0x3c) + 4));
        rest ^= card;
    }
    /* A numeral of nibble r takes the sum 10 - r. */
    Lanes numerals = partners_of(reach >> 4) >> 4 & NUMERALS;
    return numerals | keep(meets(pool, all(QUEENS)), all(QUEENS)) | keep(meets(pool, all(KINGS)), all(KINGS));
}

INLINE void misses_load(WideMisses *misses, const int32_t table[static MISSES], const Odds *odds, int held, int unseen)
{
    _Static_assert((int)MISSES == 2 * (int)SMALL_TABLE, "two registers have them");
    misses->row = odds->choose[held];
    misses->inverse = odds->inverse[held];
    misses->unseen = unseen;
    for (int i = 0; i < 2; i++)
        misses->tables[i] = small_table(table + SMALL_TABLE * i);
}

/* Chance, in 1/CERTAIN, that none of the wanted cards is held. */
INLINE Lanes missed(const WideMisses *misses, Lanes wanted)
{
    Lanes found = (Lanes)_mm512_permutex2var_epi32(misses->tables[0], (__m512i)wanted, misses->tables[1]);
    unsigned many = below(all(2 * SMALL_TABLE - 1), wanted); /* hardly ever */
    for (; __builtin_expect(many, 0); many &= many - 1) {
        int lane = __builtin_ctz(many);
        const double scale = CERTAIN * misses->inverse[misses->unseen];
        found[lane] = (uint64_t)(misses->row[misses->unseen - (int)wanted[lane]] * scale);
    }
    return found;
}

/* The same where so many cards are unseen that may be held: another number in each lane. */
INLINE Lanes missed_among(const WideMisses *misses, Lanes unseen, Lanes wanted)
{
    __m512d ways = _mm512_i64gather_pd((__m512i)(unseen - wanted), misses->row, 8);
    __m512d scale = _mm512_mul_pd(_mm512_set1_pd(CERTAIN), _mm512_i64gather_pd((__m512i)unseen, misses->inverse, 8));
    return (Lanes)_mm512_cvttpd_epi64(_mm512_mul_pd(ways, scale));
}

/* The pool before the first play of this deal. What was captured was trailed before, or lay in the first pool. */
static CardSet deal_pool(const TacticDecision *decision, int plays)
{
    Lanes trailed = all(0), captured = all(0);
    for (int i = 0; i < plays; i += LANES) {
        const Mask there = (Mask)(plays - i < LANES ? (1 << (plays - i)) - 1 : 0xff);
        const Lanes play = (Lanes)_mm512_maskz_loadu_epi64(there, decision->history + i);
        const Mask captures = some(play & (play - 1));
        trailed |= keep((Mask)~captures, play);
        captured |= keep(captures, play);
    }
    return (decision->first_pool | (CardSet)_mm512_reduce_or_epi64((__m512i)trailed)) &
           ~(CardSet)_mm512_reduce_or_epi64((__m512i)captured);
}

/* The number of plays before this deal. */
INLINE int deal_began(const WideShared *shared) { return shared->deal * HAND * shared->rules->players; }

/* Fills in the unseen cards without those that the opponents let lie in this deal. */
INLINE void declined_fill(WideFeatures *features, const WideShared *shared, const WideDecisions *decisions, int place)
{
    const Rules *rules = shared->rules;
    const int players = rules->players, began = deal_began(shared), opponents = rules->teams ? 1 : players - 1;
    const Lanes history = load(decisions->history + place);
    Lanes pool = load(decisions->deal_pool + place), declined[MAX_SEATS], lie = features->unseen;
    for (int seat = 0; seat < players; seat++)
        declined[seat] = all(0);
    for (int ply = began; ply < shared->ply; ply++) {
        const int place_of = (ply % players - shared->seat + players) % players;
        const Lanes play = (Lanes)_mm512_mask_i64gather_epi64(
            _mm512_setzero_si512(), some(history), (__m512i)(history + (uint64_t)ply * sizeof(CardSet)), NULL, 1);
        const Mask takes = some(play & (play - 1));
        if (place_of) declined[place_of] |= keep((Mask)~takes, capturers(pool));
        pool = pick(takes, pool & ~play, pool | play);
    }
    for (int seat = 1; seat <= opponents; seat++)
        lie &= declined[seat];
    const Lanes rest = features->unseen & ~lie;
    features->declined = some(history) & some(lie) & (Mask)~below(ones(rest), all((uint64_t)shared->others));
    features->rest = pick(features->declined, rest, features->unseen);
    features->rest_count = ones(features->rest);
    features->rest_counts = nibble_counts(features->rest);
    features->rest_partners = partners_of(features->rest_counts);
}
