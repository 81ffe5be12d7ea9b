/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Legal plays, their numbers and what is seen, of many rounds in lanes. The Makefile compiles this once more for each
   instruction set that has lanes; ISA is its name. */
#include "agents/batch/ways.h"
#include "library/steps.h"

#ifndef ISA
#define ISA plain
#endif
#define JOINED(a, b) a##b
#define NAME_OF(isa) JOINED(step_lanes_, isa)

/* Of a card; of none, any number. */
INLINE Lanes card_index(Lanes card) { return index_of(blend(some(card), card, all(1))); }

/* What the seats to move hold. */
static const CardSet *hands_of(const BatchRounds *batch) { return batch->hands[batch_held(batch, batch_seat(batch))]; }

/* ---- are plays legal? */

/* Of the values, where queens and kings count 1. */
INLINE Lanes values_sum(Lanes cards)
{
    /* cards in whose value there is a 1, 2, 4, 8 */
    const CardSet ones = RANK_SET(0) | RANK_SET(2) | RANK_SET(4) | RANK_SET(6) | RANK_SET(8) | QUEENS | KINGS,
                  twos = RANK_SET(1) | RANK_SET(2) | RANK_SET(5) | RANK_SET(6) | RANK_SET(9),
                  fours = RANK_SET(3) | RANK_SET(4) | RANK_SET(5) | RANK_SET(6),
                  eights = RANK_SET(7) | RANK_SET(8) | RANK_SET(9);
    return popcount(cards & all(ones)) + (popcount(cards & all(twos)) << 1) + (popcount(cards & all(fours)) << 2) +
           (popcount(cards & all(eights)) << 3);
}

/* Which plays are legal; *open: where they trail a card and there are too many numerals to say so. */
INLINE Mask plays_legal(Lanes plays, Lanes hand, Lanes pool, Mask *open)
{
    const Lanes card = plays & hand, captured = plays ^ card, one = first_of(blend(some(card), card, all(1)));
    const Mask jack = meets(one, all(JACKS)), face = meets(one, all(QUEENS | KINGS)), captures = some(captured);
    Ways ways;
    ways_count(&ways, pool, one, 1, 4);
    const Lanes value = ways.places[0] >> 2, kin = pool & up(all(0xf), ways.places[0]) >> 4;
    const Lanes swept = pool & all(NUMERALS | JACKS);
    const Lanes may = blend(face, kin, pool & all(NUMERALS)), sum = blend(face, all(1), all(11) - value);
    const Mask fits = equal(values_sum(captured), sum) & no(some(captured & ~may));
    const Mask trails = equal(card_way(&ways, 0, 0), one);
    *open = ways.over & no(captures) & no(jack | face);
    return equal(card, one) &
           ((jack & equal(captured, swept)) | (no(jack) & ((captures & fits) | (no(captures) & trails))));
}

static int steps_illegal(const BatchRounds *batch)
{
    const CardSet *hands = hands_of(batch), *plays = batch->plays[batch_next(batch)];
    const char *why;
    for (int place = 0; place < batch->rounds; place += LANES) {
        Mask open;
        const Mask legal = plays_legal(load(plays + place), load(hands + place), load(batch->pool + place), &open);
        for (unsigned rest = mask_bits(no(legal) | open) & group_lanes(place, batch->rounds); rest; rest &= rest - 1) {
            const int round = place + __builtin_ctz(rest);
            if (!play_legal(hands[round], batch->pool[round], plays[round], &why)) return round;
        }
    }
    return batch->rounds;
}

/* ---- numbers of captures, once there are enough of them */

enum { CAPTURES = 64 + LANES };

typedef struct {
    const ActionNumbers *numbers;
    int count;
    uint64_t indices[CAPTURES], captured[CAPTURES]; /* the cards, and what they capture */
    int32_t *actions[CAPTURES];                     /* where the numbers belong */
} Captures;

static void captures_number(Captures *captures)
{
    const ActionNumbers *numbers = captures->numbers;
    for (int i = captures->count; i % LANES; i++)
        captures->indices[i] = captures->captured[i] = 0;
    for (int at = 0; at < captures->count; at += LANES) {
        const Lanes index = load(captures->indices + at), rank = index >> 2;
        /* a jack's number says nothing of what it takes */
        const Mask jack = equal(rank, all(JACK));
        Lanes rest = keep(no(jack), load(captures->captured + at)), sum = all(0);
        Lanes number = entry_of(numbers->first, mask_all(true), index);
        while (any(some(rest))) {
            const Mask here = some(rest);
            const Lanes end = card_index(first_taken(&rest));
            sum += keep(here, (end >> 2) + 1);
            const Lanes row = times(blend(below(end, index), all(ALL_VALUES), rank), all(SUMS)) + sum;
            number += entry_of(numbers->before, here, (row << 6) + end);
        }
        for (int lane = 0; lane < LANES && at + lane < captures->count; lane++)
            *captures->actions[at + lane] = (int32_t)LANE(number, lane);
    }
    captures->count = 0;
}

/* ---- legal plays */

typedef struct {
    CardSet *plays;
    int32_t *actions;
    Captures captures;
} Lists;

/* Writes a play at its place. */
INLINE void play_put(Lists *lists, uint32_t at, CardSet play, uint64_t index)
{
    Captures *captures = &lists->captures;
    if (lists->plays) lists->plays[at] = play;
    if (!lists->actions) return;
    lists->actions[at] = (int32_t)index; /* of a play that captures nothing */
    captures->indices[captures->count] = index;
    captures->captured[captures->count] = play ^ UINT64_C(1) << index;
    captures->actions[captures->count] = &lists->actions[at];
    captures->count += (play & (play - 1)) != 0;
}

/* The plays of a round that lanes have no room for; returns how many. */
static uint32_t round_list(Lists *lists, uint32_t at, const BatchRounds *batch, int round)
{
    CardSet found[MAX_MOVES];
    const CardSet hand = hands_of(batch)[round];
    const int count = moves_list(found, hand, batch->pool[round], NULL);
    for (int i = 0; i < count; i++) {
        if (lists->plays) lists->plays[at + (uint32_t)i] = found[i];
        if (lists->actions) lists->actions[at + (uint32_t)i] = action_of(set_first(found[i] & hand), found[i] & ~hand);
    }
    return (uint32_t)count;
}

/* Puts the plays with card number `i` of the hands of these lanes, each in the way of that number; first: where those of
   each round begin. */
INLINE void plays_put(Lists *lists, const Ways *ways, int i, uint64_t way, Lanes plays, const uint32_t first[],
                      unsigned lanes)
{
    const Lanes index = card_index(ways->cards[i]), before = ways->firsts[i];
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        play_put(lists, first[lane] + (uint32_t)(LANE(before, lane) + way), LANE(plays, lane), LANE(index, lane));
    }
    if (lists->captures.count > CAPTURES - 2 * LANES) captures_number(&lists->captures);
}

/* Lists the plays of these lanes. */
INLINE void group_list(Lists *lists, const Ways *ways, int size, const uint32_t first[], unsigned lanes)
{
    Lanes plays[WAYS_HAND];
    for (int i = 0; i < size; i++) /* first of all, so that processors work on all cards at a time */
        plays[i] = card_way(ways, i, 0);
    for (int i = 0; i < size; i++) {
        unsigned rest = lanes;
        plays_put(lists, ways, i, 0, plays[i], first, rest);
        for (uint64_t way = 1; (rest = mask_bits(below(all(way), ways->found[i])) & lanes); way++)
            plays_put(lists, ways, i, way, card_way(ways, i, way), first, rest);
    }
}

INLINE uint32_t list_sized(uint32_t first[], Lists *lists, uint32_t listed, const BatchRounds *batch, int size)
{
    const CardSet *hands = hands_of(batch);
    for (int place = 0; place < batch->rounds; place += LANES) {
        const unsigned lanes = group_lanes(place, batch->rounds);
        Ways ways;
        ways_count(&ways, load(batch->pool + place), load(hands + place), size, 4);
        const unsigned over = mask_bits(ways.over);
        for (int lane = 0; lane < LANES && place + lane < batch->rounds; lane++) {
            first[place + lane] = listed;
            listed +=
                over >> lane & 1 ? round_list(lists, listed, batch, place + lane) : (uint32_t)LANE(ways.count, lane);
        }
        if (lists->plays || lists->actions) group_list(lists, &ways, size, first + place, lanes & ~over);
    }
    if (lists->actions) captures_number(&lists->captures);
    return listed;
}

static uint32_t lanes_list(uint32_t first[], CardSet *plays, int32_t *actions, uint32_t listed,
                           const BatchRounds *batch, const ActionNumbers *numbers)
{
    Lists lists;
    lists.plays = plays;
    lists.actions = actions;
    lists.captures.numbers = numbers;
    lists.captures.count = 0;
    return BY_SIZE(set_count(hands_of(batch)[0]), list_sized, first, &lists, listed, batch);
}

/* ---- counts: each of a kind for the four sides in order, 16 bits from the lowest on */

enum { KINDS = (PASUR_COUNTS - PASUR_COUNT_SURS) / MAX_SIDES };

/* Adds what a side has of each kind but scores. */
INLINE void side_count(Lanes kinds[static KINDS], const BatchRounds *batch, int place, int side, int shift,
                       const StepCounts *shared)
{
    const Lanes pile = load(batch->piles[side] + place), surs = load(batch->surs + place) >> 8 * side & 0xff;
    const Lanes clubs = popcount(pile & all(CLUBS));
    const Lanes points = small_entry(small_table(shared->clubs), clubs) + times(surs, all(shared->sur)) +
                         cards_scoring(shared->prices, shared->price_count, pile);
    const Lanes counts[] = {surs, clubs, popcount(pile), points & 0xffff,
                            keep(equal(load(batch->last + place), all((uint64_t)side)), all(1))};
    for (int i = 0; i < KINDS - 1; i++)
        kinds[i] |= counts[i] << shift;
}

static inline void sides_put(int16_t counts[static MAX_SIDES], uint64_t sides)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(counts, &sides, sizeof sides);
#else
    for (int i = 0; i < MAX_SIDES; i++)
        counts[i] = (int16_t)(sides >> 16 * i);
#endif
}

static void counts_observe(int16_t *counts, const BatchRounds *batch, const StepCounts *shared)
{
    const int sides = batch->rules->sides, width = 16 * sides, turn = 16 * shared->side;
    for (int place = 0; place < batch->rounds; place += LANES) {
        const Lanes scores = load(batch->scores + place);
        Lanes kinds[KINDS] = {all(0), all(0), all(0), all(0), all(0)};
        kinds[KINDS - 1] =
            turn ? (scores >> turn | scores << (width - turn)) & all(UINT64_MAX >> (64 - width)) : scores;
        for (int i = 0; i < sides; i++)
            side_count(kinds, batch, place, (shared->side + i) % sides, 16 * i, shared);
        uint64_t found[KINDS][LANES];
        memcpy(found, kinds, sizeof found);
        for (int lane = 0; lane < LANES && place + lane < batch->rounds; lane++, counts += PASUR_COUNTS) {
            memcpy(counts, shared->head, sizeof shared->head);
            for (int i = 0; i < KINDS; i++)
                sides_put(counts + PASUR_COUNT_SURS + i * MAX_SIDES, found[i][lane]);
        }
    }
}

/* ---- planes */

static void planes_observe(uint8_t *planes, const BatchRounds *batch, int side)
{
    const int sides = batch->rules->sides, players = batch->rules->players;
    const CardSet *sets[PASUR_PLANES] = {[PASUR_PLANE_HAND] = hands_of(batch), [PASUR_PLANE_POOL] = batch->pool};
    for (int i = 0; i < sides; i++)
        sets[PASUR_PLANE_PILES + i] = batch->piles[(side + i) % sides];
    for (int i = 0; i < players; i++) /* the seat itself played longest ago */
        if (batch->ply >= players - i) sets[PASUR_PLANE_PLAYS + i] = batch->plays[batch->ply - players + i];
    planes_put(planes, sets, batch->rounds);
}

static void steps_observe(uint8_t *planes, int16_t *counts, const BatchRounds *batch, const StepCounts *shared)
{
    if (planes) planes_observe(planes, batch, shared->side);
    if (counts) counts_observe(counts, batch, shared);
}

const StepLanes NAME_OF(ISA) = {steps_illegal, lanes_list, steps_observe};
