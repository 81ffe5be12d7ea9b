/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is seldom done in many rounds side by side, and so one by one. */
#include "agents/batch/batch.h"

#include <string.h>

#include "agents/isa.h"

const BatchLanes *batch_lanes(void)
{
    static const BatchLanes *const BY_ISA[ISA_COUNT] = {
#if defined ISA_X86
        [ISA_AVX2] = &batch_lanes_avx2,
        [ISA_AVX512] = &batch_lanes_avx512,
#elif defined ISA_ARM
        [ISA_NEON] = &batch_lanes_neon,
#endif
    };
    return BY_ISA[isa_used()];
}

void many_table(Table *table, const ManyRounds *many, int round)
{
    const uint64_t surs = many->surs[round];
    *table = (Table){.pool = many->pool[round],
                     .ply = (uint8_t)many->ply,
                     .turn = (uint8_t)many_seat(many),
                     .deal = (uint8_t)many_deal(many),
                     .last = (int8_t)many->last[round]};
    for (int side = 0; side < many->rules->sides; side++) {
        table->piles[side] = many->piles[side][round];
        table->scores[side] = many->scores[round][side];
        table->surs[side] = (uint8_t)(surs >> 8 * side);
    }
}

void many_choose(ManyRounds *many, const AgentKind *kind, int round)
{
    const int seat = many_seat(many);
    Table table;
    many_table(&table, many, round);
    const View view = {.rules = many->rules, .table = &table, .hand = many_hands(many, seat)[round], .seat = seat};
    Rng rng = {many->states[seat][round], many->sequences[seat][round]};
    many->plays[round] = kind->choose(NULL, NULL, &view, &rng);
    many->states[seat][round] = rng.state;
}
