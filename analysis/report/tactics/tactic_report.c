/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each tactic is worth: the table for people, and what is said below it. */
#include "analysis/report/tactics/tactic_report.h"

#include <math.h>
#include <stdlib.h>

#include "agents/tactic/tactics.h"
#include "analysis/report/figure_print.h"
#include "analysis/report/tactics/tactic_rows.h"
#include "analysis/report/text/estimate_text.h"

enum { NAME_WIDTH = 13 };

/* The tactics with rows about the agent's own weights, where these are below 0, or 0. */
static unsigned tactics_weighed(const TacticStudy *study, bool below)
{
    unsigned found = 0;
    for (unsigned rest = study_tactics(study); rest; rest &= rest - 1) {
        const double weight = study->agent.values[__builtin_ctz(rest)];
        if (below ? weight < 0 : weight == 0) found |= rest & -rest;
    }
    return found;
}

unsigned study_reversed(const TacticStudy *study) { return tactics_weighed(study, true); }

void study_progress(char out[static STUDY_PROGRESS], const TacticStudy *study, const TacticProgress *now)
{
    static const char JOINTS[] = {
        [TABLE_TACTICS] = ' ', [TABLE_SWEEP] = '=', [TABLE_PAIRS] = '+', [TABLE_STRATA] = ' '};
    TacticCell cell;
    size_t used = 0;
    if (tactic_widest(&cell, now)) {
        const StudyLine line = study_line(study, NULL, &cell);
        const bool several = study->opponent_count > 1;
        char text[FIGURE_CELL];
        cell = cell_shown(&cell, study);
        used =
            (size_t)snprintf(out, STUDY_PROGRESS, "%s%c%s%s%s%s%s %s %s, ", line.tactic, JOINTS[line.kind], line.second,
                             line.stratum ? " " : "", line.stratum ? line.stratum : "", several ? " against " : "",
                             several ? line.opponent : "", interval_text(text, "%+.*f", cell.value.mean, cell.interval),
                             study_matches(study) ? "%" : "points");
    }
    snprintf(out + used, STUDY_PROGRESS - used, "%lld void", (long long)now->voids->boards);
}

/* What is too rare to say stands last. */
static int higher_first(const void *a, const void *b)
{
    const TacticCell *x = &((const StudyLine *)a)->cell, *y = &((const StudyLine *)b)->cell;
    if (x->rare != y->rare) return x->rare - y->rare;
    double p = isnan(x->value.mean) ? -INFINITY : x->value.mean, q = isnan(y->value.mean) ? -INFINITY : y->value.mean;
    return p > q ? -1 : p < q ? 1 : x->row - y->row;
}

static const TacticCell *cell_best(const TacticResult *result)
{
    const TacticCell *best = NULL;
    for (int i = 0; i < result->cell_count; i++) {
        const TacticCell *cell = &result->cells[i];
        if (cell->exact || cell->rare || !(cell->interval.low > 0)) continue;
        if (!best || cell->value.mean > best->value.mean) best = cell;
    }
    return best;
}

/* Nothing is shown to be above 0. */
static void nothing_print(FILE *out, const TacticStudy *study, const TacticResult *result)
{
    int hurt = 0;
    for (int i = 0; i < result->cell_count; i++)
        hurt += !result->cells[i].exact && !result->cells[i].rare && result->cells[i].interval.high < 0;
    if (!hurt)
        fputs("No row is shown to be worth anything: every interval has 0 in it, or too few boards changed.\n", out);
    else
        fprintf(out,
                study_kind(study) == TABLE_PAIRS
                    ? "No two are shown to be worth more together; %d of %d pairs %s shown to be worth less.\n"
                    : "No row is shown to gain anything; %d of %d %s shown to lose %s.\n",
                hurt, result->cell_count, hurt == 1 ? "is" : "are", study_matches(study) ? "matches" : "points");
}

static void sentence_print(FILE *out, const TacticStudy *study, const TacticResult *result)
{
    const TacticCell *found = cell_best(result);
    if (!found) {
        nothing_print(out, study, result);
        return;
    }
    const TacticCell shown = cell_shown(found, study), *best = &shown;
    const TacticRow *row = &study->rows[best->row];
    const char *tactic = tactic_name(row->tactic), *than = "", *end = "";
    char number[DECIMAL_TEXT], range[FIGURE_CELL];
    if (best->stratum >= 0) {
        fprintf(out, "%s earns most where %s is %s:", tactic, by_name(study->by),
                stratum_name(study->by, best->stratum));
        than = " of its value";
    } else if (row->measure == MEASURE_WEIGHT) {
        fprintf(out, "The best weight of %s tried is %g:", tactic, row->weight);
        than = " more than the weight 0";
    } else if (row->measure == MEASURE_PAIR) {
        fprintf(out, "%s and %s gain most from each other:", tactic, tactic_name(row->other));
        than = " beyond their sum";
    } else {
        fprintf(out,
                row->measure == MEASURE_ALONE ? "Adding %s to the base gains" : "Taking %s out of the full set loses",
                tactic);
        end = ", the largest value that is shown to be above 0";
    }
    fprintf(out, " %s %s%s against %s (95 %% for all rows: %s)%s.\n",
            decimal_text(number, false, interval_decimals(2, best->interval), best->value.mean), study_unit(study),
            than, study->opponents[row->opponent].name, range_text(range, "%.*f", best->interval), end);
}

int study_unsettled(const TacticResult *result)
{
    int count = 0;
    for (int i = 0; i < result->cell_count; i++)
        count += !result->cells[i].exact && !result->cells[i].settled;
    return count;
}

/* Rows that are not as narrow as was wanted; and rows that stop when they are precise enough differ in their boards. */
static void precision_print(FILE *out, const TacticResult *result, double half_width)
{
    int64_t least = INT64_MAX, most = 0;
    const int unsettled = study_unsettled(result);
    for (int i = 0; i < result->cell_count; i++) {
        const TacticCell *cell = &result->cells[i];
        if (cell->exact) continue;
        least = cell->boards < least ? cell->boards : least;
        most = cell->boards > most ? cell->boards : most;
    }
    if (half_width > 0 && unsettled)
        fprintf(out, "%d of %d rows did not get as precise as +-%g.\n", unsettled, result->cell_count, half_width);
    if (least < most)
        fprintf(out, "Rows that were precise enough took no more boards: from %lld to %lld (the CSV has them).\n",
                (long long)least, (long long)most);
}

/* What is not in the table, and how it was played. */
static void notes_print(FILE *out, const TacticStudy *study)
{
    char names[TACTIC_SET_TEXT];
    const unsigned idle = tactics_weighed(study, false), reversed = study_reversed(study);
    const char *plain = study_matches(study) ? NULL : tactic_values_hindrance(study);
    if (study->left_out)
        fprintf(out, "Left out, since it cannot come up under these rules: %s\n",
                tactic_set_names(names, study->left_out));
    if (idle) {
        const char *first = tactic_name(__builtin_ctz(idle));
        fprintf(out, "Weight 0, so there is nothing to measure: %s; try --agent tactic:%s=1, or --sweep %s=0:2:0.5\n",
                tactic_set_names(names, idle), first, first);
    }
    if (reversed)
        fprintf(
            out,
            "With a weight below 0 the agent does the opposite of the advice, and the row is what that is worth: %s\n",
            tactic_set_names(names, reversed));
    if (plain)
        fprintf(out, "Decided one by one, not several at a time, which can take twice as long, since %s.\n", plain);
}

/* What the tactics of the table say, a line each. */
static void advice_print(FILE *out, const TacticStudy *study)
{
    char advice[TACTIC_ADVICE];
    unsigned rest = study_tactics(study);
    for (int i = 0; i < study->row_count; i++)
        rest |= 1u << study->rows[i].tactic; /* those of a sweep too */
    fprintf(out, "What %s:\n", rest & (rest - 1) ? "the tactics say" : "the tactic says");
    for (; rest; rest &= rest - 1) {
        const int tactic = __builtin_ctz(rest);
        fprintf(out, "  %-*s  %s\n", NAME_WIDTH, tactic_name(tactic), tactic_advice(advice, tactic));
    }
}

static void study_legend(FILE *out, const Page *page, const TacticStudy *study, const TacticResult *result)
{
    static const char *const VALUES[] = {
        [TABLE_TACTICS] = "value: %s that the tactic brings (alone), or that are lost without it.",
        [TABLE_SWEEP] = "value: %s more than with the weight 0.",
        [TABLE_PAIRS] = "value: %s that two tactics are worth together beyond the sum of each alone.",
        [TABLE_STRATA] = "value: %s of the whole value, by where a play changed first; the parts add up.",
    };
    static const char *const BOARDS[] = {
        [TABLE_TACTICS] = "boards%: on so many the versions chose differently.",
        [TABLE_SWEEP] = "boards%: on so many the versions chose differently.",
        [TABLE_PAIRS] = "boards%: on so many it can be other than 0.",
        [TABLE_STRATA] = "boards%: on so many there was such a round.",
    };
    const char *sentences[8];
    char rarely[64], value[128];
    size_t count = 0;
    const TableKind kind = study_kind(study);
    bool rare = false, known = false, by_p = false;
    for (int i = 0; i < result->cell_count; i++) {
        rare |= result->cells[i].rare && !result->cells[i].exact;
        known |= !isnan(result->cells[i].p);
        by_p |= cell_by_p_alone(&result->cells[i]);
    }
    snprintf(rarely, sizeof rarely, "too rare to say: changed fewer than %d boards.", RARE_BOARDS);
    snprintf(value, sizeof value, VALUES[kind], study_unit(study));
    sentences[count++] = value;
    sentences[count++] = BOARDS[kind];
    if (rare) sentences[count++] = rarely;
    if (by_p) sentences[count++] = "by p alone: p is below 0.05, but 0 is in the interval for all rows.";
    if (known) sentences[count++] = "p: adjusted for all rows together (Holm); the verdict goes by the interval.";
    if (!study_matches(study)) sentences[count++] = "Points are own points less the mean of the other sides'.";
    legend_print(out, page, sentences, count);
}

bool study_summary(FILE *out, const Page *page, const TacticStudy *study, const TacticResult *result, double half_width)
{
    const size_t count = (size_t)result->cell_count;
    const TableKind kind = study_kind(study);
    StudyLine *lines = calloc(count + 1, sizeof *lines);
    double most = 0;
    if (!lines) return false;
    for (size_t i = 0; i < count; i++) {
        lines[i] = study_line(study, result, &result->cells[i]);
        lines[i].cell = cell_shown(&result->cells[i], study);
        if (!lines[i].cell.rare) most = fmax(most, fabs(lines[i].cell.value.mean));
    }
    for (size_t i = 0; i < count; i++) {
        lines[i].most = most;
        lines[i].unicode = page->unicode;
    }
    if (kind == TABLE_TACTICS || kind == TABLE_PAIRS) qsort(lines, count, sizeof *lines, higher_first);
    figures_print(out, page, &STUDY_FIGURES[kind], lines, sizeof *lines, count);
    free(lines);
    precision_print(out, result, half_width);
    const TacticCell *best = cell_best(result);
    sentence_print(out, study, result);
    if (study->worth && best)
        points_worth_print(out, study->worth, &study->schedule.rules, best->value.mean, best->interval);
    notes_print(out, study);
    if (page->legend == LEGEND_FULL) advice_print(out, study);
    study_legend(out, page, study, result);
    return true;
}
