/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures as rows. A FigureTable lists the columns of one kind of CSV file: each column's name, unit and meaning, where
   in a struct its value lies, and its title in the terminal's table if it stands there. The CSV's header and rows,
   JSON, the terminal's table (analysis/report/table.h) and the documentation of columns are written from it, so that a
   new column is one row here, and the code that computes its value.

   A file whose json.on is set before anything is written gets JSON lines: an object with "head" (the table's `file`)
   and the lines of the head, then for each row an object with "table" (the same) and the figures. Numbers are numbers,
   FIGURE_BOOL is true or false, an empty field is null.

       typedef struct { const char *play; double value; int visits; } PlayRow;
       static const Figure PLAYS[] = {
           {"play", "play", "the play, as records write it", FIGURE_AT(PlayRow, play)},
           {"value", "points", "what the play is worth", FIGURE_AT(PlayRow, value)},
       };
       const FigureTable PLAY_FIGURES = {"advise --csv", "legal play", FIGURE_ROWS(PLAYS)};

       figures_header(&file, &PLAY_FIGURES);
       figures_row(&file, &PLAY_FIGURES, &(PlayRow){"Kc", 1.5, 20}); */
#pragma once

#include <stdint.h>

#include "sim/files/output_file.h"
#include "sim/files/text_buffer.h"

typedef enum {
    FIGURE_EMPTY, /* a field that nothing fills yet */
    FIGURE_TEXT,  /* const char *; NULL: an empty field */
    FIGURE_CHARS, /* the characters stand in the struct itself; "": an empty field */
    FIGURE_NUMBER, /* double: the fewest digits that read back exactly; NaN (unknown), infinite (no bound): an empty field */
    FIGURE_BOOL, /* 0 or 1 */
    FIGURE_INT,
    FIGURE_INT16,
    FIGURE_INT64,
    FIGURE_UINT8,
    FIGURE_UINT64,
    FIGURE_RATIO, /* as FIGURE_NUMBER: one int64_t divided by another, which lies at `per` */
} FigureType;

enum { FIGURE_CELL = 320 };

/* Whom a row is about, which part, against whom, under which rules. */
typedef enum { KEY_NONE, KEY_WHO, KEY_WHICH, KEY_AGAINST, KEY_RULES } FigureKey;

typedef struct {
    const char *name; /* of the column; NULL: the figure stands in the terminal's table alone */
    const char *unit; /* of its values: "points", "boards", "share" */
    const char *help; /* what the value means, without a capital and a full stop */
    FigureType type;
    size_t offset, per; /* of the value in the row's struct */

    /* In the terminal's table: */
    const char *title;   /* NULL: the figure does not stand there */
    const char *matches; /* its title where matches are told of; "": it does not stand there then; NULL: the same */
    unsigned when;       /* bits of the cases in which it stands there; 0: in all */
    int width;           /* at least; below 0: to the left; 0: to the left and as wide as the widest cell */
    int drop;            /* on a narrow terminal those above 0 go first, the lowest before all; 0: it stays */
    const char *
        format; /* of a double, "%+.3f": so many decimals at least, "%+.*f": 2, and what its interval deserves, of shares in %; NULL: as in the CSV */
    size_t interval; /* where its interval lies, two doubles, which stand behind it in brackets; 0: it has none */
    void (*cell)(char out[static FIGURE_CELL], const void *row); /* writes the cell instead; NULL: as said above */
    const char *legend; /* what the column of the table means, where `help` speaks of the CSV alone; NULL: as `help` */

    /* Among the first columns of a page of results: */
    const char
        *plain; /* its title there, for who knows none of our names; "": the file's unit; NULL: it is not there */
    const char *no, *yes; /* what 0 and 1 mean there; NULL: the number stands there */

    /* For `pasur pool` and `pasur compare`: */
    FigureKey key;        /* it names the row */
    const char *only;     /* of a key: the rows that count have this text; NULL: all do */
    const char *measured; /* they take it, with the interval that stands behind it: the column of its standard error or,
                             NAME_sd, of one board's standard deviation; "": the interval alone says it; NULL: no */
} Figure;

/* The rest of a Figure whose value is this member (also of a member) of the struct Row. */
#define FIGURE_AT(Row, member)                                                                                         \
    .type = _Generic(((Row *)0)->member,                                                                               \
        const char *: FIGURE_TEXT,                                                                                     \
        char *: FIGURE_CHARS,                                                                                          \
        double: FIGURE_NUMBER,                                                                                         \
        bool: FIGURE_BOOL,                                                                                             \
        int: FIGURE_INT,                                                                                               \
        int16_t: FIGURE_INT16,                                                                                         \
        int64_t: FIGURE_INT64,                                                                                         \
        uint8_t: FIGURE_UINT8,                                                                                         \
        uint64_t: FIGURE_UINT64),                                                                                      \
    .offset = offsetof(Row, member)
/* The two columns of an interval, NAME_low and NAME_high; of: what it is, "its 95 % interval". */
#define FIGURE_ENDS(name, unit, of, Row, member)                                                                       \
    {name "_low", unit, "low end of " of, FIGURE_AT(Row, member.low)},                                                 \
    {                                                                                                                  \
        name "_high", unit, "high end of " of, FIGURE_AT(Row, member.high)                                             \
    }
/* A value with its interval: three columns, NAME, ENDS_low and ENDS_high. More of the value's Figure may follow. */
#define FIGURE_VALUE(name, ends, unit, help, of, Row, value, between, ...)                                             \
    {name, unit, help, FIGURE_AT(Row, value), .interval = offsetof(Row, between), __VA_ARGS__},                        \
        FIGURE_ENDS(ends, unit, of, Row, between)
/* The rest of a Figure whose value is one int64_t member divided by another; unknown where both are 0. */
#define FIGURE_PER(Row, member, divisor)                                                                               \
    .type = FIGURE_RATIO, .offset = offsetof(Row, member), .per = offsetof(Row, divisor)

typedef struct {
    const char *file;      /* which command and option write it: "sim --rounds-csv" */
    const char *row;       /* what one row stands for: "round and seat" */
    const Figure *figures; /* the columns in their order */
    size_t count;
    const char *more; /* the columns that the rows above do not name; NULL: there are none */
} FigureTable;

/* The figures of an array and how many there are; more than FIGURES_MOST do not compile. */
enum { FIGURES_MOST = 48 };
#define FIGURE_COUNT(array) (sizeof(array) / sizeof *(array))
#define FIGURE_ROWS(array) (array), FIGURE_COUNT(array) + 0 * sizeof(char[FIGURE_COUNT(array) <= FIGURES_MOST ? 1 : -1])

/* A line "# key: value" before the header; control characters in the value become '?'. number: JSON writes it as one;
   empty: it is not known. */
void figures_head(OutputFile *file, const char *key, const char *value, bool number);
/* The line of names, in JSON the head. Nothing is written to a file that is not open. */
void figures_header(OutputFile *file, const FigureTable *table);
/* One line, from the struct that the table's offsets mean. */
void figures_row(OutputFile *file, const FigureTable *table, const void *row);
/* A line added to the text. False if memory runs out; the text is then as it was. */
bool figures_add(TextBuffer *text, const FigureTable *table, const void *row);

/* A line of such texts, one for each figure of the table that has a name. */
void figures_cells(OutputFile *file, const FigureTable *table, const char *const cells[]);

enum { NUMBER_TEXT = 32 };
/* What a figure says of a row, as a line has it without quotes; "": nothing. What is no text stands in `room`. */
const char *figure_text(char room[static NUMBER_TEXT], const Figure *figure, const void *row);
/* A number as figures_row writes it, if it is not NaN. Returns out. */
char *number_text(char out[static NUMBER_TEXT], double value);
