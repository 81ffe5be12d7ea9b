/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks the environment. */
#include "agents/fast_paths.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

bool fast_paths_allowed(void)
{
    static atomic_int known; /* 1: not allowed, 2: allowed; agents ask for every decision */
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (!answer) {
        const char *plain = getenv("PASUR_PLAIN");
        answer = !plain || !*plain || !strcmp(plain, "0") ? 2 : 1;
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer == 2;
}

bool fast_paths_bits(void)
{
#if defined __x86_64__
    /* before Zen 3 pdep and pext take longer than all that they save */
    return fast_paths_allowed() && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
           !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
#else
    return false;
#endif
}

bool fast_paths_lanes(void)
{
#if defined __x86_64__
    return fast_paths_allowed() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vpopcntdq");
#else
    return false;
#endif
}
