/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agents, tactics and speeds: values in rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot_kinds.h"

enum { RARE_BOARDS = 40 }; /* fewer boards on which a tactic changed anything say nothing about it */

static const char *const NO_NAMES[] = {""};

/* One row of the file is one row of the chart, even when names repeat. */
static bool draw_by_agent(PlotJob *job, IntervalChart *chart, const char *value, const char *low, const char *high)
{
    Sheet *sheet = &job->sheet;
    const double *values = sheet_numbers(sheet, value);
    const double *lows = values ? sheet_numbers(sheet, low) : NULL;
    const double *highs = lows ? sheet_numbers(sheet, high) : NULL;
    const char **names = highs ? sheet_alloc(sheet, sheet->rows, sizeof *names) : NULL;
    chart->cells = names ? sheet_alloc(sheet, sheet->rows, sizeof *chart->cells) : NULL;
    if (!chart->cells) return false;
    size_t agent = (size_t)csv_reader_column(job->reader, "agent");
    for (size_t row = 0; row < sheet->rows; row++) {
        names[row] = sheet_text(sheet, row, agent);
        chart->cells[row] = (IntervalCell){.known = true, .value = values[row], .low = lows[row], .high = highs[row]};
    }
    chart->rows = names;
    chart->row_count = sheet->rows;
    chart->groups = chart->panels = NO_NAMES;
    chart->group_count = chart->panel_count = 1;
    return draw_intervals(job, chart);
}

bool draw_sim(PlotJob *job)
{
    IntervalChart chart = {.title = "Who scores more",
                           .subtitle = "with 95 % intervals",
                           .axis = "points a round more than the others",
                           .zero = true};
    return draw_by_agent(job, &chart, "diff_mean", "diff_ci_low", "diff_ci_high");
}

bool draw_rate(PlotJob *job)
{
    IntervalChart chart = {.title = "Ratings",
                           .subtitle = "with 95 % intervals",
                           .axis = "points a round more than the average agent",
                           .zero = true,
                           .sorted = true};
    return draw_by_agent(job, &chart, "rating", "ci_low", "ci_high");
}

bool draw_tactics(PlotJob *job)
{
    Sheet *sheet = &job->sheet;
    Levels tactics, measures, opponents;
    if (!sheet_levels(&tactics, sheet, "tactic") || !sheet_levels(&measures, sheet, "measure") ||
        !sheet_levels(&opponents, sheet, "opponent") || !levels_prefix(&opponents, sheet, "against "))
        return false;
    const double *values = sheet_numbers(sheet, "value");
    const double *lows = values ? sheet_numbers(sheet, "ci_low") : NULL;
    const double *highs = lows ? sheet_numbers(sheet, "ci_high") : NULL;
    const double *boards = highs ? sheet_numbers(sheet, "boards") : NULL;
    const double *active = boards ? sheet_numbers(sheet, "active_share") : NULL;
    size_t groups = measures.count, panels = opponents.count;
    IntervalCell *cells = active ? sheet_alloc(sheet, tactics.count * groups * panels, sizeof *cells) : NULL;
    if (!cells) return false;
    for (size_t row = 0; row < sheet->rows; row++)
        cells[(opponents.of_row[row] * groups + measures.of_row[row]) * tactics.count + tactics.of_row[row]] =
            (IntervalCell){.known = true,
                           .rare = boards[row] * active[row] < RARE_BOARDS - 0.5,
                           .value = values[row],
                           .low = lows[row],
                           .high = highs[row]};
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
    return draw_intervals(job, &chart);
}

/* "1.23M rounds/s" */
static void speed_text(char *out, size_t size, double value, const char *unit)
{
    static const char SUFFIXES[] = " kMG";
    int power = 0;
    while (fabs(value) >= 999.5 && power < 3)
        value /= 1000, power++;
    char suffix[2] = {SUFFIXES[power], 0}, shown[SHORT_TEXT];
    snprintf(out, size, "%.3g%s %s", value, power ? suffix : "", text_short(shown, unit, 20));
}

/* Measurements of one unit share a scale; the numbers stand at the bars, so there is no axis. */
bool draw_bench(PlotJob *job)
{
    enum { ROW = 28, HEAD = 34, BAR = 420, MOST = 80 };
    Sheet *sheet = &job->sheet;
    Picture *picture = job->picture;
    Levels units, threads;
    if (!sheet_levels(&units, sheet, "unit") || !sheet_levels(&threads, sheet, "threads")) return false;
    const double *values = sheet_numbers(sheet, "value");
    double *tops = values ? sheet_alloc(sheet, units.count, sizeof *tops) : NULL;
    const char **labels = tops ? sheet_alloc(sheet, sheet->rows, sizeof *labels) : NULL;
    if (!labels) return false;
    size_t rows = sheet->rows < MOST ? sheet->rows : MOST;
    double left = 0;
    char text[SHORT_TEXT], label[SHORT_TEXT];
    for (size_t row = 0; row < rows; row++) {
        char name[SHORT_TEXT];
        const char *count = threads.names[threads.of_row[row]];
        text_short(name, sheet_text(sheet, row, (size_t)csv_reader_column(job->reader, "what")), 44);
        snprintf(text, sizeof text, "%.300s%s%.40s%s", name, *count ? ", " : "", count,
                 !*count                   ? ""
                 : strcmp(count, "1") == 0 ? " thread"
                                           : " threads");
        if (!(labels[row] = sheet_copy(sheet, text))) return false;
        left = fmax(left, text_width(text_short(label, text, 60), FONT_TEXT));
        tops[units.of_row[row]] = fmax(tops[units.of_row[row]], fabs(values[row]));
    }
    left += FRAME_SIDE + 12;
    const double height = ROW * (double)rows;
    plot_frame(job, left + BAR + 190, FRAME_TOP + height + FRAME_BOTTOM + 20, "Speed of this build on this machine",
               "bars of one colour share a scale");
    for (size_t row = 0; row < rows; row++) {
        double y = FRAME_TOP + ROW * ((double)row + 0.5), top = tops[units.of_row[row]];
        picture_text(picture, left - 12, y, ALIGN_RIGHT, FONT_TEXT, COLOR_INK, text_short(label, labels[row], 60));
        if (isnan(values[row])) continue;
        speed_text(text, sizeof text, values[row], units.names[units.of_row[row]]);
        picture_text(picture, left + (top > 0 ? BAR * fabs(values[row]) / top : 0) + 8, y, ALIGN_LEFT, FONT_SMALL,
                     COLOR_INK, text);
    }
    const Axis x = {.low = 0, .high = 1}, y = {.low = (double)rows - 0.5, .high = -0.5};
    picture_panel(picture, (Box){left, FRAME_TOP, left + BAR, FRAME_TOP + height}, &x, &y);
    int block = picture_data(picture);
    for (size_t row = 0; row < rows; row++) {
        double top = tops[units.of_row[row]];
        if (!isnan(values[row]) && top > 0)
            fprintf(picture->script, "%.10g %zu 0x%s\n", fabs(values[row]) / top, row,
                    series_color(units.of_row[row]) + 1);
    }
    picture_data_end(picture);
    fprintf(picture->script, "plot NaN, $D%d using ($1/2):2:($1/2):(0.36):3 with boxxyerror linecolor rgb variable\n",
            block);
    picture_panel_end(picture);
    return true;
}
