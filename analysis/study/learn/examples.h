/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What training sees of lessons: features of decisions, and what the plays should score. */
#pragma once

#include "agents/net/net_features.h"
#include "analysis/study/learn/lesson.h"

/* How what a search found becomes targets: shares are softmax(value / temperature), in points. */
typedef struct {
    float temperature;       /* > 0 */
    float exact_temperature; /* of exact values */
} Targets;

/* A decision. Pointers are into its Examples, whose next change ends them. */
typedef struct {
    const uint16_t *view;  /* features of the decision */
    const uint16_t *plays; /* for each play the number of its features, and these */
    const float *shares;   /* of the plays: the targets, which add up to 1 */
    const float *values;   /* of the plays, in points */
    int view_count, play_count, chosen;
    float
        value; /* by how many points the side to move beats the mean of the others in the rest of the round: the mean of
                    what the search thought and of what came */
} Example;

typedef struct {
    uint32_t features, numbers; /* where they begin */
    uint16_t view_count, play_count, chosen;
    float value;
} ExamplePlace;

/* All zero is empty. */
typedef struct {
    ExamplePlace *places; /* owned, as the others */
    uint16_t *features;
    float *numbers;
    size_t count, feature_count, number_count;
    size_t room, feature_room, number_room;
} Examples;

/* Takes out all examples, and keeps the memory. */
void examples_clear(Examples *examples);
void examples_free(Examples *examples);
/* Adds the decisions of a lesson. A lesson that is damaged ends where it is. False if memory runs out. */
bool examples_add(Examples *examples, const Rules *rules, const char *bytes, size_t length, const Targets *targets);
Example examples_at(const Examples *examples, size_t index);
