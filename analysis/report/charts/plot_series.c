/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights, strata and steps: values along an axis. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "analysis/report/chart.h"

enum { MOST_PANELS = 24, MOST_CURVES = 14, LEFT = 100, BELOW = 66, GAP = 100 };

typedef struct {
    const char *title, *subtitle;
    size_t abreast;                     /* panels in a row */
    const Levels *by_panel, *opponents; /* a panel each, a colour each */
    const double *x;                    /* of each row of the file */
    Columns columns;
} Grid;

static size_t panels_shown(const Levels *by_panel)
{
    return by_panel->count < MOST_PANELS ? by_panel->count : MOST_PANELS;
}

/* The panel's curves: one for each opponent, of the rows whose panel it is. */
static bool pick_curves(CurvePanel *panel, Result *table, const Grid *grid, size_t index)
{
    const Levels *opponents = grid->opponents;
    size_t limit = opponents->count < MOST_CURVES ? opponents->count : MOST_CURVES;
    Curve *curves = result_alloc(table, limit, sizeof *curves);
    size_t *picked = result_alloc(table, table->row_count, sizeof *picked);
    if (!curves || !picked) return false;
    panel->title = grid->by_panel->names[index];
    panel->y_title = result_unit(table);
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

/* Fills the panels with curves and draws them; what stands at their x axes is there already. */
static bool draw_grid(PlotJob *job, const Grid *grid, CurvePanel *panels)
{
    const size_t count = panels_shown(grid->by_panel), all = grid->by_panel->count;
    const size_t columns = count < grid->abreast ? count : grid->abreast, lines = (count + columns - 1) / columns;
    const Levels *opponents = grid->opponents;
    double panel_width = columns == 1 ? 640 : 340, panel_height = columns == 1 ? 340 : 200;
    bool legend = opponents->count > 1 || *opponents->names[0];
    double top = FRAME_TOP + (legend ? 56 : 26);
    char subtitle[300] = "";
    if (count < all) snprintf(subtitle, sizeof subtitle, "the first %zu of %zu; ", count, all);
    plot_frame(job, LEFT + (double)columns * (panel_width + GAP) - GAP + FRAME_SIDE,
               top + (double)lines * (panel_height + BELOW + 34) - 20 + FRAME_BOTTOM, grid->title,
               strcat(subtitle, grid->subtitle));
    if (legend) plot_legend(job->picture, LEFT, FRAME_TOP + 6, opponents->names, opponents->count);
    for (size_t i = 0; i < count; i++) {
        double left = LEFT + (double)(i % columns) * (panel_width + GAP);
        double above = top + (double)(i / columns) * (panel_height + BELOW + 34);
        if (!pick_curves(&panels[i], job->result, grid, i) ||
            !curve_panel_draw(job, (Box){left, above, left + panel_width, above + panel_height}, &panels[i]))
            return false;
    }
    return true;
}

bool plot_sweep(PlotJob *job)
{
    Result *table = job->result;
    Levels tactics, opponents;
    Grid grid = {.title = "What a tactic's weight is worth",
                 .subtitle = "with bands of the 95 % intervals",
                 .by_panel = &tactics,
                 .opponents = &opponents};
    if (!result_levels(&tactics, table, "tactic", SIZE_MAX) || !opponent_levels(&opponents, table, SIZE_MAX) ||
        !columns_read(&grid.columns, table, "value", "ci_low", "ci_high") ||
        !(grid.x = result_numbers(table, "weight")))
        return false;
    const size_t count = panels_shown(&tactics);
    CurvePanel *panels = result_alloc(job->result, count, sizeof *panels);
    for (size_t i = 0; panels && i < count; i++)
        panels[i].x_title = "weight";
    grid.abreast = count == 4 ? 2 : 3;
    return panels && draw_grid(job, &grid, panels);
}

/* A panel for each tactic and `by`, in the order in which they appear. */
static bool strata_panels(Levels *out, Result *table, const Levels *by)
{
    const char **tactics = result_texts(table, "tactic");
    const char **both = result_alloc(table, table->row_count, sizeof *both);
    if (!tactics || !both) return false;
    for (size_t row = 0; row < table->row_count; row++)
        if (!(both[row] = result_join(table, tactics[row], by->names[by->of_row[row]]))) return false;
    if (!levels_of(out, table, both, table->row_count)) return false;
    for (size_t row = 0; row < table->row_count; row++)
        out->names[out->of_row[row]] = tactics[row];
    return true;
}

/* Each panel's strata in order of appearance stand at its x axis; x[row] becomes their number. */
static CurvePanel *number_strata(PlotJob *job, double *x, const Levels *by_panel, const Levels *by,
                                 const Levels *strata)
{
    const size_t count = panels_shown(by_panel);
    CurvePanel *panels = result_alloc(job->result, count, sizeof *panels);
    const char **names = result_alloc(job->result, count * strata->count, sizeof *names);
    size_t *place = result_alloc(job->result, count * strata->count, sizeof *place); /* from 1; 0: none yet */
    if (!panels || !names || !place) return NULL;
    for (size_t row = 0; row < job->result->row_count; row++) {
        const size_t index = by_panel->of_row[row], first = index * strata->count, stratum = strata->of_row[row];
        if (index >= count) continue;
        CurvePanel *panel = &panels[index];
        panel->x_title = by->names[by->of_row[row]];
        panel->ticks = &names[first];
        if (!place[first + stratum]) {
            names[first + panel->tick_count] = strata->names[stratum];
            place[first + stratum] = ++panel->tick_count;
        }
        x[row] = (double)(place[first + stratum] - 1);
    }
    return panels;
}

bool plot_strata(PlotJob *job)
{
    Result *table = job->result;
    Levels by, strata, opponents, by_panel;
    Grid grid = {.title = "When a tactic is worth something",
                 .subtitle = "with 95 % intervals; grey dots: too rare to say",
                 .by_panel = &by_panel,
                 .opponents = &opponents};
    double *x = result_alloc(job->result, table->row_count, sizeof *x);
    if (!result_levels(&by, table, "by", MOST_PANELS) || !result_levels(&strata, table, "stratum", SIZE_MAX) ||
        !opponent_levels(&opponents, table, SIZE_MAX) || !strata_panels(&by_panel, table, &by) ||
        !columns_read(&grid.columns, table, "value", "ci_low", "ci_high") || !x)
        return false;
    CurvePanel *panels = number_strata(job, x, &by_panel, &by, &strata);
    grid.x = x;
    grid.abreast = panels_shown(&by_panel) == 4 || by.count == 2 ? 2 : 3;
    return panels && draw_grid(job, &grid, panels);
}

/* Which rows of a tuning are drawn: trials; and the chosen one among them. */
typedef struct {
    size_t *rows;
    size_t count, chosen; /* chosen: a row of the file; SIZE_MAX: the file does not say */
} Trials;

static bool trials_find(Trials *out, Result *table)
{
    const char **phase = result_texts(table, "phase");
    const double *chosen = result_numbers(table, "chosen");
    *out = (Trials){.rows = result_alloc(table, table->row_count, sizeof *out->rows), .chosen = SIZE_MAX};
    if (!phase || !chosen || !out->rows) return false;
    for (size_t row = 0; row < table->row_count; row++) {
        if (!strcmp(phase[row], "test") || !strcmp(phase[row], "validation")) continue;
        if (chosen[row] == 1) out->chosen = row;
        out->rows[out->count++] = row;
    }
    return true;
}

/* The weights' names at the right, in the order of their values in the chosen row, or in the last; spread evenly, so that
   none covers another. */
static bool label_ends(PlotJob *job, const Curve *curves, size_t count, const Trials *trials, Box box)
{
    static const char *const DASHES[] = {"━━", "╍╍", "┉┉"};
    Ranked *ends = result_alloc(job->result, count, sizeof *ends);
    if (!ends) return false;
    for (size_t i = 0; i < count; i++) {
        ends[i].index = i;
        for (size_t k = 0; k < trials->count; k++) {
            const double value = curves[i].of.value[trials->rows[k]];
            if (!isnan(value) && (trials->chosen == SIZE_MAX || trials->rows[k] <= trials->chosen))
                ends[i].rank = value;
        }
    }
    ranked_sort(ends, count);
    double step = fmin(20, (box.bottom - box.top) / (double)count);
    for (size_t i = 0; i < count; i++) {
        const Curve *curve = &curves[ends[i].index];
        char name[SHORTENED_TEXT], text[SHORTENED_TEXT + 40];
        double y = box.top + ((double)i + 0.5) * step;
        snprintf(text, sizeof text, "%s  %.4g", text_short(name, curve->name, 24), ends[i].rank);
        picture_text(job->picture, box.right + 12, y, ALIGN_LEFT, FONT_SMALL, series_color(curve->color),
                     DASHES[curve->color / SERIES_COLORS % 3]);
        picture_text(job->picture, box.right + 42, y, ALIGN_LEFT, FONT_SMALL, COLOR_INK, text);
    }
    return true;
}

/* The weights' curves: the columns behind the first `fixed`, up to `phase` or the end. */
static size_t weights_count(const Result *reader, size_t fixed)
{
    size_t end = fixed;
    while (end < reader->column_count && strcmp(reader->columns[end], "phase") != 0)
        end++;
    return end - fixed;
}

bool plot_tune(PlotJob *job)
{
    enum { FIXED = 5, MOST_WEIGHTS = 3 * SERIES_COLORS, WIDTH = 640 };
    Result *table = job->result;
    Trials trials;
    if (!trials_find(&trials, table)) return false;
    const Curve shown = {.x = result_numbers(table, "step"), .rows = trials.rows, .count = trials.count};
    Curve objective = shown;
    if (!shown.x || !columns_read(&objective.of, table, "objective", "ci_low", "ci_high")) return false;
    const size_t all = weights_count(job->result, FIXED), count = all < MOST_WEIGHTS ? all : MOST_WEIGHTS;
    Curve *weights = result_alloc(job->result, count + 1, sizeof *weights);
    if (!weights) return false;
    for (size_t i = 0; i < count; i++) {
        weights[i] = shown;
        weights[i].name = job->result->columns[FIXED + i];
        weights[i].color = i;
        if (!(weights[i].of.value = result_numbers(table, weights[i].name))) return false;
    }
    const bool chosen = trials.chosen != SIZE_MAX;
    const double mark = chosen ? shown.x[trials.chosen] : NAN;
    char step[80] = "", subtitle[200];
    if (chosen) snprintf(step, sizeof step, "weights, with their values at the chosen step, %.10g", mark);
    const CurvePanel panels[] = {
        {.title = "objective",
         .curves = &objective,
         .curve_count = 1,
         .y_title = result_matches(job->result) ? "matches won, above an equal share" : "points a round",
         .x_title = count ? NULL : "step",
         .zero = true,
         .marked = chosen,
         .mark = mark},
        {.title = chosen ? step : "weights, with their last values",
         .curves = weights,
         .curve_count = count,
         .y_title = "weight",
         .x_title = "step",
         .marked = chosen,
         .mark = mark},
    };
    double height = fmax(300, 20 * (double)count), top = FRAME_TOP + 26;
    snprintf(subtitle, sizeof subtitle, "trials, with a band of the 95 %% intervals%s",
             chosen ? "; dashed: the chosen step" : "");
    if (count < all) snprintf(subtitle, sizeof subtitle, "the first %zu of %zu weights", count, all);
    const Box boxes[] = {{LEFT, top, LEFT + WIDTH, top + 240}, {LEFT, top + 310, LEFT + WIDTH, top + 310 + height}};
    plot_frame(job, LEFT + WIDTH + (count ? 250 : FRAME_SIDE), boxes[count > 0].bottom + BELOW + FRAME_BOTTOM,
               "How the tuning went", subtitle);
    if (!curve_panel_draw(job, boxes[0], &panels[0])) return false;
    if (!count) return true;
    return label_ends(job, weights, count, &trials, boxes[1]) && curve_panel_draw(job, boxes[1], &panels[1]);
}
