/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/report/tune_report.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "analysis/report/agent_notes.h"
#include "analysis/report/run_head.h"
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

void tune_plan(FILE *out, const TuneSetup *setup)
{
    char rules[RULES_TEXT], rounds[SHORT_TEXT];
    const TuneOptions *o = &setup->options;
    rules_print(rules, &setup->schedule.rules);
    short_count(rounds, (double)o->rounds);
    fprintf(out, "%zu parameter%s of %s from %s, against %s; %s, %s rounds; rules %s, seed %llu\n", setup->count,
            PLURAL(setup->count), setup->agent.name, setup->from, o->opponents, METHODS[o->method], rounds, rules,
            (unsigned long long)setup->common.seed);
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

/* Had the test begun when the user stopped it? */
static bool stopped_in_test(const TuneReport *report) { return report->partial && report->gain.n > 1; }

static const char *stopped_where(const TuneReport *report)
{
    return stopped_in_test(report) ? "stopped in the test" : "stopped before the test";
}

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

void tune_print(FILE *out, const TuneSetup *setup, const TuneReport *report)
{
    char text[SENTENCE], time[SHORT_TEXT];
    short_time(time, report->wall);
    if (report->partial) fprintf(out, "PARTIAL: %s\n", stopped_where(report));
    tune_plan(out, setup);
    fprintf(out, "%10s  %10s  %-34s  %s\n", "step", "rounds", "points a round (95 %)", "over the start (95 %)");
    for (size_t i = 0; i < report->note_count; i++) {
        const TuneNote *note = &report->notes[i];
        const Interval score = interval_t(&note->score, TUNE_ALPHA), gain = interval_t(&note->gain, TUNE_ALPHA);
        char cell[64];
        snprintf(cell, sizeof cell, "%+.3f (%+.3f to %+.3f)", note->score.mean, score.low, score.high);
        fprintf(out, "%10llu  %10llu  %-34s", (unsigned long long)note->step, (unsigned long long)note->rounds, cell);
        if (interval_known(gain)) fprintf(out, "  %+.3f (%+.3f to %+.3f)", note->gain.mean, gain.low, gain.high);
        fputc('\n', out);
    }
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
                    setup->options.opponents, report->score.mean, report->score.mean - report->gain.mean);
        fprintf(out, "%s\n", text);
    }
    if (stopped_in_test(report)) {
        const Interval gain =
            interval_anytime(&report->gain, TUNE_ALPHA, anytime_rho(TUNE_ALPHA, (double)setup->options.test));
        fprintf(out, "Gain so far, in %lld boards of the test: %+.3f (%+.3f to %+.3f, 95 %% at any time)\n",
                (long long)report->gain.n, report->gain.mean, gain.low, gain.high);
    }
    if (setup->options.save)
        fprintf(out, report->saved ? "Written to %s.\n" : "Nothing is written to %s.\n", setup->options.save);
    agents_open_note(out, setup->opponents, setup->opponent_count);
    fprintf(out, "void boards: %llu\n%s\nAgain: %s\n", (unsigned long long)report->voids, time, setup->command);
}

void tune_csv(OutputFile *csv, const TuneSetup *setup, const TuneReport *report)
{
    static const char *const COLUMNS[] = {"step", "evaluations", "objective", "ci_low", "ci_high"};
    enum { COLUMN_COUNT = sizeof COLUMNS / sizeof *COLUMNS };
    char text[SENTENCE];
    const char *names[COLUMN_COUNT + MAX_AGENT_PARAMS];
    run_head_write(csv, setup->command, setup->common.seed, &setup->schedule.rules, report->time, report->wall);
    sentence(text, report);
    csv_head(csv, report->partial ? "PARTIAL" : "test", "%s", report->partial ? stopped_where(report) : text);
    for (size_t i = 0; i < COLUMN_COUNT + setup->count; i++)
        names[i] = i < COLUMN_COUNT ? COLUMNS[i] : tune_param(setup, i - COLUMN_COUNT)->name;
    csv_names(csv, names, COLUMN_COUNT + setup->count);
    for (size_t n = 0; n < report->note_count; n++) {
        const TuneNote *note = &report->notes[n];
        const Interval interval = interval_t(&note->score, TUNE_ALPHA);
        csv_count(csv, note->step);
        csv_count(csv, note->rounds);
        csv_number(csv, note->score.mean);
        csv_number(csv, interval.low);
        csv_number(csv, interval.high);
        for (size_t i = 0; i < setup->count; i++)
            csv_number(csv, note->point[i]);
        csv_end_row(csv);
    }
}

/* Comment lines, broken between words so that readers of short lines can take them. */
static void head_write(OutputFile *file, const char *text)
{
    while (*text) {
        size_t length = strlen(text);
        if (length > HEAD_WIDTH) {
            for (length = HEAD_WIDTH; length > 1 && text[length] != ' ';)
                length--;
            if (length == 1) length = HEAD_WIDTH;
        }
        output_file_write(file, "# ", 2);
        output_file_write(file, text, length);
        output_file_write(file, "\n", 1);
        text += length;
        text += *text == ' ';
    }
}

static bool weights_write(const char *path, const TuneSetup *setup, const TuneReport *report, Error *error)
{
    OutputFile file = {0};
    char text[SENTENCE], value[NUMBER_TEXT];
    if (!output_file_open(&file, path, error)) return false;
    file.name = setup->options.save; /* what errors name */
    sentence(text, report);
    head_write(&file, setup->command);
    head_write(&file, text);
    for (int i = 0, count = agent_param_count(setup->agent.kind); i < count; i++) {
        const AgentParam *param = setup->agent.kind->param(i);
        if (param->type != PARAM_DOUBLE) continue;
        double weight = setup->agent.values[i];
        for (size_t k = 0; k < setup->count; k++)
            if (setup->params[k] == i) weight = report->tuned[k];
        output_file_write(&file, param->name, strlen(param->name));
        output_file_write(&file, " ", 1);
        number_text(value, weight);
        output_file_write(&file, value, strlen(value));
        output_file_write(&file, "\n", 1);
    }
    return output_file_close(&file, error);
}

bool tune_save(const TuneSetup *setup, TuneReport *report, Error *error)
{
    AtomicFile file;
    if (!atomic_file_begin(&file, setup->options.save, error)) return false;
    const bool written = weights_write(file.path, setup, report, error);
    report->saved = atomic_file_end(&file, written, error);
    return report->saved;
}
