/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur deal: shuffled deals as records. */
#include "analysis/commands/commands.h"
#include "engine/notation.h"

typedef struct {
    uint64_t boards;
    Record record;
    char text[RECORD_TEXT];
} Deal;

static const Option OPTIONS[] = {
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
        good = fputs(deal->text, stdout) >= 0 || driver_printed(error);
    }
    driver->work.interrupted = interrupt_seen();
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
