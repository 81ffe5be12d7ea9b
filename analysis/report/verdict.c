/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds verdicts in rows of values with intervals, and puts verdicts into words. */
#include "analysis/report/verdict.h"

#include <math.h>
#include <string.h>

#include "agents/tactic/tactics.h"
#include "analysis/report/text.h"

void verdict_add(Verdicts *verdicts, Verdict verdict)
{
    if (verdicts->count < VERDICTS_MOST && verdict.words) verdicts->list[verdicts->count++] = verdict;
}

void verdict_say(Verdicts *verdicts, const char *text)
{
    if (!text) return;                           /* for want of memory, which the result says */
    for (size_t i = 0; i < verdicts->count; i++) /* no sentence twice */
        if (verdicts->list[i].names[0] && !strcmp(verdicts->list[i].names[0], text)) return;
    verdict_add(verdicts, (Verdict){.words = "$n", .names = {text}});
}

const char *verdict_whom(Result *result)
{
    enum { NAMED = 3 };
    Levels names;
    const char *text = " of ";
    if (result_column(result, "who") < 0 || !result_levels(&names, result, "who", SIZE_MAX) || !*names.names[0])
        return "";
    const size_t named = names.count > NAMED + 1 ? NAMED : names.count;
    for (size_t i = 0; text && i < named; i++)
        text = result_format(result, "%s%s%s", text, !i ? "" : i + 1 < names.count ? ", " : " and ", names.names[i]);
    if (text && named < names.count) text = result_format(result, "%s and %zu more", text, names.count - named);
    return text ? text : "";
}

void verdicts_find(Verdicts *out, Result *result)
{
    *out = (Verdicts){.count = 0};
    if (result->kind && result->kind->verdicts && result->row_count) result->kind->verdicts(out, result);
}

/* ---- words */

/* The advice of a tactic with its name as HTML; of another name the name alone. */
static void tactic_markup(FILE *out, const Result *result, const char *name)
{
    const int tactic = name_find(&TACTIC_NAMES, name);
    const char *reversed = result_head_of(result, "reversed");
    char advice[TACTIC_ADVICE];
    if (tactic < 0)
        markup_print(out, "<b>%s</b>", name);
    else
        markup_print(out, "%s<q>%s</q> (<b>%s</b>)", reversed && strstr(reversed, name) ? "the opposite of " : "",
                     tactic_advice(advice, tactic), name);
}

enum { WORDS = 2000 };

/* The words with the level of the result's intervals. */
static const char *level_words(char out[static WORDS], const Result *result, const char *words)
{
    const double alpha = result_alpha(result);
    return alpha == USUAL_ALPHA || strlen(words) >= WORDS / 2 ? words : text_at_level(out, WORDS, words, alpha);
}

/* What a letter behind a dollar stands for. */
static void part_print(FILE *out, const Verdict *verdict, const Result *result, char part, bool markup)
{
    char text[FIGURE_CELL + DECIMAL_TEXT] = "", words[WORDS];
    const char *shown = text;
    switch (part) {
    case 't':
        if (markup) return tactic_markup(out, result, verdict->names[0]);
        shown = verdict->names[0];
        break;
    case 'n': shown = level_words(words, result, verdict->names[0]); break;
    case 'u': shown = verdict->unit; break;
    case 'v': interval_text(text, verdict->format, verdict->size, verdict->interval); break;
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

void verdict_print(FILE *out, const Verdict *verdict, const Result *result, bool markup)
{
    char words[WORDS];
    for (const char *at = level_words(words, result, verdict->words); *at; at++) {
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

static Interval row_interval(const Result *result, const VerdictColumns *columns, size_t row)
{
    return result_interval(result, row, result_column(result, columns->low), result_column(result, columns->high));
}

static const char *row_name(Result *result, const VerdictColumns *columns, size_t row, int index)
{
    return columns->names[index] ? result_text(result, row, result_column(result, columns->names[index])) : "";
}

void verdict_highest(Verdicts *verdicts, Result *result, const VerdictColumns *columns, const char *words,
                     const char *of)
{
    const int value = result_column(result, columns->value), decided = result_column(result, "decided");
    const char *unit = columns->unit ? columns->unit : result_unit(result);
    const double scale = result_matches(result) ? 100 : 1;
    size_t best = result->row_count;
    Interval interval = {NAN, NAN}; /* of the best */
    bool bound = false;             /* somebody sees all cards, who is no player */
    for (size_t row = 0; row < result->row_count; row++) {
        const double number = result_number(result, row, value);
        const Interval own = row_interval(result, columns, row);
        if (isnan(number) || (of && strcmp(row_name(result, columns, row, 1), of))) continue;
        if (!interval_known(own) || !(own.low < own.high)) continue; /* too few boards to compare it */
        if (agent_name_cheats(row_name(result, columns, row, 0)) ||
            agent_name_cheats(row_name(result, columns, row, 1))) {
            bound = true;
            continue;
        }
        if (best == result->row_count || number > result_number(result, best, value)) best = row, interval = own;
    }
    if (best == result->row_count) return;
    Verdict verdict = {.size = scale * result_number(result, best, value),
                       .interval = {scale * interval.low, scale * interval.high},
                       .format = columns->format,
                       .unit = result_matches(result) ? "% of the matches"
                               : strcmp(unit, "%")    ? unit
                                                      : "% to win the match",
                       .sign = interval_sign(interval, columns->middle)};
    if (decided >= 0 && !(result_number(result, best, decided) > 0)) verdict.sign = 0;
    for (int i = 0; i < VERDICT_NAMES; i++)
        verdict.names[i] = row_name(result, columns, best, i);
    if (verdict.sign < 0 && !bound) return; /* what is shown to be below the middle is no good news */
    verdict.words = result_join(result, words, verdict.sign ? "." : ", which may be chance.");
    verdict_add(verdicts, verdict);
}

void verdict_counts(Verdicts *verdicts, Result *result, const VerdictColumns *columns, const char *what,
                    const char *above, const char *below)
{
    const int verdict = result_column(result, "verdict");
    size_t signs[3] = {0}, rare = 0, same = 0;
    char open[60] = "", unknown[120] = "";
    for (size_t row = 0; row < result->row_count; row++) {
        const Interval interval = row_interval(result, columns, row);
        if (!strcmp(result_text(result, row, verdict), SAME_BY_DEFINITION)) {
            same++;
            continue;
        }
        if (interval_known(interval))
            signs[interval_sign(interval, columns->middle) + 1]++;
        else
            rare++;
    }
    const size_t count = result->row_count - same;
    if (count < 3 && !signs[0]) return;
    if (signs[1]) snprintf(open, sizeof open, "; %zu may be either", signs[1]);
    if (rare)
        snprintf(unknown, sizeof unknown, "; %zu %s no interval: too rare to say", rare, rare == 1 ? "has" : "have");
    verdict_say(verdicts, result_format(result, "Of %zu %s, %zu %s shown to be %s, %zu %s%s%s.", count, what, signs[2],
                                        signs[2] == 1 ? "is" : "are", above, signs[0], below, open, unknown));
}
