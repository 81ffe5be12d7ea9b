/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line protocol between the program and a bot: what each line says, for both ends. docs/protocol.md is its page.
   Nothing here reads or writes a file. Texts have no line end. */
#pragma once

#include "agents/agent.h"
#include "engine/notation.h"

enum {
    PROTOCOL_VERSION = 1,
    PROTOCOL_ASK_TEXT = 1536,    /* any request without its legal plays, any hello */
    PROTOCOL_LEGAL_TEXT = 32768, /* any request with them */
    PROTOCOL_ANSWER_TEXT = 512,  /* a longer line is no answer */
};

/* The first line to a bot: the version of the program that asks, of which the first word is told; the rules, and the seed
   of the run. */
void protocol_hello_print(char text[static PROTOCOL_ASK_TEXT], const char *version, const Rules *rules, uint64_t seed);
/* Reads the rules. False with the reason for any line that is no hello, or one of another version. */
bool protocol_hello_parse(Rules *rules, const char *line, Error *error);

/* The bot's first line. */
typedef struct {
    bool batch;       /* it takes many requests before it answers */
    bool legal;       /* it wants the legal plays in each request */
    bool end;         /* it wants to be told where a batch ends */
    uint32_t presets; /* bits of the presets that it plays; 0: it names none */
    uint32_t players; /* bits of the numbers of players that it plays with; 0: it names none */
    char name[64];    /* what it calls itself; "" */
} ProtocolReady;

/* Does it play by these rules, as far as it says? */
bool protocol_ready_plays(const ProtocolReady *ready, const Rules *rules);

/* That of our own agents: a bot that takes batches. */
#define PROTOCOL_READY "ready 1 batch"
enum { PROTOCOL_READY_TEXT = 256 };
bool protocol_ready_parse(ProtocolReady *ready, const char *line, Error *error);

/* A request: all that the seat to move may see. */
typedef struct {
    uint64_t id; /* the answer repeats it */
    KnownView known;
    CardSet first_pool;     /* 0: the plays so far are not known */
    CardSet history[PLAYS]; /* known.round.table.ply of them, each the card with what it captured */
    Rng stream;             /* what the bot may draw from; nobody else does */
} ProtocolAsk;

/* The request that a view makes, without its number. */
void protocol_ask_of(ProtocolAsk *ask, const View *view, const Rng *stream);
/* The view of a request, which must outlive it. */
View protocol_view(const ProtocolAsk *ask);
/* Writes the request and returns its length; legal: with the legal plays. */
int protocol_ask_print(char text[static PROTOCOL_LEGAL_TEXT], const ProtocolAsk *ask, bool legal);
/* Reads a request for these rules; the line is cut into words. False with the reason where it is none, or where what it
   says cannot be. ask->id is 0 where even that could not be read. */
bool protocol_ask_parse(ProtocolAsk *ask, char *line, const Rules *rules, Error *error);

/* Behind the requests of a batch, to a bot that wants to know: nothing more comes before an answer. */
#define PROTOCOL_END "end\n"

/* The play that answers a request, with the state of ask->stream after what was drawn from it. */
void protocol_play_print(char text[static PROTOCOL_ANSWER_TEXT], const ProtocolAsk *ask, CardSet play);
void protocol_error_print(char text[static PROTOCOL_ANSWER_TEXT], uint64_t id, const char *reason);
/* Reads an answer to the request `ticket`; the line is cut into words. Without a play it is an error. False with the
   reason where it is none. */
bool protocol_answer_parse(AgentAnswer *answer, char *line, Error *error);
