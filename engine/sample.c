/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cards drawn at random, and rounds that agree with what a seat knows. */
#include "engine/sample.h"

#include <string.h>

enum { BATCH = 4 }; /* 52^4 < 2^32 / 500: a batch is seldom drawn again */

/* Swaps cards[0 … size-1] with random ones of the `count` that begin there: several bounded draws from one number,
   without bias (Brackett-Rozinsky and Lemire 2024). */
static inline void batch_draw(Card *cards, uint32_t count, int size, Rng *rng)
{
    uint32_t places[BATCH], low, product = 1;
    for (int i = 0; i < size; i++)
        product *= count - (uint32_t)i;
    for (;;) {
        low = rng_next(rng);
        for (int i = 0; i < size; i++) {
            uint64_t wide = (uint64_t)low * (count - (uint32_t)i);
            places[i] = (uint32_t)(wide >> 32);
            low = (uint32_t)wide;
        }
        if (low >= product || low >= -product % product) break;
    }
    for (int i = 0; i < size; i++) {
        Card card = cards[i];
        cards[i] = cards[i + (int)places[i]];
        cards[i + (int)places[i]] = card;
    }
}

void cards_draw(Card *cards, int count, int wanted, Rng *rng)
{
    int at = 0;
    for (; at + BATCH <= wanted; at += BATCH)
        batch_draw(cards + at, (uint32_t)(count - at), BATCH, rng);
    for (; at < wanted; at++)
        batch_draw(cards + at, (uint32_t)(count - at), 1, rng);
}

bool sampler_init(Sampler *sampler, const Rules *rules, const Table *table, CardSet hand)
{
    *sampler = (Sampler){.rules = rules, .table = *table, .hand = hand, .seat = table->turn};
    CardSet seen = hand | table->pool;
    for (int side = 0; side < rules->sides; side++)
        seen |= table->piles[side];
    for (CardSet rest = PACK & ~seen; rest; rest = set_rest(rest))
        sampler->unseen[sampler->count++] = set_first(rest);
    for (int seat = 0; seat < rules->players; seat++)
        if (seat != table->turn) sampler->hands += table_hand_size(table, rules, seat);
    sampler->hidden = sampler->hands + PLAYS - (table->deal + 1) * HAND * rules->players;
    return sampler->hidden <= sampler->count;
}

/* Makes the round of the unseen cards in their order. */
static void round_fill(Round *round, const Sampler *sampler, Rng *rng)
{
    const Rules *rules = sampler->rules;
    const Card *next = sampler->unseen;
    memset(round, 0, sizeof *round);
    round->table = sampler->table;
    for (int seat = 0; seat < rules->players; seat++) {
        if (seat == sampler->seat) {
            round->hands[seat] = sampler->hand;
            continue;
        }
        for (int left = table_hand_size(&sampler->table, rules, seat); left > 0; left--)
            round->hands[seat] |= set_of(*next++);
    }
    int used = sampler->table.deal * HAND * rules->players;
    memcpy(round->stock + used, next, (size_t)(sampler->hidden - sampler->hands));
    for (int i = sampler->hidden; i < sampler->count; i++)
        round->table.piles[rng_bounded(rng, rules->sides)] |= set_of(sampler->unseen[i]);
}

void sampler_round(Round *round, Sampler *sampler, Rng *rng)
{
    cards_draw(sampler->unseen, sampler->count, sampler->hidden, rng);
    round_fill(round, sampler, rng);
}

void sampler_round_held(Round *round, Sampler *sampler, const CardSet hands[static MAX_SEATS], Rng *rng)
{
    CardSet held = 0, rest = 0;
    int count = 0;
    for (int i = 0; i < sampler->count; i++)
        rest |= set_of(sampler->unseen[i]);
    for (int seat = 0; seat < sampler->rules->players; seat++) {
        if (seat == sampler->seat) continue;
        held |= hands[seat];
        for (CardSet cards = hands[seat]; cards; cards = set_rest(cards))
            sampler->unseen[count++] = set_first(cards);
    }
    for (rest &= ~held; rest; rest = set_rest(rest))
        sampler->unseen[count++] = set_first(rest);
    cards_draw(sampler->unseen + sampler->hands, sampler->count - sampler->hands, sampler->hidden - sampler->hands,
               rng);
    round_fill(round, sampler, rng);
}

bool places_next(int places[], int size, int count)
{
    int at = size - 1;
    while (at >= 0 && places[at] == count - size + at)
        at--;
    if (at < 0) return false;
    places[at]++;
    for (int i = at + 1; i < size; i++)
        places[i] = places[i - 1] + 1;
    return true;
}
