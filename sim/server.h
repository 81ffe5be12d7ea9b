/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An agent as somebody's bot: the other end of the line protocol, a line at a time. Requests stand alone: nothing is
   kept from one to the next but working memory. */
#pragma once

#include "agents/protocol.h"
#include "sim/players.h"

typedef struct {
    const char *name; /* of the agent, the caller's */
    bool greeted;     /* there was a hello, and what follows is open */
    Rules rules;
    Agent agent;
    Player player;
} Server;

typedef enum {
    SERVER_ANSWER, /* there is a line to send */
    SERVER_SILENT, /* there is none */
    SERVER_BYE,    /* that was the last line */
    SERVER_FAILED, /* a hello with which the agent cannot play; with the reason */
} ServerStatus;

/* False with the reason if no rules at all would make this a name of an agent. */
bool server_open(Server *server, const char *name, Error *error);
void server_close(Server *server);
/* Takes a line, which it cuts into words, and writes the answer to it. */
ServerStatus server_line(Server *server, char answer[static PROTOCOL_ANSWER_TEXT], char *line, Error *error);
