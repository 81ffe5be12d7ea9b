/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows of analysis/report/kinds/ draw their pictures with. */
#pragma once

#include "analysis/report/csv.h"
#include "analysis/report/picture.h"

typedef struct PlotJob {
    Result *result;  /* what is drawn; errors go to its error */
    CsvReader *rest; /* the rows that come after those of the result; NULL: none */
    Picture *picture;
} PlotJob;

typedef struct {
    size_t index;
    double rank;
} Ranked;
/* The highest rank first; of equal ones the lowest index. */
void ranked_sort(Ranked *list, size_t count);

/* What every picture has: size, title, a line on how to read it (the rules are added), and at the foot, below `height`,
   the command and the version. Panels go between these heights. */
enum { FRAME_TOP = 84, FRAME_BOTTOM = 40, FRAME_SIDE = 24, FOOT_LINE = 16 };
void plot_frame(PlotJob *job, double width, double height, const char *title, const char *subtitle);
/* The names in a column; those of tactics that are reversed are marked so. */
bool names_levels(Levels *out, Result *result, const char *column);
/* The opponents, each as "against NAME"; more than `most` are an error. */
bool opponent_levels(Levels *out, Result *table, size_t most);
/* Names in their colours, from (left, y) to the right, in lines that are LEGEND_LINE apart; a single empty name is left
   out. */
enum { LEGEND_LINE = 20 };
void plot_legend(Picture *picture, double left, double y, const char *const *names, size_t count);
/* How many lines they take in a picture so wide. */
size_t legend_lines(double width, double left, const char *const *names, size_t count);

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
/* One row of the chart for each of the names, even when they repeat. */
bool interval_rows_draw(PlotJob *job, IntervalChart chart, const char *const *names, IntervalCell *cells, size_t rows);
/* A row of the chart for each row of the result: the columns of its name and its value with a 95 % interval. partners:
   four rows may be two sides of two partners each, who have the same figures and become one row. */
bool interval_columns_draw(PlotJob *job, IntervalChart chart, bool partners, const char *name, const char *value,
                           const char *low, const char *high);
/* The same in groups and panels: the columns that name rows and groups, and at most how many panels, one
   for each opponent. rare: a value
   without an interval is too rare to say. */
bool interval_groups_draw(PlotJob *job, IntervalChart chart, const char *const names[2], size_t panels,
                          const char *value, const char *low, const char *high, bool rare);

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
    Interval y;  /* what the y axis shows at least, so that panels have one scale; unknown: nothing */
    bool marked; /* a dashed line stands at x = mark */
    double mark;
} CurvePanel;
/* A panel's frame with its curves: bands, lines, and dots while they are few. */
bool curve_panel_draw(PlotJob *job, Box box, const CurvePanel *panel);

/* Panels with a curve for each opponent. */
typedef struct {
    const char *title, *subtitle;
    size_t abreast;                     /* panels in a row */
    const Levels *by_panel, *opponents; /* a panel each, a colour each */
    const double *x;                    /* of each row of the result */
    Columns columns;
} CurveGrid;
enum { CURVE_LEFT = 100, CURVE_BELOW = 66 }; /* room beside a panel, and below it */
/* How many of them are drawn. */
size_t curve_panels_shown(const Levels *by_panel);
/* Fills the panels with curves and draws them; what stands at their x axes is there already. */
bool curve_grid_draw(PlotJob *job, const CurveGrid *grid, CurvePanel *panels);

/* ---- pairs as a heat map, a square for each */
enum { PAIRS_PANELS = 3 };
typedef struct {
    const char *first, *second;     /* columns of names */
    const char *value, *low, *high; /* columns of numbers */
    bool symmetric;                 /* the first with the second is the second with the first */
    bool in_order;                  /* names stand as the file has them; else the one with the highest mean first */
    double middle;                  /* the value that is neither high nor low */
    const char *by;                 /* a column of one panel for each value; NULL: none */
    const char *values[PAIRS_PANELS], *words[PAIRS_PANELS]; /* those values, and what each panel says */
    const char *title, *subtitle;
    const char *scale;    /* what the colours mean, with the unit */
    const char *format;   /* of a square's number */
    const char *between;  /* what stands between the names of a row and of a column */
    const char *reversed; /* names that are marked as reversed, with blanks between them; NULL: none */
} PairsChart;
/* third: the score of a third side, or NULL. */
bool pairs_chart_draw(PlotJob *job, const PairsChart *chart, const char *third);

/* ---- how something is spread, a histogram for each agent; reads what rows the result does not hold from the file */
typedef struct {
    const char *column, *one, *many, *title, *axis; /* what is spread, and the words for it */
} SpreadChart;
bool spread_chart_draw(PlotJob *job, const SpreadChart *chart);
