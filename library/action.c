/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions: a number for every play, whatever the position, by counting the sets that come before a capture. */
#include <string.h>

#include "engine/table.h"
#include "library/handles.h"
#include "library/steps.h"

/* The sets of the first `cards` numerals that sum to so much; a test counts them again. */
static const uint16_t SETS[TEN * SUITS + SUITS][JACK + 1] = {{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                                                             {1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                                                             {1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0},
                                                             {1, 3, 3, 1, 0, 0, 0, 0, 0, 0, 0},
                                                             {1, 4, 6, 4, 1, 0, 0, 0, 0, 0, 0},
                                                             {1, 4, 7, 8, 7, 4, 1, 0, 0, 0, 0},
                                                             {1, 4, 8, 12, 14, 12, 8, 4, 1, 0, 0},
                                                             {1, 4, 9, 16, 22, 24, 22, 16, 9, 4, 1},
                                                             {1, 4, 10, 20, 31, 40, 44, 40, 31, 20, 10},
                                                             {1, 4, 10, 21, 35, 50, 64, 71, 71, 64, 50},
                                                             {1, 4, 10, 22, 39, 60, 85, 106, 121, 128, 121},
                                                             {1, 4, 10, 23, 43, 70, 107, 145, 181, 213, 227},
                                                             {1, 4, 10, 24, 47, 80, 130, 188, 251, 320, 372},
                                                             {1, 4, 10, 24, 48, 84, 140, 212, 298, 400, 502},
                                                             {1, 4, 10, 24, 49, 88, 150, 236, 346, 484, 642},
                                                             {1, 4, 10, 24, 50, 92, 160, 260, 395, 572, 792},
                                                             {1, 4, 10, 24, 51, 96, 170, 284, 445, 664, 952},
                                                             {1, 4, 10, 24, 51, 97, 174, 294, 469, 715, 1048},
                                                             {1, 4, 10, 24, 51, 98, 178, 304, 493, 766, 1145},
                                                             {1, 4, 10, 24, 51, 99, 182, 314, 517, 817, 1243},
                                                             {1, 4, 10, 24, 51, 100, 186, 324, 541, 868, 1342},
                                                             {1, 4, 10, 24, 51, 100, 187, 328, 551, 892, 1393},
                                                             {1, 4, 10, 24, 51, 100, 188, 332, 561, 916, 1444},
                                                             {1, 4, 10, 24, 51, 100, 189, 336, 571, 940, 1495},
                                                             {1, 4, 10, 24, 51, 100, 190, 340, 581, 964, 1546},
                                                             {1, 4, 10, 24, 51, 100, 190, 341, 585, 974, 1570},
                                                             {1, 4, 10, 24, 51, 100, 190, 342, 589, 984, 1594},
                                                             {1, 4, 10, 24, 51, 100, 190, 343, 593, 994, 1618},
                                                             {1, 4, 10, 24, 51, 100, 190, 344, 597, 1004, 1642},
                                                             {1, 4, 10, 24, 51, 100, 190, 344, 598, 1008, 1652},
                                                             {1, 4, 10, 24, 51, 100, 190, 344, 599, 1012, 1662},
                                                             {1, 4, 10, 24, 51, 100, 190, 344, 600, 1016, 1672},
                                                             {1, 4, 10, 24, 51, 100, 190, 344, 601, 1020, 1682},
                                                             {1, 4, 10, 24, 51, 100, 190, 344, 601, 1021, 1686},
                                                             {1, 4, 10, 24, 51, 100, 190, 344, 601, 1022, 1690},
                                                             {1, 4, 10, 24, 51, 100, 190, 344, 601, 1023, 1694},
                                                             {1, 4, 10, 24, 51, 100, 190, 344, 601, 1024, 1698},
                                                             {1, 4, 10, 24, 51, 100, 190, 344, 601, 1024, 1699},
                                                             {1, 4, 10, 24, 51, 100, 190, 344, 601, 1024, 1700},
                                                             {1, 4, 10, 24, 51, 100, 190, 344, 601, 1024, 1701}};

/* The first number of a rank's captures; each card of the rank has as many. */
static const int32_t FIRST[RANKS + 1] = {52,    4288,  7328,  9372,  10652, 11396, 11796,
                                         12000, 12096, 12136, 12152, 12156, 12168, PASUR_ACTIONS};

static int32_t card_first(Card card)
{
    const int rank = card_rank(card);
    return FIRST[rank] + (FIRST[rank + 1] - FIRST[rank]) / SUITS * card_suit(card);
}

/* The sets of the numerals before `end` without `card` that sum to so much: all of them, less those with the card, … */
static int sets_before(Card end, int sum, Card card)
{
    int count = SETS[end][sum];
    if (end <= card) return count;
    const int value = card_rank(card) + 1;
    for (int rest = sum - value, sign = -1; rest >= 0; rest -= value, sign = -sign)
        count += sign * SETS[end][rest];
    return count;
}

/* How many sets that a numeral may capture are smaller. -1: it may not capture this one. */
static int32_t numeral_number(Card card, CardSet captured)
{
    int need = 10 - card_rank(card), count = 0;
    if (captured & ~NUMERALS) return -1;
    for (CardSet rest = captured; rest; rest ^= set_of(set_last(rest))) {
        const Card last = set_last(rest);
        if (need <= card_rank(last)) return -1;
        count += sets_before(last, need, card);
        need -= card_rank(last) + 1;
    }
    return need ? -1 : count;
}

static CardSet numeral_set(Card card, int32_t rank)
{
    CardSet captured = 0;
    int need = 10 - card_rank(card);
    for (Card end = TEN * SUITS + SUITS; end-- && need;) {
        if (end == card) continue;
        const int before = sets_before(end, need, card);
        if (rank < before) continue;
        rank -= before;
        captured |= set_of(end);
        need -= card_rank(end) + 1;
    }
    return captured;
}

int32_t action_of(Card card, CardSet captured)
{
    const int rank = card_rank(card);
    if (!captured) return card;
    if (rank < JACK) {
        const int32_t smaller = numeral_number(card, captured);
        return smaller < 0 ? -1 : card_first(card) + smaller;
    }
    if (rank == JACK) return captured & ~(NUMERALS | JACKS) ? -1 : card_first(card);
    if (set_rest(captured) || !(captured & RANK_SET(rank))) return -1;
    return card_first(card) + card_suit(set_first(captured)) - (captured > set_of(card));
}

void action_numbers(ActionNumbers *numbers)
{
    memset(numbers, 0, sizeof *numbers);
    for (int card = 0; card < CARDS; card++)
        numbers->first[card] = card_first((Card)card);
    for (int rank = 0; rank <= ALL_VALUES; rank++) {
        for (int end = 1; end < TEN * SUITS + SUITS; end++)
            for (int sum = 1; sum < JACK + 1; sum++)
                numbers->before[(rank * SUMS + sum) * ENDS + end] =
                    rank < JACK ? sets_before((Card)end, sum, card_of(rank, CLUB)) : SETS[end][sum];
        for (int end = QUEEN * SUITS; end < CARDS; end++)
            numbers->before[(rank * SUMS + (end >> 2) + 1) * ENDS + end] = card_suit((Card)end) - (rank < ALL_VALUES);
    }
}

int32_t pasur_action(pasur_cards play, pasur_cards hand)
{
    const CardSet card = play & hand;
    if (play & ~PACK || !card || set_rest(card)) return -1;
    return action_of(set_first(card), play ^ card);
}

/* What the number's card captures from the pool, if it can; *card is the card. */
static CardSet action_captured(Card *card, int32_t action, CardSet pool)
{
    Card played = 0;
    if (action < CARDS) {
        *card = (Card)action;
        return 0;
    }
    while (played + 1 < CARDS && action >= card_first((Card)(played + 1)))
        played++;
    const int32_t which = action - card_first(played);
    const int rank = card_rank(*card = played);
    if (rank < JACK) return numeral_set(played, which);
    if (rank == JACK) return pool & (NUMERALS | JACKS);
    return set_of(card_of(rank, which + (which >= card_suit(played))));
}

pasur_cards pasur_action_play(int32_t action, pasur_cards pool)
{
    Card card;
    const char *why;
    if (action < 0 || action >= PASUR_ACTIONS) return 0;
    const CardSet captured = action_captured(&card, action, pool);
    if (action >= CARDS && !captured) return 0;
    const CardSet play = captured | set_of(card);
    return !set_has(pool, card) && play_legal(set_of(card), pool, play, &why) ? play : 0;
}
