/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes at a place of a file. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes or reads all of it, however little the system takes at once. False with errno. */
bool bytes_write(int file, uint64_t offset, const void *bytes, size_t length);
bool bytes_read(int file, uint64_t offset, void *out, size_t length);
