/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a run would take. For driver.c. */
#pragma once

#include "analysis/commands/commands.h"

/* Says about how long the command would take, for commands that play; tries it for a third of a second. Call it while the
   process has no other thread. */
void estimate_print(Driver *driver, FILE *out);
