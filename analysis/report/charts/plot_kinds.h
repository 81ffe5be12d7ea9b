/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of CSV files and how each is drawn. */
#pragma once

#include "analysis/report/charts/picture.h"
#include "analysis/report/csv/csv_table.h"
#include "analysis/stats/estimate.h"

typedef struct {
    CsvReader *reader; /* errors go to reader->error */
    CsvTable table;    /* loaded, unless the kind streams */
    Picture *picture;
} PlotJob;

typedef struct {
    const char *made_by;        /* the command that writes such files */
    size_t first;               /* the header begins with so many of the columns, */
    const char *columns[8];     /* and has the others anywhere; ends with NULL */
    bool streams;               /* draw reads the rows itself: they may be too many for memory */
    bool (*draw)(PlotJob *job); /* false: reader->error is set */
} PlotKind;

extern const PlotKind PLOT_KINDS[]; /* ends with made_by NULL */

/* The kind of the file, or NULL with reader->error set: names the columns and the kinds, or the column that is missing. */
const PlotKind *plot_kind_of(CsvReader *reader);

bool plot_sim(PlotJob *job);
bool plot_rounds(PlotJob *job);
bool plot_match_rows(PlotJob *job);
bool plot_by_score(PlotJob *job);
bool plot_tactics(PlotJob *job);
bool plot_sweep(PlotJob *job);
bool plot_strata(PlotJob *job);
bool plot_pairs(PlotJob *job);
bool plot_tune(PlotJob *job);
bool plot_rate(PlotJob *job);
bool plot_cross(PlotJob *job);
bool plot_exploit(PlotJob *job);
bool plot_equity(PlotJob *job);
bool plot_advise(PlotJob *job);
bool plot_learn(PlotJob *job);
bool plot_bench(PlotJob *job);
bool plot_compare(PlotJob *job);
bool plot_calibrate(PlotJob *job);

/* Numbers of each row of the file, NAN for unknown. */
typedef struct {
    const double *value, *low, *high;
} Columns;
bool columns_read(Columns *out, CsvTable *table, const char *value, const char *low, const char *high);

typedef struct {
    size_t index;
    double rank;
} Ranked;
/* The highest rank first; of equal ones the lowest index. */
void ranked_sort(Ranked *list, size_t count);

/* What every picture has: size, title, a line on how to read it (the rules are added), and at the foot, below `height`, the
   command and the version.
   Panels go between these heights. */
enum { FRAME_TOP = 84, FRAME_BOTTOM = 40, FRAME_SIDE = 24, FOOT_LINE = 16 };
void plot_frame(PlotJob *job, double width, double height, const char *title, const char *subtitle);
/* Does the file say that its unit is a share of the matches? Else it is points a round. */
bool plot_matches(const PlotJob *job);
/* The opponents, each as "against NAME"; more than `most` are an error. */
bool opponent_levels(Levels *out, CsvTable *table, size_t most);
/* A row of names in their colours, from (left, y) to the right; a single empty name is left out. */
void plot_legend(Picture *picture, double left, double y, const char *const *names, size_t count);

/* ---- values with intervals as horizontal bars or dots, in rows */
typedef struct {
    double value, low, high; /* NAN: the file does not say */
    bool rare;               /* there are too few boards to say: the value is grey and has no interval */
} IntervalCell;

typedef struct {
    const char *title, *subtitle, *axis;
    const char *const *rows; /* their labels */
    size_t row_count;
    const char *const *groups; /* a colour for each */
    size_t group_count;
    const char *const *panels; /* frames side by side */
    size_t panel_count;
    IntervalCell *cells;    /* [(panel * group_count + group) * row_count + row] */
    const Interval *wanted; /* [row]: what is shaded behind the row; NULL: nothing is */
    int label_chars;        /* most characters of a row's label; 0: the usual number */
    bool bars;              /* bars from zero; else dots */
    bool zero;              /* the axis shows zero in any case */
    bool shares;            /* values are shares, which have no sign */
    bool sorted;            /* rows with the highest mean value come first */
} IntervalChart;
bool interval_chart_draw(PlotJob *job, const IntervalChart *chart);

/* The unit of the values of `tactics`, as a head of the file says; points a round where none does. */
const char *value_unit(const CsvReader *reader);

/* ---- curves with bands in a frame, or values at names */
typedef struct {
    const char *name;
    const double *x;    /* NAN is left out */
    Columns of;         /* low and high may be NULL */
    const size_t *rows; /* of the columns, `count` of them; NULL: from 0 on */
    size_t count, color;
} Curve;

typedef struct {
    const char *title;
    const Curve *curves;
    size_t curve_count;
    const char *x_title, *y_title;
    const char *const *ticks; /* names of x = 0, 1, …; NULL: numbers */
    size_t tick_count;
    bool zero;   /* the y axis shows zero in any case */
    bool marked; /* a dashed line stands at x = mark */
    double mark;
} CurvePanel;
/* A panel's frame with its curves: bands, lines, and dots while they are few. */
bool curve_panel_draw(PlotJob *job, Box box, const CurvePanel *panel);
