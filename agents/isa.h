/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code for particular processors only. It gives the same results as the plain code, so only speed depends on it. Each
   such path asks here whether it may run. */
#pragma once

#include <stdbool.h>

#include "engine/text/error.h"

#if defined __x86_64__ && !defined PASUR_PLAIN
#define ISA_X86
#elif defined __aarch64__ && !defined PASUR_PLAIN
#define ISA_ARM
#endif

/* Sets of instructions, each with all of those that the Makefile names for it. */
typedef enum { ISA_PLAIN, ISA_AVX2, ISA_AVX512, ISA_NEON, ISA_COUNT } Isa;

/* The set that is used: the best of this processor and build, or the one that PASUR_ISA in the environment names. */
Isa isa_used(void);
/* Why nothing is decided side by side in lanes, as the end of a sentence; NULL: that is done. */
const char *isa_lanes_hindrance(void);
/* False with the reason if PASUR_ISA says nothing that this build and processor can do: then it is as if it were not
   there. */
bool isa_check(Error *error);

/* What a file that is compiled once for each set has by this name there; `plain`: what stands for it where there are no
   lanes. */
#if defined ISA_X86
#define OF_ISA(isa, name, plain) ((isa) == ISA_AVX512 ? &name##_avx512 : (isa) == ISA_AVX2 ? &name##_avx2 : (plain))
#elif defined ISA_ARM
#define OF_ISA(isa, name, plain) ((isa) == ISA_NEON ? &name##_neon : (plain))
#else
#define OF_ISA(isa, name, plain) (plain)
#endif
