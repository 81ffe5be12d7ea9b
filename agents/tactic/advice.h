/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Advice of a user's own: a script in Lua whose function value(play, seen) says what a play is worth, in points
   (docs/advice.md). It adds parameters to its agent: one of the script's name, the factor of what it says, and behind
   it, as NAME.PARAMETER, those that it declares. A script keeps nothing from one call to the next, so that its answer
   depends on the view and on the seat's stream alone. */
#pragma once

#include "agents/agent.h"
#include "agents/tactic/tactics.h"

/* Reads the script and gives the agent its parameters. False with one line, `FILE:LINE: reason`. */
bool advice_read(Agent *agent, const char *path, Error *error);
/* What a script is asked for: value(play, seen), or group(play, seen), which puts plays into groups. */
typedef enum { ADVICE_VALUE, ADVICE_GROUP } AdviceUse;
/* Asks the script throughout one round by these rules: false with the line on which it fails. */
bool advice_try(const Agent *agent, const Rules *rules, AdviceUse use, Error *error);
const char *advice_name(const Agent *agent);
/* The groups that the script names in `groups`, 2 … ADVICE_GROUPS; of one that names none: no, yes. */
enum { ADVICE_GROUPS = 8 };
int advice_groups(const Agent *agent);
const char *advice_group_name(const Agent *agent, int group);
/* Index of the factor among the agent's parameters; -1: the agent has no script. */
int advice_index(const Agent *agent);
/* What the script says of itself: its first comment; "" if it has none. */
const char *advice_about(const Agent *agent);

/* A script as one mind runs it. */
typedef struct AdviceMind AdviceMind;
/* NULL if memory runs out; by_rules must outlive it. A script that fails, which is one that has been changed in the
   meantime, fails when it is asked. */
AdviceMind *advice_open(const Agent *agent, const FeatureRules *by_rules, const Rules *rules);
void advice_close(AdviceMind *mind);
/* Adds to each play's score, in the unit of tactics_score, what the script says of it. Draws from *rng for math.random
   alone. False if the script failed: advice_failure says why. */
bool advice_score(AdviceMind *mind, int64_t scores[], const View *view, const CardSet plays[], int count, Rng *rng);
/* In which group the play is; -1: the script failed. */
int advice_group(AdviceMind *mind, const View *view, CardSet play);
const char *advice_failure(const AdviceMind *mind);
