/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fuzzer's input as what the program reads. */
#include "tests/fuzz/input.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

char *input_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    MUST(text);
    memcpy(text, data, size);
    text[size] = 0;
    return text;
}

char *input_line(char *text)
{
    char *end = strchr(text, '\n');
    if (!end) return text + strlen(text);
    *end = 0;
    return end + 1;
}

static char name[64];

static void file_remove(void) { unlink(name); }

const char *input_file(const uint8_t *data, size_t size)
{
    if (!*name) {
        /* a file system in memory where there is one: every input is written */
        snprintf(name, sizeof name, "%s/pasur-fuzz-XXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
        const int made = mkstemp(name);
        MUST(made >= 0 && close(made) == 0 && atexit(file_remove) == 0);
    }
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    MUST(file >= 0 && write(file, data, size) == (ssize_t)size && close(file) == 0);
    return name;
}
