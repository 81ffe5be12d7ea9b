/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the course of a learning. */
#include "analysis/report/kinds/kinds.h"

#include <inttypes.h>

#include "analysis/report/text.h"
#include "engine/text/number.h"

#define AT(member) FIGURE_AT(LearnNote, member)
static const Figure ROWS[] = {
    {"generation", "number", "which generation, from 1", AT(generation)},
    {"stage", "word",
     "lessons: the teacher's rounds are played; epoch: the net was trained on all lessons once; gate: it plays the net "
     "before (the first plays tactic); validation: the net that is left, on boards that took no part in any choice",
     AT(stage)},
    {"epoch", "number", "of the training, from 1; 0: the row is of another stage", AT(epoch)},
    {"rounds", "rounds", "lessons so far, of all generations", AT(rounds)},
    {"positions", "decisions", "decisions with a label that the epoch saw, those held out included", AT(positions)},
    {"loss", "nats", "cross-entropy between the teacher's shares and the net's, while the epoch went on", AT(loss)},
    {"held_out_loss", "nats", "the same after the epoch, on lessons that are not trained on", AT(held_out)},
    {"lost", "points a decision",
     "of those lessons: by how much the teacher values its own play above the net's; above 0 also for a perfect net, "
     "since the teacher's choice is the luckiest of its estimates",
     AT(lost)},
    {"hits", "share", "of those lessons: decisions in which the net plays what the teacher would", AT(hits)},
    {"value_error", "points", "of those lessons: root mean square error of the net's value", AT(value_error)},
    {"opponent", "name", "of a gate or a validation", AT(opponent)},
    {"boards", "boards", "packs played, each in every seating", AT(boards)},
    {"diff_mean", "points a round", "mean of the net's points less the mean of the other sides' points", AT(diff.mean)},
    {"diff_ci_low", "points a round", "low end of the 95 % interval of diff_mean, over boards", AT(interval.low)},
    {"diff_ci_high", "points a round", "high end of that interval", AT(interval.high)},
    {"verdict", "word",
     "of a gate: taken, for the first net and where the interval lies above 0; refused: the net before stays",
     AT(verdict)},
};
const FigureTable LEARN_FIGURES = {"learn --csv", "stage, and epoch of a training", FIGURE_ROWS(ROWS), NULL};

void learn_csv(OutputFile *csv, const LearnResult *result)
{
    figures_head(csv, "net", "%s", result->found ? result->net.made : "none");
    figures_table(csv, &LEARN_FIGURES, result->notes, sizeof *result->notes, result->count);
}

void learn_line(char out[static LEARN_LINE], const LearnNote *note)
{
    char wins[FIGURE_CELL];
    if (note->opponent) {
        interval_text(wins, "%+.2f", note->diff.mean, note->interval);
        snprintf(out, LEARN_LINE, "generation %d, %s: %s points a round against %s on %" PRId64 " boards%s%s",
                 note->generation, note->stage, wins, note->opponent, note->boards, note->verdict ? ", " : "",
                 note->verdict ? note->verdict : "");
    } else if (note->epoch) {
        snprintf(out, LEARN_LINE,
                 "generation %d, training: %d epoch%s of %" PRIu64
                 " positions; held out: loss %.4f, %.4f points lost a decision, %.1f %% of the teacher's plays hit",
                 note->generation, note->epoch, PLURAL(note->epoch), note->positions, note->held_out, note->lost,
                 100 * note->hits);
    } else {
        snprintf(out, LEARN_LINE, "generation %d, lessons: %" PRIu64 " rounds in all", note->generation, note->rounds);
    }
}

/* One sentence: what the net wins from an opponent. */
static void wins_print(FILE *out, const LearnNote *note)
{
    char range[FIGURE_CELL], mean[DECIMAL_TEXT];
    const Interval interval = note->interval;
    if (!interval_known(interval)) {
        fprintf(out, "Too few boards against %s for an interval, or all of them were alike.\n", note->opponent);
        return;
    }
    const bool wins = note->diff.mean >= 0;
    const double mean_won = wins ? note->diff.mean : -note->diff.mean;
    const Interval won = wins ? interval : (Interval){-interval.high, -interval.low};
    decimal_text(mean, false, interval_decimals(2, interval), mean_won);
    range_text(range, "%.*f", won);
    fprintf(out, "The net %s %s points a round %s %s (95 %% interval %s%s).\n", wins ? "wins" : "loses", mean,
            wins ? "from" : "to", note->opponent, range,
            interval.low <= 0 && interval.high >= 0 ? ", which shows no difference" : "");
}

void learn_summary(FILE *out, const LearnResult *result, bool course)
{
    char line[LEARN_LINE];
    for (size_t i = 0; i < result->count && course; i++) {
        const LearnNote *note = &result->notes[i];
        const bool more = note->epoch && i + 1 < result->count && result->notes[i + 1].epoch;
        if (more || (note->opponent && !note->verdict)) continue;
        learn_line(line, note);
        fprintf(out, "%s\n", line);
    }
    for (size_t i = 0; i < result->count; i++)
        if (result->notes[i].opponent && !result->notes[i].verdict) wins_print(out, &result->notes[i]);
    if (result->found) fprintf(out, "The net is that of generation %d.\n", result->generation);
}
