/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of weights: lines `name value`, empty lines, and comments from `#` to the end of the line. A file names a
   weight at least: an empty one is what a full disk leaves. */
#ifndef PASUR_AGENTS_TACTIC_WEIGHTS_H
#define PASUR_AGENTS_TACTIC_WEIGHTS_H

#include "agents/agent.h"
#include "engine/text/error.h"

/* Sets the agent's number parameters that the file names, except those that the user gave in the agent's name. On
   failure writes one line to error: `FILE:LINE: reason`, or `FILE: reason` where it cannot be read. */
bool weights_read(Agent *agent, const char *path, Error *error);

#endif
