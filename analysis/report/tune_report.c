/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `tune` found, for people, as CSV, and as a file of weights. */
#include "analysis/report/tune_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/figure_print.h"
#include "engine/text/number.h"
#include "sim/files/output_file.h"
#include "sim/files/text_buffer.h"

static const char *const METHODS[] = {"spsa", "cmaes"};
enum { SENTENCE = 384, HEAD_WIDTH = 120 };

void tune_progress(char out[static TUNE_PROGRESS], const TuneNow *now)
{
    const TunerView *view = &now->view;
    const TuneResult *result = now->result;
    const Interval interval = interval_t(&view->score, TUNE_ALPHA);
    char where[64] = "polish"; /* after the last step */
    *out = 0;
    if (now->testing && result->gain.n)
        snprintf(out, TUNE_PROGRESS, "test: gain %+.3f, LLR %.2f (%.2f to %.2f)", result->gain.mean, result->llr,
                 result->plan.bound_low, result->plan.bound_high);
    if (now->testing || !view->dims) return;
    if (!view->steps)
        snprintf(where, sizeof where, "start");
    else if (view->step <= view->steps)
        snprintf(where, sizeof where, "step %llu of %llu", (unsigned long long)view->step,
                 (unsigned long long)view->steps);
    snprintf(out, TUNE_PROGRESS, "%s, objective %+.3f (%+.3f to %+.3f)", where, view->score.mean, interval.low,
             interval.high);
}

void tune_plan(FILE *out, const TuneSetup *setup)
{
    char rules[RULES_TEXT], rounds[SHORT_TEXT];
    const TuneRequest *request = &setup->request;
    rules_print(rules, &setup->schedule.rules);
    short_count(rounds, (double)request->rounds);
    fprintf(out, "%zu parameter%s of %s from %s, against %s; %s, %s rounds; rules %s, seed %llu\n", setup->count,
            PLURAL(setup->count), setup->agent.name, setup->from, request->opponents, METHODS[request->method], rounds,
            rules, (unsigned long long)request->seed);
}

/* Accepted or refused, in one sentence. */
static void sentence(char out[static SENTENCE], const TuneResult *result)
{
    const Interval gain = tune_gain(result);
    if (!result->changed) {
        snprintf(out, SENTENCE, "Refused: no validation did better than the start.");
        return;
    }
    int used = snprintf(out, SENTENCE,
                        "%s: on %lld boards never used before the tuned numbers score %+.3f points a round over the "
                        "start (95 %%, valid at any time: %+.3f to %+.3f); the test of %+g against 0 ",
                        tune_accepted(result) ? "Accepted" : "Refused", (long long)result->gain.n, result->gain.mean,
                        gain.low, gain.high, result->plan.high);
    if (result->verdict == SPRT_UNDECIDED)
        snprintf(out + used, SENTENCE - (size_t)used, "is undecided.");
    else
        snprintf(out + used, SENTENCE - (size_t)used, "said %s after %lld%s.",
                 result->verdict == SPRT_HIGH ? "yes" : "no", (long long)result->decided,
                 result->verdict == SPRT_HIGH && !tune_settled(result) ? ", but the interval does not bear it out"
                                                                       : "");
}

static int decimals(double value) { return value == round(value) && fabs(value) < 1e6 ? 0 : 4; }

/* The agent with the tuned numbers, and with what else was given. */
static void agent_print(FILE *out, const TuneSetup *setup, const TuneResult *result)
{
    const char *colon = strchr(setup->agent.name, ':');
    char separator = ':';
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
    Interval score, gain;
} TuneRow;

static const Figure FIGURES[] = {
    {"step", "steps", "steps of the search before this validation; 0: the start", FIGURE_AT(TuneRow, note.step),
     .title = "step", .width = 10},
    {"evaluations", "rounds", "rounds played so far", FIGURE_AT(TuneRow, note.rounds), .title = "rounds", .width = 10},
    {"objective", "points a round",
     "what the agent scores more than its opponents with the weights of the row, on boards of validation",
     FIGURE_AT(TuneRow, note.score.mean), .title = "points a round (95 %)", .width = -34, .format = "%+.3f",
     .interval = offsetof(TuneRow, score)},
    {"ci_low", "points a round", "low end of the 95 % interval of objective, over boards",
     FIGURE_AT(TuneRow, score.low)},
    {"ci_high", "points a round", "high end of that interval", FIGURE_AT(TuneRow, score.high)},
    {.title = "over the start (95 %)",
     FIGURE_AT(TuneRow, note.gain.mean),
     .format = "%+.3f",
     .interval = offsetof(TuneRow, gain)},
};
const FigureTable TUNE_FIGURES = {"tune --csv", "validation", FIGURE_ROWS(FIGURES),
                                  "one column for each tuned parameter, by its name: its value"};

static void rows_fill(TuneRow rows[static TUNE_MAX_NOTES], const TuneResult *result)
{
    for (size_t i = 0; i < result->note_count; i++) {
        const TuneNote *note = &result->notes[i];
        rows[i] = (TuneRow){*note, interval_t(&note->score, TUNE_ALPHA), interval_t(&note->gain, TUNE_ALPHA)};
        if (!interval_known(rows[i].gain)) rows[i].note.gain.mean = NAN; /* at the start nothing is gained yet */
    }
}

void tune_print(FILE *out, const TuneSetup *setup, const TuneResult *result)
{
    char text[SENTENCE];
    TuneRow rows[TUNE_MAX_NOTES];
    tune_plan(out, setup);
    rows_fill(rows, result);
    figures_print(out, &TUNE_FIGURES, rows, sizeof *rows, result->note_count);
    fprintf(out, "%-16s %10s %10s\n", "parameter", "start", "tuned");
    for (size_t i = 0; i < setup->count; i++)
        fprintf(out, "%-16s %10.*f %10.*f\n", tune_param(setup, i)->name, decimals(setup->start[i]), setup->start[i],
                decimals(result->tuned[i]), result->tuned[i]);
    if (!setup->agent.kind->weights_file) agent_print(out, setup, result);
    if (!result->interrupted) {
        sentence(text, result);
        if (result->changed)
            fprintf(out,
                    "Against %s the tuned numbers score %+.3f points a round, the start %+.3f, on the same boards.\n",
                    setup->request.opponents, result->score.mean, result->score.mean - result->gain.mean);
        fprintf(out, "%s\n", text);
    }
    if (tune_stopped_in_test(result)) {
        const Interval gain =
            interval_anytime(&result->gain, TUNE_ALPHA, anytime_rho(TUNE_ALPHA, (double)setup->request.test));
        fprintf(out, "Gain so far, in %lld boards of the test: %+.3f (%+.3f to %+.3f, 95 %% at any time)\n",
                (long long)result->gain.n, result->gain.mean, gain.low, gain.high);
    }
    if (setup->request.save)
        fprintf(out, result->saved ? "Written to %s.\n" : "Nothing is written to %s.\n", setup->request.save);
    agents_open_note(out, setup->opponents, setup->opponent_count);
}

void tune_csv(OutputFile *csv, const TuneSetup *setup, const TuneResult *result)
{
    char text[SENTENCE];
    Figure figures[FIGURE_COUNT(FIGURES) + MAX_AGENT_PARAMS];
    FigureTable table = {.figures = figures, .count = FIGURE_COUNT(FIGURES) + setup->count};
    memcpy(figures, FIGURES, sizeof FIGURES);
    for (size_t i = 0; i < setup->count; i++)
        figures[FIGURE_COUNT(FIGURES) + i] =
            (Figure){.name = tune_param(setup, i)->name, FIGURE_AT(TuneRow, note.point[i])};
    TuneRow rows[TUNE_MAX_NOTES];
    rows_fill(rows, result);
    sentence(text, result);
    if (!result->interrupted) figures_head(csv, "test", "%s", text);
    figures_table(csv, &table, rows, sizeof *rows, result->note_count);
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
    sentence(text, result);
    comment_print(out, command);
    comment_print(out, text);
    for (int i = 0; i < setup->agent.kind->param_count; i++) {
        const AgentParam *param = &setup->agent.kind->params[i];
        if (param->type != PARAM_DOUBLE) continue;
        double weight = setup->agent.values[i];
        for (size_t k = 0; k < setup->count; k++)
            if (setup->params[k] == i) weight = result->tuned[k];
        fprintf(out, "%s %s\n", param->name, number_text(value, weight));
    }
}

bool tune_save(const TuneSetup *setup, TuneResult *result, const char *command, Error *error)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) weights_print(out, setup, result, command);
    const bool good = out && !ferror(out);
    result->saved = ((out && fclose(out) == 0 && good) || error_memory(error)) &&
                    atomic_file_write(setup->request.save, text, length, error);
    free(text);
    return result->saved;
}
