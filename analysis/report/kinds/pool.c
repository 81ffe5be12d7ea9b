/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several results of one question say together. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/chart.h"
#include "analysis/report/kinds/pool.h"
#include "analysis/report/table.h"
#include "analysis/report/verdict.h"
#include "engine/text/number.h"

enum { RULES = 1, SPREAD = 2 }; /* cases of the table: rows divide by rules; files lie apart in some */

static void p_cell(char out[static FIGURE_CELL], const void *row) { p_text(out, ((const PoolRow *)row)->pool.p); }

#define AT(member) FIGURE_AT(PoolRow, member)
static const Figure ROWS[] = {
    {"who", "name", "whom or what the row of the files is about: an agent, a tactic, a score", AT(key.names[0]),
     .title = "who", .plain = "who"},
    {"which", "word", "which part of it: measure, weight, stratum, sample; empty: all", AT(key.names[1]),
     .title = "which", .drop = 2, .plain = "which"},
    {"against", "name", "against whom; empty: the files do not divide by that", AT(key.names[2]), .title = "against",
     .drop = 3, .plain = "against"},
    {"figure", "word", "the column of the files", AT(key.figure), .title = "figure", .plain = "figure"},
    {"files", "files", "how many files it comes from", AT(pool.count)},
    {"boards", "boards", "boards of all files; 0: they do not say", AT(boards)},
    FIGURE_VALUE(
        "value", "ci", "as the figure", "the mean of the files, weighted by 1/se^2 (fixed effect)",
        "the 95 % interval of value; of files whose intervals hold for all rows together so does this; empty: a file has fewer than 20 boards",
        PoolRow, pool.value, interval, .title = "together (95 %)", .width = -30, .format = "%+.*f",
        .plain = "together"),
    {"se", "as the figure", "standard error of value", AT(pool.se)},
    {"q", "chi-square", "Cochran's Q: how far the files lie apart", AT(pool.q), .title = "Q", .width = 7,
     .format = "%.2f", .drop = 4},
    {"df", "number", "degrees of freedom of q: files less one", AT(pool.df), .title = "df", .width = 4, .drop = 3},
    {"p", "probability", "chance of so large a q if all files measure the same (Welch)", AT(pool.p), .title = "p alone",
     .width = 7, .cell = p_cell,
     .legend = "chance that files lie so far apart if all measure the same, for this figure alone (the sentence below "
               "goes by all of them together: Holm)"},
    {"i2", "share", "I^2: the part of the files' variance that is more than chance", AT(pool.i2), .title = "I2 %",
     .width = 6, .format = "%.1f", .drop = 1},
    {"tau2", "square of the figure", "variance between the truths of the files (Paule and Mandel)", AT(pool.tau2),
     .title = "tau2 (95 %)", .when = SPREAD, .width = -26, .format = "%.*f",
     .interval = offsetof(PoolRow, tau2_interval), .drop = 2},
    FIGURE_VALUE(
        "spread", "spread_ci", "as the figure", "mean of those truths (random effects); empty where tau2 is 0",
        "its 95 % interval (Hartung and Knapp)", PoolRow, pool.spread, spread_interval,
        .title = "random effects (95 %)", .when = SPREAD, .width = -30, .format = "%+.*f", .plain = "random effects",
        .legend = "where I2 is above 0: the mean of what the files are about, which may differ from file to file"),
    {"p_adjusted", "probability", "p adjusted for all hypotheses (Holm)", AT(p_adjusted)},
    {"row", "number", "which row of the first file, from 1", AT(row)},
    {"rules", "word", "under which rules; empty: the files do not divide by that", AT(key.names[3]), .title = "rules",
     .when = RULES, .plain = "rules"},
    {"hypothesis", "number",
     "which one the row's p belongs to, from 1: rows that follow from each other have one, as of two agents both, A "
     "against B and B against A, win_rate and elo",
     AT(key.hypothesis)},
    {"unit", "word", "in what the figure is", AT(key.unit), .plain = "unit"},
    {"each", "words",
     "value, low and high end of each file, in the order of the head line `seeds`, with ; between files", AT(each)},
    FIGURE_ENDS("tau2_ci", "square of the figure", "the 95 % interval of tau2 (Viechtbauer's Q profile)", PoolRow,
                tau2_interval),
};
static const FigureTable POOL_FIGURES = {"pool --csv", "row and figure of the files", FIGURE_ROWS(ROWS), NULL};

/* ---- rows of the files */

static bool row_counts(Result *result, size_t row, const Measures *measures)
{
    return !measures->only[0] ||
           !strcmp(result_text(result, row, result_column(result, measures->only[0])), measures->only[1]);
}

/* In what the figure is: as the result's head or the column says. */
static const char *figure_unit(const Result *result, const char *name)
{
    const FigureTable *table = result->kind->table;
    const char *unit = "";
    for (size_t i = 0; i < table->count; i++)
        if (table->figures[i].name && !strcmp(table->figures[i].name, name)) unit = table->figures[i].unit;
    return strstr(unit, ", or ") ? result_unit(result) : unit;
}

bool figure_is_share(const char *unit) { return !strncmp(unit, "share", 5); }

/* The figure of a row with its standard error: as its columns say it, where the number of boards was fixed; else half
   the interval, which is never too narrow. The error is unknown where it has no interval. */
static void measure_read(Finding *out, Result *result, size_t row, const RowFigure *measure)
{
    const char *how = result_head_of(result, "interval");
    const bool fixed = !how || !strstr(how, "any");
    const Interval interval = result_interval(result, row, measure->ends);
    double se = NAN;
    out->boards = number_at(result, row, "boards");
    if (fixed && measure->se) se = number_at(result, row, measure->se);
    if (fixed && measure->sd) se = number_at(result, row, measure->sd) / sqrt(out->boards);
    if (isnan(se)) {
        const double df = out->boards > 1 ? out->boards - 1 : 1e6;
        se = interval_half_width(interval) / student_upper(result_alpha(result) / 2, df);
    }
    out->measured = (Measured){number_at(result, row, measure->value), se, out->boards};
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
            *finding =
                (Finding){.key = {.figure = measure->value, .unit = figure_unit(result, measure->value)}, .row = row};
            measure_read(finding, result, row, measure);
            for (int key = 0; key < MEASURE_KEYS; key++)
                if (measures->keys[key])
                    finding->key.names[key] = result_text(result, row, result_column(result, measures->keys[key]));
        }
    }
    return out->list != NULL;
}

static bool names_same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

static bool finding_is(const RowKey *a, const RowKey *b)
{
    for (int key = 0; key < MEASURE_KEYS; key++)
        if (a->names[key] && strcmp(a->names[key], b->names[key])) return false;
    return !strcmp(a->figure, b->figure);
}

const Finding *finding_same(const Findings *in, const Finding *finding, size_t index)
{
    if (index < in->count && finding_is(&finding->key, &in->list[index].key)) return &in->list[index];
    for (size_t i = 0; i < in->count; i++)
        if (finding_is(&finding->key, &in->list[i].key)) return &in->list[i];
    return NULL;
}

/* ---- hypotheses */

/* Does one of two rows follow from the other? */
static bool hypothesis_same(const RowKey *a, const RowKey *b, bool two)
{
    enum { WHO, WHICH, AGAINST = MEASURE_AGAINST, RULE };
    const bool figure = !strcmp(a->figure, b->figure),
               results = (!strcmp(a->figure, "win_rate") && !strcmp(b->figure, "elo")) ||
                         (!strcmp(a->figure, "elo") && !strcmp(b->figure, "win_rate"));
    if (two && figure) return true;
    if ((!results && !figure) || !names_same(a->names[WHICH], b->names[WHICH]) ||
        !names_same(a->names[RULE], b->names[RULE]))
        return false;
    return (results && names_same(a->names[WHO], b->names[WHO]) && names_same(a->names[AGAINST], b->names[AGAINST])) ||
           (a->names[AGAINST] && names_same(a->names[WHO], b->names[AGAINST]) &&
            names_same(a->names[AGAINST], b->names[WHO]));
}

static RowKey *row_key(void *rows, size_t size, size_t index)
{
    return (RowKey *)(void *)((char *)rows + index * size);
}

void hypotheses_number(void *rows, size_t size, size_t count, bool two)
{
    int64_t number = 0;
    for (size_t i = 0; i < count; i++) {
        RowKey *key = row_key(rows, size, i);
        key->hypothesis = 0;
        for (size_t k = 0; k < i && !key->hypothesis; k++)
            if (hypothesis_same(key, row_key(rows, size, k), two)) key->hypothesis = row_key(rows, size, k)->hypothesis;
        if (!key->hypothesis) key->hypothesis = ++number;
    }
}

bool hypotheses_adjust(void *rows, size_t size, size_t count, size_t asked, size_t from, size_t to)
{
    double *p = calloc(2 * count + 1, sizeof *p);
    size_t *of = calloc(count + 1, sizeof *of),
           found = 0; /* of: 1 + which p stands for the row; 0: it does not count */
    for (size_t i = 0; p && of && i < count; i++) {
        const char *row = (const char *)row_key(rows, size, i);
        if (asked != SIZE_MAX && !(*(const double *)(row + asked) > 0)) continue;
        for (size_t k = 0; k < i && !of[i]; k++)
            if (of[k] && row_key(rows, size, k)->hypothesis == row_key(rows, size, i)->hypothesis) of[i] = of[k];
        if (of[i]) continue;
        p[found] = *(const double *)(row + from);
        of[i] = ++found;
    }
    const bool good = p && of;
    if (good) holm_adjust(p + count, p, found);
    for (size_t i = 0; good && i < count; i++)
        if (of[i]) *(double *)((char *)row_key(rows, size, i) + to) = p[count + of[i] - 1];
    free(p);
    free(of);
    return good;
}

const bool *rows_mirrored(Result *result)
{
    const int figure = result_column(result, "figure"), hypothesis = result_column(result, "hypothesis");
    bool *mirrors = result_alloc(result, result->row_count, sizeof *mirrors);
    for (size_t row = 0; mirrors && row < result->row_count; row++)
        for (size_t k = 0; k < row && !mirrors[row]; k++)
            mirrors[row] = result_number(result, row, hypothesis) == result_number(result, k, hypothesis) &&
                           !strcmp(result_text(result, row, figure), result_text(result, k, figure));
    return mirrors;
}

/* ---- rows of all files */

/* A share lies between 0 and 1, and so do the ends of its interval. */
static Interval share_interval(Interval interval, const char *unit)
{
    return interval_known(interval) && !strcmp(unit, "share")
               ? (Interval){fmax(0, interval.low), fmin(1, interval.high)}
               : interval;
}

/* What each file has, as words of `results`. */
static const char *each_file(Result *results, const Measured list[], int count, double alpha, const char *unit)
{
    const char *text = "";
    for (int file = 0; file < count && text; file++) {
        const Pooled one = pool_of(&list[file], 1);
        const Interval interval = share_interval(pool_interval(&one, alpha), unit);
        text = result_format(results, "%s%s%.6g %.6g %.6g", text, file ? "; " : "", one.value, interval.low,
                             interval.high);
    }
    return text;
}

/* The row of all files; false where one of them has no interval. */
static bool pool_row(PoolRow *out, Measured list[], const Findings *const files[], int count, size_t index)
{
    const Finding *first = &files[0]->list[index];
    *out = (PoolRow){.key = first->key, .row = (int64_t)first->row + 1};
    for (int file = 0; file < count; file++) {
        const Finding *finding = finding_same(files[file], first, index);
        if (!finding || isnan(finding->measured.se)) return false;
        list[file] = finding->measured;
        out->few |= finding->boards < (double)POOL_BOARDS_LEAST;
        if (finding->boards > 0 && finding->boards < 1e15) out->boards += (int64_t)finding->boards;
    }
    out->pool = pool_of(list, count);
    Pooled *pool = &out->pool;
    if (out->few) pool->se = pool->error = pool->q = pool->p = pool->i2 = pool->tau2 = pool->spread = NAN;
    return true;
}

bool pool_make(PoolResult *out, Result *first, const Findings *const files[], int count, double alpha)
{
    const Measures *measures = first->kind->measures;
    Measured *list = malloc((size_t)count * sizeof *list);
    *out = (PoolResult){.rows = calloc(files[0]->count + 1, sizeof *out->rows)};
    if (!list || !out->rows) return free(list), false;
    for (size_t i = 0; i < files[0]->count; i++) {
        PoolRow *row = &out->rows[out->count];
        if (!pool_row(row, list, files, count, i)) {
            out->left_out++;
            continue;
        }
        row->each = each_file(first, list, count, alpha, row->key.unit);
        row->tau2_interval = row->few ? (Interval){NAN, NAN} : pool_tau2_interval(list, count, alpha);
        out->count++;
    }
    free(list);
    for (size_t i = 0; i < out->count; i++) {
        const double each = measures->together ? bonferroni_alpha(alpha, out->count) : alpha;
        PoolRow *row = &out->rows[i];
        row->interval = share_interval(pool_interval(&row->pool, each), row->key.unit);
        row->spread_interval = share_interval(pool_spread_interval(&row->pool, each), row->key.unit);
        if (!strcmp(row->key.unit, "share")) row->tau2_interval.high = fmin(0.25, row->tau2_interval.high);
    }
    hypotheses_number(out->rows, sizeof *out->rows, out->count, measures->by_place && first->row_count == 2);
    return hypotheses_adjust(out->rows, sizeof *out->rows, out->count, SIZE_MAX, offsetof(PoolRow, pool.p),
                             offsetof(PoolRow, p_adjusted));
}

void pool_result(Result *out, const PoolResult *pool)
{
    result_rows(out, &RESULT_POOL, pool->rows, sizeof *pool->rows, pool->count);
}

/* ---- words */

static void pool_verdicts(Verdicts *verdicts, Result *result)
{
    const bool *mirrors = rows_mirrored(result);
    const int p = result_column(result, "p");
    size_t apart = 0, worst = 0, asked = 0, few = 0;
    for (size_t row = 0; mirrors && row < result->row_count; row++) {
        if (mirrors[row]) continue;
        asked++;
        if (isnan(number_at(result, row, "ci_low"))) few++;
        apart += number_at(result, row, "p_adjusted") <= result_alpha(result);
        if (result_number(result, row, p) < result_number(result, worst, p)) worst = row;
    }
    if (few)
        verdict_say(verdicts,
                    result_format(result,
                                  "No interval is given for %zu of %zu figures: a file has fewer than %d boards, from "
                                  "which an error is hardly known.",
                                  few, asked, (int)POOL_BOARDS_LEAST));
    if (few == asked) return;
    if (!apart) {
        verdict_say(verdicts, result_format(result,
                                            "No figure%s is shown to differ between the files by more than chance "
                                            "explains (Holm, %g %%).",
                                            verdict_whom(result), 100 * result_alpha(result)));
        return;
    }
    const Interval spread = result_interval(result, worst, "spread_ci");
    verdict_say(verdicts,
                result_format(
                    result,
                    "The files differ by more than chance explains in %zu of %zu figures (Holm, %g %%): what holds of "
                    "all of them is not one number.",
                    apart, asked, 100 * result_alpha(result)));
    verdict_add(verdicts, (Verdict){.words = "Most of all $2 of $1: with the spread between files it is $v.",
                                    .names = {result_text(result, worst, 0), result_text(result, worst, 3)},
                                    .size = number_at(result, worst, "spread"),
                                    .interval = spread,
                                    .format = "%+.*f"});
}

void pool_summary(FILE *out, const Page *page, const PoolResult *pool, Result *found)
{
    const bool *mirrors = rows_mirrored(found);
    PoolRow *rows = result_alloc(found, pool->count, sizeof *rows);
    size_t count = 0;
    unsigned is = pool->count && pool->rows->key.names[3] ? RULES : 0;
    for (size_t i = 0; mirrors && rows && i < pool->count; i++) {
        is |= interval_known(pool->rows[i].spread_interval) ? SPREAD : 0;
        if (!mirrors[i]) rows[count++] = pool->rows[i];
    }
    figures_print(out, page, &POOL_FIGURES, is, rows, sizeof *rows, count);
    verdicts_print(out, found);
    if (pool->left_out)
        fprintf(out, "Left out, since a file has no such row or no interval for it: %zu figure%s.\n", pool->left_out,
                PLURAL(pool->left_out));
}

/* The seeds of the head, one for each file. False if memory runs out. */
static bool seeds_name(const char *out[], Result *result, size_t files)
{
    const char *seeds = result_head_of(result, "seeds");
    for (size_t file = 0; file < files; file++) {
        const int length = seeds ? (int)strcspn(seeds, " ") : 0;
        out[file] = result_format(result, length ? "seed %.*s" : "a file", length, length ? seeds : "");
        if (!out[file]) return false;
        seeds = length ? seeds + length + (seeds[length] == ' ') : NULL;
    }
    return true;
}

/* The first figure of each file and of all together. */
static bool pool_draw(Chart *chart)
{
    Result *result = chart->result;
    const int figure = result_column(result, "figure"), each = result_column(result, "each");
    const char *first = result_text(result, 0, figure);
    const double number = number_at(result, 0, "files");
    Columns columns;
    if (!(number >= 1 && number < SERIES_COLORS))
        return result_complain(result, "%g files; a picture has room for %d", number, SERIES_COLORS - 1);
    const size_t files = (size_t)number, count = result->row_count, cells = count * (files + 1);
    size_t at = 0;
    const char *groups[SERIES_COLORS] = {NULL};
    const char **rows = result_alloc(result, cells, sizeof *rows), **by = result_alloc(result, cells, sizeof *by);
    double *values = result_alloc(result, 3 * cells, sizeof *values), *low = values + cells, *high = low + cells;
    const bool *mirrors = rows_mirrored(result);
    if (!rows || !by || !values || !mirrors || !seeds_name(groups, result, files) ||
        !columns_read(&columns, result, "value", "ci"))
        return false;
    groups[files] = "together";
    for (size_t row = 0; row < count; row++) {
        if (mirrors[row] || strcmp(result_text(result, row, figure), first)) continue;
        const char *text = result_text(result, row, each), *which = result_text(result, row, 1),
                   *against = result_text(result, row, MEASURE_AGAINST);
        const char *name = result_format(result, "%s%s%s%s%s", result_text(result, row, 0), *which ? " " : "", which,
                                         *against ? " against " : "", against);
        for (size_t file = 0; file <= files; file++, at++) {
            rows[at] = name;
            by[at] = groups[file];
            values[at] = columns.value[row], low[at] = columns.low[row], high[at] = columns.high[row];
            if (file == files) continue;
            if (!text || sscanf(text, "%lf %lf %lf", &values[at], &low[at], &high[at]) != 3 || !isfinite(values[at]) ||
                !isfinite(low[at]) || !isfinite(high[at]))
                return result_complain(result, "column each has not three numbers for every file");
            text = strchr(text, ';');
            if (text) text++;
        }
    }
    chart->title = "Several seeds, and what they say together";
    chart->subtitle = "with 95 % intervals";
    chart->unit = result_format(result, "%s: %s", first, text_at(result, 0, "unit"));
    return chart_fill(chart, &(MarkColumns){at, rows, .groups = by, .of = {values, low, high}}, 1);
}

const ResultKind RESULT_POOL = {
    .table = &POOL_FIGURES,
    .question = "What do several seeds say together?",
    .boardless = true,
    .method = "The mean of the files, each weighted by the inverse of its variance; Cochran's Q says whether they lie "
              "further apart than chance explains, and I2 how much of their variance that is.",
    .page = "methods.md",
    .verdicts = pool_verdicts,
    .draw = pool_draw,
};
