/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weighs styles and hands by the plays that were made. */
#include "agents/search/infer.h"

#include <string.h>

static const float NEGLIGIBLE = 0.01f; /* a style with a smaller chance is no longer thought of */

/* Chances from weights; those that are negligible become 0. Returns the sum of the weights. */
static float normalise(float chances[static OPPONENT_STYLES])
{
    float sum = 0, kept = 0;
    for (int style = 0; style < OPPONENT_STYLES; style++)
        sum += chances[style];
    for (int style = 0; style < OPPONENT_STYLES; style++) {
        if (chances[style] < NEGLIGIBLE * sum) chances[style] = 0;
        kept += chances[style];
    }
    for (int style = 0; style < OPPONENT_STYLES; style++)
        chances[style] /= kept;
    return sum;
}

/* Makes the chances those after a play by Bayes' rule; returns how likely the play was. */
static float update(float chances[static OPPONENT_STYLES], const OpponentModel *model, const View *view, CardSet play)
{
    float likelihood[OPPONENT_STYLES];
    uint32_t possible = 0;
    for (int style = 0; style < OPPONENT_STYLES; style++)
        possible |= (uint32_t)(chances[style] > 0) << style;
    opponent_likelihood(likelihood, model, possible, view, play);
    for (int style = 0; style < OPPONENT_STYLES; style++)
        chances[style] *= likelihood[style];
    return normalise(chances);
}

/* The cards that the seat to move plays from this play on to the end of the deal. */
static CardSet cards_played(const View *view, Table table)
{
    int seat = table.turn, deal = table.deal;
    CardSet cards = 0;
    while (table.ply < view->table->ply && table.deal == deal) {
        CardSet play = view->history[table.ply], card = play & ~table.pool;
        if (table.turn == seat) cards |= card;
        table_play(&table, view->rules, set_first(card), play ^ card);
    }
    return cards;
}

void infer_init(Infer *infer, const OpponentModel *model, const View *view)
{
    const Rules *rules = view->rules;
    infer->count = infer->weighed = 0;
    for (int seat = 0; seat < rules->players; seat++) {
        for (int style = 0; style < OPPONENT_STYLES; style++)
            infer->styles[seat][style] = opponent_prior(model, style);
        normalise(infer->styles[seat]);
    }
    infer->first_pool = view->first_pool;
    infer->history = view->history;
    if (!view->history) return;
    Table table = {.pool = view->first_pool, .last = NOBODY};
    memcpy(table.scores, view->table->scores, sizeof table.scores);
    while (table.ply < view->table->ply) {
        CardSet play = view->history[table.ply], card = play & ~table.pool;
        int seat = table.turn;
        if (seat != view->seat && table.deal == view->table->deal) {
            infer->plays[infer->count].table = table;
            infer->plays[infer->count].play = play;
            infer->plays[infer->count++].known = cards_played(view, table);
        } else if (seat != view->seat) {
            View past = {rules, &table, cards_played(view, table), seat, view->first_pool, view->history};
            update(infer->styles[seat], model, &past, play);
        }
        table_play(&table, rules, set_first(card), play ^ card);
    }
}

/* The number of hands with the same cards that were weighed before; `index`, which is noted, if there are none. */
static int weighed_before(Infer *infer, int index, CardSet hand)
{
    if (!infer->places) return index;
    if (!index) memset(infer->places, 0, ((size_t)infer->places_mask + 1) * sizeof *infer->places);
    uint32_t at = (uint32_t)rng_mix(hand) & infer->places_mask;
    for (; infer->places[at]; at = (at + 1) & infer->places_mask)
        if (infer->hands[infer->places[at] - 1].hand == hand) return (int)infer->places[at] - 1;
    infer->places[at] = (uint32_t)index + 1;
    return index;
}

static void plays_weigh(WeighedHands *weighed, const Infer *infer, const OpponentModel *model, const Rules *rules,
                        const CardSet hands[])
{
    weighed->weight = 1;
    memcpy(weighed->styles, infer->styles, sizeof weighed->styles);
    for (int i = 0; i < infer->count; i++) {
        const Table *table = &infer->plays[i].table;
        int seat = table->turn;
        View past = {.rules = rules, .table = table, .hand = infer->plays[i].known | hands[seat], .seat = seat};
        weighed->weight *= update(weighed->styles[seat], model, &past, infer->plays[i].play);
    }
}

void infer_weigh(Infer *infer, const OpponentModel *model, int index, const Rules *rules, const CardSet hands[])
{
    WeighedHands *weighed = &infer->hands[index];
    const CardSet hand = infer->count ? hands[infer->plays[0].table.turn] : 0;
    const int before = weighed_before(infer, index, hand);
    if (before < index) {
        memcpy(weighed->styles, infer->hands[before].styles, sizeof weighed->styles);
        weighed->weight = infer->hands[before].weight;
    } else {
        plays_weigh(weighed, infer, model, rules, hands);
    }
    weighed->hand = hand;
    infer->cumulative[index] = (index ? infer->cumulative[index - 1] : 0) + weighed->weight;
    infer->weighed = index + 1;
}

int infer_draw(const Infer *infer, double share)
{
    const float *sums = infer->cumulative;
    const float wanted = (float)share * sums[infer->weighed - 1];
    int first = 0;
    for (int count = infer->weighed; count > 1;) { /* no branch, as where it lies cannot be foreseen */
        const int half = count / 2;
        first += sums[first + half - 1] > wanted ? 0 : half;
        count -= half;
    }
    return first;
}

int infer_style(const float chances[static OPPONENT_STYLES], double share)
{
    int chosen = 0;
    for (int style = 0; style < OPPONENT_STYLES && share >= 0; style++) {
        if (!(chances[style] > 0)) continue;
        chosen = style;
        share -= chances[style];
    }
    return chosen;
}
