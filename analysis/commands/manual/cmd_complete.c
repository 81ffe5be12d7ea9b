/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur complete: what the completion of shells proposes. */
#include "analysis/commands/manual/manual.h"

static bool complete(Driver *driver, Error *error)
{
    completions_print(stdout, driver->commands, driver->parsed.args, driver->parsed.arg_count);
    return driver_printed(error);
}

const Command CMD_COMPLETE = {
    .spec = {.command = "complete",
             .summary = "what may stand next on a command line: for the completion of shells",
             .args = {"[-- WORD ...]", 0, OPTIONS_MAX_ARGS, NULL, TAKES_ANY},
             .about =
                 "Prints what may stand in place of the last WORD, of those behind 'pasur': a candidate a line, and "
                 "behind a tab what it means. Where a file may stand there is a line ':files PREFIX', with what "
                 "stands before the file's name in that word.",
             .example = "pasur complete -- sim tactic:leave_1",
             .notes = "'make install' puts the completion of bash, zsh and fish where they look for it; in a checkout "
                      "'source completion/pasur.bash' does for bash."},
    .work = complete,
};
