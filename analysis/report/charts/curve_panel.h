/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves with bands in a frame, or values at names. */
#pragma once

#include "analysis/report/charts/plot_kinds.h"

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
bool curve_panel_draw(PlotJob *job, Box box, const CurvePanel *panel);
