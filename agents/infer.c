/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agents/infer.h"

#include <math.h>

static const float CARELESS = 0.1f; /* share of plays that the model takes to be made at random */

/* Weight of each class that may be in a hidden hand, by its best-looking play. */
static void weights_fill(float weights[static CARDS], const PublicState *state, const Playout *playout,
                         double sharpness)
{
    CardSet captures[MAX_CAPTURES];
    for (int class = 0; class < playout->classes.count; class ++) {
        int count = public_captures(captures, state, playout, class);
        float best = -INFINITY;
        for (int i = 0; i < count; i++)
            best = fmaxf(best, public_score(state, playout, class, captures[i]));
        weights[class] = expf((float)sharpness * best);
    }
}

static float likelihood(float played, float others) { return CARELESS + (1 - CARELESS) * played / (played + others); }

/* Weights of the cards that the seat of play `index` played later in the deal. */
static float later_weights(const Infer *infer, int index)
{
    float sum = 0;
    for (int i = index + 1; i < infer->count; i++)
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
            public_init(&state, playout, &table);
            infer->plays[infer->count].seat = table.turn;
            infer->plays[infer->count].class = playout->classes.of[set_first(card)];
            weights_fill(infer->plays[infer->count++].weights, &state, playout, sharpness);
        }
        table_play(&table, rules, set_first(card), play ^ card);
    }
    for (int i = 0; i < infer->count; i++) {
        const float *weights = infer->plays[i].weights;
        float least = INFINITY;
        for (int class = 0; class < playout->classes.count; class ++)
            least = fminf(least, weights[class]);
        int left = table_hand_size(view->table, rules, infer->plays[i].seat);
        infer->plays[i].bound =
            likelihood(weights[infer->plays[i].class], later_weights(infer, i) + least * (float)left);
    }
}

float infer_likelihood(const Infer *infer, const uint8_t hands[][HAND], const uint8_t left[])
{
    float product = 1;
    for (int i = 0; i < infer->count; i++) {
        const float *weights = infer->plays[i].weights;
        int seat = infer->plays[i].seat;
        float others = later_weights(infer, i);
        for (int j = 0; j < left[seat]; j++)
            others += weights[hands[seat][j]];
        product *= likelihood(weights[infer->plays[i].class], others) / infer->plays[i].bound;
    }
    return product;
}
