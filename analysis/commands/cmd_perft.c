/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur perft: how many sequences of plays follow a position. */
#include "engine/perft.h"

#include <errno.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/options.h"
#include "analysis/commands/positions.h"
#include "sim/files/record_file.h"

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
    Error error;
    ParsedOptions parsed;
    OptionsStatus options = options_parse(&parsed, &spec, argc, argv);
    if (options != OPTIONS_OK) return options_report(&spec, &parsed, options);
    Positions positions;
    int status = positions_read(&positions, parsed.args[0], &error) ? 0 : error_status(&error);
    if (status) return command_error(status, "perft", "%s", error.text);
    for (size_t i = 0; i < positions.count && !status; i++) {
        const Position *position = &positions.list[i];
        printf("%llu\n", (unsigned long long)perft(&position->round, &position->rules, (int)mine.depth));
        if (fflush(stdout)) status = command_error(STATUS_FAILED, "perft", "standard output: %s", strerror(errno));
    }
    positions_free(&positions);
    return status;
}
