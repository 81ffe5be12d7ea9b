/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Circles of "better than" among agents, found by breadth-first search. */
#include "analysis/stats/cycles.h"

#include <assert.h>
#include <string.h>

typedef struct {
    const bool *beats;
    size_t agents;
    size_t to_start[CYCLES_MAX_AGENTS]; /* fewest steps back to path[0] by way of agents after it; 0 is unknown */
    uint16_t path[CYCLES_MAX_AGENTS];
    uint16_t *members;
    size_t capacity, length, found;
} CycleSearch;

static bool beats(const CycleSearch *s, size_t a, size_t b) { return a != b && s->beats[a * s->agents + b]; }

/* Breadth first, backwards from start, among the agents from start on. Returns the length of its shortest cycle or 0. */
static size_t measure(CycleSearch *s, size_t start)
{
    uint16_t queue[CYCLES_MAX_AGENTS];
    size_t head = 0, tail = 0;
    memset(s->to_start, 0, sizeof s->to_start);
    queue[tail++] = (uint16_t)start;
    while (head < tail) {
        const size_t to = queue[head++];
        for (size_t from = start; from < s->agents; from++)
            if (beats(s, from, to) && s->to_start[from] == 0) {
                s->to_start[from] = to == start ? 1 : s->to_start[to] + 1;
                if (from == start) return s->to_start[start];
                queue[tail++] = (uint16_t)from;
            }
    }
    return 0;
}

/* Extends path[0 ... depth - 1] to all cycles of the length. */
static void extend(CycleSearch *s, size_t depth)
{
    const size_t last = s->path[depth - 1];
    if (depth == s->length) {
        if (!beats(s, last, s->path[0])) return;
        if ((s->found + 1) * s->length <= s->capacity)
            memcpy(s->members + s->found * s->length, s->path, s->length * sizeof *s->path);
        s->found++;
        return;
    }
    for (size_t next = s->path[0] + 1u; next < s->agents; next++)
        if (beats(s, last, next) && s->to_start[next] != 0 && s->to_start[next] <= s->length - depth) {
            s->path[depth] = (uint16_t)next;
            extend(s, depth + 1);
        }
}

size_t cycles_find(uint16_t *members, size_t capacity, size_t *length, const bool *beats_matrix, size_t agents)
{
    assert(agents <= CYCLES_MAX_AGENTS);
    CycleSearch search = {.beats = beats_matrix, .agents = agents, .members = members, .capacity = capacity};
    for (size_t start = 0; start < agents; start++) {
        const size_t shortest = measure(&search, start);
        if (shortest != 0 && (search.length == 0 || shortest < search.length)) search.length = shortest;
    }
    *length = search.length;
    for (size_t start = 0; search.length != 0 && start < agents; start++)
        if (measure(&search, start) == search.length) {
            search.path[0] = (uint16_t)start;
            extend(&search, 1);
        }
    return search.found;
}
