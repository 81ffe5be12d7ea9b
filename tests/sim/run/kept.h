/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Run directories for tests: made, opened for a checkpoint, thinned out, removed. */
#pragma once

#include "sim/checkpoint.h"

typedef struct {
    char name[48];
} KeptDir;

/* A name under /tmp where nothing is. */
KeptDir kept_name(void);
/* The directory with its files goes. */
void kept_remove(const KeptDir *dir);
/* A checkpoint of the directories, of which one is written unless `reads`. */
void kept_open(Checkpoint *checkpoint, const KeptDir dirs[], size_t count, bool reads);
/* Nothing of the checkpoint's failed. */
void kept_close(Checkpoint *checkpoint);
/* Makes `to` with those chunks of `from` that `keep` wants. Returns how many these are. */
size_t kept_thin(const KeptDir *from, const KeptDir *to, bool (*keep)(void *arg, const LogChunk *chunk), void *arg);
/* Each chunk for itself by the toss of a coin; `arg` is an Rng. */
bool kept_by_chance(void *arg, const LogChunk *chunk);

/* An output file without a name; and what was written to it, which the caller frees, after it is closed. */
OutputFile unnamed_file(void);
char *unnamed_close(OutputFile *file);

/* The boards of 0 … boards - 1 that are in no good chunk, in order, in which its chunks then stand: what remains to be played, and what a repair
   redoes. Writes at most `room` ranges, and returns how many there are. */
size_t log_missing(ChunkLog *log, uint64_t boards, BoardRange out[], size_t room);
