/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds of the library side by side, with a random play in each at every step. */
#include <omp.h>
#include <stdlib.h>

#include "analysis/study/bench/bench.h"
#include "engine/rng.h"
#include "library/pasur.h"

enum { N = BENCH_STEP };

typedef struct {
    pasur_rules *rules;
    pasur_env *env;
    Rng rng;
    uint8_t planes[N * PASUR_PLANES * PASUR_CARDS], ended[N];
    int16_t counts[N * PASUR_COUNTS];
    uint32_t first[N + 1];
    pasur_cards plays[N * PASUR_LEGAL], chosen[N];
    int32_t actions[N * PASUR_LEGAL], points[N * PASUR_SEATS];
} BenchSteps;

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

static void bench_steps_free(BenchSteps *steps)
{
    if (!steps) return;
    if (steps->env) pasur_env_free(steps->env);
    if (steps->rules) pasur_rules_free(steps->rules);
    free(steps);
}

/* BENCH_STEP rounds of pagat for two. NULL if memory runs out. */
static BenchSteps *bench_steps_open(uint64_t seed)
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

/* A play in each round, with all that pasur_step can write but whose turn it is. False if that fails. */
static bool bench_step(BenchSteps *steps)
{
    pasur_error error;
    const pasur_env_arrays arrays = arrays_of(steps);
    const uint32_t *first = steps->first;
    for (int i = 0; i < N; i++)
        steps->chosen[i] = steps->plays[first[i] + rng_bounded(&steps->rng, first[i + 1] - first[i])];
    return pasur_step(steps->env, steps->chosen, &arrays, &error) == 0;
}

bool bench_steps(uint64_t steps, int threads, Error *error)
{
    bool good = true;
#pragma omp parallel num_threads(threads) reduction(&& : good)
    {
        const uint64_t thread = (uint64_t)omp_get_thread_num(), all = (uint64_t)omp_get_num_threads();
        BenchSteps *rounds = bench_steps_open(thread);
        good = rounds != NULL;
        for (uint64_t step = thread; good && step < steps; step += all)
            good = bench_step(rounds);
        bench_steps_free(rounds);
    }
    return good || error_memory(error);
}
