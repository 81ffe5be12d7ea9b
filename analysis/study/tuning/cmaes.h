/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CMA-ES after N. Hansen, "The CMA Evolution Strategy: A Tutorial" (arXiv 1604.00772), without negative weights: a
   normal cloud of points that moves and stretches towards the better ones. Maximises. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "engine/rng.h"

typedef struct CmaEs CmaEs;

/* Starts at mean[dims] with standard deviation sigma in every direction. NULL: out of memory. */
CmaEs *cmaes_open(size_t dims, const double *mean, double sigma);
void cmaes_close(CmaEs *es);

/* Points of a generation: 4 + floor(3 ln dims). */
size_t cmaes_population(size_t dims);
/* Draws points[population * dims]. */
void cmaes_ask(CmaEs *es, double *points, Rng *rng);
/* Takes what they are worth, more is better; points may have been moved (into their ranges) since. False: out of
   memory. */
bool cmaes_tell(CmaEs *es, const double *points, const double *values);
const double *cmaes_mean(const CmaEs *es);
