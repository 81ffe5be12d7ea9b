/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where "better than" runs in a circle. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CYCLES_MAX_AGENTS = 256 };

/* All shortest cycles among `agents` (<= CYCLES_MAX_AGENTS), beats[a * agents + b] saying that a beats b beyond doubt (a = b is not looked at):
   the first member of each is its smallest, each beats the next, the last beats the first. Where every pair is decided,
   there is a cycle only if there is one of length 3. Returns how many there are, 0 if none; *length is their length
   (2 if two agents beat each other). Cycle k is written to members[k * length ...] as far as `capacity` members go;
   members may be NULL when it is 0. */
size_t cycles_find(uint16_t *members, size_t capacity, size_t *length, const bool *beats, size_t agents);
