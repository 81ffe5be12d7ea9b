/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur perft: how many sequences of plays follow a position. */
#include "engine/perft.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim/commands.h"
#include "sim/options.h"
#include "sim/record_file.h"

typedef struct {
    Rules rules;
    Round round;
} Position;

typedef struct {
    Position *positions;
    size_t count, room;
} Positions;

static bool position_add(Positions *list, const Position *position)
{
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        Position *grown = realloc(list->positions, room * sizeof *grown);
        if (!grown) return false;
        list->positions = grown;
        list->room = room;
    }
    list->positions[list->count++] = *position;
    return true;
}

/* Reads all positions before the first is counted. Returns 0 or the exit status with one line in error. */
static int positions_read(Positions *list, const char *name, Record *record, char *error, size_t size)
{
    RecordFile file;
    RecordFileStatus status;
    if (!record_file_open(&file, name, error, size)) return 2;
    while ((status = record_file_next(&file, record, error, size)) == RECORD_NEXT) {
        Position position = {.rules = record->rules};
        char reason[ERROR_TEXT];
        if (!record_position(&position.round, record, reason, sizeof reason)) {
            snprintf(error, size, "%.100s:%d: %s", name, record->first_line, reason);
            status = RECORD_BAD;
            break;
        }
        if (!position_add(list, &position)) {
            snprintf(error, size, "out of memory");
            status = RECORD_FAILED;
            break;
        }
    }
    record_file_close(&file);
    return status == RECORD_BAD ? 2 : status == RECORD_FAILED ? 5 : 0;
}

int cmd_perft(int argc, char **argv)
{
    struct {
        uint64_t depth;
    } mine = {0};
    static const Option ROWS[] = {
        {.name = "depth",
         .type = OPTION_COUNT,
         .low = "0",
         .high = "48",
         .fallback = "4",
         .help = "plays to look ahead"},
    };
    const OptionGroup groups[] = {{"Options", ROWS, 1, &mine}};
    const OptionsSpec spec = {
        .command = "perft",
        .args = "FILE",
        .min_args = 1,
        .max_args = 1,
        .about =
            "For each record's position one line: how many sequences of plays follow it. A round that ends earlier "
            "counts as one. Cards are told apart by suit. - is stdin.",
        .example = "pasur perft positions.txt --depth 6",
        .groups = groups,
        .group_count = 1,
    };
    char error[RECORD_FILE_ERROR] = "out of memory";
    ParsedOptions parsed;
    OptionsStatus options = options_parse(&parsed, &spec, argc, argv);
    if (options != OPTIONS_OK) return options_report(&spec, &parsed, options);
    Positions list = {0};
    Record *record = malloc(sizeof *record);
    int status = record ? positions_read(&list, parsed.args[0], record, error, sizeof error) : 5;
    free(record);
    if (status) command_error(status, "perft", "%s", error);
    for (size_t i = 0; i < list.count && !status; i++) {
        const Position *position = &list.positions[i];
        printf("%llu\n", (unsigned long long)perft(&position->round, &position->rules, (int)mine.depth));
        if (fflush(stdout)) status = command_error(5, "perft", "standard output: %s", strerror(errno));
    }
    free(list.positions);
    return status;
}
