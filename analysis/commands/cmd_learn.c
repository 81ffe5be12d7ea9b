/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur learn: a net's policy and value, learned by self-play. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/commands/commands.h"
#include "analysis/report/kinds/kinds.h"

typedef struct {
    uint64_t rounds, generations, boards, epochs, units;
    const char *from, *output;
    enum { METHOD_SELFPLAY } method;
    char start[AGENT_NAME]; /* the agent whose net it begins at */

    Schedule schedule;
    LearnPlan plan;
    LearnResult result;
    char made[NET_MADE];
    LearnStage stage; /* of which the progress is */
} Learn;

static const Option OPTIONS[] = {
    {"rounds", "rounds of self-play in each generation", OPTION_AT(Learn, rounds), .low = "16", .high = "1G",
     .fallback = "20k", .heading = "Self-play", .brief = "rounds of self-play in each generation"},
    {"generations", "how often a net is tried, each learning on from the one before", OPTION_AT(Learn, generations),
     .low = "1", .high = "16", .fallback = "2", .brief = "how often a net is tried"},
    {"method", "selfplay, the one way to learn; commands of before name it", OPTION_AT(Learn, method),
     .choices = "selfplay", .fallback = "selfplay"},
    {OPTION_RULES},
    {OPTION_SEED},
    {"epochs", "how often each decision is learned from", OPTION_AT(Learn, epochs), .low = "1", .high = "64",
     .fallback = "1"},
    {"from", "the net where it begins, 'builtin' or a file of pasur learn; without this it knows nothing",
     OPTION_AT(Learn, from), .metavar = "NET", .takes = TAKES_FILE, .words = "builtin"},
    {"units", "hidden units of the net, a multiple of 16", OPTION_AT(Learn, units), .low = "16", .high = "256",
     .fallback = "128"},
    {"boards", "fresh boards of each gate and of the validation", OPTION_AT(Learn, boards), .low = "10", .high = "1G",
     .fallback = "4k", .brief = "fresh boards of each gate"},
    {.heading = "Output", OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    {"output", "write the net there, for policy:file=FILE", OPTION_AT(Learn, output), .letter = 'o', .file = FILE_OWN,
     .metavar = "FILE", .brief = "write the net there, for policy:file=FILE"},
    OPTIONS_RUN,
    {OPTION_KEEP}, /* without --part: a generation rests on the one before */
};

/* What stands in the net of how it was made, but for the rounds. False, with the reason, if there is no room for it. */
static bool made_print(Driver *driver, Error *error)
{
    enum { ROUNDS_ROOM = 100 }; /* and what else stands behind it */
    Learn *own = driver->own;
    char start[NET_MADE] = "", units[40] = "";
    if (own->from)
        snprintf(start, sizeof start, "--from %s ", own->from);
    else
        snprintf(units, sizeof units, "--units %llu ", (unsigned long long)own->units);
    const int length = snprintf(
        own->made, NET_MADE,
        "pasur learn --method selfplay --rules %s %s--seed %llu --generations %llu --epochs %llu %s--boards %llu",
        driver->common.rules, start, (unsigned long long)driver->common.seed, (unsigned long long)own->generations,
        (unsigned long long)own->epochs, units, (unsigned long long)own->boards);
    return length < NET_MADE - ROUNDS_ROOM ||
           error_set(error, "--rules and --from are too long for the net's line of how it was made");
}

static bool learn_prepare(Driver *driver, Error *error)
{
    Learn *own = driver->own;
    const bool file = own->from && strcmp(own->from, "builtin") != 0;
    const char *names[] = {own->start, "tactic"};
    if (own->from && driver_given(driver, "units"))
        return error_set(error, "--units and --from: a net that is there has its units");
    snprintf(own->start, sizeof own->start, "%s%s", file ? "policy:file=" : "policy", file ? own->from : "");
    if (!driver_schedule(driver, &own->schedule, 2, error) ||
        !driver_agents(driver, names, 2, &own->schedule.rules, error) || !made_print(driver, error))
        return false;
    driver->work.unit = "rounds of self-play";
    if (!own->output && !driver->kept.look)
        snprintf(driver->setup.note, sizeof driver->setup.note, "note: no -o: the net will not be written");
    own->plan = (LearnPlan){.schedule = &own->schedule,
                            .start = own->from ? driver->agents[0].own : NULL,
                            .guest = &driver->agents[1],
                            .shape = {.hidden = (int)own->units, .second = 32, .value = 16},
                            .generations = (int)own->generations,
                            .epochs = (int)own->epochs,
                            .rounds = own->rounds,
                            .boards = own->boards,
                            .alpha = driver_alpha(driver),
                            .made = own->made,
                            .reads_only = driver->kept.look != NULL};
    if (own->plan.start) own->plan.shape = own->plan.start->shape;
    return net_shape_valid(&own->plan.shape, error) || error_under(error, "--units");
}

static void learn_plan_print(const Driver *driver, FILE *out)
{
    const Learn *own = driver->own;
    fprintf(out,
            "rules %s, seed %llu; %llu generation%s of %llu rounds of self-play from %s, %llu epoch%s each;\n"
            "gates on %llu fresh boards\n",
            driver->setup.rules_text, (unsigned long long)own->schedule.seed, (unsigned long long)own->generations,
            PLURAL(own->generations), (unsigned long long)own->rounds, own->from ? own->from : "nothing",
            (unsigned long long)own->epochs, PLURAL(own->epochs), (unsigned long long)own->boards);
}

static bool learn_watch(void *arg, const LearnNow *now)
{
    Driver *driver = arg;
    Learn *own = driver->own;
    char text[LEARN_LINE];
    if (now->note) {
        progress_end(&driver->progress);
        if (driver->kept.look || !strcmp(now->note->stage, LEARN_STAGES[STAGE_VALIDATION]))
            return true; /* the summary says it at once */
        learn_line(text, now->note);
        driver_note(driver, "%s", text);
        return true;
    }
    if (now->stage == STAGE_SELFPLAY) driver->work.done = now->done;
    if (now->stage != own->stage) {
        own->stage = now->stage;
        progress_end(&driver->progress);
        progress_start(&driver->progress, driver->common.quiet);
    }
    if (!progress_due(&driver->progress)) return true;
    snprintf(text, sizeof text, "generation %d, %s", now->generation, LEARN_STAGES[now->stage]);
    progress_show(&driver->progress, now->stage == STAGE_SELFPLAY ? "rounds" : "boards", now->done, now->total, text);
    return true;
}

/* Tells of states of trainings that were left out. */
static void damaged_print(const Driver *driver)
{
    const Learn *own = driver->own;
    for (int i = 1; i <= (int)own->generations; i++)
        if (own->result.damaged >> i & 1)
            driver_note(driver, "note: %.200s/generation-%d.fit was damaged%s", own->plan.run, i,
                        driver->kept.look ? "" : ", and that generation was played anew");
}

static bool learn_work(Driver *driver, Error *error)
{
    Learn *own = driver->own;
    if (own->output && !driver->kept.look && !atomic_file_possible(own->output, error)) return false;
    own->plan.run = driver->kept.look ? driver->kept.look->dirs[0] : driver->common.run;
    own->plan.threads = driver->threads;
    own->plan.checkpoint = driver->kept.checkpoint;
    own->plan.watch = learn_watch;
    own->plan.arg = driver;
    driver->work.total = own->rounds * own->generations;
    Error why;
    const ArenaEnd end = learn_run(&own->result, &own->plan, &why);
    damaged_print(driver);
    if (end == ARENA_FAILED) {
        driver->work.done = 0; /* there is nothing to tell */
        *error = why;
        return false;
    }
    return driver_ended(driver, end, error);
}

static void learn_result_fill(const Driver *driver, Result *out)
{
    learn_result(out, &((const Learn *)driver->own)->result);
}

static bool learn_keep(Driver *driver, Error *error)
{
    Learn *own = driver->own;
    unsigned char *bytes;
    size_t size;
    if (!own->output || !own->result.found || driver->end.partial) return true;
    if (!net_pack(&bytes, &size, &own->result.net, error)) return false;
    const bool good = atomic_file_write(own->output, (const char *)bytes, size, error);
    free(bytes);
    return good;
}

/* Does who reads the summary see the lines of its stages above it? */
static bool course_shown(const Driver *driver)
{
    return !driver->common.quiet && !driver->kept.look && isatty(fileno(driver->out)) && isatty(STDERR_FILENO);
}

static bool learn_summary_print(const Driver *driver, FILE *out)
{
    const Learn *own = driver->own;
    learn_summary(out, &own->result, !course_shown(driver), driver->results);
    if (own->result.found && !own->output && !driver->kept.look)
        fprintf(out, "It is not written, since there is no -o%s\n",
                driver->common.run ? "; the same command with -o FILE writes it." : ".");
    fprintf(out, "%s\n", driver->end.took);
    return true;
}

static void own_free(Driver *driver) { learn_free(&((Learn *)driver->own)->result); }

const Command CMD_LEARN = {
    .rare = true,
    .spec =
        {.command = "learn",
         .summary = "train a net's value and policy by self-play, with gates",
         .about =
             "Lets a net play rounds against itself, in which it tries every play, and learn from them; and tries each new "
             "net against the one before on fresh boards.",
         .example = "pasur learn --rounds 200 --generations 1 --boards 100 -o small.net",
         .notes =
             "The same command makes the same net, with any number of threads. With --run it goes on after whatever\n"
             "stopped it, and the net is the same.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Learn),
    .sample = "rounds",
    COMMAND_RESULTS(&RESULT_LEARN),
    .prepare = learn_prepare,
    .plan = learn_plan_print,
    .work = learn_work,
    .result = learn_result_fill,
    .keep = learn_keep,
    .summary = learn_summary_print,
    .free = own_free,
};
