/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several results of one question say together. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/kinds/kinds.h"
#include "analysis/report/verdict.h"
#include "engine/text/number.h"

enum { RULES = 1 }; /* the case of the table that rows divide by rules */

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
    {"rules", "word", "under which rules; empty: the files do not divide by that", AT(names[3]), .title = "rules",
     .when = RULES, .plain = "rules"},
};
static const FigureTable POOL_FIGURES = {"pool --csv", "row and figure of the files", FIGURE_ROWS(ROWS), NULL};

/* ---- rows of the files */

static bool row_counts(Result *result, size_t row, const Measures *measures)
{
    return !measures->only[0] ||
           !strcmp(result_text(result, row, result_column(result, measures->only[0])), measures->only[1]);
}

/* The figure of a row with its standard error: as its columns say it, where the number of boards was fixed; else half
   the interval, which is never too narrow. The error is unknown where it has no interval. */
static void measure_read(Finding *out, Result *result, size_t row, const RowFigure *measure)
{
    const char *how = result_head_of(result, "interval");
    const bool fixed = !how || !strstr(how, "any");
    const Interval interval =
        result_interval(result, row, result_column(result, measure->low), result_column(result, measure->high));
    double se = NAN;
    out->boards = result_number(result, row, result_column(result, "boards"));
    if (fixed && measure->se) se = result_number(result, row, result_column(result, measure->se));
    if (fixed && measure->sd) se = result_number(result, row, result_column(result, measure->sd)) / sqrt(out->boards);
    if (isnan(se)) {
        const double df = out->boards > 1 ? out->boards - 1 : 1e6;
        se = interval_half_width(interval) / student_upper(result_alpha(result) / 2, df);
    }
    out->measured = (Measured){result_number(result, row, result_column(result, measure->value)), se};
    if (!interval_known(interval) || !isfinite(out->measured.value) || !(se > 0)) out->measured.se = NAN;
}

bool findings_make(Findings *out, Result *result)
{
    const Measures *measures = result->kind->measures;
    *out = (Findings){.list = calloc(result->row_count * 4 + 1, sizeof *out->list)};
    for (size_t row = 0; out->list && row < result->row_count; row++) {
        if (!row_counts(result, row, measures)) continue;
        for (const RowFigure *measure = measures->list; measure < measures->list + 4 && measure->value; measure++) {
            if (!result_filled(result, measure->value)) continue;
            Finding *finding = &out->list[out->count++];
            *finding = (Finding){.figure = measure->value, .row = row};
            measure_read(finding, result, row, measure);
            for (int key = 0; key < MEASURE_KEYS; key++)
                if (measures->keys[key])
                    finding->names[key] = result_text(result, row, result_column(result, measures->keys[key]));
        }
    }
    return out->list != NULL;
}

static bool same_finding(const Finding *a, const Finding *b)
{
    for (int key = 0; key < MEASURE_KEYS; key++)
        if (a->names[key] && strcmp(a->names[key], b->names[key])) return false;
    return !strcmp(a->figure, b->figure);
}

const Finding *finding_same(const Findings *in, const Finding *finding, size_t index)
{
    if (index < in->count && same_finding(finding, &in->list[index])) return &in->list[index];
    for (size_t i = 0; i < in->count; i++)
        if (same_finding(finding, &in->list[i])) return &in->list[i];
    return NULL;
}

/* The row of all files; false where one of them has no interval. */
static bool pool_row(PoolRow *out, Measured list[], const Findings files[], int count, size_t index)
{
    const Finding *first = &files->list[index];
    *out = (PoolRow){.figure = first->figure, .row = (int64_t)first->row + 1};
    memcpy(out->names, first->names, sizeof out->names);
    for (int file = 0; file < count; file++) {
        const Finding *finding = finding_same(&files[file], first, index);
        if (!finding || isnan(finding->measured.se)) return false;
        list[file] = finding->measured;
        if (finding->boards > 0 && finding->boards < 1e15) out->boards += (int64_t)finding->boards;
    }
    out->pool = pool_of(list, count);
    return true;
}

bool pool_make(PoolResult *out, Result results[], int count, double alpha)
{
    Measured *list = malloc((size_t)count * sizeof *list);
    Findings *files = calloc((size_t)count, sizeof *files);
    bool good = list && files;
    for (int file = 0; file < count && good; file++)
        good = findings_make(&files[file], &results[file]);
    *out = (PoolResult){.rows = good ? calloc(files->count + 1, sizeof *out->rows) : NULL};
    for (size_t i = 0; out->rows && i < files->count; i++)
        pool_row(&out->rows[out->count], list, files, count, i) ? out->count++ : out->left_out++;
    double *p = calloc(2 * out->count + 1, sizeof *p);
    good = out->rows && p;
    for (size_t i = 0; good && i < out->count; i++)
        p[i] = out->rows[i].pool.p;
    if (good) holm_adjust(p + out->count, p, out->count);
    for (size_t i = 0; good && i < out->count; i++) {
        const double each = results->kind->measures->together ? bonferroni_alpha(alpha, out->count) : alpha;
        out->rows[i].p_adjusted = p[out->count + i];
        out->rows[i].interval = pool_interval(&out->rows[i].pool, each);
        out->rows[i].spread_interval = pool_spread_interval(&out->rows[i].pool, each);
    }
    for (int file = 0; file < count && files; file++)
        free(files[file].list);
    free(files);
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
        apart += result_number(result, row, result_column(result, "p_adjusted")) <= result_alpha(result);
        if (result_number(result, row, p) < result_number(result, worst, p)) worst = row;
    }
    if (!apart) {
        verdict_say(verdicts, "No figure is shown to differ between the files by more than chance explains.");
        return;
    }
    const Interval spread =
        result_interval(result, worst, result_column(result, "spread_ci_low"), result_column(result, "spread_ci_high"));
    verdict_say(verdicts,
                result_format(
                    result,
                    "The files differ by more than chance explains in %zu of %zu figures (Holm, %g %%): what holds of "
                    "all of them is not one number.",
                    apart, count, 100 * result_alpha(result)));
    verdict_add(verdicts, (Verdict){.words = "Most of all $2 of $1: with the spread between files it is $v.",
                                    .names = {result_text(result, worst, 0), result_text(result, worst, 3)},
                                    .size = result_number(result, worst, result_column(result, "spread")),
                                    .interval = spread,
                                    .format = "%+.*f"});
}

void pool_summary(FILE *out, const Page *page, const PoolResult *pool, Result *found)
{
    figures_print(out, page, &POOL_FIGURES, pool->count && pool->rows->names[3] ? RULES : 0, pool->rows,
                  sizeof *pool->rows, pool->count);
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
