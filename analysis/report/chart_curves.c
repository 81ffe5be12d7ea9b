/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames with curves and their bands, or with dots and their intervals at names. */
#include "analysis/report/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/text.h"

/* More points than this are thinned out: nobody sees them, but the file grows. */
enum { MOST_POINTS = 600, MOST_DOTS = 60, TICK_CHARS = 14 };

typedef struct {
    double x, value, low, high;
    bool band; /* low and high are known */
} Point;

static Point point_of(const Curve *curve, size_t i)
{
    const size_t row = curve->rows ? curve->rows[i] : i;
    Point point = {curve->x[row], curve->of.value[row], NAN, NAN, false};
    if (curve->of.low) point.low = curve->of.low[row], point.high = curve->of.high[row];
    point.band = !isnan(point.low) && !isnan(point.high);
    return point;
}

/* Is there a value at a name that is too rare to say? */
static bool point_is_rare(const CurvePanel *panel, const Curve *curve, const Point *point)
{
    return panel->ticks && curve->of.low && !point->band;
}

static void panel_ranges(const CurvePanel *panel, double x[2], double y[2])
{
    x[0] = y[0] = 1;
    x[1] = y[1] = 0;
    if (panel->zero) range_add(&y[0], &y[1], 0);
    for (size_t c = 0; c < panel->curve_count; c++) {
        const Curve *curve = &panel->curves[c];
        for (size_t i = 0; i < curve->count; i++) {
            const Point point = point_of(curve, i);
            range_add(&x[0], &x[1], point.x);
            if (point_is_rare(panel, curve, &point)) continue;
            range_add(&y[0], &y[1], point.value);
            if (point.band) range_add(&y[0], &y[1], point.low), range_add(&y[0], &y[1], point.high);
        }
    }
}

/* Points at names stand beside each other, one place for each curve. */
static double dodge(const CurvePanel *panel, size_t curve)
{
    if (!panel->ticks || panel->curve_count < 2) return 0;
    return ((double)curve / (double)(panel->curve_count - 1) - 0.5) * 0.3;
}

/* Writes x value low high color for every point that has a value; low and high are NaN where it has no interval. */
static int write_points(Picture *picture, const CurvePanel *panel, size_t index)
{
    const Curve *curve = &panel->curves[index];
    size_t stride = (curve->count + MOST_POINTS - 1) / MOST_POINTS;
    int block = picture_data(picture);
    for (size_t i = 0; i < curve->count; i++) {
        if (i % stride && i + 1 < curve->count) continue;
        const Point point = point_of(curve, i);
        if (isnan(point.x)) continue;
        if (isnan(point.value) || point_is_rare(panel, curve, &point)) {
            fputc('\n', picture->script); /* a line ends here, and does not go through what is not known */
            continue;
        }
        fprintf(picture->script, "%.10g %.10g %.10g %.10g 0x%s\n", point.x + dodge(panel, index), point.value,
                point.band ? point.low : NAN, point.band ? point.high : NAN, series_color(curve->color) + 1);
    }
    picture_data_end(picture);
    return block;
}

/* Where stands that a value of this curve is too rare to say. */
static double rare_place(Box box, size_t curve) { return box.bottom - 10 - 14 * (double)curve; }

static void label_rare(Picture *picture, const CurvePanel *panel, Box box, const Axis *x)
{
    for (size_t c = 0; c < panel->curve_count; c++)
        for (size_t i = 0; i < panel->curves[c].count; i++) {
            const Point point = point_of(&panel->curves[c], i);
            if (isnan(point.x) || !point_is_rare(panel, &panel->curves[c], &point)) continue;
            picture_text(picture, axis_pixel(x, box.left, box.right, point.x), rare_place(box, c), ALIGN_CENTER,
                         FONT_SMALL, series_color(panel->curves[c].color), "rare");
        }
}

/* What each dot stands for; of a curve too long for dots, what each part of it does. */
static void hover_points(Picture *picture, const CurvePanel *panel, size_t index, Box box, const Axis *x, const Axis *y)
{
    const Curve *curve = &panel->curves[index];
    const size_t stride = (curve->count + MOST_DOTS - 1) / MOST_DOTS;
    for (size_t i = 0; i < curve->count; i += stride) {
        const Point point = point_of(curve, i);
        char value[FIGURE_CELL], place[40];
        if (isnan(point.x) || (isnan(point.value) && !point_is_rare(panel, curve, &point))) continue;
        const double across = axis_pixel(x, box.left, box.right, point.x + dodge(panel, index));
        const bool rare = point_is_rare(panel, curve, &point);
        const double down = rare ? rare_place(box, index) : axis_pixel(y, box.bottom, box.top, point.value);
        snprintf(place, sizeof place, "%.6g", point.x);
        interval_text(value, "%+.2f", point.value, (Interval){point.low, point.high});
        picture_hover(picture, (Box){across - 7, down - 7, across + 7, down + 7}, "%s%s%s %s\n%s%s%s",
                      curve->name ? curve->name : "", curve->name && *curve->name ? ", " : "",
                      panel->x_title ? panel->x_title : "step", panel->ticks ? panel->ticks[(size_t)point.x] : place,
                      rare ? "too rare to say" : value, rare ? "" : " ", rare ? "" : panel->y_title);
    }
}

static void write_tick_names(Picture *picture, const CurvePanel *panel, Box box, const Axis *x)
{
    double slot = axis_pixel(x, box.left, box.right, 1) - axis_pixel(x, box.left, box.right, 0);
    char label[SHORTENED_TEXT];
    double widest = text_widest(panel->ticks, panel->tick_count, TICK_CHARS, FONT_SMALL);
    size_t every = (size_t)ceil((widest + 6) / slot);
    bool stagger = every == 2; /* on two lines instead of leaving half of them out */
    for (size_t i = 0; i < panel->tick_count; i += stagger ? 1 : every)
        picture_text(picture, axis_pixel(x, box.left, box.right, (double)i), box.bottom + (stagger && i % 2 ? 28 : 14),
                     ALIGN_CENTER, FONT_SMALL, COLOR_MUTED, text_short(label, panel->ticks[i], TICK_CHARS));
}

bool curve_panel_draw(PlotJob *job, Box box, const CurvePanel *panel)
{
    Picture *picture = job->picture;
    double range_x[2], range_y[2];
    panel_ranges(panel, range_x, range_y);
    if (panel->y.low < panel->y.high) range_y[0] = panel->y.low, range_y[1] = panel->y.high;
    Axis x = axis_over(range_x[0], range_x[1], (int)((box.right - box.left) / 60), panel->x_title);
    if (panel->ticks) x = (Axis){.low = -0.5, .high = (double)panel->tick_count - 0.5, .title = panel->x_title};
    Axis y = axis_over(range_y[0], range_y[1], (int)fmax(3, (box.bottom - box.top) / 36), panel->y_title);
    if (panel->title)
        picture_panel_title(picture, box, panel->title, (int)((box.right - box.left) / (0.62 * FONT_TEXT)));
    if (panel->ticks) write_tick_names(picture, panel, box, &x);
    if (panel->ticks) label_rare(picture, panel, box, &x);
    if (y.low <= 0 && y.high >= 0)
        fputs("set arrow from graph 0, first 0 to graph 1, first 0 nohead linewidth 1.5 linecolor rgb '" COLOR_MUTED
              "' back\n",
              picture->script);
    if (panel->marked)
        fprintf(
            picture->script,
            "set arrow from first %.10g, graph 0 to first %.10g, graph 1 nohead dashtype 2 linewidth 1.5 linecolor rgb "
            "'" COLOR_INK "' front\n",
            panel->mark, panel->mark);
    picture_panel(picture, box, &x, &y);
    int *blocks = result_alloc(job->result, panel->curve_count + 1, sizeof *blocks);
    if (!blocks) return false;
    for (size_t i = 0; i < panel->curve_count; i++)
        blocks[i] = write_points(picture, panel, i);
    FILE *script = picture->script;
    fputs("plot NaN", script);
    for (size_t i = 0; i < panel->curve_count; i++)
        if (panel->curves[i].of.low && !panel->ticks && panel->curves[i].count > 1)
            fprintf(script,
                    ", \\\n  $D%d using 1:3:4 with filledcurves fillstyle transparent solid 0.22 noborder linecolor "
                    "rgb '%s'",
                    blocks[i], series_color(panel->curves[i].color));
    for (size_t i = 0; i < panel->curve_count; i++) {
        const Curve *curve = &panel->curves[i];
        const char *color = series_color(curve->color);
        fprintf(script, ", \\\n  $D%d using 1:2 with lines linewidth %s dashtype %d linecolor rgb '%s'", blocks[i],
                panel->ticks ? "1" : "2", (int)(curve->color / SERIES_COLORS) % 3 + 1, color);
        if (curve->of.low && (panel->ticks || curve->count == 1))
            fprintf(script,
                    ", \\\n  $D%d using 1:3:(0):($4-$3) with vectors nohead linewidth 2 linecolor "
                    "rgb '%s'",
                    blocks[i], color);
        if (curve->count <= MOST_DOTS)
            fprintf(script, ", \\\n  $D%d using 1:2:5 with points pointtype 7 pointsize %g linecolor rgb variable",
                    blocks[i], panel->ticks ? 0.6 : 0.4);
    }
    putc('\n', script);
    picture_panel_end(picture);
    for (size_t i = 0; i < panel->curve_count; i++)
        hover_points(picture, panel, i, box, &x, &y);
    return true;
}

/* ---- panels with a curve for each opponent */

enum { MOST_PANELS = 24, MOST_CURVES = 14, GAP = 100, LEAST_PANEL = 220 };

size_t curve_panels_shown(const Levels *by_panel)
{
    return by_panel->count < MOST_PANELS ? by_panel->count : MOST_PANELS;
}

/* The panel's curves: one for each opponent, of the rows whose panel it is. */
static bool pick_curves(CurvePanel *panel, Result *table, const CurveGrid *grid, size_t index)
{
    const Levels *opponents = grid->opponents;
    size_t limit = opponents->count < MOST_CURVES ? opponents->count : MOST_CURVES;
    Curve *curves = result_alloc(table, limit, sizeof *curves);
    size_t *picked = result_alloc(table, table->row_count, sizeof *picked);
    if (!curves || !picked) return false;
    panel->title = grid->by_panel->names[index];
    panel->y_title = shown_unit(table);
    panel->zero = true;
    panel->curves = curves;
    for (size_t opponent = 0; opponent < limit; opponent++) {
        Curve *curve = &curves[panel->curve_count];
        *curve = (Curve){
            .name = opponents->names[opponent], .x = grid->x, .of = grid->columns, .rows = picked, .color = opponent};
        for (size_t row = 0; row < table->row_count; row++)
            if (grid->by_panel->of_row[row] == index && opponents->of_row[row] == opponent)
                picked[curve->count++] = row;
        picked += curve->count;
        panel->curve_count += curve->count > 0;
    }
    return true;
}

bool curve_grid_draw(PlotJob *job, const CurveGrid *grid, CurvePanel *panels)
{
    const size_t count = curve_panels_shown(grid->by_panel), all = grid->by_panel->count;
    const Levels *opponents = grid->opponents;
    size_t columns = count < grid->abreast ? count : grid->abreast;
    const double side = columns == 1 ? 640 : 340,
                 width = picture_room(job->picture, CURVE_LEFT + (double)columns * (side + GAP) - GAP + FRAME_SIDE);
    double panel_width;
    while ((panel_width = (width - CURVE_LEFT - FRAME_SIDE + GAP) / (double)columns - GAP) < LEAST_PANEL && columns > 1)
        columns--;
    const size_t lines = (count + columns - 1) / columns;
    const double panel_height = columns == 1 ? fmin(340, 0.8 * panel_width) : 200;
    const size_t names = legend_lines(width, CURVE_LEFT, opponents->names, opponents->count);
    const double top = FRAME_TOP + (names ? 36 + LEGEND_LINE * (double)names : 26);
    char subtitle[300] = "";
    if (count < all) snprintf(subtitle, sizeof subtitle, "the first %zu of %zu; ", count, all);
    plot_frame(job, width, top + (double)lines * (panel_height + CURVE_BELOW + 34) - 20 + FRAME_BOTTOM, grid->title,
               strcat(subtitle, grid->subtitle));
    if (names) plot_legend(job->picture, CURVE_LEFT, FRAME_TOP + 6, opponents->names, opponents->count);
    double low = 1, high = 0;
    for (size_t i = 0; i < count; i++) {
        double x[2], y[2];
        if (!pick_curves(&panels[i], job->result, grid, i)) return false;
        panel_ranges(&panels[i], x, y);
        if (y[0] <= y[1]) range_add(&low, &high, y[0]), range_add(&low, &high, y[1]);
    }
    for (size_t i = 0; i < count; i++) {
        double left = CURVE_LEFT + (double)(i % columns) * (panel_width + GAP);
        double above = top + (double)(i / columns) * (panel_height + CURVE_BELOW + 34);
        panels[i].y = (Interval){low, high};
        if (!curve_panel_draw(job, (Box){left, above, left + panel_width, above + panel_height}, &panels[i]))
            return false;
    }
    return true;
}
