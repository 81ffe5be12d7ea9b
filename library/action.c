/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions: a number for every play, whatever the position, by counting the sets that come before a capture. */
#include <string.h>

#include "engine/table.h"
#include "library/handles.h"
#include "library/steps.h"

/* sets[end][sum]: the sets of the first `end` numerals that sum to so much. */
enum { NUMERALS_END = TEN * SUITS + SUITS };
typedef uint16_t SetCounts[NUMERALS_END][JACK + 1];

static void sets_count(SetCounts sets)
{
    memset(sets, 0, sizeof(SetCounts));
    for (int end = 0; end < NUMERALS_END; end++)
        for (int sum = 0, value = (end - 1) / SUITS + 1; sum <= JACK; sum++) {
            const bool first = end == 0, with = !first && sum >= value;
            sets[end][sum] =
                (uint16_t)(first ? sum == 0 : sets[end - 1][sum] + (with ? sets[end - 1][sum - value] : 0));
        }
}

/* The first number of a rank's captures; each card of the rank has as many. */
static const int32_t FIRST[RANKS + 1] = {52,    4288,  7328,  9372,  10652, 11396, 11796,
                                         12000, 12096, 12136, 12152, 12156, 12168, PASUR_ACTIONS};

static int32_t card_first(Card card)
{
    const int rank = card_rank(card);
    return FIRST[rank] + (FIRST[rank + 1] - FIRST[rank]) / SUITS * card_suit(card);
}

/* The sets of the numerals before `end` without `card` that sum to so much: all of them, less those with the card, … */
static int sets_before(SetCounts sets, Card end, int sum, Card card)
{
    int count = sets[end][sum];
    if (end <= card) return count;
    const int value = card_rank(card) + 1;
    for (int rest = sum - value, sign = -1; rest >= 0; rest -= value, sign = -sign)
        count += sign * sets[end][rest];
    return count;
}

/* How many sets that a numeral may capture are smaller. -1: it may not capture this one. */
static int32_t numeral_number(Card card, CardSet captured)
{
    SetCounts sets;
    int need = 10 - card_rank(card), count = 0;
    if (captured & ~NUMERALS) return -1;
    sets_count(sets);
    for (CardSet rest = captured; rest; rest ^= set_of(set_last(rest))) {
        const Card last = set_last(rest);
        if (need <= card_rank(last)) return -1;
        count += sets_before(sets, last, need, card);
        need -= card_rank(last) + 1;
    }
    return need ? -1 : count;
}

static CardSet numeral_set(Card card, int32_t rank)
{
    SetCounts sets;
    CardSet captured = 0;
    int need = 10 - card_rank(card);
    sets_count(sets);
    for (Card end = NUMERALS_END; end-- && need;) {
        if (end == card) continue;
        const int before = sets_before(sets, end, need, card);
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
    SetCounts sets;
    sets_count(sets);
    memset(numbers, 0, sizeof *numbers);
    for (int card = 0; card < CARDS; card++)
        numbers->first[card] = card_first((Card)card);
    for (int rank = 0; rank <= ALL_VALUES; rank++) {
        for (int end = 1; end < NUMERALS_END; end++)
            for (int sum = 1; sum < JACK + 1; sum++)
                numbers->before[(rank * SUMS + sum) * ENDS + end] =
                    rank < JACK ? sets_before(sets, (Card)end, sum, card_of(rank, CLUB)) : sets[end][sum];
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
