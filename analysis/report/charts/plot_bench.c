/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Speeds. Measurements of one unit share a scale; the numbers stand at the bars, so there is no axis. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/chart.h"

enum { ROW_HEIGHT = 28, BAR_WIDTH = 420, NUMBER_WIDTH = 190, MOST_BARS = 80, LABEL_CHARS = 60 };

typedef struct {
    const char *label, *unit;
    size_t color;        /* the unit's number */
    double value, share; /* share: of the largest value of its unit */
} Bar;

/* "1.23M rounds/s" */
static void speed_text(char *out, size_t size, double value, const char *unit)
{
    static const char *const SUFFIXES[] = {"", "k", "M", "G"};
    char shown[SHORTENED_TEXT];
    int power = 0;
    for (; fabs(value) >= 999.5 && power < 3; power++)
        value /= 1000;
    snprintf(out, size, "%.3g%s %s", value, SUFFIXES[power], text_short(shown, unit, 20));
}

/* "greedy, 2 threads" */
static const char *bar_label(Result *reader, const char *what, const char *threads)
{
    char name[SHORTENED_TEXT], text[64] = "";
    if (*threads) snprintf(text, sizeof text, ", %.40s thread%s", threads, strcmp(threads, "1") == 0 ? "" : "s");
    return result_join(reader, text_short(name, what, 44), text);
}

/* The measurements, unit by unit; *count of them. NULL with reader->error set. */
static Bar *bars_of(PlotJob *job, size_t *count)
{
    Result *table = job->result;
    Result *reader = job->result;
    Levels units;
    const char **what = result_texts(table, "what"), **threads = result_texts(table, "threads");
    if (!what || !threads || !result_levels(&units, table, "unit", SIZE_MAX)) return NULL;
    Bar *bars = result_alloc(table, table->row_count, sizeof *bars);
    if (!bars) return NULL;
    const size_t value = (size_t)result_column(reader, "value");
    *count = 0;
    for (size_t unit = 0; unit < units.count; unit++) {
        size_t first = *count;
        double top = 0;
        for (size_t row = 0; row < table->row_count && *count < MOST_BARS; row++) {
            if (units.of_row[row] != unit) continue;
            Bar *bar = &bars[(*count)++];
            *bar = (Bar){.unit = units.names[unit], .color = unit};
            bar->label = bar_label(reader, what[row], threads[row]);
            if (!bar->label || !result_number_read(&bar->value, table, row, value)) return NULL;
            top = fmax(top, fabs(bar->value));
        }
        for (size_t i = first; i < *count; i++)
            bars[i].share = top > 0 ? fabs(bars[i].value) / top : bars[i].value;
    }
    if (*count > 0) return bars;
    result_complain(reader, "no measurements after the header, so there is nothing to draw");
    return NULL;
}

bool plot_bench(PlotJob *job)
{
    Picture *picture = job->picture;
    size_t count;
    const Bar *bars = bars_of(job, &count);
    if (!bars) return false;
    double left = 0;
    char label[SHORTENED_TEXT], text[SHORTENED_TEXT + 64];
    for (size_t i = 0; i < count; i++)
        left = fmax(left, text_width(text_short(label, bars[i].label, LABEL_CHARS), FONT_TEXT));
    left += FRAME_SIDE + 12;
    Box box = {left, FRAME_TOP, left + BAR_WIDTH, FRAME_TOP + ROW_HEIGHT * (double)count};
    plot_frame(job, box.right + NUMBER_WIDTH, box.bottom + FRAME_BOTTOM + 20, "Speed of this build on this machine",
               "bars of one colour share a scale");
    for (size_t i = 0; i < count; i++) {
        const Bar *bar = &bars[i];
        double y = box.top + ROW_HEIGHT * ((double)i + 0.5);
        picture_text(picture, left - 12, y, ALIGN_RIGHT, FONT_TEXT, COLOR_INK,
                     text_short(label, bar->label, LABEL_CHARS));
        if (isnan(bar->value)) continue;
        speed_text(text, sizeof text, bar->value, bar->unit);
        picture_text(picture, left + BAR_WIDTH * bar->share + 8, y, ALIGN_LEFT, FONT_SMALL, COLOR_INK, text);
    }
    const Axis x = {.low = 0, .high = 1}, y = {.low = (double)count - 0.5, .high = -0.5};
    picture_panel(picture, box, &x, &y);
    int block = picture_data(picture);
    for (size_t i = 0; i < count; i++)
        if (!isnan(bars[i].value))
            fprintf(picture->script, "%.10g %zu 0x%s\n", bars[i].share, i, series_color(bars[i].color) + 1);
    picture_data_end(picture);
    fprintf(picture->script, "plot NaN, $D%d using ($1/2):2:($1/2):(0.36):3 with boxxyerror linecolor rgb variable\n",
            block);
    picture_panel_end(picture);
    for (size_t i = 0; i < count; i++) {
        speed_text(text, sizeof text, bars[i].value, bars[i].unit);
        picture_hover(picture,
                      (Box){box.left, box.top + ROW_HEIGHT * ((double)i + 0.14), box.left + BAR_WIDTH * bars[i].share,
                            box.top + ROW_HEIGHT * ((double)i + 0.86)},
                      "%s\n%s", bars[i].label, text);
    }
    return true;
}
