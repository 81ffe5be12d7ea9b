/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many decisions at once, by many variants, are those of each alone: in the lanes of every instruction set that
   PASUR_ISA may name here, each in a process of its own (tests/cli/isa.bats). */
#include "tests/engine/claims.h"

#include "agents/isa.h"
#include "agents/tactic/tactics.h"
#include "tests/test.h"

enum { MOST = 300, VARIANTS = 20 };
#define UNTOUCHED UINT64_MAX

typedef struct {
    Table table;
    CardSet hand;
    Rng rng;
} Position;

typedef struct {
    double values[VARIANTS][TACTIC_COUNT];
    int count;
    TacticWeights weights[VARIANTS];
} Vectors;

/* Vectors of weights as a study has them, one row switched off or weighted otherwise, some that are all different, and
   some with the largest weights. */
static void random_vectors(Vectors *vectors, Rng *rng)
{
    vectors->count = rng_bounded(rng, 2) ? 1 + (int)rng_bounded(rng, 3) : 1 + (int)rng_bounded(rng, VARIANTS);
    const double whole = rng_bounded(rng, 2); /* with the two rows that few agents give a weight, or without */
    for (int i = 0; i < vectors->count; i++) {
        double *values = vectors->values[i];
        if (i % 4 == 0 || i % 4 == 3)
            random_weights(values, TACTIC_COUNT, rng);
        else
            memcpy(values, vectors->values[0], sizeof vectors->values[i]);
        values[TACTIC_starve] *= whole;
        values[TACTIC_offer_declined] *= whole;
        if (i % 4 == 1) values[rng_bounded(rng, TACTIC_COUNT)] = 0;
        if (i % 4 == 2) values[rng_bounded(rng, TACTIC_COUNT)] = rng_bounded(rng, 3) ? 3 : 100;
        if (i % 8 == 3) values[rng_bounded(rng, TACTIC_COUNT)] = -100;
        if (i % 8 == 7) memset(values, 0, sizeof vectors->values[i]);
        tactic_weights_init(&vectors->weights[i], values);
    }
}

/* Any cards are played, and capture any others, whether or not the rules allow that: pools of all sizes. With this
   chance a play captures nothing. */
static Position random_position(const Rules *rules, int ply, const int16_t scores[], double trailed, Rng *rng)
{
    Position position = {.table = {.ply = (uint8_t)ply, .turn = (uint8_t)(ply % rules->players)}, .rng = *rng};
    Table *table = &position.table;
    Card cards[CARDS];
    table->deal = (uint8_t)(ply / (HAND * rules->players));
    table->last = (int8_t)((int)rng_bounded(rng, rules->sides + 1u) - 1);
    memcpy(table->scores, scores, sizeof table->scores);
    const int holder = (int)rng_bounded(rng, rules->sides); /* where Surs cancel, one side alone has some */
    for (int side = 0; side < rules->sides; side++)
        if (!rules->sur_cancel || side == holder) table->surs[side] = (uint8_t)rng_bounded(rng, 3);
    for (int i = 0; i < CARDS; i++) {
        int k = (int)rng_bounded(rng, (uint32_t)i + 1);
        cards[i] = cards[k];
        cards[k] = (Card)i;
    }
    for (int i = 0; i < HAND; i++)
        table->pool |= set_of(cards[i]);
    for (int i = 0; i < ply; i++) {
        const CardSet card = set_of(cards[HAND + i]), some = (CardSet)rng_next(rng) << 32 | rng_next(rng);
        const CardSet taken = rng_double(rng) < trailed ? 0 : table->pool & some;
        table->pool = taken ? table->pool ^ taken : table->pool | card;
        if (taken) table->piles[rng_bounded(rng, rules->sides)] |= card | taken;
    }
    for (int i = 0, held = table_hand_size(table, rules, table->turn); i < held; i++)
        position.hand |= set_of(cards[HAND + ply + i]);
    return position;
}

static View view_of(const Position *position, const Rules *rules)
{
    return (View){.rules = rules, .table = &position->table, .hand = position->hand, .seat = position->table.turn};
}

static TacticDecision decision_of(const Position *position, uint64_t wanted)
{
    Rng drawn = position->rng;
    return (TacticDecision){
        .table = &position->table, .hand = position->hand, .wanted = wanted, .draw = rng_next(&drawn)};
}

/* What the vector of weights chooses, by itself. */
static CardSet chosen_alone(const Position *position, const FeatureRules *by_rules, const Rules *rules,
                            const TacticWeights *weights)
{
    Rng drawn = position->rng;
    const View view = view_of(position, rules);
    return tactic_choose(by_rules, weights, &view, &drawn);
}

/* All vectors are variants of which each decision wants some. Returns how many decisions were made side by side. */
static int variants_check(const Position positions[], int count, const Rules *rules, const FeatureRules *by_rules,
                          const Vectors *vectors, Rng *rng)
{
    static TacticDecision decisions[MOST];
    static CardSet out[MOST * VARIANTS];
    static TacticVariants variants;
    const double *rows[VARIANTS];
    for (int i = 0; i < count * vectors->count; i++)
        out[i] = UNTOUCHED;
    for (int i = 0; i < count; i++) {
        uint64_t some = (uint64_t)rng_next(rng) << 32 | rng_next(rng);
        uint64_t wanted = (i % 3 ? some : UINT64_MAX) & UINT64_MAX >> (MAX_TACTIC_VARIANTS - vectors->count);
        decisions[i] = decision_of(&positions[i], wanted);
    }
    for (int i = 0; i < vectors->count; i++)
        rows[i] = vectors->values[i];
    tactic_variants_init(&variants, rows, vectors->count);
    const int wide = tactic_choose_batch(out, by_rules, rules, &variants, decisions, count);
    if (wide) assert_null(isa_lanes_hindrance());
    for (int k = 0; k < count * vectors->count; k++) {
        const int i = k / vectors->count, vector = k % vectors->count;
        const bool wanted = decisions[i].wanted >> vector & 1;
        about_table(rules, &positions[i].table, positions[i].hand);
        assert_play_equal(out[k],
                          wanted ? chosen_alone(&positions[i], by_rules, rules, &vectors->weights[vector]) : UNTOUCHED);
    }
    return wide;
}

/* Returns the share of the decisions that were made side by side. */
static double check(const char *text, Rng *rng)
{
    static const double TRAILED[] = {0.3, 0.5, 0.7, 0.9};
    static Position positions[MOST];
    static Vectors vectors;
    Rules rules = rules_of(text);
    FeatureRules by_rules;
    int16_t scores[MAX_SIDES];
    feature_rules_init(&by_rules, &rules);
    for (int side = 0; side < MAX_SIDES; side++)
        scores[side] = (int16_t)rng_bounded(rng, 62);
    int ply = (int)rng_bounded(rng, PLAYS), count = 1 + (int)rng_bounded(rng, rng_bounded(rng, 4) ? 40 : MOST);
    const double trailed = TRAILED[rng_bounded(rng, COUNT(TRAILED))];
    random_vectors(&vectors, rng);
    for (int i = 0; i < count; i++)
        positions[i] = random_position(&rules, ply, scores, trailed, rng);
    return (double)variants_check(positions, count, &rules, &by_rules, &vectors, rng) / count;
}

/* Built for it and run on a processor that can, this library must not quietly decide one by one. */
TEST(decides_side_by_side)
{
    enum { CHECKS = 100 };
    static const char *const TEXTS[] = {"pagat",
                                        "pagat,players=3",
                                        "pagat,players=4",
                                        "pagat,players=4,teams=0",
                                        "pagat,clubs=percard",
                                        "bicycle,players=3"};
    if (isa_lanes_hindrance()) skip();
    for (int text = 0; text < COUNT(TEXTS); text++) {
        double share = 0;
        for (int i = 0; i < CHECKS; i++) {
            Rng rng = rng_for(33, (uint64_t)(text * CHECKS + i), PURPOSE_TEST);
            share += check(TEXTS[text], &rng) / CHECKS;
        }
        assert_true(share > 0.5);
    }
}

TEST(two_players_choose_as_each_alone)
{
    static const char *const TEXTS[] = {
        "pagat",
        "pagat,sur_jack=1",
        "pagat,sur_faces=0,sur_limit=0",
        "pagat,sur_last_deal=yes,sur_limit=20",
        "pagat,sur_points=100,clubs_points=100,ace_points=100,jack_points=100,ten_points=100,tens_points=99,two_points=98",
        "pagat,sur_points=0,clubs_points=0,ace_points=0",
        "pagat,sur_cancel=0,sur_last_deal=cancel",
        "pagat,clubs=percard",
        "playpasur,sur_jack=1",
    };
    for (int i = 0; i < 900; i++) {
        Rng rng = rng_for(31, (uint64_t)i, PURPOSE_TEST);
        check(TEXTS[i % COUNT(TEXTS)], &rng);
    }
}

TEST(several_players_choose_as_each_alone)
{
    static const char *const TEXTS[] = {
        "pagat,players=3",
        "pagat,players=4",
        "pagat,players=4,teams=0",
        "wikipedia,players=3",
        "bicycle,players=4",
        "pagat,players=3,sur_last_deal=cancel,sur_jack=1",
        "pagat,players=4,teams=0,clubs=percard,clubs_cap=7",
        "pagat,players=4,sur_last_deal=cancel,last_sweep=match",
        "pagat,players=3,clubs=percard,sur_points=100,sur_limit=20",
    };
    for (int i = 0; i < 900; i++) {
        Rng rng = rng_for(35, (uint64_t)i, PURPOSE_TEST);
        check(TEXTS[i % COUNT(TEXTS)], &rng);
    }
}

TEST(all_rules_choose_as_each_alone)
{
    char text[RULES_TEXT];
    for (int i = 0; i < 300; i++) {
        Rng rng = rng_for(32, (uint64_t)i, PURPOSE_TEST);
        random_rules(text, &rng);
        check(i % 2 ? text : PRESET_RULES[i / 2 % PRESET_RULES_COUNT], &rng);
    }
}
