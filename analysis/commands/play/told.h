/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What advice on a position and reviews of rounds tell people, in a game that is played here too. */
#pragma once

#include "analysis/report/text.h"
#include "analysis/study/review.h"

/* ---- advise */

typedef struct {
    const Advised *advised;
    const View *view;
    const char *agent;
    double alpha;       /* of the advice's intervals */
    const Page *seated; /* who asks sits at the table: each legal play has its number, and cards stand as on that page,
                           ten plays at most; NULL: as in records */
} AdviceShown;

/* The plays, what the figures are made of, how likely things are after the choice, and what to play and why. False if
   memory runs out. */
bool advised_print(FILE *file, const Page *page, const AdviceShown *shown);
/* What to play, and how sure that is against that other play of the advice (-1: there is none): one sentence. */
void advice_sentence(FILE *file, const AdviceShown *shown, int other);
/* Why the choice is better than that other play, or worse, by their names. Returns out. */
char *advice_why(char out[static REASONS_TEXT], const AdviceShown *shown, const Reasons *why, int other);

/* ---- review */

/* The `worst` plays that cost most, the dearest first, with the reasons, and a row for each player. False if memory
   runs out. */
bool review_summary(FILE *out, const Page *page, const Review *review, size_t worst);
