/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What steps do by AVX2, BMI2 and AVX-512 is what the plain code does. The positions are cards of the pack at random,
   whether or not play leads there, so that there are pools of all sizes and captures in many ways. */
#include <string.h>

#include "agents/isa.h"
#include "engine/table.h"
#include "library/observe.h"
#include "library/plays_wide.h"
#include "tests/engine/claims.h"
#include "tests/test.h"

enum { BATCHES = 20000, BATCH = 64, ROOM = BATCH * MAX_MOVES };

/* `count` hands of so many cards; each other card lies in the pool with this chance. */
static void positions_make(Position positions[], int count, int size, double pooled, Rng *rng)
{
    for (int i = 0; i < count; i++) {
        positions[i] = (Position){0, 0, PACK}; /* trails: to be written */
        while (set_count(positions[i].hand) < size)
            positions[i].hand |= set_of((Card)rng_bounded(rng, CARDS));
        for (Card card = 0; card < CARDS; card++)
            if (rng_double(rng) < pooled) positions[i].pool |= set_of(card) & ~positions[i].hand;
    }
}

/* ---- plays and their numbers */

typedef struct {
    CardSet plays[ROOM];
    int32_t actions[ROOM];
    uint32_t first[BATCH + 1];
} Lists;

static void plays_hold(const Lists *lists, int i, const Position *position, const int32_t *actions)
{
    static CardSet plays[MAX_MOVES];
    const int count = moves_list(plays, position->hand, position->pool, NULL);
    const uint32_t first = lists->first[i];
    CardSet trails = 0;
    assert_int_equal(lists->first[i + 1] - first, count);
    for (int k = 0; k < count; k++) {
        const CardSet card = plays[k] & position->hand;
        assert_play_equal(lists->plays[first + (uint32_t)k], plays[k]);
        if (actions) assert_int_equal(actions[first + (uint32_t)k], action_of(set_first(card), plays[k] ^ card));
        if (plays[k] == card) trails |= card;
    }
    assert_cards_equal(position->trails, trails);
}

TEST(plays_are_those_listed_one_by_one)
{
    static const double POOLED[] = {0.02, 0.07, 0.15, 0.4};
    static Lists lists;
    static ActionNumbers numbers;
    if (!plays_wide_possible()) skip();
    action_numbers(&numbers);
    for (int i = 0; i < BATCHES; i++) {
        Position positions[BATCH];
        Rng rng = rng_for(71, (uint64_t)i, PURPOSE_TEST);
        const int count = 1 + (int)rng_bounded(&rng, BATCH), size = 1 + (int)rng_bounded(&rng, HAND);
        const uint32_t listed = rng_bounded(&rng, 100);
        int32_t *actions = i % 5 ? lists.actions : NULL;
        const pasur_env_arrays out = {.plays = lists.plays, .actions = actions};
        positions_make(positions, count, size, POOLED[i % COUNT(POOLED)], &rng);
        lists.first[count] = plays_wide(&out, lists.first, listed, positions, count, &numbers);
        assert_int_equal(lists.first[0], listed);
        for (int k = 0; k < count; k++)
            plays_hold(&lists, k, &positions[k], actions);
    }
}

/* ---- legal plays */

/* A set that may be a play: one of the position's, the same with some card more or less, or any. */
static CardSet perhaps_play(const CardSet plays[], int count, const Position *position, Rng *rng)
{
    const CardSet play = plays[rng_bounded(rng, (uint32_t)count)], card = set_of((Card)rng_bounded(rng, CARDS)),
                  any = (uint64_t)rng_next(rng) << 32 | rng_next(rng);
    switch (rng_bounded(rng, 8)) {
    case 0: return play ^ card;
    case 1: return play ^ card ^ set_of((Card)rng_bounded(rng, CARDS));
    case 2: return play & position->hand;
    case 3: return (play & position->hand) | (position->pool & any);
    case 4: return play ^ (any & (rng_bounded(rng, 2) ? PACK : ~PACK));
    case 5: return position->hand & any;
    default: return play;
    }
}

TEST(legal_are_those_of_play_legal)
{
    static const double POOLED[] = {0, 0.05, 0.1, 0.2};
    static Lists lists;
    static ActionNumbers numbers;
    int legal_count = 0;
    if (!plays_wide_possible()) skip();
    action_numbers(&numbers);
    const pasur_env_arrays out = {.plays = lists.plays};
    for (int i = 0; i < BATCHES; i++) {
        Position positions[BATCH];
        CardSet plays[BATCH];
        bool all = true;
        Rng rng = rng_for(72, (uint64_t)i, PURPOSE_TEST);
        const int size = 1 + (int)rng_bounded(&rng, HAND);
        positions_make(positions, BATCH, size, POOLED[i % COUNT(POOLED)], &rng);
        lists.first[BATCH] = plays_wide(&out, lists.first, 0, positions, BATCH, &numbers);
        for (int k = 0; k < BATCH; k++) {
            const char *why;
            const CardSet *own = lists.plays + lists.first[k];
            plays[k] = perhaps_play(own, (int)(lists.first[k + 1] - lists.first[k]), &positions[k], &rng);
            const bool legal = play_legal(positions[k].hand, positions[k].pool, plays[k], &why);
            assert_int_equal(plays_wide_legal(&plays[k], &positions[k], 1), legal);
            legal_count += legal;
            if (i % 2 && !legal) plays[k] = own[0];
            all &= legal || i % 2;
        }
        assert_int_equal(plays_wide_legal(plays, positions, BATCH), all);
    }
    assert_in_range(legal_count, BATCHES * BATCH / 5, BATCHES * BATCH / 5 * 4);
}

/* ---- counts */

static Table any_table(const Rules *rules, const Table *like, Rng *rng)
{
    Table table = *like;
    for (Card card = 0; card < CARDS; card++) {
        const uint32_t place = rng_bounded(rng, rules->sides + 1u);
        if (place < rules->sides) table.piles[place] |= set_of(card);
    }
    for (int side = 0; side < rules->sides; side++) {
        table.surs[side] = (uint8_t)rng_bounded(rng, PLAYS + 1);
        table.scores[side] = (int16_t)((int)rng_bounded(rng, 2001) - 1000);
    }
    table.last = (int8_t)((int)rng_bounded(rng, rules->sides + 1u) - 1);
    return table;
}

TEST(counts_are_those_of_each_alone)
{
    if (!observe_wide_possible()) skip();
    for (int i = 0; i < BATCHES; i++) {
        char text[RULES_TEXT];
        Rng rng = rng_for(73, (uint64_t)i, PURPOSE_TEST);
        random_rules(text, &rng);
        const Rules rules = rules_of(i % 3 ? PRESET_RULES[i % PRESET_RULES_COUNT] : text);
        Table like = {.ply = (uint8_t)rng_bounded(&rng, PLAYS)};
        like.turn = (uint8_t)(like.ply % rules.players);
        like.deal = (uint8_t)(like.ply / (HAND * rules.players));
        Seen seen = {
            .rules = &rules, .table = &like, .seat = like.turn, .turn = like.turn, .tricks = like.ply / rules.players};
        CountsShared shared;
        counts_share(&shared, &seen);
        for (int k = 0; k < BATCH; k++) {
            int16_t counts[PASUR_COUNTS + 1], wanted[PASUR_COUNTS];
            const Table table = any_table(&rules, &like, &rng);
            counts[PASUR_COUNTS] = 77;
            seen.table = &table;
            counts_write(wanted, &seen);
            counts_wide(counts, &table, &shared);
            for (int n = 0; n < PASUR_COUNTS; n++)
                assert_int_equal(counts[n], wanted[n]);
            assert_int_equal(counts[PASUR_COUNTS], 77);
        }
    }
}

/* Built for it and run on a processor that can, steps must not quietly take the plain way. */
TEST(the_fast_paths_are_taken)
{
#if defined __x86_64__ && !defined PASUR_PLAIN
    if (!(isa_used() != ISA_PLAIN)) skip();
    assert_int_equal(observe_wide_possible(), (isa_used() == ISA_AVX512));
#else
    assert_false(plays_wide_possible() || observe_wide_possible());
#endif
}
