/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is told of a play is what it did: cards, clubs, points, Surs, and where the rest goes. */
#include <stdlib.h>

#include "analysis/commands/play/seat.h"
#include "engine/notation.h"
#include "engine/round.h"
#include "engine/table.h"
#include "library/version.h"
#include "tests/engine/claims.h"
#include "tests/test.h"

const char PASUR_COMMIT[] = "", PASUR_BUILD[] = ""; /* which the commands name */

/* A table before a play, seen from seat 0, and what is told. */
typedef struct {
    const char *rules, *pool, *play;
    int turn, ply;
    int16_t scores[2];
    uint8_t surs[2];
    const char *told;
} Case;

enum { MIDDLE = 8, LAST_DEAL = 40 };
/* The numbers of a line of the count, those in brackets left out; returns how many. */
static int numbers_of(int out[], const char *text, const char *label)
{
    const char *line = strstr(text, label);
    int count = 0;
    assert_non_null(line);
    line += strlen(label);
    while (*line != '\n') {
        char *end;
        if (*line == '(') line = strchr(line, ')') + 1;
        const long number = strtol(line, &end, 10);
        if (end == line)
            line++;
        else
            out[count++] = (int)number, line = end;
    }
    return count;
}

/* The lines of the count add up to the points of each side, whose first is the person's, and to the score. */
TEST(the_count_adds_up)
{
#define CLASS_LINE(name, key, pagat, cards, help, label, ...) "\n" label,
    static const char *const LINES[] = {"\nclubs", PAYING_ROWS(CLASS_LINE) "\nSurs"};
    Rng rng = rng_make(4, 1);
    for (int n = 0; n < 200; n++) {
        char text[RULES_TEXT], *told = NULL;
        size_t length;
        random_rules(text, &rng);
        const Rules rules = rules_of(text);
        const Round round = random_round(&rules, n % 4 ? PLAYS : 30, &rng);
        const int seat = (int)rng_bounded(&rng, rules.players);
        Talk talk = {.rules = &rules, .names = {"", "a", "b", "c"}, .seat = seat, .match = true};
        int sums[MAX_SIDES] = {0}, numbers[2 * MAX_SIDES], points[MAX_SIDES];
        FILE *out = open_memstream(&told, &length);
        assert_non_null(out);
        talk.out = out;
        narrate_count(&talk, &round.table);
        fclose(out);
        count_points(points, &round.table, &rules);
        for (int line = 0; line < COUNT(LINES); line++) {
            if (!strstr(told, LINES[line])) continue;
            assert_int_equal(numbers_of(numbers, told, LINES[line]), rules.sides);
            for (int i = 0; i < rules.sides; i++)
                sums[i] += numbers[i];
        }
        for (int i = 0; i < rules.sides; i++) {
            const int side = (rules_side(&rules, seat) + i) % rules.sides;
            assert_int_equal(sums[i], points[side]);
            numbers_of(numbers, told, "\nthis round");
            assert_int_equal(numbers[i], points[side]);
            numbers_of(numbers, told, "\nthe match");
            assert_int_equal(numbers[i], points[side] + round.table.scores[side]);
        }
        free(told);
    }
}

/* A round's beginning: scores with the target, a tie that is played out, who makes no Surs. */
TEST(scores_are_explained)
{
    static const struct {
        const char *rules;
        int16_t scores[2];
        bool match;
        const char *told;
    } ROUNDS[] = {
        {"pagat", {0, 0}, false, "\nRound 3. You play first.\n"},
        {"pagat", {31, 49}, true, "\nRound 3: you 31, greedy 49, of 62. You play first.\n"},
        {"pagat",
         {31, 50},
         true,
         "\nRound 3: you 31, greedy 50, of 62. You play first.\nNo Surs in this round, with a score of 50 or more: greedy.\n"},
        {"pagat",
         {64, 64},
         true,
         "\nRound 3: you 64, greedy 64, of 62. You play first.\n"
         "The lead is shared at 64, so nobody has won yet: this round is played to its end.\n"
         "No Surs in this round, with a score of 50 or more: you, greedy.\n"},
        {"pagat,sur_limit=0",
         {62, 62},
         true,
         "\nRound 3: you 62, greedy 62, of 62. You play first.\n"
         "The lead is shared at 62, so nobody has won yet: this round is played to its end.\n"},
        {"pagat,sur_points=0", {50, 50}, true, "\nRound 3: you 50, greedy 50, of 62. You play first.\n"},
    };
    for (int i = 0; i < COUNT(ROUNDS); i++) {
        char *told = NULL;
        size_t length;
        const Rules rules = rules_of(ROUNDS[i].rules);
        Talk talk = {.rules = &rules, .names = {"", "greedy"}, .match = ROUNDS[i].match};
        Table table = {.last = NOBODY};
        memcpy(table.scores, ROUNDS[i].scores, sizeof ROUNDS[i].scores);
        FILE *out = open_memstream(&told, &length);
        assert_non_null(out);
        talk.out = out;
        talk.page.width = 200;
        narrate_round(&talk, &table, 3);
        fclose(out);
        assert_string_equal(told, ROUNDS[i].told);
        free(told);
    }
}
