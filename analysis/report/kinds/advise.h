/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What advice tells of a position: the plays, how likely things are, what to play and why. */
#pragma once

#include <stdio.h>

#include "analysis/report/result.h"
#include "analysis/report/text.h"
#include "engine/notation.h"
#include "sim/advise.h"

extern const ResultKind RESULT_ADVISE;

typedef struct {
    const Advised *advised;
    const View *view;
    const char *agent;
    double alpha;       /* of the advice's intervals */
    const Page *seated; /* who asks sits at the table: each legal play has its number, and cards stand as on that page,
                           ten plays at most; NULL: as in records, and equal plays share a row */
} AdviceShown;

/* What is known of the position: one line. */
void advice_head(FILE *file, const KnownView *known);
/* The plays, what the figures are made of, how likely things are after the choice, and what to play and why. False if
   memory runs out. */
bool advised_print(FILE *file, const Page *page, const AdviceShown *shown);
/* What to play, and how sure that is against that other play of the advice (-1: there is none): one sentence. */
void advice_sentence(FILE *file, const AdviceShown *shown, int other);
/* Why the choice is better than that other play, or worse, by their names. Returns out. */
char *advice_why(char out[static REASONS_TEXT], const AdviceShown *shown, const Reasons *why, int other);
/* One row for each legal play; of equal plays only the first can be the choice. */
void advice_result(Result *out, const AdviceShown *shown);
