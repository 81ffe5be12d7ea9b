/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs as heat maps: tactics together, agents against each other. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/charts/heat_chart.h"

enum { MOST_NAMES = 120, MOST_PANELS = 12 };

typedef struct {
    const char **names; /* of both columns */
    size_t count, all;
    size_t *first, *second; /* of each row; count or more: left out */
} Pairs;

/* The names of two columns together, in order of first appearance, the first column's first. */
static bool pairs_of(Pairs *out, CsvTable *table, const char *first, const char *second)
{
    Levels a, b;
    if (!csv_table_levels(&a, table, first) || !csv_table_levels(&b, table, second)) return false;
    size_t *of_b = csv_table_alloc(table, b.count, sizeof *of_b);
    *out = (Pairs){.names = csv_table_alloc(table, a.count + b.count, sizeof *out->names), .first = a.of_row};
    out->second = csv_table_alloc(table, table->rows, sizeof *out->second);
    if (!of_b || !out->names || !out->second) return false;
    memcpy(out->names, a.names, a.count * sizeof *out->names);
    out->all = a.count;
    size_t shown = a.count < MOST_NAMES ? a.count : MOST_NAMES;
    for (size_t i = 0; i < b.count; i++) {
        size_t found = 0;
        while (found < shown && strcmp(a.names[found], b.names[i]) != 0)
            found++;
        if (found == shown && out->all < MOST_NAMES) found = out->all;
        if (found == out->all) out->names[out->all++] = b.names[i];
        of_b[i] = found < MOST_NAMES ? found : SIZE_MAX;
    }
    for (size_t row = 0; row < table->rows; row++)
        out->second[row] = of_b[b.of_row[row]];
    out->count = out->all < MOST_NAMES ? out->all : MOST_NAMES;
    return true;
}

/* A heat map of a value over pairs of names, one panel for each opponent; brackets where the interval has 0 in it. */
static bool draw_square(PlotJob *job, HeatChart *chart, Pairs *pairs, const Levels *panels, const char *columns[3],
                        bool symmetric)
{
    CsvTable *table = &job->table;
    size_t n = pairs->count, cells = n * n * panels->count;
    const double *value, *low, *high;
    if (!csv_table_columns(table, (CsvColumn[]){{columns[0], &value}, {columns[1], &low}, {columns[2], &high}}, 3))
        return false;
    double *values = csv_table_alloc(table, cells, sizeof *values);
    bool *unsure = csv_table_alloc(table, cells, sizeof *unsure);
    if (!values || !unsure) return false;
    for (size_t i = 0; i < cells; i++)
        values[i] = NAN;
    for (size_t row = 0; row < table->rows; row++) {
        size_t a = pairs->first[row], b = pairs->second[row];
        if (a >= n || b >= n) continue;
        size_t base = panels->of_row[row] * n * n;
        for (int turn = 0; turn <= symmetric; turn++) {
            size_t cell = turn ? base + b * n + a : base + a * n + b;
            values[cell] = value[row];
            unsure[cell] = !(low[row] > 0) && !(high[row] < 0); /* also where it is unknown */
        }
    }
    char subtitle[300];
    if (pairs->all > pairs->count) {
        snprintf(subtitle, sizeof subtitle, "the first %zu of %zu names; %s", pairs->count, pairs->all,
                 chart->subtitle);
        chart->subtitle = subtitle;
    }
    chart->panels = panels->names;
    chart->panel_count = panels->count;
    chart->rows = chart->columns = pairs->names;
    chart->row_count = chart->column_count = n;
    chart->values = values;
    chart->unsure = unsure;
    return heat_chart_draw(job, chart);
}

bool plot_pairs(PlotJob *job)
{
    Pairs pairs;
    Levels opponents;
    if (!pairs_of(&pairs, &job->table, "tactic_a", "tactic_b") ||
        !opponent_levels(&opponents, &job->table, MOST_PANELS))
        return false;
    HeatChart chart = {.title = "What two tactics are worth together, beyond each alone",
                       .subtitle = "blue: worth more together; orange: worth less; in brackets: may be 0",
                       .scale = "points a round",
                       .format = "%+.2f"};
    return draw_square(job, &chart, &pairs, &opponents, (const char *[]){"value", "ci_low", "ci_high"}, true);
}

typedef struct {
    const char *name;
    size_t index;
    double sum, count;
} Standing;

static int best_first(const void *a, const void *b)
{
    const Standing *x = a, *y = b;
    double p = x->count > 0 ? x->sum / x->count : 0, q = y->count > 0 ? y->sum / y->count : 0;
    return p < q ? 1 : p > q ? -1 : (x->index > y->index) - (x->index < y->index);
}

/* Puts the agent with the highest mean difference first. */
static bool sort_pairs(CsvTable *table, Pairs *pairs, const char *column)
{
    const double *values = csv_table_numbers(table, column);
    Standing *order = values ? csv_table_alloc(table, pairs->count, sizeof *order) : NULL;
    size_t *place = order ? csv_table_alloc(table, pairs->count, sizeof *place) : NULL;
    if (!place) return false;
    for (size_t i = 0; i < pairs->count; i++)
        order[i] = (Standing){.name = pairs->names[i], .index = i};
    for (size_t row = 0; row < table->rows; row++)
        if (pairs->first[row] < pairs->count && !isnan(values[row])) {
            order[pairs->first[row]].sum += values[row];
            order[pairs->first[row]].count++;
        }
    qsort(order, pairs->count, sizeof *order, best_first);
    for (size_t i = 0; i < pairs->count; i++) {
        place[order[i].index] = i;
        pairs->names[i] = order[i].name;
    }
    for (size_t row = 0; row < table->rows; row++) {
        if (pairs->first[row] < pairs->count) pairs->first[row] = place[pairs->first[row]];
        if (pairs->second[row] < pairs->count) pairs->second[row] = place[pairs->second[row]];
    }
    return true;
}

bool plot_cross(PlotJob *job)
{
    Pairs pairs;
    Levels one;
    if (!pairs_of(&pairs, &job->table, "agent", "opponent") || !sort_pairs(&job->table, &pairs, "diff_mean") ||
        !csv_table_levels(&one, &job->table, ""))
        return false;
    HeatChart chart = {.title = "Who beats whom",
                       .subtitle = "the row's agent against the column's; in brackets: may be 0 (95 % interval)",
                       .scale = "points a round that the row's agent wins by",
                       .format = "%+.1f"};
    return draw_square(job, &chart, &pairs, &one, (const char *[]){"diff_mean", "diff_ci_low", "diff_ci_high"}, false);
}
