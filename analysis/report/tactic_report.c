/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/report/tactic_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/tactics.h"

typedef enum { TABLE_TACTICS, TABLE_SWEEP, TABLE_PAIRS, TABLE_STRATA } TableKind;

enum { KEYS = 4, FIGURES = 8 };
static const char *const KEY_NAMES[][KEYS] = {
    [TABLE_TACTICS] = {"tactic", "measure", "opponent"},
    [TABLE_SWEEP] = {"tactic", "weight", "opponent"},
    [TABLE_PAIRS] = {"tactic_a", "tactic_b", "opponent"},
    [TABLE_STRATA] = {"tactic", "by", "stratum", "opponent"},
};
/* per_change: points by which a round changed in which the versions chose differently. */
static const char *const FIGURE_NAMES[FIGURES] = {"boards", "value",      "ci_low",       "ci_high",
                                                  "p",      "p_adjusted", "active_share", "per_change"};

static TableKind kind_of(const TacticStudy *study)
{
    if (study->by != BY_NOTHING) return TABLE_STRATA;
    switch (study->rows[0].measure) {
    case MEASURE_WEIGHT: return TABLE_SWEEP;
    case MEASURE_PAIR: return TABLE_PAIRS;
    case MEASURE_ALONE:
    case MEASURE_WITHOUT: break;
    }
    return TABLE_TACTICS;
}

enum { WORD = 64 };

/* The cells that say what a row is about; returns how many. */
static int keys_fill(const char *keys[static KEYS], char number[static WORD], TableKind kind, const TacticStudy *study,
                     const TacticCell *cell)
{
    const TacticRow *row = &study->rows[cell->row];
    int count = 0;
    keys[count++] = tactic_name(row->tactic);
    switch (kind) {
    case TABLE_TACTICS: keys[count++] = MEASURE_NAMES[row->measure]; break;
    case TABLE_SWEEP:
        snprintf(number, WORD, "%.15g", row->weight);
        keys[count++] = number;
        break;
    case TABLE_PAIRS: keys[count++] = tactic_name(row->other); break;
    case TABLE_STRATA:
        keys[count++] = by_name(study->by);
        keys[count++] = stratum_name(study->by, cell->stratum);
        break;
    }
    keys[count++] = study->opponents[row->opponent].name;
    return count;
}

static double active_share(const TacticCell *cell) { return (double)cell->active / (double)cell->boards; }

/* Points a round, over the rounds of the stratum. */
static double per_change(const TacticStudy *study, const TacticResult *result, const TacticCell *cell)
{
    int64_t rounds = result->sums[cell->row].strata[cell->stratum].rounds;
    return cell->value.mean * (double)cell->boards * study->schedule.seatings / (double)rounds;
}

bool study_reversed(char out[static REVERSED_TEXT], const TacticStudy *study)
{
    size_t used = 0;
    *out = 0;
    if (kind_of(study) == TABLE_SWEEP) return false;
    for (int tactic = BASE_COUNT; tactic < TACTIC_COUNT; tactic++) {
        bool asked = false;
        for (int i = 0; i < study->row_count; i++)
            asked = asked || study->rows[i].tactic == tactic || study->rows[i].other == tactic;
        if (asked && study->agent.values[tactic] < 0)
            used += (size_t)snprintf(out + used, REVERSED_TEXT - used, "%s%s", used ? " " : "", tactic_name(tactic));
    }
    return used > 0;
}

void study_csv(OutputFile *csv, const TacticStudy *study, const TacticResult *result)
{
    TableKind kind = kind_of(study);
    const char *names[KEYS + FIGURES];
    int count = 0;
    while (count < KEYS && KEY_NAMES[kind][count]) {
        names[count] = KEY_NAMES[kind][count];
        count++;
    }
    int figures = kind == TABLE_STRATA ? FIGURES : FIGURES - 1;
    for (int i = 0; i < figures; i++)
        names[count++] = FIGURE_NAMES[i];
    csv_names(csv, names, (size_t)count);
    for (int i = 0; i < result->cell_count; i++) {
        const TacticCell *cell = &result->cells[i];
        const char *keys[KEYS];
        char number[WORD];
        int key_count = keys_fill(keys, number, kind, study, cell);
        for (int key = 0; key < key_count; key++)
            csv_text(csv, keys[key]);
        csv_integer(csv, cell->boards);
        csv_number(csv, cell->value.mean);
        csv_number(csv, cell->interval.low);
        csv_number(csv, cell->interval.high);
        csv_number(csv, cell->p);
        csv_number(csv, cell->p_adjusted);
        csv_number(csv, active_share(cell));
        if (kind == TABLE_STRATA) csv_number(csv, per_change(study, result, cell));
        csv_end_row(csv);
    }
}

/* ---- for people */

enum { BAR = 20 };

/* A bar of `share` (0 … 1) of the width. */
static void bar_print(FILE *out, double share, bool negative, bool unicode)
{
    static const char *const EIGHTHS[] = {"", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b", "\u258a", "\u2589"};
    int eighths = (int)lround(share * BAR * 8), cells = eighths / 8, used = cells;
    for (int i = 0; i < cells; i++)
        fputs(!unicode ? negative ? "-" : "#" : negative ? "\u2591" : "\u2588", out);
    if (unicode && !negative && eighths % 8) fputs(EIGHTHS[eighths % 8], out), used++;
    for (; used < BAR; used++)
        fputc(' ', out);
}

static int decimals_of(const TacticCell *cell)
{
    double half = interval_half_width(cell->interval);
    return !(half < 0.05) ? 2 : half >= 0.005 ? 3 : 4;
}

void study_progress(char out[static STUDY_PROGRESS], const TacticStudy *study, const TacticProgress *now)
{
    static const char *const JOINTS[] = {
        [TABLE_TACTICS] = " ", [TABLE_SWEEP] = "=", [TABLE_PAIRS] = "+", [TABLE_STRATA] = " "};
    TacticCell cell;
    const char *keys[KEYS];
    char number[WORD];
    size_t used = 0;
    if (tactic_widest(&cell, now)) {
        TableKind kind = kind_of(study);
        int count = keys_fill(keys, number, kind, study, &cell), decimals = decimals_of(&cell);
        used += (size_t)snprintf(out, STUDY_PROGRESS, "%s%s%s", keys[0], JOINTS[kind], keys[1]);
        if (kind == TABLE_STRATA) used += (size_t)snprintf(out + used, STUDY_PROGRESS - used, " %s", keys[2]);
        if (study->opponent_count > 1)
            used += (size_t)snprintf(out + used, STUDY_PROGRESS - used, " against %s", keys[count - 1]);
        used += (size_t)snprintf(out + used, STUDY_PROGRESS - used, " %+.*f (%+.*f to %+.*f) points, ", decimals,
                                 cell.value.mean, decimals, cell.interval.low, decimals, cell.interval.high);
    }
    snprintf(out + used, STUDY_PROGRESS - used, "%llu void", (unsigned long long)now->voids);
}

static void p_print(FILE *out, double p)
{
    if (isnan(p))
        fprintf(out, "%8s", "");
    else if (p < 0.0001)
        fprintf(out, "%8s", "<0.0001");
    else
        fprintf(out, "%8.4f", p);
}

static const char *verdict(const TacticCell *cell, TableKind kind)
{
    static const char *const WORDS[][2] = {[TABLE_TACTICS] = {"helps", "hurts"},
                                           [TABLE_SWEEP] = {"helps", "hurts"},
                                           [TABLE_PAIRS] = {"more together", "less together"},
                                           [TABLE_STRATA] = {"helps", "hurts"}};
    if (cell->exact) return "the same by definition";
    if (cell->rare) return "too rare to say";
    if (!interval_known(cell->interval)) return "too few boards to say";
    return cell->interval.low > 0 ? WORDS[kind][0] : cell->interval.high < 0 ? WORDS[kind][1] : "not shown";
}

static void line_print(FILE *out, const TacticStudy *study, const TacticResult *result, const TacticCell *cell,
                       const int *widths, double most, bool unicode)
{
    const char *keys[KEYS];
    char number[WORD], interval[WORD] = "";
    TableKind kind = kind_of(study);
    int count = keys_fill(keys, number, kind, study, cell), decimals = decimals_of(cell);
    for (int i = 0; i < count; i++)
        fprintf(out, "%-*s  ", widths[i], keys[i]);
    if (interval_known(cell->interval) && !cell->exact)
        snprintf(interval, sizeof interval, "%+.*f to %+.*f", decimals, cell->interval.low, decimals,
                 cell->interval.high);
    fprintf(out, "%+9.*f  %-20s  ", decimals, cell->value.mean, interval);
    bar_print(out, most > 0 && isfinite(cell->value.mean) ? fabs(cell->value.mean) / most : 0, cell->value.mean < 0,
              unicode);
    fprintf(out, "  %7.3f", 100 * active_share(cell));
    double last = kind == TABLE_STRATA ? per_change(study, result, cell) : cell->gain;
    if (isnan(last))
        fprintf(out, " %8s", "");
    else
        fprintf(out, kind == TABLE_STRATA ? " %+8.3f" : " %8.1f", last);
    p_print(out, cell->p_adjusted);
    fprintf(out, "  %s\n", verdict(cell, kind));
}

typedef struct {
    double value;
    int index;
} Place;

static int higher_first(const void *a, const void *b)
{
    const Place *x = a, *y = b;
    double p = isnan(x->value) ? -INFINITY : x->value, q = isnan(y->value) ? -INFINITY : y->value;
    return p > q ? -1 : p < q ? 1 : x->index - y->index;
}

static void heading_print(FILE *out, TableKind kind, const int *widths, int keys)
{
    for (int i = 0; i < keys; i++)
        fprintf(out, "%-*s  ", widths[i], KEY_NAMES[kind][i]);
    fprintf(out, "%9s  %-20s  %-*s  %7s %8s %7s  %s\n", "value", "95 % for all rows", BAR, "", "boards%",
            kind == TABLE_STRATA ? "a change" : "pairing", "p", "verdict");
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

#define LARGEST ", the largest value that is shown to be above 0.\n"

static void sentence_print(FILE *out, const TacticStudy *study, const TacticResult *result)
{
    const TacticCell *best = cell_best(result);
    if (!best) {
        int hurt = 0;
        for (int i = 0; i < result->cell_count; i++)
            hurt += !result->cells[i].exact && !result->cells[i].rare && result->cells[i].interval.high < 0;
        if (hurt && kind_of(study) == TABLE_PAIRS)
            fprintf(out, "No two are shown to be worth more together; %d of %d pairs %s shown to be worth less.\n",
                    hurt, result->cell_count, hurt == 1 ? "is" : "are");
        else if (hurt)
            fprintf(out, "No row is shown to gain anything; %d of %d %s shown to lose points.\n", hurt,
                    result->cell_count, hurt == 1 ? "is" : "are");
        else
            fputs("No row is shown to be worth anything: every interval has 0 in it, or too few boards changed.\n",
                  out);
        return;
    }
    const TacticRow *row = &study->rows[best->row];
    const char *tactic = tactic_name(row->tactic), *opponent = study->opponents[row->opponent].name;
    int decimals = decimals_of(best);
    char rest[WORD];
    snprintf(rest, sizeof rest, "(95 %% for all rows: %.*f to %.*f)", decimals, best->interval.low, decimals,
             best->interval.high);
    if (best->stratum >= 0)
        fprintf(out, "%s earns most where %s is %s: %.*f points a round of its value against %s %s.\n", tactic,
                by_name(study->by), stratum_name(study->by, best->stratum), decimals, best->value.mean, opponent, rest);
    else if (row->measure == MEASURE_ALONE)
        fprintf(out, "Adding %s to the base gains %.*f points a round against %s %s" LARGEST, tactic, decimals,
                best->value.mean, opponent, rest);
    else if (row->measure == MEASURE_WITHOUT)
        fprintf(out, "Taking %s out of the full set loses %.*f points a round against %s %s" LARGEST, tactic, decimals,
                best->value.mean, opponent, rest);
    else if (row->measure == MEASURE_WEIGHT)
        fprintf(out, "The best weight of %s tried is %g: %.*f points a round more than the weight 0 against %s %s.\n",
                tactic, row->weight, decimals, best->value.mean, opponent, rest);
    else
        fprintf(out, "%s and %s gain most from each other: %.*f points a round beyond their sum against %s %s.\n",
                tactic, tactic_name(row->other), decimals, best->value.mean, opponent, rest);
}

/* Rows that are not as narrow as was wanted. */
static void unsettled_print(FILE *out, const TacticResult *result, double half_width)
{
    int count = 0;
    for (int i = 0; i < result->cell_count; i++)
        count += !result->cells[i].settled && !result->cells[i].exact;
    if (half_width > 0 && count)
        fprintf(out, "%d of %d rows did not get as precise as +-%g.\n", count, result->cell_count, half_width);
}

/* Rows that stop when they are precise enough differ in their boards. */
static void boards_print(FILE *out, const TacticResult *result)
{
    int64_t least = INT64_MAX, most = 0;
    for (int i = 0; i < result->cell_count; i++) {
        int64_t boards = result->cells[i].boards;
        if (result->cells[i].exact) continue;
        least = boards < least ? boards : least;
        most = boards > most ? boards : most;
    }
    if (least < most)
        fprintf(out, "Rows that were precise enough took no more boards: from %lld to %lld (the CSV has them).\n",
                (long long)least, (long long)most);
}

static void legend_print(FILE *out, const TacticStudy *study, const TacticResult *result)
{
    static const char *const VALUES[] = {
        [TABLE_TACTICS] =
            "points a round that the tactic brings (alone), or that are lost without it; own points less the mean of "
            "the other sides'.\nboards%: on so many the versions chose differently somewhere.",
        [TABLE_SWEEP] =
            "points a round more than with the weight 0. boards%: on so many the versions chose differently "
            "somewhere.",
        [TABLE_PAIRS] =
            "points a round that two tactics are worth together beyond the sum of each alone. boards%: on so many it "
            "can be other than 0.",
        [TABLE_STRATA] =
            "points a round of the tactic's whole value, from rounds in which it first changed a play there; "
            "the parts add up.\nboards%: on so many there was such a round, in one seating or another. a change: "
            "points that such a round gained.",
    };
    char reversed[REVERSED_TEXT];
    TableKind kind = kind_of(study);
    bool rare = false, known = false, paired = false;
    for (int i = 0; i < result->cell_count; i++) {
        rare |= result->cells[i].rare && !result->cells[i].exact;
        known |= !isnan(result->cells[i].p);
        paired |= !isnan(result->cells[i].gain);
    }
    fprintf(out, "value: %s\n", VALUES[kind]);
    if (study_reversed(reversed, study))
        fprintf(out, "Weight below 0, so the row is about doing the opposite: %s\n", reversed);
    if (kind != TABLE_STRATA && paired)
        fputs("pairing: so many times fewer rounds than versions on boards of their own would take.\n", out);
    if (known)
        fputs(
            "p: two-sided, adjusted for all rows together by Holm's method; the CSV has both. The verdict goes by the "
            "interval.\n",
            out);
    if (rare) fprintf(out, "too rare to say: the result differs on fewer than %d boards.\n", RARE_BOARDS);
}

bool study_summary(FILE *out, const TacticStudy *study, const TacticResult *result, double half_width, bool unicode)
{
    TableKind kind = kind_of(study);
    Place *places = calloc((size_t)result->cell_count + 1, sizeof *places);
    if (!places) return false;
    int widths[KEYS] = {0}, keys = 0;
    double most = 0;
    while (keys < KEYS && KEY_NAMES[kind][keys]) {
        widths[keys] = (int)strlen(KEY_NAMES[kind][keys]);
        keys++;
    }
    for (int i = 0; i < result->cell_count; i++) {
        const char *words[KEYS];
        char number[WORD];
        const TacticCell *cell = &result->cells[i];
        keys_fill(words, number, kind, study, cell);
        for (int key = 0; key < keys; key++)
            if ((int)strlen(words[key]) > widths[key]) widths[key] = (int)strlen(words[key]);
        most = fmax(most, fabs(cell->value.mean));
        places[i] = (Place){cell->value.mean, i};
    }
    if (kind == TABLE_TACTICS || kind == TABLE_PAIRS)
        qsort(places, (size_t)result->cell_count, sizeof *places, higher_first);
    heading_print(out, kind, widths, keys);
    for (int i = 0; i < result->cell_count; i++)
        line_print(out, study, result, &result->cells[places[i].index], widths, most, unicode);
    free(places);
    unsettled_print(out, result, half_width);
    boards_print(out, result);
    sentence_print(out, study, result);
    legend_print(out, study, result);
    return true;
}
