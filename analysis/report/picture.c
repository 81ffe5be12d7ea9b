/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns a result into a picture: writes it as gnuplot variables and data blocks in front of the template picture.gp,
   which lays it out and draws it; runs gnuplot; and improves its SVG: hover text that says what a mark means, colours
   for a dark screen, and a name for readers who cannot see it. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/chart.h"
#include "analysis/report/text.h"
#include "engine/data_file.h"
#include "engine/text/number.h"
#include "sim/files/output_file.h"
#include "sim/files/system.h"
#include "sim/files/text_buffer.h"

DATA_FILE(picture_template, "analysis/report/picture.gp")

/* In the text of a mark this character stands for the & of SVG, so that gnuplot takes no part of it for its own. */
#define POINTED_AND "\xee\x80\x80"

typedef enum { PICTURE_SVG, PICTURE_PNG, PICTURE_PDF } PictureKind;

/* Endings of names, and how such files end. */
static const struct {
    const char *name, *end;
} KINDS[] = {[PICTURE_SVG] = {".svg", "</svg>"},
             [PICTURE_PNG] = {".png", "IEND\xae\x42\x60\x82"},
             [PICTURE_PDF] = {".pdf", "%%EOF"}};

/* A line of the data that draws nothing, so that no block is empty, and no two lines are. */
#define NOTHING "NaN NaN NaN NaN NaN NaN NaN NaN NaN \"\" \"\"\n"

enum { MOST_ROWS = 60, MOST_SQUARES = 40, MOST_SPACED = 24, MOST_DOTS = 60 };

typedef struct {
    FILE *out;
    const Chart *chart;
    PictureKind kind;
    size_t *order, *place, shown; /* rows from the top; where each stands, SIZE_MAX: nowhere; how many do */
    size_t groups;                /* of marks */
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

/* From where to where the values, or x, of a panel (SIZE_MAX: of all) reach; NAN: there are none. */
static Interval extent_of(const Script *script, size_t panel, bool of_x)
{
    const Chart *chart = script->chart;
    const bool squares = chart->picture.form == CHART_SQUARES, zero = chart->picture.is & CHART_ZERO && !of_x;
    double low = zero ? 0 : INFINITY, high = zero ? 0 : -INFINITY;
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
    return low > high ? (Interval){NAN, NAN} : (Interval){low, high};
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

/* 0: its colour is full; 1: the value may be 0; 2: it is too rare to say; below 0: there is none to draw, and it is too
   rare to say (-2) or not known (-1). */
static int mark_state(const Chart *chart, const Mark *mark)
{
    const bool pale = chart->picture.is & CHART_ZERO && interval_known(mark->interval) && is_pale(mark);
    return isnan(mark->value) ? -1 - mark->is_rare : mark->is_rare ? 2 : pale;
}

/* "deny_sur, alone, against greedy", and below it "+1.09 (+1.03 to +1.14) points a round". */
static const char *pointed_text(const Chart *chart, const Mark *mark)
{
    char value[COLUMN_CELL];
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

/* What shows at the mark where the pointer rests. */
static void pointed_write(FILE *out, const char *text)
{
    for (size_t length; *text; text += length) {
        length = text_character(text) ? (size_t)text_character(text) : 1;
        if (strchr("<>&\"'\n", *text))
            fprintf(out, POINTED_AND "#%d;", *text);
        else
            characters_write(out, text, length);
    }
}

/* A mark's line for the template. Of `count` marks of a group `seen` were before it; some of many are pointed at. */
static void mark_write(const Script *script, const Mark *mark, size_t seen, size_t count)
{
    const Chart *chart = script->chart;
    const bool rows = is_rows(chart), curves = is_curves(chart), squares = chart->picture.form == CHART_SQUARES,
               unknown = isnan(mark->value), drawn = !unknown && !(curves && mark->is_rare),
               alone = mark->alone || count == 1 || chart->picture.form == CHART_STEPS;
    const Interval none = {NAN, NAN},
                   own = drawn && !mark->is_rare && interval_known(mark->interval) ? mark->interval : none,
                   wanted = drawn && mark->wanted.low < mark->wanted.high ? mark->wanted : none,
                   between = curves && alone && interval_known(own) ? own : wanted;
    const char *text = curves                  ? (mark->is_rare ? "rare" : NULL)
                       : rows && mark->is_rare ? "too rare to say"
                                               : mark->text;
    double x = mark->x, y = unknown ? 0 : mark->value, size = 0.34 / fmax(1, (double)chart->group_count);
    if (rows) x = y, y = (double)script->place[mark->row_at];
    if (squares) x = (double)script->place[mark->group_at], y = (double)script->place[mark->row_at];
    if (squares) size = mark->value * (is_pale(mark) ? 0.3 : 1);
    if (curves) size = drawn && count <= MOST_DOTS ? y : NAN;
    if (curves && (mark->alone || !drawn)) /* a line ends here, and does not go through what is not known */
        fputs("\n" NOTHING, script->out);
    fprintf(script->out, "%.10g %.10g %.10g %.10g %.10g %zu %d %.10g %.10g ", x, y, own.low, own.high, size,
            mark->group_at, mark_state(chart, mark), between.low, between.high);
    gnuplot_string(script->out, text ? text : "");
    fputs(" \"", script->out);
    if (script->kind == PICTURE_SVG && seen % (count / MOST_DOTS + 1) == 0 && (mark->is_rare || !unknown))
        pointed_write(script->out, pointed_text(chart, mark));
    fputs("\"\n", script->out);
}

/* The marks of all panels, each with an index of its own, of curves one for each group. */
static void marks_write(const Script *script)
{
    const Chart *chart = script->chart;
    const bool curves = is_curves(chart);
    fputs("$D << EOD\n", script->out);
    for (size_t panel = 0; panel < chart->panel_count; panel++)
        for (size_t g = 0, seen = 0; g < (curves ? script->groups : 1); g++) {
            const size_t count = curves ? marks_count(chart, panel, g) : 1;
            fprintf(script->out, "%s%s", panel || g ? "\n\n" : "", NOTHING);
            for (size_t i = 0; i < chart->count; i++) {
                const Mark *mark = &chart->marks[i];
                if ((!curves || mark->group_at == g) && is_here(script, mark, panel))
                    mark_write(script, mark, seen++, count);
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

/* What a panel shows, and what stands at it. */
static void panel_write(const Script *script, size_t index)
{
    const Chart *chart = script->chart;
    const Panel *panel = &chart->panels[index];
    const Interval x = extent_of(script, chart->picture.form == CHART_SPREAD ? SIZE_MAX : index, true),
                   y = extent_of(script, chart->picture.is & CHART_APART ? index : SIZE_MAX, false);
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
    static const char *const FORMS[] = {"dots", "bars", "curves", "steps", "squares", "spread"};
    const Chart *chart = script->chart;
    const char *command = result_head_of(chart->result, "command"), *version = result_head_of(chart->result, "version");
    const bool named = chart->group_count > 1 || (chart->group_count == 1 && *chart->groups[0]);
    const size_t legend = named && chart->picture.form != CHART_SPREAD ? chart->group_count : 0;
    const Interval values = extent_of(script, SIZE_MAX, false);
    int digits = 0;
    for (size_t i = 0; chart->picture.form == CHART_SQUARES && i < chart->count; i++)
        digits = (int)fmax(digits, display_width(chart->marks[i].text));
    fprintf(
        script->out,
        "nan = NaN\nkind = '%s'\nform = '%s'\nasked = %.10g\nbare = %d\napart = %d\nlow = %.10g\nhigh = %.10g\ndigits = %d\n"
        "groups = %zu\nblocks = %zu\n",
        KINDS[script->kind].name + 1, FORMS[chart->picture.form], look->width, (chart->picture.is & CHART_BARE) != 0,
        (chart->picture.is & CHART_APART) != 0, values.low, values.high, digits, chart->group_count,
        is_curves(chart) ? script->groups + !script->groups : 1);
    text_write(script->out, "title", 0, chart->picture.title);
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
        text_write(script->out, "name", i + 1, chart->rows[script->order[i]]);
    for (size_t i = 0; i < legend; i++)
        text_write(script->out, "group", i + 1, chart->groups[i]);
    fprintf(script->out,
            "panels = %zu\narray panel[panels]\narray units[panels]\narray x_own[panels]\narray line[panels]\n"
            "array x_low[panels]\narray x_high[panels]\narray y_low[panels]\narray y_high[panels]\n",
            chart->panel_count);
    for (size_t i = 0; i < chart->panel_count; i++)
        panel_write(script, i);
}

static void script_write(FILE *file, const Chart *chart, const PictureLook *look, PictureKind kind)
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
    frame_write(&script, look,
                result_format(result, "%s%s%s%s%s%s%s", partial ? "PARTIAL: " : "", partial ? partial : "",
                              partial ? "; " : "", shown, result_at_level(result, chart->picture.subtitle),
                              rules ? "; rules " : "", rules ? rules : ""));
    marks_write(&script);
    fwrite(picture_template, 1, (size_t)(picture_template_end - picture_template), file);
}

/* ---- gnuplot */

/* gnuplot's first line that says what is wrong; before it stand the script's line and a caret. */
static void complaint_find(char *out, size_t size, char *errors)
{
    char *rest;
    *out = 0;
    for (char *line = strtok_r(errors, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        const bool located = strstr(line, " line ") && strchr(line, ':');
        if (strstr(line, "warning: ") || !line[strspn(line, " \t^")]) continue;
        if (located || !*out) text_one_line(out, size, line + strspn(line, " \t"));
        if (located) return;
    }
}

bool gnuplot_found(void)
{
    char *const words[] = {(char[]){"gnuplot"}, (char[]){"--version"}, NULL};
    ChildEnd end;
    const int reason = child_run(&end, &(ChildStart){.words = words, .input = ""});
    child_free(&end);
    return !reason;
}

/* Runs gnuplot on the script, without anybody's start-up files or temporary ones, and adds what it draws to *drawn.
   False with the reason: gnuplot is missing, cannot be started, or failed, and then says why itself. */
static bool gnuplot_run(const char *script, TextBuffer *drawn, Error *error)
{
    char complaint[300] = "", *const words[] = {(char[]){"gnuplot"}, (char[]){"-d"}, NULL};
    ChildEnd end;
    int reason = child_run(&end, &(ChildStart){.words = words, .input = script});
    const int status = end.status;
    if (!text_buffer_add(&end.errors, "", 1) || !text_buffer_add(drawn, end.out.data, end.out.length))
        reason = ENOMEM;
    else
        complaint_find(complaint, sizeof complaint, end.errors.data);
    child_free(&end);
    if (reason == ENOENT) return error_system(error, GNUPLOT_MISSING);
    if (reason) return error_file(error, "gnuplot", reason);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    return strstr(complaint, "unknown or ambiguous terminal")
               ? error_system(error, "this gnuplot cannot write PDF; its package gnuplot-nox can")
               : error_system(error, "gnuplot failed: %s", *complaint ? complaint : "it does not say why");
}

/* ---- SVG */

/* On a dark screen light is dark, and each colour keeps its hue. */
const char SVG_STYLE[] = ".pasur-picture .hover:hover use{opacity:.2}\n"
                         "@media screen and (prefers-color-scheme:dark){"
                         ".pasur-picture{filter:invert(.91) hue-rotate(180deg)}}\n";

/* What gnuplot writes, and what stands there in its place; PAGE: on a page, with the picture's number. */
static const struct {
    const char *from, *to;
    bool page;
} PARTS[] = {
    {"<svg \n", "<svg class=\"pasur-picture\" role=\"img\" aria-label=\"%s\"\n", false},
    {"<title>Gnuplot</title>", "", false},
    {"<g onmousemove=\"gnuplot_svg.showHypertext(evt,'", "<g class=\"hover\"><title>", false},
    {"')\" onmouseout=\"gnuplot_svg.hideHypertext()\"><title> </title>", "</title>", false},
    {POINTED_AND "#10;", "\n", false},
    {POINTED_AND, "&", false},
    {"]]>", "]]&gt;", false}, /* is no XML */
    {" id='gp", " id='p%d_gp", true},
    {" id=\"gnuplot_", " id=\"p%d_", true},
    {" id='textbox'", " id='p%d_textbox'", true},
    {" id='greybox'", " id='p%d_greybox'", true},
    {"='#gp", "='#p%d_gp", true},
};

/* Makes *out of gnuplot's whole SVG. number: 0 for a file of its own; else it is picture this many of a page, without the
   lines before <svg>, without the style, and with names of its own inside. False if memory runs out. */
static bool svg_finish(TextBuffer *out, const TextBuffer *drawn, const char *title, int number)
{
    char *made = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&made, &length);
    if (!file) return false;
    const char *text = number ? strstr(drawn->data, "<svg") : drawn->data, *end;
    while (text && *text) {
        size_t i = 0;
        while (i < sizeof PARTS / sizeof *PARTS &&
               (strncmp(text, PARTS[i].from, strlen(PARTS[i].from)) || (PARTS[i].page && !number)))
            i++;
        if (i < sizeof PARTS / sizeof *PARTS) {
            PARTS[i].page ? fprintf(file, PARTS[i].to, number) : markup_print(file, PARTS[i].to, title);
            if (i == 0 && number) fputs(" style=\"max-width:100%\"", file);
            if (i == 1 && !number) fprintf(file, "<style>%s</style>", SVG_STYLE);
            text += strlen(PARTS[i].from);
        } else if (!strncmp(text, "<title>", strlen("<title>")) && (end = strstr(text, "</title>"))) {
            text = end + strlen("</title>"); /* gnuplot's own */
        } else {
            putc(*text++, file);
        }
    }
    if (!text_stream_close(file, &made)) return free(made), false;
    *out = (TextBuffer){.data = made, .length = length, .room = length};
    return true;
}

/* ---- from a result to a file */

static bool kind_of(PictureKind *kind, const char *out, Error *error)
{
    const size_t length = strlen(out);
    char shown[120];
    for (*kind = PICTURE_SVG; *kind <= PICTURE_PDF; (*kind)++)
        if (length > 4 && !strcmp(out + length - 4, KINDS[*kind].name)) return true;
    return error_set(error, "'%s': a picture's name ends in .svg, .png or .pdf",
                     text_one_line(shown, sizeof shown, out));
}

bool plot_name_valid(const char *out, Error *error) { return kind_of(&(PictureKind){0}, out, error); }

/* Fills *script, which is the caller's to free, and *title. */
static bool script_make(char **script, const char **title, Result *result, CsvReader *rest, const PictureLook *look,
                        PictureKind kind, Error *error)
{
    Chart chart = {.result = result, .rest = rest, .picture = *result->kind->picture};
    Picture *picture = &chart.picture;
    size_t length;
    bool good = result->row_count || result->kind->streams ||
                result_complain(result, "no rows after the header, so there is nothing to draw");
    FILE *file = good ? open_memstream(script, &length) : NULL;
    if (good && !file) return error_memory(error);
    if (!picture->subtitle) picture->subtitle = "with 95 % intervals";
    if (picture->matches && result_matches(result)) picture->unit = picture->matches;
    if (good) picture->title = result_words(result, 0, picture->title);
    if (good) picture->unit = picture->unit ? result_words(result, 0, picture->unit) : shown_unit(result);
    good = good && (picture->draw ? picture->draw : chart_rows)(&chart) && chart_finish(&chart);
    if (look->title) picture->title = look->title;
    *title = picture->title;
    if (good) script_write(file, &chart, look, kind);
    free(chart.marks);
    if (file && !text_stream_close(file, script)) return error_memory(error);
    if (good && result->failed) return error_memory(error);
    if (!good) *error = result->error;
    return good;
}

/* The kept script draws into the picture's file by itself. A name that gnuplot would take for a pipe or a home folder
   gets a harmless beginning. */
static bool script_keep(const char *script, const char *name, const char *out, Error *error)
{
    char *text = NULL, shown[4200];
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (!file) return error_memory(error);
    snprintf(shown, sizeof shown, "%s%s", strchr("|~", *out) ? "./" : "", out);
    fputs("# Drawn by: gnuplot THIS-FILE\npicture = ", file);
    gnuplot_string(file, shown);
    fprintf(file, "\n%s", script);
    const bool good =
        (text_stream_close(file, &text) || error_memory(error)) && atomic_file_write(name, text, length, error);
    free(text);
    return good;
}

/* What gnuplot makes of the script: a whole picture, which ends as one does, as it stands in a file or, with its number,
   on a page. */
static bool picture_make(TextBuffer *out, const char *script, PictureKind kind, const char *title, int number,
                         Error *error)
{
    TextBuffer drawn = {0};
    const char *end = KINDS[kind].end;
    bool good = gnuplot_run(script, &drawn, error);
    size_t length = drawn.length;
    while (kind != PICTURE_PNG && length && strchr(" \r\n", drawn.data[length - 1]))
        length--;
    if (good && (length < strlen(end) || memcmp(drawn.data + length - strlen(end), end, strlen(end)) != 0))
        good = error_system(error, "gnuplot drew no whole picture: what it wrote, %zu byte%s, does not end as %s does",
                            drawn.length, PLURAL(drawn.length), KINDS[kind].name);
    if (kind != PICTURE_SVG) return *out = drawn, good;
    good = good && ((text_buffer_add(&drawn, "", 1) && svg_finish(out, &drawn, title, number)) || error_memory(error));
    text_buffer_free(&drawn);
    return good;
}

bool plot_draw(Result *result, CsvReader *rest, const PictureLook *look, const char *out, const char *script, bool run,
               Error *error)
{
    PictureKind kind;
    const char *title;
    char *made = NULL;
    TextBuffer whole = {0};
    if (!kind_of(&kind, out, error)) return false;
    const bool good = script_make(&made, &title, result, rest, look ? look : &(PictureLook){0}, kind, error) &&
                      (!script || script_keep(made, script, out, error)) &&
                      (!run || (picture_make(&whole, made, kind, title, 0, error) &&
                                atomic_file_write(out, whole.data, whole.length, error)));
    text_buffer_free(&whole);
    free(made);
    return good;
}

bool plot_inline(TextBuffer *out, Result *result, CsvReader *rest, double width, int number, Error *error)
{
    const char *title;
    char *made = NULL;
    *out = (TextBuffer){0};
    const bool good = script_make(&made, &title, result, rest, &(PictureLook){.width = width}, PICTURE_SVG, error) &&
                      picture_make(out, made, PICTURE_SVG, title, number, error);
    free(made);
    return good;
}
