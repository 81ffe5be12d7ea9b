/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur tune: better parameters for an agent, measured on boards that took no part in any choice. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "agents/bots/bot.h"
#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"
#include "analysis/report/result.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "analysis/study/tune.h"
#include "engine/text/number.h"
#include "sim/files/output_file.h"
#include "sim/files/text_buffer.h"

static const char *const METHODS[] = {"spsa", "cmaes"}, *const PHASES[] = {"search", "polish", "validation"};

typedef struct {
    TuneSetup setup;
    TuneResult result;
    TunePhase phase; /* of which the progress is */
} Tune;

/* How rounds and matches are told to people. */
typedef struct {
    const char *sample, *searched;
    const char *unit, *verb; /* behind a number; what the numbers do so much of */
    const char *format;      /* of a number with its interval */
    int decimals;            /* at least */
    double scale;            /* what the figure is multiplied by */
} TuneWords;

static const TuneWords *words_of(const TuneSetup *setup)
{
    static const TuneWords ROUNDS = {"rounds", "rounds of the search", "points a round", "score", "%+.3f", 3, 1},
                           MATCHES = {"matches", "matches of the search", "% of the matches", "win", "%+.2f", 2, 100};
    return setup->schedule.match_rounds ? &MATCHES : &ROUNDS;
}

/* What would be done. */
static void tune_plan(const Driver *driver, FILE *out)
{
    const TuneSetup *setup = &((const Tune *)driver->own)->setup;
    const TuneRequest *request = &setup->request;
    char rounds[SHORT_TEXT];
    short_count(rounds, (double)request->rounds);
    fprintf(out, "%zu parameter%s of %s from %s, against %s; %s, %s %s; rules %s, seed %llu\n", setup->count,
            PLURAL(setup->count), setup->agent.name, setup->from, request->opponents, METHODS[request->method], rounds,
            words_of(setup)->sample, driver->setup.rules_text, (unsigned long long)driver->common.seed);
}

/* "0.021 points a round more than the start (95 %: +0.003 to +0.039)", or "0.234 less … (95 %: +0.215 to +0.254)" */
static const char *gain_text(Result *memory, const TuneSetup *setup, double gain, Interval interval, const char *than,
                             bool stopped)
{
    const TuneWords *words = words_of(setup);
    char number[DECIMAL_TEXT], range[COLUMN_CELL];
    const Interval shown = interval_scaled(interval, gain < 0 ? -words->scale : words->scale); /* of how much less */
    if (gain == 0 && !interval_known(interval)) return result_format(memory, "the same as %s", than);
    return result_format(
        memory, "%.100s %s %s than %s (%g %%%s: %.200s)",
        decimal_text(number, false, interval_decimals(words->decimals, shown), words->scale * fabs(gain)), words->unit,
        gain < 0 ? "less" : "more", than, 100 * (1 - setup->request.alpha), stopped ? ", valid at any time" : "",
        range_text(range, words->format, shown));
}

/* ---- the verdict in words */

/* What the validation measured. */
static const char *validation_text(Result *memory, const TuneSetup *setup, const TuneResult *result)
{
    const TuneNote *note = tune_validation(result);
    const char *start = "", *defaults = "";
    if (result->changed)
        start = gain_text(memory, setup, note->gain.mean, note->gain_interval,
                          setup->from_defaults ? "the start, which is the defaults" : "the start", result->interrupted);
    if (!setup->from_defaults)
        defaults = gain_text(memory, setup, note->over_defaults.mean, note->over_defaults_interval, "the defaults",
                             result->interrupted);
    return result_format(memory, "on %llu boards that took no part in any choice, %s %s %s%s%s.",
                         (unsigned long long)note->boards,
                         result->changed ? "the tuned numbers" : "the numbers of the start", words_of(setup)->verb,
                         start, *start && *defaults ? " and " : "", defaults);
}

/* Accepted, refused or not decided, and by what. */
static const char *tune_sentence(Result *memory, const TuneSetup *setup, const TuneResult *result)
{
    static const char *const WORDS[] = {"Undecided", "Refused", "Accepted"};
    const TuneNote *note = tune_validation(result);
    const char *why = "", *measured = note ? validation_text(memory, setup, result) : "";
    if (result->interrupted)
        return result_format(memory, "Not decided: stopped %s; the numbers are those of the best trial so far.%s%s",
                             note ? "in the validation" : "before the validation", note ? " So far: " : "", measured);
    if (!result->changed)
        return result_format(memory, "Refused: no trial did better than the start.%s%s", note ? " Besides, " : "",
                             measured);
    if (note->over_defaults_interval.high < 0)
        why = " That is worse than the defaults.";
    else if (result->verdict == TUNE_UNDECIDED)
        why = note->gain_interval.low > 0 ? " They are not shown to be better than the defaults."
                                          : " A gain is neither shown nor excluded.";
    return result_format(memory, "%s: %s%s", WORDS[result->verdict], measured, why);
}

/* ---- the rows */

typedef struct {
    TuneNote note;
    const char *phase;
    bool chosen;
} TuneRow;

static void phase_cell(char out[static COLUMN_CELL], const void *row)
{
    const TuneNote *note = &((const TuneRow *)row)->note;
    snprintf(out, COLUMN_CELL, "%s%s", note->phase <= TUNE_POLISH ? "trial, " : "", PHASES[note->phase]);
}

#define PHASES_MEAN                                                                                                    \
    "search, polish: a trial, all on the same boards; validation: boards that took no part in any choice, which decide"

/* The columns before those of the parameters, and those after them. */
#define UNIT "points a round, or share (--matches)"
static const Column COLUMNS[] = {
    {.title = "phase", .cell = phase_cell, .legend = PHASES_MEAN},
    {"step", "steps",
     "steps of the search before this row; 0: the start; polish, test and validation count on from there",
     COLUMN_AT(TuneRow, note.step), .title = "step", .drop = 2, .plain = "step"},
    {"evaluations", "rounds", "rounds (or matches) played so far", COLUMN_AT(TuneRow, note.rounds), .title = "rounds",
     .matches = "matches", .drop = 1},
    COLUMN_VALUE("objective", "ci", UNIT,
                 "by how much the agent outscores its opponents with the weights of the row, on the boards of its "
                 "phase; with --matches the share that it wins beyond an equal share for every side",
                 "the 95 % interval of objective, over boards (of a validation that was stopped: valid at any time)",
                 TuneRow, note.score.mean, note.score_interval, .title = "points a round (95 %)",
                 .matches = "matches won, % (95 %)", .drop = 3, .format = "%+.3f", .plain = "", .measured = ""),
    {"phase", "word", PHASES_MEAN, COLUMN_AT(TuneRow, phase), .plain = "phase", .key = KEY_WHICH, .only = "validation"},
    {"chosen", "0 or 1", "1: the trial whose weights (rounded to four decimals) are validated and saved",
     COLUMN_AT(TuneRow, chosen), .plain = "chosen", .no = "", .yes = "chosen"},
    {"boards", "boards", "boards of the row", COLUMN_AT(TuneRow, note.boards)},
    COLUMN_VALUE("gain", "gain_ci", UNIT, "by how much the weights of the row outscore the start, on the same boards",
                 "the 95 % interval of gain (of a validation that was stopped: valid at any time)", TuneRow,
                 note.gain.mean, note.gain_interval, .title = "over the start (95 %)", .format = "%+.3f",
                 .plain = "over the start", .measured = ""),
    COLUMN_VALUE("over_defaults", "over_defaults_ci", UNIT,
                 "by how much the weights of the row outscore the agent's defaults; only in the validation",
                 "the 95 % interval of over_defaults", TuneRow, note.over_defaults.mean, note.over_defaults_interval,
                 .measured = ""),
    {COLUMN_AT(TuneRow, chosen), .title = "", .no = "", .yes = "chosen"},
};
enum { COLUMNS_BEFORE = 6 };
static const ColumnTable TUNE_COLUMNS = {
    "tune --csv", "trial, the test and the validation", COLUMN_ROWS(COLUMNS),
    "one column for each tuned parameter, by its name, between `ci_high` and `phase`: its value"};

static void rows_fill(TuneRow rows[static TUNE_MAX_NOTES], const TuneResult *result)
{
    for (size_t i = 0; i < result->note_count; i++) {
        const TuneNote *note = &result->notes[i];
        rows[i] = (TuneRow){*note, PHASES[note->phase], i == result->chosen};
        if (!interval_known(note->gain_interval))
            rows[i].note.gain.mean = NAN; /* the start gains nothing over itself */
        if (note->phase != TUNE_VALIDATION)
            rows[i].note.over_defaults.mean = rows[i].note.over_defaults_interval.low =
                rows[i].note.over_defaults_interval.high = NAN;
    }
}

static void tune_result(const Driver *driver, Result *out)
{
    const Tune *tune = driver->own;
    const TuneSetup *setup = &tune->setup;
    const TuneResult *result = &tune->result;
    Column columns[COLUMN_COUNT(COLUMNS) + MAX_AGENT_PARAMS];
    ColumnTable table = {.file = TUNE_COLUMNS.file, .columns = columns, .count = COLUMN_COUNT(COLUMNS) + setup->count};
    memcpy(columns, COLUMNS, sizeof *columns * COLUMNS_BEFORE);
    for (size_t i = 0; i < setup->count; i++)
        columns[COLUMNS_BEFORE + i] = (Column){.name = tune_param(setup, i)->name, COLUMN_AT(TuneRow, note.point[i])};
    memcpy(columns + COLUMNS_BEFORE + setup->count, COLUMNS + COLUMNS_BEFORE,
           sizeof COLUMNS - sizeof *columns * COLUMNS_BEFORE);
    TuneRow rows[TUNE_MAX_NOTES];
    rows_fill(rows, result);
    result_head(out, "unit", "%s", setup->schedule.match_rounds ? "share of the matches" : "points a round");
    result_head(out, "validation", "%s", tune_sentence(out, setup, result));
    result_begin(out, &RESULT_TUNE, &table);
    for (size_t i = 0; i < result->note_count; i++)
        result_row(out, &table, &rows[i]);
}

/* ---- what is printed */

static int value_decimals(double value) { return value == round(value) && fabs(value) < 1e6 ? 0 : 4; }

/* The agent with the tuned numbers, and with what else was given. */
static void agent_print(FILE *out, const TuneSetup *setup, const TuneResult *result)
{
    const char *colon = strchr(setup->agent.name, ':');
    char separator = ':', filled[AGENT_NAME];
    if (bots_of(&setup->agent)) {
        Agent tuned = setup->agent;
        for (size_t i = 0; i < setup->count; i++)
            tuned.values[setup->params[i]] = result->tuned[i];
        fprintf(out, "As an agent: '%s'\n", braces_fill(filled, sizeof filled, tuned.text, &tuned, true));
        return;
    }
    fprintf(out, "As an agent: %s", setup->agent.kind->name);
    for (const char *given = colon ? colon + 1 : ""; *given; given += strcspn(given, ","), given += *given == ',') {
        const size_t length = strcspn(given, ","), name = strcspn(given, "=");
        size_t i = 0;
        while (i < setup->count &&
               (strncmp(tune_param(setup, i)->name, given, name) != 0 || tune_param(setup, i)->name[name]))
            i++;
        if (i == setup->count) fprintf(out, "%c%.*s", separator, (int)length, given), separator = ',';
    }
    for (size_t i = 0; i < setup->count; i++) {
        fprintf(out, "%c%s=%.*f", separator, tune_param(setup, i)->name, value_decimals(result->tuned[i]),
                result->tuned[i]);
        separator = ',';
    }
    fputc('\n', out);
}

/* Of the table of the parameters and their values. */
static const char *tuned_cell(Result *memory, const void *own, size_t row, size_t column)
{
    static const char *const TITLES[] = {"parameter", "default", "start", "tuned"};
    const Tune *tune = own;
    const double *const values[] = {tune->setup.defaults, tune->setup.start, tune->result.tuned};
    if (!row || !column) return row ? tune_param(&tune->setup, row - 1)->name : TITLES[column];
    const double value = values[column - 1][row - 1];
    return result_format(memory, "%.*f", value_decimals(value), value);
}

/* The scores behind the gain; of matches the shares that were won. */
static void scores_print(FILE *out, const TuneSetup *setup, const TuneNote *note)
{
    char number[2][DECIMAL_TEXT];
    const TuneWords *words = words_of(setup);
    const bool matches = setup->schedule.match_rounds > 0;
    const double fair = matches ? 1.0 / setup->schedule.rules.sides : 0;
    const double tuned = words->scale * (note->score.mean + fair), start = tuned - words->scale * note->gain.mean;
    const int decimals = decimals_apart(words->decimals, tuned, start);
    fprintf(out, "Against %s the tuned numbers %s %s %s, the start %s, on the same boards.\n", setup->request.opponents,
            words->verb, decimal_text(number[0], !matches, decimals, tuned), words->unit,
            decimal_text(number[1], !matches, decimals, start));
}

static bool tune_summary(const Driver *driver, FILE *out)
{
    const Tune *tune = driver->own;
    const TuneSetup *setup = &tune->setup;
    const TuneResult *result = &tune->result;
    TuneRow rows[TUNE_MAX_NOTES];
    const TuneNote *validation = tune_validation(result);
    tune_plan(driver, out);
    rows_fill(rows, result);
    column_table_print(out, &driver->page, &TUNE_COLUMNS, setup->schedule.match_rounds ? OF_MATCHES : 0, rows,
                       sizeof *rows, result->note_count);
    texts_print(out, &driver->page, setup->count + 1, 4, 1, tuned_cell, tune);
    if (!setup->agent.kind->tuning) agent_print(out, setup, result);
    if (validation && result->changed) scores_print(out, setup, validation);
    verdicts_print(out, driver->results);
    if (setup->request.save)
        fprintf(out, result->saved ? "Written to %s%s.\n" : "Nothing is written to %s%s.\n", setup->request.save,
                result->saved && result->interrupted ? ", marked PARTIAL" : "");
    agents_open_note(out, setup->opponents, setup->opponent_count);
    fprintf(out, "%s\n", driver->end.took);
    return true;
}

/* ---- the file of weights */

/* False if memory runs out. */
static bool weights_print(FILE *out, const TuneSetup *setup, const TuneResult *result, const char *command)
{
    Result memory = {0};
    char value[NUMBER_TEXT];
    fprintf(out, "%s# %s\n# %s\n", result->interrupted ? "# PARTIAL\n" : "", tune_sentence(&memory, setup, result),
            command);
    const bool good = !memory.failed;
    result_free(&memory);
    for (int i = 0; i < setup->agent.kind->param_count; i++) {
        const AgentParam *param = &setup->agent.kind->params[i];
        if (param->type != PARAM_DOUBLE && param->type != PARAM_INT) continue;
        double weight = setup->agent.values[i];
        for (size_t k = 0; k < setup->count; k++)
            if (setup->params[k] == i) weight = result->tuned[k];
        fprintf(out, "%s %s\n", param->name, number_text(value, weight));
    }
    return good;
}

/* Writes the file that was asked for, with the command in a comment, and PARTIAL in its first line if the test was not
   over; a file that stood there is replaced whole, or stays. */
static bool tune_keep(Driver *driver, Error *error)
{
    Tune *tune = driver->own;
    TuneResult *result = &tune->result;
    char *text = NULL;
    size_t length = 0;
    if (!tune->setup.request.save || !result->note_count) return true;
    FILE *out = open_memstream(&text, &length);
    const bool good = out && weights_print(out, &tune->setup, result, driver->again);
    result->saved = ((text_stream_close(out, &text) && good) || error_memory(error)) &&
                    atomic_file_write(tune->setup.request.save, text, length, error);
    free(text);
    return result->saved;
}

/* ---- verdict, picture and kind */

static void tune_verdicts(Verdicts *verdicts, Result *result)
{
    const char *validation = result_head_of(result, "validation");
    if (validation) verdict_say(verdicts, result, "%s", validation);
}

static bool is_trial(const Result *table, size_t row)
{
    const char *phase = text_at(table, row, "phase");
    return strcmp(phase, "test") && strcmp(phase, "validation"); /* test: of older files */
}

/* The weights, which stand behind this many columns, ranked by their values in the chosen trial, or in the last. */
static bool weights_rank(Ranked *ends, size_t count, size_t fixed, Result *table, size_t chosen)
{
    for (size_t i = 0; i < count; i++) {
        const double *weights = result_numbers(table, table->columns[fixed + i].name);
        if (!weights) return false;
        ends[i].index = fixed + i;
        for (size_t row = 0; row < table->row_count && row <= chosen; row++)
            if (is_trial(table, row) && !isnan(weights[row])) ends[i].rank = weights[row];
    }
    ranked_sort(ends, count);
    return true;
}

/* Values of the trials over their steps. */
static bool curve_add(Chart *chart, const char *panel, const char *name, const double *steps, const Columns *of)
{
    for (size_t row = 0; of->value && row < chart->result->row_count; row++)
        if (is_trial(chart->result, row) &&
            !chart_mark(chart, (Mark){.panel = panel,
                                      .group = name,
                                      .x = steps[row],
                                      .value = of->value[row],
                                      .interval = {of->low ? of->low[row] : NAN, of->high ? of->high[row] : NAN}}))
            return false;
    return of->value;
}

/* A curve for the objective, and below it one for each weight, named with its value. */
static bool tune_draw(Chart *chart)
{
    enum { FIXED = 5, MOST_WEIGHTS = MOST_CURVES - 1 };
    static const char OBJECTIVE[] = "objective";
    Result *table = chart->result;
    size_t all = 0, chosen = SIZE_MAX;
    while (FIXED + all < table->column_count && strcmp(table->columns[FIXED + all].name, "phase") != 0)
        all++;
    const size_t count = all < MOST_WEIGHTS ? all : MOST_WEIGHTS;
    const double *is_chosen = result_numbers(table, "chosen"), *steps = result_numbers(table, "step");
    Ranked *ends = result_alloc(table, count + 1, sizeof *ends);
    Columns of;
    if (!is_chosen || !steps || !ends || !columns_read(&of, table, OBJECTIVE, "ci")) return false;
    for (size_t row = 0; row < table->row_count; row++)
        if (is_trial(table, row) && is_chosen[row] == 1) chosen = row;
    const bool marked = chosen != SIZE_MAX;
    const char *panel =
        marked ? result_format(table, "weights, with their values at the chosen step, %.10g", steps[chosen])
               : "weights, with their last values";
    if (!weights_rank(ends, count, FIXED, table, chosen) || !curve_add(chart, OBJECTIVE, OBJECTIVE, steps, &of))
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *weight = table->columns[ends[i].index].name;
        of = (Columns){.value = result_numbers(table, weight)};
        if (!curve_add(chart, panel, result_format(table, "%s  %.4g", weight, ends[i].rank), steps, &of)) return false;
    }
    if (count < all)
        chart->picture.subtitle = result_format(table, "the first %zu of %zu weights", count, all);
    else if (marked)
        chart->picture.subtitle = "trials, with a band of the 95 % intervals; dashed: the chosen step";
    chart_panel(chart, OBJECTIVE)->unit =
        result_matches(table) ? "% of the matches won, above an equal share" : "points a round";
    for (size_t i = 0; marked && i < chart->panel_count; i++)
        chart->panels[i].line = steps[chosen];
    return true;
}

static const Picture PICTURE = {.form = CHART_CURVES,
                                .title = "How the tuning went",
                                .subtitle = "trials, with a band of the 95 % intervals",
                                .x_title = "step",
                                .unit = "weight",
                                .is = CHART_ZERO | CHART_APART,
                                .draw = tune_draw};

const ResultKind RESULT_TUNE = {
    .table = &TUNE_COLUMNS,
    .question = "Can the player be made better?",
    .method =
        "Weights were searched on some boards, chosen on others, and validated on boards that took no part in any "
        "choice; the validation alone decides.",
    .page = "tuning.md",
    .verdicts = tune_verdicts,
    .picture = &PICTURE,
};

/* ---- the command */

static const Option OPTIONS[] = {
    {"params", "what to tune; all: every parameter that is a real number (default for tactic)",
     OPTION_AT(Tune, setup.request.params), .metavar = "a,b|all", .heading = "Search", .takes = TAKES_PARAMS,
     .words = "all"},
    {"opponent", "the opponents; several have equal weight", OPTION_AT(Tune, setup.request.opponents), .metavar = "A,B",
     .fallback = "counter", .brief = "the opponents; several have equal weight", .takes = TAKES_AGENTS},
    {"from",
     "where to start: the agent's defaults under these rules, all tactics at 0 (base), or a file of weights; "
     "parameters given with the agent stay",
     OPTION_AT(Tune, setup.request.from), .metavar = "base|defaults|FILE", .fallback = "defaults",
     .brief = "where to start", .takes = TAKES_FILE, .words = "base defaults"},
    {"rounds", "rounds of the search, including trials; the validation is extra", OPTION_AT(Tune, setup.request.rounds),
     .low = "100k", .high = "1000G", .fallback = "300k", .brief = "rounds of the search; the validation comes on top"},
    {OPTION_COMMON(matches, "matches",
                   "instead of --rounds: this many whole matches, trials included; the aim is then matches won"),
     .low = "40k", .high = "1000G", .metavar = "N"},
    {OPTION_MAX_ROUNDS},
    {"method", "how to search", OPTION_AT(Tune, setup.request.method), .choices = "spsa cmaes", .fallback = "cmaes"},
    {"step", "first perturbation, relative to each parameter's default (at least 1, at most its range)",
     OPTION_AT(Tune, setup.request.step), .low = "0.001", .high = "10", .fallback = "0.25"},
    {"batch",
     "boards in each step, few enough for ten steps in the search; default 64 for spsa, for cmaes as many as make "
     "about 200 generations",
     OPTION_AT(Tune, setup.request.batch), .low = "64", .high = "1M", .metavar = "N"},
    {OPTION_RULES},
    {OPTION_SEED},
    {"gain",
     "a gain worth having: the validation plays enough boards for an interval of a quarter of it to either side; "
     "points a round, default 0.05; with --matches a share of the matches, default 0.01, at most 0.5",
     OPTION_AT(Tune, setup.request.gain), .low = "0.001", .high = "20", .metavar = "X", .heading = "Validation"},
    {"test", "most boards that the validation may play", OPTION_AT(Tune, setup.request.test), .low = "5000",
     .high = "1G", .fallback = "200k", .metavar = "N"},
    {OPTION_MAX_VOID},
    OPTIONS_RESULTS,
    {OPTION_PLOT},
    {"save",
     "write the weights for tactic:weights=FILE, accepted or not: the file's first lines say what is known "
     "about them",
     OPTION_AT(Tune, setup.request.save), .file = FILE_OWN, .metavar = "FILE",
     .brief = "write the weights for tactic:weights=FILE"},
    OPTIONS_BOTS,
    OPTIONS_RUN,
    {OPTION_KEEP}, /* without --part: a tuning chooses by the boards of all parts */
};

static bool tune_prepare(Driver *driver, Error *error)
{
    TuneSetup *setup = &((Tune *)driver->own)->setup;
    TuneRequest *request = &setup->request;
    const bool matches = driver->common.matches > 0;
    if (matches && request->gain > 0.5)
        return error_set(error, "--gain: with --matches a share of the matches, at most 0.5");
    if (!driver_given(driver, "gain")) request->gain = matches ? 0.01 : 0.05;
    request->schedule = &driver->schedule;
    request->agent = driver->parsed.args[0];
    request->alpha = driver_alpha(driver);
    if (!tune_setup_make(setup, error)) return false;
    if (!driver_take_agents(driver, setup->opponents, setup->opponent_count, error) ||
        !driver_take_agents(driver, &setup->agent, 1, error))
        return false;
    files_add(&driver->files, "--from", setup->from_file ? setup->from : NULL, FILE_READ);
    return true;
}

/* Where the search is, or how the test stands. */
static bool tune_watch(void *arg, const TuneResult *now)
{
    Driver *driver = arg;
    Tune *tune = driver->own;
    const TuneSetup *setup = &tune->setup;
    const TuneWords *words = words_of(setup);
    if (now->phase != tune->phase) {
        tune->phase = now->phase;
        progress_end(&driver->progress);
        progress_start(&driver->progress, driver->common.quiet);
    }
    if (progress_due(&driver->progress)) {
        char text[COLUMN_CELL], rest[2 * COLUMN_CELL] = "";
        const TuneNote *last = now->note_count ? &now->notes[now->note_count - 1] : NULL;
        if (now->phase == TUNE_VALIDATION && now->gain.n)
            snprintf(rest, sizeof rest, "validation: gain %s",
                     interval_text(text, words->format, words->scale * now->gain.mean,
                                   interval_scaled(now->interval, words->scale)));
        else if (now->phase != TUNE_VALIDATION && last)
            snprintf(rest, sizeof rest, "step %llu of %llu, objective %s", (unsigned long long)last->step,
                     (unsigned long long)now->steps,
                     interval_text(text, words->format, words->scale * last->score.mean,
                                   interval_scaled(last->score_interval, words->scale)));
        progress_show(&driver->progress, words->sample, now->played < now->planned ? now->played : now->planned,
                      now->planned, rest);
    }
    /* boards of variants against an opponent that search and validation may take */
    const double boards = (double)tune->setup.request.rounds / setup->schedule.seatings +
                          3.0 * (double)tune->setup.request.test * setup->opponent_count;
    return driver_voids(driver, &now->voids, boards);
}

static bool tune_work(Driver *driver, Error *error)
{
    static const int STATUSES[] = {
        [TUNE_UNDECIDED] = STATUS_UNDECIDED, [TUNE_REFUSED] = STATUS_NO, [TUNE_ACCEPTED] = 0};
    Tune *tune = driver->own;
    const TuneRun run = {
        .variants = {.setup = &tune->setup, .threads = driver->threads, .checkpoint = driver->run.checkpoint},
        .watch = tune_watch,
        .arg = driver};
    TuneResult *result = &tune->result;
    if (!tune_run(result, &run)) return error_memory(error);
    const bool validates = result->phase == TUNE_VALIDATION;
    driver->work.interrupted = result->interrupted && !driver->work.too_many_voids;
    driver->work.unit = validates ? "boards of the validation" : words_of(&tune->setup)->searched;
    driver->work.total = validates ? result->boards : tune->setup.request.rounds;
    driver->work.done = validates ? result->validated : result->played;
    driver->work.verdict = STATUSES[result->verdict];
    if (!result->note_count) driver->work.done = 0; /* nothing is known before the first trial */
    return true;
}

static void tune_free(Driver *driver) { tune_setup_free(&((Tune *)driver->own)->setup); }

const Command CMD_TUNE = {
    .spec =
        {.command = "tune",
         .summary = "better numbers for an agent, validated on fresh deals",
         .args = {"AGENT", 1, 1, NULL, TAKES_AGENT},
         .about = "Searches for parameters with which the agent scores more against its opponents, and compares them "
                  "with the start and the defaults on boards that took no part in any choice. With --matches it "
                  "searches for parameters that win more matches.",
         .example = "pasur tune tactic --rounds 200k --save tuned.weights",
         .notes =
             "Parameters are accepted if the validation shows that they are better than the start and the defaults: "
             "both intervals lie above 0. They are refused if it shows that they are worse than either, or gain less "
             "than --gain. Matches begin at 0 points; their figures are the share won beyond an equal share for "
             "every side. At three seats the agent sits alone against two of an opponent, at four they alternate; "
             "opponents are not mixed, and their order does not matter.\n"
             "Exit status: 0 accepted, 1 refused, 3 undecided.",
         OPTION_ROWS(OPTIONS)},
    .size = sizeof(Tune),
    .sample = "rounds",
    COMMAND_RESULTS(&RESULT_TUNE),
    .seats = driver_study,
    .prepare = tune_prepare,
    .plan = tune_plan,
    .work = tune_work,
    .result = tune_result,
    .keep = tune_keep,
    .summary = tune_summary,
    .free = tune_free,
};
