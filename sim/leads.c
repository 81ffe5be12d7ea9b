/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deals that the plays share: halving finds the best rival, fresh deals measure it. */
#include "sim/leads.h"

#include <math.h>
#include <string.h>

#include "engine/table.h"

/* 97.5 % quantile of the normal distribution: there are 100 deals or more. */
static const double DEALS_QUANTILE = 1.9600;
/* The deals that find the rival have numbers from here on. */
static const uint64_t RIVAL_DEALS = UINT64_C(1) << 40;

double lead_mean(double *half, const Moments *moments, double scale, double reach)
{
    const double n = (double)moments->n, sum = (double)moments->sum, mean = sum / n;
    const double variance = ((double)moments->sum_sq - mean * sum) / (n - 1);
    *half = (reach > 0 ? reach : DEALS_QUANTILE) * sqrt(variance > 0 ? variance / n : 0) / scale;
    return mean / scale;
}

/* Keeps the better half of the plays by their sums, which are of the same deals, in ascending order. Returns how
   many. */
static int better_half(int plays[], int count, const LeadSums sums[])
{
    int kept = 0, better[MAX_MOVES];
    for (int i = 0; i < count; i++) {
        int before = 0;
        for (int k = 0; k < count; k++)
            before += sums[plays[k]].value.sum > sums[plays[i]].value.sum ||
                      (k < i && sums[plays[k]].value.sum == sums[plays[i]].value.sum);
        if (before < (count + 1) / 2) better[kept++] = plays[i];
    }
    memcpy(plays, better, (size_t)kept * sizeof *plays);
    return kept;
}

/* Finds the best of the rivals by sequential halving. False: stopped. */
static bool rival_find(int *rival, const LeadJob *job, uint64_t made)
{
    int plays[MAX_MOVES], count = 0, stages = 0;
    uint64_t first = RIVAL_DEALS;
    for (int i = 0; i < job->count; i++)
        if (job->rivals[job->plays[i]]) plays[count++] = job->plays[i];
    while (count > 1 << stages)
        stages++;
    while (count > 1) {
        const uint64_t share = made / (uint64_t)(stages * count), deals = share > 1 ? share : 1;
        for (int i = 0; i < count; i++)
            job->sums[plays[i]] = (LeadSums){0};
        if (!job->make(job->context, job->sums, plays, count, NO_PLAY, first, deals)) return false;
        first += deals;
        count = better_half(plays, count, job->sums);
    }
    *rival = count ? plays[0] : NO_PLAY;
    return true;
}

bool leads_measure(int *rival, const LeadJob *job)
{
    const uint64_t rivals = job->made / 4, each = (job->made - rivals) / (uint64_t)job->count;
    if (!rival_find(rival, job, rivals)) return false;
    memset(job->sums, 0, MAX_MOVES * sizeof *job->sums);
    job->make(job->context, job->sums, job->plays, job->count, job->choice, 0, each > LEAD_DEALS ? each : LEAD_DEALS);
    return job->sums[job->choice].value.n > 1;
}
