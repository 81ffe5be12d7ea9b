/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a run would take, by trying its first moments in a process of its own: a board that is under way cannot delay
   the answer, and nothing that is tried leaves a trace. */
#include "analysis/commands/driver/estimate.h"

enum { TRIED_MS = 300, MOST_MS = 1000 };

typedef struct {
    uint64_t done, total;
    double seconds;
} Tried;

/* In a child: works until time is up. */
static bool first_moments(void *arg, void *answer)
{
    Driver *driver = arg;
    Error error;
    const double started = seconds_now();
    driver->common.quiet = true;
    driver->out = NULL;
    progress_start(&driver->progress, true);
    interrupt_after(TRIED_MS / 1000.0);
    driver->command->work(driver, &error);
    *(Tried *)answer = (Tried){driver->done, driver->total, seconds_now() - started};
    return true;
}

/* False: it did not get so far that anything can be said. */
static bool try_out(Tried *out, Driver *driver)
{
    return child_answer(out, sizeof *out, MOST_MS, first_moments, driver) && out->done && out->seconds > 0;
}

void estimate_print(Driver *driver, FILE *out)
{
    Tried tried;
    char time[SHORT_TEXT], rate[SHORT_TEXT];
    if (!driver->command->sample || driver->people || driver->bots) return;
    if (!try_out(&tried, driver)) {
        fprintf(out, "how long that takes is not known: the first %s take more than a moment\n", driver->unit);
        return;
    }
    const char *threads = driver->threads > 1 ? "threads" : "thread";
    if (tried.total && tried.total < BOARDS_NO_END) {
        const double seconds = tried.seconds * (double)tried.total / (double)tried.done;
        short_time(time, seconds);
        fprintf(out, "%s %s with %d %s, as the first moments went\n", seconds < 1 ? "less than" : "about",
                seconds < 1 ? "a second" : time, driver->threads, threads);
    } else {
        short_count(rate, (double)tried.done / tried.seconds);
        fprintf(out, "about %s %s a second with %d %s, %s\n", rate, driver->unit, driver->threads, threads,
                *driver->until ? driver->until : "until its rule ends it");
    }
}
