/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sanitized: not part of make quick. */
/* What steps do in lanes, of one and of several, is what is done one by one. The positions are cards of the pack at random,
   whether or not play leads there, so that there are pools of all sizes and captures in many ways. */
#include <string.h>

#include "agents/isa.h"
#include "engine/table.h"
#include "library/steps.h"
#include "tests/engine/claims.h"
#include "tests/test.h"

enum { BATCHES = 1500, BATCH = BATCH_SIZE, ROOM = BATCH * MAX_MOVES };

static ActionNumbers numbers;
static Rules two;

static void tables_fill(void)
{
    two = rules_of("pagat");
    action_numbers(&numbers);
}

/* The lanes that are used, and those of plain code. */
static const StepLanes *lanes_of(int i) { return i % 2 ? step_lanes() : &step_lanes_plain; }

/* `count` rounds with hands of this many cards; each other card lies in the pool with this chance. */
static void positions_make(BatchRounds *batch, int count, int size, double pooled, Rng *rng)
{
    batch->rules = &two;
    batch->rounds = count;
    batch->ply = 0;
    for (int i = 0; i < count; i++) {
        CardSet hand = 0, pool = 0;
        while (set_count(hand) < size)
            hand |= set_of((Card)rng_bounded(rng, CARDS));
        for (Card card = 0; card < CARDS; card++)
            if (rng_double(rng) < pooled) pool |= set_of(card) & ~hand;
        batch->hands[0][i] = hand;
        batch->pool[i] = pool;
    }
}

/* ---- plays and their numbers */

typedef struct {
    CardSet plays[ROOM];
    int32_t actions[ROOM];
    uint32_t first[BATCH + 1];
} Lists;

static void plays_hold(const Lists *lists, int i, const BatchRounds *batch, bool numbered)
{
    static CardSet plays[MAX_MOVES];
    const CardSet hand = batch->hands[0][i];
    const int count = moves_list(plays, hand, batch->pool[i], NULL);
    const uint32_t first = lists->first[i];
    assert_int_equal(lists->first[i + 1] - first, count);
    for (int k = 0; k < count; k++) {
        const CardSet card = plays[k] & hand;
        assert_play_equal(lists->plays[first + (uint32_t)k], plays[k]);
        if (numbered)
            assert_int_equal(lists->actions[first + (uint32_t)k], action_of(set_first(card), plays[k] ^ card));
    }
}

TEST(plays_are_those_listed_one_by_one)
{
    static const double POOLED[] = {0.02, 0.07, 0.15, 0.4};
    static Lists lists;
    static BatchRounds batch;
    tables_fill();
    for (int i = 0; i < BATCHES; i++) {
        Rng rng = rng_for(71, (uint64_t)i, PURPOSE_TEST);
        const int count = 1 + (int)rng_bounded(&rng, BATCH), size = 1 + (int)rng_bounded(&rng, HAND);
        const uint32_t listed = rng_bounded(&rng, 100);
        const bool numbered = i % 5;
        positions_make(&batch, count, size, POOLED[i / 2 % COUNT(POOLED)], &rng);
        lists.first[count] =
            lanes_of(i)->list(lists.first, lists.plays, numbered ? lists.actions : NULL, listed, &batch, &numbers);
        assert_int_equal(lists.first[0], listed);
        for (int k = 0; k < count; k++)
            plays_hold(&lists, k, &batch, numbered);
    }
}

/* ---- legal plays */

/* A set that may be a play: one of the position's, the same with some card more or less, or any. */
static CardSet perhaps_play(const CardSet plays[], int count, CardSet hand, CardSet pool, Rng *rng)
{
    const CardSet play = plays[rng_bounded(rng, (uint32_t)count)], card = set_of((Card)rng_bounded(rng, CARDS)),
                  any = (uint64_t)rng_next(rng) << 32 | rng_next(rng);
    switch (rng_bounded(rng, 8)) {
    case 0: return play ^ card;
    case 1: return play ^ card ^ set_of((Card)rng_bounded(rng, CARDS));
    case 2: return play & hand;
    case 3: return (play & hand) | (pool & any);
    case 4: return play ^ (any & (rng_bounded(rng, 2) ? PACK : ~PACK));
    case 5: return hand & any;
    default: return play;
    }
}

TEST(legal_are_those_of_play_legal)
{
    static const double POOLED[] = {0, 0.05, 0.1, 0.2};
    static Lists lists;
    static BatchRounds batch;
    int legal_count = 0;
    tables_fill();
    for (int i = 0; i < BATCHES; i++) {
        Rng rng = rng_for(72, (uint64_t)i, PURPOSE_TEST);
        const int count = 1 + (int)rng_bounded(&rng, BATCH), size = 1 + (int)rng_bounded(&rng, HAND);
        positions_make(&batch, count, size, POOLED[i / 2 % COUNT(POOLED)], &rng);
        lists.first[count] = lanes_of(i)->list(lists.first, lists.plays, NULL, 0, &batch, &numbers);
        for (int k = 0; k < count; k++) {
            const char *why;
            const CardSet *own = lists.plays + lists.first[k], hand = batch.hands[0][k], pool = batch.pool[k];
            const CardSet play = perhaps_play(own, (int)(lists.first[k + 1] - lists.first[k]), hand, pool, &rng);
            const bool legal = play_legal(hand, pool, play, &why);
            for (int n = 0; n < count; n++)
                batch_plays(&batch)[n] = n == k ? play : lists.plays[lists.first[n]];
            if (i % 16 == 0 || k % 16 == 0) assert_int_equal(lanes_of(i)->illegal(&batch), legal ? count : k);
            legal_count += legal;
        }
    }
    assert_in_range(legal_count, BATCHES * BATCH / 10, BATCHES * BATCH / 5 * 2);
}

/* ---- what is seen */

/* Rounds that hold anything, before that play. */
static void rounds_make(BatchRounds *batch, const Rules *rules, int ply, Rng *rng)
{
    positions_make(batch, 1 + (int)rng_bounded(rng, BATCH), 1, 0.1, rng);
    batch->rules = rules;
    batch->ply = ply;
    for (int i = 0; i < batch->rounds; i++) {
        batch->surs[i] = batch->scores[i] = 0;
        batch->last[i] = (uint64_t)((int64_t)rng_bounded(rng, rules->sides + 1u) - 1);
        batch_hands(batch, batch_seat(batch))[i] = set_of((Card)rng_bounded(rng, CARDS));
        for (int side = 0; side < rules->sides; side++) {
            batch->piles[side][i] = 0;
            batch->surs[i] |= (uint64_t)rng_bounded(rng, PLAYS + 1) << 8 * side;
            batch->scores[i] |= (uint64_t)(uint16_t)((int)rng_bounded(rng, 2001) - 1000) << 16 * side;
        }
        for (Card card = 0; card < CARDS; card++) {
            const uint32_t place = rng_bounded(rng, rules->sides + 1u);
            if (place < rules->sides) batch->piles[place][i] |= set_of(card);
        }
        for (int k = 0; k < ply; k++)
            batch->plays[k][i] = ((uint64_t)rng_next(rng) << 32 | rng_next(rng)) & PACK;
    }
}

TEST(what_is_seen_is_what_each_sees_alone)
{
    enum { GUARD = 77 };
    static BatchRounds batch;
    static uint8_t planes[BATCH * PASUR_PLANES * CARDS + 1], alone[PASUR_PLANES * CARDS];
    static int16_t counts[BATCH * PASUR_COUNTS + 1];
    tables_fill();
    for (int i = 0; i < BATCHES; i++) {
        char text[RULES_TEXT];
        Rng rng = rng_for(73, (uint64_t)i, PURPOSE_TEST);
        StepCounts shared;
        random_rules(text, &rng);
        const Rules rules = rules_of(i % 3 ? PRESET_RULES[i % PRESET_RULES_COUNT] : text);
        rounds_make(&batch, &rules, (int)rng_bounded(&rng, PLAYS), &rng);
        step_counts(&shared, &batch);
        planes[batch.rounds * PASUR_PLANES * CARDS] = GUARD;
        counts[batch.rounds * PASUR_COUNTS] = GUARD;
        lanes_of(i)->observe(planes, counts, &batch, &shared);
        assert_int_equal(planes[batch.rounds * PASUR_PLANES * CARDS], GUARD);
        assert_int_equal(counts[batch.rounds * PASUR_COUNTS], GUARD);
        for (int k = 0; k < batch.rounds; k += i % 8 ? 16 : 1) {
            int16_t wanted[PASUR_COUNTS];
            CardSet history[PLAYS];
            Table table;
            batch_table(&table, &batch, k);
            for (int ply = 0; ply < batch.ply; ply++)
                history[ply] = batch.plays[ply][k];
            const View view = {.rules = &rules,
                               .table = &table,
                               .hand = batch_hands(&batch, table.turn)[k],
                               .seat = table.turn,
                               .history = history};
            view_observe(&view, alone, wanted);
            assert_memory_equal(planes + k * PASUR_PLANES * CARDS, alone, sizeof alone);
            assert_memory_equal(counts + k * PASUR_COUNTS, wanted, sizeof wanted);
        }
    }
}
