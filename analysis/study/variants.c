/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/study/variants.h"

#include <stdlib.h>

typedef struct {
    const Versions *versions;
    uint64_t first, boards;
    int32_t *scores;
} Sheet;

double versions_scale(const Versions *v)
{
    const Schedule *s = v->schedule;
    return (double)v->opponent_count * tally_scale(s, 0) * (s->rules.sides - 1);
}

uint64_t versions_rounds(const Versions *v) { return v->opponent_count * (uint64_t)v->schedule->seatings; }

static bool take(void *arg, uint64_t board, size_t meeting, const MeetingResult *result)
{
    const Sheet *sheet = arg;
    const Versions *v = sheet->versions;
    int32_t *score = &sheet->scores[meeting / v->opponent_count * sheet->boards + (board - sheet->first)];
    if (!result->played)
        *score = VERSION_VOID;
    else if (*score != VERSION_VOID)
        *score += meeting_diff(result, v->schedule, 0);
    if (v->watch) v->watch(v->arg);
    return true;
}

ArenaEnd versions_play(const Versions *v, const double *numbers, size_t count, uint64_t first, uint64_t boards,
                       int32_t *scores)
{
    Sheet sheet = {v, first, boards, scores};
    const size_t agent_count = count + v->opponent_count, meeting_count = count * v->opponent_count;
    Agent *agents = calloc(agent_count, sizeof *agents);
    Meeting *meetings = calloc(meeting_count, sizeof *meetings);
    ArenaEnd end = ARENA_FAILED;
    for (size_t i = 0; agents && i < agent_count; i++) {
        agents[i] = i < count ? *v->agent : v->opponents[i - count];
        for (size_t p = 0; i < count && p < v->param_count; p++)
            agents[i].values[v->params[p]] = numbers[i * v->param_count + p];
    }
    for (size_t m = 0; meetings && m < meeting_count; m++)
        meetings[m] = (Meeting){{(uint16_t)(m / v->opponent_count), (uint16_t)(count + m % v->opponent_count)}};
    for (size_t i = 0; i < count * boards; i++)
        scores[i] = 0;
    if (agents && meetings) {
        const Meetings play = {.schedule = v->schedule,
                               .agents = agents,
                               .agent_count = agent_count,
                               .meetings = meetings,
                               .meeting_count = meeting_count,
                               .first = first,
                               .boards = boards,
                               .threads = v->threads,
                               .take = take,
                               .arg = &sheet};
        end = meetings_play(&play);
    }
    free(agents); /* their texts belong to the originals */
    free(meetings);
    return end;
}
