/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a net: refused, or it scores plays within its bounds. So that changed inputs come past the size and the
   checksum, an input is also read as the lines of a net, an empty line, and a pattern, from which numbers and checksum
   are made; in the lines "features *" stands for the features of this version. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "agents/net/net.h"
#include "engine/crc32c.h"
#include "tests/fuzz/input.h"

enum { ROOM = 4096 };

/* The net scores the plays of the first decision of a round. */
static void check(const Net *net)
{
    CardSet moves[MAX_MOVES];
    int32_t scores[MAX_MOVES];
    NetPosition position;
    Round round;
    Pack pack;
    Rng rng = rng_make(1, 1);
    pack_deal(&pack, &net->rules, &rng);
    round_start(&round, &net->rules, &pack, NULL);
    const View view = {.rules = &net->rules, .table = &round.table, .hand = round_hand(&round)};
    net_position_init(&position, &view);
    const int count = moves_list(moves, view.hand, round.table.pool, NULL);
    net_scores(scores, net, &position, moves, count);
    for (int i = 0; i < count; i++)
        MUST(scores[i] >= -NET_SCORE_MOST && scores[i] <= NET_SCORE_MOST);
}

static void try_bytes(const uint8_t *bytes, size_t size)
{
    unsigned char *packed;
    size_t length;
    Error error;
    Net net;
    if (!net_unpack(&net, bytes, size, &error)) return;
    check(&net);
    MUST(net_pack(&packed, &length, &net, &error));
    free(packed);
    net_free(&net);
}

/* Numbers of a net of this shape, in bytes; 0 if it is none. */
static size_t shape_bytes(const char *head)
{
    const char *line = strstr(head, "\nshape ");
    NetShape shape;
    Error error;
    if (!line || sscanf(line, "\nshape %d %d %d", &shape.hidden, &shape.second, &shape.value) != 3 ||
        !net_shape_valid(&shape, &error))
        return 0;
    const size_t longs = 2 * (size_t)(shape.second + shape.value) + 1;
    return 4 * longs + 2 * (net_param_count(&shape) - longs);
}

/* Reads the input as lines and a pattern. */
static void try_lines(char *head, const char *pattern, size_t length)
{
    char lines[ROOM];
    char *star = strstr(head, "\nfeatures *\n");
    int used;
    if (star) {
        *star = 0;
        used = snprintf(lines, sizeof lines, "%s\nfeatures %d %d %d\n%s\n", head, NET_FEATURES, NET_VIEW_FEATURES,
                        NET_PLAY_FEATURES, star + strlen("\nfeatures *\n"));
    } else {
        used = snprintf(lines, sizeof lines, "%s\n", head);
    }
    const size_t numbers = shape_bytes(lines), first = (size_t)used + strlen("crc32c 12345678\n");
    if (used >= ROOM || !numbers || !length) return;
    uint8_t *bytes = malloc(first + numbers + 1);
    MUST(bytes);
    for (size_t i = 0; i < numbers; i++)
        bytes[first + i] = (uint8_t)pattern[i % length];
    const uint32_t sum = crc32c(crc32c(0, lines, (size_t)used), bytes + first, numbers);
    char line[32];
    snprintf(line, sizeof line, "crc32c %08" PRIx32 "\n", sum);
    memcpy(bytes, lines, (size_t)used);
    memcpy(bytes + used, line, strlen(line));
    try_bytes(bytes, first + numbers);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_bytes(data, size);
    char *text = input_text(data, size);
    char *gap = strstr(text, "\n\n");
    if (gap) {
        *gap = 0;
        try_lines(text, gap + 2, size - (size_t)(gap + 2 - text));
    }
    free(text);
    return 0;
}
