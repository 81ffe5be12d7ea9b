/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reconciles --goal, --equity and the agent's own goal. */
#include "analysis/commands/goal.h"

#include <stdio.h>
#include <string.h>

bool goal_decide(Goal *goal, const char **agent, const Rules *rules, bool matches, Error *error)
{
    Agent parsed;
    if (goal->equity_file && goal->goal == GOAL_OF_POINTS)
        return error_set(error, "--equity belongs to chances to win the match; leave out --goal points");
    if (!agent_parse(&parsed, *agent, rules, error)) return false;
    const int at = parsed.kind->goal, its = agent_equity(&parsed) ? GOAL_OF_MATCH : GOAL_OF_POINTS;
    goal->says = at && parsed.given >> at & 1;
    agent_free(&parsed);
    if (goal->says && (goal->equity_file || (goal->goal != GOAL_AUTO && goal->goal != its)))
        return error_set(error, "--%s, but the agent %.100s says itself what it plays for",
                         goal->equity_file              ? "equity"
                         : goal->goal == GOAL_OF_POINTS ? "goal points"
                                                        : "goal match",
                         *agent);
    if (goal->goal == GOAL_AUTO)
        goal->goal = goal->says ? its : goal->equity_file || matches ? GOAL_OF_MATCH : GOAL_OF_POINTS;
    goal->table = goal->equity_file && strcmp(goal->equity_file, "builtin") ? goal->equity_file : NULL;
    if (goal->goal != GOAL_OF_MATCH || goal->says || !at) return true;
    snprintf(goal->text, sizeof goal->text, "%s%cgoal=match%s%s", *agent, strchr(*agent, ':') ? ',' : ':',
             goal->table ? ",equity=" : "", goal->table ? goal->table : "");
    *agent = goal->text;
    return true;
}
