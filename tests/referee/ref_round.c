/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/referee/referee.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- which plays are legal ---- */

static void add_play(RefPlays *plays, int card, const RefCards *taken)
{
    if (plays->n == plays->room) {
        plays->room = 2 * plays->room + 16;
        plays->play = realloc(plays->play, (size_t)plays->room * sizeof *plays->play);
        if (plays->play == NULL) abort();
    }
    RefPlay *play = &plays->play[plays->n++];
    play->card = card;
    play->taken = *taken;
    ref_sort(&play->taken);
}

void ref_plays_free(RefPlays *plays)
{
    free(plays->play);
    *plays = (RefPlays){0};
}

/* Adds a play for each way to make `rest` more from numerals at places `from` and later of the pool. */
static void add_sums(RefPlays *plays, int card, const RefCards *pool, int from, int rest, const RefCards *taken)
{
    if (rest == 0) {
        add_play(plays, card, taken);
        return;
    }
    if (from == pool->n) return;
    add_sums(plays, card, pool, from + 1, rest, taken);
    int value = ref_value(pool->card[from]);
    if (value > 0 && value <= rest) {
        RefCards more = *taken;
        ref_add(&more, pool->card[from]);
        add_sums(plays, card, pool, from + 1, rest - value, &more);
    }
}

static void add_captures(RefPlays *plays, int card, const RefCards *pool)
{
    const RefCards none = {0};
    if (ref_rank(card) == REF_JACK) {
        RefCards taken = {0};
        for (int i = 0; i < pool->n; i++)
            if (ref_value(pool->card[i]) > 0 || ref_rank(pool->card[i]) == REF_JACK) ref_add(&taken, pool->card[i]);
        if (taken.n > 0) add_play(plays, card, &taken);
    } else if (ref_rank(card) == REF_QUEEN || ref_rank(card) == REF_KING) {
        for (int i = 0; i < pool->n; i++) {
            if (ref_rank(pool->card[i]) == ref_rank(card)) {
                RefCards taken = {.n = 1, .card = {pool->card[i]}};
                add_play(plays, card, &taken);
            }
        }
    } else {
        add_sums(plays, card, pool, 0, 11 - ref_value(card), &none);
    }
}

void ref_legal(RefPlays *plays, const RefCards *hand, const RefCards *pool)
{
    const RefCards none = {0};
    for (int i = 0; i < hand->n; i++) {
        int before = plays->n;
        add_captures(plays, hand->card[i], pool);
        if (plays->n == before) add_play(plays, hand->card[i], &none);
    }
}

bool ref_play_legal(const RefRound *round, const RefPlay *play, char *why)
{
    if (round->over) {
        snprintf(why, REF_WHY, "the round is over");
        return false;
    }
    if (!ref_has(&round->hand[round->seat], play->card)) {
        snprintf(why, REF_WHY, "seat %d does not hold this card", round->seat);
        return false;
    }
    RefPlays plays = {0};
    ref_legal(&plays, &round->hand[round->seat], &round->pool);
    bool found = false;
    for (int i = 0; i < plays.n; i++)
        if (plays.play[i].card == play->card && ref_same_cards(&plays.play[i].taken, &play->taken)) found = true;
    ref_plays_free(&plays);
    if (!found) snprintf(why, REF_WHY, play->taken.n == 0 ? "this card must capture" : "this card cannot capture so");
    return found;
}

/* ---- the course of a round ---- */

static void deal_hands(RefRound *round)
{
    round->deal++;
    for (int seat = 0; seat < round->rules.players; seat++) {
        for (int i = 0; i < 4; i++) {
            ref_add(&round->hand[seat], round->stock.card[0]);
            ref_remove(&round->stock, round->stock.card[0]);
        }
    }
}

void ref_round_start(RefRound *round, const RefRules *rules, const RefCards *pack, const int before[REF_SEATS])
{
    *round = (RefRound){.rules = *rules, .stock = *pack, .last_capturer = -1};
    for (int side = 0; side < ref_sides(rules); side++)
        round->before[side] = before[side];
    deal_hands(round);
    for (int i = 0; i < 4; i++) {
        ref_add(&round->pool, round->stock.card[0]);
        ref_remove(&round->stock, round->stock.card[0]);
    }
}

static bool in_last_deal(const RefRound *round) { return round->deal == ref_deals(&round->rules); }

/* Does a pool emptied by this card make a Sur at all? */
static bool sur_card(const RefRules *rules, int card)
{
    if (ref_rank(card) == REF_JACK) return rules->sur_jack == 1;
    if (ref_rank(card) == REF_QUEEN || ref_rank(card) == REF_KING) return rules->sur_faces == 1;
    return true;
}

static void make_sur(RefRound *round, int side)
{
    const RefRules *rules = &round->rules;
    if (rules->sur_limit > 0 && round->before[side] >= rules->sur_limit) return;
    if (in_last_deal(round) && rules->sur_last_deal == REF_LAST_NO) return;
    if (rules->sur_cancel) {
        for (int other = 0; other < ref_sides(rules); other++) {
            if (other != side && round->surs[other] > 0) {
                round->surs[other]--;
                return;
            }
        }
    }
    if (in_last_deal(round) && rules->sur_last_deal == REF_LAST_CANCEL) return;
    round->surs[side]++;
}

static void capture(RefRound *round, int side, const RefPlay *play)
{
    const RefRules *rules = &round->rules;
    for (int i = 0; i < play->taken.n; i++)
        ref_remove(&round->pool, play->taken.card[i]);
    ref_add_all(&round->pile[side], &play->taken);
    ref_add(&round->pile[side], play->card);
    round->last_capturer = side;
    if (round->pool.n == 0 && sur_card(rules, play->card)) make_sur(round, side);
    if (rules->last_sweep == REF_SWEEP_MATCH && in_last_deal(round) && round->hand[round->seat].n == 0) {
        ref_add_all(&round->pile[side], &round->pool);
        round->pool.n = 0;
    }
}

static bool hands_empty(const RefRound *round)
{
    for (int seat = 0; seat < round->rules.players; seat++)
        if (round->hand[seat].n > 0) return false;
    return true;
}

void ref_play(RefRound *round, const RefPlay *play)
{
    assert(!round->over);
    ref_remove(&round->hand[round->seat], play->card);
    if (play->taken.n > 0)
        capture(round, ref_side_of(&round->rules, round->seat), play);
    else
        ref_add(&round->pool, play->card);
    round->plays++;
    round->seat = (round->seat + 1) % round->rules.players;
    if (!hands_empty(round)) return;
    if (!in_last_deal(round)) {
        deal_hands(round);
        return;
    }
    round->over = true;
    if (round->last_capturer >= 0) {
        ref_add_all(&round->pile[round->last_capturer], &round->pool);
        round->pool.n = 0;
    }
}

uint64_t ref_perft(const RefRound *round, int depth)
{
    if (depth == 0 || round->over) return 1;
    RefPlays plays = {0};
    ref_legal(&plays, &round->hand[round->seat], &round->pool);
    uint64_t count = 0;
    for (int i = 0; i < plays.n; i++) {
        RefRound next = *round;
        ref_play(&next, &plays.play[i]);
        count += ref_perft(&next, depth - 1);
    }
    ref_plays_free(&plays);
    return count;
}
