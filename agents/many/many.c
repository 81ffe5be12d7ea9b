/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses plays of many positions, one position after the other, but without a branch that depends on the cards. */
#include "agents/many/many.h"

#if defined __AVX2__ && defined __BMI2__ && !defined PASUR_PLAIN

#include "agents/many/captures.h"
#include "engine/worth.h"

bool many_possible(void)
{
    /* before Zen 3 pdep takes as long as all of the plain path */
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") &&
           !__builtin_cpu_is("znver2");
}

/* ---- random */

INLINE CardSet random_one(const Decision *decision, int size)
{
    const CardSet pool = decision->table->pool;
    const SubsetSums sums = subset_sums(pool & NUMERALS);
    uint64_t subsets[HAND];
    int firsts[HAND], cards[HAND], count = 0, chosen = 0;
    CardSet rest = decision->hand;
    for (int i = 0; i < size; i++) {
        cards[i] = set_first(rest);
        subsets[i] = rank_subsets(sums, cards[i] >> 2);
        firsts[i] = count;
        count += rank_ways(pool, subsets[i], cards[i] >> 2);
        rest = set_rest(rest);
    }
    const int draw = (int)rng_bounded(decision->rng, (uint32_t)count);
    for (int i = 1; i < size; i++)
        chosen += draw >= firsts[i];
    const int card = cards[chosen];
    return UINT64_C(1) << card | way_captured(pool, subsets[chosen], card >> 2, draw - firsts[chosen]);
}

static CardSet random_listed(const Decision *decision)
{
    CardSet moves[MAX_MOVES];
    const int count = moves_list(moves, decision->hand, decision->table->pool, NULL);
    return moves[rng_bounded(decision->rng, (uint32_t)count)];
}

INLINE bool summed(const Decision *decision)
{
    return _mm_popcnt_u64(decision->table->pool & NUMERALS) <= MOST_SUMMED;
}

INLINE void random_sized(CardSet out[], const Decision decisions[], int count, int size)
{
    for (int i = 0; i < count; i++)
        out[i] = summed(&decisions[i]) ? random_one(&decisions[i], size) : random_listed(&decisions[i]);
}

/* Calls `sized` with the number of cards in the hands, which is the same for all, as a constant. */
#define SWITCH_SIZE(sized, ...)                                                                                        \
    switch (_mm_popcnt_u64(decisions[0].hand)) {                                                                       \
    case 1: sized(__VA_ARGS__, 1); break;                                                                              \
    case 2: sized(__VA_ARGS__, 2); break;                                                                              \
    case 3: sized(__VA_ARGS__, 3); break;                                                                              \
    default: sized(__VA_ARGS__, HAND); break;                                                                          \
    }

void random_many(CardSet out[], const Decision decisions[], int count)
{
    SWITCH_SIZE(random_sized, out, decisions, count)
}

#else

bool many_possible(void) { return false; }

void random_many(CardSet out[], const Decision decisions[], int count) { (void)out, (void)decisions, (void)count; }

#endif
