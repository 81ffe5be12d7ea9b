/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heads of a log and of its chunks as bytes. For this folder alone. */
#pragma once

#include "sim/run/chunk_log.h"

void log_head_put(unsigned char out[static LOG_HEAD], uint32_t run);
/* False: it is none. */
bool log_head_get(const unsigned char head[static LOG_HEAD], uint32_t *version, uint32_t *run);
void chunk_head_put(unsigned char out[static LOG_HEAD], const LogChunk *chunk);
/* The chunk whose head stands at `offset`. False: none does. */
bool chunk_head_get(LogChunk *out, const unsigned char head[static LOG_HEAD], uint64_t offset);

/* The list with room for one element more, which grows where `count` is a power of two; NULL if memory runs out. */
void *list_room(void *list, size_t count, size_t size);
