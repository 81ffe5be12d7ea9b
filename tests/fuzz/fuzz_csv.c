/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a CSV file, compressed or not: refused, or it has rows as wide as its header, and its columns as texts, as
   numbers and as levels. */
#include <math.h>
#include <string.h>

#include "analysis/report/csv.h"
#include "tests/fuzz/input.h"

static void check_columns(CsvReader *reader, CsvTable *table)
{
    Levels levels;
    for (size_t i = 0; i < reader->column_count; i++) {
        const char *column = reader->columns[i], **texts = csv_table_texts(table, column);
        MUST(texts);
        for (size_t row = 0; row < table->rows; row++) {
            double number;
            (void)strlen(texts[row]);
            MUST(!csv_table_number(&number, table, row, i) || isnan(number) || isfinite(number));
        }
        csv_table_numbers(table, column);
        if (csv_table_levels(&levels, table, column, 8)) MUST(levels.count >= 1 && levels.count <= 8);
    }
    csv_table_suffix(table, "tactic", "leave_11 tactic", ", reversed");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CsvReader reader;
    CsvTable table = {.reader = &reader};
    const char *name = input_file(data, size);
    if (csv_reader_open(&reader, name) && csv_reader_begin(&reader)) {
        MUST(reader.column_count >= 1 && reader.column_count <= CSV_MAX_COLUMNS && reader.head_count <= CSV_HEADS);
        csv_reader_head(&reader, "seed");
        if (csv_table_load(&table, &reader)) check_columns(&reader, &table);
    }
    csv_reader_close(&reader);
    return 0;
}
