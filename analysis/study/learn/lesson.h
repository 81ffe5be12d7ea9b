/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A lesson: a round that was played, with what a search thought of the plays at some of its decisions. Rounds are kept whole,
   so that another net may look at other features of the same lessons.

   Fields (sim/run/chunk_log.h): 52 bytes of the pack · the points of each side · for each play its index among all legal plays
   times LABELS plus LABEL_…, and behind a label of the search visits and value of each folded play, behind exact values
   these alone. */
#pragma once

#include "agents/search/search.h"
#include "sim/players.h"
#include "sim/run/chunk_log.h"

enum { LABEL_NONE, LABEL_SEARCH, LABEL_EXACT, LABELS };
/* Values are kept in such parts of a point. */
enum { LESSON_POINT = 32 };

/* A decision of a lesson: folded plays in the order of moves_list, and what the search found. */
typedef struct {
    View view;
    CardSet plays[MAX_MOVES];
    uint32_t visits[MAX_MOVES]; /* of exact values none */
    float values[MAX_MOVES];    /* the mover's points minus the mean of the other sides', over the whole round */
    int count;                  /* of plays, at least 2 */
    int chosen;                 /* what the search would play */
    bool exact;
} Decision;

/* Reads a lesson, decision by decision. */
typedef struct {
    const Rules *rules;
    Fold fold;
    Game game;
    FieldReader in;
    int points[MAX_SIDES]; /* at the end of the round */
    uint64_t next;         /* index of the play of the decision at hand … */
    bool waiting;          /* … which is still to be made */
    Decision decision;
} Lesson;

/* What is played and labelled while a lesson is written; all zero but for the rules before lesson_begin. */
typedef struct {
    const Rules *rules;
    TextBuffer plays; /* fields of the plays so far; owned */
} LessonWriter;

void lesson_begin(LessonWriter *writer);
/* Adds the next play of the game, with what the search found before it; NULL: nothing was asked. False if memory runs out. */
bool lesson_add(LessonWriter *writer, const View *view, CardSet play, const SearchResult *found);
/* Adds the round, which is over, to `out`. False if memory runs out. */
bool lesson_end(LessonWriter *writer, TextBuffer *out, const Pack *pack, const Game *game);

/* Begins to read the bytes of one lesson. False: they are none. */
bool lesson_open(Lesson *lesson, const Rules *rules, const char *bytes, size_t length);
/* Goes on to the next decision with a label. False: there is no more, or the lesson is damaged (lesson->in.failed). */
bool lesson_next(Lesson *lesson);
/* By how many points `side` beat the mean of the other sides. */
double lesson_difference(const Lesson *lesson, int side);
