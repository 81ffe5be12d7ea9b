/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cloud of points that moves and stretches towards the better ones. */
#include "analysis/study/tuning/tuner.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct CmaEs {
    size_t dims, population, parents;
    double sigma, weight_mass;                    /* mu_eff */
    double c_sigma, d_sigma, c_c, c_1, c_mu, chi; /* chi: expected length of a standard normal vector */
    double generation;
    double *mean, *old_mean, *step, *path_sigma, *path_c, *weights; /* all in one block, from `mean` on */
    double *covariance, *vectors, *scratch; /* matrices: [row * dims + column]; axis `a` is column `a` of the vectors */
    double *spread;                         /* square roots of the eigenvalues */
    size_t *order;
    gsl_eigen_symmv_workspace *work;
};

size_t cmaes_population(size_t dims) { return 4 + (size_t)floor(3 * log((double)dims)); }

void cmaes_close(CmaEs *es)
{
    if (!es) return;
    free(es->mean);
    free(es->order);
    if (es->work) gsl_eigen_symmv_free(es->work);
    free(es);
}

static void constants_set(CmaEs *es)
{
    const double n = (double)es->dims;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < es->parents; i++)
        sum += es->weights[i] = log((double)(es->population + 1) / 2) - log((double)(i + 1));
    for (size_t i = 0; i < es->parents; i++) {
        es->weights[i] /= sum;
        squares += es->weights[i] * es->weights[i];
    }
    const double mu = es->weight_mass = 1 / squares;
    es->c_sigma = (mu + 2) / (n + mu + 5);
    es->d_sigma = 1 + 2 * fmax(0, sqrt((mu - 1) / (n + 1)) - 1) + es->c_sigma;
    es->c_c = (4 + mu / n) / (n + 4 + 2 * mu / n);
    es->c_1 = 2 / ((n + 1.3) * (n + 1.3) + mu);
    es->c_mu = fmin(1 - es->c_1, 2 * (mu - 2 + 1 / mu) / ((n + 2) * (n + 2) + mu));
    es->chi = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
}

CmaEs *cmaes_open(size_t dims, const double *mean, double sigma)
{
    CmaEs *es = calloc(1, sizeof *es);
    if (!es) return NULL;
    es->dims = dims;
    es->population = cmaes_population(dims);
    es->parents = es->population / 2;
    es->sigma = sigma;
    es->mean = calloc(6 * dims + 3 * dims * dims + es->parents, sizeof *es->mean);
    es->order = calloc(es->population, sizeof *es->order);
    /* GSL's handler aborts; here out of memory is the caller's to tell. */
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    es->work = gsl_eigen_symmv_alloc(dims);
    gsl_set_error_handler(handler);
    if (!es->mean || !es->order || !es->work) {
        cmaes_close(es);
        return NULL;
    }
    es->old_mean = es->mean + dims;
    es->step = es->old_mean + dims;
    es->path_sigma = es->step + dims;
    es->path_c = es->path_sigma + dims;
    es->spread = es->path_c + dims;
    es->covariance = es->spread + dims;
    es->vectors = es->covariance + dims * dims;
    es->scratch = es->vectors + dims * dims;
    es->weights = es->scratch + dims * dims;
    memcpy(es->mean, mean, dims * sizeof *mean);
    constants_set(es);
    for (size_t i = 0; i < dims; i++)
        es->covariance[i * dims + i] = es->vectors[i * dims + i] = es->spread[i] = 1;
    return es;
}

static double draw_normal(Rng *rng) { return sqrt(-2 * log(1 - rng_double(rng))) * cos(2 * M_PI * rng_double(rng)); }

void cmaes_ask(CmaEs *es, double *points, Rng *rng)
{
    for (size_t p = 0; p < es->population; p++) {
        double *point = points + p * es->dims;
        memcpy(point, es->mean, es->dims * sizeof *point);
        for (size_t axis = 0; axis < es->dims; axis++) {
            const double length = es->sigma * es->spread[axis] * draw_normal(rng);
            for (size_t i = 0; i < es->dims; i++)
                point[i] += length * es->vectors[i * es->dims + axis];
        }
    }
}

/* Best first; equal values in order of the points. */
static void order_set(CmaEs *es, const double *values)
{
    for (size_t i = 0; i < es->population; i++) {
        size_t at = i;
        for (; at > 0 && values[es->order[at - 1]] < values[i]; at--)
            es->order[at] = es->order[at - 1];
        es->order[at] = i;
    }
}

/* path_sigma moves by the step in the cloud's own axes, where every direction is as likely. Returns its length. */
static double path_sigma_move(CmaEs *es)
{
    const double keep = 1 - es->c_sigma, gain = sqrt(es->c_sigma * (2 - es->c_sigma) * es->weight_mass);
    double squares = 0;
    for (size_t i = 0; i < es->dims; i++)
        es->path_sigma[i] *= keep;
    for (size_t axis = 0; axis < es->dims; axis++) {
        double along = 0;
        for (size_t i = 0; i < es->dims; i++)
            along += es->vectors[i * es->dims + axis] * es->step[i];
        along *= gain / es->spread[axis];
        for (size_t i = 0; i < es->dims; i++)
            es->path_sigma[i] += along * es->vectors[i * es->dims + axis];
    }
    for (size_t i = 0; i < es->dims; i++)
        squares += es->path_sigma[i] * es->path_sigma[i];
    return sqrt(squares);
}

static void covariance_move(CmaEs *es, const double *points, bool stalled)
{
    const double gain = stalled ? 0 : sqrt(es->c_c * (2 - es->c_c) * es->weight_mass);
    for (size_t i = 0; i < es->dims; i++)
        es->path_c[i] = (1 - es->c_c) * es->path_c[i] + gain * es->step[i];
    const double keep = 1 - es->c_1 - es->c_mu + (stalled ? es->c_1 * es->c_c * (2 - es->c_c) : 0);
    for (size_t i = 0; i < es->dims; i++)
        for (size_t k = 0; k <= i; k++) {
            double rank = 0;
            for (size_t p = 0; p < es->parents; p++) {
                const double *point = points + es->order[p] * es->dims;
                rank += es->weights[p] * (point[i] - es->old_mean[i]) * (point[k] - es->old_mean[k]);
            }
            double *value = &es->covariance[i * es->dims + k];
            *value =
                keep * *value + es->c_1 * es->path_c[i] * es->path_c[k] + es->c_mu * rank / (es->sigma * es->sigma);
            es->covariance[k * es->dims + i] = *value;
        }
}

bool cmaes_tell(CmaEs *es, const double *points, const double *values)
{
    order_set(es, values);
    memcpy(es->old_mean, es->mean, es->dims * sizeof *es->mean);
    for (size_t i = 0; i < es->dims; i++) {
        es->mean[i] = 0;
        for (size_t p = 0; p < es->parents; p++)
            es->mean[i] += es->weights[p] * points[es->order[p] * es->dims + i];
        es->step[i] = (es->mean[i] - es->old_mean[i]) / es->sigma;
    }
    const double length = path_sigma_move(es);
    es->generation++;
    const double warm = sqrt(1 - pow(1 - es->c_sigma, 2 * es->generation));
    covariance_move(es, points, length / warm >= (1.4 + 2 / ((double)es->dims + 1)) * es->chi);
    es->sigma *= exp(es->c_sigma / es->d_sigma * (length / es->chi - 1));
    memcpy(es->scratch, es->covariance, es->dims * es->dims * sizeof *es->scratch);
    gsl_matrix_view scratch = gsl_matrix_view_array(es->scratch, es->dims, es->dims);
    gsl_matrix_view vectors = gsl_matrix_view_array(es->vectors, es->dims, es->dims);
    gsl_vector_view spread = gsl_vector_view_array(es->spread, es->dims);
    if (gsl_eigen_symmv(&scratch.matrix, &spread.vector, &vectors.matrix, es->work) != GSL_SUCCESS) return false;
    for (size_t axis = 0; axis < es->dims; axis++)
        es->spread[axis] = sqrt(fmax(1e-20, es->spread[axis]));
    return true;
}

const double *cmaes_mean(const CmaEs *es) { return es->mean; }
