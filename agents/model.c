/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/model.h"

#include <math.h>

#include "agents/playout_run.h"

static const struct {
    float point, club, sur, card, capture; /* what a capture wins; a club for 1 point, a Sur for 5 */
    float jack, jack_card;                 /* a jack that captures, and for each card it takes */
    float lost_point, lost_club;           /* what a trail gives away */
    float value, face, trailed_jack;       /* a trail of a numeral, for each unit of its value; of a face */
    float risk;                            /* chance of a Sur for the next player, for 5 points */
    float left_point, left_club;           /* what lies in the pool after the play */
} MODEL = {1.0f, 1.0f, 4.5f, 0.7f, 0.8f, -1.7f, -0.35f, -0.8f, -1.1f, 0.08f, 0.7f, -2.3f, -12, -0.5f, -0.25f};

Unseen unseen_of(CardSet cards)
{
    Unseen unseen = {.count = (uint8_t)set_count(cards)};
    for (CardSet rest = cards; rest; rest = set_rest(rest))
        unseen.ranks[card_rank(set_first(rest))]++;
    return unseen;
}

/* The chance that the next player can clear `left` with one card. */
static float risk_of(const PublicState *state, const Playout *playout, const Unseen *unseen, int class, CardSet left)
{
    const Rules *rules = playout->rules;
    int players = rules->players, seat = (state->turn + 1) % players, side = playout->side[seat], rank, sum = 0;
    if (!left || side == playout->side[state->turn]) return 0;
    for (CardSet rest = left & NUMERALS; rest; rest = set_rest(rest))
        sum += card_rank(set_first(rest)) + 1;
    if (!(left & ~NUMERALS) && sum <= 10)
        rank = 10 - sum;
    else if (!set_rest(left) && left & (QUEENS | KINGS))
        rank = card_rank(set_first(left));
    else
        return 0;
    int deal = state->deal, round_of = HAND * players;
    int left_of_deal = (deal + 1) * round_of - state->ply - 1; /* plays after this one */
    if (!left_of_deal) deal++, left_of_deal = round_of;
    if (deal == rules->deals || !playout->sur_possible[deal + 1 == rules->deals][side][kind_of(rank + 1)]) return 0;
    int hand = (left_of_deal + players - 1) / players, count = unseen->count - 1;
    int fitting = unseen->ranks[rank] - (playout->classes.value[class] == rank + 1);
    float none = 1;
    for (int i = 0; i < hand && count > i; i++)
        none *= fmaxf(0, (float)(count - fitting - i)) / (float)(count - i);
    return 1 - none;
}

float model_score(const PublicState *state, const Playout *playout, const Unseen *unseen, int class, CardSet captured)
{
    const Rules *rules = playout->rules;
    const Classes *classes = &playout->classes;
    bool open = true;
    for (int side = 0; side < rules->sides; side++)
        open = open && state->tally[side] / TALLY_CLUB < CLUBS_WON;
    float club = open ? playout->club_points : 0, sur = (float)rules->sur_points / 5;
    CardSet card = set_of(set_last(classes->cards[class] & ~state->pool));
    CardSet left = captured ? state->pool & ~captured : state->pool | card;
    int value = classes->value[class];
    uint32_t worth = classes->worth[class], pool = tally_of(left & ~TENS, classes);
    float score = sur * MODEL.risk * risk_of(state, playout, unseen, class, left);
    score += MODEL.left_point * (float)(pool % TALLY_CLUB) + MODEL.left_club * club * (float)(pool / TALLY_CLUB);
    if (captured) {
        int side = playout->side[state->turn], last = state->deal + 1 == rules->deals;
        uint32_t gain = worth + tally_of(captured, classes);
        float cards = (float)set_count(captured);
        score += MODEL.capture + MODEL.card * cards;
        score += MODEL.point * (float)(gain % TALLY_CLUB) + MODEL.club * club * (float)(gain / TALLY_CLUB);
        if (!left && playout->sur_possible[last][side][kind_of(value)]) score += MODEL.sur * sur;
        return value == 11 ? score + MODEL.jack + MODEL.jack_card * cards : score;
    }
    score += MODEL.lost_point * (float)(worth % TALLY_CLUB) + MODEL.lost_club * club * (float)(worth / TALLY_CLUB);
    return score + (value <= 10 ? MODEL.value * (float)value : value == 11 ? MODEL.trailed_jack : MODEL.face);
}
