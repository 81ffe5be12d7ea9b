/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rare operations on many rounds side by side, which are therefore done one by one. */
#include "agents/batch/batch.h"

#include "agents/isa.h"

const BatchLanes *batch_lanes(void) { return OF_ISA(isa_used(), batch_lanes, &batch_lanes_plain); }

void batch_put(BatchRounds *batch, int lane, const Table *table)
{
    batch->pool[lane] = batch->first_pool[lane] = table->pool;
    batch->last[lane] = (uint64_t)(int64_t)table->last;
    batch->like[lane] = batch->leaders[lane] = (uint8_t)lane;
    batch->stopped[lane] = false;
    batch->surs[lane] = batch->captures[lane] = batch->barred[lane] = batch->scores[lane] = 0;
    for (int side = 0; side < batch->rules->sides; side++) {
        batch->piles[side][lane] = table->piles[side];
        batch->scores[lane] |= (uint64_t)(uint16_t)table->scores[side] << 16 * side;
        batch->surs[lane] |= (uint64_t)table->surs[side] << 8 * side;
        batch->barred[lane] |= (uint64_t)!sur_by_score(table->scores[side], batch->rules) << 8 * side;
    }
}

void batch_open(BatchRounds *batch, int lane, const Round *round, int like)
{
    const int players = batch->rules->players, held = round->table.deal * players;
    batch_put(batch, lane, &round->table);
    for (int seat = 0; seat < players; seat++)
        batch->hands[held + seat][lane] = round->hands[seat];
    for (int i = held + players; i < PLAYS / HAND; i++)
        batch->hands[i][lane] = like < 0 ? set_of_four(round->stock + (i - players) * HAND) : batch->hands[i][like];
}

void batch_table(Table *table, const BatchRounds *batch, int round)
{
    const uint64_t surs = batch->surs[round];
    *table = (Table){.pool = batch->pool[round],
                     .ply = (uint8_t)batch->ply,
                     .turn = (uint8_t)batch_seat(batch),
                     .deal = (uint8_t)batch_deal(batch),
                     .last = (int8_t)batch->last[round]};
    for (int side = 0; side < batch->rules->sides; side++) {
        table->piles[side] = batch->piles[side][round];
        table->scores[side] = (int16_t)(batch->scores[round] >> 16 * side);
        table->surs[side] = (uint8_t)(surs >> 8 * side);
    }
}

void batch_round(Round *out, CardSet plays[static PLAYS], const BatchRounds *batch, int round)
{
    batch_table(&out->table, batch, round);
    for (int seat = 0; seat < batch->rules->players; seat++)
        out->hands[seat] = batch->hands[batch_held(batch, seat)][round];
    for (int ply = 0; batch->keeps && ply < batch->ply; ply++)
        plays[ply] = batch->plays[ply][round];
}

View batch_view(Seat *seat, const BatchRounds *batch, int round)
{
    batch_round(&seat->round, seat->history, batch, round);
    return (View){.rules = batch->rules,
                  .table = &seat->round.table,
                  .hand = seat->round.hands[seat->round.table.turn],
                  .seat = seat->round.table.turn,
                  .first_pool = batch->first_pool[round],
                  .history = batch->keeps ? seat->history : NULL};
}

void batch_choose(BatchRounds *batch, const AgentKind *kind, int round)
{
    Seat seat;
    const View view = batch_view(&seat, batch, round);
    uint64_t *state = &batch->states[view.seat][round];
    Rng rng = {*state, batch->sequences[view.seat][round]};
    batch_plays(batch)[round] = kind->choose(NULL, NULL, &view, &rng);
    *state = rng.state;
}
