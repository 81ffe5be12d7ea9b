/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fits behind ratings: maximum a posteriori, least squares. */
#include "analysis/stats/rating.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The log posterior at `nats`, with its gradient and minus its second derivatives where asked for. */
typedef struct {
    size_t agents;
    const double *nats;
    double value;
    double *gradient;  /* [agents], or NULL: only the value */
    double *curvature; /* [agents * agents], symmetric, positive definite */
} Posterior;

/* Adds `weight` choices of `taken` among the seats. */
static void add_choice(Posterior *p, const uint16_t *agent, size_t size, size_t taken, double weight)
{
    double chance[RANKING_SEATS], sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += chance[i] = exp(p->nats[agent[i]] - p->nats[taken]);
    p->value -= weight * log(sum);
    if (!p->gradient) return;
    p->gradient[taken] += weight;
    for (size_t i = 0; i < size; i++) {
        const double mine = weight * chance[i] / sum;
        p->gradient[agent[i]] -= mine;
        p->curvature[agent[i] * p->agents + agent[i]] += mine;
        for (size_t j = 0; j < size; j++)
            p->curvature[agent[i] * p->agents + agent[j]] -= mine * chance[j] / sum;
    }
}

typedef struct {
    size_t agents, count;
    const Choice *choices;
    const double *weights, *virtual_won, *center;
} Evidence;

static void evaluate(Posterior *p, const Evidence *e)
{
    const double precision = pow(ELO_PER_NAT / ELO_PRIOR_SD, 2);
    p->value = 0;
    if (p->gradient) {
        memset(p->gradient, 0, e->agents * sizeof *p->gradient);
        memset(p->curvature, 0, e->agents * e->agents * sizeof *p->curvature);
    }
    for (size_t c = 0; c < e->count; c++)
        if (e->weights[c] > 0)
            add_choice(p, e->choices[c].agent, e->choices[c].size, e->choices[c].taken, e->weights[c]);
    for (size_t i = 0; i < e->agents; i++) {
        const double off = p->nats[i] - e->center[i];
        p->value -= precision * off * off / 2;
        if (p->gradient) {
            p->gradient[i] -= precision * off;
            p->curvature[i * e->agents + i] += precision;
        }
        for (size_t j = 0; j < e->agents; j++)
            if (e->virtual_won[i * e->agents + j] > 0)
                add_choice(p, (const uint16_t[]){(uint16_t)i, (uint16_t)j}, 2, i, e->virtual_won[i * e->agents + j]);
    }
}

bool fit_choices(double *nats, size_t agents, const Choice *choices, const double *weights, size_t count,
                 const double *virtual_won, const double *center)
{
    const Evidence evidence = {agents, count, choices, weights, virtual_won, center};
    double *memory = malloc((agents * agents + 3 * agents) * sizeof *memory);
    if (!memory) return false;
    double *curvature = memory, *gradient = memory + agents * agents, *step = gradient + agents, *trial = step + agents;
    memset(nats, 0, agents * sizeof *nats);
    for (int round = 0; round < 200; round++) {
        Posterior here = {agents, nats, 0, gradient, curvature};
        evaluate(&here, &evidence);
        gsl_matrix_view matrix = gsl_matrix_view_array(curvature, agents, agents);
        gsl_vector_view solution = gsl_vector_view_array(step, agents);
        memcpy(step, gradient, agents * sizeof *step);
        gsl_linalg_cholesky_decomp1(&matrix.matrix);
        gsl_linalg_cholesky_svx(&matrix.matrix, &solution.vector);
        double gain = 0; /* twice what a full step would add to the log posterior */
        for (size_t i = 0; i < agents; i++)
            gain += gradient[i] * step[i];
        double share = 1;
        for (int halving = 0; halving < 50; halving++, share /= 2) {
            for (size_t i = 0; i < agents; i++)
                trial[i] = nats[i] + share * step[i];
            Posterior there = {agents, trial, 0, NULL, NULL};
            evaluate(&there, &evidence);
            if (there.value >= here.value - 1e-13 * fabs(here.value)) break;
        }
        memcpy(nats, trial, agents * sizeof *nats);
        if (gain < 1e-12) break;
    }
    free(memory);
    return true;
}

/* group[i]: the smallest agent that pairs connect with i. */
static void find_groups(size_t *group, size_t agents, const PairMean *pairs, size_t count)
{
    for (size_t i = 0; i < agents; i++)
        group[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t p = 0; p < count; p++) {
            size_t *a = &group[pairs[p].a], *b = &group[pairs[p].b];
            if (pairs[p].rounds <= 0 || *a == *b) continue;
            *a = *b = *a < *b ? *a : *b;
            changed = true;
        }
    }
}

bool fit_differences(double *points, size_t agents, const PairMean *pairs, size_t count)
{
    double *normal = calloc(agents * agents, sizeof *normal);
    size_t *group = malloc(agents * sizeof *group);
    if (!normal || !group) {
        free(normal);
        free(group);
        return false;
    }
    double total = 0;
    for (size_t p = 0; p < count; p++)
        total += pairs[p].rounds;
    find_groups(group, agents, pairs, count);
    /* Normal equations, made regular by a 1 for each two agents of a group: it costs nothing where the mean is 0. */
    for (size_t i = 0; i < agents; i++) {
        points[i] = 0;
        for (size_t j = 0; j < agents; j++)
            normal[i * agents + j] = group[i] == group[j];
    }
    for (size_t p = 0; p < count; p++) {
        if (pairs[p].rounds <= 0) continue;
        const size_t a = pairs[p].a, b = pairs[p].b;
        const double weight = pairs[p].rounds / total;
        normal[a * agents + a] += weight;
        normal[b * agents + b] += weight;
        normal[a * agents + b] -= weight;
        normal[b * agents + a] -= weight;
        points[a] += weight * pairs[p].diff;
        points[b] -= weight * pairs[p].diff;
    }
    gsl_matrix_view matrix = gsl_matrix_view_array(normal, agents, agents);
    gsl_vector_view solution = gsl_vector_view_array(points, agents);
    gsl_linalg_cholesky_decomp1(&matrix.matrix);
    gsl_linalg_cholesky_svx(&matrix.matrix, &solution.vector);
    free(normal);
    free(group);
    return true;
}
