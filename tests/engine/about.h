/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a failing test says: the position that it was about, in the words of tests/scenarios, and plays as they are
   written. The position last told to about_… before the failure is printed, whatever the assertion. */
#ifndef TESTS_ENGINE_ABOUT_H
#define TESTS_ENGINE_ABOUT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/round.h"

/* The running test is about this round; random_round calls it for the position that it returns. */
void about_round(const Rules *rules, const Round *round);
/* The same for what one seat sees: the seat to move holds `hand`. */
void about_table(const Rules *rules, const Table *table, CardSet hand);
/* And about this play of the seat to move there. */
void about_play(CardSet play);
/* And something that tells which case it is, such as a record or a line of a file; it is copied. */
void about_text(const char *text);

/* Two sets of cards, two plays of the seat to move (after about_…), two tables under the same rules: equal, or both are
   printed as they are written. */
#define assert_cards_equal(found, wanted) about_cards_equal(found, wanted, __FILE__, __LINE__)
#define assert_play_equal(found, wanted) about_play_equal(found, wanted, __FILE__, __LINE__)
#define assert_tables_equal(rules, found, wanted) about_tables_equal(rules, found, wanted, __FILE__, __LINE__)
/* One legal play of the seat to move, or the reason why it is none. */
#define assert_play_legal(rules, round, play) about_play_legal(rules, round, play, __FILE__, __LINE__)

/* Cmocka's own, which prints in hexadecimal: as numbers, with what they are. */
#undef assert_int_equal
#define assert_int_equal(found, wanted)                                                                                \
    about_int_equal((intmax_t)(found), (intmax_t)(wanted), #found, __FILE__, __LINE__)

void about_int_equal(intmax_t found, intmax_t wanted, const char *what, const char *file, int line);
void about_cards_equal(CardSet found, CardSet wanted, const char *file, int line);
void about_play_equal(CardSet found, CardSet wanted, const char *file, int line);
void about_tables_equal(const Rules *rules, const Table *found, const Table *wanted, const char *file, int line);
void about_play_legal(const Rules *rules, const Round *round, CardSet play, const char *file, int line);

/* Each test runs inside about_run, and about_tell speaks after one that did not come to its end. A test is handed no
   state: what a group's setup makes is static. */
typedef struct {
    CMUnitTestFunction claim;
} AboutClaim;

void about_run(void **state);
int about_tell(void **state);

#endif
