/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur regret: what the choices of agents cost by a strong reference, on the same positions for all. */
#include <stdlib.h>

#include "agents/planner/planner.h"
#include "analysis/commands/commands.h"
#include "analysis/report/kinds/kinds.h"

typedef struct {
    uint64_t positions, playouts;
    const char *players, *reference, *values, *values_csv;

    Schedule schedule;
    RegretTask task;
    Regret known; /* of --values: its positions */
    Regret regret;
    uint64_t written; /* positions whose values are in the file of --values-csv */
} RegretCommand;

static const Option OPTIONS[] = {
    {"positions", "decisions, each of a round of its own", OPTION_AT(RegretCommand, positions), .low = "10",
     .high = "1M", .fallback = "2k", .heading = "Sample", .brief = "decisions, each of a round of its own"},
    {"playouts",
     "rounds in which the reference tries each play of a position; even, since each half has its own best play",
     OPTION_AT(RegretCommand, playouts), .low = "2", .high = "1M", .fallback = "200",
     .brief = "rounds in which each play is tried"},
    {"players", "who play the rounds from which positions come, each seat one of them at random",
     OPTION_AT(RegretCommand, players), .metavar = "A,B", .fallback = "policy,policy:mix=1,tactic",
     .takes = TAKES_AGENTS},
    {"reference", "planner with its options: what it believes of the others' hands and plays values the plays",
     OPTION_AT(RegretCommand, reference), .metavar = "A", .fallback = "planner", .takes = TAKES_AGENT},
    {"values", "take the reference's values from this file, which --values-csv wrote, as far as they go",
     OPTION_AT(RegretCommand, values), .file = FILE_READ, .metavar = "FILE", .takes = TAKES_FILE,
     .brief = "take values that --values-csv wrote"},
    {OPTION_RULES},
    {OPTION_SEED},
    {OPTION_MAX_VOID},
    {.heading = "Output", OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    {"values-csv", "write the values of all plays, and who chose which, as CSV; FILE.gz or FILE.zst: compressed",
     OPTION_AT(RegretCommand, values_csv), OPTION_STREAM, .brief = "write the values of all plays"},
    {OPTION_PLOT},
    OPTIONS_RUN,
    OPTIONS_BOTS,
};

/* Opens the agents that are judged, those that play, and the reference, in this order. */
static bool agents_prepare(Driver *driver, Error *error)
{
    RegretCommand *own = driver->own;
    const Rules *rules = &own->schedule.rules;
    const char *names[2 * REGRET_AGENTS + 1];
    char list[REGRET_AGENTS][AGENT_NAME];
    int count = 0;
    for (; count < driver->parsed.arg_count; count++)
        names[count] = driver->parsed.args[count];
    int players = 0;
    for (const char *at = own->players; *at;) {
        const size_t length = agent_length(at);
        if (players == REGRET_AGENTS || length >= AGENT_NAME)
            return error_set(error, "--players: expected at most %d agents", REGRET_AGENTS);
        snprintf(list[players], AGENT_NAME, "%.*s", (int)length, at);
        names[count + players] = list[players];
        players++;
        at += length + (at[length] == ',');
    }
    names[count + players] = own->reference;
    if (!driver_agents(driver, names, count + players + 1, rules, error)) return false;
    const Agent *reference = &driver->agents[count + players];
    if (reference->kind != &AGENT_PLANNER)
        return error_set(error, "--reference %.100s: expected planner, with or without options", own->reference);
    for (int i = 0; i < count; i++)
        if (agent_has(&driver->agents[i], TRAIT_CHEATS))
            return error_set(error, "'%.100s' sees all cards: what it does not know cannot be put to it",
                             driver->agents[i].name);
    own->task = (RegretTask){.schedule = &own->schedule,
                             .judged = driver->agents,
                             .judged_count = count,
                             .players = driver->agents + count,
                             .player_count = players,
                             .reference = reference,
                             .count = own->positions,
                             .rounds = (int)(own->playouts / 2),
                             .alpha = driver_alpha(driver),
                             .threads = driver->threads,
                             .arg = driver};
    return true;
}

static bool regret_prepare(Driver *driver, Error *error)
{
    RegretCommand *own = driver->own;
    Rules rules;
    driver->work.unit = "positions";
    if (own->playouts % 2)
        return error_set(error, "--playouts %llu: one half finds the best play, the other values it; take %llu or %llu",
                         (unsigned long long)own->playouts, (unsigned long long)own->playouts - 1,
                         (unsigned long long)own->playouts + 1);
    return rules_parse(&rules, driver->common.rules, error) &&
           driver_schedule(driver, &own->schedule, rules.players, error) && agents_prepare(driver, error);
}

static void regret_plan(const Driver *driver, FILE *out)
{
    const RegretCommand *own = driver->own;
    fprintf(out, "%llu positions, rules %s, seed %llu, of rounds by %s; each play in %llu playouts of %s\n",
            (unsigned long long)own->positions, driver->setup.rules_text, (unsigned long long)driver->common.seed,
            own->players, (unsigned long long)own->playouts, own->reference);
}

static bool regret_watch(void *arg, uint64_t done, const Voids *voids)
{
    Driver *driver = arg;
    RegretCommand *own = driver->own;
    CommandFile *plays = files_find(&driver->files, "values-csv");
    driver->work.done = done;
    if (plays) regret_plays_write(&plays->out, &own->regret, own->written, &own->task);
    own->written = done;
    if (progress_due(&driver->progress)) progress_show(&driver->progress, "positions", done, driver->work.total, "");
    return driver_voids(driver, voids, (double)driver->work.total);
}

static bool regret_work(Driver *driver, Error *error)
{
    RegretCommand *own = driver->own;
    own->task.watch = regret_watch;
    driver->work.total = own->positions;
    if (own->values) {
        own->task.known = own->known.positions = calloc(own->positions, sizeof *own->known.positions);
        if (!own->known.positions) return error_memory(error);
        if (!regret_plays_read(own->known.positions, own->values, &own->task, driver->setup.rules_text, error))
            return false;
    }
    OutputFile *plays = driver_stream(driver, "values-csv");
    if (plays) regret_plays_begin(plays, &own->task);
    const ArenaEnd end = regret_measure(&own->regret, &own->task);
    if (own->regret.foreign) {
        driver->work.done = 0; /* there is nothing to tell */
        return error_set(error, "%.200s: position %lld is another one here; measure its values anew", own->values,
                         (long long)own->regret.foreign - 1);
    }
    if (!driver_ended(driver, end, error)) return false;
    regret_find(&own->regret, &own->task);
    return true;
}

static void regret_command_result(const Driver *driver, Result *out)
{
    const RegretCommand *own = driver->own;
    regret_result(out, &own->regret, &own->task);
}

static bool regret_command_summary(const Driver *driver, FILE *out)
{
    const RegretCommand *own = driver->own;
    fprintf(out, "%llu positions, rules %s, seed %llu; %s\n", (unsigned long long)driver->work.done,
            driver->setup.rules_text, (unsigned long long)driver->common.seed, driver->end.took);
    regret_summary(out, &driver->page, &own->regret, &own->task, driver->results);
    return true;
}

static void regret_close(Driver *driver)
{
    RegretCommand *own = driver->own;
    regret_free(&own->regret, own->positions);
    regret_free(&own->known, own->positions);
}

const Command CMD_REGRET = {
    .spec = {.command = "regret",
             .summary = "what choices cost by a strong reference",
             .args = {"AGENT...", 1, REGRET_AGENTS, NULL, TAKES_AGENT},
             .about =
                 "Asks each agent for one play in each of many positions, each of a round of its own. A reference has "
                 "tried all plays of a position in the same playouts, so that two agents differ only where they "
                 "choose otherwise: it takes minutes to tell apart what takes 'pasur sim' hours.",
             .example = "pasur regret policy tactic --positions 200",
             .notes = "docs/agents.md says what the figure means, and on which pairs it was tried.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(RegretCommand),
    .sample = "positions",
    COMMAND_RESULTS(&RESULT_REGRET, &RESULT_REGRET_PLAYS),
    .prepare = regret_prepare,
    .plan = regret_plan,
    .work = regret_work,
    .result = regret_command_result,
    .summary = regret_command_summary,
    .free = regret_close,
};
