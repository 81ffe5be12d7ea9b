/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of nets share: rounds with their history, and nets of random numbers. */
#ifndef TESTS_AGENTS_NET_PAST_H
#define TESTS_AGENTS_NET_PAST_H

#include "agents/net/net.h"
#include "tests/engine/claims.h"

/* A round played at random, with its history. */
typedef struct {
    Rules rules;
    Round round;
    CardSet first_pool, history[PLAYS];
} Past;

/* Deals, with random scores, and plays `plays` plays. */
void past_make(Past *past, const char *rules, int plays, Rng *rng);
/* The same under the rules number i: every second time random ones, else the presets in turn; this many plays at
   random. */
void past_any(Past *past, int i, Rng *rng);
/* What the seat to move knows; points into *past. */
View past_view(const Past *past);

/* Real numbers between -range and range; malloc. */
float *params_random(const NetShape *shape, double range, uint64_t seed);
/* A net of such numbers; net_free is due. */
Net net_random(const NetShape *shape, const char *rules, double range, uint64_t seed);

#endif
