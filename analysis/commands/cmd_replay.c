/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur replay: checks records play by play and counts them. */
#include <string.h>

#include "analysis/commands/commands.h"
#include "engine/match.h"
#include "sim/files/record_file.h"

enum { SIDES_TEXT = 64 };

typedef struct {
    uint64_t count;     /* rows so far */
    bool matches;       /* --match: the records are rounds of matches */
    MatchReader reader; /* of the match that is being read */
    Error wrong;        /* with that match */
} Replay;

static const Option OPTIONS[] = {
    {"match", "check whole matches: scores, seats, ends and winners, one row for each match",
     OPTION_AT(Replay, matches), .heading = "Options"},
    {OPTION_JSON_STREAM},
};

typedef struct {
    uint64_t record;
    bool ok;
    char points[SIDES_TEXT], surs[SIDES_TEXT], clubs[SIDES_TEXT]; /* empty: unknown */
    const char *error;
} ReplayRow;

static const Column COLUMNS[] = {
    {"record", "index", "which record of the file, from 0", COLUMN_AT(ReplayRow, record)},
    {"ok", "0 or 1", "1: every play is legal, and points, surs and clubs are what the record says",
     COLUMN_AT(ReplayRow, ok)},
    {"points", "points", "what each side scored in the round, with blanks between", COLUMN_AT(ReplayRow, points)},
    {"surs", "Surs", "Surs of each side, in the same way", COLUMN_AT(ReplayRow, surs)},
    {"clubs", "cards", "clubs of each side, in the same way", COLUMN_AT(ReplayRow, clubs)},
    {"error", "text", "what is wrong; empty where ok is 1", COLUMN_AT(ReplayRow, error)},
};
static const ColumnTable REPLAY_COLUMNS = {"replay FILE", "record", COLUMN_ROWS(COLUMNS), NULL};
static const ResultKind RESULT_REPLAY = {.table = &REPLAY_COLUMNS, .boardless = true};

typedef struct {
    uint64_t match;
    bool ok;
    int rounds;
    char scores[SIDES_TEXT], winner[SIDES_TEXT]; /* empty: unknown */
    const char *end, *error;
} MatchRow;

static const Column MATCHES[] = {
    {"match", "index", "the match, as its records say; where they do not, from 0", COLUMN_AT(MatchRow, match)},
    {"ok", "0 or 1", "1: every round is right, follows the one before, and the last one ends the match",
     COLUMN_AT(MatchRow, ok)},
    {"rounds", "rounds", "rounds played, up to where something is wrong", COLUMN_AT(MatchRow, rounds)},
    {"scores", "points", "scores after them, with blanks between, in the order of the sides of the first round",
     COLUMN_AT(MatchRow, scores)},
    {"winner", "side", "the side that won, from 0, in the same order; empty: nobody yet", COLUMN_AT(MatchRow, winner)},
    {"end", "word", "count: it won after the count of a round; per_shodam: it stopped a round midway",
     COLUMN_AT(MatchRow, end)},
    {"error", "text", "what is wrong; empty where ok is 1", COLUMN_AT(MatchRow, error)},
};
static const ColumnTable MATCH_COLUMNS = {"replay --match", "match", COLUMN_ROWS(MATCHES), NULL};
static const ResultKind RESULT_MATCH = {.table = &MATCH_COLUMNS, .boardless = true};

/* Adds the figure of one more side. */
static void side_add(char text[static SIDES_TEXT], int number)
{
    const size_t used = strlen(text);
    snprintf(text + used, SIDES_TEXT - used, "%s%d", used ? " " : "", number);
}

/* Prints a row of the records or of the matches. */
static void row_print(Driver *driver, const void *row, bool ok)
{
    Replay *replay = driver->own;
    replay->count++;
    driver_row(driver, replay->matches ? &MATCH_COLUMNS : &REPLAY_COLUMNS, row);
    if (!ok) driver->work.verdict = STATUS_NO;
}

/* After each record. False: reading ends here. */
static bool goes_on(const Driver *driver, const Record *record, bool ok, Error *error)
{
    if (record->cut && (!ok || !record->has_clubs))
        driver_note(driver, "note: %.128s:%d: the file ends within a line: its last record may be torn",
                    driver->parsed.args[0], record->first_line);
    return !(interrupt_seen() || driver->rows->error) || error_set(error, "stopped");
}

/* Prints the row of the match that was read; there may be none. */
static void match_row_print(Driver *driver)
{
    static const char *const ENDS[] = {[MATCH_COUNT] = "count", [MATCH_SHODAM] = "per_shodam"};
    Replay *replay = driver->own;
    const MatchReader *reader = &replay->reader;
    const Match *match = &reader->match;
    if (!reader->begun) return;
    MatchRow row = {.match = reader->last.has_match ? reader->last.match : replay->count,
                    .ok = !reader->wrong && match_finish(reader, &replay->wrong),
                    .rounds = match->rounds,
                    .end = ENDS[match->end]};
    for (int side = 0; side < reader->last.rules.sides; side++)
        side_add(row.scores, match->scores[side]);
    if (match->winner != NOBODY) side_add(row.winner, match->winner);
    if (!row.ok) row.error = replay->wrong.text;
    row_print(driver, &row, row.ok);
    replay->reader = (MatchReader){0};
}

/* Takes the record as the next round of its match. */
static bool match_take(void *context, const Record *record, Error *error)
{
    Driver *driver = context;
    Replay *replay = driver->own;
    if (!match_continues(&replay->reader, record)) match_row_print(driver);
    if (!replay->reader.wrong) match_feed(&replay->reader, record, &replay->wrong);
    return goes_on(driver, record, !replay->reader.wrong, error);
}

/* Prints the record's row. */
static bool record_take(void *context, const Record *record, Error *error)
{
    Driver *driver = context;
    const char *unused;
    Error wrong;
    SideCount counts[MAX_SIDES];
    Round round;
    ReplayRow row = {.record = ((const Replay *)driver->own)->count, .ok = record_replay(&round, record, &wrong)};
    count_sides(counts, &round.table, &record->rules);
    /* the figures mean something only if everything on the way to them was right */
    const bool counted = round.table.ply == record->play_count &&
                         first_pool_allowed(pack_pool(&record->pack, &record->rules), &record->rules, &unused);
    for (int side = 0; counted && side < record->rules.sides; side++) {
        side_add(row.points, counts[side].points);
        side_add(row.surs, counts[side].surs);
        side_add(row.clubs, counts[side].clubs);
    }
    if (!row.ok) row.error = wrong.text;
    row_print(driver, &row, row.ok);
    return goes_on(driver, record, row.ok, error);
}

static bool records_check(Driver *driver, Error *error)
{
    Replay *replay = driver->own;
    const char *name = driver->parsed.args[0];
    interrupt_catch_reading(name);
    const bool good = record_file_read(name, replay->matches ? match_take : record_take, driver, error);
    if (good) match_row_print(driver);
    driver->work.interrupted = !good && interrupt_seen();
    return good || driver->work.interrupted || driver->rows->error; /* whoever closes it says why */
}

const Command CMD_REPLAY = {
    .spec = {.command = "replay",
             .summary = "check records play by play and count them",
             .args = {"FILE", 1, 1, "the file", TAKES_FILE},
             .about = "Checks records play by play and counts them; - is stdin. Prints CSV, one row for each record: "
                      "record,ok,points,surs,clubs,error; with --match one for each match: "
                      "match,ok,rounds,scores,winner,end,error. The status is 1 if any is wrong.",
             .example = "pasur sim greedy random --boards 9 --records - | pasur replay -",
             .notes = "A match is its rounds' records in sequence. Records that name no match are one match.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Replay),
    COMMAND_RESULTS(&RESULT_REPLAY, &RESULT_MATCH),
    .work = records_check,
};
