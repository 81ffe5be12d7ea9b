/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/stats/rankings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint16_t agent[CHOICE_SEATS];
    int32_t points[CHOICE_SEATS];
    size_t size;
} Standing;

typedef struct {
    Choice *choices;
    int32_t *weights;
    size_t count;
} List;

static bool one_agent(const Standing *s)
{
    for (size_t i = 1; i < s->size; i++)
        if (s->agent[i] != s->agent[0]) return false;
    return true;
}

static void list_choice(List *list, const Standing *s, uint16_t taken, int32_t weight)
{
    Choice choice = {.size = (uint16_t)s->size, .taken = taken};
    memcpy(choice.agent, s->agent, s->size * sizeof *s->agent);
    for (size_t i = 0; i < list->count; i++)
        if (memcmp(&list->choices[i], &choice, sizeof choice) == 0) {
            list->weights[i] += weight;
            return;
        }
    assert(list->count < CHOICE_MOST);
    list->choices[list->count] = choice;
    list->weights[list->count++] = weight;
}

static Standing without(const Standing *s, size_t seat)
{
    Standing rest = {.size = s->size - 1};
    for (size_t i = 0; i < rest.size; i++) {
        rest.agent[i] = s->agent[i + (i >= seat)];
        rest.points[i] = s->points[i + (i >= seat)];
    }
    return rest;
}

/* Every seat of the best is on top in an equal part of the weight. */
static void list_all(List *list, const Standing *s, int32_t weight)
{
    if (one_agent(s)) return;
    int32_t best = s->points[0];
    for (size_t i = 1; i < s->size; i++)
        if (s->points[i] > best) best = s->points[i];
    int32_t tied = 0;
    for (size_t i = 0; i < s->size; i++)
        tied += s->points[i] == best;
    for (size_t i = 0; i < s->size; i++)
        if (s->points[i] == best) {
            list_choice(list, s, s->agent[i], weight / tied);
            const Standing rest = without(s, i);
            list_all(list, &rest, weight / tied);
        }
}

size_t choices_of_round(Choice *choices, int32_t *weights, const uint16_t *agent, const int32_t *points, size_t seats)
{
    assert(seats >= 2 && seats <= CHOICE_SEATS);
    Standing standing = {.size = seats};
    for (size_t i = 0; i < seats; i++) {
        size_t at = i;
        for (; at > 0 && standing.agent[at - 1] > agent[i]; at--) {
            standing.agent[at] = standing.agent[at - 1];
            standing.points[at] = standing.points[at - 1];
        }
        standing.agent[at] = agent[i];
        standing.points[at] = points[i];
    }
    List list = {choices, weights, 0};
    list_all(&list, &standing, CHOICE_UNIT);
    return list.count;
}

void choices_init(ChoiceSheet *sheet, uint32_t boards)
{
    assert(boards >= 1);
    *sheet = (ChoiceSheet){.boards = boards};
}

void choices_free(ChoiceSheet *sheet)
{
    for (size_t i = 0; i < sheet->count; i++)
        free(sheet->columns[i]);
    free(sheet->columns);
    free(sheet->choices);
    free(sheet->slots);
    *sheet = (ChoiceSheet){.boards = sheet->boards};
}

/* The slot where the choice is, or the free one where it belongs. */
static uint32_t *find_slot(const ChoiceSheet *sheet, const Choice *choice)
{
    uint64_t hash = choice->taken;
    for (size_t i = 0; i < CHOICE_SEATS; i++)
        hash = (hash + choice->agent[i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ choice->size) * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t at = (size_t)(hash >> 32);; at++) {
        uint32_t *slot = &sheet->slots[at & (sheet->slot_count - 1)];
        if (*slot == 0 || memcmp(&sheet->choices[*slot - 1], choice, sizeof *choice) == 0) return slot;
    }
}

/* Room for one more choice, with at most half of the slots in use. */
static bool sheet_grow(ChoiceSheet *sheet)
{
    if (sheet->count < sheet->capacity) return true;
    const size_t capacity = sheet->capacity ? 2 * sheet->capacity : 64;
    Choice *choices = realloc(sheet->choices, capacity * sizeof *choices);
    if (choices) sheet->choices = choices;
    int32_t **columns = realloc(sheet->columns, capacity * sizeof *columns);
    if (columns) sheet->columns = columns;
    uint32_t *slots = calloc(2 * capacity, sizeof *slots);
    if (!choices || !columns || !slots) {
        free(slots);
        return false;
    }
    free(sheet->slots);
    sheet->slots = slots;
    sheet->slot_count = 2 * capacity;
    sheet->capacity = capacity;
    for (size_t i = 0; i < sheet->count; i++)
        *find_slot(sheet, &sheet->choices[i]) = (uint32_t)i + 1;
    return true;
}

bool choices_add(ChoiceSheet *sheet, uint32_t board, const uint16_t *agent, const int32_t *points, size_t seats)
{
    assert(board < sheet->boards);
    Choice choices[CHOICE_MOST];
    int32_t weights[CHOICE_MOST];
    const size_t count = choices_of_round(choices, weights, agent, points, seats);
    for (size_t i = 0; i < count; i++) {
        if (!sheet_grow(sheet)) return false;
        uint32_t *slot = find_slot(sheet, &choices[i]);
        if (*slot == 0) {
            int32_t *column = calloc(sheet->boards, sizeof *column);
            if (!column) return false;
            sheet->choices[sheet->count] = choices[i];
            sheet->columns[sheet->count] = column;
            *slot = (uint32_t)++sheet->count;
        }
        sheet->columns[*slot - 1][board] += weights[i];
    }
    return true;
}
