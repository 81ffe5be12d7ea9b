/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a CSV file to draw: refused, or described for gnuplot, which is not run. */
#include <string.h>

#include "analysis/commands/commands.h"
#include "analysis/report/chart.h"
#include "library/version.h"
#include "tests/fuzz/input.h"

const char PASUR_COMMIT[] = "", PASUR_BUILD[] = ""; /* which the commands name */

static const ResultKind *const KINDS[] = {
    &RESULT_RATE,      &RESULT_CROSS,    &RESULT_TACTICS, &RESULT_SWEEP,  &RESULT_STRATA,
    &RESULT_PAIRS,     &RESULT_TUNE,     &RESULT_EQUITY,  &RESULT_REVIEW, &RESULT_BENCH,
    &RESULT_CALIBRATE, &RESULT_OPENINGS, &RESULT_SIM,     &RESULT_ROUNDS, NULL};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CsvReader reader;
    Result result;
    const bool good = csv_open(&reader, &result, input_file(data, size)) && csv_begin(&reader) &&
                      csv_kind(&reader, KINDS) && (result.kind->streams || csv_rows(&reader, CSV_MOST_ROWS));
    Error error = result.error;
    if (!good || !plot_draw(&result, &reader, NULL, "picture.svg", NULL, false, &error)) MUST(*error.text);
    csv_close(&reader);
    result_free(&result);
    return 0;
}
