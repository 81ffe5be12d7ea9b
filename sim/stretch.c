/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A range of boards as a thread makes it, a rank sends it and a directory keeps it: sums, blocks and rows of files. */
#include "sim/stretch.h"

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

bool stretch_open(Stretch *stretch, const SumsShape *shape)
{
    return stretch->sums.x || sums_open(&stretch->sums, shape);
}

void stretch_clear(void *stretch)
{
    sums_clear(&((Stretch *)stretch)->sums);
    texts_clear(((Stretch *)stretch)->texts);
    block_sums_clear(&((Stretch *)stretch)->blocks);
}

void stretch_free(void *stretch)
{
    sums_free(&((Stretch *)stretch)->sums);
    texts_free(((Stretch *)stretch)->texts);
    block_sums_free(&((Stretch *)stretch)->blocks);
}

static bool stretch_merge(void *into, const void *from)
{
    return sums_merge(&((Stretch *)into)->sums, &((const Stretch *)from)->sums) &&
           block_sums_merge(&((Stretch *)into)->blocks, &((const Stretch *)from)->blocks) &&
           texts_add(((Stretch *)into)->texts, ((const Stretch *)from)->texts);
}

static void stretch_voids(const void *stretch, Voids *into)
{
    voids_merge(into, &((const Stretch *)stretch)->sums.voids);
}

/* A bit for each stream, and one for blocks. */
enum { KEEPS_BLOCKS = 1 << SIM_STREAMS };

ResultFormat stretch_format(void (*fields)(void *shared, Fields *fields, uint32_t kind, BoardRange jobs, void *result),
                            OutputFile *const streams[])
{
    ResultFormat format = {
        .kind = KIND_SUMS | KEEPS_BLOCKS, .merge = stretch_merge, .fields = fields, .voids = stretch_voids};
    for (int i = 0; i < SIM_STREAMS && streams; i++)
        format.kind |= (uint32_t)(streams[i] != NULL) << i;
    return format;
}

void stretch_fields(Fields *fields, uint32_t kind, Stretch *stretch, const SumsShape *shape, const KnownAgents *known,
                    int width, OutputFile *const streams[])
{
    fields->full |= !stretch_open(stretch, shape);
    if (!fields->full) field_sums(fields, &stretch->sums, known);
    for (int i = 0; i < SIM_STREAMS; i++)
        if (kind & 1u << i) field_buffer(fields, &stretch->texts[i], streams && streams[i]);
    if (kind & KEEPS_BLOCKS) field_block_sums(fields, &stretch->blocks, width);
}
