/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a CSV file, compressed or not: refused, or it has rows as wide as its header, and its columns as texts,
   as numbers and as levels. */
#include <math.h>
#include <string.h>

#include "analysis/report/result.h"
#include "tests/fuzz/input.h"

static void check_columns(Result *result)
{
    Levels levels;
    for (size_t i = 0; i < result->column_count; i++) {
        const char *column = result->columns[i].name, **texts = result_alloc(result, result->row_count, sizeof *texts);
        MUST(texts);
        for (size_t row = 0; row < result->row_count; row++) {
            double number;
            (void)strlen(texts[row] = result_text(result, row, (int)i));
            MUST(!result_number_read(&number, result, row, i) || isnan(number) || isfinite(number));
        }
        result_numbers(result, column);
        if (levels_of(&levels, result, texts, result->row_count)) MUST(levels.count <= result->row_count);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CsvReader reader;
    Result result;
    const char *name = input_file(data, size);
    if (csv_open(&reader, &result, name) && csv_begin(&reader)) {
        MUST(result.column_count >= 1 && result.column_count <= CSV_MAX_COLUMNS && result.head_count <= CSV_HEADS);
        result_head_of(&result, "seed");
        if (csv_rows(&reader, CSV_MOST_ROWS)) check_columns(&result);
    }
    csv_close(&reader);
    result_free(&result);
    return 0;
}
