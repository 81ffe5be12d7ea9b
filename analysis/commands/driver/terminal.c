/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal: its width and what it can show, the progress line of a run, and lines that a person types. */
#include "analysis/commands/driver/terminal.h"

#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "analysis/report/text.h"
#include "engine/text/number.h"
#include "sim/files/system.h"

enum { WIDTH_LEAST = 20, WIDTH_MOST = 10000 };

/* By the locale, which nothing else here looks at. */
static bool locale_utf8(void)
{
    const char *value = getenv("LC_ALL");
    if (!value || !*value) value = getenv("LC_CTYPE");
    if (!value || !*value) value = getenv("LANG");
    return value && (strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8"));
}

static int columns_of(FILE *file)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size;
    int64_t width;
    Error error;
    if (columns && number_whole(&width, columns, WIDTH_LEAST, WIDTH_MOST, &error)) return (int)width;
    if (!isatty(fileno(file)) || ioctl(fileno(file), TIOCGWINSZ, &size) != 0) return 0;
    return size.ws_col >= WIDTH_LEAST ? size.ws_col : 0;
}

/* Is the descriptor a terminal that obeys escape codes? One that says TERM=dumb does not. */
static bool terminal_obeys(int descriptor)
{
    const char *kind = getenv("TERM");
    return isatty(descriptor) && kind && *kind && strcmp(kind, "dumb") != 0;
}

/* Colours for a terminal, unless NO_COLOR says otherwise (no-color.org). */
Page terminal_page(FILE *file)
{
    const char *none = getenv("NO_COLOR");
    return (Page){.width = columns_of(file),
                  .unicode = locale_utf8(),
                  .colour = terminal_obeys(fileno(file)) && !(none && *none)};
}

/* ---- the line of a run that goes on */

enum { PROGRESS_TEXT = 1024 };

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
    if (done)
        snprintf(parts, sizeof parts, "%s/s, %s left%s%s", rate_text, left_text, *rest ? ", " : "", rest);
    else
        snprintf(parts, sizeof parts, "%s", rest);
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

/* ---- lines that a person types */

/* Waits until there is something to read, or the user wants to stop. */
static bool input_awaits(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (!interrupt_seen()) {
        const int ready = poll(&input, 1, -1);
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return true; /* read will tell */
    }
    return false;
}

/* ---- as it comes: one byte after the other, so that nothing is taken from whoever reads stdin next */

static LineStatus plain_read(char *out, size_t size)
{
    size_t length = 0;
    bool some = false;
    for (;;) {
        char byte;
        if (!input_awaits()) return LINE_STOPPED;
        const ssize_t got = read(STDIN_FILENO, &byte, 1);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        some = true;
        if (byte == '\n') break;
        if (byte && length + 1 < size) out[length++] = byte;
    }
    out[length] = 0;
    return some ? LINE_READ : LINE_END;
}

/* ---- with an editor */

#if defined(WITH_READLINE) || defined(WITH_EDITLINE)
#ifdef WITH_READLINE
#include <readline/history.h>
#include <readline/readline.h>
const char *line_editor(void) { return "readline"; }
#else
#include <editline/readline.h>
const char *line_editor(void) { return "libedit"; }
#endif

static char *edited; /* the line that was typed; NULL: Ctrl-D */
static bool finished;

static void line_take(char *line)
{
    edited = line;
    finished = true;
    rl_callback_handler_remove();
}

static LineStatus edited_read(char *out, size_t size, const char *prompt)
{
    static bool begun;
    if (!begun) {
        begun = true;
        setlocale(LC_CTYPE, ""); /* the editor must know how wide characters are */
        rl_catch_signals = 0;
        rl_bind_key('\t', rl_insert);
    }
    finished = false;
    edited = NULL;
    rl_callback_handler_install(prompt, line_take);
    while (!finished) {
        if (!input_awaits()) {
            rl_callback_handler_remove();
            return LINE_STOPPED;
        }
        rl_callback_read_char();
    }
    if (!edited) return LINE_END;
    if (*edited) add_history(edited);
    snprintf(out, size, "%s", edited);
    free(edited);
    return LINE_READ;
}
#else
const char *line_editor(void) { return NULL; }
#endif

LineStatus line_read(char *out, size_t size, const char *prompt)
{
    const bool terminal = isatty(STDIN_FILENO);
    *out = 0;
    fflush(stdout);
#if defined(WITH_READLINE) || defined(WITH_EDITLINE)
    if (terminal && terminal_obeys(STDOUT_FILENO)) return edited_read(out, size, prompt);
#endif
    if (terminal) fputs(prompt, stderr);
    return plain_read(out, size);
}
