/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of match equity: what it says, which files it takes. */
#include "tests/engine/claims.h"

#include "agents/match_equity.h"
#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

TEST(is_built_in_for_pagat)
{
    static const char *const NONE[] = {"pagat,players=3", "pagat,players=4", "pagat,target=61", "pagat,sur_points=4"};
    static const char *const SOME[] = {"pagat", "french,players=2", "pagat,shuffle=riffle:3"};
    for (int i = 0; i < COUNT(NONE); i++) {
        const Rules rules = rules_of(NONE[i]);
        assert_null(match_equity_builtin(&rules));
    }
    for (int i = 0; i < COUNT(SOME); i++) {
        const Rules rules = rules_of(SOME[i]);
        assert_non_null(match_equity_builtin(&rules));
    }
}

TEST(sides_share_one)
{
    const Rules rules = rules_of("pagat");
    const MatchEquity *equity = match_equity_builtin(&rules);
    for (int score = 0; score < 80; score++)
        for (int opponent = 0; opponent < 80; opponent++)
            assert_int_equal(match_equity_units(equity, score, opponent, true) +
                                 match_equity_units(equity, opponent, score, false),
                             EQUITY_ONE);
}

TEST(scores_at_the_target_are_decided)
{
    const Rules rules = rules_of("pagat");
    const MatchEquity *equity = match_equity_builtin(&rules);
    assert_true(match_equity(equity, 62, 61, false) == 1);
    assert_true(match_equity(equity, 61, 62, true) == 0);
    assert_true(match_equity(equity, 70, 66, false) == 1);
    assert_true(match_equity(equity, 66, 66, true) == 0.5);
}

/* What docs/matches.md says of the match, whoever measured it. */
TEST(players_know_it)
{
    const Rules rules = rules_of("pagat");
    const MatchEquity *equity = match_equity_builtin(&rules);
    assert_true(match_equity(equity, 55, 30, false) > 0.85);
    assert_true(match_equity(equity, 60, 60, true) > 0.6);
    assert_true(match_equity(equity, 49, 40, true) > match_equity(equity, 50, 40, true));
    for (int score = 0; score + 10 < 45; score++)
        assert_true(match_equity(equity, score + 10, 20, true) > match_equity(equity, score, 20, true));
}

/* ---- files: rules to 3, which have 18 rows */

#define RULES "pagat,target=3"
#define HEAD "# version: 0.1.0\n# rules: " RULES "\nscore,opponent,first_seat,win,ci_low\n"

/* A file with this head and the rows, of which row `spoiled` (-1: none) is replaced by `by`. */
static void table_write(char *name, const char *head, int spoiled, const char *by)
{
    strcpy(name, "/tmp/match_equity_XXXXXX");
    const int descriptor = mkstemp(name);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    fputs(head, file);
    for (int row = 0; row < 18; row++) {
        if (row == spoiled)
            fputs(by, file);
        else
            fprintf(file, "%d,%d,%d,%.3f,0.5\n", row / 6, row / 2 % 3, row % 2, row / 20.);
    }
    fclose(file);
}

static bool table_read(MatchEquity *equity, Error *error, const char *head, int spoiled, const char *by)
{
    char name[40];
    const Rules rules = rules_of(RULES);
    table_write(name, head, spoiled, by);
    const bool good = match_equity_read(equity, name, &rules, error);
    unlink(name);
    return good;
}

TEST(reads_what_equity_writes)
{
    MatchEquity equity;
    Error error;
    assert_true(table_read(&equity, &error, HEAD, -1, NULL));
    assert_int_equal(match_equity_units(&equity, 0, 0, false), 0);
    assert_int_equal(match_equity_units(&equity, 1, 2, true), (int)lround(11 / 20. * EQUITY_ONE));
    assert_int_equal(match_equity_units(&equity, 2, 1, false), (int)lround(14 / 20. * EQUITY_ONE));
    assert_int_equal(match_equity_units(&equity, 3, 2, false), EQUITY_ONE);
    match_equity_free(&equity);
    assert_int_equal(equity.target, 0);
}
