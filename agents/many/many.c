/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses plays of many positions, one position after the other, but without a branch that depends on the cards. */
#include "agents/many/many.h"
#include "agents/isa.h"

#if defined __AVX2__ && defined __BMI2__ && !defined PASUR_PLAIN

#include <limits.h>

#include "agents/many/captures.h"
#include "engine/table.h"

bool many_possible(void) { return isa_bits(); }

/* ---- random */

INLINE CardSet random_one(const AgentDecision *decision, int size)
{
    const CardSet pool = decision->table->pool, numerals = numerals_in_reach(pool, decision->hand);
    const SubsetSums sums = subset_sums(numerals);
    uint32_t subsets[HAND];
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
    return UINT64_C(1) << card | way_captured(pool, numerals, subsets[chosen], card >> 2, draw - firsts[chosen]);
}

/* The same by a list of plays, for pools with more numerals. */
static CardSet choose_listed(const AgentKind *kind, const AgentDecision *decision, const Rules *rules)
{
    const View view = decision_view(decision, rules);
    return kind->choose(NULL, NULL, &view, decision->rng);
}

INLINE bool summed(const AgentDecision *decision)
{
    return _mm_popcnt_u64(numerals_in_reach(decision->table->pool, decision->hand)) <= MOST_SUMMED;
}

INLINE void random_sized(CardSet out[], const AgentDecision decisions[], int count, int size)
{
    for (int i = 0; i < count; i++)
        out[i] =
            summed(&decisions[i]) ? random_one(&decisions[i], size) : choose_listed(&AGENT_RANDOM, &decisions[i], NULL);
}

/* Calls `sized` with the number of cards in the hands, which is the same for all, as a constant. */
#define SWITCH_SIZE(sized, ...)                                                                                        \
    switch (_mm_popcnt_u64(decisions[0].hand)) {                                                                       \
    case 1: sized(__VA_ARGS__, 1); break;                                                                              \
    case 2: sized(__VA_ARGS__, 2); break;                                                                              \
    case 3: sized(__VA_ARGS__, 3); break;                                                                              \
    default: sized(__VA_ARGS__, HAND); break;                                                                          \
    }

void random_many(CardSet out[], const AgentDecision decisions[], int count)
{
    SWITCH_SIZE(random_sized, out, decisions, count)
}

/* ---- greedy: what captures is listed for all positions, then valued, then each position draws */

/* A card that captures. */
typedef struct {
    CardSet numerals;
    uint32_t subsets; /* of them, see rank_subsets */
    uint16_t decision, card;
} Capturing;

/* Of a decision's captures those that gain most. */
enum { MOST_TIES = 6, LISTED = MOST_TIES + 1 };
typedef struct {
    int value, ties;              /* LISTED: it is to be made by a list of plays */
    CardSet plays[MOST_TIES + 1]; /* the last is for plays that do not count */
} BestPlays;

/* Lists the cards that capture; returns how many. */
INLINE int capturing_list(Capturing list[], BestPlays best[], const AgentDecision decisions[], int count, int size)
{
    int listed = 0;
    for (int i = 0; i < count; i++) {
        const CardSet pool = decisions[i].table->pool, numerals = numerals_in_reach(pool, decisions[i].hand);
        const SubsetSums sums = subset_sums(numerals);
        CardSet rest = decisions[i].hand;
        const bool fits = summed(&decisions[i]);
        best[i].value = fits ? 0 : INT_MAX;
        best[i].ties = fits ? 0 : LISTED;
        for (int k = 0; k < size; k++) {
            const int card = set_first(rest);
            const uint32_t subsets = rank_subsets(sums, card >> 2);
            list[listed] = (Capturing){numerals, subsets, (uint16_t)i, (uint16_t)card};
            listed += (subsets >> 1 | (pool & RANK_TAKES[card >> 2].others)) != 0;
            rest = set_rest(rest);
        }
    }
    return listed;
}

/* What cards are worth to greedy, in 1/CLUBS_IN_PACK points: so much for each of these, the clubs last. */
enum { PRICES = PAYING + 1 };
typedef struct {
    CardSet cards[PRICES];
    int each[PRICES];
} Prices;

INLINE Prices prices_of(const Rules *rules)
{
    Prices prices;
    for (int i = 0; i < PAYING; i++) {
        prices.cards[i] = PAYING_CARDS[i];
        prices.each[i] = rules->paying[i] * CLUBS_IN_PACK;
    }
    prices.cards[PAYING] = CLUBS;
    prices.each[PAYING] = worth_club(CLUBS_IN_PACK, rules);
    return prices;
}

/* What a capture gains, as gain of agents/many/greedy.c. */
INLINE int capture_gain(const Table *table, const Rules *rules, const Prices *prices, CardSet card, CardSet captured,
                        bool sweeps)
{
    const CardSet pool = table->pool, taken = card | captured | (sweeps ? pool : 0);
    int value = 0;
    for (int i = 0; i < PRICES; i++)
        value += (int)_mm_popcnt_u64(taken & prices->cards[i]) * prices->each[i];
    if (captured == pool && table_sur_possible(table, rules, card_rank(set_first(card))))
        value += table_sur_points(table, rules) * CLUBS_IN_PACK;
    return value;
}

INLINE void best_add(BestPlays *best, int value, CardSet play)
{
    const int ties = best->ties & -(value <= best->value);
    best->plays[ties < MOST_TIES ? ties : MOST_TIES] = play;
    best->value = value > best->value ? value : best->value;
    best->ties = ties + (value == best->value);
}

INLINE void captures_value(BestPlays best[], const Capturing list[], int listed, const Rules *rules,
                           const AgentDecision decisions[], bool sweeps)
{
    const Prices prices = prices_of(rules);
    for (int i = 0; i < listed; i++) {
        const Table *table = decisions[list[i].decision].table;
        const int card = list[i].card, ways = rank_ways(table->pool, list[i].subsets, card >> 2);
        int way = 0;
        do {
            const CardSet captured = way_captured(table->pool, list[i].numerals, list[i].subsets, card >> 2, way);
            const int value = capture_gain(table, rules, &prices, set_of((Card)card), captured, sweeps);
            best_add(&best[list[i].decision], value, set_of((Card)card) | captured);
        } while (++way < ways);
    }
}

/* Is the decision not drawn among the best captures and cards to trail? All plays may be as good as these captures, or
   there may be more of them than are kept. */
INLINE bool drawn_otherwise(const BestPlays *best, int size)
{
    return ((best->ties > (size == 1)) & !best->value) | (best->ties > MOST_TIES);
}

/* Chooses one of the best captures, or where there is none any card of the hand. One that stands alone needs no draw.
   If the decision is drawn otherwise, this draws nothing. */
INLINE CardSet best_draw(const BestPlays *best, const AgentDecision *decision, bool otherwise, int size)
{
    const CardSet captures = -(CardSet)(best->ties > 0);
    const int bound = best->ties | (size & (int)~captures);
    const uint64_t drawing = -(uint64_t)((bound > 1) & !otherwise);
    Rng drawn = *decision->rng;
    const uint64_t product = (uint64_t)rng_next(&drawn) * (uint32_t)bound;
    uint32_t index = (uint32_t)(product >> 32);
    if (((uint32_t)product < (uint32_t)bound) & (int)drawing) /* hardly ever */
        index = rng_bounded(decision->rng, (uint32_t)bound);
    else
        decision->rng->state ^= (decision->rng->state ^ drawn.state) & drawing;
    const CardSet trailed = _pdep_u64(UINT64_C(1) << index, decision->hand);
    return (best->plays[index < MOST_TIES ? index : MOST_TIES] & captures) | (trailed & ~captures);
}

INLINE void greedy_sized(CardSet out[], const Rules *rules, const AgentDecision decisions[], int count, int size)
{
    Capturing list[MAX_DECISIONS * HAND + 1];
    BestPlays best[MAX_DECISIONS];
    int others[MAX_DECISIONS + 1], other_count = 0; /* decisions that are drawn otherwise */
    const int listed = capturing_list(list, best, decisions, count, size);
    captures_value(best, list, listed, rules, decisions, sweeps_at(decisions[0].table->ply, rules));
    for (int i = 0; i < count; i++) {
        const bool otherwise = drawn_otherwise(&best[i], size);
        out[i] = best_draw(&best[i], &decisions[i], otherwise, size);
        others[other_count] = i;
        other_count += otherwise;
    }
    for (int i = 0; i < other_count; i++) {
        const AgentDecision *decision = &decisions[others[i]];
        out[others[i]] =
            best[others[i]].value ? choose_listed(&AGENT_GREEDY, decision, rules) : random_one(decision, size);
    }
}

void greedy_many(CardSet out[], const Rules *rules, const AgentDecision decisions[], int count)
{
    const Rules own = *rules; /* so that the compiler knows that nobody changes them */
    SWITCH_SIZE(greedy_sized, out, &own, decisions, count)
}

#else

bool many_possible(void) { return false; }

void random_many(CardSet out[], const AgentDecision decisions[], int count) { (void)out, (void)decisions, (void)count; }

void greedy_many(CardSet out[], const Rules *rules, const AgentDecision decisions[], int count)
{
    (void)out, (void)rules, (void)decisions, (void)count;
}

#endif
