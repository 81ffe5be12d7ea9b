/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ctrl-C, SIGTERM, SIGHUP: the first asks the run to end in good order, and if that takes long stderr says what is
   waited for; another signal, from a second later on, ends the program at once. */
#pragma once

#include <stdbool.h>

void interrupt_catch(void);
/* True once the user has asked to stop. */
bool interrupt_seen(void);
