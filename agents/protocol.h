/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line protocol between the program and a bot: what each line says, for both ends. docs/protocol.md is its page.
   Nothing here reads or writes a file. Texts have no line end. */
#pragma once

#include "agents/agent.h"

enum {
    PROTOCOL_VERSION = 1,
    PROTOCOL_ASK_TEXT = 1536,    /* any request without its legal plays, any hello */
    PROTOCOL_LEGAL_TEXT = 32768, /* any request with them */
    PROTOCOL_ANSWER_TEXT = 512,  /* a longer line is no answer */
    PROTOCOL_PROGRAM_TEXT = 64   /* a version */
};

/* The first line to a bot. */
typedef struct {
    char version[PROTOCOL_PROGRAM_TEXT]; /* of the program that asks: one word */
    Rules rules;
    uint64_t seed; /* of the run */
} ProtocolHello;

void protocol_hello_print(char text[static PROTOCOL_ASK_TEXT], const ProtocolHello *hello);
/* False with the reason for any line that is no hello, or one of another version. */
bool protocol_hello_parse(ProtocolHello *hello, const char *line, Error *error);

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

enum { PROTOCOL_READY_TEXT = 256 };
void protocol_ready_print(char text[static PROTOCOL_READY_TEXT], const ProtocolReady *ready);
bool protocol_ready_parse(ProtocolReady *ready, const char *line, Error *error);

/* A request: all that the seat to move may see. */
typedef struct {
    uint64_t id; /* the answer repeats it */
    Table table; /* table.turn is the seat */
    CardSet hand;
    CardSet hands[MAX_SEATS]; /* of all seats, where they lie open (open_hands) */
    CardSet first_pool;       /* 0: the plays so far are not known */
    CardSet history[PLAYS];   /* table.ply of them, each the card with what it captured */
    Rng stream;               /* what the bot may draw from; nobody else does */
} ProtocolAsk;

/* The request that a view makes. */
void protocol_ask_of(ProtocolAsk *ask, uint64_t id, const View *view, const Rng *stream);
/* The view of a request; rules and request must outlive it. */
View protocol_view(const ProtocolAsk *ask, const Rules *rules);
/* Writes the request and returns its length; legal: with the legal plays. */
int protocol_ask_print(char text[static PROTOCOL_LEGAL_TEXT], const ProtocolAsk *ask, const Rules *rules, bool legal);
/* Reads a request for these rules; the line is cut into words. False with the reason where it is none, or where what it
   says cannot be. ask->id is 0 where even that could not be read. */
bool protocol_ask_parse(ProtocolAsk *ask, char *line, const Rules *rules, Error *error);

/* Behind the requests of a batch, to a bot that wants to know: nothing more comes before an answer. */
#define PROTOCOL_END "end\n"

typedef enum { ANSWER_PLAY, ANSWER_ERROR } ProtocolAnswerKind;

typedef struct {
    ProtocolAnswerKind kind;
    uint64_t id;
    CardSet play;   /* the card with what it captures */
    bool drew;      /* the bot drew from the stream … */
    uint64_t state; /* … and this is its state since */
} ProtocolAnswer;

/* The play that answers a request, with the state of ask->stream after what was drawn from it. */
void protocol_play_print(char text[static PROTOCOL_ANSWER_TEXT], const ProtocolAsk *ask, CardSet play);
void protocol_error_print(char text[static PROTOCOL_ANSWER_TEXT], uint64_t id, const char *reason);
/* Reads an answer; the line is cut into words. False with the reason where it is none. */
bool protocol_answer_parse(ProtocolAnswer *answer, char *line, Error *error);
