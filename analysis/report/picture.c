/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart as input of gnuplot: what it shows as variables and blocks of data, before the template picture.gp, which lays
   it out and draws it. */
#include <math.h>
#include <string.h>

#include "analysis/report/chart.h"
#include "analysis/report/text.h"
#include "engine/data_file.h"

DATA_FILE(picture_template, "analysis/report/picture.gp")

/* A line of the data that draws nothing, so that no block is empty, and no two lines are. */
#define NOTHING "NaN NaN NaN NaN NaN NaN\n"

enum { MOST_ROWS = 60, MOST_SQUARES = 40, MOST_SPACED = 24, MOST_DOTS = 60 };

typedef struct {
    FILE *out;
    const Chart *chart;
    PictureKind kind;
    size_t *order, *place, shown; /* rows from the top; where each stands, SIZE_MAX: nowhere; how many do */
    size_t groups;                /* of marks */
    Interval values;              /* the axis of all panels */
} Script;

static bool is_rows(const Chart *chart)
{
    return chart->picture.form == CHART_DOTS || chart->picture.form == CHART_BARS;
}
static bool is_curves(const Chart *chart)
{
    return chart->picture.form == CHART_CURVES || chart->picture.form == CHART_STEPS;
}

/* Of too many squares in the order of the file some stand there. */
static bool is_spaced(const Chart *chart)
{
    return chart->picture.form == CHART_SQUARES && !(chart->picture.is & CHART_SORTED) &&
           !(chart->picture.is & CHART_SYMMETRIC);
}

/* ---- text */

/* Within double quotes gnuplot gives a meaning to these alone (a backquote runs a command, @ names a macro); braces it
   counts on every line. In octal they mean nothing. Single quotes would be easier to read, but two of them in a row, or
   one at the beginning, are not read as the manual says. */
static void characters_write(FILE *file, const char *text, size_t length)
{
    for (const char *end = text + length; text < end;) {
        const int known = text_character(text);
        if (!known || !strncmp(text, POINTED_AND, 3))
            putc('?', file);
        else if (known == 1 && strchr("\"\\`@'{}$", *text))
            fprintf(file, "\\%03o", (unsigned)*text);
        else
            fwrite(text, 1, (size_t)known, file);
        text += known ? known : 1;
    }
}

void gnuplot_string(FILE *file, const char *text)
{
    putc('"', file);
    characters_write(file, text, strlen(text));
    putc('"', file);
}

/* ---- axes */

/* Is the mark in this panel (SIZE_MAX: in any), and among those that are shown? */
static bool is_here(const Script *script, const Mark *mark, size_t panel)
{
    const bool squares = script->chart->picture.form == CHART_SQUARES;
    return (panel == SIZE_MAX || mark->panel_at == panel) && script->place[mark->row_at] != SIZE_MAX &&
           (!squares || script->place[mark->group_at] != SIZE_MAX);
}

/* The axis of the values, or of x, of a panel (SIZE_MAX: of all), with some room, but not beyond a zero at its end. */
static Interval axis_of(const Script *script, size_t panel, bool of_x)
{
    const Chart *chart = script->chart;
    const bool squares = chart->picture.form == CHART_SQUARES;
    double low = chart->picture.is & CHART_ZERO && !of_x ? 0 : INFINITY,
           high = chart->picture.is & CHART_ZERO && !of_x ? 0 : -INFINITY;
    const double room = chart->picture.form == CHART_STEPS ? 0.5 : chart->picture.form == CHART_SPREAD;
    for (size_t i = 0; i < chart->count; i++) {
        const Mark *mark = &chart->marks[i];
        const double ends[] = {mark->value, mark->interval.low, mark->interval.high, mark->wanted.low,
                               mark->wanted.high};
        if (!is_here(script, mark, panel)) continue;
        if (of_x) low = fmin(low, mark->x - room), high = fmax(high, mark->x + room);
        if (of_x || mark->is_rare) continue;
        for (int end = 0; end < (squares ? 1 : mark->wanted.low < mark->wanted.high ? 5 : 3); end++)
            low = fmin(low, ends[end]), high = fmax(high, ends[end]); /* which pass NaN over */
    }
    if (low > high) return squares ? (Interval){-1, 1} : (Interval){0, 1};
    if (of_x && chart->picture.form == CHART_STEPS) return (Interval){low, high};
    const double reach = fmax(fabs(low), fabs(high));
    if (squares) return reach > 0 ? (Interval){-reach, reach} : (Interval){-1, 1};
    double span = high - low;
    if (!(span > 1e-9 * (fabs(low) + fabs(high)))) { /* one value */
        span = low != 0 ? fabs(low) : 1;
        low -= span / 2, high += span / 2;
    }
    const double after = chart->picture.is & CHART_BARE ? 0.5 * span : 0.05 * span; /* words follow the bars */
    return (Interval){low == 0 && high > 0 ? 0 : low - 0.05 * span, high == 0 && low < 0 ? 0 : high + after};
}

/* Which rows are shown, in which order: the first ones, those with the highest means, or some at even distances. */
static bool rows_order(Script *script)
{
    const Chart *chart = script->chart;
    const size_t count = chart->row_count,
                 most = is_rows(chart)                         ? MOST_ROWS
                        : chart->picture.form == CHART_SQUARES ? MOST_SQUARES
                                                               : SIZE_MAX,
                 step = is_spaced(chart) ? count / (MOST_SPACED + 1) + 1 : 1;
    Ranked *order = result_alloc(chart->result, count + 1, sizeof *order);
    double *marks = result_alloc(chart->result, count + 1, sizeof *marks);
    script->order = result_alloc(chart->result, 2 * (count + 1), sizeof *script->order);
    if (!order || !marks || !script->order) return false;
    script->place = script->order + count + 1;
    for (size_t i = 0; i < chart->count; i++) {
        const Mark *mark = &chart->marks[i];
        if (mark->group_at >= script->groups) script->groups = mark->group_at + 1;
        if (!mark->is_rare && !isnan(mark->value)) order[mark->row_at].rank += mark->value, marks[mark->row_at]++;
    }
    for (size_t i = 0; i < count; i++)
        order[i] = (Ranked){i, marks[i] > 0 ? order[i].rank / marks[i] : -INFINITY};
    if (chart->picture.is & CHART_SORTED) ranked_sort(order, count);
    for (size_t i = 0; i < count; i++) {
        const bool stands = i % step == 0 && script->shown < most;
        script->place[order[i].index] = stands ? script->shown : SIZE_MAX;
        if (stands) script->order[script->shown++] = order[i].index;
    }
    return true;
}

/* The names of colours, if there are such. */
static bool has_legend(const Chart *chart)
{
    return chart->picture.form != CHART_SPREAD &&
           (chart->group_count > 1 || (chart->group_count == 1 && *chart->groups[0]));
}

/* ---- marks */

static size_t marks_count(const Chart *chart, size_t panel, size_t group)
{
    size_t count = 0;
    for (size_t i = 0; i < chart->count; i++)
        count += chart->marks[i].panel_at == panel && chart->marks[i].group_at == group;
    return count;
}

/* Little of the colour where the value may be 0, or nothing is known. */
static bool is_pale(const Mark *mark) { return !(mark->interval.low > 0) && !(mark->interval.high < 0); }

/* 0: its colour is full; 1: the value may be 0; 2: it is too rare to say. */
static int mark_state(const Chart *chart, const Mark *mark)
{
    return mark->is_rare ? 2 : chart->picture.is & CHART_ZERO && interval_known(mark->interval) && is_pale(mark);
}

/* A line for the template; count: of the marks of its group in the panel. */
static void mark_data(const Script *script, const Mark *mark, double x, double y, size_t count)
{
    const Chart *chart = script->chart;
    const bool known = !mark->is_rare && interval_known(mark->interval),
               alone = mark->alone || count == 1 || chart->picture.form == CHART_STEPS;
    double size = 0.34 / fmax(1, (double)chart->group_count);
    Interval between = mark->wanted.low < mark->wanted.high ? mark->wanted : (Interval){NAN, NAN};
    if (chart->picture.form == CHART_SQUARES) size = mark->value * (is_pale(mark) ? 0.3 : 1);
    if (is_curves(chart)) size = count <= MOST_DOTS ? y : NAN;
    if (is_curves(chart) && known && alone) between = mark->interval;
    if (mark->alone) fputs("\n" NOTHING, script->out);
    fprintf(script->out, "%.10g %.10g %.10g %.10g %.10g %zu %d %.10g %.10g\n", x, y, known ? mark->interval.low : NAN,
            known ? mark->interval.high : NAN, size, mark->group_at, mark_state(chart, mark), between.low,
            between.high);
}

/* What stands at a mark; `value`: of a square. */
static void mark_words(const Script *script, const Mark *mark, double x, double y)
{
    const char *text = mark->text;
    if (is_curves(script->chart)) text = mark->is_rare ? "rare" : NULL;
    if (is_rows(script->chart) && mark->is_rare) text = "too rare to say";
    if (!text) return;
    fprintf(script->out, "%.10g %.10g %zu %d %.10g ", isnan(x) ? 0 : x, y, mark->group_at,
            mark_state(script->chart, mark), is_pale(mark) ? 0 : mark->value);
    gnuplot_string(script->out, text);
    putc('\n', script->out);
}

/* "deny_sur, alone, against greedy", and below it "+1.09 (+1.03 to +1.14) points a round". */
static const char *pointed_text(const Chart *chart, const Mark *mark)
{
    char value[FIGURE_CELL];
    const Panel *panel = &chart->panels[mark->panel_at];
    const char *group = chart->group_count ? chart->groups[mark->group_at] : "",
               *unit = panel->unit ? panel->unit : chart->picture.unit,
               *x_title = panel->x_title ? panel->x_title : chart->picture.x_title,
               *title = is_curves(chart) ? "" : panel->title, *row = chart->rows[mark->row_at], *who;
    if (mark->pointed) return mark->pointed;
    if (chart->picture.form == CHART_SQUARES)
        who = result_format(chart->result, "%s %s %s", row, chart->picture.between, chart->rows[mark->group_at]);
    else if (is_rows(chart))
        who = result_format(chart->result, "%s%s%s", row, *group ? ", " : "", group);
    else
        who = result_format(chart->result, "%s%s%s %s", group, *group ? ", " : "", x_title,
                            chart->picture.form == CHART_STEPS ? row : result_format(chart->result, "%.6g", mark->x));
    interval_text(value, chart->picture.is & CHART_SHARES ? "%.2f" : "%+.2f", mark->value, mark->interval);
    return result_format(chart->result, "%s%s%s\n%s %s", who, *title ? ", " : "", title,
                         mark->is_rare ? "too rare to say" : value, mark->is_rare ? "" : unit);
}

/* A line with what shows at the mark where the pointer rests. */
static void mark_pointed(const Script *script, const Mark *mark, double x, double y)
{
    fprintf(script->out, "%.10g %.10g %zu \"", isnan(x) ? 0 : x, isnan(y) ? 0 : y, mark->group_at);
    for (const char *text = pointed_text(script->chart, mark); *text;) {
        const size_t length = text_character(text) ? (size_t)text_character(text) : 1;
        if (strchr("<>&\"'\n", *text))
            fprintf(script->out, POINTED_AND "#%d;", *text);
        else
            characters_write(script->out, text, length);
        text += length;
    }
    fputs("\"\n", script->out);
}

typedef enum { BLOCK_DATA, BLOCK_WORDS, BLOCK_POINTED } Block;

/* A mark's line in a block; seen: how many of `count` were before it. */
static void mark_write(const Script *script, const Mark *mark, Block block, size_t seen, size_t count)
{
    const bool curves = is_curves(script->chart), unknown = isnan(mark->value);
    double x = mark->x, y = mark->value;
    if (is_rows(script->chart)) x = mark->value, y = (double)script->place[mark->row_at];
    if (script->chart->picture.form == CHART_SQUARES)
        x = (double)script->place[mark->group_at], y = (double)script->place[mark->row_at];
    if (block == BLOCK_WORDS)
        mark_words(script, mark, x, y);
    else if (block == BLOCK_POINTED && seen % (count / MOST_DOTS + 1) == 0 && (mark->is_rare || !unknown))
        mark_pointed(script, mark, x, y);
    else if (block == BLOCK_DATA && !unknown && !(curves && mark->is_rare))
        mark_data(script, mark, x, y, count);
    else if (block == BLOCK_DATA && curves) /* a line ends here, and does not go through what is not known */
        fputs("\n" NOTHING, script->out);
}

/* A block of all panels, each with an index of its own, of curves one for each group. */
static void block_write(const Script *script, Block block)
{
    static const char *const NAMES[] = {"$D", "$Words", "$Pointed"};
    const Chart *chart = script->chart;
    const bool curves = is_curves(chart), apart = curves && block == BLOCK_DATA;
    fprintf(script->out, "%s << EOD\n", NAMES[block]);
    for (size_t panel = 0; panel < chart->panel_count; panel++)
        for (size_t g = 0, seen = 0; g < (curves ? script->groups : 1); g++) {
            const size_t count = curves ? marks_count(chart, panel, g) : 1;
            if (apart || g == 0) fprintf(script->out, "%s%s", panel || g ? "\n\n" : "", NOTHING);
            for (size_t i = 0; i < chart->count; i++) {
                const Mark *mark = &chart->marks[i];
                if ((!curves || mark->group_at == g) && is_here(script, mark, panel))
                    mark_write(script, mark, block, seen++, count);
            }
        }
    fputs("EOD\n", script->out);
}

/* ---- the script */

static void text_write(FILE *out, const char *variable, size_t at, const char *text)
{
    fprintf(out, at ? "%s[%zu] = " : "%s = ", variable, at);
    gnuplot_string(out, text ? text : "");
    putc('\n', out);
}

/* Names of tics are formats. */
static const char *tic_text(Result *result, const char *name)
{
    const char *text = "";
    for (const char *percent; (percent = strchr(name, '%')); name = percent + 1)
        text = result_format(result, "%s%.*s%%%%", text, (int)(percent - name), name);
    return *text ? result_join(result, text, name) : name;
}

/* The axes of a panel, and what stands at it. */
static void panel_write(const Script *script, size_t index)
{
    const Chart *chart = script->chart;
    const Panel *panel = &chart->panels[index];
    const double end = (double)script->shown - 0.5;
    Interval x = script->values, y = {end, -0.5};
    if (chart->picture.form == CHART_SQUARES) x = (Interval){-0.5, end};
    if (is_curves(chart) || chart->picture.form == CHART_SPREAD) {
        x = axis_of(script, chart->picture.form == CHART_SPREAD ? SIZE_MAX : index, true);
        y = chart->picture.is & CHART_APART ? axis_of(script, index, false) : script->values;
    }
    text_write(script->out, "panel", index + 1, panel->title);
    text_write(script->out, "units", index + 1, panel->unit ? panel->unit : chart->picture.unit);
    text_write(script->out, "x_own", index + 1, panel->x_title);
    fprintf(script->out,
            "line[%1$zu] = %2$.10g\nx_low[%1$zu] = %3$.10g\nx_high[%1$zu] = %4$.10g\ny_low[%1$zu] = %5$.10g\n"
            "y_high[%1$zu] = %6$.10g\n",
            index + 1, panel->line, x.low, x.high, y.low, y.high);
}

/* What is in all panels: what stands above and below them, and names. */
static void frame_write(const Script *script, const PictureLook *look, const char *subtitle)
{
    static const char *const KINDS[] = {"svg", "png", "pdf"}, *const FORMS[] = {"dots",  "bars",    "curves",
                                                                                "steps", "squares", "spread"};
    const Chart *chart = script->chart;
    const char *command = result_head_of(chart->result, "command"), *version = result_head_of(chart->result, "version");
    const size_t legend = has_legend(chart) ? chart->group_count : 0;
    int digits = 0;
    for (size_t i = 0; chart->picture.form == CHART_SQUARES && i < chart->count; i++)
        digits = (int)fmax(digits, display_width(chart->marks[i].text));
    fprintf(
        script->out,
        "nan = NaN\nkind = '%s'\nform = '%s'\nasked = %.10g\nbare = %d\napart = %d\nlow = %.10g\nhigh = %.10g\ndigits = %d\n"
        "groups = %zu\nblocks = %zu\n",
        KINDS[script->kind], FORMS[chart->picture.form], look->width, (chart->picture.is & CHART_BARE) != 0,
        (chart->picture.is & CHART_APART) != 0, script->values.low, script->values.high, digits, chart->group_count,
        script->groups + !script->groups);
    text_write(script->out, "title", 0, look->title ? look->title : chart->picture.title);
    text_write(script->out, "subtitle", 0, subtitle);
    text_write(script->out, "unit", 0, chart->picture.unit);
    text_write(script->out, "x_title", 0, chart->picture.x_title);
    text_write(script->out, "foot", 0, look->no_foot ? NULL : command);
    text_write(script->out, "version", 0,
               look->no_foot || !version ? NULL : result_format(chart->result, "pasur %s", version));
    fprintf(script->out,
            "shown = %zu\nlegend = %zu\narray name[shown + 1]\narray group[legend + 1]\n"
            "group[1] = ''\n",
            script->shown, legend);
    for (size_t i = 0; i < script->shown; i++)
        text_write(script->out, "name", i + 1, tic_text(chart->result, chart->rows[script->order[i]]));
    for (size_t i = 0; i < legend; i++)
        text_write(script->out, "group", i + 1, chart->groups[i]);
    fprintf(script->out, "panels = %zu\n", chart->panel_count);
    fputs("array panel[panels]\narray units[panels]\narray x_own[panels]\narray line[panels]\narray x_low[panels]\n"
          "array x_high[panels]\narray y_low[panels]\narray y_high[panels]\n",
          script->out);
    for (size_t i = 0; i < chart->panel_count; i++)
        panel_write(script, i);
}

void chart_write(FILE *file, const Chart *chart, const PictureLook *look, PictureKind kind)
{
    Result *result = chart->result;
    Script script = {.out = file, .chart = chart, .kind = kind};
    const char *rules = result_head_of(result, "rules"), *partial = result_partial(result), *shown = "";
    if (!rows_order(&script)) return;
    if (script.shown < chart->row_count)
        shown = result_format(result, "%zu of %zu rows%s; ", script.shown, chart->row_count,
                              chart->picture.is & CHART_SORTED ? ", those with the highest values"
                              : is_spaced(chart)               ? ", evenly spaced"
                                                               : "");
    script.values = axis_of(&script, SIZE_MAX, false);
    frame_write(&script, look,
                result_format(result, "%s%s%s%s%s%s%s", partial ? "PARTIAL: " : "", partial ? partial : "",
                              partial ? "; " : "", shown, result_at_level(result, chart->picture.subtitle),
                              rules ? "; rules " : "", rules ? rules : ""));
    for (Block block = BLOCK_DATA; block <= (kind == PICTURE_SVG ? BLOCK_POINTED : BLOCK_WORDS); block++)
        block_write(&script, block);
    fwrite(picture_template, 1, (size_t)(picture_template_end - picture_template), file);
}
