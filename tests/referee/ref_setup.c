/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/referee/referee.h"

#include <stdio.h>

static int count_rank(const RefCards *cards, int rank)
{
    int count = 0;
    for (int i = 0; i < cards->n; i++)
        if (ref_rank(cards->card[i]) == rank) count++;
    return count;
}

/* Where the first jack of the pool lies, or -1. */
static int jack_place(const RefCards *pool)
{
    for (int i = 0; i < pool->n; i++)
        if (ref_rank(pool->card[i]) == REF_JACK) return i;
    return -1;
}

static int take_top(RefCards *stock)
{
    int top = stock->card[0];
    ref_remove(stock, top);
    return top;
}

static void insert_anywhere(RefCards *stock, int card, RefRandom *random)
{
    ref_insert(stock, ref_below(random, stock->n + 1), card);
}

static bool bury_jacks(const RefRules *rules, RefCards *pool, RefCards *stock, RefRandom *random)
{
    if (count_rank(pool, REF_JACK) >= 2) return false;
    while (jack_place(pool) >= 0) {
        int place = jack_place(pool);
        insert_anywhere(stock, pool->card[place], random);
        pool->card[place] = take_top(stock);
        if (ref_rank(pool->card[place]) == REF_JACK && !rules->pool_bury_twice) return false;
    }
    return true;
}

static void swap_jacks(RefCards *pool, RefCards *stock, RefRandom *random)
{
    RefCards jacks = {0};
    while (jack_place(pool) >= 0) {
        int place = jack_place(pool);
        ref_add(&jacks, pool->card[place]);
        pool->card[place] = take_top(stock);
    }
    for (int i = 0; i < jacks.n; i++)
        insert_anywhere(stock, jacks.card[i], random);
}

bool ref_pool_right(const RefRules *rules, const RefCards *pool, char *why)
{
    if (rules->pool_jacks != REF_KEEP && count_rank(pool, REF_JACK) > 0) {
        snprintf(why, REF_WHY, "the first pool holds a jack");
        return false;
    }
    if (count_rank(pool, REF_KING) > rules->pool_max_kq || count_rank(pool, REF_QUEEN) > rules->pool_max_kq) {
        snprintf(why, REF_WHY, "the first pool holds more than %d kings or queens", rules->pool_max_kq);
        return false;
    }
    return true;
}

bool ref_put_right(const RefRules *rules, RefCards *pack, RefRandom *random)
{
    RefCards hands = {0}, pool = {0}, stock = {0};
    int in_hands = 4 * rules->players;
    for (int i = 0; i < REF_PACK; i++)
        ref_add(i < in_hands ? &hands : i < in_hands + 4 ? &pool : &stock, pack->card[i]);

    if (rules->pool_jacks == REF_REDEAL && count_rank(&pool, REF_JACK) > 0) return false;
    if (rules->pool_jacks == REF_BURY && !bury_jacks(rules, &pool, &stock, random)) return false;
    if (rules->pool_jacks == REF_SWAP) swap_jacks(&pool, &stock, random);
    char why[REF_WHY];
    if (!ref_pool_right(rules, &pool, why)) return false;

    pack->n = 0;
    ref_add_all(pack, &hands);
    ref_add_all(pack, &pool);
    ref_add_all(pack, &stock);
    return true;
}

void ref_setup(RefCards *pack, const RefRules *rules, RefRandom *random)
{
    do {
        pack->n = 0;
        for (int card = 0; card < REF_PACK; card++)
            ref_add(pack, card);
        ref_shuffle(random, pack);
    } while (!ref_put_right(rules, pack, random));
}
