/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals that ask the program to stop. */
#include "sim/files/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "sim/files/clock.h"

#define SECOND UINT64_C(1000000000)
enum { PATIENCE = 2 }; /* seconds until the user is told what the program waits for */

/* What the signal handlers may touch: when the user first asked to stop, in ns; 0: not yet. */
static _Atomic uint64_t asked;
static const char WAITS[] =
    "\npasur: finishing what is under way; Ctrl-C again ends at once, and what is not written is lost\n";

/* Some programs send the signal twice at once, to the process and to its group: that is not asking again. Nor is SIGXCPU,
   which the system repeats each second. */
static void note(int signal_number)
{
    uint64_t before = 0;
    const uint64_t now = nanoseconds_now() + 1;
    if (atomic_compare_exchange_strong(&asked, &before, now)) {
        alarm(PATIENCE);
    } else if (signal_number != SIGXCPU && now - before > SECOND) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
}

static void tell(int signal_number)
{
    (void)signal_number;
    if (write(STDERR_FILENO, WAITS, sizeof WAITS - 1) < 0) return; /* nobody is there to be told */
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART}, old;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGXCPU, &action, NULL);
    if (sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, NULL); /* nohup */
    action.sa_handler = tell;
    sigaction(SIGALRM, &action, NULL);
}

void interrupt_catch_reading(const char *name)
{
    if (strcmp(name, "-") || !isatty(STDIN_FILENO)) interrupt_catch();
}

void interrupt_ask(void)
{
    uint64_t before = 0;
    atomic_compare_exchange_strong(&asked, &before, nanoseconds_now() + 1);
}

void interrupt_forget(void) { atomic_store(&asked, 0); }

/* When the run is to end by itself, in ns; 0: it is not. */
static _Atomic uint64_t deadline;

void interrupt_after(double seconds)
{
    atomic_store_explicit(&deadline, nanoseconds_now() + (uint64_t)(seconds * (double)SECOND), memory_order_relaxed);
}

bool interrupt_seen(void)
{
    const uint64_t end = atomic_load_explicit(&deadline, memory_order_relaxed);
    return atomic_load_explicit(&asked, memory_order_relaxed) != 0 || (end && nanoseconds_now() > end);
}
