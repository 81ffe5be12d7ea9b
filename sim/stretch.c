/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A range of boards as a thread makes it, a rank sends it and a directory keeps it: sums, blocks and rows of files. */
#include "sim/stretch.h"

#include <stdlib.h>
#include <string.h>

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

void stretch_clear(void *stretch)
{
    sums_clear(&((Stretch *)stretch)->sums);
    texts_clear(((Stretch *)stretch)->texts);
    blocks_free(&((Stretch *)stretch)->blocks);
}

void stretch_free(void *stretch)
{
    sums_free(&((Stretch *)stretch)->sums);
    texts_free(((Stretch *)stretch)->texts);
    blocks_free(&((Stretch *)stretch)->blocks);
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

bool stretch_release(void *arg, uint64_t first, uint64_t count, const void *result)
{
    StretchRun *run = arg;
    const Stretch *stretch = result;
    if (!run->done && run->streams && !sums_merge(&run->written, run->sums)) return run->failed = true, false;
    for (int i = 0; i < SIM_STREAMS && run->streams; i++)
        if (run->streams[i]) output_file_write(run->streams[i], stretch->texts[i].data, stretch->texts[i].length);
    run->failed =
        !sums_merge(run->sums, &stretch->sums) || (run->blocks && !blocks_merge(run->blocks, &stretch->blocks));
    if (run->failed) return false;
    run->done = first + count;
    FieldReader rows = {.at = stretch->texts[0].data, .end = stretch->texts[0].data + stretch->texts[0].length};
    if (run->rows && !run->rows(run->arg, first, count, &rows)) return false;
    const bool more = !run->watch || run->watch(run->arg, run->sums, run->done);
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

static bool stretch_fields(Fields fields, const StretchRun *run, uint32_t kind, Stretch *stretch)
{
    fields.full = !stretch->sums.x && !sums_open(&stretch->sums, &run->shape);
    if (!fields.full) field_sums(&fields, &stretch->sums, &run->known);
    for (int i = 0; i < SIM_STREAMS; i++)
        if (kind & 1u << i) field_buffer(&fields, &stretch->texts[i], run->rows || (run->streams && run->streams[i]));
    if (kind & KIND_BLOCKS) field_blocks(&fields, &stretch->blocks, run);
    return !fields.full;
}

bool stretch_put(TextBuffer *out, const StretchRun *run, uint32_t kind, const Stretch *stretch, TextPool *texts)
{
    return stretch_fields((Fields){.out = out, .texts = texts}, run, kind, (Stretch *)(uintptr_t)stretch);
}

bool stretch_get(Stretch *out, const StretchRun *run, uint32_t kind, FieldReader *in)
{
    return stretch_fields((Fields){.in = in}, run, kind, out);
}
