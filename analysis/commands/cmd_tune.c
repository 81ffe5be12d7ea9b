/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur tune: better numbers for an agent, and a test of them on boards never used before. */
#include <math.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/tune_report.h"
#include "analysis/study/tune_setup.h"
#include "analysis/study/variants.h"
#include "engine/text/number.h"
#include "sim/files/atomic_file.h"

enum { TEST_BATCH = 1000, TEST_LEAST = 5000 };

typedef struct {
    TuneRequest request;
    uint64_t batch;
    double step, gain;
    int method;

    TuneSetup setup;
    TuneReport report;
    Versions versions;
    uint64_t planned, played; /* rounds of the search or the test; versions' rounds so far */
    char state[128];          /* for the progress line */
} Tune;

static const Option OPTIONS[] = {
    {"params", "what to tune; all: every parameter that is a real number (default for tactic)",
     OPTION_AT(Tune, request.params), .metavar = "a,b|all", .heading = "Search"},
    {"opponent", "against whom; several count alike", OPTION_AT(Tune, request.opponents), .metavar = "A,B",
     .fallback = "counter"},
    {"from",
     "where to start: all tactics at 0 (default for tactic), the agent's defaults under these rules, or a file of "
     "weights; what is given with the agent stays",
     OPTION_AT(Tune, request.from), .metavar = "base|defaults|FILE"},
    {"rounds", "rounds of the search, validation included; the test comes on top", OPTION_AT(Tune, request.rounds),
     .low = "100k", .high = "1000G", .fallback = "2M"},
    {"method", "how to search", OPTION_AT(Tune, method), .choices = "spsa cmaes", .fallback = "spsa"},
    {"step", "first perturbation, in the size of each parameter's default, at least 1, at most its range",
     OPTION_AT(Tune, step), .low = "0.001", .high = "10", .fallback = "0.25"},
    {"batch", "boards of a step; default 64 for spsa, for cmaes what makes about 200 generations",
     OPTION_AT(Tune, batch), .low = "64", .high = "1M", .metavar = "N"},
    {OPTION_RULES},
    {OPTION_SEED},
    {"gain", "the test decides between no gain and this one, points a round (alpha and beta 0.05)",
     OPTION_AT(Tune, gain), .low = "0.001", .high = "20", .fallback = "0.05", .heading = "Test"},
    {"test", "boards that the test may take", OPTION_AT(Tune, report.test_boards), .low = "5000", .high = "1G",
     .fallback = "200k", .metavar = "N"},
    {.heading = "Output", OPTION_CSV},
    {OPTION_PLOT},
    {"save", "if accepted, write the weights for tactic:weights=FILE", OPTION_AT(Tune, report.save), .file = FILE_OWN,
     .metavar = "FILE"},
    OPTIONS_RUN,
};

static bool prepare(Driver *driver, Error *error)
{
    Tune *tune = driver->own;
    const char *why;
    tune->request.rules = driver->common.rules;
    tune->request.seed = driver->common.seed;
    tune->request.agent = driver->parsed.args[0];
    tune->request.saves = tune->report.save != NULL;
    tune->report.method = (TunerMethod)tune->method;
    if (!tune_setup_make(&tune->setup, &tune->request, error)) return false;
    sprt_plan(&tune->report.plan, 0, tune->gain, TUNE_ALPHA, TUNE_ALPHA, &why);
    driver->rules = &tune->setup.schedule.rules;
    driver_players(driver, tune->setup.opponents, tune->setup.opponent_count);
    driver_players(driver, &tune->setup.agent, 1);
    files_add(&driver->files, "--from", tune->setup.from_file ? tune->setup.from : NULL, FILE_READ);
    return true;
}

static void plan(const Driver *driver, FILE *out)
{
    const Tune *tune = driver->own;
    tune_plan(out, &tune->setup, &tune->report);
}

static void count_rounds(void *arg)
{
    Driver *driver = arg;
    Tune *tune = driver->own;
    tune->played += (uint64_t)tune->setup.schedule.seatings;
    if (progress_due(&driver->progress))
        progress_show(&driver->progress, "rounds", tune->played < tune->planned ? tune->played : tune->planned,
                      tune->planned, tune->state);
}

/* versions_play, with the void boards counted. */
static TunerEnd play_boards(Driver *driver, const double *points, size_t count, uint64_t first, uint64_t boards,
                            int32_t *scores)
{
    const Tune *tune = driver->own;
    const ArenaEnd end = versions_play(&tune->versions, points, count, first, boards, scores);
    for (size_t i = 0; i < count * boards; i++)
        driver->voids += scores[i] == VERSION_VOID;
    return end == ARENA_DONE ? TUNER_DONE : end == ARENA_FAILED ? TUNER_NO_MEMORY : TUNER_STOPPED;
}

static TunerEnd play(void *context, const double *points, size_t candidates, TunerBoards kind, uint64_t first,
                     uint64_t boards, int32_t *scores)
{
    static const BoardShare SHARES[] = {SHARE_SEARCH, SHARE_POLISH, SHARE_VALIDATION};
    return play_boards(context, points, candidates, share_first(SHARES[kind]) + first, boards, scores);
}

static void watch(void *context, const TunerView *view)
{
    Driver *driver = context;
    Tune *tune = driver->own;
    tune_note(&tune->report, view, tune->played);
    tune_state(tune->state, sizeof tune->state, view);
}

static TunerEnd search(Driver *driver)
{
    Tune *tune = driver->own;
    const TuneSetup *setup = &tune->setup;
    const Tuner tuner = {
        .dims = setup->count,
        .ranges = setup->ranges,
        .start = setup->start,
        .method = tune->report.method,
        .budget = setup->request.rounds / versions_rounds(&tune->versions),
        .batch = tune->batch,
        .step = tune->step,
        .scale = versions_scale(&tune->versions),
        .seed = setup->request.seed,
        .play = play,
        .watch = watch,
        .context = driver,
    };
    tune->planned = setup->request.rounds;
    const TunerEnd end = tuner_run(&tuner, tune->report.tuned);
    for (size_t i = 0; i < setup->count; i++)
        tune->report.tuned[i] = round(tune->report.tuned[i] * 1e4) / 1e4; /* what is tested is what is written */
    return end;
}

/* Tuned against start on boards of the test, until it is decided and the interval is narrow enough to show it. */
static TunerEnd test(Driver *driver)
{
    Tune *tune = driver->own;
    const TuneSetup *setup = &tune->setup;
    TuneReport *report = &tune->report;
    const double scale = versions_scale(&tune->versions);
    double numbers[2 * MAX_AGENT_PARAMS];
    int32_t scores[2 * TEST_BATCH];
    memcpy(numbers, report->tuned, setup->count * sizeof *numbers);
    memcpy(numbers + setup->count, setup->start, setup->count * sizeof *numbers);
    tune->planned = report->test_boards * 2 * versions_rounds(&tune->versions);
    tune->played = 0;
    progress_end(&driver->progress);
    progress_start(&driver->progress, driver->common.quiet);
    *tune->state = 0;
    Moments gain = {0}, score = {0};
    for (uint64_t done = 0; done < report->test_boards; done += TEST_BATCH) {
        const uint64_t left = report->test_boards - done, boards = left < TEST_BATCH ? left : TEST_BATCH;
        const TunerEnd end = play_boards(driver, numbers, 2, share_first(SHARE_TEST) + done, boards, scores);
        if (end != TUNER_DONE) return end;
        const Moments more = scores_gain(scores, boards, 0, 1), alone = scores_gain(scores, boards, 0, 0);
        moments_merge(&gain, &more);
        moments_merge(&score, &alone);
        report->gain = estimate_of(&gain, scale);
        report->score = estimate_of(&score, scale);
        tune_judge(report);
        snprintf(tune->state, sizeof tune->state, "test: gain %+.3f, LLR %.2f (%.2f to %.2f)", report->gain.mean,
                 report->llr, report->plan.bound_low, report->plan.bound_high);
        if (done + boards >= TEST_LEAST && tune_settled(report)) break;
    }
    return TUNER_DONE;
}

static bool work(Driver *driver, Error *error)
{
    Tune *tune = driver->own;
    const TuneSetup *setup = &tune->setup;
    TuneReport *report = &tune->report;
    if (report->save && !atomic_file_possible(report->save, error)) return false;
    driver->voids = 0;
    tune->versions = (Versions){.schedule = &setup->schedule,
                                .agent = &setup->agent,
                                .params = setup->params,
                                .param_count = setup->count,
                                .opponents = setup->opponents,
                                .opponent_count = (size_t)setup->opponent_count,
                                .threads = driver->threads,
                                .watch = count_rounds,
                                .arg = driver};
    TunerEnd end = search(driver);
    const uint64_t searched = tune->played < setup->request.rounds ? tune->played : setup->request.rounds;
    report->changed = memcmp(report->tuned, setup->start, setup->count * sizeof *setup->start) != 0;
    if (!report->changed) report->verdict = SPRT_LOW;
    if (end == TUNER_DONE && report->changed) end = test(driver);
    if (end == TUNER_NO_MEMORY) return error_memory(error);
    report->partial = driver->partial = driver->interrupted = end == TUNER_STOPPED;
    const bool in_test = tune_stopped_in_test(report);
    driver->unit = in_test ? "boards of the test" : "rounds of the search";
    driver->total = in_test ? report->test_boards : setup->request.rounds;
    driver->done = in_test ? (uint64_t)report->gain.n : searched;
    if (!report->note_count) driver->done = 0; /* nothing is known before the first validation */
    return true;
}

static void figures(const Driver *driver, OutputFile *file)
{
    const Tune *tune = driver->own;
    tune_csv(file, &tune->setup, &tune->report);
}

static bool keep(Driver *driver, Error *error)
{
    Tune *tune = driver->own;
    return !tune->report.save || tune->report.partial || !tune_accepted(&tune->report) ||
           tune_save(&tune->setup, &tune->report, driver->again, error);
}

static bool summary(const Driver *driver, FILE *out)
{
    const Tune *tune = driver->own;
    tune_print(out, &tune->setup, &tune->report);
    fprintf(out, "%s\n", driver->took);
    return true;
}

static int verdict(const Driver *driver)
{
    const TuneReport *report = &((const Tune *)driver->own)->report;
    return tune_accepted(report) ? 0 : report->verdict == SPRT_LOW ? STATUS_NO : STATUS_UNDECIDED;
}

static void tune_free(Driver *driver) { tune_setup_free(&((Tune *)driver->own)->setup); }

const Command CMD_TUNE = {
    .spec = {.command = "tune",
             .summary = "better numbers for an agent, tested on fresh deals",
             .args = "AGENT",
             .min_args = 1,
             .max_args = 1,
             .about = "Looks for numbers with which the agent scores more against its opponents, and tests them "
                      "against the start on boards never used before.",
             .example = "pasur tune tactic --opponent counter --rounds 2M --save tuned.txt --csv path.csv",
             .notes = "Accepted is what the test calls better and whose interval, valid at any time, lies above 0.\n"
                      "Exit status: 0 accepted, 1 refused (the test found no gain), 3 refused (undecided).",
             OPTION_ROWS(OPTIONS)},
    .size = sizeof(Tune),
    .sample = "rounds",
    .prepare = prepare,
    .plan = plan,
    .work = work,
    .figures = figures,
    .keep = keep,
    .summary = summary,
    .verdict = verdict,
    .free = tune_free,
};
