/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur learn: a net's policy and value, distilled from a search or learned by self-play. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agents/search/search.h"
#include "analysis/commands/commands.h"
#include "analysis/report/kinds/kinds.h"

typedef struct {
    uint64_t rounds, generations, boards, epochs, units;
    double hours, decay;
    const char *teacher, *from, *output;
    LearnMethod method;
    char start[AGENT_NAME]; /* the agent whose net self-play begins at */

    Schedule schedule;
    LearnPlan plan;
    LearnResult result;
    char made[NET_MADE];
    LearnStage stage; /* of which the progress is */
} Learn;

/* Lessons take this share of --hours; the rest is for training and gates. */
#define LESSONS_SHARE 0.7
#define DECAY_USUAL "0.5"
/* --epochs of self-play, unless it is given. */
enum { SELFPLAY_EPOCHS = 1 };

static const Option OPTIONS[] = {
    {"method",
     "teacher: the net learns what a search thinks of the plays of lessons; selfplay: from rounds against itself, in "
     "which it tries every play (docs/agents.md)",
     OPTION_AT(Learn, method), .choices = LEARN_METHODS, .fallback = "teacher", .heading = "Lessons",
     .brief = "teacher, or selfplay without one"},
    {"rounds", "rounds of lessons, or of self-play, in each generation", OPTION_AT(Learn, rounds), .low = "16",
     .high = "1G", .fallback = "20k", .brief = "rounds of lessons in each generation"},
    {"hours",
     "instead of --rounds: as many rounds as are played in 70 % of so many hours (self-play: by a short trial); the net "
     "says how many that were, so that --rounds makes it again",
     OPTION_AT(Learn, hours), .low = "0.0001", .high = "12", .brief = "instead of --rounds: about so many hours"},
    {"generations",
     "after the first, the net that was last taken plays three sides in four, and the teacher says what it should have "
     "played; of self-play: how often a net is tried",
     OPTION_AT(Learn, generations), .low = "1", .high = "16", .fallback = "2",
     .brief = "in later ones the net plays, and is corrected"},
    {"teacher", "the agent that searches, whose values are learned: ismcts, or planner", OPTION_AT(Learn, teacher),
     .fallback = "ismcts:iters=500", .metavar = "AGENT", .takes = TAKES_AGENT, .brief = "the search that is learned"},
    {OPTION_RULES},
    {OPTION_SEED},
    {"epochs", "how often a training sees each lesson; of self-play how often each decision, 1 unless given",
     OPTION_AT(Learn, epochs), .low = "1", .high = "64", .fallback = "6", .heading = "Training and gates"},
    {"from", "of self-play: the net where it begins, 'builtin' or a file of pasur learn; without this it knows nothing",
     OPTION_AT(Learn, from), .metavar = "NET", .takes = TAKES_FILE, .words = "builtin"},
    {"units", "hidden units of the net, a multiple of 16", OPTION_AT(Learn, units), .low = "16", .high = "256",
     .fallback = "128"},
    {"decay", "weight decay: how strongly training draws the net's numbers towards 0; with more lessons take less",
     OPTION_AT(Learn, decay), .low = "0", .high = "100", .fallback = DECAY_USUAL},
    {"boards", "fresh boards of each gate and of the last measurement", OPTION_AT(Learn, boards), .low = "10",
     .high = "1G", .fallback = "4k", .brief = "fresh boards of each gate"},
    {.heading = "Output", OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    {"output", "write the net there, for policy:file=FILE", OPTION_AT(Learn, output), .letter = 'o', .file = FILE_OWN,
     .metavar = "FILE", .brief = "write the net there, for policy:file=FILE"},
    OPTIONS_RUN,
    {OPTION_AGENTS},
    {OPTION_KEEP}, /* without --part: a generation rests on the one before */
};

/* What stands in the net of how it was made, but for the rounds. False, with the reason, if there is no room for it. */
static bool made_print(Driver *driver, Error *error)
{
    enum { ROUNDS_ROOM = 100 }; /* and what else stands behind it */
    Learn *own = driver->own;
    const bool teacher = own->method == METHOD_TEACHER, start = own->from != NULL;
    char decay[40] = "", units[40] = "";
    if (own->decay != strtod(DECAY_USUAL, NULL)) snprintf(decay, sizeof decay, "--decay %.9g ", own->decay);
    if (!start) snprintf(units, sizeof units, "--units %llu ", (unsigned long long)own->units);
    const int length = snprintf(
        own->made, NET_MADE,
        "pasur learn %s--rules %s %s%s%s--seed %llu --generations %llu --epochs %llu %s%s--boards %llu",
        teacher ? "" : "--method selfplay ", driver->common.rules,
        teacher ? "--teacher "
        : start ? "--from "
                : "",
        teacher ? own->teacher
        : start ? own->from
                : "",
        teacher || start ? " " : "", (unsigned long long)driver->common.seed, (unsigned long long)own->generations,
        (unsigned long long)own->epochs, units, decay, (unsigned long long)own->boards);
    return length < NET_MADE - ROUNDS_ROOM ||
           error_set(error, "--rules and %s are too long for the net's line of how it was made",
                     teacher ? "--teacher" : "--from");
}

/* Can lessons be had of that agent? */
static bool teacher_fits(const Agent *teacher, Error *error)
{
    if (!teacher->kind->search) return error_set(error, "--teacher %.60s: it does not search", teacher->name);
    if (agent_has(teacher, TRAIT_TIMED))
        return error_set(error, "--teacher %.60s: it goes by the clock, so that no net could be made again; give %s=",
                         teacher->name, teacher->kind->search->iterations->name);
    SearchOptions options;
    search_options(&options, teacher);
    if (options.reward != REWARD_DIFFERENCE || options.equity)
        return error_set(error, "--teacher %.60s: its values are not points; lessons need reward=difference",
                         teacher->name);
    return true;
}

/* Refuses options of the other method. */
static bool method_fits(const Driver *driver, Error *error)
{
    static const char *const OTHERS[][2] = {[METHOD_TEACHER] = {"from"}, [METHOD_SELFPLAY] = {"teacher", "decay"}};
    const Learn *own = driver->own;
    for (int i = 0; i < 2; i++) {
        const char *other = OTHERS[own->method][i];
        if (other && driver_given(driver, other))
            return error_set(error, "--%s: of --method %s alone", other,
                             own->method == METHOD_TEACHER ? "selfplay" : "teacher");
    }
    if (driver_given(driver, "hours") && driver_given(driver, "rounds"))
        return error_set(error, "--hours and --rounds: give one of them");
    return !own->from || !driver_given(driver, "units") ||
           error_set(error, "--units and --from: a net that is there has its units");
}

/* Opens the schedule and the agents: the teacher, or who plays the net where self-play begins, and the guest. */
static bool agents_prepare(Driver *driver, Error *error)
{
    Learn *own = driver->own;
    const char *names[] = {own->teacher, "tactic"};
    if (own->method == METHOD_SELFPLAY) {
        const bool file = own->from && strcmp(own->from, "builtin") != 0;
        snprintf(own->start, sizeof own->start, "%s%s", file ? "policy:file=" : "policy", file ? own->from : "");
        names[0] = own->start;
    }
    return driver_schedule(driver, &own->schedule, 2, error) &&
           driver_agents(driver, names, 2, &own->schedule.rules, error) &&
           (own->method == METHOD_SELFPLAY || teacher_fits(&driver->agents[0], error));
}

static bool prepare(Driver *driver, Error *error)
{
    Learn *own = driver->own;
    const bool selfplay = own->method == METHOD_SELFPLAY;
    if (!method_fits(driver, error) || !agents_prepare(driver, error)) return false;
    if (selfplay && !driver_given(driver, "epochs")) own->epochs = SELFPLAY_EPOCHS;
    driver->work.unit = selfplay ? "rounds of self-play" : "rounds of the lessons";
    if (own->hours > 0) {
        own->rounds = BOARDS_NO_END;
        snprintf(driver->setup.until, sizeof driver->setup.until, "for %g %% of %g hours", 100 * LESSONS_SHARE,
                 own->hours);
    }
    if (!made_print(driver, error)) return false;
    own->plan = (LearnPlan){.schedule = &own->schedule,
                            .method = own->method,
                            .start = own->from ? driver->agents[0].own : NULL,
                            .teacher = &driver->agents[0],
                            .guest = &driver->agents[1],
                            .generations = (int)own->generations,
                            .rounds = own->rounds,
                            .boards = own->boards,
                            .alpha = driver_alpha(driver),
                            .seconds = own->hours * 3600 * LESSONS_SHARE / (double)own->generations,
                            .train = learn_train_plan(driver->common.seed),
                            .made = own->made,
                            .reads_only = driver->kept.look != NULL};
    if (!own->output && !driver->kept.look)
        snprintf(driver->setup.note, sizeof driver->setup.note, "note: no -o: the net will not be written");
    own->plan.train.epochs = (int)own->epochs;
    own->plan.train.decay = (float)own->decay;
    own->plan.train.shape.hidden = (int)own->units;
    if (own->plan.start) own->plan.train.shape = own->plan.start->shape;
    return net_shape_valid(&own->plan.train.shape, error) || error_under(error, "--units");
}

static void plan(const Driver *driver, FILE *out)
{
    const Learn *own = driver->own;
    fprintf(out, "rules %s, seed %llu; %llu generation%s of ", driver->setup.rules_text,
            (unsigned long long)own->schedule.seed, (unsigned long long)own->generations, PLURAL(own->generations));
    if (own->hours > 0)
        fprintf(out, "as many rounds as %g hours allow", own->hours);
    else
        fprintf(out, "%llu rounds", (unsigned long long)own->rounds);
    if (own->method == METHOD_TEACHER)
        fprintf(out, " with %s", own->teacher);
    else
        fprintf(out, " of self-play from %s", own->from ? own->from : "nothing");
    fprintf(out, ", %llu epoch%s each;\ngates on %llu fresh boards\n", (unsigned long long)own->epochs,
            PLURAL(own->epochs), (unsigned long long)own->boards);
}

/* Rounds that all generations have in the end; 0: that is open. */
static uint64_t rounds_all(const Learn *own) { return own->hours > 0 ? 0 : own->rounds * own->generations; }

static bool watch(void *arg, const LearnNow *now)
{
    static const char *const UNITS[STAGES] = {"rounds", "rounds", "lessons", "boards", "boards"};
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
    if (now->stage == STAGE_LESSONS || now->stage == STAGE_SELFPLAY) driver->work.done = now->done;
    if (now->stage != own->stage) {
        own->stage = now->stage;
        progress_end(&driver->progress);
        progress_start(&driver->progress, driver->common.quiet);
    }
    if (!progress_due(&driver->progress)) return true;
    if (now->stage == STAGE_EPOCH)
        snprintf(text, sizeof text, "generation %d, epoch %d", now->generation, now->epoch);
    else
        snprintf(text, sizeof text, "generation %d, %s", now->generation, LEARN_STAGES[now->stage]);
    progress_show(&driver->progress, UNITS[now->stage], now->done, now->total ? now->total : BOARDS_NO_END, text);
    return true;
}

/* `Again:` names the rounds that --hours came to, so that it makes the same net. */
static bool again_by_rounds(Driver *driver, Error *error)
{
    const Learn *own = driver->own;
    FILE *again = again_start(driver);
    if (!again) return error_memory(error);
    fprintf(again, "%s --rounds %llu", own->made + strlen("pasur"), (unsigned long long)own->result.rounds);
    if (driver->common.csv) fputs(" --csv", again), again_word(again, driver->common.csv);
    if (own->output) fputs(" -o", again), again_word(again, own->output);
    return fclose(again) == 0 || error_memory(error);
}

/* Tells of states of trainings that were left out. */
static void damaged_print(const Driver *driver)
{
    const Learn *own = driver->own;
    for (int i = 1; i <= (int)own->generations; i++)
        if (own->result.damaged >> i & 1)
            driver_note(driver, "note: %.200s/generation-%d.fit was damaged%s", own->plan.run, i,
                        driver->kept.look ? "; its command trains that net anew" : ", and that net was trained anew");
}

static bool work(Driver *driver, Error *error)
{
    Learn *own = driver->own;
    if (own->output && !driver->kept.look && !atomic_file_possible(own->output, error)) return false;
    own->plan.run = driver->kept.look ? driver->kept.look->dirs[0] : driver->common.run;
    own->plan.threads = driver->threads;
    own->plan.journal = driver->kept.journal;
    own->plan.watch = watch;
    own->plan.arg = driver;
    driver->work.total = rounds_all(own);
    Error why;
    const ArenaEnd end = learn_run(&own->result, &own->plan, &why);
    damaged_print(driver);
    if (end == ARENA_FAILED) {
        driver->work.done = 0; /* there is nothing to tell */
        *error = why;
        return false;
    }
    if (end == ARENA_DONE && own->hours > 0 && !again_by_rounds(driver, error)) return false;
    return driver_ended(driver, end, error);
}

static void result_fill(const Driver *driver, Result *out) { learn_result(out, &((const Learn *)driver->own)->result); }

static bool keep(Driver *driver, Error *error)
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

static bool summary(const Driver *driver, FILE *out)
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
    .spec =
        {.command = "learn",
         .summary = "train a net's value and policy by self-play, with gates",
         .about =
             "Lets a search play rounds and say what each play is worth, trains the net of the agent 'policy' on "
             "that, or lets the net learn from rounds against itself; and tries each new net against the one before "
             "on fresh boards.",
         .example = "pasur learn --rounds 200 --generations 1 --boards 100 -o small.net",
         .notes =
             "The same command makes the same net, with any number of threads. With --run it goes on after whatever\n"
             "stopped it, and the net is the same.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Learn),
    .sample = "rounds",
    COMMAND_RESULTS(&RESULT_LEARN),
    .prepare = prepare,
    .plan = plan,
    .work = work,
    .result = result_fill,
    .keep = keep,
    .summary = summary,
    .free = own_free,
};
