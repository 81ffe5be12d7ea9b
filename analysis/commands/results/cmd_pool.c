/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur pool: one result from several seeds of the same question. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/results/reading.h"
#include "engine/text/number.h"

/* A figure of a row, from several files. */
typedef struct {
    RowKey key;
    const char *each; /* what the files have, as a column says it */
    int64_t boards;   /* of all files; 0: they do not say */
    Pooled pool;
    Interval interval, spread_interval, tau2_interval;
    double p_adjusted;
    int64_t row; /* of the first file, from 1 */
} PoolRow;

typedef struct {
    Reading *files; /* owned, as their question, which is that of all */
    int count;
    const char *seeds;          /* with blanks between them */
    PoolRow *rows;              /* of the memory of the first file's result */
    size_t row_count, left_out; /* left out: no interval in some file */
} Pool;

enum { RULES = 1, SPREAD = 2 }; /* cases of the table: rows divide by rules; files lie apart in some */

#define AT(member) COLUMN_AT(PoolRow, member)
static const Column ROWS[] = {
    {"who", "name", "the agent, tactic or score that the row of the files is about", AT(key.names[0]), .title = "who",
     .plain = "who"},
    {"which", "word", "which part of it: measure, weight, stratum, sample; empty: all", AT(key.names[1]),
     .title = "which", .drop = 2, .plain = "which"},
    {"against", "name", "against whom; empty: the files do not divide by that", AT(key.names[2]), .title = "against",
     .drop = 3, .plain = "against"},
    {"figure", "word", "the column of the files", AT(key.column), .title = "figure", .plain = "figure"},
    {"files", "files", "how many files it comes from", AT(pool.count)},
    {"boards", "boards", "boards of all files; 0: they do not say", AT(boards)},
    COLUMN_VALUE(
        "value", "ci", "as the figure", "the mean of the files, weighted by 1/se^2 (fixed effect)",
        "the 95 % interval of value; if the files' intervals hold for all rows together, so does this; empty: a file "
        "has fewer than 20 boards",
        PoolRow, pool.value, interval, .title = "together (95 %)", .format = "%+.*f", .plain = "together"),
    {"se", "as the figure", "standard error of value", AT(pool.se)},
    {"q", "chi-square", "Cochran's Q: how far the files lie apart", AT(pool.q), .title = "Q", .format = "%.2f",
     .drop = 4},
    {"df", "number", "degrees of freedom of q: files less one", AT(pool.df), .title = "df", .drop = 3},
    {"p", "probability", "chance of a q this large if all files measure the same (Welch)", AT(pool.p),
     .title = "p alone",
     .legend = "chance that files lie this far apart if all measure the same, for this figure alone (the sentence "
               "below is about all of them together: Holm)"},
    {"i2", "share", "I^2: the part of the files' variance that exceeds chance", AT(pool.i2), .title = "I2 %",
     .format = "%.1f", .drop = 1},
    {"tau2", "square of the figure", "variance between the truths of the files (Paule and Mandel)", AT(pool.tau2),
     .title = "tau2 (95 %)", .when = SPREAD, .format = "%.*f", .interval = offsetof(PoolRow, tau2_interval), .drop = 2},
    COLUMN_VALUE("spread", "spread_ci", "as the figure", "mean of those truths (random effects); empty where tau2 is 0",
                 "its 95 % interval (Hartung and Knapp)", PoolRow, pool.spread, spread_interval,
                 .title = "random effects (95 %)", .when = SPREAD, .format = "%+.*f", .plain = "random effects",
                 .legend =
                     "where I2 is above 0: the mean of the files' true values, which may differ from file to file"),
    {"p_adjusted", "probability", "p adjusted for all hypotheses (Holm)", AT(p_adjusted)},
    {"row", "number", "which row of the first file, from 1", AT(row)},
    {"rules", "word", "under which rules; empty: the files do not divide by that", AT(key.names[3]), .title = "rules",
     .when = RULES, .plain = "rules"},
    {"hypothesis", "number",
     "which one the row's p belongs to, from 1: rows that follow from each other share one, as with two agents both "
     "rows, A against B and B against A, win_rate and elo",
     AT(key.hypothesis)},
    {"unit", "word", "the unit of the figure", AT(key.unit), .plain = "unit"},
    {"each", "words",
     "value, low and high end of each file, in the order of the head line `seeds`, with ; between files", AT(each)},
    COLUMN_ENDS("tau2_ci", "square of the figure", "the 95 % interval of tau2 (Viechtbauer's Q profile)", PoolRow,
                tau2_interval),
};
static const ColumnTable POOL_COLUMNS = {"pool --csv", "row and figure of the files", COLUMN_ROWS(ROWS), NULL};

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
static bool pool_row(PoolRow *out, Measured list[], const Pool *own, size_t index)
{
    const Finding *first = &own->files->findings[index];
    bool few = false; /* a file has fewer than POOL_BOARDS_LEAST boards: no interval and no p */
    *out = (PoolRow){.key = first->key, .row = (int64_t)first->row + 1};
    for (int file = 0; file < own->count; file++) {
        const Finding *finding = finding_same(&own->files[file], first, index);
        if (!finding || isnan(finding->measured.se)) return false;
        list[file] = finding->measured;
        const double boards = finding->measured.boards;
        few |= boards < (double)POOL_BOARDS_LEAST;
        if (boards > 0 && boards < 1e15) out->boards += (int64_t)boards;
    }
    out->pool = pool_of(list, own->count);
    Pooled *pool = &out->pool;
    if (few) pool->se = pool->error = pool->q = pool->p = pool->i2 = pool->tau2 = pool->spread = NAN;
    return true;
}

static bool pool_make(Pool *own, double alpha)
{
    Result *first = &own->files->result;
    Measured list[OPTIONS_MAX_ARGS];
    own->rows = result_alloc(first, own->files->count + 1, sizeof *own->rows);
    if (!own->rows) return false;
    for (size_t i = 0; i < own->files->count; i++) {
        PoolRow *row = &own->rows[own->row_count];
        if (!pool_row(row, list, own, i)) {
            own->left_out++;
            continue;
        }
        row->each = each_file(first, list, own->count, alpha, row->key.unit);
        row->tau2_interval = isnan(row->pool.se) ? (Interval){NAN, NAN} : pool_tau2_interval(list, own->count, alpha);
        own->row_count++;
    }
    for (size_t i = 0; i < own->row_count; i++) {
        const double each = first->kind->together ? bonferroni_alpha(alpha, own->row_count) : alpha;
        PoolRow *row = &own->rows[i];
        row->interval = share_interval(pool_interval(&row->pool, each), row->key.unit);
        row->spread_interval = share_interval(pool_spread_interval(&row->pool, each), row->key.unit);
        if (!strcmp(row->key.unit, "share")) row->tau2_interval.high = fmin(0.25, row->tau2_interval.high);
    }
    hypotheses_number(own->rows, sizeof *own->rows, own->row_count, first->kind->by_place && first->row_count == 2);
    return holm_adjust_rows(own->rows, sizeof *own->rows, own->row_count, offsetof(PoolRow, key.hypothesis),
                            offsetof(PoolRow, pool.p), offsetof(PoolRow, p_adjusted));
}

/* ---- words */

static void pool_verdicts(Verdicts *verdicts, Result *result)
{
    const bool *mirrors = rows_mirrored(result);
    size_t apart = 0, worst = 0, asked = 0, few = 0;
    for (size_t row = 0; mirrors && row < result->row_count; row++) {
        if (mirrors[row]) continue;
        asked++;
        if (isnan(number_at(result, row, "ci_low"))) few++;
        apart += number_at(result, row, "p_adjusted") <= result_alpha(result);
        if (number_at(result, row, "p") < number_at(result, worst, "p")) worst = row;
    }
    if (few)
        verdict_say(verdicts, result,
                    "No interval is given for %zu of %zu figures: a file has fewer than %d boards, too few to know "
                    "its error.",
                    few, asked, (int)POOL_BOARDS_LEAST);
    if (few == asked) return;
    if (!apart) {
        verdict_say(verdicts, result,
                    "No figure%s is shown to differ between the files by more than chance explains (Holm, %g %%).",
                    verdict_whom(result), 100 * result_alpha(result));
        return;
    }
    verdict_say(verdicts, result,
                "The files differ by more than chance explains in %zu of %zu figures (Holm, %g %%): no single number "
                "holds for all of them.",
                apart, asked, 100 * result_alpha(result));
    verdict_add(verdicts, (Verdict){.words = "Most of all in $2 of $1: with the spread between files it is $v.",
                                    .names = {text_at(result, worst, "who"), text_at(result, worst, "figure")},
                                    .size = number_at(result, worst, "spread"),
                                    .interval = result_interval(result, worst, "spread_ci"),
                                    .format = "%+.*f"});
}

/* The first figure of each file and of all together. */
static bool pool_draw(Chart *chart)
{
    Result *result = chart->result;
    const char *first = text_at(result, 0, "figure"), *groups[SERIES_COLORS], *seeds = result_head_of(result, "seeds");
    const double files = number_at(result, 0, "files");
    Columns of;
    if (!(files >= 1 && files < SERIES_COLORS))
        return result_complain(result, "%g files; a picture has room for %d", files, SERIES_COLORS - 1);
    const bool *mirrors = rows_mirrored(result);
    if (!mirrors || !columns_read(&of, result, "value", "ci")) return false;
    for (int file = 0; file < (int)files; file++) {
        const int length = seeds ? (int)strcspn(seeds, " ") : 0;
        groups[file] = result_format(result, length ? "seed %.*s" : "a file", length, length ? seeds : "");
        seeds = length ? seeds + length + (seeds[length] == ' ') : NULL;
    }
    for (size_t row = 0; row < result->row_count; row++) {
        const char *text = text_at(result, row, "each"), *name = result_words(result, row, ROW_NAME);
        if (mirrors[row] || strcmp(text_at(result, row, "figure"), first)) continue;
        for (int file = 0; file < (int)files; file++) {
            Mark mark = {.group = groups[file], .row = name};
            Interval *ends = &mark.interval;
            if (!text || sscanf(text, "%lf %lf %lf", &mark.value, &ends->low, &ends->high) != 3 ||
                !isfinite(mark.value) || !isfinite(ends->low) || !isfinite(ends->high))
                return result_complain(result, "column each does not have three numbers for every file");
            if (!chart_mark(chart, mark)) return false;
            text = strchr(text, ';');
            if (text) text++;
        }
        if (!chart_mark(chart, (Mark){.group = "together",
                                      .row = name,
                                      .value = of.value[row],
                                      .interval = {of.low[row], of.high[row]}}))
            return false;
    }
    return !result->failed;
}

static const Picture PICTURE = {
    .title = "Several seeds, and what they say together", .unit = "{figure}: {unit}", .draw = pool_draw};

static const ResultKind RESULT_POOL = {
    .table = &POOL_COLUMNS,
    .question = "What do several seeds say together?",
    .boardless = true,
    .method = "The mean of the files, each weighted by the inverse of its variance; Cochran's Q says whether they lie "
              "further apart than chance explains, and I2 how much of their variance that is.",
    .page = "methods.md",
    .verdicts = pool_verdicts,
    .picture = &PICTURE,
};

/* ---- the command */

static const Option OPTIONS[] = {OPTIONS_OF_READINGS};

/* Does the file answer what those before it answer, with a seed of its own? */
static bool file_fits(Driver *driver, int at, Error *error)
{
    const Pool *own = driver->own;
    const Reading *file = &own->files[at];
    if (file->from < FROM_RESULTS)
        return error_set(error, "%.200s: rows of %s are not pooled; --csv FILE or --run DIR of the same command are",
                         file->name, file->result.kind->table->file);
    if (!readings_fit(driver, own->files, file, true, error)) return false;
    for (int i = 0; i < at; i++) {
        if (files_same(own->files[i].name, file->name)) return error_set(error, "%.200s is given twice", file->name);
        if (!strcmp(file->seed, own->files[i].seed))
            return error_set(error, "%.200s and %.200s have the same seed, %.20s: they played the same boards",
                             own->files[i].name, file->name, file->seed);
    }
    return true;
}

static bool pool_prepare(Driver *driver, Error *error)
{
    Pool *own = driver->own;
    own->files = calloc((size_t)driver->parsed.arg_count, sizeof *own->files);
    if (!own->files) return error_memory(error);
    for (; own->count < driver->parsed.arg_count; own->count++)
        if (!reading_read(&own->files[own->count], driver, driver->parsed.args[own->count], error) ||
            !file_fits(driver, own->count, error))
            return own->count++, false;
    for (int i = 0; i < own->count; i++)
        own->seeds =
            result_format(&own->files->result, "%s%s%s", i ? own->seeds : "", i ? " " : "", own->files[i].seed);
    if (!pool_make(own, driver_alpha(driver))) return error_memory(error);
    return own->row_count || error_set(error, "no figure has an interval in all files");
}

static bool pool_work(Driver *driver, Error *error)
{
    (void)error;
    driver->work.unit = "files";
    driver->work.done = driver->work.total = (uint64_t)driver->parsed.arg_count;
    return true;
}

static void pool_fill(const Driver *driver, Result *out)
{
    const Pool *own = driver->own;
    result_head(out, "question", "%s", own->files->question);
    result_head(out, "seeds", "%s", own->seeds);
    if (own->files->kind->together) result_head(out, "interval", "simultaneous for all rows");
    result_rows(out, &RESULT_POOL, own->rows, sizeof *own->rows, own->row_count);
}

static bool pool_summary(const Driver *driver, FILE *out)
{
    const Pool *own = driver->own;
    fprintf(out, "%d files of one question, seeds %s: %s\n", own->count, own->seeds, own->files->question);
    unsigned is = *own->rows->key.names[3] ? RULES : 0;
    for (size_t i = 0; i < own->row_count; i++)
        is |= interval_known(own->rows[i].spread_interval) ? SPREAD : 0;
    rows_tell(out, driver, &POOL_COLUMNS, is, own->rows, sizeof *own->rows, own->row_count);
    if (own->left_out)
        fprintf(out, "Left out, because a file has no such row or no interval for it: %zu figure%s.\n", own->left_out,
                PLURAL(own->left_out));
    return true;
}

static void pool_end(Driver *driver)
{
    Pool *own = driver->own;
    for (int i = 0; i < own->count; i++)
        reading_free(&own->files[i]);
    free(own->files);
}

const Command CMD_POOL = {
    .spec =
        {.command = "pool",
         .summary = "one result from several seeds of the same question",
         .args = {"FILE FILE...", 2, OPTIONS_MAX_ARGS, "FILE", TAKES_FILE},
         .about =
             "Combines run directories, or CSV files of sim, tactics, tune, rate, exploit, equity or calibrate, that "
             "asked the same question with different seeds: the estimate, its interval, and whether the seeds agree.",
         .example = "for s in 1 2; do pasur sim greedy random --seed $s --csv $s.csv; done\n"
                    "pasur pool 1.csv 2.csv",
         .notes = "They may differ in seed, in sample size, in threads and in the files that they wrote.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Pool),
    COMMAND_RESULTS(&RESULT_POOL),
    .prepare = pool_prepare,
    .work = pool_work,
    .result = pool_fill,
    .summary = pool_summary,
    .free = pool_end,
};
