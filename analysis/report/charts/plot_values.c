/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agents, tactics and promises: values with intervals in rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/charts/interval_chart.h"

enum { MOST_PANELS = 12 };

static const char *const NO_NAMES[] = {""};

/* One row of the file is one row of the chart, even when names repeat. */
static bool draw_rows(PlotJob *job, IntervalChart *chart, const char *name, const char *value, const char *low,
                      const char *high)
{
    CsvTable *table = &job->table;
    const double *values, *lows, *highs;
    if (!csv_table_columns(table, (CsvColumn[]){{value, &values}, {low, &lows}, {high, &highs}}, 3)) return false;
    const char **names = csv_table_alloc(table, table->rows, sizeof *names);
    chart->cells = csv_table_alloc(table, table->rows, sizeof *chart->cells);
    if (!names || !chart->cells) return false;
    size_t column = (size_t)csv_reader_column(job->reader, name);
    for (size_t row = 0; row < table->rows; row++) {
        names[row] = csv_table_text(table, row, column);
        chart->cells[row] = (IntervalCell){.known = true, .value = values[row], .low = lows[row], .high = highs[row]};
    }
    chart->rows = names;
    chart->row_count = table->rows;
    chart->groups = chart->panels = NO_NAMES;
    chart->group_count = chart->panel_count = 1;
    return interval_chart_draw(job, chart);
}

bool plot_sim(PlotJob *job)
{
    IntervalChart chart = {.title = "Who scores more",
                           .subtitle = "with 95 % intervals",
                           .axis = "points a round more than the others",
                           .zero = true};
    return draw_rows(job, &chart, "agent", "diff_mean", "diff_ci_low", "diff_ci_high");
}

bool plot_rate(PlotJob *job)
{
    IntervalChart chart = {.title = "Ratings",
                           .subtitle = "with 95 % intervals",
                           .axis = "points a round more than the average agent",
                           .zero = true,
                           .sorted = true};
    return draw_rows(job, &chart, "agent", "rating", "ci_low", "ci_high");
}

bool plot_advise(PlotJob *job)
{
    const char *unit = csv_reader_head(job->reader, "unit");
    IntervalChart chart = {.title = "What each play is worth",
                           .subtitle = "with 95 % intervals",
                           .axis = unit && !strcmp(unit, "reward") ? unit : "points by which your side wins the round",
                           .bars = true,
                           .zero = true,
                           .sorted = true};
    return draw_rows(job, &chart, "play", "value", "ci_low", "ci_high");
}

bool plot_tactics(PlotJob *job)
{
    CsvTable *table = &job->table;
    Levels tactics, measures, opponents;
    const double *values, *lows, *highs;
    if (!csv_table_levels(&tactics, table, "tactic") ||
        !csv_table_few_levels(&measures, table, "measure", SERIES_COLORS) ||
        !opponent_levels(&opponents, table, MOST_PANELS) ||
        !csv_table_columns(table, (CsvColumn[]){{"value", &values}, {"ci_low", &lows}, {"ci_high", &highs}}, 3))
        return false;
    size_t groups = measures.count, panels = opponents.count;
    IntervalCell *cells = csv_table_alloc(table, tactics.count * groups * panels, sizeof *cells);
    if (!cells) return false;
    for (size_t row = 0; row < table->rows; row++)
        cells[(opponents.of_row[row] * groups + measures.of_row[row]) * tactics.count + tactics.of_row[row]] =
            (IntervalCell){
                .known = true, .rare = isnan(lows[row]), .value = values[row], .low = lows[row], .high = highs[row]};
    const IntervalChart chart = {
        .title = "What each tactic is worth",
        .subtitle = "with intervals that hold at 95 % for all rows together",
        .axis = "points a round",
        .rows = tactics.names,
        .row_count = tactics.count,
        .groups = measures.names,
        .group_count = groups,
        .panels = opponents.names,
        .panel_count = panels,
        .cells = cells,
        .bars = true,
        .zero = true,
        .sorted = true,
    };
    return interval_chart_draw(job, &chart);
}

bool plot_calibrate(PlotJob *job)
{
    enum { LABEL = 64 };
    CsvTable *table = &job->table;
    const size_t rows = table->rows, check = (size_t)csv_reader_column(job->reader, "check");
    const double *trials, *errors, *broken, *nominal, *tolerance;
    const CsvColumn columns[] = {{"trials", &trials},
                                 {"errors", &errors},
                                 {"broken", &broken},
                                 {"nominal", &nominal},
                                 {"tolerance", &tolerance}};
    if (!csv_table_columns(table, columns, sizeof columns / sizeof *columns)) return false;
    const char **names = csv_table_alloc(table, rows, sizeof *names);
    Interval *wanted = csv_table_alloc(table, rows, sizeof *wanted);
    IntervalCell *cells = csv_table_alloc(table, rows, sizeof *cells);
    if (!names || !wanted || !cells) return false;
    for (size_t row = 0; row < rows; row++) {
        char name[SHORTENED_TEXT];
        snprintf(name, sizeof name, broken[row] > 0 ? "%s: BROKEN" : "%s", csv_table_text(table, row, check));
        if (!(names[row] = csv_table_copy(table, name))) return false;
        const bool at_most = tolerance[row] == 0;
        wanted[row] =
            (Interval){at_most ? 0 : 100 * (nominal[row] - tolerance[row]), 100 * (nominal[row] + tolerance[row])};
        const bool counts = trials[row] >= 1 && trials[row] < 1e15 && errors[row] >= 0 && errors[row] <= trials[row];
        if (!counts) continue;
        const Interval seen = interval_wilson(errors[row], (int64_t)trials[row], 0.05);
        cells[row] = (IntervalCell){
            .known = true, .value = 100 * errors[row] / trials[row], .low = 100 * seen.low, .high = 100 * seen.high};
    }
    const IntervalChart chart = {
        .title = "Do intervals and tests keep their promises?",
        .subtitle = "errors in many trials, with 95 % intervals; shaded: what is promised",
        .axis = "errors, % of the trials",
        .rows = names,
        .row_count = rows,
        .groups = NO_NAMES,
        .group_count = 1,
        .panels = NO_NAMES,
        .panel_count = 1,
        .cells = cells,
        .wanted = wanted,
        .label_chars = LABEL,
        .zero = true,
    };
    return interval_chart_draw(job, &chart);
}
