/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the line of a run that goes on. */
#include "analysis/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool terminal_obeys(int descriptor)
{
    const char *kind = getenv("TERM");
    return isatty(descriptor) && kind && *kind && strcmp(kind, "dumb") != 0;
}

void progress_start(Progress *progress, bool quiet)
{
    double now = seconds_now();
    *progress = (Progress){.off = quiet, .terminal = terminal_obeys(STDERR_FILENO), .started = now, .shown_at = now};
}

bool progress_due(Progress *progress)
{
    return !progress->off && seconds_now() - progress->shown_at >= (progress->terminal ? 1 : 30);
}

void progress_show(Progress *progress, const char *what, uint64_t done, uint64_t total, const char *rest)
{
    char done_text[SHORT_TEXT], total_text[SHORT_TEXT], rate_text[SHORT_TEXT], left_text[SHORT_TEXT];
    double now = seconds_now(), rate = (double)done / (now - progress->started);
    short_count(done_text, (double)done);
    short_count(total_text, (double)total);
    short_count(rate_text, rate);
    short_time(left_text, (double)(total - done) / rate);
    /* a terminal that is too narrow cuts the line off: what wraps could not be redrawn */
    fprintf(stderr, "%s%s/%s %s, %s/s, %s left%s%s%s", progress->terminal ? "\r\033[K\033[?7l" : "", done_text,
            total_text, what, rate_text, left_text, *rest ? ", " : "", rest, progress->terminal ? "\033[?7h" : "\n");
    fflush(stderr);
    progress->shown = true;
    progress->shown_at = now;
}

void progress_end(Progress *progress)
{
    if (progress->shown && progress->terminal) fputs("\r\033[K", stderr);
    progress->shown = false;
}
