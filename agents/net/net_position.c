/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prepares what all plays of a decision share. */
#include "agents/net/net_pool.h"
#include "engine/table.h"

CardSet net_fold(CardSet set)
{
    /* of a nibble the first card stays; as many of the others as there are come first */
    const CardSet ones = CLUBS;
    CardSet diamonds = set >> DIAMOND & ones, hearts = set >> HEART & ones, spades = set >> SPADE & ones;
    CardSet any = diamonds | hearts | spades, all = diamonds & hearts & spades;
    CardSet two = (diamonds & hearts) | (diamonds & spades) | (hearts & spades);
    CardSet folded = (set & ones) | any << DIAMOND | two << HEART | all << SPADE;
    CardSet tens = set & TENS, others = tens & ~(CARD_SET(TEN, CLUB) | TEN_OF_DIAMONDS);
    tens ^= others;
    if (others) tens |= CARD_SET(TEN, HEART) | (set_rest(others) ? CARD_SET(TEN, SPADE) : 0);
    return (folded & ~TENS) | tens;
}

/* Finds what the other seats did in this deal. */
static void history_find(NetPosition *position, const View *view)
{
    const Rules *rules = view->rules;
    const int players = rules->players, deal_began = view->table->deal * HAND * players;
    CardSet pool = view->first_pool;
    if (!view->history || view->table->ply == deal_began) return;
    for (int ply = 0; ply < view->table->ply; ply++) {
        CardSet play = view->history[ply], card = play & ~pool, taken = play & pool;
        int place = (ply % players - view->seat + players) % players - 1;
        if (ply >= deal_began && place >= 0) {
            *(taken ? &position->captured[place] : &position->trailed[place]) |= card;
            if (!taken) position->declined[place] |= pool_capturers(pool);
            if (taken != pool && sur_in_deal(view->table->deal, rules) != LAST_DEAL_NO)
                position->no_sur[place] |= pool_clearers(pool, rules);
        }
        pool = taken ? pool ^ taken : pool | card;
        if (taken && sweeps_at(ply, rules)) pool = 0;
    }
}

static void clubs_find(NetPosition *position, const View *view)
{
    const int sides = view->rules->sides, own = rules_side(view->rules, view->seat);
    bool settled = false;
    for (int other = 0; other < sides; other++) {
        int clubs = set_count(view->table->piles[(own + other) % sides] & CLUBS);
        settled |= clubs >= CLUBS_WON;
        position->clubs_won[other] = clubs < NET_RIVALS ? clubs : NET_RIVALS - 1;
        if (other && position->clubs_won[other] > position->clubs_best)
            position->clubs_best = position->clubs_won[other];
    }
    position->clubs = settled && !worth_clubs_vary(view->rules) ? 0 : CLUBS;
}

/* Of n unseen cards h are in the next hand: the chance that w cards are all elsewhere, C(n - w, h) / C(n, h), one card
   after the other. */
static void misses_find(NetPosition *position)
{
    const int count = position->unseen_count, held = position->next_held;
    int64_t chance = NET_CERTAIN;
    for (int wanted = 0; wanted <= count; wanted++) {
        position->misses[wanted] = (int32_t)chance;
        const int left = count - wanted;
        chance = left > held ? chance * (left - held) / left : 0;
    }
}

void net_position_init(NetPosition *position, const View *view)
{
    const Rules *rules = view->rules;
    const Table *table = view->table;
    *position = (NetPosition){.view = view, .unseen = view_unseen(view), .pool = table->pool};
    position->unseen_count = set_count(position->unseen);
    clubs_find(position, view);
    for (int rank = 0; rank < RANKS; rank++) {
        CardSet cards = RANK_SET(rank);
        position->unseen_ranks[rank] = (uint8_t)set_count(position->unseen & cards);
        for (CardSet rest = cards & (table->pool | view->hand); rest; rest = set_rest(rest)) {
            CardSet card = rest & -rest;
            int worth = worth_cards(card, rules);
            position->worths[set_first(card)] =
                (uint16_t)(worth * NET_POINT + (card & position->clubs ? worth_club(NET_POINT, rules) : 0));
            if (worth > 0) position->points |= card;
            if (worth > 1) position->two_points |= card;
        }
    }
    history_find(position, view);
    int ply = table->ply + 1, next = (view->seat + 1) % rules->players;
    if (ply < PLAYS) {
        Table after = {.ply = (uint8_t)ply, .deal = table->deal};
        if (ply == (table->deal + 1) * HAND * rules->players) after.deal++;
        position->next_held = table_hand_size(&after, rules, next);
    }
    misses_find(position);
}
