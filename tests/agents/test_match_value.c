/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chance to win the match from within a round, and its exact values in the last deal. */
#include "tests/engine/claims.h"

#include <math.h>

#include "agents/match_value.h"
#include "engine/match.h"
#include "engine/scoring.h"
#include "tests/test.h"

static MatchRoundValue value_of(const Rules *rules, int score, int other)
{
    MatchRoundValue value;
    const int16_t scores[MAX_SIDES] = {(int16_t)score, (int16_t)other};
    match_value_init(&value, match_equity_builtin(rules), rules, scores);
    return value;
}

TEST(is_the_table_when_nothing_is_open)
{
    const Rules rules = rules_of("pagat");
    MatchOpen open;
    for (int score = 0; score < 60; score += 7)
        for (int own = 0; own <= 20; own++) {
            const MatchRoundValue value = value_of(&rules, score, 30);
            const MatchStanding at = {.part = (float)own, .now = {own, 20 - own}};
            const int points[2] = {own, 20 - own};
            match_open_at(&open, &value, PLAYS);
            if (value.race) continue;
            assert_true(fabsf(match_value(&value, &open, &at) - (float)match_value_end(&value, points) / EQUITY_ONE) <
                        1e-4f);
            assert_int_equal(match_value_end(&value, points),
                             match_equity_units(value.equity, score + own, 50 - own, false));
        }
}

/* Points help, but not where they take the Surs away or change nothing. */
TEST(grows_with_points)
{
    const Rules rules = rules_of("pagat");
    static const int SCORES[][2] = {{0, 0}, {30, 20}, {20, 30}, {56, 55}, {40, 60}};
    for (int i = 0; i < COUNT(SCORES); i++)
        for (int ply = 0; ply < PLAYS; ply += 8) {
            const MatchRoundValue value = value_of(&rules, SCORES[i][0], SCORES[i][1]);
            MatchOpen open;
            float before = -1;
            match_open_at(&open, &value, ply);
            for (int part = 2; part <= 18; part++) {
                const MatchStanding at = {.part = (float)part};
                const float chance = match_value(&value, &open, &at);
                assert_true(chance >= 0 && chance <= 1.0001f);
                assert_true(chance > before - 0.001f);
                before = chance;
            }
        }
}

/* The chance with that part of the total, by plain interpolation. */
static double plain_chance(const MatchRoundValue *value, double part, int own, int other)
{
    const int whole = (int)part;
    const double low = match_equity(value->equity, own + whole, other + value->total - whole, false);
    if (part == whole) return low;
    return low + (part - whole) *
                     (match_equity(value->equity, own + whole + 1, other + value->total - whole - 1, false) - low);
}

/* The mean over nine parts, for each pair of Surs still to come. */
static double plain_value(const MatchRoundValue *value, const MatchOpen *open, const MatchStanding *at)
{
    static const double NORMAL[] = {0.0276, 0.0663, 0.1238, 0.1802, 0.2042, 0.1802, 0.1238, 0.0663, 0.0276};
    double sum = 0;
    for (int pair = 0; pair < MORE_SURS * MORE_SURS; pair++) {
        int own = at->surs[0] + pair / MORE_SURS, other = at->surs[1] + pair % MORE_SURS;
        const int gone = !value->rules->sur_cancel ? 0 : own < other ? own : other;
        own = value->scores[0] + sur_points(own - gone, value->rules);
        other = value->scores[1] + sur_points(other - gone, value->rules);
        for (int bin = 0; bin < COUNT(NORMAL); bin++) {
            const double part = fmin(fmax(at->part + 0.54 * open->spread * (bin - COUNT(NORMAL) / 2), 0), value->total);
            sum += open->chances[0][pair / MORE_SURS] * open->chances[1][pair % MORE_SURS] * NORMAL[bin] *
                   plain_chance(value, part, own, other);
        }
    }
    return sum;
}

TEST(is_the_mean_over_parts_and_surs)
{
    static const char *const RULES[] = {"pagat", "playpasur", "wikipedia", "pagat,sur_cancel=0"};
    static uint16_t chances[2][62 * 62];
    Rng rng = rng_for(14, 0, PURPOSE_TEST);
    for (int i = 0; i < COUNT(chances[0]); i++)
        chances[0][i] = (uint16_t)rng_bounded(&rng, EQUITY_ONE),
        chances[1][i] = (uint16_t)rng_bounded(&rng, EQUITY_ONE);
    for (int i = 0; i < 20000; i++) {
        const Rules rules = rules_of(RULES[i % COUNT(RULES)]);
        const MatchEquity equity = {.target = 62, .first = chances[0], .second = i / 4 % 2 ? chances[1] : NULL};
        const int16_t scores[MAX_SIDES] = {(int16_t)rng_bounded(&rng, 66), (int16_t)rng_bounded(&rng, 66)};
        MatchRoundValue value;
        MatchOpen open;
        float found[3];
        match_value_init(&value, &equity, &rules, scores);
        match_open_at(&open, &value, (int)rng_bounded(&rng, PLAYS + 1));
        MatchStanding at = {.part = (float)rng_bounded(&rng, 41) / 2, .surs = {(int)rng_bounded(&rng, 3), 0}};
        match_values(found, 3, &value, &open, &at);
        for (int more = 0; more < 3; more++) {
            MatchStanding then = at;
            if (more) then.surs[more - 1]++;
            const float chance = match_value(&value, &open, &then);
            assert_true(chance == found[more]);
            assert_true(value.race || fabs(plain_value(&value, &open, &then) - chance) < 1e-4);
        }
    }
}

TEST(a_sur_counts_below_the_limit_alone)
{
    const Rules rules = rules_of("pagat");
    const MatchRoundValue below = value_of(&rules, 49, 20), above = value_of(&rules, 50, 20);
    MatchOpen open;
    match_open_at(&open, &below, 0);
    assert_true(open.chances[0][1] > 0);
    match_open_at(&open, &above, 0);
    assert_true(open.chances[0][1] == 0 && open.chances[0][0] == 1);
    assert_true(open.chances[1][1] > 0);
    match_open_at(&open, &below, PLAYS - HAND * 2); /* none in the last deal */
    assert_true(open.chances[0][0] == 1 && open.chances[1][0] == 1);
}

TEST(who_may_stop_has_won)
{
    const Rules rules = rules_of("pagat"), none = rules_of("wikipedia");
    const MatchRoundValue value = value_of(&rules, 55, 58);
    assert_int_equal(match_value_claim(&value, (const int[]){6, 3}), NOBODY);
    assert_int_equal(match_value_claim(&value, (const int[]){7, 3}), 0);
    assert_int_equal(match_value_claim(&value, (const int[]){7, 4}), NOBODY);
    assert_int_equal(match_value_claim(&value, (const int[]){7, 5}), 1);
    assert_true(match_value_claims(&value, (const uint8_t[]){0, 0}));
    MatchRoundValue other;
    const int16_t scores[MAX_SIDES] = {55, 58}, tied[MAX_SIDES] = {63, 63};
    match_value_init(&other, match_equity_builtin(&rules), &none, scores);
    assert_false(match_value_claims(&other, (const uint8_t[]){9, 9}));
    match_value_init(&other, match_equity_builtin(&rules), &rules, tied);
    assert_false(match_value_claims(&other, (const uint8_t[]){9, 9}));
}

/* ---- exact values of the last deal, against minimax that knows the match from engine/ alone */

static int minimax(const Round *round, const Rules *rules, const MatchEquity *equity)
{
    const int side = table_side(&round->table, rules);
    CardSet moves[MAX_MOVES];
    int winner, best = -1;
    if (table_over(&round->table) || table_shodam(&round->table, rules, &winner)) {
        Match match;
        match_start(&match, round->table.scores);
        assert_true(match_add(&match, rules, &round->table));
        if (match.winner != NOBODY) return match.winner == side ? EQUITY_ONE : 0;
        return match_equity_units(equity, match.scores[side], match.scores[!side], side);
    }
    const int count = moves_list(moves, round_hand(round), round->table.pool, NULL);
    for (int i = 0; i < count; i++) {
        Round next = *round;
        round_play(&next, rules, moves[i]);
        const int chance = minimax(&next, rules, equity);
        const int own = table_side(&next.table, rules) == side ? chance : EQUITY_ONE - chance;
        best = own > best ? own : best;
    }
    return best;
}

TEST(solves_the_last_deal)
{
    static const int16_t SCORES[][MAX_SIDES] = {{0, 0}, {40, 44}, {52, 57}, {60, 45}, {45, 60}, {59, 59}, {64, 64}};
    const Rules rules = rules_of("pagat");
    const MatchEquity *equity = match_equity_builtin(&rules);
    Rng rng = rng_for(13, 0, PURPOSE_TEST);
    int decided = 0;
    for (int i = 0; i < 60; i++) {
        CardSet plays[MAX_MOVES];
        int chances[MAX_MOVES];
        Round round = random_round(&rules, PLAYS - 6 + i % 3, &rng);
        memcpy(round.table.scores, SCORES[i % COUNT(SCORES)], sizeof round.table.scores);
        int winner;
        if (table_shodam(&round.table, &rules, &winner)) continue;
        const int count = moves_list(plays, round_hand(&round), round.table.pool, NULL);
        assert_true(exact_values(chances, NULL, equity, &round, &rules, plays, count, MATCH_POSITIONS));
        for (int play = 0; play < count; play++) {
            Round next = round;
            round_play(&next, &rules, plays[play]);
            const bool same = table_side(&next.table, &rules) == table_side(&round.table, &rules);
            const int chance = minimax(&next, &rules, equity);
            assert_int_equal(chances[play], same ? chance : EQUITY_ONE - chance);
            decided += chances[play] == 0 || chances[play] == EQUITY_ONE;
        }
        assert_false(exact_values(chances, NULL, equity, &round, &rules, plays, count, 1));
    }
    assert_true(decided > 0);
}
