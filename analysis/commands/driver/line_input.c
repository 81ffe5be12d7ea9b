/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads lines from stdin, with an editor or without. */
#include "analysis/commands/driver/line_input.h"

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/files/system.h"

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
    const char *term = getenv("TERM");
    if (terminal && isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb"))
        return edited_read(out, size, prompt);
#endif
    if (terminal) fputs(prompt, stderr);
    return plain_read(out, size);
}
