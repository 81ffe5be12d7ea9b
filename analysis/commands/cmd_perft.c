/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur perft: how many sequences of plays follow a position. */
#include "engine/round.h"

#include "analysis/commands/commands.h"
#include "sim/files/record_file.h"

typedef struct {
    uint64_t depth;
} Perft;

static const Option OPTIONS[] = {
    {"depth", "plays to look ahead", OPTION_AT(Perft, depth), .low = "0", .high = "48", .fallback = "4",
     .heading = "Options"},
};

static bool count_print(void *context, const Record *record, Error *error)
{
    const Perft *own = ((const Driver *)context)->own;
    Position position;
    if (!position_of(&position, record, 0, error)) return false;
    printf("%llu\n", (unsigned long long)perft(&position.round, &position.rules, (int)own->depth));
    return driver_printed(error);
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
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Perft),
    .work = counts_print,
};
