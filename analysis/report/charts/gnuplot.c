/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds gnuplot, runs it, and says what it complained of. */
#include "analysis/report/charts/gnuplot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/files/system.h"

bool gnuplot_found(void)
{
    const char *path = getenv("PATH");
    while (path && *path) {
        char file[4096];
        size_t length = strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/gnuplot", (int)length, path);
        if (length && length < sizeof file - 16 && access(file, X_OK) == 0) return true;
        path += length + (path[length] == ':');
    }
    return false;
}

/* gnuplot's first line that says what is wrong; before it stand the script's line and a caret. */
static void first_complaint(TextBuffer *errors, char *out, size_t size)
{
    *out = 0;
    if (!text_buffer_reserve(errors, 1)) return;
    errors->data[errors->length] = 0;
    for (char *line = errors->data, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) *end++ = 0;
        const bool blank = line[strspn(line, " \t^")] == 0, located = strstr(line, " line ") && strchr(line, ':');
        if (!blank && (located || !*out)) text_one_line(out, size, line + strspn(line, " \t"));
        if (located) return;
    }
}

bool gnuplot_run(const char *script, TextBuffer *drawn, Error *error)
{
    char complaint[300], *const words[] = {(char[]){"gnuplot"}, (char[]){"-d"}, NULL};
    ChildEnd end;
    const ChildStart start = {.words = words, .input = script};
    int reason = child_run(&end, &start);
    const int status = end.status;
    first_complaint(&end.errors, complaint, sizeof complaint);
    if (!text_buffer_add(drawn, end.out.data, end.out.length)) reason = ENOMEM;
    child_free(&end);
    if (reason == ENOENT) return error_system(error, GNUPLOT_MISSING);
    if (reason) return error_file(error, "gnuplot", reason);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (*complaint) return error_system(error, "gnuplot failed: %s", complaint);
    return error_system(error, "gnuplot failed with %s %d", WIFSIGNALED(status) ? "signal" : "status",
                        WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}
