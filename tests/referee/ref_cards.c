/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/referee/referee.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

static const char RANKS[] = "A23456789TJQK";
static const char SUITS[] = "cdhs";

int ref_rank(int card) { return card / 4; }

int ref_suit(int card) { return card % 4; }

int ref_value(int card) { return ref_rank(card) <= REF_TEN ? ref_rank(card) + 1 : 0; }

bool ref_has(const RefCards *cards, int card)
{
    for (int i = 0; i < cards->n; i++)
        if (cards->card[i] == card) return true;
    return false;
}

bool ref_same_cards(const RefCards *a, const RefCards *b)
{
    if (a->n != b->n) return false;
    for (int i = 0; i < a->n; i++)
        if (!ref_has(b, a->card[i])) return false;
    return true;
}

void ref_insert(RefCards *cards, int place, int card)
{
    assert(cards->n < REF_PACK && place >= 0 && place <= cards->n);
    for (int i = cards->n; i > place; i--)
        cards->card[i] = cards->card[i - 1];
    cards->card[place] = card;
    cards->n++;
}

void ref_add(RefCards *cards, int card) { ref_insert(cards, cards->n, card); }

void ref_add_all(RefCards *cards, const RefCards *more)
{
    for (int i = 0; i < more->n; i++)
        ref_add(cards, more->card[i]);
}

void ref_remove(RefCards *cards, int card)
{
    int place = 0;
    while (place < cards->n && cards->card[place] != card)
        place++;
    assert(place < cards->n);
    cards->n--;
    for (int i = place; i < cards->n; i++)
        cards->card[i] = cards->card[i + 1];
}

void ref_sort(RefCards *cards)
{
    RefCards sorted = {0};
    for (int card = 0; card < REF_PACK; card++)
        if (ref_has(cards, card)) ref_add(&sorted, card);
    *cards = sorted;
}

void ref_print_card(char out[3], int card)
{
    out[0] = RANKS[ref_rank(card)];
    out[1] = SUITS[ref_suit(card)];
    out[2] = '\0';
}

bool ref_read_card(const char **text, int *card)
{
    const char *at = *text;
    char rank = (char)toupper((unsigned char)*at++);
    if (rank == '1' && *at == '0') {
        rank = 'T';
        at++;
    }
    if (rank == '\0' || *at == '\0') return false;
    const char *found_rank = strchr(RANKS, rank);
    const char *found_suit = strchr(SUITS, tolower((unsigned char)*at++));
    if (found_rank == NULL || found_suit == NULL) return false;
    *card = 4 * (int)(found_rank - RANKS) + (int)(found_suit - SUITS);
    *text = at;
    return true;
}

static uint64_t splitmix64(RefRandom *random)
{
    uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int ref_below(RefRandom *random, int n)
{
    assert(n > 0);
    uint64_t range = (uint64_t)n;
    uint64_t fair = UINT64_MAX - UINT64_MAX % range; /* a multiple of n: draws from there on are thrown away */
    uint64_t draw;
    do
        draw = splitmix64(random);
    while (draw >= fair);
    return (int)(draw % range);
}

void ref_shuffle(RefRandom *random, RefCards *cards)
{
    for (int i = cards->n - 1; i > 0; i--) {
        int j = ref_below(random, i + 1);
        int card = cards->card[i];
        cards->card[i] = cards->card[j];
        cards->card[j] = card;
    }
}
