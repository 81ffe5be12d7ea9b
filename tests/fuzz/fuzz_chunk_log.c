/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as the log of a run: refused, or every chunk is read, and after what is missing was appended the log holds
   every board once. The first byte says which checksums are put right before, since no chance finds one. */
#include <stdio.h>
#include <string.h>

#include "engine/crc32c.h"
#include "tests/fuzz/input.h"
#include "tests/sim/run/kept.h"

enum { RUN = 0x1234, BOARDS = 64, RANGES = 128, LOG_RIGHT = 1, HEADS_RIGHT = 2, PAYLOADS_RIGHT = 4 };

static void number_put(uint8_t *out, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t number_get(const uint8_t *bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++)
        value |= (uint32_t)bytes[i] << 8 * i;
    return value;
}

static void log_head_put(uint8_t *head)
{
    memset(head, 0, LOG_HEAD);
    memcpy(head, "PASURLOG", 8);
    number_put(head + 8, LOG_VERSION);
    number_put(head + 12, RUN);
    number_put(head + LOG_HEAD - 4, crc32c(0, head, LOG_HEAD - 4));
}

static void checksums_put(uint8_t *bytes, size_t size, int which)
{
    if (which & LOG_RIGHT && size >= LOG_HEAD) log_head_put(bytes);
    for (size_t at = LOG_HEAD; which & HEADS_RIGHT && at + LOG_HEAD <= size; at++) {
        if (memcmp(bytes + at, "PCHK", 4) != 0) continue;
        const uint32_t length = number_get(bytes + at + 4);
        if (which & PAYLOADS_RIGHT && length <= size - at - LOG_HEAD)
            number_put(bytes + at + 24, crc32c(0, bytes + at + LOG_HEAD, length));
        number_put(bytes + at + LOG_HEAD - 4, crc32c(0, bytes + at, LOG_HEAD - 4));
    }
}

/* What was found lies in the file, apart from each other. */
static void check_places(const ChunkLog *log, uint64_t size)
{
    uint64_t good = log->damaged;
    MUST(log->end + log->torn == size);
    for (size_t i = 0; i < log->count; i++)
        good += LOG_HEAD + log->chunks[i].length;
    MUST(good <= log->end);
}

/* Plays what is missing again. What is written depends on all that is there: else libFuzzer, which sees what checksums
   are compared with, makes heads of damaged chunks that are right once these bytes follow. */
static void repair(const char *name, uint32_t written)
{
    static BoardRange ranges[RANGES];
    ChunkLog log;
    Error error;
    if (!chunk_log_open(&log, name, RUN, true, &error)) {
        chunk_log_close(&log, &error);
        return;
    }
    const size_t found = log_missing(&log, BOARDS, ranges, RANGES), count = log.count;
    MUST(found <= RANGES);
    for (size_t i = 0; i < found; i++)
        MUST(chunk_log_append(&log, ranges[i], 7, &written, sizeof written, &error));
    MUST(log_missing(&log, BOARDS, ranges, RANGES) == 0 && chunk_log_close(&log, &error));
    MUST(chunk_log_open(&log, name, RUN, false, &error) && log.torn == 0 && log.count == count + found);
    MUST(log_missing(&log, BOARDS, ranges, RANGES) == 0 && chunk_log_close(&log, &error));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size--) return 0;
    ChunkLog log;
    Error error;
    uint8_t *bytes = (uint8_t *)input_text(data + 1, size);
    checksums_put(bytes, size, *data);
    const char *name = input_file(bytes, size);
    const uint32_t sum = crc32c(0, bytes, size);
    free(bytes);
    if (!chunk_log_open(&log, name, RUN, false, &error)) return chunk_log_close(&log, &error), 0;
    check_places(&log, size);
    TextBuffer payload = {0};
    for (size_t i = 0; i < log.count; i++) /* what is said to be compressed may be none */
        MUST(chunk_log_read(&log, &log.chunks[i], &payload, &error) || log.chunks[i].packed);
    text_buffer_free(&payload);
    MUST(chunk_log_close(&log, &error));
    repair(name, sum);
    return 0;
}
