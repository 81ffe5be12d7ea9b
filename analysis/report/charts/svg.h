/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What gnuplot draws as SVG, made fit to be looked at: hover text that says what a mark stands for in place of gnuplot's
   own, colours for a dark screen, a name for who cannot see it. */
#pragma once

#include "analysis/report/charts/picture.h"
#include "sim/files/text_buffer.h"

/* The style that svg_finish puts into a picture, for a page that holds several. */
extern const char SVG_STYLE[];

/* Makes *out of gnuplot's whole SVG. number: 0 for a file of its own; else it is picture so many of a page, without the lines
   before <svg>, without the style, and with names of its own inside. False if memory runs out. */
bool svg_finish(TextBuffer *out, const TextBuffer *drawn, const Picture *picture, int number);
