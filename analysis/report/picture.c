/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart as input of gnuplot: a data block and a few settings for each panel, and a template for each form. */
#include <math.h>
#include <string.h>

#include "analysis/report/chart.h"
#include "analysis/report/text.h"

/* Lengths are pixels. */
enum {
    FONT_TITLE = 19,
    FONT_TEXT = 14,
    FONT_SMALL = 12,
    SIDE = 24,
    USUAL_WIDTH = 960,
    LEGEND_LINE = 22,
    PANEL_TITLE = 30,
    LABEL_LINES = 4,
    MOST_ROWS = 60,
    MOST_SQUARES = 40,
    MOST_SPACED = 24,
    MOST_DOTS = 60,
    MOST_NUMBERS = 20 /* squares beside each other that have room for their numbers */
};
#define CHAR 0.62 /* width of a character, rather too large than too small, as a part of its font's size */

/* Okabe and Ito's colours, without the yellow that is lost on white. */
static const char *const COLORS[SERIES_COLORS] = {"0072b2", "d55e00", "009e73", "cc79a7", "e69f00", "56b4e9", "000000"};

/* What gnuplot does with a panel's data, whose columns are x, y, low, high, half of a bar or the y of a dot, its colour, that
   of its interval, and from where to where it is wanted or, of curves, its interval alone is drawn. Of curves there is
   a block for each group. */
#define INTERVALS                                                                                                      \
    "$D using 1:8:(0):($9-$8):7 with vectors nohead linewidth 2 linecolor rgb variable, "                              \
    "$D using 1:5:7 with points pointtype 7 pointsize 0.5 linecolor rgb variable"
static const char *const TEMPLATES[] = {
    [CHART_DOTS] = "$D using 8:2:8:9:($2-0.4):($2+0.4) with boxxyerror linecolor rgb '" COLOR_WANTED "', "
                   "$D using 3:2:($4-$3):(0):7 with vectors nohead linewidth 2 linecolor rgb variable, "
                   "$D using 1:2:7 with points pointtype 7 pointsize 0.6 linecolor rgb variable",
    [CHART_BARS] = "$D using 1:2:(base):1:($2-$5):($2+$5):6 with boxxyerror linecolor rgb variable, "
                   "$D using 3:2:($4-$3):(0) with vectors nohead linewidth 2 linecolor rgb '" COLOR_INK "'",
    [CHART_SQUARES] = "$D using 1:2:(0.48):(0.48):5 with boxxyerror linecolor palette",
    [CHART_SPREAD] = "$D using 1:($2/2):(0.46):($2/2):6 with boxxyerror linecolor rgb variable",
    [CHART_CURVES] = "for [g=0:groups-1] $D index g using 1:3:4 with filledcurves fillstyle transparent solid 0.22 "
                     "noborder linecolor rgb color(g), "
                     "for [g=0:groups-1] $D index g using 1:2 with lines linewidth 2 dashtype 1 + g / 7 % 3 "
                     "linecolor rgb color(g), " INTERVALS,
    [CHART_STEPS] = "for [g=0:groups-1] $D index g using 1:2 with lines linewidth 1 dashtype 1 + g / 7 % 3 "
                    "linecolor rgb color(g), " INTERVALS,
};

typedef struct {
    FILE *out; /* NULL: nothing is written, only measured */
    const Chart *chart;
    PictureKind kind;
    const char *title, *subtitle;
    size_t *order, *place, shown; /* rows from the top; where each stands, SIZE_MAX: nowhere; how many do */
    double width, height;         /* of the picture */
    size_t abreast, groups;       /* panels beside each other; groups of marks */
    int label_chars;
    double left, top, panel_width, panel_height, below; /* below: of a panel, for its axis */
    double across, down;                                /* from a panel to the next */
    bool numbers;                                       /* stand in squares */
    Interval values;                                    /* the axis of all panels */
} Script;

static const char *color_of(size_t group) { return COLORS[group % SERIES_COLORS]; }
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

/* At most so many characters of a name, whose middle is left out where it has more. */
static void short_write(FILE *file, const char *text, int chars)
{
    const int all = display_width(text), head = chars * 3 / 5;
    if (all <= chars) return gnuplot_string(file, text);
    putc('"', file);
    characters_write(file, text, display_cut(text, head));
    fputs("…", file);
    const char *tail = text + display_cut(text, all - (chars - head - 1));
    characters_write(file, tail, strlen(tail));
    putc('"', file);
}

/* Writes a text in lines of so many characters, that end behind a blank or one of the marks; what stands between two of
   them at a blank is `between`. Returns how many; file NULL: it only counts them. */
static int lines_write(FILE *file, const char *text, int chars, const char *marks, const char *between)
{
    int lines = 0;
    if (file) putc('"', file);
    do {
        size_t length = display_cut(text, chars > 4 ? chars : 4), last = length;
        while (text[length] && last && text[last] != ' ' && !strchr(marks, text[last - 1]))
            last--;
        if (last) length = last;
        if (file && lines) fputs(text[-1] == ' ' ? between : "\\n", file);
        if (file) characters_write(file, text, length);
        text += length;
        text += strspn(text, " ");
        lines++;
    } while (*text);
    if (file) putc('"', file);
    return lines;
}

static int label_lines(FILE *file, const char *text, int chars)
{
    const int lines = lines_write(NULL, text, chars, ":,+", "\\n");
    if (lines <= LABEL_LINES) return lines_write(file, text, chars, ":,+", "\\n");
    if (file) short_write(file, text, chars);
    return 1;
}

/* Lines from (SIDE, y) on; returns where they end. */
static double text_block(const Script *script, double y, double step, int font, const char *color, const char *text)
{
    const int chars = (int)((script->width - 2 * SIDE) / (0.56 * font)),
              lines = lines_write(NULL, text, chars, ",", "");
    if (script->out) {
        fputs("set label ", script->out);
        lines_write(script->out, text, chars, ",", font == FONT_SMALL ? " \\134\\n    " : "\\n");
        fprintf(script->out, " at screen %.5f,%.5f left font ',%d' textcolor rgb '%s'\n", SIDE / script->width,
                1 - (y + step / 2) / script->height, font, color);
    }
    return y + step * lines;
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

/* Widest of these names in lines of so many characters, in pixels; *lines: the most that one takes. */
static double widest(const char *const *names, size_t count, int chars, int font, int *lines)
{
    int most = 0;
    for (size_t i = 0; i < count; i++) {
        const int own = display_width(names[i]), taken = label_lines(NULL, names[i], chars);
        if (lines && taken > *lines) *lines = taken;
        if (own > most) most = own;
    }
    return CHAR * font * (most < chars ? most : chars);
}

/* ---- layout */

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

static void squares_lay_out(Script *script, double room)
{
    const Chart *chart = script->chart;
    const double count = (double)script->shown, panels = (double)chart->panel_count;
    double number = 0;
    for (size_t i = 0; i < chart->count; i++)
        number = fmax(number, CHAR * FONT_SMALL * display_width(chart->marks[i].text) + 8);
    script->below = widest(chart->rows, chart->row_count, script->label_chars, FONT_SMALL, NULL) + 20;
    script->left = script->below + SIDE - 10;
    double cell = count <= MOST_NUMBERS ? fmax(fmax(44, number), fmin(64, 560 / count)) : fmax(3, 560 / count);
    script->abreast = (size_t)(room > 0 ? fmax(1, fmin(panels, floor((room - script->left) / 260))) : panels);
    if (room > 0) cell = fmin(cell, ((room - script->left) / (double)script->abreast - 36) / count);
    script->numbers = count <= MOST_NUMBERS && cell >= number;
    script->panel_width = script->panel_height = cell * count;
    script->across = script->panel_width + 36;
    if (room <= 0) script->width = fmax(USUAL_WIDTH * 2 / 3., script->left + panels * script->across);
}

static void lay_out(Script *script, double room)
{
    const Chart *chart = script->chart;
    const bool rows = is_rows(chart);
    const double gap = rows ? 28 : 100, groups = (double)chart->group_count;
    int lines = 1;
    script->width = room > 0 ? room : USUAL_WIDTH;
    script->label_chars = (int)((chart->panel_count > 1 ? 0.3 : 0.45) * script->width / (CHAR * FONT_TEXT));
    script->below = chart->picture.is & CHART_BARE ? 16 : 64;
    if (chart->picture.form == CHART_SQUARES) return squares_lay_out(script, room);
    script->left =
        rows ? SIDE + 12 + widest(chart->rows, chart->row_count, script->label_chars, FONT_TEXT, &lines) : 100;
    const double abreast = rows ? (script->width - script->left) / 260 : script->width / 440;
    script->abreast = chart->picture.is & CHART_APART ? 1 : (size_t)fmax(1, fmin(abreast, (double)chart->panel_count));
    script->across = (script->width - script->left - SIDE + gap) / (double)script->abreast;
    script->panel_width = script->across - gap;
    script->panel_height = rows ? (double)script->shown * fmax(fmax(26, 15 * groups + 8), 17.0 * lines + 9)
                           : chart->picture.form == CHART_SPREAD ? 150
                           : script->abreast > 1                 ? 200
                                                                 : 260;
}

/* ---- marks */

static size_t marks_count(const Chart *chart, size_t panel, size_t group)
{
    size_t count = 0;
    for (size_t i = 0; i < chart->count; i++)
        count += chart->marks[i].panel_at == panel && chart->marks[i].group_at == group;
    return count;
}

/* Where a mark stands on its panel's axes; groups stand beside each other in a row or a step. */
static void mark_place(double *x, double *y, const Script *script, const Mark *mark)
{
    const Chart *chart = script->chart;
    const double groups = (double)chart->group_count,
                 aside = groups < 2 ? 0 : ((double)mark->group_at + 0.5) / groups - 0.5;
    *x = mark->x + (chart->picture.form == CHART_STEPS ? 0.4 * aside : 0);
    *y = mark->value;
    if (is_rows(chart)) *x = mark->value, *y = (double)script->place[mark->row_at] + 0.8 * aside;
    if (chart->picture.form == CHART_SQUARES)
        *x = (double)script->place[mark->group_at], *y = (double)script->place[mark->row_at];
}

/* Little of the colour where the value may be 0, or nothing is known. */
static bool is_pale(const Mark *mark) { return !(mark->interval.low > 0) && !(mark->interval.high < 0); }
static double square_value(const Mark *mark) { return mark->value * (is_pale(mark) ? 0.3 : 1); }

/* A line for the template; count: of the marks of its group in the panel. */
static void mark_data(const Script *script, const Mark *mark, double x, double y, size_t count)
{
    const Chart *chart = script->chart;
    const bool known = !mark->is_rare && !isnan(mark->interval.low) && !isnan(mark->interval.high),
               alone = mark->alone || count == 1 || chart->picture.form == CHART_STEPS;
    const char *color = mark->is_rare ? &COLOR_RARE[1] : color_of(mark->group_at);
    double size = 0.34 / fmax(1, (double)chart->group_count);
    Interval between = mark->wanted.low < mark->wanted.high ? mark->wanted : (Interval){NAN, NAN};
    if (chart->picture.form == CHART_SQUARES) size = square_value(mark);
    if (is_curves(chart)) size = count <= MOST_DOTS ? y : NAN;
    if (is_curves(chart) && known && alone) between = mark->interval;
    if (mark->alone) putc('\n', script->out);
    fprintf(script->out, "%.10g %.10g %.10g %.10g %.10g 0x%s%s 0x%s %.10g %.10g\n", x, y,
            known ? mark->interval.low : NAN, known ? mark->interval.high : NAN, size,
            known && chart->picture.is & CHART_ZERO && is_pale(mark) ? "b0" : "", color, color, between.low,
            between.high);
}

/* What stands at a mark: a line whose first two numbers are where it begins, or, to the left of the mark, ends. */
static void mark_words(const Script *script, const Mark *mark, double x, double y)
{
    const Interval axis = script->values;
    const char *text = mark->text, *color = &COLOR_INK[1];
    bool left = false;
    if (is_curves(script->chart)) {
        y = axis.low + (0.05 + 0.08 * (double)mark->group_at) * (axis.high - axis.low);
        text = mark->is_rare ? "rare" : NULL;
        color = color_of(mark->group_at);
    } else if (is_rows(script->chart)) {
        x = fmin(fmax(isnan(x) ? 0 : fmax(0, x), axis.low), axis.high);
        left = x >= axis.low + (script->chart->picture.is & CHART_BARE ? 0.95 : 0.7) * (axis.high - axis.low);
        if (mark->is_rare) text = "too rare to say", color = &COLOR_MUTED[1];
    } else if (!is_pale(mark) && fabs(mark->value) > 0.75 * axis.high) {
        color = &COLOR_PAPER[1];
    }
    if (!text || (script->chart->picture.form == CHART_SQUARES && !script->numbers)) return;
    fprintf(script->out, "%.10g %.10g %.10g 0x%s ", left ? NAN : x, left ? x : NAN, y, color);
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
    fprintf(script->out, "%.10g %.10g \"", isnan(x) ? 0 : x, isnan(y) ? 0 : y);
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

/* The data blocks of a panel: marks, of curves a block of lines for each group; words; and what a pointer shows. */
static void panel_data(const Script *script, size_t panel)
{
    static const char *const BLOCKS[] = {"$D << EOD\n", "EOD\n$Words << EOD\n", "EOD\n$Pointed << EOD\n"};
    const Chart *chart = script->chart;
    const bool curves = is_curves(chart);
    for (int block = 0; block < (script->kind == PICTURE_SVG ? 3 : 2); block++) {
        fputs(BLOCKS[block], script->out);
        for (size_t g = 0, seen = 0; g < (curves ? script->groups : 1); g++) {
            const size_t count = curves ? marks_count(chart, panel, g) : 1;
            if (curves && !block) fputs(g ? "\n\nNaN NaN NaN NaN\n" : "NaN NaN NaN NaN\n", script->out);
            for (size_t i = 0; i < chart->count; i++) {
                const Mark *mark = &chart->marks[i];
                double x, y;
                if ((curves && mark->group_at != g) || !is_here(script, mark, panel)) continue;
                mark_place(&x, &y, script, mark);
                if (block == 1)
                    mark_words(script, mark, x, y);
                else if (block == 2 && seen++ % (count / MOST_DOTS + 1) == 0 && (mark->is_rare || !isnan(mark->value)))
                    mark_pointed(script, mark, x, y);
                else if (!block && !isnan(mark->value) && !(curves && mark->is_rare))
                    mark_data(script, mark, x, y, count);
                else if (!block && curves)
                    putc('\n', script->out); /* a line ends here, and does not go through what is not known */
            }
        }
    }
    fputs("EOD\n", script->out);
}

/* ---- the script */

/* A PNG has twice the pixels, so that it stays sharp on fine screens and in print; a PDF has 96 of them in an inch. */
static void look_write(const Script *script)
{
    static const char *const TERMINALS[] = {
        "svg noenhanced size %.0f,%.0f font 'sans-serif,14'",
        "pngcairo noenhanced size %.0f,%.0f font 'sans,14' fontscale 1.5 linewidth 2 pointscale 3",
        "pdfcairo noenhanced size %.4fin,%.4fin font 'sans,14' fontscale 0.75"};
    static const double SCALES[] = {1, 2, 1. / 96};
    const Chart *chart = script->chart;
    const bool rows = is_rows(chart);
    fputs("set encoding utf8\nset terminal ", script->out);
    fprintf(script->out, TERMINALS[script->kind], script->width * SCALES[script->kind],
            script->height * SCALES[script->kind]);
    fprintf(script->out,
            " background rgb '" COLOR_PAPER "'\nif (exists('picture')) set output picture\n"
            "set multiplot\nunset key\nset datafile missing NaN\nset style fill solid noborder\nset border 0\n"
            "set format '%%g'\nset grid %s linetype 1 linewidth 1 linecolor rgb '" COLOR_GRID "'\n"
            "set xtics scale 0 font ',%d' textcolor rgb '" COLOR_MUTED "'\n"
            "set ytics scale 0 font ',%d' textcolor rgb '%s'\n"
            "set %szeroaxis linetype 1 linewidth 1.5 linecolor rgb '" COLOR_MUTED "'\nbase = %.10g\n"
            "groups = %zu\ncolor(g) = word('#0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9 #000000', g %% 7 + 1)\n",
            rows ? "noytics xtics" : "xtics ytics", FONT_SMALL, rows ? FONT_TEXT : FONT_SMALL,
            rows || chart->picture.form == CHART_SQUARES ? COLOR_INK : COLOR_MUTED, rows ? "y" : "x",
            fmax(fmin(0, script->values.high), script->values.low), script->groups);
    if (chart->picture.is & CHART_BARE) fputs("unset xtics\nunset grid\n", script->out);
    if (chart->picture.form == CHART_SQUARES)
        fprintf(script->out,
                "unset grid\nunset xzeroaxis\nset palette defined (-1 '#d55d00', 0 '#f4f4f4', 1 '#0071b2')\n"
                "set cbrange [%.10g:%.10g]\nset cbtics scale 0 font ',%d' textcolor rgb '" COLOR_MUTED "'\n",
                script->values.low, script->values.high, FONT_SMALL);
}

/* Names of tics are formats. */
static const char *tic_text(Result *result, const char *name)
{
    const char *text = "";
    for (const char *percent; (percent = strchr(name, '%')); name = percent + 1)
        text = result_format(result, "%s%.*s%%%%", text, (int)(percent - name), name);
    return *text ? result_join(result, text, name) : name;
}

/* The names of rows at an axis at 0, 1, …; `every`: of how many names one. */
static void names_write(const Script *script, const char *axis, size_t every, int chars)
{
    fprintf(script->out, "set %s (", axis);
    for (size_t i = 0; i < script->shown; i += every) {
        if (i) fputs(", ", script->out);
        label_lines(script->out, tic_text(script->chart->result, script->chart->rows[script->order[i]]), chars);
        fprintf(script->out, " %zu", i);
    }
    fputs(")\n", script->out);
}

static void axis_title(FILE *out, char axis, const char *title, double room)
{
    fprintf(out, "set %clabel ", axis);
    lines_write(out, title ? title : "", (int)(room / (0.56 * FONT_TEXT)), ",", "\\n");
    fprintf(out, " font ',%d' textcolor rgb '" COLOR_INK "'\n", FONT_TEXT);
}

/* Both axes of a panel, with their names and titles. */
static void axes_write(const Script *script, size_t index)
{
    const Chart *chart = script->chart;
    const Panel *panel = &chart->panels[index];
    const bool rows = is_rows(chart), squares = chart->picture.form == CHART_SQUARES;
    const double end = (double)script->shown - 0.5;
    Interval x = script->values, y = {end, -0.5};
    const char *x_title = panel->x_title                                  ? panel->x_title
                          : index + script->abreast >= chart->panel_count ? chart->picture.x_title
                                                                          : NULL,
               *unit = panel->unit ? panel->unit : chart->picture.unit;
    if (squares) {
        const double cell = script->panel_width / (double)script->shown,
                     wide = widest(chart->rows, chart->row_count, script->label_chars, FONT_SMALL, NULL);
        const size_t every = (size_t)ceil(17 / cell);
        x = (Interval){-0.5, end};
        names_write(script, wide <= cell * (double)every - 4 ? "xtics" : "xtics rotate by 90 right", every,
                    script->label_chars);
        names_write(script, "ytics", every, script->label_chars);
    } else if (rows) {
        names_write(script, "ytics", 1, script->label_chars);
        axis_title(script->out, 'x', unit, script->panel_width);
    } else {
        x = axis_of(script, chart->picture.form == CHART_SPREAD ? SIZE_MAX : index, true);
        y = chart->picture.is & CHART_APART ? axis_of(script, index, false) : script->values;
        if (chart->picture.form == CHART_STEPS)
            names_write(script, "xtics", 1, (int)(script->panel_width / (x.high - x.low) / (0.55 * FONT_SMALL)));
        axis_title(script->out, 'x', x_title, script->panel_width + 80);
        axis_title(script->out, 'y', unit, script->panel_height + 40);
    }
    fprintf(script->out, "set xrange [%.10g:%.10g] noextend\nset yrange [%.10g:%.10g] noextend\n", x.low, x.high, y.low,
            y.high);
    if ((rows || squares) && index % script->abreast) fputs("set ytics ('' -9)\nunset colorbox\n", script->out);
}

static void plot_write(const Script *script, size_t panel)
{
    const Chart *chart = script->chart;
    FILE *out = script->out;
    fprintf(out, "plot NaN, %s", TEMPLATES[chart->picture.form]);
    for (size_t g = 0; panel == 0 && has_legend(chart) && g < chart->group_count; g++) {
        fprintf(out,
                chart->group_count > SERIES_COLORS
                    ? ", NaN with lines linewidth 2 dashtype %d linecolor rgb '#%s' title "
                    : ", NaN with points pointtype 5 pointsize %d linecolor rgb '#%s' title ",
                (int)(g / SERIES_COLORS) % 3 + 1, color_of(g));
        short_write(out, chart->groups[g], 40);
    }
    fprintf(out,
            ", $Words using 1:3:5:4 with labels %s font ',%d' textcolor rgb variable"
            ", $Words using 2:3:5:4 with labels right offset -0.7,0 font ',%d' textcolor rgb variable",
            is_rows(chart) ? "left offset 0.7,0" : "center", FONT_SMALL, FONT_SMALL);
    if (script->kind == PICTURE_SVG)
        fprintf(out,
                ", $Pointed using 1:2:3 with labels hypertext point pointtype 5 pointsize %.3g linecolor rgb "
                "'#ff808080'",
                (chart->picture.form == CHART_SQUARES ? script->panel_width / (double)script->shown : 14) / 10.5);
    fputs("\nunset label\nunset arrow\nunset key\n", out);
}

static void panel_write(const Script *script, size_t index)
{
    const Chart *chart = script->chart;
    const Panel *panel = &chart->panels[index];
    FILE *out = script->out;
    const double left = script->left + (double)(index % script->abreast) * script->across,
                 top = script->top + (double)(index / script->abreast) * script->down;
    fprintf(out,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\nset tmargin at screen %.5f\nset bmargin at screen "
            "%.5f\n",
            left / script->width, (left + script->panel_width) / script->width, 1 - top / script->height,
            1 - (top + script->panel_height) / script->height);
    axes_write(script, index);
    fputs("set label ", out);
    short_write(out, panel->title, (int)fmax(script->panel_width / (CHAR * FONT_TEXT), 8));
    fprintf(out, " at graph 0, graph 1 left offset 0,0.8 font ',%d' textcolor rgb '" COLOR_INK "'\n", FONT_TEXT);
    if (!isnan(panel->line))
        fprintf(out,
                "set arrow from first %.10g, graph 0 to first %.10g, graph 1 nohead dashtype 2 linewidth 1.5 linecolor "
                "rgb '" COLOR_INK "' front\n",
                panel->line, panel->line);
    panel_data(script, index);
    plot_write(script, index);
}

/* The names of colours, or the scale of colours; returns where they end. */
static double legend_place(const Script *script, double y)
{
    const Chart *chart = script->chart;
    if (chart->picture.form == CHART_SQUARES) {
        y = text_block(script, y, 16, FONT_SMALL, COLOR_INK, chart->picture.unit) + 4;
        if (script->out)
            fprintf(
                script->out,
                "set colorbox horizontal user origin screen %.5f, screen %.5f size screen %.5f, screen %.5f noborder\n",
                SIDE / script->width, 1 - (y + 14) / script->height, 260 / script->width, 14 / script->height);
        return y + 44;
    }
    if (!has_legend(chart)) return y;
    const double name = widest(chart->groups, chart->group_count, 40, FONT_TEXT, NULL) + 40;
    const size_t columns = (size_t)fmax(1, (script->width - script->left - 10) / name),
                 rows = (chart->group_count + columns - 1) / columns;
    if (script->out)
        fprintf(
            script->out,
            "set key noautotitle at screen %.5f,%.5f left top horizontal Left reverse samplen 1 maxcols %zu maxrows "
            "%zu\n",
            script->left / script->width, 1 - (y - 6) / script->height, columns, rows);
    return y + LEGEND_LINE * (double)rows + 6;
}

/* Titles, and what stands at the foot; finds where the panels begin and how high all is. */
static void frame_write(Script *script, bool foot)
{
    const Chart *chart = script->chart;
    const char *command = result_head_of(chart->result, "command"), *version = result_head_of(chart->result, "version");
    const double lines = ceil((double)chart->panel_count / (double)script->abreast), below = script->below;
    double y = text_block(script, 20, 24, FONT_TITLE, COLOR_INK, script->title);
    y = legend_place(script, text_block(script, y + 4, 18, FONT_SMALL + 1, COLOR_MUTED, script->subtitle) + 12);
    script->top = y + (*chart->panels[0].title ? PANEL_TITLE : 8);
    script->down =
        script->panel_height +
        (chart->panels[0].x_title || !(is_curves(chart) || chart->picture.form == CHART_SPREAD) ? below : 34) +
        PANEL_TITLE;
    y = script->top + script->panel_height + (lines - 1) * script->down + below + 10;
    if (foot && command) y = text_block(script, y, 16, FONT_SMALL, COLOR_MUTED, command);
    if (foot && version)
        y = text_block(script, y, 16, FONT_SMALL, COLOR_MUTED, result_format(chart->result, "pasur %s", version));
    script->height = y + 14;
}

void chart_write(FILE *file, const Chart *chart, const PictureLook *look, PictureKind kind)
{
    Result *result = chart->result;
    Script script = {.chart = chart, .kind = kind, .title = look->title ? look->title : chart->picture.title};
    const char *rules = result_head_of(result, "rules"), *partial = result_partial(result), *shown = "";
    if (!rows_order(&script)) return;
    if (script.shown < chart->row_count)
        shown = result_format(result, "%zu of %zu rows%s; ", script.shown, chart->row_count,
                              chart->picture.is & CHART_SORTED ? ", those with the highest values"
                              : is_spaced(chart)               ? ", evenly spaced"
                                                               : "");
    script.subtitle = result_format(result, "%s%s%s%s%s%s%s", partial ? "PARTIAL: " : "", partial ? partial : "",
                                    partial ? "; " : "", shown, result_at_level(result, chart->picture.subtitle),
                                    rules ? "; rules " : "", rules ? rules : "");
    script.values = axis_of(&script, SIZE_MAX, false);
    lay_out(&script, look->width);
    frame_write(&script, !look->no_foot);
    script.out = file;
    look_write(&script);
    frame_write(&script, !look->no_foot);
    for (size_t i = 0; i < chart->panel_count; i++)
        panel_write(&script, i);
    fputs("unset multiplot\n", file);
}
