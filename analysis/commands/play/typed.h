/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person types at the table: a play by its number or by its cards in any order, or a word. */
#pragma once

#include "agents/agent.h"
#include "analysis/commands/play/talk.h"

/* The words, each with what `help` says of it. */
#define TABLE_WORD_ROWS(ROW)                                                                                           \
    ROW(help, "this list")                                                                                             \
    ROW(hint, "what the strongest player would do, and what each play is worth")                                       \
    ROW(why, "what speaks for that play; 'why 3': why not play 3")                                                     \
    ROW(count, "what has been captured and seen")                                                                      \
    ROW(table, "the cards again")                                                                                      \
    ROW(confirm, "ask before each play is sent, so that it can be taken back: on, off")                                \
    ROW(undo, "take back a play before it is sent")                                                                    \
    ROW(quit, "stop here (Ctrl-D and Ctrl-C do too)")
#define TABLE_WORD_INDEX(name, help) WORD_##name,
typedef enum { TABLE_WORD_ROWS(TABLE_WORD_INDEX) TABLE_WORDS } TableWord;
extern const char *const TABLE_WORD_NAMES[TABLE_WORDS], *const TABLE_WORD_HELP[TABLE_WORDS];

typedef enum { TYPED_NOTHING, TYPED_PLAY, TYPED_WORD, TYPED_WRONG } TypedKind;

typedef struct {
    TypedKind kind;
    CardSet play;   /* TYPED_PLAY: a legal one; TYPED_WORD: that of a number behind the word, else 0 */
    TableWord word; /* TYPED_WORD */
    int setting;    /* of `confirm`: 1 on, 0 off, -1 the other of the two */
    Error reason;   /* TYPED_WRONG: a sentence for the person */
} Typed;

/* Reads a line; `plays` are the legal ones, numbered from 1. A play is understood as soon as only one is meant: `7h` alone
   where the seven can take only one set. */
void typed_read(Typed *out, const char *line, const View *view, const CardSet plays[], int count, const Talk *talk);
