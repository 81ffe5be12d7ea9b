/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several results of one question say together. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/chart.h"
#include "analysis/report/kinds/kinds.h"
#include "analysis/report/verdict.h"
#include "engine/text/number.h"

enum { RULES = 1, SPREAD = 2 }; /* cases of the table: rows divide by rules; files lie apart in some */

static void p_cell(char out[static FIGURE_CELL], const void *row) { p_text(out, ((const PoolRow *)row)->pool.p); }

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
    {"value", "as the figure", "the mean of the files, weighted by 1/se^2 (fixed effect)", AT(pool.value),
     .title = "together (95 %)", .width = -30, .format = "%+.*f", .interval = offsetof(PoolRow, interval),
     .plain = "together"},
    {"ci_low", "as the figure",
     "low end of the 95 % interval of value; of files whose intervals hold for all rows together so does this; empty: a "
     "file has fewer than 20 boards",
     AT(interval.low)},
    {"ci_high", "as the figure", "high end of that interval", AT(interval.high)},
    {"se", "as the figure", "standard error of value", AT(pool.se)},
    {"q", "chi-square", "Cochran's Q: how far the files lie apart", AT(pool.q), .title = "Q", .width = 7,
     .format = "%.2f", .drop = 4},
    {"df", "number", "degrees of freedom of q: files less one", AT(pool.df), .title = "df", .width = 4, .drop = 3},
    {"p", "probability", "chance of so large a q if all files measure the same (Welch)", AT(pool.p), .title = "p alone",
     .width = 7, .cell = p_cell,
     .legend = "chance that files lie so far apart if all measure the same, for this figure alone (the sentence below "
               "goes by all of them together: Holm)"},
    {"i2", "share", "I^2: the part of the files' variance that is more than chance", AT(pool.i2), .title = "I2 %",
     .width = 6, .format = "%.1f", .scale = 100, .drop = 1},
    {"tau2", "square of the figure", "variance between the truths of the files (Paule and Mandel)", AT(pool.tau2),
     .title = "tau2 (95 %)", .when = SPREAD, .width = -26, .format = "%.*f",
     .interval = offsetof(PoolRow, tau2_interval), .drop = 2},
    {"spread", "as the figure", "mean of those truths (random effects); empty where tau2 is 0", AT(pool.spread),
     .title = "random effects (95 %)", .when = SPREAD, .width = -30, .format = "%+.*f",
     .interval = offsetof(PoolRow, spread_interval), .plain = "random effects",
     .legend = "where I2 is above 0: the mean of what the files are about, which may differ from file to file"},
    {"spread_ci_low", "as the figure", "low end of its 95 % interval (Hartung and Knapp)", AT(spread_interval.low)},
    {"spread_ci_high", "as the figure", "high end of that interval", AT(spread_interval.high)},
    {"p_adjusted", "probability", "p adjusted for all hypotheses (Holm)", AT(p_adjusted)},
    {"row", "number", "which row of the first file, from 1", AT(row)},
    {"rules", "word", "under which rules; empty: the files do not divide by that", AT(names[3]), .title = "rules",
     .when = RULES, .plain = "rules"},
    {"hypothesis", "number",
     "which one the row's p belongs to, from 1: rows that follow from each other have one, as of two agents both, A "
     "against B and B against A, win_rate and elo",
     AT(hypothesis)},
    {"unit", "word", "in what the figure is", AT(unit), .plain = "unit"},
    {"each", "words",
     "value, low and high end of each file, in the order of the head line `seeds`, with ; between files", AT(each)},
    {"tau2_ci_low", "square of the figure", "low end of the 95 % interval of tau2 (Viechtbauer's Q profile)",
     AT(tau2_interval.low)},
    {"tau2_ci_high", "square of the figure", "high end of that interval", AT(tau2_interval.high)},
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
    out->measured = (Measured){result_number(result, row, result_column(result, measure->value)), se, out->boards};
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
            *finding = (Finding){.figure = measure->value, .row = row, .unit = figure_unit(result, measure->value)};
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

static bool names_same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

bool hypothesis_same(const char *const a[static MEASURE_KEYS], const char *figure_a,
                     const char *const b[static MEASURE_KEYS], const char *figure_b)
{
    enum { WHO, WHICH, AGAINST = MEASURE_AGAINST, RULE };
    const bool results = (!strcmp(figure_a, "win_rate") && !strcmp(figure_b, "elo")) ||
                         (!strcmp(figure_a, "elo") && !strcmp(figure_b, "win_rate"));
    if ((!results && strcmp(figure_a, figure_b)) || !names_same(a[WHICH], b[WHICH]) || !names_same(a[RULE], b[RULE]))
        return false;
    return (results && names_same(a[WHO], b[WHO]) && names_same(a[AGAINST], b[AGAINST])) ||
           (a[AGAINST] && names_same(a[WHO], b[AGAINST]) && names_same(a[AGAINST], b[WHO]));
}

bool holm_once(double adjusted[], const double p[], const size_t hypotheses[], size_t count)
{
    double *once = calloc(2 * count + 1, sizeof *once);
    size_t asked = 0;
    for (size_t i = 0; once && i < count; i++)
        if (hypotheses[i] == i + 1) once[asked++] = p[i];
    if (once) holm_adjust(once + count, once, asked);
    asked = 0;
    for (size_t i = 0; once && i < count; i++)
        adjusted[i] = hypotheses[i] == i + 1 ? once[count + asked++] : adjusted[hypotheses[i] - 1];
    free(once);
    return once != NULL;
}

/* Fills p_adjusted and hypothesis; two: the second of two agents says what the first one does. False if memory runs
   out. */
static bool pool_adjust(PoolResult *pool, bool two)
{
    const size_t count = pool->count;
    double *p = calloc(2 * count + 1, sizeof *p);
    size_t *first = calloc(count + 1, sizeof *first), number = 0;
    for (size_t i = 0; p && first && i < count; i++) {
        PoolRow *row = &pool->rows[i];
        for (size_t k = 0; k < i && !first[i]; k++) {
            const PoolRow *before = &pool->rows[k];
            const bool figure = !strcmp(row->figure, before->figure), second = two && row->row == 2 && before->row == 1;
            const bool same = hypothesis_same(row->names, row->figure, before->names, before->figure);
            if ((second && figure) || same) first[i] = first[k];
            row->mirror |= figure && (second || same);
        }
        if (!first[i]) first[i] = i + 1;
        row->hypothesis = first[i] == i + 1 ? (int64_t)++number : pool->rows[first[i] - 1].hypothesis;
        p[i] = row->pool.p;
    }
    const bool good = p && first && holm_once(p + count, p, first, count);
    for (size_t i = 0; good && i < count; i++)
        pool->rows[i].p_adjusted = p[count + i];
    free(p);
    free(first);
    return good;
}

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
static bool pool_row(PoolRow *out, Measured list[], const Findings files[], int count, size_t index)
{
    const Finding *first = &files->list[index];
    *out = (PoolRow){.figure = first->figure, .unit = first->unit, .row = (int64_t)first->row + 1};
    memcpy(out->names, first->names, sizeof out->names);
    for (int file = 0; file < count; file++) {
        const Finding *finding = finding_same(&files[file], first, index);
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

bool pool_make(PoolResult *out, Result results[], int count, double alpha)
{
    Measured *list = malloc((size_t)count * sizeof *list);
    Findings *files = calloc((size_t)count, sizeof *files);
    bool good = list && files;
    for (int file = 0; file < count && good; file++)
        good = findings_make(&files[file], &results[file]);
    *out = (PoolResult){.rows = good ? calloc(files->count + 1, sizeof *out->rows) : NULL};
    for (size_t i = 0; out->rows && i < files->count; i++) {
        PoolRow *row = &out->rows[out->count];
        if (!pool_row(row, list, files, count, i)) {
            out->left_out++;
            continue;
        }
        row->each = each_file(results, list, count, alpha, row->unit);
        row->tau2_interval = row->few ? (Interval){NAN, NAN} : pool_tau2_interval(list, count, alpha);
        out->count++;
    }
    const Measures *measures = results->kind->measures;
    good = out->rows && pool_adjust(out, measures->by_place && results->row_count == 2);
    for (size_t i = 0; good && i < out->count; i++) {
        const double each = measures->together ? bonferroni_alpha(alpha, out->count) : alpha;
        PoolRow *row = &out->rows[i];
        row->interval = share_interval(pool_interval(&row->pool, each), row->unit);
        row->spread_interval = share_interval(pool_spread_interval(&row->pool, each), row->unit);
        if (!strcmp(row->unit, "share")) row->tau2_interval.high = fmin(0.25, row->tau2_interval.high);
    }
    for (int file = 0; file < count && files; file++)
        free(files[file].list);
    free(files);
    free(list);
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
    const int hypothesis = result_column(result, "hypothesis");
    size_t apart = 0, worst = 0, asked = 0, few = 0;
    for (size_t row = 0; row < count; row++) {
        if (!(result_number(result, row, hypothesis) > (double)asked)) continue; /* it follows from one above */
        asked++;
        if (isnan(result_number(result, row, result_column(result, "ci_low")))) few++;
        apart += result_number(result, row, result_column(result, "p_adjusted")) <= result_alpha(result);
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
    const Interval spread =
        result_interval(result, worst, result_column(result, "spread_ci_low"), result_column(result, "spread_ci_high"));
    verdict_say(verdicts,
                result_format(
                    result,
                    "The files differ by more than chance explains in %zu of %zu figures (Holm, %g %%): what holds of "
                    "all of them is not one number.",
                    apart, asked, 100 * result_alpha(result)));
    verdict_add(verdicts, (Verdict){.words = "Most of all $2 of $1: with the spread between files it is $v.",
                                    .names = {result_text(result, worst, 0), result_text(result, worst, 3)},
                                    .size = result_number(result, worst, result_column(result, "spread")),
                                    .interval = spread,
                                    .format = "%+.*f"});
}

void pool_summary(FILE *out, const Page *page, const PoolResult *pool, Result *found)
{
    PoolRow *rows = calloc(pool->count + 1, sizeof *rows);
    size_t count = 0;
    unsigned is = pool->count && pool->rows->names[3] ? RULES : 0;
    for (size_t i = 0; i < pool->count; i++) {
        is |= interval_known(pool->rows[i].spread_interval) ? SPREAD : 0;
        if (rows && !pool->rows[i].mirror) rows[count++] = pool->rows[i];
    }
    figures_print(out, page, &POOL_FIGURES, is, rows ? rows : pool->rows, sizeof *pool->rows,
                  rows ? count : pool->count);
    free(rows);
    verdicts_print(out, found);
    if (pool->left_out)
        fprintf(out, "Left out, since a file has no such row or no interval for it: %zu figure%s.\n", pool->left_out,
                PLURAL(pool->left_out));
}

/* Which rows a picture has: those of the first figure, A against B not again from B's side. Returns how many. */
static size_t rows_drawn(bool drawn[], Result *result)
{
    const int figure = result_column(result, "figure"), hypothesis = result_column(result, "hypothesis");
    const char *first = result_text(result, 0, figure);
    double last = 0;
    size_t rows = 0;
    for (size_t row = 0; row < result->row_count; row++) {
        const double number = result_number(result, row, hypothesis);
        drawn[row] = !strcmp(result_text(result, row, figure), first) && number > last;
        if (drawn[row]) last = number;
        rows += drawn[row];
    }
    return rows;
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
    const int each = result_column(result, "each");
    const double number = result_number(result, 0, result_column(result, "files"));
    Columns columns;
    if (!(number >= 1 && number < SERIES_COLORS))
        return result_complain(result, "%g files; a picture has room for %d", number, SERIES_COLORS - 1);
    const size_t files = (size_t)number, count = result->row_count, cells = count * (files + 1);
    size_t at = 0;
    const char *groups[SERIES_COLORS] = {NULL};
    const char **rows = result_alloc(result, cells, sizeof *rows), **by = result_alloc(result, cells, sizeof *by);
    double *values = result_alloc(result, 3 * cells, sizeof *values), *low = values + cells, *high = low + cells;
    bool *drawn = result_alloc(result, count, sizeof *drawn);
    if (!rows || !by || !values || !drawn || !seeds_name(groups, result, files) ||
        !columns_read(&columns, result, "value", "ci_low", "ci_high"))
        return false;
    groups[files] = "together";
    rows_drawn(drawn, result);
    for (size_t row = 0; row < count; row++) {
        const char *text = result_text(result, row, each), *which = result_text(result, row, 1),
                   *against = result_text(result, row, MEASURE_AGAINST);
        const char *name = result_format(result, "%s%s%s%s%s", result_text(result, row, 0), *which ? " " : "", which,
                                         *against ? " against " : "", against);
        for (size_t file = 0; drawn[row] && file <= files; file++, at++) {
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
    chart->unit = result_format(result, "%s: %s", result_text(result, 0, result_column(result, "figure")),
                                result_text(result, 0, result_column(result, "unit")));
    return chart_fill(chart, &(MarkColumns){at, rows, .groups = by, .of = {values, low, high}}, 1);
}

const ResultKind RESULT_POOL = {
    .table = &POOL_FIGURES,
    .first = 5,
    .needs = {"value", "ci_low", "ci_high", "each"},
    .question = "What do several seeds say together?",
    .boardless = true,
    .method = "The mean of the files, each weighted by the inverse of its variance; Cochran's Q says whether they lie "
              "further apart than chance explains, and I2 how much of their variance that is.",
    .page = "methods.md",
    .verdicts = pool_verdicts,
    .draw = pool_draw,
};
