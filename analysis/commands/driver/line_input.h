/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that a person types: with editing and a history where readline or libedit is linked and both ends are a terminal,
   else as the terminal or the pipe hands them over. Ctrl-C ends the wait at once. One at a time in a process. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    LINE_READ,
    LINE_END,    /* Ctrl-D, or the end of a pipe */
    LINE_STOPPED /* the user asked to stop */
} LineStatus;

/* The library that edits lines; NULL: this build has none. */
const char *line_editor(void);
/* Reads a line without its end; what does not fit is dropped. The prompt is shown on a terminal alone. */
LineStatus line_read(char *out, size_t size, const char *prompt);
