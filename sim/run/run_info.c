/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes run.json and compares it. */
#include "sim/run/run_info.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool put_text(TextBuffer *out, const char *text) { return text_buffer_add(out, text, strlen(text)); }

/* A string (RFC 8259, 7); NULL is empty. Bytes are kept as they are, since names of files need not be UTF-8 and are to be
   found again; json_string (sim/files/json_lines.h) is for readers elsewhere. */
static bool put_string(TextBuffer *out, const char *text)
{
    bool good = put_text(out, "\"");
    for (; good && text && *text; text++) {
        char escaped[8];
        if ((unsigned char)*text < ' ')
            snprintf(escaped, sizeof escaped, "\\u%04x", *text);
        else
            snprintf(escaped, sizeof escaped, "%s%c", strchr("\"\\", *text) ? "\\" : "", *text);
        good = put_text(out, escaped);
    }
    return good && put_text(out, "\"");
}

static bool put_key(TextBuffer *out, const char *key)
{
    return put_text(out, "    ") && put_string(out, key) && put_text(out, ": ");
}

static bool put_list(TextBuffer *out, const char *key, const char *const texts[], int count)
{
    bool good = put_key(out, key) && put_text(out, "[");
    for (int i = 0; i < count; i++)
        good = good && put_text(out, i ? ", " : "") && put_string(out, texts[i]);
    return good && put_text(out, "],\n");
}

bool run_info_print(TextBuffer *out, const RunInfo *info)
{
    const char *const texts[][2] = {
        {"version", info->version}, {"signature", info->signature}, {"command", info->command}, {"rules", info->rules},
        {"reads", info->reads},     {"keeps", info->keeps},         {"part", info->part}};
    char seed[32];
    bool good = put_text(out, "{\n");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        good = good && put_key(out, texts[i][0]) && put_string(out, texts[i][1]) && put_text(out, ",\n");
    good = good && put_list(out, "agents", info->agents, info->agent_count) &&
           put_list(out, "words", info->words, info->word_count);
    snprintf(seed, sizeof seed, "%" PRIu64 "\n}\n", info->seed);
    return good && put_key(out, "seed") && put_text(out, seed);
}

/* The line at `*at`, which moves behind it; length 0 at the end. */
static const char *line_next(const TextBuffer *text, size_t *at, size_t *length)
{
    const char *line = text->data + *at;
    const char *end = *at < text->length ? memchr(line, '\n', text->length - *at) : NULL;
    *length = *at >= text->length ? 0 : end ? (size_t)(end - line) : text->length - *at;
    *at += *length + (end != NULL);
    return line;
}

/* The key and the value of a line; NULL: there is no key in it. */
static const char *line_value(const char *line, size_t *length, char *key, size_t key_size)
{
    const char *end = *length > 5 && !memcmp(line, "    \"", 5) ? memchr(line + 5, '"', *length - 5) : NULL;
    if (!end || end + 3 > line + *length) return NULL;
    snprintf(key, key_size, "%.*s", (int)(end - line - 5), line + 5);
    const char *value = end + 3;
    *length -= (size_t)(value - line);
    if (*length && value[*length - 1] == ',') --*length;
    return value;
}

/* What a key is called in a reason. */
static const char *key_said(const char *key)
{
    static const char *const ROWS[][2] = {{"signature", "the signature of what it plays"},
                                          {"reads", "what it reads, with checksums,"},
                                          {"keeps", "what it keeps beside sums"}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (!strcmp(key, ROWS[i][0])) return ROWS[i][1];
    return key;
}

/* What four hexadecimal digits say; -1: they are none. */
static int code_of(const char digits[static 4])
{
    static const char DIGITS[] = "0123456789abcdef";
    int code = 0;
    for (int i = 0; i < 4; i++) {
        const char *digit = digits[i] ? strchr(DIGITS, digits[i]) : NULL;
        if (!digit) return -1;
        code = 16 * code + (int)(digit - DIGITS);
    }
    return code;
}

/* Reads a string of the list at *at, and moves behind it; the text goes to *out, which moves on. False: there is none. */
static bool string_next(const char **at, const char *end, char **out)
{
    const char *c = *at;
    if (c == end || *c != '"') return false;
    for (c++; c < end && *c != '"'; c++) {
        const int code = *c == '\\' && end - c > 5 && c[1] == 'u' ? code_of(c + 2) : -1;
        if (code >= 0)
            *(*out)++ = (char)code, c += 5;
        else if (*c == '\\' && ++c == end)
            return false;
        else
            *(*out)++ = *c;
    }
    if (c >= end) return false;
    *(*out)++ = 0;
    *at = c + 1;
    return true;
}

bool run_info_value(char *out, size_t size, const TextBuffer *text, const char *key)
{
    char found[32];
    for (size_t at = 0, length; at < text->length;) {
        const char *line = line_next(text, &at, &length), *value = line_value(line, &length, found, sizeof found);
        if (!value || strcmp(found, key)) continue;
        char *plain = malloc(length + 1), *end = plain;
        const char *from = value;
        const bool quoted = plain && string_next(&from, value + length, &end);
        snprintf(out, size, "%.*s", quoted ? (int)strlen(plain) : (int)length, quoted ? plain : value);
        free(plain);
        return true;
    }
    return false;
}

enum { KEEPS = 256 };

/* The words of a list with spaces that another one lacks, as options: "--rounds-csv and --records". Returns how many. */
static int options_lacking(char out[static KEEPS], const char *list, const char *other)
{
    int count = 0;
    *out = 0;
    for (size_t length; *list; list += length + (list[length] != 0)) {
        bool found = false;
        length = strcspn(list, " ");
        for (const char *word = other; *word && !found; word += strcspn(word, " "), word += *word != 0)
            found = strcspn(word, " ") == length && !memcmp(word, list, length);
        const size_t used = strlen(out);
        if (!found) snprintf(out + used, KEEPS - used, "%s--%.*s", count++ ? " and " : "", (int)length, list);
    }
    return count;
}

/* Is what is kept beside sums not what the run was begun with? Then with the reason. */
static bool keeps_differ(const TextBuffer *there, const TextBuffer *here, Error *error)
{
    char theirs[KEEPS] = "", ours[KEEPS] = "", options[KEEPS];
    run_info_value(theirs, sizeof theirs, there, "keeps");
    run_info_value(ours, sizeof ours, here, "keeps");
    const int lacking = options_lacking(options, theirs, ours);
    if (lacking) error_set(error, "this run was begun with %s; name %s again", options, lacking > 1 ? "them" : "it");
    if (lacking) return true;
    if (!options_lacking(options, ours, theirs)) return false;
    error_set(error, "this run was begun without %s, and keeps nothing for it; take another directory", options);
    return true;
}

bool run_info_same(const TextBuffer *there, const TextBuffer *here, bool parts, Error *error)
{
    enum { SHOWN = 160 };
    char key[32] = "", other[32];
    for (size_t at = 0, our = 0; at < there->length || our < here->length;) {
        size_t length, our_length;
        const char *line = line_next(there, &at, &length), *our_line = line_next(here, &our, &our_length);
        if (length == our_length && !memcmp(line, our_line, length)) continue;
        const char *value = line_value(line, &length, other, sizeof other);
        const char *our_value = line_value(our_line, &our_length, key, sizeof key);
        if (value && our_value && !parts && !strcmp(key, "part") && !strcmp(other, key)) continue;
        if (!value || !our_value || strcmp(key, other)) return error_set(error, "it is not as this program writes it");
        if (parts && !strcmp(key, "keeps") && keeps_differ(there, here, error)) return false;
        return error_set(error, "%s is %.*s there and %.*s here", key_said(key), length < SHOWN ? (int)length : SHOWN,
                         value, our_length < SHOWN ? (int)our_length : SHOWN, our_value);
    }
    return true;
}

char **run_info_words(const TextBuffer *text)
{
    enum { WORDS_MOST = 512 };
    char found[32];
    for (size_t at = 0, length; at < text->length;) {
        const char *line = line_next(text, &at, &length), *value = line_value(line, &length, found, sizeof found);
        if (!value || strcmp(found, "words") || !length || *value != '[') continue;
        char **words = malloc((WORDS_MOST + 1) * sizeof *words + length + 1), *out = (char *)(words + WORDS_MOST + 1);
        int count = 0;
        const char *end = value + length;
        for (value++; words && count < WORDS_MOST; value += 2) {
            words[count] = out;
            if (!string_next(&value, end, &out)) break;
            count++;
            if (end - value < 2 || *value != ',') break;
        }
        if (words) words[count] = NULL;
        return words;
    }
    return NULL;
}
