/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library's rounds side by side, fed with random plays. */
#include "analysis/study/bench/bench_steps.h"

#include <stdlib.h>

#include "analysis/study/bench/bench_rows.h"
#include "engine/rng.h"
#include "library/pasur.h"

enum { N = BENCH_STEP };

struct BenchSteps {
    pasur_rules *rules;
    pasur_env *env;
    Rng rng;
    uint8_t planes[N * PASUR_PLANES * PASUR_CARDS], ended[N];
    int16_t counts[N * PASUR_COUNTS];
    uint32_t first[N + 1];
    pasur_cards plays[N * PASUR_LEGAL], chosen[N];
    int32_t actions[N * PASUR_LEGAL], points[N * PASUR_SEATS];
};

static pasur_env_arrays arrays_of(BenchSteps *steps)
{
    return (pasur_env_arrays){.planes = steps->planes,
                              .counts = steps->counts,
                              .first = steps->first,
                              .plays = steps->plays,
                              .actions = steps->actions,
                              .points = steps->points,
                              .ended = steps->ended};
}

BenchSteps *bench_steps_open(uint64_t seed)
{
    pasur_error error;
    BenchSteps *steps = calloc(1, sizeof *steps);
    if (!steps) return NULL;
    steps->rng = rng_for(seed, 0, PURPOSE_AGENT);
    steps->rules = pasur_rules_new("pagat", 2, &error);
    steps->env = steps->rules ? pasur_env_new(steps->rules, N, seed, &error) : NULL;
    if (!steps->env) return bench_steps_free(steps), NULL;
    const pasur_env_arrays arrays = arrays_of(steps);
    pasur_env_observe(steps->env, &arrays);
    return steps;
}

void bench_steps_free(BenchSteps *steps)
{
    if (!steps) return;
    if (steps->env) pasur_env_free(steps->env);
    if (steps->rules) pasur_rules_free(steps->rules);
    free(steps);
}

bool bench_step(BenchSteps *steps)
{
    pasur_error error;
    const pasur_env_arrays arrays = arrays_of(steps);
    const uint32_t *first = steps->first;
    for (int i = 0; i < N; i++)
        steps->chosen[i] = steps->plays[first[i] + rng_bounded(&steps->rng, first[i + 1] - first[i])];
    return pasur_step(steps->env, steps->chosen, &arrays, &error) == 0;
}
