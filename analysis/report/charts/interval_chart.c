/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of bars or dots with their intervals, in panels that share one axis. */
#include "analysis/report/charts/plot_kinds.h"

#include <math.h>
#include <string.h>

#include "analysis/report/text/estimate_text.h"

enum { MOST_ROWS = 60, LABEL_CHARS = 32, PANEL_WIDTH = 640, NARROW_PANEL = 360, GAP = 28 };

static const IntervalCell *cell_at(const IntervalChart *chart, size_t panel, size_t group, size_t row)
{
    return &chart->cells[(panel * chart->group_count + group) * chart->row_count + row];
}

/* Mean of the row's values that are known and not rare; where there is none, less than any. */
static double row_mean(const IntervalChart *chart, size_t row)
{
    double sum = 0, count = 0;
    for (size_t slot = 0; slot < chart->panel_count * chart->group_count; slot++) {
        const IntervalCell *cell = cell_at(chart, 0, slot, row);
        if (!cell->rare && !isnan(cell->value)) sum += cell->value, count++;
    }
    return count > 0 ? sum / count : -INFINITY;
}

/* The rows to show, from the top; *count of them. */
static Ranked *order_rows(PlotJob *job, const IntervalChart *chart, size_t *count)
{
    Ranked *order = csv_reader_alloc(job->reader, chart->row_count, sizeof *order);
    if (!order) return NULL;
    for (size_t row = 0; row < chart->row_count; row++) {
        const double mean = row_mean(chart, row);
        order[row] = (Ranked){row, isfinite(mean) ? fabs(mean) : mean};
    }
    *count = chart->row_count < MOST_ROWS ? chart->row_count : MOST_ROWS;
    if (!chart->sorted) return order;
    ranked_sort(order, chart->row_count); /* those farthest from zero are shown */
    for (size_t i = 0; i < *count; i++)
        order[i].rank = row_mean(chart, order[i].index);
    ranked_sort(order, *count);
    return order;
}

/* One scale for all panels, so that they can be compared. */
static Axis value_axis(const IntervalChart *chart, const Ranked *order, size_t rows, int tics)
{
    double low = 1, high = 0;
    if (chart->zero) range_add(&low, &high, 0);
    for (size_t slot = 0; slot < chart->panel_count * chart->group_count; slot++)
        for (size_t i = 0; i < rows; i++) {
            const IntervalCell *cell = cell_at(chart, 0, slot, order[i].index);
            range_add(&low, &high, cell->value);
            if (!cell->rare) range_add(&low, &high, cell->low), range_add(&low, &high, cell->high);
        }
    for (size_t i = 0; chart->wanted && i < rows; i++)
        range_add(&low, &high, chart->wanted[order[i].index].low),
            range_add(&low, &high, chart->wanted[order[i].index].high);
    return axis_over(low, high, tics, chart->axis);
}

/* Height of the group's mark within the row's slot of height 1 that is centred on 0. */
static double slot_offset(const IntervalChart *chart, size_t group)
{
    return ((double)group + 0.5) / (double)chart->group_count * 0.8 - 0.4;
}

static int wanted_data(Picture *picture, const IntervalChart *chart, const Ranked *order, size_t rows)
{
    int block = picture_data(picture);
    for (size_t i = 0; i < rows; i++) {
        const Interval wanted = chart->wanted[order[i].index];
        const double y = (double)i;
        if (interval_known(wanted))
            fprintf(picture->script, "%.10g %.10g %.10g %.10g %.10g %.10g\n", wanted.low, y, wanted.low, wanted.high,
                    y - 0.4, y + 0.4);
    }
    picture_data_end(picture);
    return block;
}

static void draw_cells(Picture *picture, const IntervalChart *chart, const Ranked *order, size_t rows, size_t panel,
                       const Axis *axis)
{
    FILE *script = picture->script;
    double half = 0.4 / (double)chart->group_count * 0.86;
    double base = axis->low > 0 ? axis->low : axis->high < 0 ? axis->high : 0;
    int marks = picture_data(picture);
    for (size_t i = 0; i < rows * chart->group_count; i++) {
        size_t slot = i / chart->group_count, group = i % chart->group_count;
        const IntervalCell *cell = cell_at(chart, panel, group, order[slot].index);
        if (isnan(cell->value)) continue;
        const bool known = !cell->rare && !isnan(cell->low) && !isnan(cell->high);
        double y = (double)slot + slot_offset(chart, group);
        fprintf(script, "%.10g %.10g %.10g %.10g %.10g %.10g 0x%s %.10g %.10g 0x%s\n", cell->value, y,
                fmin(base, cell->value), fmax(base, cell->value), y - half, y + half,
                (cell->rare ? COLOR_RARE : series_color(group)) + 1, known ? cell->low : NAN, known ? cell->high : NAN,
                (chart->bars ? COLOR_INK : series_color(group)) + 1);
    }
    picture_data_end(picture);
    int spans = chart->wanted ? wanted_data(picture, chart, order, rows) : 0;
    fprintf(script, "plot NaN, ");
    if (chart->wanted)
        fprintf(script, "$D%d using 1:2:3:4:5:6 with boxxyerror linecolor rgb '" COLOR_WANTED "', ", spans);
    if (chart->bars) fprintf(script, "$D%d using 1:2:3:4:5:6:7 with boxxyerror linecolor rgb variable, ", marks);
    fprintf(script, "$D%d using 8:2:($9-$8):(0):10 with vectors nohead linewidth 2 linecolor rgb variable", marks);
    if (!chart->bars)
        fprintf(script, ", $D%d using 1:2:7 with points pointtype 7 pointsize 0.6 linecolor rgb variable", marks);
    fprintf(script, "\n");
}

/* What each mark stands for. */
static void hover_cells(Picture *picture, const IntervalChart *chart, const Ranked *order, size_t rows, size_t panel,
                        Box box, const Axis *axis)
{
    const double row_height = (box.bottom - box.top) / (double)rows;
    const double zero = fmin(fmax(0, axis->low), axis->high);
    for (size_t i = 0; i < rows * chart->group_count; i++) {
        const size_t row = order[i / chart->group_count].index, group = i % chart->group_count;
        const IntervalCell *cell = cell_at(chart, panel, group, row);
        const double middle =
            box.top + ((double)(i / chart->group_count) + 0.5 + slot_offset(chart, group)) * row_height;
        const double half = 0.4 * row_height / (double)chart->group_count;
        char value[FIGURE_CELL];
        if (isnan(cell->value)) continue;
        double low = fmin(chart->bars ? zero : cell->value, cell->value),
               high = fmax(chart->bars ? zero : low, cell->value);
        const bool known = !cell->rare && !isnan(cell->low) && !isnan(cell->high);
        if (known) low = fmin(low, cell->low), high = fmax(high, cell->high);
        interval_text(value, chart->shares ? "%.2f" : "%+.2f", cell->value,
                      known ? (Interval){cell->low, cell->high} : (Interval){NAN, NAN});
        picture_hover(picture,
                      (Box){axis_pixel(axis, box.left, box.right, low), middle - half,
                            axis_pixel(axis, box.left, box.right, high), middle + half},
                      "%s%s%s%s%s\n%s%s%s", chart->rows[row], *chart->groups[group] ? ", " : "", chart->groups[group],
                      *chart->panels[panel] ? ", " : "", chart->panels[panel], cell->rare ? "too rare to say" : value,
                      cell->rare ? "" : " ", cell->rare ? "" : chart->axis);
    }
}

/* Is every measure of the row too rare to say? */
static bool row_is_rare(const IntervalChart *chart, size_t panel, size_t row)
{
    size_t group = 0;
    while (group < chart->group_count && cell_at(chart, panel, group, row)->rare)
        group++;
    return group == chart->group_count;
}

static void label_rare(Picture *picture, const IntervalChart *chart, const Ranked *order, size_t rows, size_t panel,
                       Box box, const Axis *axis)
{
    double row_height = (box.bottom - box.top) / (double)rows;
    for (size_t i = 0; i < rows; i++) {
        bool all = row_is_rare(chart, panel, order[i].index);
        for (size_t group = 0; group < (all ? 1 : chart->group_count); group++) {
            const IntervalCell *cell = cell_at(chart, panel, group, order[i].index);
            if (!cell->rare) continue;
            const double value = isnan(cell->value) ? 0 : cell->value;
            double x = axis_pixel(axis, box.left, box.right, fmin(fmax(fmax(0, value), axis->low), axis->high));
            double y = box.top + ((double)i + 0.5 + (all ? 0 : slot_offset(chart, group))) * row_height;
            bool fits = x + text_width("too rare to say", FONT_SMALL) < box.right;
            if (!fits) x = axis_pixel(axis, box.left, box.right, fmin(fmax(fmin(0, value), axis->low), axis->high));
            picture_text(picture, fits ? x + 6 : x - 6, y, fits ? ALIGN_LEFT : ALIGN_RIGHT, FONT_SMALL, COLOR_MUTED,
                         "too rare to say");
        }
    }
}

bool interval_chart_draw(PlotJob *job, const IntervalChart *chart)
{
    Picture *picture = job->picture;
    size_t rows;
    Ranked *order = order_rows(job, chart, &rows);
    if (!order) return false;
    const int label_chars = chart->label_chars ? chart->label_chars : LABEL_CHARS;
    double left = 0;
    char label[SHORTENED_TEXT];
    for (size_t i = 0; i < rows; i++)
        left = fmax(left, text_width(text_short(label, chart->rows[order[i].index], label_chars), FONT_TEXT));
    left += FRAME_SIDE + 12;
    bool many = chart->panel_count > 1, legend = chart->group_count > 1;
    double panel_width = many ? NARROW_PANEL : PANEL_WIDTH;
    double row_height = fmax(26, 15.0 * (double)chart->group_count + 8);
    double top = FRAME_TOP + (legend ? 28 : 0) + (many ? 26 : 0), bottom = top + row_height * (double)rows;
    double width = left + (double)chart->panel_count * (panel_width + GAP);
    char subtitle[400] = "";
    if (rows < chart->row_count)
        snprintf(subtitle, sizeof subtitle, "%zu of %zu rows%s; ", rows, chart->row_count,
                 chart->sorted ? ", those farthest from zero" : "");
    strcat(subtitle, chart->subtitle);
    plot_frame(job, width, bottom + 60 + FRAME_BOTTOM, chart->title, subtitle);
    if (legend) plot_legend(picture, left, FRAME_TOP + 6, chart->groups, chart->group_count);
    for (size_t i = 0; i < rows; i++)
        picture_text(picture, left - 12, top + ((double)i + 0.5) * row_height, ALIGN_RIGHT, FONT_TEXT, COLOR_INK,
                     text_short(label, chart->rows[order[i].index], label_chars));
    Axis axis = value_axis(chart, order, rows, many ? 5 : 9);
    const Axis slots = {.low = (double)rows - 0.5, .high = -0.5};
    for (size_t panel = 0; panel < chart->panel_count; panel++) {
        double x = left + (double)panel * (panel_width + GAP);
        Box box = {x, top, x + panel_width, bottom};
        if (many)
            picture_text(picture, x, top - 14, ALIGN_LEFT, FONT_TEXT, COLOR_INK,
                         text_short(label, chart->panels[panel], LABEL_CHARS + 8));
        if (axis.low <= 0 && axis.high >= 0)
            fputs("set arrow from first 0, graph 0 to first 0, graph 1 nohead linewidth 1.5 linecolor rgb '" COLOR_MUTED
                  "' front\n",
                  picture->script);
        label_rare(picture, chart, order, rows, panel, box, &axis);
        picture_panel(picture, box, &axis, &slots);
        draw_cells(picture, chart, order, rows, panel, &axis);
        picture_panel_end(picture);
        hover_cells(picture, chart, order, rows, panel, box, &axis);
    }
    return true;
}
