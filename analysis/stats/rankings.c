/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds as choices, counted board by board. */
#include "analysis/stats/rankings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint16_t agent[RANKING_SEATS]; /* ascending */
    int32_t points[RANKING_SEATS];
    size_t size;
} Seats;

static Seats without(const Seats *s, size_t seat)
{
    Seats rest = {.size = s->size - 1};
    for (size_t i = 0; i < rest.size; i++) {
        rest.agent[i] = s->agent[i + (i >= seat)];
        rest.points[i] = s->points[i + (i >= seat)];
    }
    return rest;
}

void rankings_init(Rankings *rankings, uint32_t boards)
{
    assert(boards >= 1);
    *rankings = (Rankings){.boards = boards};
}

void rankings_free(Rankings *rankings)
{
    for (size_t i = 0; i < rankings->count; i++)
        free(rankings->columns[i]);
    free(rankings->columns);
    free(rankings->choices);
    free(rankings->slots);
    *rankings = (Rankings){.boards = rankings->boards, .winners_alone = rankings->winners_alone};
}

/* The slot where the choice is, or the free one where it belongs. */
static uint32_t *find_slot(const Rankings *rankings, const Choice *choice)
{
    uint64_t hash = choice->taken;
    for (size_t i = 0; i < RANKING_SEATS; i++)
        hash = (hash + choice->agent[i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ choice->size) * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t at = (size_t)(hash >> 32);; at++) {
        uint32_t *slot = &rankings->slots[at & (rankings->slot_count - 1)];
        if (*slot == 0 || memcmp(&rankings->choices[*slot - 1], choice, sizeof *choice) == 0) return slot;
    }
}

/* Room for one more choice, with at most half of the slots in use. */
static bool rankings_grow(Rankings *rankings)
{
    if (rankings->count < rankings->capacity) return true;
    const size_t capacity = rankings->capacity ? 2 * rankings->capacity : 64;
    Choice *choices = realloc(rankings->choices, capacity * sizeof *choices);
    if (choices) rankings->choices = choices;
    int32_t **columns = realloc(rankings->columns, capacity * sizeof *columns);
    if (columns) rankings->columns = columns;
    uint32_t *slots = calloc(2 * capacity, sizeof *slots);
    if (!choices || !columns || !slots) {
        free(slots);
        return false;
    }
    free(rankings->slots);
    rankings->slots = slots;
    rankings->slot_count = 2 * capacity;
    rankings->capacity = capacity;
    for (size_t i = 0; i < rankings->count; i++)
        *find_slot(rankings, &rankings->choices[i]) = (uint32_t)i + 1;
    return true;
}

/* Adds the weight to the choice of `taken` among these seats. False: memory ran out. */
static bool choice_add(Rankings *rankings, uint32_t board, const Seats *s, uint16_t taken, int32_t weight)
{
    Choice choice = {.size = (uint16_t)s->size, .taken = taken};
    memcpy(choice.agent, s->agent, s->size * sizeof *s->agent);
    if (!rankings_grow(rankings)) return false;
    uint32_t *slot = find_slot(rankings, &choice);
    if (*slot == 0) {
        int32_t *column = calloc(rankings->boards, sizeof *column);
        if (!column) return false;
        rankings->choices[rankings->count] = choice;
        rankings->columns[rankings->count] = column;
        *slot = (uint32_t)++rankings->count;
    }
    rankings->columns[*slot - 1][board] += weight;
    return true;
}

/* Every seat of the best is on top in an equal part of the weight. */
static bool choices_add(Rankings *rankings, uint32_t board, const Seats *s, int32_t weight)
{
    if (s->size < 2 || s->agent[0] == s->agent[s->size - 1]) return true; /* one agent: they are ascending */
    int32_t best = s->points[0], tied = 0;
    for (size_t i = 1; i < s->size; i++)
        if (s->points[i] > best) best = s->points[i];
    for (size_t i = 0; i < s->size; i++)
        tied += s->points[i] == best;
    for (size_t i = 0; i < s->size; i++) {
        if (s->points[i] != best) continue;
        const Seats rest = without(s, i);
        if (!choice_add(rankings, board, s, s->agent[i], weight / tied)) return false;
        if (!rankings->winners_alone && !choices_add(rankings, board, &rest, weight / tied)) return false;
    }
    return true;
}

bool rankings_add(Rankings *rankings, uint32_t board, const uint16_t *agent, const int32_t *points, size_t seats)
{
    assert(board < rankings->boards && seats >= 2 && seats <= RANKING_SEATS);
    Seats sorted = {.size = seats};
    for (size_t i = 0; i < seats; i++) {
        size_t at = i;
        for (; at > 0 && sorted.agent[at - 1] > agent[i]; at--) {
            sorted.agent[at] = sorted.agent[at - 1];
            sorted.points[at] = sorted.points[at - 1];
        }
        sorted.agent[at] = agent[i];
        sorted.points[at] = points[i];
    }
    return choices_add(rankings, board, &sorted, RANKING_UNIT);
}
