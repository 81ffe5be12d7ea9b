/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compressed streams: what is written reads back, wherever it was flushed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "engine/rng.h"
#include "sim/files/packer.h"
#include "sim/files/text_file.h"

static const PackKind KINDS[] = {PACK_GZIP, PACK_ZSTD};

static void add(TextBuffer *to, const char *bytes, size_t length)
{
    assert_true(text_buffer_reserve(to, length));
    memcpy(to->data + to->length, bytes, length);
    to->length += length;
}

/* Reads all of a stream, in small pieces. False if it is damaged or cut off. */
static bool unpack(TextBuffer *out, const TextBuffer *in)
{
    char piece[100];
    size_t used = 0;
    out->length = 0;
    if (in->length < 4) return false;
    Unpacker *unpacker = unpacker_new(unpack_kind(in->data));
    assert_non_null(unpacker);
    long got;
    do {
        const size_t before = used;
        got = unpacker_read(unpacker, in->data, in->length, &used, piece, sizeof piece);
        if (got > 0) add(out, piece, (size_t)got);
        if (got == 0 && used == before) break;
    } while (got >= 0);
    const bool whole = got >= 0 && unpacker_whole(unpacker);
    unpacker_free(unpacker);
    return whole;
}

/* Text that compresses, of this length. */
static void lines_put(char *out, size_t length, Rng *rng)
{
    for (size_t i = 0; i < length; i++)
        out[i] = i % 12 == 11 ? '\n' : (char)('0' + rng_bounded(rng, i % 12 < 6 ? 2 : 10));
}

/* The stream, ended where it was flushed, is the text so far; last words follow it as a stream of their own. */
static void assert_ends(Packer *packer, PackKind kind, const TextBuffer *stream, const TextBuffer *text)
{
    TextBuffer whole = {0}, back = {0};
    add(&whole, stream->data, stream->length);
    assert_true(packer_ending(packer, &whole));
    assert_true(unpack(&back, &whole));
    assert_int_equal(back.length, text->length);
    Packer *last = packer_new(kind);
    assert_true(packer_write(last, &whole, "last words\n", 11, PACK_END));
    packer_free(last);
    assert_true(unpack(&back, &whole));
    assert_int_equal(back.length, text->length + 11);
    assert_memory_equal(back.data, text->data, text->length);
    assert_memory_equal(back.data + text->length, "last words\n", 11);
    text_buffer_free(&whole);
    text_buffer_free(&back);
}

/* Writes random lines, flushes after some, and ends a copy at every flush. */
static void stream_try(PackKind kind, uint64_t seed)
{
    enum { LONGEST = 70000, PIECES = 12 };
    static char piece[LONGEST];
    Rng rng = rng_for(seed, 0, PURPOSE_TEST);
    TextBuffer stream = {0}, text = {0}, back = {0};
    Packer *packer = packer_new(kind);
    assert_non_null(packer);
    assert_true(packer_write(packer, &stream, "", 0, PACK_FLUSH));
    assert_int_equal(stream.length, 0);
    for (int i = 0; i < PIECES; i++) {
        const size_t length = rng_bounded(&rng, rng_bounded(&rng, 4) ? 300 : LONGEST);
        const PackStep step = i && rng_bounded(&rng, 2) ? PACK_FLUSH : PACK_MORE;
        lines_put(piece, length, &rng);
        assert_true(packer_write(packer, &stream, piece, length, step));
        add(&text, piece, length);
        if (step == PACK_FLUSH && text.length) assert_ends(packer, kind, &stream, &text);
    }
    assert_true(packer_write(packer, &stream, "end\n", 4, PACK_END));
    add(&text, "end\n", 4);
    assert_true(unpack(&back, &stream));
    assert_int_equal(back.length, text.length);
    assert_memory_equal(back.data, text.data, text.length);
    text_buffer_free(&stream);
    text_buffer_free(&text);
    text_buffer_free(&back);
    packer_free(packer);
}

static void a_stream_may_end_at_every_flush(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++)
        for (uint64_t seed = 0; seed < 100 && !pack_missing(KINDS[k]); seed++)
            stream_try(KINDS[k], seed);
}

static void what_is_cut_off_or_damaged_is_found(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
        if (pack_missing(KINDS[k])) continue;
        Rng rng = rng_for(1, 0, PURPOSE_TEST);
        TextBuffer stream = {0}, back = {0};
        char text[3000];
        lines_put(text, sizeof text, &rng);
        Packer *packer = packer_new(KINDS[k]);
        assert_true(packer_write(packer, &stream, text, sizeof text, PACK_END));
        packer_free(packer);
        const size_t length = stream.length;
        assert_true(unpack(&back, &stream));
        for (stream.length = 0; stream.length < length; stream.length++)
            assert_false(unpack(&back, &stream));
        stream.data[5] ^= 0x20; /* a reserved method, flag or window */
        stream.data[2] ^= 0x01;
        assert_false(length >= 4 && unpack_kind(stream.data) != PACK_NONE && unpack(&back, &stream));
        text_buffer_free(&stream);
        text_buffer_free(&back);
    }
}

static void streams_that_follow_each_other_are_one(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
        if (pack_missing(KINDS[k])) continue;
        TextBuffer stream = {0}, back = {0};
        for (int i = 0; i < 3; i++) {
            Packer *packer = packer_new(KINDS[k]);
            assert_true(packer_write(packer, &stream, "text\n", 5, PACK_END));
            packer_free(packer);
        }
        assert_true(unpack(&back, &stream));
        assert_int_equal(back.length, 15);
        assert_memory_equal(back.data, "text\ntext\ntext\n", 15);
        text_buffer_free(&stream);
        text_buffer_free(&back);
    }
}

static void a_file_is_read_by_what_stands_in_it(void **state)
{
    (void)state;
    char path[] = "/tmp/pasur-text-XXXXXX", line[32];
    Error error = {0};
    close(mkstemp(path));
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
        if (pack_missing(KINDS[k])) continue;
        TextBuffer stream = {0};
        Packer *packer = packer_new(KINDS[k]);
        assert_true(packer_write(packer, &stream, "one\ntwo\n", 8, PACK_FLUSH));
        for (int whole = 0; whole < 2; whole++) {
            if (whole) assert_true(packer_write(packer, &stream, "", 0, PACK_END));
            FILE *file = fopen(path, "wb");
            fwrite(stream.data, 1, stream.length, file);
            fclose(file);
            file = text_file_open(path, &error);
            assert_non_null(file);
            assert_string_equal(fgets(line, sizeof line, file), "one\n");
            assert_string_equal(fgets(line, sizeof line, file), "two\n");
            assert_null(fgets(line, sizeof line, file));
            assert_int_equal(ferror(file) != 0, !whole);
            fclose(file);
        }
        packer_free(packer);
        text_buffer_free(&stream);
    }
    unlink(path);
    assert_null(text_file_open(path, &error));
    assert_non_null(strstr(error.text, ": No such file or directory"));
}

static void names_ask_for_kinds(void **state)
{
    (void)state;
    assert_int_equal(pack_kind("a.gz"), PACK_GZIP);
    assert_int_equal(pack_kind("a.csv.zst"), PACK_ZSTD);
    assert_int_equal(pack_kind(".gz"), PACK_NONE);
    assert_int_equal(pack_kind("a.gz.txt"), PACK_NONE);
    assert_int_equal(pack_kind("gz"), PACK_NONE);
    assert_null(pack_missing(PACK_NONE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_may_end_at_every_flush),
        cmocka_unit_test(what_is_cut_off_or_damaged_is_found),
        cmocka_unit_test(streams_that_follow_each_other_are_one),
        cmocka_unit_test(a_file_is_read_by_what_stands_in_it),
        cmocka_unit_test(names_ask_for_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
