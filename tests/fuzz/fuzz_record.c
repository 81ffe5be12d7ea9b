/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a file of records: refused or replayed, never a crash; what is replayed prints and reads back. */
#include <stdio.h>
#include <string.h>

#include "engine/notation.h"
#include "tests/engine/claims.h"
#include "tests/fuzz/input.h"

/* What was printed reads back, and prints the same. */
static void read_back(const Record *record)
{
    static RecordReader reader;
    static Record read;
    static char printed[RECORD_TEXT], again[RECORD_TEXT], line[RECORD_TEXT];
    ReadStatus status = READ_MORE;
    Error error;
    int length = record_print(printed, record);
    MUST(length > 0 && length < RECORD_TEXT && printed[length] == 0);
    memset(&reader, 0, sizeof reader);
    for (const char *at = printed; *at && status == READ_MORE; at += strcspn(at, "\n") + 1) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        status = record_feed(&reader, &read, line, &error);
    }
    MUST(status == READ_RECORD);
    record_print(again, &read);
    MUST(!strcmp(printed, again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static RecordReader reader;
    static Record record;
    char *text = input_text(data, size);
    Error error;
    memset(&reader, 0, sizeof reader);
    for (char *line = text; line;) {
        char *next = strchr(line, '\n');
        if (next) *next++ = 0;
        ReadStatus status = record_feed(&reader, &record, line, &error);
        if (!next && status == READ_MORE) status = record_feed(&reader, &record, NULL, &error);
        if (status == READ_ERROR) break;
        if (status == READ_RECORD) {
            Round round;
            const char *why;
            if (record_replay(&round, &record, &error)) MUST(round_valid(&round, &record.rules, &why));
            read_back(&record);
        }
        line = next;
    }
    free(text);
    return 0;
}
