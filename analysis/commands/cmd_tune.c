/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur tune: better numbers for an agent, measured on boards that took no part in any choice. */
#include "analysis/commands/commands.h"
#include "analysis/report/kinds/kinds.h"
#include "sim/files/output_file.h"

typedef struct {
    TuneRequest request;
    TuneSetup setup;
    TuneResult result;
    TunePhase phase; /* of which the progress is */
} Tune;

static const Option OPTIONS[] = {
    {"params", "what to tune; all: every parameter that is a real number (default for tactic)",
     OPTION_AT(Tune, request.params), .metavar = "a,b|all", .heading = "Search", .takes = TAKES_PARAMS, .words = "all"},
    {"opponent", "against whom; several count alike", OPTION_AT(Tune, request.opponents), .metavar = "A,B",
     .fallback = "counter", .brief = "against whom; several count alike", .takes = TAKES_AGENTS},
    {"from",
     "where to start: the agent's defaults under these rules, all tactics at 0 (base), or a file of weights; what is "
     "given with the agent stays",
     OPTION_AT(Tune, request.from), .metavar = "base|defaults|FILE", .fallback = "defaults", .brief = "where to start",
     .takes = TAKES_FILE, .words = "base defaults"},
    {"rounds", "rounds of the search, trials included; the validation comes on top", OPTION_AT(Tune, request.rounds),
     .low = "100k", .high = "1000G", .fallback = "300k", .brief = "rounds of the search; the validation comes on top"},
    {OPTION_COMMON(matches, "matches",
                   "instead of --rounds: so many whole matches, trials included, and what is to gain is matches won"),
     .low = "40k", .high = "1000G", .metavar = "N"},
    {OPTION_MAX_ROUNDS},
    {"method", "how to search", OPTION_AT(Tune, request.method), .choices = "spsa cmaes", .fallback = "cmaes"},
    {"step", "first perturbation, in the size of each parameter's default, at least 1, at most its range",
     OPTION_AT(Tune, request.step), .low = "0.001", .high = "10", .fallback = "0.25"},
    {"batch",
     "boards of a step, so few that ten steps fit into the search; default 64 for spsa, for cmaes what makes about 200 "
     "generations",
     OPTION_AT(Tune, request.batch), .low = "64", .high = "1M", .metavar = "N"},
    {OPTION_RULES},
    {OPTION_SEED},
    {"gain",
     "a gain worth having: the validation has so many boards that its interval reaches a quarter of it to either side; "
     "points a round, default 0.05; with --matches a share of the matches, default 0.01, at most 0.5",
     OPTION_AT(Tune, request.gain), .low = "0.001", .high = "20", .metavar = "X", .heading = "Validation"},
    {"test", "boards that the validation may take", OPTION_AT(Tune, request.test), .low = "5000", .high = "1G",
     .fallback = "200k", .metavar = "N"},
    {OPTION_MAX_VOID},
    {.heading = "Output", OPTION_CSV},
    {OPTION_JSON},
    {OPTION_TABLE},
    {OPTION_PLOT},
    {"save", "write the weights for tactic:weights=FILE, accepted or not: its first lines say what is known of them",
     OPTION_AT(Tune, request.save), .file = FILE_OWN, .metavar = "FILE",
     .brief = "write the weights for tactic:weights=FILE"},
    OPTIONS_BOTS,
    OPTIONS_RUN,
    {OPTION_KEEP}, /* without --part: a tuning chooses by the boards of all parts */
};

/* What is played, rounds or matches, and what is to gain. */
static bool matches_read(Driver *driver, Error *error)
{
    TuneRequest *request = &((Tune *)driver->own)->request;
    const CommonOptions *common = &driver->common;
    if (!common->matches && driver_given(driver, "max-rounds"))
        return error_set(error, "--max-rounds is about whole matches; it goes with --matches N");
    if (common->matches && driver_given(driver, "rounds"))
        return error_set(error, "--rounds and --matches: give one of them");
    if (common->matches && request->gain > 0.5)
        return error_set(error, "--gain: with --matches a share of the matches, at most 0.5");
    request->alpha = driver_alpha(driver);
    if (!driver_given(driver, "gain")) request->gain = common->matches ? 0.01 : 0.05;
    if (!common->matches) return true;
    request->rounds = common->matches;
    request->match_rounds = common->max_rounds;
    driver->setup.scores_count = true;
    return true;
}

static bool tune_prepare(Driver *driver, Error *error)
{
    Tune *tune = driver->own;
    TuneSetup *setup = &tune->setup;
    tune->request.rules = driver->common.rules;
    tune->request.seed = driver->common.seed;
    tune->request.agent = driver->parsed.args[0];
    if (!matches_read(driver, error)) return false;
    if (!tune_setup_make(setup, &tune->request, error)) return false;
    driver->setup.rules = &setup->schedule.rules;
    if (!driver_take_agents(driver, setup->opponents, setup->opponent_count, error) ||
        !driver_take_agents(driver, &setup->agent, 1, error))
        return false;
    files_add(&driver->files, "--from", setup->from_file ? setup->from : NULL, FILE_READ);
    return true;
}

static void tune_plan_print(const Driver *driver, FILE *out) { tune_plan(out, &((const Tune *)driver->own)->setup); }

/* Boards of variants against an opponent that search and validation may take. */
static double boards_most(const Tune *tune)
{
    const TuneSetup *setup = &tune->setup;
    return (double)tune->request.rounds / setup->schedule.seatings +
           3.0 * (double)tune->request.test * setup->opponent_count;
}

static const char *sample_name(const Tune *tune) { return tune->request.match_rounds ? "matches" : "rounds"; }

static bool tune_watch(void *arg, const TuneNow *now)
{
    Driver *driver = arg;
    Tune *tune = driver->own;
    char rest[TUNE_PROGRESS];
    if (now->phase != tune->phase) {
        tune->phase = now->phase;
        progress_end(&driver->progress);
        progress_start(&driver->progress, driver->common.quiet);
    }
    if (progress_due(&driver->progress)) {
        tune_progress(rest, &tune->setup, now);
        progress_show(&driver->progress, sample_name(tune), now->played < now->planned ? now->played : now->planned,
                      now->planned, rest);
    }
    return driver_voids(driver, &tune->result.voids, boards_most(tune));
}

/* What a tuning that was stopped had done of what it was at. */
static void done_say(Driver *driver, const TuneResult *result)
{
    const TuneRequest *request = &((const Tune *)driver->own)->request;
    if (result->phase == TUNE_VALIDATION)
        driver->work.unit = "boards of the validation", driver->work.total = result->planned,
        driver->work.done = result->validated;
    else
        driver->work.unit = request->match_rounds ? "matches of the search" : "rounds of the search",
        driver->work.total = request->rounds, driver->work.done = result->searched;
}

static bool tune_work(Driver *driver, Error *error)
{
    Tune *tune = driver->own;
    const TuneRequest *request = &tune->request;
    const TuneRun run = {.setup = &tune->setup,
                         .threads = driver->threads,
                         .checkpoint = driver->kept.checkpoint,
                         .watch = tune_watch,
                         .arg = driver};
    TuneResult *result = &tune->result;
    if (request->save && !atomic_file_possible(request->save, error)) return false;
    if (!tune_run(result, &run)) return error_memory(error);
    driver->work.interrupted = result->interrupted && !driver->work.too_many_voids;
    done_say(driver, result);
    driver->work.verdict = result->verdict == TUNE_ACCEPTED  ? 0
                           : result->verdict == TUNE_REFUSED ? STATUS_NO
                                                             : STATUS_UNDECIDED;
    if (!result->note_count) driver->work.done = 0; /* nothing is known before the first trial */
    return true;
}

static void tune_result_fill(const Driver *driver, Result *out)
{
    const Tune *tune = driver->own;
    tune_result(out, &tune->setup, &tune->result);
}

static bool tune_keep(Driver *driver, Error *error)
{
    Tune *tune = driver->own;
    return !tune->request.save || !tune->result.note_count ||
           tune_save(&tune->setup, &tune->result, driver->again, error);
}

static bool tune_summary(const Driver *driver, FILE *out)
{
    const Tune *tune = driver->own;
    tune_print(out, &driver->page, &tune->setup, &tune->result, driver->results);
    fprintf(out, "%s\n", driver->end.took);
    return true;
}

static void tune_free(Driver *driver) { tune_setup_free(&((Tune *)driver->own)->setup); }

const Command CMD_TUNE = {
    .spec =
        {.command = "tune",
         .summary = "better numbers for an agent, validated on fresh deals",
         .args = {"AGENT", 1, 1, NULL, TAKES_AGENT},
         .about = "Looks for numbers with which the agent scores more against its opponents, and measures them against "
                  "the start and the defaults on boards that took no part in any choice. With --matches it looks for "
                  "numbers with which it wins more matches.",
         .example = "pasur tune tactic --rounds 200k --save tuned.weights",
         .notes =
             "Accepted is what the validation shows to be better than the start and than the defaults: both intervals lie\n"
             "above 0. Refused is what is shown to be worse than either, or to gain less than --gain.\n"
             "Matches begin at 0 points; a figure of theirs is what is won more than an equal share for every side.\n"
             "At three seats the agent sits alone against two of an opponent, at four they sit in turn; no opponent sits with\n"
             "another, and their order does not count.\n"
             "Exit status: 0 accepted, 1 refused, 3 undecided.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Tune),
    .sample = "rounds",
    COMMAND_RESULTS(&RESULT_TUNE),
    .prepare = tune_prepare,
    .plan = tune_plan_print,
    .work = tune_work,
    .result = tune_result_fill,
    .keep = tune_keep,
    .summary = tune_summary,
    .free = tune_free,
};
