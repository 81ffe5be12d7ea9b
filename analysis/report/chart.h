/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a result shows as a picture: marks with their names. The kinds of results say which
   marks, and picture.c writes them as input of gnuplot, which draws axes, tics, text and colours. */
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

/* All from 0 on; what is not known is NAN. */
typedef struct {
    size_t panel, group, row;
    double x, value, low, high; /* x: in CHART_STEPS the row */
    bool alone;                 /* it is not on its group's line, and the interval is drawn beside it */
    bool rare;                  /* too few boards to say: no value stands there, but these words */
    Interval wanted;            /* of rows: what is shaded behind the mark; both ends 0: nothing */
    const char *text;           /* stands at the mark; NULL: nothing */
    const char *pointed;        /* what a viewer shows where the pointer rests; NULL: names and values */
} Mark;

/* A frame with axes. */
typedef struct {
    const char *title;   /* above it; may be NULL */
    const char *x_title; /* NULL: that of the chart, below the last ones */
    const char *unit;    /* of its values; NULL: that of the chart */
    double line;         /* where a dashed line stands across; NAN: nowhere */
} Panel;

typedef struct Chart {
    Result
        *result; /* what is drawn; its error has the reason of a failure, and all that a chart holds is of its memory */
    CsvReader *rest; /* the rows that come after those of the result; NULL: none */

    ChartForm form;
    const char *title, *subtitle, *x_title;
    const char *unit; /* at the axis of the values, or beside the colours */
    Panel *panels;    /* at least one */
    size_t panel_count;
    const char **rows, **groups; /* names; a colour for each group, and one nameless group needs none */
    size_t row_count, group_count;
    Mark *marks;
    size_t count;
    bool zero;   /* the axis of values shows zero in any case */
    bool shares; /* values have no sign */
    bool sorted; /* rows with the highest mean stand first */
    bool spaced; /* of too many squares some stand there, evenly spaced */
    bool apart;  /* each panel has a scale of values of its own */
    bool bare;   /* the axis of values has no numbers */
    double room; /* of x beside the marks */
    const char *format,
        *between; /* CHART_SQUARES: a square's number; what stands between the names of row and column */
} Chart;

/* What marks are made of: columns of `count` cells. */
typedef struct {
    size_t count;
    const char *const *rows;                   /* their names; NULL: there are none. A cell NULL: no mark */
    const char *const *groups, *const *panels; /* NULL: one of no name */
    const double *x;                           /* NULL: 0 */
    Columns of;
    bool own;  /* each has a row for itself, even where names repeat */
    bool rare; /* a value without an interval is too rare to say */
} MarkColumns;
/* Fills the marks, in this order, with their panels, groups and rows. More groups than there are colours, or more
   panels than `panels` (0: as many as a picture has room for, and the others are left out), are an error. */
bool chart_fill(Chart *chart, const MarkColumns *from, size_t panels);
/* A row for each row of the result: the columns that name it and have its value with its interval. */
bool chart_rows(Chart *chart, const char *name, const char *value, const char *ends);

/* Pairs as squares. */
typedef struct {
    const char *first, *second; /* columns of names */
    const char *value, *ends;   /* column of numbers, and those of its interval without _low and _high */
    bool symmetric;             /* the first with the second is the second with the first */
    bool in_order;              /* names stand as the file has them; else the one with the highest mean first */
    double middle;              /* the value that is neither high nor low */
    const char **panels;        /* of each row of the result; NULL: one for all */
    const char *reversed;       /* names that are marked as reversed, with blanks between them; NULL: none */
} Pairs;
bool chart_pairs(Chart *chart, const Pairs *pairs);

/* How a column is spread: a histogram for each agent. Reads also what rows the result does not hold. */
bool chart_spread(Chart *chart, const char *column, const char *one, const char *many);

/* The names in a column, those of tactics that are reversed marked so; and opponents as "against NAME". NULL with the
   error set. */
const char **names_marked(Result *result, const char *column);
const char **names_against(Result *result);

/* ---- as input of gnuplot */

typedef enum { PICTURE_SVG, PICTURE_PNG, PICTURE_PDF } PictureKind;

/* What the user asks of a picture; all zero: nothing. */
typedef struct {
    double width;      /* pixels; 0: the usual */
    const char *title; /* instead of its own */
    bool no_foot;      /* without command and version below */
} PictureLook;

/* Dark on white. */
#define COLOR_PAPER "#ffffff"
#define COLOR_INK "#222222"
#define COLOR_MUTED "#666666"
#define COLOR_GRID "#e2e2e2"
#define COLOR_RARE "#b4b4b4"
#define COLOR_WANTED "#d6ead9"

enum { SERIES_COLORS = 7 };

/* In the text of a mark this character stands for the & of SVG, so that gnuplot takes no part of it for its own. */
#define POINTED_AND "\xee\x80\x80"

/* Writes the whole script, which draws into the file that the variable `picture` names, or else onto stdout. */
void chart_write(FILE *script, const Chart *chart, const PictureLook *look, PictureKind kind);

/* A gnuplot string constant that stands for `text` and nothing else: nothing in it is expanded or executed. Control
   characters and bytes that are not UTF-8 become '?'. */
void gnuplot_string(FILE *file, const char *text);

/* ---- from a result to a picture in a file or on a page, by the gnuplot that is found in PATH (draw.c) */

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
