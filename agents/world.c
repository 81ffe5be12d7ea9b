/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the hidden cards may lie. */
#include <string.h>

#include "agents/search_private.h"

enum { INFER_TRIES = 32 }; /* for hands likely enough; then the last ones are taken */

void hand_deal(World *world, const Rules *rules, int seat, int deal)
{
    int first = deal * HAND * rules->players + seat;
    for (int i = 0; i < HAND; i++)
        world->hands[seat][i] = world->order[first + i * rules->players];
}

/* First ply of the deal after the root's. */
static int later_deals(const Search *search)
{
    return (search->tree.positions[search->root].deal + 1) * HAND * search->rules->players;
}

/* Random playouts play a hand's cards as they come, so they are shuffled within the hand. */
static void world_shuffle(World *world, const Search *search, Rng *rng)
{
    int players = search->rules->players;
    for (int seat = 0; seat < players; seat++)
        cards_draw(world->hands[seat], search->left[seat], search->left[seat], rng);
    for (int first = later_deals(search); first < search->playout.end; first += HAND * players)
        for (int seat = 0; seat < players; seat++) {
            uint8_t hand[HAND];
            for (int i = 0; i < HAND; i++)
                hand[i] = world->order[first + seat + i * players];
            cards_draw(hand, HAND, HAND, rng);
            for (int i = 0; i < HAND; i++)
                world->order[first + seat + i * players] = hand[i];
        }
}

/* Deals the first of the unseen cards to the other hands. */
static void hands_take(World *world, const Search *search)
{
    const uint8_t *next = search->unseen;
    int own = search->tree.positions[search->root].turn;
    for (int seat = 0; seat < search->rules->players; seat++) {
        if (seat == own) continue;
        memcpy(world->hands[seat], next, HAND);
        next += search->left[seat];
    }
}

static void world_sample(World *world, Search *search, Rng *rng)
{
    int own = search->tree.positions[search->root].turn, drawn = 0;
    memcpy(world->hands[own], search->known.hands[own], HAND);
    cards_draw(world->hands[own], search->left[own], search->left[own], rng);
    if (search->infer.count)
        for (int tries = 0; tries < INFER_TRIES; tries++) {
            drawn = search->hidden;
            cards_draw(search->unseen, search->unseen_count, drawn, rng);
            hands_take(world, search);
            if (rng_double(rng) < infer_likelihood(&search->infer, (const uint8_t(*)[HAND])world->hands, search->left))
                break;
        }
    cards_draw(search->unseen + drawn, search->unseen_count - drawn, search->drawn - drawn, rng);
    hands_take(world, search);
    int first = later_deals(search);
    memcpy(world->order + first, search->unseen + search->hidden, (size_t)(PLAYS - first));
}

void worlds_sample(Search *search, Rng *rng)
{
    for (int i = 0; search->worlds && i < search->options.worlds; i++)
        world_sample(&search->worlds[i], search, rng);
}

void world_next(Search *search, Rng *rng)
{
    if (!search->open && !search->worlds) {
        world_sample(&search->world, search, rng);
        return;
    }
    search->world = search->open ? search->known : search->worlds[search->done % (uint64_t)search->options.worlds];
    world_shuffle(&search->world, search, rng);
}
