/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays variants of one agent as pairings with its opponents, and scores them board by board. */
#include "analysis/study/tuning/variants.h"

#include <stdlib.h>

typedef struct {
    const Variants *variants;
    uint64_t first, boards;
    int32_t *scores;
} VariantScores;

double variants_scale(const Variants *v)
{
    const Schedule *s = v->schedule;
    return (double)v->opponent_count * tally_scale(s, 0) * (s->rules.sides - 1);
}

uint64_t variants_rounds(const Variants *v) { return v->opponent_count * (uint64_t)v->schedule->seatings; }

static bool take(void *arg, uint64_t board, size_t pairing, const PairingResult *result)
{
    const VariantScores *out = arg;
    const Variants *v = out->variants;
    int32_t *score = &out->scores[pairing / v->opponent_count * out->boards + (board - out->first)];
    if (!result->played)
        *score = SCORE_VOID;
    else if (*score != SCORE_VOID)
        *score += pairing_diff(result, v->schedule, 0);
    if (v->watch) v->watch(v->arg);
    return true;
}

ArenaEnd variants_play(const Variants *v, const double *numbers, size_t count, uint64_t first, uint64_t boards,
                       int32_t *scores)
{
    VariantScores out = {v, first, boards, scores};
    const size_t agent_count = count + v->opponent_count, pairing_count = count * v->opponent_count;
    Agent *agents = calloc(agent_count, sizeof *agents);
    Pairing *pairings = calloc(pairing_count, sizeof *pairings);
    ArenaEnd end = ARENA_FAILED;
    for (size_t i = 0; agents && i < agent_count; i++) {
        agents[i] = i < count ? *v->agent : v->opponents[i - count];
        for (size_t p = 0; i < count && p < v->param_count; p++)
            agents[i].values[v->params[p]] = numbers[i * v->param_count + p];
    }
    for (size_t m = 0; pairings && m < pairing_count; m++)
        pairings[m] = (Pairing){{(uint16_t)(m / v->opponent_count), (uint16_t)(count + m % v->opponent_count)}};
    for (size_t i = 0; i < count * boards; i++)
        scores[i] = 0;
    if (agents && pairings) {
        const Pairings play = {.schedule = v->schedule,
                               .agents = agents,
                               .agent_count = agent_count,
                               .pairings = pairings,
                               .pairing_count = pairing_count,
                               .first = first,
                               .boards = boards,
                               .threads = v->threads,
                               .take = take,
                               .arg = &out};
        end = pairings_play(&play);
    }
    free(agents); /* their texts belong to the originals */
    free(pairings);
    return end;
}
