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

/* The same by a list of plays, for pools with more numerals. */
static CardSet choose_listed(const AgentKind *kind, const Decision *decision, const Rules *rules)
{
    const Table *table = decision->table;
    const View view = {.rules = rules, .table = table, .hand = decision->hand, .seat = table->turn};
    return kind->choose(NULL, NULL, &view, decision->rng);
}

INLINE bool summed(const Decision *decision)
{
    return _mm_popcnt_u64(decision->table->pool & NUMERALS) <= MOST_SUMMED;
}

INLINE void random_sized(CardSet out[], const Decision decisions[], int count, int size)
{
    for (int i = 0; i < count; i++)
        out[i] = summed(&decisions[i]) ? random_one(&decisions[i], size) : choose_listed(&AGENT_RANDOM, &decisions[i], NULL);
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

/* ---- greedy */

/* The play that gains most, so far, and those that gain as much. */
typedef struct {
    int value, ties;
    CardSet plays[HAND << MOST_SUMMED];
} BestPlays;

/* What a play gains, as gain of agents/greedy.c. */
INLINE int play_gain(const Table *table, const Rules *rules, CardSet card, CardSet captured, bool sweeps)
{
    const CardSet pool = table->pool, taken = card | captured | (sweeps ? pool : 0);
    int value = worth_cards(taken, rules) * CLUBS_IN_PACK +
                (int)_mm_popcnt_u64(taken & CLUBS) * worth_club(CLUBS_IN_PACK, rules);
    if (captured == pool && captured && table_sur_possible(table, rules, card_rank(set_first(card))))
        value += table_sur_points(table, rules) * CLUBS_IN_PACK;
    return captured ? value : 0;
}

INLINE void best_add(BestPlays *best, int value, CardSet play)
{
    best->ties = value > best->value ? 0 : best->ties;
    best->value = value > best->value ? value : best->value;
    best->plays[best->ties] = play;
    best->ties += value == best->value;
}

/* One of the best: where there is one alone, nothing is drawn. */
INLINE CardSet best_draw(const BestPlays *best, Rng *rng)
{
    Rng drawn = *rng;
    const uint64_t product = (uint64_t)rng_next(&drawn) * (uint32_t)best->ties;
    if ((uint32_t)product < (uint32_t)best->ties) return best->plays[best->ties > 1 ? rng_bounded(rng, (uint32_t)best->ties) : 0];
    rng->state = best->ties > 1 ? drawn.state : rng->state;
    return best->plays[product >> 32];
}

INLINE CardSet greedy_one(const Decision *decision, const Rules *rules, int size, bool sweeps)
{
    const CardSet pool = decision->table->pool;
    const SubsetSums sums = subset_sums(pool & NUMERALS);
    BestPlays best;
    best.value = -1;
    best.ties = 0;
    CardSet rest = decision->hand;
    for (int i = 0; i < size; i++) {
        const CardSet card = rest & (0 - rest);
        const int rank = card_rank(set_first(rest));
        const uint64_t subsets = rank_subsets(sums, rank);
        const int ways = rank_ways(pool, subsets, rank);
        int way = 0;
        do {
            const CardSet captured = way_captured(pool, subsets, rank, way);
            best_add(&best, play_gain(decision->table, rules, card, captured, sweeps), card | captured);
        } while (++way < ways);
        rest = set_rest(rest);
    }
    return best_draw(&best, decision->rng);
}

INLINE void greedy_sized(CardSet out[], const Rules *rules, const Decision decisions[], int count, bool sweeps, int size)
{
    for (int i = 0; i < count; i++)
        out[i] = summed(&decisions[i]) ? greedy_one(&decisions[i], rules, size, sweeps)
                                       : choose_listed(&AGENT_GREEDY, &decisions[i], rules);
}

void greedy_many(CardSet out[], const Rules *rules, const Decision decisions[], int count)
{
    const Rules own = *rules; /* so that the compiler knows that nobody changes them */
    const bool sweeps = table_sweeps(decisions[0].table, rules);
    SWITCH_SIZE(greedy_sized, out, &own, decisions, count, sweeps)
}

#else

bool many_possible(void) { return false; }

void random_many(CardSet out[], const Decision decisions[], int count) { (void)out, (void)decisions, (void)count; }

void greedy_many(CardSet out[], const Rules *rules, const Decision decisions[], int count)
{
    (void)out, (void)rules, (void)decisions, (void)count;
}

#endif
