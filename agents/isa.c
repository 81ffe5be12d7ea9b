/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks the processor and the environment. */
#include "agents/isa.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "engine/text/words.h"

static const char *const NAMES[ISA_COUNT] = {"plain", "avx2", "avx512", "neon"};

/* Can this build and processor do it? */
static bool isa_possible(Isa isa)
{
    switch (isa) {
    case ISA_PLAIN: return true;
#if defined ISA_X86
    case ISA_AVX512:
        return isa_possible(ISA_AVX2) && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
               __builtin_cpu_supports("avx512vpopcntdq");
    case ISA_AVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("popcnt");
#elif defined ISA_ARM
    case ISA_NEON: return true;
#endif
    default: return false;
    }
}

static Isa isa_best(void)
{
    for (Isa isa = ISA_COUNT - 1; isa > ISA_PLAIN; isa--)
        if (isa_possible(isa)) return isa;
    return ISA_PLAIN;
}

/* What the environment asks for, or the best; false with the reason if that cannot be. */
static bool isa_find(Isa *isa, Error *error)
{
    const char *text = getenv("PASUR_ISA");
    const Names names = NAMES_OF("PASUR_ISA", NAMES, ISA_COUNT, "plain, avx2, avx512 or neon");
    *isa = isa_best();
    if (!text || !*text) return true;
    const int index = name_lookup(&names, text, error);
    if (index < 0) return false;
    if (!isa_possible((Isa)index))
        return error_set(error, "PASUR_ISA=%s: not available on this processor and build; the best is %s", NAMES[index],
                         NAMES[*isa]);
    *isa = (Isa)index;
    return true;
}

bool isa_check(Error *error)
{
    Isa isa;
    return isa_find(&isa, error);
}

Isa isa_used(void)
{
    static atomic_int known; /* 1 + what it is, 0: not asked yet; agents ask for every decision */
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (!answer) {
        Error error;
        Isa isa;
        isa_find(&isa, &error);
        answer = 1 + (int)isa;
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return (Isa)(answer - 1);
}

const char *isa_lanes_hindrance(void)
{
    if (isa_used() != ISA_PLAIN) return NULL;
    return isa_best() == ISA_PLAIN ? "this processor or build has no lanes for it" : "PASUR_ISA is plain";
}
