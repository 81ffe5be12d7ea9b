/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checksum CRC-32C (Castagnoli), as RFC 3720 describes it (12.1 and B.4). */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Of `length` bytes that follow those of which `before` is the checksum; 0: none. */
uint32_t crc32c(uint32_t before, const void *bytes, size_t length);
