/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a file of records: refused or replayed, never a crash; what is replayed prints and reads back. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "tests/engine/claims.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static RecordReader reader;
    static Record record;
    static char printed[RECORD_TEXT];
    char *text = malloc(size + 1);
    Error error;
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    memset(&reader, 0, sizeof reader);
    for (char *line = text; line;) {
        char *next = strchr(line, '\n');
        if (next) *next++ = 0;
        int error_line;
        ReadStatus status = record_feed(&reader, &record, line, &error_line, &error);
        if (!next && status == READ_MORE) status = record_feed(&reader, &record, NULL, &error_line, &error);
        if (status == READ_ERROR) break;
        if (status == READ_RECORD) {
            Round round;
            SideCount counts[MAX_SIDES];
            const char *why;
            if (record_replay(&round, counts, &record, &error) && !round_valid(&round, &record.rules, &why)) abort();
            record_print(printed, &record);
        }
        line = next;
    }
    free(text);
    return 0;
}
