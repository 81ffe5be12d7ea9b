/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>

/* The one thing that a signal handler may touch. */
static atomic_bool seen;

static void note(int signal_number)
{
    (void)signal_number;
    atomic_store_explicit(&seen, true, memory_order_relaxed);
}

void interrupt_catch(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    action.sa_flags = SA_RESTART | (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool interrupt_seen(void) { return atomic_load_explicit(&seen, memory_order_relaxed); }
