/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up boards, and writes stretches of them to a run's log and reads them back. */
#include "sim/sums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/crc32c.h"
#include "sim/schedule.h"

static size_t xs_of(const SumsShape *shape) { return (size_t)(shape->rows * shape->count); }
static size_t squares_of(const SumsShape *shape) { return (size_t)(shape->rows * shape->squares); }

bool sums_open(Sums *sums, const SumsShape *shape)
{
    *sums = (Sums){.shape = *shape};
    sums->xx = calloc(squares_of(shape) + 1, sizeof *sums->xx);
    sums->x = calloc(xs_of(shape) + 1, sizeof *sums->x);
    if (sums->x && sums->xx) return true;
    sums_free(sums);
    return false;
}

void sums_free(Sums *sums)
{
    free(sums->x);
    free(sums->xx);
    *sums = (Sums){.boards = 0};
}

void sums_clear(Sums *sums)
{
    sums->boards = 0;
    sums->unknown = 0;
    sums->voids.boards = sums->voids.count = 0;
    if (sums->x) memset(sums->x, 0, xs_of(&sums->shape) * sizeof *sums->x);
    if (sums->xx) memset(sums->xx, 0, squares_of(&sums->shape) * sizeof *sums->xx);
}

void sums_add(Sums *sums, const int64_t values[])
{
    const SumsShape *shape = &sums->shape;
    __int128 *xx = sums->xx;
    sums->boards++;
    for (size_t i = 0, count = xs_of(shape); i < count; i++)
        sums->x[i] += values[i];
    for (int row = 0; row < shape->rows; row++, values += shape->count)
        for (int i = 0; i < shape->squares; i++, xx++)
            if (values[i]) *xx += values[i] * values[i];
}

/* The same to the sums of a block, of values that have the shape `of`. */
static void sums_add_part(Sums *sums, const SumsShape *of, const int64_t values[])
{
    int64_t *x = sums->x;
    sums->boards++;
    for (int row = 0; row < of->rows; row++)
        for (int i = 0; i < of->blocks; i++)
            *x++ += values[row * of->count + of->blocks_first + i];
}

bool sums_merge(Sums *into, const Sums *from)
{
    if (!from->x && !from->voids.boards) return true;
    if (!into->x && from->x && !sums_open(into, &from->shape)) return false;
    into->boards += from->boards;
    into->unknown |= from->unknown;
    voids_merge(&into->voids, &from->voids);
    for (size_t i = 0; from->x && i < xs_of(&from->shape); i++)
        into->x[i] += from->x[i];
    for (size_t i = 0; from->x && i < squares_of(&from->shape); i++)
        into->xx[i] += from->xx[i];
    return true;
}

Moments sums_moments(const Sums *sums, int row, int measure)
{
    if (!sums->x || !sums_know(sums, measure)) return (Moments){.n = 0};
    const int squares = sums->shape.squares;
    return (Moments){sums->shape.rows_count ? sums_x(sums, row, squares) : sums->boards, sums_x(sums, row, measure),
                     sums->xx[row * squares + measure]};
}

Moments sums_both(const Sums *sums, int row, int a, int other_row, int b, int product)
{
    const Moments x = sums_moments(sums, row, a), y = sums_moments(sums, other_row, b);
    return (Moments){x.n, x.sum + y.sum, x.sum_sq + 2 * (__int128)sums_x(sums, row, product) + y.sum_sq};
}

/* ---- fields of a run's log */

/* What is far beyond any run would overflow where it is added up. */
#define SUM_MOST ((int64_t)1 << 56)
#define WIDE_MOST ((__int128)1 << 118)

/* A sum, which is not beyond any run. */
static void field_sum(Fields *fields, int64_t *sum) { field_int(fields, sum, -SUM_MOST, SUM_MOST); }

/* ---- void boards */

/* Number of the agent among those known, from 1 on; 0: none. */
static size_t agent_number(const KnownAgents *agents, const Agent *agent)
{
    for (size_t i = 0; agent && i < agents->counts[0] + agents->counts[1]; i++) {
        const size_t behind = i < agents->counts[0] ? 0 : agents->counts[0];
        if (&agents->agents[behind > 0][i - behind] == agent) return i + 1;
    }
    return 0;
}

/* Is put as its number. */
static void field_agent(Fields *fields, const Agent **agent, const KnownAgents *known)
{
    const size_t first = known->counts[0];
    uint64_t number = fields->out ? agent_number(known, *agent) : 0;
    field_uint(fields, &number);
    if (fields->out) return;
    if (number > first + known->counts[1]) fields_fail(fields);
    if (fields->failed) number = 0;
    *agent = !number ? NULL : number <= first ? &known->agents[0][number - 1] : &known->agents[1][number - 1 - first];
}

/* Texts that are got go into the pool. */
static void field_text(Fields *fields, const char **text)
{
    const char *bytes = *text;
    size_t length = fields->out ? strlen(bytes) : 0;
    field_bytes(fields, &bytes, &length);
    if (fields->out) return;
    *text = bytes ? pool_text(fields->pool, bytes, length) : NULL;
    if (!*text) *text = "", fields_fail(fields);
}

static void field_void(Fields *fields, VoidBoard *board, const KnownAgents *known)
{
    field_agent(fields, &board->agent, known);
    field_text(fields, &board->why);
    field_uint(fields, &board->board);
    field_uint(fields, &board->hand);
    field_uint(fields, &board->pool);
    field_uint(fields, &board->play);
    field_int32(fields, &board->seating, SEATING_POSITION, INT32_MAX);
    field_int32(fields, &board->seat, 0, MAX_SEATS - 1);
    field_int(fields, &board->rounds, 0, INT32_MAX);
    const bool possible = board_share(board->board) <= SHARE_VALIDATION && !((board->hand | board->pool) & ~PACK);
    if (!fields->out && !possible) fields_fail(fields);
}

static void field_voids(Fields *fields, Voids *voids, const KnownAgents *known)
{
    Voids all = fields->out ? *voids : (Voids){0};
    field_int(fields, &all.boards, 0, SUM_MOST);
    field_int(fields, &all.count, 0, VOID_KINDS);
    int64_t left = all.boards; /* what further kinds may have: two of one kind add up, too */
    for (int64_t i = 0; i < all.count && fields_good(fields); i++) {
        field_int(fields, &all.kinds[i].boards, 1, left);
        field_void(fields, &all.kinds[i].first, known);
        left -= all.kinds[i].boards;
    }
    if (!fields->out && fields_good(fields)) voids_merge(voids, &all);
}

/* ---- sums */

enum { NAMES_TEXT = 4096, NAMES_MOST = 64 };

/* The names of the measures that are known, each with a blank behind it; a star before it: it is squared. */
static void names_print(char out[static NAMES_TEXT], const Sums *sums)
{
    const SumsShape *shape = &sums->shape;
    size_t used = 0;
    *out = 0;
    for (int i = 0; i < shape->count && used < NAMES_TEXT - 1; i++)
        if (sums_know(sums, i))
            used += (size_t)snprintf(out + used, NAMES_TEXT - used, "%s%s ", i < shape->squares ? "*" : "",
                                     shape->measures[i]);
}

/* The measures that stand there, as indices in the shape or -1; returns how many, of which *squares are squared. */
static int names_read(int out[static NAMES_MOST], int *squares, const char *names, const SumsShape *shape)
{
    int count = 0;
    *squares = 0;
    for (const char *at = names, *end; count < NAMES_MOST && (end = strchr(at, ' ')); at = end + 1, count++) {
        if (*at == '*') at++, ++*squares;
        out[count] = shape->count - 1;
        while (out[count] >= 0 &&
               (strncmp(shape->measures[out[count]], at, (size_t)(end - at)) || shape->measures[out[count]][end - at]))
            out[count]--;
    }
    return count;
}

/* Puts the names by their checksum, or gets those that it stands for: who reads what this program wrote has them. */
static const char *field_names(Fields *fields, const char *own)
{
    uint64_t number = crc32c(0, own, strlen(own));
    const uint64_t ours = number;
    if (fields->out && fields->texts) fields->full |= !pool_text(fields->texts, own, strlen(own));
    field_uint(fields, &number);
    if (number == ours) return own;
    const TextPool *texts = fields->out ? NULL : fields->texts;
    for (size_t i = 0; texts && i < texts->count; i++)
        if (crc32c(0, texts->texts[i], strlen(texts->texts[i])) == number) return texts->texts[i];
    if (!fields->out) fields_fail(fields);
    return own;
}

void field_sums(Fields *fields, Sums *sums, const KnownAgents *known)
{
    char own[NAMES_TEXT];
    const SumsShape *shape = &sums->shape;
    int place[NAMES_MOST], squares;
    names_print(own, sums);
    const char *names = field_names(fields, own);
    field_sum(fields, &sums->boards);
    field_voids(fields, &sums->voids, known);
    if (!fields_good(fields)) return;
    const int count = names_read(place, &squares, names, shape);
    if (!fields->out) sums->unknown = shape->count < 64 ? (UINT64_C(1) << shape->count) - 1 : UINT64_MAX;
    for (int i = 0; i < count && !fields->out; i++) /* one that was not squared there is not known here */
        if (place[i] >= shape->squares || (place[i] >= 0 && i < squares)) sums->unknown &= ~(UINT64_C(1) << place[i]);
    for (int row = 0; row < shape->rows; row++)
        for (int i = 0; i < count && fields_good(fields); i++) {
            int64_t other;
            __int128 wide = 0;
            field_sum(fields, place[i] < 0 ? &other : &sums->x[row * shape->count + place[i]]);
            const bool ours = place[i] >= 0 && place[i] < shape->squares;
            if (i < squares) field_wide(fields, ours ? &sums->xx[row * shape->squares + place[i]] : &wide, WIDE_MOST);
        }
}

/* ---- the rows of files */

void texts_clear(TextBuffer texts[static SIM_STREAMS])
{
    for (int i = 0; i < SIM_STREAMS; i++)
        texts[i].length = 0;
}

void texts_free(TextBuffer texts[static SIM_STREAMS])
{
    for (int i = 0; i < SIM_STREAMS; i++)
        text_buffer_free(&texts[i]);
}

bool texts_add(TextBuffer to[static SIM_STREAMS], const TextBuffer more[static SIM_STREAMS])
{
    for (int i = 0; i < SIM_STREAMS; i++)
        if (!text_buffer_add(&to[i], more[i].data, more[i].length)) return false;
    return true;
}

/* ---- blocks */

/* Of the sums of a block. */
static SumsShape sums_block_shape(const SumsShape *of)
{
    return (SumsShape){.measures = of->measures + of->blocks_first, .count = of->blocks, .rows = of->rows};
}

/* The first board of the block. */
static uint64_t block_first(uint64_t board)
{
    enum { SINGLE_BITS = 7, BLOCK_BITS = SINGLE_BITS - 1 };
    const int bits = 64 - __builtin_clzll(board | 1); /* of the board's number */
    const int bound = bits > SINGLE_BITS ? bits - 1 - BLOCK_BITS : 0;
    return board >> bound << bound;
}

/* The last block if it begins with that board, or else a new one. NULL if memory runs out. */
static Block *block_open(Blocks *blocks, uint64_t first, const SumsShape *shape)
{
    Block block = {.first = first};
    if (blocks->count && blocks->list[blocks->count - 1].first == first) return &blocks->list[blocks->count - 1];
    if (!sums_open(&block.sums, shape)) return NULL;
    if (!list_add(&blocks->list, &blocks->count, &block, sizeof block)) return sums_free(&block.sums), NULL;
    return &blocks->list[blocks->count - 1];
}

void blocks_free(Blocks *blocks)
{
    for (size_t i = 0; i < blocks->count; i++)
        sums_free(&blocks->list[i].sums);
    free(blocks->list);
    *blocks = (Blocks){0};
}

static bool blocks_merge(Blocks *into, const Blocks *more)
{
    for (size_t i = 0; i < more->count; i++) {
        Block *block = block_open(into, more->list[i].first, &more->list[i].sums.shape);
        if (!block || !sums_merge(&block->sums, &more->list[i].sums)) return false;
    }
    return true;
}

static void field_blocks(Fields *fields, Blocks *blocks, const StretchRun *run)
{
    const SumsShape shape = sums_block_shape(&run->shape);
    uint64_t count = blocks->count;
    field_uint(fields, &count);
    for (uint64_t i = 0; i < count && fields_good(fields); i++) {
        uint64_t first = fields->out ? blocks->list[i].first : 0;
        field_uint(fields, &first);
        Block *block = fields->out ? &blocks->list[i] : block_open(blocks, first, &shape);
        fields->full |= !block;
        if (block) field_sums(fields, &block->sums, &run->known);
    }
}

/* ---- a stretch */

void stretch_clear(Stretch *stretch)
{
    sums_clear(&stretch->sums);
    texts_clear(stretch->texts);
    blocks_free(&stretch->blocks);
}

void stretch_free(Stretch *stretch)
{
    sums_free(&stretch->sums);
    texts_free(stretch->texts);
    blocks_free(&stretch->blocks);
}

bool stretch_add(Stretch *stretch, const StretchRun *run, uint64_t board, const int64_t values[],
                 const VoidBoard *failure)
{
    const SumsShape shape = sums_block_shape(&run->shape);
    if (!stretch->sums.x && !sums_open(&stretch->sums, &run->shape)) return false;
    Block *block = run->keeps ? block_open(&stretch->blocks, block_first(board), &shape) : NULL;
    if (run->keeps && !block) return false;
    if (values) {
        sums_add(&stretch->sums, values);
        if (block) sums_add_part(&block->sums, &run->shape, values);
    } else {
        voids_add(&stretch->sums.voids, failure);
        if (block) block->sums.voids.boards++;
    }
    return true;
}

/* Writes what waits. Where that fails the sums go back to the boards that stand in the files. */
static bool streams_write(StretchRun *run)
{
    const bool good = output_files_flush(run->streams, SIM_STREAMS);
    Sums *to = good ? &run->written : run->sums;
    sums_clear(to);
    run->failed |= !sums_merge(to, good ? run->sums : &run->written);
    *(good ? &run->written_done : &run->done) = good ? run->done : run->written_done;
    return good;
}

bool stretch_end(StretchRun *run)
{
    const bool good = !run->streams || !run->done || streams_write(run);
    sums_free(&run->written);
    return good;
}

bool stretch_release(void *arg, uint64_t first, uint64_t count, const Stretch *stretch)
{
    StretchRun *run = arg;
    if (!run->done && run->streams && !sums_merge(&run->written, run->sums)) return run->failed = true, false;
    for (int i = 0; i < SIM_STREAMS && run->streams; i++)
        if (run->streams[i]) output_file_write(run->streams[i], stretch->texts[i].data, stretch->texts[i].length);
    run->failed =
        !sums_merge(run->sums, &stretch->sums) || (run->blocks && !blocks_merge(run->blocks, &stretch->blocks));
    if (run->failed) return false;
    run->done = first + count;
    Fields rows = {.at = stretch->texts[0].data, .end = stretch->texts[0].data + stretch->texts[0].length};
    run->failed = run->rows && (!run->rows(run->arg, first, count, &rows) || rows.failed);
    if (run->failed) return false;
    const bool more = !run->watch || run->watch(run->watch_arg ? run->watch_arg : run->arg, run->sums, run->done);
    return (!run->streams || !output_files_due(run->streams, SIM_STREAMS) || streams_write(run)) && more;
}

/* ---- put and got */

bool stretch_merge(Stretch *into, const Stretch *from)
{
    return sums_merge(&into->sums, &from->sums) && blocks_merge(&into->blocks, &from->blocks) &&
           texts_add(into->texts, from->texts);
}

uint32_t stretch_kind(const StretchRun *run, bool files)
{
    uint32_t kind = KIND_SUMS | (run->rows != NULL);
    if (files) kind |= KIND_BLOCKS;
    for (int i = 0; i < SIM_STREAMS && files && run->streams; i++)
        kind |= (uint32_t)(run->streams[i] != NULL) << i;
    return kind;
}

void field_stretch(Fields *fields, Stretch *stretch, const StretchRun *run, uint32_t kind)
{
    fields->full = !stretch->sums.x && !sums_open(&stretch->sums, &run->shape);
    if (!fields->full) field_sums(fields, &stretch->sums, &run->known);
    for (int i = 0; i < SIM_STREAMS; i++)
        if (kind & 1u << i) field_buffer(fields, &stretch->texts[i], run->rows || (run->streams && run->streams[i]));
    if (kind & KIND_BLOCKS) field_blocks(fields, &stretch->blocks, run);
}
