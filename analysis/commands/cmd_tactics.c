/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur tactics: what each tactic is worth. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/tactic/advice.h"
#include "agents/tactic/tactics.h"
#include "analysis/commands/commands.h"
#include "analysis/commands/vary.h"
#include "analysis/report/chart.h"
#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "analysis/study/sim_estimates.h"
#include "analysis/study/tactics.h"

/* ---- the rows */

typedef enum { TABLE_TACTICS, TABLE_SWEEP, TABLE_PAIRS, TABLE_STRATA } TableKind;
enum { STUDY_WORD = 64 };

/* A row of any of the tables. */
typedef struct {
    const char *tactic, *stratum, *opponent;
    char second[STUDY_WORD]; /* the measure, the weight, the other tactic or what the value is divided by */
    char verdict[STUDY_WORD];
    TacticCell cell;
    double weight, other_weight;  /* in the agent; other_weight: of a pair's second */
    double per_change;            /* points by which a round changed in which the versions chose differently */
    double most;                  /* the largest value of the table, for its bars */
    double scale;                 /* of values as people see them: shares of matches in % */
    double active_share;          /* of the boards */
    double equity[EQUITY_SCORES]; /* of the value in matches won; NAN: there is no table to say … */
    Interval equity_interval[EQUITY_SCORES];
    TableKind kind;
    bool unicode;
} StudyLine;

enum { BAR = 20 };

static TableKind study_kind(const TacticStudy *study)
{
    if (study->by != BY_NOTHING) return TABLE_STRATA;
    const Measure measure = study->rows[0].measure;
    return measure == MEASURE_WEIGHT ? TABLE_SWEEP : measure == MEASURE_PAIR ? TABLE_PAIRS : TABLE_TACTICS;
}

/* Holm's method may show what no interval does that holds for all rows together. */
static bool cell_by_p_alone(const TacticCell *cell, double alpha)
{
    return !cell->exact && !cell->rare && cell->p_adjusted < alpha && cell->interval.low <= 0 &&
           cell->interval.high >= 0;
}

/* Shown is what the adjusted p shows; or where there is none, as under --stop, the interval for all rows. reversed: the
   agent does the opposite of the advice. */
static void verdict_find(char out[static STUDY_WORD], const TacticCell *cell, bool pairs, bool reversed, double alpha)
{
    static const char *const SHOWN[][2] = {
        {"hurts", "helps"}, {"its opposite hurts", "its opposite helps"}, {"less together", "more together"}};
    const bool by_p = cell_by_p_alone(cell, alpha);
    const char *said = SHOWN[pairs ? 2 : reversed][cell->value.mean > 0];
    if (cell->exact)
        said = SAME_BY_DEFINITION;
    else if (cell->rare && cell->active * 10 < cell->boards) /* a board on which nothing changed is what is rare */
        said = "too rare to say";
    else if (cell->rare || !interval_known(cell->interval))
        said = "too few boards";
    else if (!by_p && cell->interval.low <= 0 && cell->interval.high >= 0)
        said = "not shown";
    snprintf(out, STUDY_WORD, "%s%s", said, by_p ? ", by p alone" : "");
}

/* The row of a cell, without what only the whole table knows. */
static StudyLine study_line(const TacticRun *run, const TacticCell *cell)
{
    const TacticStudy *study = run->study;
    const TacticRow *row = &study->rows[cell->row];
    StudyLine line = {.tactic = tactic_name(study, row->tactic),
                      .opponent = study->opponents[row->opponent].name,
                      .cell = *cell,
                      .weight = study->weights[row->tactic],
                      .other_weight = row->other < 0 ? NAN : study->weights[row->other],
                      .per_change = NAN,
                      .scale = study_matches(study) ? 100 : 1,
                      .kind = study_kind(study)};
    verdict_find(line.verdict, cell, line.kind == TABLE_PAIRS, line.weight < 0 && line.kind != TABLE_SWEEP, run->alpha);
    line.active_share = (double)cell->active / (double)cell->boards;
    for (int i = 0; i < EQUITY_SCORES; i++) {
        const double point =
            !study->equity_table ? NAN : point_scoring(&study->equity_table->equity, &study->schedule.rules, i);
        const double ends[] = {point * cell->interval.low, point * cell->interval.high};
        line.equity[i] = point * cell->value.mean; /* a point may be worth less than nothing */
        line.equity_interval[i] = (Interval){ends[point < 0], ends[point >= 0]};
    }
    switch (line.kind) {
    case TABLE_TACTICS: snprintf(line.second, STUDY_WORD, "%s", MEASURE_NAMES[row->measure]); break;
    case TABLE_SWEEP: snprintf(line.second, STUDY_WORD, "%.15g", row->weight); break;
    case TABLE_PAIRS: snprintf(line.second, STUDY_WORD, "%s", tactic_name(study, row->other)); break;
    case TABLE_STRATA:
        snprintf(line.second, STUDY_WORD, "%s", study->by_name);
        line.stratum = study->stratum_names[cell->stratum];
        line.per_change = cell->value.mean * (double)cell->boards * study->schedule.seatings /
                          (double)sums_x(run->sums, cell->row, TACTIC_ROUNDS + cell->stratum);
        break;
    }
    return line;
}

static Interval interval_shown(const StudyLine *line) { return interval_scaled(line->cell.interval, line->scale); }

static void value_cell(char out[static COLUMN_CELL], const void *row)
{
    const StudyLine *line = row;
    const TacticCell *cell = &line->cell;
    const Interval shown = interval_shown(line);
    char number[DECIMAL_TEXT];
    *out = 0; /* no board counts */
    if (cell->rare && !cell->exact)
        strcpy(out, cell->active * 10 < cell->boards ? "too rare" : "too few");
    else if (!isnan(cell->value.mean))
        snprintf(out, COLUMN_CELL, "%.200s",
                 decimal_text(number, true, interval_decimals(2, shown), line->scale * cell->value.mean));
}

static void interval_cell(char out[static COLUMN_CELL], const void *row)
{
    const StudyLine *line = row;
    *out = 0;
    if (!line->cell.exact) range_text(out, "%+.*f", interval_shown(line));
}

/* A bar as long as the value is large against the largest. */
static void bar_cell(char out[static COLUMN_CELL], const void *row)
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

static void weights_cell(char out[static COLUMN_CELL], const void *row)
{
    const StudyLine *line = row;
    snprintf(out, COLUMN_CELL, "%g, %g", line->weight, line->other_weight);
}

#define AT(member) COLUMN_AT(StudyLine, member)
#define ROW(...)                                                                                                       \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }
#define KEY(name, unit, help, member, words, of)                                                                       \
    ROW(name, unit, help, AT(member), .title = name, .plain = words, .key = of)
#define WEIGHT(name, which, member)                                                                                    \
    ROW(name, "weight", "the weight of " which " in the agent; below 0 it does the opposite of the advice", AT(member))
#define PAIRING                                                                                                        \
    ROW("pairing", "times", "how many times more rounds it would take if each version had its own boards",             \
        AT(cell.gain), .title = "pairing", .format = "%.1f", .drop = 2)
/* What the value is worth in matches won, of the scores with that index. */
#define EQUITY(when_, i, words)                                                                                        \
    ROW("match_" #when_, "share",                                                                                      \
        "what value is worth in matches won " words ", by the table of --equity; else empty", AT(equity[i]),           \
        .title = #when_ " %", .format = "%+.2f", .when = EQUITIES, .drop = 2,                                          \
        .legend = "what value is worth, of the matches, " words),                                                      \
        ROW("match_" #when_ "_low", "share", "ci_low in the same way", AT(equity_interval[i].low)),                    \
        ROW("match_" #when_ "_high", "share", "ci_high in the same way", AT(equity_interval[i].high))
#define VALUE_UNIT "points a round, or share of the matches"
/* What the terminal's table is about: one opponent, whom the sentences below it name, leaves a narrow page to the
   verdict. WORTHS: --equity is there. */
enum { ALONE = 1, SEVERAL = 2, EQUITIES = 4 };
/* What all tables have behind their keys; `own`: a figure of the table's own. */
#define REST(own)                                                                                                      \
    ROW("opponent", "name", "the agent at the other seats", AT(opponent), .title = "opponent", .when = SEVERAL,        \
        .plain = "against", .key = KEY_AGAINST),                                                                       \
        ROW(AT(opponent), .title = "opponent", .when = ALONE, .drop = 5, .legend = "the agent at the other seats"),    \
        ROW("boards", "boards", "packs that the versions played", AT(cell.boards)),                                    \
        ROW("value", VALUE_UNIT,                                                                                       \
            "what the row is worth: the difference between the versions' scores, or between their shares of matches "  \
            "won",                                                                                                     \
            AT(cell.value.mean), .title = "value", .cell = value_cell, .interval = offsetof(StudyLine, cell.interval), \
            .plain = "", .measured = "se"),                                                                            \
        ROW("ci_low", VALUE_UNIT,                                                                                      \
            "low end of the interval of value, which holds with 95 % for all rows together; empty: too few boards "    \
            "changed",                                                                                                 \
            AT(cell.interval.low), .title = "95 % for all rows", .cell = interval_cell,                                \
            .legend = "the interval of value, which holds with 95 % for all rows together"),                           \
        ROW("ci_high", VALUE_UNIT, "high end of that interval", AT(cell.interval.high)),                               \
        ROW(.title = "", .cell = bar_cell, .drop = 1),                                                                 \
        ROW("p", "probability", "two-sided p-value of no difference, for the row alone", AT(cell.p)),                  \
        ROW("p_adjusted", "probability", "p adjusted for all rows together by Holm's method", AT(cell.p_adjusted)),    \
        ROW("active_share", "share", "boards on which the versions chose differently somewhere", AT(active_share),     \
            .title = "boards%", .format = "%.3f", .drop = 3),                                                          \
        own, ROW("se", VALUE_UNIT, "standard error of value", AT(cell.value.se)),                                      \
        ROW(AT(cell.p_adjusted), .unit = "probability", .title = "p", .drop = 4,                                       \
            .legend = "two-sided, adjusted for all rows together by Holm's method"),                                   \
        ROW("verdict", "words",                                                                                        \
            "what is shown for all rows together: helps, hurts, its opposite helps (weight below 0), not shown, ...",  \
            AT(verdict), .title = "verdict",                                                                           \
            .legend = "what is shown for all rows together: by the interval, or by p alone"),                          \
        EQUITY(start, 0, "at the start of a match (0-0 of 62)"), EQUITY(middle, 1, "in its middle (30-30 of 62)"),     \
        EQUITY(late, 2, "late (55-55 of 62)")

/* The same in the terminal's table. */
#define WEIGHT_SHOWN                                                                                                   \
    ROW(AT(weight), .title = "weight", .drop = 6, .legend = "in the agent; below 0: it does the opposite")

static const Column TACTICS_ROWS[] = {
    KEY("tactic", "name", "the tactic", tactic, "tactic", KEY_WHO),
    WEIGHT_SHOWN,
    KEY("measure", "word",
        "alone: added to the base; without: what is lost when it is taken out of the full set; added: what it brings on "
        "top of a full set that lacks it",
        second, "measure", KEY_WHICH),
    REST(PAIRING),
    WEIGHT("weight", "the tactic", weight),
};
static const Column SWEEP_ROWS[] = {
    KEY("tactic", "name", "the tactic", tactic, "tactic", KEY_WHO),
    KEY("weight", "weight", "its weight in the full set, measured against the weight 0", second, "weight", KEY_WHICH),
    REST(PAIRING),
};
static const Column PAIRS_ROWS[] = {
    KEY("tactic_a", "name", "one tactic", tactic, "one tactic", KEY_WHO),
    KEY("tactic_b", "name",
        "the other; the value is what both are worth together, beyond the sum of their values "
        "alone",
        second, "the other", KEY_WHICH),
    ROW(.title = "weights", .cell = weights_cell, .drop = 6, .legend = "of both in the agent"),
    REST(PAIRING),
    WEIGHT("weight_a", "tactic_a", weight),
    WEIGHT("weight_b", "tactic_b", other_weight),
};
static const Column STRATA_ROWS[] = {
    KEY("tactic", "name", "the tactic", tactic, "tactic", KEY_WHO),
    WEIGHT_SHOWN,
    KEY("by", "word", "what the tactic's value is divided by, as it stood at the first play that the tactic changed",
        second, "by", KEY_NONE),
    KEY("stratum", "word", "the part; the parts of a tactic add up to its value in the full set", stratum, "which",
        KEY_WHICH),
    REST(ROW("per_change", "points", "mean change of a round in which the versions chose differently", AT(per_change),
             .title = "a change", .format = "%+.3f", .drop = 5)),
    WEIGHT("weight", "the tactic", weight),
};
static const ColumnTable STUDY_COLUMNS[] = {
    [TABLE_TACTICS] = {"tactics --csv", "tactic, measure and opponent", COLUMN_ROWS(TACTICS_ROWS), NULL},
    [TABLE_SWEEP] = {"tactics --sweep", "tactic, weight and opponent", COLUMN_ROWS(SWEEP_ROWS), NULL},
    [TABLE_PAIRS] = {"tactics --pairs", "pair of tactics and opponent", COLUMN_ROWS(PAIRS_ROWS), NULL},
    [TABLE_STRATA] = {"tactics --by", "tactic, stratum and opponent", COLUMN_ROWS(STRATA_ROWS), NULL},
};

/* The header and a row for each cell. */
static void study_result(Result *out, const TacticRun *run, bool unicode)
{
    static const ResultKind *const KINDS[] = {[TABLE_TACTICS] = &RESULT_TACTICS,
                                              [TABLE_SWEEP] = &RESULT_SWEEP,
                                              [TABLE_PAIRS] = &RESULT_PAIRS,
                                              [TABLE_STRATA] = &RESULT_STRATA};
    const size_t count = (size_t)run->cell_count;
    StudyLine *lines = result_alloc(out, count, sizeof *lines);
    double most = 0;
    for (size_t i = 0; lines && i < count; i++) {
        lines[i] = study_line(run, &run->cells[i]);
        if (!lines[i].cell.rare) most = fmax(most, fabs(lines[i].cell.value.mean));
    }
    for (size_t i = 0; lines && i < count; i++)
        lines[i].most = most, lines[i].unicode = unicode;
    if (lines) result_rows(out, KINDS[study_kind(run->study)], lines, sizeof *lines, count);
}

/* ---- verdicts */

#define ROW_VALUES "value", "ci", 0, NULL
/* A tactic for whom is worth so much. */
#define TACTIC_WORDS(whom, measure)                                                                                    \
    {                                                                                                                  \
        .only = whom " $t is worth $v $u[ against $3]", .best = whom " $t is worth most[ against $3]: $v $u",          \
        .largest = whom " the largest measured value[ against $3] is that of $t: $v $u", .rival = "$1", .of = measure  \
    }
/* Where a row's part of a tactic's value arose. */
#define STRATA_WORDS(at, where)                                                                                        \
    {                                                                                                                  \
        .only = "$t earns $v $u " at where "[, against $2]",                                                           \
        .best = "$t earns most " at where ": $v $u[, against $2]",                                                     \
        .largest = "The largest measured part of the value of $t is that " at where ": $v $u[, against $2]",           \
        .rival = where                                                                                                 \
    }
static const char *const STRATA_OF[] = {"deal", "pool", "score"};
#define CHOSEN_APART "on which the versions chose differently"
/* What is said of a table: of the highest value, whichever words fit, and how many rows are above 0 and below. */
static const struct {
    VerdictColumns columns;
    VerdictWords words[4];
    const char *counted, *above, *below;
    const char *value, *boards; /* what these columns mean, `value` behind its unit */
} SAID[] = {
    [TABLE_TACTICS] = {{{"tactic", "measure", "opponent"}, ROW_VALUES, "{measure}\n{opponent}"},
                       {TACTIC_WORDS("For a beginner who takes the most points at once and follows no advice,",
                                     "alone"),
                        TACTIC_WORDS("For an expert who follows all advice,", "without"),
                        TACTIC_WORDS("Added to what an expert follows,", "added")},
                       "values of tactics",
                       "above 0",
                       "below 0",
                       "that the tactic brings (alone), or that are lost without it",
                       CHOSEN_APART},
    [TABLE_SWEEP] =
        {{{"tactic", "weight", "opponent"}, ROW_VALUES, "{tactic}\n{opponent}"},
         {{.only = "The weight $2 of $1 is worth $v $u more than the weight 0[, against $3]",
           .best = "The best weight of $1 that was tried is $2: $v $u more than the weight 0[, against $3]",
           .largest =
               "The largest measured value of $1 is that of the weight $2: $v $u more than the weight 0[, against $3]",
           .rival = "the weight $2"}},
         "weights",
         "above 0",
         "below 0",
         "more than with the weight 0",
         CHOSEN_APART},
    [TABLE_PAIRS] =
        {{{"tactic_a", "tactic_b", "opponent"}, ROW_VALUES, "{opponent}"},
         {{.only = "$1 and $2 are worth $v $u beyond the sum of each alone[, against $3]",
           .best = "$1 and $2 gain most from each other: $v $u beyond the sum of each alone[, against $3]",
           .largest =
               "The largest measured gain of a pair beyond the sum of each alone is that of $1 and $2: $v $u[, against $3]",
           .rival = "$1 with $2"}},
         "pairs of tactics",
         "worth more together",
         "worth less",
         "that two tactics are worth together beyond the sum of each alone",
         "on which it can be other than 0"},
    [TABLE_STRATA] = {{{"tactic", "opponent", "stratum"}, ROW_VALUES, "{tactic}\n{by}\n{opponent}"},
                      {STRATA_WORDS("in ", "deal $3"), STRATA_WORDS("at ", "a pool of $3"),
                       STRATA_WORDS("at ", "the score \"$3\""), STRATA_WORDS("at ", "$3")},
                      "situations",
                      "above 0",
                      "below 0",
                      "of the whole value, by where a play changed first; the parts add up",
                      "with such a round"},
};

/* Where no row has an interval it is said what they lack. */
static void study_verdicts(Verdicts *verdicts, Result *result)
{
    const TableKind kind = (TableKind)(result->kind->table - STUDY_COLUMNS);
    const VerdictColumns *columns = &SAID[kind].columns;
    int from = 0, to = 3;
    if (kind == TABLE_STRATA) {
        while (from < 3 && strcmp(text_at(result, 0, "by"), STRATA_OF[from]))
            from++;
        to = from;
    }
    for (int i = from; i <= to && SAID[kind].words[i].only; i++)
        verdict_highest(verdicts, result, columns, SAID[kind].words[i]);
    if (result_filled(result, "p") || result_filled(result, "ci_low"))
        verdict_counts(verdicts, result, columns, SAID[kind].counted, SAID[kind].above, SAID[kind].below);
    if (!verdicts->count)
        verdict_say(verdicts, result,
                    "Too few boards to say anything: a value needs %d on which it changed the result.", RARE_BOARDS);
}

/* ---- pictures */

/* A panel for each tactic and `by`, and a step for each stratum. */
#define BY ", by "
static bool strata_draw(Chart *chart)
{
    if (!chart_rows(chart)) return false;
    for (size_t i = 0; i < chart->panel_count; i++)
        chart->panels[i].x_title = strstr(chart->panels[i].title, BY) + strlen(BY);
    return true;
}

#define AGAINST "[against {opponent}]"
static const Picture PICTURES[] = {
    [TABLE_TACTICS] = {.form = CHART_BARS,
                       .title = "What each tactic is worth",
                       .subtitle = "alone: added to a player who follows no advice; without: removed from "
                                   "one who follows all; pale: may be 0; intervals are 95 % for "
                                   "all rows together",
                       MARKS(AGAINST, "{measure}", "{tactic}", "value", "ci"),
                       .is = CHART_RARE | CHART_SORTED | CHART_ZERO},
    [TABLE_SWEEP] = {.form = CHART_CURVES,
                     .title = "What a tactic's weight is worth",
                     .subtitle = "with bands of the 95 % intervals",
                     .x_title = "weight",
                     .x = "weight",
                     MARKS("{tactic}", AGAINST, NULL, "value", "ci"),
                     .is = CHART_ZERO},
    [TABLE_STRATA] = {.form = CHART_STEPS,
                      .title = "When a tactic is worth something",
                      .subtitle = "with 95 % intervals; rare: too rare to say",
                      MARKS("{tactic}" BY "{by}", AGAINST, "{stratum}", "value", "ci"),
                      .is = CHART_RARE | CHART_ZERO,
                      .draw = strata_draw},
    [TABLE_PAIRS] = {.form = CHART_SQUARES,
                     .title = "What two tactics are worth together, beyond each alone",
                     .subtitle = "blue: worth more together; orange: worth less; pale, in brackets: "
                                 "may be 0; rare: too rare to say",
                     .format = "%+.2f",
                     .between = "with",
                     MARKS(AGAINST, "{tactic_b}", "{tactic_a}", "value", "ci"),
                     .is = CHART_SYMMETRIC | CHART_RARE}};

/* ---- the kinds */

#define STUDY_KIND(of, asks)                                                                                           \
    {                                                                                                                  \
        .table = &STUDY_COLUMNS[of], .question = asks,                                                                 \
        .method =                                                                                                      \
            "Two versions of one agent, with the tactic and without it, play the same boards with the same random "    \
            "numbers against the same opponent; where the tactic changes nothing the difference is exactly 0. "        \
            "Intervals hold for all rows together (Bonferroni), p is adjusted for all of them (Holm).",                \
        .page = "tactics.md", .verdicts = study_verdicts, .together = true, .keeps_blocks = true,                      \
        .picture = &PICTURES[of]                                                                                       \
    }
const ResultKind RESULT_TACTICS = STUDY_KIND(TABLE_TACTICS, "What is a tactic worth?");
const ResultKind RESULT_SWEEP = STUDY_KIND(TABLE_SWEEP, "How much weight should a tactic have?");
const ResultKind RESULT_STRATA = STUDY_KIND(TABLE_STRATA, "Where is a tactic worth most?");
const ResultKind RESULT_PAIRS = STUDY_KIND(TABLE_PAIRS, "Which tactics go together?");

/* ---- people */

enum { NAME_WIDTH = 13 };

/* The tactics whose weight in the agent is below 0, so that their rows are about doing the opposite, bit = tactic. */
static uint64_t study_reversed(const TacticStudy *study)
{
    uint64_t found = 0;
    for (uint64_t rest = study_tactics(study); rest; rest &= rest - 1)
        if (study->weights[__builtin_ctzll(rest)] < 0) found |= rest & -rest;
    return found;
}

/* What is too rare to say stands last. */
static int higher_first(const void *a, const void *b)
{
    const TacticCell *x = &((const StudyLine *)a)->cell, *y = &((const StudyLine *)b)->cell;
    if (x->rare != y->rare) return x->rare - y->rare;
    double p = isnan(x->value.mean) ? -INFINITY : x->value.mean, q = isnan(y->value.mean) ? -INFINITY : y->value.mean;
    return p > q ? -1 : p < q ? 1 : x->row - y->row;
}

/* How many rows are not as precise as was wanted. */
static int study_unsettled(const TacticRun *run)
{
    int count = 0;
    for (int i = 0; i < run->cell_count; i++)
        count += !run->cells[i].exact && !run->cells[i].settled;
    return count;
}

/* Rows that are not as narrow as was wanted; and rows that stop when they are precise enough differ in their boards. */
static void precision_print(FILE *out, const TacticRun *run)
{
    int64_t least = INT64_MAX, most = 0;
    const int unsettled = study_unsettled(run);
    for (int i = 0; i < run->cell_count; i++) {
        const TacticCell *cell = &run->cells[i];
        if (cell->exact) continue;
        least = cell->boards < least ? cell->boards : least;
        most = cell->boards > most ? cell->boards : most;
    }
    if (run->half_width > 0 && unsettled)
        fprintf(out, "%d of %d rows did not become as precise as +-%g.\n", unsettled, run->cell_count, run->half_width);
    if (least < most)
        fprintf(out, "Rows stopped when they were precise enough, after %lld to %lld boards (the CSV has them).\n",
                (long long)least, (long long)most);
}

/* What is not in the table. */
static void notes_print(FILE *out, const TacticStudy *study)
{
    char names[TACTIC_SET_TEXT];
    const uint64_t idle = study->idle, reversed = study_reversed(study);
    if (study->left_out)
        fprintf(out, "Left out, since it cannot come up under these rules: %s\n",
                tactic_set_names(names, study, study->left_out));
    if (idle) {
        const char *first = tactic_name(study, __builtin_ctzll(idle));
        fprintf(out, "Weight 0, so there is nothing to measure: %s; try --added %s=1, or --sweep %s=0:2:0.5\n",
                tactic_set_names(names, study, idle), first, first);
    }
    if (reversed)
        fprintf(out,
                "With a weight below 0 the agent does the opposite of the advice, and the row says what that is worth: "
                "%s\n",
                tactic_set_names(names, study, reversed));
}

/* What the tactics of the table say, a line each. */
static void advice_print(FILE *out, const TacticStudy *study)
{
    uint64_t rest = study_tactics(study);
    for (int i = 0; i < study->row_count; i++)
        rest |= UINT64_C(1) << study->rows[i].tactic; /* those of a sweep too */
    fprintf(out, "What %s:\n", rest & (rest - 1) ? "the tactics say" : "the tactic says");
    for (; rest; rest &= rest - 1) {
        const int tactic = __builtin_ctzll(rest);
        const char *about = tactic < TACTIC_COUNT ? TACTICS[tactic].advice : advice_of(&study->agent)->about;
        fprintf(out, "  %-*s  %s\n", NAME_WIDTH, tactic_name(study, tactic), about + strspn(about, " "));
    }
}

static void study_legend(FILE *out, const Page *page, const TacticRun *run)
{
    const TacticStudy *study = run->study;
    const TableKind kind = study_kind(study);
    char texts[4][128];
    const char *sentences[6];
    size_t count = 0;
    bool rare = false, known = false, by_p = false;
    for (int i = 0; i < run->cell_count; i++) {
        rare |= run->cells[i].rare && !run->cells[i].exact;
        known |= !isnan(run->cells[i].p);
        by_p |= cell_by_p_alone(&run->cells[i], run->alpha);
    }
    snprintf(texts[0], sizeof *texts, "value: %s %s.", study_matches(study) ? "% of the matches" : "points a round",
             SAID[kind].value);
    snprintf(texts[1], sizeof *texts, "boards%%: the share %s.", SAID[kind].boards);
    snprintf(texts[2], sizeof *texts, "too rare, too few: it changed fewer than %d boards.", RARE_BOARDS);
    snprintf(texts[3], sizeof *texts, "by p alone: p is below %g, though the wider interval for all rows contains 0.",
             run->alpha);
    sentences[count++] = texts[0];
    sentences[count++] = texts[1];
    if (rare) sentences[count++] = texts[2];
    if (by_p) sentences[count++] = texts[3];
    if (known) sentences[count++] = "p: adjusted for all rows together (Holm).";
    if (!study_matches(study)) sentences[count++] = "Points are a side's own less the mean of the other sides'.";
    legend_print(out, page, sentences, count);
}

/* ---- the command */

typedef struct {
    TacticRequest request;
    uint64_t boards;

    TacticStudy study;
    TacticRun run;
    TacticLineups lineups; /* that play now */
    bool failed;           /* memory ran out for them */
    Vary vary;             /* of --vary */
} Tactics;

static const Option OPTIONS[] = {
    {"tactics", "these tactics (default all but the base); for base_...: what it costs to forget it",
     OPTION_AT(Tactics, request.tactics), .metavar = "A,B,...", .heading = "Question",
     .brief = "these tactics instead of all", .takes = TAKES_TACTICS},
    {"sweep", "a curve: what each weight is worth in the full set, compared with weight 0; several with commas",
     OPTION_AT(Tactics, request.sweep), .metavar = "TACTIC=LOW:HIGH:STEP", .takes = TAKES_WEIGHTS},
    {"pairs", "what two tactics added to the base are worth together, beyond the sum of their values alone",
     OPTION_AT(Tactics, request.pairs)},
    {"advice", "a script in Lua whose advice is measured, alone and added to the full set (docs/advice.md)",
     OPTION_AT(Tactics, request.advice), .metavar = "FILE.lua", .takes = TAKES_FILE},
    {"added", "tactics at these weights, alone and on top of the full set, which lacks them",
     OPTION_AT(Tactics, request.added), .metavar = "TACTIC=WEIGHT,...", .takes = TAKES_TACTICS},
    {"by",
     "divide a tactic's value in the full set by the deal, the pool's total or the score at the first decision "
     "that it changed, or by what the function group of a script says there",
     OPTION_AT(Tactics, request.by), .fallback = "all", .metavar = "deal|pool|score|FILE.lua", .takes = TAKES_FILE,
     .words = "all deal pool score"},
    {"opponent", "measure against each of these agents", OPTION_AT(Tactics, request.opponents), .fallback = "tactic",
     .metavar = "A,B,...", .takes = TAKES_AGENTS},
    {"agent",
     "the agent whose tactics are measured: tactic, or tactic:KEY=VALUE,... for other weights; its weights are the full set",
     OPTION_AT(Tactics, request.agent), .fallback = "tactic", .metavar = "A", .takes = TAKES_AGENT},
    {"boards",
     "packs to play, each once in every seating of every version (default 20k; with --stop, as many as it "
     "takes)",
     OPTION_AT(Tactics, boards), .low = "2", .high = BOARDS_MOST, .heading = "Sample",
     .brief = "packs to play, each once in every seating (default 20k)"},
    {OPTION_MATCHES},
    {OPTION_FROM},
    {OPTION_MAX_ROUNDS},
    {OPTION_COMMON(
         stop, "stop",
         "stop as soon as every row's interval is at most X points a round to either side, or X of the matches"),
     .metavar = "ci=X", .brief = "when every interval is at most X to either side", .words = "ci="},
    {OPTION_RULES},
    {OPTION_VARY},
    {OPTION_SEED},
    {OPTION_MAX_VOID},
    {.heading = "Output", OPTION_EQUITY},
    {OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    {OPTION_PLOT},
    OPTIONS_BOTS,
    OPTIONS_RUN,
    OPTIONS_KEEP,
};

/* Plans the boards until the next look. */
static bool tactics_next(Driver *driver)
{
    Tactics *own = driver->own;
    const uint64_t until = driver->set_count ? 0 : tactic_run_next(&own->run), played = tactic_run_played(&own->run);
    if (!until) return false;
    own->failed = !tactic_lineups_make(&own->lineups, &own->study, own->run.skip);
    driver->plan = (BoardsPlan){.boards = tactic_job(&own->lineups), .use = tactic_use(&own->lineups)};
    driver->plan.boards.first = played;
    driver->plan.boards.boards = until - played;
    return !own->failed;
}

static bool tactics_seats(Driver *driver, Seated *out, Error *error)
{
    if (driver->common.equity && driver->common.matches)
        return error_set(error, "--equity is about points; the values of --matches are matches won");
    return driver_study(driver, out, error);
}

static bool tactics_prepare(Driver *driver, Error *error)
{
    Tactics *own = driver->own;
    TacticStudy *study = &own->study;
    const TacticRequest *request = &own->request;
    const bool divided = strcmp(request->by, "all") != 0;
    if (request->sweep && (request->pairs || divided || request->tactics || request->added))
        return error_set(error, "--sweep takes neither --pairs, --by, --added nor --tactics");
    if (request->pairs && divided) return error_set(error, "--pairs does not go with --by");
    if (!tactic_study_open(study, request, &driver->schedule, error)) return false;
    if (driver->common.equity) study->equity_table = &driver->equity;
    if (!driver_take_agents(driver, study->opponents, study->opponent_count, error) ||
        !driver_take_agents(driver, &study->agent, 1, error) ||
        (study->grouper.kind && !driver_take_agents(driver, &study->grouper, 1, error)))
        return false;
    if (!own->boards) own->boards = 20000;
    driver->work.total = own->boards;
    own->run = (TacticRun){.study = study,
                           .sums = &driver->sums,
                           .boards = own->boards,
                           .half_width = driver->stop.width,
                           .alpha = driver_alpha(driver)};
    const bool good = driver->set_count ? vary_tactics(&own->vary, driver, &own->lineups, study, own->boards)
                                        : tactic_run_open(&own->run) && tactics_next(driver);
    return good || error_memory(error);
}

static void tactics_plan(const Driver *driver, FILE *out)
{
    const Tactics *own = driver->own;
    const TacticStudy *study = &own->study;
    fprintf(out, "%d row%s, %d versions of %s; rules %s, seed %llu; ", study->row_count, PLURAL(study->row_count),
            study->variant_count, study->agent.name, driver->setup.rules_text, (unsigned long long)driver->common.seed);
    if (driver->stop.kind == STOP_WIDTH)
        fprintf(out, "until every interval is at most +-%g\n", driver->stop.width);
    else
        fprintf(out, "%llu boards%s in %d seatings\n", (unsigned long long)own->boards,
                study_matches(study) ? " of whole matches" : "", study->schedule.seatings);
}

/* The cell that is known least, "deny_sur without +1.221 (+1.172 to +1.270) points", if any, and the void boards. */
static uint64_t tactics_progress(const Driver *driver, char rest[static PROGRESS_REST])
{
    static const char JOINTS[] = {
        [TABLE_TACTICS] = ' ', [TABLE_SWEEP] = '=', [TABLE_PAIRS] = '+', [TABLE_STRATA] = ' '};
    const Tactics *own = driver->own;
    const TacticStudy *study = &own->study;
    TacticCell cell;
    size_t used = 0;
    if (driver->set_count) return own->boards;
    if (tactic_widest(&cell, &own->run)) {
        const StudyLine line = study_line(&own->run, &cell);
        const bool several = study->opponent_count > 1;
        char text[COLUMN_CELL];
        used = (size_t)snprintf(rest, PROGRESS_REST, "%s%c%s%s%s%s%s %s %s, ", line.tactic, JOINTS[line.kind],
                                line.second, line.stratum ? " " : "", line.stratum ? line.stratum : "",
                                several ? " against " : "", several ? line.opponent : "",
                                interval_text(text, "%+.*f", line.scale * cell.value.mean, interval_shown(&line)),
                                study_matches(study) ? "%" : "points");
    }
    snprintf(rest + used, PROGRESS_REST - used, "%lld void", (long long)driver->sums.voids.boards);
    return own->run.expected;
}

static BlockRatio tactics_ratio(const Driver *driver, size_t row, int which)
{
    const Tactics *own = driver->own;
    const TacticCell *cell = &own->run.cells[row];
    return which ? (BlockRatio){0}
                 : (BlockRatio){cell->row, cell->stratum, cell->row, TACTIC_BOARDS - TACTIC_VALUE,
                                tactic_value_scale(&own->study)};
}

static bool tactics_found(Driver *driver, Error *error)
{
    Tactics *own = driver->own;
    if (driver->set_count) return vary_found(&own->vary, driver, error);
    const bool stopped = driver->work.interrupted || driver->work.too_many_voids;
    if (own->failed || !tactic_run_end(&own->run, stopped)) return error_memory(error);
    if (driver->stop.width > 0 && study_unsettled(&own->run)) driver->work.verdict = STATUS_UNDECIDED;
    return true;
}

static void tactics_fill(const Driver *driver, Result *out)
{
    const Tactics *own = driver->own;
    char names[TACTIC_SET_TEXT];
    const uint64_t reversed = study_reversed(&own->study), left_out = own->study.left_out;
    if (driver->set_count) result_head(out, "vary", "%s", driver->common.vary);
    result_head(out, "interval", "simultaneous for all rows; %s",
                driver->stop.width > 0 ? "valid at every look"
                : own->run.stopped     ? "anytime"
                                       : "fixed number of boards");
    if (study_matches(&own->study)) result_head(out, "unit", "share of the matches");
    if (reversed) result_head(out, "reversed", "%s", tactic_set_names(names, &own->study, reversed));
    if (left_out) result_head(out, "left_out", "%s", tactic_set_names(names, &own->study, left_out));
    if (driver->set_count)
        result_rows(out, &RESULT_VARY, own->vary.rows, sizeof *own->vary.rows, own->vary.count);
    else
        study_result(out, &own->run, driver->page.unicode);
}

/* The table, sorted by value (strata and sweeps in their order), with bars, and what is said of it. */
static bool tactics_summary(const Driver *driver, FILE *out)
{
    const Tactics *own = driver->own;
    const TacticStudy *study = &own->study;
    const Page *page = &driver->page;
    Result *found = driver->results;
    if (driver->set_count) return vary_print(driver, out), true;
    fprintf(out, "%llu board%s%s in %d seatings, rules %s, seed %llu; %s\n", (unsigned long long)driver->work.done,
            PLURAL(driver->work.done), study_matches(study) ? " of whole matches" : "", study->schedule.seatings,
            driver->setup.rules_text, (unsigned long long)driver->common.seed, driver->end.took);
    const TableKind kind = study_kind(study);
    const unsigned is = (study->opponent_count == 1 ? ALONE : SEVERAL) | (study->equity_table ? EQUITIES : 0);
    StudyLine *lines = result_alloc(found, found->row_count, sizeof *lines);
    if (!lines) return false;
    memcpy(lines, found->structs, found->row_count * sizeof *lines);
    for (size_t i = 0; i < found->row_count * EQUITY_SCORES; i++)
        if (lines[i / EQUITY_SCORES].cell.rare) lines[i / EQUITY_SCORES].equity[i % EQUITY_SCORES] = NAN;
    if (kind == TABLE_TACTICS || kind == TABLE_PAIRS) qsort(lines, found->row_count, sizeof *lines, higher_first);
    column_table_print(out, page, &STUDY_COLUMNS[kind], is, lines, sizeof *lines, found->row_count);
    precision_print(out, &own->run);
    verdicts_print(out, found);
    if (study->equity_table) fputs(TABLE_NOTE, out);
    notes_print(out, study);
    if (page->legend == LEGEND_FULL) advice_print(out, study);
    study_legend(out, page, &own->run);
    agents_open_note(out, study->opponents, study->opponent_count);
    return true;
}

static void tactics_free(Driver *driver)
{
    Tactics *own = driver->own;
    tactic_run_free(&own->run);
    tactic_lineups_free(&own->lineups);
    tactic_study_free(&own->study);
    vary_close(&own->vary);
}

const Command CMD_TACTICS = {
    .spec =
        {.command = "tactics",
         .summary = "what each tactic is worth, in points or in matches, with confidence intervals",
         .about =
             "What each tactic of the agent 'tactic' is worth, in points a round with intervals that hold for all "
             "rows together: alone (added to the base), without (what is lost when it is taken out of the full set), "
             "and added (what it brings on top of a full set that lacks it). Versions play the same boards with the "
             "same random draws. With --matches, boards are of whole matches, and values are the gain in matches "
             "won, in %.",
         .example = "pasur tactics --tactics deny_sur --stop ci=0.05",
         .notes =
             "A row that changed the result of fewer than 40 boards is too rare to say anything about. Taking out a "
             "tactic whose weight in the agent is 0 changes nothing. One that cannot come up under the rules is left "
             "out.\n"
             "--explain says what each tactic advises; 'pasur agents tactic' has the weights too. At three seats the "
             "agent sits A B B, alone against two of the opponent, at four\n"
             "A B A B; opponents are not mixed, and the order in which they or the tactics are named does not "
             "matter.\n"
             "Exit status: 3 if a row did not become as precise as --stop asks.\n"
             "--equity scales values by what a point of difference is worth at 0-0, 30-30 and 55-55: a good "
             "approximation while values are small and the limit of Surs is far away. 'pasur sim A B --equity FILE "
             "--at A/B' plays from any scores.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Tactics),
    .sample = "boards",
    COMMAND_RESULTS(&RESULT_TACTICS, &RESULT_SWEEP, &RESULT_PAIRS, &RESULT_STRATA, &RESULT_VARY),
    .seats = tactics_seats,
    .prepare = tactics_prepare,
    .plan = tactics_plan,
    .next = tactics_next,
    .progress = tactics_progress,
    .found = tactics_found,
    .result = tactics_fill,
    .ratio = tactics_ratio,
    .summary = tactics_summary,
    .free = tactics_free,
};
