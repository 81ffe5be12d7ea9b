/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds side by side that a program of the library plays at random, one step at a time. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct BenchSteps BenchSteps;

/* BENCH_STEP rounds of pagat for two. NULL if memory runs out. */
BenchSteps *bench_steps_open(uint64_t seed);
void bench_steps_free(BenchSteps *steps);
/* A play in each round, with all that pasur_step can write but whose turn it is. False if that fails. */
bool bench_step(BenchSteps *steps);
