/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program with its arguments as a user writes them in one text. No shell reads it. */
#pragma once

#include "engine/text/error.h"

enum { COMMAND_WORDS = 64, COMMAND_TEXT = 512 };

typedef struct {
    char *path;                     /* of the program; owned */
    char *words[COMMAND_WORDS + 1]; /* the program as it was named, its arguments, NULL; in `text` */
    char text[COMMAND_TEXT];
} BotCommand;

/* Cuts the text at blanks; 'single' and "double" quotes and \ keep what they stand before. Finds the program as execvp
   would. False with the reason; nothing needs freeing then. */
bool bot_command_parse(BotCommand *command, const char *text, Error *error);
void bot_command_free(BotCommand *command);
