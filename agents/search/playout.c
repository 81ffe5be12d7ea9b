/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A round as a search sees it: classes of cards, and what everybody sees of a position. */
#include "agents/search/playout_private.h"

static void classes_init(Classes *classes, const Rules *rules, const Fold *fold)
{
    *classes = (Classes){0};
    for (Card card = 0; card < CARDS; card++) {
        int rank = card_rank(card);
        bool alone = set_has(*fold, card);
        CardSet cards = alone ? set_of(card) : RANK_SET(rank) & ~*fold;
        if (set_first(cards) != card) {
            classes->of[card] = classes->of[set_first(cards)];
            continue;
        }
        int class = classes->count++;
        classes->of[card] = (uint8_t) class;
        classes->cards[class] = cards;
        classes->value[class] = (uint8_t)(rank + 1);
        classes->worth[class] = (uint32_t)worth_cards(set_of(card), rules) + (set_of(card) & CLUBS ? TALLY_CLUB : 0);
    }
}

void playout_init(Playout *playout, const Rules *rules, const int16_t scores[], bool fold)
{
    *playout = (Playout){.rules = rules, .end = PLAYS, .fold = PACK, .wide = random_wide_possible()};
    if (fold) playout->fold = fold_for(rules);
    classes_init(&playout->classes, rules, &playout->fold);
    handling_init(playout->handling, &playout->classes);
    for (int seat = 0; seat < rules->players; seat++)
        playout->side[seat] = (uint8_t)rules_side(rules, seat);
    static const int RANKS_OF_KINDS[SUR_KINDS] = {[SUR_NUMERAL] = ACE, [SUR_JACK] = JACK, [SUR_FACE] = KING};
    for (int last = 0; last < 2; last++) {
        playout->sur_counts[last] = sur_in_deal(last ? rules->deals - 1 : 0, rules) == LAST_DEAL_YES;
        for (int seat = 0; seat < rules->players; seat++) {
            Table table = {.deal = (uint8_t)(last ? rules->deals - 1 : 0), .turn = (uint8_t)seat};
            memcpy(table.scores, scores, rules->sides * sizeof *scores);
            for (int kind = 0; kind < SUR_KINDS; kind++)
                playout->sur_possible[last][playout->side[seat]][kind] =
                    table_sur_possible(&table, rules, RANKS_OF_KINDS[kind]);
        }
    }
    playout->club_points = (float)worth_club(CLUBS_WON, rules) / CLUBS_WON;
}

void public_init(PublicState *state, const Playout *playout, const Table *table)
{
    *state = (PublicState){.table = *table};
    for (int side = 0; side < playout->rules->sides; side++)
        state->tally[side] = tally_of(table->piles[side], &playout->classes);
}

static CardSet unseen_at(const Table *table)
{
    const CardSet *piles = table->piles;
    return PACK & ~(table->pool | piles[0] | piles[1] | piles[2] | piles[3]);
}

CardSet public_hand(const PublicState *state, const Playout *playout, const uint8_t classes[], int size)
{
    CardSet unseen = unseen_at(&state->table), hand = 0;
    for (int i = 0; i < size; i++)
        hand |= set_of(set_last(playout->classes.cards[classes[i]] & unseen & ~hand));
    return hand;
}

void public_play(PublicState *state, const Playout *playout, int class, CardSet captured)
{
    CardSet before[MAX_SIDES];
    memcpy(before, state->table.piles, sizeof before);
    table_play(&state->table, playout->rules, set_last(playout->classes.cards[class] & unseen_at(&state->table)),
               captured);
    for (int side = 0; side < playout->rules->sides; side++)
        state->tally[side] += tally_of(state->table.piles[side] ^ before[side], &playout->classes);
}

void public_points(float points[static MAX_SIDES], const PublicState *state, const Playout *playout)
{
    const Rules *rules = playout->rules;
    int clubs[MAX_SIDES];
    for (int side = 0; side < rules->sides; side++) {
        clubs[side] = (int)(state->tally[side] / TALLY_CLUB);
        points[side] = (float)((int)(state->tally[side] % TALLY_CLUB) + sur_points(state->table.surs[side], rules));
    }
    int winner = worth_clubs_winner(clubs, rules, true);
    if (winner != NOBODY) points[winner] += (float)worth_clubs(clubs[winner], rules);
}

int public_captures(CardSet out[static MAX_CAPTURES], const PublicState *state, const Playout *playout, int class)
{
    int count = capture_list(out, state->table.pool, playout->classes.value[class] - 1, &playout->fold);
    if (!count) out[count++] = 0;
    return count;
}
