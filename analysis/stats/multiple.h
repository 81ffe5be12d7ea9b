/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many questions at once: p values and how they change when several are asked of one run.
   A family is every row that was asked for; a row whose p is unknown (NAN) still counts as asked. */
#pragma once

#include <stddef.h>

#include "analysis/stats/estimate.h"

/* Two-sided p of "the true mean is `null`", Student's t, for a number of boards fixed beforehand.
   NAN when n < 2 or sd = 0. */
double p_two_sided(const Estimate *estimate, double null);

/* The same when one looked after every board and stopped when one liked: the smallest alpha at which
   interval_anytime with this rho leaves `null` out; 1 when none. NAN when that interval is unknown. */
double p_anytime(const Estimate *estimate, double null, double rho);

/* The level for each of `tests` (>= 1) intervals so that all hold together with chance 1 - alpha at least. */
double bonferroni_alpha(double alpha, size_t tests);

/* Holm's adjusted p values (step-down; S. Holm, Scand. J. Statist. 6, 1979): rejecting where adjusted[i] <= alpha
   keeps the chance of any false rejection at alpha, whatever the dependence. adjusted may not overlap p.
   Unknown p stay NAN and count as members of the family. Takes O(count^2). */
void holm_adjust(double *adjusted, const double *p, size_t count);
