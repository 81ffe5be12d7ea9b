/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what is good in a log, what is damaged and what is torn. For this folder alone. */
#pragma once

#include "sim/run/chunk_log.h"

/* Reads the chunks between log->end and the file's `size`, in the order of the file; log->end is then behind the last,
   log->torn what lies behind that. False with the reason if the file cannot be read or memory runs out. */
bool log_scan(ChunkLog *log, uint64_t size, Error *error);
