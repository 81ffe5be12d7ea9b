/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results as one HTML page that needs nothing else: no other file, no network, and no script to be read. Whatever comes
   from a file is escaped. */
#pragma once

#include "analysis/report/csv.h"
#include "analysis/report/reviewer.h"

/* The style and the script of the page (page_look.c). */
extern const char PAGE_STYLE[], PAGE_SCRIPT[];

/* One result. All is borrowed; what may be NULL says so. */
typedef struct {
    const char *title;            /* the question that it answers; NULL: that of its kind, or the command */
    const char *name;             /* of the run directory or file, for people */
    Result *result;               /* NULL: there are no figures, and `missing` says why */
    CsvReader *rest;              /* the rows that come after those of the result; or NULL */
    const char *missing;          /* or NULL */
    const char *summary;          /* what the command prints on a terminal; NULL: it is not known */
    const char *command;          /* where there is no result; or NULL */
    const ReviewedRound *rounds;  /* of a file of records, instead of a result */
    size_t round_count, left_out; /* rounds of the file that the page does not have */
} ReportPart;

typedef struct {
    const char *title;
    const char *docs; /* folder or address of the documentation, for links; NULL: there are none */
    bool pictures;    /* gnuplot is there */
} ReportLook;

/* Fills *out with the page, which is the caller's to free. False with the reason if no picture could be drawn though
   gnuplot is there, or memory ran out. */
bool report_page(TextBuffer *out, const ReportLook *look, const ReportPart *parts, size_t count, Error *error);
