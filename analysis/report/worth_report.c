/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says what points are worth in matches won. */
#include "analysis/report/worth_report.h"

#include <math.h>

#include "analysis/report/text/estimate_text.h"

/* How far the table may be wrong itself. */
static void table_error_print(FILE *out, const EquityTable *table)
{
    if (isnan(table->se))
        fprintf(out, "How far the table %s errs itself is not known.\n", table->name);
    else
        fprintf(out, "The table's own standard errors, at most %.2f %%, are not in the intervals.\n", 100 * table->se);
}

void round_worth_print(FILE *out, const SimResult *result, const EquityTable *table)
{
    const Schedule *schedule = result->schedule;
    const RoundWorth worth = round_worth(result, 0);
    const Interval percent = {100 * worth.interval.low, 100 * worth.interval.high};
    char gain[FIGURE_CELL];
    fprintf(
        out,
        "By the table %s a round played so from %d-%d is worth %s %% of a match to %s, whose chance is %.1f %% after it "
        "instead of %.1f %%.\n",
        table->name, schedule->scores[0], schedule->scores[1],
        interval_text(gain, "%+.*f", 100 * worth.gain.mean, percent), result->agents[0].name,
        100 * (worth.before + worth.gain.mean), 100 * worth.before);
    table_error_print(out, table);
}

void points_worth_print(FILE *out, const EquityTable *table, const Rules *rules, double points, Interval interval)
{
    char cell[FIGURE_CELL], number[DECIMAL_TEXT];
    fprintf(out, "By the table %s a point of difference in a round is worth", table->name);
    for (int i = 0; i < WORTH_SCORES; i++) {
        const int score = worth_score(rules, i);
        fprintf(out, "%s %.2f %% of a match at %d-%d", i ? "," : "", 100 * point_worth(&table->equity, score), score,
                score);
    }
    fprintf(out, ", so that %s points are worth", decimal_text(number, false, interval_decimals(2, interval), points));
    for (int i = 0; i < WORTH_SCORES; i++) {
        const double worth = 100 * point_worth(&table->equity, worth_score(rules, i));
        const double ends[] = {worth * interval.low, worth * interval.high};
        const Interval scaled = {fmin(ends[0], ends[1]), fmax(ends[0], ends[1])};
        fprintf(out, "%s %s %%", i ? "," : "", interval_text(cell, "%.*f", worth * points, scaled));
    }
    fputs(".\n", out);
    table_error_print(out, table);
}
