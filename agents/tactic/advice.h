/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user's own advice: a script in Lua whose function value(play, seen) says what a play is worth, in points
   (docs/advice.md). It adds parameters to its agent: one with the script's name, the factor of its values, and after
   it, as NAME.PARAMETER, those that it declares. A script keeps nothing from one call to the next, so that its answer
   depends on the view and on the seat's stream alone. */
#pragma once

#include <stdatomic.h>

#include "agents/agent.h"
#include "agents/tactic/tactics.h"

enum { ADVICE_GROUPS = 8 };

/* A script that was read. */
typedef struct {
    char *path, *text;
    size_t length;
    char name[64];   /* of the file, without folder and ending */
    char about[128]; /* its first comment; "": it has none */
    int first;       /* index of the factor among the agent's parameters; those of the script follow */
    char groups[ADVICE_GROUPS][32];
    atomic_flag asked; /* guards: */
    void *reasons;     /* for which it failed, which void boards name: of tsearch */
    int group_count;   /* 2 … ADVICE_GROUPS: what the script names in `groups`; no and yes where it names none */
} AdviceScript;

/* The agent's script; NULL: it has none. */
const AdviceScript *advice_of(const Agent *agent);
/* Reads the script and gives the agent its parameters. False with one line, `FILE:LINE: reason`. */
bool advice_read(Agent *agent, const char *path, Error *error);
/* What a script is asked for: value(play, seen), or group(play, seen), which puts plays into groups. */
typedef enum { ADVICE_VALUE, ADVICE_GROUP } AdviceUse;
/* Asks the script throughout one round by these rules: false with the line on which it fails. */
bool advice_try(const Agent *agent, const Rules *rules, AdviceUse use, Error *error);
/* A script as one memory runs it. */
typedef struct AdviceMemory AdviceMemory;
/* NULL if memory runs out; the rules must outlive it. A script that fails, which is one that has been changed in the
   meantime, fails when it is asked. */
AdviceMemory *advice_open(const Agent *agent, const Rules *rules);
void advice_close(AdviceMemory *memory);
/* Asks the script about each of the plays: out[i] is its value times the factor, in points, or the number of its group.
   Draws from *rng for math.random alone; NULL: the script may not. False if the script failed: advice_failure says why. */
bool advice_ask(AdviceMemory *memory, AdviceUse use, double out[], const View *view, const CardSet plays[], int count,
                Rng *rng);
const char *advice_failure(const AdviceMemory *memory);
