/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file in which a training stands after each epoch: 8 bytes "PASURFIT", 4 of the mark, 4 CRC-32C of what follows, and
   the TrainState of this machine. It is read by the program that wrote it, to go on after it was stopped. */
#pragma once

#include "analysis/study/learn/trainer.h"

/* Bytes of a state with so many numbers. */
size_t train_state_size(size_t numbers);
/* What is trained, as a checksum of the plan and of the lessons. */
uint32_t train_mark(const TrainJob *job);
/* False with the reason. */
bool train_state_write(const char *name, const TrainState *state, size_t numbers, uint32_t mark, Error *error);
/* Fills *state; it stays as it is where there is no file, and where the file is damaged or of another training, which
   *damaged says. False with the reason if there is one that cannot be read. */
bool train_state_read(const char *name, TrainState *state, size_t numbers, uint32_t mark, bool *damaged, Error *error);
