/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes and reads lessons. */
#include "analysis/study/learn/lesson.h"

#include <math.h>
#include <string.h>

/* ---- writing */

void lesson_begin(LessonWriter *writer) { writer->plays.length = 0; }

static int play_index(const CardSet plays[], int count, CardSet play)
{
    int index = 0;
    while (index < count && plays[index] != play)
        index++;
    return index;
}

bool lesson_add(LessonWriter *writer, const View *view, CardSet play, const SearchResult *found)
{
    CardSet plays[MAX_MOVES];
    TextBuffer *out = &writer->plays;
    const int count = moves_list(plays, view->hand, view->table->pool, NULL);
    const unsigned label = !found || found->count < 2 ? LABEL_NONE : found->exact ? LABEL_EXACT : LABEL_SEARCH;
    bool good = put_uint(out, (unsigned)play_index(plays, count, play) * LABELS + label);
    for (int i = 0; good && label != LABEL_NONE && i < found->count; i++) {
        const SearchPlay *one = &found->plays[i];
        good = (label == LABEL_EXACT || put_uint(out, one->visits)) && put_int(out, lrint(one->value * LESSON_POINT));
    }
    return good;
}

bool lesson_end(LessonWriter *writer, TextBuffer *out, const Pack *pack, const Game *game)
{
    bool good = text_buffer_add(out, (const char *)pack->cards, CARDS);
    for (int side = 0; side < writer->rules->sides; side++)
        good = good && put_int(out, game->counts[side].points);
    return good && text_buffer_add(out, writer->plays.data, writer->plays.length);
}

/* ---- reading */

bool lesson_open(Lesson *lesson, const Rules *rules, const char *bytes, size_t length)
{
    Pack pack;
    CardSet seen = 0;
    lesson->rules = rules;
    lesson->fold = fold_for(rules);
    lesson->waiting = false;
    lesson->in = (FieldReader){.at = bytes, .end = bytes + length};
    const char *cards = get_some(&lesson->in, CARDS);
    if (!cards) return false;
    for (int i = 0; i < CARDS; i++) {
        pack.cards[i] = (Card)cards[i];
        seen |= pack.cards[i] < CARDS ? set_of(pack.cards[i]) : 0;
    }
    for (int side = 0; side < rules->sides; side++)
        lesson->points[side] = (int)get_int(&lesson->in);
    if (seen != PACK || lesson->in.failed) return false;
    game_start(&lesson->game, rules, &pack, NULL);
    return true;
}

/* Makes a play of the lesson, the one of that index. */
static void play_make(Lesson *lesson, uint64_t index)
{
    CardSet plays[MAX_MOVES];
    const View view = game_view(&lesson->game, lesson->rules);
    const int count = moves_list(plays, view.hand, view.table->pool, NULL);
    if (index < (uint64_t)count)
        game_put(&lesson->game, lesson->rules, plays[index]);
    else
        reader_fail(&lesson->in);
}

/* Is `a` what the search prefers to `b`? As in result_choose, and by value where all values are exact. */
static bool is_preferred(const Decision *decision, int a, int b)
{
    if (!decision->exact && decision->visits[a] != decision->visits[b])
        return decision->visits[a] > decision->visits[b];
    return decision->values[a] > decision->values[b];
}

static void label_read(Lesson *lesson, bool exact)
{
    Decision *decision = &lesson->decision;
    decision->view = game_view(&lesson->game, lesson->rules);
    decision->exact = exact;
    decision->chosen = 0;
    decision->count = moves_list(decision->plays, decision->view.hand, decision->view.table->pool, &lesson->fold);
    for (int i = 0; i < decision->count; i++) {
        decision->visits[i] = exact ? 0 : (uint32_t)get_uint(&lesson->in);
        decision->values[i] = (float)get_int(&lesson->in) / LESSON_POINT;
        if (is_preferred(decision, i, decision->chosen)) decision->chosen = i;
    }
}

bool lesson_next(Lesson *lesson)
{
    if (lesson->waiting) play_make(lesson, lesson->next);
    lesson->waiting = false;
    while (!lesson->in.failed && lesson->in.at < lesson->in.end && !table_over(&lesson->game.round.table)) {
        const uint64_t code = get_uint(&lesson->in);
        const unsigned label = (unsigned)(code % LABELS);
        lesson->next = code / LABELS;
        if (label != LABEL_NONE) {
            label_read(lesson, label == LABEL_EXACT);
            lesson->waiting = true;
            return !lesson->in.failed;
        }
        play_make(lesson, lesson->next);
    }
    return false;
}

double lesson_difference(const Lesson *lesson, int side)
{
    const int sides = lesson->rules->sides;
    int others = 0;
    for (int i = 0; i < sides; i++)
        others += i == side ? 0 : lesson->points[i];
    return lesson->points[side] - (double)others / (sides - 1);
}
