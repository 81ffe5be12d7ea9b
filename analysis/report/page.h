/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results as one self-contained HTML page: no other file, no network, and readable without scripts. Everything that
   comes from a file is escaped. */
#pragma once

#include "analysis/report/result.h"
#include "engine/notation.h"

/* ---- rounds of records: the reviewer of the page pasur.html (web/), with its cards, for rounds that were judged when the
   page was made */

enum { REVIEWED_MOST = 20 /* rounds on a page */ };

/* A round, and what each of its plays was worth. */
typedef struct {
    const char *record; /* as text */
    const char *story;  /* the answer "story" of web/table.h */
    const char *title;  /* who played, and what they scored */
} ReviewedRound;

/* Judges the plays of a record, with texts of that memory. False with the reason if it is wrong or memory runs out. */
bool reviewed_round(ReviewedRound *round, Result *memory, const Record *record, Error *error);

/* ---- the page */

/* A result, or rounds of records, or why there is neither. Texts are borrowed; what may be NULL says so. */
typedef struct {
    const char *title; /* the question that it answers; NULL: that of its kind, or the command */
    const char *name;  /* of the run directory or file, for people */
    Result result;
    CsvReader rest;               /* of a file: the rows that come after those of the result */
    bool from_directory;          /* the result is that of a run directory */
    const char *missing;          /* why there is no result; NULL: there is one */
    const char *command;          /* where there is no result; or NULL */
    ReviewedRound *rounds;        /* of a file of records, instead of a result; or NULL */
    size_t round_count, left_out; /* left_out: rounds of the file that the page does not have */
} ReportPart;

typedef struct {
    const char *title;
    const char *docs; /* folder or address of the documentation, for links; NULL: there are none */
    bool pictures;    /* gnuplot is there */
} ReportLook;

/* Fills *out with the page, which is the caller's to free. False with the reason if no picture could be drawn though
   gnuplot is there, or memory ran out. */
bool report_page(TextBuffer *out, const ReportLook *look, ReportPart *const parts[], size_t count, Error *error);
