/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gathers the cards of a round, and riffles them for the next one. */
#include "engine/riffle.h"

#include <string.h>

void cards_riffle(Card *cards, int count, Rng *rng)
{
    /* a bit for each place says which packet its card comes from; the number of zeros is where the pack is cut */
    uint64_t bits = rng_next(rng);
    bits |= (uint64_t)rng_next(rng) << 32;
    Card cut[CARDS];
    int top = 0, bottom = 0;
    memcpy(cut, cards, (size_t)count * sizeof *cut);
    for (int i = 0; i < count; i++)
        bottom += !(bits >> i & 1);
    for (int i = 0; i < count; i++)
        cards[i] = bits >> i & 1 ? cut[bottom++] : cut[top++];
}

/* Puts cards onto a pile, face down, in pack order. */
static int pile_add(Card *pile, int count, CardSet cards)
{
    for (; cards; cards = set_rest(cards))
        pile[count++] = set_first(cards);
    return count;
}

/* The card of a pair of kings or queens that goes onto an opponent's pile; none of any other capture. */
static CardSet pair_split(CardSet card, CardSet play)
{
    const CardSet captured = play ^ card;
    if (!(card & (KINGS | QUEENS))) return 0;
    return captured & CLUBS ? card : captured;
}

void pack_gather(Card order[static CARDS], const Rules *rules, const Pack *pack, const CardSet history[static PLAYS],
                 unsigned splits)
{
    Card piles[MAX_SIDES][CARDS]; /* the last card is on top */
    int counts[MAX_SIDES] = {0};
    Round round;
    Table *table = &round.table;
    CardSet left = 0;
    round_start(&round, rules, pack, NULL);
    while (!table_over(table)) {
        const int seat = table->turn, side = table_side(table, rules);
        const CardSet play = history[table->ply], card = play & round_hand(&round);
        const CardSet captured = play == card ? 0 : sweeps_at(table->ply, rules) ? table->pool : play ^ card;
        left = (table->pool | (captured ? 0 : card)) & ~captured;
        const CardSet given = captured && splits >> seat & 1 ? pair_split(card, play) : 0;
        if (captured)
            counts[side] = pile_add(piles[side], pile_add(piles[side], counts[side], captured & ~given), card & ~given);
        if (given) {
            const int next = rules_side(rules, (seat + 1) % rules->players); /* an opponent's, also between partners */
            counts[next] = pile_add(piles[next], counts[next], given);
        }
        round_play(&round, rules, play);
    }
    if (table->last != NOBODY) counts[table->last] = pile_add(piles[table->last], counts[table->last], left);
    /* the piles one on the other, the first at the bottom; what nobody has captured lies below them */
    int top = CARDS;
    if (table->last == NOBODY) top -= pile_add(order, 0, left), memmove(order + top, order, (size_t)(CARDS - top));
    for (int side = 0; side < rules->sides; side++)
        for (int i = 0; i < counts[side]; i++)
            order[--top] = piles[side][i];
}

void pack_deal_riffled(Pack *pack, const Card order[static CARDS], const Rules *rules, Rng *rng)
{
    Card cards[CARDS];
    memcpy(cards, order, sizeof cards);
    do {
        for (int i = 0; i < rules->shuffle; i++)
            cards_riffle(cards, CARDS, rng);
        memcpy(pack->cards, cards, sizeof cards);
    } while (!pack_put_right(pack, rules, rng));
}
