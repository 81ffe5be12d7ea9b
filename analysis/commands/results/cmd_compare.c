/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur compare: the difference of two results, paired by board where it can be. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/results/reading.h"
#include "engine/text/number.h"

/* A figure of a row of A and of its match in B. */
typedef struct {
    RowKey key;
    const char *other; /* who is in B in place of the first name, or of whom it is against; NULL: the same */
    double a, b, boards_a, boards_b; /* values, and boards; NAN: they do not say */
    Difference difference;
    Interval interval;
    double p, adjusted;
    double within, p_within, within_adjusted, p_beyond, beyond_adjusted; /* NAN: nobody asked */
    int64_t asked; /* its hypothesis, if --within asks about it; else 0 */
    bool paired;
} DifferenceRow;

typedef struct {
    const char *column; /* options */
    double within;

    Reading sides[2];        /* A and B */
    const char *unpaired;    /* why boards are not paired; NULL: they are, or blocks of them */
    bool same;               /* A and B are one result, however often it is written */
    uint64_t alone[2], both; /* boards that only one of them has; blocks that both have */
    PairedBlock *blocks;     /* of a figure */
    DifferenceRow *rows;     /* as these in the memory of A's result */
    size_t count, left_out;
    double alpha; /* of intervals and of what is called shown */
} Compare;

/* Cases of the table: --within was asked; agents of B stand for others of A; rows divide by rules. */
enum { ASKED = 1, OTHERS = 2, RULES = 4 };

#define AT(member) COLUMN_AT(DifferenceRow, member)
static const Column ROWS[] = {
    {"who", "name", "the agent, tactic or score that the row of A is about", AT(key.names[0]), .title = "who",
     .plain = "who"},
    {"which", "word", "which part of it: measure, weight, stratum, sample; empty: all", AT(key.names[1]),
     .title = "which", .drop = 2, .plain = "which"},
    {"against", "name", "against whom; empty: the results do not divide by that", AT(key.names[2]), .title = "against",
     .drop = 3, .plain = "against"},
    {"who_b", "name", "who is in that place in B, if that differs; for tactics, against whom", AT(other),
     .title = "in B", .when = OTHERS, .drop = 1, .plain = "in B"},
    {"figure", "word", "the column of the results", AT(key.column), .title = "figure", .plain = "figure"},
    {"a", "as the figure", "its value in A; for paired boards, over those that B has too", AT(a), .title = "A",
     .format = "%.3f", .drop = 5},
    {"b", "as the figure", "its value in B", AT(b), .title = "B", .format = "%.3f", .drop = 4},
    COLUMN_VALUE("value", "ci", "as the figure", "B less A",
                 "the 95 % interval of value; if the results' intervals hold for all rows together, so does this",
                 DifferenceRow, difference.value, interval, .title = "B less A (95 %)", .format = "%+.*f",
                 .plain = "B less A"),
    {"se", "as the figure", "standard error of value", AT(difference.se)},
    {"df", "number", "degrees of freedom of Student's t", AT(difference.df)},
    {"p", "probability", "two-sided chance of a value this large if there is no difference", AT(p)},
    {"p_adjusted", "probability", "p, adjusted for all rows (Holm)", AT(adjusted), .title = "p (Holm)",
     .legend = "chance of such differences if there are none, for all rows together (Holm)"},
    {"within", "as the figure", "--within: the limit that was asked for, to either side; else empty", AT(within)},
    {"p_within", "probability",
     "the larger p of two one-sided tests: chance of a value this small if the difference is `within` or more",
     AT(p_within)},
    {"p_within_adjusted", "probability", "the same, adjusted for all rows that were asked (Holm)", AT(within_adjusted),
     .title = "p within", .when = ASKED,
     .legend = "chance of a value this small if the difference were as large as --within or larger"},
    {"boards_a", "boards", "boards of A; if paired, those that both have", AT(boards_a)},
    {"boards_b", "boards", "boards of B", AT(boards_b)},
    {"paired", "0 or 1", "1: compared board by board on the same cards; 0: taken as independent", AT(paired),
     .no = "no", .yes = "yes"},
    {"rules", "word", "under which rules; empty: the results do not divide by that", AT(key.names[3]), .title = "rules",
     .when = RULES, .plain = "rules"},
    {"unit", "word", "the unit of the figure", AT(key.unit), .plain = "unit"},
    {"p_beyond_adjusted", "probability",
     "--within: two-sided chance of a value this large if the difference is `within` or less, adjusted for all rows "
     "that were asked (Holm)",
     AT(beyond_adjusted)},
    {"hypothesis", "number",
     "which one the row's p belongs to, from 1: rows that follow from each other have one, as A against B and B against "
     "A, win_rate and elo",
     AT(key.hypothesis)},
};
static const ColumnTable DIFFERENCE_COLUMNS = {"compare --csv", "row and figure of both results", COLUMN_ROWS(ROWS),
                                               NULL};

/* ---- words */

#define ROW_WHOM ROW_NAME "[ (in B {who_b})]" /* in A and in B */

/* A row with its value, to which `words` give a meaning; turned: with the other sign. */
static void row_say(Verdicts *verdicts, Result *result, size_t row, const char *words, bool turned)
{
    const Interval interval = result_interval(result, row, "ci");
    const double value = number_at(result, row, "value");
    verdict_add(verdicts, (Verdict){.words = words,
                                    .names = {result_words(result, row, ROW_WHOM), text_at(result, row, "figure")},
                                    .format = "%.*f",
                                    .size = turned ? -value : value,
                                    .interval = interval_scaled(interval, turned ? -1 : 1),
                                    .decimals = interval_decimals(3, interval)});
}

enum { ROWS_SAID = 6 };

static bool is_shown(const Result *result, size_t row, const char *p)
{
    return number_at(result, row, p) <= result_alpha(result);
}

static void differences_say(Verdicts *verdicts, Result *result, const bool *mirrors)
{
    size_t shown = 0, same = 0, count = 0;
    double tests = 0;
    for (size_t row = 0; row < result->row_count; row++) {
        if (mirrors[row]) continue;
        count++;
        tests = fmax(tests, number_at(result, row, "hypothesis"));
        shown += is_shown(result, row, "p_adjusted");
        same += number_at(result, row, "value") == 0 && !(number_at(result, row, "se") > 0);
    }
    const char *by = tests < (double)count ? result_format(result, "Holm over %g tests", tests) : "Holm";
    by = result_format(result, "%s (%s, %g %%).", verdict_whom(result), by, 100 * result_alpha(result));
    if (same == count)
        verdict_say(verdicts, result, "A and B are the same on every board.");
    else if (!shown && count == 1)
        row_say(verdicts, result, 0,
                "No difference is shown: $2 of $1 in B less that in A lies between $l and $h with 95 % confidence.",
                false);
    else if (!shown)
        verdict_say(verdicts, result, "No difference is shown in any of %zu figures%s", count, by);
    else if (count > ROWS_SAID)
        verdict_say(verdicts, result, "A difference is shown in %zu of %zu figures%s", shown, count, by);
    for (size_t row = 0, said = 0; row < result->row_count && said < ROWS_SAID; row++) {
        if (mirrors[row] || !is_shown(result, row, "p_adjusted")) continue;
        const bool below = number_at(result, row, "value") < 0;
        row_say(verdicts, result, row,
                below ? "B lies below A in $2 of $1, by $v." : "B lies above A in $2 of $1, by $v.", below);
        said++;
    }
}

static void within_say(Verdicts *verdicts, Result *result, const bool *mirrors)
{
    size_t asked = 0, shown = 0, beyond = 0, first = 0;
    for (size_t row = 0; row < result->row_count; row++) {
        if (mirrors[row] || !(number_at(result, row, "within") > 0)) continue;
        if (!asked++) first = row;
        shown += is_shown(result, row, "p_within_adjusted");
        beyond += is_shown(result, row, "p_beyond_adjusted");
    }
    if (!asked) return;
    const double within = number_at(result, first, "within");
    const char *column = text_at(result, first, "figure"), *unit = text_at(result, first, "unit"),
               *size = unit_is_share(unit) ? result_format(result, "%g (%g %%)", within, 100 * within)
                                           : result_format(result, "%g %s", within, unit),
               *rows = result_format(result, " in %zu of %zu rows", beyond ? beyond : shown, asked),
               *level = result_format(result, "%s%g %%", asked > 1 ? "Holm, " : "", 100 * result_alpha(result));
    if (asked == 1) rows = "";
    if (shown == asked)
        verdict_say(verdicts, result, "A and B differ in %s by no more than %s either way%s (two one-sided tests, %s).",
                    column, size, asked > 1 ? ", in each row" : "", level);
    else if (beyond)
        verdict_say(verdicts, result, "They differ in %s by more than %s%s (%s).", column, size, rows, level);
    else
        verdict_say(verdicts, result,
                    "That they differ in %s by no more than %s is %sshown%s (two one-sided tests, %s).", column, size,
                    asked > 1 ? "" : "not ", rows, level);
}

static void difference_verdicts(Verdicts *verdicts, Result *result)
{
    const bool *mirrors = rows_mirrored(result);
    const char *opponents = result_head_of(result, "opponents"), *pairing = result_head_of(result, "pairing");
    if (!mirrors) return;
    differences_say(verdicts, result, mirrors);
    within_say(verdicts, result, mirrors);
    if (opponents) verdict_say(verdicts, result, "The opponents differ too: %s.", opponents);
    if (pairing && strstr(pairing, "played the same cards"))
        verdict_say(verdicts, result,
                    "A and B played the same cards but are taken as independent, so that intervals may be too "
                    "narrow.");
}

/* The differences in the first figure. */
static const Picture PICTURE = {.title = "How two results differ",
                                .subtitle = "B less A, with 95 % intervals",
                                .unit = "{figure}: {unit}",
                                .only = "figure",
                                MARKS(NULL, NULL, ROW_WHOM, "value", "ci"),
                                .is = CHART_OWN | CHART_ZERO};

static const ResultKind RESULT_DIFFERENCE = {
    .table = &DIFFERENCE_COLUMNS,
    .question = "How do two results differ?",
    .boardless = true,
    .method =
        "B's figures less A's: board by board if both played the same cards, else with the errors of two independent "
        "results (Welch). --within asks by two one-sided tests whether the difference is small.",
    .page = "methods.md",
    .verdicts = difference_verdicts,
    .picture = &PICTURE,
};

/* ---- do they fit together, and are they paired? */

static bool of_rows(const Reading *side) { return side->from < FROM_RESULTS; }

static bool seeds_same(const Compare *own) { return !strcmp(own->sides[0].seed, own->sides[1].seed); }

/* Where rows are found by their names: are these unlike? */
static bool names_tell(const Reading *side, Error *error)
{
    for (size_t i = 0; !side->kind->by_place && i < side->count; i++)
        if (finding_same(side, &side->findings[i], SIZE_MAX) != &side->findings[i])
            return error_set(error, "%.200s: two rows are named %.60s, so it does not say who is who", side->name,
                             side->findings[i].key.names[0]);
    return true;
}

/* Do both ask the same of agents, who may be others? */
static bool sides_fit(Driver *driver, Error *error)
{
    const Compare *own = driver->own;
    const Reading *a = &own->sides[0], *b = &own->sides[1];
    if (!readings_fit(driver, a, b, false, error)) return false;
    if (a->kind == &RESULT_RATE && strcmp(a->question, b->question))
        return error_set(
            error,
            "%.100s and %.100s rate different fields, and a rating is relative to its field: '%.150s' and '%.150s'",
            a->name, b->name, a->question, b->question);
    return names_tell(a, error) && names_tell(b, error);
}

/* Why boards cannot be paired; NULL: they can. */
static const char *unpaired_why(Compare *own)
{
    Reading *a = &own->sides[0], *b = &own->sides[1];
    if (!seeds_same(own)) return result_format(&a->result, "the seeds are %.20s and %.20s", a->seed, b->seed);
    if (a->from == b->from && (of_rows(a) || (a->block_count && b->block_count))) return NULL;
    const bool kept = a->from == FROM_DIRECTORY || of_rows(a);
    const Reading *none = kept ? b : a, *other = kept ? a : b;
    if (of_rows(none) && of_rows(other)) return "one has rounds and the other matches";
    if (a->kind == &RESULT_RATE) return "a rating is fitted to all boards of its field, and no board has one";
    const char *why = other->from == FROM_DIRECTORY || a->kind != &RESULT_SIM
                          ? "is not a run directory, as --run makes it"
                          : "has no rounds, which sim keeps with --rounds-csv";
    if (!a->kind->keeps_blocks || (a->from == FROM_DIRECTORY && b->from == FROM_DIRECTORY))
        why = "keeps nothing about single boards";
    return result_format(&a->result, "%.100s %s", none->name, why);
}

static bool number_same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/* Are both one result: a file and itself or a copy of it, or what a run directory keeps and its CSV? */
static bool sides_same(const Compare *own)
{
    const Reading *a = &own->sides[0], *b = &own->sides[1];
    bool same = seeds_same(own) && !strcmp(a->question, b->question) && a->count == b->count;
    for (size_t i = 0; i < a->count && same; i++) {
        const Finding *x = &a->findings[i], *y = finding_same(b, x, i);
        same = y && number_same(x->measured.value, y->measured.value) &&
               number_same(x->measured.boards, y->measured.boards);
    }
    return same && a->count;
}

/* ---- blocks of boards, or single boards, of both */

/* The next block at or behind place[A] and place[B] of which both have the same boards; false: there is none. Behind
   the last of a run a block of another may have more boards. */
static bool block_common(const Compare *own, size_t place[static 2])
{
    const Reading *a = &own->sides[0], *b = &own->sides[1];
    while (place[0] < a->block_count && place[1] < b->block_count) {
        const double *x = block_of(a, place[0]), *y = block_of(b, place[1]);
        if (x[BLOCK_FIRST] == y[BLOCK_FIRST] && x[BLOCK_SEEN] == y[BLOCK_SEEN]) return true;
        place[0] += x[BLOCK_FIRST] <= y[BLOCK_FIRST];
        place[1] += y[BLOCK_FIRST] <= x[BLOCK_FIRST];
    }
    return false;
}

/* Boards that only one of the two has, or that stand in a block which the other has in part. */
static void blocks_count(Compare *own)
{
    size_t place[2] = {0, 0};
    for (int i = 0; i < 2; i++)
        for (size_t block = 0; block < own->sides[i].block_count; block++)
            own->alone[i] += (uint64_t)block_of(&own->sides[i], block)[BLOCK_SEEN];
    for (; block_common(own, place); place[0]++, place[1]++, own->both++)
        for (int i = 0; i < 2; i++)
            own->alone[i] -= (uint64_t)block_of(&own->sides[i], place[i])[BLOCK_SEEN];
}

/* What the blocks of both say of a figure; of no boards where none of them has it. */
static Paired blocks_pair(const Compare *own, const Finding *a, const Finding *b)
{
    size_t count = 0;
    for (size_t place[2] = {0, 0}; block_common(own, place); place[0]++, place[1]++) {
        const double *x = block_ratio(&own->sides[0], place[0], a), *y = block_ratio(&own->sides[1], place[1], b);
        const int64_t boards = (int64_t)block_of(&own->sides[0], place[0])[BLOCK_SEEN];
        if (x[1] > 0 && y[1] > 0) own->blocks[count++] = (PairedBlock){{x[0], x[1], y[0], y[1]}, boards};
    }
    return paired_of(own->blocks, count);
}

/* ---- figures of both */

/* The finding of B that belongs to A's: where rows are agents as they were named, or their figures, that of the same
   place; else of the same names, or of tactics of the same row against an opponent that A has not. */
static const Finding *finding_match(const Compare *own, const Finding *a, size_t index)
{
    const Reading *in = &own->sides[1];
    const Finding *same = in->kind->by_place ? NULL : finding_same(in, a, index);
    if (same || (!in->kind->by_place && !in->kind->keeps_blocks)) return same;
    for (size_t i = 0; i < in->count; i++) {
        const Finding *b = &in->findings[i];
        const RowKey *x = &a->key, *y = &b->key;
        if (a->row != b->row || !keys_same(x, y, 1, false)) continue;
        if (in->kind->by_place ||
            (keys_same(x, y, 0, false) && strcmp(x->names[MEASURE_AGAINST], y->names[MEASURE_AGAINST]) &&
             !finding_same(&own->sides[0], b, i)))
            return b;
    }
    return NULL;
}

/* Two agents: what the other one does follows. */
static bool compare_follows(const Compare *own, size_t agent)
{
    return own->sides->kind == &RESULT_SIM && own->sides->agent_count == 2 && agent == 1;
}

/* Adds the difference of B's figure and A's, unless none of their boards are paired that should be. */
static void difference_add(Compare *own, const Finding *a, const Finding *b)
{
    DifferenceRow *row = &own->rows[own->count];
    *row = (DifferenceRow){.key = a->key,
                           .within = NAN,
                           .a = a->measured.value,
                           .b = b->measured.value,
                           .boards_a = a->measured.boards,
                           .boards_b = b->measured.boards,
                           .paired = !own->unpaired || own->same};
    for (int key = 0; key <= MEASURE_AGAINST && !row->other; key += MEASURE_AGAINST)
        if (strcmp(a->key.names[key], b->key.names[key])) row->other = b->key.names[key];
    if (!own->unpaired) {
        const Paired paired = blocks_pair(own, a, b);
        if (!paired.of[0].n) return;
        row->a = paired.of[0].mean;
        row->b = paired.of[1].mean;
        row->boards_a = row->boards_b = (double)paired.of[0].n;
        row->difference = paired.difference;
    } else {
        row->difference = difference_of(a->measured, b->measured);
        if (own->same) row->difference = (Difference){.df = row->difference.df};
    }
    own->count++;
}

static bool measured_compare(Compare *own, Error *error)
{
    const Reading *a = &own->sides[0];
    const bool rows = !own->unpaired && of_rows(a);
    if (!own->unpaired) blocks_count(own);
    own->blocks = result_alloc(&own->sides[0].result, own->both + 1, sizeof *own->blocks);
    if (!own->blocks) return error_memory(error);
    for (size_t i = 0; i < a->count; i++) {
        const Finding *x = &a->findings[i], *y = finding_match(own, x, i);
        if (compare_follows(own, x->row)) continue;
        if (y && (rows || (!isnan(x->measured.se) && !isnan(y->measured.se))))
            difference_add(own, x, y);
        else
            own->left_out++;
    }
    return own->count || !rows ||
           error_set(error, "%.100s and %.100s have no board in common", a->name, own->sides[1].name);
}

/* ---- intervals and p values */

static bool differences_adjust(Compare *own, size_t hypothesis, size_t from, size_t to)
{
    return holm_adjust_rows(own->rows, sizeof *own->rows, own->count, hypothesis, from, to);
}

static bool differences_finish(Compare *own)
{
    const double alpha = own->sides->kind->together ? bonferroni_alpha(own->alpha, own->count) : own->alpha;
    for (size_t i = 0; i < own->count; i++) {
        DifferenceRow *row = &own->rows[i];
        row->interval = difference_interval(&row->difference, alpha);
        row->p = difference_p(&row->difference);
        const bool alike =
            own->same || /* or on as many boards as it takes to say so */
            (row->paired && row->difference.se == 0 && row->difference.value == 0 && row->boards_a >= ANYTIME_MIN_N);
        row->p_within = !(row->within > 0) ? NAN : alike ? 0 : difference_p_within(&row->difference, row->within);
        row->p_beyond = row->within > 0 ? difference_p_beyond(&row->difference, row->within) : NAN;
    }
    const size_t all = offsetof(DifferenceRow, key.hypothesis), asked = offsetof(DifferenceRow, asked);
    hypotheses_number(own->rows, sizeof *own->rows, own->count, false);
    for (size_t i = 0; i < own->count; i++)
        own->rows[i].asked = own->rows[i].within > 0 ? own->rows[i].key.hypothesis : 0;
    return differences_adjust(own, all, offsetof(DifferenceRow, p), offsetof(DifferenceRow, adjusted)) &&
           differences_adjust(own, asked, offsetof(DifferenceRow, p_within),
                              offsetof(DifferenceRow, within_adjusted)) &&
           differences_adjust(own, asked, offsetof(DifferenceRow, p_beyond), offsetof(DifferenceRow, beyond_adjusted));
}

/* Is equivalence shown of all rows (1), of some row that it lies beyond (-1), or neither (0)? Both adjusted (Holm). */
static int differences_within(const Compare *own)
{
    size_t asked = 0, shown = 0;
    for (size_t i = 0; i < own->count; i++) {
        const DifferenceRow *row = &own->rows[i];
        if (!(row->within > 0)) continue;
        if (row->beyond_adjusted <= own->alpha) return -1;
        asked++;
        shown += row->within_adjusted <= own->alpha;
    }
    return shown == asked;
}

/* ---- the command */

static const Option OPTIONS[] = {
    {"within",
     "is the difference no more than X to either side, in the unit of the figure (for a share, 0.02 is 2 %)? Two "
     "one-sided tests, of --figure or else of the first figure",
     OPTION_AT(Compare, within), .low = "1e-300", .brief = "do they differ by no more than X? two one-sided tests",
     .heading = "Question"},
    {"figure",
     "only this figure, by its column. For sim: diff_mean, win_rate, elo (files of rounds have the first two, of "
     "matches the second); tactics: value; --vary: value, difference; rate: rating, elo; rate --cross, exploit: "
     "diff_mean; tune: objective, gain, over_defaults; equity: win; calibrate: rate; regret: regret, more; openings: "
     "value, gain",
     OPTION_AT(Compare, column), .metavar = "NAME",
     .brief = "only this one: diff_mean, win_rate, elo, rating, value, ..."},
    OPTIONS_OF_READINGS,
};

/* Names the figures that could have been asked for. */
static bool column_unknown(const Compare *own, Error *error)
{
    error_set(error, "--figure: '%.60s' is not among the figures that both have:", own->column);
    for (size_t i = 0; i < own->count; i++) {
        size_t before = 0;
        while (before < i && strcmp(own->rows[before].key.column, own->rows[i].key.column))
            before++;
        if (before == i) error_set(error, "%s%s %s", error->text, i ? "," : "", own->rows[i].key.column);
    }
    return false;
}

/* Of which rows the difference is asked to be small, and which are wanted at all. */
static bool rows_choose(Compare *own, Error *error)
{
    size_t kept = 0;
    for (size_t i = 0; i < own->count; i++)
        if (!own->column || !strcmp(own->rows[i].key.column, own->column)) own->rows[kept++] = own->rows[i];
    if (!kept && own->count) return column_unknown(own, error);
    if (!kept) return error_set(error, "no figure has an interval in both");
    own->count = kept;
    if (own->within > 0.5 && unit_is_share(own->rows[0].key.unit))
        return error_set(error, "--within %g: %s is a share, at most 0.5; 0.02 is 2 %%", own->within,
                         own->rows[0].key.column);
    for (size_t i = 0; i < kept; i++)
        if (own->within > 0 && !strcmp(own->rows[i].key.column, own->rows[0].key.column))
            own->rows[i].within = own->within;
    return true;
}

static bool compare_prepare(Driver *driver, Error *error)
{
    Compare *own = driver->own;
    const char *const *names = driver->parsed.args;
    for (int i = 0; i < 2; i++)
        if (!reading_read(&own->sides[i], driver, names[i], error)) return false;
    if (!sides_fit(driver, error)) return false;
    if (files_same(names[0], names[1])) driver_note(driver, "note: A and B are the same, %s", names[0]);
    own->unpaired = unpaired_why(own);
    own->same = sides_same(own);
    own->alpha = driver_alpha(driver);
    own->rows = result_alloc(&own->sides[0].result, own->sides[0].count + 1, sizeof *own->rows);
    return own->rows || error_memory(error);
}

static const char ONE_RESULT[] = "A and B are one result: the same question, seed, boards and figures";

static bool compare_work(Driver *driver, Error *error)
{
    static const int STATUSES[] = {STATUS_NO, STATUS_UNDECIDED, 0};
    Compare *own = driver->own;
    driver->work.unit = "results";
    if (!measured_compare(own, error) || !rows_choose(own, error)) return false;
    driver->work.done = driver->work.total = 2;
    if (!differences_finish(own)) return error_memory(error);
    if (own->within > 0) driver->work.verdict = STATUSES[differences_within(own) + 1];
    return true;
}

/* How the boards were paired, or why not. */
static const char *pairing_words(const Compare *own, Result *out)
{
    const char *alone = "", *blocks = "";
    if (own->unpaired && own->same) return ONE_RESULT;
    if (own->unpaired)
        return result_format(out, "not paired: %s; the two are taken as independent%s", own->unpaired,
                             seeds_same(own) ? ", though they played the same cards" : "");
    if (own->alone[0] || own->alone[1])
        alone = result_format(out, "; left out: %llu that only A has and %llu that only B has",
                              (unsigned long long)own->alone[0], (unsigned long long)own->alone[1]);
    if (!of_rows(own->sides)) blocks = result_format(out, ", in %llu blocks", (unsigned long long)own->both);
    return result_format(out, "paired by %lld boards that both played%s%s", (long long)own->rows[0].boards_a, blocks,
                         alone);
}

static void compare_fill(const Driver *driver, Result *out)
{
    const Compare *own = driver->own;
    const Reading *a = &own->sides[0], *b = &own->sides[1];
    for (int i = 0; i < 2; i++) {
        result_head(out, i ? "b" : "a", "%s", own->sides[i].question);
        result_head(out, i ? "seed_b" : "seed_a", "%s", own->sides[i].seed);
    }
    result_head(out, "pairing", "%s", pairing_words(own, out));
    if (compare_follows(own, 1) && strcmp(a->agents[1], b->agents[1])) /* of two agents one is compared */
        result_head(out, "opponents", "%.255s in A, %.255s in B", a->agents[1], b->agents[1]);
    if (a->kind->together) result_head(out, "interval", "simultaneous for all rows");
    result_rows(out, &RESULT_DIFFERENCE, own->rows, sizeof *own->rows, own->count);
}

static bool compare_summary(const Driver *driver, FILE *out)
{
    const Compare *own = driver->own;
    fputs("B measured against A: a difference above 0 means more in B.\n", out);
    for (int i = 0; i < 2; i++)
        fprintf(out, "%c: ", "AB"[i]), text_put(out, own->sides[i].name),
            fprintf(out, ", seed %s: %s\n", own->sides[i].seed, own->sides[i].question);
    fprintf(out, "%s\n", pairing_words(own, driver->results));
    unsigned is = own->within > 0 ? ASKED : 0;
    for (size_t i = 0; i < own->count; i++)
        is |= (own->rows[i].other ? OTHERS : 0) | (*own->rows[i].key.names[3] ? RULES : 0);
    rows_tell(out, driver, &DIFFERENCE_COLUMNS, is, own->rows, sizeof *own->rows, own->count);
    if (own->left_out)
        fprintf(out, "Left out, because B has no such row or one of the two has no interval for it: %zu figure%s.\n",
                own->left_out, PLURAL(own->left_out));
    return true;
}

static void compare_free(Driver *driver)
{
    Compare *own = driver->own;
    for (int i = 0; i < 2; i++)
        reading_free(&own->sides[i]);
}

const Command CMD_COMPARE = {
    .spec =
        {.command = "compare",
         .summary = "the difference of two results, paired by board where it can be",
         .args = {"A B", 2, 2, "A", TAKES_FILE},
         .about = "Says by how much B exceeds A, and how certain that is. A and B are run directories, or CSV files of "
                  "sim (also --rounds-csv and --matches-csv), tactics, tune, rate, exploit, equity or calibrate, that "
                  "asked the same question about the same or other agents. Agents are compared by their places in the "
                  "command, whatever their names; with two, the result is about the one named first. Boards that both "
                  "played with the same seed are paired if both are files of rounds, or run directories of sim or "
                  "tactics; ratings are never paired, since each is fitted to all boards of its field.",
         .example = "for a in greedy tactic; do pasur sim $a random --rounds-csv $a -q; done\n"
                    "pasur compare greedy tactic",
         .notes =
             "Exit status with --within: 0 no more than X is shown, 1 more than X is shown, 3 neither. Runs may "
             "differ in agents, seed and sample size. A run directory keeps sums by blocks of boards, the same ones "
             "in every run.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Compare),
    COMMAND_RESULTS(&RESULT_DIFFERENCE),
    .prepare = compare_prepare,
    .work = compare_work,
    .result = compare_fill,
    .summary = compare_summary,
    .free = compare_free,
};
