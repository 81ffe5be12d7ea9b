/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur replay: checks records play by play and counts them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/options.h"
#include "sim/files/csv.h"
#include "sim/files/interrupt.h"
#include "sim/files/record_file.h"

enum { FIGURES_TEXT = 64 };

/* The figures of the sides joined by spaces. */
static const char *figures(char out[static FIGURES_TEXT], const int values[], int sides)
{
    int used = 0;
    for (int side = 0; side < sides; side++)
        used += snprintf(out + used, FIGURES_TEXT - (size_t)used, "%s%d", side ? " " : "", values[side]);
    return out;
}

/* Adds the record's row; returns whether it is right. */
static bool row_add(OutputFile *csv, uint64_t index, const Record *record)
{
    Error error;
    char text[FIGURES_TEXT];
    const char *unused;
    const int sides = record->rules.sides;
    int points[MAX_SIDES], surs[MAX_SIDES], clubs[MAX_SIDES];
    SideCount counts[MAX_SIDES];
    Round round;
    bool ok = record_replay(&round, counts, record, &error);
    for (int side = 0; side < sides; side++) {
        points[side] = counts[side].points;
        surs[side] = counts[side].surs;
        clubs[side] = counts[side].clubs;
    }
    /* the figures mean something only if everything on the way to them was right */
    bool counted = round.table.ply == record->play_count &&
                   first_pool_allowed(pack_pool(&record->pack, &record->rules), &record->rules, &unused);
    csv_count(csv, index);
    csv_count(csv, ok);
    csv_text(csv, counted ? figures(text, points, sides) : NULL);
    csv_text(csv, counted ? figures(text, surs, sides) : NULL);
    csv_text(csv, counted ? figures(text, clubs, sides) : NULL);
    csv_text(csv, ok ? NULL : error.text);
    csv_end_row(csv);
    return ok;
}

static bool file_copy(FILE *to, FILE *from)
{
    char block[1 << 16];
    size_t length;
    rewind(from);
    while ((length = fread(block, 1, sizeof block, from)) > 0)
        if (fwrite(block, 1, length, to) != length) return false;
    return !ferror(from) && fflush(to) == 0;
}

/* Writes a row for each record. Returns the exit status, with one line in error for 2 and 5. */
static int replay(OutputFile *csv, const char *name, Record *record, Error *error)
{
    RecordFile file;
    bool right = true;
    if (!record_file_open(&file, name, error)) return STATUS_WRONG_USE;
    csv_names(csv, (const char *const[]){"record", "ok", "points", "surs", "clubs", "error"}, 6);
    RecordFileStatus status;
    for (uint64_t index = 0; (status = record_file_next(&file, record, error)) == RECORD_NEXT; index++) {
        right &= row_add(csv, index, record);
        if (interrupt_seen()) break;
    }
    record_file_close(&file);
    if (status == RECORD_NEXT) return STATUS_INTERRUPTED;
    return status == RECORD_BAD ? error_status(error) : right ? 0 : STATUS_NO;
}

int cmd_replay(int argc, char **argv)
{
    const OptionsSpec spec = {
        .command = "replay",
        .args = "FILE",
        .min_args = 1,
        .max_args = 1,
        .about = "Checks records play by play and counts them; - is stdin. Prints CSV, one row for each record: "
                 "record,ok,points,surs,clubs,error. The status is 1 if any record is wrong.",
        .example = "pasur replay rounds.txt",
    };
    ParsedOptions parsed;
    OptionsStatus options = options_parse(&parsed, &spec, argc, argv);
    if (options != OPTIONS_OK) return options_report(&spec, &parsed, options);
    /* Rows wait in a file of their own: bad input, even in the last line, prints nothing. */
    Error error;
    OutputFile csv = {.file = tmpfile(), .name = "a temporary file"};
    Record *record = malloc(sizeof *record);
    if (!csv.file || !record) {
        free(record);
        if (csv.file) fclose(csv.file);
        return command_error(STATUS_FAILED, "replay", "%s",
                             csv.file ? "out of memory" : "no temporary file can be made");
    }
    if (strcmp(parsed.args[0], "-")) interrupt_catch(); /* who types is asked for the next line, and stops at once */
    int status = replay(&csv, parsed.args[0], record, &error);
    free(record);
    if (status == 2 || status == 5)
        command_error(status, "replay", "%s", error.text);
    else if (output_file_failed(&csv) || !file_copy(stdout, csv.file))
        status = command_error(STATUS_FAILED, "replay", "standard output: %s", strerror(errno));
    fclose(csv.file);
    return status;
}
