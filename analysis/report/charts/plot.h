/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of this project's CSV files, which are known by their headers. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/error.h"
#include "sim/files/figures.h"
#include "sim/files/text_buffer.h"

/* Draws the file `csv` ("-" is stdin) into `out`, whose name ends in .svg, .png or .pdf, and before that keeps gnuplot's input
   in the file `script` (NULL: not kept), which needs no other file and draws `out` again, without what an SVG says where
   the pointer rests. script_only: nothing is drawn,
   and no gnuplot needed. A bad CSV file or a failing gnuplot leaves what stood in `out`. Otherwise false with the reason;
   error->system tells whether the file cannot be drawn, or gnuplot is missing or failed, a file cannot be written, memory
   ran out. */
bool plot_draw(const char *csv, const char *out, const char *script, bool script_only, Error *error);
/* Can `out` be drawn: does its name end in .svg, .png or .pdf? For a check before a long run. */
bool plot_name_valid(const char *out, Error *error);

/* Draws the file as SVG that stands inside a page, whose picture `number` (from 1) it is; the page has the style of
   analysis/report/charts/svg.h. Fills *out, which is the caller's to free. False with the reason, as above. */
bool plot_inline(TextBuffer *out, const char *csv, int number, Error *error);

/* --plot of a command: the CSV that the picture shows is written to memory. */
typedef struct {
    const char *out; /* the picture; NULL: none is asked for, and nothing below does anything */
    OutputFile csv;  /* open from plot_output_open to plot_output_close */
    char *text;      /* what was written there; owned */
    size_t size;
} PlotOutput;

/* Is there all that the picture needs: gnuplot, its folder, permission, room? Leaves nothing. */
bool plot_output_possible(const PlotOutput *plot, Error *error);
/* The same, before the work. False with the reason where nothing can be drawn. */
bool plot_output_open(PlotOutput *plot, Error *error);
/* In either case; draw: the picture is drawn. */
bool plot_output_close(PlotOutput *plot, bool draw, Error *error);
