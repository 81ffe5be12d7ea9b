/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many decisions at once, by many variants, are those of each alone. On a processor that decides eight at a time the two
   have little code in common: the tables of a rule set, and plays of pools with many numerals. */
#include "tests/engine/claims.h"

#include "agents/tactic/wide/tactic_many.h"

enum { MOST = 300, VARIANTS = 20 };
#define UNTOUCHED UINT64_MAX

typedef struct {
    Table table;
    CardSet hand;
    Rng rng;
} Position;

/* Variants as a study has them, one row switched off or weighted otherwise, and some that are all different. */
static int random_variants(double values[static VARIANTS][TACTIC_COUNT], Rng *rng)
{
    int count = rng_bounded(rng, 2) ? 1 + (int)rng_bounded(rng, 3) : 1 + (int)rng_bounded(rng, VARIANTS);
    random_weights(values[0], TACTIC_COUNT, rng);
    for (int i = 1; i < count; i++) {
        memcpy(values[i], values[0], sizeof values[i]);
        if (i % 4 == 3)
            random_weights(values[i], TACTIC_COUNT, rng);
        else
            values[i][rng_bounded(rng, TACTIC_COUNT)] = i % 4 == 1 ? 0 : 3;
    }
    return count;
}

/* Cards of the pack, each seen one in the pool with this chance, whether or not play leads there: pools of all sizes. */
static Position random_position(const Rules *rules, int ply, const int16_t scores[], double pooled, Rng *rng)
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
    int seen = HAND + ply, held = table_hand_size(table, rules, table->turn);
    for (int i = 0; i < seen; i++) {
        CardSet *place = rng_double(rng) < pooled ? &table->pool : &table->piles[rng_bounded(rng, rules->sides)];
        *place |= set_of(cards[i]);
    }
    for (int i = 0; i < held; i++)
        position.hand |= set_of(cards[seen + i]);
    return position;
}

/* Returns the share of the decisions that were made eight at a time; wide_alone: by weights of rows that can be. */
static double check(const char *text, bool wide_alone, Rng *rng)
{
    static const double POOLED[] = {0.05, 0.1, 0.2, 0.5};
    static Position positions[MOST];
    static TacticDecision decisions[MOST];
    static CardSet out[MOST * VARIANTS];
    static double values[VARIANTS][TACTIC_COUNT];
    const double *rows[VARIANTS];
    Rules rules = rules_of(text);
    FeatureRules by_rules;
    TacticVariants variants;
    TacticWeights weights;
    int16_t scores[MAX_SIDES];
    feature_rules_init(&by_rules, &rules);
    for (int side = 0; side < MAX_SIDES; side++)
        scores[side] = (int16_t)rng_bounded(rng, 62);
    int ply = (int)rng_bounded(rng, PLAYS), count = 1 + (int)rng_bounded(rng, rng_bounded(rng, 4) ? 40 : MOST);
    double pooled = POOLED[rng_bounded(rng, COUNT(POOLED))];
    int variant_count = random_variants(values, rng);
    for (int row = 0; row < TACTIC_COUNT; row++)
        for (int i = 0; i < variant_count && wide_alone && TACTICS[row].wide == PLAIN; i++)
            values[i][row] = 0;
    for (int i = 0; i < count * variant_count; i++)
        out[i] = UNTOUCHED;
    for (int i = 0; i < count; i++) {
        positions[i] = random_position(&rules, ply, scores, pooled, rng);
        Rng drawn = positions[i].rng;
        uint64_t some = (uint64_t)rng_next(rng) << 32 | rng_next(rng);
        uint64_t wanted = (i % 3 ? some : UINT64_MAX) & UINT64_MAX >> (MAX_TACTIC_VARIANTS - variant_count);
        decisions[i] = (TacticDecision){
            .table = &positions[i].table, .hand = positions[i].hand, .wanted = wanted, .draw = rng_next(&drawn)};
    }
    for (int i = 0; i < variant_count; i++)
        rows[i] = values[i];
    tactic_variants_init(&variants, rows, variant_count);
    int wide = tactic_choose_many(out, &by_rules, &rules, &variants, decisions, count);
    if (wide) assert_null(tactic_wide_hindrance(variants.parts.weights));
    for (int variant = 0; variant < variant_count; variant++) {
        tactic_weights_init(&weights, values[variant]);
        for (int i = 0; i < count; i++) {
            Rng drawn = positions[i].rng;
            View view = {.rules = &rules,
                         .table = &positions[i].table,
                         .hand = positions[i].hand,
                         .seat = positions[i].table.turn};
            bool wanted = decisions[i].wanted >> variant & 1;
            CardSet right = wanted ? tactic_choose(&by_rules, &weights, &view, &drawn) : UNTOUCHED;
            about_table(&rules, &positions[i].table, positions[i].hand);
            assert_play_equal(out[i * variant_count + variant], right);
        }
    }
    return (double)wide / count;
}

/* Built for it and run on a processor that can, this library must not quietly decide one by one. */
static void decides_eight_at_a_time(void **state)
{
    (void)state;
    enum { CHECKS = 100 };
    static const char *const TEXTS[] = {"pagat",
                                        "pagat,players=3",
                                        "pagat,players=4",
                                        "pagat,players=4,teams=0",
                                        "pagat,clubs=percard",
                                        "bicycle,players=3"};
#if defined __x86_64__ && !defined PASUR_PLAIN
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512vpopcntdq"))
        skip();
#else
    skip();
#endif
    assert_null(tactic_wide_hindrance((int32_t[TACTIC_COUNT]){0}));
    for (int text = 0; text < COUNT(TEXTS); text++) {
        double share = 0;
        for (int i = 0; i < CHECKS; i++) {
            Rng rng = rng_for(33, (uint64_t)(text * CHECKS + i), PURPOSE_TEST);
            share += check(TEXTS[text], true, &rng) / CHECKS;
        }
        assert_true(share > 0.5);
    }
}

/* A row that only the plain code knows hinders the fast path, whatever the processor. */
static void a_plain_row_is_decided_one_by_one(void **state)
{
    (void)state;
    const bool possible = !tactic_wide_hindrance((int32_t[TACTIC_COUNT]){0});
    for (int row = 0; row < TACTIC_COUNT; row++) {
        int32_t weights[TACTIC_COUNT] = {0};
        weights[row] = WEIGHT_ONE;
        assert_true(!tactic_wide_hindrance(weights) == (possible && TACTICS[row].wide == WIDE));
    }
}

static void two_players_choose_as_each_alone(void **state)
{
    (void)state;
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
        check(TEXTS[i % COUNT(TEXTS)], i % 2, &rng);
    }
}

static void several_players_choose_as_each_alone(void **state)
{
    (void)state;
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
        check(TEXTS[i % COUNT(TEXTS)], i % 2, &rng);
    }
}

static void all_rules_choose_as_each_alone(void **state)
{
    (void)state;
    char text[RULES_TEXT];
    for (int i = 0; i < 300; i++) {
        Rng rng = rng_for(32, (uint64_t)i, PURPOSE_TEST);
        random_rules(text, &rng);
        check(i % 2 ? text : PRESET_RULES[i / 2 % PRESET_RULES_COUNT], i % 3, &rng);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decides_eight_at_a_time),          cmocka_unit_test(a_plain_row_is_decided_one_by_one),
        cmocka_unit_test(two_players_choose_as_each_alone), cmocka_unit_test(several_players_choose_as_each_alone),
        cmocka_unit_test(all_rules_choose_as_each_alone),
    };
    return cmocka_run_group_tests_name("agents/tactic_many", tests, NULL, NULL);
}
