/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture as gnuplot input. Lengths are pixels from the top left corner; the layout is ours, so that labels cannot
   overlap; gnuplot draws frames, tics and marks. All text goes through picture_text, which shows it literally. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum { PICTURE_SVG, PICTURE_PNG, PICTURE_PDF } PictureKind;

/* What the user asks of a picture; all zero: nothing. */
typedef struct {
    double width;      /* pixels; 0: what the picture takes */
    const char *title; /* instead of its own */
    bool no_foot;      /* without command and version below */
} PictureLook;

typedef struct {
    PictureLook look;
    double scale; /* of all lengths, where the width that is asked for is not that of the layout */
    double shift; /* by which all is lower, below a title of several lines */
    FILE *script; /* what has been written so far; write marks to it between picture_panel and picture_panel_end */
    char *text;   /* complete after picture_finish; free it with picture_free */
    size_t size;
    size_t output_at; /* where in text a `set output` belongs */
    double width, height;
    PictureKind kind;
    char *title;      /* owned; NULL before picture_begin */
    FILE *hover;      /* what picture_hover has written, */
    char *hover_text; /* complete after picture_finish */
    size_t hover_size;
    int blocks; /* data blocks so far */
} Picture;

typedef struct {
    double left, top, right, bottom;
} Box;

typedef struct {
    double low, high; /* at the left or bottom, at the right or top; low > high runs the other way */
    double step;      /* between tics; 0: no tics */
    const char *title;
} Axis;

/* What of a text is at (x, y): its beginning, middle or end; UP: it is turned by a quarter and reads upward. */
typedef enum { ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT, ALIGN_UP_CENTER, ALIGN_UP_RIGHT } Align;

/* Dark on white; analysis/report/draw.c has their likes for a dark screen. */
#define COLOR_PAPER "#ffffff"
#define COLOR_INK "#222222"
#define COLOR_MUTED "#666666"
#define COLOR_GRID "#e2e2e2"
#define COLOR_RARE "#b4b4b4"
#define COLOR_WANTED "#d6ead9"
#define COLOR_ON_HEAT "#202020" /* on the colours of a heat map, which are the same on a dark screen */
#define COLOR_ON_DEEP "#fefefe"

enum { FONT_TITLE = 19, FONT_TEXT = 14, FONT_SMALL = 12, SERIES_COLORS = 7 };

/* Okabe and Ito's colours, without the yellow that is lost on white. */
const char *series_color(size_t index);
/* Round tics: a step of 1, 2 or 5 times a power of ten, at most `tics` steps in `span` > 0. */
double nice_step(double span, int tics);
/* An axis that covers low to high with some room, and round tics; copes with low = high. */
Axis axis_over(double low, double high, int tics, const char *title);
/* Widens [*low, *high] so that it has the value; NAN changes nothing. Start with low > high for "nothing yet". */
void range_add(double *low, double *high, double value);
/* Where the value lies on an axis drawn from pixel `from` (low) to `to` (high). */
double axis_pixel(const Axis *axis, double from, double to, double value);

/* Width in pixels of `text` in this font size, rather too large than too small. */
double text_width(const char *text, double font);
/* The widest of the texts, each cut to `chars` characters. */
double text_widest(const char *const *texts, size_t count, int chars, double font);
enum { SHORTENED_TEXT = 512 };
/* At most `chars` (> 4, <= 120) characters of `text`, the middle replaced by an ellipsis. Returns out. */
char *text_short(char out[static SHORTENED_TEXT], const char *text, int chars);
/* A gnuplot string constant that stands for `text` and nothing else: nothing in it is expanded or executed. Control
   characters and bytes that are not UTF-8 become '?'. */
void gnuplot_string(FILE *file, const char *text);

/* False: no memory. */
bool picture_init(Picture *out, PictureKind kind, const PictureLook *look);
/* How wide a layout that usually takes `usual` pixels may be. */
double picture_room(const Picture *picture, double usual);
/* Sets the size and the title, and writes what comes before the first panel. */
void picture_begin(Picture *picture, double width, double height, const char *title);
/* False: no memory for the script. */
bool picture_finish(Picture *picture);
void picture_free(Picture *picture);

void picture_text(Picture *picture, double x, double y, Align align, int font, const char *color, const char *text);
/* In SVG: what a viewer shows of the mark in that box when the pointer rests there. Of boxes that overlap the later one
   is in front. One that is too small to be met is made larger. */
void picture_hover(Picture *picture, Box box, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A frame with axes; what stands outside of it is the caller's picture_text, before picture_panel_end. */
void picture_panel(Picture *picture, Box box, const Axis *x, const Axis *y);
void picture_panel_end(Picture *picture);
/* What stands above the left end of a panel, in at most so many characters. */
void picture_panel_title(Picture *picture, Box box, const char *title, int chars);
/* Begins a data block and returns its number n: write rows of numbers, then picture_data_end; plot it as $D<n>. */
int picture_data(Picture *picture);
void picture_data_end(Picture *picture);
