/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of this project's CSV files, which are known by their headers. */
#ifndef PASUR_ANALYSIS_REPORT_CHARTS_PLOT_H
#define PASUR_ANALYSIS_REPORT_CHARTS_PLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/error.h"
#include "sim/files/csv.h"

/* The exit status: 0 drawn; the file is not one that can be drawn, or a name is wrong; the system failed: gnuplot is
   missing or failed, a file cannot be written, no memory. */
typedef enum { PLOT_DONE = 0, PLOT_BAD_INPUT = 2, PLOT_FAILED = 5 } PlotStatus;

/* Draws the file `csv` ("-" is stdin) into `out`, whose name ends in .svg or .png, and before that keeps gnuplot's input
   in the file `script` (NULL: not kept), which needs no other file and draws `out` again. A bad CSV file or a failing
   gnuplot leaves what stood in `out`. Otherwise one line in error[]. */
PlotStatus plot_draw(const char *csv, const char *out, const char *script, Error *error);
/* Only the script that would draw `out`; needs no gnuplot. */
PlotStatus plot_script(const char *csv, const char *out, const char *script, Error *error);
/* Can `out` be drawn: does its name end in .svg or .png? Otherwise one line in error[]. For a check before a long run. */
bool plot_name_valid(const char *out, Error *error);

/* --plot of a command: what it writes as CSV goes into `csv` too, a file beside the picture that is gone in the end. */
typedef struct {
    const char *out; /* the picture; NULL: none is asked for, and nothing below does anything */
    char *scratch;   /* the file's name; owned */
    OutputFile csv;  /* open from plot_output_open to plot_output_draw */
} PlotOutput;

/* Before the work. False with one line in error[] where nothing can be written. */
bool plot_output_open(PlotOutput *plot, Error *error);
bool plot_output_draw(PlotOutput *plot, Error *error);
/* In either case. */
void plot_output_free(PlotOutput *plot);

#endif
