/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pictures share: frame, legend; values with intervals in rows. */
#include "analysis/report/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/text.h"

/* ---- every picture */

static int highest_first(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank ? 1 : -1;
    return (x->index > y->index) - (x->index < y->index);
}

void ranked_sort(Ranked *list, size_t count) { qsort(list, count, sizeof *list, highest_first); }

/* Counts the characters of the next line of at most so many, broken at a blank where there is one, or behind a comma. */
static size_t line_length(const char *text, size_t chars)
{
    size_t length = strlen(text), blank = chars;
    if (length <= chars) return length;
    while (blank && text[blank] != ' ')
        blank--;
    for (size_t i = chars; !blank && i; i--)
        if (text[i - 1] == ',') blank = i;
    for (length = blank ? blank : chars; !blank && length && ((unsigned char)text[length] & 0xc0) == 0x80; length--) {}
    return length ? length : chars; /* bytes that are no UTF-8 have no place to break them at */
}

/* The command that repeats what is shown, as a shell takes it: whole, in as many lines as it takes. Returns how many;
   `y` below 0: it only counts them. */
static int foot_write(Picture *picture, double y, const char *command, size_t chars)
{
    int lines = 0;
    while (*command) {
        char line[400];
        const size_t length = line_length(command, chars);
        snprintf(line, sizeof line, "%s%.*s%s", lines ? "    " : "", (int)length, command,
                 command[length] == ' ' ? " \\" : "");
        if (y >= 0) picture_text(picture, FRAME_SIDE, y + FOOT_LINE * lines, ALIGN_LEFT, FONT_SMALL, COLOR_MUTED, line);
        command += length;
        command += strspn(command, " ");
        lines++;
    }
    return lines;
}

/* Writes a text in as many lines as it takes. Returns how many; `y` below 0: it only counts them. */
static int lines_write(Picture *picture, double y, double step, int font, const char *color, const char *text)
{
    const size_t chars = (size_t)((picture->width - 2 * FRAME_SIDE) / (0.56 * font));
    int lines = 0;
    while (*text) {
        char line[400];
        const size_t length = line_length(text, chars);
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        if (y >= 0) picture_text(picture, FRAME_SIDE, y + step * lines, ALIGN_LEFT, font, color, line);
        text += length;
        text += strspn(text, " ");
        lines++;
    }
    return lines;
}

/* Title and subtitle, in lines, below which all the rest is shifted. */
static void titles_write(Picture *picture, double width, double height, const char *title, const char *subtitle)
{
    enum { TITLE_LINE = 24, SUBTITLE_LINE = 18 };
    picture->width = width;
    const int titles = lines_write(picture, -1, 0, FONT_TITLE, NULL, title),
              subtitles = lines_write(picture, -1, 0, FONT_SMALL + 1, NULL, subtitle);
    const double more = TITLE_LINE * fmax(0, titles - 1) + SUBTITLE_LINE * fmax(0, subtitles - 1);
    picture_begin(picture, width, height + more, title);
    lines_write(picture, 32, TITLE_LINE, FONT_TITLE, COLOR_INK, title);
    lines_write(picture, 58 + TITLE_LINE * fmax(0, titles - 1), SUBTITLE_LINE, FONT_SMALL + 1, COLOR_MUTED, subtitle);
    picture->shift = more;
}

void plot_frame(PlotJob *job, double width, double height, const char *title, const char *subtitle)
{
    Picture *picture = job->picture;
    char line[600], shown[SHORTENED_TEXT];
    if (picture->look.title) title = picture->look.title;
    const char *rules = result_head_of(job->result, "rules"), *command = result_head_of(job->result, "command");
    const char *version = result_head_of(job->result, "version"), *partial = result_partial(job->result);
    int chars = (int)fmin(120, (width - 2 * FRAME_SIDE) / (0.58 * FONT_SMALL));
    const bool foot = !picture->look.no_foot;
    const int more = foot ? foot_write(picture, -1, command ? command : "", (size_t)chars - 6) : 0;
    height += FOOT_LINE * more - (foot ? 0 : FOOT_LINE);
    snprintf(line, sizeof line, "%s%s%s%s%s%s", partial ? "PARTIAL: " : "", partial ? partial : "", partial ? "; " : "",
             result_at_level(job->result, subtitle), rules ? "; rules " : "", rules ? rules : "");
    titles_write(picture, width, height, title, line);
    if (!foot) return;
    snprintf(line, sizeof line, "%s%s", version ? "pasur " : "", version ? version : "");
    foot_write(picture, height - 18 - FOOT_LINE * more, command ? command : "", (size_t)chars - 6);
    picture_text(picture, FRAME_SIDE, height - 18, ALIGN_LEFT, FONT_SMALL, COLOR_MUTED, text_short(shown, line, chars));
}

bool names_levels(Levels *out, Result *result, const char *column)
{
    const char *reversed = result_head_of(result, "reversed");
    const char **texts = result_texts(result, column);
    return texts && (!reversed || texts_mark(result, texts, result->row_count, reversed, ", reversed")) &&
           levels_of(out, result, texts, result->row_count);
}

bool opponent_levels(Levels *out, Result *table, size_t most)
{
    if (!result_levels(out, table, "opponent", most)) return false;
    for (size_t i = 0; i < out->count; i++)
        if (*out->names[i] && !(out->names[i] = result_join(table, "against ", out->names[i]))) return false;
    return true;
}

/* Puts the names behind each other, on as many lines as they take; picture NULL: it only counts them. */
static size_t legend_write(Picture *picture, double width, double left, double y, const char *const *names,
                           size_t count)
{
    char name[SHORTENED_TEXT];
    size_t lines = 1;
    double x = left;
    for (size_t i = 0; i < count; i++) {
        text_short(name, names[i], 28);
        const double own = 18 + text_width(name, FONT_TEXT);
        if (x > left && x + own > width - 10) x = left, lines++;
        if (picture) {
            const double at = y + LEGEND_LINE * (double)(lines - 1);
            picture_text(picture, x, at, ALIGN_LEFT, FONT_TEXT, series_color(i), "■");
            picture_text(picture, x + 18, at, ALIGN_LEFT, FONT_TEXT, COLOR_INK, name);
        }
        x += own + 20;
    }
    return lines;
}

size_t legend_lines(double width, double left, const char *const *names, size_t count)
{
    return count == 1 && !*names[0] ? 0 : legend_write(NULL, width, left, 0, names, count);
}

void plot_legend(Picture *picture, double left, double y, const char *const *names, size_t count)
{
    if (count > 1 || *names[0]) legend_write(picture, picture->width, left, y, names, count);
}

/* ---- values with intervals in rows */

enum {
    MOST_ROWS = 60,
    LABEL_CHARS = 32,
    LABEL_LINES = 4,
    LABEL_LINE = 17,
    PANEL_WIDTH = 640,
    NARROW_PANEL = 360,
    GAP = 28
};

static const IntervalCell *cell_at(const IntervalChart *chart, size_t panel, size_t group, size_t row)
{
    return &chart->cells[(panel * chart->group_count + group) * chart->row_count + row];
}

/* Mean of the row's values that are known and not rare; where there is none, less than any. */
static double row_mean(const IntervalChart *chart, size_t row)
{
    double sum = 0, count = 0;
    for (size_t slot = 0; slot < chart->panel_count * chart->group_count; slot++) {
        const IntervalCell *cell = cell_at(chart, 0, slot, row);
        if (!cell->rare && !isnan(cell->value)) sum += cell->value, count++;
    }
    return count > 0 ? sum / count : -INFINITY;
}

/* The rows to show, from the top; *count of them. */
static Ranked *order_rows(PlotJob *job, const IntervalChart *chart, size_t *count)
{
    Ranked *order = result_alloc(job->result, chart->row_count, sizeof *order);
    if (!order) return NULL;
    for (size_t row = 0; row < chart->row_count; row++) {
        const double mean = row_mean(chart, row);
        order[row] = (Ranked){row, isfinite(mean) ? fabs(mean) : mean};
    }
    *count = chart->row_count < MOST_ROWS ? chart->row_count : MOST_ROWS;
    if (!chart->sorted) return order;
    ranked_sort(order, chart->row_count); /* those farthest from zero are shown */
    for (size_t i = 0; i < *count; i++)
        order[i].rank = row_mean(chart, order[i].index);
    ranked_sort(order, *count);
    return order;
}

/* One scale for all panels, so that they can be compared. */
static Axis value_axis(const IntervalChart *chart, const Ranked *order, size_t rows, int tics)
{
    double low = 1, high = 0;
    if (chart->zero) range_add(&low, &high, 0);
    for (size_t slot = 0; slot < chart->panel_count * chart->group_count; slot++)
        for (size_t i = 0; i < rows; i++) {
            const IntervalCell *cell = cell_at(chart, 0, slot, order[i].index);
            range_add(&low, &high, cell->value);
            if (!cell->rare) range_add(&low, &high, cell->low), range_add(&low, &high, cell->high);
        }
    for (size_t i = 0; chart->wanted && i < rows; i++)
        range_add(&low, &high, chart->wanted[order[i].index].low),
            range_add(&low, &high, chart->wanted[order[i].index].high);
    return axis_over(low, high, tics, chart->axis);
}

/* Height of the group's mark within the row's slot of height 1 that is centred on 0. */
static double slot_offset(const IntervalChart *chart, size_t group)
{
    return ((double)group + 0.5) / (double)chart->group_count * 0.8 - 0.4;
}

static int wanted_data(Picture *picture, const IntervalChart *chart, const Ranked *order, size_t rows)
{
    int block = picture_data(picture);
    for (size_t i = 0; i < rows; i++) {
        const Interval wanted = chart->wanted[order[i].index];
        const double y = (double)i;
        if (interval_known(wanted))
            fprintf(picture->script, "%.10g %.10g %.10g %.10g %.10g %.10g\n", wanted.low, y, wanted.low, wanted.high,
                    y - 0.4, y + 0.4);
    }
    picture_data_end(picture);
    return block;
}

static void draw_cells(Picture *picture, const IntervalChart *chart, const Ranked *order, size_t rows, size_t panel,
                       const Axis *axis)
{
    FILE *script = picture->script;
    double half = 0.4 / (double)chart->group_count * 0.86;
    double base = axis->low > 0 ? axis->low : axis->high < 0 ? axis->high : 0;
    int marks = picture_data(picture);
    for (size_t i = 0; i < rows * chart->group_count; i++) {
        size_t slot = i / chart->group_count, group = i % chart->group_count;
        const IntervalCell *cell = cell_at(chart, panel, group, order[slot].index);
        if (isnan(cell->value)) continue;
        const bool known = !cell->rare && !isnan(cell->low) && !isnan(cell->high);
        double y = (double)slot + slot_offset(chart, group);
        const bool pale = known && chart->zero && cell->low <= 0 && cell->high >= 0; /* it may be 0 */
        fprintf(script, "%.10g %.10g %.10g %.10g %.10g %.10g 0x%s%s %.10g %.10g 0x%s\n", cell->value, y,
                fmin(base, cell->value), fmax(base, cell->value), y - half, y + half, pale && chart->bars ? "b0" : "",
                (cell->rare ? COLOR_RARE : series_color(group)) + 1, known ? cell->low : NAN, known ? cell->high : NAN,
                (chart->bars ? COLOR_INK : series_color(group)) + 1);
    }
    picture_data_end(picture);
    int spans = chart->wanted ? wanted_data(picture, chart, order, rows) : 0;
    fprintf(script, "plot NaN, ");
    if (chart->wanted)
        fprintf(script, "$D%d using 1:2:3:4:5:6 with boxxyerror linecolor rgb '" COLOR_WANTED "', ", spans);
    if (chart->bars) fprintf(script, "$D%d using 1:2:3:4:5:6:7 with boxxyerror linecolor rgb variable, ", marks);
    fprintf(script, "$D%d using 8:2:($9-$8):(0):10 with vectors nohead linewidth 2 linecolor rgb variable", marks);
    if (!chart->bars)
        fprintf(script, ", $D%d using 1:2:7 with points pointtype 7 pointsize 0.6 linecolor rgb variable", marks);
    fprintf(script, "\n");
}

/* What each mark stands for. */
static void hover_cells(Picture *picture, const IntervalChart *chart, const Ranked *order, size_t rows, size_t panel,
                        Box box, const Axis *axis)
{
    const double row_height = (box.bottom - box.top) / (double)rows;
    const double zero = fmin(fmax(0, axis->low), axis->high);
    for (size_t i = 0; i < rows * chart->group_count; i++) {
        const size_t row = order[i / chart->group_count].index, group = i % chart->group_count;
        const IntervalCell *cell = cell_at(chart, panel, group, row);
        const double middle =
            box.top + ((double)(i / chart->group_count) + 0.5 + slot_offset(chart, group)) * row_height;
        const double half = 0.4 * row_height / (double)chart->group_count;
        char value[FIGURE_CELL];
        if (isnan(cell->value)) continue;
        double low = fmin(chart->bars ? zero : cell->value, cell->value),
               high = fmax(chart->bars ? zero : low, cell->value);
        const bool known = !cell->rare && !isnan(cell->low) && !isnan(cell->high);
        if (known) low = fmin(low, cell->low), high = fmax(high, cell->high);
        interval_text(value, chart->shares ? "%.2f" : "%+.2f", cell->value,
                      known ? (Interval){cell->low, cell->high} : (Interval){NAN, NAN});
        picture_hover(picture,
                      (Box){axis_pixel(axis, box.left, box.right, low), middle - half,
                            axis_pixel(axis, box.left, box.right, high), middle + half},
                      "%s%s%s%s%s\n%s%s%s", chart->rows[row], *chart->groups[group] ? ", " : "", chart->groups[group],
                      *chart->panels[panel] ? ", " : "", chart->panels[panel], cell->rare ? "too rare to say" : value,
                      cell->rare ? "" : " ", cell->rare ? "" : chart->axis);
    }
}

/* Is every measure of the row too rare to say? */
static bool row_is_rare(const IntervalChart *chart, size_t panel, size_t row)
{
    size_t group = 0;
    while (group < chart->group_count && cell_at(chart, panel, group, row)->rare)
        group++;
    return group == chart->group_count;
}

static void label_rare(Picture *picture, const IntervalChart *chart, const Ranked *order, size_t rows, size_t panel,
                       Box box, const Axis *axis)
{
    double row_height = (box.bottom - box.top) / (double)rows;
    for (size_t i = 0; i < rows; i++) {
        bool all = row_is_rare(chart, panel, order[i].index);
        for (size_t group = 0; group < (all ? 1 : chart->group_count); group++) {
            const IntervalCell *cell = cell_at(chart, panel, group, order[i].index);
            if (!cell->rare) continue;
            const double value = isnan(cell->value) ? 0 : cell->value;
            double x = axis_pixel(axis, box.left, box.right, fmin(fmax(fmax(0, value), axis->low), axis->high));
            double y = box.top + ((double)i + 0.5 + (all ? 0 : slot_offset(chart, group))) * row_height;
            bool fits = x + text_width("too rare to say", FONT_SMALL) < box.right;
            if (!fits) x = axis_pixel(axis, box.left, box.right, fmin(fmax(fmin(0, value), axis->low), axis->high));
            picture_text(picture, fits ? x + 6 : x - 6, y, fits ? ALIGN_LEFT : ALIGN_RIGHT, FONT_SMALL, COLOR_MUTED,
                         "too rare to say");
        }
    }
}

/* Where everything lies: panels side by side, or below each other where they would be too narrow. */
typedef struct {
    int label_chars; /* of a line of a label */
    size_t abreast;
    double left, width, panel_width, row_height, top, step; /* step: from a panel's top to that of the next below it */
    size_t legend_lines;
} IntervalLayout;

/* Breaks a row's label at blanks into lines of at most so many characters; in a narrow picture also behind the marks
   within an agent's name, whose end says what differs. Returns how many. */
static int label_break(char lines[static LABEL_LINES][SHORTENED_TEXT], const char *label, int chars)
{
    const char *const marks = chars < LABEL_CHARS ? ":,+" : "";
    int count = 0;
    while (*label && count < LABEL_LINES) {
        char line[SHORTENED_TEXT];
        size_t length = strlen(label);
        if (length > (size_t)chars && count < LABEL_LINES - 1 && strchr(label, ' '))
            length = line_length(label, (size_t)chars);
        const size_t part = length > (size_t)chars ? strcspn(label, marks) + 1 : length;
        if (part < length && count < LABEL_LINES - 1) length = part;
        snprintf(line, sizeof line, "%.*s", (int)length, label);
        text_short(lines[count++], line, chars);
        label += length;
        label += strspn(label, " ");
    }
    return count;
}

static void label_write(Picture *picture, double right, double y, const char *label, int chars)
{
    char lines[LABEL_LINES][SHORTENED_TEXT];
    const int count = label_break(lines, label, chars);
    for (int i = 0; i < count; i++)
        picture_text(picture, right, y + LABEL_LINE * (i - 0.5 * (count - 1)), ALIGN_RIGHT, FONT_TEXT, COLOR_INK,
                     lines[i]);
}

static IntervalLayout layout_find(const Picture *picture, const IntervalChart *chart, const Ranked *order, size_t rows)
{
    enum { LEAST_PANEL = 240 };
    const bool many = chart->panel_count > 1;
    const double side = many ? NARROW_PANEL : PANEL_WIDTH;
    IntervalLayout layout = {.label_chars = chart->label_chars ? chart->label_chars : LABEL_CHARS,
                             .abreast = chart->panel_count,
                             .row_height = fmax(26, 15.0 * (double)chart->group_count + 8)};
    char label[LABEL_LINES][SHORTENED_TEXT];
    const double room = picture_room(picture, 0);
    if (room > 0) layout.label_chars = (int)fmin(layout.label_chars, fmax(8, 0.34 * room / (0.62 * FONT_TEXT)));
    for (size_t i = 0; i < rows; i++) {
        const int count = label_break(label, chart->rows[order[i].index], layout.label_chars);
        layout.row_height = fmax(layout.row_height, LABEL_LINE * count + 9);
        for (int line = 0; line < count; line++)
            layout.left = fmax(layout.left, text_width(label[line], FONT_TEXT));
    }
    layout.left += FRAME_SIDE + 12;
    layout.width = picture_room(picture, layout.left + (double)layout.abreast * (side + GAP));
    while (layout.abreast > 1 && (layout.width - layout.left) / (double)layout.abreast < LEAST_PANEL)
        layout.abreast--;
    layout.panel_width = (layout.width - layout.left) / (double)layout.abreast - GAP;
    layout.legend_lines =
        chart->group_count > 1 ? legend_lines(layout.width, layout.left, chart->groups, chart->group_count) : 0;
    layout.top =
        FRAME_TOP + (layout.legend_lines ? 8 + LEGEND_LINE * (double)layout.legend_lines : 0) + (many ? 26 : 0);
    layout.step = layout.row_height * (double)rows + 86;
    return layout;
}

bool interval_chart_draw(PlotJob *job, const IntervalChart *chart)
{
    Picture *picture = job->picture;
    size_t rows;
    Ranked *order = order_rows(job, chart, &rows);
    if (!order) return false;
    const IntervalLayout layout = layout_find(picture, chart, order, rows);
    const size_t lines = (chart->panel_count + layout.abreast - 1) / layout.abreast;
    const double left = layout.left;
    char subtitle[400] = "";
    if (rows < chart->row_count)
        snprintf(subtitle, sizeof subtitle, "%zu of %zu rows%s; ", rows, chart->row_count,
                 chart->sorted ? ", those farthest from zero" : "");
    strcat(subtitle, chart->subtitle);
    plot_frame(job, layout.width, layout.top + layout.step * (double)lines - 26 + FRAME_BOTTOM, chart->title, subtitle);
    if (layout.legend_lines) plot_legend(picture, left, FRAME_TOP + 6, chart->groups, chart->group_count);
    Axis axis = value_axis(chart, order, rows, (int)fmax(4, layout.panel_width / 70));
    const Axis slots = {.low = (double)rows - 0.5, .high = -0.5};
    for (size_t panel = 0; panel < chart->panel_count; panel++) {
        const double x = left + (double)(panel % layout.abreast) * (layout.panel_width + GAP);
        const double top = layout.top + (double)(panel / layout.abreast) * layout.step;
        const Box box = {x, top, x + layout.panel_width, top + layout.row_height * (double)rows};
        for (size_t i = 0; i < rows && panel % layout.abreast == 0; i++)
            label_write(picture, left - 12, top + ((double)i + 0.5) * layout.row_height, chart->rows[order[i].index],
                        layout.label_chars);
        if (chart->panel_count > 1) picture_panel_title(picture, box, chart->panels[panel], LABEL_CHARS + 8);
        if (axis.low <= 0 && axis.high >= 0)
            fputs("set arrow from first 0, graph 0 to first 0, graph 1 nohead linewidth 1.5 linecolor rgb '" COLOR_MUTED
                  "' front\n",
                  picture->script);
        label_rare(picture, chart, order, rows, panel, box, &axis);
        picture_panel(picture, box, &axis, &slots);
        draw_cells(picture, chart, order, rows, panel, &axis);
        picture_panel_end(picture);
        hover_cells(picture, chart, order, rows, panel, box, &axis);
    }
    return true;
}

bool interval_rows_draw(PlotJob *job, IntervalChart chart, const char *const *names, IntervalCell *cells, size_t rows)
{
    static const char *const NO_NAMES[] = {""};
    chart.rows = names;
    chart.row_count = rows;
    chart.cells = cells;
    chart.groups = chart.panels = NO_NAMES;
    chart.group_count = chart.panel_count = 1;
    return interval_chart_draw(job, &chart);
}

/* Do the four rows of a file of `sim` stand for two sides, two partners each? The others of a seat are its opponents
   then, and partners have the same figures. */
static bool rows_are_partners(const PlotJob *job, const Columns *columns)
{
    if (job->result->row_count != 4) return false;
    for (size_t row = 0; row < 2; row++)
        if (columns->value[row] != columns->value[row + 2] || columns->low[row] != columns->low[row + 2] ||
            columns->high[row] != columns->high[row + 2])
            return false;
    return columns->value[0] != columns->value[1];
}

/* Makes one row of each side's two. False with reader->error set. */
static bool partners_join(PlotJob *job, const char **names)
{
    for (size_t row = 0; row < 2; row++) {
        const bool same = !strcmp(names[row], names[row + 2]);
        char *both = same ? NULL : result_join(job->result, names[row], " and ");
        if (!same && (!both || !(names[row] = result_join(job->result, both, names[row + 2])))) return false;
    }
    return true;
}

bool interval_columns_draw(PlotJob *job, IntervalChart chart, bool partners, const char *name, const char *value,
                           const char *low, const char *high)
{
    Result *result = job->result;
    Columns columns;
    if (!columns_read(&columns, result, value, low, high)) return false;
    const char **names = result_texts(result, name);
    IntervalCell *cells = result_alloc(result, result->row_count, sizeof *cells);
    if (!names || !cells) return false;
    for (size_t row = 0; row < result->row_count; row++)
        cells[row] = (IntervalCell){columns.value[row], columns.low[row], columns.high[row], false};
    if (!chart.subtitle) chart.subtitle = "with 95 % intervals";
    const bool teams = partners && rows_are_partners(job, &columns);
    if (teams && !partners_join(job, names)) return false;
    return interval_rows_draw(job, chart, names, cells, teams ? 2 : result->row_count);
}

bool interval_groups_draw(PlotJob *job, IntervalChart chart, const char *const names[2], size_t panels,
                          const char *value, const char *low, const char *high, bool rare)
{
    Result *result = job->result;
    Levels rows, groups, panel;
    Columns columns;
    if (!names_levels(&rows, result, names[0]) || !result_levels(&groups, result, names[1], SERIES_COLORS) ||
        !opponent_levels(&panel, result, panels) || !columns_read(&columns, result, value, low, high))
        return false;
    const size_t count = rows.count * groups.count * panel.count;
    IntervalCell *cells = result_alloc(result, count, sizeof *cells);
    if (!cells) return false;
    for (size_t i = 0; i < count; i++)
        cells[i] = (IntervalCell){NAN, NAN, NAN, false};
    for (size_t row = 0; row < result->row_count; row++)
        cells[(panel.of_row[row] * groups.count + groups.of_row[row]) * rows.count + rows.of_row[row]] =
            (IntervalCell){columns.value[row], columns.low[row], columns.high[row], rare && isnan(columns.low[row])};
    chart.rows = rows.names;
    chart.row_count = rows.count;
    chart.groups = groups.names;
    chart.group_count = groups.count;
    chart.panels = panel.names;
    chart.panel_count = panel.count;
    chart.cells = cells;
    return interval_chart_draw(job, &chart);
}
