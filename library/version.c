/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What this program was built from and by. The Makefile gives BUILT_COMMIT and BUILT_FLAGS to this file alone, so that
   a new commit compiles nothing else again. */
#include "library/version.h"

#ifndef BUILT_COMMIT
#define BUILT_COMMIT ""
#endif
#ifndef BUILT_FLAGS
#define BUILT_FLAGS ""
#endif

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
#if defined __clang__
#define COMPILER "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__) "." TEXT(__clang_patchlevel__)
#elif defined __GNUC__
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "an unknown compiler"
#endif

/* The levels of x86-64 are those of its psABI. */
#if defined __x86_64__ && defined __AVX512F__ && defined __AVX512BW__ && defined __AVX512DQ__ && defined __AVX512VL__
#define PROCESSOR "x86-64-v4"
#elif defined __x86_64__ && defined __AVX2__ && defined __BMI2__ && defined __FMA__
#define PROCESSOR "x86-64-v3"
#elif defined __x86_64__ && defined __SSE4_2__ && defined __POPCNT__
#define PROCESSOR "x86-64-v2"
#elif defined __x86_64__
#define PROCESSOR "x86-64"
#elif defined __aarch64__
#define PROCESSOR "arm64"
#else
#define PROCESSOR "another processor"
#endif

const char PASUR_COMMIT[] = BUILT_COMMIT;
const char PASUR_BUILD[] = COMPILER " " BUILT_FLAGS ", " PROCESSOR;
