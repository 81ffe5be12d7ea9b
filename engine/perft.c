/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of sequences of plays, to check the rules by. */
#include "engine/perft.h"

#include "engine/moves.h"

uint64_t perft(const Round *round, const Rules *rules, int depth)
{
    if (depth == 0 || table_over(&round->table)) return 1;
    CardSet moves[MAX_MOVES];
    int count = moves_list(moves, round_hand(round), round->table.pool, NULL);
    if (depth == 1) return (uint64_t)count;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        Round next = *round;
        round_play(&next, rules, moves[i]);
        sum += perft(&next, rules, depth - 1);
    }
    return sum;
}
