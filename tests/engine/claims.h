/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of engine/ and agents/ share. */
#ifndef TESTS_ENGINE_CLAIMS_H
#define TESTS_ENGINE_CLAIMS_H

#include <stdio.h>
#include <string.h>

#include "engine/table.h"
#include "tests/engine/about.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* The chance of a chi-square value at least this large. */
double chi_square_tail(double chi_square, double degrees);
/* Rules that must be right. */
Rules rules_of(const char *text);
/* Cards that must be right. */
CardSet cards_of(const char *text);
/* Rule sets for tests that want them all: every preset for every number of players that it allows. */
extern const char *const PRESET_RULES[];
extern const int PRESET_RULES_COUNT;
/* A random rule set that is allowed: a preset with random overrides of any key. */
void random_rules(char text[static RULES_TEXT], Rng *rng);
/* A vector of weights, a third of them 0. */
void random_weights(double values[], int count, Rng *rng);
/* A random position: a random deal, scores near the limits, `plays` random plays. */
Round random_round(const Rules *rules, int plays, Rng *rng);
/* Checks everything that must hold of a round at any time. */
bool round_valid(const Round *round, const Rules *rules, const char **why);

#endif
