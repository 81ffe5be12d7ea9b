/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur compare: the difference of two results, paired by board where it can be. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/driver/run_keep.h"
#include "analysis/commands/results/question.h"
#include "analysis/report/csv.h"
#include "analysis/report/kinds/kinds.h"

enum { BOARD_FIGURES = 2, REASON_TEXT = 300, TEMP_TEXT = 300 };

/* By what boards are paired: rows of rounds, or of matches, or what run directories keep of blocks of boards. */
typedef enum { WITH_ROUNDS, WITH_MATCHES, WITH_BLOCKS, WITH_NEITHER } BoardFile;
static const ResultKind *const BOARD_KINDS[] = {&RESULT_ROUNDS, &RESULT_MATCHES};
static const char *const BOARD_OPTIONS[] = {"rounds-csv", "matches-csv"};

/* A file of rounds or matches that is read board by board. */
typedef struct {
    Result result;
    CsvReader reader;
    BoardFile by;
    int board, seat, agent, value, points; /* columns */
    bool whole_matches;                    /* rounds of matches: who won is not in their rows */
    double seats_a_side;
    bool waits, ended;      /* the reader's row belongs to the next board; there is none */
    char *names[MAX_SEATS]; /* of agents, in the order in which they sit down first; owned */
    int name_count;

    /* the board that was read last */
    double number;
    double rows[MAX_SEATS], sums[MAX_SEATS][BOARD_FIGURES]; /* [agent] */
} BoardReader;

/* A or B. */
typedef struct {
    const char *name;         /* as the user gave it */
    Result result;            /* figures, or the heads of a file of rounds or matches */
    bool directory, keeps[2]; /* keeps: it has rows of WITH_ROUNDS, WITH_MATCHES */
    bool rows_alone;          /* it has no figures but those rows */
    KeptBlocks blocks;        /* of a directory that keeps them */
    char *question, *place;   /* what it asks, and that without agents; owned */
    BoardReader boards;
    char folder[TEMP_TEXT], file[TEMP_TEXT + 16]; /* where rows of a directory lie for a while; empty: nowhere */
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
    bool two;                                  /* results of sim with two agents each */
    int about[2];                              /* the agent of A and of B that is compared; the other one follows */
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
    for (int i = 0; i < boards->name_count; i++)
        free(boards->names[i]);
}

/* The agent's index, a new one where it was not met; -1 with the reason. */
static int agent_of(BoardReader *boards, const char *name)
{
    for (int i = 0; i < boards->name_count; i++)
        if (!strcmp(boards->names[i], name)) return i;
    if (boards->name_count == MAX_SEATS) return result_complain(&boards->result, "more than %d agents", MAX_SEATS), -1;
    if (!(boards->names[boards->name_count] = strdup(name))) return error_memory(&boards->result.error), -1;
    return boards->name_count++;
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
    const bool first = !boards->name_count;
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
        if (isnan(board) || isnan(value) || !(seat >= 0 && seat < MAX_SEATS) || (!first && board <= before))
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

/* The figures of a run directory, and which rows it keeps. */
static bool directory_keeps(const Driver *driver, Side *side, Error *error)
{
    char keeps[200];
    if (!directory_read(driver, &side->result, &side->blocks, keeps, sizeof keeps, side->name, error)) return false;
    for (int by = 0; by < WITH_BLOCKS; by++)
        side->keeps[by] = strstr(keeps, BOARD_OPTIONS[by]) != NULL;
    return true;
}

static bool figures_read(const Compare *own, Side *side, Error *error)
{
    CsvReader reader;
    bool good = csv_open(&reader, &side->result, side->name) && csv_begin(&reader) && csv_kind(&reader, own->kinds);
    for (int by = 0; by < WITH_BLOCKS && good; by++)
        side->keeps[by] = side->result.kind == BOARD_KINDS[by];
    side->rows_alone = side->keeps[WITH_ROUNDS] || side->keeps[WITH_MATCHES];
    if (good && !side->rows_alone) good = csv_rows(&reader, CSV_MOST_ROWS);
    csv_close(&reader);
    return good || (*error = side->result.error, false);
}

static bool side_read(Driver *driver, Side *side, const char *name, Error *error)
{
    Compare *own = driver->own;
    Result *result = &side->result;
    side->name = name;
    side->directory = is_directory(name);
    if (!(side->directory ? directory_keeps(driver, side, error) : figures_read(own, side, error))) return false;
    result->name = name;
    if (!side->rows_alone && (!result->kind || !result->kind->measures))
        return error_set(error, "%.200s: results of %s are not compared", name,
                         result->kind ? result->kind->table->file : "this kind");
    if (!result_head_of(result, "seed")) return error_set(error, "%.200s: no line '# seed:' says its seed", name);
    if (result_partial(result) && !side->rows_alone)
        driver_note(driver, "note: %s is not whole: %s", name, result_partial(result));
    side->question = question_make(driver, result, true, error);
    side->place = side->question ? question_make(driver, result, false, error) : NULL;
    return side->place && (side->rows_alone || findings_make(&side->findings, result) || error_memory(error));
}

static const ResultKind *side_kind(const Side *side) { return side->rows_alone ? &RESULT_SIM : side->result.kind; }

static bool number_same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/* Do both ask the same of agents, who may be others? */
static bool sides_fit(const Driver *driver, Error *error)
{
    const Compare *own = driver->own;
    const Side *a = &own->sides[0], *b = &own->sides[1];
    const char *versions[2];
    if (strcmp(a->place, b->place) || side_kind(a) != side_kind(b))
        return error_set(error, "%.100s and %.100s answer different questions: '%.150s' and '%.150s'", a->name, b->name,
                         a->question, b->question);
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

/* By which rows the boards can be paired; WITH_NEITHER with the reason. */
static BoardFile pairing_choose(Compare *own)
{
    const Side *a = &own->sides[0], *b = &own->sides[1];
    const char *seeds[2] = {result_head_of(&a->result, "seed"), result_head_of(&b->result, "seed")};
    if (strcmp(seeds[0], seeds[1])) {
        snprintf(own->reason, sizeof own->reason, "the seeds are %.20s and %.20s", seeds[0], seeds[1]);
        return WITH_NEITHER;
    }
    for (int by = WITH_MATCHES; by >= WITH_ROUNDS; by--)
        if (a->keeps[by] && b->keeps[by]) return (BoardFile)by;
    if (a->blocks.sums.count && b->blocks.sums.count) return WITH_BLOCKS;
    const Side *none = a->keeps[WITH_ROUNDS] || a->keeps[WITH_MATCHES] || a->blocks.sums.count ? b : a;
    const bool rows = none->keeps[WITH_ROUNDS] || none->keeps[WITH_MATCHES];
    if (rows && (a->keeps[WITH_ROUNDS] || a->keeps[WITH_MATCHES]))
        snprintf(own->reason, sizeof own->reason, "one has rounds and the other matches");
    else if (side_kind(a) == &RESULT_SIM && (!none->directory || rows))
        snprintf(own->reason, sizeof own->reason, "%.100s has no rounds, which sim keeps with --rounds-csv",
                 rows && none == b ? a->name : none->name);
    else if (side_kind(a) == &RESULT_RATE)
        snprintf(own->reason, sizeof own->reason,
                 "a rating is fitted to all boards of its field, and no board has one");
    else if (!none->directory && side_kind(a)->measures->keeps_blocks)
        snprintf(own->reason, sizeof own->reason, "%.100s is no run directory, which --run makes", none->name);
    else
        snprintf(own->reason, sizeof own->reason, "%.100s keeps nothing of single boards", none->name);
    return WITH_NEITHER;
}

/* Are both one result: a file and itself or a copy of it, or what a run directory keeps and its CSV? */
static bool sides_same(const Compare *own)
{
    const Side *a = &own->sides[0], *b = &own->sides[1];
    bool same = !strcmp(result_head_of(&a->result, "seed"), result_head_of(&b->result, "seed")) &&
                !strcmp(a->question, b->question) && a->findings.count && a->findings.count == b->findings.count;
    for (size_t i = 0; i < a->findings.count && same; i++) {
        const Finding *x = &a->findings.list[i], *y = finding_same(&b->findings, x, i);
        same = y && number_same(x->measured.value, y->measured.value) && number_same(x->boards, y->boards);
    }
    return same;
}

/* ---- boards of both */

/* Lets the command that wrote a run directory write its rows into a file for a while. */
static bool rows_make(const Driver *driver, Side *side, BoardFile by, Error *error)
{
    const char *place = getenv("TMPDIR");
    char quiet[] = "--quiet", option[24];
    if (snprintf(side->folder, sizeof side->folder, "%s/pasur-XXXXXX", place && *place ? place : "/tmp") >= TEMP_TEXT ||
        !mkdtemp(side->folder)) {
        const int reason = errno;
        error_file(error, side->folder, reason);
        *side->folder = 0;
        return false;
    }
    snprintf(side->file, sizeof side->file, "%s/rows.csv", side->folder);
    snprintf(option, sizeof option, "--%s", BOARD_OPTIONS[by]);
    RunLook look = {.dirs = &side->name, .count = 1, .quiet = true, .error = error};
    error_set(error, "%.200s cannot be read", side->name);
    return !command_look(driver->commands, &look, (char *const[]){quiet, option, side->file, NULL});
}

static bool rows_open(const Driver *driver, Side *side, BoardFile by, Error *error)
{
    Compare *own = driver->own;
    if (side->directory && !rows_make(driver, side, by, error)) return false;
    if (!boards_open(&side->boards, side->directory ? side->file : side->name, own->kinds))
        return *error = side->boards.result.error, false;
    side->boards.result.name = side->name;
    return true;
}

/* Of two agents in A and in B, which ones are compared: those named first, whose opponents may be the same one or
   others; or where an agent stands first in one and second in the other, that agent. If both agents do, it is the one
   whose name comes first in the alphabet, so that the order of A and B does not matter. */
static bool about_choose(Compare *own, const char *const a[static 2], const char *const b[static 2], Error *error)
{
    const Result *result = &own->sides[0].result;
    const bool first = !strcmp(a[0], b[1]), second = !strcmp(a[1], b[0]);
    const char *text = result_head_of(result, "rules");
    Rules rules;
    Error unused;
    own->two = true;
    if (!strcmp(a[0], b[0]) || !strcmp(a[1], b[1]) || !(first || second)) return true;
    own->about[0] = !first || (second && strcmp(a[1], a[0]) < 0);
    own->about[1] = !own->about[0];
    if (!text || !rules_parse(&rules, text, &unused) || rules.players % 2 == 0) return true;
    return error_set(error, "%.60s sits alone in one of them and twice in the other: that is not the same question",
                     a[own->about[0]]);
}

/* The place in B of each agent of A: who has the same name, else who sits there and is not among A's. */
static void agents_match(int out[MAX_SEATS], const BoardReader *a, const BoardReader *b)
{
    for (int i = 0; i < a->name_count; i++) {
        out[i] = -1;
        for (int k = 0; k < b->name_count; k++)
            if (!strcmp(a->names[i], b->names[k])) out[i] = k;
    }
    for (int i = 0; i < a->name_count && i < b->name_count; i++) {
        bool known = out[i] >= 0;
        for (int k = 0; k < a->name_count; k++)
            known |= !strcmp(b->names[i], a->names[k]);
        if (!known) out[i] = i;
    }
}

static void board_pair(Compare *own, const int match[])
{
    const BoardReader *a = &own->sides[0].boards, *b = &own->sides[1].boards;
    for (int agent = 0; agent < a->name_count; agent++)
        for (int figure = 0; figure < BOARD_FIGURES && match[agent] >= 0; figure++)
            paired_add(&own->sums[agent][figure],
                       (double[]){a->sums[agent][figure], a->rows[agent], b->sums[match[agent]][figure],
                                  b->rows[match[agent]]},
                       1);
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
static bool follows(const Compare *own, size_t agent) { return own->two && agent != (size_t)own->about[0]; }

static bool boards_compare(Driver *driver, Error *error)
{
    Compare *own = driver->own;
    BoardReader *a = &own->sides[0].boards, *b = &own->sides[1].boards;
    int match[MAX_SEATS] = {NOBODY, NOBODY, NOBODY, NOBODY};
    bool good = rows_open(driver, &own->sides[0], own->by, error) && rows_open(driver, &own->sides[1], own->by, error);
    if (!good) return false;
    bool good_a, good_b, has_a = board_next(a, &good_a), has_b = board_next(b, &good_b);
    if (has_a && has_b && a->name_count == 2 && b->name_count == 2) {
        if (!about_choose(own, (const char *const *)a->names, (const char *const *)b->names, error)) return false;
        match[own->about[0]] = own->about[1];
    } else if (has_a && has_b) {
        agents_match(match, a, b);
    }
    while (good_a && good_b && (has_a || has_b)) {
        const bool both = has_a && has_b, take_a = has_a && (!both || a->number <= b->number),
                   take_b = has_b && (!both || b->number <= a->number);
        if (take_a && take_b) board_pair(own, match);
        own->alone[0] += take_a && !take_b;
        own->alone[1] += take_b && !take_a;
        if (take_a) has_a = board_next(a, &good_a);
        if (take_b) has_b = board_next(b, &good_b);
    }
    if (!good_a || !good_b) return *error = (good_a ? b : a)->result.error, false;
    if (!boards_whole(a, error) || !boards_whole(b, error)) return false;
    for (int agent = 0; agent < a->name_count; agent++)
        for (int index = 0; index < BOARD_FIGURES && match[agent] >= 0; index++) {
            const PairedSums *sums = &own->sums[agent][index];
            const char *figure = board_figure(a, index);
            if (!figure) continue;
            const Estimate of_a = paired_estimate(sums, 0), of_b = paired_estimate(sums, 1);
            const Finding x = {{a->names[agent]},   figure, board_unit(figure), 0, {of_a.mean, of_a.se},
                               (double)sums->boards};
            const Finding y = {{b->names[match[agent]]}, figure, board_unit(figure), 0, {of_b.mean, of_b.se},
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
    const BlockSums *a = &own->sides[0].blocks.sums, *b = &own->sides[1].blocks.sums;
    while (place[0] < a->count && place[1] < b->count) {
        const int64_t *x = block_at(a, place[0]), *y = block_at(b, place[1]);
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
        for (size_t block = 0; block < own->sides[i].blocks.sums.count; block++)
            own->alone[i] += (uint64_t)block_at(&own->sides[i].blocks.sums, block)[BLOCK_SEEN];
    for (; block_common(own, place); place[0]++, place[1]++, own->blocks++)
        for (int i = 0; i < 2; i++)
            own->alone[i] -= (uint64_t)block_at(&own->sides[i].blocks.sums, place[i])[BLOCK_SEEN];
}

/* The sums of a figure over the blocks of both. False: none of them has it. */
static bool blocks_pair(PairedSums *out, const Compare *own, const BlockFigure *const figures[static 2])
{
    size_t place[2] = {0, 0};
    for (; block_common(own, place); place[0]++, place[1]++) {
        double numbers[4];
        int64_t seen = 0;
        for (int i = 0; i < 2; i++) {
            const int64_t *block = block_at(&own->sides[i].blocks.sums, place[i]);
            seen = block[BLOCK_SEEN];
            numbers[2 * i] = (double)block[BLOCK_HEAD + figures[i]->sum] / figures[i]->scale;
            numbers[2 * i + 1] = (double)block[BLOCK_HEAD + figures[i]->count];
        }
        if (numbers[1] > 0 && numbers[3] > 0) paired_add(out, numbers, seen);
    }
    return out->boards > 0;
}

/* ---- figures of both */

/* The figures of a file of rounds or matches that is not paired. */
static bool rows_findings(const Driver *driver, Side *side, Error *error)
{
    BoardReader *boards = &side->boards;
    PairedSums sums[MAX_SEATS][BOARD_FIGURES] = {0};
    bool good;
    if (!rows_open(driver, side, side->keeps[WITH_ROUNDS] ? WITH_ROUNDS : WITH_MATCHES, error)) return false;
    while (board_next(boards, &good))
        for (int agent = 0; agent < boards->name_count; agent++)
            for (int figure = 0; figure < BOARD_FIGURES; figure++)
                paired_add(&sums[agent][figure], (double[]){boards->sums[agent][figure], boards->rows[agent], 0, 0}, 1);
    if (!good) return *error = boards->result.error, false;
    if (!boards_whole(boards, error)) return false;
    side->findings.list = calloc(MAX_SEATS * BOARD_FIGURES, sizeof *side->findings.list);
    if (!side->findings.list) return error_memory(error);
    for (int agent = 0; agent < boards->name_count; agent++)
        for (int index = 0; index < BOARD_FIGURES && board_figure(boards, index); index++) {
            const Estimate e = paired_estimate(&sums[agent][index], 0);
            side->findings.list[side->findings.count++] = (Finding){
                {boards->names[agent]}, board_figure(boards, index),     board_unit(board_figure(boards, index)),
                (size_t)agent,          {e.mean, e.se > 0 ? e.se : NAN}, (double)e.n};
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

/* The finding of B that stands for A's: of the same row, or where rows are agents as they were named, of who is in that
   place and is not among A's; of tactics of the same row against another opponent. */
static const Finding *finding_match(const Compare *own, const Finding *a, size_t index)
{
    const Findings *in = &own->sides[1].findings;
    for (size_t i = 0; own->two && i < in->count; i++)
        if (in->list[i].row == (size_t)own->about[1] && !strcmp(in->list[i].figure, a->figure)) return &in->list[i];
    if (own->two) return NULL;
    const Finding *same = finding_same(in, a, index);
    const bool agents = own->sides[0].rows_alone || side_kind(own->sides)->measures->by_place;
    const bool opponents = !agents && side_kind(own->sides)->measures->keeps_blocks;
    if (same || (!agents && !opponents)) return same;
    for (size_t i = 0; i < in->count; i++)
        if (in->list[i].row == a->row && !strcmp(in->list[i].figure, a->figure) &&
            (agents || against_other(a, &in->list[i])) && !finding_same(&own->sides[0].findings, &in->list[i], i))
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

/* The names of two agents, in the order of their rows; false if there are more or fewer. */
static bool two_named(const char *names[static 2], const Findings *findings)
{
    bool two = true;
    for (size_t i = 0; i < findings->count; i++)
        if ((two &= findings->list[i].row < 2)) names[findings->list[i].row] = findings->list[i].names[0];
    return two && names[0] && names[1];
}

static bool figures_compare(Driver *driver, Error *error)
{
    Compare *own = driver->own;
    const char *names[2][2] = {{NULL}};
    if (own->by == WITH_BLOCKS) blocks_count(own);
    for (int i = 0; i < 2; i++)
        if (own->sides[i].rows_alone && !rows_findings(driver, &own->sides[i], error)) return false;
    const Findings *a = &own->sides[0].findings;
    if (side_kind(own->sides) == &RESULT_SIM && two_named(names[0], a) &&
        two_named(names[1], &own->sides[1].findings) && !about_choose(own, names[0], names[1], error))
        return false;
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
        row->difference = difference_of(x->measured, x->boards, y->measured, y->boards);
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
    files_add(&driver->files, "B", names[1], FILE_READ);
    for (int i = 0; i < 2; i++) {
        if (!strcmp(names[i], "-")) return error_set(error, "stdin is read once only: name files");
        if (!side_read(driver, &own->sides[i], names[i], error)) return false;
    }
    if (!sides_fit(driver, error)) return false;
    if (files_same(names[0], names[1])) driver_note(driver, "note: A and B are the same, %s", names[0]);
    own->by = pairing_choose(own);
    own->same = own->result.same = own->by == WITH_NEITHER && sides_same(own);
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
        fprintf(out, "%c: %s, seed %s: %s\n", "AB"[i], own -> sides[i].name,
                result_head_of(&own->sides[i].result, "seed"), own->sides[i].question);
}

static const char ONE_RESULT[] = "A and B are one result: the same question, seed, boards and figures";

static void plan(const Driver *driver, FILE *out)
{
    const Compare *own = driver->own;
    sides_print(out, own);
    if (own->same)
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
    if (!difference_finish(&own->result)) return error_memory(error);
    if (own->within > 0) driver->work.verdict = STATUSES[difference_within(&own->result) + 1];
    return true;
}

/* How the boards were paired, or why not. */
static void pairing_print(char out[static 2 * REASON_TEXT], const Compare *own)
{
    char alone[100] = "", blocks[40] = "";
    if (own->same) {
        snprintf(out, 2 * REASON_TEXT, "%s", ONE_RESULT);
        return;
    }
    if (own->by == WITH_NEITHER) {
        const bool same =
            !strcmp(result_head_of(&own->sides[0].result, "seed"), result_head_of(&own->sides[1].result, "seed"));
        snprintf(out, 2 * REASON_TEXT, "not paired: %s; the two are taken as independent%s", own->reason,
                 same ? ", though they played the same cards" : "");
        return;
    }
    if (own->alone[0] || own->alone[1])
        snprintf(alone, sizeof alone, "; left out: %llu that A alone has and %llu that B alone has",
                 (unsigned long long)own->alone[0], (unsigned long long)own->alone[1]);
    if (own->by == WITH_BLOCKS) snprintf(blocks, sizeof blocks, ", in %llu blocks", (unsigned long long)own->blocks);
    snprintf(out, 2 * REASON_TEXT, "paired by %lld boards that both played%s%s",
             (long long)own->result.rows[0].boards_a, blocks, alone);
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
        block_sums_free(&side->blocks.sums);
        if (*side->file) unlink(side->file);
        if (*side->folder) rmdir(side->folder);
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
             "same of the same or of other agents. Of two agents the result is about the one named first in both, or the "
             "one in common where that is named first in one of them and second in the other. Boards that both played "
             "with the same seed are paired where both kept rounds, or are run directories of sim or tactics; ratings "
             "never are, since each is fitted to all boards of its field.",
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
