/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of CSV files and how each is drawn. */
#pragma once

#include "analysis/report/charts/picture.h"
#include "analysis/report/csv_table.h"

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

bool plot_sim(PlotJob *job);
bool plot_rounds(PlotJob *job);
bool plot_tactics(PlotJob *job);
bool plot_sweep(PlotJob *job);
bool plot_strata(PlotJob *job);
bool plot_pairs(PlotJob *job);
bool plot_tune(PlotJob *job);
bool plot_rate(PlotJob *job);
bool plot_cross(PlotJob *job);
bool plot_advise(PlotJob *job);
bool plot_bench(PlotJob *job);
bool plot_calibrate(PlotJob *job);

/* What every picture has: size, title, a line on how to read it (the rules are added), and the command at the foot.
   Panels go between these heights. */
enum { FRAME_TOP = 84, FRAME_BOTTOM = 40, FRAME_SIDE = 24 };
void plot_frame(PlotJob *job, double width, double height, const char *title, const char *subtitle);
/* The opponents, each as "against NAME"; more than `most` are an error. */
bool opponent_levels(Levels *out, CsvTable *table, size_t most);
/* A row of names in their colours, from (left, y) to the right; a single empty name is left out. */
void plot_legend(Picture *picture, double left, double y, const char *const *names, size_t count);
