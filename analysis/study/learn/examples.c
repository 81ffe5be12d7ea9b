/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns lessons into examples. */
#include "analysis/study/learn/examples.h"

#include <math.h>
#include <stdlib.h>

#include "engine/table.h"

void examples_clear(Examples *examples) { examples->count = examples->feature_count = examples->number_count = 0; }

void examples_free(Examples *examples)
{
    free(examples->places);
    free(examples->features);
    free(examples->numbers);
    *examples = (Examples){0};
}

/* Makes room for `more` behind `count` of them. */
static bool grow(void **items, size_t *room, size_t count, size_t more, size_t size)
{
    if (count + more <= *room) return true;
    void *grown = realloc(*items, (2 * *room + more) * size);
    if (!grown) return false;
    *items = grown;
    *room = 2 * *room + more;
    return true;
}

static bool reserve(Examples *examples, int plays)
{
    const size_t features = NET_VIEW_MOST + (size_t)plays * (NET_PLAY_MOST + 1);
    return grow((void **)&examples->places, &examples->room, examples->count, 1, sizeof *examples->places) &&
           grow((void **)&examples->features, &examples->feature_room, examples->feature_count, features,
                sizeof *examples->features) &&
           grow((void **)&examples->numbers, &examples->number_room, examples->number_count, 2 * (size_t)plays,
                sizeof *examples->numbers);
}

/* Writes the shares that the plays should have. */
static void shares_find(float shares[], const Decision *decision, const Targets *targets)
{
    const float temperature = decision->exact ? targets->exact_temperature : targets->temperature;
    float best = -INFINITY, sum = 0;
    for (int i = 0; i < decision->count; i++)
        if ((decision->exact || decision->visits[i]) && decision->values[i] > best) best = decision->values[i];
    for (int i = 0; i < decision->count; i++) {
        const bool seen = decision->exact || decision->visits[i];
        shares[i] = seen ? expf((decision->values[i] - best) / temperature) : 0;
        sum += shares[i];
    }
    for (int i = 0; i < decision->count; i++)
        shares[i] /= sum;
}

/* By how many points the side beats the mean of the others as the table stands; clubs count as they will. */
static double standing(const Table *table, const Rules *rules, int side)
{
    int points[MAX_SIDES], others = 0;
    count_points(points, table, rules);
    for (int i = 0; i < rules->sides; i++)
        others += i == side ? 0 : points[i];
    return points[side] - (double)others / (rules->sides - 1);
}

/* `came`: by how many points the side beat the others in the end; `so_far`: by how many it does now. */
static void decision_add(Examples *examples, const Decision *decision, double came, double so_far,
                         const Targets *targets)
{
    double thought = 0;
    NetPosition position;
    uint16_t *features = examples->features + examples->feature_count;
    float *numbers = examples->numbers + examples->number_count;
    net_position_init(&position, &decision->view);
    const int view_count = net_view_features(features, &position);
    size_t used = (size_t)view_count;
    for (int i = 0; i < decision->count; i++) {
        const int count = net_play_features(features + used + 1, &position, decision->plays[i]);
        features[used] = (uint16_t)count;
        used += (size_t)count + 1;
        numbers[decision->count + i] = decision->values[i];
    }
    shares_find(numbers, decision, targets);
    for (int i = 0; i < decision->count; i++)
        thought += (double)numbers[i] * (double)decision->values[i];
    examples->places[examples->count++] = (ExamplePlace){.features = (uint32_t)examples->feature_count,
                                                         .numbers = (uint32_t)examples->number_count,
                                                         .view_count = (uint16_t)view_count,
                                                         .play_count = (uint16_t)decision->count,
                                                         .chosen = (uint16_t)decision->chosen,
                                                         .value = (float)((thought + came) / 2 - so_far)};
    examples->feature_count += used;
    examples->number_count += 2 * (size_t)decision->count;
}

bool examples_add(Examples *examples, const Rules *rules, const char *bytes, size_t length, const Targets *targets)
{
    Lesson lesson;
    if (!lesson_open(&lesson, rules, bytes, length)) return true;
    while (lesson_next(&lesson)) {
        const Decision *decision = &lesson.decision;
        const int side = rules_side(rules, decision->view.seat);
        const double so_far = standing(decision->view.table, rules, side);
        if (!reserve(examples, decision->count)) return false;
        decision_add(examples, decision, lesson_difference(&lesson, side), so_far, targets);
    }
    return true;
}

Example examples_at(const Examples *examples, size_t index)
{
    const ExamplePlace *place = &examples->places[index];
    const uint16_t *features = examples->features + place->features;
    const float *numbers = examples->numbers + place->numbers;
    return (Example){.view = features,
                     .plays = features + place->view_count,
                     .shares = numbers,
                     .values = numbers + place->play_count,
                     .view_count = place->view_count,
                     .play_count = place->play_count,
                     .chosen = place->chosen,
                     .value = place->value};
}
