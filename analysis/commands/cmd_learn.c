/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur learn: a net's policy and value, distilled from a search. */
#include "analysis/commands/commands.h"
#include "analysis/study/learn/teacher.h"

typedef struct {
    uint64_t rounds, generations, boards;
    double hours;
    const char *teacher, *output;

    Schedule schedule;
    Lessons lessons;
} Learn;

static const Option OPTIONS[] = {
    {"rounds", "rounds of lessons in each generation", OPTION_AT(Learn, rounds), .low = "32", .high = "1G",
     .fallback = "20k", .heading = "Lessons", .brief = "rounds of lessons in each generation"},
    {"hours", "instead of --rounds: as many rounds as fit into so many hours, training and gates included",
     OPTION_AT(Learn, hours), .low = "0.001", .high = "12", .brief = "instead of --rounds: so many hours"},
    {"generations",
     "after the first, the net of the one before plays three rounds in four, and the teacher says what it should have "
     "played",
     OPTION_AT(Learn, generations), .low = "1", .high = "16", .fallback = "2",
     .brief = "after the first the net's own rounds are labelled"},
    {"teacher", "the search whose plays and values are learned", OPTION_AT(Learn, teacher),
     .fallback = "ismcts:iters=500", .metavar = "AGENT", .takes = TAKES_AGENT, .brief = "the search that is learned"},
    {OPTION_RULES},
    {OPTION_SEED},
    {"boards", "fresh boards of each gate", OPTION_AT(Learn, boards), .low = "10", .high = "1G", .fallback = "2k",
     .heading = "Gates", .brief = "fresh boards of each gate"},
    {.heading = "Output", OPTION_CSV},
    {OPTION_JSON},
    {"output", "write the net there, for policy:net=FILE", OPTION_AT(Learn, output), .letter = 'o', .file = FILE_OWN,
     .metavar = "FILE", .brief = "write the net, for policy:net=FILE"},
    OPTIONS_RUN,
    {OPTION_KEEP}, /* without --part: a generation rests on the one before */
    {OPTION_REPAIR},
};

static bool prepare(Driver *driver, Error *error)
{
    Learn *own = driver->own;
    if (!driver_schedule(driver, &own->schedule, 2, error)) return false;
    if (driver_given(driver, "hours")) own->rounds = BOARDS_NO_END;
    const char *names[] = {own->teacher, "tactic"};
    return driver_agents(driver, names, 2, &own->schedule.rules, error);
}

static bool watch(void *arg, uint64_t rounds, double seconds)
{
    Driver *driver = arg;
    (void)seconds;
    driver->done = rounds;
    if (progress_due(&driver->progress)) progress_show(&driver->progress, "rounds", rounds, driver->total, "");
    return true;
}

static bool work(Driver *driver, Error *error)
{
    Learn *own = driver->own;
    const TeacherPlan plan = {.rules = &own->schedule.rules,
                              .seed = own->schedule.seed,
                              .first = share_first(SHARE_SEARCH),
                              .teacher = &driver->agents[0],
                              .guest = &driver->agents[1]};
    const bool timed = own->rounds == BOARDS_NO_END;
    const TeacherJob job = {.plan = &plan,
                            .rounds = timed ? 1000000000 : own->rounds,
                            .seconds = timed ? own->hours * 3600 * 0.7 / (double)own->generations : 0,
                            .threads = driver->threads,
                            .journal = driver->journal,
                            .watch = watch,
                            .arg = driver};
    driver->total = job.rounds;
    driver->unit = "rounds";
    return driver_ended(driver, teacher_run(&own->lessons, &job), error);
}

static bool summary(const Driver *driver, FILE *out)
{
    const Learn *own = driver->own;
    fprintf(out, "%zu lessons, %zu bytes, %s\n", own->lessons.count, own->lessons.bytes.length, driver->took);
    return true;
}

static void learn_free(Driver *driver) { lessons_free(&((Learn *)driver->own)->lessons); }

const Command CMD_LEARN = {
    .spec = {.command = "learn",
             .summary = "train a net's value and policy by self-play, with gates",
             .about = "Lets a search play rounds and say what it thinks of each play, and trains the net of the agent "
                      "'policy' on that.",
             .example = "pasur learn --rounds 200 --generations 1 --boards 100 -o small.net",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Learn),
    .sample = "rounds",
    .prepare = prepare,
    .work = work,
    .summary = summary,
    .free = learn_free,
};
