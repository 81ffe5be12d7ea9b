/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights, strata and steps: values along an axis. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/charts/curve_panel.h"

enum { MOST_PANELS = 24, MOST_CURVES = 14, LEFT = 100, BELOW = 66, GAP = 100 };

typedef struct {
    const double *x, *value, *low, *high; /* of each row */
} Columns;

static bool read_columns(Columns *out, CsvTable *table, const char *x, const char *value)
{
    *out = (Columns){0};
    const CsvColumn columns[] = {{value, &out->value}, {"ci_low", &out->low}, {"ci_high", &out->high}, {x, &out->x}};
    return csv_table_columns(table, columns, x ? 4 : 3);
}

/* The rows `picked` as one curve; `x` of each row of the file. */
static bool pick_curve(Curve *out, CsvTable *table, const Columns *columns, const double *x, const size_t *picked,
                       size_t count, size_t color)
{
    double *values = csv_table_alloc(table, 4 * count, sizeof *values);
    if (!values) return false;
    for (size_t i = 0; i < count; i++) {
        values[i] = x[picked[i]];
        values[count + i] = columns->value[picked[i]];
        values[2 * count + i] = columns->low[picked[i]];
        values[3 * count + i] = columns->high[picked[i]];
    }
    *out = (Curve){NULL, values, values + count, values + 2 * count, values + 3 * count, count, color};
    return true;
}

/* The panel's curves: one for each opponent, of the rows whose panel it is. */
static bool pick_panel(CurvePanel *out, CsvTable *table, const Columns *columns, const double *x, const Levels *panels,
                       size_t panel, const Levels *opponents)
{
    size_t limit = opponents->count < MOST_CURVES ? opponents->count : MOST_CURVES;
    Curve *curves = csv_table_alloc(table, limit, sizeof *curves);
    size_t *picked = curves ? csv_table_alloc(table, table->rows, sizeof *picked) : NULL;
    if (!picked) return false;
    *out = (CurvePanel){.title = panels->names[panel], .curves = curves, .zero = true};
    for (size_t opponent = 0; opponent < limit; opponent++) {
        size_t count = 0;
        for (size_t row = 0; row < table->rows; row++)
            if (panels->of_row[row] == panel && opponents->of_row[row] == opponent) picked[count++] = row;
        if (count && !pick_curve(&curves[out->curve_count++], table, columns, x, picked, count, opponent)) return false;
    }
    return true;
}

typedef struct {
    const CurvePanel *panels;
    size_t count, all, abreast; /* panels that are drawn, that there are, and in a row */
    const char *title, *subtitle;
    const Levels *opponents; /* a colour each */
} Grid;

static bool draw_grid(PlotJob *job, const Grid *grid)
{
    const size_t count = grid->count, all = grid->all, abreast = grid->abreast;
    const Levels *opponents = grid->opponents;
    size_t columns = count < abreast ? count : abreast, lines = (count + columns - 1) / columns;
    double panel_width = columns == 1 ? 640 : 340, panel_height = columns == 1 ? 340 : 200;
    bool legend = opponents->count > 1 || *opponents->names[0];
    double top = FRAME_TOP + (legend ? 56 : 26);
    char line[300];
    if (count < all) snprintf(line, sizeof line, "the first %zu of %zu; %s", count, all, grid->subtitle);
    plot_frame(job, LEFT + (double)columns * (panel_width + GAP) - GAP + FRAME_SIDE,
               top + (double)lines * (panel_height + BELOW + 34) - 20 + FRAME_BOTTOM, grid->title,
               count < all ? line : grid->subtitle);
    if (legend) plot_legend(job->picture, LEFT, FRAME_TOP + 6, opponents->names, opponents->count);
    for (size_t i = 0; i < count; i++) {
        double left = LEFT + (double)(i % columns) * (panel_width + GAP);
        double above = top + (double)(i / columns) * (panel_height + BELOW + 34);
        if (!curve_panel_draw(job, (Box){left, above, left + panel_width, above + panel_height}, &grid->panels[i]))
            return false;
    }
    return true;
}

bool plot_sweep(PlotJob *job)
{
    CsvTable *table = &job->table;
    Levels tactics, opponents;
    Columns columns;
    if (!csv_table_levels(&tactics, table, "tactic") || !opponent_levels(&opponents, table, SIZE_MAX) ||
        !read_columns(&columns, table, "weight", "value"))
        return false;
    size_t count = tactics.count < MOST_PANELS ? tactics.count : MOST_PANELS;
    CurvePanel *panels = csv_table_alloc(table, count, sizeof *panels);
    if (!panels) return false;
    for (size_t i = 0; i < count; i++) {
        if (!pick_panel(&panels[i], table, &columns, columns.x, &tactics, i, &opponents)) return false;
        panels[i].x_title = "weight";
        panels[i].y_title = "points a round";
    }
    const Grid grid = {.panels = panels,
                       .count = count,
                       .all = tactics.count,
                       .abreast = count == 4 ? 2 : 3,
                       .title = "What a tactic's weight is worth",
                       .subtitle = "with bands of the 95 % intervals",
                       .opponents = &opponents};
    return draw_grid(job, &grid);
}

/* Names of the panel's strata in order of appearance; x[row] becomes their number. */
static bool number_strata(CurvePanel *panel, CsvTable *table, double *x, const Levels *panels, size_t index,
                          const Levels *strata)
{
    const char **names = csv_table_alloc(table, strata->count, sizeof *names);
    size_t *place =
        names ? csv_table_alloc(table, strata->count, sizeof *place) : NULL; /* from 1; 0: not in this panel */
    if (!place) return false;
    for (size_t row = 0; row < table->rows; row++) {
        if (panels->of_row[row] != index) continue;
        size_t stratum = strata->of_row[row];
        if (!place[stratum]) {
            names[panel->tick_count++] = strata->names[stratum];
            place[stratum] = panel->tick_count;
        }
        x[row] = (double)(place[stratum] - 1);
    }
    panel->ticks = names;
    return true;
}

/* A panel for each tactic and `by`: their names joined, so that csv_table_levels' order is kept. */
static bool strata_panels(Levels *out, CsvTable *table, const Levels *by)
{
    Levels tactics;
    if (!csv_table_levels(&tactics, table, "tactic")) return false;
    size_t pairs = tactics.count * by->count;
    size_t *place = csv_table_alloc(table, pairs, sizeof *place);
    *out = (Levels){.names = csv_table_alloc(table, table->rows, sizeof *out->names),
                    .of_row = csv_table_alloc(table, table->rows, sizeof *out->of_row)};
    if (!place || !out->names || !out->of_row) return false;
    for (size_t row = 0; row < table->rows; row++) {
        size_t *at = &place[tactics.of_row[row] * by->count + by->of_row[row]];
        if (!*at) {
            out->names[out->count] = tactics.names[tactics.of_row[row]];
            *at = ++out->count;
        }
        out->of_row[row] = *at - 1;
    }
    return true;
}

bool plot_strata(PlotJob *job)
{
    CsvTable *table = &job->table;
    Levels by, strata, opponents, panel_levels;
    Columns columns;
    if (!csv_table_few_levels(&by, table, "by", MOST_PANELS) || !csv_table_levels(&strata, table, "stratum") ||
        !opponent_levels(&opponents, table, SIZE_MAX) || !strata_panels(&panel_levels, table, &by) ||
        !read_columns(&columns, table, NULL, "value"))
        return false;
    size_t count = panel_levels.count < MOST_PANELS ? panel_levels.count : MOST_PANELS;
    CurvePanel *panels = csv_table_alloc(table, count, sizeof *panels);
    double *x = panels ? csv_table_alloc(table, table->rows, sizeof *x) : NULL;
    if (!x) return false;
    for (size_t i = 0; i < count; i++) {
        CurvePanel numbered = {0};
        size_t row = 0;
        while (panel_levels.of_row[row] != i)
            row++;
        if (!number_strata(&numbered, table, x, &panel_levels, i, &strata) ||
            !pick_panel(&panels[i], table, &columns, x, &panel_levels, i, &opponents))
            return false;
        panels[i].ticks = numbered.ticks;
        panels[i].tick_count = numbered.tick_count;
        panels[i].x_title = by.names[by.of_row[row]];
        panels[i].y_title = "points a round";
    }
    const Grid grid = {.panels = panels,
                       .count = count,
                       .all = panel_levels.count,
                       .abreast = count == 4 || by.count == 2 ? 2 : 3,
                       .title = "When a tactic is worth something",
                       .subtitle = "with 95 % intervals; grey dots: too rare to say",
                       .opponents = &opponents};
    return draw_grid(job, &grid);
}

typedef struct {
    const char *name;
    double last;
    size_t color;
    double y; /* pixel */
} EndLabel;

static int higher_first(const void *a, const void *b)
{
    const EndLabel *x = a, *y = b;
    return x->last < y->last ? 1 : x->last > y->last ? -1 : 0;
}

/* The weights' names at the right, in the order of their last values; spread evenly, so that none covers another. */
static bool label_ends(PlotJob *job, const Curve *curves, size_t count, Box box)
{
    EndLabel *labels = csv_table_alloc(&job->table, count, sizeof *labels);
    if (!labels) return false;
    for (size_t i = 0; i < count; i++) {
        labels[i] = (EndLabel){.name = curves[i].name, .color = curves[i].color};
        for (size_t k = 0; k < curves[i].count; k++)
            if (!isnan(curves[i].value[k])) labels[i].last = curves[i].value[k];
    }
    qsort(labels, count, sizeof *labels, higher_first);
    static const char *const DASHES[] = {"━━", "╍╍", "┉┉"};
    double step = fmin(20, (box.bottom - box.top) / (double)count);
    for (size_t i = 0; i < count; i++) {
        char name[SHORTENED_TEXT], text[SHORTENED_TEXT + 40];
        double y = box.top + ((double)i + 0.5) * step;
        snprintf(text, sizeof text, "%s  %.3g", text_short(name, labels[i].name, 24), labels[i].last);
        picture_text(job->picture, box.right + 12, y, ALIGN_LEFT, FONT_SMALL, series_color(labels[i].color),
                     DASHES[labels[i].color / SERIES_COLORS % 3]);
        picture_text(job->picture, box.right + 42, y, ALIGN_LEFT, FONT_SMALL, COLOR_INK, text);
    }
    return true;
}

bool plot_tune(PlotJob *job)
{
    enum { FIXED = 5, MOST_WEIGHTS = 3 * SERIES_COLORS, WIDTH = 640 };
    CsvTable *table = &job->table;
    Columns columns;
    if (!read_columns(&columns, table, "step", "objective")) return false;
    size_t all = job->reader->column_count > FIXED ? job->reader->column_count - FIXED : 0;
    size_t count = all < MOST_WEIGHTS ? all : MOST_WEIGHTS;
    Curve *weights = csv_table_alloc(table, count + 1, sizeof *weights);
    if (!weights) return false;
    for (size_t i = 0; i < count; i++) {
        const char *name = job->reader->columns[FIXED + i];
        weights[i] = (Curve){
            .name = name, .x = columns.x, .value = csv_table_numbers(table, name), .count = table->rows, .color = i};
        if (!weights[i].value) return false;
    }
    const Curve objective = {NULL, columns.x, columns.value, columns.low, columns.high, table->rows, 0};
    const CurvePanel panels[] = {
        {.title = "objective",
         .curves = &objective,
         .curve_count = 1,
         .y_title = "points a round",
         .x_title = count ? NULL : "step",
         .zero = true},
        {.title = "weights, with their last values",
         .curves = weights,
         .curve_count = count,
         .y_title = "weight",
         .x_title = "step"},
    };
    double height = fmax(300, 20 * (double)count), top = FRAME_TOP + 26;
    char subtitle[120] = "with a band of the 95 % intervals";
    if (count < all) snprintf(subtitle, sizeof subtitle, "the first %zu of %zu weights", count, all);
    const Box boxes[] = {{LEFT, top, LEFT + WIDTH, top + 240}, {LEFT, top + 310, LEFT + WIDTH, top + 310 + height}};
    plot_frame(job, LEFT + WIDTH + (count ? 250 : FRAME_SIDE), boxes[count > 0].bottom + BELOW + FRAME_BOTTOM,
               "How the tuning went", subtitle);
    if (!curve_panel_draw(job, boxes[0], &panels[0])) return false;
    if (!count) return true;
    return label_ends(job, weights, count, boxes[1]) && curve_panel_draw(job, boxes[1], &panels[1]);
}
