/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of the available plays a search tries next. */
#include <math.h>

#include "agents/search/search_private.h"

void selector_init(Selector *selector, Selection rule, double exploration, double prior)
{
    selector->rule = rule;
    selector->prior = (float)prior;
    selector->constant = exploration;
    selector_unit(selector, REWARD_ONE);
    selector->logs[0] = 0;
    for (int i = 1; i < LOGS; i++)
        selector->logs[i] = (float)log(i);
}

void selector_unit(Selector *selector, float unit)
{
    selector->unit = unit;
    selector->exploration = (float)(selector->constant * (double)unit);
}

static inline float log_of(const Selector *selector, uint32_t count)
{
    return count < LOGS ? selector->logs[count] : logf((float)count);
}

/* The mean reward of all visits to these plays. */
static inline float mean_of(const Node *nodes, const uint32_t plays[], int count)
{
    float total = 0;
    uint32_t visits = 0;
    for (int i = 0; i < count; i++) {
        total += (float)nodes[plays[i]].total;
        visits += nodes[plays[i]].visits;
    }
    return visits ? total / (float)visits : 0;
}

/* UCB1 (Auer, Cesa-Bianchi, Fischer 2002), counting how often a play was available (Cowling et al. 2012). `tuned`:
   UCB1-tuned by the same authors, which explores by each play's own variance, at most 1 (rewards lie around -1 … 1).
   Where a net has judged the plays, each begins with so many visits of what it said (Gelly, Silver 2007). */
static inline int select_ucb(const Selector *selector, const Node *nodes, const uint32_t plays[], int count, bool tuned)
{
    const bool judged = selector->prior > 0 && nodes[plays[0]].prior;
    const float average = judged ? mean_of(nodes, plays, count) : 0, point = selector->unit / (20 * PRIOR_POINT);
    int best = 0;
    float best_bound = -INFINITY;
    for (int i = 0; i < count; i++) {
        const Node *node = &nodes[plays[i]];
        if (!node->visits) return i;
        float share = 1 / (float)node->visits, mean = (float)node->total * share, width = 1;
        if (tuned) width = ((float)node->squares * share - mean * mean) / (selector->unit * selector->unit);
        if (judged) {
            share = 1 / ((float)node->visits + selector->prior);
            mean = ((float)node->total + selector->prior * (average - point * (float)(node->prior - 1))) * share;
        }
        float log_share = log_of(selector, node->u.available) * share;
        if (tuned) width = fminf(1, width + sqrtf(2 * log_share));
        float bound = mean + selector->exploration * sqrtf(log_share * width);
        if (bound > best_bound) best_bound = bound, best = i;
    }
    return best;
}

/* PUCT: priors steer the exploration (Rosin 2011; the formula of AlphaGo Zero). An untried play counts as average. */
static int select_puct(const Selector *selector, const Node *nodes, const uint32_t plays[], int count)
{
    float priors = 0, average = mean_of(nodes, plays, count);
    uint32_t visits = 0;
    for (int i = 0; i < count; i++) {
        priors += nodes[plays[i]].prior;
        visits += nodes[plays[i]].visits;
    }
    float scale = selector->exploration * sqrtf((float)visits + 1) / priors;
    int best = 0;
    float best_bound = -INFINITY;
    for (int i = 0; i < count; i++) {
        const Node *node = &nodes[plays[i]];
        float mean = node->visits ? (float)node->total / (float)node->visits : average;
        float bound = mean + scale * node->prior / (float)(1 + node->visits);
        if (bound > best_bound) best_bound = bound, best = i;
    }
    return best;
}

/* EXP3: Auer et al. 2002, with the mixing share scaled by the exploration constant. */
static int select_exp3(const Selector *selector, const Node *nodes, const uint32_t plays[], int count, float *chance,
                       Rng *rng)
{
    float highest = -INFINITY, sum = 0, visits = 1;
    for (int i = 0; i < count; i++) {
        const Node *node = &nodes[plays[i]];
        highest = node->u.weight > highest ? node->u.weight : highest;
        visits += (float)node->visits;
    }
    float plays_count = (float)count;
    float mix = selector->exploration / selector->unit * sqrtf(plays_count * logf(plays_count + 1) / visits);
    if (mix > 1) mix = 1;
    float rate = mix / plays_count;
    for (int i = 0; i < count; i++)
        sum += expf(rate * (nodes[plays[i]].u.weight - highest));
    float draw = (float)rng_double(rng), chance_of = 1;
    int chosen = 0;
    for (int i = 0; i < count; i++) {
        chance_of = (1 - mix) * expf(rate * (nodes[plays[i]].u.weight - highest)) / sum + mix / plays_count;
        chosen = i;
        draw -= chance_of;
        if (draw < 0) break;
    }
    *chance = chance_of;
    return chosen;
}

int select_play(const Selector *selector, const Node *nodes, const uint32_t plays[], int count, float *chance, Rng *rng)
{
    if (selector->rule == SELECT_PUCT) return select_puct(selector, nodes, plays, count);
    if (selector->rule == SELECT_EXP3) return select_exp3(selector, nodes, plays, count, chance, rng);
    return select_ucb(selector, nodes, plays, count, selector->rule == SELECT_UCBTUNED);
}
