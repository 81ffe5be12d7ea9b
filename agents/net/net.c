/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A net: its shape, its numbers in memory and in files, the nets that are built in, how real numbers become whole ones,
   and the scores of plays. */
#include "agents/net/net.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/crc32c.h"
#include "engine/data_file.h"
#include "engine/text/number.h"
#include "engine/text/words.h"

enum { BITS_MOST = 13 }; /* hidden_bits, second_bits: at least 1 */

/* ---- shapes */

static bool layer_valid(const char *layer, int units, int most, Error *error)
{
    return (units >= NET_STEP && units <= most && units % NET_STEP == 0) ||
           error_set(error, "%s of %d units; expected a multiple of %d up to %d", layer, units, NET_STEP, most);
}

bool net_shape_valid(const NetShape *shape, Error *error)
{
    return layer_valid("a first layer", shape->hidden, NET_HIDDEN_MOST, error) &&
           layer_valid("a second layer", shape->second, NET_SECOND_MOST, error) &&
           (!shape->value || layer_valid("a layer of the value", shape->value, NET_SECOND_MOST, error));
}

NetFloats net_floats(float params[], const NetShape *shape)
{
    const size_t hidden = (size_t)shape->hidden, second = (size_t)shape->second, value = (size_t)shape->value;
    NetFloats at;
    at.view_rows = params;
    at.play_rows = at.view_rows + NET_VIEW_FEATURES * hidden;
    at.hidden_bias = at.play_rows + NET_PLAY_FEATURES * hidden;
    at.second = at.hidden_bias + hidden;
    at.second_bias = at.second + second * hidden;
    at.out = at.second_bias + second;
    at.value_second = at.out + second;
    at.value_second_bias = at.value_second + value * hidden;
    at.value_out = at.value_second_bias + value;
    at.value_bias = at.value_out + value;
    return at;
}

size_t net_param_count(const NetShape *shape)
{
    const size_t hidden = (size_t)shape->hidden, second = (size_t)shape->second, value = (size_t)shape->value;
    return hidden * (NET_VIEW_FEATURES + NET_PLAY_FEATURES + 1) + second * (hidden + 2) + value * (hidden + 2) + 1;
}

/* ---- scores */

/* x / 2^bits, rounded to the nearest, halves away from 0. */
static inline int64_t shift_rounded(int64_t x, int bits)
{
    const int64_t half = bits ? INT64_C(1) << (bits - 1) : 0;
    return x < 0 ? -((-x + half) >> bits) : (x + half) >> bits;
}

static inline int32_t cut(int64_t x, int32_t low, int32_t high) { return x < low ? low : x > high ? high : (int32_t)x; }

const NetKernel *net_kernel_of(Isa isa)
{
    static const NetKernel *const BY_ISA[ISA_COUNT] = {
        [ISA_PLAIN] = &net_kernel_plain,
#if defined ISA_X86
        [ISA_AVX2] = &net_kernel_avx2,
        [ISA_AVX512] = &net_kernel_avx512,
#elif defined ISA_ARM
        [ISA_NEON] = &net_kernel_neon,
#endif
    };
    return BY_ISA[isa];
}

static void view_sums(int16_t sums[], const NetKernel *kernel, const Net *net, const NetPosition *position)
{
    uint16_t features[NET_VIEW_MOST];
    const NetRows rows = {.rows = net->view_rows, .features = features, .count = net_view_features(features, position)};
    kernel->add(sums, net->hidden_bias, &rows, net->shape.hidden);
}

/* Finds a position and its sums, as if the hand were unseen. */
static void table_find(NetTable *table, const NetKernel *kernel, const Net *net, NetMemory *memory, const View *view)
{
    uint16_t features[NET_VIEW_MOST], less[CARDS];
    NetRows rows = {.rows = net->view_rows, .features = features, .less = less};
    net_position_along(&table->position, &memory->line, view);
    const int16_t *from = memory->unseen ? memory->unseen_sums : net->hidden_bias;
    rows.count = net_unseen_features(features, less, &rows.less_count, &memory->unseen, &table->position);
    kernel->add(memory->unseen_sums, from, &rows, net->shape.hidden);
    rows.count = net_table_features(features, &table->position);
    rows.less_count = 0;
    kernel->add(table->sums, memory->unseen_sums, &rows, net->shape.hidden);
}

/* view_sums by way of what the memory keeps. */
static void table_sums(int16_t sums[], const NetKernel *kernel, const Net *net, NetTable *table, const View *view)
{
    uint16_t features[HAND], less[HAND];
    NetRows rows = {.rows = net->view_rows, .features = features, .less = less};
    net_position_hand(&table->position, view);
    rows.count = rows.less_count = net_hand_features(features, less, &table->position);
    kernel->add(sums, table->sums, &rows, net->shape.hidden);
}

static int32_t score_cut(int64_t score, int hidden_bits)
{
    return cut(shift_rounded(score, hidden_bits), -NET_SCORE_MOST, NET_SCORE_MOST);
}

static void plays_score(int32_t scores[], const NetKernel *kernel, const Net *net, const int16_t of_view[],
                        const NetPosition *position, const CardSet plays[], int count)
{
    const NetLayer layer = {.units = net->shape.second,
                            .hidden = net->shape.hidden,
                            .hidden_bits = net->hidden_bits,
                            .second_bits = net->second_bits,
                            .pairs = net->second_pairs,
                            .bias = net->second_bias,
                            .out = net->out};
    uint16_t features[NET_PLAY_MOST];
    NetRows rows = {.rows = net->play_rows, .features = features};
    for (int i = 0; i < count; i++) {
        rows.count = net_play_features(features, position, plays[i]);
        scores[i] = score_cut(kernel->score(&layer, of_view, &rows), net->hidden_bits);
    }
}

void net_scores(int32_t scores[], const Net *net, const NetPosition *position, const CardSet plays[], int count)
{
    const NetKernel *kernel = net_kernel_of(isa_used());
    int16_t of_view[NET_HIDDEN_MOST];
    view_sums(of_view, kernel, net, position);
    plays_score(scores, kernel, net, of_view, position, plays, count);
}

void net_memory_clear(NetMemory *memory)
{
    for (int i = 0; i < NET_TABLES; i++)
        memory->tables[i].key = 0;
    net_line_clear(&memory->line);
    memory->unseen = 0;
}

void net_memory_scores(int32_t scores[], const Net *net, NetMemory *memory, uint64_t key, const View *view,
                       const CardSet plays[], int count)
{
    const NetKernel *kernel = net_kernel_of(isa_used());
    NetTable *table = &memory->tables[key >> 32 & (NET_TABLES - 1)];
    int16_t of_view[NET_HIDDEN_MOST];
    if (table->key != key) table_find(table, kernel, net, memory, view);
    table->key = key;
    table_sums(of_view, kernel, net, table, view);
    plays_score(scores, kernel, net, of_view, &table->position, plays, count);
}

void net_free(Net *net)
{
    free(net->owned);
    *net = (Net){0};
}

/* ---- the numbers, and what they must keep within so that no sum overflows */

/* They lie one behind the other: those of four bytes (second_bias, out, value_second_bias, value_out, value_bias), then
   those of two (view_rows, play_rows, hidden_bias, second, value_second). */
static size_t long_numbers(const NetShape *shape) { return 2 * (size_t)(shape->second + shape->value) + 1; }

static size_t short_numbers(const NetShape *shape)
{
    return (size_t)shape->hidden * (size_t)(NET_VIEW_FEATURES + NET_PLAY_FEATURES + 1 + shape->second + shape->value);
}

/* The numbers of a net that is made or read. */
typedef struct {
    int32_t *longs; /* NULL: memory ran out */
    int16_t *shorts;
} Numbers;

/* Points the parts of a net of that shape into its numbers. */
static void numbers_place(Net *net, const int32_t *longs, const int16_t *shorts)
{
    const size_t hidden = (size_t)net->shape.hidden;
    net->second_bias = longs;
    net->out = net->second_bias + net->shape.second;
    net->value_second_bias = net->out + net->shape.second;
    net->value_out = net->value_second_bias + net->shape.value;
    net->value_bias = net->value_out + net->shape.value;
    net->view_rows = shorts;
    net->play_rows = net->view_rows + NET_VIEW_FEATURES * hidden;
    net->hidden_bias = net->play_rows + NET_PLAY_FEATURES * hidden;
    net->second = net->hidden_bias + hidden;
    net->value_second = net->second + (size_t)net->shape.second * hidden;
}

/* Room for the numbers, owned by the net and placed, and for second_pairs behind them. Rows begin where
   a line of the processor's cache does. */
static Numbers numbers_allocate(Net *net)
{
    enum { LINE = 64 };
    const size_t pairs = (size_t)net->shape.second * (size_t)net->shape.hidden;
    const size_t longs = (long_numbers(&net->shape) * sizeof(int32_t) + LINE - 1) / LINE * LINE;
    const size_t shorts = ((short_numbers(&net->shape) + pairs) * sizeof(int16_t) + LINE - 1) / LINE * LINE;
    char *room = net->owned = aligned_alloc(LINE, longs + shorts);
    if (!room) return (Numbers){0};
    const Numbers numbers = {(int32_t *)room, (int16_t *)(room + longs)};
    numbers_place(net, numbers.longs, numbers.shorts);
    return numbers;
}

/* Fills second_pairs, which are made of what stands before them. */
static void pairs_fill(Net *net, const Numbers *numbers)
{
    const int hidden = net->shape.hidden;
    int16_t *out = numbers->shorts + short_numbers(&net->shape);
    net->second_pairs = out;
    for (int first = 0; first < net->shape.second; first += NET_STEP)
        for (int i = 0; i < hidden; i += 2)
            for (int unit = first; unit < first + NET_STEP; unit++, out += 2)
                memcpy(out, net->second + (size_t)unit * (size_t)hidden + i, 2 * sizeof *out);
}

/* ---- bounds */

/* The lowest and the highest that a sum can reach on its way. */
typedef struct {
    int64_t low, high;
} Range;

typedef struct {
    int size, most;
} Group;

#define GROUP(name, size, most) {size, most},
static const Group VIEW_GROUPS[] = {NET_VIEW_GROUPS(GROUP)}, PLAY_GROUPS[] = {NET_PLAY_GROUPS(GROUP)};

/* The sum of the `most` largest of these numbers that are above 0. */
static int64_t largest_sum(const int column[], int size, int most)
{
    int kept[NET_VIEW_FEATURES + NET_PLAY_FEATURES], count = 0; /* the largest first */
    int64_t sum = 0;
    for (int row = 0; row < size; row++) {
        const int number = column[row];
        if (number <= 0 || (count == most && number <= kept[most - 1])) continue;
        int place = count < most ? count++ : most - 1;
        for (; most < size && place && kept[place - 1] < number; place--)
            kept[place] = kept[place - 1];
        kept[place] = number;
    }
    for (int i = 0; i < count; i++)
        sum += kept[i];
    return sum;
}

/* Adds what the rows of these groups can add to one unit. */
static void groups_add(Range *range, const int16_t rows[], const Group groups[], size_t group_count, int unit,
                       int hidden)
{
    int column[NET_VIEW_FEATURES + NET_PLAY_FEATURES];
    for (size_t i = 0; i < group_count; i++) {
        const int size = groups[i].size, most = groups[i].most;
        for (int row = 0; row < size; row++, rows += hidden)
            column[row] = rows[unit];
        range->high += largest_sum(column, size, most);
        for (int row = 0; row < size; row++)
            column[row] = -column[row];
        range->low -= largest_sum(column, size, most);
    }
}

/* True if no sum of the first layer can overflow, whatever features are there. */
static bool first_bounded(const Net *net)
{
    const int hidden = net->shape.hidden;
    for (int unit = 0; unit < hidden; unit++) {
        const int bias = net->hidden_bias[unit];
        Range range = {bias < 0 ? bias : 0, bias > 0 ? bias : 0};
        groups_add(&range, net->view_rows, VIEW_GROUPS, sizeof VIEW_GROUPS / sizeof *VIEW_GROUPS, unit, hidden);
        groups_add(&range, net->play_rows, PLAY_GROUPS, sizeof PLAY_GROUPS / sizeof *PLAY_GROUPS, unit, hidden);
        if (range.low < INT16_MIN || range.high > INT16_MAX) return false;
    }
    return true;
}

static bool layer_bounded(const Net *net, const int16_t weights[], const int32_t bias[], int units)
{
    const int hidden = net->shape.hidden;
    for (int unit = 0; unit < units; unit++, weights += hidden) {
        Range range = {bias[unit] < 0 ? bias[unit] : 0, bias[unit] > 0 ? bias[unit] : 0};
        for (int i = 0; i < hidden; i++)
            *(weights[i] < 0 ? &range.low : &range.high) += (int64_t)weights[i] * (1 << net->hidden_bits);
        if (range.low < INT32_MIN || range.high > INT32_MAX) return false;
    }
    return true;
}

/* The same for the second layers. */
static bool second_bounded(const Net *net)
{
    return layer_bounded(net, net->second, net->second_bias, net->shape.second) &&
           layer_bounded(net, net->value_second, net->value_second_bias, net->shape.value);
}

/* ---- from real numbers to whole ones */

/* Write numbers times `scale`, rounded; false where one does not fit. */
static bool shorts_round(int16_t out[], const float from[], size_t count, double scale)
{
    for (size_t i = 0; i < count; i++) {
        const double x = from[i] * scale;
        if (!(x > INT16_MIN && x < INT16_MAX)) return false;
        out[i] = (int16_t)lround(x);
    }
    return true;
}

static bool longs_round(int32_t out[], const float from[], size_t count, double scale)
{
    for (size_t i = 0; i < count; i++) {
        const double x = from[i] * scale;
        if (!(x > INT32_MIN && x < INT32_MAX)) return false;
        out[i] = (int32_t)lround(x);
    }
    return true;
}

/* The numbers of the net that is made, and what they are made from. */
typedef struct {
    Net *net;
    Numbers to;
    NetFloats from;
} Quantiser;

static bool first_round(const Quantiser *q, int bits)
{
    const size_t count = (size_t)q->net->shape.hidden * (NET_VIEW_FEATURES + NET_PLAY_FEATURES + 1);
    q->net->hidden_bits = bits;
    return shorts_round(q->to.shorts, q->from.view_rows, count, 1 << bits) && first_bounded(q->net);
}

static bool second_round(const Quantiser *q, int bits)
{
    Net *net = q->net;
    const size_t hidden = (size_t)net->shape.hidden, second = (size_t)net->shape.second;
    const size_t value = (size_t)net->shape.value;
    const double scale = 1 << bits, bias_scale = scale * (1 << net->hidden_bits);
    int16_t *weights = q->to.shorts + hidden * (NET_VIEW_FEATURES + NET_PLAY_FEATURES + 1);
    net->second_bits = bits;
    return shorts_round(weights, q->from.second, second * hidden, scale) &&
           shorts_round(weights + second * hidden, q->from.value_second, value * hidden, scale) &&
           longs_round(q->to.longs, q->from.second_bias, second, bias_scale) &&
           longs_round(q->to.longs + 2 * second, q->from.value_second_bias, value, bias_scale) && second_bounded(net);
}

static bool last_round(const Quantiser *q)
{
    const size_t second = (size_t)q->net->shape.second, value = (size_t)q->net->shape.value;
    return longs_round(q->to.longs + second, q->from.out, second, NET_ONE) &&
           longs_round(q->to.longs + 2 * second + value, q->from.value_out, value + 1, NET_ONE);
}

static bool all_round(const Quantiser *q, Error *error)
{
    int bits = BITS_MOST;
    while (bits && !first_round(q, bits))
        bits--;
    if (!bits) return error_set(error, "a net whose first layer has numbers too large for any scale");
    for (bits = BITS_MOST; bits && !second_round(q, bits);)
        bits--;
    if (!bits) return error_set(error, "a net whose second layer has numbers too large for any scale");
    return last_round(q) || error_set(error, "a net whose last layer has numbers too large");
}

bool net_quantise(Net *net, float params[], const NetShape *shape, const Rules *rules, const char *made, Error *error)
{
    *net = (Net){.shape = *shape, .rules = *rules};
    if (!net_shape_valid(shape, error)) return false;
    const Quantiser q = {net, numbers_allocate(net), net_floats(params, shape)};
    if (!q.to.longs) return error_memory(error);
    text_one_line(net->made, sizeof net->made, made);
    if (all_round(&q, error)) return pairs_fill(net, &q.to), true;
    net_free(net);
    return false;
}

static void shorts_real(float out[], const int16_t from[], size_t count, int bits)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (float)from[i] / (float)(1 << bits);
}

static void longs_real(float out[], const int32_t from[], size_t count, int bits)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (float)((double)from[i] / (double)(INT64_C(1) << bits));
}

void net_params(float params[], const Net *net)
{
    enum { NET_ONE_BITS = 16 };
    const size_t hidden = (size_t)net->shape.hidden, second = (size_t)net->shape.second;
    const size_t value = (size_t)net->shape.value;
    const int both = net->hidden_bits + net->second_bits;
    const NetFloats to = net_floats(params, &net->shape);
    shorts_real(to.view_rows, net->view_rows, hidden * (NET_VIEW_FEATURES + NET_PLAY_FEATURES + 1), net->hidden_bits);
    shorts_real(to.second, net->second, second * hidden, net->second_bits);
    longs_real(to.second_bias, net->second_bias, second, both);
    longs_real(to.out, net->out, second, NET_ONE_BITS);
    shorts_real(to.value_second, net->value_second, value * hidden, net->second_bits);
    longs_real(to.value_second_bias, net->value_second_bias, value, both);
    longs_real(to.value_out, net->value_out, value + 1, NET_ONE_BITS);
}

/* ---- files */

/* Lines of text, the last of which has the checksum, then the numbers, the lowest byte first.

     pasur-net 1
     features NUMBER DECISION PLAY     (NET_FEATURES, NET_VIEW_FEATURES, NET_PLAY_FEATURES)
     rules RULES
     shape HIDDEN SECOND VALUE
     bits HIDDEN SECOND
     made COMMAND …
     crc32c XXXXXXXX                   (of the lines before it and of the numbers) */
enum { HEAD = 2048, FILE_VERSION = 1, CRC_LINE = 16 };
#define CRC_WORD "crc32c "

/* Older files have fewer rows: features are only ever added behind the others of decisions and of plays, and the rows
   that are missing are 0. By the number of the features: of decisions, of plays. */
enum { FEATURES_FIRST = 2 };
static const int FEATURES[][2] = {{751, 937}, {NET_VIEW_FEATURES, NET_PLAY_FEATURES}};
_Static_assert(FEATURES_FIRST + sizeof FEATURES / sizeof *FEATURES - 1 == NET_FEATURES, "each number has its row");

static size_t numbers_size(const NetShape *shape, const int features[static 2])
{
    const int missing = NET_VIEW_FEATURES - features[0] + NET_PLAY_FEATURES - features[1];
    return 4 * long_numbers(shape) + 2 * (short_numbers(shape) - (size_t)missing * (size_t)shape->hidden);
}

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
    const size_t length = (size_t)lines, numbers = numbers_size(&net->shape, FEATURES[NET_FEATURES - FEATURES_FIRST]);
    unsigned char *out = malloc(length + CRC_LINE + 1 + numbers);
    if (!out) return error_memory(error);
    unsigned char *to = out + length + CRC_LINE;
    for (size_t i = 0; i < long_numbers(&net->shape); i++, to += 4)
        bytes_put(to, (uint32_t)net->second_bias[i], 4);
    for (size_t i = 0; i < short_numbers(&net->shape); i++, to += 2)
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

/* *rows: how many there are of decisions and of plays. */
static bool head_read(Net *net, const int **rows, Reader *reader, Error *error)
{
    int version[1] = {0}, features[3] = {0}, shape[3] = {0}, bits[2] = {0};
    if (!numbers_read(version, 1, reader, "pasur-net", error)) return false;
    if (*version != FILE_VERSION) return error_set(error, "a file of version %d; expected %d", *version, FILE_VERSION);
    if (!numbers_read(features, 3, reader, "features", error)) return false;
    const bool known = features[0] >= FEATURES_FIRST && features[0] <= NET_FEATURES;
    *rows = FEATURES[known ? features[0] - FEATURES_FIRST : 0];
    if (!known || features[1] != (*rows)[0] || features[2] != (*rows)[1])
        return error_set(error, "a net for other features (%d %d %d) than this version has (%d %d %d)", features[0],
                         features[1], features[2], NET_FEATURES, NET_VIEW_FEATURES, NET_PLAY_FEATURES);
    if (!line_read(reader, "rules", error) || !rules_parse(&net->rules, reader->line, error)) return false;
    if (!numbers_read(shape, 3, reader, "shape", error)) return false;
    net->shape = (NetShape){shape[0], shape[1], shape[2]};
    if (!net_shape_valid(&net->shape, error) || !numbers_read(bits, 2, reader, "bits", error)) return false;
    net->hidden_bits = bits[0];
    net->second_bits = bits[1];
    if (bits[0] < 1 || bits[0] > BITS_MOST || bits[1] < 1 || bits[1] > BITS_MOST)
        return error_set(error, "bits %d %d; expected 1 to %d", bits[0], bits[1], BITS_MOST);
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

/* Reads so many numbers of 16 bits; returns what follows them. */
static const unsigned char *shorts_read(int16_t to[], const unsigned char *at, size_t count)
{
    for (size_t i = 0; i < count; i++, at += 2)
        to[i] = (int16_t)((int32_t)(bytes_get(at, 2) ^ 0x8000u) - 0x8000);
    return at;
}

/* Reads the numbers, which are all there. */
static bool weights_read(Net *net, const int rows[static 2], const unsigned char *at, Error *error)
{
    const size_t longs = long_numbers(&net->shape), hidden = (size_t)net->shape.hidden;
    const size_t views = NET_VIEW_FEATURES * hidden, plays = NET_PLAY_FEATURES * hidden;
    const Numbers to = numbers_allocate(net);
    if (!to.longs) return error_memory(error);
    for (size_t i = 0; i < longs; i++, at += 4)
        to.longs[i] = (int32_t)((int64_t)(bytes_get(at, 4) ^ 0x80000000u) + INT32_MIN);
    memset(to.shorts, 0, (views + plays) * sizeof *to.shorts);
    at = shorts_read(to.shorts, at, (size_t)rows[0] * hidden);
    at = shorts_read(to.shorts + views, at, (size_t)rows[1] * hidden);
    shorts_read(to.shorts + views + plays, at, short_numbers(&net->shape) - views - plays);
    pairs_fill(net, &to);
    return (first_bounded(net) && second_bounded(net)) || error_set(error, "a net whose sums could overflow");
}

static bool all_read(Net *net, const unsigned char bytes[], size_t size, Error *error)
{
    Reader reader = {.at = bytes, .left = size};
    char wanted[CRC_LINE];
    const int *rows = NULL;
    if (!head_read(net, &rows, &reader, error)) return false;
    const uint32_t sum = crc32c(0, bytes, size - reader.left);
    const size_t numbers = numbers_size(&net->shape, rows);
    if (!line_read(&reader, "crc32c", error)) return false;
    if (reader.left != numbers)
        return error_set(error, "%zu bytes of numbers; expected %zu: the file is damaged", reader.left, numbers);
    snprintf(wanted, sizeof wanted, "%08" PRIx32, crc32c(sum, reader.at, numbers));
    if (strcmp(wanted, reader.line) != 0) return error_set(error, "the checksum is wrong: the file is damaged");
    return weights_read(net, rows, reader.at, error);
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

/* ---- the nets that are built in */

DATA_FILE(net_two, "data/two.net")
DATA_FILE(net_three, "data/three.net")
DATA_FILE(net_teams, "data/teams.net")

bool net_builtin(Net *net, const Rules *rules, Error *error)
{
    const unsigned char *from = rules->players == 2 ? net_two : rules->players == 3 ? net_three : net_teams;
    const unsigned char *end = rules->players == 2 ? net_two_end : rules->players == 3 ? net_three_end : net_teams_end;
    return net_unpack(net, from, (size_t)(end - from), error);
}

/* A net is made for a number of players; other keys may differ. */
static bool net_fits(const Net *net, const Rules *rules, Error *error)
{
    char made[RULES_TEXT];
    rules_print(made, &net->rules);
    return net->rules.players == rules->players ||
           error_set(error, "a net for the rules %.200s; expected one for %d players", made, rules->players);
}

bool net_open(Net *net, const char *file, const Rules *rules, Error *error)
{
    if (!file) return net_builtin(net, rules, error);
    return net_read(net, file, error) && (net_fits(net, rules, error) || error_under(error, "%.128s", file));
}
