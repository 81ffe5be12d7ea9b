/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur learn: a net's policy and value, learned by self-play. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"
#include "analysis/report/result.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "analysis/study/learn/learn.h"
#include "engine/text/number.h"

typedef struct {
    LearnPlan plan;
    uint64_t units;
    const char *from, *output;
    enum { METHOD_SELFPLAY } method;
    char start[AGENT_NAME]; /* the agent whose net it begins at */

    LearnResult result;
    char made[NET_MADE];
    LearnStage stage; /* of which the progress is */
} Learn;

#define AT(member) COLUMN_AT(LearnNote, member)
static const Column ROWS[] = {
    {"generation", "number", "which generation, from 1", AT(generation), .plain = "generation"},
    {"stage", "word",
     "self-play: the net plays rounds against itself and learns from them; gate: the net and the one before it play "
     "a panel; validation: the net that was kept plays the panel on boards that took no part in any choice",
     AT(stage), .plain = "stage"},
    {"rounds", "rounds", "rounds of self-play so far, of all generations", AT(rounds)},
    {"positions", "decisions", "decisions that were learned from so far", AT(positions)},
    {"loss", "nats", "entropy of the net's chances, in its last rounds", AT(entropy)},
    {"value_error", "points", "root mean square error of the net's value, in its last rounds", AT(value_error)},
    {"opponent", "name", "the opponent of a gate or a validation", AT(opponent), .plain = "against"},
    {"boards", "boards", "packs played, each in every seating", AT(boards), .plain = "boards"},
    COLUMN_VALUE("diff_mean", "diff_ci", "points a round",
                 "mean of the net's points less the mean of the other sides' points",
                 "the 95 % interval of diff_mean, over boards", LearnNote, diff.mean, interval, .format = "%+.2f",
                 .plain = "points a round, the net over that player"),
    {"verdict", "word",
     "for a gate, in the row of the panel: taken, for the first net and if the interval lies above 0; refused: the "
     "net before stays",
     AT(verdict), .plain = "verdict"},
};
static const ColumnTable LEARN_COLUMNS = {"learn --csv", "stage", COLUMN_ROWS(ROWS), NULL};

static void learn_result(const Driver *driver, Result *out)
{
    const LearnResult *result = &((const Learn *)driver->own)->result;
    result_head(out, "net", "%s", result->found ? result->net.made : "none");
    result_rows(out, &RESULT_LEARN, result->notes, sizeof *result->notes, result->count);
}

static void learn_line(FILE *out, const LearnNote *note)
{
    char wins[COLUMN_CELL];
    fprintf(out, "generation %d, %s: ", note->generation, note->stage);
    if (note->opponent)
        fprintf(out, "%s points a round against %s on %" PRId64 " boards%s%s\n",
                interval_text(wins, "%+.2f", note->diff.mean, note->interval), note->opponent, note->boards,
                note->verdict ? ", " : "", note->verdict ? note->verdict : "");
    else
        fprintf(out, "%" PRIu64 " rounds and %" PRIu64 " positions in all; entropy %.4f, value off by %.2f points\n",
                note->rounds, note->positions, note->entropy, note->value_error);
}

/* Whether it is shown that the net and an opponent differ, on boards that took no part in any choice; with the interval
   for all of its `count` opponents. */
static void opponent_say(Verdicts *verdicts, Result *result, size_t row, size_t count)
{
    const double mean = number_at(result, row, "diff_mean");
    const bool more = mean >= 0;
    const Interval interval = interval_adjusted(result, result_interval(result, row, "diff_ci"), mean, count);
    Verdict verdict = verdict_amount(mean, interval, 2);
    verdict.names[0] = text_at(result, row, "opponent");
    const char *level = count > 1 ? "95 % for all opponents" : "95 %";
    if (!interval_known(interval))
        verdict.words = "Too few boards against $1 for an interval, or all of them were alike.";
    else if (interval_sign(interval, 0))
        verdict.words = result_format(result, "%s by $s points a round (%s: $r).",
                                      more ? "The net beats $1" : "$1 beats the net", level);
    else
        verdict.words =
            result_format(result, "The net and $1 cannot be told apart: the net scores $s points a round %s (%s: $r).",
                          more ? "more" : "less", level);
    verdict_add(verdicts, verdict);
}

static void learn_verdicts(Verdicts *verdicts, Result *result)
{
    const int stage = result_column(result, "stage"), verdict = result_column(result, "verdict");
    const char *net = NULL; /* the generation of the net that is left */
    size_t opponents = 0;
    for (size_t row = 0; row < result->row_count; row++) {
        opponents += !strcmp(result_text(result, row, stage), "validation");
        if (!strcmp(result_text(result, row, verdict), "taken")) net = text_at(result, row, "generation");
    }
    for (size_t row = 0; row < result->row_count; row++)
        if (!strcmp(result_text(result, row, stage), "validation")) opponent_say(verdicts, result, row, opponents);
    const char *last = result->row_count ? result_text(result, result->row_count - 1, verdict) : "";
    if (net)
        verdict_say(verdicts, result, "The net is that of generation %s.", net);
    else if (!strcmp(last, "refused"))
        verdict_say(verdicts, result,
                    "No net was shown to score more against the panel than the one it began from: none is kept.");
}

static bool learn_draw(Chart *chart)
{
    Result *table = chart->result;
    Columns of;
    if (!columns_read(&of, table, "diff_mean", "diff_ci")) return false;
    for (size_t row = 0; row < table->row_count; row++) {
        const bool gate = !strcmp(text_at(table, row, "stage"), "gate");
        const Mark mark = {.row = result_words(table, row,
                                               gate ? "generation {generation}, against {opponent}"
                                                    : "at the end, against {opponent}"),
                           .value = of.value[row],
                           .interval = {of.low[row], of.high[row]}};
        if (!isnan(mark.value) && !chart_mark(chart, mark)) return false; /* NaN: self-play */
    }
    return chart->count || result_complain(table, "no net has played yet, so there is nothing to draw");
}

static const Picture PICTURE = {.title = "What each net scores",
                                .subtitle = "on fresh boards, with 95 % intervals",
                                .unit = "points a round more than that player",
                                .is = CHART_OWN | CHART_ZERO,
                                .draw = learn_draw};

const ResultKind RESULT_LEARN = {
    .table = &LEARN_COLUMNS,
    .question = "What did the net learn?",
    .method =
        "A net learns from rounds against itself, in which it tries every play. Each new net and the one before play "
        "a panel on fresh boards, and the new one is kept if it is shown to win more; the last plays on boards that "
        "took no part in any choice.",
    .page = "agents.md",
    .verdicts = learn_verdicts,
    .picture = &PICTURE,
};

/* ---- the command */

static const Option OPTIONS[] = {
    {"rounds", "rounds of self-play in each generation", OPTION_AT(Learn, plan.rounds), .low = "16", .high = "1G",
     .fallback = "20k", .heading = "Self-play", .brief = "rounds of self-play in each generation"},
    {"generations", "how many nets are trained and tested, each starting from the one before",
     OPTION_AT(Learn, plan.generations), .low = "1", .high = "16", .fallback = "2",
     .brief = "how often a net is tried"},
    {"method", "selfplay, the only method; older commands name it", OPTION_AT(Learn, method), .choices = "selfplay",
     .fallback = "selfplay"},
    {OPTION_RULES},
    {OPTION_SEED},
    {"epochs", "how often each decision is used for training", OPTION_AT(Learn, plan.epochs), .low = "1", .high = "64",
     .fallback = "1"},
    {"from", "the net to start from, 'builtin' or a file from pasur learn; without it, a net that knows nothing",
     OPTION_AT(Learn, from), .metavar = "NET", .takes = TAKES_FILE, .words = "builtin"},
    {"units", "hidden units of the net, a multiple of 16", OPTION_AT(Learn, units), .low = "16", .high = "256",
     .fallback = "128"},
    {"boards", "fresh boards of each gate and of the validation", OPTION_AT(Learn, plan.boards), .low = "10",
     .high = "1G", .fallback = "4k", .brief = "fresh boards of each gate"},
    OPTIONS_RESULTS,
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
        driver->common.rules, start, (unsigned long long)driver->common.seed, (unsigned long long)own->plan.generations,
        (unsigned long long)own->plan.epochs, units, (unsigned long long)own->plan.boards);
    return length < NET_MADE - ROUNDS_ROOM ||
           error_set(error, "--rules and --from are too long for the net's line of how it was made");
}

static bool learn_seats(Driver *driver, Seated *out, Error *error)
{
    Learn *own = driver->own;
    const bool file = own->from && strcmp(own->from, "builtin") != 0;
    if (own->from && driver_given(driver, "units"))
        return error_set(error, "--units and --from: an existing net has its own units");
    snprintf(own->start, sizeof own->start, "%s%s", file ? "policy:file=" : "policy", file ? own->from : "");
    *out = (Seated){.table = 2, .count = 2, .names = {own->start, "tactic"}};
    return true;
}

static bool learn_prepare(Driver *driver, Error *error)
{
    Learn *own = driver->own;
    if (!made_print(driver, error)) return false;
    driver->work.unit = "rounds of self-play";
    if (!own->output && !driver->run.look.on)
        snprintf(driver->setup.note, sizeof driver->setup.note, "note: no -o: the net will not be written");
    const Net *start = own->plan.start = own->from ? driver->agents[0].own : NULL;
    own->plan.shape = start ? start->shape : (NetShape){.hidden = (int)own->units, .second = 32, .value = 16};
    return net_shape_valid(&own->plan.shape, error) || error_under(error, "--units");
}

static void learn_plan_print(const Driver *driver, FILE *out)
{
    const Learn *own = driver->own;
    const LearnPlan *plan = &own->plan;
    fprintf(out,
            "rules %s, seed %llu; %llu generation%s of %llu rounds of self-play from %s, %llu epoch%s each;\n"
            "gates on %llu fresh boards\n",
            driver->setup.rules_text, (unsigned long long)driver->schedule.seed, (unsigned long long)plan->generations,
            PLURAL(plan->generations), (unsigned long long)plan->rounds, own->from ? own->from : "nothing",
            (unsigned long long)plan->epochs, PLURAL(plan->epochs), (unsigned long long)plan->boards);
}

static void learn_watch(void *arg, LearnStage stage, int generation, uint64_t done, uint64_t total)
{
    Driver *driver = arg;
    Learn *own = driver->own;
    char text[80];
    if (stage == STAGE_SELFPLAY) driver->work.done = done;
    if (stage != own->stage) {
        own->stage = stage;
        progress_end(&driver->progress);
        progress_start(&driver->progress, driver->common.quiet);
    }
    if (!progress_due(&driver->progress)) return;
    snprintf(text, sizeof text, "generation %d, %s", generation, LEARN_STAGES[stage]);
    progress_show(&driver->progress, stage == STAGE_SELFPLAY ? "rounds" : "boards", done, total, text);
}

static bool learn_work(Driver *driver, Error *error)
{
    Learn *own = driver->own;
    LearnPlan *plan = &own->plan;
    plan->schedule = &driver->schedule;
    plan->guest = &driver->agents[1];
    plan->alpha = driver_alpha(driver);
    plan->made = own->made;
    plan->run = driver->run.look.on ? driver->run.directory.dirs->name : driver->common.run;
    plan->threads = driver->threads;
    plan->checkpoint = driver->run.checkpoint;
    plan->reads_only = driver->run.look.on;
    plan->watch = learn_watch;
    plan->arg = driver;
    driver->work.total = plan->rounds * plan->generations;
    Error why;
    const ArenaEnd end = learn_run(&own->result, plan, &why);
    for (int i = 1; i <= GENERATIONS_MOST; i++) /* states of trainings that were left out */
        if (own->result.damaged >> i & 1)
            driver_note(driver, "note: %.200s/generation-%d.fit was damaged%s", plan->run, i,
                        driver->run.look.on ? "" : ", and that generation was played anew");
    if (end == ARENA_FAILED) {
        driver->work.done = 0; /* there is nothing to tell */
        *error = why;
        return false;
    }
    return driver_ended(driver, end, error);
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

/* The lines of its stages, and what the net wins from whom. */
static bool learn_summary(const Driver *driver, FILE *out)
{
    const Learn *own = driver->own;
    for (const LearnNote *note = own->result.notes; note < own->result.notes + own->result.count; note++)
        if (strcmp(note->stage, LEARN_STAGES[STAGE_VALIDATION])) learn_line(out, note);
    verdicts_print(out, driver->results);
    if (own->result.found && !own->output && !driver->run.look.on)
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
             "Trains a net on rounds against itself in which it tries every play, and tests each new net against the "
             "one before on fresh boards.",
         .example = "pasur learn --rounds 200 --generations 1 --boards 100 -o small.net",
         .notes = "The same command makes the same net, with any number of threads. With --run it continues after any "
                  "interruption, and the net is the same.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Learn),
    .sample = "rounds",
    COMMAND_RESULTS(&RESULT_LEARN),
    .seats = learn_seats,
    .prepare = learn_prepare,
    .plan = learn_plan_print,
    .work = learn_work,
    .result = learn_result,
    .keep = learn_keep,
    .summary = learn_summary,
    .free = own_free,
};
