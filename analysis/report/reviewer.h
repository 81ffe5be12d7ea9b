/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds of records in a page of results: the reviewer of the page pasur.html (web/), with its cards, for rounds that were
   judged when the page was made. */
#pragma once

#include <stdio.h>

#include "engine/notation.h"

enum { REVIEWED_MOST = 20 /* rounds on a page */, ROUND_TITLE = RECORD_AGENTS + 64 };

/* A round, and what each of its plays was worth. All is owned. */
typedef struct {
    char *record;            /* as text */
    char *story;             /* the answer "story" of web/table.h */
    char title[ROUND_TITLE]; /* who played, and what they scored */
} ReviewedRound;

/* Judges the plays of a record. False with the reason if it is wrong or memory runs out; nothing needs freeing then. */
bool reviewed_round(ReviewedRound *round, const Record *record, Error *error);
void reviewed_round_free(ReviewedRound *round);

/* Writes the round, for a page that ends with the reviewer. */
void reviewed_round_write(FILE *out, const ReviewedRound *round);
/* Writes the style and the script of all rounds of the page. */
void reviewer_write(FILE *out);
