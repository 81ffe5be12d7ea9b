/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/infer.h"

#include <math.h>

static const float CARELESS = 0.1f; /* share of plays that the model takes to be made at random */

/* Weight of each class that may be in a hidden hand. */
static void weights_fill(float weights[static CARDS], const PublicState *state, const Playout *playout, CardSet seen,
                         double sharpness)
{
    CardSet captures[MAX_CAPTURES];
    Unseen unseen = unseen_of(PACK & ~seen);
    for (int class = 0; class < playout->classes.count; class ++) {
        weights[class] = 0;
        if (!(playout->classes.cards[class] & ~seen)) continue;
        int count = public_captures(captures, state, playout, class);
        for (int i = 0; i < count; i++)
            weights[class] += expf((float)sharpness * model_score(state, playout, &unseen, class, captures[i]));
    }
}

static float likelihood(float played, float all) { return CARELESS + (1 - CARELESS) * played / all; }

/* Weights of the cards of play `index` and of those that its seat played later in the deal. */
static float known_weights(const Infer *infer, int index)
{
    float sum = 0;
    for (int i = index; i < infer->count; i++)
        if (infer->plays[i].seat == infer->plays[index].seat) sum += infer->plays[index].weights[infer->plays[i].class];
    return sum;
}

void infer_init(Infer *infer, const Playout *playout, const View *view, double sharpness)
{
    const Rules *rules = view->rules;
    infer->count = 0;
    if (sharpness <= 0 || !view->history) return;
    Table table = {.pool = view->first_pool, .last = NOBODY};
    for (int side = 0; side < rules->sides; side++)
        table.scores[side] = view->table->scores[side];
    while (table.ply < view->table->ply) {
        CardSet play = view->history[table.ply], card = play & ~table.pool;
        if (table.deal == view->table->deal && table.turn != view->seat) {
            PublicState state;
            CardSet seen = table.pool;
            for (int side = 0; side < rules->sides; side++)
                seen |= table.piles[side];
            Unseen unseen = unseen_of(PACK & ~seen);
            int index = infer->count++, class = playout->classes.of[set_first(card)];
            public_init(&state, playout, &table);
            infer->plays[index].seat = table.turn;
            infer->plays[index].class = (uint8_t) class;
            infer->plays[index].played =
                expf((float)sharpness * model_score(&state, playout, &unseen, class, play ^ card));
            weights_fill(infer->plays[index].weights, &state, playout, seen, sharpness);
        }
        table_play(&table, rules, set_first(card), play ^ card);
    }
    for (int i = 0; i < infer->count; i++)
        infer->plays[i].bound = likelihood(infer->plays[i].played, known_weights(infer, i));
}

float infer_likelihood(const Infer *infer, const uint8_t hands[][HAND], const uint8_t left[])
{
    float product = 1;
    for (int i = 0; i < infer->count; i++) {
        const float *weights = infer->plays[i].weights;
        int seat = infer->plays[i].seat;
        float all = known_weights(infer, i);
        for (int j = 0; j < left[seat]; j++)
            all += weights[hands[seat][j]];
        product *= likelihood(infer->plays[i].played, all) / infer->plays[i].bound;
    }
    return product;
}
