/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the agent human reaches the person who plays: agents neither print nor read, so the program that has a terminal
   gives these functions. One person holds one seat, in one thread. */
#pragma once

#include "agents/agent.h"

typedef struct HumanSeat {
    void *context;
    void (*begin)(void *context, const View *view);  /* a round begins */
    CardSet (*ask)(void *context, const View *view); /* a legal play; 0: the person wants no more */
    void (*end)(void *context, const View *view);    /* the round is over, or per shodam stopped it */
} HumanSeat;

/* The agent human asks there from now on; the seat must outlive it. Without one it fails. */
void human_seat(Agent *agent, const HumanSeat *seat);
