/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nets that are built in: files of 'pasur learn' in words of eight bytes, the lowest first, each with its size in bytes.
   `make net-source` writes the sources. */
#pragma once

#include <stddef.h>
#include <stdint.h>

extern const uint64_t NET_TWO[], NET_THREE[], NET_TEAMS[];
extern const size_t NET_TWO_SIZE, NET_THREE_SIZE, NET_TEAMS_SIZE;
