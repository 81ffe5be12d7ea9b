/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur deal: shuffled deals as records. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/commands/common.h"
#include "engine/notation.h"
#include "sim/files/interrupt.h"
#include "sim/schedule.h"

static bool deals_print(FILE *out, const Schedule *schedule, uint64_t boards, Record *record, char *text)
{
    record->rules = schedule->rules;
    record->has_seed = record->has_round = true;
    record->seed = schedule->seed;
    for (uint64_t board = 0; board < boards && !interrupt_seen(); board++) {
        schedule_pack(&record->pack, schedule, board);
        record->round = board;
        size_t length = (size_t)record_print(text, record);
        if (fwrite(text, 1, length, out) != length) return false;
    }
    return fflush(out) == 0;
}

int cmd_deal(int argc, char **argv)
{
    struct {
        uint64_t boards;
    } mine = {0};
    static const Option ROWS[] = {
        {.name = "boards", .type = OPTION_COUNT, .low = "1", .fallback = "1", .help = "how many"},
    };
    CommonOptions common = {0};
    const OptionGroup groups[] = {
        {"Options", ROWS, 1, &mine}, {"Options", &OPTION_RULES, 1, &common}, {"Options", &OPTION_SEED, 1, &common}};
    const OptionsSpec spec = {
        .command = "deal",
        .about =
            "Prints shuffled deals as records, the first pool put right. They are the boards that 'pasur sim' plays "
            "with the same rules and seed.",
        .example = "pasur deal --boards 3 --rules pagat,players=3",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
    };
    Error error;
    ParsedOptions parsed;
    OptionsStatus options = options_parse(&parsed, &spec, argc, argv);
    if (options != OPTIONS_OK) return options_report(&spec, &parsed, options);
    Schedule schedule = {.seed = common.seed};
    if (!rules_parse(&schedule.rules, common.rules, &error))
        return command_error(STATUS_WRONG_USE, "deal", "%s", error.text);
    Record *record = calloc(1, sizeof *record);
    char *text = malloc(RECORD_TEXT);
    interrupt_catch();
    int status = 0;
    if (!record || !text)
        status = command_error(STATUS_FAILED, "deal", "out of memory");
    else if (!deals_print(stdout, &schedule, mine.boards, record, text))
        status = command_error(STATUS_FAILED, "deal", "standard output: %s", strerror(errno));
    else if (interrupt_seen())
        status = STATUS_INTERRUPTED;
    free(record);
    free(text);
    return status;
}
