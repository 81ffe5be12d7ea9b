/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ctrl-C, SIGTERM, SIGHUP, SIGUSR1 (as batch systems warn), SIGXCPU (processor time is used up): the first asks the run to end in good order, and if that
   takes long stderr says what is waited for; another signal, from a second later on, ends the program at once, SIGXCPU
   apart. A SIGHUP that is ignored at the start stays so. */
#pragma once

#include <stdbool.h>

void interrupt_catch(void);
/* The same for who reads the file of that name, unless a user types it: who is asked for the next line stops at once. */
void interrupt_catch_reading(const char *name);
/* The user asks to stop in another way than by a signal. */
void interrupt_ask(void);
/* Takes back what was asked so far: what follows is to be done all the same. */
void interrupt_forget(void);
/* From so many seconds on it is as if the user had asked. */
void interrupt_after(double seconds);
/* True once the user has asked to stop. */
bool interrupt_seen(void);
