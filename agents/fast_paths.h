/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code that is there for some processors alone. It gives what the plain code gives, so that only speed depends on it. */
#pragma once

#include <stdbool.h>

/* May it be used? Not where the environment has PASUR_PLAIN with anything but 0 in it: for tests, and for counts of instructions
   that are the same on every processor. Each such path asks here, beside the processor. */
bool fast_paths_allowed(void);
/* Is it allowed, and does this processor have AVX2 and BMI2 with a quick pdep and pext? */
bool fast_paths_bits(void);
/* Is it allowed, and does this processor have the parts of AVX-512 that the Makefile names for files of eight lanes? */
bool fast_paths_lanes(void);
