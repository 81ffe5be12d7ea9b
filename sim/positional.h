/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges of `sim` as they were kept before sums had names: by position, which is now for ever. Only read; rows of rounds,
   which were packed, are not. */
#pragma once

#include "sim/stretch.h"

/* Fills an empty stretch of `sim`, whose sums are open. `kind`: of KIND_SIMULATION; `width`: of blocks. */
void positional_get(Fields *fields, uint32_t kind, Stretch *stretch, const KnownAgents *known, int width,
                    OutputFile *const streams[]);
