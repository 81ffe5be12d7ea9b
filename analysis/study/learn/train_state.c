/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps a training. */
#include "analysis/study/learn/train_state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/crc32c.h"
#include "sim/files/output_file.h"

enum { HEAD = 16, MAGIC_LENGTH = 8 };
static const char MAGIC[] = "PASURFIT";

size_t train_state_size(size_t numbers) { return sizeof(TrainState) + 3 * numbers * sizeof(float); }

uint32_t train_mark(const TrainJob *job)
{
    const TrainPlan *plan = job->plan;
    const double plans[] = {plan->shape.hidden,
                            plan->shape.second,
                            plan->shape.value,
                            plan->step,
                            plan->decay,
                            plan->epochs,
                            plan->batch,
                            (double)plan->targets.temperature,
                            (double)plan->targets.exact_temperature,
                            (double)plan->loss.value_weight,
                            (double)plan->loss.margin};
    uint32_t crc = crc32c(0, plans, sizeof plans);
    crc = crc32c(crc, &plan->seed, sizeof plan->seed);
    return crc32c(crc, job->lessons->bytes.data, job->lessons->bytes.length);
}

bool train_state_write(const char *name, const TrainState *state, size_t numbers, uint32_t mark, Error *error)
{
    const size_t size = train_state_size(numbers);
    const uint32_t crc = crc32c(0, state, size);
    char *bytes = malloc(HEAD + size);
    if (!bytes) return error_memory(error);
    memcpy(bytes, MAGIC, MAGIC_LENGTH);
    memcpy(bytes + MAGIC_LENGTH, &mark, sizeof mark);
    memcpy(bytes + MAGIC_LENGTH + sizeof mark, &crc, sizeof crc);
    memcpy(bytes + HEAD, state, size);
    const bool good = atomic_file_write(name, bytes, HEAD + size, error);
    free(bytes);
    return good;
}

bool train_state_read(const char *name, TrainState *state, size_t numbers, uint32_t mark, bool *damaged, Error *error)
{
    const size_t size = train_state_size(numbers);
    char head[HEAD] = "";
    uint32_t its_mark, crc;
    FILE *file = fopen(name, "rb");
    *damaged = false;
    if (!file) return errno == ENOENT || error_file(error, name, errno);
    TrainState *read = malloc(size + 1);
    const bool whole = read && fread(head, 1, HEAD, file) == HEAD && fread(read, 1, size + 1, file) == size;
    fclose(file);
    if (!read) return error_memory(error);
    memcpy(&its_mark, head + MAGIC_LENGTH, sizeof its_mark);
    memcpy(&crc, head + MAGIC_LENGTH + sizeof its_mark, sizeof crc);
    const bool good = whole && !memcmp(head, MAGIC, MAGIC_LENGTH) && crc == crc32c(0, read, size) && its_mark == mark;
    if (good) memcpy(state, read, size);
    *damaged = !good;
    free(read);
    return true;
}
