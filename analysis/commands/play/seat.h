/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A person's seat: what the agent human is given, a conversation over stdin and a talk. */
#pragma once

#include "agents/human.h"
#include "analysis/commands/play/coach.h"
#include "analysis/commands/play/narrate.h"

typedef struct {
    Talk talk;
    Company company;
    char names[MAX_SEATS][64]; /* to which company.names may point */
    Coach coach;
    Table table;     /* as far as the person was told */
    int deal, round; /* that were announced: deal -1 none yet, rounds from 1 */
    int score_sum;   /* of all sides before the round, by which a new match is known */
    bool confirm;    /* each play is asked for again before it is sent */
    bool shown;      /* how to get help was said */
    bool left;       /* the person wanted no more, and said so by a word or by the end of what is typed */
    HumanSeat human;
} PersonSeat;

/* Fills seat->human from seat->talk, company, coach and confirm, which are set. */
void person_seat_open(PersonSeat *seat);
