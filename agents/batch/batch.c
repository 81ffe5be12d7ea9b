/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is seldom done in many rounds side by side, and so one by one. */
#include "agents/batch/batch.h"

#include "agents/isa.h"

const BatchLanes *batch_lanes(void) { return OF_ISA(isa_used(), batch_lanes, &batch_lanes_plain); }

void batch_put(BatchRounds *many, int lane, const Table *table)
{
    many->pool[lane] = many->first_pool[lane] = table->pool;
    many->last[lane] = (uint64_t)(int64_t)table->last;
    many->like[lane] = many->leaders[lane] = (uint8_t)lane;
    many->stopped[lane] = false;
    many->surs[lane] = many->captures[lane] = many->barred[lane] = many->scores[lane] = 0;
    for (int side = 0; side < many->rules->sides; side++) {
        many->piles[side][lane] = table->piles[side];
        many->scores[lane] |= (uint64_t)(uint16_t)table->scores[side] << 16 * side;
        many->surs[lane] |= (uint64_t)table->surs[side] << 8 * side;
        many->barred[lane] |= (uint64_t)!sur_by_score(table->scores[side], many->rules) << 8 * side;
    }
}

void batch_open(BatchRounds *many, int lane, const Round *round, int like)
{
    const int players = many->rules->players, held = round->table.deal * players;
    batch_put(many, lane, &round->table);
    for (int seat = 0; seat < players; seat++)
        many->hands[held + seat][lane] = round->hands[seat];
    for (int i = held + players; i < PLAYS / HAND; i++)
        many->hands[i][lane] = like < 0 ? set_of_four(round->stock + (i - players) * HAND) : many->hands[i][like];
}

void batch_table(Table *table, const BatchRounds *many, int round)
{
    const uint64_t surs = many->surs[round];
    *table = (Table){.pool = many->pool[round],
                     .ply = (uint8_t)many->ply,
                     .turn = (uint8_t)batch_seat(many),
                     .deal = (uint8_t)batch_deal(many),
                     .last = (int8_t)many->last[round]};
    for (int side = 0; side < many->rules->sides; side++) {
        table->piles[side] = many->piles[side][round];
        table->scores[side] = (int16_t)(many->scores[round] >> 16 * side);
        table->surs[side] = (uint8_t)(surs >> 8 * side);
    }
}

void batch_round(Round *out, CardSet plays[static PLAYS], const BatchRounds *many, int round)
{
    batch_table(&out->table, many, round);
    for (int seat = 0; seat < many->rules->players; seat++)
        out->hands[seat] = many->hands[batch_held(many, seat)][round];
    for (int ply = 0; many->keeps && ply < many->ply; ply++)
        plays[ply] = many->plays[ply][round];
}

View batch_view(Seat *seat, const BatchRounds *many, int round)
{
    batch_round(&seat->round, seat->history, many, round);
    return (View){.rules = many->rules,
                  .table = &seat->round.table,
                  .hand = seat->round.hands[seat->round.table.turn],
                  .seat = seat->round.table.turn,
                  .first_pool = many->first_pool[round],
                  .history = many->keeps ? seat->history : NULL};
}

void batch_choose(BatchRounds *many, const AgentKind *kind, int round)
{
    Seat seat;
    const View view = batch_view(&seat, many, round);
    uint64_t *state = &many->states[view.seat][round];
    Rng rng = {*state, many->sequences[view.seat][round]};
    batch_plays(many)[round] = kind->choose(NULL, NULL, &view, &rng);
    *state = rng.state;
}
