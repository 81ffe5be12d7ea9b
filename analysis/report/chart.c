/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes marks of columns: rows, groups and panels of names; pairs; histograms of files of any length. */
#include "analysis/report/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/text.h"

enum { MOST_PANELS = 24, MOST_CURVES = 3 * SERIES_COLORS };

static int highest_first(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank ? 1 : -1;
    return (x->index > y->index) - (x->index < y->index);
}

void ranked_sort(Ranked *list, size_t count) { qsort(list, count, sizeof *list, highest_first); }

const char **names_marked(Result *result, const char *column)
{
    const char *reversed = result_head_of(result, "reversed"), **texts = result_texts(result, column);
    const bool good = texts && (!reversed || texts_mark(result, texts, result->row_count, reversed, ", reversed"));
    return good ? texts : NULL;
}

const char **names_against(Result *result)
{
    const char **texts = result_texts(result, "opponent");
    for (size_t row = 0; texts && row < result->row_count; row++)
        if (*texts[row] && !(texts[row] = result_join(result, "against ", texts[row]))) return NULL;
    return texts;
}

/* ---- rows, groups and panels */

/* The different texts, or the one name "" where there are none. */
static bool levels_find(Levels *out, Chart *chart, const char *const *texts, size_t count)
{
    const char **all = result_alloc(chart->result, count + 1, sizeof *all);
    for (size_t i = 0; all && i <= count; i++)
        all[i] = texts && i < count && texts[i] ? texts[i] : i ? all[i - 1] : ""; /* what is not drawn adds no name */
    return all && levels_of(out, chart->result, all, count);
}

/* A chart with room for so many marks and panels. */
static bool chart_alloc(Chart *chart, size_t marks, size_t panels)
{
    chart->marks = result_alloc(chart->result, marks + 1, sizeof *chart->marks);
    chart->panels = result_alloc(chart->result, panels + 1, sizeof *chart->panels);
    for (size_t i = 0; chart->panels && i <= panels; i++)
        chart->panels[i] = (Panel){.line = NAN};
    chart->panel_count = panels;
    return chart->marks && chart->panels;
}

/* The marks' places in the chart that they belong to, of `rows` or each in its own. A square's group is the row of its
   turn, which stands half of all cells away. */
static void marks_place(Chart *chart, const MarkColumns *from, const Levels levels[static 3])
{
    const bool squares = chart->form == CHART_SQUARES;
    for (size_t i = 0; i < from->count; i++) {
        const double low = from->of.low ? from->of.low[i] : NAN, high = from->of.high ? from->of.high[i] : NAN;
        if ((from->rows && !from->rows[i]) || (squares && isnan(from->of.value[i]))) continue;
        const Mark mark = {.panel = levels[0].of_row[i],
                           .group =
                               squares ? levels[2].of_row[(i + from->count / 2) % from->count] : levels[1].of_row[i],
                           .row = from->own ? chart->row_count : levels[2].of_row[i],
                           .x = from->x                      ? from->x[i]
                                : chart->form == CHART_STEPS ? (double)levels[2].of_row[i]
                                                             : 0,
                           .value = from->of.value[i],
                           .low = low,
                           .high = high,
                           .rare = from->rare && (isnan(low) || isnan(high))};
        if (mark.panel >= chart->panel_count) continue;
        if (from->own) chart->rows[chart->row_count++] = from->rows[i];
        chart->marks[chart->count++] = mark;
    }
}

bool chart_fill(Chart *chart, const MarkColumns *from, size_t panels)
{
    Levels levels[3];
    const size_t most = chart->form == CHART_CURVES || chart->form == CHART_STEPS ? MOST_CURVES : SERIES_COLORS;
    if (!levels_find(&levels[0], chart, from->panels, from->count) ||
        !levels_find(&levels[1], chart, from->groups, from->count) ||
        !levels_find(&levels[2], chart, from->rows, from->count))
        return false;
    if (levels[1].count > most || (panels && levels[0].count > panels))
        return result_complain(chart->result, "%zu %s; a picture has room for %zu",
                               levels[1].count > most ? levels[1].count : levels[0].count,
                               levels[1].count > most ? "series" : "panels", levels[1].count > most ? most : panels);
    if (!chart_alloc(chart, from->count, levels[0].count < MOST_PANELS ? levels[0].count : MOST_PANELS)) return false;
    for (size_t i = 0; i < chart->panel_count; i++)
        chart->panels[i].title = levels[0].names[i];
    if (chart->panel_count < levels[0].count)
        chart->subtitle = result_format(chart->result, "the first %zu of %zu panels; %s", chart->panel_count,
                                        levels[0].count, chart->subtitle);
    if (chart->form == CHART_STEPS) chart->room = 0.5;
    chart->groups = levels[1].names;
    chart->group_count = levels[1].count;
    chart->rows = from->own ? result_alloc(chart->result, from->count + 1, sizeof *chart->rows) : levels[2].names;
    if (!from->own) chart->row_count = levels[2].count;
    if (chart->rows) marks_place(chart, from, levels);
    return chart->rows;
}

bool chart_rows(Chart *chart, const char *name, const char *value, const char *ends)
{
    MarkColumns from = {.count = chart->result->row_count, .own = true};
    if (!chart->subtitle) chart->subtitle = "with 95 % intervals";
    return (from.rows = result_texts(chart->result, name)) && columns_read(&from.of, chart->result, value, ends) &&
           chart_fill(chart, &from, 1);
}

/* ---- pairs */

/* What stands in a square. */
static const char *square_text(Chart *chart, const Mark *mark)
{
    const char *text = mark->rare ? "rare" : result_format(chart->result, chart->format, mark->value);
    if (!mark->rare && strtod(text, NULL) == 0) text = result_format(chart->result, chart->format, 0.0); /* no -0.0 */
    return mark->rare || mark->low > 0 || mark->high < 0 ? text : result_format(chart->result, "(%s)", text);
}

bool chart_pairs(Chart *chart, const Pairs *pairs)
{
    Result *result = chart->result;
    const size_t rows = result->row_count, cells = 2 * rows;
    const double middle = pairs->middle * columns_scale(result, pairs->value);
    const char **names = result_alloc(result, cells, sizeof *names),
               **panels = result_alloc(result, cells, sizeof *panels);
    double *value = result_alloc(result, 3 * cells, sizeof *value), *low = value + cells, *high = low + cells;
    Columns columns;
    if (!names || !panels || !value || !columns_read(&columns, result, pairs->value, pairs->ends)) return false;
    for (size_t i = 0; i < cells; i++) {
        const size_t row = i % rows;
        names[i] = text_at(result, row, i < rows ? pairs->first : pairs->second);
        panels[i] = pairs->panels ? pairs->panels[row] : "";
        value[i] = i < rows || pairs->symmetric ? columns.value[row] - middle : NAN;
        low[i] = columns.low[row] - middle;
        high[i] = columns.high[row] - middle;
    }
    if (pairs->reversed && !texts_mark(result, names, cells, pairs->reversed, ", reversed")) return false;
    chart->form = CHART_SQUARES;
    chart->sorted = !pairs->symmetric && !pairs->in_order;
    chart->spaced = pairs->in_order;
    const MarkColumns from = {cells, names, .panels = panels, .of = {value, low, high}, .rare = pairs->symmetric};
    if (!chart_fill(chart, &from, SERIES_COLORS)) return false;
    for (size_t i = 0; i < chart->count; i++)
        chart->marks[i].text = square_text(chart, &chart->marks[i]);
    return true;
}

/* ---- histograms: the file may hold billions of rows, and is read once, in memory that does not grow with it */

enum { MOST_AGENTS = 12, POINTS_MOST = 1000, BINS = 2 * POINTS_MOST + 1 };

/* Bin i counts the values nearest to i - POINTS_MOST. */
typedef struct {
    const char *name;
    double count, sum, squares;
    uint64_t bins[BINS];
} Histogram;

/* Counts a value of the column. False with the reason. */
static bool value_add(Result *result, Histogram agents[static MOST_AGENTS], const char *name, double value,
                      const char *column, const char *one)
{
    size_t at = 0;
    if (isnan(value)) return true;
    if (fabs(value) > POINTS_MOST)
        return result_complain(result, "column '%s': %g points in a %s?", column, value, one);
    while (at < MOST_AGENTS && agents[at].name && strcmp(agents[at].name, name))
        at++;
    if (at == MOST_AGENTS)
        return result_complain(result, "more than %d agents are too many for this picture", (int)MOST_AGENTS);
    Histogram *agent = &agents[at];
    if (!agent->name && !(agent->name = result_join(result, "", name))) return false;
    agent->bins[lround(value) + POINTS_MOST]++;
    agent->count++;
    agent->sum += value;
    agent->squares += value * value;
    return true;
}

static bool values_read(const Chart *chart, Histogram agents[static MOST_AGENTS], const char *column, const char *one)
{
    Result *result = chart->result;
    const int name = result_column(result, "agent"), values = result_column(result, column);
    CsvRead read = CSV_END;
    double value;
    if (name < 0 || values < 0) return result_complain(result, "there is no column '%s'", column);
    for (size_t row = 0; row < result->row_count; row++)
        if (!result_number_read(&value, result, row, (size_t)values) ||
            !value_add(result, agents, result_text(result, row, name), value, column, one))
            return false;
    while (chart->rest && (read = csv_next(chart->rest)) == CSV_ROW)
        if (!csv_number(&value, chart->rest, (size_t)values) ||
            !value_add(result, agents, chart->rest->fields[name], value, column, one))
            return false;
    if (read == CSV_BAD) return false;
    return agents->name ||
           result_complain(result, "no rows with a %s after the header, so there is nothing to draw", column);
}

bool chart_spread(Chart *chart, const char *column, const char *one, const char *many)
{
    Result *result = chart->result;
    Histogram *agents = result_alloc(result, MOST_AGENTS, sizeof *agents);
    size_t count = 0;
    if (!agents || !values_read(chart, agents, column, one)) return false;
    while (count < MOST_AGENTS && agents[count].name)
        count++;
    if (!chart_alloc(chart, count * BINS, count)) return false;
    for (size_t a = 0; a < count; a++) {
        const Histogram *agent = &agents[a];
        const double mean = agent->sum / agent->count;
        const double sd = sqrt(fmax(0, (agent->squares - agent->sum * mean) / fmax(1, agent->count - 1)));
        chart->panels[a] = (Panel){.title = result_format(result, "%s: mean %+.3f, sd %.3f, %.0f %s", agent->name, mean,
                                                          sd, agent->count, agent->count > 1 ? many : one),
                                   .line = mean};
        for (int i = 0; i < BINS; i++) {
            const double x = i - POINTS_MOST, percent = 100 * (double)agent->bins[i] / agent->count;
            if (!agent->bins[i]) continue;
            chart->marks[chart->count++] = (Mark){
                .panel = a,
                .group = a,
                .x = x,
                .value = percent,
                .low = NAN,
                .high = NAN,
                .pointed = result_format(result, "%s, %+g points\n%.3g %% of the %s", agent->name, x, percent, many)};
        }
    }
    chart->form = CHART_SPREAD;
    chart->zero = true;
    chart->room = 1;
    chart->unit = result_format(result, "%% of %s", many);
    chart->subtitle = "one bar for each point; the dashed line is the mean";
    return !result->failed;
}
