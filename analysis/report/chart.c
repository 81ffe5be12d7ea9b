/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns rows into marks: by the columns that the picture names; pairs; histograms of files of any length. */
#include "analysis/report/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int highest_first(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank ? 1 : -1;
    return (x->index > y->index) - (x->index < y->index);
}

void ranked_sort(Ranked *list, size_t count) { qsort(list, count, sizeof *list, highest_first); }

/* ---- marks */

Panel *chart_panel(Chart *chart, const char *title)
{
    size_t at = 0;
    while (at < chart->panel_count && strcmp(chart->panels[at].title, title))
        at++;
    if (at < chart->panel_count) return &chart->panels[at];
    chart->cut |= at == MOST_PANELS;
    if (at == MOST_PANELS) return NULL;
    chart->panels[chart->panel_count++] = (Panel){.title = title, .line = NAN};
    return &chart->panels[at];
}

/* Finds or makes the mark's group; false: there are too many. */
static bool group_find(Chart *chart, Mark *mark)
{
    const bool rows = chart->picture.form == CHART_DOTS || chart->picture.form == CHART_BARS;
    const size_t most = rows ? SERIES_COLORS : MOST_CURVES;
    if (chart->picture.form == CHART_SQUARES) return true;
    while (mark->group_at < chart->group_count && strcmp(chart->groups[mark->group_at], mark->group))
        mark->group_at++;
    if (mark->group_at == most)
        return result_complain(chart->result, "more than %zu series are too many for a picture", most);
    if (mark->group_at == chart->group_count) chart->groups[chart->group_count++] = mark->group;
    return true;
}

bool chart_mark(Chart *chart, Mark mark)
{
    const char **const names[] = {&mark.panel, &mark.group, &mark.row};
    for (size_t i = 0; i < 3; i++)
        if (!*names[i]) *names[i] = "";
    const Panel *panel = chart_panel(chart, mark.panel);
    if (!panel) return true;
    if (!group_find(chart, &mark)) return false;
    mark.panel_at = (size_t)(panel - chart->panels);
    mark.is_rare = (chart->picture.is & CHART_RARE) && (isnan(mark.interval.low) || isnan(mark.interval.high));
    return list_add(&chart->marks, &chart->count, &mark, sizeof mark) || error_memory(&chart->result->error);
}

bool chart_rows(Chart *chart)
{
    const Picture *picture = &chart->picture;
    Result *result = chart->result;
    const double middle = picture->middle * columns_scale(result, picture->value);
    const double *x = picture->x ? result_numbers(result, picture->x) : NULL;
    Columns of;
    if ((picture->x && !x) || !columns_read(&of, result, picture->value, picture->ends)) return false;
    for (int turned = 0; turned <= ((picture->is & CHART_SYMMETRIC) != 0); turned++)
        for (size_t row = 0; row < result->row_count; row++) {
            const Mark mark = {.panel = result_words(result, row, picture->panel),
                               .group = result_words(result, row, turned ? picture->row : picture->group),
                               .row = result_words(result, row, turned ? picture->group : picture->row),
                               .x = x ? x[row] : 0,
                               .value = of.value[row] - middle,
                               .interval = {of.low[row] - middle, of.high[row] - middle}};
            if (picture->only && strcmp(text_at(result, row, picture->only), text_at(result, 0, picture->only)))
                continue;
            if (!chart_mark(chart, mark)) return false;
        }
    return !result->failed;
}

/* What stands in a square. */
static const char *square_text(Chart *chart, const Mark *mark)
{
    const char *format = chart->picture.format,
               *text = mark->is_rare ? "rare" : result_format(chart->result, format, mark->value);
    if (!mark->is_rare && strtod(text, NULL) == 0) text = result_format(chart->result, format, 0.0); /* no -0.0 */
    return mark->is_rare || mark->interval.low > 0 || mark->interval.high < 0
               ? text
               : result_format(chart->result, "(%s)", text);
}

bool chart_finish(Chart *chart)
{
    Result *result = chart->result;
    const bool squares = chart->picture.form == CHART_SQUARES;
    const size_t count = chart->count;
    const char **names = result_alloc(result, 2 * count + 1, sizeof *names);
    Levels levels = {.names = names, .count = count};
    for (size_t i = 0; names && i < count; i++)
        names[i] = chart->marks[i].row, names[count + i] = chart->marks[i].group;
    if (!names || (!(chart->picture.is & CHART_OWN) && !levels_of(&levels, result, names, squares ? 2 * count : count)))
        return false;
    chart->rows = levels.names;
    chart->row_count = levels.count;
    chart->count = 0;
    for (size_t i = 0; i < count; i++) {
        Mark mark = chart->marks[i];
        mark.row_at = chart->picture.is & CHART_OWN ? i : levels.of_row[i];
        if (squares && isnan(mark.value)) continue;
        if (squares) mark.group_at = levels.of_row[count + i], mark.text = square_text(chart, &mark);
        if (chart->picture.form == CHART_STEPS) mark.x = (double)mark.row_at;
        chart->marks[chart->count++] = mark;
    }
    if (!chart->panel_count) chart_panel(chart, "");
    if (chart->cut)
        chart->picture.subtitle =
            result_format(result, "the first %d panels; %s", (int)MOST_PANELS, chart->picture.subtitle);
    return !result->failed;
}

/* ---- histograms: the file may hold billions of rows, and is read once, in memory that does not grow with it */

enum { MOST_AGENTS = 12, POINTS_MOST = 1000, BINS = 2 * POINTS_MOST + 1 };

/* Bin i counts the values nearest to i - POINTS_MOST. */
typedef struct {
    const char *name;
    double count, sum, squares;
    uint64_t bins[BINS];
} Histogram;

/* Counts the column's values: of the rows that the result holds, and of those that come after them. False with the
   reason. */
static bool values_read(const Chart *chart, Histogram agents[static MOST_AGENTS], const char *column, const char *one)
{
    Result *result = chart->result;
    CsvReader *rest = chart->rest;
    const int name = result_column(result, "agent"), values = result_column(result, column);
    double value;
    if (name < 0 || values < 0) return result_complain(result, "there is no column '%s'", column);
    for (size_t row = 0, at;; row++) {
        const bool held = row < result->row_count;
        const CsvRead read = held ? CSV_ROW : rest ? csv_next(rest) : CSV_END;
        if (read == CSV_END) break;
        if (read == CSV_BAD || !(held ? result_number_read(&value, result, row, (size_t)values)
                                      : result_value_read(&value, result, rest->fields[values], (size_t)values)))
            return false;
        const char *who = held ? result_text(result, row, name) : rest->fields[name];
        if (isnan(value)) continue;
        if (fabs(value) > POINTS_MOST)
            return result_complain(result, "column '%s': %g points in a %s?", column, value, one);
        for (at = 0; at < MOST_AGENTS && agents[at].name && strcmp(agents[at].name, who);)
            at++;
        if (at == MOST_AGENTS)
            return result_complain(result, "more than %d agents are too many for this picture", (int)MOST_AGENTS);
        if (!agents[at].name && !(agents[at].name = result_join(result, "", who))) return false;
        agents[at].bins[lround(value) + POINTS_MOST]++;
        agents[at].count++;
        agents[at].sum += value;
        agents[at].squares += value * value;
    }
    return agents->name ||
           result_complain(result, "no rows with a %s after the header, so there is nothing to draw", column);
}

bool chart_spread(Chart *chart, const char *column, const char *one, const char *plural)
{
    Result *result = chart->result;
    Histogram *agents = result_alloc(result, MOST_AGENTS, sizeof *agents);
    if (!agents || !values_read(chart, agents, column, one)) return false;
    for (const Histogram *agent = agents; agent < agents + MOST_AGENTS && agent->name; agent++) {
        const double mean = agent->sum / agent->count;
        const double sd = sqrt(fmax(0, (agent->squares - agent->sum * mean) / fmax(1, agent->count - 1)));
        Panel *panel = chart_panel(chart, result_format(result, "%s: mean %+.3f, sd %.3f, %.0f %s", agent->name, mean,
                                                        sd, agent->count, agent->count > 1 ? plural : one));
        panel->line = mean;
        for (int i = 0; i < BINS; i++) {
            const double x = i - POINTS_MOST, percent = 100 * (double)agent->bins[i] / agent->count;
            const char *pointed = agent->bins[i] ? result_format(result, "%s, %+g points\n%.3g %% of the %s",
                                                                 agent->name, x, percent, plural)
                                                 : NULL;
            if (pointed && !chart_mark(chart, (Mark){.panel = panel->title,
                                                     .group = agent->name,
                                                     .x = x,
                                                     .value = percent,
                                                     .interval = {NAN, NAN},
                                                     .pointed = pointed}))
                return false;
        }
    }
    chart->picture.unit = result_format(result, "%% of %s", plural);
    return !result->failed;
}
