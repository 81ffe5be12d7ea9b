/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits the value of a round between two deals (agents/search/playout.c) to rounds of tactic against itself: by least
   squares, what the side to lead will still gain on the mean of the others, for several steepnesses of the clubs. */
#include <gsl/gsl_multifit.h>
#include <string.h>

#include "agents/search/playout.h"
#include "tests/bench/self_play.h"

enum { MOST_BOUNDARIES = 5, POOLED = MOST_BOUNDARIES, FITS };
enum { STEEPNESSES = 16, CLUB_CHANCES = VALUE_TERMS, REGRESSORS, TO_COME = REGRESSORS, COLUMNS };

static float steepness_of(int index) { return 0.7f + 0.1f * (float)index; }

typedef struct {
    double count, missed; /* missed: sum of squares that the value in use leaves */
    double cross[STEEPNESSES][COLUMNS][COLUMNS];
} FitSums;

typedef struct {
    int steepness;
    double weights[REGRESSORS], errors[REGRESSORS], left; /* left: mean square */
} Fit;

static void fit_add(FitSums *into, const FitSums *from, double times)
{
    into->count += times * from->count;
    into->missed += times * from->missed;
    for (int k = 0; k < STEEPNESSES; k++)
        for (int i = 0; i < COLUMNS; i++)
            for (int j = 0; j < COLUMNS; j++)
                into->cross[k][i][j] += times * from->cross[k][i][j];
}

/* Of the side of seat 0, which leads every deal. */
static double lead_of(const float points[], int sides)
{
    double others = 0;
    for (int side = 1; side < sides; side++)
        others += (double)points[side];
    return (double)points[0] - others / (sides - 1);
}

static void boundary_add(FitSums *sums, Playout *playout, const Table *table, double end)
{
    const Rules *rules = playout->rules;
    PublicState state;
    Pool pool;
    uint8_t order[PLAYS];
    int sides = rules->sides, ply = table->ply;
    CardSet unseen = PACK & ~table->pool;
    for (int side = 0; side < sides; side++)
        unseen &= ~table->piles[side];
    for (int i = ply; i < PLAYS; i++, unseen = set_rest(unseen))
        order[i] = playout->classes.of[set_first(unseen)];
    public_init(&state, playout, table);
    playout->end = ply;
    playout_run(&state, &pool, playout, order, NULL); /* of no plays: describes the pool */

    float value[MAX_SIDES], points[MAX_SIDES], clubs[MAX_SIDES] = {0}, terms[VALUE_TERMS];
    playout_value(value, &state, &pool, playout, order);
    double row[COLUMNS], missed = end - lead_of(value, sides);
    sums->count++;
    sums->missed += missed * missed;
    for (int side = 0; side < sides; side++)
        points[side] = (float)(scoring_cards(table->piles[side], rules) + table->surs[side] * rules->sur_points);
    row[TO_COME] = end - lead_of(points, sides);
    bool open = value_clubs(clubs, &state, playout, 1);
    value_terms(terms, &state, &pool, playout, order, open);
    for (int i = 0; i < VALUE_TERMS; i++)
        row[i] = (double)terms[i];
    for (int k = 0; k < STEEPNESSES; k++) {
        memset(clubs, 0, sizeof clubs);
        value_clubs(clubs, &state, playout, steepness_of(k));
        row[CLUB_CHANCES] = lead_of(clubs, sides);
        for (int i = 0; i < COLUMNS; i++)
            for (int j = 0; j < COLUMNS; j++)
                sums->cross[k][i][j] += row[i] * row[j];
    }
}

static void round_add(void *context, int group, const Schedule *schedule, const Board *board)
{
    const Rules *rules = &schedule->rules;
    FitSums *sums = (FitSums *)context + group * FITS;
    const int16_t scores[MAX_SIDES] = {0};
    float points[MAX_SIDES];
    Playout playout;
    Round round;
    playout_init(&playout, rules, scores, true);
    playout.policy = POLICY_GREEDY; /* draws nothing */
    for (int side = 0; side < rules->sides; side++)
        points[side] = board->games[0].counts[side].points;
    round_start(&round, rules, &board->pack, scores);
    for (int ply = 0; ply < PLAYS; ply++) {
        if (ply && ply % (HAND * rules->players) == 0)
            boundary_add(&sums[round.table.deal - 1], &playout, &round.table, lead_of(points, rules->sides));
        round_play(&round, rules, board->games[0].history[ply]);
    }
}

/* Without errors. A regressor that is always 0 gets weight 0: hence the decomposition by singular values. */
static Fit fit_at(const FitSums *sums, int steepness)
{
    Fit fit = {.steepness = steepness};
    double matrix[REGRESSORS * REGRESSORS], right[REGRESSORS], covariances[REGRESSORS * REGRESSORS], rest;
    const double(*cross)[COLUMNS] = sums->cross[steepness];
    for (int i = 0; i < REGRESSORS; i++) {
        right[i] = cross[i][TO_COME];
        memcpy(matrix + i * REGRESSORS, cross[i], REGRESSORS * sizeof(double));
    }
    gsl_matrix_view normal = gsl_matrix_view_array(matrix, REGRESSORS, REGRESSORS);
    gsl_matrix_view covariance = gsl_matrix_view_array(covariances, REGRESSORS, REGRESSORS);
    gsl_vector_view sides = gsl_vector_view_array(right, REGRESSORS);
    gsl_vector_view weights = gsl_vector_view_array(fit.weights, REGRESSORS);
    gsl_multifit_linear_workspace *space = gsl_multifit_linear_alloc(REGRESSORS, REGRESSORS);
    size_t rank;
    gsl_multifit_linear_tsvd(&normal.matrix, &sides.vector, 1e-10, &weights.vector, &covariance.matrix, &rest, &rank,
                             space);
    gsl_multifit_linear_free(space);
    fit.left = cross[TO_COME][TO_COME];
    for (int i = 0; i < REGRESSORS; i++)
        fit.left -= fit.weights[i] * right[i];
    fit.left /= sums->count;
    return fit;
}

/* The errors are those of the weights at the best steepness. */
static Fit fit_best(const FitSums *total, const FitSums groups[][FITS], int which)
{
    Fit best = {.left = INFINITY};
    double without[REGRESSORS][GROUPS];
    for (int k = 0; k < STEEPNESSES; k++) {
        Fit fit = fit_at(total, k);
        if (fit.left < best.left) best = fit;
    }
    for (int group = 0; group < GROUPS; group++) {
        FitSums others = *total;
        fit_add(&others, &groups[group][which], -1);
        Fit fit = fit_at(&others, best.steepness);
        for (int i = 0; i < REGRESSORS; i++)
            without[i][group] = fit.weights[i];
    }
    for (int i = 0; i < REGRESSORS; i++)
        best.errors[i] = standard_error(without[i]);
    return best;
}

static void fits_print(const Fit fits[], const FitSums *const totals[], int count, bool many)
{
    printf("%-26s%7s", "deals over", "in use");
    for (int fit = 0; fit + 1 < count; fit++)
        printf("%13d", fit + 1);
    printf("%13s\n%-26s%7.2f", "any", "steepness of the clubs", (double)CLUB_STEEPNESS[many]);
    for (int fit = 0; fit < count; fit++)
        printf("%13.1f", (double)steepness_of(fits[fit].steepness));
    for (int i = 0; i < REGRESSORS; i++) {
        const ValueTerm *term = i < VALUE_TERMS ? &VALUE_TERM[i] : &(ValueTerm){"chances of the clubs", {1, 1}};
        printf("\n%-26s%7.2f", term->name, (double)term->weights[many]);
        for (int fit = 0; fit < count; fit++)
            if (totals[fit]->cross[0][i][i] > 0)
                printf("%7.2f ±%.2f", fits[fit].weights[i], fits[fit].errors[i]);
            else
                printf("%13s", "-");
    }
    static const char *const ROWS[] = {"  points alone", "  value in use", "  fitted"};
    printf("\nmean square of what is still to come");
    for (int row = 0; row < 3; row++) {
        printf("\n%-33s", ROWS[row]);
        for (int fit = 0; fit < count; fit++) {
            const FitSums *sums = totals[fit];
            double left[] = {sums->cross[0][TO_COME][TO_COME] / sums->count, sums->missed / sums->count,
                             fits[fit].left};
            printf("%13.2f", left[row]);
        }
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    static FitSums groups[GROUPS][FITS], sums[FITS];
    Sample sample = sample_read(argc, argv, "1M");
    const FitSums *totals[FITS];
    Fit fits[FITS];
    int count = 0;
    rounds_play(&sample, "tactic", round_add, groups);
    for (int which = 0; which < FITS; which++) {
        for (int group = 0; group < GROUPS; group++) {
            if (which < POOLED) fit_add(&groups[group][POOLED], &groups[group][which], 1);
            fit_add(&sums[which], &groups[group][which], 1);
        }
        if (which + 1 >= sample.schedule.rules.deals && which < POOLED) continue;
        totals[count] = &sums[which];
        fits[count++] = fit_best(&sums[which], groups, which);
    }
    sample_print(&sample, "tactic against itself");
    fits_print(fits, totals, count, sample.schedule.rules.sides > TWO_SIDES);
}
