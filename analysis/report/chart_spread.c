/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the difference of a round, or the margin of a match, is spread, one histogram for each agent. The file may hold
   billions of rows: it is read once, in memory that does not grow with it. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "analysis/report/chart.h"

enum { MOST_AGENTS = 12, BINS = 512, PANEL_WIDTH = 720, PANEL_HEIGHT = 150 };

/* Bin i counts the values nearest to (i - BINS / 2) * width. */
typedef struct {
    char *name;
    double count, sum, squares, low, high;
    uint64_t bins[BINS];
} Histogram;

typedef struct {
    const SpreadChart *kind;
    Histogram *agents;
    size_t count;
    double width; /* of a bin: 1, or a power of two */
} Histograms;

static long bin_of(double value, double width) { return lround(value / width) + BINS / 2; }

/* Twice the width for all: bins 2k and 2k + 1 become one. */
static void bins_widen(Histograms *spread)
{
    for (size_t a = 0; a < spread->count; a++) {
        uint64_t old[BINS];
        memcpy(old, spread->agents[a].bins, sizeof old);
        memset(spread->agents[a].bins, 0, sizeof old);
        for (int i = 0; i < BINS; i++)
            spread->agents[a].bins[(i + BINS / 2) / 2] += old[i];
    }
    spread->width *= 2;
}

static void spread_add(Histograms *spread, Histogram *agent, double value)
{
    while (fabs(value) / spread->width > BINS / 2 - 2)
        bins_widen(spread);
    agent->bins[bin_of(value, spread->width)]++;
    range_add(&agent->low, &agent->high, value);
    agent->count++;
    agent->sum += value;
    agent->squares += value * value;
}

static Histogram *agent_named(PlotJob *job, Histograms *spread, const char *name)
{
    for (size_t i = 0; i < spread->count; i++)
        if (strcmp(spread->agents[i].name, name) == 0) return &spread->agents[i];
    if (spread->count == MOST_AGENTS) {
        result_complain(job->result, "more than %d agents are too many for this picture", (int)MOST_AGENTS);
        return NULL;
    }
    Histogram *agent = &spread->agents[spread->count];
    agent->name = result_join(job->result, "", name);
    if (!agent->name) return NULL;
    agent->low = 1, agent->high = 0;
    spread->count++;
    return agent;
}

static bool value_add(PlotJob *job, Histograms *spread, const char *name, double value)
{
    if (isnan(value)) return true;
    if (fabs(value) > 1e6)
        return result_complain(job->result, "column '%s': %g points in a %s?", spread->kind->column, value,
                               spread->kind->one);
    Histogram *agent = agent_named(job, spread, name);
    if (agent) spread_add(spread, agent, value);
    return agent;
}

static bool read_rounds(PlotJob *job, Histograms *spread)
{
    Result *result = job->result;
    const int name = result_column(result, "agent"), diff = result_column(result, spread->kind->column);
    CsvRead read = CSV_END;
    double value;
    for (size_t row = 0; row < result->row_count; row++)
        if (!result_number_read(&value, result, row, (size_t)diff) ||
            !value_add(job, spread, result_text(result, row, name), value))
            return false;
    while (job->rest && (read = csv_next(job->rest)) == CSV_ROW)
        if (!csv_number(&value, job->rest, (size_t)diff) || !value_add(job, spread, job->rest->fields[name], value))
            return false;
    if (read == CSV_BAD) return false;
    return spread->count > 0 ||
           result_complain(result, "no rows with a %s after the header, so there is nothing to draw",
                           spread->kind->column);
}

static void draw_histogram(Picture *picture, const Histograms *spread, size_t index, Box box, const Axis *x, double top)
{
    const Histogram *agent = &spread->agents[index];
    double mean = agent->sum / agent->count;
    double sd = sqrt(fmax(0, (agent->squares - agent->sum * mean) / fmax(1, agent->count - 1)));
    char text[160], share[32], label[SHORTENED_TEXT];
    const double width = box.right - box.left, name = text_width(text_short(label, agent->name, 48), FONT_TEXT);
    if (agent->count > 1) {
        const int length = snprintf(text, sizeof text, "mean %+.3f, sd %.3f", mean, sd);
        char *end = text + length; /* how many there are only where the name leaves room for it */
        snprintf(end, sizeof text - (size_t)length, ", %.0f %s", agent->count, spread->kind->many);
        if (name + text_width(text, FONT_SMALL) > width) *end = 0;
    } else {
        snprintf(text, sizeof text, "mean %+.3f, one %s", mean, spread->kind->one);
    }
    const double left = fmax(60, width - text_width(text, FONT_SMALL));
    text_short(label, agent->name, (int)fmin(48, left / (0.62 * FONT_TEXT)));
    picture_text(picture, box.left, box.top - 12, ALIGN_LEFT, FONT_TEXT, COLOR_INK, label);
    picture_text(picture, box.right, box.top - 12, ALIGN_RIGHT, FONT_SMALL, COLOR_MUTED, text);
    snprintf(share, sizeof share, "%% of %s", spread->kind->many);
    const Axis y = {.low = 0, .high = top * 1.08, .step = nice_step(top, 4), .title = share};
    fprintf(picture->script,
            "set arrow from first %.10g, graph 0 to first %.10g, graph 1 nohead linewidth 2 dashtype 2 linecolor rgb "
            "'" COLOR_INK "' front\n",
            mean, mean);
    picture_panel(picture, box, x, &y);
    int block = picture_data(picture);
    for (int i = 0; i < BINS; i++)
        if (agent->bins[i])
            fprintf(picture->script, "%.10g %.10g\n", (i - BINS / 2) * spread->width,
                    100 * (double)agent->bins[i] / agent->count);
    picture_data_end(picture);
    fprintf(picture->script, "plot NaN, $D%d using 1:($2/2):(%.10g):($2/2) with boxxyerror linecolor rgb '%s'\n", block,
            0.46 * spread->width, series_color(index));
    picture_panel_end(picture);
    for (int i = 0; i < BINS; i++) {
        const double middle = (i - BINS / 2) * spread->width, percent = 100 * (double)agent->bins[i] / agent->count;
        if (agent->bins[i])
            picture_hover(picture,
                          (Box){axis_pixel(x, box.left, box.right, middle - spread->width / 2),
                                axis_pixel(&y, box.bottom, box.top, percent),
                                axis_pixel(x, box.left, box.right, middle + spread->width / 2), box.bottom},
                          "%s, %+g points\n%.3g %% of the %s", agent->name, middle, percent, spread->kind->many);
    }
}

bool spread_chart_draw(PlotJob *job, const SpreadChart *kind)
{
    Histograms spread = {.kind = kind, .agents = result_alloc(job->result, MOST_AGENTS, sizeof(Histogram)), .width = 1};
    if (!spread.agents || !read_rounds(job, &spread)) return false;
    double low = 1, high = 0, top = 0;
    for (size_t a = 0; a < spread.count; a++) {
        const Histogram *agent = &spread.agents[a];
        range_add(&low, &high, agent->low);
        range_add(&low, &high, agent->high);
        for (int i = 0; i < BINS; i++)
            top = fmax(top, 100 * (double)agent->bins[i] / agent->count);
    }
    Axis x =
        axis_over(low - spread.width, high + spread.width, (int)fmin(14, picture_room(job->picture, 1000) / 60), NULL);
    double left = 100, slot = PANEL_HEIGHT + 64, bottom = FRAME_TOP + 30 + slot * (double)spread.count - 64;
    char subtitle[160];
    snprintf(subtitle, sizeof subtitle,
             spread.width > 1 ? "one bar for each %g points; the dashed line is the mean"
                              : "one bar for each point; the dashed line is the mean",
             spread.width);
    const double width = picture_room(job->picture, left + PANEL_WIDTH + FRAME_SIDE);
    plot_frame(job, width, bottom + 66 + FRAME_BOTTOM, kind->title, subtitle);
    for (size_t a = 0; a < spread.count; a++) {
        Box box = {left, FRAME_TOP + 30 + slot * (double)a, width - FRAME_SIDE, 0};
        box.bottom = box.top + PANEL_HEIGHT;
        if (a + 1 == spread.count) x.title = kind->axis;
        draw_histogram(job->picture, &spread, a, box, &x, top);
    }
    return true;
}
