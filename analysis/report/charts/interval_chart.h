/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values with intervals as horizontal bars or dots, in rows. */
#pragma once

#include "analysis/report/charts/plot_kinds.h"
#include "analysis/stats/estimate.h"

typedef struct {
    bool known; /* the file has a value for this cell */
    bool rare;  /* there are too few boards to say: the value is grey and has no interval */
    double value, low, high;
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
    bool sorted;            /* rows with the highest mean value come first */
} IntervalChart;
bool interval_chart_draw(PlotJob *job, const IntervalChart *chart);
