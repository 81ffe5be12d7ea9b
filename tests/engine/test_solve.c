/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact values agree with plain minimax of the engine, with published values, and with each other. */
#include "engine/solve.h"

#include "tests/engine/claims.h"

#include <stdlib.h>

#include "engine/notation.h"
#include "engine/table.h"
#include "tests/test.h"

enum { ENTRIES = 1 << 16, SMALL = 4 };
static SolveEntry entries[ENTRIES];

static int side_sign(const Round *round, const Rules *rules)
{
    return !table_over(&round->table) && table_side(&round->table, rules) ? -1 : 1;
}

/* Side 0's points minus side 1's with best play, by trying every play. */
static int minimax(const Round *round, const Rules *rules)
{
    if (table_over(&round->table)) {
        int points[MAX_SIDES];
        count_points(points, &round->table, rules);
        return points[0] - points[1];
    }
    CardSet plays[MAX_MOVES];
    int count = moves_list(plays, round_hand(round), round->table.pool, NULL), best = 0;
    int sign = side_sign(round, rules);
    for (int i = 0; i < count; i++) {
        Round child = *round;
        round_play(&child, rules, plays[i]);
        int value = sign * minimax(&child, rules);
        if (!i || value > best) best = value;
    }
    return sign * best;
}

/* Lists the legal plays with their values; returns how many. */
static int solve_all(CardSet plays[], int values[], Solver *solver, const Round *round, const Rules *rules)
{
    const int count = moves_list(plays, round_hand(round), round->table.pool, NULL);
    about_round(rules, round);
    solve_plays(values, solver, round, rules, plays, count);
    return count;
}

/* What the round is worth to the side to move, to side 0 where it is over; *best, unless NULL: the best play. */
static int solve_value(CardSet *best, Solver *solver, const Round *round, const Rules *rules)
{
    CardSet plays[MAX_MOVES];
    int values[MAX_MOVES], at = 0;
    const int count = solve_all(plays, values, solver, round, rules);
    if (table_over(&round->table)) return minimax(round, rules);
    for (int i = 1; i < count; i++)
        if (values[i] > values[at]) at = i;
    if (best) *best = plays[at];
    return values[at];
}

/* The plays of a position against minimax. */
static void check_position(Solver *solver, const Round *round, const Rules *rules)
{
    CardSet plays[MAX_MOVES];
    int values[MAX_MOVES];
    const int count = solve_all(plays, values, solver, round, rules);
    for (int i = 0; i < count; i++) {
        Round child = *round;
        round_play(&child, rules, plays[i]);
        about_play(plays[i]);
        assert_int_equal(values[i], side_sign(round, rules) * minimax(&child, rules));
    }
}

/* Late positions: how many plays are left; deeper ones cost minimax too much. */
static void check_rules(Solver *solver, const Rules *rules, int rounds, Rng *rng)
{
    for (int i = 0; i < rounds; i++) {
        int left = (int)rng_bounded(rng, 8);
        Round round = random_round(rules, PLAYS - left, rng);
        check_position(solver, &round, rules);
    }
}

TEST(presets_agree_with_minimax)
{
    Solver solver;
    solver_init(&solver, entries, ENTRIES);
    Rng rng = rng_for(1, 1, PURPOSE_TEST);
    for (int i = 0; i < PRESET_RULES_COUNT; i++) {
        Rules rules = rules_of(PRESET_RULES[i]);
        if (rules.sides == 2) check_rules(&solver, &rules, 100, &rng);
    }
    /* deep enough that the hands of the last deal are still to come */
    static const char *const TEXTS[] = {"pagat", "bicycle", "pagat,sur_last_deal=cancel", "pagat,sur_last_deal=yes"};
    for (int i = 0; i < COUNT(TEXTS); i++) {
        Rules rules = rules_of(TEXTS[i]);
        for (int k = 0; k < 10; k++) {
            Round round = random_round(&rules, PLAYS - 9, &rng);
            assert_int_equal(solve_value(NULL, &solver, &round, &rules),
                             side_sign(&round, &rules) * minimax(&round, &rules));
        }
    }
}

TEST(random_rules_agree_with_minimax)
{
    Solver solver;
    solver_init(&solver, entries, SMALL); /* a table that forgets all the time */
    Rng rng = rng_for(1, 2, PURPOSE_TEST);
    for (int i = 0; i < 300;) {
        char text[RULES_TEXT];
        random_rules(text, &rng);
        Rules rules = rules_of(text);
        if (rules.sides != 2) continue;
        check_rules(&solver, &rules, 5, &rng);
        i++;
    }
}

/* The whole round, with values from elsewhere; any table gives the same. */
TEST(published_values_hold)
{
    enum { DECKS = 20 };
    Solver solver;
    solver_init(&solver, entries, ENTRIES);
    FILE *file = fopen("tests/data/public_decks.txt", "r");
    assert_non_null(file);
    char line[1024];
    Rules rules = {0};
    Round round;
    int decks = 0, found = 0;
    while (decks < DECKS && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "rules ", 6) == 0) rules = rules_of(line + 6);
        if (strncmp(line, "deal ", 5) == 0) {
            Pack pack;
            CardSet all;
            Error error;
            assert_true(cards_parse(&all, pack.cards, line + 5, &error));
            assert_true(all == PACK);
            round_start(&round, &rules, &pack, NULL);
            found = solve_value(NULL, &solver, &round, &rules);
        }
        if (strncmp(line, "# value ", 8) == 0) {
            assert_int_equal(found, atoi(line + 8));
            decks++;
        }
    }
    fclose(file);
    assert_int_equal(decks, DECKS);
}

/* The best play's value is what the position after it is worth, to the end of the round. */
TEST(whole_rounds_are_consistent)
{
    Solver solver;
    solver_init(&solver, entries, ENTRIES);
    static const struct {
        const char *rules;
        int ply;
    } FROM[] = {
        {"pagat", 0}, {"bicycle", 0}, {"wikipedia,sur_last_deal=cancel,sur_cancel=1", 0}, {"pagat,players=4", 28}};
    Rng rng = rng_for(1, 3, PURPOSE_TEST);
    for (int i = 0; i < 3 * COUNT(FROM); i++) {
        Rules rules = rules_of(FROM[i % COUNT(FROM)].rules);
        Round round = random_round(&rules, FROM[i % COUNT(FROM)].ply, &rng);
        CardSet best = 0;
        int value = solve_value(&best, &solver, &round, &rules);
        while (!table_over(&round.table)) {
            const int before = side_sign(&round, &rules);
            round_play(&round, &rules, best);
            const int after = solve_value(&best, &solver, &round, &rules);
            assert_int_equal(before * value, side_sign(&round, &rules) * after);
            value = after;
        }
    }
}

/* Suits of equal cards do not matter: hearts and spades exchanged give the same value. */
TEST(equal_cards_are_equal)
{
    Solver solver;
    solver_init(&solver, entries, ENTRIES);
    Rules rules = rules_of("pagat");
    Rng rng = rng_for(1, 4, PURPOSE_TEST);
    for (int i = 0; i < 10; i++) {
        Pack pack;
        Round round;
        pack_deal(&pack, &rules, &rng);
        round_start(&round, &rules, &pack, NULL);
        const int value = solve_value(NULL, &solver, &round, &rules);
        for (int k = 0; k < CARDS; k++)
            if (card_suit(pack.cards[k]) >= HEART) pack.cards[k] ^= HEART ^ SPADE;
        round_start(&round, &rules, &pack, NULL);
        assert_int_equal(value, solve_value(NULL, &solver, &round, &rules));
    }
}
