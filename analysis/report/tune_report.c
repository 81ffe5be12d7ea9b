/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `tune` found, for people, as CSV, and as a file of weights. */
#include "analysis/report/tune_report.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "analysis/report/agent_notes.h"
#include "analysis/report/figure_print.h"
#include "engine/text/number.h"
#include "sim/files/atomic_file.h"
#include "sim/files/text_buffer.h"

static const char *const METHODS[] = {"spsa", "cmaes"};
enum { SENTENCE = 384, HEAD_WIDTH = 120, PLANNED_TEST = 50000 };

void tune_note(TuneReport *report, const TunerView *view, uint64_t rounds)
{
    assert(report->note_count < TUNE_MAX_NOTES);
    TuneNote *note = &report->notes[report->note_count++];
    *note = (TuneNote){.step = view->step, .rounds = rounds, .score = view->score, .gain = view->gain};
    memcpy(note->point, view->point, view->dims * sizeof *note->point);
}

void tune_state(char *out, size_t size, const TunerView *view)
{
    const Interval interval = interval_t(&view->score, TUNE_ALPHA);
    char where[64] = "polish"; /* after the last step */
    if (!view->steps)
        snprintf(where, sizeof where, "start");
    else if (view->step <= view->steps)
        snprintf(where, sizeof where, "step %llu of %llu", (unsigned long long)view->step,
                 (unsigned long long)view->steps);
    snprintf(out, size, "%s, objective %+.3f (%+.3f to %+.3f)", where, view->score.mean, interval.low, interval.high);
}

void tune_plan(FILE *out, const TuneSetup *setup, const TuneReport *report)
{
    char rules[RULES_TEXT], rounds[SHORT_TEXT];
    rules_print(rules, &setup->schedule.rules);
    short_count(rounds, (double)setup->request.rounds);
    fprintf(out, "%zu parameter%s of %s from %s, against %s; %s, %s rounds; rules %s, seed %llu\n", setup->count,
            PLURAL(setup->count), setup->agent.name, setup->from, setup->request.opponents, METHODS[report->method],
            rounds, rules, (unsigned long long)setup->schedule.seed);
}

static Interval gain_interval(const TuneReport *report)
{
    return interval_anytime(&report->gain, TUNE_ALPHA, anytime_rho(TUNE_ALPHA, PLANNED_TEST));
}

void tune_judge(TuneReport *report)
{
    report->llr = sprt_llr_mean(&report->gain, report->plan.low, report->plan.high);
    if (report->verdict != SPRT_UNDECIDED) return;
    report->verdict = sprt_verdict(&report->plan, report->gain.n, report->llr);
    report->decided = report->gain.n;
}

bool tune_settled(const TuneReport *report)
{
    const Interval gain = gain_interval(report);
    return (report->verdict == SPRT_HIGH && gain.low > report->plan.low) ||
           (report->verdict == SPRT_LOW && gain.high < report->plan.high);
}

bool tune_accepted(const TuneReport *report) { return report->verdict == SPRT_HIGH && tune_settled(report); }

/* Accepted or refused, in one sentence. */
static void sentence(char out[static SENTENCE], const TuneReport *report)
{
    const Interval gain = gain_interval(report);
    if (!report->changed) {
        snprintf(out, SENTENCE, "Refused: no validation did better than the start.");
        return;
    }
    int used = snprintf(out, SENTENCE,
                        "%s: on %lld boards never used before the tuned numbers score %+.3f points a round over the "
                        "start (95 %%, valid at any time: %+.3f to %+.3f); the test of %+g against 0 ",
                        tune_accepted(report) ? "Accepted" : "Refused", (long long)report->gain.n, report->gain.mean,
                        gain.low, gain.high, report->plan.high);
    if (report->verdict == SPRT_UNDECIDED)
        snprintf(out + used, SENTENCE - (size_t)used, "is undecided.");
    else
        snprintf(out + used, SENTENCE - (size_t)used, "said %s after %lld%s.",
                 report->verdict == SPRT_HIGH ? "yes" : "no", (long long)report->decided,
                 report->verdict == SPRT_HIGH && !tune_settled(report) ? ", but the interval does not bear it out"
                                                                       : "");
}

static int decimals(double value) { return value == round(value) && fabs(value) < 1e6 ? 0 : 4; }

bool tune_stopped_in_test(const TuneReport *report) { return report->partial && report->gain.n > 1; }

/* The agent with the tuned numbers, and with what else was given. */
static void agent_print(FILE *out, const TuneSetup *setup, const TuneReport *report)
{
    const char *colon = strchr(setup->agent.name, ':');
    char separator = ':';
    fprintf(out, "As an agent: %s", setup->agent.kind->name);
    for (const char *given = colon ? colon + 1 : ""; *given; given += strcspn(given, ","), given += *given == ',') {
        const size_t length = strcspn(given, ","), name = strcspn(given, "=");
        bool tuned = false;
        for (size_t i = 0; i < setup->count; i++) {
            const char *other = tune_param(setup, i)->name;
            tuned |= strlen(other) == name && !memcmp(other, given, name);
        }
        if (!tuned) fprintf(out, "%c%.*s", separator, (int)length, given), separator = ',';
    }
    for (size_t i = 0; i < setup->count; i++) {
        fprintf(out, "%c%s=%.*f", separator, tune_param(setup, i)->name, decimals(report->tuned[i]), report->tuned[i]);
        separator = ',';
    }
    fputc('\n', out);
}

typedef struct {
    TuneNote note;
    Interval score, gain;
} TuneRow;

static void interval_cell(char out[static FIGURE_CELL], const Estimate *estimate, Interval interval)
{
    snprintf(out, FIGURE_CELL, "%+.3f (%+.3f to %+.3f)", estimate->mean, interval.low, interval.high);
}

static void score_cell(char out[static FIGURE_CELL], const void *row)
{
    interval_cell(out, &((const TuneRow *)row)->note.score, ((const TuneRow *)row)->score);
}

static void gain_cell(char out[static FIGURE_CELL], const void *row)
{
    *out = 0; /* at the start nothing is gained yet */
    if (interval_known(((const TuneRow *)row)->gain))
        interval_cell(out, &((const TuneRow *)row)->note.gain, ((const TuneRow *)row)->gain);
}

static const Figure FIGURES[] = {
    {"step", "steps", "steps of the search before this validation; 0: the start", FIGURE_AT(TuneRow, note.step),
     .title = "step", .width = 10},
    {"evaluations", "rounds", "rounds played so far", FIGURE_AT(TuneRow, note.rounds), .title = "rounds", .width = 10},
    {"objective", "points a round",
     "what the agent scores more than its opponents with the weights of the row, on boards of validation",
     FIGURE_AT(TuneRow, note.score.mean), .title = "points a round (95 %)", .width = -34, .cell = score_cell},
    {"ci_low", "points a round", "low end of the 95 % interval of objective, over boards",
     FIGURE_AT(TuneRow, score.low)},
    {"ci_high", "points a round", "high end of that interval", FIGURE_AT(TuneRow, score.high)},
    {.title = "over the start (95 %)", .cell = gain_cell},
};
const FigureTable TUNE_FIGURES = {"tune --csv", "validation", FIGURE_ROWS(FIGURES),
                                  "one column for each tuned parameter, by its name: its value"};

static TuneRow tune_row(const TuneNote *note)
{
    return (TuneRow){*note, interval_t(&note->score, TUNE_ALPHA), interval_t(&note->gain, TUNE_ALPHA)};
}

void tune_print(FILE *out, const TuneSetup *setup, const TuneReport *report)
{
    char text[SENTENCE];
    TuneRow rows[TUNE_MAX_NOTES];
    tune_plan(out, setup, report);
    for (size_t i = 0; i < report->note_count; i++)
        rows[i] = tune_row(&report->notes[i]);
    figures_print(out, &TUNE_FIGURES, rows, sizeof *rows, report->note_count);
    fprintf(out, "%-16s %10s %10s\n", "parameter", "start", "tuned");
    for (size_t i = 0; i < setup->count; i++)
        fprintf(out, "%-16s %10.*f %10.*f\n", tune_param(setup, i)->name, decimals(setup->start[i]), setup->start[i],
                decimals(report->tuned[i]), report->tuned[i]);
    if (agent_param(setup->agent.kind, "weights") < 0) {
        agent_print(out, setup, report);
    }
    if (!report->partial) {
        sentence(text, report);
        if (report->changed)
            fprintf(out,
                    "Against %s the tuned numbers score %+.3f points a round, the start %+.3f, on the same boards.\n",
                    setup->request.opponents, report->score.mean, report->score.mean - report->gain.mean);
        fprintf(out, "%s\n", text);
    }
    if (tune_stopped_in_test(report)) {
        const Interval gain =
            interval_anytime(&report->gain, TUNE_ALPHA, anytime_rho(TUNE_ALPHA, (double)report->test_boards));
        fprintf(out, "Gain so far, in %lld boards of the test: %+.3f (%+.3f to %+.3f, 95 %% at any time)\n",
                (long long)report->gain.n, report->gain.mean, gain.low, gain.high);
    }
    if (report->save) fprintf(out, report->saved ? "Written to %s.\n" : "Nothing is written to %s.\n", report->save);
    agents_open_note(out, setup->opponents, setup->opponent_count);
}

void tune_csv(OutputFile *csv, const TuneSetup *setup, const TuneReport *report)
{
    char text[SENTENCE];
    Figure figures[FIGURE_COUNT(FIGURES) + MAX_AGENT_PARAMS];
    FigureTable table = {.figures = figures, .count = FIGURE_COUNT(FIGURES) + setup->count};
    memcpy(figures, FIGURES, sizeof FIGURES);
    for (size_t i = 0; i < setup->count; i++)
        figures[FIGURE_COUNT(FIGURES) + i] =
            (Figure){.name = tune_param(setup, i)->name, FIGURE_AT(TuneRow, note.point[i])};
    sentence(text, report);
    if (!report->partial) csv_head(csv, "test", "%s", text);
    figures_header(csv, &table);
    for (size_t i = 0; i < report->note_count; i++) {
        const TuneRow row = tune_row(&report->notes[i]);
        figures_row(csv, &table, &row);
    }
}

/* Adds comment lines, broken between words so that readers of short lines can take them. */
static bool comment_add(TextBuffer *out, const char *text)
{
    bool good = true;
    while (*text && good) {
        size_t length = strlen(text);
        if (length > HEAD_WIDTH) {
            for (length = HEAD_WIDTH; length > 1 && text[length] != ' ';)
                length--;
            if (length == 1) length = HEAD_WIDTH;
        }
        good = text_buffer_printf(out, "# %.*s\n", (int)length, text);
        text += length;
        text += *text == ' ';
    }
    return good;
}

static bool weights_add(TextBuffer *out, const TuneSetup *setup, const TuneReport *report, const char *command)
{
    char text[SENTENCE], value[NUMBER_TEXT];
    sentence(text, report);
    bool good = comment_add(out, command) && comment_add(out, text);
    for (int i = 0, count = agent_param_count(setup->agent.kind); i < count && good; i++) {
        const AgentParam *param = setup->agent.kind->param(i);
        if (param->type != PARAM_DOUBLE) continue;
        double weight = setup->agent.values[i];
        for (size_t k = 0; k < setup->count; k++)
            if (setup->params[k] == i) weight = report->tuned[k];
        good = text_buffer_printf(out, "%s %s\n", param->name, number_text(value, weight));
    }
    return good;
}

bool tune_save(const TuneSetup *setup, TuneReport *report, const char *command, Error *error)
{
    TextBuffer text = {0};
    report->saved = (weights_add(&text, setup, report, command) || error_memory(error)) &&
                    atomic_file_write(report->save, text.data, text.length, error);
    text_buffer_free(&text);
    return report->saved;
}
