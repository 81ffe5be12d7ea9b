/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/agents/net/past.h"

#include <stdlib.h>

void past_make(Past *past, const char *rules, int plays, Rng *rng)
{
    Pack pack;
    int16_t scores[MAX_SIDES];
    past->rules = rules_of(rules);
    pack_deal(&pack, &past->rules, rng);
    for (int i = 0; i < MAX_SIDES; i++)
        scores[i] = (int16_t)rng_bounded(rng, 62);
    round_start(&past->round, &past->rules, &pack, scores);
    past->first_pool = past->round.table.pool;
    for (int i = 0; i < plays; i++) {
        CardSet moves[MAX_MOVES];
        int count = moves_list(moves, round_hand(&past->round), past->round.table.pool, NULL);
        past->history[i] = moves[rng_bounded(rng, (uint32_t)count)];
        round_play(&past->round, &past->rules, past->history[i]);
    }
    about_round(&past->rules, &past->round);
}

void past_any(Past *past, int i, Rng *rng)
{
    char text[RULES_TEXT];
    random_rules(text, rng);
    past_make(past, i % 2 ? text : PRESET_RULES[i / 2 % PRESET_RULES_COUNT], (int)rng_bounded(rng, PLAYS), rng);
}

View past_view(const Past *past)
{
    return (View){.rules = &past->rules,
                  .table = &past->round.table,
                  .hand = round_hand(&past->round),
                  .seat = past->round.table.turn,
                  .first_pool = past->first_pool,
                  .history = past->history};
}

float *params_random(const NetShape *shape, double range, uint64_t seed)
{
    const size_t count = net_param_count(shape);
    float *params = malloc(count * sizeof *params);
    Rng rng = rng_for(seed, 0, PURPOSE_TEST);
    assert_non_null(params);
    for (size_t i = 0; i < count; i++)
        params[i] = (float)((2 * rng_double(&rng) - 1) * range);
    return params;
}

Net net_random(const NetShape *shape, const char *rules, double range, uint64_t seed)
{
    float *params = params_random(shape, range, seed);
    Rules made = rules_of(rules);
    Error error;
    Net net;
    if (!net_quantise(&net, params, shape, &made, "random numbers", &error)) fail_msg("%s", error.text);
    free(params);
    return net;
}
