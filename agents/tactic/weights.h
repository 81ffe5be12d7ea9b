/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of weights: lines `name value`, empty lines, and comments from `#` to the end of the line. A file must name one
   weight or more, as a file without any is what a full disk leaves. */
#pragma once

#include "agents/agent.h"
#include "engine/text/error.h"

/* Sets the agent's real numbers that the file names, except those that the user gave in the agent's name. On
   failure writes one line to error: `FILE:LINE: reason`, or `FILE: reason` where it cannot be read. */
bool weights_read(Agent *agent, const char *path, Error *error);
