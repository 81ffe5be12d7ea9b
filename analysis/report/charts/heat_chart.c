/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heat maps: squares, their numbers, the scale of colours. */
#include "analysis/report/charts/heat_chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_CHARS = 26, SCALE_STEPS = 60 };

/* Vermillion below, blue above, nearly white between; mixed in equal steps. share in -1 … 1. */
static unsigned heat_color(double share)
{
    static const double LOW[3] = {0xd5, 0x5e, 0x00}, MIDDLE[3] = {0xf4, 0xf4, 0xf4}, HIGH[3] = {0x00, 0x72, 0xb2};
    const double *end = share < 0 ? LOW : HIGH;
    double weight = fmin(fabs(share), 1);
    unsigned color = 0;
    for (int i = 0; i < 3; i++)
        color = color << 8 | (unsigned)lround(MIDDLE[i] + weight * (end[i] - MIDDLE[i]));
    return color;
}

static double largest_distance(const HeatChart *chart)
{
    double reach = 0;
    size_t count = chart->panel_count * chart->row_count * chart->column_count;
    for (size_t i = 0; i < count; i++)
        reach = fmax(reach, fabs(chart->values[i])); /* fmax passes NaN over */
    return reach > 0 ? reach : 1;
}

static void draw_squares(Picture *picture, const HeatChart *chart, size_t panel, double reach, int number_font)
{
    FILE *script = picture->script;
    size_t cells = chart->row_count * chart->column_count;
    const double *values = chart->values + panel * cells;
    int squares = picture_data(picture);
    for (size_t i = 0; i < cells; i++) {
        if (isnan(values[i])) continue;
        size_t row = i / chart->column_count, column = i % chart->column_count;
        fprintf(script, "%zu %zu 0x%06x\n", column, row, heat_color(values[i] / reach));
    }
    picture_data_end(picture);
    double half = number_font ? 0.48 : 0.53; /* overlapping, or else the paper shines through the seams */
    for (size_t i = 0; i < cells && number_font; i++) {
        if (isnan(values[i])) continue;
        char text[40], shown[48];
        snprintf(text, sizeof text, chart->format, values[i]);
        if (strtod(text, NULL) == 0) snprintf(text, sizeof text, chart->format, 0.0); /* no -0.0 */
        bool unsure = chart->unsure && chart->unsure[panel * cells + i];
        snprintf(shown, sizeof shown, unsure ? "(%s)" : "%s", text);
        double share = values[i] / reach;
        fprintf(script, "set label \"%s\" at first %zu,%zu center font ',%d' textcolor rgb '%s' front\n", shown,
                i % chart->column_count, i / chart->column_count, number_font, share > 0.75 ? COLOR_PAPER : COLOR_INK);
    }
    fprintf(script, "plot NaN, $D%d using 1:2:(%g):(%g):3 with boxxyerror linecolor rgb variable\n", squares, half,
            half);
}

/* What the colours mean, from (left, y) on. */
static void draw_scale(Picture *picture, const HeatChart *chart, double left, double top, double reach)
{
    Box box = {left, top, left + 260, top + 14};
    Axis x = {.low = -reach, .high = reach, .step = nice_step(2 * reach, 5)};
    const Axis y = {.low = 0, .high = 1};
    picture_text(picture, box.right + 16, top + 7, ALIGN_LEFT, FONT_SMALL, COLOR_INK, chart->scale);
    picture_panel(picture, box, &x, &y);
    int block = picture_data(picture);
    for (int i = 0; i < SCALE_STEPS; i++) {
        double share = (2 * i + 1.0) / SCALE_STEPS - 1;
        fprintf(picture->script, "%.10g 0.5 0x%06x\n", share * reach, heat_color(share));
    }
    picture_data_end(picture);
    fprintf(picture->script, "plot NaN, $D%d using 1:2:(%.10g):(0.5):3 with boxxyerror linecolor rgb variable\n", block,
            1.2 * reach / SCALE_STEPS);
    picture_panel_end(picture);
}

typedef struct {
    double cell, left, top, width, height; /* cell: side of a square; width, height: of a panel */
    int number_font;                       /* 0: no numbers */
    size_t every;                          /* labelled columns and rows */
    double column_labels;                  /* height kept for them, below */
} HeatLayout;

static HeatLayout lay_out(const HeatChart *chart)
{
    size_t most = chart->row_count > chart->column_count ? chart->row_count : chart->column_count;
    HeatLayout layout = {.cell = fmax(fmin(64, 560.0 / (double)most), 3)};
    if (most <= 20) layout.cell = fmax(layout.cell, 44);
    layout.number_font = most <= 20 ? FONT_SMALL : 0;
    layout.every = (size_t)ceil(17 / layout.cell);
    if (layout.every > 1 && layout.every < 5) layout.every = 5;
    if (layout.every > 5) layout.every = (layout.every + 9) / 10 * 10;
    layout.left = FRAME_SIDE + text_widest(chart->rows, chart->row_count, LABEL_CHARS, FONT_SMALL) + 10;
    layout.column_labels = text_widest(chart->columns, chart->column_count, LABEL_CHARS, FONT_SMALL) + 16;
    layout.top = FRAME_TOP + 60 + (chart->panel_count > 1 ? 24 : 0);
    layout.width = layout.cell * (double)chart->column_count;
    layout.height = layout.cell * (double)chart->row_count;
    return layout;
}

static void draw_labels(Picture *picture, const HeatChart *chart, const HeatLayout *layout, size_t panel, Box box)
{
    char label[SHORTENED_TEXT];
    for (size_t i = 0; i < chart->row_count && panel == 0; i += layout->every)
        picture_text(picture, box.left - 8, box.bottom - ((double)i + 0.5) * layout->cell, ALIGN_RIGHT, FONT_SMALL,
                     COLOR_INK, text_short(label, chart->rows[chart->row_count - 1 - i], LABEL_CHARS));
    bool level = layout->column_labels - 16 <= layout->cell * (double)layout->every - 4;
    for (size_t i = 0; i < chart->column_count; i += layout->every) {
        double x = box.left + ((double)i + 0.5) * layout->cell;
        text_short(label, chart->columns[i], LABEL_CHARS);
        if (level)
            picture_text(picture, x, box.bottom + 16, ALIGN_CENTER, FONT_SMALL, COLOR_INK, label);
        else
            picture_text_up(picture, x, box.bottom + 10, ALIGN_RIGHT, FONT_SMALL, COLOR_INK, label);
    }
}

bool heat_chart_draw(PlotJob *job, const HeatChart *chart)
{
    Picture *picture = job->picture;
    HeatLayout layout = lay_out(chart);
    double reach = largest_distance(chart), gap = 36;
    double width = layout.left + (double)chart->panel_count * (layout.width + gap);
    double height = layout.top + layout.height + layout.column_labels + FRAME_BOTTOM;
    width = fmax(width, text_width(chart->subtitle, FONT_SMALL + 1) + 2 * FRAME_SIDE + 100); /* the rules follow */
    plot_frame(job, fmax(width, 620), height, chart->title, chart->subtitle);
    draw_scale(picture, chart, layout.left, FRAME_TOP, reach);
    const Axis x = {.low = -0.5, .high = (double)chart->column_count - 0.5};
    const Axis y = {.low = (double)chart->row_count - 0.5, .high = -0.5};
    for (size_t panel = 0; panel < chart->panel_count; panel++) {
        double left = layout.left + (double)panel * (layout.width + gap);
        Box box = {left, layout.top, left + layout.width, layout.top + layout.height};
        char title[SHORTENED_TEXT];
        if (chart->panel_count > 1)
            picture_text(picture, left, box.top - 14, ALIGN_LEFT, FONT_TEXT, COLOR_INK,
                         text_short(title, chart->panels[panel], 40));
        draw_labels(picture, chart, &layout, panel, box);
        picture_panel(picture, box, &x, &y);
        draw_squares(picture, chart, panel, reach, layout.number_font);
        picture_panel_end(picture);
    }
    return true;
}
