/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What commands ask of the driver before and during their work: options, agents, the schedule, void boards. */
#include <assert.h>
#include <stdlib.h>

#include "analysis/commands/commands.h"
#include "engine/match.h"

bool driver_given(const Driver *driver, const char *option)
{
    return options_given(&driver->command->spec, &driver->parsed, option);
}

void driver_fewer_boards(const Driver *driver, uint64_t *boards, uint64_t fewer)
{
    if (driver_given(driver, "boards")) return;
    for (int i = 0; i < driver->agent_count; i++)
        if (driver->agents[i].kind->search) *boards = fewer;
}

bool driver_take_agents(Driver *driver, const Agent *agents, int count, Error *error)
{
    files_add_agents(&driver->files, agents, count);
    bots_take(driver, agents, count);
    for (int i = 0; i < count && !driver->people; i++)
        if (agent_has(&agents[i], TRAIT_PERSON))
            return error_set(error, "agent %.100s: a person takes a seat in 'pasur play' and 'pasur sim' alone",
                             agents[i].name);
    Error why;
    if (driver->matches || driver->common.matches || agents_for_rounds(agents, count, &why)) return true;
    return error_set(error, "%s%s", why.text, option_find(&driver->command->spec, "matches") ? ", or --matches" : "");
}

bool driver_agents(Driver *driver, const char *const *texts, int count, const Rules *rules, Error *error)
{
    assert(!driver->agents);
    driver->agents = calloc((size_t)count, sizeof *driver->agents);
    if (!driver->agents) return error_memory(error);
    if (!agents_open(driver->agents, texts, count, rules, error)) return false;
    driver->agent_count = count;
    return driver_take_agents(driver, driver->agents, count, error);
}

/* Is there something wrong with options about matches where rounds are played, or the other way round? */
static bool matches_asked_right(const Driver *driver, Error *error)
{
    const OptionsSpec *spec = &driver->command->spec;
    const char *of_matches[] = {"from", "max-rounds"};
    if (driver->common.matches && option_find(spec, "boards") && driver_given(driver, "boards"))
        return error_set(error, "--boards and --matches: give one of them");
    if (driver->common.matches && driver->common.deal)
        return error_set(error, "--deal gives the cards of single rounds; --matches shuffles packs of its own");
    for (size_t i = 0; !driver->common.matches && i < sizeof of_matches / sizeof *of_matches; i++)
        if (driver_given(driver, of_matches[i]))
            return error_set(error, "--%s is about whole matches; it goes with --matches N", of_matches[i]);
    return true;
}

/* Makes the boards matches, from the scores that are asked for. */
static bool schedule_matches(Driver *driver, Schedule *schedule, Error *error)
{
    const CommonOptions *common = &driver->common;
    const Rules *rules = &schedule->rules;
    const char *why;
    if (!match_ends(rules, &why)) return error_set(error, "--matches: %s", why);
    if (common->from && !scores_parse(schedule->scores, common->from, rules, error))
        return error_under(error, "--from");
    if (!match_round_begins(schedule->scores, rules, &why)) return error_set(error, "--from %s: %s", common->from, why);
    schedule->scores_by_side = true;
    schedule->match_rounds = (int)common->max_rounds;
    driver->scores_count = true;
    return true;
}

bool driver_schedule(Driver *driver, Schedule *schedule, int agents, Error *error)
{
    const CommonOptions *common = &driver->common;
    if (!schedule_make(schedule, common->rules, agents, !common->no_duplicate, error)) return false;
    schedule->seed = common->seed;
    driver->rules = &schedule->rules;
    if (option_find(&driver->command->spec, "matches")) {
        if (!matches_asked_right(driver, error)) return false;
        if (common->matches && !schedule_matches(driver, schedule, error)) return false;
    }
    if (!common->deal) return true;
    if (!packs_read(&driver->packs, common->deal, &schedule->rules, error)) return false;
    schedule->packs = driver->packs.packs;
    schedule->pack_count = driver->packs.count;
    snprintf(driver->note, sizeof driver->note, "%s", driver->packs.note);
    return true;
}

bool driver_ended(Driver *driver, ArenaEnd end, Error *error)
{
    driver->interrupted |= end == ARENA_INTERRUPTED;
    return end != ARENA_FAILED || error_memory(error);
}

bool driver_voids(Driver *driver, const Voids *voids, double boards)
{
    const double limit = driver->common.max_void;
    if (run_keep_part(driver) && voids != &driver->kept.voids) return true; /* what a part plays is not released */
    driver->counts_voids = true;
    if (voids->boards != driver->voids.boards) driver->voids = *voids;
    driver->too_many_voids = (double)voids->boards > (limit < 1 ? limit * boards : limit);
    return !driver->too_many_voids;
}
