/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes what `bench` measured: tables and CSV, of one build or of two. */
#pragma once

#include "analysis/report/figure_print.h"
#include "analysis/study/bench/bench.h"
#include "analysis/study/bench/compare.h"

extern const FigureTable BENCH_FIGURES, COMPARE_FIGURES;

/* The heads and rows of what was finished. */
void bench_csv(OutputFile *csv, const Bench *bench);
void compare_csv(OutputFile *csv, const Comparison *comparison);
/* The same for people, with the signature at the end. */
void bench_table(FILE *out, const Page *page, const Bench *bench);
void compare_table(FILE *out, const Page *page, const Comparison *comparison);
