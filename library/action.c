/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions: a number for every play, whatever the position, by counting the sets that come before a capture. */
#include <string.h>

#include "engine/table.h"
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

/* What `end`, captured in pack order after others and with them a sum of values, adds to the number of the play; rank:
   of the card that captures, or ALL_VALUES. */
static int32_t number_before(SetCounts sets, int rank, int sum, Card end)
{
    if (end >= NUMERALS_END) return card_suit(end) - (rank < ALL_VALUES);
    return rank < JACK ? sets_before(sets, end, sum, card_of(rank, CLUB)) : sets[end][sum];
}

static int32_t capture_number(SetCounts sets, Card card, CardSet captured)
{
    const int rank = card_rank(card);
    int32_t number = card_first(card);
    int sum = 0;
    for (CardSet rest = rank == JACK ? 0 : captured; rest; rest = set_rest(rest)) {
        const Card end = set_first(rest);
        sum += card_rank(end) + 1;
        number += number_before(sets, end < card ? ALL_VALUES : rank, sum, end);
    }
    return number;
}

int32_t action_of(Card card, CardSet captured)
{
    SetCounts sets;
    const char *why;
    if (!captured) return card;
    if (!capture_legal(captured, card_rank(card), captured, &why)) return -1;
    sets_count(sets);
    return capture_number(sets, card, captured);
}

void action_numbers(ActionNumbers *numbers)
{
    SetCounts sets;
    sets_count(sets);
    memset(numbers, 0, sizeof *numbers);
    for (int card = 0; card < CARDS; card++)
        numbers->first[card] = card_first((Card)card);
    for (int rank = 0; rank <= ALL_VALUES; rank++)
        for (int end = 1; end < CARDS; end++)
            for (int sum = 1; sum < (end < NUMERALS_END ? JACK + 1 : SUMS); sum++)
                numbers->before[(rank * SUMS + sum) * ENDS + end] = number_before(sets, rank, sum, (Card)end);
}

int32_t pasur_action(pasur_cards play, pasur_cards hand)
{
    const CardSet card = play & hand;
    if (play & ~PACK || !card || set_rest(card)) return -1;
    return action_of(set_first(card), play ^ card);
}

pasur_cards pasur_action_play(int32_t action, pasur_cards pool)
{
    CardSet captures[MAX_CAPTURES];
    SetCounts sets;
    const char *why;
    Card card = action >= 0 && action < CARDS ? (Card)action : 0;
    if (action < 0 || action >= PASUR_ACTIONS) return 0;
    while (action >= CARDS && card + 1 < CARDS && action >= card_first((Card)(card + 1)))
        card++;
    if (set_has(pool, card)) return 0;
    if (action < CARDS) return capture_legal(pool, card_rank(card), 0, &why) ? set_of(card) : 0;
    sets_count(sets);
    for (int i = capture_list(captures, pool, card_rank(card), NULL); i--;)
        if (capture_number(sets, card, captures[i]) == action) return captures[i] | set_of(card);
    return 0;
}
