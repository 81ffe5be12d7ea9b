/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compressed files: what is written reads back, and what is damaged is found. */
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

static const PackKind KINDS[] = {PACK_GZIP, PACK_ZSTD};

static const char PATH[] = "/tmp/pasur-packer-test";

/* What a file of these bytes reads as. False if it is damaged or cut off. */
static bool unpack(TextBuffer *out, const TextBuffer *in)
{
    Error error;
    char piece[100];
    FILE *file = fopen(PATH, "wb");
    assert_int_equal(fwrite(in->data, 1, in->length, file), in->length);
    fclose(file);
    file = text_file_open(PATH, &error);
    assert_non_null(file);
    out->length = 0;
    for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0;)
        assert_true(text_buffer_add(out, piece, got));
    const bool whole = !ferror(file);
    fclose(file);
    unlink(PATH);
    return whole;
}

/* Text that compresses, of this length. */
static void lines_put(char *out, size_t length, Rng *rng)
{
    for (size_t i = 0; i < length; i++)
        out[i] = i % 12 == 11 ? '\n' : (char)('0' + rng_bounded(rng, i % 12 < 6 ? 2 : 10));
}

static void members_that_follow_each_other_read_back(void **state)
{
    enum { LONGEST = 70000, PIECES = 12 };
    static char piece[LONGEST];
    (void)state;
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
        if (pack_missing(KINDS[k])) continue;
        for (uint64_t seed = 0; seed < 30; seed++) {
            TextBuffer stream = {0}, text = {0}, back = {0};
            Rng rng = rng_for(seed, 0, PURPOSE_TEST);
            for (int i = 0; i < PIECES; i++) {
                const size_t length = rng_bounded(&rng, rng_bounded(&rng, 4) ? 300 : LONGEST);
                lines_put(piece, length, &rng);
                assert_true(pack(KINDS[k], &stream, piece, length) && text_buffer_add(&text, piece, length));
            }
            assert_true(unpack(&back, &stream));
            assert_int_equal(back.length, text.length);
            assert_memory_equal(back.data, text.data, text.length);
            text_buffer_free(&stream);
            text_buffer_free(&text);
            text_buffer_free(&back);
        }
    }
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
        assert_true(pack(KINDS[k], &stream, text, sizeof text));
        const size_t length = stream.length;
        assert_true(unpack(&back, &stream));
        for (stream.length = 4; stream.length < length; stream.length++)
            assert_false(unpack(&back, &stream));
        stream.data[length / 2] ^= 0x20;
        assert_false(unpack(&back, &stream) && back.length == sizeof text && !memcmp(back.data, text, sizeof text));
        text_buffer_free(&stream);
        text_buffer_free(&back);
    }
}

static void a_frame_is_unpacked_in_memory(void **state)
{
    (void)state;
    TextBuffer packed = {0}, back = {0};
    if (pack_missing(PACK_ZSTD)) skip();
    assert_true(pack(PACK_ZSTD, &packed, "text text text", 14));
    assert_false(unpack_zstd(&back, packed.data, packed.length, 13));
    assert_false(unpack_zstd(&back, packed.data, packed.length - 1, 100));
    assert_true(unpack_zstd(&back, packed.data, packed.length, 14));
    assert_int_equal(back.length, 14);
    assert_memory_equal(back.data, "text text text", 14);
    text_buffer_free(&packed);
    text_buffer_free(&back);
}

static void a_file_is_read_as_it_is_where_nothing_is_packed(void **state)
{
    (void)state;
    Error error = {0};
    TextBuffer text = {0}, back = {0};
    assert_true(text_buffer_add(&text, "one\ntwo\n", 8) && unpack(&back, &text));
    assert_memory_equal(back.data, "one\ntwo\n", 8);
    text_buffer_free(&text);
    text_buffer_free(&back);
    assert_null(text_file_open(PATH, &error));
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
        cmocka_unit_test(members_that_follow_each_other_read_back),
        cmocka_unit_test(what_is_cut_off_or_damaged_is_found),
        cmocka_unit_test(a_frame_is_unpacked_in_memory),
        cmocka_unit_test(a_file_is_read_as_it_is_where_nothing_is_packed),
        cmocka_unit_test(names_ask_for_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
