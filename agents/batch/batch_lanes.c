/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions and plays of many rounds in lanes. The Makefile compiles this once for each instruction set that has lanes;
   ISA is its name. */
#include "agents/lanes.h"

#if LANES > 1

#include "agents/batch/batch.h"
#include "agents/batch/ways.h"
#include "engine/table.h"

#define JOINED(a, b) a##b
#define NAME_OF(isa) JOINED(batch_lanes_, isa)

/* ---- streams of random numbers */

/* The next number of each stream: rng_next. */
INLINE Lanes next_drawn(Lanes *states, Lanes sequences)
{
    const Lanes old = *states, mixed = (old >> 18 ^ old) >> 27 & UINT32_MAX;
    *states = old * all(UINT64_C(6364136223846793005)) + sequences;
    return down(mixed | mixed << 32, old >> 59) & UINT32_MAX;
}

/* A number below the bound from what was drawn, and whether it is one of the hardly ever drawn ones that rng_bounded
   looks at more closely. */
INLINE Lanes bounded(Lanes drawn, Lanes bounds, Mask *closely)
{
    const Lanes product = times_unsigned(drawn, bounds);
    *closely = below(product & UINT32_MAX, bounds);
    return product >> 32;
}

/* ---- groups of rounds, as many as there are lanes */

/* Lanes of the group at that place that are of rounds before `end`. */
INLINE unsigned group_lanes(int place, int end)
{
    return place + LANES <= end ? (1u << LANES) - 1 : (1u << (end - place)) - 1;
}

INLINE void group_store(uint64_t out[], Lanes lanes, int place, int end)
{
    memcpy(out + place, &lanes, place + LANES <= end ? sizeof lanes : (size_t)(end - place) * sizeof *out);
}

/* Keeps what the group has decided; `alone` are decided one by one, from the streams as they were. */
INLINE void group_decide(ManyRounds *many, const AgentKind *kind, int place, int end, Lanes plays, Lanes states,
                         Mask alone)
{
    uint64_t *kept = many->states[many_seat(many)];
    const Lanes before = load(kept + place);
    group_store(many->plays, plays, place, end);
    group_store(kept, blend(alone, before, states), place, end);
    for (unsigned rest = mask_bits(alone) & group_lanes(place, end); rest; rest &= rest - 1)
        many_choose(many, kind, place + __builtin_ctz(rest));
}

/* Calls `sized` with the number of cards in the hands, which is the same for all, as a constant. */
#define SWITCH_SIZE(sized, many, ...)                                                                                  \
    switch (set_count((many)->hands[many_seat(many)][first])) {                                                        \
    case 1: sized(many, __VA_ARGS__, 1); break;                                                                        \
    case 2: sized(many, __VA_ARGS__, 2); break;                                                                        \
    case 3: sized(many, __VA_ARGS__, 3); break;                                                                        \
    default: sized(many, __VA_ARGS__, HAND); break;                                                                    \
    }

/* ---- random */

INLINE void random_sized(ManyRounds *many, int first, int end, int size)
{
    const int seat = many_seat(many);
    for (int place = first; place < end; place += LANES) {
        Ways ways;
        Mask closely;
        Lanes states = load(many->states[seat] + place);
        ways_count(&ways, load(many->pool + place), load(many->hands[seat] + place), size);
        const Lanes drawn = next_drawn(&states, load(many->sequences[seat] + place));
        const Lanes way = bounded(drawn, ways.count, &closely);
        group_decide(many, &AGENT_RANDOM, place, end, way_play(&ways, way, size), states, ways.over | closely);
    }
}

static void random_choose(ManyRounds *many, int first, int count)
{
    SWITCH_SIZE(random_sized, many, first, first + count)
}

/* ---- greedy */

enum { SLOTS = 8 }; /* plays of a decision, at most */

/* What cards are worth to greedy, in 1/CLUBS_IN_PACK points: so much for each of these, the clubs last. */
enum { PRICES = PAYING + 1 };
typedef struct {
    CardSet cards[PRICES];
    int64_t each[PRICES];
} Prices;

static Prices prices_of(const Rules *rules)
{
    Prices prices;
    for (int i = 0; i < PAYING; i++) {
        prices.cards[i] = PAYING_CARDS[i];
        prices.each[i] = rules->paying[i] * CLUBS_IN_PACK;
    }
    prices.cards[PAYING] = CLUBS;
    prices.each[PAYING] = scoring_club(CLUBS_IN_PACK, rules);
    return prices;
}

/* What the plays gain, as gain of agents/batch/greedy.c. */
INLINE Lanes plays_gain(const ManyRounds *many, int place, const Ways *ways, const Prices *prices, Lanes plays,
                        Mask here, bool sweeps)
{
    const Lanes captured = plays & ways->pool;
    const Mask captures = some(captured),
               empties = captures & equal(captured, ways->pool) & some(plays ^ captured) & here;
    const Lanes taken = keep(captures, sweeps ? plays | ways->pool : plays);
    Lanes gain = all(0);
    for (int i = 0; i < PRICES; i++)
        gain += times(popcount(taken & all(prices->cards[i])), all((uint64_t)prices->each[i]));
    for (unsigned rest = mask_bits(empties); rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        gain[lane] +=
            (uint64_t)((int64_t)many_sur_points(many, place + lane, plays[lane] ^ captured[lane]) * CLUBS_IN_PACK);
    }
    return gain;
}

INLINE void greedy_sized(ManyRounds *many, int first, int end, int size)
{
    const int seat = many_seat(many);
    const Prices prices = prices_of(many->rules);
    const bool sweeps = sweeps_at(many->ply, many->rules);
    for (int place = first; place < end; place += LANES) {
        Ways ways;
        Mask closely;
        Lanes plays[SLOTS], gains[SLOTS], best = all((uint64_t)INT64_MIN), ties = all(0), seen = all(0),
                                          chosen = all(0);
        const Lanes before = load(many->states[seat] + place);
        ways_count(&ways, load(many->pool + place), load(many->hands[seat] + place), size);
        int slots = size;
        while (slots < SLOTS && any(below(all((uint64_t)slots), ways.count)))
            slots++;
        for (int slot = 0; slot < slots; slot++) {
            const Mask here = below(all((uint64_t)slot), ways.count) & no(ways.over);
            plays[slot] = way_play(&ways, all((uint64_t)slot), size);
            gains[slot] = blend(here, plays_gain(many, place, &ways, &prices, plays[slot], here, sweeps),
                                all((uint64_t)INT64_MIN));
            best = larger(best, gains[slot]);
        }
        for (int slot = 0; slot < slots; slot++)
            ties += keep(equal(gains[slot], best), all(1));
        Lanes states = before;
        const Lanes wanted = bounded(next_drawn(&states, load(many->sequences[seat] + place)), ties, &closely);
        for (int slot = 0; slot < slots; slot++) {
            const Mask tie = equal(gains[slot], best);
            chosen = blend(tie & equal(seen, wanted), plays[slot], chosen);
            seen += keep(tie, all(1));
        }
        const Mask draws = below(all(1), ties), over = ways.over | below(all(SLOTS), ways.count);
        group_decide(many, &AGENT_GREEDY, place, end, chosen, blend(draws, states, before), over | (closely & draws));
    }
}

static void greedy_choose(ManyRounds *many, int first, int count)
{
    SWITCH_SIZE(greedy_sized, many, first, first + count)
}

/* ---- plays */

static void plays_put(ManyRounds *many)
{
    const int seat = many_seat(many), side = rules_side(many->rules, seat), end = many->rounds;
    const bool sweeps = sweeps_at(many->ply, many->rules);
    for (int place = 0; place < end; place += LANES) {
        const Lanes pool = load(many->pool + place), hand = load(many->hands[seat] + place);
        const Lanes play = load(many->plays + place), card = play & hand, captured = play ^ card;
        const Mask captures = some(captured);
        Lanes left = blend(captures, pool ^ captured, pool | card), taken = keep(captures, play);
        const Mask empties = captures & no(some(left));
        if (sweeps) {
            taken |= keep(captures, left);
            left = keep(no(captures), left);
        }
        group_store(many->hands[seat], hand ^ card, place, MANY_ROOM);
        group_store(many->pool, left, place, MANY_ROOM);
        group_store(many->piles[side], load(many->piles[side] + place) | taken, place, MANY_ROOM);
        group_store(many->last, blend(captures, all((uint64_t)side), load(many->last + place)), place, MANY_ROOM);
        group_store(many->captures, load(many->captures + place) + keep(captures, all(UINT64_C(1) << 8 * side)), place,
                    MANY_ROOM);
        for (unsigned rest = mask_bits(empties) & group_lanes(place, end); rest; rest &= rest - 1)
            many_emptied(many, place + __builtin_ctz(rest), card[__builtin_ctz(rest)]);
    }
    many->ply++;
}

const BatchLanes NAME_OF(ISA) = {random_choose, greedy_choose, plays_put};

#else

typedef int NoLanes;

#endif
