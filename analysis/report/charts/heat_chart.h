/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A square for each pair, coloured by its value. */
#ifndef PASUR_ANALYSIS_REPORT_CHARTS_HEAT_CHART_H
#define PASUR_ANALYSIS_REPORT_CHARTS_HEAT_CHART_H

#include "analysis/report/charts/plot_kinds.h"

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
bool heat_chart_draw(PlotJob *job, const HeatChart *chart);

#endif
