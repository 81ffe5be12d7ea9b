/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A net as bytes: lines of text, the last of which has the checksum, then the numbers, the lowest byte first.

     pasur-net 1
     features NUMBER DECISION PLAY     (NET_FEATURES, NET_VIEW_FEATURES, NET_PLAY_FEATURES)
     rules RULES
     shape HIDDEN SECOND VALUE
     bits HIDDEN SECOND
     made COMMAND …
     crc32c XXXXXXXX                   (of the lines before it and of the numbers)
*/
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/net/net_private.h"
#include "engine/crc32c.h"
#include "engine/text/number.h"
#include "engine/text/words.h"

enum { HEAD = 2048, FILE_VERSION = 1, CRC_LINE = 16 };
#define CRC_WORD "crc32c "

static size_t numbers_size(const NetShape *shape) { return 4 * net_long_count(shape) + 2 * net_short_count(shape); }

static void bytes_put(unsigned char *out, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        out[i] = (unsigned char)(number >> 8 * i);
}

bool net_pack(unsigned char **bytes, size_t *size, const Net *net, Error *error)
{
    char rules[RULES_TEXT], head[HEAD];
    rules_print(rules, &net->rules);
    const int lines =
        snprintf(head, sizeof head, "pasur-net %d\nfeatures %d %d %d\nrules %s\nshape %d %d %d\nbits %d %d\nmade %s\n",
                 FILE_VERSION, NET_FEATURES, NET_VIEW_FEATURES, NET_PLAY_FEATURES, rules, net->shape.hidden,
                 net->shape.second, net->shape.value, net->hidden_bits, net->second_bits, net->made);
    const size_t length = (size_t)lines, numbers = numbers_size(&net->shape);
    unsigned char *out = malloc(length + CRC_LINE + 1 + numbers), *to = out + length + CRC_LINE;
    if (!out) return error_memory(error);
    for (size_t i = 0; i < net_long_count(&net->shape); i++, to += 4)
        bytes_put(to, (uint32_t)net->second_bias[i], 4);
    for (size_t i = 0; i < net_short_count(&net->shape); i++, to += 2)
        bytes_put(to, (uint16_t)net->view_rows[i], 2);
    memcpy(out, head, length);
    const uint32_t sum = crc32c(crc32c(0, head, length), out + length + CRC_LINE, numbers);
    snprintf(head, sizeof head, CRC_WORD "%08" PRIx32 "\n", sum);
    memcpy(out + length, head, CRC_LINE);
    *bytes = out;
    *size = length + CRC_LINE + numbers;
    return true;
}

/* ---- reading */

/* What is left of the bytes. */
typedef struct {
    const unsigned char *at;
    size_t left;
    char line[HEAD]; /* the one read last, behind its first word */
} Reader;

/* Reads a line that begins with `word` and a blank. */
static bool line_read(Reader *reader, const char *word, Error *error)
{
    const size_t length = strlen(word);
    const unsigned char *end = memchr(reader->at, '\n', reader->left < HEAD ? reader->left : HEAD);
    const size_t size = end ? (size_t)(end - reader->at) : 0;
    if (!end || size <= length || memcmp(reader->at, word, length) != 0 || reader->at[length] != ' ' ||
        memchr(reader->at, 0, size))
        return error_set(error, "no line '%s ...' where one is due: not a file of a net, or a damaged one", word);
    memcpy(reader->line, reader->at + length + 1, size - length - 1);
    reader->line[size - length - 1] = 0;
    reader->at = end + 1;
    reader->left -= size + 1;
    return true;
}

/* Reads a line of `count` whole numbers. */
static bool numbers_read(int numbers[], int count, Reader *reader, const char *word, Error *error)
{
    if (!line_read(reader, word, error)) return false;
    Words words = {.rest = reader->line, .separator = ' '};
    for (int i = 0; i < count; i++) {
        int64_t number;
        if (!words_next(&words, error))
            return error_set(error, "the line '%s' has %d numbers; expected %d", word, i, count);
        if (!number_whole(&number, words.text, 0, 1 << 20, error)) return error_under(error, "the line '%s'", word);
        numbers[i] = (int)number;
    }
    return !words_next(&words, error) || error_set(error, "the line '%s' has more than %d numbers", word, count);
}

static bool head_read(Net *net, Reader *reader, Error *error)
{
    int version[1] = {0}, features[3] = {0}, shape[3] = {0}, bits[2] = {0};
    if (!numbers_read(version, 1, reader, "pasur-net", error)) return false;
    if (*version != FILE_VERSION) return error_set(error, "a file of version %d; expected %d", *version, FILE_VERSION);
    if (!numbers_read(features, 3, reader, "features", error)) return false;
    if (features[0] != NET_FEATURES || features[1] != NET_VIEW_FEATURES || features[2] != NET_PLAY_FEATURES)
        return error_set(error, "a net for other features (%d %d %d) than this version has (%d %d %d)", features[0],
                         features[1], features[2], NET_FEATURES, NET_VIEW_FEATURES, NET_PLAY_FEATURES);
    if (!line_read(reader, "rules", error) || !rules_parse(&net->rules, reader->line, error)) return false;
    if (!numbers_read(shape, 3, reader, "shape", error)) return false;
    net->shape = (NetShape){shape[0], shape[1], shape[2]};
    if (!net_shape_valid(&net->shape, error) || !numbers_read(bits, 2, reader, "bits", error)) return false;
    net->hidden_bits = bits[0];
    net->second_bits = bits[1];
    if (bits[0] < 1 || bits[0] > NET_BITS_MOST || bits[1] < 1 || bits[1] > NET_BITS_MOST)
        return error_set(error, "bits %d %d; expected 1 to %d", bits[0], bits[1], NET_BITS_MOST);
    if (!line_read(reader, "made", error)) return false;
    text_one_line(net->made, sizeof net->made, reader->line);
    return true;
}

static uint32_t bytes_get(const unsigned char *at, int bytes)
{
    uint32_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint32_t)at[i] << 8 * i;
    return number;
}

/* Reads the numbers, which are all there. */
static bool weights_read(Net *net, const unsigned char *at, Error *error)
{
    const size_t longs = net_long_count(&net->shape), shorts = net_short_count(&net->shape);
    int32_t *to = net_allocate(net);
    if (!to) return error_memory(error);
    for (size_t i = 0; i < longs; i++, at += 4)
        *to++ = (int32_t)((int64_t)(bytes_get(at, 4) ^ 0x80000000u) + INT32_MIN);
    int16_t *to_short = (int16_t *)to;
    for (size_t i = 0; i < shorts; i++, at += 2)
        *to_short++ = (int16_t)((int32_t)(bytes_get(at, 2) ^ 0x8000u) - 0x8000);
    return (net_first_bounded(net) && net_second_bounded(net)) || error_set(error, "a net whose sums could overflow");
}

static bool all_read(Net *net, const unsigned char bytes[], size_t size, Error *error)
{
    Reader reader = {.at = bytes, .left = size};
    char wanted[CRC_LINE];
    if (!head_read(net, &reader, error)) return false;
    const uint32_t sum = crc32c(0, bytes, size - reader.left);
    const size_t numbers = numbers_size(&net->shape);
    if (!line_read(&reader, "crc32c", error)) return false;
    if (reader.left != numbers)
        return error_set(error, "%zu bytes of numbers; expected %zu: the file is damaged", reader.left, numbers);
    snprintf(wanted, sizeof wanted, "%08" PRIx32, crc32c(sum, reader.at, numbers));
    if (strcmp(wanted, reader.line) != 0) return error_set(error, "the checksum is wrong: the file is damaged");
    return weights_read(net, reader.at, error);
}

bool net_unpack(Net *net, const unsigned char bytes[], size_t size, Error *error)
{
    *net = (Net){0};
    if (all_read(net, bytes, size, error)) return true;
    net_free(net);
    return false;
}

bool net_read(Net *net, const char *path, Error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file) return error_set(error, "%.128s: %s", path, strerror(errno));
    unsigned char *bytes = malloc(NET_FILE_MOST + 1);
    const size_t size = bytes ? fread(bytes, 1, NET_FILE_MOST + 1, file) : 0;
    const bool failed = ferror(file);
    const int reason = errno;
    fclose(file);
    bool good = bytes ? !failed || error_set(error, "%s", strerror(reason)) : error_memory(error);
    if (good && size > NET_FILE_MOST) good = error_set(error, "more than %d bytes: not a file of a net", NET_FILE_MOST);
    good = good && net_unpack(net, bytes, size, error);
    free(bytes);
    return good || error_under(error, "%.128s", path);
}
