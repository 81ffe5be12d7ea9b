/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heads of a command's files. For driver.c. */
#pragma once

#include "analysis/commands/commands.h"

/* Writes the heads of JSON lines that are written while the command works. */
void json_heads_write(Driver *driver);
/* Says in streams how they ended, and writes the figures, if there are any; without any the old files stay. */
void files_end(Driver *driver, bool figures);
