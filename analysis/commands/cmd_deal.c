/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur deal: shuffled deals as records. */
#include <stdlib.h>

#include "analysis/commands/commands.h"
#include "engine/notation.h"
#include "sim/files/interrupt.h"

typedef struct {
    uint64_t boards;
} Deal;

static const Option OPTIONS[] = {
    {"boards", "how many", OPTION_AT(Deal, boards), .low = "1", .fallback = "1", .heading = "Options"},
    {OPTION_RULES},
    {OPTION_SEED},
};

static bool deals_print(Driver *driver, Error *error)
{
    const Deal *deal = driver->own;
    Schedule schedule = {.seed = driver->common.seed};
    if (!rules_parse(&schedule.rules, driver->common.rules, error)) return false;
    Record *record = calloc(1, sizeof *record);
    char *text = malloc(RECORD_TEXT);
    bool good = (record && text) || error_memory(error);
    interrupt_catch();
    if (good) *record = (Record){.rules = schedule.rules, .has_seed = true, .seed = schedule.seed, .has_round = true};
    for (uint64_t board = 0; good && board < deal->boards && !interrupt_seen(); board++) {
        schedule_pack(&record->pack, &schedule, board);
        record->round = board;
        record_print(text, record);
        good = fputs(text, stdout) >= 0 || driver_printed(error);
    }
    driver->interrupted = interrupt_seen();
    free(record);
    free(text);
    return good;
}

const Command CMD_DEAL = {
    .spec = {.command = "deal",
             .summary = "print shuffled deals as records",
             .about = "Prints shuffled deals as records, the first pool put right. They are the boards that 'pasur "
                      "sim' plays with the same rules and seed.",
             .example = "pasur deal --boards 3 --rules pagat,players=3",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Deal),
    .work = deals_print,
};
