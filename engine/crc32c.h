/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checksum CRC-32C (Castagnoli), as RFC 3720 describes it (12.1 and B.4). */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Of `length` bytes that follow those of which `before` is the checksum; 0: none. */
static inline uint32_t crc32c(uint32_t before, const void *bytes, size_t length)
{
    /* what four bits add, for the polynomial 0x1EDC6F41 with its bits turned round: 0x82F63B78 */
    static const uint32_t OF_FOUR_BITS[16] = {
        0x00000000, 0x105EC76F, 0x20BD8EDE, 0x30E349B1, 0x417B1DBC, 0x5125DAD3, 0x61C69362, 0x7198540D,
        0x82F63B78, 0x92A8FC17, 0xA24BB5A6, 0xB21572C9, 0xC38D26C4, 0xD3D3E1AB, 0xE330A81A, 0xF36E6F75,
    };
    const unsigned char *at = bytes;
    uint32_t crc = ~before;
    for (size_t i = 0; i < length; i++) {
        crc ^= at[i];
        crc = crc >> 4 ^ OF_FOUR_BITS[crc & 15];
        crc = crc >> 4 ^ OF_FOUR_BITS[crc & 15];
    }
    return ~crc;
}
