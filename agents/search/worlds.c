/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Worlds, the ways in which the hidden cards may lie: sampled, weighed by what plays tell, or shared. */
#include <string.h>

#include "agents/search/search_private.h"

/* Steps by the golden section spread the hands over their weights more evenly than random draws. */
static const double GOLDEN = 0.61803398874989485;

void world_deal(World *world, const Rules *rules, int seat, int deal)
{
    int first = deal * HAND * rules->players + seat;
    for (int i = 0; i < HAND; i++)
        world->hands[seat][i] = world->order[first + i * rules->players];
}

/* The first ply of the deal after the root's. */
static int later_deals(const Search *search)
{
    return (search->tree.positions[search->root].table.deal + 1) * HAND * search->rules->players;
}

/* Shuffles the cards within each hand, as random playouts play them in the order in which they lie. */
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
    int own = search->tree.positions[search->root].table.turn;
    for (int seat = 0; seat < search->rules->players; seat++) {
        if (seat == own) continue;
        memcpy(world->hands[seat], next, HAND);
        next += search->left[seat];
    }
}

/* Moves these classes to the front of the unseen ones. */
static void unseen_arrange(Search *search, const uint8_t classes[], int count)
{
    for (int i = 0; i < count; i++) {
        int at = i;
        while (search->unseen[at] != classes[i])
            at++;
        search->unseen[at] = search->unseen[i];
        search->unseen[i] = classes[i];
    }
}

static void world_sample(World *world, Search *search, Rng *rng)
{
    int own = search->tree.positions[search->root].table.turn, drawn = 0;
    memcpy(world->hands[own], search->known.hands[own], HAND);
    cards_draw(world->hands[own], search->left[own], search->left[own], rng);
    float(*styles)[OPPONENT_STYLES] = search->infer.styles;
    if (search->infer.weighed) {
        WeighedHands *hands = &search->infer.hands[infer_draw(&search->infer, search->share)];
        search->share += GOLDEN - (search->share + GOLDEN >= 1);
        styles = hands->styles;
        drawn = search->hidden;
        unseen_arrange(search, hands->classes, drawn);
    }
    for (int seat = 0; seat < MAX_SEATS && search->options.model > 0; seat++)
        if (seat < search->rules->players && seat != own)
            world->styles[seat] = (uint8_t)infer_style(styles[seat], rng_double(rng));
    cards_draw(search->unseen + drawn, search->unseen_count - drawn, search->drawn - drawn, rng);
    hands_take(world, search);
    int first = later_deals(search);
    memcpy(world->order + first, search->unseen + search->hidden, (size_t)(PLAYS - first));
}

/* Weighs one way in which the other hands may lie, whose classes are set, by the plays of this deal. */
static void hands_weigh(Search *search, int index)
{
    int own = search->tree.positions[search->root].table.turn;
    const uint8_t *next = search->infer.hands[index].classes;
    CardSet hands[MAX_SEATS] = {0}, unseen = search->root_unseen;
    for (int seat = 0; seat < search->rules->players; seat++)
        for (int i = 0; seat != own && i < search->left[seat]; i++) {
            CardSet card = set_of(set_last(search->playout.classes.cards[*next++] & unseen));
            hands[seat] |= card;
            unseen ^= card;
        }
    infer_weigh(&search->infer, &search->model, index, search->rules, hands);
}

/* Weighs the hands that others may hold: with two players all of them, if they are not too many; else a sample. */
static void hands_read(Search *search, Rng *rng)
{
    int hidden = search->hidden, places[MAX_HIDDEN], room = search->options.infer, index = 0;
    search->infer.weighed = 0;
    if (!search->infer.count || !room) return;
    bool all =
        search->rules->players == 2 && search->model.by_rules.odds.choose[hidden][search->unseen_count] <= (double)room;
    for (int i = 0; i < hidden; i++)
        places[i] = i;
    do {
        uint8_t *classes = search->infer.hands[index].classes;
        if (!all) cards_draw(search->unseen, search->unseen_count, hidden, rng);
        for (int i = 0; i < hidden; i++)
            classes[i] = search->unseen[all ? places[i] : i];
        hands_weigh(search, index++);
    } while (all ? places_next(places, hidden, search->unseen_count) : index < room);
}

void worlds_sample(Search *search, Rng *rng)
{
    if (!search->open) hands_read(search, rng);
    search->share = rng_double(rng);
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
