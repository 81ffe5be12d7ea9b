/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options --goal and --equity of commands that value plays, by points of the round or by chances to win the match, for
   which the agent plays if it can. */
#pragma once

#include "analysis/commands/driver/driver.h"

enum { GOAL_AUTO, GOAL_OF_POINTS, GOAL_OF_MATCH };

typedef struct {
    int goal;                  /* of --goal; once decided not GOAL_AUTO */
    const char *equity_file;   /* of --equity … */
    const char *table;         /* … and the file once decided; NULL: the table that is built in, or the agent's own */
    bool says;                 /* the agent says itself what it plays for */
    char text[AGENT_NAME + 1]; /* of the agent as it plays for the match */
} Goal;

/* The rows of both options; member: the Goal of the command's own struct. */
#define OPTIONS_GOAL(Own, member)                                                                                      \
    {"goal",                                                                                                           \
     "values are points of the round, or chances to win the match, for which the agent then plays if it can; auto: "   \
     "as the agent itself says, else chances if all records are of matches with a table of chances, else points",      \
     OPTION_AT(Own, member.goal),                                                                                      \
     .choices = "auto points match",                                                                                   \
     .fallback = "auto",                                                                                               \
     .brief = "points of the round, or chances to win"},                                                               \
    {                                                                                                                  \
        "equity", "chances to win: a table of 'pasur equity --csv'; two players of pagat have one built in",           \
            OPTION_AT(Own, member.equity_file), .file = FILE_READ, .metavar = "FILE"                                   \
    }

/* Decides what values are by the options, the agent's own goal and `matches`, which says what auto means; *agent is then
   its text for that. False with the reason. */
bool goal_decide(Goal *goal, const char **agent, const Rules *rules, bool matches, Error *error);
