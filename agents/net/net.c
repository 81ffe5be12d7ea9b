/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A net: its shape, its numbers in memory and in files, the built-in nets, how real numbers are rounded to integers,
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

/* ---- parts */

enum { BITS_MOST = 13, NET_ONE_BITS = 16 }; /* hidden_bits, second_bits: at least 1; of NET_ONE */
enum { PARTS = 10, ROWS_OF_VIEW = 0, ROWS_OF_PLAY = 1 };
typedef enum {
    LAYER_FIRST,
    LAYER_SECOND,
    LAYER_LAST,
    LAYERS
} Layer; /* of one layer all numbers are rounded together */

typedef struct {
    size_t count;
    Layer layer;
    bool wide;          /* whole numbers have four bytes, else two */
    size_t real, whole; /* where NetFloats and Net point to them */
} Part;

/* In the order of real numbers. Of whole numbers those of four bytes come first, in memory and in files. */
static void parts_list(Part parts[static PARTS], const NetShape *shape)
{
#define PART(name, count, layer, wide)                                                                                 \
    {                                                                                                                  \
        count, layer, wide, offsetof(NetFloats, name), offsetof(Net, name)                                             \
    }
    const size_t hidden = (size_t)shape->hidden, second = (size_t)shape->second, value = (size_t)shape->value;
    const Part all[PARTS] = {
        [ROWS_OF_VIEW] = PART(view_rows, NET_VIEW_FEATURES * hidden, LAYER_FIRST, false),
        [ROWS_OF_PLAY] = PART(play_rows, NET_PLAY_FEATURES * hidden, LAYER_FIRST, false),
        PART(hidden_bias, hidden, LAYER_FIRST, false),
        PART(second, second * hidden, LAYER_SECOND, false),
        PART(second_bias, second, LAYER_SECOND, true),
        PART(out, second, LAYER_LAST, true),
        PART(value_second, value * hidden, LAYER_SECOND, false),
        PART(value_second_bias, value, LAYER_SECOND, true),
        PART(value_out, value, LAYER_LAST, true),
        PART(value_bias, 1, LAYER_LAST, true),
    };
#undef PART
    memcpy(parts, all, sizeof all);
}

NetFloats net_floats(float params[], const NetShape *shape)
{
    NetFloats at;
    Part parts[PARTS];
    parts_list(parts, shape);
    for (int i = 0; i < PARTS; params += parts[i++].count)
        memcpy((char *)&at + parts[i].real, &params, sizeof(float *));
    return at;
}

size_t net_param_count(const NetShape *shape)
{
    Part parts[PARTS];
    size_t count = 0;
    parts_list(parts, shape);
    for (int i = 0; i < PARTS; i++)
        count += parts[i].count;
    return count;
}

/* ---- scores */

/* x / 2^bits, rounded to the nearest, halves away from 0. */
static inline int64_t shift_rounded(int64_t x, int bits)
{
    const int64_t half = bits ? INT64_C(1) << (bits - 1) : 0;
    return x < 0 ? -((-x + half) >> bits) : (x + half) >> bits;
}

static inline int32_t cut(int64_t x, int32_t low, int32_t high) { return x < low ? low : x > high ? high : (int32_t)x; }

/* The one of the instruction set that is used. */
static const NetKernel *kernel_here(void)
{
    static const NetKernel *const BY_ISA[ISA_COUNT] = {
        [ISA_PLAIN] = &net_kernel_plain,
#if defined ISA_X86
        [ISA_AVX2] = &net_kernel_avx2,
        [ISA_AVX512] = &net_kernel_avx2,
#elif defined ISA_ARM
        [ISA_NEON] = &net_kernel_neon,
#endif
    };
    return BY_ISA[isa_used()];
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

/* The sums of a view by way of what the memory keeps. */
static void table_sums(int16_t sums[], const NetKernel *kernel, const Net *net, NetTable *table, const View *view)
{
    uint16_t features[HAND], less[HAND];
    NetRows rows = {.rows = net->view_rows, .features = features, .less = less};
    net_position_hand(&table->position, view);
    rows.count = rows.less_count = net_hand_features(features, less, &table->position);
    kernel->add(sums, table->sums, &rows, net->shape.hidden);
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
        const int64_t score = shift_rounded(kernel->score(&layer, of_view, &rows), net->hidden_bits);
        scores[i] = cut(score, -NET_SCORE_MOST, NET_SCORE_MOST);
    }
}

void net_scores(int32_t scores[], const Net *net, const NetPosition *position, const CardSet plays[], int count)
{
    const NetKernel *kernel = kernel_here();
    uint16_t features[NET_VIEW_MOST];
    int16_t of_view[NET_HIDDEN_MOST];
    const NetRows rows = {.rows = net->view_rows, .features = features, .count = net_view_features(features, position)};
    kernel->add(of_view, net->hidden_bias, &rows, net->shape.hidden);
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
    const NetKernel *kernel = kernel_here();
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

/* ---- whole numbers, and what they must keep within so that no sum overflows */

static inline size_t bytes_each(const Part *part) { return part->wide ? sizeof(int32_t) : sizeof(int16_t); }

static void *part_numbers(const Net *net, const Part *part)
{
    void *numbers;
    memcpy(&numbers, (const char *)net + part->whole, sizeof numbers);
    return numbers;
}

/* A number of the part is a share of 1 << this many bits. */
static int part_bits(const Net *net, const Part *part)
{
    if (part->layer == LAYER_LAST) return NET_ONE_BITS;
    if (part->layer == LAYER_FIRST) return net->hidden_bits;
    return net->second_bits + (part->wide ? net->hidden_bits : 0);
}

static inline int32_t number_get(const void *numbers, bool wide, size_t i)
{
    return wide ? ((const int32_t *)numbers)[i] : ((const int16_t *)numbers)[i];
}

static inline void number_set(void *numbers, bool wide, size_t i, int32_t number)
{
    if (wide)
        ((int32_t *)numbers)[i] = number;
    else
        ((int16_t *)numbers)[i] = (int16_t)number;
}

/* Room for the numbers of a net of that shape, which it owns, and for second_pairs behind them. Rows begin where a line of
   the processor's cache does. False if memory runs out. */
static bool numbers_allocate(Net *net)
{
    enum { LINE = 64 };
    Part parts[PARTS];
    size_t sizes[2] = {(size_t)net->shape.second * (size_t)net->shape.hidden * sizeof(int16_t), 0}; /* [wide] */
    parts_list(parts, &net->shape);
    for (int i = 0; i < PARTS; i++)
        sizes[parts[i].wide] += parts[i].count * bytes_each(&parts[i]);
    for (int wide = 0; wide < 2; wide++)
        sizes[wide] = (sizes[wide] + LINE - 1) / LINE * LINE;
    char *room = net->owned = aligned_alloc(LINE, sizes[0] + sizes[1]);
    if (!room) return false;
    char *next[2] = {room + sizes[1], room};
    for (int i = 0; i < PARTS; next[parts[i].wide] += parts[i].count * bytes_each(&parts[i]), i++)
        memcpy((char *)net + parts[i].whole, &next[parts[i].wide], sizeof *next);
    net->second_pairs = (const int16_t *)(const void *)next[0];
    return true;
}

/* Fills second_pairs, which are made of `second`. */
static void pairs_fill(Net *net)
{
    const size_t hidden = (size_t)net->shape.hidden;
    int16_t *out = (int16_t *)(uintptr_t)net->second_pairs;
    for (int first = 0; first < net->shape.second; first += NET_STEP)
        for (size_t i = 0; i < hidden; i += 2)
            for (int unit = first; unit < first + NET_STEP; unit++, out += 2)
                memcpy(out, net->second + (size_t)unit * hidden + i, 2 * sizeof *out);
}

/* The lowest and the highest that a sum can reach on its way. */
typedef struct {
    int64_t low, high;
} Range;

typedef struct {
    int size, most;
} Group;

#define GROUP(name, size, most) {size, most},
static const Group VIEW_GROUPS[] = {NET_VIEW_GROUPS(GROUP)}, PLAY_GROUPS[] = {NET_PLAY_GROUPS(GROUP)};

/* The sum of the `most` largest of these numbers times `sign`, of those above 0. */
static int64_t largest_sum(const int column[], int size, int most, int sign)
{
    int largest[NET_VIEW_FEATURES + NET_PLAY_FEATURES], count = 0; /* in order, unless all count */
    int64_t sum = 0;
    for (int i = 0; i < size; i++) {
        const int number = sign * column[i];
        if (number <= 0 || (count == most && number <= largest[count - 1])) continue;
        int at = count < most ? count++ : count - 1;
        for (; most < size && at && largest[at - 1] < number; at--)
            largest[at] = largest[at - 1];
        largest[at] = number;
    }
    for (int i = 0; i < count; i++)
        sum += largest[i];
    return sum;
}

/* Adds what the rows of these groups can add to one unit. */
static void groups_add(Range *range, const int16_t rows[], const Group groups[], size_t group_count, int unit,
                       int hidden)
{
    int column[NET_VIEW_FEATURES + NET_PLAY_FEATURES];
    for (const Group *group = groups; group < groups + group_count; group++) {
        for (int row = 0; row < group->size; row++, rows += hidden)
            column[row] = rows[unit];
        range->low -= largest_sum(column, group->size, group->most, -1);
        range->high += largest_sum(column, group->size, group->most, 1);
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
/* True if no sum of that layer can overflow. */
static bool net_bounded(const Net *net, Layer layer)
{
    if (layer == LAYER_FIRST) return first_bounded(net);
    return layer == LAYER_LAST || (layer_bounded(net, net->second, net->second_bias, net->shape.second) &&
                                   layer_bounded(net, net->value_second, net->value_second_bias, net->shape.value));
}

/* ---- from real numbers to whole ones */

/* Rounds the numbers of a layer; false where one does not fit. */
static bool layer_round(Net *net, const float params[], Layer layer)
{
    Part parts[PARTS];
    parts_list(parts, &net->shape);
    for (const Part *part = parts; part < parts + PARTS; params += part++->count) {
        const double scale = (double)(INT64_C(1) << part_bits(net, part));
        const double low = part->wide ? INT32_MIN : INT16_MIN, high = part->wide ? INT32_MAX : INT16_MAX;
        for (size_t i = 0; part->layer == layer && i < part->count; i++) {
            const double x = params[i] * scale;
            if (!(x > low && x < high)) return false;
            number_set(part_numbers(net, part), part->wide, i, (int32_t)lround(x));
        }
    }
    return true;
}

bool net_quantise(Net *net, float params[], const NetShape *shape, const Rules *rules, const char *made, Error *error)
{
    static const char *const LAYER_NAMES[LAYERS] = {"first", "second", "last"};
    *net = (Net){.shape = *shape, .rules = *rules};
    if (!net_shape_valid(shape, error)) return false;
    if (!numbers_allocate(net)) return error_memory(error);
    text_one_line(net->made, sizeof net->made, made);
    for (Layer layer = LAYER_FIRST; layer < LAYERS; layer++) {
        int bits = layer == LAYER_LAST ? 1 : BITS_MOST;
        for (; bits; bits--) {
            if (layer == LAYER_FIRST) net->hidden_bits = bits;
            if (layer == LAYER_SECOND) net->second_bits = bits;
            if (layer_round(net, params, layer) && net_bounded(net, layer)) break;
        }
        if (bits) continue;
        net_free(net);
        return error_set(error, "a net whose %s layer has numbers too large for any scale", LAYER_NAMES[layer]);
    }
    pairs_fill(net);
    return true;
}

void net_params(float params[], const Net *net)
{
    Part parts[PARTS];
    parts_list(parts, &net->shape);
    for (const Part *part = parts; part < parts + PARTS; params += part++->count) {
        const double scale = (double)(INT64_C(1) << part_bits(net, part));
        for (size_t i = 0; i < part->count; i++)
            params[i] = (float)(number_get(part_numbers(net, part), part->wide, i) / scale);
    }
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

/* Older files have fewer rows: features are only ever added behind the others of decisions and of plays, and the rows
   that are missing are 0. By the number of the features: of decisions, of plays. */
enum { FEATURES_FIRST = 2 };
static const int FEATURES[][2] = {{751, 937}, {NET_VIEW_FEATURES, NET_PLAY_FEATURES}};
_Static_assert(FEATURES_FIRST + sizeof FEATURES / sizeof *FEATURES - 1 == NET_FEATURES, "each number has its row");

/* The parts of a net in the order of the file, of a file with this many rows of decisions and of plays; returns the bytes
   of all. */
static size_t parts_in_file(Part parts[static PARTS], const NetShape *shape, const int rows[static 2])
{
    Part all[PARTS];
    size_t size = 0;
    parts_list(all, shape);
    for (int part = ROWS_OF_VIEW; part <= ROWS_OF_PLAY; part++)
        all[part].count = (size_t)rows[part] * (size_t)shape->hidden;
    for (int wide = 1, count = 0; wide >= 0; wide--)
        for (int i = 0; i < PARTS; i++)
            if (all[i].wide == wide) parts[count++] = all[i];
    for (int i = 0; i < PARTS; i++)
        size += all[i].count * bytes_each(&all[i]);
    return size;
}

/* Writes the line of the checksum of this many bytes of lines and of numbers. */
static void sum_print(char line[static CRC_LINE + 1], const void *lines, size_t length, const void *numbers,
                      size_t size)
{
    const uint32_t sum = crc32c(crc32c(0, lines, length), numbers, size);
    snprintf(line, CRC_LINE + 1, "crc32c %08" PRIx32 "\n", sum);
}

bool net_pack(unsigned char **bytes, size_t *size, const Net *net, Error *error)
{
    char rules[RULES_TEXT], head[HEAD];
    Part parts[PARTS];
    rules_print(rules, &net->rules);
    const size_t numbers = parts_in_file(parts, &net->shape, FEATURES[NET_FEATURES - FEATURES_FIRST]);
    const size_t length = (size_t)snprintf(
        head, sizeof head, "pasur-net %d\nfeatures %d %d %d\nrules %s\nshape %d %d %d\nbits %d %d\nmade %s\n",
        FILE_VERSION, NET_FEATURES, NET_VIEW_FEATURES, NET_PLAY_FEATURES, rules, net->shape.hidden, net->shape.second,
        net->shape.value, net->hidden_bits, net->second_bits, net->made);
    *size = length + CRC_LINE + numbers;
    unsigned char *to = *bytes = malloc(*size);
    if (!to) return error_memory(error);
    to += length + CRC_LINE;
    for (const Part *part = parts; part < parts + PARTS; part++)
        for (size_t i = 0; i < part->count; i++)
            for (size_t byte = 0; byte < bytes_each(part); byte++)
                *to++ = (unsigned char)((uint32_t)number_get(part_numbers(net, part), part->wide, i) >> 8 * byte);
    sum_print(head + length, head, length, *bytes + length + CRC_LINE, numbers);
    memcpy(*bytes, head, length + CRC_LINE);
    return true;
}

/* ---- reading */

/* Reads the lines. *length: of all but that of the checksum; *rows: how many the file has of decisions and of plays. */
static bool head_read(Net *net, size_t *length, const int **rows, const unsigned char bytes[], size_t size,
                      Error *error)
{
    char head[HEAD], rules[HEAD];
    int version = 0, of[3], made = 0;
    snprintf(head, sizeof head, "%.*s", (int)(size < HEAD ? size : HEAD - 1), (const char *)bytes);
    if (sscanf(head, "pasur-net %9d", &version) == 1 && version != FILE_VERSION)
        return error_set(error, "a file of version %d; expected %d", version, FILE_VERSION);
    if (sscanf(head, "pasur-net %*d features %9d %9d %9d rules %[^\n] shape %9d %9d %9d bits %9d %9d made%n", &of[0],
               &of[1], &of[2], rules, &net->shape.hidden, &net->shape.second, &net->shape.value, &net->hidden_bits,
               &net->second_bits, &made) != 9 ||
        head[made] != ' ' || !strchr(head + made, '\n') ||
        (*length = (size_t)made + strcspn(head + made, "\n") + 1) + CRC_LINE > size)
        return error_set(error, "not a file of a net, or a damaged one");
    const bool known = of[0] >= FEATURES_FIRST && of[0] <= NET_FEATURES;
    *rows = FEATURES[known ? of[0] - FEATURES_FIRST : 0];
    if (!known || of[1] != (*rows)[0] || of[2] != (*rows)[1])
        return error_set(error, "a net for other features (%d %d %d) than this version has (%d %d %d)", of[0], of[1],
                         of[2], NET_FEATURES, NET_VIEW_FEATURES, NET_PLAY_FEATURES);
    head[*length - 1] = 0;
    text_one_line(net->made, sizeof net->made, head + made + 1);
    return rules_parse(&net->rules, rules, error) && net_shape_valid(&net->shape, error) &&
           ((net->hidden_bits >= 1 && net->hidden_bits <= BITS_MOST && net->second_bits >= 1 &&
             net->second_bits <= BITS_MOST) ||
            error_set(error, "bits %d %d; expected 1 to %d", net->hidden_bits, net->second_bits, BITS_MOST));
}

/* Reads the numbers, which are all there. */
static bool numbers_read(Net *net, const Part parts[static PARTS], const unsigned char *from, Error *error)
{
    if (!numbers_allocate(net)) return error_memory(error);
    const size_t hidden = (size_t)net->shape.hidden * sizeof(int16_t);
    memset((void *)(uintptr_t)net->view_rows, 0, NET_VIEW_FEATURES * hidden);
    memset((void *)(uintptr_t)net->play_rows, 0, NET_PLAY_FEATURES * hidden);
    for (const Part *part = parts; part < parts + PARTS; part++) {
        void *numbers = part_numbers(net, part);
        for (size_t i = 0; i < part->count; i++, from += bytes_each(part)) {
            const uint32_t low = (uint32_t)from[0] | (uint32_t)from[1] << 8;
            const uint32_t high = part->wide ? (uint32_t)from[2] | (uint32_t)from[3] << 8 : 0;
            number_set(numbers, part->wide, i, (int32_t)(low | high << 16));
        }
    }
    pairs_fill(net);
    return (net_bounded(net, LAYER_FIRST) && net_bounded(net, LAYER_SECOND)) ||
           error_set(error, "a net whose sums could overflow");
}

static bool all_read(Net *net, const unsigned char bytes[], size_t size, Error *error)
{
    Part parts[PARTS];
    char sum[CRC_LINE + 1];
    const int *rows;
    size_t length;
    if (!head_read(net, &length, &rows, bytes, size, error)) return false;
    const unsigned char *from = bytes + length + CRC_LINE;
    const size_t left = size - length - CRC_LINE, numbers = parts_in_file(parts, &net->shape, rows);
    if (left != numbers)
        return error_set(error, "%zu bytes of numbers; expected %zu: the file is damaged", left, numbers);
    sum_print(sum, bytes, length, from, numbers);
    if (memcmp(sum, bytes + length, CRC_LINE) != 0)
        return error_set(error, "the checksum is wrong: the file is damaged");
    return numbers_read(net, parts, from, error);
}

bool net_unpack(Net *net, const unsigned char bytes[], size_t size, Error *error)
{
    *net = (Net){0};
    if (all_read(net, bytes, size, error)) return true;
    net_free(net);
    return false;
}

static bool file_read(Net *net, const char *path, Error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file) return error_set(error, "%.128s: %s", path, strerror(errno));
    unsigned char *bytes = malloc(NET_FILE_MOST + 1);
    const size_t size = bytes ? fread(bytes, 1, NET_FILE_MOST + 1, file) : 0;
    bool good = bytes ? !ferror(file) || error_set(error, "%s", strerror(errno)) : error_memory(error);
    fclose(file);
    if (size > NET_FILE_MOST) good = error_set(error, "more than %d bytes: not a file of a net", NET_FILE_MOST);
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
    const int players = rules->players;
    const unsigned char *from = players == 2 ? net_two : players == 3 ? net_three : net_teams;
    const unsigned char *end = players == 2 ? net_two_end : players == 3 ? net_three_end : net_teams_end;
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

bool net_open(Agent *agent, const char *file, const Rules *rules, Error *error)
{
    Net *net = agent->own = calloc(1, sizeof *net);
    if (!net) return error_memory(error);
    if (!file) return net_builtin(net, rules, error);
    return file_read(net, file, error) && (net_fits(net, rules, error) || error_under(error, "%.128s", file));
}

void net_close(Agent *agent)
{
    net_free(agent->own);
    free(agent->own);
}
