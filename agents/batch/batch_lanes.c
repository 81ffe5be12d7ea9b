/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions and plays of many rounds in lanes. The Makefile compiles this once more for each instruction set that has
   lanes; ISA is its name. */
#include "agents/batch/batch.h"
#include "agents/batch/ways.h"

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* of numerals that are not counted */
#endif

#ifndef ISA
#define ISA plain
#endif
#define JOINED(a, b) a##b
#define NAME_OF(isa) JOINED(batch_lanes_, isa)

/* ---- groups of rounds, as many as there are lanes */

/* A number below the bound from what was drawn, and whether it is one of the hardly ever drawn ones that rng_bounded
   looks at more closely. */
INLINE Lanes bounded(Lanes drawn, Lanes bounds, Mask *closely)
{
    const Lanes product = times_unsigned(drawn, bounds);
    *closely = below(product & UINT32_MAX, bounds);
    return product >> 32;
}

/* Of the seat to move, by round: what it holds, its stream, and its play. */
typedef struct {
    CardSet *hands, *plays;
    uint64_t *states, *sequences;
} Mover;

static Mover mover_of(BatchRounds *batch)
{
    const int seat = batch_seat(batch);
    return (Mover){batch_hands(batch, seat), batch_plays(batch), batch->states[seat], batch->sequences[seat]};
}

/* Keeps what the group has decided; `alone` are decided one by one, from the streams as they were. */
INLINE void group_decide(BatchRounds *batch, const Mover *mover, const AgentKind *kind, int place, int end, Lanes plays,
                         Lanes states, Mask alone)
{
    const Lanes before = load(mover->states + place);
    group_store(mover->plays, plays, place, end);
    group_store(mover->states, blend(alone, before, states), place, end);
    for (unsigned rest = mask_bits(alone) & group_lanes(place, end); rest; rest &= rest - 1)
        batch_choose(batch, kind, place + __builtin_ctz(rest));
}

static void streams_draw(BatchRounds *batch, int first, int count, uint64_t draws[])
{
    const Mover mover = mover_of(batch);
    for (int place = 0; place < count; place += LANES) {
        Lanes next = load(mover.states + first + place);
        group_store(draws, next_drawn(&next, load(mover.sequences + first + place)) & UINT32_MAX, place, count);
        group_store(mover.states + first, next, place, count);
    }
}

/* ---- Surs */

/* What the side to move does by emptying the pool, and by a capture. */
typedef struct {
    CardSet cards;    /* with these it makes a Sur, or cancels one … */
    uint64_t barred;  /* … but for rounds with this bit in `barred` */
    uint64_t victims; /* whose Surs, the bytes of `surs`, it cancels first */
    bool makes;       /* where it cancels none, it makes one */
    bool sweeps;      /* a capture takes the whole pool */
} SurPlay;

static SurPlay sur_play(const BatchRounds *batch)
{
    const Rules *rules = batch->rules;
    const int shift = 8 * rules_side(rules, batch_seat(batch)), does = sur_in_deal(batch_deal(batch), rules);
    SurPlay sur = {.barred = UINT64_C(1) << shift,
                   .victims = rules->sur_cancel ? ~(UINT64_C(0xff) << shift) : 0,
                   .makes = does == LAST_DEAL_YES,
                   .sweeps = sweeps_at(batch->ply, rules)};
    for (int rank = ACE; does != LAST_DEAL_NO && rank < RANKS; rank++)
        if (sur_by_rank(rank, rules)) sur.cards |= RANK_SET(rank);
    return sur;
}

/* Which of the cards that empty the pool do so. */
INLINE Mask sur_possible(const SurPlay *sur, const BatchRounds *batch, int place, Mask empties, Lanes cards)
{
    return empties & meets(cards, all(sur->cards)) & no(meets(load(batch->barred + place), all(sur->barred)));
}

static void surs_put(const SurPlay *sur, BatchRounds *batch, int place, Mask possible)
{
    Lanes surs = load(batch->surs + place);
    for (int side = 0; side < batch->rules->sides; side++) {
        const Mask cancels = possible & meets(surs, all(sur->victims & UINT64_C(0xff) << 8 * side));
        surs -= keep(cancels, all(UINT64_C(1) << 8 * side));
        possible = possible & no(cancels);
    }
    if (sur->makes) surs += keep(possible, all(sur->barred));
    group_store(batch->surs, surs, place, BATCH_ROOM);
}

/* ---- random */

INLINE void random_sized(BatchRounds *batch, const Mover *mover, int first, int end, int size)
{
    for (int place = first; place < end; place += LANES) {
        Ways ways;
        Mask closely;
        Lanes states = load(mover->states + place);
        ways_count(&ways, load(batch->pool + place), load(mover->hands + place), size, 5);
        const Lanes drawn = next_drawn(&states, load(mover->sequences + place));
        const Lanes way = bounded(drawn, ways.count, &closely);
        group_decide(batch, mover, &AGENT_RANDOM, place, end, way_play(&ways, way, size), states, ways.over | closely);
    }
}

static void random_choose(BatchRounds *batch, int first, int count)
{
    const Mover mover = mover_of(batch);
    BY_SIZE(set_count(mover.hands[first]), random_sized, batch, &mover, first, first + count);
}

/* ---- greedy */

enum { SLOTS = 8 }; /* plays of a decision, at most */

/* What greedy takes, in 1/CLUBS_IN_PACK points. */
typedef struct {
    SurPlay sur;
    int price_count;
    Price prices[PAYING + 1];
} GreedyScoring;

static GreedyScoring greedy_scoring(const BatchRounds *batch)
{
    GreedyScoring scoring = {.sur = sur_play(batch)};
    scoring.price_count = scoring_prices(scoring.prices, batch->rules);
    for (int i = 0; i < scoring.price_count; i++)
        scoring.prices[i].points *= CLUBS_IN_PACK;
    scoring.prices[scoring.price_count++] = (Price){CLUBS, scoring_club(CLUBS_IN_PACK, batch->rules)};
    return scoring;
}

/* What the plays gain, as gain of agents/batch/greedy.c. */
INLINE Lanes plays_gain(const BatchRounds *batch, int place, const Ways *ways, const GreedyScoring *scoring,
                        Lanes plays)
{
    const SurPlay *sur = &scoring->sur;
    const Lanes captured = plays & ways->pool;
    const Mask captures = some(captured), empties = captures & equal(captured, ways->pool) & some(plays ^ captured);
    const Lanes taken = keep(captures, sur->sweeps ? plays | ways->pool : plays);
    Lanes gain = cards_scoring(scoring->prices, scoring->price_count, taken);
    if (any(empties)) {
        const Mask possible = sur_possible(sur, batch, place, empties, plays ^ captured);
        const Mask moves = mask_all(sur->makes) | some(load(batch->surs + place) & all(sur->victims));
        gain += keep(possible & moves, all((uint64_t)(sur_points(1, batch->rules) * CLUBS_IN_PACK)));
    }
    return gain;
}

/* The plays of a group of hands of `size` cards in the order of moves_list, and what they gain; returns how many there
   are at most. A lane with fewer of some card than another has nothing for them; *over: those with too many. */
INLINE int group_gains(Lanes plays[static SLOTS], Lanes gains[static SLOTS], Mask *over, const Ways *ways,
                       const GreedyScoring *scoring, const BatchRounds *batch, int place, int size)
{
    int slots = 0;
    *over = ways->over;
    for (int i = 0; i < size; i++)
        for (uint64_t way = 0;; way++) {
            const Mask here = below(all(way), ways->found[i]);
            if (way && !any(here)) break;
            if (slots == SLOTS - size + 1 + i) { /* the other cards need their places */
                *over |= here;
                break;
            }
            plays[slots] = card_way(ways, i, way);
            gains[slots] = plays_gain(batch, place, ways, scoring, plays[slots]);
            if (way) gains[slots] = blend(here, gains[slots], all((uint64_t)INT64_MIN));
            slots++;
        }
    return slots;
}

INLINE void greedy_sized(BatchRounds *batch, const Mover *mover, int first, int end, int size)
{
    const GreedyScoring scoring = greedy_scoring(batch);
    for (int place = first; place < end; place += LANES) {
        Ways ways;
        Mask closely, over;
        Lanes plays[SLOTS], gains[SLOTS], ties, states = load(mover->states + place);
        const Lanes before = states, drawn = next_drawn(&states, load(mover->sequences + place));
        ways_count(&ways, load(batch->pool + place), load(mover->hands + place), size, 4);
        const int slots = group_gains(plays, gains, &over, &ways, &scoring, batch, place, size);
        const Lanes best = values_best(gains, slots, &ties), wanted = bounded(drawn, ties, &closely);
        const Mask draws = below(all(1), ties);
        group_decide(batch, mover, &AGENT_GREEDY, place, end, tie_play(plays, gains, slots, best, wanted),
                     blend(draws, states, before), over | (closely & draws));
    }
}

static void greedy_choose(BatchRounds *batch, int first, int count)
{
    const Mover mover = mover_of(batch);
    BY_SIZE(set_count(mover.hands[first]), greedy_sized, batch, &mover, first, first + count);
}

/* ---- plays */

static void plays_put(BatchRounds *batch)
{
    const int side = rules_side(batch->rules, batch_seat(batch)), end = batch->rounds;
    const SurPlay sur = sur_play(batch);
    const Mover mover = mover_of(batch);
    for (int place = 0; place < end; place += LANES) {
        const Lanes pool = load(batch->pool + place), hand = load(mover.hands + place);
        const Lanes play = load(mover.plays + place), card = play & hand, captured = play ^ card;
        const Mask captures = some(captured);
        Lanes left = blend(captures, pool ^ captured, pool | card), taken = keep(captures, play);
        const Mask empties = captures & no(some(left));
        if (sur.sweeps) {
            taken |= keep(captures, left);
            left = keep(no(captures), left);
        }
        group_store(mover.hands, hand ^ card, place, BATCH_ROOM);
        group_store(batch->pool, left, place, BATCH_ROOM);
        group_store(batch->piles[side], load(batch->piles[side] + place) | taken, place, BATCH_ROOM);
        group_store(batch->last, blend(captures, all((uint64_t)side), load(batch->last + place)), place, BATCH_ROOM);
        group_store(batch->captures, load(batch->captures + place) + keep(captures, all(UINT64_C(1) << 8 * side)),
                    place, BATCH_ROOM);
        const Mask possible = sur_possible(&sur, batch, place, empties, card);
        if (any(possible)) surs_put(&sur, batch, place, possible);
    }
    batch->ply++;
}

/* ---- packs */

static void packs_shuffle(Pack packs[], Rng streams[], int count)
{
    for (int first = 0; first < count; first += LANES) {
        uint64_t states[LANES], sequences[LANES], places[LANES];
        const int lanes = count - first < LANES ? count - first : LANES;
        Mask alone = mask_all(false), closely;
        for (int lane = 0; lane < LANES; lane++) {
            states[lane] = streams[first + lane % lanes].state;
            sequences[lane] = streams[first + lane % lanes].inc;
        }
        for (int lane = 0; lane < lanes; lane++)
            for (int i = 0; i < CARDS; i++)
                packs[first + lane].cards[i] = (Card)i;
        Lanes next = load(states);
        for (int i = CARDS - 1; i > 0; i--) {
            const Lanes drawn = next_drawn(&next, load(sequences));
            group_store(places, bounded(drawn, all((uint64_t)i + 1), &closely), 0, LANES);
            alone |= closely;
            for (int lane = 0; lane < lanes; lane++)
                cards_swap(packs[first + lane].cards, i, places[lane]);
        }
        for (int lane = 0; lane < lanes; lane++) {
            if (mask_bits(alone) >> lane & 1)
                pack_shuffle(&packs[first + lane], &streams[first + lane]);
            else
                streams[first + lane].state = LANE(next, lane);
        }
    }
}

const BatchLanes NAME_OF(ISA) = {random_choose, greedy_choose, streams_draw, plays_put, packs_shuffle};
