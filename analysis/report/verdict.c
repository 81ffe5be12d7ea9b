/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds verdicts in rows of values with intervals, and puts verdicts into words. */
#include "analysis/report/verdict.h"

#include <math.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "analysis/report/text.h"

void verdict_add(Verdicts *verdicts, Verdict verdict)
{
    if (verdicts->count < VERDICTS_MOST) verdicts->list[verdicts->count++] = verdict;
}

void verdict_say(Verdicts *verdicts, Result *result, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = result_format_list(result, format, args);
    va_end(args);
    for (size_t i = 0; i < verdicts->count; i++)
        if (verdicts->list[i].names[0] && !strcmp(verdicts->list[i].names[0], text)) return;
    verdict_add(verdicts, (Verdict){.words = "$n", .names = {text}});
}

const char *verdict_whom(Result *result)
{
    enum { NAMED = 3 };
    Levels names;
    const char *text = " of ";
    const char **who = result_texts(result, "{who}");
    if (!who || !levels_of(&names, result, who, result->row_count) || !*names.names[0]) return "";
    const size_t named = names.count > NAMED + 1 ? NAMED : names.count;
    for (size_t i = 0; i < named; i++)
        text = result_format(result, "%s%s%s", text, !i ? "" : i + 1 < names.count ? ", " : " and ", names.names[i]);
    return named < names.count ? result_format(result, "%s and %zu more", text, names.count - named) : text;
}

void verdicts_find(Verdicts *out, Result *result)
{
    *out = (Verdicts){.count = 0};
    if (result->kind && result->kind->verdicts && result->row_count) result->kind->verdicts(out, result);
}

/* ---- words */

/* A tactic, as HTML with its advice; of one with a weight below 0 it is the opposite that is meant. */
static void tactic_told(FILE *out, const Result *result, const char *name, bool markup)
{
    const int tactic = name_find(&TACTIC_NAMES, name);
    if (result_reversed(result, name)) fputs("the opposite of ", out);
    if (!markup)
        text_put(out, name);
    else if (tactic < 0)
        markup_print(out, "<b>%s</b>", name);
    else
        markup_print(out, "<q>%s</q> (<b>%s</b>)", TACTICS[tactic].advice, name);
}

/* "+2.83 (95 %: +2.38 to +3.29)". */
static void level_text(char out[static COLUMN_CELL], const Verdict *verdict, const Result *result)
{
    char range[COLUMN_CELL];
    const bool together = result->kind && result->kind->together;
    interval_text(out, verdict->format, verdict->size, verdict->interval);
    if (!interval_known(verdict->interval)) return;
    snprintf(out + strcspn(out, " "), COLUMN_CELL / 2, " (%g %%%s: %.100s)", 100 * (1 - result_alpha(result)),
             together && result->row_count > 1 ? " for all rows" : "",
             range_text(range, verdict->format, verdict->interval));
}

/* What a letter behind a dollar stands for. */
static void part_print(FILE *out, const Verdict *verdict, Result *result, char part, bool markup)
{
    char text[COLUMN_CELL + DECIMAL_TEXT] = "";
    const char *shown = text;
    switch (part) {
    case 't': return tactic_told(out, result, verdict->names[0], markup);
    case 'n': shown = result_at_level(result, verdict->names[0]); break;
    case 'u': shown = verdict->unit; break;
    case 'v': level_text(text, verdict, result); break;
    case 'r': range_text(text, "%.*f", verdict->interval); break;
    case 's': decimal_text(text, false, verdict->decimals, verdict->size); break;
    case 'l': decimal_text(text, false, verdict->decimals, verdict->interval.low); break;
    case 'L': decimal_text(text, false, verdict->decimals, 0 - verdict->interval.low); break;
    case 'h': decimal_text(text, false, verdict->decimals, verdict->interval.high); break;
    default:
        shown = verdict->names[part - '1'];
        if (markup) return markup_print(out, "<b>%s</b>", shown);
    }
    (markup ? markup_text : text_put)(out, shown);
}

void verdict_print(FILE *out, const Verdict *verdict, Result *result, bool markup)
{
    for (const char *at = result_at_level(result, verdict->words); *at; at++) {
        const char *dollar = *at == '[' ? strchr(at, '$') : NULL;
        if (dollar && !*verdict->names[dollar[1] - '1'])
            at = strchr(at, ']');
        else if (*at == '$')
            part_print(out, verdict, result, *++at, markup);
        else if (!strchr("[]", *at))
            putc(*at, out);
    }
}

void verdicts_print(FILE *out, Result *result)
{
    Verdicts verdicts;
    verdicts_find(&verdicts, result);
    for (size_t i = 0; i < verdicts.count; i++) {
        verdict_print(out, &verdicts.list[i], result, false);
        putc('\n', out);
    }
}

/* ---- rows of values with intervals */

int interval_sign(Interval interval, double middle)
{
    return !interval_known(interval) ? 0 : interval.low > middle ? 1 : interval.high < middle ? -1 : 0;
}

Verdict verdict_amount(double value, Interval interval, int least)
{
    return (Verdict){.size = fabs(value),
                     .interval = interval_scaled(interval, value < 0 ? -1 : 1),
                     .decimals = interval_decimals(least, interval)};
}

static const char *row_name(Result *result, const VerdictColumns *columns, size_t row, int index)
{
    return columns->names[index] ? text_at(result, row, columns->names[index]) : "";
}

Interval interval_adjusted(const Result *result, Interval interval, double value, size_t count)
{
    const double alpha = result_alpha(result), many = 1e9;
    if ((result->kind && result->kind->together) || count < 2 || !interval_known(interval)) return interval;
    const double wider = student_upper(bonferroni_alpha(alpha, count) / 2, many) / student_upper(alpha / 2, many);
    return (Interval){value - wider * (value - interval.low), value + wider * (interval.high - value)};
}

/* Rows of one part that are compared. */
typedef struct {
    size_t rows, best; /* rows: that have an interval; best: the one with the highest value */
    size_t all;        /* with those that have none */
    size_t rivals;     /* that the best is not shown to be above … */
    size_t rival;      /* … and the highest of them */
} VerdictPart;

static VerdictPart part_look(Result *result, const VerdictColumns *columns, const Levels *parts, size_t index,
                             const VerdictWords *words)
{
    const size_t count = result->row_count;
    VerdictPart part = {.best = count, .rival = count};
    double *values = result_alloc(result, count, sizeof *values); /* NAN: no rival */
    for (size_t row = 0; values && row < count; row++) {
        const double number = number_at(result, row, columns->value);
        const Interval own = result_interval(result, row, columns->ends);
        values[row] = NAN;
        if (parts->of_row[row] != index || (words->of && strcmp(row_name(result, columns, row, 1), words->of)))
            continue;
        if (agent_name_cheats(row_name(result, columns, row, 0)) ||
            agent_name_cheats(row_name(result, columns, row, 1)))
            continue; /* a bound, and no player */
        part.all++;
        if (isnan(number) || !interval_known(own) || !(own.low < own.high)) continue;
        values[row] = number;
        part.rows++;
        if (part.best == count || number > values[part.best]) part.best = row;
    }
    if (!part.rows) return part;
    const Interval best =
        interval_adjusted(result, result_interval(result, part.best, columns->ends), values[part.best], part.rows);
    for (size_t row = 0; row < count; row++) {
        if (isnan(values[row]) || row == part.best) continue;
        const Interval own = result_interval(result, row, columns->ends);
        if (interval_adjusted(result, own, values[row], part.rows).high < best.low) continue;
        part.rivals++;
        if (part.rival == count || values[row] > values[part.rival]) part.rival = row;
    }
    return part;
}

/* A template of names, "$1 with $2", filled in for a row. */
static const char *row_told(Result *result, const VerdictColumns *columns, size_t row, const char *words)
{
    const char *text = "";
    for (; *words; words++)
        text = *words == '$' ? result_format(result, "%s%s", text, row_name(result, columns, row, *++words - '1'))
                             : result_format(result, "%s%c", text, *words);
    return text;
}

static void part_say(Verdicts *verdicts, Result *result, const VerdictColumns *columns, VerdictWords words,
                     VerdictPart part)
{
    const char *unit = columns->unit ? columns->unit : result_unit(result), *end = "";
    const double scale = result_matches(result) ? 100 : 1;
    const Interval interval = result_interval(result, part.best, columns->ends);
    Verdict verdict = {.size = scale * number_at(result, part.best, columns->value),
                       .interval = interval_scaled(interval, scale),
                       .format = "%+.2f",
                       .unit = result_matches(result) ? "% of the matches"
                               : strcmp(unit, "%")    ? unit
                                                      : "% to win the match"};
    int sign = interval_sign(interval, columns->middle);
    if (result_column(result, "decided") >= 0 && !(number_at(result, part.best, "decided") > 0)) sign = 0;
    for (int i = 0; i < VERDICT_NAMES; i++)
        verdict.names[i] = row_name(result, columns, part.best, i);
    if (sign <= 0 && !isnan(columns->middle))
        end = result_format(result, sign ? ", which is below %g" : ", which is not shown to differ from %g",
                            columns->middle);
    else if (part.rivals && words.rival)
        end = result_format(result,
                            part.rivals > 1 ? "; that it is above %s and %zu more is not shown"
                                            : "; that it is above %s is not shown",
                            row_told(result, columns, part.rival, words.rival), part.rivals - 1);
    verdict.words = result_format(result, "%s%s.",
                                  part.all == 1                  ? words.only
                                  : part.rivals || part.rows < 2 ? words.largest
                                                                 : words.best,
                                  end);
    verdict_add(verdicts, verdict);
}

void verdict_highest(Verdicts *verdicts, Result *result, const VerdictColumns *columns, VerdictWords words)
{
    Levels parts;
    const char **texts = result_texts(result, columns->part);
    if (!texts || !levels_of(&parts, result, texts, result->row_count)) return;
    for (size_t i = 0; i < parts.count; i++) {
        const VerdictPart part = part_look(result, columns, &parts, i, &words);
        if (part.rows) part_say(verdicts, result, columns, words, part);
    }
}

/* 1, -1: the row is shown to be above the middle, below it; of `count` rows. */
static int row_sign(Result *result, const VerdictColumns *columns, size_t row, size_t count)
{
    const double p = number_at(result, row, "p_adjusted");
    const double value = number_at(result, row, columns->value);
    if (p <= result_alpha(result)) return value > columns->middle ? 1 : -1;
    return interval_sign(interval_adjusted(result, result_interval(result, row, columns->ends), value, count),
                         columns->middle);
}

void verdict_counts(Verdicts *verdicts, Result *result, const VerdictColumns *columns, const char *what,
                    const char *above, const char *below)
{
    size_t signs[3] = {0}, unknown = 0, count = 0;
    bool *counts = result_alloc(result, result->row_count, sizeof *counts);
    for (size_t row = 0; counts && row < result->row_count; row++)
        count += counts[row] = strcmp(text_at(result, row, "verdict"), SAME_BY_DEFINITION) != 0;
    for (size_t row = 0; counts && row < result->row_count; row++) {
        if (!counts[row]) continue;
        if (interval_known(result_interval(result, row, columns->ends)))
            signs[row_sign(result, columns, row, count) + 1]++;
        else
            unknown++;
    }
    if (count < 3 && !signs[0]) return;
    const char *text = signs[2] == count
                           ? result_format(result, "All %zu %s are shown to be %s", count, what, above)
                           : result_format(result, "Of %zu %s, %zu %s shown to be %s%s %s", count, what, signs[2],
                                           signs[2] == 1 ? "is" : "are", above,
                                           signs[0] ? result_format(result, " and %zu", signs[0]) : ", none", below);
    text = result_format(result, "%s, with 95 %% confidence for all of them together", text);
    if (signs[1]) text = result_format(result, "%s; %zu %s not decided", text, signs[1], signs[1] == 1 ? "is" : "are");
    if (unknown) text = result_format(result, "%s; %zu %s no interval", text, unknown, unknown == 1 ? "has" : "have");
    verdict_say(verdicts, result, "%s.", text);
}
