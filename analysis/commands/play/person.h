/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The person who plays as the agent human in a command: at most one, in one seat and one thread. */
#pragma once

#include "analysis/commands/commands.h"
#include "analysis/commands/play/seat.h"

typedef struct {
    PersonSeat seat;
    bool open;
} Person;

/* Says whether one of the agents that are named is a person. Then boards are played once, by one thread, in the order of the names: what
   else the user asked for is refused. False with the reason. Before the boards are made. */
bool person_fits(Driver *driver, const char *const *texts, int count, bool *named, Error *error);
/* Seats the person, if there is one, among the driver's agents as the schedule has them; both outlive the person. False with
   the reason. */
bool person_open(Person *person, Driver *driver, const Schedule *schedule, Error *error);
void person_close(Person *person);
