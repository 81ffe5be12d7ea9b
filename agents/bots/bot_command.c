/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts a bot's command into words and finds its program. */
#include "agents/bots/bot_command.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/text/words.h"

#define BLANKS " \t"

static bool words_take(BotCommand *command, const char *text, Error *error)
{
    char *out = command->text;
    int count = 0;
    if (strlen(text) >= sizeof command->text) return error_set(error, "longer than %d characters", COMMAND_TEXT - 1);
    for (text += strspn(text, BLANKS); *text; text += strspn(text, BLANKS)) {
        if (count == COMMAND_WORDS) return error_set(error, "more than %d words", COMMAND_WORDS);
        command->words[count++] = out;
        if (!words_quoted_next(&out, &text)) return error_set(error, "a quote is not closed");
        *out++ = 0;
    }
    if (!count || !*command->words[0]) return error_set(error, "names no program; expected exec:PROGRAM ARGS");
    command->words[count] = NULL;
    return true;
}

static bool is_program(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* The program's path: its name where that has a slash, else in the first folder of PATH that has it. NULL: there is none. */
static const char *program_find(char path[static PATH_MAX], const char *name)
{
    const char *folders = getenv("PATH");
    if (strchr(name, '/')) return is_program(name) ? name : NULL;
    for (const char *at = folders ? folders : "/usr/bin:/bin"; at;) {
        const size_t length = strcspn(at, ":");
        const int used = snprintf(path, PATH_MAX, "%.*s%s%s", (int)length, at, length ? "/" : "./", name);
        if (used > 0 && used < PATH_MAX && is_program(path)) return path;
        at = at[length] ? at + length + 1 : NULL;
    }
    return NULL;
}

bool bot_command_parse(BotCommand *command, const char *text, Error *error)
{
    char room[PATH_MAX];
    if (!words_take(command, text, error)) return false;
    const char *path = program_find(room, command->words[0]);
    if (!path) return error_set(error, "'%.200s' is no program that can be run", command->words[0]);
    command->path = strdup(path);
    return command->path || error_memory(error);
}

void bot_command_free(BotCommand *command) { free(command->path); }
