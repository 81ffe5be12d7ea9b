/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agents, tactics and promises: values with intervals in rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/chart.h"

enum { MOST_PANELS = 12 };

static const IntervalCell UNKNOWN = {NAN, NAN, NAN, false};

/* One row of the file is one row of the chart, even when names repeat. */
static bool draw_rows(PlotJob *job, IntervalChart chart, const char *const *names, IntervalCell *cells, size_t rows)
{
    static const char *const NO_NAMES[] = {""};
    chart.rows = names;
    chart.row_count = rows;
    chart.cells = cells;
    chart.groups = chart.panels = NO_NAMES;
    chart.group_count = chart.panel_count = 1;
    return interval_chart_draw(job, &chart);
}

/* Do the four rows of a file of `sim` stand for two sides, two partners each? The others of a seat are its opponents then,
   and partners have the same figures. */
static bool rows_are_partners(const PlotJob *job, const Columns *columns)
{
    if (job->result->row_count != 4) return false;
    for (size_t row = 0; row < 2; row++)
        if (columns->value[row] != columns->value[row + 2] || columns->low[row] != columns->low[row + 2] ||
            columns->high[row] != columns->high[row + 2])
            return false;
    return columns->value[0] != columns->value[1];
}

/* Makes one row of each side's two. False with reader->error set. */
static bool partners_join(PlotJob *job, const char **names)
{
    for (size_t row = 0; row < 2; row++) {
        const bool same = !strcmp(names[row], names[row + 2]);
        char *both = same ? NULL : result_join(job->result, names[row], " and ");
        if (!same && (!both || !(names[row] = result_join(job->result, both, names[row + 2])))) return false;
    }
    return true;
}

/* The rows' values, with 95 % intervals; partners: rows may be those of partners. */
static bool draw_values(PlotJob *job, IntervalChart chart, bool partners, const char *name, const char *value,
                        const char *low, const char *high)
{
    Result *table = job->result;
    Columns columns;
    if (!columns_read(&columns, table, value, low, high)) return false;
    const char **names = result_texts(table, name);
    IntervalCell *cells = result_alloc(job->result, table->row_count, sizeof *cells);
    if (!names || !cells) return false;
    for (size_t row = 0; row < table->row_count; row++)
        cells[row] = (IntervalCell){columns.value[row], columns.low[row], columns.high[row], false};
    chart.subtitle = "with 95 % intervals";
    const bool teams = partners && rows_are_partners(job, &columns);
    if (teams && !partners_join(job, names)) return false;
    return draw_rows(job, chart, names, cells, teams ? 2 : table->row_count);
}

bool plot_sim(PlotJob *job)
{
    const char **matches = result_texts(job->result, "matches"); /* all "" where rounds were played */
    const IntervalChart wins = {
        .title = "Who wins more matches", .axis = "share of the matches won", .zero = true, .shares = true};
    if (!matches) return false;
    if (**matches) return draw_values(job, wins, true, "agent", "win_rate", "win_ci_low", "win_ci_high");
    const IntervalChart chart = {
        .title = "Who scores more", .axis = "points a round more than the others", .zero = true};
    return draw_values(job, chart, true, "agent", "diff_mean", "diff_ci_low", "diff_ci_high");
}

bool plot_rate(PlotJob *job)
{
    const IntervalChart chart = {.title = "Ratings",
                                 .axis = result_matches(job->result)
                                             ? "share of the matches won against the average agent, less one half"
                                             : "points a round more than the average agent",
                                 .zero = true,
                                 .sorted = true};
    return draw_values(job, chart, false, "agent", "rating", "ci_low", "ci_high");
}

bool plot_advise(PlotJob *job)
{
    const char *unit = result_head_of(job->result, "unit");
    const IntervalChart chart = {
        .title = "What each play is worth",
        .axis = unit && !strcmp(unit, "reward") ? unit : "points by which your side wins the round",
        .bars = true,
        .zero = true,
        .sorted = true,
    };
    return draw_values(job, chart, false, "play", "value", "ci_low", "ci_high");
}

bool plot_tactics(PlotJob *job)
{
    Result *table = job->result;
    Levels tactics, measures, opponents;
    Columns columns;
    if (!result_levels(&tactics, table, "tactic", SIZE_MAX) ||
        !result_levels(&measures, table, "measure", SERIES_COLORS) ||
        !opponent_levels(&opponents, table, MOST_PANELS) ||
        !columns_read(&columns, table, "value", "ci_low", "ci_high"))
        return false;
    const size_t count = tactics.count * measures.count * opponents.count;
    IntervalCell *cells = result_alloc(job->result, count, sizeof *cells);
    if (!cells) return false;
    for (size_t i = 0; i < count; i++)
        cells[i] = UNKNOWN;
    for (size_t row = 0; row < table->row_count; row++)
        cells[(opponents.of_row[row] * measures.count + measures.of_row[row]) * tactics.count + tactics.of_row[row]] =
            (IntervalCell){columns.value[row], columns.low[row], columns.high[row], isnan(columns.low[row])};
    const IntervalChart chart = {
        .title = "What each tactic is worth",
        .subtitle = "with intervals that hold at 95 % for all rows together",
        .axis = result_unit(job->result),
        .rows = tactics.names,
        .row_count = tactics.count,
        .groups = measures.names,
        .group_count = measures.count,
        .panels = opponents.names,
        .panel_count = opponents.count,
        .cells = cells,
        .bars = true,
        .zero = true,
        .sorted = true,
    };
    return interval_chart_draw(job, &chart);
}

bool plot_exploit(PlotJob *job)
{
    Result *table = job->result;
    Levels exploiters, samples;
    Columns columns;
    if (!result_levels(&exploiters, table, "exploiter", SIZE_MAX) ||
        !result_levels(&samples, table, "sample", SERIES_COLORS) ||
        !columns_read(&columns, table, "diff_mean", "diff_ci_low", "diff_ci_high"))
        return false;
    static const char *const NO_NAMES[] = {""};
    const size_t count = exploiters.count * samples.count;
    IntervalCell *cells = result_alloc(job->result, count, sizeof *cells);
    if (!cells) return false;
    for (size_t i = 0; i < count; i++)
        cells[i] = UNKNOWN;
    for (size_t row = 0; row < table->row_count; row++)
        cells[samples.of_row[row] * exploiters.count + exploiters.of_row[row]] =
            (IntervalCell){columns.value[row], columns.low[row], columns.high[row], false};
    const IntervalChart chart = {
        .title = "What a player who knows the agent wins from it, at least",
        .subtitle = "with 95 % intervals; fresh boards took no part in the choice",
        .axis = "points a round more than the agent",
        .rows = exploiters.names,
        .row_count = exploiters.count,
        .groups = samples.names,
        .group_count = samples.count,
        .panels = NO_NAMES,
        .panel_count = 1,
        .cells = cells,
        .zero = true,
    };
    return interval_chart_draw(job, &chart);
}

/* "generation 2, against tactic", and of the net that is kept "at the end, against tactic". */
static const char *learn_label(Result *reader, const char *generation, const char *stage, const char *opponent)
{
    char shown[SHORTENED_TEXT], text[64];
    snprintf(text, sizeof text, "generation %s, against ", text_short(shown, generation, 20));
    return result_join(reader, strcmp(stage, "gate") ? "at the end, against " : text, opponent);
}

bool plot_learn(PlotJob *job)
{
    Result *table = job->result;
    Columns columns;
    const char **generations = result_texts(table, "generation"), **stages = result_texts(table, "stage");
    const char **opponents = result_texts(table, "opponent");
    if (!generations || !stages || !opponents ||
        !columns_read(&columns, table, "diff_mean", "diff_ci_low", "diff_ci_high"))
        return false;
    const char **names = result_alloc(job->result, table->row_count, sizeof *names);
    IntervalCell *cells = result_alloc(job->result, table->row_count, sizeof *cells);
    if (!names || !cells) return false;
    size_t count = 0;
    for (size_t row = 0; row < table->row_count; row++) {
        if (isnan(columns.value[row])) continue; /* lessons and epochs */
        if (!(names[count] = learn_label(job->result, generations[row], stages[row], opponents[row]))) return false;
        cells[count++] = (IntervalCell){columns.value[row], columns.low[row], columns.high[row], false};
    }
    if (!count) return result_complain(job->result, "no net has played yet, so there is nothing to draw");
    const IntervalChart chart = {.title = "What each net wins",
                                 .subtitle = "on fresh boards, with 95 % intervals",
                                 .axis = "points a round more than the others",
                                 .label_chars = 48,
                                 .zero = true};
    return draw_rows(job, chart, names, cells, count);
}

bool plot_compare(PlotJob *job)
{
    const IntervalChart chart = {.title = "How much faster this build is than another",
                                 .axis = "times as fast; above 1 this build is faster",
                                 .shares = true};
    return draw_values(job, chart, false, "what", "ratio", "ratio_ci_low", "ratio_ci_high");
}

bool plot_calibrate(PlotJob *job)
{
    Result *table = job->result;
    const size_t rows = table->row_count;
    const double *trials, *errors, *broken, *nominal, *tolerance;
    if (!(trials = result_numbers(table, "trials")) || !(errors = result_numbers(table, "errors")) ||
        !(broken = result_numbers(table, "broken")) || !(nominal = result_numbers(table, "nominal")) ||
        !(tolerance = result_numbers(table, "tolerance")))
        return false;
    const char **names = result_texts(table, "check");
    Interval *wanted = result_alloc(job->result, rows, sizeof *wanted);
    IntervalCell *cells = result_alloc(job->result, rows, sizeof *cells);
    if (!names || !wanted || !cells) return false;
    for (size_t row = 0; row < rows; row++) {
        if (broken[row] > 0 && !(names[row] = result_join(job->result, names[row], ": BROKEN"))) return false;
        const double below = tolerance[row] == 0 ? nominal[row] : tolerance[row]; /* 0: at most the nominal share */
        wanted[row] = (Interval){100 * (nominal[row] - below), 100 * (nominal[row] + tolerance[row])};
        cells[row] = UNKNOWN;
        if (trials[row] >= 1 && trials[row] < 1e15 && errors[row] >= 0 && errors[row] <= trials[row]) {
            const Interval seen = interval_wilson(errors[row], (int64_t)trials[row], 0.05);
            cells[row] = (IntervalCell){100 * errors[row] / trials[row], 100 * seen.low, 100 * seen.high, false};
        }
    }
    const IntervalChart chart = {
        .title = "Do intervals and tests keep their promises?",
        .subtitle = "errors in many trials, with 95 % intervals; shaded: what is promised",
        .axis = "errors, % of the trials",
        .wanted = wanted,
        .label_chars = 64,
        .shares = true,
        .zero = true,
    };
    return draw_rows(job, chart, names, cells, rows);
}
