/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the numbers of a net lie in memory and in files: those of four bytes (second_bias, out, value_second_bias, value_out,
   value_bias), then those of two (view_rows, play_rows, hidden_bias, second, value_second). */
#pragma once

#include "agents/net/net.h"

enum { NET_BITS_MOST = 13 }; /* hidden_bits, second_bits: at least 1 */

size_t net_long_count(const NetShape *shape);
size_t net_short_count(const NetShape *shape);
/* Points the parts of a net of that shape into its numbers. */
void net_place(Net *net, const int32_t *longs, const int16_t *shorts);
/* Room for the numbers, owned by the net and placed; NULL: no memory. The numbers of two bytes stand behind net_long_count
   of four. */
int32_t *net_allocate(Net *net);
/* True if no sum of the first layer, of the second layers can overflow, whatever features are there. */
bool net_first_bounded(const Net *net);
bool net_second_bounded(const Net *net);
