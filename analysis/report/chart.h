/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a result shows as a picture. The row of its kind names the columns that make marks, picture.c writes these as
   input of gnuplot, and the template picture.gp lays them out and draws them. */
#pragma once

#include "analysis/report/result.h"

typedef struct {
    size_t index;
    double rank;
} Ranked;
/* The highest rank first; of equal ones the lowest index. */
void ranked_sort(Ranked *list, size_t count);

typedef enum {
    CHART_DOTS,    /* a row for each name, with a dot and its interval along the value's axis */
    CHART_BARS,    /* the same with bars from zero; pale where the interval has 0 in it */
    CHART_CURVES,  /* values over x: a line for each group, with a band; a mark may stand alone */
    CHART_STEPS,   /* values over names, in the order in which a panel has them, with intervals */
    CHART_SQUARES, /* a square for each pair of names: a row and, as its group, a column */
    CHART_SPREAD   /* shares over x, as bars of one width */
} ChartForm;

typedef struct Chart Chart;

typedef enum {
    CHART_ZERO = 1,       /* the axis of values shows zero in any case */
    CHART_SHARES = 2,     /* values have no sign */
    CHART_OWN = 4,        /* each mark has a row for itself, even where names repeat */
    CHART_SORTED = 8,     /* rows with the highest mean stand first */
    CHART_RARE = 16,      /* a value without an interval is too rare to say */
    CHART_APART = 32,     /* each panel has a scale of values of its own */
    CHART_BARE = 64,      /* the axis of values has no numbers */
    CHART_SYMMETRIC = 128 /* of squares: the first with the second is the second with the first */
} PictureIs;

/* The picture of a kind of result, which makes a mark of each row. Words name a mark, as result_words has them. */
typedef struct Picture {
    ChartForm form;
    const char *title, *x_title;     /* title: words of the first row */
    const char *subtitle;            /* NULL: it says that there are intervals */
    const char *unit, *matches;      /* words of the first row; of shares of the matches; NULL: the file's */
    const char *panel, *group, *row; /* words; NULL: one of no name */
    const char *value, *ends;        /* column of numbers, and those of its interval without _low and _high */
    const char *x;                   /* the same of x; NULL: 0 */
    const char *only;                /* a column: rows that do not have the text of the first one are left out */
    double middle;                   /* CHART_SQUARES: the value that is neither high nor low */
    const char *format, *between;    /* the number in a square; what stands between the names of row and column */
    unsigned is;                     /* bits of PictureIs */
    bool (*draw)(Chart *chart);      /* makes the marks, and may change what stands above; NULL: chart_rows does. False:
                                         the reason is in the result */
} Picture;
#define MARKS(panel_, group_, row_, value_, ends_)                                                                     \
    .panel = (panel_), .group = (group_), .row = (row_), .value = (value_), .ends = (ends_)

/* What is not known is NAN. */
typedef struct {
    const char *panel, *group, *row; /* names; NULL: "" */
    double x, value;                 /* x: in CHART_STEPS the row */
    Interval interval;
    bool alone;          /* it is not on its group's line, and the interval is drawn beside it */
    Interval wanted;     /* of rows: what is shaded behind the mark; both ends 0: nothing */
    const char *text;    /* stands at the mark; NULL: nothing */
    const char *pointed; /* what a viewer shows where the pointer rests; NULL: names and values */
    /* what chart_mark and chart_finish find: */
    bool is_rare;
    size_t panel_at, group_at, row_at; /* of squares group_at is a row, too */
} Mark;

/* A frame with axes. */
typedef struct {
    const char *title;   /* above it */
    const char *x_title; /* NULL: that of the picture, below the last ones */
    const char *unit;    /* of its values; NULL: that of the picture */
    double line;         /* where a dashed line stands across; NAN: nowhere */
} Panel;

enum { SERIES_COLORS = 7, MOST_CURVES = 3 * SERIES_COLORS, MOST_PANELS = 24 };

struct Chart {
    Result *result;  /* what is drawn; all that a chart holds but its marks is of its memory */
    CsvReader *rest; /* the rows that come after those of the result; NULL: none */
    Picture picture;
    Panel panels[MOST_PANELS];
    size_t panel_count;
    bool cut;                        /* there are more panels */
    const char *groups[MOST_CURVES]; /* a colour for each group, and one nameless group needs none */
    size_t group_count;
    const char **rows;
    size_t row_count;
    Mark *marks; /* owned */
    size_t count;
};

/* The panel of that title, which is made if there is none; NULL: more than a picture has room for. */
Panel *chart_panel(Chart *chart, const char *title);
/* One more mark, unless it is of a panel for which there is no room. False if there are more groups than colours, or
   memory runs out. */
bool chart_mark(Chart *chart, Mark mark);
/* A mark for each row, as the picture says. */
bool chart_rows(Chart *chart);
/* How a column is spread: a histogram for each agent. Reads also what rows the result does not hold. */
bool chart_spread(Chart *chart, const char *column, const char *one, const char *plural);
/* Finds the rows of all marks. */
bool chart_finish(Chart *chart);

/* ---- from a result to a picture in a file or on a page, by the gnuplot that is found in PATH (picture.c) */

/* What the user asks of a picture; all zero: nothing. */
typedef struct {
    double width;      /* pixels; 0: the usual */
    const char *title; /* instead of its own */
    bool no_foot;      /* without command and version below */
} PictureLook;

/* A gnuplot string constant that stands for `text` and nothing else: nothing in it is expanded or executed. Control
   characters and bytes that are not UTF-8 become '?'. */
void gnuplot_string(FILE *file, const char *text);

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
