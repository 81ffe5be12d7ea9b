/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur compare: the difference of two results, paired by board where it can be. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/results/question.h"
#include "analysis/report/csv.h"
#include "analysis/report/kinds/kinds.h"
#include "engine/text/words.h"

enum { BOARD_FIGURES = 2, REASON_TEXT = 300 };

/* By what boards are paired: rows of rounds, or of matches, or what run directories keep of blocks of boards. */
typedef enum { WITH_ROUNDS, WITH_MATCHES, WITH_BLOCKS, WITH_NEITHER } BoardFile;
static const ResultKind *const BOARD_KINDS[] = {&RESULT_ROUNDS, &RESULT_MATCHES};

/* Who is named where in the command of `sim`: agents are compared by their places there, since two of them may have one
   name. */
typedef struct Places {
    char names[MAX_SEATS][AGENT_NAME];
    int count;
} Places;

/* A file of rounds or matches that is read board by board. */
typedef struct {
    Result result;
    CsvReader reader;
    BoardFile by;
    int board, seat, agent, value, points; /* columns */
    bool whole_matches;                    /* rounds of matches: who won is not in their rows */
    double seats_a_side;
    bool waits, ended; /* the reader's row belongs to the next board; there is none */
    const struct Places *places;

    /* the board that was read last */
    double number;
    double rows[MAX_SEATS], sums[MAX_SEATS][BOARD_FIGURES]; /* [agent] */
} BoardReader;

/* A or B. */
typedef struct {
    const char *name; /* as the user gave it */
    Result result;    /* figures, or the heads of a file of rounds or matches */
    bool directory;
    BoardFile rows;         /* WITH_ROUNDS, WITH_MATCHES: a file that has those rows, and no figures */
    KeptBlocks blocks;      /* of a directory that keeps them */
    char *question, *place; /* what it asks, and that without agents; owned */
    Places places;          /* of sim */
    BoardReader boards;
    Findings findings;
} Side;

typedef struct {
    const char *figure; /* options */
    double within;

    const ResultKind *kinds[KINDS_MOST + 1];
    Side sides[2];
    BoardFile by;                              /* boards are paired by these rows */
    char reason[REASON_TEXT];                  /* why they are not */
    bool same;                                 /* A and B are one result, however often it is written */
    uint64_t alone[2], blocks;                 /* boards that only one of them has; blocks that both have */
    PairedSums sums[MAX_SEATS][BOARD_FIGURES]; /* [agent of A] */
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

/* ---- files of rounds and matches, board by board */

static bool boards_open(BoardReader *out, const char *name, const ResultKind *const kinds[])
{
    Result *result = &out->result;
    Rules rules;
    Error unused;
    if (!csv_open(&out->reader, result, name) || !csv_begin(&out->reader) || !csv_kind(&out->reader, kinds))
        return false;
    const char *text = result_head_of(result, "rules");
    out->by = result->kind == &RESULT_ROUNDS    ? WITH_ROUNDS
              : result->kind == &RESULT_MATCHES ? WITH_MATCHES
                                                : WITH_NEITHER;
    out->board = result_column(result, "board");
    out->seat = result_column(result, "seat");
    out->agent = result_column(result, "agent");
    out->value = result_column(result, out->by == WITH_ROUNDS ? "diff" : "won");
    out->points = result_column(result, "points");
    out->seats_a_side =
        text && rules_parse(&rules, text, &unused) && rules.sides ? (double)rules.players / rules.sides : 1;
    return true;
}

static void boards_close(BoardReader *boards)
{
    csv_close(&boards->reader);
    result_free(&boards->result);
}

/* The agent's place in the command; -1 with the reason. */
static int agent_of(BoardReader *boards, const char *name)
{
    for (int i = 0; i < boards->places->count; i++)
        if (!strcmp(boards->places->names[i], name)) return i;
    return result_complain(&boards->result, "the command names no agent %.60s", name), -1;
}

/* A round of which all rows are read: its highest points share the win. */
static void round_count(BoardReader *boards, const int agents[], const double points[], int seats)
{
    double best = -INFINITY, sharing = 0;
    for (int seat = 0; seat < seats; seat++)
        best = fmax(best, points[seat]);
    for (int seat = 0; seat < seats; seat++)
        sharing += points[seat] == best;
    for (int seat = 0; seat < seats; seat++)
        if (points[seat] == best) boards->sums[agents[seat]][1] += boards->seats_a_side / sharing;
}

/* Reads the next board. False at the end, and with boards->result.error set where something is wrong: *good is
   false. */
static bool board_next(BoardReader *boards, bool *good)
{
    int agents[MAX_SEATS], seats = 0;
    double points[MAX_SEATS], board, seat, value;
    const double before = boards->number;
    *good = true;
    if (boards->ended) return false;
    memset(boards->rows, 0, sizeof boards->rows);
    memset(boards->sums, 0, sizeof boards->sums);
    boards->number = NAN;
    for (;; boards->waits = false) {
        const CsvRead read = boards->waits ? CSV_ROW : csv_next(&boards->reader);
        if (read == CSV_BAD) return *good = false;
        if ((boards->ended = read == CSV_END)) break;
        if (!csv_number(&board, &boards->reader, (size_t)boards->board) ||
            !csv_number(&seat, &boards->reader, (size_t)boards->seat) ||
            !csv_number(&value, &boards->reader, (size_t)boards->value))
            return *good = false;
        if ((boards->waits = !isnan(boards->number) && board != boards->number)) break;
        if (isnan(board) || isnan(value) || !(seat >= 0 && seat < MAX_SEATS) || board <= before)
            return *good = result_complain(&boards->result, "board, seat or figure is not as it should be here");
        const int agent = agent_of(boards, boards->reader.fields[boards->agent]);
        if (agent < 0) return *good = false;
        boards->number = board;
        boards->rows[agent]++;
        boards->sums[agent][0] += value;
        if (boards->by != WITH_ROUNDS) continue;
        if (seat == 0) round_count(boards, agents, points, seats), seats = 0;
        if (seats == MAX_SEATS || !csv_number(&points[seats], &boards->reader, (size_t)boards->points))
            return *good = seats < MAX_SEATS ? false : result_complain(&boards->result, "a round of too many seats");
        agents[seats++] = agent;
        if (boards->reader.fields[result_column(&boards->result, "match")][0]) boards->whole_matches = true;
    }
    round_count(boards, agents, points, seats);
    return !isnan(boards->number);
}

static const char *board_unit(const char *figure) { return !strcmp(figure, "win_rate") ? "share" : "points a round"; }

/* The name of the n-th figure of boards, as `sim` has it; NULL: there is none. */
static const char *board_figure(const BoardReader *boards, int index)
{
    if (boards->by == WITH_MATCHES) return index ? NULL : "win_rate";
    return !index ? "diff_mean" : boards->whole_matches ? NULL : "win_rate";
}

/* Has the file an end? */
static bool boards_whole(const BoardReader *boards, Error *error)
{
    const Result *result = &boards->result;
    const bool cut = !result_head_of(result, "PARTIAL") && !result_head_of(result, "wall_seconds");
    return !cut || error_set(error, "%.200s: it is cut off: no line '# wall_seconds:' ends it", result->name);
}

/* ---- A and B */

static bool figures_read(const Compare *own, Side *side, Error *error)
{
    CsvReader reader;
    bool good = csv_open(&reader, &side->result, side->name) && csv_begin(&reader) && csv_kind(&reader, own->kinds);
    side->rows = WITH_NEITHER;
    for (int by = 0; by < WITH_BLOCKS && good; by++)
        if (side->result.kind == BOARD_KINDS[by]) side->rows = (BoardFile)by;
    if (good && side->rows == WITH_NEITHER) good = csv_rows(&reader, CSV_MOST_ROWS);
    csv_close(&reader);
    return good || (*error = side->result.error, false);
}

/* What a table calls the agent: what name= says, or the text. */
static void agent_shown(char out[static AGENT_NAME], const char *text)
{
    const char *rest = strchr(text, ':'), *shown = rest && !strncmp(rest, ":name=", 6) ? rest + 6 : text;
    snprintf(out, AGENT_NAME, "%.*s", (int)(shown > text ? agent_shown_length(shown) : strlen(text)), shown);
}

/* Reads the agents of a question, "pasur sim A B --options". False with the reason if that cannot be. */
static bool places_read(Places *out, const char *question, Error *error)
{
    char *copy = strdup(question), *to = copy, *word = copy;
    const char *from = question;
    for (int i = 0; copy && *from && words_quoted_next(&to, &from); i++, word = to) {
        *to++ = 0;
        from += *from != 0;
        if (i < 2) continue;
        if (!strncmp(word, "--", 2) || out->count == MAX_SEATS) break;
        agent_shown(out->names[out->count++], word);
    }
    free(copy);
    return copy || error_memory(error);
}

/* Do rows of rounds or matches, which name agents, tell who is who? */
static bool rows_tell(const Side *side, Error *error)
{
    for (int i = 0; side->rows != WITH_NEITHER && i < side->places.count; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(side->places.names[i], side->places.names[k]))
                return error_set(error,
                                 "%.200s: two agents are named %.60s, so its rows do not tell who is who; compare "
                                 "figures (--csv) or run directories, or tell them apart by name=",
                                 side->name, side->places.names[i]);
    return true;
}

static bool side_read(Driver *driver, Side *side, const char *name, Error *error)
{
    Compare *own = driver->own;
    Result *result = &side->result;
    side->name = name;
    side->directory = is_directory(name);
    side->rows = WITH_NEITHER;
    if (!(side->directory ? directory_read(driver, result, &side->blocks, name, error)
                          : figures_read(own, side, error)))
        return false;
    result->name = name;
    const bool rows = side->rows != WITH_NEITHER;
    if (!rows && (!result->kind || !result->kind->measures))
        return error_set(error, "%.200s: results of %s are not compared", name,
                         result->kind ? result->kind->table->file : "this kind");
    if (!result_head_of(result, "seed")) return error_set(error, "%.200s: no line '# seed:' says its seed", name);
    if (result_partial(result) && !rows) driver_note(driver, "note: %s is not whole: %s", name, result_partial(result));
    side->question = question_make(driver, result, true, error);
    side->place = side->question ? question_make(driver, result, false, error) : NULL;
    if (!side->place || !places_read(&side->places, side->question, error) || !rows_tell(side, error)) return false;
    return rows || findings_make(&side->findings, result) || error_memory(error);
}

static const ResultKind *side_kind(const Side *side)
{
    return side->rows != WITH_NEITHER ? &RESULT_SIM : side->result.kind;
}

static bool number_same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/* Do both ask the same of agents, who may be others? */
static bool sides_fit(const Driver *driver, Error *error)
{
    const Compare *own = driver->own;
    const Side *a = &own->sides[0], *b = &own->sides[1];
    const char *versions[2];
    if (strcmp(a->place, b->place)) return results_fit(&a->result, a->question, &b->result, b->question, error);
    if (side_kind(a) != side_kind(b)) return results_fit(&a->result, "", &b->result, "", error);
    if (side_kind(a) == &RESULT_RATE && strcmp(a->question, b->question))
        return error_set(
            error,
            "%.100s and %.100s rate different fields, and a rating is relative to its field: '%.150s' and '%.150s'",
            a->name, b->name, a->question, b->question);
    for (int i = 0; i < 2; i++)
        versions[i] = result_head_of(&own->sides[i].result, "commit");
    if (versions[0] && versions[1] && strcmp(versions[0], versions[1]))
        driver_note(driver, "note: %s and %s were written by different versions, %s and %s", a->name, b->name,
                    versions[0], versions[1]);
    return true;
}

static bool seeds_same(const Compare *own)
{
    return !strcmp(result_head_of(&own->sides[0].result, "seed"), result_head_of(&own->sides[1].result, "seed"));
}

/* By what the boards can be paired; WITH_NEITHER with the reason. */
static BoardFile pairing_choose(Compare *own)
{
    const Side *a = &own->sides[0], *b = &own->sides[1];
    const ResultKind *kind = side_kind(a);
    char *out = own->reason;
    if (!seeds_same(own)) {
        snprintf(out, REASON_TEXT, "the seeds are %.20s and %.20s", result_head_of(&a->result, "seed"),
                 result_head_of(&b->result, "seed"));
        return WITH_NEITHER;
    }
    if (a->rows == b->rows && a->rows != WITH_NEITHER) return a->rows;
    if (a->blocks.blocks.count && b->blocks.blocks.count) return WITH_BLOCKS;
    const Side *none = a->directory || a->rows != WITH_NEITHER ? b : a, *other = none == a ? b : a;
    if (none->rows != WITH_NEITHER && other->rows != WITH_NEITHER)
        snprintf(out, REASON_TEXT, "one has rounds and the other matches");
    else if (kind == &RESULT_RATE)
        snprintf(out, REASON_TEXT, "a rating is fitted to all boards of its field, and no board has one");
    else if (!kind->measures->keeps_blocks || (a->directory && b->directory))
        snprintf(out, REASON_TEXT, "%.100s keeps nothing of single boards", none->name);
    else if (other->directory || kind != &RESULT_SIM)
        snprintf(out, REASON_TEXT, "%.100s is no run directory, which --run makes", none->name);
    else
        snprintf(out, REASON_TEXT, "%.100s has no rounds, which sim keeps with --rounds-csv", none->name);
    return WITH_NEITHER;
}

/* Are both one result: a file and itself or a copy of it, or what a run directory keeps and its CSV? */
static bool sides_same(const Compare *own)
{
    const Side *a = &own->sides[0], *b = &own->sides[1];
    bool same = seeds_same(own) && !strcmp(a->question, b->question) && a->findings.count == b->findings.count;
    if (own->by < WITH_BLOCKS) { /* of rows there are no figures but the differences */
        for (size_t i = 0; i < own->result.count; i++)
            same &= own->result.rows[i].difference.value == 0 && own->result.rows[i].difference.se == 0;
        return same && !own->alone[0] && !own->alone[1];
    }
    for (size_t i = 0; i < a->findings.count && same; i++) {
        const Finding *x = &a->findings.list[i], *y = finding_same(&b->findings, x, i);
        same = y && number_same(x->measured.value, y->measured.value) && number_same(x->boards, y->boards);
    }
    return same && a->findings.count;
}

/* ---- boards of both */

static bool rows_open(Compare *own, Side *side, Error *error)
{
    side->boards.places = &side->places;
    side->boards.number = -INFINITY;
    return boards_open(&side->boards, side->name, own->kinds) || (*error = side->boards.result.error, false);
}

static void board_pair(Compare *own)
{
    const BoardReader *a = &own->sides[0].boards, *b = &own->sides[1].boards;
    for (int agent = 0; agent < a->places->count; agent++)
        for (int figure = 0; figure < BOARD_FIGURES; figure++)
            paired_add(&own->sums[agent][figure],
                       (double[]){a->sums[agent][figure], a->rows[agent], b->sums[agent][figure], b->rows[agent]}, 1);
}

static DifferenceRow row_of(const Finding *a, const Finding *b)
{
    DifferenceRow row = {
        .figure = a->figure, .unit = a->unit, .within = NAN, .boards_a = a->boards, .boards_b = b->boards};
    memcpy(row.names, a->names, sizeof row.names);
    if (a->names[0] && strcmp(a->names[0], b->names[0]))
        row.other = b->names[0];
    else if (a->names[MEASURE_AGAINST] && strcmp(a->names[MEASURE_AGAINST], b->names[MEASURE_AGAINST]))
        row.other = b->names[MEASURE_AGAINST];
    row.a = a->measured.value;
    row.b = b->measured.value;
    return row;
}

/* Two agents: what the other one does follows. */
static bool follows(const Compare *own, size_t agent)
{
    return side_kind(own->sides) == &RESULT_SIM && own->sides[0].places.count == 2 && agent == 1;
}

static bool boards_compare(Driver *driver, Error *error)
{
    Compare *own = driver->own;
    BoardReader *a = &own->sides[0].boards, *b = &own->sides[1].boards;
    if (!rows_open(own, &own->sides[0], error) || !rows_open(own, &own->sides[1], error)) return false;
    bool good_a, good_b, has_a = board_next(a, &good_a), has_b = board_next(b, &good_b);
    while (good_a && good_b && (has_a || has_b)) {
        const bool both = has_a && has_b, take_a = has_a && (!both || a->number <= b->number),
                   take_b = has_b && (!both || b->number <= a->number);
        if (take_a && take_b) board_pair(own);
        own->alone[0] += take_a && !take_b;
        own->alone[1] += take_b && !take_a;
        if (take_a) has_a = board_next(a, &good_a);
        if (take_b) has_b = board_next(b, &good_b);
    }
    if (!good_a || !good_b) return *error = (good_a ? b : a)->result.error, false;
    if (!boards_whole(a, error) || !boards_whole(b, error)) return false;
    for (int agent = 0; agent < a->places->count && !follows(own, (size_t)agent); agent++)
        for (int index = 0; index < BOARD_FIGURES; index++) {
            const PairedSums *sums = &own->sums[agent][index];
            const char *figure = board_figure(a, index);
            if (!figure) continue;
            const Estimate of_a = paired_estimate(sums, 0), of_b = paired_estimate(sums, 1);
            const Finding x = {{a->places->names[agent]}, figure, board_unit(figure), 0, {of_a.mean, of_a.se, 0},
                               (double)sums->boards};
            const Finding y = {{b->places->names[agent]}, figure, board_unit(figure), 0, {of_b.mean, of_b.se, 0},
                               (double)sums->boards};
            DifferenceRow *row = &own->result.rows[own->result.count];
            *row = row_of(&x, &y);
            row->difference = paired_difference(sums);
            row->paired = true;
            own->result.count += sums->boards > 0;
        }
    return own->result.count > 0 ||
           error_set(error, "%.100s and %.100s have no board in common", own->sides[0].name, own->sides[1].name);
}

/* ---- blocks of boards that both run directories keep */

static const BlockFigure *block_figure(const Side *side, const Finding *finding)
{
    for (size_t i = 0; i < side->blocks.figure_count; i++) {
        const BlockFigure *figure = &side->blocks.figures[i];
        if (figure->row == finding->row && !strcmp(figure->figure, finding->figure)) return figure;
    }
    return NULL;
}

/* The next block at or behind place[A] and place[B] of which both have the same boards; false: there is none. Behind
   the last of a run a block of another may have more boards. */
static bool block_common(const Compare *own, size_t place[static 2])
{
    const Blocks *a = &own->sides[0].blocks.blocks, *b = &own->sides[1].blocks.blocks;
    while (place[0] < a->count && place[1] < b->count) {
        const Block *x = &a->list[place[0]], *y = &b->list[place[1]];
        if (x->first == y->first && block_boards(x) == block_boards(y)) return true;
        place[0] += x->first <= y->first;
        place[1] += y->first <= x->first;
    }
    return false;
}

/* Boards that only one of the two has, or that stand in a block which the other has in part. */
static void blocks_count(Compare *own)
{
    size_t place[2] = {0, 0};
    for (int i = 0; i < 2; i++)
        for (size_t block = 0; block < own->sides[i].blocks.blocks.count; block++)
            own->alone[i] += (uint64_t)block_boards(&own->sides[i].blocks.blocks.list[block]);
    for (; block_common(own, place); place[0]++, place[1]++, own->blocks++)
        for (int i = 0; i < 2; i++)
            own->alone[i] -= (uint64_t)block_boards(&own->sides[i].blocks.blocks.list[place[i]]);
}

static double block_number(const Block *block, BlockNumber of)
{
    return (double)(of.row < 0 ? block->sums.boards : sums_x(&block->sums, of.row, of.measure));
}

/* The sums of a figure over the blocks of both. False: none of them has it. */
static bool blocks_pair(PairedSums *out, const Compare *own, const BlockFigure *const figures[static 2])
{
    size_t place[2] = {0, 0};
    for (; block_common(own, place); place[0]++, place[1]++) {
        double numbers[4];
        for (int i = 0; i < 2; i++) {
            const Block *block = &own->sides[i].blocks.blocks.list[place[i]];
            numbers[2 * i] = block_number(block, figures[i]->sum) / figures[i]->scale;
            numbers[2 * i + 1] = block_number(block, figures[i]->count);
        }
        if (numbers[1] > 0 && numbers[3] > 0)
            paired_add(out, numbers, block_boards(&own->sides[0].blocks.blocks.list[place[0]]));
    }
    return out->boards > 0;
}

/* ---- figures of both */

/* The figures of a file of rounds or matches that is not paired. */
static bool rows_findings(Compare *own, Side *side, Error *error)
{
    BoardReader *boards = &side->boards;
    PairedSums sums[MAX_SEATS][BOARD_FIGURES] = {0};
    bool good;
    if (!rows_open(own, side, error)) return false;
    while (board_next(boards, &good))
        for (int agent = 0; agent < boards->places->count; agent++)
            for (int figure = 0; figure < BOARD_FIGURES; figure++)
                paired_add(&sums[agent][figure], (double[]){boards->sums[agent][figure], boards->rows[agent], 0, 0}, 1);
    if (!good) return *error = boards->result.error, false;
    if (!boards_whole(boards, error)) return false;
    side->findings.list = calloc(MAX_SEATS * BOARD_FIGURES, sizeof *side->findings.list);
    if (!side->findings.list) return error_memory(error);
    for (int agent = 0; agent < boards->places->count; agent++)
        for (int index = 0; index < BOARD_FIGURES && board_figure(boards, index); index++) {
            const Estimate e = paired_estimate(&sums[agent][index], 0);
            side->findings.list[side->findings.count++] = (Finding){{boards->places->names[agent]},
                                                                    board_figure(boards, index),
                                                                    board_unit(board_figure(boards, index)),
                                                                    (size_t)agent,
                                                                    {e.mean, e.se > 0 ? e.se : NAN, (double)e.n},
                                                                    (double)e.n};
        }
    return true;
}

/* Is b the same as a, but against another opponent? */
static bool against_other(const Finding *a, const Finding *b)
{
    bool same = true;
    for (int key = 0; key < MEASURE_KEYS; key++)
        same &= key == MEASURE_AGAINST || !a->names[key] || !strcmp(a->names[key], b->names[key]);
    return same && strcmp(a->names[MEASURE_AGAINST], b->names[MEASURE_AGAINST]);
}

/* Do all names but the first, which is the agent's, say the same? */
static bool same_place(const Finding *a, const Finding *b)
{
    bool same = a->row == b->row && !strcmp(a->figure, b->figure);
    for (int key = 1; key < MEASURE_KEYS; key++)
        same &= key == MEASURE_AGAINST || !a->names[key] || !strcmp(a->names[key], b->names[key]);
    return same;
}

/* The finding of B that belongs to A's: where rows are agents as they were named, or their figures, that of the same
   place; else of the same names, or of tactics of the same row against an opponent that A has not. */
static const Finding *finding_match(const Compare *own, const Finding *a, size_t index)
{
    const Findings *in = &own->sides[1].findings;
    const Measures *measures = side_kind(own->sides)->measures;
    const Finding *same = measures->by_place ? NULL : finding_same(in, a, index);
    if (same || (!measures->by_place && !measures->keeps_blocks)) return same;
    for (size_t i = 0; i < in->count; i++)
        if (same_place(a, &in->list[i]) &&
            (measures->by_place ||
             (against_other(a, &in->list[i]) && !finding_same(&own->sides[0].findings, &in->list[i], i))))
            return &in->list[i];
    return NULL;
}

/* Adds the difference by blocks, where blocks have that figure. */
static void blocks_compare(Compare *own, const Finding *x, const Finding *y)
{
    PairedSums sums = {0};
    const BlockFigure *const figures[2] = {block_figure(&own->sides[0], x), block_figure(&own->sides[1], y)};
    if (!figures[0] || !figures[1] || !blocks_pair(&sums, own, figures)) return;
    DifferenceRow *row = &own->result.rows[own->result.count++];
    *row = row_of(x, y);
    row->a = paired_estimate(&sums, 0).mean;
    row->b = paired_estimate(&sums, 1).mean;
    row->boards_a = row->boards_b = (double)sums.boards;
    row->difference = paired_difference(&sums);
    row->paired = true;
}

/* Where rows are found by their names: are these unlike? */
static bool names_tell(const Side *side, Error *error)
{
    const Findings *in = &side->findings;
    for (size_t i = 0; !side_kind(side)->measures->by_place && i < in->count; i++)
        if (finding_same(in, &in->list[i], SIZE_MAX) != &in->list[i])
            return error_set(error, "%.200s: two rows are named %.60s, so it does not tell who is who", side->name,
                             in->list[i].names[0]);
    return true;
}

static bool figures_compare(Driver *driver, Error *error)
{
    Compare *own = driver->own;
    if (own->by == WITH_BLOCKS) blocks_count(own);
    for (int i = 0; i < 2; i++) {
        Side *side = &own->sides[i];
        if (side->rows != WITH_NEITHER && !rows_findings(own, side, error)) return false;
        if (!names_tell(side, error)) return false;
    }
    const Findings *a = &own->sides[0].findings;
    for (size_t i = 0; i < a->count; i++) {
        if (follows(own, a->list[i].row)) continue;
        const Finding *x = &a->list[i], *y = finding_match(own, x, i);
        if (!y || isnan(x->measured.se) || isnan(y->measured.se)) {
            own->result.left_out++;
            continue;
        }
        if (own->by == WITH_BLOCKS) {
            blocks_compare(own, x, y);
            continue;
        }
        DifferenceRow *row = &own->result.rows[own->result.count++];
        *row = row_of(x, y);
        row->difference = difference_of(x->measured, y->measured);
        if (own->same) row->difference = (Difference){.df = row->difference.df};
        row->paired = own->same;
    }
    return true;
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
            first = strcmp(result->rows[k].figure, result->rows[i].figure) != 0;
        if (!first || used >= sizeof list) continue;
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", known++ ? ", " : "", result->rows[i].figure);
    }
    return error_set(error, "--figure: '%.60s' is not among the figures that both have: %s", own->figure, list);
}

/* Of which rows the difference is asked to be small, and which are wanted at all. */
static bool rows_choose(Compare *own, Error *error)
{
    DifferenceResult *result = &own->result;
    size_t kept = 0;
    for (size_t i = 0; i < result->count; i++)
        if (!own->figure || !strcmp(result->rows[i].figure, own->figure)) result->rows[kept++] = result->rows[i];
    if (!kept && result->count) return figure_unknown(own, error);
    if (!kept) return error_set(error, "no figure has an interval in both");
    result->count = kept;
    if (own->within > 0.5 && figure_is_share(result->rows[0].unit))
        return error_set(error, "--within %g: %s is a share, at most 0.5; 0.02 is 2 %%", own->within,
                         result->rows[0].figure);
    result->within = own->within;
    for (size_t i = 0; i < kept; i++)
        if (own->within > 0 && !strcmp(result->rows[i].figure, result->rows[0].figure))
            result->rows[i].within = own->within;
    return true;
}

static bool prepare(Driver *driver, Error *error)
{
    Compare *own = driver->own;
    const char *const *names = driver->parsed.args;
    kinds_list(own->kinds, driver->commands);
    for (int i = 0; i < 2; i++) {
        if (!strcmp(names[i], "-")) return error_set(error, "stdin is read once only: name files");
        if (!side_read(driver, &own->sides[i], names[i], error)) return false;
    }
    if (!sides_fit(driver, error)) return false;
    if (files_same(names[0], names[1])) driver_note(driver, "note: A and B are the same, %s", names[0]);
    own->by = pairing_choose(own);
    own->same = own->by >= WITH_BLOCKS && sides_same(own);
    own->result.alpha = driver_alpha(driver);
    own->result.together = own->by >= WITH_BLOCKS && side_kind(own->sides)->measures->together;
    const size_t room = own->sides[0].findings.count + (size_t)MAX_SEATS * BOARD_FIGURES;
    own->result.rows = calloc(room, sizeof *own->result.rows);
    return own->result.rows || error_memory(error);
}

static void sides_print(FILE *out, const Compare *own)
{
    fputs("B measured against A: a difference above 0 means more in B.\n", out);
    for (int i = 0; i < 2; i++)
        fprintf(out, "%c: ", "AB"[i]), text_put(out, own->sides[i].name),
            fprintf(out, ", seed %s: %s\n", result_head_of(&own->sides[i].result, "seed"), own->sides[i].question);
}

static const char ONE_RESULT[] = "A and B are one result: the same question, seed, boards and figures";

static void plan(const Driver *driver, FILE *out)
{
    const Compare *own = driver->own;
    sides_print(out, own);
    if (own->same && own->by == WITH_NEITHER)
        fprintf(out, "%s\n", ONE_RESULT);
    else if (own->by == WITH_NEITHER)
        fprintf(out, "not paired: %s\n", own->reason);
    else
        fputs("paired by board\n", out);
}

static bool work(Driver *driver, Error *error)
{
    static const int STATUSES[] = {STATUS_NO, STATUS_UNDECIDED, 0};
    Compare *own = driver->own;
    driver->work.unit = "results";
    if (!(own->by >= WITH_BLOCKS ? figures_compare(driver, error) : boards_compare(driver, error)) ||
        !rows_choose(own, error))
        return false;
    driver->work.done = driver->work.total = 2;
    own->result.same = own->same || (own->by < WITH_BLOCKS && sides_same(own));
    if (!difference_finish(&own->result)) return error_memory(error);
    if (own->within > 0) driver->work.verdict = STATUSES[difference_within(&own->result) + 1];
    return true;
}

/* How the boards were paired, or why not. */
static void pairing_print(char out[static 2 * REASON_TEXT], const Compare *own)
{
    char alone[100] = "", blocks[40] = "";
    if (own->same && own->by == WITH_NEITHER) {
        snprintf(out, 2 * REASON_TEXT, "%s", ONE_RESULT);
        return;
    }
    if (own->by == WITH_NEITHER) {
        snprintf(out, 2 * REASON_TEXT, "not paired: %s; the two are taken as independent%s", own->reason,
                 seeds_same(own) ? ", though they played the same cards" : "");
        return;
    }
    if (own->alone[0] || own->alone[1])
        snprintf(alone, sizeof alone, "; left out: %llu that A alone has and %llu that B alone has",
                 (unsigned long long)own->alone[0], (unsigned long long)own->alone[1]);
    if (own->by == WITH_BLOCKS) snprintf(blocks, sizeof blocks, ", in %llu blocks", (unsigned long long)own->blocks);
    snprintf(out, 2 * REASON_TEXT, "paired by %lld boards that both played%s%s",
             (long long)own->result.rows[0].boards_a, blocks, alone);
}

/* Of two agents one is compared: who the other one is, if that differs. */
static void opponents_print(char out[static 2 * REASON_TEXT], const Compare *own)
{
    const char *a = own->sides[0].places.names[1], *b = own->sides[1].places.names[1];
    *out = 0;
    if (follows(own, 1) && strcmp(a, b)) snprintf(out, 2 * REASON_TEXT, "%.255s in A, %.255s in B", a, b);
}

static void result_fill(const Driver *driver, Result *out)
{
    const Compare *own = driver->own;
    char text[2 * REASON_TEXT];
    pairing_print(text, own);
    for (int i = 0; i < 2; i++) {
        result_head(out, i ? "b" : "a", "%s", own->sides[i].question);
        result_head(out, i ? "seed_b" : "seed_a", "%s", result_head_of(&own->sides[i].result, "seed"));
    }
    result_head(out, "pairing", "%s", text);
    opponents_print(text, own);
    if (*text) result_head(out, "opponents", "%s", text);
    if (own->result.together) result_head(out, "interval", "simultaneous for all rows");
    difference_result(out, &own->result);
}

static bool summary(const Driver *driver, FILE *out)
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
    for (int i = 0; i < 2; i++) {
        Side *side = &own->sides[i];
        boards_close(&side->boards);
        result_free(&side->result);
        free(side->question);
        free(side->place);
        free(side->findings.list);
        free(side->blocks.figures);
        blocks_free(&side->blocks.blocks);
    }
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
    .prepare = prepare,
    .plan = plan,
    .work = work,
    .result = result_fill,
    .summary = summary,
    .free = compare_free,
};
