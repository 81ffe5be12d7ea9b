/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rounds on which a table of match equity rests: which situations differ, and the courses of the rounds that were
   played from each. For equity.c. */
#pragma once

#include "analysis/study/equity.h"

/* What each side has scored in a round so far, in the order of the round's seats. */
typedef struct {
    uint16_t points[EQUITY_SIDES];
} RoundStep;

/* Rounds that come to the same count, and whose sides never had more than the same peak on the way. */
typedef struct {
    RoundStep last, peak;
    uint32_t rounds;
    size_t first; /* of them in EquityRounds.courses */
} CourseGroup;

/* Which steps a round took: those after which somebody's points had changed, and the count. */
typedef struct {
    size_t first; /* in EquityRounds.steps */
    uint32_t count;
    uint32_t list; /* that the round belongs to: see rounds_list */
    RoundStep last, peak;
} Course;

typedef struct {
    Course *courses; /* list by list, once they are grouped */
    RoundStep *steps;
    CourseGroup *groups;
    size_t *lists; /* groups of list i: lists[i] to lists[i + 1] - 1 */
    size_t course_count, course_room, step_count, step_room;
} EquityRounds;

/* From which scores rounds differ. The scores of a situation stand in the order of the agents. */
typedef struct {
    Rules rules;
    bool alike;  /* all sides are played by the same agent: it does not matter who of them plays first */
    bool apart;  /* agents play by the scores: every cell of the table is a situation of its own */
    int turns;   /* who may play first, where that matters: sides, or 1 */
    int count;   /* of situations */
    int ties_to; /* apart: two sides tied at this score or more are in one situation */
    int8_t limits[1 << EQUITY_SIDES]; /* not apart: the situation, by the sides that make no Surs; -1: none */
} Situations;

void situations_find(Situations *out, const Rules *rules, bool alike, bool apart);
/* The situation of sides with these scores, in the order of their seats. */
int situation_of(const Situations *situations, const int scores[]);
/* Scores that are in the situation. */
void situation_scores(int16_t out[static EQUITY_SIDES], const Situations *situations, int situation);

/* Rounds of one situation, of who plays first, and of one part of the boards. */
static inline size_t rounds_list(const Situations *situations, int situation, int turn, int part)
{
    return ((size_t)situation * (size_t)situations->turns + (size_t)turn) * EQUITY_PARTS + (size_t)part;
}

/* Plays the job's boards; they are shared out to the situations in turn. */
ArenaEnd rounds_play(EquityRounds *rounds, const Situations *situations, const EquityJob *job);
/* Sorts the courses into lists and groups. False if memory runs out. */
bool rounds_group(EquityRounds *rounds, const Situations *situations);
/* Has every list a round? */
bool rounds_complete(const EquityRounds *rounds, const Situations *situations);
void rounds_free(EquityRounds *rounds);
