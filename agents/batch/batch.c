/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is seldom done in many rounds side by side, and so one by one. */
#include "agents/batch/batch.h"

#include <string.h>

#include "agents/isa.h"
#include "engine/table.h"

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

void many_move(ManyRounds *many, int to, int round)
{
    many->pool[to] = many->pool[round];
    many->last[to] = many->last[round];
    many->surs[to] = many->surs[round];
    many->captures[to] = many->captures[round];
    memcpy(many->scores[to], many->scores[round], sizeof many->scores[to]);
    for (int side = 0; side < many->rules->sides; side++)
        many->piles[side][to] = many->piles[side][round];
    for (int seat = 0; seat < many->rules->players; seat++) {
        many->hands[seat][to] = many->hands[seat][round];
        many->states[seat][to] = many->states[seat][round];
        many->sequences[seat][to] = many->sequences[seat][round];
    }
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
    const View view = {.rules = many->rules, .table = &table, .hand = many->hands[seat][round], .seat = seat};
    Rng rng = {many->states[seat][round], many->sequences[seat][round]};
    many->plays[round] = kind->choose(NULL, NULL, &view, &rng);
    many->states[seat][round] = rng.state;
}

void many_emptied(ManyRounds *many, int round, CardSet card)
{
    Table table;
    many_table(&table, many, round);
    table_emptied(&table, many->rules, card_rank(set_first(card)));
    many->surs[round] = 0;
    for (int side = 0; side < many->rules->sides; side++)
        many->surs[round] |= (uint64_t)table.surs[side] << 8 * side;
}

int many_sur_points(const ManyRounds *many, int round, CardSet card)
{
    Table table;
    many_table(&table, many, round);
    if (!table_sur_possible(&table, many->rules, card_rank(set_first(card)))) return 0;
    return table_sur_points(&table, many->rules);
}
