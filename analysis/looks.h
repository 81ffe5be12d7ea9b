/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An interval that is to become as narrow as wanted, with as few boards as possible, and that holds whenever one stops.

   The chance of an error, alpha, is shared out beforehand between looks at planned numbers of boards, LOOK_SHARE of it to
   the first, and an anytime interval for every other moment. By the union bound all these intervals hold together with
   chance 1 - alpha at least, so any rule may choose among them. The first look comes where the interval is expected to be
   narrow enough, from a pilot on boards of its own; at a look the interval is hardly wider than one for a number of boards
   that was fixed beforehand, where an anytime interval is 1.5 times as wide and takes 2.2 times the boards. */
#ifndef PASUR_ANALYSIS_LOOKS_H
#define PASUR_ANALYSIS_LOOKS_H

#include "analysis/estimate.h"

/* Shares of alpha: the first look, all later ones together (each half of what is left), and all other moments. */
#define LOOK_SHARE 0.8
#define LOOK_LATER 0.15
#define LOOK_BETWEEN 0.05
/* No look at fewer boards: intervals lean on the central limit theorem. */
enum { LOOK_MIN_BOARDS = 2000 };

/* Share of alpha that belongs to look 0, 1, … */
double look_share(int look);
/* Boards of the first look for this half-width, from a pilot's standard deviation of one board over pilot_n boards
   (a little more than needed on average, since the pilot errs); at least LOOK_MIN_BOARDS. A real number. */
double look_first(double sd, int64_t pilot_n, double half_width, double alpha);
/* Boards of look 1, 2, …, from those of the look before it. */
double look_next(double boards, int look);

Interval interval_look(const Estimate *estimate, double alpha, int look);
/* For a moment that is no look; first: boards of the first look. */
Interval interval_between(const Estimate *estimate, double alpha, double first);

#endif
