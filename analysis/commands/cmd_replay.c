/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur replay: checks records play by play and counts them. */
#include <string.h>

#include "analysis/commands/commands.h"
#include "sim/files/record_file.h"

enum { SIDES_TEXT = 64 };

typedef struct {
    TextBuffer rows; /* kept to the end: bad input, even in the last line, prints nothing */
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

/* Adds the record's row. */
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
    if (!figures_add(&replay->rows, &REPLAY_FIGURES, &row)) return error_memory(error);
    return !interrupt_seen() || error_set(error, "stopped");
}

static bool records_check(Driver *driver, Error *error)
{
    Replay *replay = driver->own;
    const char *name = driver->parsed.args[0];
    OutputFile file;
    if (strcmp(name, "-")) interrupt_catch(); /* who types is asked for the next line, and stops at once */
    const bool good = record_file_read(name, record_take, driver, error);
    driver->interrupted = !good && interrupt_seen();
    if ((!good && !driver->interrupted) || !output_file_open(&file, "-", error)) return false;
    figures_header(&file, &REPLAY_FIGURES);
    output_file_write(&file, replay->rows.data, replay->rows.length);
    return output_file_close(&file, error);
}

static void replay_free(Driver *driver) { text_buffer_free(&((Replay *)driver->own)->rows); }

const Command CMD_REPLAY = {
    .spec = {.command = "replay",
             .summary = "check records play by play and count them",
             .args = {"FILE", 1, 1},
             .about = "Checks records play by play and counts them; - is stdin. Prints CSV, one row for each record: "
                      "record,ok,points,surs,clubs,error. The status is 1 if any record is wrong.",
             .example = "pasur replay rounds.txt"},
    .size = sizeof(Replay),
    COMMAND_TABLES(&REPLAY_FIGURES),
    .work = records_check,
    .free = replay_free,
};
