/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results as one HTML page that needs nothing else: no other file, no network, and no script to be read. Whatever comes from
   a file is escaped. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/error.h"
#include "sim/files/figures.h"
#include "sim/files/text_buffer.h"

/* One result. All texts are borrowed; those that may be NULL say so. */
typedef struct {
    const char *title;   /* the question that it answers; NULL: the command is the title */
    const char *name;    /* of the run directory or file, for people */
    const char *csv;     /* the file with the figures; NULL: there are none, and `missing` says why */
    const char *missing; /* or NULL */
    const char *summary; /* what the command prints on a terminal; NULL: it is not known */
    const char *command; /* where there is no csv; or NULL */
    const char *now;     /* what is asked now, where the figures answer another command; or NULL */
} ReportPart;

typedef struct {
    const char *title;
    const char *docs;                 /* folder or address of the documentation, for links; NULL: there are none */
    const FigureTable *const *tables; /* the columns that are known, up to NULL */
    bool pictures;                    /* gnuplot is there */
    bool *unknown;                    /* for each result: is set where no command of ours writes such columns */
} ReportLook;

/* Fills *out with the page, which is the caller's to free. False with the reason if a file cannot be read, is no CSV, or no
   picture could be drawn though gnuplot is there. */
bool report_page(TextBuffer *out, const ReportLook *look, const ReportPart *parts, size_t count, Error *error);
