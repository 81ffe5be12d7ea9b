/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur compare: the difference of two results, paired by board where it can be. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/results/reading.h"
#include "analysis/report/kinds/sim.h"

enum { REASON_TEXT = 300 };

typedef struct {
    const char *figure; /* options */
    double within;

    Reading sides[2];         /* A and B */
    bool paired;              /* boards are, or blocks of them */
    char reason[REASON_TEXT]; /* why they are not */
    bool same;                /* A and B are one result, however often it is written */
    uint64_t alone[2], both;  /* boards that only one of them has; blocks that both have */
    DifferenceResult result;
} Compare;

static const Option OPTIONS[] = {
    {"within",
     "is the difference no more than X to either side, in the unit of the figure (of a share 0.02 is 2 %)? Two one-sided "
     "tests, of the first figure here or of --figure",
     OPTION_AT(Compare, within), .low = "1e-300", .brief = "do they differ by no more than X? two one-sided tests",
     .heading = "Question"},
    {"figure",
     "only this figure, by its column. Of sim and of rows of rounds or matches: diff_mean, win_rate, elo; tactics: value; "
     "--vary: value, difference; rate: rating, elo; rate --cross, exploit: diff_mean; tune: objective, gain, "
     "over_defaults; equity: win; calibrate: rate; regret: regret, more; openings: value, gain",
     OPTION_AT(Compare, figure), .metavar = "NAME",
     .brief = "only this one: diff_mean, win_rate, elo, rating, value, ..."},
    {.heading = "Output", OPTION_CSV},
    {OPTION_JSON},
    {OPTION_LEVEL},
    {OPTION_QUIET},
    {OPTION_EXPLAIN},
    {OPTION_TABLE},
    {OPTION_DRY_RUN},
};

/* ---- do they fit together, and are they paired? */

static bool of_rows(const Reading *side) { return side->from < FROM_FIGURES; }

static bool seeds_same(const Compare *own) { return !strcmp(own->sides[0].seed, own->sides[1].seed); }

static bool number_same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/* Where rows are found by their names: are these unlike? */
static bool names_tell(const Reading *side, Error *error)
{
    const Findings *in = &side->findings;
    for (size_t i = 0; !side->kind->measures->by_place && i < in->count; i++)
        if (finding_same(in, &in->list[i], SIZE_MAX) != &in->list[i])
            return error_set(error, "%.200s: two rows are named %.60s, so it does not tell who is who", side->name,
                             in->list[i].key.names[0]);
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

/* Can boards be paired? False with the reason. */
static bool pairing_find(Compare *own)
{
    const Reading *a = &own->sides[0], *b = &own->sides[1];
    char *out = own->reason;
    if (!seeds_same(own)) return snprintf(out, REASON_TEXT, "the seeds are %.20s and %.20s", a->seed, b->seed), false;
    if (a->from == b->from && (of_rows(a) || (a->blocks.count && b->blocks.count))) return true;
    const bool kept = a->from == FROM_DIRECTORY || of_rows(a);
    const Reading *none = kept ? b : a, *other = kept ? a : b;
    if (of_rows(none) && of_rows(other))
        snprintf(out, REASON_TEXT, "one has rounds and the other matches");
    else if (a->kind == &RESULT_RATE)
        snprintf(out, REASON_TEXT, "a rating is fitted to all boards of its field, and no board has one");
    else if (!a->kind->measures->keeps_blocks || (a->from == FROM_DIRECTORY && b->from == FROM_DIRECTORY))
        snprintf(out, REASON_TEXT, "%.100s keeps nothing of single boards", none->name);
    else if (other->from == FROM_DIRECTORY || a->kind != &RESULT_SIM)
        snprintf(out, REASON_TEXT, "%.100s is no run directory, which --run makes", none->name);
    else
        snprintf(out, REASON_TEXT, "%.100s has no rounds, which sim keeps with --rounds-csv", none->name);
    return false;
}

/* Are both one result: a file and itself or a copy of it, or what a run directory keeps and its CSV? */
static bool sides_same(const Compare *own)
{
    const Reading *a = &own->sides[0], *b = &own->sides[1];
    bool same = seeds_same(own) && !strcmp(a->question, b->question) && a->findings.count == b->findings.count;
    for (size_t i = 0; i < a->findings.count && same; i++) {
        const Finding *x = &a->findings.list[i], *y = finding_same(&b->findings, x, i);
        same = y && number_same(x->measured.value, y->measured.value) && number_same(x->boards, y->boards);
    }
    return same && a->findings.count;
}

/* ---- blocks of boards, or single boards, of both */

/* The next block at or behind place[A] and place[B] of which both have the same boards; false: there is none. Behind
   the last of a run a block of another may have more boards. */
static bool block_common(const Compare *own, size_t place[static 2])
{
    const BlockNumbers *a = &own->sides[0].blocks, *b = &own->sides[1].blocks;
    while (place[0] < a->count && place[1] < b->count) {
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
        for (size_t block = 0; block < own->sides[i].blocks.count; block++)
            own->alone[i] += (uint64_t)block_of(&own->sides[i].blocks, block)[BLOCK_SEEN];
    for (; block_common(own, place); place[0]++, place[1]++, own->both++)
        for (int i = 0; i < 2; i++)
            own->alone[i] -= (uint64_t)block_of(&own->sides[i].blocks, place[i])[BLOCK_SEEN];
}

/* The sums of a figure over the blocks of both; of no boards where none of them has it. */
static PairedSums blocks_pair(const Compare *own, const Finding *const findings[static 2])
{
    PairedSums sums = {0};
    const BlockFigure *figures[2];
    for (int i = 0; i < 2; i++)
        if (!(figures[i] = block_figure(&own->sides[i].blocks, findings[i]))) return sums;
    for (size_t place[2] = {0, 0}; block_common(own, place); place[0]++, place[1]++) {
        double numbers[4];
        for (int i = 0; i < 2; i++)
            block_numbers(numbers + 2 * i, block_of(&own->sides[i].blocks, place[i]), figures[i]);
        if (numbers[1] > 0 && numbers[3] > 0)
            paired_add(&sums, numbers, (int64_t)block_of(&own->sides[0].blocks, place[0])[BLOCK_SEEN]);
    }
    return sums;
}

/* ---- figures of both */

/* Do their names from the first key `from` on say the same, but for the opponent's? */
static bool names_same(const RowKey *a, const RowKey *b, int from)
{
    bool same = true;
    for (int key = from; key < MEASURE_KEYS; key++)
        same &= key == MEASURE_AGAINST || !a->names[key] || !strcmp(a->names[key], b->names[key]);
    return same;
}

/* The finding of B that belongs to A's: where rows are agents as they were named, or their figures, that of the same
   place; else of the same names, or of tactics of the same row against an opponent that A has not. */
static const Finding *finding_match(const Compare *own, const Finding *a, size_t index)
{
    const Findings *in = &own->sides[1].findings;
    const Measures *measures = own->sides[0].kind->measures;
    const Finding *same = measures->by_place ? NULL : finding_same(in, a, index);
    if (same || (!measures->by_place && !measures->keeps_blocks)) return same;
    for (size_t i = 0; i < in->count; i++) {
        const Finding *b = &in->list[i];
        const RowKey *x = &a->key, *y = &b->key;
        if (a->row != b->row || strcmp(x->figure, y->figure) || !names_same(x, y, 1)) continue;
        if (measures->by_place ||
            (names_same(x, y, 0) && strcmp(x->names[MEASURE_AGAINST], y->names[MEASURE_AGAINST]) &&
             !finding_same(&own->sides[0].findings, b, i)))
            return b;
    }
    return NULL;
}

/* Two agents: what the other one does follows. */
static bool follows(const Compare *own, size_t agent)
{
    return own->sides[0].kind == &RESULT_SIM && own->sides[0].agent_count == 2 && agent == 1;
}

/* Adds the difference of B's figure and A's, unless none of their boards are paired that should be. */
static void difference_add(Compare *own, const Finding *a, const Finding *b)
{
    DifferenceRow *row = &own->result.rows[own->result.count];
    *row = (DifferenceRow){.key = a->key,
                           .within = NAN,
                           .a = a->measured.value,
                           .b = b->measured.value,
                           .boards_a = a->boards,
                           .boards_b = b->boards,
                           .paired = own->paired || own->same};
    for (int key = 0; key <= MEASURE_AGAINST && !row->other; key += MEASURE_AGAINST)
        if (a->key.names[key] && strcmp(a->key.names[key], b->key.names[key])) row->other = b->key.names[key];
    if (own->paired) {
        const PairedSums sums = blocks_pair(own, (const Finding *[]){a, b});
        if (!sums.boards) return;
        row->a = paired_estimate(&sums, 0).mean;
        row->b = paired_estimate(&sums, 1).mean;
        row->boards_a = row->boards_b = (double)sums.boards;
        row->difference = paired_difference(&sums);
    } else {
        row->difference = difference_of(a->measured, b->measured);
        if (own->same) row->difference = (Difference){.df = row->difference.df};
    }
    own->result.count++;
}

static bool figures_compare(Compare *own, Error *error)
{
    const Reading *a = &own->sides[0];
    if (own->paired) blocks_count(own);
    for (size_t i = 0; i < a->findings.count; i++) {
        const Finding *x = &a->findings.list[i], *y = finding_match(own, x, i);
        if (follows(own, x->row)) continue;
        if (y && ((own->paired && of_rows(a)) || (!isnan(x->measured.se) && !isnan(y->measured.se))))
            difference_add(own, x, y);
        else
            own->result.left_out++;
    }
    return own->result.count || !own->paired || !of_rows(a) ||
           error_set(error, "%.100s and %.100s have no board in common", a->name, own->sides[1].name);
}

/* ---- the command */

/* Names the figures that could have been asked for. */
static bool figure_unknown(const Compare *own, Error *error)
{
    const DifferenceResult *result = &own->result;
    char list[REASON_TEXT] = "";
    size_t known = 0, used = 0;
    for (size_t i = 0; i < result->count; i++) {
        bool first = true;
        for (size_t k = 0; k < i && first; k++)
            first = strcmp(result->rows[k].key.figure, result->rows[i].key.figure) != 0;
        if (!first || used >= sizeof list) continue;
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%s%s", known++ ? ", " : "", result->rows[i].key.figure);
    }
    return error_set(error, "--figure: '%.60s' is not among the figures that both have: %s", own->figure, list);
}

/* Of which rows the difference is asked to be small, and which are wanted at all. */
static bool rows_choose(Compare *own, Error *error)
{
    DifferenceResult *result = &own->result;
    size_t kept = 0;
    for (size_t i = 0; i < result->count; i++)
        if (!own->figure || !strcmp(result->rows[i].key.figure, own->figure)) result->rows[kept++] = result->rows[i];
    if (!kept && result->count) return figure_unknown(own, error);
    if (!kept) return error_set(error, "no figure has an interval in both");
    result->count = kept;
    if (own->within > 0.5 && figure_is_share(result->rows[0].key.unit))
        return error_set(error, "--within %g: %s is a share, at most 0.5; 0.02 is 2 %%", own->within,
                         result->rows[0].key.figure);
    result->within = own->within;
    for (size_t i = 0; i < kept; i++)
        if (own->within > 0 && !strcmp(result->rows[i].key.figure, result->rows[0].key.figure))
            result->rows[i].within = own->within;
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
    own->paired = pairing_find(own);
    own->same = sides_same(own);
    own->result.same = own->same;
    own->result.alpha = driver_alpha(driver);
    own->result.together = own->sides[0].kind->measures->together;
    own->result.rows = calloc(own->sides[0].findings.count + 1, sizeof *own->result.rows);
    return own->result.rows || error_memory(error);
}

static void sides_print(FILE *out, const Compare *own)
{
    fputs("B measured against A: a difference above 0 means more in B.\n", out);
    for (int i = 0; i < 2; i++)
        fprintf(out, "%c: ", "AB"[i]), text_put(out, own->sides[i].name),
            fprintf(out, ", seed %s: %s\n", own->sides[i].seed, own->sides[i].question);
}

static const char ONE_RESULT[] = "A and B are one result: the same question, seed, boards and figures";

static void compare_plan(const Driver *driver, FILE *out)
{
    const Compare *own = driver->own;
    sides_print(out, own);
    if (own->paired)
        fputs("paired by board\n", out);
    else
        fprintf(out, "%s%s\n", own->same ? "" : "not paired: ", own->same ? ONE_RESULT : own->reason);
}

static bool compare_work(Driver *driver, Error *error)
{
    static const int STATUSES[] = {STATUS_NO, STATUS_UNDECIDED, 0};
    Compare *own = driver->own;
    driver->work.unit = "results";
    if (!figures_compare(own, error) || !rows_choose(own, error)) return false;
    driver->work.done = driver->work.total = 2;
    if (!difference_finish(&own->result)) return error_memory(error);
    if (own->within > 0) driver->work.verdict = STATUSES[difference_within(&own->result) + 1];
    return true;
}

/* How the boards were paired, or why not. */
static void pairing_print(char out[static 2 * REASON_TEXT], const Compare *own)
{
    char alone[100] = "", blocks[40] = "";
    if (!own->paired && own->same) {
        snprintf(out, 2 * REASON_TEXT, "%s", ONE_RESULT);
        return;
    }
    if (!own->paired) {
        snprintf(out, 2 * REASON_TEXT, "not paired: %s; the two are taken as independent%s", own->reason,
                 seeds_same(own) ? ", though they played the same cards" : "");
        return;
    }
    if (own->alone[0] || own->alone[1])
        snprintf(alone, sizeof alone, "; left out: %llu that A alone has and %llu that B alone has",
                 (unsigned long long)own->alone[0], (unsigned long long)own->alone[1]);
    if (!of_rows(own->sides)) snprintf(blocks, sizeof blocks, ", in %llu blocks", (unsigned long long)own->both);
    snprintf(out, 2 * REASON_TEXT, "paired by %lld boards that both played%s%s",
             (long long)own->result.rows[0].boards_a, blocks, alone);
}

/* Of two agents one is compared: who the other one is, if that differs. */
static void opponents_print(char out[static 2 * REASON_TEXT], const Compare *own)
{
    const char *a = own->sides[0].agents[1], *b = own->sides[1].agents[1];
    *out = 0;
    if (follows(own, 1) && strcmp(a, b)) snprintf(out, 2 * REASON_TEXT, "%.255s in A, %.255s in B", a, b);
}

static void compare_fill(const Driver *driver, Result *out)
{
    const Compare *own = driver->own;
    char text[2 * REASON_TEXT];
    pairing_print(text, own);
    for (int i = 0; i < 2; i++) {
        result_head(out, i ? "b" : "a", "%s", own->sides[i].question);
        result_head(out, i ? "seed_b" : "seed_a", "%s", own->sides[i].seed);
    }
    result_head(out, "pairing", "%s", text);
    opponents_print(text, own);
    if (*text) result_head(out, "opponents", "%s", text);
    if (own->result.together) result_head(out, "interval", "simultaneous for all rows");
    difference_result(out, &own->result);
}

static bool compare_summary(const Driver *driver, FILE *out)
{
    const Compare *own = driver->own;
    char text[2 * REASON_TEXT];
    pairing_print(text, own);
    sides_print(out, own);
    fprintf(out, "%s\n", text);
    difference_summary(out, &driver->page, &own->result, driver->results);
    return true;
}

static void compare_free(Driver *driver)
{
    Compare *own = driver->own;
    for (int i = 0; i < 2; i++)
        reading_free(&own->sides[i]);
    free(own->result.rows);
}

const Command CMD_COMPARE = {
    .spec =
        {.command = "compare",
         .summary = "the difference of two results, paired by board where it can be",
         .args = {"A B", 2, 2, "A", TAKES_FILE},
         .about =
             "Says how much B has more than A, and how sure that is. A and B are run directories, or CSV files of sim "
             "(also --rounds-csv and --matches-csv), tactics, tune, rate, exploit, equity or calibrate, that asked the "
             "same of the same or of other agents. Agents are compared by their places in the command, whatever their names; "
             "of two the result is about the one named first. Boards that both played with the same seed are paired "
             "where both are files of rounds, or run directories of sim or tactics; ratings never are, since each is "
             "fitted to all boards of its field.",
         .example = "for a in greedy tactic; do pasur sim $a random --rounds-csv $a -q; done\n"
                    "pasur compare greedy tactic",
         .notes =
             "Exit status with --within: 0 no more than X is shown, 1 more than X is shown, 3 neither. Runs may differ "
             "in agents,\nseed and how much was played. A run directory keeps sums by blocks of boards, the same ones in "
             "every run.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Compare),
    COMMAND_RESULTS(&RESULT_DIFFERENCE),
    .prepare = compare_prepare,
    .plan = compare_plan,
    .work = compare_work,
    .result = compare_fill,
    .summary = compare_summary,
    .free = compare_free,
};
