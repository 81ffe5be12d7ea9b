/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of files. A ColumnTable lists the columns of one kind of CSV file: each column's name, unit and meaning,
   where in a struct its value lies, and its title in the terminal's table if it stands there. The CSV's header and
   rows, JSON, the terminal's table (analysis/report/table.h) and the documentation of columns are written from it, so
   that a new column is one row here, and the code that computes its value.

   A file whose `json` is set before anything is written gets JSON lines: an object with "head" (the table's `file`)
   and the lines of the head, then for each row an object with "table" (the same) and the columns. Numbers are numbers,
   COLUMN_BOOL is true or false, an empty field is null.

       typedef struct { const char *play; double value; int visits; } PlayRow;
       static const Column PLAYS[] = {
           {"play", "play", "the play, as records write it", COLUMN_AT(PlayRow, play)},
           {"value", "points", "what the play is worth", COLUMN_AT(PlayRow, value)},
       };
       const ColumnTable PLAY_COLUMNS = {"advise --csv", "legal play", COLUMN_ROWS(PLAYS)};

       columns_begin(&file, &PLAY_COLUMNS, &(FileHead){"seed", "1", true}, 1);
       columns_row(&file, &PLAY_COLUMNS, &(PlayRow){"Kc", 1.5, 20}); */
#pragma once

#include <stdint.h>

#include "sim/files/output_file.h"
#include "sim/files/text_buffer.h"

typedef enum {
    COLUMN_EMPTY, /* a field that nothing fills yet */
    COLUMN_TEXT,  /* const char *; NULL: an empty field */
    COLUMN_CHARS, /* the characters stand in the struct itself; "": an empty field */
    COLUMN_NUMBER, /* double: the fewest digits that read back exactly; NaN (unknown), infinite (no bound): an empty field */
    COLUMN_BOOL, /* 0 or 1 */
    COLUMN_INT,
    COLUMN_INT16,
    COLUMN_INT64,
    COLUMN_UINT8,
    COLUMN_UINT64,
    COLUMN_RATIO, /* as COLUMN_NUMBER: one int64_t divided by another, which lies at `per` */
} ColumnType;

enum { COLUMN_CELL = 320 };

/* Whom a row is about, which part, against whom, under which rules. */
typedef enum { KEY_NONE, KEY_WHO, KEY_WHICH, KEY_AGAINST, KEY_RULES } ColumnKey;

typedef struct {
    const char *name; /* of the column; NULL: the column stands in the terminal's table alone */
    const char *unit; /* of its values: "points", "boards", "share" */
    const char *help; /* what the value means, without a capital and a full stop */
    ColumnType type;
    size_t offset, per; /* of the value in the row's struct */

    /* In the terminal's table: */
    const char *title;   /* NULL: the column does not stand there */
    const char *matches; /* its title where matches are told of; "": it does not stand there then; NULL: the same */
    unsigned when;       /* bits of the cases in which it stands there; 0: in all */
    int drop;            /* on a narrow terminal those above 0 go first, the lowest before all; 0: it stays */
    const char *
        format; /* of a double, "%+.3f": this many decimals at least, "%+.*f": 2, and what its interval deserves, of shares in %; NULL: as in the CSV */
    size_t interval; /* where its interval lies, two doubles, which stand behind it in brackets; 0: it has none */
    void (*cell)(char out[static COLUMN_CELL], const void *row); /* writes the cell instead; NULL: as said above */
    const char *legend; /* what the column of the table means, where `help` speaks of the CSV alone; NULL: as `help` */

    /* Among the first columns of a page of results: */
    const char
        *plain; /* its title there, for who knows none of our names; "": the file's unit; NULL: it is not there */
    const char *no, *yes; /* what 0 and 1 mean there; NULL: the number stands there */

    /* For `pasur pool` and `pasur compare`: */
    ColumnKey key;        /* it names the row */
    const char *only;     /* of a key: the rows that count have this text; NULL: all do */
    const char *measured; /* they take it, with the interval that stands behind it: the column of its standard error or,
                             NAME_sd, of one board's standard deviation; "": the interval alone says it; NULL: no */
} Column;

/* The rest of a Column whose value is this member (also of a member) of the struct Row. */
#define COLUMN_AT(Row, member)                                                                                         \
    .type = _Generic(((Row *)0)->member,                                                                               \
        const char *: COLUMN_TEXT,                                                                                     \
        char *: COLUMN_CHARS,                                                                                          \
        double: COLUMN_NUMBER,                                                                                         \
        bool: COLUMN_BOOL,                                                                                             \
        int: COLUMN_INT,                                                                                               \
        int16_t: COLUMN_INT16,                                                                                         \
        int64_t: COLUMN_INT64,                                                                                         \
        uint8_t: COLUMN_UINT8,                                                                                         \
        uint64_t: COLUMN_UINT64),                                                                                      \
    .offset = offsetof(Row, member)
/* The two columns of an interval, NAME_low and NAME_high; of: what it is, "its 95 % interval". */
#define COLUMN_ENDS(name, unit, of, Row, member)                                                                       \
    {name "_low", unit, "low end of " of, COLUMN_AT(Row, member.low)},                                                 \
    {                                                                                                                  \
        name "_high", unit, "high end of " of, COLUMN_AT(Row, member.high)                                             \
    }
/* A value with its interval: three columns, NAME, ENDS_low and ENDS_high. More of the value's Column may follow. */
#define COLUMN_VALUE(name, ends, unit, help, of, Row, value, between, ...)                                             \
    {name, unit, help, COLUMN_AT(Row, value), .interval = offsetof(Row, between), __VA_ARGS__},                        \
        COLUMN_ENDS(ends, unit, of, Row, between)
/* The rest of a Column whose value is one int64_t member divided by another; unknown where both are 0. */
#define COLUMN_PER(Row, member, divisor)                                                                               \
    .type = COLUMN_RATIO, .offset = offsetof(Row, member), .per = offsetof(Row, divisor)

typedef struct {
    const char *file;      /* which command and option write it: "sim --rounds-csv" */
    const char *row;       /* what one row stands for: "round and seat" */
    const Column *columns; /* the columns in their order */
    size_t count;
    const char *more; /* the columns that the rows above do not name; NULL: there are none */
} ColumnTable;

/* The columns of an array and how many there are; more than COLUMNS_MOST do not compile. */
enum { COLUMNS_MOST = 48 };
#define COLUMN_COUNT(array) (sizeof(array) / sizeof *(array))
#define COLUMN_ROWS(array) (array), COLUMN_COUNT(array) + 0 * sizeof(char[COLUMN_COUNT(array) <= COLUMNS_MOST ? 1 : -1])

typedef struct {
    const char *key, *text;
    bool number; /* the text is a number, which JSON writes as one, or empty: it is not known */
} FileHead;

/* The lines "# key: value", whose control characters become '?', and the line of names; in JSON the head, where those of
   one key that follow each other are an array. Nothing is written to a file that is not open. */
void columns_begin(OutputFile *file, const ColumnTable *table, const FileHead heads[], size_t count);
/* One line, from the struct that the table's offsets mean. */
void columns_row(OutputFile *file, const ColumnTable *table, const void *row);
/* A line added to the text. False if memory runs out; the text is then as it was. */
bool columns_add(TextBuffer *text, const ColumnTable *table, const void *row);

/* A line of such texts, one for each column of the table that has a name. */
void columns_cells(OutputFile *file, const ColumnTable *table, const char *const cells[]);

enum { NUMBER_TEXT = 32 };
/* What a column says of a row, as a line has it without quotes; "": nothing. What is no text stands in `room`. */
const char *column_text(char room[static NUMBER_TEXT], const Column *column, const void *row);
/* A number as columns_row writes it, if it is not NaN. Returns out. */
char *number_text(char out[static NUMBER_TEXT], double value);
