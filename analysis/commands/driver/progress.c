/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the line of a run that goes on. */
#include "analysis/commands/commands.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/report/text.h"

enum { PROGRESS_TEXT = 1024 };

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

/* Appends parts of a line, as many as fit whole beside the `used` columns of a terminal. */
static void parts_append(FILE *line, const char *parts, int used, int width)
{
    while (*parts) {
        const char *end = strstr(parts, ", ");
        const size_t length = end ? (size_t)(end - parts) : strlen(parts);
        const int columns = display_width_of(parts, length) + 2;
        if (used + columns < width) {
            fprintf(line, ", %.*s", (int)length, parts);
            used += columns;
        }
        parts += length + (end ? 2 : 0);
    }
}

void progress_show(Progress *progress, const char *what, uint64_t done, uint64_t total, const char *rest)
{
    char done_text[SHORT_TEXT], total_text[SHORT_TEXT], rate_text[SHORT_TEXT], left_text[SHORT_TEXT];
    double now = seconds_now(), rate = (double)done / (now - progress->started);
    const int width = progress->terminal ? terminal_page(stderr).width : 0;
    char parts[PROGRESS_TEXT], text[2 * PROGRESS_TEXT] = "";
    /* written at once: what a signal makes the program say comes before or after it */
    FILE *line = fmemopen(text, sizeof text, "w");
    progress->shown_at = now;
    if (!line) return; /* no memory: another time */
    short_count(done_text, (double)done);
    short_count(total_text, (double)total);
    short_count(rate_text, rate);
    short_time(left_text, (double)(total - done) / rate);
    /* what wraps could not be redrawn: a terminal that became narrower meanwhile cuts the line off */
    fputs(progress->terminal ? "\r\033[K\033[?7l" : "", line);
    const int used = fprintf(line, "%s/%s %s", done_text, total_text, what);
    snprintf(parts, sizeof parts, "%s/s, %s left%s%s", rate_text, left_text, *rest ? ", " : "", rest);
    parts_append(line, parts, used, width > 0 ? width : INT_MAX);
    fputs(progress->terminal ? "\033[?7h" : "\n", line);
    fclose(line);
    fputs(text, stderr);
    fflush(stderr);
    progress->shown = true;
}

void progress_end(Progress *progress)
{
    if (progress->shown && progress->terminal) fputs("\r\033[K", stderr);
    progress->shown = false;
}
