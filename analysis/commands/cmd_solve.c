/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur solve: exact values with open cards. pasur perft: how many sequences of plays follow a position. pasur deal:
   shuffled deals as records, which both read. */
#include <errno.h>
#include <stdlib.h>

#include "analysis/commands/commands.h"
#include "engine/notation.h"
#include "engine/round.h"
#include "engine/solve.h"
#include "sim/files/record_file.h"

/* ---- pasur solve */

typedef struct {
    uint64_t records, over;
    int over_line;  /* of the first that is over */
    Solver *solver; /* owned; NULL: none yet … */
    size_t entries; /* … of this many entries */
} Solve;

static const Option OPTIONS[] = {
    {.heading = "Options", OPTION_JSON_STREAM},
};

typedef struct {
    uint64_t record;
    char play[PLAY_TEXT];
    int value;
} SolveRow;

static const Column COLUMNS[] = {
    {"record", "index", "which record of the file, from 0", COLUMN_AT(SolveRow, record)},
    {"play", "play", "the play; - is the position itself", COLUMN_AT(SolveRow, play)},
    {"value", "points", "what the side to move scores beyond the other over the whole round",
     COLUMN_AT(SolveRow, value)},
};
static const ColumnTable SOLVE_COLUMNS = {"solve", "legal play of a record's position", COLUMN_ROWS(COLUMNS), NULL};
static const ResultKind RESULT_SOLVE = {.table = &SOLVE_COLUMNS, .boardless = true};

/* Has a solver with room for such rounds. */
static bool solver_fits(Solve *own, const Rules *rules, Error *error)
{
    const size_t entries = solver_entries(rules);
    if (entries <= own->entries) return true;
    free(own->solver);
    own->solver = solver_open(rules);
    own->entries = entries;
    return own->solver || error_memory(error);
}

/* Writes the rows of the position; rounds that are over have no play to value. */
static bool record_take(void *context, const Record *record, Error *error)
{
    Driver *driver = context;
    Solve *own = driver->own;
    const Rules *rules = &record->rules;
    CardSet plays[MAX_MOVES];
    int values[MAX_MOVES];
    SolveRow row = {.record = own->records++, .play = "-"};
    Round round;
    if ((driver->work.interrupted = interrupt_seen())) return error_set(error, "stopped");
    if (!record_dealt(record, error) || !record_position(&round, record, error)) return false;
    if (rules->sides != 2)
        return error_set(error, "the rules have %d sides; solve works for two (2 players, or 4 with teams=1)",
                         rules->sides);
    if (table_over(&round.table)) {
        if (!own->over++) own->over_line = record->first_line;
        return true;
    }
    if (!solver_fits(own, rules, error)) return false;
    const CardSet hand = round_hand(&round);
    const int count = moves_list(plays, hand, round.table.pool, NULL);
    row.value = solve_plays(values, own->solver, &round, rules, plays, count);
    if (!record->has_play) driver_row(driver, &SOLVE_COLUMNS, &row);
    for (int i = 0; i < count; i++) {
        row.value = values[i];
        play_print(row.play, set_first(plays[i] & hand), plays[i] & ~hand);
        driver_row(driver, &SOLVE_COLUMNS, &row);
    }
    return !driver->rows->error || error_set(error, "stopped");
}

static bool solve_all(Driver *driver, Error *error)
{
    Solve *own = driver->own;
    const char *name = driver->parsed.args[0];
    interrupt_catch_reading(name);
    const bool good = record_file_read(name, record_take, driver, error);
    if (driver->work.interrupted || driver->rows->error) return true;
    if (good && own->over && !driver->begun)
        return error_set(error, "%.100s:%d: the round is over; leave off the last plays of its play line", name,
                         own->over_line);
    if (own->over)
        driver_note(driver, "note: %.100s:%d: the round is over; %llu of %llu records get no row for that", name,
                    own->over_line, (unsigned long long)own->over, (unsigned long long)own->records);
    return good;
}

static void solve_free(Driver *driver) { free(((Solve *)driver->own)->solver); }

const Command CMD_SOLVE = {
    .spec = {.command = "solve",
             .summary = "exact values with open cards, for two sides",
             .args = {"FILE", 1, 1, "the file", TAKES_FILE},
             .about =
                 "Exact values with open cards, for two sides: prints CSV record,play,value, one row for each legal "
                 "play of each record's position. The value is what the side to move scores beyond the other side "
                 "over the whole round, with best play by both and all cards known. A record without a play line "
                 "also has the round's value, as play -. - is stdin.",
             .example = "pasur deal | pasur solve -",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Solve),
    COMMAND_RESULTS(&RESULT_SOLVE),
    .work = solve_all,
    .free = solve_free,
};

/* ---- pasur perft */

typedef struct {
    uint64_t depth;
} Perft;

static const Option PERFT_OPTIONS[] = {
    {"depth", "plays to look ahead", OPTION_AT(Perft, depth), .low = "0", .high = "48", .fallback = "4",
     .heading = "Options"},
};

static bool count_print(void *context, const Record *record, Error *error)
{
    const Perft *own = ((const Driver *)context)->own;
    Round round;
    if (!record_dealt(record, error) || !record_position(&round, record, error)) return false;
    printf("%llu\n", (unsigned long long)perft(&round, &record->rules, (int)own->depth));
    return stdout_flush(errno, error);
}

static bool counts_print(Driver *driver, Error *error)
{
    return record_file_read(driver->parsed.args[0], count_print, driver, error);
}

const Command CMD_PERFT = {
    .rare = true,
    .spec = {.command = "perft",
             .summary = "count the sequences of plays that follow a position",
             .args = {"FILE", 1, 1, "the file", TAKES_FILE},
             .about = "For each record's position one line: how many sequences of plays follow it. A round that ends "
                      "earlier counts as one. Cards are told apart by suit. - is stdin.",
             .example = "pasur deal --boards 3 | pasur perft - --depth 3",
             OPTION_ROWS(PERFT_OPTIONS)},
    .size = sizeof(Perft),
    .work = counts_print,
};

/* ---- pasur deal */

typedef struct {
    uint64_t boards;
    Record record;
    char text[RECORD_TEXT];
} Deal;

static const Option DEAL_OPTIONS[] = {
    {"boards", "how many", OPTION_AT(Deal, boards), .low = "1", .fallback = "1", .heading = "Options"},
    {OPTION_RULES},
    {OPTION_SEED},
};

static bool deals_print(Driver *driver, Error *error)
{
    Deal *deal = driver->own;
    Schedule schedule = {.seed = driver->common.seed};
    if (!rules_parse(&schedule.rules, driver->common.rules, error)) return false;
    deal->record = (Record){.rules = schedule.rules, .has_seed = true, .seed = schedule.seed, .has_round = true};
    bool good = true;
    interrupt_catch();
    for (uint64_t board = 0; good && board < deal->boards && !interrupt_seen(); board++) {
        schedule_pack(&deal->record.pack, &schedule, board);
        deal->record.round = board;
        record_print(deal->text, &deal->record);
        good = fputs(deal->text, stdout) >= 0 || stdout_flush(errno, error);
    }
    driver->work.interrupted = interrupt_seen();
    return good;
}

const Command CMD_DEAL = {
    .spec = {.command = "deal",
             .summary = "print shuffled deals as records",
             .about = "Prints shuffled deals as records, with the first pool put right. They are the boards that "
                      "'pasur sim' plays with the same rules and seed.",
             .example = "pasur deal --boards 3 --rules pagat,players=3",
             OPTION_ROWS(DEAL_OPTIONS)},
    .size = sizeof(Deal),
    .work = deals_print,
};
