/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pasur tune: better numbers for an agent, measured on boards that took no part in any choice. */
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
#include "analysis/study/tuning/tune.h"
#include "engine/text/number.h"
#include "sim/files/output_file.h"
#include "sim/files/text_buffer.h"

/* For the progress line: where the search is, or how the test stands. */
enum { TUNE_PROGRESS = 2 * FIGURE_CELL + 64 };

static const char *const METHODS[] = {"spsa", "cmaes"};
enum { GAIN_TEXT = 400, SENTENCE = 2 * GAIN_TEXT + 128, HEAD_WIDTH = 120 };

static const char *const PHASES[] = {"search", "polish", "validation"};

/* How gains and scores are told to people. */
typedef struct {
    const char *unit;   /* behind the number … */
    const char *over;   /* … and between that and what it is compared with */
    const char *format; /* of a number with its interval */
    int decimals;       /* at least */
    double scale;       /* what the figure is multiplied by */
} TuneUnit;

static TuneUnit unit_of(const TuneSetup *setup)
{
    return setup->schedule.match_rounds ? (TuneUnit){"% of the matches", "more than", "%+.2f", 2, 100}
                                        : (TuneUnit){"points a round", "over", "%+.3f", 3, 1};
}

static Interval scaled(const TuneUnit *unit, Interval interval)
{
    return (Interval){unit->scale * interval.low, unit->scale * interval.high};
}

/* "+0.021 (+0.003 to +0.039)", without the unit. */
static char *estimate_cell(char out[static FIGURE_CELL], const TuneUnit *unit, double value, Interval interval)
{
    return interval_text(out, unit->format, unit->scale * value, scaled(unit, interval));
}

static void tune_progress(char out[static TUNE_PROGRESS], const TuneSetup *setup, const TuneNow *now)
{
    const TuneUnit unit = unit_of(setup);
    const TunerView *view = &now->view;
    char text[FIGURE_CELL], where[64] = "polish"; /* after the last step */
    *out = 0;
    if (now->phase == TUNE_VALIDATION && now->gain.n)
        snprintf(out, TUNE_PROGRESS, "validation: gain %s", estimate_cell(text, &unit, now->gain.mean, now->interval));
    if (now->phase != TUNE_SEARCH || !view->dims) return;
    if (!view->steps)
        snprintf(where, sizeof where, "start");
    else if (view->step <= view->steps)
        snprintf(where, sizeof where, "step %llu of %llu", (unsigned long long)view->step,
                 (unsigned long long)view->steps);
    snprintf(out, TUNE_PROGRESS, "%s, objective %s", where,
             estimate_cell(text, &unit, view->score.mean, interval_t(&view->score, setup->request.alpha)));
}

/* What would be done. */
static void tune_plan(FILE *out, const TuneSetup *setup)
{
    char rules[RULES_TEXT], rounds[SHORT_TEXT];
    const TuneRequest *request = &setup->request;
    rules_print(rules, &setup->schedule.rules);
    short_count(rounds, (double)request->rounds);
    fprintf(out, "%zu parameter%s of %s from %s, against %s; %s, %s %s; rules %s, seed %llu\n", setup->count,
            PLURAL(setup->count), setup->agent.name, setup->from, request->opponents, METHODS[request->method], rounds,
            request->match_rounds ? "matches" : "rounds", rules, (unsigned long long)request->seed);
}

/* "0.021 points a round more than the start (95 %: +0.003 to +0.039)", or "0.234 less … (95 %: +0.215 to +0.254)" */
static void gain_text(char out[static GAIN_TEXT], const TuneSetup *setup, double gain, Interval interval,
                      const char *than, bool stopped)
{
    const TuneUnit unit = unit_of(setup);
    char number[DECIMAL_TEXT], range[FIGURE_CELL];
    Interval shown = scaled(&unit, interval);
    if (gain < 0) shown = (Interval){-shown.high, -shown.low}; /* of how much less it is */
    if (gain == 0 && !interval_known(interval))
        snprintf(out, GAIN_TEXT, "the same as %s", than);
    else
        snprintf(out, GAIN_TEXT, "%.100s %s %s than %s (%g %%%s: %.200s)",
                 decimal_text(number, false, interval_decimals(unit.decimals, shown), unit.scale * fabs(gain)),
                 unit.unit, gain < 0 ? "less" : "more", than, 100 * (1 - setup->request.alpha),
                 stopped ? ", valid at any time" : "", range_text(range, unit.format, shown));
}

/* What the numbers do so much of. */
static const char *verb_of(const TuneSetup *setup) { return setup->schedule.match_rounds ? "win" : "score"; }

/* What the validation measured. */
static void validation_text(char out[static SENTENCE], const TuneSetup *setup, const TuneResult *result)
{
    const TuneNote *note = tune_validation(result);
    char start[GAIN_TEXT] = "", defaults[GAIN_TEXT] = "";
    if (result->changed)
        gain_text(start, setup, note->gain.mean, note->gain_interval,
                  setup->from_defaults ? "the start, which is the defaults" : "the start", result->interrupted);
    if (!setup->from_defaults)
        gain_text(defaults, setup, note->over_defaults.mean, note->over_defaults_interval, "the defaults",
                  result->interrupted);
    snprintf(out, SENTENCE, "on %llu boards that took no part in any choice, %s %s %s%s%s.",
             (unsigned long long)note->boards, result->changed ? "the tuned numbers" : "the numbers of the start",
             verb_of(setup), start, *start && *defaults ? " and " : "", defaults);
}

/* Accepted, refused or not decided, and by what. */
static void sentence(char out[static SENTENCE], const TuneSetup *setup, const TuneResult *result)
{
    static const char *const WORDS[] = {"Undecided", "Refused", "Accepted"};
    const TuneNote *note = tune_validation(result);
    const char *why = "";
    char measured[SENTENCE] = "";
    if (note) validation_text(measured, setup, result);
    if (result->interrupted)
        snprintf(out, SENTENCE, "Not decided: stopped %s; the numbers are those of the best trial so far.%s%.600s",
                 note ? "in the validation" : "before the validation", note ? " So far: " : "", measured);
    else if (!result->changed)
        snprintf(out, SENTENCE, "Refused: no trial did better than the start.%s%.600s", note ? " Besides, " : "",
                 measured);
    else {
        const bool start_shown = note->gain_interval.low > 0;
        if (note->over_defaults_interval.high < 0)
            why = " That is worse than the defaults.";
        else if (start_shown && result->verdict == TUNE_UNDECIDED)
            why = " They are not shown to be better than the defaults.";
        else if (result->verdict == TUNE_UNDECIDED)
            why = " A gain is neither shown nor excluded.";
        snprintf(out, SENTENCE, "%s: %.600s%s", WORDS[result->verdict], measured, why);
    }
}

static int decimals(double value) { return value == round(value) && fabs(value) < 1e6 ? 0 : 4; }

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
        fprintf(out, "%c%s=%.*f", separator, tune_param(setup, i)->name, decimals(result->tuned[i]), result->tuned[i]);
        separator = ',';
    }
    fputc('\n', out);
}

typedef struct {
    TuneNote note;
    const char *phase;
    bool chosen;
} TuneRow;

static void phase_cell(char out[static FIGURE_CELL], const void *row)
{
    const TuneNote *note = &((const TuneRow *)row)->note;
    snprintf(out, FIGURE_CELL, "%s%s", note->phase <= TUNE_POLISH ? "trial, " : "", PHASES[note->phase]);
}

static void chosen_cell(char out[static FIGURE_CELL], const void *row)
{
    snprintf(out, FIGURE_CELL, "%s", ((const TuneRow *)row)->chosen ? "chosen" : "");
}

#define PHASES_MEAN                                                                                                    \
    "search, polish: a trial, all on the same boards; validation: boards that took no part in any choice, which decide"

/* The columns before those of the parameters, and those after them. */
#define UNIT "points a round, or share (--matches)"
static const Figure FIGURES[] = {
    {.title = "phase", .cell = phase_cell, .legend = PHASES_MEAN},
    {"step", "steps",
     "steps of the search before this row; 0: the start; polish, test and validation count on from there",
     FIGURE_AT(TuneRow, note.step), .title = "step", .width = 6, .drop = 2, .plain = "step"},
    {"evaluations", "rounds", "rounds (or matches) played so far", FIGURE_AT(TuneRow, note.rounds), .title = "rounds",
     .matches = "matches", .width = 10, .drop = 1},
    FIGURE_VALUE("objective", "ci", UNIT,
                 "what the agent scores more than its opponents with the weights of the row, on the boards of its "
                 "phase; with --matches what it wins more than an equal share for every side",
                 "the 95 % interval of objective, over boards (of a validation that was stopped: valid at any time)",
                 TuneRow, note.score.mean, note.score_interval, .title = "points a round (95 %)",
                 .matches = "matches won, % (95 %)", .width = -27, .drop = 3, .format = "%+.3f", .plain = "",
                 .measured = ""),
    {"phase", "word", PHASES_MEAN, FIGURE_AT(TuneRow, phase), .plain = "phase", .key = KEY_WHICH, .only = "validation"},
    {"chosen", "0 or 1", "1: the trial whose weights (rounded to four decimals) are validated and saved",
     FIGURE_AT(TuneRow, chosen), .plain = "chosen", .no = "", .yes = "chosen"},
    {"boards", "boards", "boards of the row", FIGURE_AT(TuneRow, note.boards)},
    FIGURE_VALUE("gain", "gain_ci", UNIT, "what the weights of the row score more than the start, on the same boards",
                 "the 95 % interval of gain (of a validation that was stopped: valid at any time)", TuneRow,
                 note.gain.mean, note.gain_interval, .title = "over the start (95 %)", .format = "%+.3f",
                 .plain = "over the start", .measured = ""),
    FIGURE_VALUE("over_defaults", "over_defaults_ci", UNIT,
                 "what the weights of the row score more than the defaults of the agent; validation alone",
                 "the 95 % interval of over_defaults", TuneRow, note.over_defaults.mean, note.over_defaults_interval,
                 .measured = ""),
    {.title = "", .cell = chosen_cell},
};
enum { FIGURES_BEFORE = 6 };
static const FigureTable TUNE_FIGURES = {
    "tune --csv", "trial, the test and the validation", FIGURE_ROWS(FIGURES),
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

static void tuned_print(FILE *out, const Page *page, const TuneSetup *setup, const TuneResult *result)
{
    const double *const values[] = {setup->defaults, setup->start, result->tuned};
    Result memory = {0};
    const char **cells = result_alloc(&memory, 4 * (setup->count + 1), sizeof *cells);
    for (size_t i = 0; cells && i < 4 * (setup->count + 1); i++) {
        static const char *const TITLES[] = {"parameter", "default", "start", "tuned"};
        const size_t row = i / 4, column = i % 4;
        if (!row || !column)
            cells[i] = row ? tune_param(setup, row - 1)->name : TITLES[column];
        else
            cells[i] =
                result_format(&memory, "%.*f", decimals(values[column - 1][row - 1]), values[column - 1][row - 1]);
    }
    if (cells && !memory.failed) texts_print(out, page, cells, setup->count + 1, 4, "l");
    result_free(&memory);
    if (!setup->agent.kind->tuning) agent_print(out, setup, result);
}

/* The scores behind the gain; of matches the shares that were won. */
static void scores_print(FILE *out, const TuneSetup *setup, const TuneNote *note)
{
    char number[2][DECIMAL_TEXT];
    const TuneUnit unit = unit_of(setup);
    const bool matches = setup->schedule.match_rounds > 0;
    const double fair = matches ? 1.0 / setup->schedule.rules.sides : 0;
    const double tuned = unit.scale * (note->score.mean + fair), start = tuned - unit.scale * note->gain.mean;
    const int decimals = decimals_apart(unit.decimals, tuned, start);
    fprintf(out, "Against %s the tuned numbers %s %s %s, the start %s, on the same boards.\n", setup->request.opponents,
            verb_of(setup), decimal_text(number[0], !matches, decimals, tuned), unit.unit,
            decimal_text(number[1], !matches, decimals, start));
}

static void tune_print(FILE *out, const Page *page, const TuneSetup *setup, const TuneResult *result, Result *found)
{
    TuneRow rows[TUNE_MAX_NOTES];
    const TuneNote *validation = tune_validation(result);
    tune_plan(out, setup);
    rows_fill(rows, result);
    figures_print(out, page, &TUNE_FIGURES, setup->schedule.match_rounds ? OF_MATCHES : 0, rows, sizeof *rows,
                  result->note_count);
    tuned_print(out, page, setup, result);
    if (validation && result->changed) scores_print(out, setup, validation);
    verdicts_print(out, found);
    if (setup->request.save)
        fprintf(out, result->saved ? "Written to %s%s.\n" : "Nothing is written to %s%s.\n", setup->request.save,
                result->saved && result->interrupted ? ", marked PARTIAL" : "");
    agents_open_note(out, setup->opponents, setup->opponent_count);
}

static void tune_result(Result *out, const TuneSetup *setup, const TuneResult *result)
{
    char text[SENTENCE];
    Figure figures[FIGURE_COUNT(FIGURES) + MAX_AGENT_PARAMS];
    FigureTable table = {.file = TUNE_FIGURES.file, .figures = figures, .count = FIGURE_COUNT(FIGURES) + setup->count};
    memcpy(figures, FIGURES, sizeof *figures * FIGURES_BEFORE);
    for (size_t i = 0; i < setup->count; i++)
        figures[FIGURES_BEFORE + i] = (Figure){.name = tune_param(setup, i)->name, FIGURE_AT(TuneRow, note.point[i])};
    memcpy(figures + FIGURES_BEFORE + setup->count, FIGURES + FIGURES_BEFORE,
           sizeof FIGURES - sizeof *figures * FIGURES_BEFORE);
    TuneRow rows[TUNE_MAX_NOTES];
    rows_fill(rows, result);
    sentence(text, setup, result);
    result_head(out, "unit", "%s", setup->schedule.match_rounds ? "share of the matches" : "points a round");
    result_head(out, "validation", "%s", text);
    result_begin(out, &RESULT_TUNE, &table);
    for (size_t i = 0; i < result->note_count; i++)
        result_row(out, &table, &rows[i]);
}

/* Prints comment lines, broken between words so that readers of short lines can take them. */
static void comment_print(FILE *out, const char *text)
{
    while (*text) {
        size_t length = strlen(text);
        if (length > HEAD_WIDTH) {
            for (length = HEAD_WIDTH; length > 1 && text[length] != ' ';)
                length--;
            if (length == 1) length = HEAD_WIDTH;
        }
        fprintf(out, "# %.*s\n", (int)length, text);
        text += length;
        text += *text == ' ';
    }
}

static void weights_print(FILE *out, const TuneSetup *setup, const TuneResult *result, const char *command)
{
    char text[SENTENCE], value[NUMBER_TEXT];
    sentence(text, setup, result);
    if (result->interrupted) comment_print(out, "PARTIAL");
    comment_print(out, text);
    comment_print(out, command);
    for (int i = 0; i < setup->agent.kind->param_count; i++) {
        const AgentParam *param = &setup->agent.kind->params[i];
        if (param->type != PARAM_DOUBLE && param->type != PARAM_INT) continue;
        double weight = setup->agent.values[i];
        for (size_t k = 0; k < setup->count; k++)
            if (setup->params[k] == i) weight = result->tuned[k];
        fprintf(out, "%s %s\n", param->name, number_text(value, weight));
    }
}

/* Writes the file that was asked for, with the command in a comment, and PARTIAL in its first line if the test was not
   over; a file that stood there is replaced whole, or stays. False with a reason. */
static bool tune_save(const TuneSetup *setup, TuneResult *result, const char *command, Error *error)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) weights_print(out, setup, result, command);
    result->saved = (text_stream_close(out, &text) || error_memory(error)) &&
                    atomic_file_write(setup->request.save, text, length, error);
    free(text);
    return result->saved;
}

/* ---- verdict, picture and kind */

static void tune_verdicts(Verdicts *verdicts, Result *result)
{
    const char *validation = result_head_of(result, "validation");
    if (validation) verdict_say(verdicts, validation);
}

/* The weights' curves: the columns behind the first `fixed`, up to `phase` or the end. */
static size_t weights_count(const Result *result, size_t fixed)
{
    size_t end = fixed;
    while (end < result->column_count && strcmp(result->columns[end].name, "phase") != 0)
        end++;
    return end - fixed;
}

/* Adds a curve's cells: of the rows that are trials. */
static void curve_add(MarkColumns *from, const char *panel, const char *name, const bool *trials, const double *steps,
                      Columns of, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        const size_t at = from->count;
        if (!trials[row]) continue;
        from->count++;
        ((const char **)from->panels)[at] = panel;
        ((const char **)from->groups)[at] = name;
        ((double *)from->x)[at] = steps[row];
        ((double *)from->of.value)[at] = of.value[row];
        ((double *)from->of.low)[at] = of.low ? of.low[row] : NAN;
        ((double *)from->of.high)[at] = of.high ? of.high[row] : NAN;
    }
}

/* Adds the weights, named with their values in the chosen trial, or in the last, the highest first. False if memory
   runs out. */
static bool weights_add(MarkColumns *from, Result *table, const char *panel, const bool *trials, const double *steps,
                        size_t count, size_t chosen)
{
    enum { FIXED = 5 };
    Ranked *ends = result_alloc(table, count + 1, sizeof *ends);
    const double **values = result_alloc(table, count + 1, sizeof *values);
    for (size_t i = 0; ends && values && i < count; i++) {
        if (!(values[i] = result_numbers(table, table->columns[FIXED + i].name))) return false;
        ends[i].index = i;
        for (size_t row = 0; row < table->row_count && row <= chosen; row++)
            if (trials[row] && !isnan(values[i][row])) ends[i].rank = values[i][row];
    }
    if (!ends || !values) return false;
    ranked_sort(ends, count);
    for (size_t i = 0; i < count; i++)
        curve_add(from, panel,
                  result_format(table, "%s  %.4g", table->columns[FIXED + ends[i].index].name, ends[i].rank), trials,
                  steps, (Columns){values[ends[i].index], NULL, NULL}, table->row_count);
    return true;
}

static bool tune_draw(Chart *chart)
{
    enum { FIXED = 5, MOST_WEIGHTS = 3 * SERIES_COLORS - 1 };
    Result *table = chart->result;
    const size_t rows = table->row_count, all = weights_count(table, FIXED),
                 count = all < MOST_WEIGHTS ? all : MOST_WEIGHTS, cells = rows * (count + 1);
    const char **phase = result_texts(table, "phase");
    const double *is_chosen = result_numbers(table, "chosen"), *steps = result_numbers(table, "step");
    bool *trials = result_alloc(table, rows, sizeof *trials);
    size_t chosen = SIZE_MAX;
    double *numbers = result_alloc(table, 4 * cells, sizeof *numbers);
    const char **texts = result_alloc(table, 2 * cells, sizeof *texts);
    Columns objective;
    if (!phase || !is_chosen || !steps || !trials || !numbers || !texts ||
        !columns_read(&objective, table, "objective", "ci"))
        return false;
    for (size_t row = 0; row < rows; row++) {
        trials[row] = strcmp(phase[row], "test") && strcmp(phase[row], "validation"); /* test: of older files */
        if (trials[row] && is_chosen[row] == 1) chosen = row;
    }
    MarkColumns from = {.groups = texts,
                        .panels = texts + cells,
                        .x = numbers,
                        .of = {numbers + cells, numbers + 2 * cells, numbers + 3 * cells}};
    const bool marked = chosen != SIZE_MAX;
    curve_add(&from, "objective", "objective", trials, steps, objective, rows);
    if (!weights_add(&from, table,
                     marked
                         ? result_format(table, "weights, with their values at the chosen step, %.10g", steps[chosen])
                         : "weights, with their last values",
                     trials, steps, count, chosen))
        return false;
    chart->form = CHART_CURVES;
    chart->title = "How the tuning went";
    chart->subtitle = count < all ? result_format(table, "the first %zu of %zu weights", count, all)
                      : marked    ? "trials, with a band of the 95 % intervals; dashed: the chosen step"
                                  : "trials, with a band of the 95 % intervals";
    chart->x_title = "step";
    chart->unit = "weight";
    chart->zero = chart->apart = true;
    if (!chart_fill(chart, &from, 0)) return false;
    chart->panels[0].unit = result_matches(table) ? "% of the matches won, above an equal share" : "points a round";
    for (size_t i = 0; marked && i < chart->panel_count; i++)
        chart->panels[i].line = steps[chosen];
    return true;
}

const ResultKind RESULT_TUNE = {
    .table = &TUNE_FIGURES,
    .question = "Can the player be made better?",
    .method =
        "Weights were searched on some boards, chosen on others, and validated on boards that took no part in any "
        "choice; the validation alone decides.",
    .page = "tuning.md",
    .verdicts = tune_verdicts,
    .draw = tune_draw,
};

/* ---- the command */

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
                   "instead of --rounds: this many whole matches, trials included; the aim is then matches won"),
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
     "a gain worth having: the validation plays enough boards for its interval to reach a quarter of it to either side; "
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
