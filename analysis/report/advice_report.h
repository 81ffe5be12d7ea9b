/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `advise` says of a position: table, sentence, CSV. */
#pragma once

#include <stdio.h>

#include "analysis/report/text/page.h"
#include "engine/notation.h"
#include "sim/advise.h"
#include "sim/files/figures.h"

/* What is known of the position: one line. */
void advice_head(FILE *file, const KnownView *known);
/* One row for each play, the choice first, then by value; equal plays share a row. rows: as many at most, and equal plays
   are not named then; 0: all. */
bool advice_table(FILE *file, const Page *page, const Advice *advice, const View *view, int rows);
/* The state of a search that goes on, in one line. */
void advice_line(FILE *file, const Advice *advice, const View *view);
/* What the figures are made of, after an empty line. */
void advice_basis(FILE *file, const Page *page, const Advice *advice, const KnownView *known, const char *agent);
/* What to play, and how sure that is: one sentence. */
void advice_sentence(FILE *file, const Advice *advice, const View *view, const char *agent);
/* One row for each legal play; of equal plays only the first can be the choice. */
extern const FigureTable ADVISE_FIGURES;
void advice_csv(OutputFile *csv, const Advice *advice, const View *view);
