/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a result to a picture in a file or on a page, by the gnuplot that is found in PATH. */
#pragma once

#include "analysis/report/chart.h"

#define GNUPLOT_MISSING "gnuplot is not installed: 'apt install gnuplot-nox' or 'brew install gnuplot' gets it"

/* Can gnuplot be found in PATH? */
bool gnuplot_found(void);

/* Draws a result, whose kind must have a picture, into `out`, whose name ends in .svg, .png or .pdf, and before that
   keeps gnuplot's input in the file `script` (NULL: not kept), which needs no other file and draws `out` again, without
   what an SVG says where the pointer rests. look NULL: nothing is asked. rest: the file's rows that the result does not
   hold; NULL: there are none. run false: nothing is drawn, and no gnuplot needed. A result that cannot be drawn or a
   failing gnuplot leaves what stood in `out`. Otherwise false with the reason; error->system tells whether the result
   cannot be drawn, or gnuplot is missing or failed, a file cannot be written, memory ran out. */
bool plot_draw(Result *result, CsvReader *rest, const PictureLook *look, const char *out, const char *script, bool run,
               Error *error);
/* The same as SVG of that width (0: the usual one) that stands inside a page, whose picture `number` (from 1) it is;
   the page has SVG_STYLE. Fills *out, which is the caller's to free. */
bool plot_inline(TextBuffer *out, Result *result, CsvReader *rest, double width, int number, Error *error);
extern const char SVG_STYLE[];

/* For a check before a long run: does the name end in .svg, .png or .pdf? */
bool plot_name_valid(const char *out, Error *error);
/* Is there all that the file of the picture (NULL: none) needs: its folder, permission, room? Leaves nothing. */
bool plot_possible(const char *out, Error *error);
