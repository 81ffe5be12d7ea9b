/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur openings: for each first pool and hand what to play first, and what it is worth. */
#include "analysis/commands/commands.h"
#include "analysis/report/kinds/kinds.h"

typedef struct {
    const char *agent, *against, *rules_csv, *boards_csv;
    uint64_t boards;

    Schedule schedule;
    Openings openings;
    uint64_t written; /* boards that are in the file of --boards-csv */
} OpeningsCommand;

/* Who plays on where nobody is named: the first that plays by the rules. */
static const char *const AGENTS_USUAL[] = {"policy", "tactic"};

static void rules_fill(const Driver *driver, Result *out)
{
    const OpeningsCommand *own = driver->own;
    result_head(out, "against", "%s", driver->agents[1].name);
    opening_rules_result(out, &own->openings);
}

static const Option OPTIONS[] = {
    {"boards", "packs, each played once for each kind of first play; half of them choose, the other half measure",
     OPTION_AT(OpeningsCommand, boards), .low = "10", .high = "5M", .fallback = "100k", .heading = "Sample",
     .brief = "packs; half of them choose, the other half measure"},
    {"agent", "who plays on at every seat; default policy, or tactic where no net is built in for the rules",
     OPTION_AT(OpeningsCommand, agent), .metavar = "A", .takes = TAKES_AGENT, .brief = "who plays on at every seat"},
    {"against", "whose first play is the measure of the others", OPTION_AT(OpeningsCommand, against), .metavar = "A",
     .fallback = "random", .takes = TAKES_AGENT, .brief = "whose first play is the measure of the others"},
    {OPTION_RULES},
    {OPTION_SEED},
    {OPTION_MAX_VOID},
    {.heading = "Output", OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    {"rules-csv", "write the rules as CSV", OPTION_AT(OpeningsCommand, rules_csv), .file = FILE_FIGURES,
     .metavar = "FILE", .result = rules_fill, .brief = "write the rules as CSV"},
    {"boards-csv",
     "write what came of every kind of first play on each board, from which all else is found, as CSV; FILE.gz or FILE.zst: "
     "compressed",
     OPTION_AT(OpeningsCommand, boards_csv), OPTION_STREAM, .brief = "write each board, from which all else is found"},
    {OPTION_PLOT},
    OPTIONS_RUN,
    OPTIONS_BOTS,
};

static bool openings_prepare(Driver *driver, Error *error)
{
    OpeningsCommand *own = driver->own;
    Error unused;
    Agent agent;
    Rules rules;
    if (!rules_parse(&rules, driver->common.rules, error)) return false;
    for (size_t i = 0; !own->agent && i < sizeof AGENTS_USUAL / sizeof *AGENTS_USUAL; i++)
        if (agent_parse(&agent, AGENTS_USUAL[i], &rules, &unused)) own->agent = AGENTS_USUAL[i], agent_free(&agent);
    const char *names[MAX_SEATS] = {own->agent, own->against, own->agent, own->agent};
    return driver_schedule(driver, &own->schedule, rules.players, error) &&
           driver_agents(driver, names, 2, &own->schedule.rules, error);
}

static void openings_plan(const Driver *driver, FILE *out)
{
    const OpeningsCommand *own = driver->own;
    fprintf(out,
            "%llu boards, rules %s, seed %llu: the first plays of each kind, played on by %s, against those of %s\n",
            (unsigned long long)own->boards, driver->setup.rules_text, (unsigned long long)driver->common.seed,
            driver->agents[0].name, driver->agents[1].name);
}

static bool openings_watch(void *arg, uint64_t done, const Voids *voids)
{
    Driver *driver = arg;
    OpeningsCommand *own = driver->own;
    CommandFile *boards = files_find(&driver->files, "boards-csv");
    driver->work.done = done;
    if (boards) opening_boards_write(&boards->out, &own->openings, own->written, own->schedule.rules.sides - 1);
    own->written = done;
    if (progress_due(&driver->progress)) progress_show(&driver->progress, "boards", done, driver->work.total, "");
    return driver_voids(driver, voids, (double)driver->work.total);
}

static bool openings_work(Driver *driver, Error *error)
{
    OpeningsCommand *own = driver->own;
    const OpeningTask task = {.schedule = &own->schedule,
                              .agent = &driver->agents[0],
                              .base = &driver->agents[1],
                              .count = driver->work.total = own->boards,
                              .alpha = driver_alpha(driver),
                              .threads = driver->threads,
                              .watch = openings_watch,
                              .arg = driver};
    OutputFile *boards = driver_stream(driver, "boards-csv");
    if (boards) opening_boards_begin(boards);
    if (!driver_ended(driver, openings_play(&own->openings, &task), error)) return false;
    return openings_find(&own->openings, &task) || error_memory(error);
}

static void openings_command_result(const Driver *driver, Result *out)
{
    const OpeningsCommand *own = driver->own;
    result_head(out, "against", "%s", driver->agents[1].name);
    openings_result(out, &own->openings);
}

static bool openings_command_summary(const Driver *driver, FILE *out)
{
    const OpeningsCommand *own = driver->own;
    fprintf(out, "%llu boards, rules %s, seed %llu; %s\n", (unsigned long long)driver->work.done,
            driver->setup.rules_text, (unsigned long long)driver->common.seed, driver->end.took);
    openings_summary(out, &driver->page, &own->openings, driver->agents[0].name, driver->agents[1].name,
                     driver->results);
    return true;
}

static void openings_close(Driver *driver) { openings_free(&((OpeningsCommand *)driver->own)->openings); }

const Command CMD_OPENINGS = {
    .spec = {.command = "openings",
             .summary = "what to play first, and what it is worth",
             .about =
                 "For each kind of first pool and hand, the first play that wins most and what it is worth; how often "
                 "such pools come; and up to ten rules in words. Plays and rules are chosen on one half of the "
                 "boards, and measured on the other.",
             .example = "pasur openings --boards 2k",
             .notes = "docs/tactics.md says what the kinds of plays are.",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(OpeningsCommand),
    .sample = "boards",
    COMMAND_RESULTS(&RESULT_OPENINGS, &RESULT_OPENING_RULES, &RESULT_OPENING_BOARDS),
    .prepare = openings_prepare,
    .plan = openings_plan,
    .work = openings_work,
    .result = openings_command_result,
    .summary = openings_command_summary,
    .free = openings_close,
};
