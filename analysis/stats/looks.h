/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An interval that is to become as narrow as wanted, with as few boards as possible, and that holds whenever one stops.

   The chance of an error, alpha, is shared out beforehand between looks at planned numbers of boards, LOOK_SHARE of it to
   the first, and an anytime interval for every other moment. By the union bound all these intervals hold together with
   chance 1 - alpha at least, so any rule may choose among them. The first look comes where the interval is expected to be
   narrow enough, from the spread of the first boards; at a look the interval is hardly wider than one for a number of
   boards that was fixed beforehand, where an anytime interval is 1.5 times as wide and takes 2.2 times the boards.

   The boards that plan a look count for it. The plan depends on their spread alone and hardly varies, so the mean at the
   look errs like that of a fixed number of boards: for n boards planned from n / 8 or 4096 its bias is at most skewness /
   sqrt(n) of its standard error (Stein 1945; Anscombe 1952). `pasur calibrate` plays it through. */
#pragma once

#include "analysis/stats/estimate.h"

/* Shares of alpha: the first look, all later ones together (each half of what is left), and all other moments. */
#define LOOK_SHARE 0.93
#define LOOK_LATER 0.05
#define LOOK_BETWEEN 0.02
/* No look at fewer boards: intervals lean on the central limit theorem. */
enum { LOOK_MIN_BOARDS = 2000 };

/* Plan after so many boards, and again until they are this part of what the plan says. */
enum { LOOK_PLAN_BOARDS = 4096, LOOK_PLAN_PART = 8 };

/* Share of alpha that belongs to look 0, 1, … */
double look_share(int look);
/* Boards of the first look for this half-width, from the standard deviation of one board over n boards (a little more than
   needed on average, since that errs); at least LOOK_MIN_BOARDS. A real number. */
double look_first(double sd, int64_t n, double half_width, double alpha);
/* Boards of look 1, 2, …, from those of the look before it. */
double look_next(double boards, int look);

Interval interval_look(const Estimate *estimate, double alpha, int look);
/* For a moment that is no look; first: boards of the first look. */
Interval interval_between(const Estimate *estimate, double alpha, double first);
