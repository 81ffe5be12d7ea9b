/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of payloads come back as they were put, and bytes that are none are refused. */
#include <stdlib.h>

#include "engine/rng.h"
#include "sim/run/chunk_log.h"
#include "tests/engine/claims.h"

typedef enum { UINT, INT, WIDE, BYTES, KIND_COUNT } Kind;

typedef struct {
    Kind kind;
    unsigned __int128 value;
    char bytes[40];
    size_t length;
} Field;

/* As many of the lowest bits as chance gives are random, so that numbers of every length come up. */
static unsigned __int128 random_bits(int most, Rng *rng)
{
    const unsigned __int128 all = (unsigned __int128)rng_next(rng) << 96 | (unsigned __int128)rng_next(rng) << 64 |
                                  (unsigned __int128)rng_next(rng) << 32 | rng_next(rng);
    return all >> (128 - 1 - (int)rng_bounded(rng, (uint32_t)most));
}

static Field random_field(Rng *rng)
{
    Field field = {.kind = (Kind)rng_bounded(rng, KIND_COUNT)};
    field.value = random_bits(field.kind == WIDE ? 128 : 64, rng);
    if (field.kind == INT) field.value = (unsigned __int128)(__int128)(int64_t)(uint64_t)field.value;
    if (field.kind == WIDE && rng_bounded(rng, 2)) field.value = ~field.value;
    if (field.kind == BYTES) field.length = rng_bounded(rng, sizeof field.bytes + 1);
    for (size_t i = 0; i < field.length; i++)
        field.bytes[i] = (char)rng_next(rng);
    return field;
}

static bool put(TextBuffer *out, const Field *field)
{
    switch (field->kind) {
    case UINT: return put_uint(out, (uint64_t)field->value);
    case INT: return put_int(out, (int64_t)field->value);
    case WIDE: return put_wide(out, (__int128)field->value);
    default: return put_bytes(out, field->bytes, field->length);
    }
}

/* Reads a field of that kind; what it is goes to *out. */
static void get(FieldReader *in, Kind kind, Field *out)
{
    *out = (Field){.kind = kind};
    switch (kind) {
    case UINT: out->value = get_uint(in); break;
    case INT: out->value = (unsigned __int128)(__int128)get_int(in); break;
    case WIDE: out->value = (unsigned __int128)get_wide(in); break;
    default: {
        const char *bytes = get_bytes(in, &out->length);
        assert_int_equal(bytes == NULL, in->failed);
        assert_true(out->length <= (size_t)(bytes ? in->end - bytes : 0));
        for (size_t i = 0; i < out->length && i < sizeof out->bytes; i++)
            out->bytes[i] = bytes[i];
    }
    }
    assert_true(in->at <= in->end);
}

static bool same(const Field *a, const Field *b)
{
    return a->kind == b->kind && (a->kind == BYTES || a->value == b->value) && a->length == b->length &&
           !memcmp(a->bytes, b->bytes, a->length);
}

static void fields_come_back(void **state)
{
    (void)state;
    enum { FIELDS = 20 };
    Rng rng = rng_for(1, 0, PURPOSE_TEST);
    for (int turn = 0; turn < 5000; turn++) {
        Field fields[FIELDS], back;
        TextBuffer text = {0};
        for (int i = 0; i < FIELDS; i++) {
            fields[i] = random_field(&rng);
            assert_true(put(&text, &fields[i]));
        }
        FieldReader in = {.at = text.data, .end = text.data + text.length};
        for (int i = 0; i < FIELDS; i++) {
            get(&in, fields[i].kind, &back);
            assert_true(same(&fields[i], &back));
        }
        assert_false(in.failed);
        assert_ptr_equal(in.at, in.end);
        text_buffer_free(&text);
    }
}

static void the_ends_of_numbers_come_back(void **state)
{
    (void)state;
    const __int128 most = (__int128)(~(unsigned __int128)0 >> 1);
    const __int128 wides[] = {0, 1, -1, INT64_MAX, INT64_MIN, (__int128)UINT64_MAX + 1, most, -most - 1};
    const int64_t ints[] = {0, 1, -1, 63, 64, -64, -65, INT64_MAX, INT64_MIN};
    const uint64_t uints[] = {0, 127, 128, INT64_MAX, UINT64_MAX};
    TextBuffer text = {0};
    for (int i = 0; i < COUNT(wides); i++)
        assert_true(put_wide(&text, wides[i]));
    for (int i = 0; i < COUNT(ints); i++)
        assert_true(put_int(&text, ints[i]));
    for (int i = 0; i < COUNT(uints); i++)
        assert_true(put_uint(&text, uints[i]));
    FieldReader in = {.at = text.data, .end = text.data + text.length};
    for (int i = 0; i < COUNT(wides); i++)
        assert_true(get_wide(&in) == wides[i]);
    for (int i = 0; i < COUNT(ints); i++)
        assert_true(get_int(&in) == ints[i]);
    for (int i = 0; i < COUNT(uints); i++)
        assert_true(get_uint(&in) == uints[i]);
    assert_false(in.failed);
    text_buffer_free(&text);
}

/* A number that is too large for what is asked for is no such number. */
static void larger_numbers_are_refused(void **state)
{
    (void)state;
    const __int128 large[] = {(__int128)INT64_MAX + 1, (__int128)INT64_MIN - 1};
    for (int i = 0; i < COUNT(large); i++) {
        TextBuffer text = {0};
        assert_true(put_wide(&text, large[i]) && put_uint(&text, 1));
        FieldReader in = {.at = text.data, .end = text.data + text.length};
        assert_int_equal(get_int(&in), 0);
        assert_true(in.failed);
        assert_int_equal(get_uint(&in), 0);
        in = (FieldReader){.at = text.data, .end = text.data + text.length};
        assert_int_equal(get_uint(&in), 0);
        assert_true(in.failed);
        text_buffer_free(&text);
    }
}

static void torn_fields_are_refused(void **state)
{
    (void)state;
    Rng rng = rng_for(2, 0, PURPOSE_TEST);
    for (int turn = 0; turn < 3000; turn++) {
        TextBuffer text = {0};
        const Field field = random_field(&rng);
        assert_true(put(&text, &field));
        for (size_t length = 0; length < text.length; length++) {
            Field back;
            char *part = malloc(length + 1); /* of its own, so that a sanitizer sees what is read behind it */
            assert_non_null(part);
            memcpy(part, text.data, length);
            FieldReader in = {.at = part, .end = part + length};
            get(&in, field.kind, &back);
            assert_true(in.failed);
            assert_true(back.value == 0 && back.length == 0);
            get(&in, UINT, &back);
            assert_true(in.failed && back.value == 0);
            free(part);
        }
        text_buffer_free(&text);
    }
}

static void random_bytes_are_read_to_their_end_at_most(void **state)
{
    (void)state;
    enum { MOST = 60 };
    Rng rng = rng_for(3, 0, PURPOSE_TEST);
    for (int turn = 0; turn < 50000; turn++) {
        const size_t length = rng_bounded(&rng, MOST);
        char *bytes = malloc(length + 1);
        assert_non_null(bytes);
        const uint32_t high = rng_bounded(&rng, 2) ? 0x80 : 0; /* long numbers */
        for (size_t i = 0; i < length; i++)
            bytes[i] = (char)(rng_next(&rng) | high);
        FieldReader in = {.at = bytes, .end = bytes + length};
        for (int i = 0; i < MOST && !in.failed; i++) {
            Field field;
            get(&in, (Kind)rng_bounded(&rng, KIND_COUNT), &field);
        }
        assert_true(in.at <= in.end);
        free(bytes);
    }
}

static void texts_are_kept_once(void **state)
{
    (void)state;
    TextPool pool = {0};
    const char *one = pool_text(&pool, "one", 3), *more = pool_text(&pool, "ones", 4);
    assert_string_equal(one, "one");
    assert_string_equal(more, "ones");
    assert_ptr_equal(pool_text(&pool, "ones?", 3), one);
    assert_ptr_equal(pool_text(&pool, "ones", 4), more);
    assert_string_equal(pool_text(&pool, "", 0), "");
    assert_int_equal(pool.count, 3);
    pool_free(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_come_back),
        cmocka_unit_test(the_ends_of_numbers_come_back),
        cmocka_unit_test(larger_numbers_are_refused),
        cmocka_unit_test(torn_fields_are_refused),
        cmocka_unit_test(random_bytes_are_read_to_their_end_at_most),
        cmocka_unit_test(texts_are_kept_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
