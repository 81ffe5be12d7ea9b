/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the user's own for agents, from the file agents.conf: `NAME = SPECIFICATION` a line. They are put in place
   on the command line before anything reads it, as `tactic:name=NAME,deny_sur=0`, so that a run can be repeated without
   the file. */
#pragma once

#include <stddef.h>

#include "agents/agent.h"
#include "analysis/commands/driver/options.h"

typedef struct {
    char name[AGENT_SHOWN + 1];
    char said[AGENT_NAME], text[AGENT_NAME + AGENT_SHOWN + 8]; /* the specification as the file has it; with name= */
    int line;
} Alias;

/* All zero: none. */
typedef struct {
    char *path; /* of the file; owned; NULL: there is none */
    Alias *list;
    size_t count;
    char **words; /* of the command line, that were put in place; owned */
    size_t word_count;
} Aliases;

/* Reads the file; NULL: the user's, which need not be there. False with "FILE:LINE: reason"; aliases_free in either
   case. */
bool aliases_read(Aliases *out, const char *file, Error *error);
void aliases_free(Aliases *aliases);
/* The alias that the text names, or that stands for it as it was put in place; NULL: none. */
const Alias *alias_find(const Aliases *aliases, const char *text);
/* Reads the file where the command has --agents, and puts specifications in place of names in its arguments and
   options, and in argv. */
bool aliases_apply(Aliases *aliases, const OptionsSpec *spec, ParsedOptions *parsed, void *own, CommonOptions *common,
                   char **argv, Error *error);
/* Puts file and line before a reason that is about an agent of such a name. Returns false. */
bool alias_blame(const Aliases *aliases, Error *error);
