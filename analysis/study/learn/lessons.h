/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A lesson: a round that was played, with what a search thought of the plays at some of its decisions. Rounds are kept
   whole, so that another net may look at other features of the same lessons.

   Fields (sim/run/chunk_log.h): 52 bytes of the pack · the points of each side · for each play its index among all
   legal plays times LABELS plus LABEL_…, and behind a label of the search visits and value of each folded play, behind
   exact values these alone. */
#pragma once

#include "agents/agent.h"
#include "agents/net/net_features.h"
#include "agents/search/search.h"
#include "sim/journal.h"
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
/* Adds the next play of the game, with what the search found before it; NULL: nothing was asked. False if memory runs
   out. */
bool lesson_add(LessonWriter *writer, const View *view, CardSet play, const SearchResult *found);
/* Adds the round, which is over, to `out`. False if memory runs out. */
bool lesson_end(LessonWriter *writer, TextBuffer *out, const Pack *pack, const Game *game);

/* Begins to read the bytes of one lesson. False: they are none. */
bool lesson_open(Lesson *lesson, const Rules *rules, const char *bytes, size_t length);
/* Goes on to the next decision with a label. False: there is no more, or the lesson is damaged (lesson->in.failed). */
bool lesson_next(Lesson *lesson);

/* ---- rounds that are played, at whose decisions a search is asked */

/* Who plays the rounds of lessons, and whose decisions are labelled. A side is the guest's or a learner's, each as
   likely, but at least one is a learner's; a learner plays what the teacher says or, with a student, three times in
   four what the student does. One decision of a learner in STRAYS is drawn from all plays, so that lessons tell what
   follows mistakes. */
typedef struct {
    const Rules *rules;
    uint64_t seed, first; /* round i is board first + i of the seed */
    const Agent *teacher; /* that searches */
    const Agent *guest;   /* plays at other sides */
    const Agent *student; /* NULL: the teacher plays for learners */
} TeacherPlan;

enum { STRAYS = 16 };

/* The lessons that were made, in the order of their rounds. */
typedef struct {
    TextBuffer bytes; /* owned */
    size_t *ends;     /* of each in bytes; owned */
    size_t count;
    uint64_t nanoseconds; /* that their making took, divided by the threads */
} Lessons;

void lessons_free(Lessons *lessons);
/* The bytes of a lesson. */
const char *lessons_at(const Lessons *lessons, size_t index, size_t *length);

/* Making lessons with many threads. */
typedef struct {
    const TeacherPlan *plan;
    uint64_t rounds; /* at most so many … */
    double seconds;  /* … and no more once they took so long; 0: no limit */
    int threads;
    struct Journal *journal;                                   /* where they are kept; NULL: nowhere */
    bool (*watch)(void *arg, uint64_t rounds, double seconds); /* after each chunk; false: stop */
    void *arg;
} TeacherJob;

/* Rounds of a chunk, and the unit in which `seconds` end. */
enum { TEACHER_CHUNK = 16 };

/* Adds lessons to those that are there. ARENA_STOPPED where the seconds are over, or watch said so. */
ArenaEnd teacher_run(Lessons *lessons, const TeacherJob *job);

/* ---- what training sees of lessons: features of decisions, and what the plays should score */

/* How what a search found becomes targets: shares are softmax(value / temperature), in points. */
typedef struct {
    float temperature;       /* > 0 */
    float exact_temperature; /* of exact values */
} Targets;

/* A decision. Pointers are into its Examples, whose next change ends them. */
typedef struct {
    const uint16_t *view;  /* features of the decision */
    const uint16_t *plays; /* for each play the number of its features, and these */
    const uint16_t *seen;  /* of self-play: what the critic sees besides, see gradient.h */
    const float *shares;   /* of the plays: the targets, which add up to 1; of self-play: nothing */
    const float *values;   /* of the plays, in points */
    int view_count, play_count, seen_count, chosen;
    float
        value; /* by how many points the side to move beats the mean of the others in the rest of the round: the mean of
                    what the search thought and of what came */
} Example;

typedef struct {
    uint32_t features, numbers;                          /* where they begin */
    uint16_t view_count, play_count, seen_count, chosen; /* what is seen stands behind the plays, at `seen` */
    uint32_t seen;
    float value;
} ExamplePlace;

/* By how many points the side beats the mean of the others as the table stands; clubs count as they will. */
double standing(const Table *table, const Rules *rules, int side);

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
bool examples_reserve(Examples *examples, int plays); /* room for a decision of so many plays; false: no memory */
bool examples_add(Examples *examples, const Rules *rules, const char *bytes, size_t length, const Targets *targets);
Example examples_at(const Examples *examples, size_t index);
