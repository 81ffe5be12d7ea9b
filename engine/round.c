/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dealing, playing and checking a round; counts of sequences of plays. */
#include "engine/round.h"

#include <string.h>

#include "engine/table.h"

static int pool_start(const Rules *rules) { return rules->players * HAND; }
static int stock_start(const Rules *rules) { return pool_start(rules) + FIRST_POOL; }

CardSet pack_pool(const Pack *pack, const Rules *rules)
{
    CardSet pool = 0;
    for (int i = pool_start(rules); i < stock_start(rules); i++)
        pool |= set_of(pack->cards[i]);
    return pool;
}

bool first_pool_allowed(CardSet pool, const Rules *rules, const char **why)
{
    if (rules->pool_jacks != POOL_KEEP && (pool & JACKS))
        return *why = "the first pool holds a jack, which pool_jacks does not allow", false;
    if (set_count(pool & KINGS) > rules->pool_max_kq || set_count(pool & QUEENS) > rules->pool_max_kq)
        return *why = "the first pool holds more kings or queens than pool_max_kq", false;
    return true;
}

/* Index of the first jack in the first pool, or -1. */
static int pool_jack(const Pack *pack, const Rules *rules)
{
    for (int i = pool_start(rules); i < stock_start(rules); i++)
        if (card_rank(pack->cards[i]) == JACK) return i;
    return -1;
}

/* Puts the card into the stock at `place`. The stock begins at `top` with one place free there. */
static void stock_insert(Pack *pack, int top, int place, Card card)
{
    memmove(pack->cards + top, pack->cards + top + 1, (size_t)(place - top));
    pack->cards[place] = card;
}

/* pool_jacks=bury, for a pool with one jack. Where a jack is left in the pool, it is a redeal. */
static void pool_bury(Pack *pack, const Rules *rules, Rng *rng)
{
    int top = stock_start(rules), seat, buried = 0;
    while ((seat = pool_jack(pack, rules)) >= 0) {
        if (buried++ && !rules->pool_bury_twice) return;
        Card jack = pack->cards[seat];
        int place = top - 1 + (int)rng_bounded(rng, (uint32_t)(CARDS - top) + 1);
        if (place < top) continue; /* on top of the stock: it replaces itself */
        pack->cards[seat] = pack->cards[top];
        stock_insert(pack, top, place, jack);
    }
}

/* pool_jacks=swap: every jack gives way to the stock's top card; then the jacks are shuffled into the stock. */
static void pool_swap(Pack *pack, const Rules *rules, Rng *rng)
{
    int top = stock_start(rules), next = top, seat, jacks = 0;
    Card aside[SUITS];
    while ((seat = pool_jack(pack, rules)) >= 0) {
        aside[jacks++] = pack->cards[seat];
        pack->cards[seat] = pack->cards[next++];
    }
    /* The places of the drawn cards are free: fill them with jacks, from the last to the first. */
    while (jacks) {
        next--;
        stock_insert(pack, next, next + (int)rng_bounded(rng, (uint32_t)(CARDS - next)), aside[--jacks]);
    }
}

bool pack_put_right(Pack *pack, const Rules *rules, Rng *rng)
{
    const char *why;
    const int jacks = set_count(pack_pool(pack, rules) & JACKS);
    if (jacks == 1 && rules->pool_jacks == POOL_BURY) pool_bury(pack, rules, rng);
    if (jacks && rules->pool_jacks == POOL_SWAP) pool_swap(pack, rules, rng);
    return first_pool_allowed(pack_pool(pack, rules), rules, &why);
}

void pack_shuffle(Pack *pack, Rng *rng)
{
    for (int i = 0; i < CARDS; i++)
        pack->cards[i] = (Card)i;
    for (int i = CARDS - 1; i > 0; i--)
        cards_swap(pack->cards, i, rng_bounded(rng, (uint32_t)i + 1));
}

void pack_deal(Pack *pack, const Rules *rules, Rng *rng)
{
    do
        pack_shuffle(pack, rng);
    while (!pack_put_right(pack, rules, rng));
}

void round_start(Round *round, const Rules *rules, const Pack *pack, const int16_t *scores)
{
    memset(round, 0, sizeof *round);
    round->table.last = NOBODY;
    round->table.pool = pack_pool(pack, rules);
    if (scores) memcpy(round->table.scores, scores, rules->sides * sizeof *scores);
    for (int seat = 0; seat < rules->players; seat++)
        round->hands[seat] = set_of_four(pack->cards + HAND * seat);
    memcpy(round->stock, pack->cards + stock_start(rules), (size_t)(CARDS - stock_start(rules)));
}

void round_play(Round *round, const Rules *rules, CardSet play)
{
    Table *table = &round->table;
    const int deal = table->deal;
    round->hands[table->turn] &= ~play;
    table_play(table, rules, play);
    if (table->deal != deal)
        for (int seat = 0; seat < rules->players; seat++)
            round->hands[seat] = round_dealt(round, rules, table->deal, seat);
}

bool round_legal(const Round *round, Card card, CardSet captured, const char **why)
{
    if (table_over(&round->table)) return *why = "the round is over", false;
    if (!set_has(round_hand(round), card)) return *why = "the card is not in the hand of the seat to play", false;
    return capture_legal(round->table.pool, card_rank(card), captured, why);
}

/* found: room for the plays of one position. */
static uint64_t plays_count(CardSet found[static MAX_MOVES], const Round *round, const Rules *rules, int depth)
{
    if (depth == 0 || table_over(&round->table)) return 1;
    const int count = moves_list(found, round_hand(round), round->table.pool, NULL);
    if (depth == 1) return (uint64_t)count;
    CardSet moves[count]; /* a frame is no longer than its list: a round is 48 plays deep */
    memcpy(moves, found, sizeof moves);
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        Round next = *round;
        round_play(&next, rules, moves[i]);
        sum += plays_count(found, &next, rules, depth - 1);
    }
    return sum;
}

uint64_t perft(const Round *round, const Rules *rules, int depth)
{
    CardSet found[MAX_MOVES];
    return plays_count(found, round, rules, depth);
}

/* ---- rounds that agree with what a seat knows */

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
    for (int i = 0; i < size; i++)
        cards_swap(cards, i, (uint64_t)i + places[i]);
}

void cards_draw(Card *cards, int count, int wanted, Rng *rng)
{
    int at = 0;
    for (; at + BATCH <= wanted; at += BATCH)
        batch_draw(cards + at, (uint32_t)(count - at), BATCH, rng);
    for (; at < wanted; at++)
        batch_draw(cards + at, (uint32_t)(count - at), 1, rng);
}

/* Puts the other hands, which lie open, before the unseen cards; *seen are all other cards that are known. */
static bool hands_place(Sampler *sampler, CardSet *seen, const CardSet open[])
{
    for (int seat = 0; seat < sampler->rules->players; seat++) {
        if (seat == sampler->seat) continue;
        if (open[seat] & *seen || set_count(open[seat]) != table_hand_size(&sampler->table, sampler->rules, seat))
            return false;
        for (CardSet rest = open[seat]; rest; rest = set_rest(rest))
            sampler->unseen[sampler->count++] = set_first(rest);
        *seen |= open[seat];
    }
    sampler->known = sampler->count;
    return true;
}

bool sampler_init(Sampler *sampler, const Rules *rules, const Table *table, CardSet hand, const CardSet open[])
{
    *sampler = (Sampler){.rules = rules, .table = *table, .hand = hand, .seat = table->turn};
    CardSet seen = hand | table->pool;
    for (int side = 0; side < rules->sides; side++)
        seen |= table->piles[side];
    if (open && !hands_place(sampler, &seen, open)) return false;
    for (CardSet rest = PACK & ~seen; rest; rest = set_rest(rest))
        sampler->unseen[sampler->count++] = set_first(rest);
    for (int seat = 0; seat < rules->players; seat++)
        if (seat != table->turn) sampler->hands += table_hand_size(table, rules, seat);
    sampler->hidden = sampler->hands + PLAYS - (table->deal + 1) * HAND * rules->players;
    return sampler->hidden <= sampler->count;
}

/* Makes the hands of the unseen cards in their order. */
static void hands_fill(CardSet hands[static MAX_SEATS], const Sampler *sampler)
{
    const Card *next = sampler->unseen;
    for (int seat = 0; seat < sampler->rules->players; seat++) {
        hands[seat] = seat == sampler->seat ? sampler->hand : 0;
        for (int left = table_hand_size(&sampler->table, sampler->rules, seat); seat != sampler->seat && left; left--)
            hands[seat] |= set_of(*next++);
    }
}

/* The same of the round. */
static void round_fill(Round *round, const Sampler *sampler, Rng *rng)
{
    const Rules *rules = sampler->rules;
    memset(round, 0, sizeof *round);
    round->table = sampler->table;
    hands_fill(round->hands, sampler);
    int used = sampler->table.deal * HAND * rules->players;
    memcpy(round->stock + used, sampler->unseen + sampler->hands, (size_t)(sampler->hidden - sampler->hands));
    for (int i = sampler->hidden; i < sampler->count; i++)
        round->table.piles[rng_bounded(rng, rules->sides)] |= set_of(sampler->unseen[i]);
}

void sampler_hands(CardSet hands[static MAX_SEATS], Sampler *sampler, Rng *rng)
{
    cards_draw(sampler->unseen, sampler->count, sampler->hands, rng);
    hands_fill(hands, sampler);
}

void sampler_round(Round *round, Sampler *sampler, Rng *rng)
{
    const int known = sampler->known;
    cards_draw(sampler->unseen + known, sampler->count - known, sampler->hidden - known, rng);
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
