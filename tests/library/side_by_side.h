/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of rounds side by side share: three of them, and arrays for all that a step may write. */
#pragma once

#include "library/pasur.h"
#include "tests/engine/about.h"
#include "tests/engine/claims.h"

enum { N = 3, SEED = 7, BOARDS_EACH = 2, PLANE_BYTES = PASUR_PLANES * PASUR_CARDS };

static pasur_error error;

/* All that a step may write, for N rounds. */
typedef struct {
    uint8_t planes[N * PLANE_BYTES], ended[N];
    int16_t counts[N * PASUR_COUNTS];
    int32_t turn[N], actions[N * PASUR_LEGAL], points[N * PASUR_SEATS];
    uint32_t first[N + 1];
    pasur_cards plays[N * PASUR_LEGAL];
} Arrays;

static inline pasur_env_arrays all_of(Arrays *to)
{
    return (pasur_env_arrays){to->planes, to->counts,  to->turn,   to->first,
                              to->plays,  to->actions, to->points, to->ended};
}

static inline pasur_rules *rules_new(const char *text)
{
    pasur_rules *rules = pasur_rules_new(text, 0, &error);
    assert_non_null(rules);
    return rules;
}

static inline pasur_env *env_new(const pasur_rules *rules, uint64_t seed)
{
    pasur_env *env = pasur_env_new(rules, N, seed, &error);
    assert_non_null(env);
    return env;
}

/* A legal play in each round. */
static inline void choose(pasur_cards chosen[N], const Arrays *now, Rng *rng)
{
    for (int i = 0; i < N; i++)
        chosen[i] = now->plays[now->first[i] + rng_bounded(rng, now->first[i + 1] - now->first[i])];
}
