/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays rounds and asks a search at their decisions: the lessons of a net. */
#pragma once

#include "agents/agent.h"
#include "analysis/study/learn/lesson.h"
#include "sim/journal.h"

/* Who plays the rounds of lessons, and whose decisions are labelled. A side is the guest's or a learner's, each as likely, but
   at least one is a learner's; a learner plays what the teacher says or, with a student, three times in four what the
   student does. One decision of a learner in STRAYS is drawn from all plays, so that lessons tell what follows mistakes. */
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
    size_t count, room;
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
