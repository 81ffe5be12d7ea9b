/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the course of a learning. */
#include "analysis/report/kinds/kinds.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analysis/report/chart.h"
#include "analysis/report/table.h"
#include "analysis/report/text.h"
#include "analysis/report/verdict.h"
#include "engine/text/number.h"

#define AT(member) FIGURE_AT(LearnNote, member)
static const Figure ROWS[] = {
    {"generation", "number", "which generation, from 1", AT(generation), .plain = "generation"},
    {"stage", "word",
     "self-play: the net's rounds against itself are played, and learned from; gate: the net and the one before it play "
     "a panel; validation: the net that is left plays the panel on boards that took no part in any choice",
     AT(stage), .plain = "stage"},
    {"rounds", "rounds", "rounds of self-play so far, of all generations", AT(rounds)},
    {"positions", "decisions", "decisions that were learned from so far", AT(positions)},
    {"loss", "nats", "entropy of the net's chances, in its last rounds", AT(entropy)},
    {"value_error", "points", "root mean square error of the net's value, in its last rounds", AT(value_error)},
    {"opponent", "name", "of a gate or a validation", AT(opponent), .plain = "against"},
    {"boards", "boards", "packs played, each in every seating", AT(boards), .plain = "boards"},
    {"diff_mean", "points a round", "mean of the net's points less the mean of the other sides' points", AT(diff.mean),
     .format = "%+.2f", .interval = offsetof(LearnNote, interval), .plain = "points a round, the net over that player"},
    FIGURE_ENDS("diff_ci", "points a round", "the 95 % interval of diff_mean, over boards", LearnNote, interval),
    {"verdict", "word",
     "of a gate, in the row of the panel: taken, for the first net and where the interval lies above 0; refused: the net "
     "before stays",
     AT(verdict), .plain = "verdict"},
};
static const FigureTable LEARN_FIGURES = {"learn --csv", "stage", FIGURE_ROWS(ROWS), NULL};

void learn_result(Result *out, const LearnResult *result)
{
    result_head(out, "net", "%s", result->found ? result->net.made : "none");
    result_rows(out, &RESULT_LEARN, result->notes, sizeof *result->notes, result->count);
}

void learn_line(char out[static LEARN_LINE], const LearnNote *note)
{
    char wins[FIGURE_CELL];
    if (note->opponent) {
        interval_text(wins, "%+.2f", note->diff.mean, note->interval);
        snprintf(out, LEARN_LINE, "generation %d, %s: %s points a round against %s on %" PRId64 " boards%s%s",
                 note->generation, note->stage, wins, note->opponent, note->boards, note->verdict ? ", " : "",
                 note->verdict ? note->verdict : "");
    } else {
        snprintf(out, LEARN_LINE,
                 "generation %d, self-play: %" PRIu64 " rounds and %" PRIu64
                 " positions in all; entropy %.4f, value off by %.2f points",
                 note->generation, note->rounds, note->positions, note->entropy, note->value_error);
    }
}

/* Whether it is shown that the net and an opponent differ, on boards that took no part in any choice; with the interval
   for all of its `count` opponents. */
static void opponent_say(Verdicts *verdicts, Result *result, size_t row, size_t count)
{
    const double mean = number_at(result, row, "diff_mean");
    const bool more = mean >= 0;
    const Interval interval = interval_of_many(result, result_interval(result, row, "diff_ci"), mean, count);
    Verdict verdict = verdict_amount(mean, interval, 2);
    verdict.names[0] = text_at(result, row, "opponent");
    const char *level = count > 1 ? "95 % for all opponents" : "95 %";
    if (!interval_known(interval))
        verdict.words = "Too few boards against $1 for an interval, or all of them were alike.";
    else if (verdict.sign)
        verdict.words = result_format(result, "%s by $s points a round (%s: $r).",
                                      more ? "The net beats $1" : "$1 beats the net", level);
    else
        verdict.words =
            result_format(result, "The net and $1 are not told apart: the net scores $s points a round %s (%s: $r).",
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
        verdict_say(verdicts, result_format(result, "The net is that of generation %s.", net));
    else if (!strcmp(last, "refused"))
        verdict_say(verdicts,
                    "No net was shown to score more against the panel than the one it began from: none is kept.");
}

void learn_summary(FILE *out, const LearnResult *result, bool course, Result *found)
{
    char line[LEARN_LINE];
    for (size_t i = 0; i < result->count && course; i++) {
        const LearnNote *note = &result->notes[i];
        if (!strcmp(note->stage, LEARN_STAGES[STAGE_VALIDATION])) continue;
        learn_line(line, note);
        fprintf(out, "%s\n", line);
    }
    verdicts_print(out, found);
}

static bool learn_draw(Chart *chart)
{
    Result *table = chart->result;
    const int generation = result_column(table, "generation"), stage = result_column(table, "stage"),
              opponent = result_column(table, "opponent");
    const char **names = result_alloc(table, table->row_count, sizeof *names);
    MarkColumns from = {.count = table->row_count, .rows = names, .own = true};
    if (!names || !columns_read(&from.of, table, "diff_mean", "diff_ci")) return false;
    for (size_t row = 0; row < table->row_count; row++) {
        const char *against = result_text(table, row, opponent);
        if (isnan(from.of.value[row])) continue; /* self-play */
        names[row] =
            strcmp(result_text(table, row, stage), "gate")
                ? result_format(table, "at the end, against %s", against)
                : result_format(table, "generation %s, against %s", result_text(table, row, generation), against);
    }
    chart->title = "What each net scores";
    chart->subtitle = "on fresh boards, with 95 % intervals";
    chart->unit = "points a round more than that player";
    chart->zero = true;
    return chart_fill(chart, &from, 1) &&
           (chart->count || result_complain(table, "no net has played yet, so there is nothing to draw"));
}

const ResultKind RESULT_LEARN = {
    .table = &LEARN_FIGURES,
    .first = 3,
    .needs = {"opponent", "diff_mean", "diff_ci_low", "diff_ci_high"},
    .question = "What did the net learn?",
    .method =
        "A net learns from rounds against itself, in which it tries every play. Each new net and the one before play a "
        "panel on fresh boards, and the new one stays where it is shown to win more; the last plays on boards that took "
        "no part in any choice.",
    .page = "agents.md",
    .verdicts = learn_verdicts,
    .draw = learn_draw,
};
