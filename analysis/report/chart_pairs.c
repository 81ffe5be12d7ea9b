/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs as heat maps, a square for each: tactics together, agents against each other, scores of a match. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/chart.h"
#include "analysis/report/text.h"

enum { MOST_NAMES = 120, MOST_PANELS = 12, LABEL_CHARS = 26, SCALE_STEPS = 60, SCALE_WIDTH = 260 };
/* Names with a hover text for each square: above, for each block of squares, to save room. */
enum { MOST_HOVERED = 40 };

typedef struct {
    const PairsChart *kind;
    const char **names; /* of both columns; of rows and columns */
    size_t count, all;  /* names that are shown, and that there are */
    Levels panels;
    double *values; /* [(panel * count + row) * count + column]; NAN: no such pair */
    bool *unsure;   /* the interval has 0 in it: the number stands in brackets */
    bool *rare;     /* too few boards to say */
    Interval *intervals;
    /* what lay_out finds */
    double cell, left, top, width; /* cell: side of a square; width: of a panel, and its height */
    double widest;                 /* of the names */
    bool numbers;                  /* stand in the squares */
    size_t every;                  /* labelled columns and rows */
} HeatMap;

/* How much of the colour a value has: little where it may be the middle. */
static double heat_share(const HeatMap *map, size_t cell, double reach)
{
    return map->values[cell] / reach * (map->unsure[cell] ? 0.3 : 1);
}

/* Vermillion below, blue above, nearly white between; mixed in equal steps, and none of them a colour that changes on a
   dark screen. share in -1 … 1. */
static unsigned heat_color(double share)
{
    static const double LOW[3] = {0xd5, 0x5d, 0x00}, MIDDLE[3] = {0xf4, 0xf4, 0xf4}, HIGH[3] = {0x00, 0x71, 0xb2};
    const double *end = share < 0 ? LOW : HIGH;
    double weight = fmin(fabs(share), 1);
    unsigned color = 0;
    for (int i = 0; i < 3; i++)
        color = color << 8 | (unsigned)lround(MIDDLE[i] + weight * (end[i] - MIDDLE[i]));
    return color;
}

/* The names of both columns together, those of the first column first; first[row], second[row]: their indices. */
static bool names_read(HeatMap *map, Result *table, size_t **first, size_t **second)
{
    const size_t rows = table->row_count;
    const char **a = result_texts(table, map->kind->first), **b = result_texts(table, map->kind->second);
    const char **texts = result_alloc(table, 2 * rows, sizeof *texts);
    Levels names;
    if (!a || !b || !texts) return false;
    memcpy(texts, a, rows * sizeof *texts);
    memcpy(texts + rows, b, rows * sizeof *texts);
    if ((map->kind->reversed && !texts_mark(table, texts, 2 * rows, map->kind->reversed, ", reversed")) ||
        !levels_of(&names, table, texts, 2 * rows))
        return false;
    map->names = names.names;
    map->all = names.count;
    map->count = names.count < MOST_NAMES ? names.count : MOST_NAMES;
    *first = names.of_row;
    *second = names.of_row + rows;
    return true;
}

/* Puts the name with the highest mean value first. */
static bool names_sort(HeatMap *map, Result *table, const double *values, size_t *first, size_t *second)
{
    const char **names = result_alloc(table, map->all, sizeof *names);
    Ranked *order = result_alloc(table, map->count, sizeof *order);
    size_t *counts = result_alloc(table, map->count, sizeof *counts);
    size_t *place = result_alloc(table, map->all, sizeof *place);
    if (!names || !order || !counts || !place) return false;
    for (size_t row = 0; row < table->row_count; row++)
        if (first[row] < map->count && !isnan(values[row])) {
            order[first[row]].rank += values[row];
            counts[first[row]]++;
        }
    for (size_t i = 0; i < map->count; i++) {
        order[i].index = i;
        if (counts[i]) order[i].rank /= (double)counts[i];
    }
    ranked_sort(order, map->count);
    for (size_t i = 0; i < map->all; i++) {
        const size_t from = i < map->count ? order[i].index : i;
        place[from] = i;
        names[i] = map->names[from];
    }
    map->names = names;
    for (size_t row = 0; row < table->row_count; row++) {
        first[row] = place[first[row]];
        second[row] = place[second[row]];
    }
    return true;
}

static const char *panel_words(const PairsChart *kind, const char *value)
{
    for (size_t i = 0; i < PAIRS_PANELS && kind->values[i]; i++)
        if (!strcmp(kind->values[i], value)) return kind->words[i];
    return value;
}

static bool map_read(HeatMap *map, Result *table, const PairsChart *kind)
{
    Columns columns;
    size_t *first, *second;
    *map = (HeatMap){.kind = kind};
    if (!columns_read(&columns, table, kind->value, kind->low, kind->high) ||
        !names_read(map, table, &first, &second) ||
        (!kind->symmetric && !kind->in_order && !names_sort(map, table, columns.value, first, second)) ||
        !(kind->symmetric
              ? opponent_levels(&map->panels, table, MOST_PANELS)
              : result_levels(&map->panels, table, kind->by ? kind->by : "", kind->by ? PAIRS_PANELS : SIZE_MAX)))
        return false;
    for (size_t i = 0; kind->by && i < map->panels.count; i++)
        map->panels.names[i] = panel_words(kind, map->panels.names[i]);
    const size_t n = map->count, cells = n * n * map->panels.count;
    map->values = result_alloc(table, cells, sizeof *map->values);
    map->unsure = result_alloc(table, cells, sizeof *map->unsure);
    map->rare = result_alloc(table, cells, sizeof *map->rare);
    map->intervals = result_alloc(table, cells, sizeof *map->intervals);
    if (!map->values || !map->unsure || !map->rare || !map->intervals) return false;
    for (size_t i = 0; i < cells; i++)
        map->values[i] = NAN;
    const double middle = kind->middle * columns_scale(table, kind->value);
    for (size_t row = 0; row < table->row_count; row++) {
        const size_t a = first[row], b = second[row], base = map->panels.of_row[row] * n * n;
        if (a >= n || b >= n) continue;
        for (int turn = 0; turn <= kind->symmetric; turn++) {
            const size_t cell = turn ? base + b * n + a : base + a * n + b;
            map->values[cell] = columns.value[row] - middle;
            map->intervals[cell] = (Interval){columns.low[row] - middle, columns.high[row] - middle};
            map->rare[cell] = kind->symmetric && !interval_known(map->intervals[cell]);
            map->unsure[cell] = !(columns.low[row] > middle) && !(columns.high[row] < middle); /* or unknown */
        }
    }
    return true;
}

static double largest_value(const HeatMap *map)
{
    double largest = 0;
    for (size_t i = 0; i < map->panels.count * map->count * map->count; i++)
        largest = fmax(largest, fabs(map->values[i])); /* fmax passes NaN over */
    return largest > 0 ? largest : 1;
}

/* What stands in a square. */
static char *number_write(char out[static 48], const HeatMap *map, size_t cell)
{
    char text[40];
    const double value = map->values[cell];
    if (map->rare[cell]) return strcpy(out, "rare");
    snprintf(text, sizeof text, map->kind->format, value);
    if (strtod(text, NULL) == 0) snprintf(text, sizeof text, map->kind->format, 0.0); /* no -0.0 */
    snprintf(out, 48, map->unsure[cell] ? "(%s)" : "%s", text);
    return out;
}

/* What each square stands for. */
static void hover_squares(Picture *picture, const HeatMap *map, size_t panel, Box box)
{
    const size_t n = map->count;
    for (size_t i = 0; i < n * n; i++) {
        const size_t cell = panel * n * n + i;
        const double x = box.left + (double)(i % n) * map->cell, y = box.top + (double)(i / n) * map->cell;
        char value[FIGURE_CELL];
        if (isnan(map->values[cell])) continue;
        interval_text(value, "%+.2f", map->values[cell], map->intervals[cell]);
        picture_hover(picture, (Box){x, y, x + map->cell, y + map->cell}, "%s %s %s%s%s\n%s%s%s", map->names[i / n],
                      map->kind->between, map->names[i % n], *map->panels.names[panel] ? ", " : "",
                      map->panels.names[panel], map->rare[cell] ? "too rare to say" : value, map->rare[cell] ? "" : " ",
                      map->rare[cell] ? "" : map->kind->scale);
    }
}

/* What each block of `side` by `side` squares stands for: its names and the values in it. */
static void hover_blocks(Picture *picture, const HeatMap *map, size_t panel, Box box, size_t side)
{
    const size_t n = map->count;
    for (size_t top = 0; top < n; top += side)
        for (size_t left = 0; left < n; left += side) {
            const size_t bottom = top + side < n ? top + side : n, right = left + side < n ? left + side : n;
            Interval values = {INFINITY, -INFINITY};
            char text[FIGURE_CELL];
            for (size_t i = 0; i < side * side; i++) {
                const size_t row = top + i / side, column = left + i % side;
                if (row >= n || column >= n) continue;
                const double value = map->values[(panel * n + row) * n + column];
                values.low = fmin(values.low, value); /* which pass NaN over */
                values.high = fmax(values.high, value);
            }
            if (values.low > values.high) continue;
            picture_hover(picture,
                          (Box){box.left + (double)left * map->cell, box.top + (double)top * map->cell,
                                box.left + (double)right * map->cell, box.top + (double)bottom * map->cell},
                          "%s \u2026 %s %s %s \u2026 %s%s%s\n%s %s", map->names[top], map->names[bottom - 1],
                          map->kind->between, map->names[left], map->names[right - 1],
                          *map->panels.names[panel] ? ", " : "", map->panels.names[panel],
                          range_text(text, "%+.2f", values), map->kind->scale);
        }
}

/* Squares with their numbers. */
static void draw_squares(Picture *picture, const HeatMap *map, size_t panel, double reach)
{
    FILE *script = picture->script;
    const size_t n = map->count, cells = n * n;
    const double *values = map->values + panel * cells;
    int squares = picture_data(picture);
    for (size_t i = 0; i < cells; i++)
        if (!isnan(values[i]))
            fprintf(script, "%zu %zu 0x%06x\n", i % n, i / n, heat_color(heat_share(map, panel * cells + i, reach)));
    picture_data_end(picture);
    for (size_t i = 0; i < cells; i++) {
        char shown[48];
        if (isnan(values[i])) continue;
        fprintf(script, "set label \"%s\" at first %zu,%zu center font ',%d' textcolor rgb '%s' front\n",
                number_write(shown, map, panel * cells + i), i % n, i / n, FONT_SMALL,
                heat_share(map, panel * cells + i, reach) > 0.75 ? COLOR_ON_DEEP : COLOR_ON_HEAT);
    }
    fprintf(script, "plot NaN, $D%d using 1:2:(0.48):(0.48):3 with boxxyerror linecolor rgb variable\n", squares);
}

/* Many squares are one image, which takes a tenth of the room: each is some pixels wide, so that a viewer who smooths
   them leaves it its colour. */
static void draw_image(Picture *picture, const HeatMap *map, size_t panel, double reach)
{
    enum { PIXELS = 4 };
    const size_t n = map->count, side = n * PIXELS;
    const int image = picture_data(picture);
    for (size_t i = 0; i < side * side; i++) {
        const size_t x = i % side, y = i / side;
        const size_t cell = (panel * n + y / PIXELS) * n + x / PIXELS;
        const double value = map->values[cell];
        const unsigned color = isnan(value) ? 0 : heat_color(heat_share(map, cell, reach));
        fprintf(picture->script, "%.10g %.10g %u %u %u %d\n", ((double)x + 0.5) / PIXELS - 0.5,
                ((double)y + 0.5) / PIXELS - 0.5, color >> 16, color >> 8 & 255, color & 255, isnan(value) ? 0 : 255);
    }
    picture_data_end(picture);
    fprintf(picture->script, "plot NaN, $D%d using 1:2:3:4:5:6 with rgbalpha\n", image);
}

/* What the colours mean, from (left, y) on. */
static void draw_scale(Picture *picture, const HeatMap *map, double left, double top, double reach)
{
    Box box = {left, top, left + SCALE_WIDTH, top + 14};
    Axis x = {.low = -reach, .high = reach, .step = nice_step(2 * reach, 5)};
    const Axis y = {.low = 0, .high = 1};
    picture_text(picture, box.right + 16, top + 7, ALIGN_LEFT, FONT_SMALL, COLOR_INK, map->kind->scale);
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

static void lay_out(HeatMap *map)
{
    map->numbers = map->count <= 20;
    double room = 3; /* the widest number, and some air */
    for (size_t i = 0; map->numbers && i < map->panels.count * map->count * map->count; i++) {
        char shown[48];
        if (!isnan(map->values[i])) room = fmax(room, text_width(number_write(shown, map, i), FONT_SMALL) + 8);
    }
    map->cell = fmax(fmin(64, 560.0 / (double)map->count), map->numbers ? fmax(44, room) : 3);
    map->every = (size_t)ceil(17 / map->cell);
    if (map->every > 1 && map->every < 5) map->every = 5;
    if (map->every > 5) map->every = (map->every + 9) / 10 * 10;
    map->widest = text_widest(map->names, map->count, LABEL_CHARS, FONT_SMALL);
    map->left = FRAME_SIDE + map->widest + 10;
    map->top = FRAME_TOP + 60 + (map->panels.count > 1 ? 24 : 0);
    map->width = map->cell * (double)map->count;
}

static void draw_labels(Picture *picture, const HeatMap *map, size_t panel, Box box)
{
    char label[SHORTENED_TEXT];
    for (size_t i = 0; i < map->count && panel == 0; i += map->every)
        picture_text(picture, box.left - 8, box.top + ((double)i + 0.5) * map->cell, ALIGN_RIGHT, FONT_SMALL, COLOR_INK,
                     text_short(label, map->names[i], LABEL_CHARS));
    bool level = map->widest <= map->cell * (double)map->every - 4;
    for (size_t i = 0; i < map->count; i += map->every) {
        double x = box.left + ((double)i + 0.5) * map->cell;
        text_short(label, map->names[i], LABEL_CHARS);
        picture_text(picture, x, box.bottom + (level ? 16 : 10), level ? ALIGN_CENTER : ALIGN_UP_RIGHT, FONT_SMALL,
                     COLOR_INK, label);
    }
}

bool pairs_chart_draw(PlotJob *job, const PairsChart *kind, const char *third)
{
    HeatMap map;
    Picture *picture = job->picture;
    if (!map_read(&map, job->result, kind)) return false;
    char subtitle[300] = "";
    if (map.all > map.count) snprintf(subtitle, sizeof subtitle, "the first %zu of %zu names; ", map.count, map.all);
    strcat(subtitle, kind->subtitle);
    if (third) snprintf(subtitle + strlen(subtitle), 60, "; the third has %.20s", third);
    lay_out(&map);
    const double reach = largest_value(&map), gap = 36;
    const double panels = map.left + (double)map.panels.count * (map.width + gap);
    const double scale = map.left + SCALE_WIDTH + 16 + text_width(kind->scale, FONT_SMALL) + FRAME_SIDE;
    const double line = text_width(subtitle, FONT_SMALL + 1) + 2 * FRAME_SIDE + 100; /* the rules follow */
    plot_frame(job, fmax(fmax(panels, line), fmax(scale, 620)), map.top + map.width + map.widest + 16 + FRAME_BOTTOM,
               kind->title, subtitle);
    draw_scale(picture, &map, map.left, FRAME_TOP, reach);
    const Axis x = {.low = -0.5, .high = (double)map.count - 0.5}, y = {.low = x.high, .high = x.low};
    for (size_t panel = 0; panel < map.panels.count; panel++) {
        const double left = map.left + (double)panel * (map.width + gap);
        const Box box = {left, map.top, left + map.width, map.top + map.width};
        if (map.panels.count > 1) picture_panel_title(picture, box, map.panels.names[panel], 40);
        draw_labels(picture, &map, panel, box);
        picture_panel(picture, box, &x, &y);
        (map.numbers ? draw_squares : draw_image)(picture, &map, panel, reach);
        picture_panel_end(picture);
        if (map.count <= MOST_HOVERED)
            hover_squares(picture, &map, panel, box);
        else
            hover_blocks(picture, &map, panel, box, (map.count + MOST_HOVERED / 2 - 1) / (MOST_HOVERED / 2));
    }
    return true;
}
