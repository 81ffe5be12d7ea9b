/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A round as a search sees it: classes of cards, and what everybody sees of a position. */
#include "agents/search/playout_private.h"

static void classes_init(Classes *classes, const Rules *rules, const Fold *fold)
{
    *classes = (Classes){0};
    for (Card card = 0; card < CARDS; card++) {
        int rank = card_rank(card);
        bool alone = set_has(fold->alone, card);
        CardSet cards = alone ? set_of(card) : RANK_SET(rank) & ~fold->alone;
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
    *playout = (Playout){.rules = rules, .end = PLAYS, .fold = {PACK}};
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
    *state = (PublicState){
        .pool = table->pool, .ply = table->ply, .turn = table->turn, .deal = table->deal, .last = table->last};
    for (int side = 0; side < playout->rules->sides; side++) {
        state->surs[side] = table->surs[side];
        state->piles[side] = table->piles[side];
        for (CardSet rest = table->piles[side]; rest; rest = set_rest(rest))
            state->tally[side] += playout->classes.worth[playout->classes.of[set_first(rest)]];
    }
}

static CardSet seen_of(const PublicState *state)
{
    return state->pool | state->piles[0] | state->piles[1] | state->piles[2] | state->piles[3];
}

CardSet public_hand(const PublicState *state, const Playout *playout, const uint8_t classes[], int size)
{
    CardSet unseen = PACK & ~seen_of(state), hand = 0;
    for (int i = 0; i < size; i++)
        hand |= set_of(set_last(playout->classes.cards[classes[i]] & unseen & ~hand));
    return hand;
}

void public_table(Table *table, const PublicState *state, const int16_t scores[])
{
    *table =
        (Table){.pool = state->pool, .ply = state->ply, .turn = state->turn, .deal = state->deal, .last = state->last};
    memcpy(table->piles, state->piles, sizeof table->piles);
    memcpy(table->scores, scores, sizeof table->scores);
    memcpy(table->surs, state->surs, sizeof table->surs);
}

void public_play(PublicState *state, const Playout *playout, int class, CardSet captured)
{
    const Rules *rules = playout->rules;
    const Classes *classes = &playout->classes;
    CardSet card = set_of(set_last(classes->cards[class] & ~seen_of(state)));
    if (captured) {
        int side = playout->side[state->turn], last = state->deal + 1 == rules->deals;
        state->pool &= ~captured;
        state->piles[side] |= captured | card;
        state->tally[side] += classes->worth[class] + tally_of(captured, classes);
        state->last = (int8_t)side;
        if (!state->pool) {
            if (playout->sur_possible[last][side][sur_kind(classes->value[class])])
                sur_score(state->surs, playout, side, last);
        } else if (rules->last_sweep == SWEEP_MATCH && state->ply >= PLAYS - rules->players) {
            state->tally[side] += tally_of(state->pool, classes);
            state->piles[side] |= state->pool;
            state->pool = 0;
        }
    } else {
        state->pool |= card;
    }
    state->ply++;
    if (++state->turn == rules->players) {
        state->turn = 0;
        if (state->ply == (state->deal + 1) * HAND * rules->players && state->ply < PLAYS) state->deal++;
    }
    if (state->ply == PLAYS && state->last != NOBODY) {
        state->tally[state->last] += tally_of(state->pool, classes);
        state->pool = 0;
    }
}

void public_points(int points[static MAX_SIDES], const PublicState *state, const Playout *playout)
{
    const Rules *rules = playout->rules;
    int clubs[MAX_SIDES];
    for (int side = 0; side < rules->sides; side++) {
        clubs[side] = (int)(state->tally[side] / TALLY_CLUB);
        points[side] = (int)(state->tally[side] % TALLY_CLUB) + sur_points(state->surs[side], rules);
    }
    int winner = worth_clubs_winner(clubs, rules, true);
    if (winner != NOBODY) points[winner] += worth_clubs(clubs[winner], rules);
}

int public_captures(CardSet out[static MAX_CAPTURES], const PublicState *state, const Playout *playout, int class)
{
    int count = capture_list(out, state->pool, playout->classes.value[class] - 1, &playout->fold);
    if (!count) out[count++] = 0;
    return count;
}
