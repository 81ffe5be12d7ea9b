/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several results of one question say together. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/kinds/kinds.h"
#include "analysis/report/verdict.h"
#include "engine/text/number.h"

#define AT(member) FIGURE_AT(PoolRow, member)
static const Figure ROWS[] = {
    {"who", "name", "whom or what the row of the files is about: an agent, a tactic, a score", AT(names[0]),
     .title = "who", .plain = "who"},
    {"which", "word", "which part of it: measure, weight, stratum, sample; empty: all", AT(names[1]), .title = "which",
     .drop = 2, .plain = "which"},
    {"against", "name", "against whom; empty: the files do not divide by that", AT(names[2]), .title = "against",
     .drop = 3, .plain = "against"},
    {"figure", "word", "the column of the files", AT(figure), .title = "figure", .plain = "figure"},
    {"files", "files", "how many files it comes from", AT(pool.count)},
    {"boards", "boards", "boards of all files; 0: they do not say", AT(boards)},
    {"value", "as the figure", "the mean of the files, weighted by 1/se^2", AT(pool.value), .title = "together (95 %)",
     .width = -30, .format = "%+.*f", .interval = offsetof(PoolRow, interval), .plain = ""},
    {"ci_low", "as the figure",
     "low end of the 95 % interval of value; of files whose intervals hold for all rows together so does this",
     AT(interval.low)},
    {"ci_high", "as the figure", "high end of that interval", AT(interval.high)},
    {"se", "as the figure", "standard error of value", AT(pool.se)},
    {"q", "chi-square", "Cochran's Q: how far the files lie apart", AT(pool.q), .title = "Q", .width = 7,
     .format = "%.2f", .drop = 4},
    {"df", "number", "degrees of freedom of q: files less one", AT(pool.df)},
    {"p", "probability", "chance of so large a q if all files measure the same", AT(pool.p), .title = "p", .width = 7,
     .format = "%.4f", .legend = "chance that files lie so far apart if all measure the same"},
    {"i2", "share", "I^2: the part of the files' variance that is more than chance", AT(pool.i2), .title = "I2 %",
     .width = 6, .format = "%.1f", .scale = 100, .drop = 1},
    {"tau2", "square of the figure", "variance between the truths of the files (Paule and Mandel)", AT(pool.tau2)},
    {"spread", "as the figure", "mean of those truths (random effects); empty where tau2 is 0", AT(pool.spread)},
    {"spread_ci_low", "as the figure", "low end of its 95 % interval (Hartung and Knapp)", AT(spread_interval.low)},
    {"spread_ci_high", "as the figure", "high end of that interval", AT(spread_interval.high)},
    {"p_adjusted", "probability", "p adjusted for all rows (Holm)", AT(p_adjusted)},
    {"row", "number", "which row of the first file, from 1", AT(row)},
};
static const FigureTable POOL_FIGURES = {"pool --csv", "row and figure of the files", FIGURE_ROWS(ROWS), NULL};

/* ---- rows of the files */

static const char *key_text(Result *result, size_t row, const Measures *measures, int key)
{
    return measures->keys[key] ? result_text(result, row, result_column(result, measures->keys[key])) : NULL;
}

static bool rows_agree(Result *a, size_t at, Result *b, size_t with, const Measures *measures)
{
    for (int key = 0; key < 3; key++)
        if (measures->keys[key] && strcmp(key_text(a, at, measures, key), key_text(b, with, measures, key)))
            return false;
    return true;
}

static bool row_counts(Result *result, size_t row, const Measures *measures)
{
    return !measures->only[0] ||
           !strcmp(result_text(result, row, result_column(result, measures->only[0])), measures->only[1]);
}

/* The row of `in` that says the same as that of the first file, the same one if it can be; row_count: there is none. */
static size_t row_find(Result *in, Result *first, size_t row, const Measures *measures)
{
    if (row < in->row_count && row_counts(in, row, measures) && rows_agree(first, row, in, row, measures)) return row;
    size_t at = 0;
    while (at < in->row_count && !(row_counts(in, at, measures) && rows_agree(first, row, in, at, measures)))
        at++;
    return at;
}

/* The figure of a row with its standard error: as its columns say it, where the number of boards was fixed; else half the
   interval, which is never too narrow. False where it has no interval. */
static bool measure_read(Measured *out, Result *result, size_t row, const RowFigure *measure)
{
    const char *how = result_head_of(result, "interval");
    const double boards = result_number(result, row, result_column(result, "boards"));
    const bool fixed = !how || !strstr(how, "any");
    const Interval interval =
        result_interval(result, row, result_column(result, measure->low), result_column(result, measure->high));
    double se = NAN;
    if (fixed && measure->se) se = result_number(result, row, result_column(result, measure->se));
    if (fixed && measure->sd) se = result_number(result, row, result_column(result, measure->sd)) / sqrt(boards);
    if (isnan(se)) se = interval_half_width(interval) / student_upper(POOL_ALPHA / 2, boards > 1 ? boards - 1 : 1e6);
    *out = (Measured){result_number(result, row, result_column(result, measure->value)), se};
    return interval_known(interval) && isfinite(out->value) && se > 0;
}

/* The row of all files; false where one of them has no interval. */
static bool pool_row(PoolRow *out, Measured list[], Result results[], int count, size_t row, const Measures *measures,
                     const RowFigure *measure)
{
    *out = (PoolRow){.figure = measure->value, .row = (int64_t)row + 1};
    for (int file = 0; file < count; file++) {
        const size_t at = row_find(&results[file], results, row, measures);
        if (at == results[file].row_count || !measure_read(&list[file], &results[file], at, measure)) return false;
        const double boards = result_number(&results[file], at, result_column(&results[file], "boards"));
        if (boards > 0 && boards < 1e15) out->boards += (int64_t)boards;
    }
    for (int key = 0; key < 3; key++)
        out->names[key] = key_text(results, row, measures, key);
    out->pool = pool_of(list, count);
    return true;
}

bool pool_make(PoolResult *out, Result results[], int count)
{
    const Measures *measures = results->kind->measures;
    Measured *list = malloc((size_t)count * sizeof *list);
    double *p = calloc(results->row_count * 8 + 1, sizeof *p);
    *out = (PoolResult){.rows = calloc(results->row_count * 4 + 1, sizeof *out->rows)};
    const bool good = list && p && out->rows;
    for (size_t row = 0; good && row < results->row_count; row++) {
        if (!row_counts(results, row, measures)) continue;
        for (const RowFigure *measure = measures->list; measure < measures->list + 4 && measure->value; measure++) {
            if (!result_filled(results, measure->value)) continue;
            const bool known = pool_row(&out->rows[out->count], list, results, count, row, measures, measure);
            known ? out->count++ : out->left_out++;
        }
    }
    for (size_t i = 0; good && i < out->count; i++)
        p[i] = out->rows[i].pool.p;
    if (good) holm_adjust(p + results->row_count * 4, p, out->count);
    for (size_t i = 0; good && i < out->count; i++) {
        out->rows[i].p_adjusted = p[results->row_count * 4 + i];
        const double alpha = measures->together ? bonferroni_alpha(POOL_ALPHA, out->count) : POOL_ALPHA;
        out->rows[i].interval = pool_interval(&out->rows[i].pool, alpha);
        out->rows[i].spread_interval = pool_spread_interval(&out->rows[i].pool, alpha);
    }
    free(list);
    free(p);
    return good;
}

void pool_result(Result *out, const PoolResult *pool)
{
    result_rows(out, &RESULT_POOL, pool->rows, sizeof *pool->rows, pool->count);
}

/* ---- words */

static void pool_verdicts(Verdicts *verdicts, Result *result)
{
    const size_t count = result->row_count;
    const int p = result_column(result, "p");
    size_t apart = 0, worst = 0;
    for (size_t row = 0; row < count; row++) {
        apart += result_number(result, row, result_column(result, "p_adjusted")) <= POOL_ALPHA;
        if (result_number(result, row, p) < result_number(result, worst, p)) worst = row;
    }
    if (!apart) {
        verdict_say(verdicts, "The files agree: no figure differs between them by more than chance explains.");
        return;
    }
    const Interval spread =
        result_interval(result, worst, result_column(result, "spread_ci_low"), result_column(result, "spread_ci_high"));
    verdict_say(
        verdicts,
        result_format(result,
                      "The files differ by more than chance explains in %zu of %zu figures (Holm, 5 %%): what holds of "
                      "all of them is not one number.",
                      apart, count));
    verdict_add(verdicts, (Verdict){.words = "Most of all $2 of $1: with the spread between files it is $v.",
                                    .names = {result_text(result, worst, 0), result_text(result, worst, 3)},
                                    .size = result_number(result, worst, result_column(result, "spread")),
                                    .interval = spread,
                                    .format = "%+.*f"});
}

void pool_summary(FILE *out, const Page *page, const PoolResult *pool, Result *found)
{
    figures_print(out, page, &POOL_FIGURES, 0, pool->rows, sizeof *pool->rows, pool->count);
    verdicts_print(out, found);
    if (pool->left_out)
        fprintf(out, "Left out, since a file has no such row or no interval for it: %zu figure%s.\n", pool->left_out,
                PLURAL(pool->left_out));
}

const ResultKind RESULT_POOL = {
    .table = &POOL_FIGURES,
    .question = "What do several seeds say together?",
    .boardless = true,
    .method = "The mean of the files, each weighted by the inverse of its variance; Cochran's Q says whether they lie "
              "further apart than chance explains, and I2 how much of their variance that is.",
    .page = "methods.md",
    .verdicts = pool_verdicts,
};
