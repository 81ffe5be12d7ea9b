/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of CSV files and how each is drawn. */
#ifndef PASUR_ANALYSIS_REPORT_CHARTS_PLOT_KINDS_H
#define PASUR_ANALYSIS_REPORT_CHARTS_PLOT_KINDS_H

#include "analysis/report/charts/picture.h"
#include "analysis/report/csv_table.h"
#include "analysis/stats/estimate.h"

typedef struct {
    CsvReader *reader; /* errors go to reader->error */
    CsvTable table;    /* loaded, unless the kind streams */
    Picture *picture;
} PlotJob;

typedef struct {
    const char *made_by;        /* the command that writes such files */
    const char *begins;         /* the header begins with these columns */
    const char *needs;          /* and has these, anywhere; NULL: none */
    bool streams;               /* draw reads the rows itself: they may be too many for memory */
    bool (*draw)(PlotJob *job); /* false: reader->error is set */
} PlotKind;

extern const PlotKind PLOT_KINDS[]; /* ends with made_by NULL */

/* The kind of the file, or NULL with reader->error set: names the columns and the kinds, or the column that is missing. */
const PlotKind *plot_kind_of(CsvReader *reader);

bool draw_sim(PlotJob *job);
bool draw_rounds(PlotJob *job);
bool draw_tactics(PlotJob *job);
bool draw_sweep(PlotJob *job);
bool draw_strata(PlotJob *job);
bool draw_pairs(PlotJob *job);
bool draw_tune(PlotJob *job);
bool draw_rate(PlotJob *job);
bool draw_cross(PlotJob *job);
bool draw_advise(PlotJob *job);
bool draw_bench(PlotJob *job);
bool draw_calibrate(PlotJob *job);

/* What every picture has: size, title, a line on how to read it (the rules are added), and the command at the foot.
   Panels go between these heights. */
enum { FRAME_TOP = 84, FRAME_BOTTOM = 40, FRAME_SIDE = 24 };
void plot_frame(PlotJob *job, double width, double height, const char *title, const char *subtitle);
/* The opponents, each as "against NAME"; more than `most` are an error. */
bool opponent_levels(Levels *out, CsvTable *table, size_t most);
/* A row of names in their colours, from (left, y) to the right; a single empty name is left out. */
void plot_legend(Picture *picture, double left, double y, const char *const *names, size_t count);

/* ---- charts of plot_bars.c */
typedef struct {
    bool known; /* is there such a row? */
    bool rare;  /* too few boards to say: greyed, without an interval */
    double value, low, high;
} IntervalCell;

typedef struct {
    const char *title, *subtitle, *axis;
    const char *const *rows; /* labels */
    size_t row_count;
    const char *const *groups; /* one colour each */
    size_t group_count;
    const char *const *panels; /* side by side */
    size_t panel_count;
    IntervalCell *cells;    /* [(panel * group_count + group) * row_count + row] */
    const Interval *wanted; /* [row]: shaded behind the row; NULL: nothing is */
    int label_chars;        /* of a row; 0: the usual */
    bool bars;              /* from zero; else dots */
    bool zero;              /* the axis shows zero in any case */
    bool sorted;            /* the highest mean value first */
} IntervalChart;
bool draw_intervals(PlotJob *job, const IntervalChart *chart);

/* ---- charts of plot_curves.c */
typedef struct {
    const char *name;
    const double *x, *value, *low, *high; /* low and high may be NULL; NAN is left out */
    size_t count;
    size_t color;
} Curve;

typedef struct {
    const char *title;
    const Curve *curves;
    size_t curve_count;
    const char *x_title, *y_title;
    const char *const *ticks; /* names of x = 0, 1, …; NULL: numbers */
    size_t tick_count;
    bool zero; /* the y axis shows zero in any case */
} CurvePanel;
/* A panel's frame with its curves: bands, lines, and dots while they are few. */
bool draw_curves(PlotJob *job, Box box, const CurvePanel *panel);

/* ---- charts of plot_heat.c */
typedef struct {
    const char *title, *subtitle, *scale; /* scale: what the colours mean, with the unit */
    const char *const *panels;
    size_t panel_count;
    const char *const *columns;
    size_t column_count;
    const char *const *rows; /* the first is at the top */
    size_t row_count;
    const double *values; /* [(panel * row_count + row) * column_count + column]; NAN: no such cell */
    const bool *unsure;   /* the interval has the centre in it: shown in brackets; NULL: none */
    const char *format;   /* of a cell's number */
} HeatChart;
bool draw_heat(PlotJob *job, const HeatChart *chart);

#endif
