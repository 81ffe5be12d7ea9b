/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one seat sees, as planes of 52 bytes and as counts; and what the counts of rounds side by side share. */
#include "agents/isa.h"
#include "library/handles.h"
#include "library/steps.h"

const StepLanes *step_lanes(void) { return OF_ISA(isa_used(), step_lanes, &step_lanes_plain); }

/* The next of this many seats or sides, at a round table. */
static inline int place_next(int at, int count) { return at + 1 == count ? 0 : at + 1; }

static void planes_write(uint8_t *planes, const View *view)
{
    const Table *table = view->table;
    const int sides = view->rules->sides, players = view->rules->players;
    const CardSet *sets[PASUR_PLANES] = {[PASUR_PLANE_HAND] = &view->hand, [PASUR_PLANE_POOL] = &table->pool};
    int side = rules_side(view->rules, view->seat);
    for (int i = 0; i < sides; i++, side = place_next(side, sides))
        sets[PASUR_PLANE_PILES + i] = &table->piles[side];
    const int first = table->ply > players ? table->ply - players : 0; /* from there on the last play of each seat */
    for (int ply = first; view->history && ply < table->ply; ply++)
        sets[PASUR_PLANE_PLAYS + (ply % players - view->seat + players) % players] = &view->history[ply];
    planes_put(planes, sets, 1);
}

static void counts_write(int16_t *counts, const View *view)
{
    const Table *table = view->table;
    const Rules *rules = view->rules;
    int seat = view->seat, side = rules_side(rules, seat), points[MAX_SIDES];
    memset(counts, 0, PASUR_COUNTS * sizeof *counts);
    counts[PASUR_COUNT_PLY] = table->ply;
    counts[PASUR_COUNT_DEAL] = table->deal;
    for (int i = 0; i < rules->players; i++, seat = place_next(seat, rules->players))
        counts[PASUR_COUNT_HANDS + i] = (int16_t)table_hand_size(table, rules, seat);
    count_points(points, table, rules);
    for (int i = 0; i < rules->sides; i++, side = place_next(side, rules->sides)) {
        const CardSet pile = table->piles[side];
        counts[PASUR_COUNT_SURS + i] = table->surs[side];
        counts[PASUR_COUNT_CLUBS + i] = (int16_t)clubs_count(pile);
        counts[PASUR_COUNT_CARDS + i] = (int16_t)set_count(pile);
        counts[PASUR_COUNT_POINTS + i] = (int16_t)points[side];
        counts[PASUR_COUNT_LAST + i] = table->last == side;
        counts[PASUR_COUNT_SCORES + i] = table->scores[side];
    }
}

void step_counts(StepCounts *out, const BatchRounds *batch)
{
    const Rules *rules = batch->rules;
    int16_t counts[PASUR_COUNTS];
    Table table;
    batch_table(&table, batch, 0);
    counts_write(counts, &(View){.rules = rules, .table = &table, .seat = table.turn});
    memcpy(out->head, counts, sizeof out->head);
    out->side = rules_side(rules, table.turn);
    out->sur = (uint64_t)(int64_t)sur_points(1, rules);
    out->price_count = scoring_prices(out->prices, rules);
    for (int count = 0; count < STEP_CLUBS; count++) {
        const int clubs[MAX_SIDES] = {count <= CLUBS_IN_PACK ? count : 0};
        out->clubs[count] = scoring_clubs_winner(clubs, rules, false) == 0 ? scoring_clubs(count, rules) : 0;
    }
}

void view_observe(const View *view, uint8_t *planes, int16_t *counts)
{
    if (planes) planes_write(planes, view);
    if (counts) counts_write(counts, view);
}

void pasur_view_observe(const pasur_view *view, const pasur_rules *rules, uint8_t *planes, int16_t *counts)
{
    Table table;
    View seen = view_seen(&table, view, &rules->rules);
    seen.hand &= PACK;
    if (seen.seat < 0 || seen.seat >= rules->rules.players) seen.seat = 0;
    if (view->ply < 0 || view->ply > PLAYS) seen.history = NULL;
    view_observe(&seen, planes, counts);
}
