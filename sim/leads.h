/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By how much a chosen play is better than others, measured over deals that all of them are made in. Which of the
   others is the best is found by sequential halving (Karnin, Koren, Somekh 2013) over deals of its own, so that the
   deals of the measurement have chosen nothing and their intervals hold. */
#pragma once

#include <stdbool.h>

#include "sim/moments.h"

/* Whole numbers: points times the number of other sides, or chances in 1/EQUITY_ONE. */
typedef struct {
    Moments value, behind; /* behind: the choice's value minus this one's, where both were made */
    Moments points;        /* where values are chances: points times the number of other sides; else empty */
} LeadSums;

/* Makes the plays, `count` numbers in ascending order, in the deals first … first + deals - 1, and adds what they come
   to:
   sums[play]. behind is the value of the play `choice` less the play's own; NO_PLAY: it is not wanted. False: stop. */
typedef bool LeadDeals(void *context, LeadSums sums[], const int plays[], int count, int choice, uint64_t first,
                       uint64_t deals);
enum { NO_PLAY = -1 };

typedef struct {
    LeadDeals *make;
    void *context;
    const int *plays; /* that are measured, `count` in ascending order, the choice among them */
    int count, choice;
    const bool *rivals; /* [play]: it may be the best of the others */
    LeadSums *sums;     /* [play]: empty; filled with what was measured */
    uint64_t made;      /* plays to make in all: about a quarter of them to find the rival */
} LeadJob;

/* Deals in which every play is measured at least. */
enum { LEAD_DEALS = 200 };

/* Measures the plays. *rival is the best of those that may be; NO_PLAY: there is none. False: stopped before any play
   was measured; what was measured when it stopped later counts. */
bool leads_measure(int *rival, const LeadJob *job);
/* Mean and half the width of its interval, which reaches so many standard errors (0: that of 95 %), where `scale` whole numbers
   are one; two observations or more. */
double lead_mean(double *half, const Moments *moments, double scale, double reach);
