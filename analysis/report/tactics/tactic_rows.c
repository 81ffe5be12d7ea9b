/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fills the rows of the tables of `tactics`, and writes them as CSV. */
#include "analysis/report/tactics/tactic_rows.h"

#include <math.h>
#include <string.h>

#include "analysis/report/text/estimate_text.h"

enum { BAR = 20 };

TableKind study_kind(const TacticStudy *study)
{
    if (study->by != BY_NOTHING) return TABLE_STRATA;
    const Measure measure = study->rows[0].measure;
    return measure == MEASURE_WEIGHT ? TABLE_SWEEP : measure == MEASURE_PAIR ? TABLE_PAIRS : TABLE_TACTICS;
}

bool cell_by_p_alone(const TacticCell *cell)
{
    return !cell->exact && !cell->rare && cell->p_adjusted < TACTIC_ALPHA && cell->interval.low <= 0 &&
           cell->interval.high >= 0;
}

static const char *verdict_of(const TacticCell *cell, bool pairs)
{
    if (cell->exact) return "the same by definition";
    if (cell->rare) return "too rare to say";
    if (!interval_known(cell->interval)) return "too few boards to say";
    if (cell->interval.low > 0) return pairs ? "more together" : "helps";
    if (cell->interval.high < 0) return pairs ? "less together" : "hurts";
    return cell_by_p_alone(cell) ? "by p alone" : "not shown";
}

StudyLine study_line(const TacticStudy *study, const TacticResult *result, const TacticCell *cell)
{
    const TacticRow *row = &study->rows[cell->row];
    StudyLine line = {.tactic = tactic_name(row->tactic),
                      .opponent = study->opponents[row->opponent].name,
                      .cell = *cell,
                      .per_change = NAN,
                      .kind = study_kind(study)};
    line.verdict = verdict_of(cell, line.kind == TABLE_PAIRS);
    for (int i = 0; i < WORTH_SCORES; i++)
        line.worth[i] =
            !study->worth ? NAN : point_worth(&study->worth->equity, worth_score(&study->schedule.rules, i));
    switch (line.kind) {
    case TABLE_TACTICS: snprintf(line.second, STUDY_WORD, "%s", MEASURE_NAMES[row->measure]); break;
    case TABLE_SWEEP: snprintf(line.second, STUDY_WORD, "%.15g", row->weight); break;
    case TABLE_PAIRS: snprintf(line.second, STUDY_WORD, "%s", tactic_name(row->other)); break;
    case TABLE_STRATA:
        snprintf(line.second, STUDY_WORD, "%s", by_name(study->by));
        line.stratum = stratum_name(study->by, cell->stratum);
        if (result)
            line.per_change = cell->value.mean * (double)cell->boards * study->schedule.seatings /
                              (double)result->sums[cell->row].strata[cell->stratum].rounds;
        break;
    }
    return line;
}

TacticCell cell_shown(const TacticCell *cell, const TacticStudy *study)
{
    TacticCell shown = *cell;
    if (!study_matches(study)) return shown;
    shown.value.mean *= 100;
    shown.interval.low *= 100;
    shown.interval.high *= 100;
    return shown;
}

const char *study_unit(const TacticStudy *study)
{
    return study_matches(study) ? "% of the matches" : "points a round";
}

static void value_cell(char out[static FIGURE_CELL], const void *row)
{
    const TacticCell *cell = &((const StudyLine *)row)->cell;
    char number[DECIMAL_TEXT];
    *out = 0; /* no board counts */
    if (cell->rare && !cell->exact)
        strcpy(out, "too rare");
    else if (!isnan(cell->value.mean))
        snprintf(out, FIGURE_CELL, "%.200s",
                 decimal_text(number, true, interval_decimals(2, cell->interval), cell->value.mean));
}

static void interval_cell(char out[static FIGURE_CELL], const void *row)
{
    const TacticCell *cell = &((const StudyLine *)row)->cell;
    *out = 0;
    if (!cell->exact) range_text(out, "%+.*f", cell->interval);
}

/* A bar as long as the value is large against the largest. */
static void bar_cell(char out[static FIGURE_CELL], const void *row)
{
    static const char *const EIGHTHS[] = {"", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b", "\u258a", "\u2589"};
    const StudyLine *line = row;
    const double value = line->cell.value.mean;
    const bool negative = value < 0, shown = line->cell.exact || !line->cell.rare;
    const int eighths =
        shown && line->most > 0 && isfinite(value) ? (int)lround(fabs(value) / line->most * BAR * 8) : 0;
    const char *block = !line->unicode ? negative ? "-" : "#" : negative ? "\u2591" : "\u2588";
    *out = 0;
    for (int i = 0; i < eighths / 8; i++)
        strcat(out, block);
    if (line->unicode && !negative) strcat(out, EIGHTHS[eighths % 8]);
}

static double active_share(const void *row)
{
    const TacticCell *cell = &((const StudyLine *)row)->cell;
    return (double)cell->active / (double)cell->boards;
}

static void p_cell(char out[static FIGURE_CELL], const void *row)
{
    const double p = ((const StudyLine *)row)->cell.p_adjusted;
    *out = 0;
    if (!isnan(p)) snprintf(out, FIGURE_CELL, p < 0.0001 ? "<0.0001" : "%.*f", decimals_apart(4, p, TACTIC_ALPHA), p);
}

/* A point of difference may be worth less than nothing: then the ends of the interval change places. */
#define MATCH_VALUES(i)                                                                                                \
    static double match_value_##i(const void *row)                                                                     \
    {                                                                                                                  \
        const StudyLine *line = row;                                                                                   \
        return line->worth[i] * line->cell.value.mean;                                                                 \
    }                                                                                                                  \
    static double match_low_##i(const void *row)                                                                       \
    {                                                                                                                  \
        const StudyLine *line = row;                                                                                   \
        return line->worth[i] * (line->worth[i] < 0 ? line->cell.interval.high : line->cell.interval.low);             \
    }                                                                                                                  \
    static double match_high_##i(const void *row)                                                                      \
    {                                                                                                                  \
        const StudyLine *line = row;                                                                                   \
        return line->worth[i] * (line->worth[i] < 0 ? line->cell.interval.low : line->cell.interval.high);             \
    }
MATCH_VALUES(0)
MATCH_VALUES(1)
MATCH_VALUES(2)

#define AT(member) FIGURE_AT(StudyLine, member)
#define ROW(...)                                                                                                       \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }
#define KEY(name, unit, help, member) ROW(name, unit, help, AT(member), .title = name)
#define PAIRING                                                                                                        \
    ROW("pairing", "times", "so many times fewer rounds than versions on boards of their own would take",              \
        AT(cell.gain), .title = "pairing", .width = 7, .format = "%.1f", .drop = 2)
/* What the value is worth in matches won, of the scores with that index. */
#define WORTH(when, i, words)                                                                                          \
    ROW("match_" #when, "share", "what value is worth in matches won " words ", by the table of --equity; else empty", \
        FIGURE_BY(match_value_##i)),                                                                                   \
        ROW("match_" #when "_low", "share", "ci_low in the same way", FIGURE_BY(match_low_##i)),                       \
        ROW("match_" #when "_high", "share", "ci_high in the same way", FIGURE_BY(match_high_##i))
#define VALUE_UNIT "points a round, or share of the matches"
/* What all tables have behind their keys; `own`: a figure of the table's own. */
#define REST(own)                                                                                                          \
    KEY("opponent", "name", "the agent at the other seats", opponent),                                                     \
        ROW("boards", "boards", "packs that the versions played", AT(cell.boards)),                                        \
        ROW("value", VALUE_UNIT,                                                                                           \
            "what the row is worth: the difference between the versions' scores, or between what they win of the matches", \
            AT(cell.value.mean), .title = "value", .width = 9, .cell = value_cell),                                        \
        ROW("ci_low", VALUE_UNIT,                                                                                          \
            "low end of the interval of value, which holds with 95 % for all rows together; empty: too few boards "        \
            "changed",                                                                                                     \
            AT(cell.interval.low), .title = "95 % for all rows", .width = -20, .cell = interval_cell,                      \
            .legend = "the interval of value, which holds with 95 % for all rows together"),                               \
        ROW("ci_high", VALUE_UNIT, "high end of that interval", AT(cell.interval.high)),                                   \
        ROW(.title = "", .width = -BAR, .cell = bar_cell, .drop = 1),                                                      \
        ROW("p", "probability", "two-sided p-value of no difference, for the row alone", AT(cell.p)),                      \
        ROW("p_adjusted", "probability", "p adjusted for all rows together by Holm's method", AT(cell.p_adjusted)),        \
        ROW("active_share", "share", "boards on which the versions chose differently somewhere",                           \
            FIGURE_BY(active_share), .title = "boards%", .width = 7, .format = "%.3f", .scale = 100, .drop = 3),           \
        own, ROW("se", VALUE_UNIT, "standard error of value", AT(cell.value.se)),                                          \
        ROW(.title = "p", .width = 7, .cell = p_cell, .drop = 4,                                                           \
            .legend = "two-sided, adjusted for all rows together by Holm's method"),                                       \
        ROW("verdict", "words", "what the interval says: helps, hurts, not shown, too rare to say, ...", AT(verdict),      \
            .title = "verdict", .drop = 5, .legend = "where the whole interval is above or below 0"),                      \
        WORTH(start, 0, "at the start of a match (0-0 of 62)"), WORTH(middle, 1, "in its middle (30-30 of 62)"),           \
        WORTH(late, 2, "late (55-55 of 62)")

static const Figure TACTICS_ROWS[] = {
    KEY("tactic", "name", "the tactic", tactic),
    KEY("measure", "word", "alone: added to the base; without: what is lost when it is taken out of the full set",
        second),
    REST(PAIRING),
};
static const Figure SWEEP_ROWS[] = {
    KEY("tactic", "name", "the tactic", tactic),
    KEY("weight", "weight", "its weight in the full set, measured against the weight 0", second),
    REST(PAIRING),
};
static const Figure PAIRS_ROWS[] = {
    KEY("tactic_a", "name", "one tactic", tactic),
    KEY("tactic_b", "name", "the other; the value is what both are worth beyond the sum of each alone", second),
    REST(PAIRING),
};
static const Figure STRATA_ROWS[] = {
    KEY("tactic", "name", "the tactic", tactic),
    KEY("by", "word", "what the tactic's value is divided by, as it stood at the first play that the tactic changed",
        second),
    KEY("stratum", "word", "the part; the parts of a tactic add up to its value in the full set", stratum),
    REST(ROW("per_change", "points", "mean change of a round in which the versions chose differently", AT(per_change),
             .title = "a change", .width = 8, .format = "%+.3f")),
};
const FigureTable STUDY_FIGURES[STUDY_TABLES] = {
    [TABLE_TACTICS] = {"tactics --csv", "tactic, measure and opponent", FIGURE_ROWS(TACTICS_ROWS), NULL},
    [TABLE_SWEEP] = {"tactics --sweep", "tactic, weight and opponent", FIGURE_ROWS(SWEEP_ROWS), NULL},
    [TABLE_PAIRS] = {"tactics --pairs", "pair of tactics and opponent", FIGURE_ROWS(PAIRS_ROWS), NULL},
    [TABLE_STRATA] = {"tactics --by", "tactic, stratum and opponent", FIGURE_ROWS(STRATA_ROWS), NULL},
};

void study_csv(OutputFile *csv, const TacticStudy *study, const TacticResult *result)
{
    const FigureTable *table = &STUDY_FIGURES[study_kind(study)];
    figures_header(csv, table);
    for (int i = 0; i < result->cell_count; i++) {
        const StudyLine line = study_line(study, result, &result->cells[i]);
        figures_row(csv, table, &line);
    }
}
