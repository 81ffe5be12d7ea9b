/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur replay: checks records play by play and counts them. */
#include <string.h>

#include "analysis/commands/commands.h"
#include "sim/files/record_file.h"

enum { SIDES_TEXT = 64 };

typedef struct {
    OutputFile file;
    uint64_t count;
} Replay;

typedef struct {
    uint64_t record;
    bool ok;
    char points[SIDES_TEXT], surs[SIDES_TEXT], clubs[SIDES_TEXT]; /* empty: unknown */
    const char *error;
} ReplayRow;

static const Figure FIGURES[] = {
    {"record", "index", "which record of the file, from 0", FIGURE_AT(ReplayRow, record)},
    {"ok", "0 or 1", "1: every play is legal, and points, surs and clubs are what the record says",
     FIGURE_AT(ReplayRow, ok)},
    {"points", "points", "what each side scored in the round, with blanks between", FIGURE_AT(ReplayRow, points)},
    {"surs", "Surs", "Surs of each side, in the same way", FIGURE_AT(ReplayRow, surs)},
    {"clubs", "cards", "clubs of each side, in the same way", FIGURE_AT(ReplayRow, clubs)},
    {"error", "text", "what is wrong; empty where ok is 1", FIGURE_AT(ReplayRow, error)},
};
static const FigureTable REPLAY_FIGURES = {"replay", "record", FIGURE_ROWS(FIGURES), NULL};

/* The figures of the sides joined by blanks. */
static void sides_print(ReplayRow *row, const SideCount counts[], int sides)
{
    int points = 0, surs = 0, clubs = 0;
    for (int side = 0; side < sides; side++) {
        const char *blank = side ? " " : "";
        points += snprintf(row->points + points, SIDES_TEXT - (size_t)points, "%s%d", blank, counts[side].points);
        surs += snprintf(row->surs + surs, SIDES_TEXT - (size_t)surs, "%s%d", blank, counts[side].surs);
        clubs += snprintf(row->clubs + clubs, SIDES_TEXT - (size_t)clubs, "%s%d", blank, counts[side].clubs);
    }
}

static bool prepare(Driver *driver, Error *error)
{
    Replay *replay = driver->own;
    files_add(&driver->files, "the file", driver->parsed.args[0], FILE_READ);
    return output_file_open(&replay->file, "-", error);
}

/* Prints the record's row. */
static bool record_take(void *context, const Record *record, Error *error)
{
    Driver *driver = context;
    Replay *replay = driver->own;
    const char *unused;
    Error wrong;
    SideCount counts[MAX_SIDES];
    Round round;
    ReplayRow row = {.record = replay->count++, .ok = record_replay(&round, counts, record, &wrong)};
    /* the figures mean something only if everything on the way to them was right */
    if (round.table.ply == record->play_count &&
        first_pool_allowed(pack_pool(&record->pack, &record->rules), &record->rules, &unused))
        sides_print(&row, counts, record->rules.sides);
    if (!row.ok) row.error = wrong.text, driver->verdict = STATUS_NO;
    if (!row.record) figures_header(&replay->file, &REPLAY_FIGURES);
    figures_row(&replay->file, &REPLAY_FIGURES, &row);
    if (record->cut && (!row.ok || !record->has_clubs))
        driver_note(driver, "note: %.128s:%d: the file ends within a line: its last record may be torn",
                    driver->parsed.args[0], record->first_line);
    return !(interrupt_seen() || output_file_failed(&replay->file)) || error_set(error, "stopped");
}

static bool records_check(Driver *driver, Error *error)
{
    Replay *replay = driver->own;
    interrupt_catch_reading(driver->parsed.args[0]);
    const bool good = record_file_read(driver->parsed.args[0], record_take, driver, error);
    driver->interrupted = !good && interrupt_seen();
    return output_file_close(&replay->file, error) && (good || driver->interrupted);
}

const Command CMD_REPLAY = {
    .spec = {.command = "replay",
             .summary = "check records play by play and count them",
             .args = {"FILE", 1, 1},
             .about = "Checks records play by play and counts them; - is stdin. Prints CSV, one row for each record: "
                      "record,ok,points,surs,clubs,error. The status is 1 if any record is wrong.",
             .example = "pasur replay rounds.txt"},
    .size = sizeof(Replay),
    COMMAND_TABLES(&REPLAY_FIGURES),
    .prepare = prepare,
    .work = records_check,
};
