/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command that many ranks play. */
#include <string.h>

#include "analysis/commands/commands.h"
#include "sim/ranks/ranks.h"

bool ranks_fit(const Command *command, Error *error)
{
    if (ranks_count() == 1 || (option_find(&command->spec, "run") && !command->forks)) return true;
    return error_set(error, "started as %d ranks; commands with --run, such as sim, can be", ranks_count());
}

bool ranks_fit_options(const Driver *driver, Error *error)
{
    if (driver->common.part)
        return error_set(error, "--part: the ranks of a run have all of it; give each part a process of its own");
    if (driver->common.bot_log)
        return error_set(error, "--bot-log: the ranks of a run would write the same files; take one process");
    if (driver->people)
        return error_set(error, "human: a person plays with one process, and this is one of many ranks");
    return true;
}

void ranks_quiet(Driver *driver)
{
    const OptionsSpec *spec = &driver->command->spec;
    driver->common.quiet = true;
    driver->common.run = NULL;
    driver->common.repair = false;
    for (size_t i = 0; i < spec->option_count; i++) {
        const Option *option = &spec->options[i];
        char *target = option->common ? (char *)&driver->common : (char *)driver->own;
        if (option->file == FILE_OWN || option->file == FILE_PICTURE)
            *(const char **)(void *)(target + option->offset) = NULL;
    }
}

bool ranks_agree(bool good, Error *error)
{
    int number;
    Error its;
    TextBuffer text = {0};
    if (ranks_count() == 1) return good;
    const int first = ranks_first(good ? 0 : error->system ? 2 : 1, &number);
    if (first < 0) return true;
    if (first == ranks_own()) {
        if (!text_buffer_reserve(&text, sizeof error->text)) ranks_abort("out of memory");
        text.length = strlen(error->text) + 1;
        memcpy(text.data, error->text, text.length);
    }
    ranks_broadcast_from(first, &text);
    if (number == 2)
        error_system(&its, "%s", text.data);
    else
        error_set(&its, "%s", text.data);
    *error = its;
    if (first) error_under(error, "rank %d", first);
    text_buffer_free(&text);
    return false;
}

/* The others play what rank 0 plays. */
static bool same_run(const Driver *driver, Error *error)
{
    TextBuffer text = {0};
    if (!ranks_own()) {
        text.length = strlen(driver->same) + 1;
        text.data = driver->same;
        ranks_broadcast(&text);
        return true;
    }
    ranks_broadcast(&text);
    const bool same = !strcmp(text.data, driver->same);
    if (!same) error_set(error, "it has %.400s; rank 0 has %.400s", driver->same, text.data);
    text_buffer_free(&text);
    return same;
}

bool ranks_join(Driver *driver, bool good, Error *error)
{
    if (ranks_count() == 1) return good;
    if (!ranks_agree(good, error) || !ranks_agree(same_run(driver, error), error)) return false;
    if (!driver->journal) driver->journal = &driver->kept;
    return true;
}
